#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Impossible input is told, not simulated: the review of the design by hawse check, refusals of runs, and the warning
"do not trust this run"."""
import glob
import os
import pty
import re
import select
import signal
import subprocess
import time

from harness import BOX, BOX_TRIANGLES, check, main, obj, png_pixels
from test_pictures import DRIVERS

HULL = "hull: ../models/bow.ply"
START = ("depth: 10 m", "depth: 0.6 m"), ("flukes: outboard", "flukes: hull")
LET_GO = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,0\n1,0,0,0\n60,0,0,0\n"


def impossible(h, says, *edits, name="case.yaml"):
    """hawse check, sil and run refuse the scenario with each of says (regular expressions) and start nothing. Returns
    the result of check."""
    case, results = h.scenario(*edits, name=name), []
    for command, *more in (["check"], ["sil", "--duration", "0.05"], ["run", "--headless", "--duration", "0.05"]):
        r = h.run(command, case, "--anywhere", *more, code=2)
        for s in says:
            check(re.search(r"error: .*" + s, r.stderr), command, f": nothing like '{s}' in:\n{r.stderr}")
        check("simulated" not in r.stdout, command, "ran:", r.stdout)
        results.append(r)
    return results[0]


def line_of(case, text):
    with open(case) as f:
        return next(k for k, line in enumerate(f, 1) if text in line)


# What cannot be ------------------------------------------------------------------------------------------------------

def test_anchor_inside_the_hull(h):
    """With its depth and place."""
    r = impossible(h, [r"start: the anchor's head is 541 mm inside the hull at \[9\.426 5\.939 2\.913\] m"], *START)
    check(f"case.yaml:{line_of(h.path('case.yaml'), 'depth: 0.6')}: error: start" in r.stderr, r.stderr)


def test_hull_in_millimetres(h):
    """The bow has 25.35 m; in millimetres its numbers are 1000 times as large."""
    impossible(h, [r"ship\.hull: the mesh is 2\.535e\+04 m long, expected at most 600 m",
                   r"ship\.mouth: .* m from the nearest point of the hull .*; with ship\.hull_scale: 1 the mouth would lie"],
               (HULL, HULL + "\n  hull_scale: 1000"))


def test_mouth_off_the_mesh(h):
    """The bow ends 10.12 m to port."""
    r = impossible(h, [r"ship\.mouth: (\S+) m from the nearest point"], ("mouth: [9.0, 7.0, 5.2]", "mouth: [9.0, 340.12, 5.2]"))
    found = float(re.search(r"ship\.mouth: (\S+) m from", r.stderr)[1])
    check(330 <= found < 334, found)


WALL = [(20 * x, -10 + 17 * y, -4 + 13.6 * z) for x, y, z in BOX]  # its face at y = 7, its deck at z = 9.6


def plain_wall(h):
    """A hull without a hawse pipe, and a pipe axis square to its face."""
    return [(HULL, "hull: " + h.write("wall.obj", obj(WALL, BOX_TRIANGLES))),
            ("pipe_axis: [-0.271654, -0.582563, 0.766044]", "pipe_axis: [0, -0.642788, 0.766044]"),
            ("face_normal: [0.422618, 0.906308, 0]", "face_normal: [0, 1, 0]"),
            ("lifter: [5.918, 0.391, 9.9]", "lifter: [9, 0.3, 9.9]")]


def test_hull_without_a_hole(h):
    """The chain pressed into such a hull, and the anchor ended 12 km away: the chain's way meets the hull at the mouth."""
    impossible(h, [r"ship\.pipe_axis: the hull blocks the chain's way up the hawse pipe, \S+ m along it at \[9 7 5\.2\] m: "
                   r"the hull has no free hawse pipe"], *plain_wall(h))


def test_shank_and_head_exchanged(h):
    impossible(h, [r"anchor\.shackle: 2\.545 m from the crown pin, but the shank's mesh ends at 1\.282 m, and the head's "
                   r"reaches farther: anchor\.shank and anchor\.head are exchanged"],
               ("shank: ../models/shank.ply", "shank: ../models/head_.ply"), ("head: ../models/head.ply", "head: ../models/shank.ply"),
               ("head_.ply", "head.ply"))


