#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the house: includes between rooms, circles, places of outside libraries, form of each source.

Usage: test_rooms.py ROOT          checks the tree; exit code 1 with one line for each fault
       test_rooms.py --self-test   checks that each rule finds a violation"""
import os
import re
import sys
import tempfile

import rooms as house

LONGEST, LONG = 500, 300  # lines per file: limit of a fault, of a note
MOST_FILES = 24           # most .c, .h and .cpp files of a room
TOP_LEVEL = set(house.FLOORS) | {"config", "tests"}
NOT_OURS = re.compile(r"^(\..*|build.*|out)$")  # version control and ignored folders
SPDX = "// SPDX-License-Identifier: MIT"
FONT_SPDX = "// SPDX-License-Identifier: Bitstream-Vera"  # the glyphs of DejaVu keep their licence
FONT_DATA = "render/text/font_data.c"

# Rooms of rt's ground floor, which every room may need. The other rooms of rt are the roof.
GROUND = {"rt/base", "rt/file", "rt/frame", "rt/loop", "rt/command", "rt/config", "rt/record", "rt/rules", "rt/script"}

# Rooms that a floor may need besides its own and the ground; with a header name: only that header. The roof: any.
REACH = {
    "ground": {},
    "dynamics": {},
    "contact": {"dynamics/math": None, "dynamics/snapshot": None, "dynamics/core": "dynamics/core/force.h"},
    "hw": {},
    "render": {"dynamics/math": None, "dynamics/snapshot": None, "dynamics/water": "dynamics/water/waves.h",
               "contact/mesh": "contact/mesh/mesh.h", "rt/alarm": None, "rt/sheet": None},
}
# render reads snapshots only, and what follows from them alone (rt/alarm, rt/sheet); from the loop it needs only the exchange between threads.
RENDER_OF_LOOP = "rt/frame/exchange.h"

# Outside libraries: header, name, places where it may be included.
ROOF_OR_RENDER = r"^render/|^rt/(?!(base|file|frame|loop|command|config|record|rules|script)/)"
LIBRARIES = [
    (r"^(SDL2/)?SDL[^/]*\.h$", "SDL", r"^hw/(joystick/(joystick|raw)|device/keyboard)\.c$|" + ROOF_OR_RENDER),
    (r"^(epoxy|GL|EGL|KHR)/", "OpenGL", r"^render/"),
    (r"^cglm/", "cglm", r"^render/"),
    (r"^png\.h$", "libpng", r"^render/image/"),
    (r"^(ft2build\.h|freetype/)", "FreeType", r"^render/text/font_bake\.c$"),
    (r"^(imgui|backends/imgui)", "Dear ImGui", r"^render/panel/([a-z]+\.cpp|private\.h)$"),
    (r"^(suitesparse/)?(klu|amd|btf|colamd|cholmod|SuiteSparse_config)\.h$", "SuiteSparse",
     r"^dynamics/solver/(klu|block_order)\.c$"),
    (r"^libserialport\.h$", "libserialport", r"^hw/serial/serial\.c$"),
    (r"^(modbus/)?modbus\.h$", "libmodbus", r"^hw/modbus/modbus\.c$"),
    (r"^avr/", "avr-libc", r"^hw/firmware/hawse_console/board_atmega328p\.c$"),
    (r"^yaml\.h$", "libyaml", r"^rt/config/"),
    (r"^jansson\.h$", "jansson", r"^rt/(compare/compare\.h|station/parse\.c)$"),
    (r"^microhttpd\.h$", "libmicrohttpd", r"^rt/station/(private\.h|server\.c)$"),
    (r"^gnutls/", "GnuTLS", r"^rt/station/certificate\.c$"),
    (r"^cairo", "cairo", r"^rt/plot/(canvas\.[ch]|plot\.c)$"),
    (r"^sqlite3\.h$", "SQLite", r"^rt/logbook/"),
    (r"^(zlib|zstd)\.h$", "compression", r"^rt/(record/|stream/datagram\.c$)"),
]

SYSTEM = re.compile(
    r"^((assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool"
    r"|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|threads|time|uchar|wchar|wctype"
    r"|dirent|dlfcn|fcntl|getopt|glob|libgen|malloc|netdb|poll|pthread|sched|semaphore|spawn|strings|termios|unistd"
    r"|[a-z0-9]*mmintrin|immintrin|x86intrin|cpuid)\.h|arpa/inet\.h|netinet/in\.h|(sys|linux)/[a-z0-9_/]+\.h)$")

# Headers of the ground floor that a floor must not include.
NOT_ITS = {("render", "rt/loop"), ("render", "rt/record"), ("dynamics", "rt/loop"), ("contact", "rt/loop")}

PRIVATE = re.compile(r"(^|/|_)private\.h$")


def floor_of(room):
    """Returns the floor whose reach applies: a key of REACH, or roof."""
    top = room.split("/")[0]
    return top if top != "rt" else "ground" if room in GROUND else "roof"


def check_arrow(room, other, header):
    """Returns the fault of including a header of another room, or None."""
    floor, above = floor_of(room), floor_of(other)
    if PRIVATE.search(header):
        return f'"{header}" is private to {other}'
    if floor == "roof" or floor == above:
        return None
    if above == "ground":
        return f'"{header}" is out of reach of {floor}, which shows snapshots' if (floor, other) in NOT_ITS else None
    if other not in REACH[floor] or REACH[floor][other] not in (None, header):
        return f'"{header}" is out of reach of {floor}'
    return None


def check_outside_include(path, header):
    """Returns the fault of including an outside header, or None."""
    for pattern, name, where in LIBRARIES:
        if re.match(pattern, header):
            return None if re.match(where, path) else f"<{header}>: {name} does not belong here"
    if SYSTEM.match(header) or (path.endswith(".cpp") and re.match(r"^[a-z_]+$", header)):
        return None
    return f"<{header}> is neither of the C library nor of a library in this test's table"


def check_include(path, what, rooms, known):
    """Returns the fault of one include line (what: the text after the word include), or None."""
    quoted, angled = house.QUOTED.match(what), house.ANGLED.match(what)
    if angled:
        return check_outside_include(path, angled.group(1))
    if not quoted:
        return f"computed include {what}"
    header = quoted.group(1)
    if header not in known:
        return f'"{header}" is not written as floor/room/file.h of a file that is there'
    room, other = house.room_of(path, rooms), house.room_of(header, rooms)
    if room == other:
        return None
    if room in rooms and other not in rooms[room]:
        return f'"{header}": {room}/CMakeLists.txt does not say that it needs {other}'
    return check_arrow(room, other, header)


def check_form(path, lines):
    """Returns faults and notes of a file as a whole."""
    faults, mentions = [], []
    if not lines or lines[0] not in (SPDX, FONT_SPDX if path == FONT_DATA else SPDX):
        faults.append(f"{path}:1: the first line is not '{SPDX}'")
    if len(lines) > LONGEST:
        faults.append(f"{path}: {len(lines)} lines, at most {LONGEST}")
    elif len(lines) > LONG:
        mentions.append(f"{path}: {len(lines)} lines, aim at {LONG}")
    return faults, mentions


def lines_of(text):
    return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")


def check_sources(tree, rooms):
    """Returns faults and notes of each source."""
    faults, mentions, known = [], [], set(tree.files)
    for path in tree.sources():
        lines = lines_of(tree.text(path))
        found = check_form(path, lines)
        faults += found[0]
        mentions += found[1]
        if house.room_of(path, rooms) not in rooms:
            faults.append(f"{path}: stands in no room: no CMakeLists.txt above it calls hawse_room")
        for number, line in enumerate(lines, 1):
            include = house.INCLUDE.match(line)
            fault = check_include(path, include.group(1), rooms, known) if include else None
            if fault:
                faults.append(f"{path}:{number}: {fault}")
    return faults, mentions


def check_rooms(tree, rooms):
    """Returns faults of the rooms: circles, unused needs, too many files, missing README."""
    faults, found = [], house.arrows(tree, rooms)
    for group in house.circles({r: set(rooms[r]) for r in rooms}):
        faults.append("a circle of rooms: " + ", ".join(group))
    for room in sorted(rooms):
        for other in sorted(rooms[room] - set(found[room]) - LINKED.get(room, set())):
            faults.append(f"{room}/CMakeLists.txt: {other} is not needed: no file includes from it")
        count = sum(house.room_of(f, rooms) == room for f in tree.sources())
        if count > MOST_FILES:
            faults.append(f"{room}: {count} files, at most {MOST_FILES}")
        if f"{room}/README.md" not in tree.files:
            faults.append(f"{room}: no README.md")
    return faults


# Needs for linking only: no file includes from them.
LINKED = {}


def check_tests(root):
    """Returns faults and notes of the tests' sources, and their number."""
    faults, mentions, count = [], [], 0
    for folder, folders, files in os.walk(os.path.join(root, "tests")):
        folders.sort()
        for name in sorted(files):
            if not house.SOURCE.search(name):
                continue
            full = os.path.join(folder, name)
            with open(full, encoding="utf-8") as f:
                found = check_form(os.path.relpath(full, root).replace(os.sep, "/"), lines_of(f.read()))
            faults += found[0]
            mentions += found[1]
            count += 1
    return faults, mentions, count


