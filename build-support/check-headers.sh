#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Names the source files that do not begin with the two lines of copyright and licence, and fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bad=
while IFS= read -r -d '' file; do
  head=$(head -n 3 "$file")
  if [[ $head != *'Copyright 2026 The rocjfr authors.'*$'\n'*'SPDX-License-Identifier: Apache-2.0'* ]]; then
    bad+="  ${file#./}"$'\n'
  fi
done < <(find . \( -name target -o -name dist -o -name .git \) -prune -o -type f \
  \( -name '*.java' -o -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' -o -name '*.hip' \
  -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt -o -name mvnw \
  -o -name '*.js' -o -name '*.jsonc' -o -name '*.css' -o -name '*.html' \) -print0 | sort -z)
if [[ -n $bad ]]; then
  printf 'These files lack the licence header (see CONTRIBUTING.md):\n%s' "$bad" >&2
  exit 1
fi
