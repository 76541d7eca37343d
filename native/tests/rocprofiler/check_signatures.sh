#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# That a list of HIP's functions which does not agree with HIP's headers fails the build: what
# check_hip_signatures.sh prints compiles with the list as it is, and not with a wrong place, size or
# number of arguments, nor without a function.
#   check_signatures.sh NATIVE HIP_INCLUDE
set -euo pipefail
native=$1/api/rocprofiler
include=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
list() {
  "$1/catalogue/hip_catalogue.sh" "$2" "$1/catalogue/hip.txt"
}
list "$1" signatures >"$scratch/signatures.inc"
list "$1" aliases >"$scratch/aliases.inc"

compiles() {
  "$native/check_hip_signatures.sh" "$1" "$scratch/aliases.inc" \
    "$include/hip/amd_detail/hip_prof_str.h" >"$scratch/check.cpp"
  "${CXX:-c++}" -std=c++17 -w -fsyntax-only -isystem "$include" "$scratch/check.cpp" 2>"$scratch/log"
}

compiles "$scratch/signatures.inc" || {
  cat "$scratch/log" >&2
  exit 1
}
refuses() {
  local says=$1 change=$2
  sed "$change" "$scratch/signatures.inc" >"$scratch/planted.inc"
  if cmp -s "$scratch/signatures.inc" "$scratch/planted.inc"; then
    echo "nothing was planted by $change" >&2
    exit 1
  fi
  if compiles "$scratch/planted.inc"; then
    echo "not found: $change" >&2
    exit 1
  fi
  grep -q "$says" "$scratch/log" || {
    echo "found, but not said ($says):" >&2
    cat "$scratch/log" >&2
    exit 1
  }
}
refuses 'hipMalloc: the place of size' '/^F(hipMalloc,/,/))/s/A(size, "size_t", 8, 8, 16, 16)/A(size, "size_t", 8, 8, 24, 24)/'
refuses 'hipFree: the size of ptr' '/^F(hipFree,/,/))/s/A(ptr, "void\*", 8,/A(ptr, "void*", 4,/'
refuses 'hipSetDevice has 2 arguments there, 1 in HIP' '/^F(hipSetDevice,/,/))/s/A(deviceId/A(more, "int", 4, 4, 4, 4) A(deviceId/'
refuses 'hipGetDevice is missing' 's|^F(hipGetDevice,|F(hipNothing,|'
echo "agrees with $include, and what does not is found"
