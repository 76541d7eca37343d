#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# launch_floor on the software GPU, by hand: under this machine's HIP runtime, or under those of
# tests/matrix.sh, in its roots.
#
#   launch_floor.sh [--cache FOLDER] [--runs ROUNDS LAUNCHES] [SUITE...]    SUITE as of matrix.sh
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$top/native/target/release
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix
rebuild=
runs=()
suites=()
while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --runs) runs=("${2:?}" "${3:?}") && shift 3 ;;
    bookworm | trixie | sid | experimental) suites+=("$1") && shift ;;
    *) sed -n '8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
  esac
done
. "$top/tests/roots.sh"
grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //' || true
((${#suites[@]} > 0)) || exec env LD_LIBRARY_PATH="$build/lib/softgpu" "$build/bin/launch_floor" "${runs[@]}"
for suite in "${suites[@]}"; do
  read -r -a packages <<<"$(hip_packages "$suite")"
  make_root "$suite" "${packages[@]}"
  in_root "$suite" /usr/bin/env "LD_LIBRARY_PATH=$build/lib/softgpu" "$build/bin/launch_floor" "${runs[@]}"
done
