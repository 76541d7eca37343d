#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Looks at libraries as users get them: whether they load on any system since glibc 2.28, and give away
# nothing that is not theirs. Names what is wrong, one line each; 0 if nothing is.
#
#   check_libraries.sh LIBRARY=MAP...    MAP: the version script that it was linked with; without it
#                                        (LIBRARY=) only what the library needs is looked at
set -euo pipefail
export LC_ALL=C # what readelf says is looked at
newest_glibc=$(cat "$(dirname "${BASH_SOURCE[0]}")/oldest_glibc")
newest_libgcc=7.0.0 # RHEL 8's, SLES 15's and Ubuntu 20.04's are newer
may_need='librocjfr\.so|lib(c|m)\.so\.6|lib(pthread)\.so\.0|libdl\.so\.2|librt\.so\.1|libgcc_s\.so\.1|ld-linux-x86-64\.so\.2'
# Of static thread-local storage, of which a process has some 1.5 KiB for all libraries that it loads
# later: HIP takes 280, and what comes when it is used up does not load. Not TLS descriptors instead
# (-mtls-dialect=gnu2): before glibc 2.40 their slow path loses vector registers.
most_tls=64
problems=0

wrong() {
  echo "$1: $2" >&2
  problems=$((problems + 1))
}

# Whether version $1 is newer than $2.
newer() {
  local one two i
  IFS=. read -r -a one <<<"$1"
  IFS=. read -r -a two <<<"$2"
  for i in 0 1 2; do
    ((${one[i]:-0} == ${two[i]:-0})) || { ((${one[i]:-0} > ${two[i]:-0})) && return 0 || return 1; }
  done
  return 1
}

check_needs() {
  local library=$1 needed symbol version
  while read -r needed; do
    [[ $needed =~ ^($may_need)$ ]] || wrong "$library" "needs $needed"
  done < <(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  while IFS=@ read -r symbol version; do
    case $version in
      GLIBC_PRIVATE) wrong "$library" "$symbol is glibc's own" ;;
      GLIBC_*) ! newer "${version#GLIBC_}" $newest_glibc || wrong "$library" "$symbol needs glibc ${version#GLIBC_}" ;;
      GCC_*) ! newer "${version#GCC_}" $newest_libgcc || wrong "$library" "$symbol needs libgcc ${version#GCC_}" ;;
      GLIBCXX_* | CXXABI_*) wrong "$library" "$symbol is of the host's libstdc++ ($version)" ;;
    esac
  done < <(readelf -W --dyn-syms "$library" | awk '$7 == "UND" && $8 ~ /@/ { sub(/@@/, "@", $8); print $8 }' | sort -u)
  # What is needed without a symbol: glibc 2.36 and later relocate by DT_RELR, and say so by such a version.
  while read -r version; do
    wrong "$library" "needs $version"
  done < <(readelf -VW "$library" | sed -n 's/.* Name: \(GLIBC_ABI_[A-Z0-9_]*\) .*/\1/p')
  ! readelf -dW "$library" | grep -q '(RELR)' || wrong "$library" "has relocations in DT_RELR, which need glibc 2.36"
}

check_tls() {
  local library=$1 size
  size=$(readelf -lW "$library" | sed -n 's/^ *TLS  *\(0x[0-9a-f]*  *\)\{4\}\(0x[0-9a-f]*\) .*/\2/p')
  if ((${size:-0} > most_tls)) && readelf -dW "$library" | grep -q 'FLAGS.*STATIC_TLS'; then
    wrong "$library" "takes $((size)) bytes of static thread-local storage, more than $most_tls"
  fi
}

check_exports() {
  local library=$1 map=$2 allowed symbol any=
  # The names of a version script, * as in it.
  allowed=$(sed -n 's/^ *\([A-Za-z_*][A-Za-z0-9_*]*\);$/\1/p' "$map" | grep -v '^\*$' | sed 's/\*/.*/g' | paste -sd '|')
  [[ -n $allowed ]] || wrong "$library" "$map names nothing to export"
  while read -r symbol; do
    any=yes
    [[ $symbol =~ ^($allowed)$ ]] || wrong "$library" "exports $symbol"
  done < <(readelf -W --dyn-syms "$library" |
    awk '$7 ~ /^[0-9]+$/ && $5 != "LOCAL" { sub(/@.*/, "", $8); print $8 }' | sort -u)
  [[ -n $any ]] || wrong "$library" "exports nothing"
  readelf -dW "$library" | grep -q 'FLAGS_1.*NODELETE' || wrong "$library" "can be unmapped: it is not linked with -z nodelete"
}

(($# > 0)) || {
  sed -n '8,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
for pair in "$@"; do
  library=${pair%%=*}
  if [[ ! -e $library ]]; then
    wrong "$library" "is not there"
    continue
  fi
  check_needs "$library"
  check_tls "$library"
  [[ -z ${pair#*=} ]] || check_exports "$library" "${pair#*=}"
done
((problems == 0))