def test_shackle_off_the_shank(h):
    impossible(h, [r"anchor\.shackle: 7 m from the crown pin, but the shank's mesh ends at 2\.675 m$"],
               ("shackle: 2.545 m", "shackle: 7 m"))


def test_mesh_mass(h):
    """Meshes in millimetres: 1e9 times their mass. The shank's steel has 1916 kg, the head's 4132 kg."""
    impossible(h, [r"anchor\.shank_mass: 2270 kg, but the mesh at anchor\.density 7850 kg/m3 has 1\.916e\+12 kg",
                   r"anchor\.head_mass: 4144 kg, but the mesh .* has 4\.132e\+12 kg"],
               ("shackle: 2.545 m", "shackle: 2.545 m\n  scale: 1000"))


def test_shank_thicker_than_its_pipe(h):
    impossible(h, [r"ship\.pipe_bore: the shank does not pass: .* needs a bore of 423 mm, and 400 mm are free"],
               ("pipe_bore: 560 mm", "pipe_bore: 400 mm"))


def test_chain_wider_than_its_pipe(h):
    impossible(h, [r"ship\.pipe_bore: the chain, 180 mm wide, does not pass"], ("pipe_bore: 560 mm", "pipe_bore: 170 mm"))


def test_lifter_below_the_deck(h):
    impossible(h, [r"ship\.lifter: 0\.2 m below the deck", r"ship\.lifter: the hull blocks the chain's way from the hawse "
                   r"pipe to the cable lifter"], ("lifter: [5.918, 0.391, 9.9]", "lifter: [5.918, 0.391, 9.4]"))


def test_dynamic_friction_above_static(h):
    """Given, or by the default of 0.22."""
    law = "contact:\n  mu_static: 0.2\n  mu_dynamic: 0.3\noperator:"
    r = impossible(h, [r"contact\.mu_dynamic: expected at most the 0\.2 of contact\.mu_static, found 0\.3"], ("operator:", law))
    check(f":{line_of(h.path('case.yaml'), 'mu_dynamic')}: error" in r.stderr, r.stderr)
    impossible(h, [r"mu_dynamic: expected at most the 0\.2 .* found 0\.22"], ("operator:", law.replace("  mu_dynamic: 0.3\n", "")))


def test_hexadecimal_duration(h):
    """0x10 was 16 s. Its kin: other numbers of options, of contours and of meshes."""
    for args in (["--duration", "0x10"], ["--duration", "0x1p3"], ["--duration", "nan"], ["--duration", "inf"]):
        r = h.run("sil", h.weigh, *args, code=2)
        check("--duration: expected a number for S, found '" + args[1] in r.stderr, r.stderr)
    r = h.run("sil", h.weigh, "--inject-slow", "phase=contact,+0x10%", code=2)
    check("--inject-slow: expected phase=NAME" in r.stderr, r.stderr)
    r = h.run("check", h.write("hex.obj", obj(BOX, BOX_TRIANGLES).replace("v 1 1 1", "v 0x1 1 1")), code=2)
    check("hex.obj:8: error: expected" in r.stderr, r.stderr)


def test_short_step(h):
    """A step of 0.1 us has 25 million steps before the first frame: refused. One of 5 us shows them on a terminal."""
    step = "solver:\n  step: %s\noperator:"
    impossible(h, [r"start\.settle: 2\.5 s at a solver\.step of 1e-07 s are 2\.5e\+07 steps before the first frame, expected at "
                   r"most 2e\+06"], ("operator:", step % "0.1 us"))
    case = h.scenario(("operator:", step % "5 us"))
    check("warning: start.settle: 2.5 s at a solver.step of 5e-06 s are 5e+05 steps" in
          h.run("check", case, "--anywhere").stderr, "no warning")
    lead, other = pty.openpty()
    p = subprocess.Popen([h.hawse, "sil", case, "--anywhere"], stdout=subprocess.DEVNULL, stderr=other, env=h.env)
    os.close(other)
    shown, end = "", time.monotonic() + 60
    while "settling before the first frame: step " not in shown and time.monotonic() < end and p.poll() is None:
        if select.select([lead], [], [], 1)[0]:
            shown += os.read(lead, 4096).decode(errors="replace")
    p.send_signal(signal.SIGKILL)
    p.wait()
    os.close(lead)
    check(re.search(r"settling before the first frame: step \d+ of 500000 \(\d+ %\)", shown), shown)


