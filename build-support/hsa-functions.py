#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Writes what rocjfr knows of HSA's functions, from HSA's own headers.

    hsa-functions.py INCLUDE...

INCLUDE: folders with hsa/hsa.h of the releases of ROCm, the oldest first; the last one has them all.
Writes native/hsa/functions.inc (the functions of HSA's tables, in the tables' order, with the size
of the first table that has them, and what their arguments are to the calling convention),
native/softgpu/tables.inc (the same names) and the header native/include/roctracer/hsa_prof_str.h.
To be run when a release of HSA has functions that rocjfr does not know (CONTRIBUTING.md).
"""
import os
import re
import subprocess
import sys
import tempfile

TABLES = (("core", "CoreApi"), ("amd", "AmdExt"), ("image", "ImageExt"), ("finalizer", "FinalizerExt"))
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LICENCE = "// Copyright 2026 The rocjfr authors.\n// SPDX-License-Identifier: Apache-2.0\n//\n"
VERSION_BYTES = 16  # before the first function of a table


def functions_of(include, table):
    with open(os.path.join(include, "hsa", "hsa_api_trace.h"), encoding="utf-8") as file:
        text = re.sub(r"//[^\n]*", "", file.read())
    found = re.search(r"struct\s+%sTable\s*\{(.*?)\n\};" % table, text, re.S)
    return re.findall(r"decltype\s*\(\s*(\w+)\s*\)", found.group(1))


def compiler(include, *more):
    return ["g++", "-x", "c++", "-std=c++17", "-DAMD_INTERNAL_BUILD", "-I" + include,
            "-I" + os.path.join(include, "hsa"), "-include", "hsa/hsa.h", "-include",
            "hsa/hsa_api_trace.h", *more]


def split(arguments):
    parts, depth, current = [], 0, ""
    for c in arguments:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += c
    return [p.strip() for p in parts + [current] if p.strip() not in ("", "void")]


def declarations(include, names):
    """name -> (return type, [(argument's name, its declaration)])"""
    text = subprocess.run(compiler(include, "-E", "-P", "/dev/null"), check=True,
                          capture_output=True, text=True).stdout
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)", " ", text)
    text = re.sub(r'extern\s+"C"\s*\{?', ";", text)
    result = {}
    for name in names:
        found = re.search(r"(?:^|[;}\s])((?:const\s+)?\w+\s*\**)\s+%s\s*\(" % name, text)
        begin = end = found.end()
        depth = 1
        while depth:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        arguments = []
        for argument in split(re.sub(r"\s+", " ", text[begin:end - 1])):
            pointer = re.match(r"(.*)\(\s*\*\s*(\w+)\s*\)(\(.*\))$", argument)
            plain = re.search(r"(\w+)\s*(?:\[\s*\w*\s*\])?$", argument)
            arguments.append(((pointer.group(2) if pointer else plain.group(1)), argument))
        result[name] = (found.group(1).strip(), arguments)
    return result


def classes(include, names):
    """name -> what result and arguments are to the calling convention"""
    program = """
#include <cstdio>
#include <type_traits>
template <class T> void kind() {
  if constexpr (std::is_void_v<T>) printf(" void");
  else if constexpr (std::is_pointer_v<T>) printf(" Pointer");
  else if constexpr (std::is_same_v<T, bool>) printf(" bool");
  else if constexpr (std::is_class_v<T> && sizeof(T) > 16) printf(" Bytes<%zu>", sizeof(T));
  else if constexpr (std::is_signed_v<T> && !std::is_enum_v<T>) printf(" int%zu_t", sizeof(T) * 8);
  else { static_assert(sizeof(T) <= 8); printf(" uint%zu_t", sizeof(T) * 8); }
}
template <class R, class... A> void show(const char* name, R (*)(A...)) {
  printf("%s", name); kind<R>(); (kind<A>(), ...); printf("\\n");
}
int main() {
""" + "".join('  show("%s", (decltype(&%s))nullptr);\n' % (n, n) for n in names) + "}\n"
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "show.cpp"), os.path.join(folder, "show")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program)
        subprocess.run(compiler(include, "-w", "-o", binary, source), check=True)
        lines = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    return {line.split()[0]: line.split()[1:] for line in lines.splitlines()}


