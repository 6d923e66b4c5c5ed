#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse log: lists, shows, exports, overrides, marks, agreement and deletion. Sessions come from hawse_log_fill, which
writes as an exercise does (tests/rt/logbook/fill.c)."""
import csv
import glob
import os
import re
import shlex
import sqlite3
import subprocess

from harness import check, main, need_terminals


def fill(h, trainee, points="20", exercise="weigh_one_pump", recording="/rec/a.rec", log="log.db"):
    program = os.path.join(os.path.dirname(h.hawse), "hawse_log_fill")
    subprocess.run([program, h.path(log), trainee, exercise, recording, str(points)], check=True)


def log(h, *words, code=0, **kw):
    return h.run("log", *words, "--log", h.path("log.db"), code=code, **kw)


def rows(text):
    """Lines of the sessions of the list: number, trainee, exercise, rest."""
    return [m.groups() for m in re.finditer(r"^ +(\d+)  [\d-]+ [\d:]+  (\w+) +(\w+) +(.*)$", text, re.M)]


def test_list(h):
    """Trainees, then sessions, newest first; a killed run says so; filters."""
    for trainee, points, exercise in (("Anna", 20, "weigh"), ("Bo", 0, "weigh"), ("Anna", "-", "let_go")):
        fill(h, trainee, points, exercise)
    text = log(h).stdout
    found = rows(text)
    check([r[0] for r in found] == ["3", "2", "1"], "not newest first:", text)
    check("not ended" in found[0][3] and re.search(r"35\.0 of 60\.0 +58 % +failed", found[1][3]), text)
    check(re.search(r"55\.0 of 60\.0 +92 % +passed", found[2][3]), text)
    check(re.search(r"^Anna +2 +1 ", text, re.M) and re.search(r"^Bo +1 +1 ", text, re.M), text)
    check([r[0] for r in rows(log(h, "list", "--trainee", "Anna").stdout)] == ["3", "1"], "--trainee")
    check([r[0] for r in rows(log(h, "--exercise", "weigh").stdout)] == ["2", "1"], "--exercise")
    check([r[0] for r in rows(log(h, "--last", "1").stdout)] == ["3"], "--last")
    fill(h, "Zoë Müller")
    ended = [line.index(" of 60.0") for line in log(h).stdout.splitlines() if " of 60.0" in line]
    check(len(ended) == 3 and len(set(ended)) == 1, "letters of two bytes move the columns:", ended)
    check(log(h, "--trainee", "Carl").stdout == "no sessions\n", "a trainee without sessions")


def test_show(h):
    """A session with its evidence; each command is one that a shell reads back, 5 s before the evidence."""
    recording = "/rec/Bo's $(run) 1.rec"
    fill(h, "Anna", 20, recording=recording)
    text = log(h, "show", "1").stdout
    check("Weigh with one pump (weigh_one_pump), hash 0123456789abcdef" in text, text)
    check("score 55.0 of 60.0, 92 %: passed (pass mark 70 %)" in text and "interventions 2, freezes 1" in text, text)
    check("state hash fedcba9876543210" in text and "205 kN (limit 160 kN)" in text and "-5.0 of -15.0" in text and "housed after 700 s" in text and "not judged" in text, text)
    commands = [shlex.split(line) for line in text.splitlines() if "hawse replay" in line]
    check(all(c[:3] == ["hawse", "replay", recording] and c[3:5] == ["--window", "--from"] for c in commands), commands)
    check([c[5] for c in commands] == ["695.0", "295.0", "0.0", "55.0"], commands)
    options = h.run("replay", "--help").stdout
    check("--window" in options and "--from S" in options, "the printed commands have other options")
    fill(h, "Anna", "-")
    check("not ended" in log(h, "show", "2").stdout, "a killed run")


def test_terminal_obeys_no_name(h):
    """Control characters of an item or a note never reach the terminal."""
    fill(h, "Anna")
    db = sqlite3.connect(h.path("log.db"))
    db.execute("UPDATE note SET text = 'a' || char(27) || '[31mred'")
    db.commit()
    db.close()
    text = log(h, "show", "1").stdout
    check("\x1b" not in text and "a\\x1b[31mred" in text, text)


def test_damaged(h):
    """Half a file is refused, with what to do."""
    fill(h, "Anna")
    with open(h.path("log.db"), "rb") as f:
        whole = f.read()
    h.write("log.db", whole[:len(whole) // 2])
    check("damaged; keep a copy" in log(h, "show", "1", code=2).stderr, "half a file")


def test_override(h):
    """The effective score follows, the automatic stays; points of what is forbidden are negative."""
    fill(h, "Anna", 20)
    log(h, "override", "1", "home", "0", "--reason", "pushed home by the instructor", "--by", "Olga")
    log(h, "override", "1", "loaded clutch", "-10.5", "--reason", "twice", "--by", "Olga")
    text = log(h, "show", "1").stdout
    check("score 19.5 of 60.0, 32 %: failed (pass mark 70 %)" in text, text)
    check("automatic 55.0 of 60.0, 92 %: passed" in text, text)
    check("override of home: 30 to 0, Olga: pushed home by the instructor" in text, text)
    check("2 overrides" in log(h).stdout, "not in the list")


def test_refusals(h):
    """Each says what to do, with exit code 2; the logbook stays."""
    fill(h, "Anna")
    with open(h.path("log.db"), "rb") as f:
        before = f.read()
    for words, says in ((("show", "2"), "no session 2: hawse log lists them"), (("show", "x"), "number of a session"),
                        (("show",), "expected 1 arguments"), (("shw", "1"), "unknown action 'shw'"),
                        (("list", "--by", "Olga"), "--by: has no effect"), (("--last", "0.5"), "--last: expected 1"),
                        (("override", "1", "home", "5", "--by", "Olga"), "expected --reason"),
                        (("override", "1", "home", "5", "--reason", "r"), "expected --by"),
                        (("override", "1", "home", "x", "--by", "O", "--reason", "r"), "POINTS: expected a number"),
                        (("override", "1", "home", "31", "--by", "O", "--reason", "r"), "expected 0 .. 30, found 31"),
                        (("override", "1", "hom", "5", "--by", "O", "--reason", "r"), "one of 'home', 'peak tension'"),
                        (("mark", "1", "home", "-5", "--by", "O"), "expected 0 .. 30, found -5"),
                        (("delete", "Anna"), "add --yes"), (("delete", "Carl", "--yes"), "no person 'Carl'"),
                        (("export", h.path("log.db")), "the logbook"),
                        (("export", h.path("log.db-wal")), "the logbook")):
        r = log(h, *words, code=2)
        check(says in r.stderr and r.stdout == "", words, r.stderr)
    check("cannot be written" in log(h, "export", h.path("no", "a.csv"), code=1).stderr, "a folder that is not there")
    check("No space left" in log(h, "export", "/dev/full", code=1).stderr, "a full disk")
    with open(h.path("log.db"), "rb") as f:
        check(f.read() == before, "the logbook has changed")
    h.write("other.db", "no logbook" * 100)
    r = h.run("log", "--log", h.path("other.db"), code=2)
    check("expected a logbook of hawse, found another kind of file" in r.stderr, r.stderr)
    r = h.run("log", "--log", h.path("none.db"), code=2)
    check("no logbook" in r.stderr and not os.path.exists(h.path("none.db")), r.stderr)


def test_default_place(h):
    """$XDG_DATA_HOME, else ~/.local/share; a relative XDG_DATA_HOME does not count."""
    home = h.path("home")
    fill(h, "Anna", log="home/.local/share/hawse/log.db")
    fill(h, "Bo", log="data/hawse/log.db")
    check("Anna" in h.run("log", env={"HOME": home, "XDG_DATA_HOME": "data"}).stdout, "HOME")
    check("Bo" in h.run("log", env={"HOME": home, "XDG_DATA_HOME": h.path("data")}).stdout, "XDG_DATA_HOME")
    r = h.run("log", env={"HOME": "", "XDG_DATA_HOME": ""}, code=2)
    check("name a file with --log" in r.stderr, r.stderr)


def test_export(h):
    """A row an item; units in the header; numbers read back; no cell is a formula."""
    out = h.path("class.csv")
    fill(h, "=cmd|' /C calc'!A0", 20, recording="/rec/a,\"b\".rec")
    fill(h, "Bo", "-")
    log(h, "override", "1", "home", "12", "--reason", "r", "--by", "Olga")
    log(h, "export", out)
    with open(out, newline="") as f:
        table = list(csv.DictReader(f))
    check(len(table) == 6, len(table), "rows")
    head = list(table[0])
    check({"duration [s]", "start [UTC]", "pass mark [%]", "points [1]", "value [unit]", "from [s]"} <= set(head), head)
    bo, items = table[0], table[1:]
    check(bo["trainee"] == "Bo" and bo["ended"] == "no" and bo["item"] == "" and bo["points [1]"] == "", bo)
    check([i["item"] for i in items] == ["home", "peak tension", "aweigh", "loaded clutch", "secured"], items)
    check(all(i["trainee"].startswith("'=cmd") and i["recording"] == '/rec/a,"b".rec' for i in items), items[0])
    home, peak, clutch = items[0], items[1], items[3]
    check(float(home["item points [1]"]) == 30 and float(home["item points with overrides [1]"]) == 12, home)
    check(float(home["points [1]"]) == 55 and float(home["points with overrides [1]"]) == 37, home)
    check(float(peak["value [unit]"]) == 205 and peak["unit"] == "kN" and float(peak["from [s]"]) == 300, peak)
    check(float(clutch["item points [1]"]) == -5 and items[4]["judged"] == "no", clutch)
    check(home["start [UTC]"] == "2027-01-15T08:00:00Z" and home["exercise hash"] == "0x0123456789abcdef", home)
    with open(out, newline="") as f:
        for cell in (c for row in csv.reader(f) for c in row):
            check(not re.match(r"[=+@\t\r]|-(?![\d.])", cell), "a formula:", cell)


def test_class(h):
    """Last ten scores, oldest first; items failed twice."""
    for k in range(12):
        fill(h, "Anna", k)
    fill(h, "Bo", 20)
    text = log(h, "class").stdout
    anna = next(line for line in text.splitlines() if "Anna" in line)
    scores = re.findall(r"(\d+)([+ ])", anna.split("Anna", 1)[1].split("  items")[0].split("loaded")[0].split("peak")[0])
    wanted = [f"{100 * (35 + k) / 60:.0f}" for k in range(2, 12)]
    check([s[0] for s in scores] == wanted, anna)
    check([s[1] == "+" for s in scores] == [35 + k >= 42 for k in range(2, 12)], anna)
    check("loaded clutch (10 times), peak tension (8 times)" in anna, anna)
    check("times" not in next(line for line in text.splitlines() if "Bo" in line), text)


def test_class_page(h):
    """The class as a page: each score, the items failed twice and the spread as the list has them; no name on it, the
    numbers' names in the terminal only."""
    for k in range(3):
        fill(h, "Wilhelmina", 5 * k)
    fill(h, "Bo", 20)
    text = log(h, "class", "--html", h.path("class.html")).stdout
    names = dict(re.findall(r"^(T\d+) +(\w+)$", text, re.M))
    check(sorted(names.values()) == ["Bo", "Wilhelmina"], text)
    with open(h.path("class.html")) as f:
        page = f.read()
    check("Wilhelmina" not in page and "Olga" not in page and ">Bo" not in page, "a name is on the page")
    number = {name: n for n, name in names.items()}
    found = re.findall(r"<title>(T\d+): ([\d.]+) %, (not )?passed</title>", page)
    wanted = [f"{100 * p / 60:.1f}" for p in (35, 40, 45)]
    check([s for n, s, _ in found if n == number["Wilhelmina"]] == wanted, found)
    check([(s, bad) for n, s, bad in found if n == number["Bo"]] == [("91.7", "")], found)
    check([bad for n, _, bad in found if n == number["Wilhelmina"]] == ["not ", "not ", ""], found)
    row = re.search(rf"<tr><td>{number['Wilhelmina']}</td>(.*?)</tr>", page)[1]
    check("loaded clutch (3 times)" in row and "peak tension (2 times)" in row, row)
    check(re.search(r"latest session</td><td>2</td><td>75 %</td><td>83 %</td><td>92 %</td><td>11\.8", page), page)
    check("<script" not in page and "http" not in page, "not by itself")
    r = log(h, "class", "--html", h.path("log.db"), code=2)
    check("the logbook" in r.stderr, r.stderr)
    check("--html: has no effect with 'log list'" in log(h, "list", "--html", h.path("x.html"), code=2).stderr, "list")


