#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What dist/ holds on a system with an old glibc (Debian bullseye's, 2.31): by hand, not part of verify.
#
#   tests/oldglibc.sh [--cache FOLDER] [--rebuild]
#
#     --cache   where the root is kept: ${XDG_CACHE_HOME:-~/.cache}/rocjfr-matrix
#     --rebuild fetches and unpacks the root again
#
# After ./mvnw package -DskipTests. A root of Debian packages is made as for matrix.sh (some 350 MB).
# In it run, without HIP: each library by itself, loaded by a program that was linked on that system or
# later; a JVM with the agent, whose recording, roctracer callback and SDK buffer get the same roctx
# ranges, on bullseye's Java 17 and on this machine's Java 25 where there is one. All that the agent's
# jar brings is looked at, JNA's library too. Ends with a table; 0 if nothing failed.
# Needs: what matrix.sh needs, and unzip or a JDK.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-matrix
build=$top/dist # what is seen in the root beside the tree
rebuild=
while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --rebuild) rebuild=yes && shift ;;
    *) sed -n '7,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
  esac
done
[[ -e $top/dist/rocjfr.jar && -e $top/tests/target/demo.jar ]] || {
  echo "There is no build in $top/dist: ./mvnw package -DskipTests makes it" >&2
  exit 2
}
root_jdks=
for folder in ${JAVA25_HOME:-} /usr/lib/jvm/*25*; do
  [[ -x $folder/bin/java && ! -L $folder ]] || continue
  root_jdks=$folder
  break
done
. "$top/tests/roots.sh"

lines=()
failures=0
# run NAME COMMAND...
run() {
  local name=$1 log=$cache/logs/bullseye-${1// /-}.log status=0
  shift
  timeout 300 bash -c "$(declare -f in_root); \"\$@\"" run "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status == 0)); then
    lines+=("$(printf '%-44s%s' "$name" "$(tail -n 1 "$log" | grep -v '^$' || echo passed)")")
  else
    lines+=("$(printf '%-44sFAILED (status %s), see %s' "$name" "$status" "$log")")
    failures=$((failures + 1))
  fi
  echo "${lines[-1]}"
}

mkdir -p "$cache/logs"
export top build cache root_jdks
make_root bullseye openjdk-17-jre-headless
glibc=$(in_root bullseye ldd --version | sed -n '1s/.* //p')

# All that is native in the agent's jar.
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
(cd "$unpacked" && { unzip -q "$top/dist/rocjfr.jar" || jar -xf "$top/dist/rocjfr.jar"; })
mapfile -t bundled < <(find "$unpacked" -name '*.so*' -type f | sort)
run "${#bundled[@]} libraries of rocjfr.jar: readelf" \
  "$top/native/portable/check_libraries.sh" "${bundled[@]/%/=}"

libraries=("$top"/dist/lib/librocjfr.so "$top"/dist/lib/libroctracer64.so.4 "$top"/dist/lib/libroctx64.so.4
  "$top"/dist/lib/rocprofiler-sdk/librocprofiler-sdk.so.1 "$top"/dist/lib/rocprofiler-sdk/librocprofiler-sdk-roctx.so.1)
# The loader's own look: every symbol bound, nothing else loaded before.
for library in "${libraries[@]}"; do
  run "$(basename "$library")" in_root bullseye env LD_PRELOAD="$library" LD_BIND_NOW=1 /bin/true
done
# The agent has loaded the first, and a JVM loads a file once.
with_agent=(-javaagent:"$top/dist/rocjfr.jar" -cp "$top/tests/target/demo.jar" io.rocjfr.load.WithoutHip "${libraries[@]:1}")
run "java 17" in_root bullseye /usr/lib/jvm/java-17-openjdk-amd64/bin/java "${with_agent[@]}"
if [[ -n $root_jdks ]]; then
  run "java 25" in_root bullseye "$root_jdks/bin/java" "${with_agent[@]}"
else
  lines+=("$(printf '%-44s%s' 'java 25' 'skipped: none here (JAVA25_HOME)')")
fi

printf '\nglibc %s\n' "$glibc"
printf '%s\n' "${lines[@]}"
((failures == 0))
