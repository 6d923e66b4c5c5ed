# SPDX-License-Identifier: MIT
"""The verdict on whole lifts: each end has its own name, evidence and picture's caption."""
import math
import os
import re

from contract import check_contract
from harness import Skip, check, close, main
from test_pictures import DRIVERS, NOTHING_DRAWN

WEIGHT = 6414 * 9.81


def lift(slow_until, end):
    """Rows of a script for a start 1 m below the mouth: heave, slowly from 16 s on, brake set at the end."""
    rows = [(0, 0, 1), (1, 0, 1), (2, 0.2, 0), (4, 1, 0), (13, 1, 0), (16, 0.4, 0), (slow_until, 0.4, 0),
            (slow_until + 1.5, 0.1, 0), (slow_until + 3.5, 0, 1), (end, 0, 1)]
    return "t [s],lever [1],brake [1],clutch [1]\n" + "".join(f"{t},{lever},{brake},1\n" for t, lever, brake in rows)


def flat_pocket(h):
    """The bow whose pocket has no seat."""
    flat = os.path.join(h.models, "bow_flat.ply")
    return "hull: ../models/bow.ply", "hull: ../models/bow_flat.ply" if os.path.exists(flat) else "hull: ../models/bow.ply"


def pictured(page, words):
    """The page ends its pictures with one of the end, whose caption has the verdict. A build without rendering has none;
    a machine without OpenGL skips."""
    figures = re.findall(r'<figure[^>]*><img [^>]*src="data:image/png;base64,([^"]*)"><figcaption>(.*?)</figcaption>', page)
    if not figures:
        for sign, why in NOTHING_DRAWN.items():
            if "No pictures:" in page and sign in page:
                raise Skip(why)
    check(figures and figures[-1][1].endswith(f"end: {words}") and len(figures[-1][0]) > 20000, words, "is not the last of",
          [(caption, len(picture)) for picture, caption in figures])


def judged(h, scenario, seconds, *options, long=True):
    """Runs the scenario: its last line and the caption of its last picture have the verdict, the line its evidence. Returns
    the report and the page."""
    if h.sanitized and long:
        raise Skip("a whole heave takes too long under sanitizers")
    out, html = os.path.join(h.out, "r.json"), os.path.join(h.out, "r.html")
    r = h.run("sil", scenario, "--anywhere", "--duration", str(seconds), "--report", out, "--html", html, *options,
              env=DRIVERS)
    report = h.report()
    check_contract(h, report)
    o = report["outcome"]
    print(o["verdict"], "|", o["evidence"])
    words = {"hanging_in_pipe": "hanging in the pipe", "seated_askew": "seated askew",
             "stopped_by_operator": "stopped by the operator",
             "over_hauled": "over-hauled", "under_way": "under way"}.get(o["verdict"], o["verdict"])
    check(f"{words}: {o['evidence']}" in r.stdout.splitlines(), r.stdout[-1200:])
    with open(html) as f:
        page = f.read()
    pictured(page, words)
    return report, re.sub(r'src="[^"]*"', "", page)


def test_hanging_in_pipe(h):
    """Friction of 0.36: the script stops with the shank on bolster and pipe, and no fluke bears. Three contact regions
    anywhere passed as housed."""
    case = h.scenario(("depth: 10 m", "depth: 1 m"), flat_pocket(h),
                      ("operator:", "contact: {mu_static: 0.36, mu_dynamic: 0.33}\noperator:"), script=lift(40, 50))
    r, page = judged(h, case, 50)
    o = r["outcome"]
    check(o["verdict"] == "hanging_in_pipe" and not o["housed"] and not o["jammed"], "outcome:", o)
    check(max(o["left_fluke_n"], o["right_fluke_n"]) < 0.05 * WEIGHT, "a fluke bears:", o)
    check(re.search(r"shank on .*bolster lip \d+\.\d kN", o["evidence"]), o["evidence"])
    # it was not jammed: neither the report nor the page says so
    check("jam" not in o or (not o["jam"]["stalled"] and o["jam"]["text"].startswith("held:")), "jam:", o.get("jam"))
    check("jammed:" not in page and 'class="verdict bad">Hanging in the pipe<' in page, "page:", page[:3000])


def test_over_hauled(h):
    """Little friction and a pull to stall: both flukes bear, but the crown is beyond its least distance."""
    case = h.scenario(("depth: 10 m", "depth: 1 m"), flat_pocket(h),
                      ("operator:", "contact: {mu_static: 0.15, mu_dynamic: 0.13}\noperator:"), script=lift(56, 64))
    r, _ = judged(h, case, 64)
    o = r["outcome"]
    check(o["verdict"] == "over_hauled" and not o["housed"] and o["pin_distance_m"] < 0.25, "outcome:", o)
    check(min(o["left_fluke_n"], o["right_fluke_n"]) > 0.05 * WEIGHT, "a fluke is free:", o)
    check("anchor over-hauled by" in o["why"], o["why"])


