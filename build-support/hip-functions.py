#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Adds to the catalogue of HIP's functions what a release's headers have and it lacks.

    hip-functions.py [--check] [--fill] INCLUDE...

INCLUDE: folders with hip/hip_runtime_api.h and hip/amd_detail/hip_prof_str.h, the oldest first. A
function that HIP's trace or its tables of functions have gets a row in native/catalogue/hip.txt: its
arguments, where they stand in the call's frame, its id in the trace, AMD's number (its place in the
table), its first and last release, and the category "other". Give it its category and its words by
hand. The first release is that of the first folder that declares it; of later functions of HIP 6
and 7 the table says it. With --fill, places, ids and numbers of known functions that were not known
are filled in. Other differences are printed. With --check nothing is written.
Ends with 1 where something differs or is new.
"""
import os
import re
import subprocess
import sys
import tempfile

CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "native", "catalogue", "hip.txt")
BEFORE_ARGUMENTS = 16  # of hip_api_data_t
ALIASED = ("hipGetDevicePropertiesR0000",)  # 5.x has it without the suffix


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Row:
    def __init__(self, line):
        self.head = line.split()
        self.words = []  # lines that begin with | or &
        self.arguments = []  # [name, bytes, until5, from6, type]

    def word(self, key):
        return next((word[len(key):] for word in self.head if word.startswith(key)), None)

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


def header(include, *names):
    path = os.path.join(include, "hip", *names)
    return read(path) if os.path.exists(path) else ""


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


class Release:
    """What the headers in a folder say."""

    def __init__(self, include):
        self.include = include
        self.members = self.of_frames()
        self.ids = {name: int(number) for name, number in re.findall(
            r"\bHIP_API_ID_(?!RESERVED)(\w+) = (\d+)", header(include, "amd_detail", "hip_prof_str.h"))}
        for word in ("NONE", "FIRST", "LAST"):
            self.ids.pop(word, None)
        self.table = header(include, "amd_detail", "hip_api_trace.hpp")
        self.numbers, self.steps = self.of_table("HipDispatchTable")
        self.compiler, steps = self.of_table("HipCompilerDispatchTable")
        self.steps.update((name, 0) for name, step in steps.items() if step == 0)
        self.declared = self.signatures()
        self.names = sorted(set(self.members) | set(self.numbers) | set(self.compiler) |
                            {name for name in self.ids if name in self.declared})
        self.compile()

    def of_frames(self):
        """name -> its members in hip_api_data_t, without copies of what pointers point to."""
        text = header(self.include, "amd_detail", "hip_prof_str.h")
        body = text[text.index("typedef struct hip_api_data_s"):]
        members = {}
        for inside, name in re.findall(r"\n    struct \{\n(.*?)\n    \} (\w+);", body[:body.index("\n  } args;")], re.S):
            found = re.findall(r"^      [^;]*?(\w+)(?:\[[^\]]*\])?;$", inside, re.M)
            members[name] = [one for one in found if not one.endswith("__val")]
        return members

    def of_table(self, struct):
        """name -> its place in the table, and -> the step with which it came; none before 6.0."""
        body = re.search(r"struct %s\s*\{(.*?)\n\};" % struct, self.table, re.S)
        places, steps, step = {}, {}, 0
        for comment, name in re.findall(r"STEP_VERSION ==? (\d+)|\bt_(\w+)\s+\w+;", body.group(1) if body else ""):
            if name:
                places[name], steps[name] = len(places), step
            else:
                step = int(comment)
        return places, steps

    def signatures(self):
        """name -> (what it returns, [(argument, type)]), as the table or a declaration says."""
        found = {}
        top = os.path.join(self.include, "hip")
        for file in sorted(os.listdir(top)) + ["amd_detail/" + one for one in sorted(os.listdir(os.path.join(top, "amd_detail")))]:
            if not file.endswith(".h") or file.endswith("hip_prof_str.h"):
                continue
            text = re.sub(r"__dparm\([^)]*\)|DEPRECATED\([^)]*\)|__attribute__\(\((?:[^()]|\([^()]*\))*\)\)", "", without_comments(read(os.path.join(top, file))))
            for returns, name, arguments in re.findall(
                    r"^[ \t]*(?:static |inline |extern \"C\" )*((?:const )?\w+[ \t\n*]+)(_*hip[A-Z]\w*)\s*\(([^;{}]*?)\)\s*;", text, re.M):
                if returns.strip() not in ("return", "else", "typedef"):
                    found.setdefault(name, (returns.strip(), arguments))
        for returns, name, arguments in re.findall(r"typedef\s+([\w \*]+?)\s*\(\*t_(\w+)\)\s*\(([^;]*?)\);", without_comments(self.table), re.S):
            found[name] = (returns, arguments)
        return {name: ("error" if returns == "hipError_t" else "other", arguments_of(text))
                for name, (returns, text) in found.items()}

    def compile(self):
        """self.frames: name -> [(member, bytes, offset)]; self.sizes: type -> bytes; self.since."""
        types = sorted({kind for _, of in self.declared.values() for _, kind in of if "*" not in kind and kind != "dim3"})
        program = ["#define __HIP_PLATFORM_AMD__ 1", "#include <hip/hip_runtime_api.h>",
                   "#if __has_include(<hip/hip_deprecated.h>)", "#include <hip/hip_deprecated.h>", "#endif",
                   "#include <hip/hip_version.h>", "#include <hip/amd_detail/hip_prof_str.h>",
                   "#if __has_include(<hip/amd_detail/hip_api_trace.hpp>)",
                   "#include <hip/amd_detail/hip_api_trace.hpp>", "#endif",
                   "#ifndef HIP_RUNTIME_API_TABLE_STEP_VERSION", "#define HIP_RUNTIME_API_TABLE_STEP_VERSION 0",
                   "#endif", "#include <cstddef>", "#include <cstdio>",
                   "int main() {",
                   'printf("%d %d %d\\n", HIP_VERSION_MAJOR, HIP_VERSION_MINOR, HIP_RUNTIME_API_TABLE_STEP_VERSION);']
        for name, of in sorted(self.members.items()):
            for member in of:
                at = "args.%s.%s" % (name, member)
                program.append('printf("%s %s %%zu %%zu\\n", sizeof(((hip_api_data_t*)nullptr)->%s), '
                               'offsetof(hip_api_data_t, %s) - %d);' % (name, member, at, at, BEFORE_ARGUMENTS))
        program.append("}")
        lines = run(program, self.include)
        major, minor, step = map(int, lines[0].split())
        self.major = major
        self.since = str(600 + step) if major >= 6 else "57" if minor >= 7 else "52"
        self.frames = {name: [] for name in self.members}
        for line in lines[1:]:
            name, member, size, offset = line.split()
            self.frames[name].append((member, size, offset))
        wanted = sorted({kind for name in self.names if name not in self.frames
                         for _, kind in self.declared.get(name, ("", []))[1] if kind in types})
        program = program[:15] + ["int main() {"]
        program += ['printf("%%zu %s\\n", sizeof(%s));' % (kind, kind) for kind in wanted] + ["}"]
        self.sizes = {"dim3": "12"}
        for line in run(program, self.include):
            size, kind = line.split(" ", 1)
            self.sizes[kind] = size

    def first(self, name):
        """The release that this folder's table says, or else this folder's."""
        return str(600 + self.steps[name]) if name in self.steps else self.since

    def row(self, name, column):
        returns, of = self.declared.get(name, ("error", []))
        row = Row("%s %s %s other" % (name, self.first(name), returns))
        for i, (member, size, offset) in enumerate(self.frames.get(name, [(one, None, "-") for one, _ in of])):
            kind = of[i][1] if i < len(of) else "?"
            size = size or ("8" if kind.endswith("*") else self.sizes[kind])
            row.arguments.append([member, size, "-", "-", "rocprofiler_dim3_t" if kind == "dim3" else kind])
            row.arguments[-1][column] = offset
        return row


def arguments_of(text):
    """[(name, type)] of a list of arguments."""
    of = []
    for argument in re.split(r",(?![^()]*\))", text):
        argument = re.sub(r"\s+", " ", re.sub(r"=.*", "", argument, flags=re.S)).strip()
        if argument in ("", "void"):
            continue
        name = re.search(r"\b(\w+)(?:\[\w*\])?$", argument)
        kind = argument[:name.start()] if name else argument
        kind = re.sub(r"\s+\*", "*", kind).strip() + ("*" if argument.endswith("]") else "")
        of.append((name.group(1) if name else "", kind))
    return of


def run(program, include):
    """What a C++ program prints, by lines."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "program.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(program))
        subprocess.run(["g++", "-std=c++17", "-w", "-isystem", include, source, "-o", source + ".out"], check=True)
        return subprocess.run([source + ".out"], check=True, capture_output=True, text=True).stdout.splitlines()


