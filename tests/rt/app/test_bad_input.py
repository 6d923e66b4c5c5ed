#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad input: a clear message for each fault, with its file and line, exit code 2, and nothing half-written."""
import glob
import os
import re

from harness import BOX, BOX_TRIANGLES, check, main, obj, ply_turned, stl_binary

HULL = "hull: ../models/bow.ply"


def line_of(path, part):
    with open(path) as f:
        return next(k for k, line in enumerate(f, 1) if part in line)


def refused_hull(h, name, content, *says, at_line=None, errors=1):
    mesh = h.write(name, content)
    case = h.scenario((HULL, f"hull: {mesh}"))
    at = f"{mesh}:{at_line}" if at_line else mesh
    h.refused(case, "--anywhere", says=says, at=at, errors=errors)


def refused_edit(h, old, new, *says, part=None, errors=1):
    """An edit of the shipped scenario that must be refused at the line which holds part (by default the new text)."""
    case = h.scenario((old, new))
    h.refused(case, "--anywhere", says=says, at=f"{case}:{line_of(case, part or new)}", errors=errors)


# Meshes

def test_mesh_missing(h):
    refused_edit(h, HULL, "hull: no_such.ply", r"ship\.hull: there is no file 'no_such\.ply'")


def test_mesh_without_triangles(h):
    refused_hull(h, "points.obj", obj(BOX, []), r"no triangles \(8 vertices\)")


def test_mesh_not_finite(h):
    for k, bad in enumerate(("nan", "inf")):
        refused_hull(h, f"{bad}.obj", obj([(0, bad, 0), *BOX[1:]], BOX_TRIANGLES), r"finite", at_line=1)
        vertices = [(0, float(bad), 0), *BOX[1:]]
        refused_hull(h, f"{bad}.stl", stl_binary(vertices, BOX_TRIANGLES), r"finite")


def test_mesh_open(h):
    refused_hull(h, "open.obj", obj(BOX, BOX_TRIANGLES[1:]), r"3 open edges")


def test_mesh_stl_cut_short(h):
    whole = stl_binary(BOX, BOX_TRIANGLES)
    for cut in (84 + 50 * 7 + 13, 84 + 50 * 11, 84, 40, 3, 0):
        refused_hull(h, f"cut{cut}.stl", whole[:cut])
    refused_hull(h, "cut.stl", whole[:-30], r"announces 12 triangles \(684 bytes\), found 654 bytes")


def test_mesh_of_no_known_kind(h):
    refused_hull(h, "hull.step", "ISO-10303-21;\n", r"expected a mesh named \.obj, \.stl or \.ply")


def test_meshes_all_told(h):
    """Two bad meshes: a message for each."""
    a, b = h.write("a.obj", obj(BOX, [])), h.write("b.obj", obj(BOX, BOX_TRIANGLES[1:]))
    case = h.scenario((HULL, f"hull: {a}"), ("shank: ../models/shank.ply", f"shank: {b}"))
    h.refused(case, "--anywhere", says=(r"a\.obj.*no triangles", r"b\.obj.*open edges"), errors=2)


def test_mesh_inside_out_is_repaired(h):
    """Not an error: the program reverses it, reports it, and the run equals that of the good mesh."""
    mesh = h.write("turned.ply", ply_turned(os.path.join(h.models, "bow.ply")))
    good, turned = h.scenario(), h.scenario((HULL, f"hull: {mesh}"), name="turned.yaml")
    for case, name in ((good, "good.csv"), (turned, "turned.csv")):
        r = h.run("sil", case, "--anywhere", "--duration", "0.3", "--csv", os.path.join(h.out, name))
    check("warning" in r.stderr and "turned.ply" in r.stderr and "inside out" in r.stderr, "no warning:", r.stderr)
    a, b = h.csv("good.csv"), h.csv("turned.csv")
    check(len(a["t"]) >= 29 and len(a["t"]) == len(b["t"]), "rows:", len(a["t"]), len(b["t"]))
    worst = max(abs(x - y) for n in ("pin_x", "pin_y", "pin_z") for x, y in zip(a[n], b[n]))
    check(worst < 1e-6, f"the pin moves {worst} m apart")


