#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The native build, as the poms of native, native/tests and distribution call it; also by hand.
#   native.sh build CONFIG [TARGET]   CONFIG: release, asan (with UBSan) or tsan; into native/target/CONFIG
#                                     TARGET: one of CMake's, e.g. shipped (what runs without the tests); default all
#   native.sh check CONFIG [SKIP...]  builds and runs the tests; does nothing if a SKIP is "true"
#   native.sh stage FOLDER            puts the libraries of rocjfr.jar into FOLDER, where they lie in the jar
#   native.sh dist FOLDER             copies what users get from the release build into FOLDER
# ROCJFR_JOBS: how many compilers run at once (2); of tests, which mostly wait, twice as many.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../native"

usage() {
  sed -n '5,11s/^# \{0,1\}//p' ../build-support/native.sh >&2
  exit 2
}

build() {
  local sanitize generator=()
  case $1 in
    release) sanitize= ;;
    asan) sanitize=address ;;
    tsan) sanitize=thread ;;
    *) usage ;;
  esac
  if [[ ! -e target/$1/CMakeCache.txt ]] && command -v ninja >/dev/null; then
    generator=(-G Ninja)
  fi
  cmake -S . -B "target/$1" "${generator[@]}" -DROCJFR_SANITIZE=$sanitize --log-level=WARNING
  cmake --build "target/$1" --parallel "${ROCJFR_JOBS:-2}" ${2:+--target "$2"}
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
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
  # A process of TSan's that ends waits for its other threads' reports, a second if nobody says less: of each test.
  export TSAN_OPTIONS=${TSAN_OPTIONS:-atexit_sleep_ms=200}
  "${runner[@]}" ctest --test-dir "target/$config" --parallel $((2 * ${ROCJFR_JOBS:-2})) \
    --output-on-failure --no-tests=error --timeout 300
}

# Files, no links, without their debug information. If none has changed, all keep their times.
stage() {
  local place=$1/inst/native/linux-x86-64 fresh=target/staged file
  rm -rf "$fresh"
  mkdir -p "$fresh" "${place%/*}"
  for file in librocjfr.so libroctx64.so.4 libroctracer64.so.4 rocprofiler-sdk/librocprofiler-sdk.so.1; do
    strip --strip-debug -o "$fresh/${file##*/}" "target/release/lib/$file"
  done
  if ! diff -rq "$fresh" "$place" >/dev/null 2>&1; then
    rm -rf "$place"
    mv "$fresh" "$place"
  fi
}

# Libraries without their debug information (target/CONFIG/lib keeps it), and the headers.
dist() {
  local dist=$1 lib=target/release/lib file place
  rm -rf "$dist/lib" "$dist/include"
  mkdir -p "$dist/lib/rocprofiler-sdk"
  for file in "$lib"/librocjfr.so* "$lib"/libroctracer64.so* "$lib"/libroctx64.so* "$lib"/rocprofiler-sdk/lib*.so*; do
    place=$dist/lib${file#"$lib"}
    if [[ -L $file ]]; then
      cp -P "$file" "$place"
    elif [[ -e $file ]]; then
      strip --strip-debug -o "$place" "$file"
    fi
  done
  [[ ! -d include ]] || cp -R include "$dist/include"
  [[ ! -d target/release/include ]] || cp -R target/release/include/. "$dist/include"
  [[ ! -d packages ]] || packages/install.sh "$dist/lib"
}

(($# >= 2)) || usage
case $1 in
  build | check | stage | dist) "$@" ;;
  *) usage ;;
esac
