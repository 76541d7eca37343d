#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Names the C, C++ and Java files whose first comment does not say what they are, and fails. Two
# kinds of files need no comment of their own:
#   thing.cpp beside thing.h              the header says it
#   thing_test.cpp, ThingTest.java        the file of the thing says it, if there is one
# The comment stands below the lines of the licence, before any code; in Java before the first type.
#   check-comments.sh [FOLDER]   FOLDER: in place of the whole project
set -euo pipefail
export LC_ALL=C
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

# The files, and then those without a first comment.
mapfile -t files < <(find . \( -name target -o -name dist -o -name .git -o -name node_modules \) -prune -o \
  -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.inc' -o -name '*.c' -o -name '*.cpp' -o -name '*.java' \) \
  -print | sort)
silent=$(printf '%s\0' "${files[@]}" | xargs -0 -r awk '
  FNR == 1 { if (file != "" && !told) print file; file = FILENAME; told = coded = 0 }
  told || coded { next }
  /^[[:space:]]*(\/\/|\/?\*)/ { if ($0 ~ /[[:alpha:]]/ && $0 !~ /Copyright|SPDX-License-Identifier/) told = 1; next }
  FILENAME ~ /\.java$/ && /^(package|import) [^;]*;[[:space:]]*$/ { next }
  /[^[:space:]]/ { coded = 1 }
  END { if (file != "" && !told) print file }')

declare -A is_silent names
while IFS= read -r file; do is_silent[$file]=1; done <<<"$silent"
for file in "${files[@]}"; do
  [[ $file == */test/* || $file == ./native/tests/* ]] && continue
  name=${file##*/}
  names[${name%.*}]=1
done

bad=
for file in "${!is_silent[@]}"; do
  [[ -n $file ]] || continue
  name=${file##*/}
  name=${name%.*}
  header=${file%.*}.h
  [[ $file == *.cpp && -f $header && -z ${is_silent[$header]:-} ]] && continue
  thing=${name%_test}
  [[ $file == *Test.java ]] && thing=${name%Test}
  [[ $thing != "$name" && -n ${names[$thing]:-} ]] && continue
  bad+="  ${file#./}"$'\n'
done
if [[ -n $bad ]]; then
  printf 'The first comment does not say what these files are:\n%s' "$(sort <<<"${bad%$'\n'}")"$'\n' >&2
  exit 1
fi
