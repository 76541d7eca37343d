#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares components with a copy of a public database of advisories.

    advisories.py LIST... DATABASE

LIST: components, as CycloneDX in JSON (./mvnw -Prelease -DskipTests writes TARGET/*-sbom.json) or as
npm's package-lock.json. DATABASE: a folder of advisories in the OSV format, as a copy of
github.com/github/advisory-database has them; withdrawn ones do not count.
Prints each component that an advisory affects, with the versions that are affected and the first
one that is not; at the end what was compared, and how old the copy is.
Ends with 0 if nothing is affected, 1 if something is, 2 if the input cannot be judged.
"""
import functools
import json
import re
import sys
from pathlib import Path
from urllib.parse import unquote

ECOSYSTEMS = {"maven": "Maven", "npm": "npm"}  # purl's names of them, and OSV's
QUALIFIERS = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"]
ALIASES = {"cr": "rc", "ga": "", "final": "", "release": ""}
SHORT = {"a": "alpha", "b": "beta", "m": "milestone"}


class BadInput(Exception):
    pass


# Versions, in Maven's order: ComparableVersion of Maven 3.9.


def maven_items(version):
    """A list of numbers, qualifiers, and the lists that hyphens and qualifiers begin."""
    root = current = []
    lists = [root]

    def deeper():
        nonlocal current
        current.append([])
        current = current[-1]
        lists.append(current)

    parts = [part.split(".") for part in version.lower().split("-")]
    for p, tokens in enumerate(parts):
        if p > 0:
            deeper()
        for t, token in enumerate(tokens):
            pieces = re.findall(r"\d+|\D+", token) or ["0"]
            for i, piece in enumerate(pieces):
                last = (p, t, i) == (len(parts) - 1, len(tokens) - 1, len(pieces) - 1)
                before_digit = i + 1 < len(pieces)
                if i > 0 or current and not piece.isdigit() and (last or before_digit):
                    deeper()
                if piece.isdigit():
                    current.append(int(piece))
                else:
                    piece = SHORT.get(piece, piece) if before_digit else piece
                    current.append(ALIASES.get(piece, piece))
    for one in reversed(lists):
        for i in reversed(range(len(one))):
            if one[i] in (0, "", []):
                del one[i]
            elif not isinstance(one[i], list):
                break
    return root


def qualifier_key(text):
    return (QUALIFIERS.index(text), "") if text in QUALIFIERS else (len(QUALIFIERS), text)


def three_way(left, right):
    return (left > right) - (left < right)


def compare_items(left, right):
    """Of two items; None stands for the one that is missing."""
    if left is None:
        return 0 if right is None else -compare_items(right, None)
    if isinstance(left, list):
        if right is None:
            return next((r for r in (compare_items(one, None) for one in left) if r), 0)
        if isinstance(right, list):
            size = max(len(left), len(right))
            padded = (one + [None] * (size - len(one)) for one in (left, right))
            return next((r for r in map(compare_items, *padded) if r), 0)
        return -1 if isinstance(right, int) else 1
    if isinstance(left, int):
        if right is None or isinstance(right, int):
            return three_way(left, right or 0)
        return 1
    if right is None or isinstance(right, str):
        return three_way(qualifier_key(left), qualifier_key(right or ""))
    return -1


# Versions, in npm's order: semver.


def npm_key(version):
    found = re.match(r"[v=\s]*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$", version)
    if not found:
        raise BadInput("not a version of npm's: " + version)
    release = [int(part or 0) for part in found.groups()[:3]]
    if found[4] is None:
        return release, (1,)
    parts = [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in found[4].split(".")]
    return release, (0, parts)


@functools.total_ordering
class Version:
    def __init__(self, ecosystem, text):
        self.maven = ecosystem == "Maven"
        self.value = maven_items(text) if self.maven else npm_key(text)

    def compare(self, other):
        compare = compare_items if self.maven else three_way
        return compare(self.value, other.value)

    def __eq__(self, other):
        return self.compare(other) == 0

    def __lt__(self, other):
        return self.compare(other) < 0


# What is compared.


def read_json(path):
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadInput(f"{path}: {problem}") from problem


def of_purl(purl):
    """(ecosystem, name, version) of a package URL; None where it is of another kind of package."""
    found = re.fullmatch(r"pkg:([^/]+)/([^@?#]+)@([^?#]+)(?:[?#].*)?", purl)
    if not found:
        raise BadInput("not a package URL with a version: " + purl)
    kind, name, version = found.groups()
    if kind not in ECOSYSTEMS:
        return None
    return ECOSYSTEMS[kind], unquote(name.replace("/", ":") if kind == "maven" else name), unquote(version)


def components(path):
    """Yields what a list names: (ecosystem, name, version), or text where that is not known."""
    document = read_json(path)
    if not isinstance(document, dict):
        raise BadInput(f"{path} is no list of components")
    if document.get("bomFormat") == "CycloneDX":
        todo = list(document.get("components", []))
        while todo:
            one = todo.pop()
            todo += one.get("components", [])
            purl = one.get("purl")
            yield (of_purl(purl) if purl else None) or purl or one.get("name", "a component")
    elif "lockfileVersion" in document and "packages" in document:
        for place, one in document["packages"].items():
            if place and not one.get("link"):
                yield "npm", one.get("name") or place.split("node_modules/")[-1], one["version"]
    else:
        raise BadInput(f"{path} is neither CycloneDX nor a package-lock.json that has packages")


def also_known_as(component):
    """WebJars are npm's packages under a name of Maven's."""
    yield component
    ecosystem, name, version = component
    if ecosystem == "Maven" and name.startswith("org.webjars.npm:"):
        yield "npm", re.sub(r"^(.+)__", r"@\1/", name.split(":")[1]), version


# What is known.


def advisories(folder):
    paths = sorted(Path(folder).rglob("*.json"))
    for path in paths:
        advisory = read_json(path)
        if not isinstance(advisory, dict) or not {"id", "modified"} <= advisory.keys():
            raise BadInput(f"{path} is no advisory in the OSV format")
        yield advisory


def events(entry, found):
    """A range's events; GitHub keeps an end that is no event beside them."""
    result = [next(iter(one.items())) for one in found.get("events", [])]
    last = entry.get("database_specific", {}).get("last_known_affected_version_range")
    if last and all(kind == "introduced" for kind, _ in result):
        end = re.fullmatch(r"\s*(<=?)\s*(\S+)\s*", last)
        if not end:
            raise BadInput("not the end of a range: " + last)
        result.append(("fixed" if end[1] == "<" else "last_affected", end[2]))
    return result


def ends(ecosystem, result):
    """Events in the order of their versions; 0 is before each version."""
    return sorted(((None if text == "0" else Version(ecosystem, text), kind, text) for kind, text in result),
                  key=lambda one: (one[0] is not None, one[0] or 0))


def affecting_range(ecosystem, version, result):
    affected = False
    for at, kind, _ in ends(ecosystem, result):
        if kind == "introduced" and (at is None or version >= at):
            affected = True
        elif kind in ("fixed", "limit") and version >= at:
            affected = False
        elif kind == "last_affected" and version > at:
            affected = False
    return affected


def finding(entry, component):
    """(affected versions, first fixed one or None) where the entry affects the component; else None."""
    ecosystem, _, text = component
    version = Version(ecosystem, text)
    for one in entry.get("ranges", []):
        if one.get("type") not in ("ECOSYSTEM", "SEMVER"):
            continue
        result = events(entry, one)
        if affecting_range(ecosystem, version, result):
            fixed = [text for at, kind, text in ends(ecosystem, result) if kind == "fixed" and at > version]
            return ", ".join(f"{kind} {text}" for kind, text in result), fixed[0] if fixed else None
    if text in entry.get("versions", []):
        return "among " + ", ".join(entry["versions"]), None
    return None


def describe(advisory, found):
    names = " ".join([advisory["id"], *advisory.get("aliases", [])])
    severity = advisory.get("database_specific", {}).get("severity") or next(
        (one["score"] for one in advisory.get("severity", [])), "of unknown severity")
    versions, fixed = found
    return (f"  {names}, {severity}: {advisory.get('summary', '')}\n"
            f"    {versions}; fixed in {fixed or 'no version that it names'}")


def main(arguments):
    if len(arguments) < 2:
        raise BadInput(__doc__)
    *lists, database = arguments
    if not Path(database).is_dir():
        raise BadInput(f"{database} is no folder")
    compared, skipped = set(), set()
    for path in lists:
        for one in components(path):
            (skipped if isinstance(one, str) else compared).add(one)
    if not compared:
        raise BadInput("the lists name no package of Maven's or npm's")
    by_name = {}
    for one in compared:
        for name in also_known_as(one):
            by_name.setdefault(name[:2], []).append((one, name))
    read, newest, problems = 0, "", {}
    for advisory in advisories(database):
        read += 1
        newest = max(newest, advisory["modified"])
        if advisory.get("withdrawn"):
            continue
        for entry in advisory.get("affected", []):
            package = entry.get("package", {})
            for one, name in by_name.get((package.get("ecosystem"), package.get("name")), []):
                found = finding(entry, name)
                if found:
                    problems.setdefault(one, {}).setdefault(advisory["id"], describe(advisory, found))
    if not read:
        raise BadInput(f"{database} has no advisories")
    for one in sorted(problems):
        print(" ".join(one), *problems[one].values(), sep="\n")
    for one in sorted(skipped):
        print("not compared, since it is no package of Maven's or npm's:", one)
    print(f"{len(compared)} components compared with {read} advisories, of which the newest was"
          f" modified on {newest[:10]}: {len(problems)} affected")
    return 1 if problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BadInput as problem:
        print(f"advisories.py: {problem}", file=sys.stderr)
        sys.exit(2)
