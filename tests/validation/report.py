#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every validation case of a build and writes one page: reference, its source, our value, error, processor time.

Usage: report.py BUILD [-o FILE] [--only REGEX] [--quick | --overnight] [--json FILE]
  BUILD         a built tree, such as build/release
  -o FILE       the page (HTML, needs no network); default BUILD/validation.html
  --only REGEX  only the cases whose test name matches
  --quick       leave out the tests labelled long
  --overnight   include the tests labelled overnight (an hour and more)
  --json FILE   also write the rows as JSON
Exit code 0: every case passed; 1: a case failed or wrote no row; 2: bad usage.
"""
import argparse
import html
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 560, 300, 70, 45, 12, 14
COLOURS = ["#1b5e9b", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#566573"]
SKIPPED = 77  # exit code of a skipped test

STYLE = """
body { font: 15px/1.45 sans-serif; max-width: 76em; margin: 2em auto; padding: 0 1em; color: #222; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: .6em 0; } td, th { padding: .2em .7em; border-bottom: 1px solid #e4e4e4; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .bad { color: #b00020; font-weight: bold; }
.good { color: #1e7d34; } .dim { color: #666; } figure { display: inline-block; margin: .5em 1em .5em 0; } figcaption { font-size: .9em; }
svg text { font: 11px sans-serif; fill: #333; } code { background: #f3f3f3; padding: 0 .25em; }
"""


def tests_of(build):
    """Returns the tests that may write rows: [(name, command, folder, labels)]."""
    text = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True)
    found = []
    for test in json.loads(text.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        labels = properties.get("LABELS", [])
        if "command" in test and (test["name"].startswith("validation.") or "ledger" in labels):
            found.append((test["name"], test["command"], properties.get("WORKING_DIRECTORY", build), labels))
    return found


def run(test, rows_file):
    """Runs a test; returns exit code, wall time [s], processor time [s] and output."""
    name, command, folder, _ = test
    environment = dict(os.environ, HAWSE_LEDGER=rows_file, HAWSE_MESH_CACHE="off")
    before, start = os.times(), time.monotonic()
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return done.returncode, time.monotonic() - start, cpu, done.stdout


def rows_of(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line.replace(": nan", ": NaN").replace(": -nan", ": NaN").replace(": inf", ": Infinity")
                           .replace(": -inf", ": -Infinity")) for line in file if line.strip()]


def ticks(low, high):
    """Returns axis ticks in steps of 1, 2 or 5 that cover the range."""
    span = high - low if high > low else abs(high) or 1
    step = 10 ** math.floor(math.log10(span / 4))
    step *= next(f for f in (1, 2, 5, 10) if span / (step * f) <= 6)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def plot(title, curves):
    """Returns the curves of one plot as an SVG figure."""
    points = [(x, y) for c in curves for x, y in zip(c["x"], c["y"]) if math.isfinite(x) and math.isfinite(y)]
    if not points:
        return ""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    y_pad = 0.05 * (y1 - y0) or abs(y1) or 1
    y0, y1, x1 = y0 - y_pad, y1 + y_pad, x1 if x1 > x0 else x0 + 1

    def px(x):
        return LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

    def py(y):
        return HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - BOTTOM - TOP)

    out = [f'<figure><svg width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{html.escape(title)}">']
    for x in ticks(x0, x1):
        out.append(f'<line x1="{px(x):.1f}" x2="{px(x):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>'
                   f'<text x="{px(x):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{x:.6g}</text>')
    for y in ticks(y0, y1):
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{py(y):.1f}" y2="{py(y):.1f}" stroke="#eee"/>'
                   f'<text x="{LEFT - 5}" y="{py(y) + 4:.1f}" text-anchor="end">{y:.6g}</text>')
    for k, curve in enumerate(curves):
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in zip(curve["x"], curve["y"])
                        if math.isfinite(x) and math.isfinite(y))
        colour = COLOURS[k % len(COLOURS)]
        dash = ' stroke-dasharray="6 3"' if "reference" in curve["curve"].lower() else ""
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dash}/>')
        out.append(f'<text x="{WIDTH - RIGHT - 4}" y="{TOP + 14 + 14 * k}" text-anchor="end" style="fill:{colour}">'
                   f'{html.escape(curve["curve"])}</text>')
    out.append(f'<text x="{(WIDTH + LEFT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{html.escape(curves[0]["x_label"])}</text>'
               f'<text transform="translate(13,{HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
               f'{html.escape(curves[0]["y_label"])}</text></svg><figcaption>{html.escape(title)}</figcaption></figure>')
    return "".join(out)


def holds(row):
    return abs(row["value"] - row["reference"]) <= row["limit"]


def table(rows):
    out = ["<table><tr><th>quantity</th><th>reference</th><th>our value</th><th>unit</th><th>error</th><th>limit</th>"
           "<th>CPU [s]</th><th>source of the reference</th></tr>"]
    for r in rows:
        mark = "good" if holds(r) else "bad"
        out.append(f'<tr><td>{html.escape(r["quantity"])}</td><td class="n">{r["reference"]:.7g}</td><td class="n">{r["value"]:.7g}</td>'
                   f'<td>{html.escape(r["unit"])}</td><td class="n {mark}">{r["value"] - r["reference"]:.2g}</td>'
                   f'<td class="n">{r["limit"]:.2g}</td><td class="n">{r["cpu_s"]:.2f}</td><td>{html.escape(r["source"])}</td></tr>')
    return "".join(out) + "</table>"


def section(result):
    """Returns the HTML of one test: its cases with rows and plots."""
    name, code, wall, cpu, rows, output = (result[k] for k in ("test", "code", "wall_s", "cpu_s", "rows", "output"))
    state = {0: '<span class="good">passed</span>', SKIPPED: '<span class="dim">skipped</span>'}.get(
        code, f'<span class="bad">failed</span> (exit code {code})')
    out = [f'<h2 id="{name}">{html.escape(name)}</h2><p>{state}; {cpu:.1f} s of processor time, {wall:.1f} s in all</p>']
    cases = [r for r in rows if r["row"] == "case"]
    seen = []
    for case in cases:
        if case["case"] in seen:
            continue
        seen.append(case["case"])
        run_it = f' Run it: <code>hawse sil {html.escape(case["scenario"])}</code>' if case["scenario"] else ""
        out.append(f'<p><b>{html.escape(case["case"])}</b>: {html.escape(case["about"])}.{run_it}</p>'.replace("..", "."))
        values = [r for r in rows if r["row"] == "value" and r["case"] == case["case"]]
        if values:
            out.append(table(values))
        plots = {}
        for r in rows:
            if r["row"] == "curve" and r["case"] == case["case"]:
                plots.setdefault(r["plot"], []).append(r)
        out += [plot(title, curves) for title, curves in plots.items()]
    if not cases:
        passed = re.findall(r"\[       OK \] (\S+)", output)
        out.append("<p class=dim>Asserts inside, without rows: " + (html.escape(", ".join(passed)) or "nothing") + "</p>")
    if code not in (0, SKIPPED):
        out.append(f"<pre>{html.escape(output[-4000:])}</pre>")
    return "".join(out)


def page(results, build):
    values = [r for result in results for r in result["rows"] if r["row"] == "value"]
    failed = [r["test"] for r in results if r["code"] not in (0, SKIPPED)]
    head = (f"{len(results)} programs, {sum(1 for v in values)} checked quantities, "
            f"{sum(1 for v in values if not holds(v))} outside their limit, {len(failed)} programs failed, "
            f"{sum(1 for r in results if r['code'] == SKIPPED)} skipped; "
            f"{sum(r['cpu_s'] for r in results):.0f} s of processor time")
    index = "".join(f'<li><a href="#{r["test"]}">{html.escape(r["test"])}</a>'
                    f'{" <b class=bad>failed</b>" if r["test"] in failed else ""}</li>' for r in results)
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>hawse: validation</title><style>{STYLE}</style>'
            f"<h1>hawse: validation</h1><p>{head}. Made on {time.strftime('%Y-%m-%d %H:%M')} with the build "
            f"<code>{html.escape(os.path.basename(os.path.abspath(build)))}</code>. Every quantity is asserted within its limit by the "
            f"program that computes it; dashed lines are references.</p><ul>{index}</ul>" + "".join(map(section, results)) + "</html>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("-o", dest="out")
    parser.add_argument("--only", default="")
    how_long = parser.add_mutually_exclusive_group()
    how_long.add_argument("--quick", action="store_true")
    how_long.add_argument("--overnight", action="store_true")
    parser.add_argument("--json")
    a = parser.parse_args()
    if not os.path.exists(os.path.join(a.build, "CTestTestfile.cmake")):
        sys.exit(f"{a.build}: expected a built tree (it has no CTestTestfile.cmake): cmake --preset release, cmake --build --preset release")
    tests = [t for t in tests_of(a.build) if re.search(a.only, t[0])]
    left_out = {"long", "overnight"} if a.quick else set() if a.overnight else {"overnight"}
    tests = [t for t in tests if not left_out & set(t[3])]
    if not tests:
        sys.exit(f"{a.build}: no validation test matches '{a.only}'")
    results, live = [], sys.stderr.isatty()
    with tempfile.TemporaryDirectory() as folder:
        for k, test in enumerate(tests):
            if live:
                print(f"\r[{k + 1}/{len(tests)}] {test[0]:<48}", end="", file=sys.stderr, flush=True)
            rows_file = os.path.join(folder, f"{k}.jsonl")
            code, wall, cpu, output = run(test, rows_file)
            results.append({"test": test[0], "code": code, "wall_s": wall, "cpu_s": cpu, "rows": rows_of(rows_file),
                            "output": output})
            if code not in (0, SKIPPED):
                print(f"\r{test[0]}: failed (exit code {code})" + " " * 40, file=sys.stderr)
    if live:
        print("\r" + " " * 70 + "\r", end="", file=sys.stderr)
    out = a.out or os.path.join(a.build, "validation.html")
    for path, text in ((out, page(results, a.build)), (a.json, json.dumps(results, indent=1))):
        if path:
            with open(path + ".part", "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(path + ".part", path)
    values = [r for result in results for r in result["rows"] if r["row"] == "value"]
    failed = sum(1 for r in results if r["code"] not in (0, SKIPPED))
    print(f"{out}: {len(results)} programs, {len(values)} quantities, {failed} failed, "
          f"{sum(r['cpu_s'] for r in results):.0f} s of processor time")
    return 1 if failed or not values else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(error.cmd)}: {error.stderr}")
