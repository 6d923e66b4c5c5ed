#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The debrief page of a run of an exercise: by the run itself and later from its recording; what it shows, worst first;
the logbook's word on its validity."""
import json
import os
import random
import re
import sqlite3
import subprocess
import time

from harness import Recording, check, main
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

    fill(h, db, "short")
    text, s = score("--log", db)
    check("(not validated; pass mark" in text and "not validated: 0 sessions marked by 2 assessors or more (20 needed)" in text, text)
    check(not s["validated"] and "20 needed" in s["not_validated"], s)
    copy_sessions(db, 9)
    mark_all(db)
    text, s = score("--log", db)
    check("(validated; pass mark" in text and s["validated"] and "not_validated" not in s, text)
    r = h.run("sil", h.path("exercise.yaml"), "--anywhere", "--script", h.path("bad.csv"), "--trainee", "A7", "--log", db,
              "--html", out(h, "v.html"), code=1)
    check("(validated; " in r.stdout and "Validated: the assessors" in read(out(h, "v.html")), r.stdout)
    h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--anywhere", "--log", h.path("bad.csv"), code=2)


def fill(h, db, name):
    program = os.path.join(os.path.dirname(h.hawse), "hawse_log_fill")
    for k in range(2):
        subprocess.run([program, db, "Anna", name, "/rec/a.rec", str(10 * k)], check=True)


def copy_sessions(db, times):
    """Adds the two sessions so many times more."""
    c = sqlite3.connect(db)
    session = ", ".join(r[1] for r in c.execute("PRAGMA table_info(session)") if r[1] != "id")
    item = ", ".join(r[1] for r in c.execute("PRAGMA table_info(item)") if r[1] != "session")
    for _ in range(times):
        for k in (1, 2):
            new = c.execute(f"INSERT INTO session({session}) SELECT {session} FROM session WHERE id = ?", (k,)).lastrowid
            c.execute(f"INSERT INTO item(session, {item}) SELECT ?, {item} FROM item WHERE session = ?", (new, k))
    c.commit()
    c.close()


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


def page_of(h, recording, *options):
    """The debrief of a recording that was cut off: the page, and what the command printed."""
    r = h.run("score", h.path("exercise.yaml"), recording, "--anywhere", "--html", out(h, "k.html"), *options, code=1)
    return read(out(h, "k.html")), r.stdout


def sessions(h, db):
    """Rows of the logbook: recording, and whether it has ended; a logbook that is whole."""
    h.run("log", "--log", db)
    c = sqlite3.connect(db)
    check(c.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the logbook is damaged")
    rows = dict(c.execute("SELECT recording, ended FROM session"))
    c.close()
    return rows


def killed(h, db, k, wait):
    """Kills a run some time after its recording was begun. Returns the age of the last recorded frame at the kill [s], or
    of the file if it has none; and whether the page could be made."""
    file = out(h, f"k{k}.rec")
    p = subprocess.Popen([h.hawse, "run", h.path("exercise.yaml"), "--anywhere", "--headless", "--device",
                          "script:" + h.path("good.csv"), "--record", file, "--trainee", "A7", "--log", db], env=h.env,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    give_up = time.monotonic() + 120
    while not (os.path.exists(file) and os.path.getsize(file) > 0):
        check(p.poll() is None and time.monotonic() < give_up, "no recording comes:", p.poll())
        time.sleep(0.001)
    time.sleep(wait)
    p.kill()
    killed_ns = time.monotonic_ns()
    p.wait(timeout=60)
    rows = sessions(h, db) if os.path.exists(db) else {}
    check(not rows.get(file), "a killed run has ended:", rows)
    if os.path.getsize(file) < 80:  # not even the header
        return wait, False
    rec = Recording(file)
    page, printed = page_of(h, file)
    check(file in rows or not rec.times, "no row of a run with frames:", rows)
    check('class="verdict bad">Not ended</span>' in page and "not ended, " in printed, printed)
    stops = re.search(r'its recording stops at <data value="([^"]+)"', page)
    check(stops and abs(float(stops[1]) - 1e-9 * rec.h_ns * len(rec.frames())) < 1e-9, "stops at", stops, len(rec.frames()))
    check("<h2>Time line</h2>" in page and "Peers' sheet" in page, "parts of the page are missing")
    last = max(rec.times) if rec.times else None
    os.remove(file)
    return (killed_ns - rec.times[last][0]) * 1e-9 if rec.times else wait, bool(rec.times)


def check_killed(h, times, seed):
    exercise(h)
    rng, db = random.Random(seed), h.path("log.db")
    ends = [killed(h, db, k, 11 * rng.random()) for k in range(times)]
    lost, with_frames = [s for s, _ in ends], sum(found for _, found in ends)
    check(with_frames >= times // 2, "too few kills with frames:", with_frames)
    check(max(lost) <= 1, "more than a second is lost:", max(lost))
    check(len(sessions(h, db)) >= with_frames, "rows are lost")
    print(f"{times} kills, {with_frames} with frames; lost at most {max(lost):.3f} s")


def test_killed(h):
    """SIGKILL at four random moments of a run with a trainee: the logbook is whole and says "not ended", the recording lacks
    at most a second, and its page is made."""
    check_killed(h, 4, 1)


def test_killed_a_hundred_times(h):
    """The same at a hundred other moments."""
    check_killed(h, 100, 2)


def test_two_runs(h):
    """Two runs side by side: the differences are those of their scores, the greatest first; other scenarios are refused."""
    bad_run(h)
    h.run("sil", h.path("exercise.yaml"), "--anywhere", "--script", h.path("good.csv"), "--record", out(h, "b.rec"),
          "--report", out(h, "b.json"))
    r = h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--beside", out(h, "b.rec"), "--anywhere", "--html",
              out(h, "ab.html"), code=1)
    first, second, page = score_of(h), score_of(h, "b"), read(out(h, "ab.html"))
    check(r.stdout.count("of 100 points") == 2, r.stdout)
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in
            page[page.index("<h2>Items, the greatest"):].split("</table>")[0].split("<tr>")[2:]]
    gains = [float(re.sub("<[^>]*>", "", row[4])) for row in rows[:-1] if "–" not in row[4]]
    check([abs(g) for g in gains] == sorted((abs(g) for g in gains), reverse=True), gains)
    by_name = {i["name"].replace("_", " "): (i, j) for i, j in zip(first["items"], second["items"])}
    for row in rows[:-1]:
        i, j = by_name[row[0].split("<br>")[1]]
        if i["judged"] and j["judged"]:
            check(abs(float(re.sub("<[^>]*>", "", row[4])) - (j["points"] - i["points"])) < 0.051, row, i, j)
    check(abs(float(re.sub("<[^>]*>", "", rows[-1][4])) - (second["points"] - first["points"])) < 0.051, rows[-1])
    check("What the items judge" in page and page.count("<svg") == 1 and "not passed" in page, "parts are missing")
    h.run("sil", os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml"), "--duration", "0.1", "--record",
          out(h, "p.rec"))
    for beside, told in ((out(h, "p.rec"), "error"), (h.path("bad.csv"), "bad.csv"), (out(h, "a.html"), "a.html")):
        r = h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--beside", beside, "--anywhere", "--html",
                  out(h, "x.html"), code=2)
        check(told in r.stderr and not os.path.exists(out(h, "x.html")), beside, r.stderr)
    r = h.run("score", h.path("exercise.yaml"), out(h, "a.rec"), "--beside", out(h, "b.rec"), "--anywhere", code=2)
    check("--beside: expected together with --html" in r.stderr, r.stderr)


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
