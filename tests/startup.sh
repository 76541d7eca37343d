#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# How much later a JVM is ready with rocjfr's agent than with an empty one, on each JDK there is:
#   tests/startup.sh [RUNS [JAR]]   RUNS: of each kind, interleaved (21); JAR: dist/rocjfr.jar
# A run is a program that does nothing, from its start to its end, exit hooks included. Prints
# medians, and in brackets half the distance between the quartiles, of the time that passed and of
# the processor time, which depends less on what else the machine does; then the differences.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
runs=${1:-21}
jar=$(readlink -f "${2:-$top/dist/rocjfr.jar}")
[[ $runs =~ ^[1-9][0-9]*$ && -r $jar ]] || {
  sed -n '5,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
source "$top/build-support/packages.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

jdks=("$(find_jdk)")
for jdk in "${JAVA25_HOME:-/nonexistent}" /usr/lib/jvm/*25*; do
  [[ -x $jdk/bin/javac ]] && jdks+=("$jdk") && break
done

cat >"$folder/Nothing.java" <<'EOF'
public class Nothing {
  public static void premain(String options, java.lang.instrument.Instrumentation instrumentation) {}

  public static void main(String[] args) {}
}
EOF
"${jdks[0]}/bin/javac" -d "$folder" "$folder/Nothing.java"
echo 'Premain-Class: Nothing' >"$folder/manifest"
(cd "$folder" && "${jdks[0]}/bin/jar" cfm empty.jar manifest Nothing.class)

# Runs once; adds elapsed and processor time in ms to the file.
run() {
  local java=$1 agent=$2 file=$3 times
  TIMEFORMAT='%R %U %S'
  times=$({ time "$java" "-javaagent:$agent" -cp "$folder" Nothing >"$folder/out" 2>&1; } 2>&1)
  [[ ! -s $folder/out ]] || {
    cat "$folder/out" >&2
    echo "startup.sh: the program said something, which it should not" >&2
    exit 1
  }
  awk '{ printf "%.0f %.0f\n", $1 * 1000, ($2 + $3) * 1000 }' <<<"$times" >>"$file"
}

# Median and half the distance between the quartiles of a file's column.
median() {
  awk -v c="$2" '{ print $c }' "$1" | sort -n | awk '{ v[NR] = $1 }
    END { q = int((NR + 3) / 4); printf "%d %.0f\n", v[int((NR + 1) / 2)], (v[NR + 1 - q] - v[q]) / 2 }'
}

for jdk in "${jdks[@]}"; do
  version=$("$jdk/bin/java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
  rm -f "$folder"/{empty,ours}.times
  run "$jdk/bin/java" "$folder/empty.jar" /dev/null # fills the caches
  run "$jdk/bin/java" "$jar" /dev/null
  for ((i = 0; i < runs; i++)); do
    run "$jdk/bin/java" "$folder/empty.jar" "$folder/empty.times"
    run "$jdk/bin/java" "$jar" "$folder/ours.times"
  done
  printf 'Java %s, %d runs each, ms\n' "$version" "$runs"
  for what in 1:elapsed 2:processor; do
    read -r empty empty_spread < <(median "$folder/empty.times" "${what%%:*}")
    read -r ours ours_spread < <(median "$folder/ours.times" "${what%%:*}")
    printf '  %-10s empty agent %5d (%d)   rocjfr %5d (%d)   difference %5d\n' \
      "${what#*:}" "$empty" "$empty_spread" "$ours" "$ours_spread" "$((ours - empty))"
  done
done
