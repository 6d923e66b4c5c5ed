#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shipped pocket: its seats stop the anchor at one place over yaw, swing and friction. Without seats friction and
the pull decide where the anchor rests."""
import math
import os
import sys

from harness import Skip, check, close, main

SEATED = 0.297    # pin from the mouth along the pipe [m] (config/models/README.md)
FACE = math.radians(25)  # the pocket's outward normal, from port towards the bow
PIPE = math.radians(50)

# From 1.5 m below the mouth, where the anchor is clear of the hull at any yaw. By the clock, 1.5 s after the anchor is in its seats and the motor stalls: brake, then lever.
HAUL = """t [s],lever [1],brake [1],clutch [1]
0,0,1,1
1,0,1,1
2,0.2,0,1
4,0.6,0,1
48.5,0.6,0,1
50,0.6,1,1
51,0,1,1
55,0,1,1
"""


def haul(h, mu, yaw=0.0, swing=0.3, hull="bow"):
    """Hauls the anchor home by HAUL. Returns the outcome and the last row of the CSV."""
    if h.sanitized:
        raise Skip("a whole heave takes too long under sanitizers")
    case = h.scenario(("bow.ply", f"{hull}.ply"), ("depth: 10 m", "depth: 1.5 m"),
                      ("swing: 0.3 m/s", f"swing: {swing} m/s\n  yaw: {yaw} deg"),
                      ("operator:", f"contact: {{mu_static: {mu}, mu_dynamic: {0.88 * mu:.3f}}}\noperator:"), script=HAUL)
    return rest(h, case, 55, f"{hull}, mu {mu:.2f}, yaw {yaw:.0f} deg")


def rest(h, case, seconds, what):
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--report", os.path.join(h.out, "r.json"), "--csv",
          os.path.join(h.out, "c.csv"))
    o = h.report()["outcome"]
    print(f"{what}: pin {1e3 * o['pin_distance_m']:.1f} mm, {o['tension_n'] / 1e3:.0f} kN, {o['why']}", flush=True)
    return o, {name: values[-1] for name, values in h.csv().items()}


def gaps(h, row):
    """Distances of both palms and both noses from the back face, and of both tips from the undersides of the seats [m],
    from the pose alone: at rest the hinge lies along the face within hundredths of a degree."""
    sys.path.insert(0, h.models)
    import check_mesh
    pin = [row["pin_x"] - 9, row["pin_y"] - 7, row["pin_z"] - 5.2]
    shank = [row[f"shackle_{k}"] - row[f"pin_{k}"] for k in "xyz"]
    out = [math.sin(FACE) * v[0] + math.cos(FACE) * v[1] for v in (pin, shank)]
    lean = math.pi / 2 - math.atan2(shank[2], -out[1]) - abs(row["hinge"])  # of the flukes, inboard
    rise, height = math.tan(math.radians(8)), 1.04
    found = {}
    for x, y, z in check_mesh.read_ply(os.path.join(h.models, "head.ply"))[0]:
        off = out[0] - y * math.cos(lean) - z * math.sin(lean)
        under = (height + rise * off - pin[2] - z * math.cos(lean) + y * math.sin(lean)) / math.hypot(1, rise)
        side = "left" if x < 0 else "right"
        for where, gap in ((f"{side} palm" if z < 0.2 else f"{side} nose", off), (f"{side} tip", under)):
            found[where] = min(found.get(where, 9), gap)
    return found


def check_seated(h, o, row):
    check(o["housed"] and not o["jammed"] and o["regions"] >= 6, o)
    check(close(o["pin_distance_m"], SEATED, 0.005), "pin:", o["pin_distance_m"])
    for where, gap in gaps(h, row).items():
        check(abs(gap) < 2e-3, where, "is off its seat by", gap)


def test_seats_stop_the_anchor(h):
    """Hauled hard home with little and with much friction, from opposite sides, the anchor rests at the same place,
    palms and noses on the back face, tips under the seats."""
    pins = []
    for mu, yaw, swing in ((0.15, 20, 0.5), (0.40, -20, -0.5)):
        o, row = haul(h, mu, yaw, swing)
        check_seated(h, o, row)
        pins.append(o["pin_distance_m"])
    check(max(pins) - min(pins) < 2e-3, "it rests at", pins)


def test_rest_does_not_follow_friction(h):
    """Over friction 0.15..0.40, hauled alike, the pin rests within 2 mm in the seats. On a flat face it goes past the
    place where flukes and crown first bear, and spreads by more than 30 mm."""
    runs = {hull: [haul(h, mu, hull=hull) for mu in (0.15, 0.25, 0.40)] for hull in ("bow", "bow_flat")}
    pins = {hull: [o["pin_distance_m"] for o, _ in runs[hull]] for hull in runs}
    for o, row in runs["bow"]:
        check_seated(h, o, row)
    check(max(pins["bow"]) - min(pins["bow"]) < 2e-3, "seats:", pins)
    check(max(pins["bow_flat"]) - min(pins["bow_flat"]) > 0.03 and max(pins["bow_flat"]) < SEATED - 0.15, "flat:", pins)


def test_whole_heaves_end_in_the_seats(h):
    """The shipped heave over friction, yaw and swing, by its script."""
    if h.sanitized:
        raise Skip("a whole heave takes too long under sanitizers")
    for mu, yaw, swing in ((0.15, 20, -0.5), (0.25, 0, 0.3), (0.36, 20, 0.5), (0.40, -20, 0.5)):
        case = h.scenario(("swing: 0.3 m/s", f"swing: {swing} m/s\n  yaw: {yaw} deg"),
                          ("operator:", f"contact: {{mu_static: {mu}, mu_dynamic: {0.88 * mu:.3f}}}\noperator:"))
        check_seated(h, *rest(h, case, 130, f"mu {mu:.2f}, yaw {yaw:.0f} deg, swing {swing}"))


if __name__ == "__main__":
    main(globals())
