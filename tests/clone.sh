#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The build from a clean clone with an empty local repository of Maven, and that each way of building takes the native
# library that belongs to the sources: by hand, not part of verify.
#
#   tests/clone.sh [--mvn MVN] [FOLDER]
#
#     --mvn    another Maven than the machine's, for example one of 3.9
#     FOLDER   where the clone is made, and kept; a temporary folder that is removed
#
# Runs one after the other, each after a line was added to native/core: ./mvnw -pl jfr-events/agent -am test,
# ./mvnw -pl jfr-events/bundle -am package, ./mvnw verify, and CMake alone with a program that finds what it
# installed. Looks for that line's symbol in each library that these make. Takes half an hour.
# Needs: what the build needs, nm and unzip.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mvn=
folder=
while (($# > 0)); do
  case $1 in
    --mvn) mvn=$(readlink -f "${2:?}") && shift 2 ;;
    -*) sed -n '7,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
    *) folder=$1 && shift ;;
  esac
done
if [[ -z $folder ]]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"
folder=$(readlink -f "$folder")
[[ -z $mvn ]] || export PATH=${mvn%/*}:$PATH
git clone -q "$top" "$folder/rocjfr"
cd "$folder/rocjfr"
touched=0
results=

# touch_core: one more line in native/core, whose symbol each library has to have from now on.
touch_core() {
  touched=$((touched + 1))
  symbol=rocjfr_touched_$touched
  echo "extern \"C\" __attribute__((visibility(\"default\"), used)) const int $symbol = $touched;" >>native/core/abi/core.cpp
}
# expect LIBRARY | expect JAR: it has the symbol.
expect() {
  local file=$1
  if [[ $1 == *.jar ]]; then
    file=$folder/from-jar.so
    unzip -p "$1" inst/native/linux-x86-64/librocjfr.so >"$file"
  fi
  if nm -D "$file" | grep -q " $symbol$"; then
    results+="  $1 has $symbol"$'\n'
  else
    echo "clone.sh: $1 is of older sources: it lacks $symbol" >&2
    exit 1
  fi
}
run() {
  local log=$folder/${*//[^a-zA-Z0-9]/-}.log
  echo "$*" >&2
  SECONDS=0
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    cp "$log" "${TMPDIR:-/tmp}/clone-failed.log"
    echo "clone.sh: $* failed; the whole output is in ${TMPDIR:-/tmp}/clone-failed.log" >&2
    exit 1
  fi
  results+=$(printf '%-50s %d:%02d' "$*" $((SECONDS / 60)) $((SECONDS % 60)))$'\n'
}

repository=-Dmaven.repo.local=$folder/repository
touch_core
run ./mvnw -B "$repository" -pl jfr-events/agent -am test
expect native/target/release/lib/librocjfr.so
expect native/target/classes/inst/native/linux-x86-64/librocjfr.so
touch_core
run ./mvnw -B "$repository" -pl jfr-events/bundle -am package
expect jfr-events/bundle/target/rocjfr.jar
touch_core
run ./mvnw -B "$repository" verify
expect dist/rocjfr.jar
expect dist/lib/librocjfr.so
touch_core
cd native
run cmake --preset release
run cmake --build --preset release
run cmake --install target/release --prefix "$folder/installed"
expect "$folder/installed/lib/librocjfr.so"
mkdir "$folder/program"
cat >"$folder/program/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(program C)
find_package(roctracer REQUIRED)
find_package(roctx REQUIRED)
add_executable(program program.c)
target_link_libraries(program roctracer::roctracer roctx::roctx)
END
cat >"$folder/program/program.c" <<'END'
#include <roctracer.h>
#include <roctx.h>
#include <stdio.h>
int main(void) {
  roctxMarkA("mark");
  printf("roctracer %u.%u\n", roctracer_version_major(), roctracer_version_minor());
  return 0;
}
END
run cmake -S "$folder/program" -B "$folder/program/build" -DCMAKE_PREFIX_PATH="$folder/installed"
run cmake --build "$folder/program/build"
run "$folder/program/build/program"
printf '%s, %s\n%s' "$(git rev-parse --short HEAD)" "$(mvn --version | sed -n 1p)" "$results"
