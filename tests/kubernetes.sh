#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# docs/kubernetes without a cluster and without an engine: tests/kubernetes.sh
# app.yaml by the schemas of Kubernetes that PyPI's kubernetes-validate bundles, of several versions; then the
# steps of the Containerfile in a root of Debian packages, and what the pod does with the image: app.yaml's
# init command as its user, and a JVM as that user with the agent from that folder, whose recording is read.
# After ./mvnw package -DskipTests. The archive is that of ./mvnw -Prelease if there is one, else of dist/.
# By hand. Needs: what oldglibc.sh needs, as root; python3 with venv. --cache as there.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-kubernetes
rebuild=
[[ ${1:-} != --cache ]] || cache=${2:?}
validate=1.37.0 # of PyPI
user=10001
fail() {
  echo "kubernetes.sh: $1" >&2
  exit 1
}
[[ -e $top/dist/rocjfr.jar  ]] || fail "there is no build: ./mvnw package -DskipTests"
[[ $(id -u) == 0 ]] || fail "only root may change roots and be another user"

if [[ ! -e $cache/python/done ]]; then
  python3 -m venv "$cache/python"
  "$cache/python/bin/pip" install -q "kubernetes-validate==$validate"
  touch "$cache/python/done"
fi
python=$cache/python/bin/python
newest=${validate%.*}
for version in 1.30 1.34 "$newest"; do
  "$cache/python/bin/kubernetes-validate" --strict -k "$version" "$top/docs/kubernetes/app.yaml" ||
    fail "app.yaml is not valid for Kubernetes $version"
done

# The root that stands for the image that the Containerfile begins with; a JVM is in it for the program.
build=$top/dist
root_jdks=
. "$top/tests/roots.sh"
make_root bookworm openjdk-17-jre-headless util-linux tar gzip
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -a --reflink=auto "$cache/roots/bookworm" "$work/root"
root=$work/root
archive=$(compgen -G "$top/target/rocjfr-*-linux-x86_64.tar.gz" | sort | tail -n 1) || archive=
version=0.0.0
if [[ -n $archive ]]; then
  version=$(basename "$archive" -linux-x86_64.tar.gz)
  version=${version#rocjfr-}
  cp "$archive" "$work/"
else
  tar -C "$top/dist" --transform "s,^\.,rocjfr-$version," -czf "$work/rocjfr-$version-linux-x86_64.tar.gz" .
fi

# As an engine does it, but for layers: a command sees nothing of this machine but what is mounted.
as=0
inside() {
  unshare --mount --pid --fork --propagation private sh -c '
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    mkdir -p "$0/agent" "$0/recordings" "$0/program"
    mount --bind "$1" "$0/program"
    mount --bind "$2/agent" "$0/agent"
    mount --bind "$2/recordings" "$0/recordings"
    as=$3
    root=$0
    shift 3
    exec chroot --userspec="$as:$as" "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp "$@"' \
    "$root" "$work/program" "$work" "$as" "$@"
}
mkdir -m 777 "$work/agent" "$work/recordings"
chmod 1777 "$root/tmp"
chmod 755 "$work" "$root"

source "$top/build-support/packages.sh"
mkdir "$work/program"
cat >"$work/Ranges.java" <<'JAVA'
class Ranges {
  public static void main(String[] args) {
    for (int i = 0; i < 100; i++) {
      try (var range = io.rocjfr.Roctx.range("scoring")) {}
    }
  }
}
JAVA
"$(find_jdk)/bin/javac" --release 17 -cp "$top/dist/rocjfr-api.jar" -d "$work/program" "$work/Ranges.java" 2>"$work/said" ||
  fail "$(cat "$work/said")"

command=
steps=0
while IFS= read -r line; do
  word=${line%% *}
  rest=${line#* }
  case $word in
    '#'* | '') continue ;;
    FROM) [[ $rest == */debian:12-slim ]] || fail "the root is Debian 12's, not $rest's" ;;
    ARG) [[ $rest == VERSION ]] || fail "no value for $rest" ;;
    ADD)
      read -r from to <<<"${rest//'${VERSION}'/$version}"
      mkdir -p "$root$to"
      tar -C "$root$to" --no-same-owner -xzf "$work/$from" || fail "$line"
      ;;
    RUN) inside VERSION="$version" sh -c "$rest" || fail "$line" ;;
    USER) as=$rest ;;
    CMD) command=$rest ;;
    *) fail "this script does not know how to $word" ;;
  esac
  steps=$((steps + 1))
done < <(sed -e ':a' -e '/\\$/N; s/\\\n *//; ta' "$top/docs/kubernetes/Containerfile")
[[ $as == "$user" ]] || fail "the image's user is $as"

# What the pod runs of it is what the image runs by itself, and as the same user.
mapfile -t init < <("$python" - "$top/docs/kubernetes/app.yaml" "$command" "$as" <<'PY'
import json, sys, yaml
pod = yaml.safe_load(open(sys.argv[1]))["spec"]["template"]["spec"]
init = pod["initContainers"][0]["command"]
assert init == json.loads(sys.argv[2]), f"{init} is not the image's {sys.argv[2]}"
assert pod["securityContext"]["runAsUser"] == int(sys.argv[3])
print("\n".join(init))
PY
)
((${#init[@]} > 0)) || fail "app.yaml and the Containerfile differ"
java=/usr/lib/jvm/java-17-openjdk-amd64/bin/java # nothing has made the link in /usr/bin
inside "${init[@]}"
inside JAVA_TOOL_OPTIONS="-javaagent:/agent/rocjfr.jar -XX:StartFlightRecording=settings=default,disk=true,dumponexit=true,filename=/recordings/gpu.jfr -XX:FlightRecorderOptions=repository=/recordings" \
  "$java" -cp /program Ranges \
  >"$work/said" 2>&1 || fail "the program failed: $(grep -v "^Picked up" "$work/said" | head -n 5)"
inside "$java" -jar /agent/rocjfr.jar summary --json /recordings/gpu.jfr >"$work/summary" ||
  fail "the recording cannot be read"
ranges=$("$python" -c 'import json, sys; print(sum(one["count"] for one in json.load(open(sys.argv[1]))["ranges"]))' "$work/summary")
((ranges == 100)) || fail "the recording has $ranges ranges of 100"
echo "app.yaml: valid for Kubernetes 1.30, 1.34 and $newest; Containerfile: $steps steps; as user $user: the agent, and $ranges ranges in the recording"
