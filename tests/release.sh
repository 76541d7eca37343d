#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# What ./mvnw -Prelease makes, looked at and used: tests/release.sh [--once]
# Builds what is committed, as version 0.0.0, in a temporary folder, signed with a key that is thrown away; checks
# that each artifact has what Maven Central asks for; runs tests/coordinates, a project that knows its coordinates
# only: compiles against the API, runs with the agent, reads and exports the recording; runs bin/rocjfr of the archive.
# Then builds it all again and compares every byte. --once: without that.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=0.0.0
case ${1:-} in
  '') twice=1 ;;
  --once) twice= ;;
  *)
    sed -n '5,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
work=$(mktemp -d)
cleanup() {
  gpgconf --homedir "$work/gnupg" --kill gpg-agent 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
fail() {
  echo "release.sh: $1" >&2
  exit 1
}
command -v gpg >/dev/null || fail "there is no gpg: apt-get install gnupg"
export GNUPGHOME=$work/gnupg
export ROCJFR_PORTABLE=ON # libraries for this machine's glibc only are not to be shipped
mkdir -m 700 "$GNUPGHOME"
key=nobody@rocjfr.invalid
gpg --batch --quiet --pinentry-mode loopback --passphrase '' --quick-generate-key "$key" default default never ||
  fail "gpg makes no key"

# In the same folder each time: paths are in what debuggers are told.
tree=$work/tree
build() {
  rm -rf "$tree"
  mkdir "$tree"
  git -C "$top" archive HEAD | tar -x -C "$tree"
  find "$tree" -name pom.xml -exec sed -i "s/0\.1\.0-SNAPSHOT/$version/" {} +
  (cd "$tree" && ./mvnw -B -q -Prelease -DskipTests "-Dgpg.keyname=$key" >"$work/build.log" 2>&1) || {
    tail -n 40 "$work/build.log" >&2
    fail "the build failed"
  }
  mkdir -p "$1"
  cp -r "$tree/target/repository" "$1/repository"
  cp "$tree/target/rocjfr-$version-linux-x86_64.tar.gz" "$1/"
  # When it was deployed.
  find "$1" -name 'maven-metadata*' -delete
}
build "$work/first"
repository=$work/first/repository

# What there is, and nothing else.
expected=
for artifact in rocjfr rocjfr-api rocjfr-otel; do
  for file in .jar -javadoc.jar -sources.jar -cyclonedx.json .pom; do
    expected+="$artifact/$version/$artifact-$version$file"$'\n'
  done
done
expected+="rocjfr-otel/$version/rocjfr-otel-$version-export.jar"$'\n'
expected+="rocjfr-bom/$version/rocjfr-bom-$version.pom"
found=$(cd "$repository/io/rocjfr" && find . -type f ! -name '*.md5' ! -name '*.sha*' ! -name '*.asc' | sed 's|^\./||')
diff <(sort <<<"$expected") <(sort <<<"$found") || fail "these files are missing (<) or too many (>)"
while read -r file; do
  file=$repository/io/rocjfr/$file
  gpg --batch --quiet --verify "$file.asc" "$file" 2>"$work/gpg.log" || {
    cat "$work/gpg.log" >&2
    fail "$(basename "$file") is not signed"
  }
done <<<"$expected"
for pom in "$repository"/io/rocjfr/*/"$version"/*.pom; do
  for element in name description url licenses developers scm connection; do
    grep -q "<$element[ >]" "$pom" || fail "$(basename "$pom") has no $element"
  done
  [[ $(grep -c 'https://github.com/rocjfr/rocjfr</url>' "$pom") == 2 ]] || fail "$(basename "$pom") has another url"
  ! grep -qE '<parent>|\$\{|SNAPSHOT|rocjfr-(agent|boot|cli|jna|native|recording|parent)' "$pom" ||
    fail "$(basename "$pom") refers to what is not published"
done
for jar in "$repository"/io/rocjfr/*/"$version"/*-"$version".jar "$repository"/io/rocjfr/*/"$version"/*-export.jar; do
  entries=$(unzip -Z1 "$jar")
  for entry in META-INF/LICENSE META-INF/NOTICE; do
    grep -qx "$entry" <<<"$entries" || fail "$(basename "$jar") has no $entry"
  done
  ! unzip -p "$jar" META-INF/NOTICE | grep -F '${' || fail "$(basename "$jar"): a version is missing in its notice"
done
# And the sources of each class of ours.
for artifact in rocjfr rocjfr-api rocjfr-otel; do
  jar=$repository/io/rocjfr/$artifact/$version/$artifact-$version
  sources=$(unzip -Z1 "$jar-sources.jar")
  classes=$(for one in "$jar.jar" "$jar-export.jar"; do [[ ! -e $one ]] || unzip -Z1 "$one"; done | sed -nE 's!^((inst|cli)/)?(io/rocjfr/[^$]*)\.class$!\3.java!p' | sort -u)
  [[ -n $classes ]] || fail "$artifact has no classes"
  missing=$(comm -23 <(echo "$classes") <(sort -u <<<"$sources"))
  [[ -z $missing ]] || fail "$artifact-sources.jar lacks $(wc -l <<<"$missing") files, $(head -n 1 <<<"$missing") among them"
done
# Each library that the notice names under another licence than Apache's alone brings its text.
entries=$(unzip -Z1 "$repository/io/rocjfr/rocjfr/$version/rocjfr-$version.jar")
for library in rocjfr-jna jackson-core encoder protobuf-java sqlite-jdbc common flightrecorder; do
  grep -qE "^META-INF/licenses/$library/(.*/)?(LICEN[SC]E|AL2)" <<<"$entries" || fail "rocjfr.jar has no licence of $library"
