#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The suites beside processes that take the processor: by hand, to find tests that depend on time.
#
#   tests/busy.sh [--beside N] [SUITE...]
#
#     --beside  how many such processes (4)
#     SUITE     release, asan, tsan (native), java (unit tests), system (whole-system tests, as verify
#               has them; JAVA_OPTIONS=-Drocjfr.whole=true for all of them); all
#
# Builds first, alone. Then native suites one after the other, and beside them Java's unit tests and the
# whole-system tests. Ends with a table; 0 if nothing failed. Logs are in target/busy.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top"
beside=4
suites=()
while (($# > 0)); do
  case $1 in
    --beside) beside=${2:?} && shift 2 ;;
    release | asan | tsan | java | system) suites+=("$1") && shift ;;
    *) sed -n '7,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
  esac
done
((${#suites[@]} > 0)) || suites=(release asan tsan java system)
logs=$top/target/busy
rm -rf "$logs"
mkdir -p "$logs"

wanted() { [[ " ${suites[*]} " == *" $1 "* ]]; }

prepare() {
  local suite
  for suite in release asan tsan; do
    ! wanted $suite || build-support/native.sh build $suite
  done
  if wanted java || wanted system; then ./mvnw -B -q package -DskipTests; fi
  # As the tests are about to compile: against folders, not jars.
  if wanted java; then ./mvnw -B -q test -DskipTests; fi
  if wanted system; then tests/collector/collector.sh || [[ $? == 3 ]]; fi
}

run() {
  local classes
  case $1 in
    # Twice as many at a time as alone, since these take turns with the others.
    release | asan | tsan) ROCJFR_JOBS=4 build-support/native.sh check "$1" ;;
    java) ./mvnw -B test ;;
    system)
      mapfile -t classes < <(cd tests/src/test/java/io/rocjfr/it && printf '%s\n' *IT.java | sed 's/\.java$//')
      JAVA_OPTIONS="-Drocjfr.whole=false ${JAVA_OPTIONS:-}" tests/it.sh "${classes[@]}"
      ;;
  esac
}

# What a log says of its tests, in one line.
counts() {
  case $1 in
    release | asan | tsan) grep -E '^[0-9]+% tests passed' "$2" ;;
    java) grep -E 'Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$' "$2" | paste -sd ';' |
      sed 's/\[[A-Z]*\] *//g' ;;
    system) grep -E '^[0-9]+ passed, [0-9]* failed' "$2" ;;
  esac
}

# Those of the suites $@ that are wanted, in turn: a line for each.
lane() {
  local suite status start said verdict
  for suite; do
    wanted "$suite" || continue
    status=0 start=$SECONDS
    run "$suite" >"$logs/$suite.log" 2>&1 || status=$?
    said=$(counts "$suite" "$logs/$suite.log" || true)
    verdict=passed
    ((status == 0)) && [[ -n $said ]] || verdict=FAILED
    printf '%-9s %s  %5s s  %s\n' "$suite" $verdict $((SECONDS - start)) "$said" | tee -a "$logs/table"
  done
}

echo "building"
prepare >"$logs/build.log" 2>&1 || {
  echo "FAILED to build, see $logs/build.log" >&2
  exit 1
}
burners=()
# What runs beside ignores the terminal's interruption: all that this has started ends by another signal.
trap 'trap "" TERM; kill 0; exit 130' INT
trap '((${#burners[@]} == 0)) || kill "${burners[@]}" 2>/dev/null || true' EXIT
for ((i = 0; i < beside; ++i)); do
  (while :; do :; done) &
  burners+=($!)
done
echo "running beside $beside processes on $(nproc) processors; logs: $logs"
lanes=()
lane release asan tsan & lanes+=($!)
lane java & lanes+=($!)
lane system & lanes+=($!)
wait "${lanes[@]}"
[[ -s $logs/table && $(wc -l <"$logs/table") == "${#suites[@]}" ]] && ! grep -q FAILED "$logs/table"
