#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What is recorded of programs that wait for their work in many ways, on four of AMD's HIP runtimes:
# by hand, not part of verify.
#
#   tests/waits.sh [--cache FOLDER] [--build FOLDER] [SUITE...]
#
#     SUITE     bookworm (HIP 5.2.3), trixie (5.7.1), sid (6.4.3), experimental (7.2.4); all four
#     --cache   where the roots are kept, those of matrix.sh: ${XDG_CACHE_HOME:-~/.cache}/rocjfr-matrix
#     --build   a plain native build to be taken as it is; native/target/release is brought up to date
#
# A table for each suite. A row is a way to wait and where: on one stream, the null stream, threads'
# own streams, 256 streams, by graphs. Its program submits 200 kernels (512 on 256 streams), and as
# many copies where it waits by copies. A large graph has 14,000 kernels, and is launched twice. The
# last rows copy to a device that is not current, and then synchronise the current one. A column is a
# reader: JFR, roctracer or the rocprofiler-SDK, as
# native/tests/waits/main.cpp and WaitsCheck say. A cell is
#
#   full 200           all that was submitted was delivered: kernels, or kernels+copies
#   150/200 P L        less; but P pieces were pending and L lost as the product counts them, so
#                      that delivered + pending + lost = submitted. Lost of the SDK at an exit is
#                      what it says on standard error, since no callback comes any more
#   150/200 P L full   the same, and the rest was delivered when its threads had ended
#   WRONG 150/200 P L then D P L   that sum was another, at once or in the end
#   FAILED WHY         the program did not end as it should
#   none               this runtime has no such way
#   fails alone        the program fails without a reader, too
#
# Then a service that only copies, recorded by `rocjfr record -d 3s` on Java 17 and 25: what it did,
# what the file has, what the commands say of it. 0 if nothing is wrong or failed.
# Needs: what matrix.sh needs.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix
build=
rebuild=
suites=()
readers=(jfr-stop jfr-exit roctracer-stop roctracer-exit sdk-1ms sdk-100ms sdk-exit)
export SOFTGPU_KERNEL_US=50

while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --build) build=$(cd "${2:?}" && pwd) && shift 2 ;;
    bookworm | trixie | sid | experimental) suites+=("$1") && shift ;;
    *)
      sed -n '8,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
