#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# From the lists of HSA's functions that build-support/hsa-functions.py writes: their arguments as
# hip_signatures.inc has HIP's, by name; or rocprofiler-sdk/hsa/api_args.h.
#   hsa_signatures.sh list hsa/functions.inc roctracer/hsa_prof_str.h >hsa_signatures.inc
#   hsa_signatures.sh header roctracer/hsa_prof_str.h >api_args.h
set -euo pipefail

list() {
  awk '
    FNR == 1 { ++file }
    # Names and types: the members of the struct of each function.
    file == 1 && /^    struct \{$/ { count = 0; next }
    file == 1 && /^      .*;$/ {
      declaration = $0; sub(/^ +/, "", declaration); sub(/;$/, "", declaration)
      if (match(declaration, /\(\*[a-z_]+\)/)) {
        name = substr(declaration, RSTART + 2, RLENGTH - 3)
        type = substr(declaration, 1, RSTART + 1) substr(declaration, RSTART + RLENGTH - 1)
      } else {
        match(declaration, /[A-Za-z0-9_]+$/)
        name = substr(declaration, RSTART)
        if (name ~ /__val$/) next  # what a pointer points to, which only roctracer has
        type = substr(declaration, 1, RSTART - 1); sub(/ +$/, "", type)
      }
      names[count] = name; types[count++] = type
      next
    }
    file == 1 && /^    \} hsa_[a-z0-9_]+;$/ {
      function_name = $2; sub(/;/, "", function_name)
      if (names[0] == "no_arguments") count = 0
      for (i = 0; i < count; ++i) {
        name_of[function_name, i] = names[i]; type_of[function_name, i] = types[i]
      }
      count_of[function_name] = count
      next
    }
    # How long each is, and so where it stands.
    file == 2 && /^HSA_FUNCTION\(/ {
      line = $0; sub(/^HSA_FUNCTION\(/, "", line); sub(/\)$/, "", line)
      fields = split(line, field, ", ")
      text = ""; place = 0; argument = 0
      for (i = 5; i <= fields; ++i) {
        class = field[i]
        bytes = class ~ /32/ ? 4 : class ~ /16/ ? 2 : class == "bool" ? 1 : 8
        place = int((place + bytes - 1) / bytes) * bytes
        text = text sprintf("\n  A(%s, \"%s\", %d, %d, -1, -1)", name_of[field[2], argument], \
                            type_of[field[2], argument], bytes, place)
        place += bytes
        ++argument
      }
      if (!(field[2] in count_of)) text = ""  # the finalizer, of which there are no declarations
      else if (argument != count_of[field[2]]) {
        print field[2] " has " argument " arguments in one list, " count_of[field[2]] " in the other" \
          >"/dev/stderr"
        exit failed = 1
      }
      all[++functions] = "F(" field[2] ", 0, kOther, " (text == "" ? "NONE" : text) ")"
      key[functions] = field[2]
    }
    END {
      if (failed) exit 1
      for (i = 2; i <= functions; ++i) {  # by name, for the search
        for (j = i; j > 1 && key[j - 1] > key[j]; --j) {
          swap = key[j]; key[j] = key[j - 1]; key[j - 1] = swap
          swap = all[j]; all[j] = all[j - 1]; all[j - 1] = swap
        }
      }
      for (i = 1; i <= functions; ++i) print all[i]
    }' "$2" "$1"
}

header() {
  cat <<'HEADER'
// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The arguments and the return value of HSA's functions, as callbacks have them, with HSA's own types:
// of the functions that the installed HSA has. Layouts do not depend on it.
#ifndef ROCPROFILER_SDK_HSA_API_ARGS_H_
#define ROCPROFILER_SDK_HSA_API_ARGS_H_

#include "roctracer/hsa_prof_str.h"

#include "rocprofiler-sdk/defines.h"

ROCPROFILER_EXTERN_C_INIT

typedef union rocprofiler_hsa_api_retval_t {
  uint64_t uint64_t_retval;
  uint32_t uint32_t_retval;
  hsa_signal_value_t hsa_signal_value_t_retval;
  hsa_status_t hsa_status_t_retval;
} rocprofiler_hsa_api_retval_t;

// Not of the finalizer's functions.
typedef union rocprofiler_hsa_api_args_t {
  unsigned char rocjfr_bytes[192];  // whatever functions there are: the finalizer's are the longest
HEADER
  awk '/^  \} args;$/ { exit } inside && !/ range__val;$/ { print substr($0, /^#/ ? 1 : 3) } /^  \};$/ { results = 1 }
       results && /^  union \{$/ { inside = 1 }' "$1"
  cat <<'HEADER'
} rocprofiler_hsa_api_args_t;

ROCPROFILER_EXTERN_C_FINI

ROCPROFILER_CXX_CODE(static_assert(sizeof(rocprofiler_hsa_api_args_t) == 192, "ABI");
                     static_assert(sizeof(rocprofiler_hsa_api_retval_t) == 8, "ABI");)

#endif  // ROCPROFILER_SDK_HSA_API_ARGS_H_
HEADER
}

"$@"
