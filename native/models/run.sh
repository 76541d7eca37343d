#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Checks the models of native code's lock-free parts with spin (Debian: spin), all or those named.
# A model NAME.pml says in its first comment what it models, what is bounded, what holds, and in
# lines "check: DEFINES" which variants are to hold: no assertion fails and nobody waits for ever.
# Then each BUG_X that the model has is planted, and each state SEEN_X is asked for, one at a time:
# each has to be found in one of the variants.
#   run.sh [-o BUG_X|SEEN_X] [MODEL...]   -o: only this one, and prints how it comes about
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

only=
if [[ ${1:-} == -o ]]; then
  only=$2
  shift 2
fi
command -v spin >/dev/null || { echo "run.sh: spin is missing (Debian: apt-get install spin)" >&2; exit 2; }
models=("$@")
if [[ ${#models[@]} == 0 ]]; then
  models=(*.pml)
fi
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Checks one variant in $work; leaves what was said in $work/out. Succeeds if all states were seen
# and no error was.
check() { # OPTIMIZE MODEL DEFINES...
  local optimize=$1 model=$2
  shift 2
  (
    cd "$work"
    rm -f pan* ./*.trail
    cp "$here/$model.pml" .
    # shellcheck disable=SC2068 # none is one word less
    spin -a $@ "$model.pml" >spin.out 2>&1 && [[ -f pan.c ]] || { cat spin.out >&2; exit 2; }
    "${CC:-cc}" "$optimize" -w -DSAFETY -DMEMLIM=3000 -DCOLLAPSE -o pan pan.c || exit 2
    TIMEFORMAT=%U
    { time ./pan -m200000 -n >out 2>&1 || true; } 2>time
    grep -q '^State-vector' out || { cat out >&2; exit 2; }
    if grep -qE 'max search depth too small|out of memory|Search not completed' out &&
      grep -q 'errors: 0' out; then
      echo "run.sh: $model $*: not all states were seen" >&2
      exit 2
    fi
    grep -q 'errors: 0' out
  )
}
figures() {
  local states depth
  states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$work/out")
  depth=$(sed -n 's/.*depth reached \([0-9]*\),.*/\1/p' "$work/out")
  printf '%12s %8s %8s s\n' "$states" "$depth" "$(cat "$work/time")"
}

printf '%-14s %-36s %12s %8s %8s\n' model variant states depth time
for model in "${models[@]}"; do
  model=${model%.pml}
  file=$model.pml
  variants=()
  while IFS= read -r line; do variants+=("$line"); done < <(sed -n 's|^// check:||p' "$file")
  mapfile -t planted < <(grep -oE '\b(BUG|SEEN)_[A-Z_]+' "$file" | sort -u)
  if [[ ${#variants[@]} == 0 ]]; then
    echo "run.sh: $file names no variant" >&2
    exit 2
  fi
  for variant in "${variants[@]}"; do
    [[ -z $only ]] || continue
    printf '%-14s %-36s ' "$model" "${variant# }"
    result=0
    check -O1 "$model" $variant || result=$?
    [[ $result -lt 2 ]] || exit 2
    if [[ $result == 0 ]]; then
      figures
    else
      echo "DOES NOT HOLD"
      (cd "$work" && spin -t -g $variant "$file" | tail -40)
      failed=1
    fi
  done
  found=0 tried=0
  for bug in "${planted[@]}"; do
    [[ -z $only || $only == "$bug" ]] || continue
    tried=$((tried + 1))
    by=
    for variant in "${variants[@]}"; do
      result=0
      check -O0 "$model" $variant "-D$bug" || result=$?
      [[ $result -lt 2 ]] || exit 2
      if [[ $result == 1 ]]; then
        by=$variant
        break
      fi
    done
    if [[ -n $by ]]; then
      found=$((found + 1))
      printf '%-14s   %-34s found%s: %s\n' "$model" "$bug" "$by" \
        "$(sed -n 's/^pan:[0-9]*: \(.*\) (at depth.*/\1/p' "$work/out" | head -1)"
      [[ -z $only ]] || (cd "$work" && spin -t -p -g $by "-D$bug" "$file")
    else
      printf '%-14s   %-34s NOT FOUND\n' "$model" "$bug"
      failed=1
    fi
  done
  echo "$model: $found of $tried planted bugs and states found"
done
exit $failed