def test_study_given_to_sil(h):
    study = os.path.join(h.source, "config", "scenarios", "study_anchors.yaml")
    for command in ("sil", "run", "check"):
        r = h.run(command, study, code=2)
        check(f"this is a study, with 'base' and 'variants': expected a scenario; run the study by hawse study {study}"
              in r.stderr and r.stderr.count("error: ") == 1, r.stderr)


# What is odd ---------------------------------------------------------------------------------------------------------

def test_odd_is_warned_about(h):
    """With the number, and the run goes on."""
    for edit, says in ((("deck: 9.6 m", "deck: 8.6 m"), r"ship\.pipe_length: the pipe's upper end is 1\.00 m above the deck"),
                       (("pipe_bore: 560 mm", "pipe_bore: 700 mm"), r"ship\.pipe_bore: 700 mm, but .* leaves 55\d mm free"),
                       (("shank_mass: 2270 kg", "shank_mass: 4000 kg"), r"anchor\.shank_mass: 4000 kg, but .* has 1916 kg"),
                       (("shackle: 2.545 m", "shackle: 1.8 m"), r"anchor\.shackle: 1\.8 m from the crown pin, but"),
                       (("capacity: 120", "capacity: 120\n  length: 100 m"),
                        r"chain\.capacity: 120 links are 24\.0 m, but 97\.0 m of the chain may run out")):
        r = h.run("check", h.scenario(edit), "--anywhere")
        check(re.search("warning: " + says, r.stderr) and r.stderr.count("warning") == 1, says, r.stderr)


# These scenarios load the anchor's masses with the pull of ship and sea, and say so at their head.
LOADED = {"failures/lining_sensor.yaml": 1, "incidents/motor_burst.yaml": 2, "incidents/power_short.yaml": 2}


def test_slack_start_is_warned_about(h):
    """After too short a settling nothing bears the anchor; the default, and 2 s, give no warning."""
    for settle, warned in (("", False), ("\n  settle: 2 s", False), ("\n  settle: 1 s", True), ("\n  settle: 0.2 s", True)):
        case = h.scenario(("depth: 10 m", "depth: 3 m" + settle))
        says = h.run("sil", case, "--anywhere", "--duration", "0.01").stderr
        found = re.search(r"start\.settle: after ([0-9.]+) s the anchor still falls, with ([0-9.]+) m/s²", says)
        check(bool(found) == warned, settle, says)
        check(not found or (f"settle: {found[1]} s" in settle and 9 < float(found[2]) < 10), says)
        check(not found or says.startswith(f"{case}:{line_of(case, 'settle: ')}:"), "not at its line:", says)


def test_shipped_scenarios_pass(h):
    """Every shipped scenario passes; only masses that stand for ship and sea are warned about."""
    folder = os.path.join(h.source, "config", "scenarios")
    names = [os.path.relpath(f, folder) for f in sorted(glob.glob(folder + "/**/*.yaml", recursive=True))]
    names = [n for n in names if not os.path.basename(n).startswith("study_")]
    check(len(names) >= 48, len(names))
    for n in names:
        warnings = h.run("check", os.path.join(folder, n)).stderr.splitlines()
        check(len(warnings) == LOADED.get(n, 0) and all("_mass: " in w for w in warnings), n, warnings)