def sizes(includes, table):
    """[(function of the newest table, bytes of the first table that has it)]"""
    newest = functions_of(includes[-1], table)
    since = {}
    for include in includes:
        functions = functions_of(include, table)
        known = [name for name in newest if name in functions]
        if known != functions:
            sys.exit("%s: %sTable is no part of the newest one in its order" % (include, table))
        for name in functions:
            since.setdefault(name, VERSION_BYTES + 8 * len(functions))
    # Functions are only appended since there are versions of the tables: then each size is one.
    place = VERSION_BYTES + 8 * len(newest)
    for name in reversed(newest):
        if since[name] < place:
            break
        since[name] = place
        place -= 8
    return [(name, since[name]) for name in newest]


def main():
    includes = sys.argv[1:]
    if not includes:
        sys.exit(__doc__)
    rows = [(short, name, since) for short, table in TABLES for name, since in sizes(includes, table)]
    names = [name for _, name, _ in rows]
    kinds = classes(includes[-1], names)
    what = ("Written by build-support/hsa-functions.py: the functions of HSA's tables in their order, "
            "and the bytes\n// of the first table that has each.")
    with open(os.path.join(TOP, "native", "hsa", "functions.inc"), "w", encoding="utf-8") as file:
        file.write(LICENCE + "// " + what + " Then what it returns and takes.\n// clang-format off\n")
        for table, name, since in rows:
            if "uint32_t range__val" not in kinds[name] and name == "hsa_amd_memory_async_copy_rect":
                kinds[name][5] = "Range"
            file.write("HSA_FUNCTION(%s, %s, %d, %s)\n" % (table, name, since, ", ".join(kinds[name])))
    with open(os.path.join(TOP, "native", "softgpu", "tables.inc"), "w", encoding="utf-8") as file:
        file.write(LICENCE + "// " + what + "\n// clang-format off\n")
        for table, name, since in rows:
            file.write("HSA_FUNCTION(%s, %s, %d)\n" % (table, name, since))
    write_header(includes, rows)


# From when on AMD's table has so many bytes: by HSA's own macros, as far as they tell.
CHOICE = """// How many bytes HSA's tables of AMD's extensions and of images have in the release of the headers that
// the program includes: what is newer is left out, as in AMD's header of that release. 5.5 cannot be
// told from 5.4 by its headers: a program for it defines ROCTRACER_HSA_AMD_EXT_BYTES as 424.
#if defined(__has_include)
#if __has_include(<hsa/hsa_api_trace_version.h>)
#include <hsa/hsa_api_trace_version.h>
#endif
#endif
#ifndef ROCTRACER_HSA_AMD_EXT_BYTES
#if HSA_AMD_INTERFACE_VERSION_MINOR < 1
#define ROCTRACER_HSA_AMD_EXT_BYTES 400
#elif HSA_AMD_INTERFACE_VERSION_MINOR < 4
#define ROCTRACER_HSA_AMD_EXT_BYTES 456
#elif !defined(HSA_AMD_EXT_API_TABLE_STEP_VERSION)
#define ROCTRACER_HSA_AMD_EXT_BYTES 552
#elif HSA_AMD_EXT_API_TABLE_STEP_VERSION < 8
#define ROCTRACER_HSA_AMD_EXT_BYTES (552 + 8 * HSA_AMD_EXT_API_TABLE_STEP_VERSION)
#else
#define ROCTRACER_HSA_AMD_EXT_BYTES 624
#endif
#endif
#ifndef ROCTRACER_HSA_IMAGE_EXT_BYTES
#if HSA_AMD_INTERFACE_VERSION_MINOR < 7
#define ROCTRACER_HSA_IMAGE_EXT_BYTES 120
#else
#define ROCTRACER_HSA_IMAGE_EXT_BYTES 128
#endif
#endif
"""


