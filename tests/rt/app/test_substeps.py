#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Substeps while bodies collide: reported, counted, replayed to the bit, and refused for a ship."""
import os

from harness import check, main


def ball(h, step, substeps, stiffness="2e6"):
    """The shipped ball without friction, with a step that is coarse for its bounces."""
    with open(os.path.join(h.source, "config", "scenarios", "contact", "bouncing_ball.yaml")) as f:
        text = f.read()
    edits = (("  step: 0.2 ms", f"  step: {step}\n  substeps: {substeps}"), ("2e5", stiffness),
             ("mu_static: 0.5, mu_dynamic: 0.4", "mu_static: 0"))
    for old, new in edits:
        check(text.count(old) == 1, f"the shipped ball has '{old}' {text.count(old)} times")
        text = text.replace(old, new)
    return h.write("ball.yaml", text)


def sil(h, file, *args, code=0):
    h.run("sil", file, "--anywhere", "--report", os.path.join(h.out, "r.json"), *args, code=code)
    r = h.report("r.json")
    if not h.sanitized:
        check(r["allocations_in_loop"] == 0, "allocations in the loop:", r["allocations_in_loop"])
    return r


def bounce(h, file, code):
    """Greatest height of the ball's centre between first and second bounce [m], its least height [m], and the report."""
    out = os.path.join(h.out, "c.csv")
    r = sil(h, file, "--csv", out, "--duration", "1", code=code)
    with open(out) as f:
        head, _, *rows = f.read().strip().split("\n")
    z = head.split(",").index("z")
    heights = [float(row.split(",")[z]) for row in rows if not row.startswith("s")]
    first = next(k for k in range(1, len(heights) - 1) if heights[k - 1] > heights[k] <= heights[k + 1])
    return max(heights[first:]), min(heights), r


def test_rebound(h):
    """The ball falls 0.5 m and rises 0.64 of that by its restitution of 0.8. A bounce lasts two steps of 4 ms. In whole
    steps it is softened to four, presses in deeper, and gains more energy on the way than a run may."""
    depth = {}
    for substeps in (1, 8):
        apex, lowest, r = bounce(h, ball(h, "4 ms", substeps), 1 if substeps == 1 else 0)
        depth[substeps] = 0.05 - lowest
        error = abs(apex - (0.05 + 0.64 * 0.5)) / 0.32
        solver = r["solver"]
        check(error < 0.02, "the ball rises to", apex)  # error of 0.005 in e, squared, and the apex between two steps
        if substeps == 1:
            check(r["trust"]["energy_gained_j"] > r["trust"]["energy_limit_j"], "trusted:", r["trust"])
            check(solver["divided_steps"] == solver["substeps"] == 0, solver)
            check(r["events"]["impact_softened"] > 0, "softened in silence:", r["events"])
        else:
            check(0 < solver["divided_steps"] < 0.3 * r["steps"], solver)
            check(2 * solver["divided_steps"] <= solver["substeps"] <= 8 * solver["divided_steps"], solver)
            check(not {"substep_limit", "impact_softened"} & set(r["events"]), r["events"])
    check(depth[1] > 1.4 * depth[8] > 0, "depths of whole steps and of parts:", depth)


def test_limit(h):
    """A bounce on steel needs more substeps: the step uses the maximum and raises the event."""
    r = sil(h, ball(h, "4 ms", 8, "2e9"), "--duration", "1")
    check(r["events"]["substep_limit"] > 0, r["events"])
    check(r["solver"]["substeps"] == 8 * r["solver"]["divided_steps"] > 0, r["solver"])


def test_replay(h):
    """Two runs end in the same state, and the recording replays to the bit, also from within a bounce."""
    file, rec = ball(h, "4 ms", 8), os.path.join(h.out, "a.rec")
    hashes = {sil(h, file, *more)["state_hash"] for more in ((), ("--record", rec))}
    check(len(hashes) == 1, "two runs end differently:", hashes)
    r = h.run("replay", rec, "--anywhere", "--check")
    check("every state equal" in r.stdout, r.stdout)


def test_ship(h):
    """A ship's contacts do not request substeps."""
    with open(h.weigh) as f:
        at = f.read().split("\n").index("operator:") + 2
    file = h.scenario(("operator:\n", "solver:\n  substeps: 4\noperator:\n"))
    h.refused(file, "--anywhere", at=f"{file}:{at}",
              says=("solver.substeps: only a mechanism has substeps: expected 1 in a ship's "
                    "scenario, found 4",))
    h.run("sil", h.scenario(("operator:\n", "solver:\n  substeps: 1\noperator:\n")), "--anywhere", "--duration", "0.05")


def test_range(h):
    h.refused(ball(h, "4 ms", 9), "--anywhere", says=("solver.substeps: expected 1 .. 8, found '9'",))


if __name__ == "__main__":
    main(globals())
