#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# npm.sh SOURCE FOLDER: puts the packages of SOURCE/package-lock.json, by their hashes, into FOLDER/node_modules, and
# the versions of those that SOURCE/package.json names into FOLDER/versions.properties. Once for each lock file.
set -euo pipefail
source=$1
folder=$2
if cmp -s "$source/package-lock.json" "$folder/installed.json"; then
  exit 0
fi
command -v npm >/dev/null || { echo "npm is missing: apt-get install npm" >&2; exit 1; }
mkdir -p "$folder"
cp "$source/package.json" "$source/package-lock.json" "$folder"
cd "$folder"
rm -f installed.json # until all is there
npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error
node -p 'Object.entries(require("./package.json").dependencies).map(one => one.join(".version=")).join("\n")' \
  >versions.properties
cp package-lock.json installed.json
