#!/usr/bin/env python3
# Copyright 2026 The rocjfr authors.
# SPDX-License-Identifier: Apache-2.0
"""Prints all texts that the product shows, so that they are read together.

    messages.py [--check | --long WORDS] [--comments] [FILE...]

A text is a string of the sources (Java, C++, JavaScript, shell) with at least four words: messages,
labels, descriptions, help. Strings that are joined by + or stand behind each other are one text; {}
stands for a value. --comments: the sentences of comments, Javadoc and C headers instead.
--long: only sentences with more words, with their number. Ends with 1 if one is found.
--check: the same, with the limit in CONTRIBUTING.md ("Texts").
"""
import os
import re
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SOURCES = re.compile(r"^(?!.*/src/test/)(?!tests/)(?!native/(tests|benchmarks|softgpu|fuzz|samples|portable|catalogue)/)"
                     r".*\.(java|h|cpp|js)$")
STRING = r'"(?:[^"\\\n]|\\.)*"'
# A string and what joins it with the next one: nothing, +, a value between two +, or a choice.
JOIN = re.compile(r"\s*(?:\+\s*)?(?=\")|\s*\+\s*((?:[\w.]+(?:\((?:[^()\"]|\([^()\"]*\))*\))*|\([^()\"]*\))\s*\+\s*)(?=\")")


def files(arguments):
    if arguments:
        return arguments
    found = []
    for folder, folders, names in os.walk(TOP):
        folders[:] = sorted(set(folders) - {"target", "dist", ".git", "node_modules"})
        found += [os.path.join(folder, name) for name in sorted(names)]
    return [one for one in found if SOURCES.match(os.path.relpath(one, TOP))]


def unquoted(string):
    return re.sub(r"\\(.)", lambda one: {"n": " ", "t": " "}.get(one.group(1), one.group(1)), string[1:-1])


def strings(text):
    """(line, text) of joined strings."""
    plain = re.sub(r"(?m)^\s*(//|\*|/\*).*$|(?<=[;{}]) //.*$", "", text)
    at = 0
    while True:
        found = re.compile(STRING).search(plain, at)
        if not found:
            return
        line = plain.count("\n", 0, found.start()) + 1
        joined, at = unquoted(found.group(0)), found.end()
        while True:
            join = JOIN.match(plain, at)
            following = join and re.compile(STRING).match(plain, join.end())
            if not following:
                break
            joined += ("{}" if join.group(1) else "") + unquoted(following.group(0))
            at = following.end()
        yield line, joined


def comments(text):
    """(line, text) of paragraphs of comments."""
    paragraph, first = [], 0
    for number, line in enumerate(text.splitlines() + [""], 1):
        found = re.match(r"\s*(?:///?|/\*\*?|\*)(?!/)\s?(.*?)(?:\*/)?$", line)
        inside = found.group(1).strip() if found else ""
        if not found or not inside or re.match(r"@\w+|Copyright|SPDX|clang-format|[-*] ", inside):
            if paragraph:
                yield first, " ".join(paragraph)
            paragraph = []
            inside = re.sub(r"^@(param\s+\S+|return|throws\s+\S+)\s*", "", inside)
            if not found or not inside or inside.startswith(("Copyright", "SPDX", "clang-format")):
                continue
        if re.search(r"\S {2,}\S", inside):  # a row of a table or of a drawing
            if paragraph:
                yield first, " ".join(paragraph)
            paragraph = []
            yield number, inside
            continue
        if not paragraph:
            first = number
        paragraph.append(inside)


def sentences(text):
    text = re.sub(r"\{@\w+\s+([^}]*)\}", r"\1", text)
    text = re.sub(r"<[^>]*>", "", text)
    # The items of a list of options, "a=SIZE (what it is), b=...", count one by one.
    text = re.sub(r"\), (?=[\w-]+=)", "). ", text)
    return [one.strip() for one in re.split(r"(?<=[.!?])(?<!e\.g\.)\s+|(?<=:)\s+(?=[A-Z{\"'])", text) if one.strip()]


def words(text):
    return [word for word in re.split(r"[\s/]+", text) if re.search(r"[A-Za-z0-9{]", word)]


def limit(what):
    """The most words of a sentence in messages or comments."""
    with open(os.path.join(TOP, "CONTRIBUTING.md"), encoding="utf-8") as page:
        return int(re.search(r"^\| a sentence in %s \| (\d+) words \|$" % what, page.read(), re.M).group(1))


def main():
    arguments = sys.argv[1:]
    if "--help" in arguments:
        print(__doc__.strip())
        return 0
    long = None
    if "--check" in arguments:
        arguments.remove("--check")
        long = limit("comments" if "--comments" in arguments else "messages")
    elif "--long" in arguments:
        at = arguments.index("--long")
        long = int(arguments[at + 1])
        del arguments[at:at + 2]
    of = comments if "--comments" in arguments else strings
    arguments = [one for one in arguments if one != "--comments"]
    found = False
    for file in files(arguments):
        with open(file, encoding="utf-8") as source:
            text = source.read()
        for line, one in of(text):
            place = "%s:%d" % (os.path.relpath(file, TOP), line)
            if long is None:
                if len(words(one)) >= 4:
                    print("%s: %s" % (place, one))
                continue
            for sentence in sentences(one):
                if len(words(sentence)) > long:
                    found = True
                    print("%s: %d: %s" % (place, len(words(sentence)), sentence))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
