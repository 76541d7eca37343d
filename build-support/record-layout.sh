#!/bin/bash
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
#
# Prints the class io.rocjfr.bridge.Layout: the constants and the fields of record.h and rocjfr.h,
# as Java has them. The build of jfr-events/agent compiles it.
#
#   record-layout.sh native/include/rocjfr/record.h native/include/rocjfr/rocjfr.h
set -euo pipefail

awk '
  # A list of fields begins: those of rings and of the control page get a word before their names.
  /^#define ROCJFR_[A-Z_]+_FIELDS\(X\)/ {
    match($0, /ROCJFR_[A-Z_]+_FIELDS/)
    list = substr($0, RSTART + 7, RLENGTH - 14)
    prefix = list == "RING" || list == "CONTROL" ? list "_" : ""
  }
  /^  X\(u?int[0-9]+_t, [a-z_]+, [0-9]+,/ {
    match($0, /int[0-9]+_t, [a-z_]+, [0-9]+,/)
    split(substr($0, RSTART, RLENGTH), part, /[ ,]+/)
    size = part[1]
    gsub(/[^0-9]/, "", size)
    constant = prefix toupper(part[2])
    constants = constants "  static final int " constant " = " part[3] ";\n"
    rows = rows (rows == "" ? "" : ",\n") \
      "          new Field(\"" part[2] "\", " constant ", " size / 8 ")"
    fields++
    next
  }
  /^ *X\(/ { wrong = wrong "\n" $0 }
  # Numbers of domains, ops, causes of losses and the like.
  /ROCJFR_(DOMAIN|OP|ROCTX|COPY|LOST)_[A-Z_]+ = [0-9]+/ {
    line = $0
    while (match(line, /ROCJFR_[A-Z_]+ = [0-9]+/)) {
      number = substr(line, RSTART + 7, RLENGTH - 7)
      line = substr(line, RSTART + RLENGTH)
      sub(/^DOMAIN_/, "", number)
      constants = constants "  static final int " number ";\n"
    }
  }
  /^#define ROCJFR_[A-Z_]+ (0x)?[0-9A-F]+u?$/ {
    sub(/u$/, "", $3)
    constants = constants "  static final " (length($3) > 10 ? "long " : "int ") \
      substr($2, 8) " = " $3 (length($3) > 10 ? "L" : "") ";\n"
  }
  END {
    if (wrong != "" || fields == 0) {
      print "not understood in " FILENAME ":" wrong > "/dev/stderr"
      exit 1
    }
    print "// Made by build-support/record-layout.sh from record.h and rocjfr.h.\n"
    print "package io.rocjfr.bridge;\n\nimport java.util.List;\n"
    print "/** The layout of native memory, as record.h defines it, and the limits of rocjfr.h. */\nfinal class Layout {"
    print constants
    print "  /** A row of the layout table. */"
    print "  record Field(String name, int offset, int size) {}\n"
    print "  /** Every field, to be compared with the table of the tracer that is loaded. */"
    print "  static final List<Field> FIELDS =\n      List.of(\n" rows ");\n"
    print "  private Layout() {}\n"
    print "  static int bit(int domain) {\n    return 1 << domain;\n  }\n}"
  }' "$@"
