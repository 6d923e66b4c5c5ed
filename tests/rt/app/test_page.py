#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The report's page: its figures are the report's, it is self-contained, and a browser shows it."""
import base64
import calendar
import html.parser
import os
import re
import shutil
import stat
import subprocess
import time
import xml.dom.minidom

from harness import Skip, check, main, png_pixels, write_png
from test_pictures import DRIVERS, NOTHING_DRAWN, QUICK, skip_without_pictures, with_window

ENOUGH = 5_000_000  # limit of a page [bytes]


class Page(html.parser.HTMLParser):
    """Parsed page: figures (key, value, shown), tags with their attributes, text; every tag must be closed."""
    VOID = {"meta", "img", "br", "link", "input"}

    def __init__(self, path):
        super().__init__()
        with open(path, encoding="utf-8") as f:
            self.source = f.read()
        self.figures, self.tags, self.text, self.open, self.at = [], [], [], [], None
        self.feed(self.source)
        self.close()
        check(not self.open, "not closed:", self.open)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "data":
            self.at = [dict(attributes)["title"], dict(attributes)["value"], ""]

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        while self.open and self.open[-1] == "li" != tag:  # HTML allows an open li
            self.open.pop()
        check(self.open and self.open[-1] == tag, f"</{tag}> closes", self.open[-1:])
        self.open.pop()
        if tag == "data":
            self.figures.append(tuple(self.at))
            self.at = None

    def handle_data(self, data):
        self.text.append(data)
        if self.at:
            self.at[2] += data

    def words(self):
        return re.sub(r"\s+", " ", " ".join(self.text))


def at_key(report, key):
    """Value of the report at a key such as frame.work_ns.p99 or event_list.0.t_s."""
    for name in key.split("."):
        report = report[int(name)] if isinstance(report, list) else report.get(name)
        if report is None:
            return None
    return report


# Factor from the shown unit to the report's unit.
SCALES = {"kN": (1e-3,), "µm": (1e6,), "ms": (1e-6, 1e3), "mm/s": (1e3,), "%": (100,), "": (1, 1e-3)}


def check_figures(page, report, least):
    check(len(page.figures) >= least, "only", len(page.figures), "figures")
    for key, value, shown in page.figures:
        true = at_key(report, key)
        if true is None:
            check(value == "" and shown == "–", key, "is not in the report, the page has", value, shown)
            continue
        check(float(value) == true, key, "is", true, "in the report, on the page", value)
        number, unit = re.fullmatch(r"(-?[0-9.]+(?:e[-+][0-9]+)?) ?(.*)", shown).groups()
        mantissa, _, power = number.partition("e")
        half = 0.5 * 10 ** (int(power or 0) - len(mantissa.partition(".")[2]))
        right = any(abs(true * s - float(number)) <= half * (1 + 1e-6) for s in SCALES.get(unit, (1,)))
        check(right, key, "is", true, "and shown as", shown)


# Figures that must lead to their entry in the log, and the entry's name.
LARGEST = {"outcome.peak_tension_n": "tension", "outcome.max_impact_n": "hull_force",
           "outcome.peak_share_of_breaking": "chain_load"}


