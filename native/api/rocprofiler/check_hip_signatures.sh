#!/usr/bin/env bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Prints a C++ file that compiles only where hip_signatures.inc agrees with HIP's headers: each
# function whose arguments the runtime's hip_api_data_t has is in the list, with as many arguments, of
# the same sizes, at the same places.
#   check_hip_signatures.sh hip_signatures.inc hip_aliases.inc .../hip/amd_detail/hip_prof_str.h >check.cpp
set -euo pipefail
cat <<'TOP'
// Made by check_hip_signatures.sh.
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>
#if __has_include(<hip/hip_deprecated.h>)
#include <hip/hip_deprecated.h>
#endif
#include <hip/hip_version.h>
#include <hip/amd_detail/hip_prof_str.h>

#include <cstddef>

#if HIP_VERSION_MAJOR < 6
#define PLACE(until5, from6) (until5)
#else
#define PLACE(until5, from6) (from6)
#endif
#define CHECK(function, member, bytes, until5, from6)                                        \
  static_assert(offsetof(hip_api_data_t, args.function.member) - offsetof(hip_api_data_t, args) == \
                    PLACE(until5, from6),                                                    \
                "hip_signatures.inc: " #function ": the place of " #member);                 \
  static_assert(sizeof(static_cast<hip_api_data_t*>(nullptr)->args.function.member) == (bytes), \
                "hip_signatures.inc: " #function ": the size of " #member);

TOP
awk '
  # Not at one place in all of HIP 6 and 7, whose frames are not told apart: not known there.
  BEGIN {
    moves["hipDrvGraphAddMemsetNode", "ctx"]
    moves["hipDrvGraphExecMemsetNodeSetParams", "ctx"]
  }
  FNR == 1 { ++file }
  # The list: of each function its arguments, as bytes and places.
  file == 1 && /^\/\// { next }
  file == 1 {
    line = $0
    if (match(line, /^F\([A-Za-z0-9_]+/)) {
      name = substr(line, 3, RLENGTH - 2)
      count[name] = 0
    }
    while (match(line, /A\([A-Za-z0-9_]+, "[^"]*", [-0-9, ]+\)/)) {
      one = substr(line, RSTART, RLENGTH - 1)
      line = substr(line, RSTART + RLENGTH)
      sub(/^A\([A-Za-z0-9_]+, "[^"]*", /, "", one)
      split(one, number, ", ")
      row[name, count[name]++] = number[1] ", " number[3] ", " number[4]
    }
    next
  }
  # Names under which HIP has a listed function.
  file == 2 {
    # X(reported, listed)
    split(substr($0, 3, length($0) - 3), part, ", ")
    listed[part[1]] = part[2]
    next
  }
  # The header: the structs in hip_api_data_t::args; copies of what pointers point to do not count.
  /^typedef struct hip_api_data_s/ { inside = 1 }
  inside && /^  \} args;/ { exit }
  inside && /^    struct \{/ { members = 0; next }
  inside && /^      .*;/ {
    member = $0
    sub(/(\[[^]]*\])?;.*$/, "", member)
    sub(/^.*[^A-Za-z0-9_]/, "", member)
    if (member !~ /__val$/) of[members++] = member
    next
  }
  inside && /^    \} [A-Za-z0-9_]+;/ {
    name = $2; sub(/;.*/, "", name)
    ++checked
    key = name in listed ? listed[name] : name
    if (!(key in count)) {
      printf "#error hip_signatures.inc: %s is missing\n", name
    } else if (count[key] != members) {
      printf "#error hip_signatures.inc: %s has %d arguments there, %d in HIP\n", name, count[key], members
    } else {
      for (i = 0; i < members; ++i) {
        if ((name, of[i]) in moves && row[key, i] ~ /-1$/) continue
        printf "CHECK(%s, %s, %s)\n", name, of[i], row[key, i]
      }
    }
    members = 0
  }
  END { if (checked < 200) print "#error hip_prof_str.h is not read: " checked + 0 " functions" }
  ' "$@"
