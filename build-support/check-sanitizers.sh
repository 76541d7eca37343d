#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Names the lines of what ships of native/ that look whether a sanitizer is there, and fails: what the tests run under
# one is what ships. (Attributes by which a function goes unchecked are no branch.)
#   check-sanitizers.sh [FOLDER]   FOLDER: in place of native/
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../native}"

rooms=(base client core api hsa opencl)
if [[ -n ${1:-} ]]; then # one that was planted need not have them all
  mapfile -t rooms < <(ls -d "${rooms[@]}" 2>/dev/null)
fi
ways='__SANITIZE_[A-Z]+__|__has_feature|[A-Z]+_SANITIZER|__[a-z]+san_[a-z]|ROCJFR_SANITIZE'
if found=$(grep -rnIE "$ways" "${rooms[@]}"); then
  printf 'Branches on a sanitizer:\n%s\n' "$found" >&2
  exit 1
elif (($? > 1)); then # grep could not read a room
  exit 2
fi