def check_tree(root):
    """Returns faults, notes and the number of sources of the whole tree."""
    tree = house.Tree(root)
    rooms = house.rooms_of(tree)
    faults = [f"{name}/: a folder that the design does not know" for name in sorted(os.listdir(root))
              if os.path.isdir(os.path.join(root, name)) and name not in TOP_LEVEL and not NOT_OURS.match(name)]
    of_tests = check_tests(root)
    of_sources = check_sources(tree, rooms)
    faults += of_sources[0] + of_tests[0] + check_rooms(tree, rooms)
    return faults, of_sources[1] + of_tests[1], len(tree.sources()) + of_tests[2]


# The house of the self-test: rooms and their needs.
HEAD = SPDX + "\n"
BASE = {"rt/base": "", "rt/frame": "rt/base", "rt/loop": "rt/frame", "dynamics/math": "", "dynamics/core": "dynamics/math rt/base",
        "dynamics/snapshot": "dynamics/math", "dynamics/water": "dynamics/core", "contact/mesh": "dynamics/math",
        "contact/tree": "contact/mesh", "contact/set": "contact/tree dynamics/core", "hw/device": "rt/base",
        "render/scene": "contact/mesh dynamics/water rt/frame", "rt/deck": "contact/set dynamics/core",
        "rt/app": "rt/deck"}
