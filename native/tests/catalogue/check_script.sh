#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# That the catalogue of HIP's functions agrees with the installed HIP's headers, and that the script
# which says so finds what does not: functions that are missing, also one without arguments, and
# wrong places, ids and releases. What it adds is as it was.
#   check_script.sh NATIVE HIP_INCLUDE
set -euo pipefail
export LC_ALL=C
include=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/build-support "$scratch"/native/catalogue
cp "$1/../build-support/hip-functions.py" "$scratch/build-support/"
whole=$1/catalogue/hip.txt
copy=$scratch/native/catalogue/hip.txt
script=$scratch/build-support/hip-functions.py

cp "$whole" "$copy"
python3 "$script" --check "$include" # prints what differs

# One row without, one with arguments.
awk '/^[^ ]/ { gone = $1 == "hipPeekAtLastError" || $1 == "hipMemsetAsync" } !gone' "$whole" >"$copy"
sed -i -e '/^hipMalloc 52/,/^hipMalloc3D /s/^  size 8 16 16 /  size 8 24 24 /' -e 's/^\(hipFree 52 .*\) id=69/\1 id=70/' \
  -e 's/^\(hipFreeArray 52 .*\) id=70/\1/' -e 's/^hipEventQuery 52/hipEventQuery 699/' -e '$a hipZoom 52 error other' "$copy"
! python3 "$script" "$include" >"$scratch/log"
says() {
  grep -qE -- "$1" "$scratch/log" || {
    echo "not said: $1" >&2
    cat "$scratch/log" >&2
    exit 1
  }
}
says '^hipPeekAtLastError: new, since '
says '^hipMemsetAsync: new, since '
says '^hipMalloc: size has 8 bytes at 16 in '
says '^hipFree: id=69, not 70$'
says '^hipFreeArray: id=70, not .nothing.$'
says '^hipEventQuery: since [0-9]*, not 699$'
says '^hipZoom: since 52, but no header has it$'
grep -qE '^hipPeekAtLastError [0-9]+ error other .*id=181$' "$copy" || says 'a row of hipPeekAtLastError'
diff <(sed -n '/^hipMemsetAsync /,/^hipMemsetAsync_spt /{/^  [^|]/p}' "$whole" | awk '{ print $1, $2 }') \
  <(sed -n '/^hipMemsetAsync /,/^hipMemsetAsync_spt /{/^  [^|]/p}' "$copy" | awk '{ print $1, $2 }')
[[ $(wc -l <"$scratch/log") == 7 ]] || says 'these seven, and nothing else'
echo "as in $include"
