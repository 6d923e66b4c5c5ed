#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chain links on the hull: the closed form and the papers' minimisation agree; special links and lists of parts are
checked on loading."""
import json
import os
import re

from harness import check, main

STILL = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.5,0.5,0,1\n9,0.5,0,1\n"


def heave(h, name, seconds):
    case = h.scenario(("depth: 10 m", "depth: 3 m\n  settle: 1 s"), name=name + ".yaml", script=STILL)
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--csv", os.path.join(h.out, name + ".csv"),
          "--report", os.path.join(h.out, name + ".json"))
    return h.csv(name + ".csv")


def test_methods_agree(h):
    """The papers' minimisations and the closed form give the same contacts and trajectory of a chain over the lip,
    while rounding does not grow in the jerk at the start."""
    seconds = 0.6 if h.sanitized else 3  # the chain lies on the lip from 0.2 s on
    a = heave(h, "closed", seconds=seconds)
    h.hawse = os.path.join(os.path.dirname(h.hawse), "hawse_by_optimisation")
    b = heave(h, "optimised", seconds=seconds)
    touching = sorted(a["link_contacts"])[len(a["link_contacts"]) // 2]
    check(touching >= 5, "hardly any contact:", touching)
    for n, tolerance in (("shackle_x", 1e-5), ("shackle_y", 1e-5), ("shackle_z", 1e-5), ("chain_out", 1e-5),
                         ("tension", 100)):
        worst = max(abs(x - y) for x, y in zip(a[n], b[n]))
        print(f"{n}: largest difference {worst:.2e}")
        check(worst <= tolerance, n, worst)
    check(a["tension"] != b["tension"], "equal to the last bit: the method was not used")
    off = sum(x != y for x, y in zip(a["link_contacts"], b["link_contacts"]))
    check(off <= 0.01 * len(a["link_contacts"]), "contacts differ in", off, "steps")


def special(h, text):
    return h.scenario(("  capacity: 120\n", "  capacity: 120\n  special:\n" + text))


def test_special_links_are_checked(h):
    mesh = os.path.join(h.models, "swivel.ply")
    for text, says in (("    - {link: 3, bar_diameter: 55 mm}\n    - {link: 3, bar_diameter: 60 mm}\n",
                        r"chain\.special: link 3: is given twice"),
                       ("    - {link: 121, bar_diameter: 55 mm}\n", r"link 121: the chain has fewer links"),
                       ("    - {link: 3}\n", r"link 3: expected a mesh or a bar_diameter, and not both"),
                       (f"    - {{link: 3, mesh: {mesh}, bar_diameter: 55 mm}}\n", r"and not both"),
                       ("    - {link: 3, bar_diameter: 90 mm}\n", r"0\.7 to 1\.5 times"),
                       ("    - {link: 0, bar_diameter: 55 mm}\n", r"link"),
                       ("    - {link: 3, mesh: nowhere.ply}\n", r"there is no file 'nowhere\.ply'")):
        case = special(h, text)
        h.refused(case, "--anywhere", says=(says,), at=case)


def test_shipped_special_links(h):
    """The scenario with special links differs from the shipped one in nothing else but the title; its meshes are sound."""
    name = os.path.join(os.path.dirname(h.weigh), "weigh_special_links.yaml")
    with open(h.weigh) as f, open(name) as g:
        ours, theirs = ([s for s in text.splitlines() if not s.startswith(("#", "title:"))] for text in (f.read(), g.read()))
    at = next(k for k, s in enumerate(theirs) if s.startswith("  special:"))
    end = next(k for k in range(at + 1, len(theirs)) if not theirs[k].startswith("    - "))
    check(theirs[:at] + theirs[end:] == ours, "it differs in more than chain.special")
    out = h.run("check", name).stdout
    check(all(out.count(f"{name}.ply") >= 1 for name in ("swivel", "dshackle", "kenter")), out)


def listed(h, text, name="list.yaml"):
    return h.scenario(("  capacity: 120\n", "  capacity: 120\n  parts:\n" + text), name=name)


WHOLE = "    - {part: anchor_shackle}\n    - {part: swivel}\n    - {part: common, length: 27.5 m, count: 2, joined: kenter}\n"


def test_list_of_parts_is_checked(h):
    """An error in a list has the entry's line and column and the expected value."""
    for text, says in (("    - {part: chain}\n", r"did you mean|one of|expected"),
                       ("    - {count: 3}\n", r"key 'chain\.parts\[0\]\.part' is missing"),
                       ("    - {part: common, length: 3 kg}\n", r"kg"),
                       ("    - {part: common, count: 0}\n", r"count"),
                       ("    - {part: common, counts: 3}\n", r"did you mean 'count'"),
                       ("    - {part: kenter, length: 27.5 m}\n", r"length: expected common links"),
                       ("    - {part: common, count: 60, joined: kenter}\n", r"joined: expected a length"),
                       ("    - {part: common, length: 27.5 m, joined: kenter}\n", r"expected a count of 2"),
                       ("    - {part: common, count: 3}\n", r"expected a chain of 4 links or more"),
                       ("    - {part: common, count: 5000}\n" * 5, r"expected at most 20000 parts"),
                       ("    - {part: kenter, count: 110}\n", r"at most 100 parts other than common"),
                       ("    - {part: common, count: 119}\n    - {part: swivel}\n    - {part: common}\n", r"within a swivel"),
                       (WHOLE.replace("kenter", "d_shackle"), None),
                       ("    - {part: common, count: 60}\n    - {part: end}\n    - {part: common, count: 90}\n",
                        r"reaches 12\.\d\d m from the anchor.*expected common or kenter"),
                       (WHOLE + "  special:\n    - {link: 4, bar_diameter: 55 mm}\n", r"link 4: with chain\.parts: expected a mesh"),
                       (WHOLE + f"  special:\n    - {{link: 3, mesh: {os.path.join(h.models, 'swivel.ply')}}}\n",
                        r"link 3: .*one half of the list's swivel"),
                       (WHOLE.replace("length: 27.5 m, count: 2, joined: kenter", "count: 9")
                        + "  special:\n    - {link: 40, bar_diameter: 55 mm}\n", r"chain\.parts has fewer links"),
                       ("    - {part: common, count: 20}\n", r"the list chain\.parts is 20 links: the start needs at least")):
        case = listed(h, text)
        short = "count: 20}" in text
        r = h.run(*(("sil", case, "--anywhere", "--duration", "0.1") if short else ("check", "--anywhere", case)),
                  code=0 if says is None else 2)
        if says is None:
            continue  # the D shackle stays in the locker: only 120 links are simulated
        check(re.search(says, r.stderr), f"'{says}' was expected of {text}, found:\n{r.stderr}")
        if not short:
            check(re.search(r"list\.yaml:\d+:\d+: error: ", r.stderr), r.stderr)