done
! grep -q '^cli/org/apache/parquet/' <<<"$entries" || fail "rocjfr.jar carries Parquet"
entries=$(tar -xzOf "$work/first/rocjfr-$version-linux-x86_64.tar.gz" "rocjfr-$version/rocjfr-parquet.jar" >"$work/parquet.jar" &&
  unzip -Z1 "$work/parquet.jar")
for library in jts-core parquet-column parquet-common parquet-encoding parquet-format-structures parquet-hadoop parquet-jackson slf4j-api slf4j-nop; do
  grep -qE "^META-INF/licenses/$library/(.*/)?LICENSE" <<<"$entries" || fail "rocjfr-parquet.jar has no licence of $library"
done
foreign=$(unzip -Z1 "$repository/io/rocjfr/rocjfr-otel/$version/rocjfr-otel-$version.jar" | grep -vE '^(META-INF/|io/$|io/rocjfr/)') || true
[[ -z $foreign ]] || fail "rocjfr-otel.jar, which applications load, carries $(head -n 1 <<<"$foreign")"
manifest=$(unzip -p "$repository/io/rocjfr/rocjfr/$version/rocjfr-$version.jar" META-INF/MANIFEST.MF)
grep -q '^Premain-Class: io.rocjfr.boot.AgentEntry' <<<"$manifest" || fail "rocjfr.jar is no agent"

# Somebody's project. The local repository is a copy (by links), so that this one's stays clean.
cp -r "$top/tests/coordinates" "$work/coordinates"
source "$top/build-support/packages.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME
mkdir "$work/m2"
cp -al "${MAVEN_REPOSITORY:-$HOME/.m2/repository}/." "$work/m2/" 2>/dev/null || true
rm -rf "$work/m2/io/rocjfr"
(cd "$work/coordinates" && "$(find_maven)" -B -q "-Dmaven.repo.local=$work/m2" "-Drocjfr.version=$version" \
  "-Drocjfr.repository=file://$repository" package >"$work/coordinates.log" 2>&1) || {
  tail -n 30 "$work/coordinates.log" >&2
  fail "tests/coordinates does not build"
}
lib=$work/coordinates/target/lib
[[ $(ls "$lib") == $'rocjfr-api.jar\nrocjfr-otel-export.jar\nrocjfr-otel.jar\nrocjfr.jar' ]] || fail "other jars came along: $(ls "$lib")"
(cd "$work" && "$JAVA_HOME/bin/java" "-javaagent:$lib/rocjfr.jar" \
  -XX:StartFlightRecording:filename="$work/ranges.jfr" -Xlog:disable \
  -cp "$work/coordinates/target/classes:$lib/rocjfr-api.jar" example.Ranges) || fail "the agent does not run"
exported=$("$JAVA_HOME/bin/java" -jar "$lib/rocjfr-otel-export.jar" --discard "$work/ranges.jfr") ||
  fail "the recording cannot be exported"
[[ $exported == '3 activities, 3 spans exported'* ]] || fail "not 3 spans: $exported"

# The archive.
tar -xzf "$work/first/rocjfr-$version-linux-x86_64.tar.gz" -C "$work"
rocjfr=$work/rocjfr-$version/bin/rocjfr
"$rocjfr" convert "$work/ranges.jfr" -o "$work/fleet" >"$work/convert.log" 2>&1 || fail "bin/rocjfr convert fails: $(cat "$work/convert.log")"
[[ $(wc -l <"$work/convert.log") == 1 ]] || fail "bin/rocjfr convert says more than one line: $(cat "$work/convert.log")"
[[ $(find "$work/fleet/RoctxRange" -name '*.parquet' | wc -l) == 1 ]] || fail "bin/rocjfr convert makes no table of ranges"
ranges=$("$rocjfr" summary --json "$work/ranges.jfr" | grep -c '"range [123]"') || true
((ranges == 3)) || fail "bin/rocjfr summary does not find the 3 ranges, but $ranges"
[[ $("$rocjfr" --version) == *"$version"* ]] || fail "bin/rocjfr --version says $("$rocjfr" --version)"
"$rocjfr" export --discard "$work/ranges.jfr" >/dev/null || fail "bin/rocjfr export fails"
echo "published: $(wc -l <<<"$found") files and the archive; tests/coordinates compiles, runs and exports"

if [[ -n $twice ]]; then
  build "$work/second"
  diff -r -x '*.asc*' "$work/first" "$work/second" || fail "a second build has other bytes"
  echo "a second build has the same bytes: $(find "$work/second" -type f ! -name '*.asc*' | wc -l) files"
fi
