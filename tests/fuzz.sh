#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Looks for input that harms rocjfr, after ./mvnw package -DskipTests:
#   tests/fuzz.sh damage COUNT [SEED]     damages recordings and runs every command on each, in one JVM of 256 MB
#   tests/fuzz.sh read FILE...            the same with recordings as they are
#   tests/fuzz.sh java TARGET SECONDS     Jazzer: door, recordings, agent-options, settings or responses
#   tests/fuzz.sh native TARGET SECONDS   libFuzzer, which needs clang: globs, names, elf or code-object
# What fails is kept in tests/fuzz/target/failed. Put it into tests/fuzz/corpus or native/fuzz/corpus, which the build
# runs, and mend it. Ends with 0 if nothing failed.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
here=$top/tests/fuzz
failed=$here/target/failed
usage() {
  sed -n '5,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
(($# >= 2)) || usage
what=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$failed"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
classes=$here/target/test-classes:$here/target/lib/*
damaged() {
  "$java" -Xmx256m -Djava.io.tmpdir="$work" -cp "$classes" io.rocjfr.fuzz.DamagedRecordings "$@"
}
corpus() { # of $1, unpacked, for a fuzzer that adds to it
  mkdir -p "$work/corpus"
  for input in "$1"/*; do
    case $input in
      *.gz) gunzip -c "$input" >"$work/corpus/$(basename "$input" .gz)" ;;
      *) cp "$input" "$work/corpus/" ;;
    esac
  done
}
case $what in
  damage) damaged "$1" "${2:-1}" "$failed" ;;
  read) damaged 0 0 "$failed" "$@" ;;
  java)
    (($# == 2)) || usage
    case $1 in
      door) target=io.rocjfr.recording.DoorTarget seeds=recordings ;;
      recordings) target=io.rocjfr.fuzz.RecordingTarget ;;
      agent-options) target=io.rocjfr.fuzz.AgentOptionsTarget ;;
      settings) target=io.rocjfr.fuzz.SettingsTarget ;;
      responses) target=io.rocjfr.otel.offline.ResponseTarget ;;
      *) usage ;;
    esac
    corpus "$here/corpus/${seeds:-$1}"
    [[ ${seeds:-$1} != recordings ]] || "$java" -cp "$classes" io.rocjfr.cli.Seeds "$work/corpus"
    cd "$work"
    # Of any time: a recording is read by all commands, which the target itself limits by the processor's. A run that is
    # ended by SIGTERM says "fuzz target exited".
    "$java" -Xmx512m -Djava.io.tmpdir="$work" -cp "$classes" com.code_intelligence.jazzer.Jazzer \
      --target_class=$target '--instrumentation_includes=io.rocjfr.**' --reproducer_path="$work" \
      -artifact_prefix="$failed/" -timeout=1200 -max_len=400000 -rss_limit_mb=2048 -print_final_stats=1 \
      -max_total_time="$2" "$work/corpus"
    ;;
  native)
    (($# == 2)) || usage
    build=$top/native/target/fuzz
    cmake -S "$top/native/fuzz" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="${CXX:-$(compgen -c clang++ | sort | head -1)}" >/dev/null
    cmake --build "$build" --target "fuzz_$1"
    corpus "$top/native/fuzz/corpus/$1"
    "$build/fuzz_$1" -artifact_prefix="$failed/" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
      -max_total_time="$2" "$work/corpus"
    ;;
  *) usage ;;
esac