def write_header(includes, rows):
    """hsa_prof_str.h: for whatever headers of HSA a program has."""
    rows = [row for row in rows if row[0] != "finalizer"]
    known = {}  # as the oldest headers spell it, whose types the newer ones have, too
    for include in includes:
        there = {name for _, table in TABLES for name in functions_of(include, table)}
        known.update(declarations(include, [name for _, name, _ in rows
                                            if name in there and name not in known]))
    oldest = {"core": 1 << 30, "amd": 400, "image": 120}
    macro = {"amd": "ROCTRACER_HSA_AMD_EXT_BYTES", "image": "ROCTRACER_HSA_IMAGE_EXT_BYTES"}

    def each(line):
        out, open_if = "", None
        for table, name, since in rows:
            condition = "%s >= %d" % (macro[table], since) if since > oldest[table] else None
            if condition != open_if:
                out += "#endif\n" if open_if else ""
                out += "#if %s\n" % condition if condition else ""
                open_if = condition
            out += line(name, *known[name])
        return out + ("#endif\n" if open_if else "")

    def members(name, _, arguments):
        text = ""
        for argument, declaration in arguments:
            text += "      %s;\n" % declaration
            if (name, argument) == ("hsa_amd_memory_async_copy_rect", "range"):
                text += "      hsa_dim3_t range__val;\n"
        return "    struct {\n%s    } %s;\n" % (text or "      char no_arguments;\n", name)

    def printed(name, result, arguments):
        text = '    case HSA_API_ID_%s:\n      out << "%s(";\n' % (name, name)
        for i, (argument, _) in enumerate(arguments):
            text += "      Put(out, data.args.%s.%s);\n" % (name, argument)
            if (name, argument) == ("hsa_amd_memory_async_copy_rect", "range"):
                text += '      out << ", ";\n      Put(out, data.args.%s.range__val);\n' % name
            text += '      out << ", ";\n' if i + 1 < len(arguments) else ""
        if result == "void":
            return text + '      return out << ") = void";\n'
        return text + '      out << ") = ";\n      Put(out, data.%s_retval);\n      return out;\n' % result

    results = sorted({known[name][0] for _, name, _ in rows} - {"void"})
    with open(os.path.join(TOP, "native", "include", "roctracer", "hsa_prof_str.h"), "w",
              encoding="utf-8") as file:
        file.write(LICENCE + """// Written by build-support/hsa-functions.py: the operations of ACTIVITY_DOMAIN_HSA_API and the data of
// their callbacks, in the release of HSA whose headers a program has. The library follows the HSA
// that is loaded: operations of another release have other numbers.
// clang-format off
#ifndef HSA_PROF_STR_H_
#define HSA_PROF_STR_H_

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

""" + CHOICE + """
// Functions for tools: hsa/hsa_api_trace.h declares these types, in C++.
typedef void (*hsa_amd_queue_intercept_packet_writer)(const void*, uint64_t);
typedef void (*hsa_amd_queue_intercept_handler)(const void*, uint64_t, uint64_t, void*,
                                                hsa_amd_queue_intercept_packet_writer);
typedef void (*hsa_amd_runtime_queue_notifier)(const hsa_queue_t*, hsa_agent_t, void*);

typedef enum hsa_api_id_t {
""" + each(lambda name, *_: "  HSA_API_ID_%s,\n" % name) + """  HSA_API_ID_DISPATCH,
  HSA_API_ID_NUMBER
} hsa_api_id_t;

// The data of a callback. Pointers are the program's own and valid during the callback only.
typedef struct hsa_api_data_t {
  uint64_t correlation_id;
  uint32_t phase;  // activity_api_phase_t
  union {          // at ACTIVITY_API_PHASE_EXIT
""" + "".join("    %s %s_retval;\n" % (r, r) for r in results) + """  };
  union {
""" + each(members) + """  } args;
  uint64_t* phase_data;  // a word that is kept between the phases
} hsa_api_data_t;

#ifdef __cplusplus
#include "hsa_ostream_ops.h"

#include <utility>

typedef std::pair<uint32_t, hsa_api_data_t> hsa_api_data_pair_t;

// The call as text: name(arguments) = result.
inline std::ostream& operator<<(std::ostream& out, const hsa_api_data_pair_t& data_pair) {
  using roctracer::hsa_support::Put;
  const hsa_api_data_t& data = data_pair.second;
  switch (data_pair.first) {
""" + each(printed) + """    default:
      return out << "unknown";
  }
}
#endif  // __cplusplus

#endif  // HSA_PROF_STR_H_
""")


if __name__ == "__main__":
    main()
