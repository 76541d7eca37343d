#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# install.sh LIB: puts the packages of CMake and pkg-config into a folder lib/ that holds the
# libraries. A package's version is the one that its .pc says.
set -euo pipefail
lib=$1
cd "$(dirname "${BASH_SOURCE[0]}")"
mkdir -p "$lib/pkgconfig"
cp ./*.pc "$lib/pkgconfig/"
for config in *-config.cmake; do
  package=${config%-config.cmake}
  version=$(sed -n 's/^Version: //p' "$package.pc")
  place=$lib/cmake/$package
  mkdir -p "$place"
  cp "$config" "$place/"
  sed "s/@VERSION@/$version/" config-version.cmake.in > "$place/$package-config-version.cmake"
done