FILES = {"rt/base/base.h": "", "rt/frame/exchange.h": '#include "rt/base/base.h"', "rt/loop/loop.h": '#include "rt/frame/exchange.h"',
         "dynamics/math/math3.h": "", "dynamics/core/force.h": '#include "dynamics/math/math3.h"',
         "dynamics/core/model.h": '#include "rt/base/base.h"', "dynamics/core/private.h": "",
         "dynamics/snapshot/snapshot.h": '#include "dynamics/math/math3.h"',
         "dynamics/water/waves.h": '#include "dynamics/core/model.h"', "dynamics/water/sea.h": "",
         "contact/mesh/mesh.h": '#include "dynamics/math/math3.h"', "contact/mesh/mass.h": "",
         "contact/tree/bvh.h": '#include "contact/mesh/mesh.h"',
         "contact/set/set.h": '#include "contact/tree/bvh.h"\n#include "dynamics/core/force.h"',
         "hw/device/device.h": '#include "rt/base/base.h"',
         "render/scene/scene.h": '#include "contact/mesh/mesh.h"\n#include "dynamics/water/waves.h"\n'
                                 '#include "rt/frame/exchange.h"',
         "rt/deck/deck.h": '#include "contact/set/set.h"\n#include "dynamics/core/model.h"',
         "rt/app/main.c": '#include "rt/deck/deck.h"'}

