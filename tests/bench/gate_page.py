# SPDX-License-Identifier: MIT
"""The gate's results as text, JSON, JUnit and one HTML page."""
import json
from html import escape

from gate_stats import percent

WIDTH, LEFT, ROW = 900, 110, 34  # of the plot


def print_run(run, number):
    print(f"run {number}: {run['pairs']} pairs of processes, {run['rounds']} rounds, {run['rounds_lost']} lost to other work; states "
          f"{'equal' if run['same_state'] else 'differ: another motion was timed'}")
    print(f"  {'phase':<10}{'share':>7}{'new/base':>10}   95 % interval      verdict")
    for q in run["quantities"]:
        print(f"  {q['name']:<10}{100 * q['share']:6.1f}%{percent(q['ratio']):+9.2f}%"
              f"   {percent(q['low']):+6.2f} .. {percent(q['high']):+6.2f}   {q['verdict']}", flush=True)


FAILURE = {"slower": "slower than the base", "more": "more instructions than the base"}
SKIPPED = {"unclear": "the interval is too wide", "not judged": "too small a share of the step"}


def junit(suite, verdicts):
    """JUnit text with a test case for each name; verdicts: name -> verdict."""
    def case(name, v):
        body = (f'<failure message="{escape(name)}: {FAILURE[v]}"/>' if v in FAILURE else
                f'<skipped message="{SKIPPED[v]}"/>' if v in SKIPPED else "")
        return f'  <testcase classname="{suite}" name="{escape(name)}">{body}</testcase>\n'

    kinds = list(verdicts.values())
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="{suite}" tests="{len(kinds)}" '
            f'failures="{sum(v in FAILURE for v in kinds)}" skipped="{sum(v in SKIPPED for v in kinds)}">\n'
            f'{"".join(case(*item) for item in verdicts.items())}</testsuite>\n')


def axis(most):
    """Ticks [%] of an axis from -most to most."""
    step = next(s for s in (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500) if most / s <= 6)
    n = int(most / step)
    return [k * step for k in range(-n, n + 1)]


def plot(run, limit, sure):
    """Forest plot: interval, median and the pairs' medians of each judged quantity."""
    judged = [q for q in run["quantities"] if q["judged"]]
    most = 1.1 * max([sure] + [abs(percent(q[e])) for q in judged for e in ("low", "high")])
    height = ROW * len(judged) + 60

    def x(p):
        return LEFT + (WIDTH - LEFT - 20) * (max(-most, min(most, p)) + most) / (2 * most)

    out = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="time of the new build against the base">']
    bottom = ROW * len(judged) + 10
    for t in axis(most):
        out.append(f'<line x1="{x(t):.1f}" x2="{x(t):.1f}" y1="5" y2="{bottom}" class="{"zero" if t == 0 else "grid"}"/>'
                   f'<text x="{x(t):.1f}" y="{bottom + 18}" text-anchor="middle">{t:+g}</text>')
    for value, name in ((limit, "limit"), (sure, "to be found")):
        out.append(f'<line x1="{x(value):.1f}" x2="{x(value):.1f}" y1="5" y2="{bottom}" class="{name.split()[0]}"/>')
    for k, q in enumerate(judged):
        y = 5 + ROW * (k + 0.5)
        out.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(q["name"])}</text>')
        out += [f'<circle cx="{x(percent(r)):.1f}" cy="{y + 8}" r="2" class="pair"/>' for r in q["pairs"]]
        out.append(f'<line x1="{x(percent(q["low"])):.1f}" x2="{x(percent(q["high"])):.1f}" y1="{y}" y2="{y}" '
                   f'class="bar {q["verdict"]}"/><circle cx="{x(percent(q["ratio"])):.1f}" cy="{y}" r="4" '
                   f'class="dot {q["verdict"]}"/>')
    out.append(f'<text x="{(WIDTH + LEFT) / 2}" y="{bottom + 40}" text-anchor="middle">time of the new build against the '
               'base, 95 % interval [%]; small dots: pairs of processes</text></svg>')
    return "\n".join(out)


STYLE = """body{font:15px/1.5 sans-serif;max-width:960px;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}svg{width:100%}svg text{font-size:13px;fill:#222}
.grid{stroke:#ddd}.zero{stroke:#888}.limit{stroke:#c60;stroke-dasharray:5 4}.to{stroke:#b00;stroke-dasharray:2 3}
.bar{stroke-width:3;stroke:#357}.dot{fill:#357}.pair{fill:#999}.bar.slower{stroke:#b00}.dot.slower{fill:#b00}
.bar.unclear{stroke:#c80}.dot.unclear{fill:#c80}.bar.faster{stroke:#180}.dot.faster{fill:#180}"""


def table(run):
    rows = "".join(
        f"<tr><td>{escape(q['name'])}</td><td>{100 * q['share']:.1f}</td><td>{percent(q['ratio']):+.2f}</td>"
        f"<td>{percent(q['low']):+.2f} to {percent(q['high']):+.2f}</td><td>{q['verdict']}</td></tr>\n"
        for q in run["quantities"])
    return ("<table><tr><th>phase</th><th>share of the step [%]</th><th>new against base [%]</th>"
            f"<th>95 % interval [%]</th><th>verdict</th></tr>\n{rows}</table>")


def html(result):
    parts = [f"<p>{escape(result['base'])} against {escape(result['new'])}, {escape(result['scenario'])} from "
             f"{result['depth_m']:g} m. Limit +{result['limit_percent']:g} % (orange), to be found "
             f"+{result['sure_percent']:g} % (red).</p>"]
    for n, run in enumerate(result["runs"], 1):
        parts += [f"<h2>Run {n}</h2><p>{run['pairs']} pairs of processes, {run['rounds']} rounds, {run['rounds_lost']} lost to other work; states "
                  f"{'equal' if run['same_state'] else 'differ'}: {' and '.join(run['state_hashes'])}.</p>",
                  plot(run, result["limit_percent"], result["sure_percent"]), table(run)]
    body = "\n".join(parts)
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Timing gate: {result["outcome"]}'
            f"</title><style>{STYLE}</style></head>\n<body><h1>Timing gate: {result['outcome']}</h1>\n{body}\n"
            "</body></html>\n")


def write_file(path, text):
    if path:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def write_results(result, files):
    """Writes the files named by files.json, files.junit and files.html."""
    write_file(files.json, json.dumps(result, indent=2) + "\n")
    write_file(files.junit, junit("gate", result["verdicts"]))
    write_file(files.html, html(result))
