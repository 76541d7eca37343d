# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs the SQL of docs/fleet.md on local Spark and compares with what DuckDB said.

fleet_spark.py PAGE FOLDER: FOLDER has the tables (fleet/) and, for each question, NAME.duckdb.
"""

import math
import pathlib
import re
import sys

from pyspark.sql import SparkSession

page, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
blocks = re.findall(r"^```sql(?: (\w+))?\n(?:-- (\w+)\n)?(.*?)^```$", page.read_text(), re.M | re.S)
sql = {kind or name: text for kind, name, text in blocks}
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
for view in sql.pop("spark").split(";\n"):
    if view.strip():
        spark.sql(view.replace("'fleet/", f"'{folder}/fleet/"))
sql.pop("duckdb")


def same(a, b):
    """Whether two cells are: numbers as such, doubles to their last digits."""
    try:
        return math.isclose(float(a), float(b), rel_tol=1e-12)
    except ValueError:
        return a == b


failed = False
for name, text in sql.items():
    rows = [["null" if cell is None else str(cell).replace("\n", " ") for cell in row] for row in spark.sql(text).collect()]
    expected = [line.split("|") for line in (folder / f"{name}.duckdb").read_text().splitlines()]
    equal = len(rows) == len(expected) and all(
        len(a) == len(b) and all(map(same, a, b)) for a, b in zip(rows, expected))
    print(f"{name}: {len(rows)} rows, {'equal' if equal else 'NOT EQUAL'} to DuckDB's {len(expected)}")
    if not equal or not rows:
        failed = True
        for a, b in list(zip(rows, expected))[:5]:
            print("  Spark ", a, "\n  DuckDB", b)
print(f"Spark {spark.version}")
sys.exit(1 if failed else 0)
