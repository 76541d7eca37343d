#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The README's two commands on a fresh Debian: by hand, not part of verify.
#
#   tests/fresh.sh SUITE [root|user] [--cache FOLDER] [--keep]
#
#     SUITE     bookworm or trixie: ./demo.sh and ./mvnw -B verify.
#               sid: ./mvnw -B -DskipTests package and the native tests.
#     root      runs them as root, who installs what is missing (default)
#     user      runs them as an ordinary user; root installs by the command that ./demo.sh prints
#     --cache   where the system is made and logs are kept: ${XDG_CACHE_HOME:-~/.cache}/rocjfr-fresh
#     --keep    keeps the system; otherwise it is removed at the end
#
# A minimal system is made by debootstrap, and a clone of what is committed here is put into it, with an empty
# ~/.m2. It takes this machine's mirror of Debian, and its certificates. Ends with a table of the tests; 0 if all
# commands ended with 0. Needs: root, debootstrap, git; some 5 GB and 30 minutes.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr-fresh
suite=
who=root
keep=

usage() {
  sed -n '7,15s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
while (($# > 0)); do
  case $1 in
    --cache) cache=${2:?} && shift 2 ;;
    --keep) keep=yes && shift ;;
    bookworm | trixie | sid) suite=$1 && shift ;;
    root | user) who=$1 && shift ;;
    *) usage ;;
  esac
done
[[ -n $suite ]] || usage
((EUID == 0)) || { echo 'fresh.sh: needs root, to make a system' >&2 && exit 2; }
command -v debootstrap >/dev/null || { echo 'fresh.sh: debootstrap is missing: apt-get install debootstrap' >&2 && exit 2; }
source "$top/tests/roots.sh"

system=$cache/$suite-$who
logs=$cache/logs
home=/root
[[ $who == root ]] || home=/home/user
failures=0
results=

# in_system USER COMMAND...: runs it there, in the clone if there is one, with nothing of this machine's environment.
# What it leaves running ends with it. The shell stays, as the first process there: it takes in orphans.
in_system() {
  unshare --mount --pid --fork --kill-child --propagation private bash -c '
    system=$1 user=$2 home=$3
    shift 3
    mount -t proc proc "$system/proc" && mount --rbind /dev "$system/dev" && mount --rbind /sys "$system/sys"
    exec chroot "$system" setpriv --reuid "$user" --regid "$user" --init-groups \
      env -i ROCJFR_PORTABLE=ON HOME="$home" USER="$user" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      bash -c "cd ~/rocjfr 2>/dev/null; \"\$@\"; exit" in-system "$@"' in-system "$system" "$1" "$home" "${@:2}" </dev/null
}

# step NAME USER COMMAND...: a line of the table.
step() {
  local name=$1 log=$logs/$suite-$who-$1.log status=0
  SECONDS=0
  printf '%-12s%s\n' "$name:" "${*:3}" >&2
  in_system "${@:2}" >"$log" 2>&1 || status=$?
  if ((status)); then
    failures=$((failures + 1))
    tail -n 20 "$log" >&2
    echo "The whole output is in $log" >&2
  fi
  results+=$(printf '%-60s status %d in %d:%02d' "${*:3}" "$status" $((SECONDS / 60)) $((SECONDS % 60)))$'\n'
  return $status
}

# The tests that a log of Maven names: by module, and the native ones by build.
tests_of() {
  awk '
    /Building rocjfr / { sub(/^.*Building /, ""); sub(/ [0-9][^ ]*( .*)?$/, ""); module = $0 }
    /^Test project / { n = split($3, path, "/"); build = path[n] }
    /Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
      sub(/^.*Tests run: /, ""); printf "  %-34s%s\n", module, $0
    }
    / tests passed, .* tests failed out of / { printf "  %-34s%s\n", "native, " build, $0 }' "$1"
}

if [[ -n $(git -C "$top" status --porcelain) ]]; then
  echo 'fresh.sh: there are changes that are not committed; they are left out' >&2
fi
rm -rf "$system"
mkdir -p "$system" "$logs"
[[ -n $keep ]] || trap 'rm -rf "$system"' EXIT
echo "$suite: debootstrap" >&2
debootstrap --variant=minbase "$suite" "$system" "$(debian_mirror)" >"$logs/$suite-$who-debootstrap.log"
cp /etc/resolv.conf "$system/etc/"
echo force-unsafe-io >"$system/etc/dpkg/dpkg.cfg.d/fresh" # nobody needs this system after a crash
echo 'Acquire::Check-Valid-Until "false";' >"$system/etc/apt/apt.conf.d/90fresh" # mirrors may lag behind
mkdir -p "$system/usr/local/share/ca-certificates"
cp /usr/local/share/ca-certificates/*.crt "$system/usr/local/share/ca-certificates/" 2>/dev/null || true
[[ $who == root ]] || in_system root useradd --create-home --shell /bin/bash user
git clone -q "$top" "$system$home/rocjfr"
commit=$(git -C "$top" rev-parse --short HEAD)
in_system root chown -R "$who:$who" "$home/rocjfr"

if [[ $who == user ]]; then
  # It names what is missing, and how to install it.
  log=$logs/$suite-user-missing.log
  ! in_system user ./demo.sh >"$log" 2>&1 || { echo 'fresh.sh: nothing was missing' >&2 && exit 1; }
  install=$(grep -m 1 '^ *apt-get update && apt-get install' "$log") || { cat "$log" >&2 && exit 1; }
  step install root bash -c "export DEBIAN_FRONTEND=noninteractive; ${install/apt-get install/apt-get install -y}" || exit 1
fi
if [[ $suite == sid ]]; then
  step package "$who" ./mvnw -B -DskipTests package || exit 1
  step native "$who" build-support/native.sh check release || true
  tables=native
else
  step demo "$who" ./demo.sh || true
  step verify "$who" ./mvnw -B verify || true
  tables=verify
fi
printf '\n%s, as %s, %s:\n%s' "$suite" "$who" "$commit" "$results"
tests_of "$logs/$suite-$who-$tables.log"
((failures == 0))