def test_review_is_printed(h):
    """Against config/models/README.md: bore 0.56 m of 30 facets (the free one is that of their middles, less strips of
    0.3 m along it), lead 3.6 m from D and thus 3.35 m from the axis at the lifter's height, masses of the meshes."""
    text = h.run("check", h.weigh).stdout
    free = float(re.search(r"; (\d+) mm free about its axis \(bore 560 mm\)", text)[1])
    check(552 <= free <= 557, free)
    for part in ("chain's way from anchor to lifter: free; 180 mm wide", "lifter 0.30 m above it; lead 3.35 m",
                 "shank 2270 and 1916 kg, head 4144 and 4132 kg", "the anchor is clear of the hull"):
        check(part in text, f"nothing of '{part}' in:\n{text}")


def test_drawing(h):
    """The frames as PNG and SVG; a fault is marked; another suffix is refused."""
    for name, edits in (("good", ()), ("bad", START)):
        case = h.scenario(*edits, name=name + ".yaml")
        h.run("check", case, "--anywhere", "--drawing", h.path(name + ".svg"), code=2 if edits else 0)
        with open(h.path(name + ".svg")) as f:
            svg = f.read()
        check(svg.startswith("<?xml") and svg.rstrip().endswith("</svg>") and len(svg) > 20000, name, len(svg))
        red = len(re.findall(r"rgb\(85(\.0+)?%, ?5(\.0+)?%, ?5(\.0+)?%\)", svg))  # the colour of faults: dots and names
        check((red >= 4) == bool(edits), name, red, "strokes in red")
    h.run("check", h.weigh, "--drawing", h.path("good.png"))
    width, height, rows = png_pixels(h.path("good.png"))[:3]
    check((width, height) == (2200, 1280), width, height)
    r = h.run("check", h.weigh, "--drawing", h.path("good.gif"), code=2)
    check("expected a name that ends in .png or .svg" in r.stderr and not os.path.exists(h.path("good.gif")), r.stderr)
    pendulum = os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml")
    for files, found in (([pendulum], "a mechanism"), ([h.weigh, h.weigh], "several files"), ([], "none")):
        r = h.run("check", *files, "--drawing", h.path("no.png"), code=2)
        check("--drawing: expected " in r.stderr and found in r.stderr or not files, r.stderr)
        check(not os.path.exists(h.path("no.png")), "drawn for", found)


# Trust ---------------------------------------------------------------------------------------------------------------

def trust_of(h, case, duration, code, *more):
    r = h.run("sil", case, "--anywhere", "--duration", duration, "--report", os.path.join(h.out, "r.json"), "--html",
              h.path("page.html"), *more, code=code, env={**DRIVERS, "SDL_VIDEODRIVER": "dummy"})
    with open(h.path("page.html")) as f:
        return r.stdout, h.report(), f.read()


def test_sound_run_is_trusted(h):
    text, report, page = trust_of(h, h.scenario(), "1.5", 0)
    t = report["trust"]
    check(t["trusted"] is True and t["why"] == "" and "TRUST" not in text and "Do not trust" not in page, t, text)
    check(0 <= t["energy_gained_j"] < 0.2 * t["energy_limit_j"] and t["energy_dissipated_j"] > 0, t)
    check(t["phi_max_m"] == report["solver"]["phi_max_m"] and t["caps_in_a_row"] == 0, t)


def test_caps_in_a_row_are_told(h):
    """One iteration does not converge, in the parts of a long step neither; the last lines, the report and the page say
    so, and the run falls short."""
    text, report, page = trust_of(h, h.scenario(("operator:", "solver:\n  max_newton: 1\n  step: 10 ms\noperator:")), "0.5", 1)
    t = report["trust"]
    check(t["trusted"] is False and t["caps_in_a_row"] > t["caps_limit"], t)
    last = text.splitlines()[-2:]
    check(last[0].startswith("DO NOT TRUST THIS RUN: ") and f"{t['caps_in_a_row']} steps in a row at the cap" in last[0], text)
    check(t["why"] in last[0] and t["advice"] == last[1].strip(), last, t)
    check("Do not trust this run:" in page and f"{t['caps_in_a_row']} steps in a row" in page, "the page says nothing")


