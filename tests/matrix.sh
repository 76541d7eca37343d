#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The tests on four of AMD's HIP runtimes, as Debian packages them: by hand, not part of verify.
#
#   tests/matrix.sh [--cache FOLDER] [--build FOLDER] [--rebuild] [--only TEST,...] [SUITE...]
#
#     SUITE     bookworm (HIP 5.2.3), trixie (5.7.1), sid (6.4.3), experimental (7.2.4); all four
#     --cache   where the roots are kept: ${XDG_CACHE_HOME:-~/.cache}/rocjfr-matrix
#     --build   a plain native build to be taken as it is; native/target/release is brought up to date
#     --rebuild fetches and unpacks the roots again: sid and experimental move
#     --only    runs these native tests, and nothing else: roctracer_hip_test,...
#
# For each suite a root of unpacked Debian packages is made (some 70 MB to fetch, 300 MB to keep; no
# maintainer script runs, nothing is installed on this machine), and the binaries of the native
# build run in it, by unshare and chroot. Packages come from the mirror that this machine's apt
# uses. Some of the whole-system tests run too, the demo's among them, on this machine's JDKs. Ends
# with a table, and with each test that was skipped, where and why: of a runtime that lacks what it
# is about. 0 if nothing failed: what is not built has.
# Needs: ./mvnw package -DskipTests; apt, dpkg, unshare, chroot; root, or unprivileged user
# namespaces.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix
build=
rebuild=
only=
suites=()
all_suites=(bookworm trixie sid experimental)

usage() {
  sed -n '7,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --build) build=$(cd "${2:?}" && pwd) && shift 2 ;;
    --rebuild) rebuild=yes && shift ;;
    --only) only=${2:?} && shift 2 ;;
    bookworm | trixie | sid | experimental) suites+=("$1") && shift ;;
    *) usage ;;
  esac