# Changes to it: (files added or replaced, needs replaced, part of the only expected fault, or None).
CHANGES = [
    ({}, {}, None),
    ({"rt/loop/loop.c": "#include <pthread.h>"}, {}, None),
    ({"rt/loop/loop.c": "#include <SDL.h>"}, {}, "<SDL.h>: SDL does not belong here"),
    ({"rt/app/window.c": "#include <SDL.h>"}, {}, None),
    ({"dynamics/core/model.c": "#include <klu.h>"}, {}, "<klu.h>: SuiteSparse"),
    ({"contact/tree/bvh.c": "#include <assimp/scene.h>"}, {}, "neither of the C library"),
    ({"contact/tree/bvh.c": '#include "bvh.h"'}, {}, "is not written as floor/room/file.h"),
    ({"contact/tree/bvh.c": '#include "../mesh/mesh.h"'}, {}, "is not written as"),
    ({"contact/tree/bvh.c": "#include HEADER"}, {}, "computed include"),
    ({"contact/tree/bvh.c": '// #include "hw/device/device.h"'}, {}, None),
    ({"contact/tree/bvh.c": '#  include   "contact/mesh/mesh.h"'}, {}, None),
    ({"rt/loop/loop.c": '#include "dynamics/math/math3.h"'}, {}, "does not say that it needs dynamics/math"),
    ({"rt/loop/loop.c": '#include "dynamics/math/math3.h"'}, {"rt/loop": "rt/frame dynamics/math"}, "is out of reach of ground"),
    ({"rt/base/base.c": '#include "rt/deck/deck.h"'}, {"rt/base": "rt/deck"}, "a circle of rooms"),
    ({"hw/device/map.c": '#include "dynamics/math/math3.h"'}, {"hw/device": "rt/base dynamics/math"}, "is out of reach of hw"),
    ({"dynamics/core/model.c": '#include "contact/mesh/mesh.h"'}, {"dynamics/core": "dynamics/math rt/base contact/mesh"},
     "is out of reach of dynamics"),
    ({"contact/set/set.c": '#include "dynamics/core/model.h"'}, {}, '"dynamics/core/model.h" is out of reach of contact'),
    ({"render/scene/scene.c": '#include "dynamics/water/sea.h"'}, {}, '"dynamics/water/sea.h" is out of reach of render'),
    ({"render/scene/scene.c": '#include "contact/mesh/mass.h"'}, {}, '"contact/mesh/mass.h" is out of reach of render'),
    ({"render/scene/scene.c": '#include "rt/loop/loop.h"'}, {"render/scene": "contact/mesh dynamics/water rt/frame rt/loop"},
     "which shows snapshots"),
    ({"rt/deck/deck.c": '#include "dynamics/core/private.h"'}, {}, '"dynamics/core/private.h" is private to dynamics/core'),
    ({"dynamics/core/model.c": '#include "dynamics/core/private.h"'}, {}, None),
    ({"rt/loose.c": ""}, {}, "rt/loose.c: stands in no room"),
    ({}, {"contact/tree": "contact/mesh rt/loop"}, "rt/loop is not needed"),
    ({"util/a.c": ""}, {}, "util/: a folder"),
    ({"tests/rt/test_a.c": "", ".git/x.c": None, "build/ci/x.c": None, "out/x.c": None}, {}, None),
    ({"tests/rt/test_a.c": None}, {}, "tests/rt/test_a.c:1: the first line"),
    ({"rt/base/a.h": None}, {}, "rt/base/a.h:1: the first line"),
    ({"rt/base/a.c": "\n" * (LONGEST - 3)}, {}, None),
    ({"rt/base/a.c": "\n" * LONGEST}, {}, "rt/base/a.c: 50"),
    ({f"rt/base/{k}.c": "" for k in range(MOST_FILES)}, {}, f"rt/base: {MOST_FILES + 1} files"),
    ({"rt/app/README.md": False}, {}, "rt/app: no README.md"),
]


def lay_out(root, files, needs):
    """Writes the house of the self-test, with a change, into a folder."""
    all_needs = {**BASE, **needs}
    sources = {**{path: text for path, text in FILES.items()}, **files}
    for room in all_needs:
        sources[f"{room}/CMakeLists.txt"] = f"hawse_room(NEEDS {all_needs[room]})\n"
        sources.setdefault(f"{room}/README.md", "")
    for path, text in sources.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        if text is False:
            continue
        body = "int x;\n" if text is None else (HEAD if house.SOURCE.search(path) else "") + text + "\n"
        with open(full, "w", encoding="utf-8") as f:
            f.write(body)


def self_test():
    """Returns the failures of the self-test."""
    wrong = []
    for files, needs, expected in CHANGES:
        with tempfile.TemporaryDirectory() as root:
            lay_out(root, files, needs)
            faults = check_tree(root)[0]
        right = not faults if expected is None else any(expected in f for f in faults)
        if not right or (expected and "circle" not in expected and len(faults) != 1):
            wrong.append(f"{sorted(files)} {needs}: expected {expected}, found {faults}")
    if house.circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}) \
            != [["a", "b", "c"], ["d", "e"]]:
        wrong.append("circles are not found")
    if check_form("rt/a.c", [SPDX] + [""] * LONG) != ([], [f"rt/a.c: {LONG + 1} lines, aim at {LONG}"]):
        wrong.append("a long file is not mentioned")
    return wrong


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        faults, mentions, what = self_test(), [], f"{len(CHANGES)} changes tried"
    else:
        faults, mentions, count = check_tree(sys.argv[1])
        what = f"{count} sources read"
        if count == 0:
            faults.append(f"{sys.argv[1]}: no sources")
    for line in mentions + faults:
        print(line)
    print(f"{what}, {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
