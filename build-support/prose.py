#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Measures the sentences of Markdown files against the limits in CONTRIBUTING.md ("Texts").

  prose.py FILE...          prints the long sentences and the share of them in each file;
                            exits with 1 if a limit is exceeded
  prose.py --text FILE      prints the prose of a file, for a spelling or style checker:
                            the same lines, without code, links' targets and tables' bars

Sentences of paragraphs, list items and table cells count. Headings, code blocks and pictures do
not. `code` counts as one word.
"""

import pathlib
import re
import sys

LONG, VERY_LONG = 30, 40
TOP = pathlib.Path(__file__).resolve().parent.parent
WORD = re.compile(r"[A-Za-z][A-Za-z0-9'’-]*")
END = re.compile(r"(?<=[.!?:])(?<!e\.g\.)\s+(?=[A-Z(*\"“]|code\b|rocjfr\b)")


def limits():
    """The percentages for all files and for one file, and what a small file may have."""
    table = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    every = re.search(r"^\| all files \| ([\d.]+) % \| ([\d.]+) % \|$", table, re.M)
    one = re.search(r"^\| one file \| ([\d.]+) % \|", table, re.M)
    small = re.search(r"^\| one file with fewer than (\d+) sentences \| (\d+) sentences \|", table, re.M)
    return (
        float(every.group(1)),
        float(every.group(2)),
        float(one.group(1)),
        int(small.group(1)),
        int(small.group(2)),
    )


def lines_of_prose(text, code="code"):
    """Each line without what is no prose; None where a line is code."""
    fenced = False
    after_blank = True
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield None
        elif fenced or (after_blank and re.match(r" {4}|\t", line)):
            yield None  # and the lines after it, which are indented as well
            continue
        else:
            line = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", line)
            line = re.sub(r"``[^`]*``|`[^`]*`", code, line)
            line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
            yield line
        after_blank = not line.strip()


def blocks(text):
    """(first line, text) of each paragraph, list item and table cell."""
    first, block = 0, []
    for number, line in enumerate([*lines_of_prose(text), ""], 1):
        stripped = (line or "").strip()
        item = re.match(r"(?:[-*]|\d+\.)\s+", stripped)
        table = stripped.startswith("|")
        if block and (not stripped or item or table or stripped.startswith("#")):
            yield first, " ".join(block)
            block = []
        if table:
            if not re.fullmatch(r"[|\s:-]+", stripped):
                yield from ((number, cell.strip()) for cell in stripped.strip("|").split("|"))
        elif stripped and not stripped.startswith("#"):
            if not block:
                first = number
            block.append(stripped[item.end() :] if item else stripped)


def sentences(text):
    """(line, words, sentence) of each sentence of at least three words."""
    for line, block in blocks(text):
        for sentence in END.split(block):
            words = len(WORD.findall(sentence))
            if words >= 3:
                yield line, words, sentence


def check(files):
    most, most_very_long, most_of_one, small, most_of_small = limits()
    counts, bad = [], []
    for file in files:
        found = list(sentences(pathlib.Path(file).read_text(encoding="utf-8")))
        words = [n for _, n, _ in found]
        for line, n, sentence in found:
            if n > LONG:
                print(f"{file}:{line}: {n} words: {sentence}")
        long = sum(n > LONG for n in words)
        counts += words
        if len(words) < small:
            if long > most_of_small:
                bad.append(f"{file}: {long} sentences are above {LONG} words; at most {most_of_small}")
        elif 100 * long / len(words) > most_of_one:
            share = 100 * long / len(words)
            bad.append(f"{file}: {share:.1f} % are above {LONG} words; at most {most_of_one} %")
    for limit, share in ((LONG, most), (VERY_LONG, most_very_long)):
        is_now = 100 * sum(n > limit for n in counts) / max(len(counts), 1)
        print(f"{is_now:.1f} % of {len(counts)} sentences are above {limit} words; at most {share} %")
        if is_now > share:
            bad.append(f"all files: {is_now:.1f} % are above {limit} words; at most {share} %")
    for line in bad:
        print(f"prose.py: {line}", file=sys.stderr)
    return 1 if bad else 0


def main(arguments):
    if arguments[:1] == ["--text"] and len(arguments) == 2:
        text = pathlib.Path(arguments[1]).read_text(encoding="utf-8")
        for line in lines_of_prose(text, code=""):
            print(re.sub(r"[|*]", " ", line or ""))
        return 0
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    return check(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