def said_of(text, report, page, why):
    """The terminal, the report and the page give the same reason, a regular expression."""
    t = report["trust"]
    check(t["trusted"] is False and re.fullmatch(why, t["why"]), t)
    check(f"DO NOT TRUST THIS RUN: {t['why']}" in text.splitlines(), text)
    check("Do not trust this run:" in page and t["why"] in page, "the page says nothing")
    return t


def test_energy_gained_is_told(h):
    """An elastic ball falls by 40 mm onto a floor so stiff that the blow, a third of a millisecond, lies within a step of
    5 ms: its rebound is the step's, not the law's (a faster one is softened). Terminal, report and page say that energy
    came from nothing. Steps of 20 us gain nothing."""
    case = h.write("bounce.yaml", """model:
  points:
    - {name: C, at: [0, 0, 90 mm]}
  bodies:
    - {name: ball, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}
  shapes:
    - {name: floor, kind: plane, at: [0, 0, 0]}
    - {name: sphere, kind: sphere, on: ball, at: [0, 0, 90 mm], radius: 50 mm}
  materials:
    - {name: hard, stiffness: 1e9, restitution: 1}
  contacts:
    - {name: touch, shapes: [sphere, floor], material: hard}
solver: {step: 5 ms}
record:
  - {name: z, of: ball, what: z}
  - {name: energy, what: energy_error}
end: {duration: 4 s}
""")
    t = said_of(*trust_of(h, case, "4", 1, "--csv", os.path.join(h.out, "c.csv")),
                r"\S+ J of energy gained from nothing \(limit \S+ J\), up to \S+ s")
    check(t["energy_gained_j"] > 10 * t["energy_limit_j"] and t["phi_max_m"] < t["phi_limit_m"], t)
    most = max(h.csv()["energy"])
    check(t["energy_gained_j"] > 0.9 * most > 9.81 * 0.04, "energy above the start's", most, t)
    rest = h.write("rest.yaml", open(case).read().replace("step: 5 ms", "step: 20 us"))
    text, report, page = trust_of(h, rest, "0.6", 0)
    check(report["trust"]["trusted"] and "TRUST" not in text and "Do not trust" not in page, report["trust"])


def test_constraint_off_is_told(h):
    """Two rods under 50 g, one Newton iteration in steps of 20 ms: the joints open by millimetres before the row of capped
    steps counts. Terminal, report and page say by how much."""
    case = h.write("rods.yaml", """model:
  gravity: [0, 0, -500]
  points:
    - {name: O, at: [0, 0, 0], fixed: true}
    - {name: P, at: [1 m, 0, 0]}
    - {name: Q, at: [2 m, 0, 0]}
  bodies:
    - {name: upper, points: [O, P], mass: 2 kg, centre: [0.5 m, 0, 0], inertia: [0.001, 0.17, 0.17]}
    - {name: lower, points: [P, Q], mass: 2 kg, centre: [0.5 m, 0, 0], inertia: [0.001, 0.17, 0.17]}
  joints:
    - {name: bearing, kind: revolute, bodies: [ground, upper], points: [O], axis: [0, 1, 0]}
    - {name: elbow, kind: revolute, bodies: [upper, lower], points: [P], axis: [0, 1, 0]}
solver: {step: 20 ms, max_newton: 1}
record:
  - {name: phi, what: phi_max}
end: {duration: 80 ms}
""")
    t = said_of(*trust_of(h, case, "0.08", 1, "--csv", os.path.join(h.out, "c.csv")),
                r"constraints off by up to \S+ mm \(limit 1 mm\) in \d+ steps, most at \S+ s")
    check(t["phi_max_m"] > 1e-3 and abs(max(h.csv()["phi"]) - t["phi_max_m"]) < 1e-9, t, h.csv()["phi"])


