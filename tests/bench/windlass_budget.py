#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The windlass phase within its budget of 10 us, by instructions under callgrind: GATE_COUNTS heaves the shipped scenario,
and a link leaves at the lifter. Judged is the worst step, at a pace below that of any processor that the rest of the frame
would fit on.

Usage: windlass_budget.py GATE_COUNTS [--plant INSTRUCTIONS]

--plant: test aid, so many more at each mark of the phase. Exit code 0 within, 1 beyond, 2 bad input, 77 no valgrind."""
import os
import re
import shutil
import sys

import counts
from gate_pair import Broken

BUDGET_NS = 10000
# Instructions per ns that are counted on: 2 GHz and 1.5 a cycle. Measured were 8 to 10 (README.md), so a processor may be
# three times slower, or the caches cold, until so many take 10 us.
PACE = 3
HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "heave_at_once.csv")
STEPS = 200
OPTIONS = ["--depth", "9.9", "--settle", "0.2", "--script", SCRIPT, "--skip", "300", "--steps", str(STEPS)]


def main():
    if len(sys.argv) not in (2, 4) or (len(sys.argv) == 4 and sys.argv[2] != "--plant"):
        sys.exit(__doc__)
    program = sys.argv[1]
    if not shutil.which("valgrind") or not os.path.exists(program):
        print("skipped: no valgrind, or no gate_counts in this build")
        return 77
    plant = ["--plant", f"phase=windlass,{sys.argv[3]}"] if len(sys.argv) == 4 else []
    try:
        done, found = counts.run(program, OPTIONS + plant)
        links = re.search(r"^links: (\d+) to (\d+)$", done.stderr, re.M)
        if len(found) != STEPS or not links or int(links[1]) == int(links[2]):
            raise Broken("no link left: the worst step is not among those counted")
    except (Broken, OSError, ValueError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    n = sorted(frame["windlass"] for frame in found)
    print(f"windlass phase, {STEPS} steps, links {links[1]} to {links[2]}: {n[0]} to {n[-1]} instructions, median "
          f"{n[STEPS // 2]}; at most {BUDGET_NS * PACE} in {BUDGET_NS} ns at {PACE} a ns")
    return 0 if n[-1] <= BUDGET_NS * PACE else 1


if __name__ == "__main__":
    sys.exit(main())
