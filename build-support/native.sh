#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The native build, as the poms of native, native/tests and distribution call it; also by hand.
#   native.sh build CONFIG [TARGET]   CONFIG: release, asan (with UBSan) or tsan; into native/target/CONFIG
#                                     TARGET: one of CMake's, e.g. shipped (what runs without the tests); default all
#   native.sh check CONFIG [SKIP...]  builds and runs the tests; does nothing if a SKIP is "true"
#   native.sh stage FOLDER            puts the libraries of rocjfr.jar into FOLDER, where they lie in the jar
#   native.sh dist FOLDER             installs what users get of the release build into FOLDER, whose lib/ and
#                                     include/ are replaced
# ROCJFR_PORTABLE: ON, OFF or AUTO, see native/portable/portable.cmake; ON where CI=true, else AUTO.
# ROCJFR_JOBS: how many compilers run at once (2); of tests, which mostly wait, four times as many.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
if [[ ${1:-} =~ ^(stage|dist)$ && -n ${2:-} ]]; then
  set -- "$1" "$(readlink -m "$2")"
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../native"

usage() {
  sed -n '5,13s/^# \{0,1\}//p' ../build-support/native.sh >&2
  exit 2
}

# The presets of CMakePresets.json.
build() {
  [[ $1 =~ ^(release|asan|tsan)$ ]] || usage
  if [[ ${CI:-} == true ]]; then
    : "${ROCJFR_PORTABLE:=ON}" # the portable libraries are what is tested
  fi
  if ROCM_PATH=$(find_rocm); then
    export ROCM_PATH
  else
    unset ROCM_PATH
  fi
  cmake --preset "$1" -DROCJFR_PORTABLE="${ROCJFR_PORTABLE:-AUTO}" --log-level=WARNING
  cmake --build --preset "$1" --parallel "${ROCJFR_JOBS:-2}" ${2:+--target "$2"}
}

check() {
  local config=$1 skip runner=()
  shift
  for skip in "$@"; do
    if [[ $skip == true ]]; then
      echo "native tests ($config) skipped, as asked"
      return
    fi
  done
  build "$config"
  if [[ $config == tsan ]] && setarch "$(uname -m)" -R true 2>/dev/null; then
    runner=(setarch "$(uname -m)" -R) # GCC 12's ThreadSanitizer cannot start in some randomised address spaces
  fi
  "${runner[@]}" ctest --preset "$config" --parallel $((4 * ${ROCJFR_JOBS:-2}))
}

# Libraries without their debug information (target/release/lib keeps it), the headers and the packages, into a folder
# that may hold those of before.
dist() {
  local file
  shopt -s nullglob dotglob
  for file in "$1"/{lib,include}/* "$1"/lib/{cmake,pkgconfig}/*; do
    case ${file#"$1"/} in
      lib/cmake | lib/pkgconfig | lib/libroc* | lib/roc* | lib/*/roc* | include/roc*) ;;
      *)
        echo "native.sh: $file is not of rocjfr: nothing in $1 is replaced" >&2
        return 1
        ;;
    esac
  done
  shopt -u nullglob dotglob
  rm -rf "$1/lib" "$1/include"
  cmake --install target/release --prefix "$1" >target/install.log || {
    cat target/install.log >&2
    return 1
  }
}

# Files, no links. If none has changed, all keep their times.
stage() {
  local place=$1/inst/native/linux-x86-64 fresh=target/staged file
  dist target/installed
  rm -rf "$fresh"
  mkdir -p "$fresh" "${place%/*}"
  for file in librocjfr.so libroctx64.so.4 libroctracer64.so.4 rocprofiler-sdk/librocprofiler-sdk.so.1; do
    cp -L "target/installed/lib/$file" "$fresh"
  done
  if ! diff -rq "$fresh" "$place" >/dev/null 2>&1; then
    rm -rf "$place"
    mv "$fresh" "$place"
  fi
}

(($# >= 2)) || usage
case $1 in
  build | check | stage | dist) "$@" ;;
  *) usage ;;
esac