def test_seated_askew(h):
    """The pocket is narrower than the head: both flukes come to bear on its rim, and the brake is set before the motor
    stalls. The anchor hangs by its chain and by contacts beside the pocket, 0.69 m out: the head meets the rim 0.59 m
    out or more (config/models/README.md)."""
    case = h.scenario(("depth: 10 m", "depth: 1 m"), ("bow.ply", "bow_narrow.ply"), script=lift(36, 44))
    r, page = judged(h, case, 44)
    o = r["outcome"]
    check(o["verdict"] == "seated_askew" and not o["housed"] and not o["jammed"], "outcome:", o)
    check(re.match(r"[1-9]\d* contacts beside the pocket; forward fluke bears ", o["evidence"]), o["evidence"])
    check(min(o["left_fluke_n"], o["right_fluke_n"]) > 0.05 * WEIGHT and o["pin_distance_m"] > 0.59, "it is seated:", o)
    check("bears on the shell beside the pocket" in o["why"], o["why"])
    check('class="verdict bad">Seated askew<' in page, "page:", page[:3000])


def test_stopped_by_operator(h):
    """The brake is set while the anchor hangs below the hawse: stopped, and not jammed."""
    case = h.scenario(("depth: 10 m", "depth: 3 m"), script="t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n1,0,1,1\n"
                      "2,0.2,0,1\n4,1,0,1\n5,0,1,1\n9,0,1,1\n")
    r, _ = judged(h, case, 9, long=False)
    o = r["outcome"]
    check(o["verdict"] == "stopped_by_operator" and not o["jammed"] and "jam" not in o, "outcome:", o)
    check(f"crown pin {o['pin_distance_m']:.2f} m from the mouth" in o["evidence"], o["evidence"])


def test_under_way(h):
    case = h.scenario(("depth: 10 m", "depth: 3 m"), script="t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n1,0,1,1\n"
                      "2,0.2,0,1\n4,1,0,1\n9,1,0,1\n")
    r, _ = judged(h, case, 5, long=False)
    check(r["outcome"]["verdict"] == "under_way", r["outcome"]["verdict"])


def test_anchor_stays_in_its_pull_test(h):
    """Housed, eased by 30 mm, shaken: the test runs beyond the end, is the same in the replay, and leaves the lift's
    own outcome as it was."""
    rec = os.path.join(h.out, "a.rec")
    case = h.scenario(("depth: 10 m", "depth: 1 m"), flat_pocket(h), ("pin_least: 0.25 m", "pin_least: 0 m"),
                      ("  pin_distance:", "  proof: {roll: 0.3, slam: 0.5, slack: 30 mm, pulse: 2 s}\n  pin_distance:"),
                      script=lift(44.5, 54))
    r, _ = judged(h, case, 54, "--record", rec)
    o, proof = r["outcome"], r["outcome"]["proof"]
    check(o["housed"] and proof["done"] and proof["stayed"] and r["trust"]["trusted"], "outcome:", o, r["trust"])
    check(r["sim_time_s"] > proof["begun_s"] + 2 + 4 * 2 + 2 * 2 + 2 * 0.2, "too short:", r["sim_time_s"])
    check(close(proof["eased_m"], 0.03, 0.003), "eased:", proof["eased_m"])
    check(0.01 < proof["largest_shift_m"] < 0.1 and proof["largest_gap_m"] < 0.02, "moved:", proof)
    check(min(proof["left_fluke_n"], proof["right_fluke_n"]) > 0.05 * WEIGHT, "a fluke came off:", proof)
    check(proof["largest_tension_n"] >= 0.99 * o["tension_n"] and o["peak_tension_n"] < 2e5, "tension:", o)
    check("every state equal" in h.run("replay", rec, "--anywhere", "--check").stdout, "replay differs")


def test_anchor_leaves_its_seats_with_slack(h):
    """The shipped pocket holds the anchor in its seats by the chain's pull. Shaken on the taut chain it stays there. With
    60 mm of slack nothing holds it up the back face: it slides out after its chain and does not stay, though both flukes
    bear where it ends."""
    found = {}
    for slack in (0, 60):
        proof = f"  proof: {{roll: 0.3, pitch: 0.2, slam: 0.5, slack: {slack} mm, pulse: 2 s}}\n  pin_distance:"
        case = h.scenario(("depth: 10 m", "depth: 1 m"), ("  pin_distance:", proof), script=lift(44.5, 54))
        r, page = judged(h, case, 54)
        found[slack] = p = r["outcome"]["proof"]
        print(p["text"])
        check(r["outcome"]["housed"] and p["done"] and r["trust"]["trusted"], r["outcome"], r["trust"])
        check(close(p["eased_m"], 1e-3 * slack, 0.003) and p["text"] in page, p)
    check(found[0]["stayed"] and found[0]["largest_shift_m"] < 1e-3 and "it stays" in found[0]["text"], found[0])
    p = found[60]
    check(not p["stayed"] and 0.05 < p["left_m"] <= p["largest_shift_m"] and "it does not stay" in p["text"], p)
    check(min(p["left_fluke_n"], p["right_fluke_n"]) > 0.05 * WEIGHT and p["verdict_after"] == "housed", p)


