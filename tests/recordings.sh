#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Recordings that start and stop under 8 threads which launch, copy and replay a graph, on HIP 6.4.3 and
# 7.2.4: no crash, and recorded + lost = submitted. By hand, after build-support/native.sh build release.
#
#   tests/recordings.sh [SUITE...]     sid (6.4.3), experimental (7.2.4); both
#   RECORDINGS=200 NODES=5000          how many recordings, nodes of the graph
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix
build=$top/native/target/release
rebuild=
export top cache build
. "$top/tests/roots.sh"
suites=("$@")
((${#suites[@]} > 0)) || suites=(sid experimental)
for suite in "${suites[@]}"; do
  # shellcheck disable=SC2046 # the words are packages
  make_root "$suite" $(hip_packages "$suite")
  echo "$suite"
  (in_root "$suite" env LD_LIBRARY_PATH="$build/lib/softgpu" SOFTGPU_KERNELS="$build/lib/libtestkernels.so" \
    ROCJFR_RECORDINGS="${RECORDINGS:-200}" ROCJFR_GRAPH_NODES="${NODES:-5000}" \
    "$build/bin/tracer_hip_test" '--gtest_filter=HipRecordings.*')
done
