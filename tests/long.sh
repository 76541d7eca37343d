#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# A long recording through the commands, each in -Xmx256m: how long it takes and the most memory that its
# process had, which is more than the heap. By hand, after a package.
#   tests/long.sh [COMMAND...]   fleet, pftrace, db, summary, page, flame, pprof, top, leaks, export; all
#   DISPATCHES=4800000           kernels, with as many calls: about 10 million events
#   BETWEEN=100                  calls for each that has a launch site
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$top/build-support/packages.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME ROCJFR_JAVA_OPTS=-Xmx256m
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
commands=("$@")
((${#commands[@]} > 0)) || commands=(fleet pftrace db summary page flame pprof top leaks export)

"$JAVA_HOME/bin/java" -cp "$top/jfr-events/agent/target/classes" \
  "$top/tests/LongRecording.java" "$work/long.jfr" \
  "${DISPATCHES:-4800000}" "${BETWEEN:-100}"
echo "recording: $(($(stat -c %s "$work/long.jfr") >> 20)) MiB"
measure() {
  local name=$1 status=0
  shift
  command time -f '%e s, %M KiB' -o "$work/time" "$@" >"$work/out" 2>"$work/err" || status=$?
  echo "$name: exit $status, $(tail -n 1 "$work/time"); $(tail -n 1 "$work/out" | cut -c1-100)"
  ((status == 0)) || tail -n 5 "$work/err"
}
rocjfr=$top/dist/bin/rocjfr
for name in "${commands[@]}"; do
  case $name in
    fleet) measure fleet "$rocjfr" convert "$work/long.jfr" -o "$work/fleet" ;;
    pftrace | db) measure "$name" "$rocjfr" convert "$work/long.jfr" -o "$work/out.$name" ;;
    summary) measure summary "$rocjfr" summary "$work/long.jfr" ;;
    flame) measure flame "$rocjfr" flame "$work/long.jfr" -o "$work/flame.html" ;;
    pprof) measure pprof "$rocjfr" flame --pprof "$work/long.jfr" -o "$work/profile.pb.gz" ;;
    top | leaks) measure "$name" "$rocjfr" "$name" "$work/long.jfr" ;;
    page) measure page "$rocjfr" page "$work/long.jfr" -o "$work/page.html" ;;
    export) measure export env JAVA_TOOL_OPTIONS=-Xmx256m "$rocjfr" export --discard "$work/long.jfr" ;;
    *) echo "long.sh: unknown: $name" >&2 && exit 2 ;;
  esac
done