def test_agree(h):
    """Not validated until twenty sessions have the marks of two assessors."""
    for k in range(20):
        fill(h, "Anna", 5 * (k % 5))
    log(h, "mark", "1", "peak tension", "0", "--by", "Alma")
    text = log(h, "agree").stdout
    check("not validated: 0 sessions marked by 2 assessors or more (20 needed)" in text, text)
    db = sqlite3.connect(h.path("log.db"))
    db.execute("INSERT INTO person(name) VALUES('Bert')")
    db.execute("INSERT OR REPLACE INTO mark SELECT session, item.name, person.id, points, 0 FROM item, person"
               " WHERE judged AND person.name IN ('Alma', 'Bert')")
    db.commit()
    text = log(h, "agree", "--exercise", "weigh_one_pump").stdout
    check("not validated: reports: all grades alike" in text and "20 needed" not in text, text)
    check(re.search(r"^Bert +20 +1\.00 \( +40\) +- \( +20\) +- \( +20\) +1\.00$", text, re.M), text)
    # As if the machine had judged half of the reports and acts another way: now these have a spread, too.
    db.execute("DROP TRIGGER item_final")
    db.execute("UPDATE item SET points = 0 WHERE kind > 0 AND session % 2")
    db.execute("UPDATE mark SET points = (SELECT points FROM item WHERE session = mark.session AND name = mark.item)")
    db.commit()
    db.close()
    text = log(h, "agree").stdout
    check("\nvalidated: " in text and "not validated" not in text, text)
    check("not validated: 0 sessions" in log(h, "agree", "--exercise", "let_go").stdout, "another exercise")