def ring_hull(path, radius, sectors=96):
    """Writes a plate with a pipe of 0.56 m bore in the place of the shipped bow's; the pipe's edge is rounded by `radius`.
    A solid of revolution about the pipe's axis."""
    axis, across, mouth, bore = (-0.271654, -0.582563, 0.766044), (0.906308, -0.422618, 0), (9, 7, 5.2), 0.28
    other = [axis[i - 2] * across[i - 1] - axis[i - 1] * across[i - 2] for i in range(3)]

    def arc(r, z, by, first, last, steps):
        turns = [math.radians(first + (last - first) * k / steps) for k in range(steps + 1)]
        return [(r + by * math.cos(a), z + by * math.sin(a)) for a in turns]

    profile = arc(bore + radius, -radius, radius, 180, 90, 12)  # distance from the axis, and outboard along it
    profile += [(1.5, 0), (3, 0), (5, 0), (5, -0.6), (3, -0.6), (1.2, -0.6), (1, -1.5), (1, -3), (1, -5.74)]
    profile += arc(bore + 0.3, -5.44, 0.3, 270, 180, 8) + [(bore, -4), (bore, -3), (bore, -2), (bore, -1)]
    n = len(profile)
    with open(path, "w") as f:
        for i in range(sectors):
            c, s = math.cos(2 * math.pi * i / sectors), math.sin(2 * math.pi * i / sectors)
            for r, z in profile:
                f.write("v %.9f %.9f %.9f\n" % tuple(mouth[k] - z * axis[k] + r * (c * across[k] + s * other[k])
                                                     for k in range(3)))
        for i in range(sectors):
            j = (i + 1) % sectors
            for k in range(n):
                a, b, c, d = (1 + x * n + y % n for x, y in ((i, k), (j, k), (j, k + 1), (i, k + 1)))
                f.write(f"f {a} {b} {c}\nf {a} {c} {d}\n")


def test_plain_ring_has_no_pocket_rim(h):
    """A plate with a rounded hole of 0.40 m: the anchor hangs with its tips on the plate. No contact is on a pocket, which
    the plate does not have, and the lip has its radius (once called the pocket's rim, 0.17 m)."""
    ring_hull(h.path("ring.obj"), 0.4)
    case = h.scenario(("depth: 10 m", "depth: 1 m"), ("../models/bow.ply", h.path("ring.obj")), script=lift(48, 54))
    r, _ = judged(h, case, 54)
    jam = r["outcome"]["jam"]
    faces = {(re.sub(r"^(forward|after|port|starboard) ", "", c["anchor"]), c["hull"]) for c in jam["contacts"]}
    check(("fluke tip", "shell") in faces and ("shank", "bolster lip") in faces, "faces:", faces)
    check(not any("pocket" in f for _, f in faces), "a pocket:", faces)
    check(close(jam["lip_radius_m"], 0.4, 0.06), "lip:", jam["lip_radius_m"])
    check(jam["text"].startswith("jammed:" if jam["stalled"] else "held:"), jam["text"])


def test_old_scenario_is_read(h):
    """end.regions of an older scenario is told and ignored."""
    case = h.scenario(("  pin_distance:", "  regions: 4\n  pin_distance:"))
    r = h.run("check", case, "--anywhere")
    check("warning: end.regions: ignored" in r.stdout + r.stderr, r.stdout, r.stderr)
    check("end.regions" not in h.run("check", "--schema").stdout, "a key without effect is in the schema")


def test_large_windlass_does_not_burst(h):
    """A chain of 150 mm, heaved and stopped: its motor burst with the chain at 0.01 m/s, as the rotor did not scale
    with the chain and one fast step was a burst."""
    force = (150 / 50) ** 2
    edits = [("bar_diameter: 50 mm", "bar_diameter: 150 mm"), ("shank_mass: 2270 kg", "shank_mass: 18 t"),
             ("head_mass: 4144 kg", "head_mass: 40 t"), ("max_tension: 178 kN", f"max_tension: {178 * force:.0f} kN"),
             ("rated_tension: 119 kN", f"rated_tension: {119 * force:.0f} kN"),
             ("brake_capacity: 880 kN", f"brake_capacity: {880 * force:.0f} kN"),
             ("motor_brake: 250 kN", f"motor_brake: {250 * force:.0f} kN"), ("depth: 10 m", "depth: 3 m")]
    case = h.scenario(*edits, script="t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n1,0,1,1\n2,0.2,0,1\n3,0.5,0,1\n"
                                     "4,0.2,0,1\n5,0,0,1\n7,0,1,1\n")
    r, _ = judged(h, case, 7, long=False)
    check(not r["events"].get("motor_burst") and not r["events"].get("motor_overspeed"), "events:", r["events"])


if __name__ == "__main__":
    main(globals())
