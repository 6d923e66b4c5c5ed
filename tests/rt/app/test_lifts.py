#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""26 lifts at random by the operator's rules (config/scenarios/study_lifts.yaml): each comes home, and where it rests does
not follow friction. Prints a line a lift; LIFTS=FOLDER in the environment keeps report and pictures there."""
import json
import os
import subprocess

from harness import Skip, check, main
from test_pictures import NOTHING_DRAWN


def show(v):
    friction = float(v["set"]["contact.mu_static"])
    print(f"{v['name']}  friction {friction:.3f}  {v['verdict']:<10} {v['operator_rule']:<10} tries {v['operator_tries']}  "
          f"pin {v['pin_distance_m']:6.3f} m  peak {1e-3 * v['peak_tension_n']:4.0f} kN  {v['why']}")


def test_lifts_at_random(h):
    """The operator hauls to a set tension, into the seats: friction, yaw and swing do not move the pin's place by more than
    5 mm."""
    out = os.environ.get("LIFTS", h.out)
    file = os.path.join(h.source, "config", "scenarios", "study_lifts.yaml")
    begun = ("--duration", "1") if h.sanitized else ()  # the beginning of each
    r = subprocess.run([h.hawse, "study", file, *begun, "-j", "2", "--report", os.path.join(out, "lifts.json"), "--pictures",
                        os.path.join(out, "lifts")], env=h.env, capture_output=True, text=True, check=False)
    for said, why in NOTHING_DRAWN.items():
        if r.returncode != 0 and said in r.stdout + r.stderr:
            raise Skip(why)
    check(r.returncode == 0, r.stdout, r.stderr)
    with open(os.path.join(out, "lifts.json")) as f:
        found = json.load(f)["variants"]
    for v in found:
        show(v)
    check(len(found) == 26 and len(os.listdir(os.path.join(out, "lifts"))) == 26, len(found))
    if h.sanitized:
        return
    check(all(v["verdict"] == "housed" and v["operator_rule"] == "secured" for v in found), "not all are housed")
    pin = [v["pin_distance_m"] for v in found]
    check(max(pin) - min(pin) < 0.005, "the pin's place follows friction:", min(pin), max(pin))


if __name__ == "__main__":
    main(globals())
