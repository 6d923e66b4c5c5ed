# SPDX-License-Identifier: MIT
"""Another commit's program, built as this tree's ci preset builds it, in build/base-COMMIT."""
import os
import subprocess

from gate_pair import Broken

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def run(*command, cwd=ROOT):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode != 0:
        raise Broken(f"{' '.join(command)} ended with exit code {done.returncode}:\n"
                     f"{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout.strip()


def build_commit(revision, target):
    """Path of the target's program. The tree stays, so that the next time only what changed is built."""
    commit = run("git", "rev-parse", "--short=12", "--verify", revision + "^{commit}")
    tree = os.path.join(ROOT, "build", f"base-{commit}")
    if not os.path.exists(os.path.join(tree, "CMakeLists.txt")):
        run("git", "worktree", "add", "--detach", "--force", tree, commit)
    if not os.path.exists(os.path.join(tree, "tests", "bench", target + ".c")):
        raise Broken(f"commit {commit} has no {target}: expected one that has tests/bench/{target}.c")
    print(f"building {target} of {commit}", flush=True)
    run("cmake", "--preset", "ci", cwd=tree)
    run("cmake", "--build", "--preset", "ci", "--target", target, cwd=tree)
    return os.path.join(tree, "build", "ci", "tests", "bench", target)
