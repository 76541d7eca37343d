#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Makes libraries to link against in glibc's place, so that what is linked runs with glibc 2.28 and
# later (RHEL 8, Debian 10, SLES 15 SP3, Ubuntu 20.04): they have the names and versions of what this machine's
# glibc still offers to programs of that age, and no code. A symbol that came later is missing in
# them, so that using it fails at link time. What a toolchain's libstdc++.a and headers bring of a newer
# glibc gets stand-ins (libnewer_glibc.a). The whole of libstdc++.a is linked against all that, to find what
# has none.
#
#   make_stubs.sh FOLDER COMPILER...   COMPILER: its command. Status 1: this toolchain cannot link for 2.28; standard error says why
set -euo pipefail
export LC_ALL=C # what readelf and the linker say is looked at
folder=$1
compiler=("${@:2}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
newest=$(cat "$here/oldest_glibc")

rm -rf "$folder"
mkdir -p "$folder"
host() { "${compiler[@]}" -print-file-name="$1"; }

# "NAME VERSION TYPE SIZE" of each symbol of library $1 that a program linked with $newest would bind.
# A single @ is for programs that were linked long ago; here it matters only where the symbol has a
# newer version as well, which those of 2.28 did not have.
offers() {
  readelf -W --dyn-syms "$1" | awk -v newest="$newest" '
    function number(version,   part) {
      split(version, part, ".")
      return part[1] * 1000000 + part[2] * 1000 + part[3]
    }
    $7 != "UND" && $5 ~ /GLOBAL|WEAK/ && split($8, half, /@+/) == 2 && half[2] ~ /^GLIBC_[0-9.]+$/ {
      name = half[1]
      version = substr(half[2], 7)
      if (number(version) > number(newest)) { later[name] = 1; next }
      if ($8 ~ /@@/) chosen[name] = 1
      if (name in best && number(best[name]) > number(version)) next
      best[name] = version
      type[name] = $4
      size[name] = $3
    }
    END {
      for (name in best) {
        if (name in chosen || name in later) print name, "GLIBC_" best[name], type[name], size[name], (name in later)
      }
    }'
}

# Where 2.28 had what has moved into libc.so.6 since: by the families of names that moved.
home() {
  awk '{
    home = "libc.so.6"
    if ($5 == 1) {
      if ($1 ~ /^dl/) home = "libdl.so.2"
      else if ($1 ~ /^(aio_|lio_|mq_|shm_|timer_)/) home = "librt.so.1"
      else if ($1 ~ /^(pthread_|sem_|__pthread_|_pthread_|call_once|cnd_|mtx_|thrd_|tss_)/) home = "libpthread.so.0"
    }
    print $1, $2, $3, $4, home
  }'
}

# Makes stub $1 of the lines on standard input.
stub() {
  local name=$1
  sort -k2,2V -k1,1 >"$folder/$name.symbols"
  awk '{
    section = $3 == "TLS" ? ".tbss,\"awT\",@nobits" : $3 == "OBJECT" ? ".bss" : ".text"
    kind = $3 == "TLS" ? "tls_object" : $3 == "OBJECT" ? "object" : "function"
    printf ".section %s\n.globl %s\n.type %s,@%s\n%s:\n.zero %d\n.size %s,%d\n", section, $1, $1, kind, $1,
      kind == "function" ? 1 : $4, $1, kind == "function" ? 1 : $4
  } END { print ".section .note.GNU-stack,\"\",@progbits" }' "$folder/$name.symbols" >"$folder/$name.s"
  awk '
    { if ($2 != node) { if (node != "") print "};"; node = $2; printf "%s {\n  global:\n", node }
      printf "    %s;\n", $1 }
    END { print "  local: *;\n};" }' "$folder/$name.symbols" >"$folder/$name.map"
  "${compiler[@]}" -shared -nostdlib -Wl,-soname,"$name" -Wl,--version-script="$folder/$name.map" \
    -o "$folder/$name" "$folder/$name.s"
}

for library in libc.so.6 libpthread.so.0 libdl.so.2 librt.so.1; do
  [[ ! -e $(host "$library") ]] || offers "$(host "$library")"
