#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Counts the instructions of the hot paths (native/benchmarks/paths.cpp, on the stub runtime, whose own
# are left out) by callgrind, and how many of them are locked, and compares them with
# build-support/paths.baseline: by hand, needs valgrind and objdump.
#
#   check-paths.sh [PATH...]   1 where a path takes more than 3 % more instructions than the baseline,
#                              or one more that is locked
#   check-paths.sh --renew     writes the baseline; commit it with the change that explains it
#
# The counts depend on compiler and C library, which stand in the baseline: with others nothing can be
# compared, which is told, and the status is 77.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
baseline=build-support/paths.baseline
program=native/target/release/bin/paths
percent=3
renew=
case ${1:-} in
  --renew) renew=yes && shift ;;
  -*) sed -n '9,11s/^# \{0,1\}//p' build-support/check-paths.sh >&2 && exit 2 ;;
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
trap 'rm -f "$counts" "$counts".*' EXIT

# "OBJECT ADDRESS" of each instruction of $1 that locks: those with the prefix, and exchanges with
# memory, which need none.
locked_of() {
  objdump -d --no-show-raw-insn "$1" | awk -v object="$1" '
    $1 ~ /^[0-9a-f]+:$/ && ($2 == "lock" || ($2 ~ /^xchg/ && /\(/)) { sub(/:/, "", $1); print object, "0x" $1 }'
}

# "INSTRUCTIONS LOCKED" of one time on path $1, which is taken $2 times, of what callgrind wrote: lines
# "0xADDRESS LINE COUNT" below the object and the function they are of ("FUNCTION'CALLER'CALLER"); after
# "calls=" one for all that the function called does, which has its own. Of the program itself and of
# the stub runtime, with what that asks of the C library, nothing is counted.
sum() {
  local object
  grep -a '^ob=' "$counts" | sort -u | cut -d= -f2- | while read -r object; do
    [[ ! -e $object ]] || locked_of "$object"
  done >"$counts.locked"
  awk -v times="$2" '
    NR == FNR { locks[$1 " " $2] = 1; next }
    /^summary:/ { all = $2 }
    /^ob=/ { object = substr($0, 4) }
    /^fn=/ {
      asked_by_stub = object ~ /^\?|\/libc\.so/ && /^fn=[^\047]*(\047[^\047]*\[PLT\])?\047stubhip/
      ours = object !~ /\/bin\/paths$|\/libamdhip64/ && !asked_by_stub
    }
    /^calls=/ { getline; next }
    /^0x/ {
      if (ours) sum += $3; else others += $3
      if (ours && (object " " $1) in locks) locked += $3
    }
    END {
      if (sum + others != all) print "check-paths.sh: callgrind tells " all ", its lines " sum + others >"/dev/stderr"
      else printf "%d %d\n", sum / times + 0.5, locked / times + 0.5
    }' "$counts.locked" "$counts"
}

# (Without --skip-plt=no callgrind counts what is called by a jump to a jump twice.)
count() {
  valgrind -q --tool=callgrind --toggle-collect=Measured --collect-atstart=no --zero-before=Measured \
    --dump-instr=yes --skip-plt=no --separate-callers=2 --compress-strings=no --compress-pos=no \
    --callgrind-out-file="$counts" "$program" "$1" || return 1
  sum "$1" "$2"
}

failures=0
[[ -z $renew ]] || printf '# made by %s\n' "$made_by" >"$counts.new"
printf '%-20s %8s %8s %8s %8s\n' path before locked now locked
while read -r path times; do
  [[ -n $renew || $only == '  ' || $only == *" $path "* ]] || continue
  read -r before locked_before < <(awk -v path="$path" '$1 == path { print $2, $3 }' $baseline 2>/dev/null) || true
  if ! read -r now locked < <(count "$path" "$times") || ((now == 0)); then
    echo "$path: cannot be counted" >&2
    failures=$((failures + 1))
    continue
  fi
  note=
  if [[ -n $renew ]]; then
    echo "$path $now $locked" >>"$counts.new"
  elif [[ -z $before ]]; then
    note='FAILED: not in the baseline (--renew)'
    failures=$((failures + 1))
  elif ((now * 100 > before * (100 + percent))); then
    note="FAILED: more than $percent % more"
    failures=$((failures + 1))
  elif ((locked > locked_before)); then
    note='FAILED: more of them are locked'
    failures=$((failures + 1))
  elif ((now * 100 < before * (100 - percent) || locked < locked_before)); then
    note='less: --renew keeps it'
  fi
  printf '%-20s %8s %8s %8s %8s  %s\n' "$path" "${before:--}" "${locked_before:--}" "$now" "$locked" "$note"
done < <("$program")
((failures == 0)) || exit 1
[[ -z $renew ]] || cp "$counts.new" $baseline