def check_peaks(page, report):
    """Each largest figure, wherever it stands, links to an entry of the log with the same value, its time and place."""
    found = {p["peak"]: (k, p) for k, p in enumerate(report["peaks"])}
    log = page.source[page.source.index("<h3>Deck log</h3>"):]
    log = log[:log.index("</table>")]
    rows = dict(re.findall(r'<tr class="peak" id="peak-(\w+)">(.*?)</tr>', log))
    check(set(rows) == set(found), sorted(rows), sorted(found))
    for key, name in LARGEST.items():
        figures = re.findall(rf'(<a href="#peak-{name}">)?<data value="([^"]*)" title="{re.escape(key)}">', page.source)
        check(figures, key, "is not on the page")
        check(all((a != "") == (name in found) for a, _ in figures), key, "links to nothing:", figures)
        if name not in found:
            continue
        k, peak = found[name]
        value = at_key(report, key) * (report["outcome"]["breaking_load_n"] if name == "chain_load" else 1)
        check(abs(peak["force_n"] - value) <= 1e-9 * value, name, peak, "and the figure", value)
        check(0 <= peak["t_s"] <= report["sim_time_s"] + report.get("from_s", 0), peak)
        for part in [f"peaks.{k}.t_s", f"peaks.{k}.force_n"] + [f"peaks.{k}.place_m.{i}" for i in range(3)] * (name != "chain_load"):
            check(f'title="{part}"' in rows[name], part, "is not in", rows[name])
        check(name == "chain_load" or re.search(r"at x <data.*? m</data>, y <data.*? m</data>, z <data", rows[name]), rows[name])
    for text in re.findall(r"hull_impact.*?normal force ([0-9.]+) kN", page.source):
        check(1e3 * float(text) <= report["outcome"]["max_impact_n"] + 51, text, "kN exceeds the largest force")
    at = [float(t) for t in re.findall(r'<tr[^>]*><td><data value="([^"]*)" title="(?:event_list|peaks)', log)]
    check(at == sorted(at), "the log is out of order:", at)


def check_alone(page):
    """Checks that the page refers to nothing outside and runs no script."""
    check(len(page.source) < ENOUGH, len(page.source), "bytes")
    source = re.sub(r'src="data:image/png;base64,[A-Za-z0-9+/=]*"', "", page.source)
    for bad in ("http", "@import", "src=", "<script", "<link", "<iframe", "javascript"):
        check(bad not in source.lower(), "the page has", bad)
    check(not re.search(r"[\"'(]//", source), "the page refers to another host")
    check(not re.search(r"url\((?!#)", source), "the page has a url()")
    for tag, attributes in page.tags:
        for name, value in attributes.items():
            check(not name.startswith("on"), tag, "has", name)
            check(name not in ("href", "xlink:href") or value.startswith("#"), tag, "refers to", value)


def check_drawings(page, n):
    drawings = re.findall(r"<svg.*?</svg>", page.source, re.S)
    check(len(drawings) == n, len(drawings), "drawings")
    names, parts = [], []
    for d in drawings:
        whole = d.replace("<svg", '<svg xmlns="s" xmlns:xlink="x"', 1)
        names += re.findall(r' id="([^"]*)"', d)
        parts.append(xml.dom.minidom.parseString(whole.encode()).getElementsByTagName("*").length)
    check(parts[0] > 100 and parts[1] > 6, "an empty drawing:", parts)  # the histogram of a fast machine has few bins
    check(len(names) == len(set(names)), "names twice")


def pictures(h, page):
    """Checks the page's pictures and returns their captions."""
    found = [a["src"] for t, a in page.tags if t == "img"]
    for k, src in enumerate(found):
        head, data = src.split(",")
        check(head == "data:image/png;base64", head)
        width, height, rows = png_pixels(h.write(f"p{k}.png", base64.b64decode(data, validate=True)))
        check((width, height) in ((640, 360), (1280, 720)), width, height)
        colours = {bytes(row[x:x + 3]) for row in rows[::4] for x in range(0, len(row), 12)}
        check(len(colours) > 100, "colours:", len(colours))
    return found, re.findall(r"<figcaption>(.*?)</figcaption>", page.source)


def run_with_page(h, *args, command="sil", scenario=None, env=None):
    """Runs a command for its page and its report; returns both."""
    first = [scenario or h.scenario(QUICK), "--anywhere"] if command != "replay" else []
    h.run(command, *first, *args, "--html", os.path.join(h.out, "r.html"), "--report", os.path.join(h.out, "r.json"),
          env={**DRIVERS, **(env or {})})
    return Page(os.path.join(h.out, "r.html")), h.report()


