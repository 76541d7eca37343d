#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""The tests of advisories.py: build-support/advisories_test.py"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from advisories import Version

PROGRAM = Path(__file__).with_name("advisories.py")
MAVEN = ["0.9", "1-alpha1", "1.0.0.Beta2", "1-m3", "1.0-rc1", "1.0-cr2", "1-SNAPSHOT", "1", "1-sp", "1-jre",
         "1-1", "1.0.1", "1.2", "1.10", "1.10.0.1", "2024.01", "20040616"]
NPM = ["0.9.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",
       "1.0.0", "1.2.0", "1.10.0"]


class Versions(unittest.TestCase):
    def in_order(self, ecosystem, texts):
        for i, left in enumerate(texts):
            for j, right in enumerate(texts):
                expected = (i > j) - (i < j)
                got = Version(ecosystem, left).compare(Version(ecosystem, right))
                self.assertEqual(got, expected, f"{left} and {right}")

    def test_maven(self):
        self.in_order("Maven", MAVEN)
        for same in ("1.0", "1.0.0", "1-ga", "1.Final", "1.0.RELEASE", "1-0"):
            self.assertEqual(Version("Maven", same), Version("Maven", "1"))

    def test_npm(self):
        self.in_order("npm", NPM)
        self.assertEqual(Version("npm", "1.0.0+build.5"), Version("npm", "1.0.0"))


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.database = self.folder / "database"
        self.database.mkdir()

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def advisory(self, name, events, ident="GHSA-1", **more):
        ecosystem = "npm" if ":" not in name else "Maven"
        affected = {"package": {"ecosystem": ecosystem, "name": name}, **more.pop("affected", {})}
        if events:
            affected["ranges"] = [{"type": "ECOSYSTEM", "events": [dict([one]) for one in events]}]
        self.write(f"database/2026/01/{ident}/{ident}.json", {
            "id": ident, "modified": "2026-01-02T03:04:05Z", "aliases": ["CVE-2026-1"], "summary": "It breaks",
            "affected": [affected], "database_specific": {"severity": "HIGH"}, **more})

    def components(self, *purls, name="sbom.json"):
        return self.write(name, {"bomFormat": "CycloneDX", "components": [{"purl": one} for one in purls]})

    def run_on(self, *lists, status):
        done = subprocess.run([sys.executable, PROGRAM, *lists, self.database], capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr if status == 2 else done.stdout

    def test_a_component_that_is_affected_is_named(self):
        self.advisory("g:planted", [("introduced", "1.1"), ("fixed", "1.10")])
        self.advisory("g:other", [("introduced", "0")], ident="GHSA-2", modified="2026-02-03T00:00:00Z")
        told = self.run_on(self.components("pkg:maven/g/planted@1.9?type=jar", "pkg:maven/g/sound@1.9"), status=1)
        self.assertEqual(told.splitlines(), [
            "Maven g:planted 1.9",
            "  GHSA-1 CVE-2026-1, HIGH: It breaks",
            "    introduced 1.1, fixed 1.10; fixed in 1.10",
            "2 components compared with 2 advisories, of which the newest was modified on 2026-02-03: 1 affected"])

    def test_versions_outside_of_the_ranges_are_not(self):
        self.advisory("g:a", [("introduced", "1.1"), ("fixed", "1.10"), ("introduced", "2.0"), ("last_affected", "2.5")])
        for version, status in {"1.0": 0, "1.1-rc1": 0, "1.1": 1, "1.9": 1, "1.10": 0, "2.0": 1, "2.5": 1, "2.5.1": 0}.items():
            with self.subTest(version):
                self.run_on(self.components(f"pkg:maven/g/a@{version}"), status=status)

    def test_an_end_beside_the_events_counts(self):
        for end, expected in {"<= 1.5": (1, 0), "< 1.5": (0, 0)}.items():
            self.advisory("g:a", [("introduced", "0")], affected={"database_specific": {"last_known_affected_version_range": end}})
            for version, status in zip(("1.5", "1.6"), expected):
                with self.subTest(end=end, version=version):
                    self.run_on(self.components(f"pkg:maven/g/a@{version}"), status=status)

    def test_versions_may_be_listed(self):
        self.advisory("g:a", [], affected={"versions": ["1.0", "1.2"]})
        self.run_on(self.components("pkg:maven/g/a@1.1"), status=0)
        self.run_on(self.components("pkg:maven/g/a@1.2"), status=1)

    def test_what_was_withdrawn_does_not_count(self):
        self.advisory("g:a", [("introduced", "0")], withdrawn="2026-01-03T00:00:00Z")
        self.run_on(self.components("pkg:maven/g/a@1"), status=0)

    def test_npm_by_its_lock_file_by_purl_and_as_webjar(self):
        self.advisory("@scope/a", [("introduced", "0"), ("fixed", "1.2.0")])
        lock = self.write("package-lock.json", {"lockfileVersion": 3, "packages": {
            "": {"name": "own"}, "node_modules/b/node_modules/@scope/a": {"version": "1.2.0-rc.1"}}})
        self.assertIn("npm @scope/a 1.2.0-rc.1", self.run_on(lock, status=1))
        self.run_on(self.components("pkg:npm/%40scope/a@1.1.0"), status=1)
        self.run_on(self.components("pkg:maven/org.webjars.npm/scope__a@1.1.0"), status=1)
        self.run_on(self.components("pkg:npm/%40scope/a@1.2.0", "pkg:maven/org.webjars.npm/scope__a@1.2.0"), status=0)

    def test_components_within_components_and_of_several_lists(self):
        self.advisory("g:a", [("introduced", "0")])
        inner = {"purl": "pkg:maven/g/a@1"}
        nested = self.write("nested.json", {"bomFormat": "CycloneDX", "components": [{"name": "outer", "components": [inner]}]})
        told = self.run_on(nested, self.components("pkg:maven/g/b@1", "pkg:generic/zlib@1.3"), status=1)
        self.assertIn("not compared, since it is no package of Maven's or npm's: outer\n", told)
        self.assertIn("not compared, since it is no package of Maven's or npm's: pkg:generic/zlib@1.3\n", told)
        self.assertIn("2 components compared with 1 advisories", told)

    def test_input_that_cannot_be_judged(self):
        good = self.components("pkg:maven/g/a@1")
        self.assertIn("has no advisories", self.run_on(good, status=2))
        self.advisory("g:a", [("introduced", "0")])
        self.assertIn("name no package", self.run_on(self.components(name="empty.json"), status=2))
        self.assertIn("neither CycloneDX", self.run_on(self.write("x.json", {}), status=2))
        self.assertIn("x.json", self.run_on(self.write("x.json", "{"), status=2))
        self.assertIn("with a version", self.run_on(self.components("pkg:maven/g/a", name="y.json"), status=2))
        self.write("database/broken.json", "{}")
        self.assertIn("broken.json is no advisory", self.run_on(good, status=2))
        self.database = self.folder / "missing"
        self.assertIn("is no folder", self.run_on(good, status=2))


if __name__ == "__main__":
    unittest.main()
