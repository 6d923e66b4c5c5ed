#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The debrief page of a run of an exercise: by the run itself and later from its recording; what it shows, worst first;
the logbook's word on its validity."""
import json
import os
import re
import sqlite3
import subprocess

from harness import check, main
from test_exercises import HEAD, exercise, out

# Heaves too hard, reports nothing, and sets the brake against the motor.
BAD = HEAD + "0,0,1,1,0\n2.5,0,1,1,0\n3.5,1,0,1,0\n8,1,0,1,aweigh\n8.5,1,1,1,0\n12,0.6,1,1,0\n"


def bad_run(h, *options, name="a", code=1):
    """A run of the short exercise that loses points; returns what it printed."""
    what = exercise(h)
    return h.run("sil", what, "--anywhere", "--script", h.write("bad.csv", BAD), "--record", out(h, name + ".rec"),
                 "--report", out(h, name + ".json"), *options, code=code).stdout


def read(path):
    with open(path) as f:
        return f.read()


def debrief_of(page):
    """The part of the page that the debrief writes."""
    return page[page.index("<h2>Score</h2>"):page.index("<h2>The run</h2>")]


def score_of(h, name="a"):
    with open(out(h, name + ".json")) as f:
        return json.load(f)["score"]


def loss(item):
    return 0 if not item["judged"] else -item["points"] if item["kind"] == "forbidden" else item["of"] - item["points"]


def figures(page):
    """Value and key of each figure of the page."""
    return [(float(v) if v else None, key) for v, key in re.findall(r'<data value="([^"]*)" title="([^"]+)">', page)]


def at(report, key):
    for part in key.split("."):
        report = report[int(part)] if isinstance(report, list) else report[part]
    return report


def test_same_page_from_the_recording(h):
    """The run's own page and the one that `hawse score` makes of its recording have the same debrief; the run's result is
    the same with the page and without."""
    def told(text):
        return [line for line in text.splitlines() if not re.search("real time|missed|frames", line)]

    plain = bad_run(h)
    paged = bad_run(h, "--html", out(h, "run.html"))
    check(told(plain) == told(paged), "the page changes the result", plain, paged)
    r = h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--anywhere", "--html", out(h, "later.html"),
              "--trainee", "A7", code=1)
    check("not passed" in r.stdout, r.stdout)
    first, later = read(out(h, "run.html")), read(out(h, "later.html"))
    check(debrief_of(first) == debrief_of(later), "the debrief differs")
    check("<dd>A7</dd>" in later and "<h1>A short heave</h1>" in first, "the head")
    check("<script" not in later and "http" not in later.replace("data:image", ""), "not by itself")


def test_worst_first(h):
    """Items in the order of their loss; each lost one with its figures, the command that opens the replay five seconds
    before it, and a picture of its own moment; every figure is that of the report."""
    bad_run(h, "--html", out(h, "a.html"))
    score, page = score_of(h), debrief_of(read(out(h, "a.html")))
    lost = [i for i in score["items"] if loss(i) > 0 or i["failed"]]
    check(len(lost) >= 3, "the bad run loses too little:", score["items"])
    table = page[page.index("<h2>Items, the worst first</h2>"):page.index("<h2>Reports</h2>")]
    points = [score["items"][int(k)] for k in re.findall(r'title="score\.items\.(\d+)\.points"', table)]
    ranks = [(1 if i["failed"] else 0, loss(i)) for i in points if i["judged"]]
    check(ranks == sorted(ranks, reverse=True) and len(ranks) >= len(lost), ranks)
    commands = re.findall(r"hawse replay (\S+) --window --from ([\d.]+)</code>", table)
    check([c[0] for c in commands] == [out(h, "a.rec")] * len(lost), commands)
    times = [float(re.findall(r"([\d.]+) s</td></tr>", row)[-1]) for row in table.split("<tr>")[2:2 + len(lost)]]
    check(all(abs(max(0, t - 5) - float(c[1])) < 0.11 for t, c in zip(times, commands)), times, commands)
    pictures = re.findall(r'alt="the scene at ([\d.]+) s" src="data:image/png;base64,([^"]+)"', page)
    check(len(pictures) in (0, len(lost)), len(pictures), "pictures of", len(lost))
    if pictures:
        check(all(abs(t - float(p[0])) < 0.06 for t, p in zip(times, pictures)), times, [p[0] for p in pictures])
        check(len({p[1] for p in pictures}) == len({p[0] for p in pictures}), "pictures of other moments")
    else:
        check("No picture: " in page, "neither pictures nor the reason")
    report = json.loads(read(out(h, "a.json")))
    for value, key in figures(page):
        check(at(report, key) == value, key, at(report, key), value)


