#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Our libraries load into a process in which others have taken most of the static thread-local storage
# (HIP takes some itself), and leave enough for the next: each twice, since the agent's jar and a
# program may bring their own.
#
#   load_last_test.sh COMPILER LIBRARY...
set -euo pipefail
compiler=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset GLIBC_TUNABLES # could make the storage larger

cat >"$folder/taker.c" <<'END'
static __thread char taken[BYTES] __attribute__((tls_model("initial-exec")));
char* place(void) { return taken; }
END
cat >"$folder/program.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char** libraries) {
  for (int i = 1; i < count; ++i) {
    if (dlopen(libraries[i], RTLD_NOW) == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  }
  return 0;
}
END
for bytes in 768 280; do
  "$compiler" -x c -shared -fPIC -DBYTES=$bytes -o "$folder/take$bytes.so" "$folder/taker.c"
done
"$compiler" -x c -o "$folder/program" "$folder/program.c" -ldl
copies=()
for library; do
  cp -L "$library" "$folder/"
  copies+=("$folder/${library##*/}")
done
"$folder/program" "$folder/take768.so" "$@" "${copies[@]}" "$folder/take280.so"