def test_shipped_lists(h):
    """The shipped scenarios with a list load, and differ from weigh.yaml only in the chain and related keys."""
    for name, says in (("weigh_chain_kit", "joining shackle 11 (kenter): link 1422, "),
                       ("failures/swivel_seized", "swivel"), ("incidents/pin_lost", "weakest: d_shackle, link 5, 5.0 %")):
        r = h.run("check", os.path.join(h.source, "config", "scenarios", name + ".yaml"))
        check(says in r.stdout and r.stderr == "", r.stdout, r.stderr)


def test_parted_chain_is_replayed(h):
    """A weak end link: the chain parts, the report has it, the run can end there, and the recording replays."""
    weak = WHOLE.replace("swivel}", "swivel}\n    - {part: end, strength: 0.02}")
    files = [os.path.join(h.out, n) for n in ("parted.json", "parted.rec")]
    case = h.scenario(("  capacity: 120\n", "  capacity: 120\n  parts:\n" + weak),
                      ("depth: 10 m", "depth: 3 m\n  settle: 1 s"), name="weak.yaml", script=STILL)
    h.run("sil", case, "--anywhere", "--duration", "3", "--report", files[0], "--record", files[1])
    with open(files[0]) as f:
        report = json.load(f)
    o, events = report["outcome"], report["events"]
    check(o["parted"] and o["parted_link"] == 4 and o["peak_share_of_breaking"] > 1 and not o["housed"], o)
    check(o["peak_link"] == 4 and abs(o["breaking_load_n"] - 1.961e6) < 1e3, o)
    check("anchor lost: link 4" in o["why"] and o["chain_verdict"].startswith("parted"), o)
    check(events.get("chain_parted") == 1 and report["steps"] == 3000, events, report["steps"])
    h.run("replay", files[1], "--anywhere", "--check")
    stop = h.scenario(("  capacity: 120\n", "  capacity: 120\n  parts:\n" + weak),
                      ("depth: 10 m", "depth: 3 m\n  settle: 1 s"), ("end:\n", "end:\n  stop_when_parted: true\n"),
                      name="stop.yaml", script=STILL)
    h.run("sil", stop, "--anywhere", "--duration", "3", "--report", files[0])
    with open(files[0]) as f:
        steps = json.load(f)["steps"]
        check(steps == round(o["parted_s"] / report["h_s"]) < 3000, "it did not end where the chain parted:", steps)


if __name__ == "__main__":
    main(globals())
