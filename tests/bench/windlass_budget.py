#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is the windlass phase within its budget of 10 us? Counts instructions under callgrind: GATE_COUNTS heaves the shipped
scenario, and a link leaves at the lifter. The worst step counts, at a pace below that of any processor fast enough for the
rest of the frame.

Usage: windlass_budget.py GATE_COUNTS [--plant INSTRUCTIONS]

--plant: test aid, adds instructions at each mark of the phase. Exit code 0: within the budget; 1: beyond it; 2: bad input;
77: no valgrind or no gate_counts."""
import os
import re
import shutil
import sys

import counts
from gate_pair import Broken

BUDGET_NS = 10000
# Assumed instructions per ns: 2 GHz and 1.5 a cycle. Measured: 8 to 10 (gate.md). The budget thus allows for a processor
# three times slower, or for cold caches.
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
        print(f"skipped: valgrind is not installed, or {program} is not built")
        return 77
    plant = ["--plant", f"phase=windlass,{sys.argv[3]}"] if len(sys.argv) == 4 else []
    try:
        done, found = counts.run_callgrind(program, OPTIONS + plant)
        links = re.search(r"^links: (\d+) to (\d+)$", done.stderr, re.M)
        if len(found) != STEPS or not links or int(links[1]) == int(links[2]):
            raise Broken(f"no link left in {STEPS} steps: the worst step is not among them")
    except (Broken, OSError, ValueError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    n = sorted(frame["windlass"] for frame in found)
    print(f"windlass phase, {STEPS} steps, links {links[1]} to {links[2]}: {n[0]} to {n[-1]} instructions, median "
          f"{n[STEPS // 2]}; at most {BUDGET_NS * PACE} in {BUDGET_NS} ns at {PACE} a ns")
    return 0 if n[-1] <= BUDGET_NS * PACE else 1


if __name__ == "__main__":
    sys.exit(main())
