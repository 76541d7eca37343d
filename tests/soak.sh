#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# One process for minutes, by what ./mvnw package has built: 8 threads of mixed work, 2 threads with traces and a live
# export to a receiver that fails in turns, and in rounds: threads (every fifth round 2,000 virtual ones), modules and
# processes that come and go, a recording of the round's own, a listener. By hand.
#   tests/soak.sh [--control | --planted] [--profiler FILE] [MINUTES]   30 minutes
#     --control    the same load without the agent: how the memory of HIP and the JVM grows by itself
#     --planted    HIP 5.2 does not tell rocjfr of one call, which nobody counts: 0 if that is found
#     --profiler   async-profiler's libasyncProfiler.so, which samples at 1 kHz meanwhile
# Compares what one recording of all has with what the load did: recorded + lost = done, for calls by function, kernels
# by name, copies by direction, ranges and marks. Each round's own recording must have all kernels of its short-lived
# threads. Prints the slope of the process's anonymous memory after the first minute, with its standard error; the
# heap is touched beforehand. 0 if all is exact and the slope is below 1 MiB a minute, which is judged from 10 minutes
# on.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
options=()
minutes=30
while (($# > 0)); do
  case $1 in
    --control) options+=(-Drocjfr.soak.control=true) && shift ;;
    --planted) options+=(-Drocjfr.soak.planted=true) && shift ;;
    --profiler)
      profiler=$(readlink -e "${2:?}")
      options+=("-Drocjfr.soak.options=-agentpath:$profiler=start,event=cpu,interval=1ms,file=/dev/null") && shift 2
      ;;
    [0-9]*) minutes=$1 && shift ;;
    *) sed -n '8,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
  esac
done
JAVA_OPTIONS="-Drocjfr.soak=$minutes ${options[*]}" exec "$top/tests/it.sh" SoakCheck
