#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The main job, from a HIP call to JDK Flight Recorder: builds what is missing, runs a Java program
# on the GPU with the agent, records it with jcmd and shows what the recording says.
#   demo.sh [--gpu real|software] [--iterations N]
# --gpu         real: ROCm's HIP on the GPU. software: HIP on a software GPU, on the CPU.
#               Default: real where ROCm is installed and /dev/kfd is there.
# --iterations  how many matrices to transpose (100)
# The JDK (17 or later) is JAVA_HOME's, else an installed one. Nothing is written outside this folder but
# temporary files and, where root runs it, missing Debian packages.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source build-support/packages.sh

# Relative to this folder, which is the demo's, too: jcmd takes them as they are.
recording=target/demo.jfr
settings=dist/rocjfr.jfc
stamp=target/demo.built
build_log=target/demo-build.log
native=$PWD/native/target/release/lib
demo=tests/target/demo.jar
name=gpu # of the recording, for jcmd
gpu=
iterations=100
demo_pid=
builder=

bold= dim= plain=
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
  bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'
fi

step() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

fail() {
  printf 'demo.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

usage() { sed -n '5,12s/^# \{0,1\}//p' demo.sh; }

while (($#)); do
  case $1 in
    -h | --help)
      usage
      exit
      ;;
    --gpu | --iterations)
      (($# >= 2)) || fail "$1 lacks its value" 2
      if [[ $1 == --gpu ]]; then gpu=$2; else iterations=$2; fi
      shift
      ;;
    *)
      usage >&2
      fail "unknown argument: $1" 2
      ;;
  esac
  shift
done
[[ $gpu =~ ^(|real|software)$ ]] || fail "--gpu must be real or software, not $gpu" 2
[[ $iterations =~ ^[1-9][0-9]{0,5}$ ]] || fail "--iterations must be 1 to 999999, not $iterations" 2

# Runs jcmd on the demo, and shows the command as the user would type it.
run_jcmd() {
  local output
  printf '%s$ jcmd %s %s%s\n' "$dim" "$demo_pid" "$*" "$plain"
  if ! output=$("$JAVA_HOME/bin/jcmd" "$demo_pid" "$@" 2>&1) || [[ $output == *xception* ]]; then
    fail "jcmd failed:"$'\n'"$output"
  fi
}

# Shows what the demo prints until a line that begins with $1, or until it ends.
show_until() {
  local line
  while IFS= read -r -t 300 -u "$demo_out" line; do
    [[ $line != "$1"* ]] || return 0
    [[ $line == rocjfr-demo-result* ]] || printf '  %s\n' "$line"
  done
  return 1
}

# The demo ended, or hangs, where it should not.
demo_failed() {
  local status=0
  kill "$demo_pid" 2>/dev/null || true
  wait "$demo_pid" || status=$?
  fail "the program ended early with status $status. Its message is above"
}

clean_up() {
  [[ -z $builder ]] || kill "$builder" 2>/dev/null || true
  if [[ -n $demo_pid ]] && kill -0 "$demo_pid" 2>/dev/null; then
    kill "$demo_pid" 2>/dev/null || true
    wait "$demo_pid" 2>/dev/null || true
  fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# --- Build ---
ensure_packages
JAVA_HOME=$(find_jdk)
export JAVA_HOME
java_major=$(jdk_major "$JAVA_HOME")

is_built() {
  [[ -e $stamp && -e dist/rocjfr.jar && -e dist/rocjfr.jfc && -e $demo && -e $native/libtestkernels.so ]] || return 1
  [[ -z $(find pom.xml build-support figures native jfr-events jmc-plugin otel-exporter distribution tests -name target -prune -o \
    -type f -newer "$stamp" -print -quit) ]]
}
# What the build is at, as Maven says: "rocjfr native [3/20]".
build_step() {
  sed -n 's/^\[INFO\] Building \(rocjfr[^0-9]*\) [0-9][^ ]* *\(\[.*\]\)$/\1 \2/p' "$build_log" | tail -n 1
}
# Runs the build in the background; says how long it takes and what it is at: on a terminal in one line, elsewhere in a
# line whenever it goes on, and every half minute.
build() {
  local status=0 step='' now next=0
  mkdir -p "${build_log%/*}"
  touch "$stamp.begun"
  : >"$build_log" # what was said of the last build is not of this one
  ./mvnw -B -DskipTests package >"$build_log" 2>&1 &
  builder=$!
  SECONDS=0
  while kill -0 "$builder" 2>/dev/null; do
    now=$(build_step)
    if [[ -t 1 ]]; then
      printf '\r\e[K  %d s  %s' "$SECONDS" "$now"
    elif [[ $now != "$step" ]] || ((SECONDS >= next)); then
      printf '  %4d s  %s\n' "$SECONDS" "${now:-starting}"
      next=$((SECONDS + 30))
    fi
    step=$now
    sleep 1
  done
  wait "$builder" || status=$?
  builder=
  [[ ! -t 1 ]] || printf '\r\e[K'
  if ((status)); then
    tail -n 40 "$build_log" >&2
    fail "the build failed. Its output is in $build_log"
  fi
  printf '  done in %d s\n' "$SECONDS"
  mv "$stamp.begun" "$stamp" # what was saved during the build is newer
}
if ! is_built; then
  step "Building rocjfr (some minutes the first time). The output is in $build_log"
  build
fi

# --- The HIP runtime and the GPU ---
rocm=$(find_rocm) || rocm=
if [[ -z $gpu ]]; then
  if [[ -n $rocm && -e /dev/kfd ]]; then gpu=real; else gpu=software; fi
fi
library_path=${rocm:+$rocm/lib}
if [[ $gpu == software ]]; then
  library_path=$native/softgpu${library_path:+:$library_path}
  export SOFTGPU_KERNELS=$native/libtestkernels.so
fi
export LD_LIBRARY_PATH=$library_path${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# --- Run ---
# LLVM, inside hiprtc, has handlers of its own for signals that the JVM uses, at which it removes the
# files that it is working on. With the JDK's libjsig the JVM's come first; JFR's sampler, which
# libjsig leaves out, gets a signal that LLVM does not use. docs/troubleshooting.md has it.
variables=("LD_PRELOAD=$JAVA_HOME/lib/libjsig.so" _JAVA_SR_SIGNUM=50)
step "A Java program on the GPU (Java $java_major, $gpu GPU), with the agent"
options=(-javaagent:dist/rocjfr.jar)
if ((java_major >= 22)); then
  options+=(--enable-native-access=ALL-UNNAMED) # for the program's own JNA
fi
printf '%s$ %s java %s -jar %s%s\n' "$dim" "${variables[*]}" "${options[*]}" "$demo" "$plain"
coproc DEMO { exec env "${variables[@]}" "$JAVA_HOME/bin/java" "${options[@]}" -jar "$demo" --wait --iterations "$iterations"; }
demo_pid=$DEMO_PID
# Bash closes the pair as soon as the program ends; these stay, for its last lines.
exec {demo_out}<&"${DEMO[0]}" {demo_in}>&"${DEMO[1]}"
show_until 'ready:' || demo_failed

step 'Recording it'
run_jcmd JFR.start "name=$name" settings=default "settings=$settings"
echo >&"$demo_in"
show_until 'done:' || demo_failed
rm -f "$recording"
run_jcmd JFR.dump "name=$name" "filename=$recording"
[[ -s $recording ]] || fail "jcmd wrote no recording to $recording"

echo >&"$demo_in"
show_until 'never' || true
status=0
wait "$demo_pid" || status=$?
demo_pid=
((status == 0)) || fail "the program failed with status $status. Its message is above"

# --- Show ---
step 'What the recording says'
printf '%s$ java -jar dist/rocjfr.jar summary %s%s\n\n' "$dim" "$recording" "$plain"
"$JAVA_HOME/bin/java" -jar dist/rocjfr.jar summary "$recording"

step 'What to do next'
cat <<EOF
  Open the recording in JDK Mission Control:  $PWD/$recording
  The same numbers for a script:              java -jar dist/rocjfr.jar summary --json $recording
  Single events:                              jfr print --events rocjfr.KernelDispatch $recording
  Whether this machine has all it takes:      java -jar dist/rocjfr.jar check

  A program of your own:
    java -javaagent:$PWD/dist/rocjfr.jar ...   (or, if it runs already: java -jar dist/rocjfr.jar attach PID)
    jcmd PID JFR.start name=gpu settings=default settings=$PWD/$settings
    jcmd PID JFR.dump name=gpu filename=gpu.jfr
EOF
