#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares the names that rocjfr shows of a library's kernels with those of llvm-cxxfilt.

usage: kernel_names.py FOLDER CXXFILT DEMANGLE [COMGR]

FOLDER has unpacked packages: all mangled names in their libraries' and code objects' data are taken. CXXFILT is the
command of an llvm-cxxfilt from 18 on. DEMANGLE is the command of native/target/release/bin/demangle_names (cmake
--build native/target/release --target demangle_names). It gets COMGR, a libamd_comgr to load, or none. Both commands
may begin with another system's ld.so. Ends with 0 if no name stays mangled that CXXFILT reads, and, with COMGR, none
is shortened.
"""
import mmap
import os
import re
import shlex
import subprocess
import sys

NAME = re.compile(rb"(?<=\0)(_Z[A-Za-z0-9_.$]+?)(?:\.kd)?\0")
SHORTENED = "<\u2026#"


def names(folder):
    """Of registered kernels in libraries, and of descriptors in code objects."""
    found = set()
    for path, _, files in os.walk(folder, followlinks=True):
        for file in (os.path.join(path, name) for name in files):
            if os.path.islink(file) or not re.search(r"\.so\b|\.hsaco$|\.co$", file) or os.path.getsize(file) == 0:
                continue
            with open(file, "rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
                found.update(match.group(1).decode() for match in NAME.finditer(data))
    return sorted(found)


def read(command, lines):
    text = "\n".join(lines) + "\n"
    done = subprocess.run(shlex.split(command), input=text, stdout=subprocess.PIPE, check=True, encoding="utf-8")
    return done.stdout.split("\n")[:-1]


def main(folder, cxxfilt, demangle, comgr=""):
    mangled = names(folder)
    llvm = read(cxxfilt, mangled)
    ours = read(demangle + " " + comgr, mangled)
    assert mangled and len(llvm) == len(ours) == len(mangled), (len(mangled), len(llvm), len(ours))
    readable = [i for i, name in enumerate(mangled) if llvm[i] != name]
    left = [mangled[i] for i in readable if ours[i] == mangled[i]]
    shortened = [mangled[i] for i in readable if SHORTENED in ours[i]]
    twice = len(ours) - len(set(ours))
    print(f"{len(mangled)} names, {len(readable)} of them read by llvm-cxxfilt. "
          f"Of those rocjfr leaves {len(left)} mangled and shortens {len(shortened)}; {twice} are not unique")
    for name in left[:5]:
        print("  " + name)
    return 1 if left or (comgr and shortened) else 0


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