done
((${#suites[@]} > 0)) || suites=(bookworm trixie sid experimental)
if [[ -z $build ]]; then
  build=$top/native/target/release
  "$top/build-support/native.sh" build release >/dev/null
fi
[[ -x $build/bin/waits && -e $top/dist/rocjfr.jar && -d $top/tests/target/test-lib ]] || {
  echo "There is no native build in $build, or no ./mvnw package -DskipTests" >&2
  exit 2
}
. "$top/tests/roots.sh"
export cache top build

java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}
mapfile -t rows < <("$build/bin/waits" list)
declare -A cell
bad=0

# in_suite SUITE SECONDS COMMAND...
in_suite() {
  local suite=$1 seconds=$2
  shift 2
  timeout "$seconds" env -u LD_LIBRARY_PATH bash -c "$(declare -f in_root); in_root \"\$@\"" waits "$suite" "$@" </dev/null
}

# waits SUITE READER [ROW]: the lines of main.cpp, "ROW READER ..."; of one row always one.
waits() {
  local suite=$1 reader=$2 row=${3-} status=0 lines said
  said=$cache/logs/waits-$suite-said.log
  # shellcheck disable=SC2086 # a row is two words
  lines=$(in_suite "$suite" 600 env LD_LIBRARY_PATH="$build/lib/softgpu" \
    SOFTGPU_KERNELS="$build/lib/libtestkernels.so" "$build/bin/waits" "$reader" $row \
    2>"$said") || status=$?
  cat "$said" >>"$cache/logs/waits-$suite.log"
  # What the SDK gives up at an exit, no callback tells any more: it says so on standard error.
  if [[ $reader == sdk-exit && -n $lines ]]; then
    lines+=" $(sed -n 's/.*: \([0-9]*\) records were dropped after its last callback.*/given-up \1/p' "$said")"
  fi
  [[ -z $lines ]] || echo "$lines"
  [[ -z $row || -n $lines ]] || echo "$row $reader FAILED exit code $status"
}

# A cell, of a line's words behind the row and the reader.
judge() {
  local kernels copies now_kernels now_copies pending lost later_kernels later_copies later_pending later_lost
  [[ $1 == submitted ]] || { echo "$*" && return; }
  read -r _ kernels copies _ now_kernels now_copies _ pending _ lost _ later_kernels later_copies _ later_pending _ later_lost <<<"$*"
  if [[ $* =~ given-up\ ([0-9]+) ]]; then
    lost=$((lost + BASH_REMATCH[1])) later_lost=$((${later_lost%% *} + BASH_REMATCH[1]))
  fi
  local all=$kernels got=$now_kernels sum=$((kernels + copies)) now=$((now_kernels + now_copies))
  local in_the_end=$((later_kernels + later_copies)) later=
  ((copies == 0 && now_copies == 0)) || { all+=+$copies && got+=+$now_copies; }
  [[ $got == "$all" ]] || all=$got/$all
  if ((now + pending + lost != sum || in_the_end + later_pending + later_lost != sum)); then
    echo "WRONG $all $pending $lost then $in_the_end $later_pending $later_lost"
  elif ((now == sum)); then
    echo "full $all"
  else
    ((in_the_end < sum)) || later=' full'
    echo "$all $pending $lost$later"
  fi
}

# take SUITE: the cells of lines as of main.cpp.
take() {
  local suite=$1 way place reader words
  while read -r way place reader words; do
    echo "$way $place $reader $words" >>"$cache/logs/waits-$suite.log"
    # shellcheck disable=SC2086
    cell[$suite,$way $place,$reader]=$(judge $words)
  done
}

# All cells of a suite, and the service. A process has all rows of a reader that stops, as far as it
# comes; the others have one each.
fill() {
  local suite=$1 reader row status=0 log=$cache/logs/waits-$1-java.log
  : >"$cache/logs/waits-$suite.log"
  for reader in "${readers[@]}"; do
    [[ $reader == jfr-* ]] && continue
    [[ $reader == *-exit ]] || take "$suite" < <(waits "$suite" "$reader")
    for row in "${rows[@]}"; do
      [[ -n ${cell[$suite,$row,$reader]-} ]] || take "$suite" < <(waits "$suite" "$reader" "$row")
    done
  done
  in_suite "$suite" 7200 env JAVA_HOME="$java_home" ROCJFR_NATIVE="$build" \
    JAVA_OPTIONS="-Drocjfr.waits=$(IFS=, && echo "${rows[*]// /;}")" "$top/tests/it.sh" WaitsCheck >"$log" 2>&1 || status=$?
  take "$suite" < <(grep -E '^[^ ]+ [^ ]+ jfr-(stop|exit) ' "$log")
  grep '^service ' "$log" | sed "s/^/$suite: /"
  ((status == 0)) || { bad=$((bad + 1)) && echo "$suite: WaitsCheck FAILED, see $log"; }
  for row in "${rows[@]}"; do
    [[ "${cell[$suite,$row,jfr-stop]-}${cell[$suite,$row,roctracer-stop]-}" == *FAILED* ]] || continue
    [[ $(waits "$suite" untraced "$row") == *FAILED* ]] || continue
    for reader in "${readers[@]}"; do
      [[ ${cell[$suite,$row,$reader]-} != FAILED* ]] || cell[$suite,$row,$reader]='fails alone'
    done
  done
}

print() {
  local suite=$1 row reader text
  printf '\n%-40s' "$suite"
  printf '| %-18s' "${readers[@]}"
  for row in "${rows[@]}"; do
    printf '\n%-40s' "$row"
    for reader in "${readers[@]}"; do
      text=${cell[$suite,$row,$reader]-FAILED no line}
      printf '| %-18s' "$text"
      [[ $text != *WRONG* && $text != *FAILED* ]] || bad=$((bad + 1))
    done
  done
  echo
}

mkdir -p "$cache/logs"
for suite in "${suites[@]}"; do
  # shellcheck disable=SC2046 # the words are packages
  make_root "$suite" $(hip_packages "$suite")
  fill "$suite"
  print "$suite"
done
((bad == 0)) || { echo "$bad cells or checks are wrong or failed" && exit 1; }
