#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Adds to the catalogue of HIP's functions what a release's headers have and it lacks.

    hip-functions.py [--check] [--fill] INCLUDE...

INCLUDE: folders with hip/hip_runtime_api.h and hip/amd_detail/hip_prof_str.h, the oldest first. A new
function gets a row in native/catalogue/hip.txt: its arguments, where they stand in the call's frame,
AMD's number (its place in HIP's dispatch table), and the category "other". Give it its category and
its words by hand, and an earlier SINCE where a release between had it. A function that is in none
of the later folders gets its last release. With --fill, places of known functions that were not
known are filled in. Other differences are printed. With --check nothing is written.
Ends with 1 where something differs or is new.
"""
import os
import re
import subprocess
import sys
import tempfile

CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "native", "catalogue", "hip.txt")
BEFORE_ARGUMENTS = 16  # of hip_api_data_t


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Row:
    def __init__(self, line):
        self.head = line.split()
        self.words = []  # lines that begin with | or &
        self.arguments = []  # [name, bytes, until5, from6, type]

    def text(self):
        lines = [" ".join(self.head)] + self.words
        lines += ["  " + " ".join(argument) for argument in self.arguments]
        return "\n".join(lines) + "\n"


def catalogue():
    """What stands before the rows, and the rows by name."""
    before, rows, row = [], {}, None
    for line in read(CATALOGUE).splitlines():
        if line.startswith(("#", "type ")) or not line:
            before.append(line)
        elif line.startswith(("  | ", "  & ")):
            row.words.append(line)
        elif line.startswith("  "):
            row.arguments.append(line.split(None, 4))
        else:
            row = Row(line)
            rows[row.head[0]] = row
    return before, rows


def frames(include):
    """name -> [(member, bytes, offset)] as a compiler lays hip_api_data_t out, without copies."""
    text = read(os.path.join(include, "hip", "amd_detail", "hip_prof_str.h"))
    body = text[text.index("typedef struct hip_api_data_s"):]
    functions = re.findall(r"\n    struct \{\n(.*?)\n    \} (\w+);", body[:body.index("\n  } args;")], re.S)
    members = {}
    for inside, name in functions:
        found = re.findall(r"^      [^;]*?(\w+)(?:\[[^\]]*\])?;$", inside, re.M)
        members[name] = [one for one in found if not one.endswith("__val")]
    program = ["#define __HIP_PLATFORM_AMD__ 1", "#include <hip/hip_runtime_api.h>",
               "#if __has_include(<hip/hip_deprecated.h>)", "#include <hip/hip_deprecated.h>", "#endif",
               "#include <hip/hip_version.h>", "#include <hip/amd_detail/hip_prof_str.h>",
               "#if __has_include(<hip/amd_detail/hip_api_trace.hpp>)",
               "#include <hip/amd_detail/hip_api_trace.hpp>", "#endif",
               "#ifndef HIP_RUNTIME_API_TABLE_STEP_VERSION", "#define HIP_RUNTIME_API_TABLE_STEP_VERSION 0",
               "#endif", "#include <cstddef>", "#include <cstdio>", "int main() {",
               'printf("%d %d %d\\n", HIP_VERSION_MAJOR, HIP_VERSION_MINOR, HIP_RUNTIME_API_TABLE_STEP_VERSION);']
    for name, of in sorted(members.items()):
        for member in of:
            at = "args.%s.%s" % (name, member)
            program.append('printf("%s %s %%zu %%zu\\n", sizeof(((hip_api_data_t*)nullptr)->%s), '
                           'offsetof(hip_api_data_t, %s) - %d);' % (name, member, at, at, BEFORE_ARGUMENTS))
    program.append("}")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "frames.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(program))
        subprocess.run(["g++", "-std=c++17", "-w", "-isystem", include, source, "-o", source + ".out"], check=True)
        lines = subprocess.run([source + ".out"], check=True, capture_output=True, text=True).stdout.splitlines()
    major, minor, step = map(int, lines[0].split())
    result = {name: [] for name in members}
    for line in lines[1:]:
        name, member, size, offset = line.split()
        result[name].append((member, size, offset))
    since = str(600 + step) if major >= 6 else "57" if minor >= 7 else "52"
    return major, since, result


def numbers(include):
    """name -> its place in HIP's dispatch table, which is AMD's number; from 6.0 on."""
    path = os.path.join(include, "hip", "amd_detail", "hip_api_trace.hpp")
    if not os.path.exists(path):
        return {}
    body = re.search(r"struct HipDispatchTable\s*\{(.*?)\n\};", read(path), re.S).group(1)
    return {name: i for i, name in enumerate(re.findall(r"\bt_(\w+)\s+\w+;", body))}


def types(include, name):
    """The types of its arguments, and whether it returns a hipError_t; as its declaration says."""
    for file in ("hip_runtime_api.h", "hip_deprecated.h", os.path.join("amd_detail", "amd_hip_gl_interop.h")):
        path = os.path.join(include, "hip", file)
        if not os.path.exists(path):
            continue
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", read(path), flags=re.S)
        found = re.search(r"(\w+)\s+%s\s*\(([^;{]*?)\)\s*[;{]" % name, text, re.S)
        if found:
            of = []
            for argument in found.group(2).split(","):
                argument = re.sub(r"__dparm\([^)]*\)|=.*", "", argument).strip()
                one = re.sub(r"\s*\b\w+((?:\[\w*\])?)$", lambda m: "*" if m.group(1) else "", argument)
                of.append(re.sub(r"\s+\*", "*", re.sub(r"\s+", " ", one)))
            return ("error" if found.group(1) == "hipError_t" else "other"), of
    return None, []


def main():
    arguments = [one for one in sys.argv[1:] if not one.startswith("--")]
    if not arguments:
        sys.exit(__doc__)
    before, rows = catalogue()
    listed = {name: next((word[3:] for word in row.head if word.startswith("as=")), name) for name, row in rows.items()}
    findings, last, newest = [], {}, None
    for include in arguments:
        major, since, functions = frames(include)
        column = 2 if major < 6 else 3
        number = numbers(include)
        newest = since
        last.update((name, since) for name in list(functions) + list(number))
        for name, row in rows.items():
            said = next((int(word[4:]) for word in row.head if word.startswith("sdk=")), None)
            if number.get(name, said) != said and name not in ("hipApiName",):
                findings.append("%s: sdk=%s, but %d in %s" % (name, said, number[name], include))
        for name, members in sorted(functions.items()):
            row = rows.get(listed.get(name, name))
            if row is None:
                returns, of = types(include, name)
                row = rows[name] = Row("%s %s %s other" % (name, since, returns or "error"))
                if name in number:
                    row.head.append("sdk=%d" % number[name])
                for i, (member, size, offset) in enumerate(members):
                    kind = of[i] if i < len(of) else "?"
                    row.arguments.append([member, size, "-", "-", kind])
                    row.arguments[-1][column] = offset
                    if size == "12" and kind == "dim3":
                        row.arguments[-1][4] = "rocprofiler_dim3_t"
                findings.append("%s: new, since %s" % (name, since))
                continue
            if len(row.arguments) != len(members):
                findings.append("%s: %d arguments, %d in %s" % (name, len(row.arguments), len(members), include))
                continue
            for argument, (member, size, offset) in zip(row.arguments, members):
                if argument[column] == "-" and "--fill" in sys.argv:
                    argument[column] = offset
                elif argument[column] not in ("-", offset) or argument[1].split("/")[0] != size:
                    findings.append("%s: %s has %s bytes at %s in %s" % (name, member, size, offset, include))
    for name, row in rows.items():
        said = next((word for word in row.head if word.startswith("last=")), None)
        seen = "last=" + last[name] if name in last and last[name] != newest else None
        if name in last and said != seen:
            row.head = [word for word in row.head if word != said] + ([seen] if seen else [])
            findings.append("%s: %s" % (name, seen or "in %s, too" % newest))
    for finding in findings:
        print(finding)
    if "--check" not in sys.argv and findings:
        with open(CATALOGUE, "w", encoding="utf-8") as file:
            file.write("\n".join(before) + "\n" + "".join(rows[name].text() for name in sorted(rows)))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
