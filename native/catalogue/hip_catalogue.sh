#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Prints one of the lists that are made from the catalogue of HIP's functions.
#   hip_catalogue.sh LIST hip.txt [opencl.txt]
# LIST: signatures (F and A), roctracer-arguments (F and A), roctracer-names (X), runtime-ids and
# compiler-ids (names in order), arguments and memory (rows of ArgumentLayout and MemoryLayout),
# functions (H: name, traits), aliases (X: reported name, name in AMD's lists), categories (for Java: name, category, words; of
# OpenCL, too).
set -euo pipefail
export LC_ALL=C
awk -v list="$1" -f "$(dirname "${BASH_SOURCE[0]}")/hip_catalogue.awk" "$2"
[[ -z ${3:-} ]] || grep -v '^#' "$3"
