#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chain links on the hull: both methods give the same run; special links are checked where they are given."""
import os

from harness import check, main

STILL = "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n0.5,0.5,0,1\n9,0.5,0,1\n"


def heave(h, name, *edits, seconds):
    case = h.scenario(("depth: 10 m", "depth: 3 m\n  settle: 1 s"), *edits, name=name + ".yaml", script=STILL)
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--csv", os.path.join(h.out, name + ".csv"),
          "--report", os.path.join(h.out, name + ".json"))
    return h.csv(name + ".csv")


def test_methods_agree(h):
    """The papers' minimisations and the closed form: chain over the lip, the same contacts and the same trajectory, as
    far as rounding does not grow while the chain jerks at the start."""
    seconds = 0.6 if h.sanitized else 3  # the chain lies on the lip from 0.2 s on
    a = heave(h, "closed", seconds=seconds)
    b = heave(h, "optimised", ("operator:\n", "contact:\n  link_method: optimisation\noperator:\n"), seconds=seconds)
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
                        r"chain\.special: link 3: it is given twice"),
                       ("    - {link: 121, bar_diameter: 55 mm}\n", r"link 121: the chain has fewer links"),
                       ("    - {link: 3}\n", r"link 3: expected a mesh or a bar_diameter, and not both"),
                       (f"    - {{link: 3, mesh: {mesh}, bar_diameter: 55 mm}}\n", r"and not both"),
                       ("    - {link: 3, bar_diameter: 90 mm}\n", r"0\.7 to 1\.5 times"),
                       ("    - {link: 0, bar_diameter: 55 mm}\n", r"link"),
                       ("    - {link: 3, mesh: nowhere.ply}\n", r"there is no file 'nowhere\.ply'")):
        case = special(h, text)
        h.refused(case, "--anywhere", says=(says,), at=case)


def test_shipped_special_links(h):
    """The scenario with special links differs from the shipped one in nothing else, and its meshes are sound."""
    name = os.path.join(os.path.dirname(h.weigh), "weigh_special_links.yaml")
    with open(h.weigh) as f, open(name) as g:
        ours, theirs = ([s for s in text.splitlines() if not s.startswith("#")] for text in (f.read(), g.read()))
    at = next(k for k, s in enumerate(theirs) if s.startswith("  special:"))
    end = next(k for k in range(at + 1, len(theirs)) if not theirs[k].startswith("    - "))
    check(theirs[:at] + theirs[end:] == ours, "it differs in more than chain.special")
    out = h.run("check", name).stdout
    check(all(out.count(f"{name}.ply") >= 1 for name in ("swivel", "dshackle", "kenter")), out)


if __name__ == "__main__":
    main(globals())
