#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_links.py: checks that every relative link of a Markdown file leads to a file, its anchor to a heading, and that every
path in backticks exists."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")
PATH = re.compile(r"`((?:rt|contact|dynamics|hw|render|tests|config)/[\w./-]+\.(?:c|h|cpp|py|md|yaml|csv))`")


def anchors(text):
    """Returns GitHub's anchors of the headings of a Markdown text."""
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def faults_of(path):
    text = path.read_text()
    for target, anchor in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        to = (path.parent / target).resolve() if target else path
        if not to.exists():
            yield f"{target} leads to no file"
        elif anchor and anchor[1:] not in anchors(to.read_text()):
            yield f"{target}{anchor}: no such heading"
    for name in PATH.findall(text):
        if not (ROOT / name).exists():
            yield f"{name} does not exist"


def main():
    pages = [p for p in ROOT.rglob("*.md") if "build" not in p.relative_to(ROOT).parts]
    bad = [f"{p.relative_to(ROOT)}: {fault}" for p in sorted(pages) for fault in faults_of(p)]
    for line in bad:
        print("error:", line)
    print(f"{len(pages)} pages, {len(bad)} faults")
    return 1 if bad or len(pages) < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
