#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Names the includes of native/ that go against the arrows between its rooms (ARCHITECTURE.md), and
# fails. A room includes itself, the public headers (native/include) and the rooms named here.
#   check-includes.sh [FOLDER]   FOLDER: in place of native/
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../native}"

declare -A may=(
  [base]=''
  [catalogue]=''
  [client]='base'
  [core/runtime]='base'
  [core/java]='base'
  [core/site]='base core/runtime core/java'
  [core/record]='base catalogue core/runtime core/java core/site'
  [opencl]='base core/java core/site core/record'
  [hsa]='base core/runtime core/java core/record'
  [core/hook]='base core/runtime core/java core/site core/record opencl hsa'
  [core/abi]='base core/runtime core/java core/site core/record core/hook opencl hsa'
  [api/roctx]=''
  [api/roctracer]='base client'
  [api/rocprofiler]='base catalogue client'
  [softgpu]=''
)
public='rocjfr CL roctracer roctracer/ext rocprofiler-sdk rocprofiler-sdk/experimental rocprofiler-sdk-roctx'

bad=
while IFS=: read -r file line include; do
  file=${file#./}
  room=${file%/*}
  included=${include#*\"}
  included=${included%%\"*}
  [[ $included == */* ]] || continue # beside it
  included=${included%/*}
  if [[ -z ${may[$room]+known} ]]; then
    bad+="  $file:$line: $room is no room that this check knows"$'\n'
  elif [[ " ${may[$room]} $room $public " != *" $included "* ]]; then
    bad+="  $file:$line: $room includes $included (may: ${may[$room]:-none})"$'\n'
  fi
done < <(find . -type d \( -path './target*' -o -path ./tests -o -path ./benchmarks -o -path ./samples -o -path ./fuzz \
  -o -path ./include \) -prune -o -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 |
  sort -z | xargs -0 -r grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"')
if [[ -n $bad ]]; then
  printf 'Includes against the arrows between rooms:\n%s' "$bad" >&2
  exit 1
fi
