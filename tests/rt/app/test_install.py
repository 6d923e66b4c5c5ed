#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The installed program finds its scenarios and models from any folder, or says how to name one."""
import os
import shutil
import subprocess

from harness import Skip, check, main


def install(h, prefix):
    """Installs the build that holds the program; returns the installed program."""
    build = os.path.dirname(os.path.dirname(h.hawse))
    cmake = shutil.which("cmake")
    if not cmake or not os.path.exists(os.path.join(build, "cmake_install.cmake")):
        raise Skip("no cmake, or no build folder")
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, capture_output=True)
    h.hawse = os.path.join(prefix, "bin", "hawse")


def test_runs_from_any_folder(h):
    """Installed into a temporary prefix and started in an empty folder: without a name the shipped heave, a scenario by
    its name, and one of a folder; outputs lie where the user stands."""
    prefix, away = h.path("prefix"), h.path("away")
    os.mkdir(away)
    install(h, prefix)
    shared = os.path.join(prefix, "share", "hawse", "config")
    check(not [n for _, _, names in os.walk(shared) for n in names if ".hwcache" in n], "caches were installed")
    script = "script:" + os.path.join(shared, "scenarios", "weigh.csv")
    for args in ([], ["weigh"], ["weigh.yaml"], ["contact/bouncing_ball"]):
        device = [] if "ball" in "".join(args) else ["--device", script]
        h.run("run", *args, *device, "--headless", "--duration", "0.05", "--report", "r.json", cwd=away)
        name = args[0].removesuffix(".yaml") if args else "weigh"
        with open(os.path.join(away, "r.json")) as f:
            check(os.path.join(shared, "scenarios", name + ".yaml") in f.read(), "another scenario:", args)
        os.remove(os.path.join(away, "r.json"))
    h.run("sil", "weigh_parametric", "--duration", "0.01", cwd=away)  # by the installed models
    check(os.listdir(away) == [], os.listdir(away))
    # a file of the user's goes before a shipped one
    shutil.copy(os.path.join(shared, "scenarios", "contact", "bouncing_ball.yaml"), os.path.join(away, "weigh"))
    r = h.run("sil", "weigh", "--anywhere", "--duration", "0.01", cwd=away)
    check("largest constraint violation" in r.stdout, r.stdout)


def test_says_how_to_name_one(h):
    install(h, h.path("prefix"))
    folder = h.path("prefix", "share", "hawse", "config", "scenarios")
    for command in ("run", "sil"):
        r = h.run(command, "wiegh", code=2)
        check(f"wiegh: error: cannot be opened: No such file. Expected a scenario's file, or the name of one in {folder}: "
              in r.stderr and "weigh, " in r.stderr and "study_" not in r.stderr, r.stderr)
    check(f"the name of a scenario in {folder}; default weigh" in h.run("run", "--help").stdout)
    shutil.rmtree(h.path("prefix", "share"))  # the program alone: it falls back to its source tree, if that is there
    os.rename(h.hawse, h.path("alone"))
    h.hawse = h.path("alone")
    r = h.run("sil", "wiegh", code=2)
    check(os.path.join(h.source, "config", "scenarios") in r.stderr, r.stderr)


if __name__ == "__main__":
    main(globals())
