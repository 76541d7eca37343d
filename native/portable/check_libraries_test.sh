#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# check_libraries.sh finds each kind of fault in libraries that are made to have it, and none in one
# that has none.
#
#   check_libraries_test.sh COMPILER STUBS
set -euo pipefail
compiler=$1
stubs=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

cat >"$folder/library.cpp" <<'END'
#include <pthread.h>
#include <vector>
extern "C" int ours(pthread_t thread) {
  std::vector<int> numbers(3, 1);
  numbers.push_back(numbers[0]);
  return pthread_detach(thread) + numbers[3];
}
extern "C" int not_ours() { return 1; }
#ifdef STATIC_TLS
static __thread char of_thread[STATIC_TLS] __attribute__((tls_model("initial-exec")));
extern "C" void* ours_of_thread() { return of_thread; }
#endif
END
printf '{\n  global:\n    ours*;\n  local: *;\n};\n' >"$folder/library.map"
portable=(-L"$stubs" -static-libstdc++ -shared-libgcc -Wl,--as-needed)
exports=(-Wl,--version-script="$folder/library.map")
nodelete=(-Wl,-z,nodelete)

# expect NAME MESSAGE OPTION...: a library linked with these is found to have that fault; without a
# message none.
expect() {
  local name=$1 message=$2 library=$folder/lib$1.so output status=0
  shift 2
  "$compiler" -O1 -fPIC -shared -o "$library" "$folder/library.cpp" "$@"
  output=$("$here/check_libraries.sh" "$library=$folder/library.map" 2>&1) || status=$?
  if [[ -z $message && $status == 0 ]] || [[ -n $message && $status == 1 && $output == *"$message"* ]]; then
    return
  fi
  echo "$name: expected '${message:-no problem}', got status $status and: $output" >&2
  failures=$((failures + 1))
}

expect good '' "${portable[@]}" "${exports[@]}" "${nodelete[@]}"
expect libstdcxx 'needs libstdc++.so.6' -Wl,--as-needed "${exports[@]}" "${nodelete[@]}"
expect unmapped 'not linked with -z nodelete' "${portable[@]}" "${exports[@]}"
expect extra 'exports not_ours' "${portable[@]}" "${nodelete[@]}"
# libstdc++ has 16 bytes of its own.
expect little_tls '' -DSTATIC_TLS=48 "${portable[@]}" "${exports[@]}" "${nodelete[@]}"
expect much_tls 'takes 72 bytes of static thread-local' -DSTATIC_TLS=56 "${portable[@]}" "${exports[@]}" "${nodelete[@]}"
expect template 'exports _ZNSt' "${portable[@]}" "${nodelete[@]}"
# Of this machine's glibc, where that is one with newer versions of what the library uses.
if readelf -W --dyn-syms "$("$compiler" -print-file-name=libc.so.6)" | grep -q ' pthread_detach@@GLIBC_2.34$'; then
  expect glibc 'pthread_detach needs glibc 2.34' -static-libstdc++ "${exports[@]}" "${nodelete[@]}"
fi
if "$compiler" -shared -o "$folder/relr.so" -x c /dev/null -Wl,-z,pack-relative-relocs 2>/dev/null; then
  expect relr 'relocations in DT_RELR' "${portable[@]}" "${exports[@]}" "${nodelete[@]}" -Wl,-z,pack-relative-relocs
fi
if "$here/check_libraries.sh" "$folder/libnone.so=" 2>/dev/null; then
  echo "a library that is not there was found good" >&2
  failures=$((failures + 1))
fi
((failures == 0))
