#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the pages against an installed JDK Mission Control, as the stubs may be wrong.
# Called by Maven with -Djmc.home=. Needs a JDK as new as the one that JMC needs (21 for 9.1).
#
# compile-against-jmc.sh JAVA_HOME JMC_HOME SOURCES CLASSPATH OUTPUT
set -euo pipefail
java_home=$1 jmc_home=$2 sources=$3 classes=$4 output=$5

ui=$(find -L "$jmc_home" -name 'org.openjdk.jmc.flightrecorder.ui_*' -print -quit 2>/dev/null || true)
if [[ -z $ui ]]; then
  echo "No JDK Mission Control in $jmc_home: it has no org.openjdk.jmc.flightrecorder.ui_*" >&2
  exit 1
fi
plugins=$(dirname "$ui")
path=$classes
# Most bundles are jars, some are folders.
for bundle in "$plugins"/*; do
  path+=:$bundle
done
mkdir -p "$output"
mapfile -d '' -t files < <(find "$sources" -name '*.java' -print0)
"$java_home/bin/javac" --release 17 -proc:none -Xlint:-options -nowarn -d "$output" -cp "$path" "${files[@]}"
echo "The pages compile against $(basename "$ui")."
