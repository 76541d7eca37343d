#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# The whole-system tests of docs/tested.md's faults, on each JDK, after ./mvnw package -DskipTests. By hand.
#   tests/faults.sh [PROFILE]
#     PROFILE   a container engine's seccomp.json: a recording within what it allows. Debian's
#               golang-github-containers-common has Podman's in /usr/share/containers
# 0 if none failed. Without root or control groups some are skipped.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
options=
if (($# > 0)); then
  options="-Drocjfr.seccomp=$top/tests/seccomp.py,$(readlink -e "$1")"
fi
JAVA_OPTIONS=$options exec "$top/tests/it.sh" DrainFaultsIT RepositoryIT ProcessFaultsIT