def test_figures(h):
    page, report = run_with_page(h, "--duration", "2.5")
    check_figures(page, report, 60)
    check_alone(page)
    check_peaks(page, report)
    check_drawings(page, 2)
    shown = {key for key, _, _ in page.figures}
    for key in ("outcome.peak_tension_n", "outcome.chain_in_m", "outcome.hull_impacts", "frame.work_ns.p99_9",
                "phase_ns.contact.max", "solver.newton_mean", "contact.regions_max", "steps", "events.active"):
        check(key in shown, key, "is not on the page")
    words = page.words()
    for text in (report["state_hash"], report["version"], report["host"]["kernel"], "Under way", "case.yaml", report["outcome"]["evidence"],
                 report["outcome"]["why"].split(": ", 1)[1], "bar_diameter: 0.05"):
        check(text in words, text, "is not on the page")
    # tension, chain speed, chain out, lever and brake below the lanes of events: heights as in rt/plot/plot.c
    height = int(re.search(r'viewBox="0 0 960 (\d+)"', page.source)[1])
    lanes = len({e["event"] for e in report["event_list"]})
    check(height == 8 + 17 * lanes + 8 + 5 * (132 + 24) + 44, "not five axes:", height, lanes)
    check("median" in words and "half below" not in words, "a median has another name")
    check("m/s" not in words.replace("mm/s", "").partition("Scenario Every parameter")[0], "chain speed in m/s")
    check(sum(b["frames"] for b in report["frame"]["work_bins"]) == report["steps"], "bins:", report["frame"])
    check(not [n for n in os.listdir(h.out) if n.endswith(".part")], os.listdir(h.out))


def test_trainee_exercise_and_date(h):
    """Who made which exercise, and when; a replay has the date of its recording."""
    rec, name = os.path.join(h.out, "a.rec"), "Jo <b> Andersen"
    case = h.scenario(("title: Weigh the port anchor and house it", "title: First heave"), QUICK)
    before = time.time()
    page, report = run_with_page(h, "--duration", "0.1", "--trainee", name, "--record", rec, scenario=case)
    made = calendar.timegm(time.strptime(report["made"], "%Y-%m-%dT%H:%M:%SZ"))
    check(before - 1 <= made <= time.time(), report["made"])
    check(report["trainee"] == name and report["exercise"] == "First heave", report["trainee"], report["exercise"])
    date = f"{report['made'][:10]} {report['made'][11:16]} UTC"
    for text in (f"Trainee {name} Exercise First heave Scenario case.yaml Date {date}", "First heave: under way"):
        check(text in page.words(), text, "is not in", page.words()[:400])
    page, again = run_with_page(h, rec, "--anywhere", "--trainee", "Kim", command="replay")
    check(abs(calendar.timegm(time.strptime(again["made"], "%Y-%m-%dT%H:%M:%SZ")) - made) <= 30, again["made"])
    check("Trainee Kim Exercise First heave" in page.words(), page.words()[:300])
    page, report = run_with_page(h, "--duration", "0.1", scenario=os.path.join(h.source, "config", "scenarios", "contact", "bouncing_ball.yaml"))
    check("trainee" not in report and report["exercise"] == "bouncing ball", report["exercise"])
    check("Trainee not named Exercise bouncing ball" in page.words(), page.words()[:300])


def test_alarms(h):
    """Priority, text and times of each alarm; one that still holds says so."""
    page, report = run_with_page(h, "--duration", "12", scenario=os.path.join(h.source, "config", "scenarios", "failures", "power_lost.yaml"))
    check(report["alarms"], "no alarm was raised")
    check_figures(page, report, 60)
    for k, a in enumerate(report["alarms"]):
        check(a["text"] in page.words(), a["text"], "is not on the page")
        end = "active at the end" if a["cleared_s"] is None else f'title="alarms.{k}.cleared_s"'
        check(end in page.source, a, "has no end")
        check(re.search(rf'<span class="\w+">{a["priority"]}</span>', page.source), a)
    page, report = run_with_page(h, "--duration", "0.1")
    check(report["alarms"] == [] and "Alarms None." in page.words(), report["alarms"])