def traces(h, name):
    found = []
    for file in glob.glob(h.path("log.db*")):
        with open(file, "rb") as f:
            found += [file] if name.encode() in f.read() else []
    return found


def test_delete(h):
    """Rows go, and the name leaves the file and its companions; the recordings' paths are told."""
    for k in range(5):
        fill(h, "Wilhelmina", k, recording=f"/rec/{k}.rec")
        fill(h, "Bo", k)
    check(traces(h, "Wilhelmina"), "the name is not there before")
    r = log(h, "delete", "Wilhelmina", "--yes")
    check(all(f"/rec/{k}.rec" in r.stdout for k in range(5)) and "5 sessions" in r.stdout, r.stdout)
    check(not traces(h, "Wilhelmina"), "left in", traces(h, "Wilhelmina"))
    check(len(rows(log(h).stdout)) == 5, "the sessions of others went, too")


def ask(h, answer):
    """Answers the question on a terminal; returns the exit code."""
    master, slave = os.openpty()
    p = subprocess.Popen([h.hawse, "log", "delete", "Anna", "--log", h.path("log.db")], stdin=slave,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    os.close(slave)
    os.write(master, answer.encode())
    out = p.communicate(timeout=60)[0]
    os.close(master)
    check("Delete Anna with all sessions, for good?" in out, out)
    return p.returncode


def test_delete_asks(h):
    need_terminals()
    fill(h, "Anna")
    check(ask(h, "n\n") == 2 and "Anna" in log(h).stdout, "deleted without consent")
    check(ask(h, "\n") == 2 and "Anna" in log(h).stdout, "deleted without consent")
    check(ask(h, "y\n") == 0 and "Anna" not in log(h).stdout, "not deleted")


if __name__ == "__main__":
    main(globals())
