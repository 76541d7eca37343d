#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Tells which dependencies, plugins and npm packages have newer versions: build-support/behind.py

Asks Maven Central, npm's registry and, for the collector of the tests, Go's module proxy. Versions
before a release do not count, but OpenTelemetry's "-alpha", which are releases of unstable parts.
A version that stays behind on purpose has a comment beside it that begins with "Held back:"; in
pom.xml it holds for what stands below it, up to the next empty line. Plugins that need a newer
Maven than the build are held back, too.
Ends with 0 if all is current or held back, 1 if something is behind, 2 if it could not be found out.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
POM = (TOP / "pom.xml").read_text(encoding="utf-8")
UNRELEASED = r"(?i).*[-.](alpha|beta|rc|cr|m|ea|pre|snapshot)[-.]?\d.*"
VERSIONED = re.compile(r"<artifactId>([^<]+)</artifactId>\s*<version>(\d[^<]*)</version>")


class Unknown(Exception):
    pass


def output(*command, folder=TOP, good=(0,)):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode not in good:
        raise Unknown(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def held_back():
    """Names of properties and artifacts -> why."""
    reasons, reason = {}, None
    for line in POM.splitlines():
        comment = re.search(r"<!-- Held back: (.*) -->", line)
        if comment:
            reason = comment[1]
        elif not line.strip():
            reason = None
        elif reason:
            for name in re.findall(r"<([\w.-]+\.version)>|<artifactId>([\w.-]+)</artifactId>", line):
                reasons["".join(name)] = reason
    return reasons


def maven(pom, *options):
    """Yields what is behind: (name, version, newer version, why it is held back or None)."""
    plugin = "org.codehaus.mojo:versions-maven-plugin:" + dict(VERSIONED.findall(POM))["versions-maven-plugin"]
    goals = [f"{plugin}:display-{what}-updates" for what in ("property", "dependency", "plugin")]
    text = output(TOP / "mvnw", "-B", "-f", pom, *options, *goals, f"-Dtop={TOP}", "-Dversions.outputLineWidth=200",
                  "-DprocessDependencyManagementTransitive=false", f"-Dmaven.version.ignore={UNRELEASED}")
    silent = re.search(r"\[WARNING\] (Could not transfer metadata .*)", text)
    if silent:  # Maven then takes what it has for the newest
        raise Unknown(silent[1])
    needs = None
    for line in text.splitlines():
        line = line.removeprefix("[INFO]").strip()
        heading = re.match(r"Require Maven (\S+) to use", line)
        if heading:
            needs = f"Debian 12 has no Maven {heading[1]}, which it needs."
        elif not line:
            needs = None
        found = re.match(r"(\S+) \.* ?(\S+) -> (\S+)$", line)
        if found:
            yield re.sub(r"^\$\{(.*)\}$|^.*:", r"\1", found[1]), found[2], found[3], needs


def top_pom():
    reasons, literal = held_back(), dict(VERSIONED.findall(POM))
    for name, version, newer, needs in maven("pom.xml", "-N"):
        if name in literal or name.endswith(".version"):  # the others have the version of a property
            yield name, version, newer, reasons.get(name) or needs


def services():
    for name, version, newer, _ in maven("tests/services/pom.xml"):
        if name.endswith(".version"):
            yield "tests/services: " + name, version, newer, None


def plugins_elsewhere():
    """Poms that are no part of the build name plugins themselves: with the build's versions."""
    ours = dict(VERSIONED.findall(POM))
    for pom in ("tests/services/pom.xml", "tests/coordinates/pom.xml"):
        for name, version in VERSIONED.findall((TOP / pom).read_text(encoding="utf-8")):
            if ours.get(name, version) != version:
                yield f"{pom}: {name}", version, ours[name], None


def npm():
    for lock in output("git", "ls-files", "*package-lock.json").split():
        with tempfile.TemporaryDirectory() as folder:
            for file in ("package.json", "package-lock.json"):
                shutil.copy(TOP / Path(lock).with_name(file), folder)
            output("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
            direct = json.loads(Path(folder, "package.json").read_text(encoding="utf-8"))
            found = json.loads(output("npm", "outdated", "--all", "--json", folder=folder, good=(0, 1)) or "{}")
        named = {**direct.get("dependencies", {}), **direct.get("devDependencies", {})}
        for name, versions in found.items():
            for one in versions if isinstance(versions, list) else [versions]:
                newer = one["latest"] if name in named else one["wanted"]
                if one["current"] != newer:
                    yield f"{lock}: {name}", one["current"], newer, None


def collector():
    go = shutil.which("go") or "/usr/local/go/bin/go"
    if not os.access(go, os.X_OK):
        print("not looked at, since there is no Go: tests/collector/manifest.yaml")
        return
    manifest, script = ((TOP / "tests/collector" / file).read_text(encoding="utf-8")
                        for file in ("manifest.yaml", "collector.sh"))
    why = re.search(r"# Held back: (.*)", script)
    for module, version in re.findall(r"gomod: (\S+) (\S+)", manifest):
        newer = output(go, "list", "-m", "-f", "{{.Version}}", module + "@latest", folder="/").strip()
        if newer != version:
            yield "tests/collector: " + module, version, newer, why and why[1]


def main():
    found = set()
    for source in (top_pom, services, plugins_elsewhere, npm, collector):
        found.update(source())
    behind = sorted(one[:3] for one in found if not one[3])
    held = sorted(one for one in found if one[3])
    for name, version, newer in behind:
        print(f"behind: {name} {version} -> {newer}")
    for why in sorted({one[3] for one in held}):
        print("held back:", why)
        for name, version, newer, reason in held:
            if reason == why:
                print(f"  {name} {version} -> {newer}")
    needless = held_back().keys() - {one[0] for one in held}
    for name in sorted(needless):
        print(f"held back without need, since nothing is newer: {name}")
    print(f"{len(behind)} behind, {len(held)} held back")
    return 1 if behind or needless else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(__doc__.strip(), file=sys.stdout if sys.argv[1:] == ["--help"] else sys.stderr)
        sys.exit(0 if sys.argv[1:] == ["--help"] else 2)
    try:
        sys.exit(main())
    except Unknown as problem:
        print(f"behind.py: {problem}", file=sys.stderr)
        sys.exit(2)