def test_names_that_look_like_numbers(h):
    """Names that look like numbers stay as in the scenario; numbers have the fewest digits that read back the same."""
    case = h.write("names.yaml", """model:
  points:
    - {name: 01, at: [0, 0, 0.1 m], fixed: true}
    - {name: 1e2, at: [0, 0, 1 m]}
  bodies:
    - {name: 007, points: [1e2], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}
end: {duration: 0.01 s}
""")
    page, _ = run_with_page(h, "--duration", "0.003", scenario=case)
    words = page.words()
    for text in ("name: 01 ", "name: 1e2 ", "points: [1e2]", "name: 007 ", "at: [0, 0, 0.1]", "duration: 0.003 "):
        check(text in words, text, "is not on the page:", words[-1500:])


def test_frames_of_several_steps(h):
    """The page has numbers of frames and of steps; missed deadlines count frames."""
    case = os.path.join(h.source, "config", "scenarios", "contact", "bouncing_ball.yaml")
    page, report = run_with_page(h, "--headless", "--duration", "0.2", command="run", scenario=case)
    check_figures(page, report, 30)
    check(report["steps"] == 1000 and report["frame"]["frames"] == 200, report["steps"], report["frame"]["frames"])
    check("1000 steps in 200 frames of 1.000 ms" in page.words(), page.words())
    check(re.search(r"all \d+ of 200 ", page.words()), page.words())


def test_pictures(h):
    page, _ = run_with_page(h, "--duration", "2.5")
    found, captions = pictures(h, page)
    if not found and "No pictures:" in page.words():
        skip_without_pictures(page.words())
    check(2 <= len(found) <= 8 and len(found) == len(captions), len(found), captions)
    check("start" in captions[0] and "end" in captions[-1], captions)
    check(len(set(found)) > 1, "the same picture each time")


def test_changes_no_bit(h):
    _, with_page = run_with_page(h, "--duration", "0.5")
    h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", "0.5", "--report", os.path.join(h.out, "b.json"))
    check(with_page["state_hash"] == h.report("b.json")["state_hash"], "the page changed the state")
    check(h.sanitized or with_page["allocations_in_loop"] == 0, with_page["allocations_in_loop"])


def test_without_gl(h):
    """Without OpenGL, or in a build without rendering, the page has a notice and is otherwise complete."""
    hidden = {"__EGL_VENDOR_LIBRARY_DIRS": h.path("none"), "LIBGL_DRIVERS_PATH": h.path("none")}
    page, report = run_with_page(h, "--duration", "0.2", env=hidden)
    if [t for t, _ in page.tags if t == "img"]:
        raise Skip("OpenGL cannot be hidden here")
    check("No pictures:" in page.words() and any(sign in page.words() for sign in NOTHING_DRAWN), page.words())
    check_figures(page, report, 60)


def test_names_are_escaped(h):
    """File names are text, whatever characters they have."""
    name = 'a <b onclick="x">&amp;\'c\'.yaml'
    script = os.path.join(h.source, "config", "scenarios", "weigh.csv")
    odd = h.path("s <script>alert(1)</script>.csv".replace("/", "_"))
    shutil.copy(script, odd)
    case = h.scenario(QUICK, name=name)
    with open(case) as f:
        text = f.read().replace(f"script: {script}", f"script: '{odd}'")
    h.write(name, text)
    page, _ = run_with_page(h, "--duration", "0.1", scenario=case)
    check(name in "".join(page.text) and "<script>alert(1)" in "".join(page.text), page.words()[:300])
    check(not [t for t, _ in page.tags if t in ("b onclick", "script")], "a name became a tag")
    check(all("onclick" not in a for _, a in page.tags), "a name became an attribute")


def test_cannot_be_written(h):
    r = h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", "0.1", "--html", h.path("none", "r.html"), code=2)
    check("--html" in r.stderr and "simulated" not in r.stdout, r.stderr)


