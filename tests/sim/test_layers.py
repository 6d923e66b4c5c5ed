#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Who may include whom, as the design's table has it, read from the include lines of every source.

Usage: test_layers.py ROOT        checks the tree; exit code 1 with one line for each fault
       test_layers.py --self-test checks that each rule finds what breaks it
"""
import os
import re
import sys
import tempfile

LONGEST, LONG = 500, 300  # lines a file: a fault, a mention
LAYERS = ("rt", "dynamics", "contact", "hw", "render")
TOP_LEVEL = set(LAYERS) | {"config", "tests"}
NOT_OURS = re.compile(r"^(\..*|build.*|out)$")  # version control, and what git ignores
SOURCE = re.compile(r"\.(c|h|cpp)$")
SPDX = "// SPDX-License-Identifier: MIT"
FONT_SPDX = "// SPDX-License-Identifier: Bitstream-Vera"  # the glyphs of DejaVu keep their licence
FONT_DATA = "render/text/font_data.c"

# The roof of rt/ ties everything together; the rest of rt/ is the ground floor that everybody stands on.
ROOF = re.compile(r"^rt/((sim|scenario|model|study|mechanism|session|open_device|outcome|deck|jam|report|recording|csv|picture|options|run|desk|main|law_library)(_[^/]*)?|cmd_[^/]+)\.(c|h)$")

# Which headers a layer may take from another; None: every one.
ALLOWED = {
    "rt": {"rt": None},
    "dynamics": {"rt": None, "dynamics": None},
    "contact": {"rt": None, "contact": None,
                "dynamics": {"dynamics/math/math3.h", "dynamics/core/force.h", "dynamics/snapshot/snapshot.h"}},
    "hw": {"rt": None, "hw": None},
    "render": {"rt": None, "render": None,
               "dynamics": {"dynamics/math/math3.h", "dynamics/snapshot/snapshot.h", "dynamics/water/waves.h"}, "contact": {"contact/mesh/mesh.h"}},
}

# Outside libraries: header, name, and where it may be included.
ROOF_OR_RENDER = r"^render/|" + ROOF.pattern
LIBRARIES = [
    (r"^(SDL2/)?SDL[^/]*\.h$", "SDL", r"^hw/(joystick|joystick_raw|keyboard)\.c$|" + ROOF_OR_RENDER),
    (r"^(epoxy|GL|EGL|KHR)/", "OpenGL", ROOF_OR_RENDER),
    (r"^cglm/", "cglm", ROOF_OR_RENDER),
    (r"^png\.h$", "libpng", ROOF_OR_RENDER),
    (r"^(ft2build\.h|freetype/)", "FreeType", r"^render/"),
    (r"^(imgui|backends/imgui)", "Dear ImGui", r"^render/panel(_[a-z]+)?\.cpp$|^render/panel_private\.h$"),
    (r"^(suitesparse/)?(klu|amd|btf|colamd|ldl|cholmod|SuiteSparse_config)\.h$", "SuiteSparse",
     r"^dynamics/solver_(klu|ldl|block_order)\.c$"),
    (r"^libserialport\.h$", "libserialport", r"^hw/serial\.c$"),
    (r"^(modbus/)?modbus\.h$", "libmodbus", r"^hw/modbus\.c$"),
    (r"^avr/", "avr-libc", r"^hw/firmware/hawse_console/board_atmega328p\.c$"),
    (r"^yaml\.h$", "libyaml", r"^rt/"),
    (r"^jansson\.h$", "jansson", r"^rt/compare\.h$"),
    (r"^cairo", "cairo", r"^rt/plot\.c$"),
    (r"^(zlib|zstd)\.h$", "compression", r"^rt/"),
]

SYSTEM = re.compile(
    r"^((assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool"
    r"|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|threads|time|uchar|wchar|wctype"
    r"|dirent|dlfcn|fcntl|getopt|glob|libgen|malloc|poll|pthread|sched|semaphore|spawn|strings|termios|unistd"
    r"|[a-z0-9]*mmintrin|immintrin|x86intrin|cpuid)\.h|(sys|linux)/[a-z0-9_/]+\.h)$")

INCLUDE = re.compile(r"^\s*#\s*include\s*(.*)$")
QUOTED = re.compile(r'^"([^"]+)"')
ANGLED = re.compile(r"^<([^>]+)>")


def check_project_include(path, header):
    """The fault of including a header of the project from path, or None."""
    folder = header.split("/")[0]
    if "/" not in header or folder not in LAYERS or ".." in header:
        return f'"{header}" is not written as folder/file.h of {", ".join(LAYERS)}'
    if ROOF.match(path):
        return None
    allowed = ALLOWED[path.split("/")[0]]
    if folder not in allowed or (allowed[folder] is not None and header not in allowed[folder]):
        return f'"{header}" is out of reach of {path.split("/")[0]}/'
    if ROOF.match(header):
        return f'"{header}" is the roof: only the roof may include it'
    return None


def check_outside_include(path, header):
    """The fault of including a header from outside the project, or None."""
    for pattern, name, where in LIBRARIES:
        if re.match(pattern, header):
            return None if re.match(where, path) else f"<{header}>: {name} does not belong here"
    if SYSTEM.match(header) or (path.endswith(".cpp") and re.match(r"^[a-z_]+$", header)):
        return None
    return f"<{header}> is neither of the C library nor of a library in this test's table"


def check_include(path, what):
    """The fault of one include line (what: all behind the word include), or None."""
    quoted, angled = QUOTED.match(what), ANGLED.match(what)
    if quoted:
        return check_project_include(path, quoted.group(1))
    if angled:
        return check_outside_include(path, angled.group(1))
    return f"computed include {what}"


def check_form(path, lines):
    """Faults and mentions of the file as a whole."""
    faults, mentions = [], []
    if not lines or lines[0] not in (SPDX, FONT_SPDX if path == FONT_DATA else SPDX):
        faults.append(f"{path}:1: the first line is not '{SPDX}'")
    if len(lines) > LONGEST:
        faults.append(f"{path}: {len(lines)} lines, at most {LONGEST}")
    elif len(lines) > LONG:
        mentions.append(f"{path}: {len(lines)} lines, aim at {LONG}")
    return faults, mentions


def check_source(path, text):
    """Faults and mentions of one source; path relative to the root, with /."""
    lines = text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")
    faults, mentions = check_form(path, lines)
    if path.split("/")[0] in LAYERS:
        for number, line in enumerate(lines, 1):
            include = INCLUDE.match(line)
            fault = check_include(path, include.group(1)) if include else None
            if fault:
                faults.append(f"{path}:{number}: {fault}")
    return faults, mentions


def check_doors(root):
    """Faults of the single headers that a layer may take from another: they must not bring in what it may not take."""
    doors = [(layer, header) for layer, reach in ALLOWED.items() for headers in reach.values() for header in headers or ()]
    faults = []
    for layer, header in sorted(doors):
        full = os.path.join(root, header)
        lines = []
        if os.path.exists(full):
            with open(full, encoding="utf-8") as f:
                lines = f.read().split("\n")
        for number, line in enumerate(lines, 1):
            include = INCLUDE.match(line)
            quoted = QUOTED.match(include.group(1)) if include else None
            fault = check_project_include(f"{layer}/", quoted.group(1)) if quoted else None
            if fault:
                faults.append(f"{header}:{number}: {fault}, which includes this header")
    return faults


def check_tree(root):
    """Faults, mentions and the number of sources of the whole tree."""
    faults, mentions, count = check_doors(root), [], 0
    for name in sorted(os.listdir(root)):
        if os.path.isdir(os.path.join(root, name)) and name not in TOP_LEVEL and not NOT_OURS.match(name):
            faults.append(f"{name}/: a folder that the design does not know")
    for top in sorted(TOP_LEVEL):
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(files):
                if not SOURCE.search(name):
                    continue
                full = os.path.join(folder, name)
                with open(full, encoding="utf-8") as f:
                    found = check_source(os.path.relpath(full, root).replace(os.sep, "/"), f.read())
                faults += found[0]
                mentions += found[1]
                count += 1
    return faults, mentions, count


# One include line each: (file, line, whether it is allowed).
SNIPPETS = [
    ("rt/loop/loop.c", '#include "rt/loop/clock.h"', True),
    ("rt/loop/loop.c", "#include <pthread.h>", True),
    ("rt/loop/loop.c", '#include "dynamics/math/math3.h"', False),
    ("rt/loop/loop.c", '#include "hw/device/device.h"', False),
    ("rt/loop/loop.c", '#include "rt/world/sim.h"', False),
    ("rt/loop/loop.c", "#include <SDL.h>", False),
    ("rt/config/yaml.c", "#include <yaml.h>", True),
    ("rt/simple.h", '#include "render/scene/scene.h"', False),
    ("rt/world/sim.c", '#include "contact/region/region.h"', True),
    ("rt/sim_frame.c", '#include "dynamics/tackle/windlass.h"', True),
    ("rt/scenario/scenario.c", '#include "contact/mesh/mesh.h"', True),
    ("rt/report/report.c", '#include "rt/world/sim.h"', True),
    ("rt/app/main.c", "#include <SDL2/SDL.h>", True),
    ("rt/desk/run.c", '#include "hw/device/device.h"', True),
    ("rt/desk/run.c", "#include <klu.h>", False),
    ("rt/desk/run.c", "#include <libserialport.h>", False),
    ("rt/desk/run.c", '#include "tests/check.h"', False),
    ("rt/sub/sim.c", '#include "dynamics/core/model.h"', False),
    ("dynamics/core/model.c", '#include "dynamics/tackle/chain.h"', True),
    ("dynamics/core/model.c", '#include "contact/mesh/mesh.h"', False),
    ("dynamics/core/model.c", '#include "render/scene/scene.h"', False),
    ("dynamics/core/model.c", '#include "rt/scenario/scenario.h"', False),
    ("dynamics/core/model.c", "#include <math.h>", True),
    ("dynamics/core/model.c", "#include <klu.h>", False),
    ("dynamics/solver/klu.c", "#include <klu.h>", True),
    ("dynamics/solver/klu.c", "#include <suitesparse/klu.h>", True),
    ("dynamics/solver/ldl.c", "#include <ldl.h>", True),
    ("dynamics/solver/block_order.c", "#include <amd.h>", True),
    ("dynamics/solver/block.c", "#include <amd.h>", False),
    ("dynamics/tackle/solver_klu.c", "#include <klu.h>", False),
    ("contact/link/link.c", '#include "dynamics/math/math3.h"', True),
    ("contact/link/link.c", '#include "dynamics/core/force.h"', True),
    ("contact/link/link.c", '#include "dynamics/snapshot/snapshot.h"', True),
    ("contact/link/link.c", '#include "dynamics/core/model.h"', False),
    ("contact/link/link.c", '#include "dynamics/tackle/chain.h"', False),
    ("contact/link/link.c", '#include "hw/map/map.h"', False),
    ("hw/joystick/joystick.c", "#include <SDL.h>", True),
    ("hw/device/keyboard.c", "#include <SDL_events.h>", True),
    ("hw/device/device.h", "#include <SDL.h>", False),
    ("hw/map/map.c", '#  include   "dynamics/math/math3.h"', False),
    ("hw/map/map.c", "\t#include <SDL2/SDL.h>", False),
    ("hw/serial/serial.c", "#include <libserialport.h>", True),
    ("hw/device/device.c", "#include <libserialport.h>", False),
    ("hw/device/device.c", '#include "contact/mesh/mesh.h"', False),
    ("render/scene/scene.c", "#include <epoxy/gl.h>", True),
    ("render/scene/scene.c", "#include <SDL.h>", True),
    ("render/scene/scene.c", '#include "contact/mesh/mesh.h"', True),
    ("render/scene/scene.c", '#include "contact/region/region.h"', False),
    ("render/scene/scene.c", '#include "dynamics/snapshot/snapshot.h"', True),
    ("render/scene/scene.c", '#include "dynamics/math/math3.h"', True),
    ("render/scene/scene.c", '#include "dynamics/core/force.h"', False),
    ("render/scene/scene.c", '#include "dynamics/core/model.h"', False),
    ("render/scene/scene.c", '#include "dynamics/core/state.h"', False),
    ("render/scene/scene.c", '#include "dynamics/tackle/windlass.h"', False),
    ("render/window/render.h", '#include "dynamics/core/model.h"', False),
    ("render/panel/panel.cpp", '#include "dynamics/core/model.h"', False),
    ("render/scene/scene.c", '#include "rt/world/sim.h"', False),
    ("render/window/null.c", '#include "rt/scenario/scenario.h"', False),
    ("render/scene/scene.c", '#include "hw/device/device.h"', False),
    ("render/text/font_bake.c", "#include <ft2build.h>", True),
    ("rt/app/main.c", "#include <ft2build.h>", False),
    ("render/panel/panel.cpp", "#include <algorithm>", True),
    ("render/panel/panel.cpp", "#include <imgui.h>", True),
    ("render/panel/bar.cpp", "#include <imgui.h>", True),
    ("render/panel/private.h", "#include <imgui.h>", True),
    ("render/panel/panel.h", "#include <imgui.h>", False),
    ("render/scene/scene.c", "#include <imgui.h>", False),
    ("render/scene.cpp", "#include <imgui.h>", False),
    ("dynamics/core/model.c", "#include <epoxy/gl.h>", False),
    ("contact/tree/bvh.c", "#include <cglm/cglm.h>", False),
    ("contact/tree/bvh.c", "#include <assimp/scene.h>", False),
    ("contact/tree/bvh.c", '#include "bvh.h"', False),
    ("contact/tree/bvh.c", '#include "../dynamics/math3.h"', False),
    ("contact/tree/bvh.c", '#include "contact/../dynamics/model.h"', False),
    ("contact/tree/bvh.c", "#include HEADER", False),
    ("contact/tree/bvh.c", '// #include "hw/device/device.h"', True),
]

# A tree each: ({file: text}, part of the one fault expected, or None).
HEAD = SPDX + "\n"
TREES = [
    ({"rt/a.c": HEAD, "tests/rt/test_a.c": HEAD, ".git/x.c": "", "build/ci/x.c": "", "out/x.c": ""}, None),
    ({"rt/a.c": HEAD, "util/a.c": HEAD}, "util/: a folder"),
    ({"rt/a.h": "#pragma once\n"}, "rt/a.h:1: the first line"),
    ({"tests/rt/test_a.c": ""}, "tests/rt/test_a.c:1: the first line"),
    ({"rt/a.c": "\n" + HEAD}, "rt/a.c:1: the first line"),
    ({"rt/a.c": HEAD + "\n" * (LONGEST - 1)}, None),
    ({"rt/a.c": HEAD + "\n" * LONGEST}, "rt/a.c: 501 lines"),
    ({"dynamics/tackle/a.c": HEAD + '#include "hw/map/map.h"\n'}, "dynamics/tackle/a.c:2:"),
    ({"contact/mesh/mesh.h": HEAD + '#include "dynamics/math/math3.h"\n#include <stdint.h>\n'}, None),
    ({"contact/mesh/mesh.h": HEAD + '#include "contact/region/region.h"\n'}, "contact/mesh/mesh.h:2: \"contact/region/region.h\" is out of reach of render/"),
    ({"dynamics/core/force.h": HEAD + '#include "dynamics/core/model.h"\n'}, "dynamics/core/force.h:2: \"dynamics/core/model.h\" is out of reach of contact/"),
    ({"tests/hw/test_a.c": HEAD + '#include "hw/map/map.h"\n#include <cmocka.h>\n'}, None),
]


def self_test_tree(files, expected):
    """What is wrong with the tester on one tree, as a list."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as f:
                f.write(text)
        faults = check_tree(root)[0]
    right = not faults if expected is None else len(faults) == 1 and expected in faults[0]
    return [] if right else [f"{sorted(files)}: expected {expected}, found {faults}"]


def self_test():
    """Everything that is wrong with the tester, as a list."""
    wrong = []
    for path, line, allowed in SNIPPETS:
        faults = check_source(path, f"{SPDX}\n\n{line}\n")[0]
        right = not faults if allowed else len(faults) == 1 and faults[0].startswith(f"{path}:3: ")
        if not right:
            wrong.append(f"{path}: {line}: expected {'no fault' if allowed else 'one'}, found {faults}")
    for files, expected in TREES:
        wrong += self_test_tree(files, expected)
    if check_source("rt/a.c", HEAD + "\n" * LONG) != ([], [f"rt/a.c: {LONG + 1} lines, aim at {LONG}"]):
        wrong.append("a long file is not mentioned")
    return wrong


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        faults, mentions, what = self_test(), [], f"{len(SNIPPETS)} lines and {len(TREES)} trees tried"
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
