#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Counts the instructions of the hot paths (native/benchmarks/paths.cpp, on the stub runtime, whose own
# are left out) by callgrind, and compares them with build-support/paths.baseline: by hand, needs
# valgrind.
#
#   check-paths.sh [PATH...]   1 where a path takes more than 3 % more instructions than the baseline
#   check-paths.sh --renew     writes the baseline; commit it with the change that explains it
#
# The counts depend on compiler and C library, which stand in the baseline: with others nothing can be
# compared, which is told, and the status is 77. Under valgrind the clock is the system's, not the
# processor's time stamp counter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
baseline=build-support/paths.baseline
program=native/target/release/bin/paths
percent=3
renew=
case ${1:-} in
  --renew) renew=yes && shift ;;
  -*) sed -n '8,9s/^# \{0,1\}//p' build-support/check-paths.sh >&2 && exit 2 ;;
esac
only=" $* "
command -v valgrind >/dev/null || {
  echo "check-paths.sh: skipped: there is no valgrind" >&2
  exit 77
}
build-support/native.sh build release paths >/dev/null
made_by="$(c++ -dumpfullversion) glibc $(getconf GNU_LIBC_VERSION | cut -d' ' -f2) valgrind $(valgrind --version)"
if [[ -z $renew ]]; then
  recorded=$(sed -n 's/^# made by //p' $baseline)
  if [[ $recorded != "$made_by" ]]; then
    echo "check-paths.sh: skipped: the baseline is of '$recorded', this is '$made_by'" >&2
    exit 77
  fi
fi
counts=$(mktemp)
trap 'rm -f "$counts" "$counts.new"' EXIT

# Instructions of one time on path $1, which is taken $2 times; of two runs the fewer, since the clock
# may have to be compared with the system's in between.
count() {
  local run sum least=
  for run in 1 2; do
    valgrind -q --tool=callgrind --toggle-collect=Measured --collect-atstart=no \
      --callgrind-out-file="$counts" "$program" "$1" || return 1
    # "12,000 (4.8%)  file:function [object]" for each function
    sum=$(callgrind_annotate --auto=no --threshold=100 "$counts" | awk '
      $2 ~ /^\(/ && !/PROGRAM TOTALS|stubhip|rocjfr::test::|benchmarks\/paths|std_function/ {
        gsub(",", "", $1); sum += $1
      }
      END { print sum + 0 }')
    [[ -n $least ]] && ((least <= sum)) || least=$sum
  done
  echo $((least / $2))
}

failures=0
[[ -z $renew ]] || printf '# made by %s\n' "$made_by" >"$counts.new"
printf '%-20s %8s %8s\n' path before now
while read -r path times; do
  [[ -n $renew || $only == '  ' || $only == *" $path "* ]] || continue
  before=$(awk -v path="$path" '$1 == path { print $2 }' $baseline 2>/dev/null || true)
  if ! now=$(count "$path" "$times") || ((now == 0)); then
    echo "$path: cannot be counted" >&2
    failures=$((failures + 1))
    continue
  fi
  note=
  if [[ -n $renew ]]; then
    echo "$path $now" >>"$counts.new"
  elif [[ -z $before ]]; then
    note='FAILED: not in the baseline (--renew)'
    failures=$((failures + 1))
  elif ((now * 100 > before * (100 + percent))); then
    note="FAILED: more than $percent % more"
    failures=$((failures + 1))
  elif ((now * 100 < before * (100 - percent))); then
    note='less: --renew keeps it'
  fi
  printf '%-20s %8s %8s  %s\n' "$path" "${before:--}" "$now" "$note"
done < <("$program")
((failures == 0)) || exit 1
[[ -z $renew ]] || cp "$counts.new" $baseline
