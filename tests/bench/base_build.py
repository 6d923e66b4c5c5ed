# SPDX-License-Identifier: MIT
"""Builds a program of another commit with the ci preset, in build/base-COMMIT."""
import os
import subprocess

from gate_pair import Broken

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def run_command(*command, cwd=ROOT):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise Broken(f"{' '.join(command)} ended with exit code {done.returncode}:\n"
                     f"{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout.strip()


def build_commit(revision, target):
    """Builds the target and returns its path. The tree remains, so the next build is incremental."""
    commit = run_command("git", "rev-parse", "--short=12", "--verify", revision + "^{commit}")
    tree = os.path.join(ROOT, "build", f"base-{commit}")
    if not os.path.exists(os.path.join(tree, "CMakeLists.txt")):
        run_command("git", "worktree", "add", "--detach", "--force", tree, commit)
    if not os.path.exists(os.path.join(tree, "tests", "bench", target + ".c")):
        raise Broken(f"commit {commit} has no {target}: expected one that has tests/bench/{target}.c")
    print(f"building {target} of {commit}", flush=True)
    run_command("cmake", "--preset", "ci", cwd=tree)
    run_command("cmake", "--build", "--preset", "ci", "--target", target, cwd=tree)
    return os.path.join(tree, "build", "ci", "tests", "bench", target)