def test_time_line(h):
    """Three lanes: the trainee's commands and reports, the machine's events, the bridge's orders; reports due and given."""
    bad_run(h, "--html", out(h, "a.html"))
    page = debrief_of(read(out(h, "a.html")))
    turns = page[page.index('<table class="text turns">'):]
    turns = turns[:turns.index("</table>")]
    rows = [re.findall(r'<td(?: class="\w*")?>([^<]*)</td>', row) for row in turns.split("<tr>")[2:]]
    check(all(len(row) == 4 and sum(map(bool, row[1:])) == 1 for row in rows), rows)
    times = [float(row[0].split()[0]) for row in rows]
    check(times == sorted(times), times)
    lanes = [[(t, row[k]) for t, row in zip(times, rows) if row[k]] for k in (1, 2, 3)]
    for lane, t, text in ((0, 2.5, "brake off"), (0, 2.5, "heaves, lever up to 100 %"), (0, 7.6, "reports: anchor is aweigh"),
                          (0, 8, "brake set"), (1, 0, "controls active"), (2, 2, "“Heave away”"),
                          (2, 6, "failure planted: pump_lost")):
        check(any(abs(when - t) < 1 and text in what for when, what in lanes[lane]), text, lanes[lane])
    reports = page[page.index("<h2>Reports</h2>"):page.index("<h2>Time line</h2>")]
    check(reports.count("not given rightly in time") == 1 and "chain is leading" in reports.lower().replace("cable", "chain"), reports)
    for part in ("What the items judge", "Peers' sheet", "Date, signature"):
        check(part in page, part)
    hashes = re.findall(r"hash <code>([0-9a-f]{16})</code>", page)
    check(len(hashes) == 1, hashes)


def test_validated(h):
    """The label asks the logbook: what is missing, until assessors agree with the scores of this exercise."""
    bad_run(h)
    db = h.path("log.db")

    def score(*options):
        r = h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--anywhere", "--json", out(h, "s.json"), *options, code=1)
        return r.stdout, json.loads(read(out(h, "s.json")))["score"]

    text, s = score("--log", fill(h, db, 1, "short"))
    check("(not validated; pass mark" in text and "not validated: 0 sessions marked by 2 assessors or more (20 needed)" in text, text)
    check(not s["validated"] and "20 needed" in s["not_validated"], s)
    fill(h, db, 20, "short")
    mark_all(db)
    text, s = score("--log", db)
    check("(validated; pass mark" in text and s["validated"] and "not_validated" not in s, text)
    r = h.run("sil", h.path("exercise.yaml"), "--anywhere", "--script", h.path("bad.csv"), "--trainee", "A7", "--log", db,
              "--html", out(h, "v.html"), code=1)
    check("(validated; " in r.stdout and "Validated: the assessors" in read(out(h, "v.html")), r.stdout)
    h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--anywhere", "--log", h.path("bad.csv"), code=2)


def fill(h, db, sessions, name):
    program = os.path.join(os.path.dirname(h.hawse), "hawse_log_fill")
    for k in range(sessions):
        subprocess.run([program, db, "Anna", name, "/rec/a.rec", str(5 * (k % 5))], check=True)
    return db


def mark_all(db):
    """Two assessors whose marks are the automatic points, as if these had a spread in each kind."""
    c = sqlite3.connect(db)
    c.execute("INSERT INTO person(name) VALUES('Alma'), ('Bert')")
    c.execute("DROP TRIGGER item_final")
    c.execute("UPDATE item SET points = 0 WHERE kind > 0 AND session % 2")
    c.execute("INSERT INTO mark SELECT session, item.name, person.id, points, 0 FROM item, person"
              " WHERE judged AND person.name IN ('Alma', 'Bert')")
    c.commit()
    c.close()


def test_refuses(h):
    """No output replaces an input; an option without effect is told."""
    bad_run(h)
    what, rec = h.path("exercise.yaml"), out(h, "a.rec")
    for options, told in ((("--html", rec), "a.rec"), (("--html", h.path("case.yaml")), "case.yaml"),
                          (("--trainee", "A7"), "expected together with --html")):
        r = h.run("score", what, rec, "--anywhere", *options, code=2)
        check(told in r.stderr, options, r.stderr)


if __name__ == "__main__":
    main(globals())
