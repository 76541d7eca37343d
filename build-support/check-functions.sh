#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Names the product's sources that list functions of HIP or OpenCL beside the catalogue
# (native/catalogue), and fails: four names in a row, or a pattern of names. Single names may stand
# where a function is called by name, and globs in settings.
#   check-functions.sh [FOLDER]   FOLDER: in place of the whole project
set -euo pipefail
export LC_ALL=C
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

bad=$(find . \( -name target -o -name dist -o -name .git -o -name node_modules -o -path ./native/catalogue \
  -o -path ./native/tests -o -path ./native/softgpu -o -path ./native/benchmarks -o -path ./native/samples \
  -o -path ./native/fuzz -o -path ./native/portable -o -path ./tests -o -path '*/src/test' -o -path ./demo \) \
  -prune -o -type f \( -name '*.h' -o -name '*.inc' -o -name '*.c' -o -name '*.cpp' -o -name '*.java' -o -name '*.js' \) \
  -print0 | xargs -0 -r awk '
  function flush() {
    if (row >= 4) printf "  %s:%d: %d functions in a row\n", file, first, row
    row = 0
  }
  FNR == 1 { flush(); file = FILENAME }
  {
    line = $0
    sub(/\/\/.*$/, "", line)
    # A pattern: hip or cl behind a quote, and then what only patterns have. Globs have only stars.
    if (line ~ /"[^" ]*(hip|clEnqueue|clCreate)[A-Za-z]*[(|\[\\][^" ]*"/ || line ~ /\/[A-Za-z]*(Synchronize|Launch|Memcpy|Malloc)[|)]/) {
      printf "  %s:%d: a pattern of functions\n", FILENAME, FNR
    }
    count = gsub(/"(hip|cl)[A-Z][A-Za-z0-9_]*"/, "&", line)
    rest = line
    gsub(/"[^"]*"/, "", rest)
    sub(/}+;[[:space:]]*$/, "", rest)
    if (count > 0 && rest !~ /[;()]|[a-z][A-Za-z]+/) {
      if (row == 0) first = FNR
      row += count
    } else if (line !~ /^[[:space:]]*$/) {
      if (count >= 4) printf "  %s:%d: %d functions in a row\n", FILENAME, FNR, count
      flush()
    }
  }
  END { flush() }')
if [[ -n $bad ]]; then
  printf 'Lists of functions outside native/catalogue:\n%s\n' "$bad" >&2
  exit 1
fi
