#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_style.py format              checks that clang-format changes no C or C++ file
test_style.py tidy BUILD [REVISION]  clang-tidy finds nothing in the C files that differ from REVISION, by default from the
                                     last commit but one; "all" checks every file of the program (some three minutes)

Exit code 77 if a tool or the history is missing."""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATED = {"render/text/font_data.c"}
ROOMS = ("rt/", "contact/", "dynamics/", "hw/", "render/")


def git(*words):
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else None


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def tool(name):
    return shutil.which(name) or skip(f"{name} is not installed")


def check_format():
    program = tool("clang-format")
    files = git("ls-files", "*.c", "*.h", "*.cpp", "*.hpp") or skip("not a git checkout")
    files = [f for f in files if f not in GENERATED and (ROOT / f).is_file()]
    done = subprocess.run([program, "--dry-run", "--Werror", *files], cwd=ROOT, capture_output=True, text=True)
    print(done.stderr[-4000:], f"{len(files)} files", sep="")
    return done.returncode != 0


def tidy_one(program, build, name):
    done = subprocess.run([program, "-p", build, "--quiet", name], cwd=ROOT, capture_output=True, text=True)
    return done.stdout if done.returncode else ""


def check_tidy(build, revision):
    program = tool("clang-tidy")
    compiled = (pathlib.Path(build) / "compile_commands.json").read_text()
    every = git("ls-files", "*.c") or skip("not a git checkout")
    changed = every if revision == "all" else git("diff", "--name-only", revision, "--", "*.c")
    if changed is None:
        skip(f"the history does not reach back to {revision}")
    files = [f for f in changed if f.startswith(ROOMS) and f not in GENERATED and f'/{f}"' in compiled]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda f: tidy_one(program, build, f), files) if text]
    print("\n".join(found), f"{len(files)} files against {revision}", sep="")
    return bool(found)


def main(words):
    if words[:1] == ["format"]:
        return check_format()
    if words[:1] == ["tidy"] and len(words) in (2, 3):
        return check_tidy(words[1], words[2] if len(words) == 3 else "HEAD~1")
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
