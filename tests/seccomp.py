#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""seccomp.py PROFILE COMMAND...: runs a command with what a container engine allows by default.

These are the system calls of PROFILE, an engine's seccomp.json (Debian's golang-github-containers-common has Podman's),
and for root the usual capabilities. Needs libseccomp, and setpriv.
"""
import ctypes
import json
import os
import sys

# Those that engines leave to a container, and a profile asks for.
CAPABILITIES = {"CAP_AUDIT_WRITE", "CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_FSETID", "CAP_KILL",
                "CAP_MKNOD", "CAP_NET_BIND_SERVICE", "CAP_NET_RAW", "CAP_SETFCAP", "CAP_SETGID", "CAP_SETPCAP",
                "CAP_SETUID", "CAP_SYS_CHROOT"}
ARCHITECTURE = "amd64"
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
OPERATORS = {"SCMP_CMP_NE": 1, "SCMP_CMP_LT": 2, "SCMP_CMP_LE": 3, "SCMP_CMP_EQ": 4, "SCMP_CMP_GE": 5,
             "SCMP_CMP_GT": 6, "SCMP_CMP_MASKED_EQ": 7}


class Argument(ctypes.Structure):
    _fields_ = [("index", ctypes.c_uint), ("operator", ctypes.c_int), ("first", ctypes.c_uint64),
                ("second", ctypes.c_uint64)]


def action(name, errno):
    return ALLOW if name == "SCMP_ACT_ALLOW" else ERRNO | errno


def kernel():
    return [int(part) for part in os.uname().release.split("-")[0].split(".")[:2]]


def applies(rule):
    wanted, unwanted = rule.get("includes") or {}, rule.get("excludes") or {}
    if "minKernel" in wanted and kernel() < [int(part) for part in wanted["minKernel"].split(".")]:
        return False
    if "arches" in wanted and ARCHITECTURE not in wanted["arches"]:
        return False
    return CAPABILITIES >= set(wanted.get("caps", [])) and not CAPABILITIES & set(unwanted.get("caps", []))


def load(profile):
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    otherwise = action(profile["defaultAction"], profile.get("defaultErrnoRet", 1))
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(otherwise)))
    for rule in filter(applies, profile["syscalls"]):
        does = action(rule["action"], rule.get("errnoRet", 1))
        if does == otherwise:
            continue
        arguments = [Argument(a["index"], OPERATORS[a["op"]], a["value"], a["valueTwo"])
                     for a in rule.get("args") or []]
        array = (Argument * len(arguments))(*arguments)
        for name in rule["names"]:
            number = library.seccomp_syscall_resolve_name(name.encode())
            if number < 0:  # of other machines, or newer than the library
                continue
            if library.seccomp_rule_add_array(context, ctypes.c_uint32(does), number, len(arguments), array) != 0:
                sys.exit(f"{name} cannot be added to the filter")
    if library.seccomp_load(context) != 0:
        sys.exit("the filter cannot be loaded")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        load(json.load(file))
    command = sys.argv[2:]
    if os.geteuid() == 0:
        kept = ",".join("+" + name.removeprefix("CAP_").lower() for name in sorted(CAPABILITIES))
        command = ["setpriv", "--inh-caps=-all", "--bounding-set=-all," + kept, "--", *command]
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
