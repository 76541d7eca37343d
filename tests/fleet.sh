#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The SQL of docs/fleet.md on Spark: FleetSqlTest converts 50 recordings of 20 processes and compares what
# DuckDB says of them with rocjfr summary; then local Spark (of PyPI, 0.5 GB) says the same of the same tables.
# By hand: tests/fleet.sh
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
spark=4.3.0
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-spark-$spark
source "$top/build-support/packages.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ ! -e $cache/done ]]; then
  python3 -m venv "$cache"
  "$cache/bin/pip" install -q "pyspark==$spark"
  touch "$cache/done"
fi
(cd "$top" && ./mvnw -B -q test -pl jfr-events/cli -am -Dtest=FleetSqlTest \
  -Dsurefire.failIfNoSpecifiedTests=false "-Drocjfr.fleet=$work")
echo "DuckDB says what summary says: $(find "$work/fleet" -name '*.parquet' | wc -l) files"
"$cache/bin/python" "$top/tests/fleet_spark.py" "$top/docs/fleet.md" "$work" 2>"$work/spark.log" || {
  grep -v WARN "$work/spark.log" | tail -n 30 >&2
  exit 1
}
