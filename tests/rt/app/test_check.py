#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hawse check and the help: reports on files, no crash on any file, complete lists of keys and options."""
import json
import os
import re
import shutil

from harness import BOX, BOX_TRIANGLES, Skip, check, main, obj, stl_binary

COMMANDS = ("run", "sil", "study", "replay", "check", "devices", "latency")


def test_scenario(h):
    r = h.run("check", h.weigh)
    for part in ("bow.ply", "shank.ply", "head.ply", "weigh.csv: 10 rows, 130.0 s", "link 0.200 m", "closed"):
        check(part in r.stdout, f"nothing of {part} in:\n{r.stdout}")
    check(r.stderr == "", r.stderr)


def test_chain_page(h):
    """Length, mass, links by kind, loads and joining shackles of a chain given as a list; 62 mm of grade 3 agrees with
    the class tables."""
    parts = """  parts:
    - {part: anchor_shackle}
    - {part: swivel}
    - {part: enlarged}
    - {part: common, count: 36}
    - {part: kenter}
    - {part: common, length: 27.5 m, count: 3, joined: kenter}
"""
    r = h.run("check", "--anywhere", h.scenario(("  bar_diameter: 50 mm\n", "  bar_diameter: 62 mm\n" + parts)))
    d, bodies = 0.062, 1 + 2 + 1 + 36 + 1 + 3 * 111 + 2  # 111 links make 27.5 m of 62 mm
    length = (5.7 + 7.3 + 4.4 + 4 * (36 + 1 + 3 * 111 + 2)) * d
    found = re.search(r"(\d+) parts: (\S+) m, (\S+) kg; at most 120 of (\d+) links", r.stdout)
    check(found and int(found[1]) == bodies - 1 and int(found[4]) == bodies, r.stdout)
    check(abs(float(found[2]) - length) < 0.006, found[2], length)
    check(abs(float(found[3]) / (length * 84.2) - 1) < 0.02, found[3], "kg against", length * 84.2)
    for n in ("common +369 ", "kenter +3 ", "swivel +1 ", "anchor_shackle +1 ", "enlarged +1 "):
        check(re.search(rf"^  {n}", r.stdout, re.M), f"nothing of {n} in:\n{r.stdout}")
    for n, link in ((1, 41), (2, 153), (3, 265)):
        check(f"joining shackle {n} (kenter): link {link}, " in r.stdout, r.stdout)
        check(f"marks on links {link - n} and {link + n}\n" in r.stdout, r.stdout)
    for text in ("proof load 2060 kN, breaking load 2943 kN", "182.6 kN for 30 min", "273.9 kN for 2 min", "brake 1324 kN"):
        check(text in r.stdout, f"nothing of {text} in:\n{r.stdout}")
    r = h.run("check", "--anywhere", h.scenario(("  bar_diameter: 50 mm\n", "  bar_diameter: 50 mm\n  grade: 2\n")))
    check("grade 2: proof load 981 kN, breaking load 1373 kN" in r.stdout, r.stdout)
    check("a swivel in the anchor's shackle" in r.stdout, r.stdout)


def test_box(h):
    """Volume, mass and inertia of a unit box about its centre (m/6 about each axis)."""
    for name, content in (("box.obj", obj(BOX, BOX_TRIANGLES)), ("box.stl", stl_binary(BOX, BOX_TRIANGLES))):
        r = h.run("check", h.write(name, content))
        check("volume 1 m³" in r.stdout and "mass 7850 kg, centre [0.5000 0.5000 0.5000]" in r.stdout, r.stdout)
        found = re.search(r"inertia about it \[(\S+) (\S+) (\S+);", r.stdout)
        check(all(abs(float(v) - 7850 / 6) < 0.06 for v in found.groups()), r.stdout)
    r = h.run("check", h.path("box.obj"), "--scale", "0.001")
    check("volume 1e-09 m³" in r.stdout, r.stdout)
    h.run("check", h.path("box.obj"), "--scale", "0", code=2)


