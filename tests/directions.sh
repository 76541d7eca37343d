#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The directions of copies on four of AMD's HIP runtimes: by hand, not part of verify.
#
#   tests/directions.sh [--cache FOLDER] [SUITE...]
#
#     SUITE     as in matrix.sh, whose roots are used; all four
#     --cache   as in matrix.sh
#
# Copies from and to pageable, pinned, registered and managed memory and two devices, by each function
# that copies, with each kind and a wrong one. A test compares what JFR and the SDK are told with where
# the memory lies (native/tests/rocprofiler/hip_directions_test.cpp). Prints for each suite how many
# directions are right, unknown (and why) and wrong. 0 if none is wrong, all are the same for both, and
# no other than the documented ones are unknown.
# Needs what matrix.sh needs.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix
build=$top/native/target/release
rebuild=
suites=()

while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    bookworm | trixie | sid | experimental) suites+=("$1") && shift ;;
    *) sed -n '7,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
  esac
done
((${#suites[@]} > 0)) || suites=(bookworm trixie sid experimental)
"$top/build-support/native.sh" build release rocprofiler_hip_test >/dev/null

. "$top/tests/roots.sh"

mkdir -p "$cache/logs"
failures=0
for suite in "${suites[@]}"; do
  # shellcheck disable=SC2046 # the words are packages
  make_root "$suite" $(hip_packages "$suite")
  echo "== $suite"
  log=$cache/logs/$suite-directions.log table=/tmp/directions.table
  rm -f "$cache/roots/$suite$table"
  if ! in_root "$suite" env LD_LIBRARY_PATH="$build/lib/softgpu" SOFTGPU_KERNELS="$build/lib/libtestkernels.so" \
    ROCJFR_DIRECTIONS=all ROCJFR_DIRECTIONS_TABLE=$table \
    "$build/bin/rocprofiler_hip_test" --gtest_filter='RocprofilerHipDirections.*' >"$log" 2>&1 </dev/null; then
    failures=$((failures + 1))
    echo "FAILED: see $log"
  fi
  cat "$cache/roots/$suite$table" 2>/dev/null || echo "FAILED: no copies"
done
((failures == 0))
