#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# roctracer beside LTTng-UST, by hand: native/benchmarks/roctracer.sh [RUNS [CALLS]]
#
# Where lttng-tools is installed, and liblttng-ust-dev was when the benchmark was built, a session
# of its own records the tracepoint in discard mode, into a temporary folder; without them that line
# is missing. BUILD: another build folder than native/target/release.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "${BUILD:-$here/../target/release}" && pwd)

grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //' || true
if ! command -v lttng-sessiond >/dev/null || ! command -v lttng >/dev/null; then
  echo "without LTTng: apt-get install liblttng-ust-dev lttng-tools, build again" >&2
  exec "$build/bin/roctracer_benchmark" "$@"
fi

folder=$(mktemp -d)
export HOME=$folder LTTNG_HOME=$folder LTTNG_RUNDIR=$folder/run LTTNG_UST_REGISTER_TIMEOUT=5000
mkdir -p "$LTTNG_RUNDIR"
# In the foreground, to be ended by its number.
lttng-sessiond --no-kernel --quiet &
daemon=$!
finish() {
  lttng destroy --all >/dev/null 2>&1 || true
  kill "$daemon" 2>/dev/null || true
  wait "$daemon" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
for _ in $(seq 100); do
  lttng list >/dev/null 2>&1 && break
  sleep 0.1
done
lttng create rocjfr --output="$folder/trace" >/dev/null
lttng enable-channel --userspace --discard --subbuf-size=1M --num-subbuf=4 three >/dev/null
lttng enable-event --userspace --channel=three 'rocjfr_benchmark:*' >/dev/null
lttng start >/dev/null
"$build/bin/roctracer_benchmark" "$@"
