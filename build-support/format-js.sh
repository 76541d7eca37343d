#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Formats and lints the JavaScript sources with Biome, which build-support/npm pins (jfr-events/cli/biome.jsonc).
#   format-js.sh           rewrites the files, and what the linter can mend without a risk
#   format-js.sh --check   names the files that are not formatted and what the linter finds, and fails
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

biome=$top/target/npm/node_modules/@biomejs/cli-linux-x64/biome
if ! problem=$({ "$top/build-support/npm.sh" "$top/build-support/npm" "$top/target/npm" && "$biome" --version; } 2>&1); then
  # What judges changes (CI=true) must have it. Elsewhere a machine may be without npm or the network; all else is wrong.
  if [[ ${1:-} == --check && ${CI:-} != true && $problem =~ 'npm is missing'|E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|NOTCACHED) ]]; then
    echo "format-js.sh: no Biome here, the JavaScript sources are not checked: ${problem%%$'\n'*}" >&2
    exit
  fi
  printf 'format-js.sh: Biome cannot be had:\n%s\n' "$problem" >&2
  exit 1
fi

cd "$top/jfr-events/cli"
options=(--reporter=concise --max-diagnostics=none --colors=off)
if [[ ${1:-} != --check ]]; then
  exec "$biome" check --write "${options[@]}"
fi
status=0
said=$("$biome" ci "${options[@]}" 2>&1) || status=$?
# The status tells of errors only: what is information (i) or a warning (!) must be mended, too.
findings=$(grep -E '^(i|!|×) ' <<<"$said") || findings=
if ((status != 0)) || [[ -n $findings ]]; then
  printf 'JavaScript not in form (build-support/format-js.sh formats it):\n%s\n' "${findings:-$said}" >&2
  exit 1
fi
