#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The benchmarks of the tracer, by hand: native/benchmarks/run.sh [BUILD_FOLDER]
#
# CPU time of one operation, in nanoseconds and in calls of clock_gettime(CLOCK_MONOTONIC) measured
# in the same run: the median of 15 repetitions, interleaved at random, and half the distance
# between the quartiles. What the stub runtime itself costs with a hook that does nothing (Floor), or
# without one (Untraced), is subtracted where the goals speak of "added" cost. Goals: ApiCall 2.2 with one and two threads, OpRecord 0.8.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${1:-$here/../target/release}" && pwd)

# "NAME NS" for each repetition.
measure() {
  "$@" --benchmark_repetitions=15 --benchmark_min_time=0.05 --benchmark_enable_random_interleaving=true \
    --benchmark_format=csv 2>/dev/null | awk -F, '
      NR > 1 && $1 !~ /_(mean|median|stddev|cv)"$/ && $4 + 0 > 0 {
        name = $1; gsub(/"/, "", name); sub(/\/repeats:[0-9]*/, "", name); print name, $4
      }'
}

report() {
  sort -k1,1 -k2,2g | awk -v title="$1" '
    { if (!($1 in n)) order[++names] = $1; value[$1, ++n[$1]] = $2 }
    function quantile(name, q) { return value[name, 1 + int(q * (n[name] - 1) + 0.5)] }
    function threads(name) { return name ~ /\/threads:2$/ ? "/threads:2" : "" }
    END {
      print title
      printf "%-30s %9s %9s %10s %10s\n", "", "ns", "+-", "added ns", "in clocks"
      for (i = 1; i <= names; ++i) {
        name = order[i]; median = quantile(name, 0.5)
        base = name; added = "-"; clocks = "-"
        clock = quantile("ClockGettime" threads(name), 0.5)
        if (clock == 0) clock = quantile("ClockGettime", 0.5)
        if (sub(/Traced|ClocksOnly/, "Floor", base) && !(base in n)) {
          base = name
          sub(/Traced/, "Untraced", base)
        }
        if (base != name && base in n) {
          added = sprintf("%.1f", median - quantile(base, 0.5))
          clocks = sprintf("%.2f", (median - quantile(base, 0.5)) / clock)
        } else if (name !~ /Untraced|Floor/) {
          clocks = sprintf("%.2f", median / clock)
        }
        printf "%-30s %9.1f %9.1f %10s %10s\n", name, median,
          (quantile(name, 0.75) - quantile(name, 0.25)) / 2, added, clocks
      }
    }'
}

grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //' || true
for stub in tracer register; do
  ROCJFR_STUB=$stub measure "$build/bin/tracer_benchmark" | report "stub runtime, $stub hook"
done
measure env LD_LIBRARY_PATH="$build/lib/softgpu" "$build/bin/hip_benchmark" | report "real runtime, on the software GPU"
