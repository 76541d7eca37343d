#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# install.sh FOLDER: puts the packages of package-lock.json, by their hashes, into FOLDER/node_modules; once.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
folder=$1
if cmp -s "$here/package-lock.json" "$folder/installed.json"; then
  exit 0
fi
command -v npm >/dev/null || { echo "npm is missing: apt-get install npm" >&2; exit 1; }
mkdir -p "$folder"
cp "$here/package.json" "$here/package-lock.json" "$folder"
(cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error)
cp "$here/package-lock.json" "$folder/installed.json"
