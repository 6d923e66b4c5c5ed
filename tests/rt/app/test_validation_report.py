#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The validation command: its page has the results of the cases, and it reports failed cases."""
import json
import os
import subprocess
import sys

from harness import check, main

PASSES = r"""
import json, os
with open(os.environ["HAWSE_LEDGER"], "a") as f:
    print(json.dumps({"row": "case", "case": "fall", "about": "a <stone> falls", "scenario": "fall.yaml"}), file=f)
    print(json.dumps({"row": "value", "case": "fall", "quantity": "speed", "unit": "m/s", "source": "g t", "reference": 9.81,
                      "value": 9.8125, "limit": 0.01, "cpu_s": 0.5}), file=f)
    print(json.dumps({"row": "curve", "case": "fall", "plot": "way", "curve": "ours", "x_label": "t [s]", "y_label": "z [m]",
                      "x": [0, 1, 2], "y": [0, 4.9, 19.6]}), file=f)
"""


def make_tree(h, name, tests):
    """Writes a tree with these tests, {name: Python source}; returns its folder."""
    folder = os.path.join(h.folder, name)
    os.makedirs(folder)
    with open(os.path.join(folder, "CTestTestfile.cmake"), "w", encoding="utf-8") as listed:
        for test, source in tests.items():
            path = os.path.join(folder, test + ".py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            listed.write(f'add_test([=[{test}]=] "{sys.executable}" "{path}")\n')
    return folder


def report(h, folder, *more):
    script = os.path.join(h.source, "tests", "validation", "report.py")
    return subprocess.run([sys.executable, "-B", script, folder, *more], capture_output=True, text=True, check=False)


def test_page_has_the_rows(h):
    """The page has reference, source, value and error of each row and the plot, and refers to nothing on a network."""
    folder = make_tree(h, "good", {"validation.fall": PASSES, "sim.other": "raise SystemExit(1)"})
    rows = os.path.join(h.folder, "rows.json")
    done = report(h, folder, "--json", rows)
    check(done.returncode == 0 and "1 programs, 1 quantities, 0 failed" in done.stdout, done)
    with open(os.path.join(folder, "validation.html"), encoding="utf-8") as f:
        page = f.read()
    for text in ("a &lt;stone&gt; falls", "hawse sil fall.yaml", "speed", "g t", "9.81", "9.8125", "0.0025", "m/s", "<polyline"):
        check(text in page, "the page lacks", text)
    check("http" not in page and "src=" not in page, "the page needs a network")
    with open(rows, encoding="utf-8") as f:
        check(json.load(f)[0]["rows"][1]["value"] == 9.8125)


def test_failure_is_told(h):
    """A failed case has its name, its output and exit code 1; a value out of its limit is marked."""
    out = PASSES.replace("9.8125", "9.9")
    folder = make_tree(h, "bad", {"validation.fall": out + "\nprint('it fell up')\nraise SystemExit(3)"})
    done = report(h, folder, "-o", os.path.join(h.folder, "bad.html"))
    check(done.returncode == 1 and "validation.fall: failed (exit code 3)" in done.stderr, done)
    with open(os.path.join(h.folder, "bad.html"), encoding="utf-8") as f:
        page = f.read()
    check("it fell up" in page and 'class="n bad">0.09' in page and "1 outside their limit" in page)


def test_wrong_use(h):
    """A missing tree and an unknown case are reported; nothing is written."""
    done = report(h, h.folder)
    check(done.returncode == 1 and "expected a built tree" in done.stderr, done)
    done = report(h, make_tree(h, "none", {"validation.fall": PASSES}), "--only", "rise")
    check(done.returncode == 1 and "no validation test matches 'rise'" in done.stderr, done)
    check(not os.path.exists(os.path.join(h.folder, "none", "validation.html")))


if __name__ == "__main__":
    main(globals())