def test_user_law_that_answers_nan_or_pulls(h):
    """Both are told on the terminal, with their count and time, and the run exits with 1."""
    for name in ("nan", "pulls"):
        found = glob.glob(os.path.dirname(os.path.dirname(h.hawse)) + f"/tests/**/lib{name}.so", recursive=True)
        check(len(found) == 1, "libraries:", found)
        model = ("model:\n  points:\n    - {name: C, at: [0, 0, 60 mm], velocity: [0.5 m/s, 0, -1 m/s]}\n  bodies:\n"
                 "    - {name: ball, points: [C], mass: 1 kg, centre: [0, 0, 0], inertia: [0.001, 0.001, 0.001]}\n"
                 "  shapes:\n    - {name: floor, kind: plane, at: [0, 0, 0]}\n"
                 "    - {name: sphere, kind: sphere, on: ball, at: [0, 0, 0], radius: 50 mm}\n"
                 f"  materials:\n    - {{name: pad, law: user, law_library: {found[0]}}}\n"
                 "  contacts:\n    - {name: touch, shapes: [sphere, floor], material: pad}\n"
                 "record:\n  - {name: z, of: ball, what: z}\nend: {duration: 2}\n")
        case = h.write(name + ".yaml", model)
        permit = ["--allow-law", found[0]] if "--allow-law" in h.run("sil", "--help").stdout else []
        r = h.run("sil", case, "--anywhere", *permit, "--report", os.path.join(h.out, "r.json"), code=1)
        check(re.search(r"DO NOT TRUST THIS RUN: the user's contact law returned an unusable force in \d+ steps, first at 0\.",
                        r.stdout), r.stdout)
        check(h.report()["trust"]["law_refused_steps"] > 0, h.report()["trust"])


def test_chain_beyond_its_capacity(h):
    """Chain longer than the model's links ends at the last of them. The model extended that link instead, as a lever of
    tens of metres, and gained 113 kJ when the bitter end parted; now it gains nothing, and the run says what was cut."""
    text, report, _ = trust_of(h, h.scenario(("capacity: 120", "capacity: 120\n  length: 40 m"), script=LET_GO), "4", 1)
    t = report["trust"]
    check("the chain ran out of links to simulate (chain.capacity) at 2." in text, text)
    check(t["energy_gained_j"] < t["energy_limit_j"] and t["phi_max_m"] < 1e-5 and t["caps_in_a_row"] <= 2, t)
    check(report["events"].get("chain_end", 0) > 0, report["events"])


def test_after_the_bitter_end(h):
    """Chain let go runs out to a weak bitter end, which parts: constraints, convergence and energy hold."""
    text, report, _ = trust_of(h, h.scenario(("capacity: 120", "capacity: 120\n  length: 26 m"), script=LET_GO), "5", 0)
    t = report["trust"]
    check(report["events"].get("bitter_end_parted") == 1 and "TRUST" not in text, text, report["events"])
    check(t["phi_max_m"] < 1e-6 and t["caps_in_a_row"] <= 1 and t["energy_gained_j"] < 0.5 * t["energy_limit_j"], t)


def test_after_the_bitter_end_at_18_metres_a_second(h):
    """The free end strikes the pipe with 18 m/s, 18 mm in a step of 1 ms: without softened blows it gains 972 J there."""
    text, report, _ = trust_of(h, h.scenario(("capacity: 120", "capacity: 120\n  length: 26 m"), ("depth: 10 m", "depth: 10 m\n  yaw: 0 deg"),
                                             ("swing: 0.3 m/s", "swing: 0 m/s"), script=LET_GO.replace("\n1,", "\n0.5,")), "5", 0)
    t = report["trust"]
    check(report["events"].get("bitter_end_parted") == 1 and "TRUST" not in text, text, report["events"])
    check(report["events"].get("impact_softened", 0) > 0, "blows softened in silence:", report["events"])
    check(t["phi_max_m"] < 1e-6 and t["caps_in_a_row"] <= 1 and t["energy_gained_j"] < 0.5 * t["energy_limit_j"], t)


if __name__ == "__main__":
    main(globals())