# Scenario

def test_unknown_key(h):
    refused_edit(h, "capacity: 120", "capasity: 120", r"unknown key.*capasity.*did you mean '(chain\.)?capacity'")
    refused_edit(h, "windlass:", "windlas:", r"unknown.*windlas.*did you mean.*'windlass'", part="windlas:",
                 errors=5)  # plus 4 missing keys


def test_wrong_unit(h):
    refused_edit(h, "bar_diameter: 50 mm", "bar_diameter: 50 kg", r"chain\.bar_diameter: .*kg")


def test_unknown_unit(h):
    refused_edit(h, "bar_diameter: 50 mm", "bar_diameter: 50 furlongs", r"chain\.bar_diameter: .*furlongs")


def test_negative_mass(h):
    refused_edit(h, "head_mass: 4144 kg", "head_mass: -4144 kg", r"anchor\.head_mass: expected 0 \.\. 1000000 kg")


def test_not_finite_number(h):
    refused_edit(h, "head_mass: 4144 kg", "head_mass: .nan", r"anchor\.head_mass: ")


def test_missing_key(h):
    case = h.scenario(("bar_diameter: 50 mm", "joint_friction: 0.2"))
    h.refused(case, "--anywhere", says=(r"chain\.bar_diameter.*(missing|required)",), at=case)


def test_key_twice(h):
    refused_edit(h, "  capacity: 120", "  capacity: 120\n  capacity: 121", r"'capacity' is already in line",
                 part="capacity: 121")


def test_several_errors_at_once(h):
    case = h.scenario(("bar_diameter: 50 mm", "bar_diameter: 50 kg"), ("capacity: 120", "capasity: 120"),
                      ("head_mass: 4144 kg", "head_mass: -1 kg"), ("flukes: outboard", "flukes: sideways"))
    h.refused(case, "--anywhere", errors=4,
              says=[rf"case\.yaml:{line_of(case, part)}:\d+: error: .*{what}" for part, what in (
                  ("50 kg", "bar_diameter"), ("capasity", "capasity"), ("-1 kg", "head_mass"),
                  ("sideways", r"outboard\|hull\|closed"))])


def test_contact_tables(h):
    """Tabulated laws without tables, and tables that are no curves: each message has its own line."""
    def refused(section, *says, at, errors=1):
        case = h.scenario(("operator:", f"contact:\n{section}operator:"))
        h.refused(case, "--anywhere", says=says, at=f"{case}:{line_of(case, at)}", errors=errors)
    points = "{depth: 1 mm, force: 20 kN}, {depth: 3 mm, force: 90 kN}"
    refused("  law: table\n", r"'table' needs the points of contact\.anchor_force", at="law: table")
    refused(f"  law: table\n  anchor_force: [{points}]\n", r"contact\.link_force: one of them has none", at="law: table")
    refused("  method: foundation\n  law: impact\n", r"method 'foundation' has a pressure of its own", at="law: impact")
    refused("  friction: table\n", r"'table' needs the points of contact\.mu", at="friction: table")
    refused("  friction: step\n  v_dynamic: 2 mm/s\n", r"v_dynamic above contact\.v_stick", at="friction: step")
    refused(f"  link_force:\n  - {{depth: 4 mm, force: 1 kN}}\n  - {{depth: 4 mm, force: 2 kN}} # here\n",
            r"link_force\[1\]\.depth: expected more than the 0\.004", at="# here")
    refused(f"  link_force:\n  - {{depth: 4 mm, force: 1 kN}}\n  - {{depth: 5 mm, force: 0 kN}} # here\n",
            r"link_force\[1\]\.force: expected no less than the 1000", at="# here")
    refused("  mu:\n  - {speed: 4 mm/s, mu: 0.2}\n  - {speed: 4 mm, mu: 0.2} # here\n", r"contact\.mu\[1\]\.speed",
            at="# here")
    refused("  mu:\n  - {speed: 4 mm/s} # here\n", r"mu", at="# here")


