#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The list of inputs (config/security.md) names every option that --help prints, every variable that the source reads
and every signal that it handles; and no option that no command has."""
import glob
import os
import re

from harness import check, main

ROOMS = ("contact", "dynamics", "hw", "render", "rt")


def cells(h):
    """Everything in backticks in a table's rows."""
    with open(os.path.join(h.source, "config", "security.md")) as f:
        return [c for line in f if line.startswith("|") for c in re.findall(r"`([^`]+)`", line)]


def words(h, pattern):
    return {w for c in cells(h) for w in re.findall(pattern, c)}


def options(text):
    return set(re.findall(r"^  (--?[a-zA-Z][\w.-]*)", text, re.M))


def sources(h):
    files = [f for room in ROOMS for ending in ("c", "h", "cpp")
             for f in glob.glob(os.path.join(h.source, room, "**", "*." + ending), recursive=True)]
    check(len(files) > 500, "the sources are not where they were:", len(files))
    for file in files:
        with open(file, encoding="utf-8") as f:
            yield file, f.read()


def variables(text):
    """Variables of the environment that a file reads or sets, and calls that it cannot name. A hint of SDL is one: its
    macro has the variable's name but for SDL_HINT_."""
    found, unnamed = set(), []
    for call, argument in re.findall(r"\b((?:secure_|SDL_)?getenv|setenv|putenv)\(\s*([^,)]+)", text):
        if argument.startswith('"'):
            found.add(argument.strip('"'))
            continue
        helper = re.search(r"(\w+)\(const char \*" + re.escape(argument) + r"\)\s*\{[^}]*\b" + call, text)
        of_helper = re.findall(r"\b" + helper[1] + r"\(\"(\w+)\"\)", text) if helper else []
        found.update(of_helper)
        if not of_helper:
            unnamed.append(f"{call}({argument})")
    for hint in re.findall(r"\bSDL_(?:GetHint|GetHintBoolean|SetHint|SetHintWithPriority)\(\s*([^,)]+)", text):
        found.add(re.sub(r"^\"|\"$", "", re.sub(r"^SDL_HINT_", "SDL_", hint)))
    return found, unnamed


def test_every_option_is_listed(h):
    listed = words(h, r"--[a-z][\w.-]*|^-[a-z]\b")
    commands = re.findall(r"^  (\w+) +\w", h.run("--help").stdout, re.M)
    check(len(commands) >= 8, "commands:", commands)
    printed = {"--help", "--version"}
    for command in commands:
        own = options(h.run(command, "--help").stdout)
        check(own, command, "prints no options: their form has changed")
        check(not own - listed, "config/security.md lacks options of", command, sorted(own - listed))
        printed |= own
    check({"--loads", "--drawing", "--beside", "--p99.9", "-j"} <= printed, "the form of --help has changed", sorted(printed))
    check(not listed - printed, "config/security.md has options that no command has:", sorted(listed - printed))


def test_every_variable_is_listed(h):
    listed, read = words(h, r"\b[A-Z][A-Z0-9_]+\b"), set()
    for file, text in sources(h):
        found, unnamed = variables(text)
        check(not unnamed, file, "reads a variable whose name this test does not see:", unnamed)
        check(not found - listed, "config/security.md lacks variables of", file, sorted(found - listed))
        read |= found
    known = {"HAWSE_MESH_CACHE", "HAWSE_MODELS", "XDG_CACHE_HOME", "AUDIODEV", "DISPLAY", "SDL_VIDEODRIVER", "LP_NUM_THREADS"}
    check(known <= read, "not found in the source any more:", sorted(known - read))


def test_every_signal_is_listed(h):
    with open(os.path.join(h.source, "config", "security.md")) as f:
        listed = set(re.findall(r"\bSIG[A-Z]+\b", f.read()))
    handled = set()
    for file, text in sources(h):
        if "sigaction" in text or "signal(" in text:
            handled |= set(re.findall(r"\bSIG(?:HUP|INT|TERM|QUIT|PIPE|XFSZ|USR1|USR2|ALRM|CHLD|WINCH|TSTP|CONT)\b", text))
    check({"SIGHUP", "SIGXFSZ"} <= handled, "signals are handled elsewhere now", handled)
    check(not handled - listed, "config/security.md lacks", sorted(handled - listed))


if __name__ == "__main__":
    main(globals())