def test_into_a_pipe(h):
    """A target that is not a regular file is written in place, not replaced."""
    pipe, got = os.path.join(h.out, "p.html"), h.path("got.html")
    os.mkfifo(pipe)
    with open(got, "wb") as f, subprocess.Popen(["cat", pipe], stdout=f):
        h.run("sil", h.scenario(QUICK), "--anywhere", "--duration", "0.1", "--html", pipe, env=DRIVERS)
    check(stat.S_ISFIFO(os.stat(pipe).st_mode), "the pipe was replaced")
    check("Under way" in Page(got).words(), "no page")


def test_mechanism(h):
    case = os.path.join(h.source, "config", "scenarios", "contact", "bouncing_ball.yaml")
    page, report = run_with_page(h, "--duration", "1", scenario=case)
    check_figures(page, report, 50)
    check_alone(page)
    check("Run to its end" in page.words() and "Pictures" in page.words(), page.words()[:400])
    found, captions = pictures(h, page)
    skip_without_pictures(page.words())
    check([c.split(": ")[1] for c in captions] == ["start", "largest contact force", "end"], captions)


def test_replay(h):
    """The page of a recording agrees with the page of its run."""
    rec = os.path.join(h.out, "a.rec")
    _, run = run_with_page(h, "--duration", "1.5", "--record", rec)
    page, again = run_with_page(h, rec, "--anywhere", command="replay")
    check_figures(page, again, 55)
    check_alone(page)
    for key in ("scenario", "h_s", "steps", "sim_time_s", "state_hash", "outcome", "solver", "events", "event_list"):
        if key == "scenario":
            check(os.path.basename(run[key]) == os.path.basename(again[key]), run[key], again[key])
        elif key != "solver":
            check(run[key] == again[key], key, run[key], again[key])
    check(run["solver"]["newton_mean"] == again["solver"]["newton_mean"], run["solver"], again["solver"])
    for key, phase in run["phase_ns"].items():
        if key != "publish":  # the last part comes after the recording reads the clock
            check(phase == again["phase_ns"][key], key, phase, again["phase_ns"][key])
    for a, b in ((run["frame"]["work_ns"], again["frame"]["work_ns"]), (run["phase_ns"]["publish"],
                                                                        again["phase_ns"]["publish"])):
        check(all(0 < b[q] <= a[q] for q in a), "more work than there was:", a, b)
    check(sum(b["frames"] for b in again["frame"]["work_bins"]) == again["steps"], "bins:", again["frame"])
    part, half = run_with_page(h, rec, "--anywhere", "--from", "1", "--to", "1.25", command="replay")
    check(half["steps"] == 250 and half["from_s"] == 1 and half["sim_time_s"] == 0.25, half["steps"], half["from_s"])
    check("A part of a recording, from" in part.words(), part.words()[:300])


def test_real_time(h):
    """hawse run with empty frames beside it: causes of misses, and both latencies."""
    page, report = run_with_page(h, "--headless", "--device", "script:" + os.path.join(h.source, "config", "scenarios", "weigh.csv"),
                        "--duration", "1", *(["--latency"] if len(os.sched_getaffinity(0)) > 1 else []), command="run")
    check_figures(page, report, 80)
    check_alone(page)
    shown = {key for key, _, _ in page.figures}
    check("frame.causes.own_work" in shown and "frame.response_ns.p99" in shown, sorted(shown))
    check("latency" not in report or "latency.causes.host" in shown, sorted(shown))


def test_window(h):
    """With a window, the page's pictures are drawn after it closes."""
    with_window(h, "run", h.scenario(QUICK), "--anywhere", "--device", "keyboard", "--duration", "1", "--html",
                os.path.join(h.out, "r.html"))
    found, _ = pictures(h, Page(os.path.join(h.out, "r.html")))
    check(len(found) >= 2, len(found), "pictures")