def test_path_outside(h):
    """A path that leaves the configuration root is refused, and allowed with --anywhere."""
    outside = h.scenario(name="root/scenarios/case.yaml")
    h.refused(outside, says=(r"ship\.hull: .*leaves the configuration root",), errors=5,
              at=f"{outside}:{line_of(outside, 'bow.ply')}")
    h.run("check", outside, "--anywhere")
    # without models/ beside scenarios/, or elsewhere, a scenario's own folder is its root
    h.refused(outside, says=(rf"leaves the configuration root '{os.path.realpath(h.path('root', 'scenarios'))}'",), errors=5)
    os.makedirs(h.path("root", "models"))
    h.refused(outside, says=(rf"leaves the configuration root '{os.path.realpath(h.path('root'))}'",), errors=5)
    # a subfolder of config/scenarios shares its root; other folders' parents are outside
    below = h.scenario(name="root/scenarios/kind/case.yaml")
    h.refused(below, says=(rf"leaves the configuration root '{os.path.realpath(h.path('root'))}'",), errors=5)
    other = h.scenario(name="root/other/kind/case.yaml")
    h.refused(other, says=(rf"leaves the configuration root '{os.path.realpath(h.path('root', 'other', 'kind'))}'",), errors=5)
    # a symbolic link does not circumvent the rule
    os.symlink(os.path.join(h.models, "bow.ply"), h.path("root", "models", "bow.ply"))
    with open(outside) as f:
        text = f.read().replace(os.path.join(h.models, "bow.ply"), "../models/bow.ply")
    linked = h.write("root/scenarios/linked.yaml", text)
    h.refused(linked, says=(r"'\.\./models/bow\.ply' leaves the configuration root",), errors=5)


