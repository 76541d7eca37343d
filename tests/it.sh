#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Runs whole-system tests on what ./mvnw package has built, without Maven: tests/it.sh [TEST...]
#   TEST      a class of the package io.rocjfr.it, or one test of it: DemoIT, OtelLiveIT#samplingIsHonoured
# Ends with "N passed, N failed, N skipped"; 0 if none failed and at least one passed.
# JAVA_OPTIONS are for the JVM of the tests, as -Drocjfr.requests=1000; they run whole, as ./mvnw verify -Dwhole has
# them. JAVA_HOME runs the tests; the programs that they start run on each JDK there is.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
(($# > 0)) || set -- DemoIT
[[ -d $top/tests/target/test-lib ]] || {
  echo "There is no build in $top/tests/target: ./mvnw package -DskipTests makes it" >&2
  exit 2
}
# Once on a machine, which takes minutes: before the tests, whose time is bounded. 3: there is none.
if [[ $* =~ Otel|Telemetry ]]; then
  "$top/tests/collector/collector.sh" >/dev/null || [[ $? == 3 ]]
fi
select=()
for test in "$@"; do
  if [[ $test == *'#'* ]]; then
    # JUnit finds a method by its parameters, too.
    parameters=$("${JAVA_HOME:+$JAVA_HOME/bin/}javap" -p -cp "$top/tests/target/test-classes" "io.rocjfr.it.${test%#*}" |
      sed -n "s/.* ${test#*#}(\(.*\)).*;/\1/p")
    select+=("--select-method=io.rocjfr.it.$test($parameters)")
  else
    select+=("--select-class=io.rocjfr.it.$test")
  fi
done
status=0
output=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" \
  -cp "$top/tests/target/test-classes:$top/tests/target/classes:$top/tests/target/test-lib/*:$top/dist/rocjfr-api.jar:$top/figures/target/classes" \
  -Drocjfr.whole=true -Drocjfr.dist="$top/dist" -Drocjfr.native="${ROCJFR_NATIVE:-$top/native/target/release}" \
  -Drocjfr.demo="$top/tests/target/demo.jar" -Drocjfr.other-jna="$top/tests/target/other-jna.jar" \
  -Drocjfr.jmc="$top/tests/target/jmc" -Drocjfr.otel="$top/tests/target/otel" \
  -Drocjfr.otel-yaml="$top/tests/otel-yaml/target/lib" \
  -Drocjfr.opencl="$top/tests/target/opencl" \
  -Drocjfr.otel-agent="$top/tests/target/opentelemetry-javaagent.jar" \
  -Drocjfr.collector="$top/tests/collector/collector.sh" ${JAVA_OPTIONS:-} \
  org.junit.platform.console.ConsoleLauncher execute --disable-banner --disable-ansi-colors \
  "${select[@]}" 2>&1) || status=$?
echo "$output"
count() { sed -n "s/^\[ *\([0-9]*\) tests $1 *\]$/\1/p" <<<"$output"; }
passed=$(count successful)
echo "${passed:-0} passed, $(count failed) failed, $(count aborted) skipped"
((status == 0 && ${passed:-0} > 0))
