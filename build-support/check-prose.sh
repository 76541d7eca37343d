#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Checks the texts by hand: length of sentences, spelling and style of all Markdown files, and the
# length of sentences in messages and comments.
#
#   check-prose.sh [FILE...]   FILE: only these Markdown files. 0: nothing found; 1: findings
#
# The limits of lengths are in CONTRIBUTING.md. Spelling: aspell (Debian: aspell, aspell-en) with the
# project's words in prose-words.txt. Style: proselint from PyPI, which the first run installs into
# ~/.cache/rocjfr. PyPI's vale is no alternative: it downloads a program of no fixed version. A check
# whose program is missing is skipped, with a message.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rocjfr/prose
proselint=0.16.0
files=("$@")
((${#files[@]} > 0)) || mapfile -t files < <(git ls-files '*.md')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

echo "== Length of sentences"
build-support/prose.py "${files[@]}" || status=1

for file in "${files[@]}"; do
  mkdir -p "$work/$(dirname "$file")"
  build-support/prose.py --text "$file" >"$work/$file"
done

if (($# == 0)); then
  echo "== Messages"
  build-support/messages.py --check || status=1
  echo "== Comments"
  build-support/messages.py --check --comments || status=1
fi

echo "== Spelling"
if command -v aspell >/dev/null && aspell dicts | grep -qx en_GB; then
  grep -v '^#' build-support/prose-words.txt | LC_ALL=C sort -u >"$work/words"
  for file in "${files[@]}"; do
    aspell list --lang=en_GB --encoding=utf-8 --ignore=2 <"$work/$file" | sed "s/'s$//" | LC_ALL=C sort -u |
      LC_ALL=C comm -23 - "$work/words" | sed "s|^|$file: |"
  done >"$work/spelling"
  cat "$work/spelling"
  [[ ! -s $work/spelling ]] || status=1
else
  echo "check-prose.sh: skipped: aspell or its dictionary en_GB is missing (Debian: aspell, aspell-en)" >&2
fi

echo "== Style"
if [[ ! -x $cache/bin/proselint ]] && ! { python3 -m venv "$cache" &&
  "$cache/bin/pip" install -q "proselint==$proselint"; }; then
  rm -rf "$cache"
  echo "check-prose.sh: skipped: proselint could not be installed" >&2
else
  # Tables and removed code repeat words and spaces; quotes are straight here.
  echo '{"checks": {"typography": false, "lexical_illusions": false}}' >"$work/.proselintrc.json"
  (cd "$work" && "$cache/bin/proselint" check "${files[@]}") | sed "s|$work/||" >"$work/style" || true
  grep -v '^$' "$work/style" || true
  [[ ! -s $work/style ]] || status=1
fi
exit $status
