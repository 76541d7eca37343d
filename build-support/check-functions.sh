#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Names the product's sources that list functions of HIP or OpenCL beside the catalogue
# (native/catalogue), and fails. A list is four or more names in one file, comments left out, or a rule
# that goes by a part of a name. The files below name functions for another reason.
#   check-functions.sh [FOLDER]   FOLDER: in place of the whole project
set -euo pipefail
export LC_ALL=C
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "${1:-$top}"

# They are called, or wrapped, by name; globs of settings; advice.
other_reasons='
./native/core/runtime/runtime.cpp
./native/opencl/behave.cpp
./native/opencl/behave.h
./native/opencl/functions.h
./native/opencl/work.cpp
./jfr-events/agent/src/main/java/io/rocjfr/event/LaunchSiteOperationsSetting.java
./jfr-events/agent/src/main/java/io/rocjfr/event/ResultsSetting.java
./jfr-events/agent/src/main/resources/rocjfr-default.jfc
./jfr-events/agent/src/main/resources/rocjfr.jfc
./jfr-events/cli/src/main/java/io/rocjfr/cli/selftest/program/Copies.java
./jfr-events/cli/src/main/java/io/rocjfr/cli/selftest/program/HipProgram.java
./jfr-events/cli/src/main/java/io/rocjfr/cli/selftest/program/Kernels.java
./jfr-events/cli/src/main/java/io/rocjfr/cli/selftest/program/OpenClProgram.java
./jfr-events/cli/src/main/java/io/rocjfr/cli/selftest/program/Scenarios.java
./jmc-plugin/rules/src/main/java/io/rocjfr/jmc/rules/AllocationChurnRule.java
./jmc-plugin/rules/src/main/java/io/rocjfr/jmc/rules/IdleWhileHostWaitsRule.java
./jmc-plugin/rules/src/main/java/io/rocjfr/jmc/rules/SynchronisationStallsRule.java
'

bad=$(find . \( -name target -o -name dist -o -name .git -o -name node_modules -o -path ./native/catalogue \
  -o -path ./native/tests -o -path ./native/softgpu -o -path ./native/benchmarks -o -path ./native/samples \
  -o -path ./native/fuzz -o -path ./native/portable -o -path ./tests -o -path '*/src/test' \) -prune -o -type f \
  \( -name '*.h' -o -name '*.hpp' -o -name '*.inc' -o -name '*.c' -o -name '*.cpp' -o -name '*.java' \
  -o -name '*.js' -o -name '*.jfc' -o -name '*.txt' -o -name '*.xml' -o -name '*.html' -o -name '*.py' \
  -o -name '*.sh' -o -name '*.awk' -o -name '*.cmake' -o -name '*.properties' -o -name '*.json' \) -print0 | sort -z |
  xargs -0 -r awk -v reasons="$other_reasons" '
  function flush() {
    if (count >= 4 && !(file in allowed)) printf "  %s: %d functions: %s, ...\n", file, count, first
    count = 0
    first = ""
    split("", seen)
  }
  BEGIN { split(reasons, list, "\n"); for (i in list) allowed[list[i]] = 1 }
  FILENAME ~ /native\/catalogue\/(hip|opencl)\.txt$/ {
    if ($0 ~ /^_*(hip|cl)[A-Z]/) names[$1] = 1
    next
  }
  FNR == 1 { flush(); file = FILENAME; inside = 0 }
  {
    line = $0
    if (file !~ /\.(txt|jfc)$/) {
      if (inside && !sub(/^.*\*\//, "", line)) next
      inside = 0
      while (from = index(line, "/*")) {
        rest = substr(line, from + 2)
        to = index(rest, "*/")
        if (to == 0) break
        line = substr(line, 1, from - 1) " " substr(rest, to + 2)
      }
      if (sub(/\/\*.*$/, "", line)) inside = 1
      sub(/(^|[^:])\/\/.*$/, "", line)
    }
    if (line ~ /(strstr|strncmp|contains|startsWith|endsWith|indexOf|find|matches|compile|test)\(.*"[^" ]*(hip[A-Z]|Launch|Memcpy|Memset|Malloc|Synchronize|Enqueue)[^" ]*"/ ||
        line ~ /\/[A-Za-z|(]*(Synchronize|Launch|Memcpy|Mem\(cpy|Malloc)[A-Za-z|()]*\//) {
      printf "  %s:%d: a rule by a part of a name\n", FILENAME, FNR
    }
    while (match(line, /_*(hip|cl)[A-Z][A-Za-z0-9_]*/)) {
      word = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      if (word in names && !(word in seen)) {
        seen[word] = 1
        if (count++ < 3) first = first (first == "" ? "" : ", ") word
      }
    }
  }
  END { flush() }' "$top/native/catalogue/hip.txt" "$top/native/catalogue/opencl.txt")
if [[ -n $bad ]]; then
  printf 'Lists of functions outside native/catalogue:\n%s\n' "$bad" >&2
  exit 1
fi
