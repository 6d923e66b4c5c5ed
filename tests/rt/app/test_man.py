#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The man pages say what --help says, since they come from it."""
import os
import re
import shutil
import subprocess

from harness import Skip, check, main


def test_pages_have_every_option(h):
    """One page a command, with all its options; one of the scenario's keys."""
    if not shutil.which("help2man"):
        raise Skip("help2man is not installed")
    build = os.path.dirname(os.path.dirname(h.hawse))
    subprocess.run(["cmake", "--build", build, "--target", "man"], check=True, stdout=subprocess.DEVNULL)
    commands = re.findall(r"^  (\w+) +\w", h.run("--help").stdout, re.M)
    check(len(commands) >= 8, "commands:", commands)
    for command in commands:
        with open(os.path.join(build, "man", f"hawse-{command}.1")) as f:
            page = f.read().replace("\\-", "-")
        check(f"\nhawse-{command} - " in page, "no name in the page of", command)
        for option in re.findall(r"^  (--[a-z-]+)", h.run(command, "--help").stdout, re.M):
            check(option in page, option, "is not in the page of", command)
    with open(os.path.join(build, "man", "hawse-scenario.5")) as f:
        check("windlass.motor" in f.read(), "no keys in hawse-scenario(5)")


if __name__ == "__main__":
    main(globals())