def test_scenario_that_is_none(h):
    os.mkdir(h.path("folder.yaml"))
    h.refused(h.path("folder.yaml"), says=(r"expected a file, found a folder",), at=h.path("folder.yaml"))
    h.refused(h.path("none.yaml"), says=(r"No such file",), at=h.path("none.yaml"))
    garbage = h.write("garbage.yaml", bytes((k * 167 + k // 7) % 256 for k in range(4096)))
    h.refused(garbage, at=garbage)
    h.refused(h.write("zero.yaml", bytes(1000)), at=h.path("zero.yaml"))
    h.refused(h.write("list.yaml", "- 1\n- 2\n"), at=h.path("list.yaml:1"))


def test_scenario_empty(h):
    """One message for each required key, and no other."""
    for text in ("", "# nothing but a comment\n"):
        empty = h.write("empty.yaml", text)
        r = h.run("sil", empty, code=2)
        lines = r.stderr.splitlines()
        check(lines and all(s.startswith(empty + ": error: ") for s in lines), r.stderr)
        check(any("ship.hull" in s for s in lines) and len(lines) < 30, r.stderr)


def test_no_consistent_geometry(h):
    """Numbers that are valid one by one but give no consistent start."""
    r = h.scenario(("capacity: 120", "capacity: 20"))
    h.refused(r, "--anywhere", says=(r"chain\.capacity is 20 links: the start needs at least \d+",), at=r)
    r = h.scenario(("pipe_axis: [-0.271654, -0.582563, 0.766044]", "pipe_axis: [0.271654, 0.582563, -0.766044]"))
    h.refused(r, "--anywhere", says=(r"ship\.pipe_axis must point inboard and upward",), at=r)


# Mechanism

def mechanism(h, *edits, name="mechanism.yaml"):
    with open(os.path.join(h.source, "tests", "data", name)) as f:
        text = f.read()
    for old, new in edits:
        check(text.count(old) == 1, f"the mechanism has '{old}' {text.count(old)} times")
        text = text.replace(old, new)
    return h.write(name, text)


def refused_four_bar(h, says, *edits):
    """Expects one message that names a part and has the line of that part."""
    case = mechanism(h, *edits, name="four_bar.yaml")
    r = h.refused(case, says=(says,))
    part = re.search(r"(body|joint|coordinate|driver) '(\w+)'", r.stderr)
    check(part, "it names no part:", r.stderr)
    check(r.stderr.startswith(f"{case}:{line_of(case, f'name: {part[2]},')}:"), "not at its line:", r.stderr)


def test_mechanism_unknown_names(h):
    """Unknown names: a message at each place, all in one run."""
    case = mechanism(h, ("bodies: [ground, crank]", "bodies: [ground, crnk]"), ("joint: hook, axis: 1", "joint: hok, axis: 1"))
    h.refused(case, command="check", errors=2, at=f"{case}:{line_of(case, 'crnk')}",
              says=(r"joint 'bearing': there is no body 'crnk'; did you mean 'crank'\?",
                    rf"mechanism\.yaml:{line_of(case, 'hok,')}:\d+: error: friction 'rub': there is no joint 'hok'"))


def test_mechanism_and_ship(h):
    """A scenario describes a ship or a mechanism, not both."""
    case = h.scenario(("anchor: ", "model:\n  points: []\nanchor: "))
    h.refused(case, "--anywhere", errors=5, at=f"{case}:{line_of(case, 'ship:')}",
              says=[rf"case\.yaml:{line_of(case, s + ':')}: error: section '{s}' is a ship's" for s in
                    ("ship", "anchor", "chain", "windlass", "start")])


def test_mechanism_bad_value(h):
    for old, new, says in (("mass: 2 kg,", "mass: 2 m,", r"model\.bodies\[1\]\.mass: expected a mass \[kg\]"),
                           ("points: [O], axis: [0, 0, 1]", "points: [O], axis: [0, 0, 0]",
                            r"revolute joint 'bearing': axis: expected a direction, found the zero vector"),
                           ("kind: universal", "kind: universel", r"did you mean 'universal'\?"),
                           ("of: A, what: x", "of: A, what: energy", r"energy is not available for the point 'A'")):
        case = mechanism(h, (old, new))
        h.refused(case, command="check", says=(says,), at=f"{case}:{line_of(case, new)}")


def test_mechanism_four_bar(h):
    """The mechanism of the cases below is valid, although one of its drivers is redundant."""
    r = h.run("sil", mechanism(h, name="four_bar.yaml"))
    check("1000 frames" in r.stdout or "1.000 s simulated" in r.stdout, r.stdout)


def test_mechanism_that_does_not_close(h):
    """Three bars of 1 m between bearings 5 m apart."""
    refused_four_bar(h, r"cannot be assembled from its initial positions: joint 'knee' stays open by \d",
                     ("A, at: [0.6, 0, 0.8]", "A, at: [1, 0, 0]"), ("B, at: [1.6, 0, 0.8]", "B, at: [2, 0, 0]"),
                     ("C, at: [1.6, 0, 0.8]", "C, at: [4, 0, 0]"), ("D, at: [2, 0, 0]", "D, at: [5, 0, 0]"))


def test_mechanism_axis_of_no_length(h):
    with open(os.path.join(h.source, "tests", "data", "mechanism.yaml")) as f:
        found = re.findall(r"^(.*\{name: (\w+), kind: (\w+), .* axis: \[.*\n)", f.read(), re.M)
    found = [f for f in found if "second_axis" not in f[0]]
    check(len(found) > 3, found)
    for line, joint, kind in found:
        new = line[:line.index("axis: [")] + "axis: [0, 0, 0]}\n"
        case = mechanism(h, (line, new))
        h.refused(case, says=(rf"{kind} joint '{joint}': axis: expected a direction, found the zero vector",),
                  at=f"{case}:{line_of(case, 'name: ' + joint)}")


def test_mechanism_inertia_of_no_masses(h):
    """Inertia that violates the triangle inequality of the principal moments, by moments or by products."""
    old = "inertia: [0.01, 0.08, 0.08]"
    for new in ("inertia: [0.01, 0.08, 0.1]", f"{old}, products: [0, 0.0401, 0]"):
        refused_four_bar(h, r"body 'rod': no mass distribution has its inertia: each moment is at most the sum", (old, new))


def test_mechanism_drivers_that_contradict(h):
    """Two drivers of one coordinate that differ in position, rate or acceleration. Equal drivers are valid, as
    above."""
    old = "twin, coordinate: turn, angular_rate: 0.3 rad/s"
    for new, says in (("angular_rate: 0.3 rad/s, angular_offset: 2 deg", "cannot be assembled.* stays open"),
                      ("angular_rate: 0.4 rad/s", "velocities at the start contradict each other: .* opens"),
                      ("angular_rate: 0.3 rad/s, angular_acceleration: 0.1 rad/s2",
                       "no consistent accelerations at the start: .* is off .*drivers that contradict")):
        who, what = says.split(".*", 1)
        refused_four_bar(h, f"{who}.*driver '(motor|twin)'.*{what}", (old, f"twin, coordinate: turn, {new}"))


def test_mechanism_velocities_that_contradict(h):
    """Given velocities that the joints or other velocities do not allow."""
    crank, rod = "crank, points: [O, A], vectors: [y],", "rod, points: [A, B], vectors: [y],"
    for old, new, says in (
            ("{name: A, ", "{name: A, velocity: [0, 1, 0], ", "contradict each other: body 'crank' opens at"),
            (crank, f"{crank} angular_velocity: [0, 1, 0],", "contradict each other: (coordinate|driver) '.*' opens"),
            (crank, f"{crank} velocity: [0, 0, 1],", r"body 'crank': velocity: expected \[0, 0, 0\], .*, found \[0, 0, 1\]"),
            (rod, f"{rod} angular_velocity: [0, 0, 1],", "contradict each other: body 'rod' opens at"),
            # about y as the linkage turns it, and about z, along which the rod's one moving vector lies
            (rod, f"{rod} angular_velocity: [0, -0.3, 1],", r"'rod': angular_velocity: .*, found \[0, -0\.3, 1\]")):
        refused_four_bar(h, says, (old, new))


def test_mechanism_velocity_of_a_point_prevails(h):
    """A point's velocity overrides that of the bodies it defines, as the schema says."""
    prevails = mechanism(h, ("{name: B, ", "{name: B, velocity: [0.24, 0, 0.12], "),
                         ("rocker, points: [C, D],", "rocker, points: [C, D], velocity: [9, 0, 9],"),
                         ("{name: C, ", "{name: C, velocity: [0.24, 0, 0.12], "), name="four_bar.yaml")
    h.run("sil", prevails)


def test_mechanism_step_out_of_range(h):
    for step in ("21 ms", "1e-8 s", "0", "-1 ms", "1 m"):
        case = mechanism(h, ("step: 1 ms", f"step: {step}"), name="four_bar.yaml")
        h.refused(case, says=(r"solver\.step: expected ",), at=f"{case}:{line_of(case, 'step:')}")


def test_mechanism_without_a_deck(h):
    """Keys and options of a ship are refused for a mechanism."""
    case = mechanism(h, name="four_bar.yaml")
    h.refused(case, "--frames", h.path("out", "frames"), "--view", "deck", says=("--view: expected one of .*'deck'",))


# Script

def refused_script(h, text, *says, at_line=None, name="script.csv", errors=1):
    path = h.write("bad/" + name, text)
    h.refused(h.weigh, "--script", path, says=says, at=f"{path}:{at_line}" if at_line else path, errors=errors)


def test_script_back_in_time(h):
    refused_script(h, "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n2,0,1,1\n1.5,0,1,1\n3,0,1,1\n",
                   r"expected a time after 2 s, found 1\.5 s", at_line=4)


def test_script_unknown_column(h):
    refused_script(h, "t [s],lever [1],brake [1],clutch [1],estopp [1]\n0,0,1,1,0\n",
                   r"unknown column 'estopp'; did you mean 'estop'\?", at_line=1)
    refused_script(h, "t [s],levr [1],brake [1],clutch [1]\n0,0,1,1\n",
                   r"unknown column 'levr'; did you mean 'lever'\?", r"column 'lever' is missing", at_line=1, errors=2)


def test_script_missing_column(h):
    refused_script(h, "t [s],lever [1],brake [1]\n0,0,1\n", r"column 'clutch' is missing", at_line=1)


def test_script_out_of_range(h):
    refused_script(h, "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n1,1.5,0,1\n",
                   r"lever: expected -1 \.\. 1", at_line=3)
    refused_script(h, "t [s],lever [1],brake [1],clutch [1]\n0,0,1,1\n1,nan,0,1\n", r"lever: ", at_line=3)
    refused_script(h, "t [kg],lever [1],brake [1],clutch [1]\n0,0,1,1\n", r"column 't'.*kg", at_line=1)


def test_script_that_is_none(h):
    h.refused(h.weigh, "--script", h.path("none.csv"), says=(r"No such file",), at=h.path("none.csv"))
    refused_script(h, "", r"has no rows")
    refused_script(h, "t,lever,brake,clutch\n", r"has no rows")
    refused_script(h, b"t,lever\0,brake,clutch\n", r"zero byte")
    refused_script(h, "0,0,1,1\n", r"ends in \.csv, \.yaml, \.yml or \.rec", name="script.txt")


# Command line

def test_unknown_command(h):
    for args in (["sail"], [], ["--sil"]):
        r = h.run(*args, code=2)
        check("usage: hawse COMMAND" in r.stderr and not r.stdout, r.stderr, r.stdout)
        check(not args or f"unknown command '{args[0]}'" in r.stderr, r.stderr)


def test_unknown_option(h):
    for command in ("run", "sil", "replay", "check", "devices", "latency"):
        r = h.run(command, "--bogus", code=2)
        check("unknown option '--bogus'" in r.stderr and not r.stdout, command, r.stderr, r.stdout)


def test_bad_option_values(h):
    for args, says in ((["--duration", "abc"], r"--duration: expected a number.*'abc'"),
                       (["--duration", "2x"], r"--duration: expected a number.*'2x'"),
                       (["--duration", "nan"], r"--duration: expected a number.*'nan'"),
                       (["--duration", "0"], r"--duration: expected more than 0"),
                       (["--duration", "-3"], r"--duration: expected more than 0"),
                       (["--duration", "1e300"], r"--duration: .*at most 1e\+06 s"),
                       (["--clock", "sun"], r"--clock: expected manual or wall, found 'sun'"),
                       (["--duration"], r"--duration: expected S"),
                       (["another.yaml"], r"unexpected argument 'another\.yaml'")):
        h.refused(h.weigh, *args, says=(says,))
    for args in (["run", h.weigh, "--duration", "0"], ["latency", "--duration", "-1"]):
        r = h.run(*args, code=2)
        check("--duration: expected more than 0" in r.stderr, r.stderr)
    h.refused(h.weigh, "--device", "organ", "--headless", "--duration", "1", command="run",
              says=(r"--device: expected auto, keyboard, joystick, .*, found 'organ'",))


def test_outputs_that_cannot_be_written(h):
    """The error comes before the run, not after it."""
    a_file = h.write("file", "kept")
    for command, options in (("sil", ("--report", "--csv", "--contacts", "--record", "--frames")),
                             ("run", ("--report", "--record"))):
        for option in options:
            nowhere = h.path("nowhere", "x")
            r = h.run(command, h.weigh, option, nowhere, code=2)
            check(r.stderr.startswith(f"{nowhere}: error: {option}: cannot write in the folder") and
                  len(r.stderr.splitlines()) == 1 and not r.stdout, r.stderr, r.stdout)
            check(not os.path.exists(h.path("nowhere")), "the folder was made")
            wrong = a_file if option == "--frames" else h.out
            r = h.run(command, h.weigh, option, wrong, code=2)
            check(f"{option}: expected a " in r.stderr and not r.stdout, r.stderr)
    with open(a_file) as f:
        check(f.read() == "kept", "the file was touched")


def test_outputs_to_a_device(h):
    """A device is written in place, not replaced by a file."""
    null = os.path.join(h.folder, "null")
    try:
        os.mknod(null, 0o666 | 0o020000, os.makedev(1, 3))
    except PermissionError:
        null = "/dev/null"  # only root could replace it
    r = h.run("sil", h.weigh, "--duration", "0.02", "--csv", null, "--report", null, "--record", null)
    check("20 frames" in r.stdout, "it did not run:", r.stdout)
    check(not os.path.isfile(null) and not glob.glob(null + ".*part"), "the device was replaced")


if __name__ == "__main__":
    main(globals())