def is_after(one, other):
    return other is not None and int(one) > int(other)


class Comparison:
    def __init__(self, rows, fill):
        self.rows, self.fill = rows, fill
        self.listed = {name: row.word("as=") or name for name, row in rows.items()}
        self.findings, self.last, self.first, self.kept = [], {}, {}, {}
        self.new = set()
        self.ids, self.names_of = {}, {}  # name -> its ids, id -> its names
        self.oldest = self.before = None  # the release of the first folder, and of that before this one

    def say(self, name, what):
        self.findings.append("%s: %s" % (name, what))

    def number(self, release, word, numbers):
        for name, number in numbers.items():
            row = self.rows.get(name)
            if row is None or row.word(word) == str(number):
                continue
            if name not in self.new:
                self.say(name, "%s%s, but %d in %s" % (word, row.word(word) or "", number, release.include))
            if row.word(word) is None and (self.fill or name in self.new):
                row.head.append(word + str(number))

    def function(self, release, name, column):
        row = self.rows.get(self.listed.get(name, name))
        if row is None:
            self.rows[name] = release.row(name, column)
            self.new.add(name)
            self.say(name, "new, since %s" % self.rows[name].head[1])
            return
        members = release.frames.get(name)
        if members is None:
            return
        if len(row.arguments) != len(members):
            self.say(name, "%d arguments, %d in %s" % (len(row.arguments), len(members), release.include))
            return
        for argument, (member, size, offset) in zip(row.arguments, members):
            if argument[column] == "-" and self.fill:
                argument[column] = offset
            elif argument[column] not in ("-", offset) or argument[1].split("/")[0] != size:
                self.say(name, "%s has %s bytes at %s in %s" % (member, size, offset, release.include))

    def release(self, release):
        column = 2 if release.major < 6 else 3
        for name in release.names:
            self.last[name] = release.since
            self.function(release, name, column)
        for name in set(release.names) | set(release.declared):
            if name not in self.first:
                self.first[name] = (self.before, release.first(name), release.since)
        for name in release.frames:
            self.kept.setdefault(name, release)
        self.number(release, "sdk=", release.numbers)
        self.number(release, "compiler=", release.compiler)
        for name, number in release.ids.items():
            self.ids.setdefault(name, set()).add(number)
            self.names_of.setdefault(number, set()).add(name)
        self.before = release.since
        self.oldest = self.oldest or release.since

    def set(self, name, row, word, value):
        said = row.word(word)
        if said != value:
            row.head = [one for one in row.head if not one.startswith(word)] + ([word + value] if value else [])
            if name not in self.new:
                self.say(name, "%s%s, not %s" % (word, value or "(nothing)", said or "(nothing)"))

    def id_of(self, name):
        """Its id, if all releases that have it agree, and give that id to no other function."""
        ids = self.ids.get(name, ())
        return next((str(one) for one in ids if len(ids) == 1 and len(self.names_of[one]) == 1), None)

    def facts(self):
        """Ids, first and last releases, of the functions that one of the folders has."""
        for name, row in self.rows.items():
            if name in self.ids and row.word("id=") not in (self.id_of(name), "-"):
                self.set(name, row, "id=", self.id_of(name) or "-")
            if (name not in self.first and row.head[1] != "-" and not is_after(row.head[1], self.before)
                    and not row.word("as=") and name not in ALIASED):
                self.say(name, "since %s, but no header has it" % row.head[1])
            if name in self.first and row.head[1] != "-" and name not in ALIASED:
                before, first, here = self.first[name]
                # In the first folder a function may be older, and one that came between two, too.
                if is_after(row.head[1], first) or (before is not None and not is_after(row.head[1], before)):
                    self.say(name, "since %s, not %s" % (first, row.head[1]))
                    row.head[1] = first
            if name in self.last and is_after(self.before, row.word("last=") or "0"):
                self.set(name, row, "last=", None if self.last[name] == self.before else self.last[name])
            kept = self.kept.get(name)
            if kept and kept.since == "57" and row.head[1] == self.oldest == "52":
                self.set(name, row, "kept=", kept.since)


def main():
    folders = [one for one in sys.argv[1:] if not one.startswith("--")]
    if not folders or any(one.startswith("--") and one not in ("--check", "--fill") for one in sys.argv[1:]):
        sys.exit(__doc__)
    before, rows = catalogue()
    comparison = Comparison(rows, "--fill" in sys.argv)
    for include in folders:
        comparison.release(Release(include))
    comparison.facts()
    for finding in comparison.findings:
        print(finding)
    if "--check" not in sys.argv and comparison.findings:
        with open(CATALOGUE, "w", encoding="utf-8") as file:
            file.write("\n".join(before) + "\n" + "".join(rows[name].text() for name in sorted(rows)))
    return 1 if comparison.findings else 0


if __name__ == "__main__":
    sys.exit(main())