def test_good_and_bad_together(h):
    """Checks every file, also after a bad one."""
    box, bad = h.write("box.obj", obj(BOX, BOX_TRIANGLES)), h.write("bad.obj", obj(BOX, []))
    r = h.run("check", bad, box, h.path("none.stl"), code=2)
    check("volume 1 m³" in r.stdout and "no triangles" in r.stderr and "none.stl" in r.stderr, r.stdout, r.stderr)


def test_shared_meshes(h):
    """Meshes from elsewhere: read or refused with a reason, never a crash."""
    meshes = [os.path.join(at, n) for at, _, names in os.walk(h.data) for n in names
              if n.lower().endswith((".obj", ".stl", ".ply"))]
    if not meshes:
        raise Skip(f"{h.data} is not here")
    good = 0
    for m in sorted(meshes):
        if h.sanitized and os.path.getsize(m) > 500000:
            continue
        try:
            r = h.run("check", m, timeout=60)
            good += 1
            check(os.path.basename(m) + ": " in r.stdout and "vertices" in r.stdout, m, r.stdout)
        except AssertionError as fault:
            check("exit code 2," in str(fault) and f"{m}" in str(fault) and "error: " in str(fault), fault)
    print(f"{good} of {len(meshes)} meshes read")
    check(good > len(meshes) // 2, "too few were read:", good, "of", len(meshes))


def test_mesh_diagnosis(h):
    """A box through a box, one face missing: the report has parts, open edges, self-intersections and a place."""
    second = [(x + 0.5, y + 0.25, z + 0.25) for x, y, z in BOX]
    triangles = BOX_TRIANGLES + [tuple(v + len(BOX) for v in t) for t in BOX_TRIANGLES[1:]]
    r = h.run("check", h.write("two.obj", obj(BOX + second, triangles)))
    for part in ("repaired: nothing", "23 triangles in 2 connected parts; not closed (3 open and 0 non-manifold edges)"):
        check(part in r.stdout, f"nothing of '{part}' in:\n{r.stdout}")
    check(re.search(r"self intersections: \d+ pairs of triangles, one at \[\S+ \S+ \S+\] m", r.stdout), r.stdout)
    check("warning: the surface intersects itself: " in r.stderr and "3 open edges" in r.stderr, r.stderr)
    r = h.run("check", h.write("one.obj", obj(BOX, BOX_TRIANGLES)))
    check("self intersections: none\n" in r.stdout and r.stderr == "", r.stdout, r.stderr)


ON = {"HAWSE_MESH_CACHE": "on"}


def test_cache(h):
    """The prepared mesh is cached beside the mesh, reused, rebuilt when invalid, and not rewritten otherwise."""
    mesh = h.write("hull/box.obj", obj(BOX, BOX_TRIANGLES))
    cache = mesh + ".hwcache"
    check("cache: off" in h.run("check", mesh).stdout and not os.path.exists(cache), "written though off")
    first = h.run("check", mesh, env=ON).stdout
    check(f"cache: {cache}, written\n" in first, first)
    again = h.run("check", mesh, env=ON).stdout
    check(again == first.replace(", written\n", ", read\n"), again)
    with open(cache, "r+b") as f:
        f.seek(-9, os.SEEK_END)
        byte = f.read(1)
        f.seek(-9, os.SEEK_END)
        f.write(bytes([byte[0] ^ 1]))
    check("rewritten: it was damaged" in h.run("check", mesh, env=ON).stdout, "damage was not seen")
    check("another file, other options" in h.run("check", mesh, "--scale", "2", env=ON).stdout, "scale was not seen")
    check(sorted(os.listdir(os.path.dirname(mesh))) == ["box.obj", "box.obj.hwcache"], os.listdir(os.path.dirname(mesh)))


def test_cache_in_a_run(h):
    """The same state with the cache off, written and read. A line reports a cache that cannot be written."""
    models = h.path("models")
    shutil.copytree(h.models, models, ignore=shutil.ignore_patterns("*.hwcache*"))
    with open(h.scenario()) as f:
        scenario = h.write("cached.yaml", f.read().replace(h.models, models))
    hashes = []
    for i, env in enumerate(({}, ON, ON)):
        r = h.run("sil", scenario, "--anywhere", "--duration", "0.05", "--report", h.path(f"{i}.json"), env=env)
        with open(h.path(f"{i}.json")) as f:
            hashes.append(json.load(f)["state_hash"])
        caches = sorted(n for n in os.listdir(models) if "hwcache" in n)
        check(caches == (["bow.ply.hwcache", "head.ply.hwcache", "shank.ply.hwcache"] if i else []), i, caches)
        check("warning" not in r.stderr, r.stderr)
    check(len(set(hashes)) == 1, hashes)
    for name in caches:
        os.remove(os.path.join(models, name))
        os.mkdir(os.path.join(models, name))
    r = h.run("sil", scenario, "--anywhere", "--duration", "0.05", env=ON)
    check(r.stderr.count("cannot write the prepared mesh to ") == 1 and "bow.ply.hwcache: Is a directory" in r.stderr, r.stderr)


def keys_used(path):
    """Keys of a two-level YAML file, as section.key."""
    section, keys = "", set()
    with open(path) as f:
        for line in f:
            m = re.match(r"( *)([a-z_]+):", line)
            if m and not m[1]:
                section = m[2]
            elif m:
                keys.add(f"{section}.{m[2]}")
    return keys


def keys_of(h, *source):
    """The tables of keys in a source file: {name of the table: text of its rows}."""
    with open(os.path.join(h.source, *source)) as f:
        return dict(re.findall(r"^(?:static )?const rt_key (?:scenario_)?(\w+)_key\[\] = \{\n(.*?)\n\};", f.read(), re.M | re.S))


# A row of a table: its key, and its help where that is no macro.
ROW = re.compile(r'^    \{"([a-z_.]+)"(?:(?!\n    \{).)*?(?:"([^"]+)"|[A-Z_]+)\},$', re.M | re.S)


def test_schema(h):
    """--schema prints every key of the sources' tables with its meaning, and every key of the shipped scenario."""
    keys, maps = h.run("check", "--schema").stdout.split("\ndevice maps (operator.map):\n")
    check(re.search(r"^  lever\.channel +\S", maps, re.M), "no device map:", maps[:200])
    tables = {**keys_of(h, "rt", "scenario", "scenario.c"), **keys_of(h, "rt", "scenario", "ship_keys.c")}
    check(set(tables) == {"common", "ship"}, "tables:", set(tables))
    parts = keys_of(h, "rt", "model", "keys.c")
    model = parts.pop("model")
    lists = {kind: path for path, kind in re.findall(r'^    \{"([a-z.]+)".*&scenario_(\w+)_list', model, re.M)}
    inner = {kind: f"{lists[part]}[].{key}" for part, t in parts.items() if part in lists
             for key, kind in re.findall(r'^    \{"([a-z_]+)", RT_KEY_LIST.*&(\w+)_list', t, re.M)}
    check(len(lists) == 11 and len(inner) == 4, "lists:", lists, inner)
    lists.update(inner)
    check(set(lists) == set(parts), "lists:", lists, set(parts))
    ship = {**keys_of(h, "rt", "scenario", "contact.c"), **keys_of(h, "rt", "scenario", "chain.c"),
            **keys_of(h, "rt", "scenario", "parts.c"), **keys_of(h, "rt", "scenario", "rules.c"),
            **keys_of(h, "rt", "scenario", "structure.c"), **keys_of(h, "rt", "scenario", "ground.c")}
    tables_of = re.findall(r'^    \{"([a-z._]+)", RT_KEY_LIST.*&scenario_(\w+)_list', tables["ship"], re.M)
    check(set(ship) == {kind for _, kind in tables_of} and len(tables_of) == 8, "lists of a ship:", tables_of)
    rows = [r for t in (tables["common"], tables["ship"], model) for r in ROW.findall(t)]
    rows += [(f"{lists[kind]}[].{key}", text) for kind, t in parts.items() for key, text in ROW.findall(t)]
    rows += [(f"{path}[].{key}", text) for path, kind in tables_of for key, text in ROW.findall(ship[kind])]
    check(len(rows) > 140, "keys:", len(rows))
    for key, text in rows:
        check(re.search(rf"^  {re.escape(key)} +\S", keys, re.M) and text in keys, "not in the schema:", key)
    listed = re.findall(r"^  ([a-z]+[a-z_.\[\]]*) +\S", keys, re.M)
    check(sorted(listed) == sorted(k for k, _ in rows), "only on one side:", set(listed) ^ {k for k, _ in rows})
    check(keys_used(h.weigh) <= set(listed) and len(keys_used(h.weigh)) > 20, "unlisted:",
          keys_used(h.weigh) - set(listed))


def test_mechanism(h):
    r = h.run("check", os.path.join(h.source, "tests", "data", "mechanism.yaml"))
    check(re.search(r"mechanism of \d+ points", r.stdout) and r.stderr == "", r.stdout, r.stderr)


def test_help(h):
    r = h.run("--help")
    check(all(re.search(rf"^  {c} +\S", r.stdout, re.M) for c in COMMANDS) and "exit codes" in r.stdout, r.stdout)
    check(h.run("-h").stdout == r.stdout, "-h says something else")
    check(re.match(r"hawse \d+\.\d+\.\d+$", h.run("--version").stdout.strip()), "version")


def test_help_of_commands(h):
    """Each command's help exits with 0 and lists every option of its source."""
    for c in COMMANDS:
        with open(os.path.join(h.source, "rt", "desk" if c == "run" else "app", f"{c}.c")) as f:
            options = set(re.findall(r'\{"(--[a-z-]+)", ', f.read()))
        for args in ([c, "--help"], [c, "-h"]):
            r = h.run(*args)
            check(r.stdout.startswith(f"usage: hawse {c}") and r.stderr == "", r.stdout, r.stderr)
            missing = [o for o in options if not re.search(rf"^  {o}\b.* \S", r.stdout, re.M)]
            check(not missing, f"hawse {c} --help says nothing of", missing)
        check(c == "devices" or options, "no option found in the source of", c)


def listed_keys(text):
    """The keys that a help text lists, as the window knows them: at the end, a name, spaces, what it does."""
    for line in text.split("\nwindow: ")[-1].splitlines():
        m = re.match(r"(?:  )?(\S+(?: \d| or \S+)?) {1,}\S", line)
        if m and not line.startswith("   "):
            yield from m[1].split(" or ")


def test_no_key_does_two_things(h):
    """Desk, keyboard and display switches have one table each; the window asks one after the other."""
    text = h.run("run", "--help").stdout
    seen = list(listed_keys(text))
    check(len(seen) > 60 and {"KP 8", "End", "/", "W", "Up", ",", "F1", "1..9"} <= set(seen), "keys not found:", seen)
    twice = {k for k in seen if seen.count(k) > 1} - {"Shift", "Esc"}
    check(not twice, "keys with two meanings:", twice)
    check(not any(k in "123456789" for k in seen), "a camera's key has another meaning:", seen)


def test_devices(h):
    r = h.run("devices")
    check("keyboard" in r.stdout and "emergency stop" in r.stdout, r.stdout)


def test_latency(h):
    r = h.run("latency", "--duration", "0.3")
    check(" of 300 deadlines missed" in r.stdout and "wake-up" in r.stdout, r.stdout)


if __name__ == "__main__":
    main(globals())
