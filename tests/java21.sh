#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Whole-system tests on Java 21, of which Debian trixie has a JDK: by hand, not part of verify.
#
#   tests/java21.sh [--cache FOLDER] [--build FOLDER] [--rebuild] [TEST...]
#
#     TEST      as for it.sh; VirtualThreadsIT
#     --cache   where the root is kept: ${XDG_CACHE_HOME:-~/.cache}/rocjfr-matrix/java21
#     --build   the plain native build: native/target/release
#     --rebuild fetches and unpacks the root again
#
# After ./mvnw package -DskipTests. A root of Debian packages is made as for matrix.sh, with HIP 5.7.1
# and the JDK (some 1 GB); a JDK 17 of this machine runs the tests. Tests that run on each JDK run on
# Java 21, too. JAVA_OPTIONS as for it.sh: -Drocjfr.requests=1000 -Drocjfr.parked=50000 for the
# whole load.
# With --benchmark NAME, arguments of JMH follow: what a benchmark says on Java 21, with the agent.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix/java21
build=$top/native/target/release
rebuild=
benchmark=
while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --build) build=$(cd "${2:?}" && pwd) && shift 2 ;;
    --rebuild) rebuild=yes && shift ;;
    --benchmark) benchmark=${2:?} && shift 2 && break ;;
    -*) sed -n '7,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
    *) break ;;
  esac
done
[[ -e $top/dist/rocjfr.jar && -d $top/tests/target/test-lib ]] || {
  echo "There is no build in $top/dist: ./mvnw package -DskipTests makes it" >&2
  exit 2
}
source "$top/build-support/packages.sh"
jdk=$(find_jdk)
# Not all of /usr/lib/jvm, in which the root's JDK is.
root_jdks="$jdk /etc/java-*-openjdk"
. "$top/tests/roots.sh"
export top build cache root_jdks
# shellcheck disable=SC2046 # the words are packages
make_root trixie $(hip_packages trixie) openjdk-21-jdk-headless
java21=/usr/lib/jvm/java-21-openjdk-amd64
in_root trixie "$java21/bin/java" -version
if [[ -n $benchmark ]]; then
  in_root trixie env -u LD_LIBRARY_PATH "$java21/bin/java" -javaagent:"$top/dist/rocjfr.jar" \
    -jar "$top/tests/benchmarks/target/benchmarks.jar" "$benchmark" "$@"
  exit
fi
(($# > 0)) || set -- VirtualThreadsIT
# There is no Go in the root to build a collector with.
if [[ $* == *Otel* ]] && collector=$("$top/tests/collector/collector.sh"); then
  cp "$collector" "$top/tests/target/otelcol"
  export OTELCOL=$top/tests/target/otelcol
fi
in_root trixie env -u LD_LIBRARY_PATH -u JAVA25_HOME JAVA_HOME="$jdk" JAVA21_HOME="$java21" \
  ROCJFR_NATIVE="$build" "$top/tests/it.sh" "$@"
