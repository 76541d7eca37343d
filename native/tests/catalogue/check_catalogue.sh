#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# That one row is enough for a new function, that mistakes in the catalogue of HIP's functions are
# refused, and that OpenCL's list has the functions that are traced.
#   check_catalogue.sh NATIVE
set -euo pipefail
export LC_ALL=C
catalogue=$1/catalogue
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

list() {
  "$catalogue/hip_catalogue.sh" "$1" "$scratch/hip.txt" 2>"$scratch/log"
}
plant() {
  cp "$catalogue/hip.txt" "$scratch/hip.txt"
  sed -i "$1" "$scratch/hip.txt"
  ! cmp -s "$catalogue/hip.txt" "$scratch/hip.txt" || {
    echo "nothing was planted by $1" >&2
    exit 1
  }
}
expect() {
  list "$1" >"$scratch/list" || {
    cat "$scratch/log" >&2
    exit 1
  }
  grep -qxF -- "$2" "$scratch/list" || {
    echo "$1 lacks: $2" >&2
    grep -F hipZoom "$scratch/list" >&2 || true
    exit 1
  }
}
refuses() { # SAYS CHANGE
  plant "$2"
  if list arguments >/dev/null; then
    echo "not refused: $2" >&2
    exit 1
  fi
  grep -q -- "$1" "$scratch/log" || {
    echo "refused, but not said ($1):" >&2
    cat "$scratch/log" >&2
    exit 1
  }
}

# A function of a next release: a size and a stream are told by the signature.
plant '$a hipZoomAsync 630 error other sdk=9999\n  dst 8 - 0 void*\n  size 8 - 8 size_t\n  stream 8 - 16 hipStream_t'
expect arguments 'A("hipZoomAsync").Bytes(24).Stream(32),'
expect functions 'H(hipZoomAsync, kNoTraits)'
expect categories 'hipZoomAsync other'
expect signatures '  A(size, "size_t", 8, 8, -1, 8)'
# With words, it copies.
plant '$a hipZoomAsync 630 error copy\n  | submits copy(1) to(dst) bytes(size) stream(stream)\n  dst 8 - 0 void*\n  size 8 - 8 size_t\n  stream 8 - 16 hipStream_t'
expect arguments 'A("hipZoomAsync").Submits().Copy(1).To(16).Bytes(24).Stream(32),'
expect functions 'H(hipZoomAsync, kSubmits | kCopies)'
expect categories 'hipZoomAsync copy submits asynchronous'

refuses 'no such category: copies' 's/^hipMemcpy 52 error copy/hipMemcpy 52 error copies/'
refuses 'no argument: sizebytes' '/^hipMemcpy 52/,/^hipMemcpy2D/s/bytes(sizeBytes)/bytes(sizebytes)/'
refuses 'sort the functions' '$a hipAbove 52 error other'
refuses 'since 52, 57, 6NN or -' 's/^hipMemcpy 52 /hipMemcpy 53 /'
refuses 'sdk=6 is that of' 's/ sdk=5 / sdk=6 /'
refuses 'id=49 is that of' 's/ id=48 / id=49 /'
refuses 'no such word: tolld' 's/ told$/ tolld/'
refuses 'no such word: last=60' 's/ last=57$/ last=60/'
refuses 'last=52 is before 57' 's/^\(hipArrayGetInfo 57 .*\)/\1 last=52/'
refuses 'no such function: hipNothing' 's/ as=hipChooseDevice / as=hipNothing /'
refuses 'kept=57 is of functions since 52' 's/^\(hipArrayGetInfo 57 .*\)/\1 kept=57/'

# What is not understood, or contradicts itself: where it stands, and what to write.
zoom() {
  refuses "$1" "\$a hipZoom 630 error $2"
}
zoom "hip.txt:$(($(wc -l <"$catalogue/hip.txt") + 1)): hipZoom: write NAME SINCE RETURNS CATEGORY, here are 3" ''
zoom 'write ARGUMENT BYTES UNTIL5 FROM6 TYPE, not size 8 - size_t' 'copy\n  size 8 - size_t'
zoom 'write ARGUMENT BYTES UNTIL5 FROM6 TYPE, not size eight - 0 size_t' 'copy\n  size eight - 0 size_t'
zoom 'write ARGUMENT BYTES UNTIL5 FROM6 TYPE, not size 8 - x size_t' 'copy\n  size 8 - x size_t'
zoom 'size is at 12, which is no multiple of 8' 'copy\n  size 8 - 12 size_t'
zoom 'more is at 4, but the argument before it ends at 8' 'copy\n  size 8 - 0 size_t\n  more 4 - 4 int'
zoom 'two arguments are called size' 'copy\n  size 8 - 0 size_t\n  size 8 - 8 size_t'
zoom 'two lines with |' 'copy\n  | submits\n  | bytes(size)\n  size 8 - 0 size_t'
zoom 'stand before the arguments' 'copy\n  size 8 - 0 size_t\n  | bytes(size)'
zoom 'write METHOD or METHOD(ARGUMENT,...), not bytes(size' 'copy\n  | submits bytes(size\n  size 8 - 0 size_t'
zoom 'use spaces' 'copy\n\tsize 8 - 0 size_t'
zoom 'use spaces' 'copy told\r'
zoom 'no name of a function' 'other\nsize 8 - 0 size_t'
zoom 'not understood' 'other\n size 8 - 0 size_t'
zoom 'what submits has the category launch, copy or memory' 'other\n  | submits'
zoom 'what waits has the category wait' 'stream waits'
zoom 'what waits has the category wait' 'wait'
zoom 'blocks is of copies and fills' 'launch blocks'
zoom 'graph-launch has the category launch' 'graph graph-launch'
zoom 'muted is of functions that are told' 'other muted'
refuses 'told is of functions that return error' 's/^hipGetErrorName 52 other other/& told/'
refuses 'stands there twice' 's/^type U64  size_t$/&\n&/'

grep -o 'X(cl[A-Za-z0-9]*' "$1/opencl/functions.h" | cut -c 3- | sort -u >"$scratch/traced"
grep -v '^#' "$catalogue/opencl.txt" | cut -d ' ' -f 1 >"$scratch/listed"
[[ $(wc -l <"$scratch/traced") -gt 100 ]] && diff "$scratch/traced" "$scratch/listed"
echo "the catalogue is whole"