done | home >"$folder/all"
for library in libc.so.6 libpthread.so.0 libdl.so.2 librt.so.1; do
  awk -v library="$library" '$5 == library' "$folder/all" | sort -u -k1,1 | stub "$library"
done
offers "$(host libm.so.6)" | stub libm.so.6
offers "$(host ld-linux-x86-64.so.2)" | stub ld-linux-x86-64.so.2
[[ $(grep -cE '^(pthread_create GLIBC_2.2.5|pthread_cond_wait GLIBC_2.3.2|memcpy GLIBC_2.14|dlsym GLIBC_2.2.5) ' \
  "$folder"/lib{c,pthread,dl}.so.*.symbols | awk -F: '{ n += $2 } END { print n }') == 4 ]] || {
  echo "make_stubs.sh: this machine's glibc ($(host libc.so.6)) does not offer what programs of $newest need" >&2
  exit 1
}

# From 2.38 on headers call strtoul __isoc23_strtoul, sscanf __isoc23_sscanf and so on. Those of 2.28 do the same but
# for binary numbers (0b1).
readelf -W --dyn-syms "$(host libc.so.6)" | sed -n 's/.* __isoc23_\([a-z_]*\)@@.*/\1/p' | sort -u | while read -r name; do
  older=$name
  ! grep -q "^__isoc99_$name " "$folder"/libc.so.6.symbols || older=__isoc99_$name
  printf '.section .text.%s,"ax",@progbits\n.globl __isoc23_%s\n.hidden __isoc23_%s\n.type __isoc23_%s,@function\n' \
    "$name" "$name" "$name" "$name"
  printf '__isoc23_%s: jmp %s@PLT\n.size __isoc23_%s,.-__isoc23_%s\n' "$name" "$older" "$name" "$name"
done >"$folder/isoc23.s"
echo '.section .note.GNU-stack,"",@progbits' >>"$folder/isoc23.s"
"${compiler[@]}" -c -o "$folder/isoc23.o" "$folder/isoc23.s"
"${compiler[@]}" -x c -std=gnu11 -O2 -g -fPIC -ffunction-sections -Wall -Wextra -c -o "$folder/newer_glibc.o" \
  "$here/newer_glibc.c"
ar rc "$folder/libnewer_glibc.a" "$folder/newer_glibc.o" "$folder/isoc23.o"

# What -lc and -lm mean.
# Quoted: the folder's name may have spaces.
group() {
  local file
  printf 'GROUP ('
  for file; do [[ $file == [A-Z\(\)]* ]] && printf ' %s' "$file" || printf ' "%s"' "$file"; done
  echo ' )'
}
group "$folder/libc.so.6" "$folder/libnewer_glibc.a" "$(host libc_nonshared.a)" AS_NEEDED '(' "$folder/libpthread.so.0" \
  "$folder/libdl.so.2" "$folder/librt.so.1" "$folder/ld-linux-x86-64.so.2" ')' >"$folder/libc.so"
for library in libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1; do
  group AS_NEEDED '(' "$folder/$library" ')' >"$folder/${library%.*}"
done
rm "$folder"/*.s "$folder"/*.o "$folder/all"

# Whatever of libstdc++ a library may use links.
static=$(host libstdc++.a)
[[ -e $static ]] || {
  echo "make_stubs.sh: ${compiler[*]} has no libstdc++.a" >&2
  exit 1
}
if ! "${compiler[@]}" -shared -nodefaultlibs -L"$folder" -Wl,--no-undefined -Wl,--as-needed -o "$folder/probe.so" \
  -Wl,--whole-archive "$static" -Wl,--no-whole-archive -lm -lc -lgcc_s -lgcc 2>"$folder/probe.log"; then
  missing=$(sed -n "s/.*undefined reference to [\`']\([^']*\)'.*/\1/p" "$folder/probe.log" | sort -u | paste -sd ' ')
  echo "make_stubs.sh: libstdc++.a does not link with glibc $newest and newer_glibc.c: ${missing:-see $folder/probe.log}" >&2
  exit 1
fi
rm "$folder/probe.so" "$folder/probe.log"