def test_shipped_scenario(h):
    """The whole shipped run: small enough to mail, with a picture of every moment."""
    h.run("sil", h.weigh, "--html", os.path.join(h.out, "r.html"), "--report", os.path.join(h.out, "r.json"), env=DRIVERS)
    page, report = Page(os.path.join(h.out, "r.html")), h.report()
    check_figures(page, report, 70)
    check_alone(page)
    check_peaks(page, report)
    check(report["outcome"]["housed"] and "The anchor came home at" in page.words(), page.words()[:400])
    found, captions = pictures(h, page)
    check(not found or len(found) >= 5 and any("housed" in c for c in captions), captions)


BLOCK, PAGE = 10, (1000, 3000)  # of the page's reference picture [px]


def blocks_of(rows):
    """Mean colour of each block of a picture, row by row (3 bytes each)."""
    means, width = bytearray(), len(rows[0]) // PAGE[0]
    for y in range(0, PAGE[1], BLOCK):
        for x in range(0, PAGE[0] * width, BLOCK * width):
            means += bytes(sum(sum(row[x + c:x + BLOCK * width:width]) for row in rows[y:y + BLOCK]) // BLOCK**2 for c in range(3))
    return bytes(means)


def differing_blocks(a, b):
    """Share of the blocks whose colour differs by more than a tenth."""
    return sum(max(abs(a[i + c] - b[i + c]) for c in range(3)) > 25 for i in range(0, len(a), 3)) / (len(a) // 3)


def check_reference(h, shot, rows):
    """Compares the page with tests/rt/reference/page.png, block by block: figures of time and machine may differ, a
    missing table, drawing or picture may not. HAWSE_WRITE_REFERENCES=1 writes the reference, and leaves the screenshot
    in the working folder to look at."""
    path, now = os.path.join(h.source, "tests", "rt", "reference", "page.png"), blocks_of(rows)
    across = PAGE[0] // BLOCK
    if os.environ.get("HAWSE_WRITE_REFERENCES"):
        shutil.copy(shot, "page_shot.png")
        write_png(path, across, [now[i:i + 3 * across] for i in range(0, len(now), 3 * across)])
    before = b"".join(png_pixels(path)[2])
    check(len(before) == len(now), "the reference has another size")
    share = differing_blocks(now, before)
    check(share < 0.04, f"{100 * share:.1f} % of the page differ from its reference")
    shifted = now[3 * across * 6:] + now[:3 * across * 6]  # as if a line of 60 px were missing
    check(differing_blocks(shifted, before) > 0.08, "the comparison would not notice a missing line")


def test_browser(h):
    """Headless Chromium without network shows text, drawings and pictures in place, as in the reference picture."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise Skip("no chromium here")
    page, report = run_with_page(h, "--duration", "2.5")
    shot = h.path("shot.png")
    common = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--proxy-server=127.0.0.1:9",
              f"--user-data-dir={h.path('profile')}"]
    url = "file://" + os.path.join(h.out, "r.html")
    dom = subprocess.run([*common, "--dump-dom", url], capture_output=True, text=True, timeout=100).stdout
    check(f'<data value="{report["steps"]}" title="steps">' in dom, "the figures are not in the browser's page")
    check(dom.count("<svg") == 2 and dom.count("<img") == page.source.count("<img"), dom.count("<svg"))
    check("broken" not in dom and "</body>" in dom, "the browser's page is not whole")
    subprocess.run([*common, f"--window-size={PAGE[0]},{PAGE[1]}", f"--screenshot={shot}", url], capture_output=True, timeout=100,
                   check=True)
    width, height, rows = png_pixels(shot)
    ink = [sum(bytes(row[x:x + 3]) != b"\xff\xff\xff" for x in range(0, len(row), len(row) // width)) for row in rows]
    check((width, height) == PAGE, width, height)
    for band in range(0, 1500, 500):  # the upper half is filled, from the head to the pictures
        check(sum(ink[band:band + 500]) > 5000, "nothing in the rows from", band)
    check(sum(ink) < 0.7 * width * height, "hardly any paper to be seen")
    check_reference(h, shot, rows)


if __name__ == "__main__":
    main(globals())
