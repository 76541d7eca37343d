#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Whole-system tests on JDKs that this machine may not have, of Debian sid: by hand, not part of verify.
#
#   tests/jdks.sh [--cache FOLDER] [--build FOLDER] [--rebuild] [--tests "TEST..."] [VERSION...]
#
#     VERSION   of JDKs, such as 27; each that sid has and that is no 17 or 25
#     --tests   as for it.sh; VirtualThreadsIT, LaunchSitesIT, UnknownVirtualThreadsIT, CorrelationIT
#     --cache   where the root is kept: ${XDG_CACHE_HOME:-~/.cache}/rocjfr-matrix/jdks
#     --build   the plain native build: native/target/release
#     --rebuild fetches and unpacks the root again
#
# After ./mvnw package -DskipTests. A root of Debian packages is made as for matrix.sh, with HIP 6.4.3
# and the JDKs (some 2 GB); a JDK 17 of this machine runs the tests. Tests that run on each JDK run on
# the one that is asked for, too. JAVA_OPTIONS as for it.sh: -Drocjfr.requests=1000
# -Drocjfr.parked=50000 for the whole load. Ends with 1 if a test failed on one of them.
# With --benchmark NAME VERSION, arguments of JMH follow: what a benchmark says there, with the agent.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix/jdks
build=$top/native/target/release
rebuild=
benchmark=
tests="VirtualThreadsIT LaunchSitesIT UnknownVirtualThreadsIT CorrelationIT"
while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --build) build=$(cd "${2:?}" && pwd) && shift 2 ;;
    --rebuild) rebuild=yes && shift ;;
    --tests) tests=${2:?} && shift 2 ;;
    --benchmark) benchmark=${2:?} && shift 2 && break ;;
    -*) sed -n '7,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
    *) break ;;
  esac
done
[[ -e $top/dist/rocjfr.jar && -d $top/tests/target/test-lib ]] || {
  echo "There is no build in $top/dist: ./mvnw package -DskipTests makes it" >&2
  exit 2
}
source "$top/build-support/packages.sh"
jdk=$(find_jdk)
# Not all of /usr/lib/jvm, in which the root's JDKs are.
root_jdks="$jdk /etc/java-*-openjdk"
. "$top/tests/roots.sh"
export top build cache root_jdks
# apt takes the last word for a pattern: all that sid has, but 17 and 25.
# shellcheck disable=SC2046 # the words are packages
make_root sid $(hip_packages sid) '^openjdk-(21|2[6-9]|[3-9][0-9])-jdk-headless$'
# Where a JDK lies in the root.
home() {
  echo "/usr/lib/jvm/java-$1-openjdk-amd64"
}
if [[ -n $benchmark ]]; then
  version=${1:?} && shift
  in_root sid env -u LD_LIBRARY_PATH "$(home "$version")/bin/java" -javaagent:"$top/dist/rocjfr.jar" \
    -jar "$top/tests/benchmarks/target/benchmarks.jar" "$benchmark" "$@"
  exit
fi
# shellcheck disable=SC2046
(($# > 0)) || set -- $(cd "$cache/roots/sid/usr/lib/jvm" && printf '%s\n' java-*-openjdk-amd64 |
  sed -n 's/^java-\([0-9]*\)-.*/\1/p' | grep -vx -e 17 -e 25 | sort -n)
# There is no Go in the root to build a collector with.
if [[ $tests == *Otel* ]] && collector=$("$top/tests/collector/collector.sh"); then
  cp "$collector" "$top/tests/target/otelcol"
  export OTELCOL=$top/tests/target/otelcol
fi
failed=
for version in "$@"; do
  [[ -x $cache/roots/sid$(home "$version")/bin/java ]] || {
    echo "jdks.sh: the root has no JDK $version; --rebuild fetches what sid has today" >&2
    exit 2
  }
  in_root sid "$(home "$version")/bin/java" -version
  # shellcheck disable=SC2086 # the words are tests
  in_root sid env -u LD_LIBRARY_PATH -u JAVA25_HOME JAVA_HOME="$jdk" ROCJFR_JDK="$version" \
    "JAVA${version}_HOME=$(home "$version")" ROCJFR_NATIVE="$build" "$top/tests/it.sh" $tests ||
    failed+=" $version"
done
[[ -z $failed ]] || { echo "jdks.sh: tests failed on JDK$failed" >&2 && exit 1; }
