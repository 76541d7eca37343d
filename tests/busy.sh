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
# Builds first, alone, so that only tests run beside them. Ends with a table; 0 if nothing failed. Logs
# are in target/busy.
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
mkdir -p "$logs"

# What runs before the others take the processor.
prepare() {
  case $1 in
    release | asan | tsan) build-support/native.sh build "$1" ;;
    # The second one compiles as the tests are about to: against folders, not jars.
    java) ./mvnw -B -q package -DskipTests && ./mvnw -B -q test -DskipTests ;;
    system) ./mvnw -B -q package -DskipTests && { tests/collector/collector.sh || [[ $? == 3 ]]; } ;;
  esac
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

burners=()
end_burners() { ((${#burners[@]} == 0)) || kill "${burners[@]}" 2>/dev/null || true; }
trap end_burners EXIT

lines=()
failures=0
for suite in "${suites[@]}"; do
  echo "$suite: building"
  prepare "$suite" >"$logs/$suite-build.log" 2>&1 || {
    lines+=("$(printf '%-9s FAILED to build, see %s' "$suite" "$logs/$suite-build.log")")
    failures=$((failures + 1))
    continue
  }
  for ((i = 0; i < beside; ++i)); do
    (while :; do :; done) &
    burners+=($!)
  done
  echo "$suite: running beside $beside"
  status=0
  start=$SECONDS
  run "$suite" >"$logs/$suite.log" 2>&1 || status=$?
  end_burners
  wait "${burners[@]}" 2>/dev/null || true
  burners=()
  said=$(counts "$suite" "$logs/$suite.log" || true)
  if ((status == 0)) && [[ -n $said ]]; then
    lines+=("$(printf '%-9s passed  %5s s  %s' "$suite" $((SECONDS - start)) "$said")")
  else
    lines+=("$(printf '%-9s FAILED  %5s s  %s see %s' "$suite" $((SECONDS - start)) "$said" "$logs/$suite.log")")
    failures=$((failures + 1))
  fi
done

printf '\nbeside %s processes on %s processors\n' "$beside" "$(nproc)"
printf '%s\n' "${lines[@]}"
((failures == 0))