done
((${#suites[@]} > 0)) || suites=("${all_suites[@]}")
if [[ -z $build ]]; then # package makes what ships, and leaves the tests as they were
  build=$top/native/target/release
  "$top/build-support/native.sh" build release >/dev/null
fi
[[ -x $build/bin/tracer_hip_test ]] || {
  echo "There is no native build in $build" >&2
  exit 2
}

# --- roots --------------------------------------------------------------------------------------

. "$top/tests/roots.sh"

# --- tests --------------------------------------------------------------------------------------

tests=(tracer_unit_test tracer_stub_test tracer_unload_test tracer_hip_test
  roctracer_stub_test roctracer_hip_test
  rocprofiler_unit_test rocprofiler_stub_test rocprofiler_hip_test
  hsa_test hsa_sdk_test softgpu_hsa_test softgpu_hip_test opencl_stub_test opencl_hip_test)
jvm_tests=(DemoIT MixedLoadIT CorrelationIT OrderIT ResultsIT SeveralGpusIT)
# Where AMD's OpenCL is.
opencl_tests=(opencl_pocl_test)
opencl_jvm_tests=(OpenClIT OpenClLoadIT)
[[ -z $only ]] || IFS=, read -r -a tests <<<"$only"
java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}
declare -A cell=() skipped=()
failures=0

# Reads a log into "P passed[, F failed][, S skipped]": from the tracer's own closing line or
# GoogleTest's. A program that did not end with success has failed, whatever it printed.
verdict() {
  local status=$1 log=$2 passed failed skipped
  if read -r passed failed skipped < <(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$log" | tail -n 1); then
    :
  else
    passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log")
    failed=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p' "$log")
    skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$log")
  fi
  passed=${passed:-0} failed=${failed:-0} skipped=${skipped:-0}
  if ((status != 0 && failed == 0)); then
    echo "FAILED (status $status)"
  elif ((failed > 0)); then
    echo "$passed passed, $failed FAILED"
  elif ((passed == 0)); then
    echo "FAILED (no test ran)"
  elif ((skipped > 0)); then
    echo "$passed passed, $skipped skipped"
  else
    echo "$passed passed"
  fi
}

# The tests that a log says were skipped, "TEST: WHY" each. Of the tracer's own runner the reason is
# the line behind; GoogleTest says it before, JUnit behind the test in its tree, which stands below
# its method where it ran on several JDKs.
skips() {
  awk 'name != "" { print name ": " (/^ / ? substr($0, 9) : ""); name = "" }
    /^skipped [^ ]+$/ { name = $2 }
    /: Skipped$/ { getline why; next }
    /^\[  SKIPPED \] .* \([0-9]+ ms\)$/ { sub(/,$/, "", $4); print $4 ": " why; why = "" }
    / (\[(OK|X|A)\]|✔|✘|■)/ { sub(/^[^[:alnum:]]+/, "") }
    /^[^ ]+\([^ ]*\) (\[OK\]|✔)$/ { method = $1 " " }
    / (\[A\]|■) / {
      if ($1 ~ /\)$/) method = ""
      sub(/ (\[A\]|■) (Assumption failed: )?/, ": ")
      print method $0
    }' "$1"
}

# fail SUITE NAME TEXT
fail() {
  cell[$1,$2]="FAILED ($3)"
  printf '%-13s %-22s %s\n' "$1" "$2" "${cell[$1,$2]}"
  failures=$((failures + 1))
}

# run SUITE NAME COMMAND...
run() {
  local suite=$1 name=$2 log=$cache/logs/$1-$2.log status=0 named=0 test
  shift 2
  timeout 900 env -u LD_LIBRARY_PATH bash -c "$(declare -f in_root); in_root \"\$@\"" matrix "$suite" "$@" \
    >"$log" 2>&1 </dev/null || status=$?
  cell[$suite,$name]=$(verdict "$status" "$log")
  while IFS= read -r test; do
    skipped["$name $test"]+=" $suite"
    named=$((named + 1))
  done < <(skips "$log")
  if [[ ${cell[$suite,$name]} =~ ([0-9]+)\ skipped$ ]] && ((named < BASH_REMATCH[1])); then
    cell[$suite,$name]="FAILED ($named of ${BASH_REMATCH[1]} skipped tests are named)"
  fi
  printf '%-13s %-22s %s\n' "$suite" "$name" "${cell[$suite,$name]}"
  [[ ${cell[$suite,$name]} != *FAILED* ]] || { failures=$((failures + 1)) && echo "              see $log"; }
}

native_tests() {
  local suite=$1 name kernels
  shift
  for name; do
    if [[ ! -x $build/bin/$name ]]; then
      fail "$suite" "$name" 'not built'
      continue
    fi
    # The software GPU's own tests and HSA's bring their kernels.
    kernels=$build/lib/libtestkernels.so
    [[ $name == softgpu_* || $name == hsa_* ]] && kernels=
    run "$suite" "$name" env LD_LIBRARY_PATH="$build/lib/softgpu" ${kernels:+SOFTGPU_KERNELS="$kernels"} \
      "$build/bin/$name"
  done
}

# Whole-system tests, each on Java 17 and on Java 25 where this machine has it (JAVA25_HOME).
run_in_jvm() {
  local suite=$1 name
  shift
  for name; do
    if [[ ! -e $top/dist/rocjfr.jar || ! -d $top/tests/target/test-lib ]]; then
      fail "$suite" "$name" 'not built'
    else
      run "$suite" "$name" env JAVA_HOME="$java_home" ROCJFR_NATIVE="$build" "$top/tests/it.sh" "$name"
    fi
  done
}

# In a JVM with the agent whose roctracer and SDK libraries are in use: HIP, and ours once more as a
# program's own. All want static thread-local storage, of which there is little.
load_all() {
  if [[ ! -e $top/dist/rocjfr.jar || ! -e $top/tests/target/demo.jar ]]; then
    fail "$1" load_all 'not built'
    return
  fi
  # shellcheck disable=SC2016
  run "$1" load_all sh -c '"$@" /usr/lib/x86_64-linux-gnu/libamdhip64.so.? && echo "1 passed, 0 failed, 0 skipped"' sh \
    "$java_home/bin/java" -javaagent:"$top/dist/rocjfr.jar" -cp "$top/tests/target/demo.jar" io.rocjfr.load.WithoutHip \
    "$top"/dist/lib/libroc{tracer64,tx64}.so.4 "$top/dist/lib/rocprofiler-sdk/librocprofiler-sdk.so.1"
}

mkdir -p "$cache/logs"
export cache top build
for suite in "${suites[@]}"; do
  # shellcheck disable=SC2046 # the words are packages
  make_root "$suite" $(hip_packages "$suite")
  native_tests "$suite" "${tests[@]}"
  [[ -z $only ]] || continue
  run_in_jvm "$suite" "${jvm_tests[@]}"
  load_all "$suite"
  [[ $(hip_packages "$suite") == *opencl* ]] || continue
  if [[ ! -e $cache/roots/$suite/etc/OpenCL/vendors/amdocl64.icd ]]; then
    fail "$suite" "${opencl_tests[0]}" 'an older root: --rebuild'
    continue
  fi
  native_tests "$suite" "${opencl_tests[@]}"
  run_in_jvm "$suite" "${opencl_jvm_tests[@]}"
done

echo
printf '%-22s' ''
printf '| %-24s' "${suites[@]}"
echo
rows=("${tests[@]}")
[[ -n $only ]] || rows+=("${jvm_tests[@]}" load_all "${opencl_tests[@]}" "${opencl_jvm_tests[@]}")
for name in "${rows[@]}"; do
  printf '%-22s' "$name"
  for suite in "${suites[@]}"; do printf '| %-24s' "${cell[$suite,$name]-}"; done
  echo
done
if ((${#skipped[@]} > 0)); then
  printf '\nSkipped, by what they say:\n'
  for test in "${!skipped[@]}"; do echo "$test (${skipped[$test]# })"; done | sort
fi
((failures == 0))
