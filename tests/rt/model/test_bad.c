// SPDX-License-Identifier: MIT
// Tests the messages for faults of a mechanism in a scenario file.
#include "tests/rt/model.h"

// Edits of the base, each with its whole message; "..." stands for the rest of a line, the help of a key.
static const struct {
    const char *old, *new, *message;
} bad[] = {
    // names
    {"name: hook", "name: pin", "m.yaml:14:14: error: the name 'pin' is already used by the joint in line 13\n"},
    {"name: box", "name: z",
     "m.yaml:11:14: error: the name 'z' is already used by the vector in line 8\n"
     "m.yaml:14:51: error: universal joint 'hook': there is no body 'box'\n"},
    {"name: motor", "name: ground", "m.yaml:19:14: error: the name 'ground' is reserved for what is fixed\n"},
    {"on: rod", "on: rood", "m.yaml:5:21: error: point 'C': there is no body 'rood'; did you mean 'rod'?\n"},
    {"on: rod", "on: z", "m.yaml:5:21: error: point 'C': expected a body, 'z' is the vector of line 8\n"},
    {"on: rod", "on: ground", "m.yaml:5:21: error: point 'C': expected a body, found ground\n"},
    {"points: [A, B]", "points: [A, X]", "m.yaml:10:31: error: body 'rod': there is no point 'X'\n"},
    {"joint: pin}", "joint: pim}",
     "m.yaml:16:37: error: coordinate 's': there is no joint 'pim'; did you mean 'pin'?\n"},
    {"of: B,", "of: Bee,", "m.yaml:24:20: error: column 'Bx': there is no part 'Bee'\n"},
    {"of: B,", "of: z,",
     "m.yaml:24:20: error: column 'Bx': expected a part with such a value, 'z' is the vector of line 8\n"},
    // points
    {"on: rod, at", "on: rod, fixed: true, at",
     "m.yaml:5:7: error: point 'C': key 'fixed' does not fit a further point "
     "of a body\n"},
    {"on: rod, at", "on: rod, mass: 1, at",
     "m.yaml:5:7: error: point 'C': key 'mass' does not fit a further point of a "
     "body\n"},
    {"fixed: true}", "fixed: true, velocity: [0, 0, 0]}",
     "m.yaml:3:7: error: point 'A': key 'velocity' does not fit a fixed point\n"},
    {", mass: 2 kg", "",
     "m.yaml:6:7: error: point 'D': it belongs to no body: expected a body that names it, mass, fixed or "
     "on\n"},
    {"mass: 2 kg", "mass: 0 kg",
     "m.yaml:6:38: error: model.points[3].mass: expected 1e-12 .. 1e+12 kg, found '0 kg'\n"},
    // bodies
    {"points: [A, B]", "points: [A, A]",
     "m.yaml:10:7: error: body 'rod': its points 'A' and 'A' are at the same place\n"},
    {"at: [0, 3, 0]", "at: [0, 0, 0]",
     "m.yaml:10:7: error: body 'rod': its points 'A' and 'B' are at the same place\n"},
    {"points: [B], mass", "points: [C], mass",
     "m.yaml:11:7: error: body 'box': its point 'C' is already on the body 'rod': expected another point\n"},
    {"along: [0, 0, 2]", "along: [0, 0, 0]",
     "m.yaml:8:7: error: vector 'z': along: expected a direction, found the zero vector\n"
     "m.yaml:10:7: error: body 'rod': its points and vectors are parallel: expected directions that span space\n"},
    {"along: [0, 0, 2]", "along: [0, 2, 0.01]",
     "m.yaml:10:7: error: body 'rod': its points and vectors are parallel: expected directions that span space\n"},
    {"vectors: [z], mass", "mass",
     "m.yaml:10:7: error: body 'rod': y of its frame is along x: expected y_axis in another direction\n"
     "m.yaml:8:7: error: vector 'z': it belongs to no body: expected a body that names it\n"},
    {"vectors: [z], mass", "vectors: [z, z], mass",
     "m.yaml:10:7: error: body 'rod': its points and vectors are in one plane: expected directions that span space\n"},
    {"vectors: [z], mass", "vectors: [z], x_axis: [1, 0, 0], mass",
     "m.yaml:10:7: error: body 'rod': key 'x_axis' is for a body of one point: with two, x goes from the first to the "
     "second\n"},
    {"points: [B], mass", "points: [B], y_axis: [3, 0, 0], mass",
     "m.yaml:11:7: error: body 'box': y of its frame is along x: expected y_axis in another direction\n"},
    {"points: [B], mass", "points: [B], y_axis: [0, 0, 0], mass",
     "m.yaml:11:7: error: body 'box': y_axis: expected a direction, found the zero vector\n"},
    {"mass: 1, centre: [1", "mass: 0, centre: [1",
     "m.yaml:10:55: error: model.bodies[0].mass: expected 1e-12 .. 1e+12 "
     "kg, found '0'\n"},
    {"inertia: [1, 1, 1]", "inertia: [1, 1, -1]",
     "m.yaml:11:76: error: model.bodies[1].inertia: expected 0 .. 1e+12 kg m2, found '-1'\n"},
    {"inertia: [1, 1, 1]", "inertia: [1, 1, 2.1]",
     "m.yaml:11:7: error: body 'box': no mass distribution has its inertia: each moment is at most the sum of the "
     "other two, and "
     "the products are bounded by them; found [1, 1, 2.1], products [0, 0, 0]\n"},
    {"inertia: [1, 1, 1]", "inertia: [1, 1, 1], products: [0, 0.51, 0]",
     "m.yaml:11:7: error: body 'box': no mass distribution has its inertia: each moment is at most the sum of the "
     "other two, and "
     "the products are bounded by them; found [1, 1, 1], products [0, 0.51, 0]\n"},
    {"inertia: [1, 1, 1]", "inertia: [1, 1, 1], products: [0.3, 0.3, 0.3]",
     "m.yaml:11:7: error: body 'box': no mass distribution has its inertia: each moment is at most the sum of the "
     "other two, and "
     "the products are bounded by them; found [1, 1, 1], products [0.3, 0.3, 0.3]\n"},
    // joints
    {"points: [A], axis: [0, 0, 1]", "points: [A], axis: [0, 0, 0]",
     "m.yaml:13:7: error: revolute joint 'pin': axis: expected a direction, found the zero vector\n"},
    {"points: [A], axis: [0, 0, 1]", "points: [A]",
     "m.yaml:13:7: error: revolute joint 'pin': key 'axis' is missing: ...\n"},
    {"points: [A], axis: [0, 0, 1]", "points: [A], axis: [0, 0, 1], second_axis: [1, 0, 0]",
     "m.yaml:13:7: error: revolute joint 'pin': key 'second_axis' does not fit a revolute joint\n"},
    {"bodies: [rod, ground]", "bodies: [rod]",
     "m.yaml:13:7: error: revolute joint 'pin': bodies: expected 2, found 1\n"},
    {"bodies: [rod, ground]", "bodies: [rod, rod]",
     "m.yaml:13:7: error: revolute joint 'pin': both of its bodies are "
     "'rod'\n"},
    {"bodies: [rod, ground]", "bodies: [ground, ground]",
     "m.yaml:13:7: error: revolute joint 'pin': both of its bodies are 'ground'\n"},
    {"bodies: [rod, ground], points: [A]", "bodies: [rod, ground], points: [D]",
     "m.yaml:13:7: error: revolute joint 'pin': its point 'D' is on neither body\n"},
    {"bodies: [rod, ground], points: [A]", "bodies: [rod, ground], points: [D, A]",
     "m.yaml:13:7: error: revolute joint 'pin': its point 'D' is not on the body 'rod': expected one of the body's "
     "points\n"},
    {"bodies: [rod, ground], points: [A]", "bodies: [rod, ground], points: [C, B]",
     "m.yaml:13:7: error: revolute joint 'pin': its point 'B' is not fixed: expected a fixed point, on ground\n"},
    {"bodies: [rod, ground], points: [A]", "bodies: [rod, ground], points: [A, A]",
     "m.yaml:13:7: error: revolute joint 'pin': its two points are the same: expected one name, or two points\n"},
    {"second_axis: [0, 1, 0]", "second_axis: [1, 1, 0]",
     "m.yaml:14:7: error: universal joint 'hook': its axes are not perpendicular: their cosine is 0.707\n"},
    {"kind: universal", "kind: univrsal",
     "m.yaml:14:26: error: model.joints[1].kind: expected one of " DYN_JOINT_WORDS
     ", found 'univrsal'; did you mean 'universal'?\n"},
    {"kind: universal, bodies: [rod, box], points: [B], axis: [1, 0, 0], second_axis: [0, 1, 0]",
     "kind: inline, bodies: [rod], points: [A, C], axis: [1, 0, 0]",
     "m.yaml:14:7: error: inline joint 'hook': its second point does not move against the first\n"},
    {"kind: universal, bodies: [rod, box], points: [B], axis: [1, 0, 0], second_axis: [0, 1, 0]",
     "kind: inline, bodies: [rod, box], points: [B, D], axis: [1, 0, 0]",
     "m.yaml:14:7: error: inline joint 'hook': bodies: expected 1, found 2\n"},
    {"kind: universal, bodies: [rod, box], points: [B], axis: [1, 0, 0], second_axis: [0, 1, 0]",
     "kind: distance, points: [B]", "m.yaml:14:7: error: distance joint 'hook': points: expected 2, found 1\n"},
    // coordinates and drivers
    {"angle, joint: pin", "angle, points: [A, D]",
     "m.yaml:16:7: error: coordinate 's': key 'joint' is missing: ...\n"
     "m.yaml:16:7: error: coordinate 's': key 'points' does not fit a coordinate of kind angle\n"},
    {"angle, joint: pin", "angle, joint: pin, axis: 2",
     "m.yaml:16:7: error: coordinate 's': key 'axis' is for a universal joint\n"},
    {"distance, points: [C, D]", "distance, points: [D, D]",
     "m.yaml:17:7: error: coordinate 'd': its two points are the same\n"},
    {"coordinate: s, angular_rate: 1", "coordinate: s, rate: 1",
     "m.yaml:19:7: error: driver 'motor': key 'rate' does not fit a driver of an angle\n"},
    {"coordinate: s, angular_rate: 1", "coordinate: s, angular_rate: 1 m/s",
     "m.yaml:19:50: error: model.drivers[0].angular_rate: expected an angular velocity [rad/s] such as '12 rpm', found "
     "'1 m/s', a velocity\n"},
    {"coordinate: s, angular_rate: 1", "coordinate: s, point: D, along: [1, 0, 0]",
     "m.yaml:19:7: error: driver 'motor': key 'along' does not fit a driver of an angle\n"
     "m.yaml:19:7: error: driver 'motor': expected exactly one of the keys coordinate point, found more\n"},
    {"coordinate: s, angular_rate: 1", "rate: 1",
     "m.yaml:19:7: error: driver 'motor': expected exactly one of the keys coordinate point, found none\n"},
    {"coordinate: s, angular_rate: 1", "point: D, rate: 1",
     "m.yaml:19:7: error: driver 'motor': key 'along' is missing: direction of the point's motion, in the world\n"},
    {"coordinate: s, angular_rate: 1", "point: A, along: [1, 0, 0], rate: 1",
     "m.yaml:19:7: error: driver 'motor': the point 'A' is fixed\n"},
    {"coordinate: s, angular_rate: 1", "coordinate: s, angular_amplitude: 1",
     "m.yaml:19:7: error: driver 'motor': key 'frequency' is missing: its amplitude needs one\n"},
    // gears, racks, travels
    {", axis: [0, 0, 1]}\n", ", axis: [0, 0, 1]}\n    - {name: mesh, kind: gear, coordinates: [s, d], ratio: 2}\n",
     "m.yaml:14:7: error: gear joint 'mesh': its coordinates are an angle and a length: expected two of a kind, or the "
     "kind rack\n"},
    {", axis: [0, 0, 1]}\n", ", axis: [0, 0, 1]}\n    - {name: mesh, kind: rack, coordinates: [d, s], radius: 2}\n",
     "m.yaml:14:7: error: rack joint 'mesh': expected an angle first, then a travel or a distance\n"},
    {", axis: [0, 0, 1]}\n", ", axis: [0, 0, 1]}\n    - {name: mesh, kind: gear, coordinates: [s, s], ratio: 2}\n",
     "m.yaml:14:7: error: gear joint 'mesh': its two coordinates are the same\n"},
    {", axis: [0, 0, 1]}\n", ", axis: [0, 0, 1]}\n    - {name: mesh, kind: rack, coordinates: [s, d], radius: 0}\n",
     "m.yaml:14:7: error: rack joint 'mesh': its radius is zero\n"},
    {", axis: [0, 0, 1]}\n", ", axis: [0, 0, 1]}\n    - {name: mesh, kind: gear, coordinates: [s, pin], ratio: 2}\n",
     "m.yaml:14:49: error: gear joint 'mesh': expected a coordinate, 'pin' is the joint of line 13\n"},
    {", axis: [0, 0, 1]}\n",
     ", axis: [0, 0, 1]}\n    - {name: mesh, kind: gear, coordinates: [s, d], ratio: 2, points: [A]}\n",
     "m.yaml:14:7: error: gear joint 'mesh': key 'points' does not fit a gear joint\n"},
    {"kind: distance, points: [C, D]", "kind: travel, joint: pin",
     "m.yaml:17:7: error: coordinate 'd': the joint 'pin' is revolute: expected one of cylindrical|prismatic\n"},
    // orientations, frames, repeats
    {"points: [B], mass", "points: [B], angles: [0, 0, 1], x_axis: [1, 0, 0], mass",
     "m.yaml:11:7: error: body 'box': its orientation is given twice: expected one of angles, quaternion, or x_axis "
     "y_axis\n"},
    {"vectors: [z], mass", "vectors: [z], angles: [0, 0, 1], mass",
     "m.yaml:10:7: error: body 'rod': its frame has x from its first point to its second: expected y_axis alone, found "
     "an orientation\n"},
    {"name: D, at", "name: D, frame: body, at",
     "m.yaml:6:7: error: point 'D': frame: body: expected the key 'on' with its body\n"},
    {"name: D, at", "name: D, offset: [1, 0, 0], at",
     "m.yaml:6:7: error: point 'D': key 'offset' needs the key 'repeat'\n"},
    {"name: D, at", "name: D+1, at",
     "m.yaml:6:14: error: the name 'D+1' has a '+', which is for references to a repeated entry\n"
     "m.yaml:17:45: error: coordinate 'd': there is no point 'D'\n"
     "m.yaml:21:43: error: spring 'f': there is no point 'D'\n"},
    // forces
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: spring, points: [C, D, B], stiffness: 5, rest: 1",
     "m.yaml:21:7: error: spring 'f': points: expected 2, found 3\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: rope, points: [C, D, D], stiffness: 5",
     "m.yaml:21:7: error: rope 'f': its point 'D' is there twice in a row\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: rope, points: [C, D], stiffness: 0",
     "m.yaml:21:7: error: rope 'f': its stiffness is zero: expected more than 0\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: drag, point: C, area: 1, drag_coefficient: 0",
     "m.yaml:21:7: error: drag 'f': its area, drag_coefficient or density is zero\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1",
     "kind: force, point: C, force: [1, 0, 0], table: [{t: 0, factor: 1}, {t: 0, factor: 2}]",
     "m.yaml:21:7: error: force 'f': its table's times must ascend: point 1 at 0 s is not after 0 s\n"},
    {", stiffness: 5, rest: 1", ", stiffness: 5",
     "m.yaml:21:7: error: spring 'f': key 'rest' is missing: length without "
     "force\n"},
    {", stiffness: 5, rest: 1", "",
     "m.yaml:21:7: error: spring 'f': expected a stiffness or a damping above zero, found "
     "none\n"},
    {"points: [C, D], stiffness", "points: [D, D], stiffness",
     "m.yaml:21:7: error: spring 'f': its two points are the "
     "same\n"},
    {", rest: 1", ", rest: 1, yield: 1 mm", "m.yaml:21:7: error: spring 'f': key 'yield' does not fit a spring\n"},
    {"stiffness: 5, rest", "stiffness: 5 N m/rad, rest",
     "m.yaml:21:58: error: model.forces[0].stiffness: expected a stiffness [N/m], found '5 N m/rad', a rotational "
     "stiffness\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: torsion, coordinate: d, torsional_stiffness: 5",
     "m.yaml:21:7: error: torsion 'f': it acts on a length: expected a joint or a coordinate with an angle\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: torsion, torsional_stiffness: 5",
     "m.yaml:21:7: error: torsion 'f': expected exactly one of the keys joint coordinate, found none\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: friction, joint: pin, max_force: 5",
     "m.yaml:21:7: error: friction 'f': key 'max_force' does not fit a friction\n"
     "m.yaml:21:7: error: friction 'f': key 'max_torque' is missing: friction, actuator in an angle: the largest "
     "torque\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: force, point: D",
     "m.yaml:21:7: error: force 'f': key 'force' is missing: force: the vector, in the world\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: torque, bodies: [rod, rod], torque: [0, 0, 1]",
     "m.yaml:21:7: error: torque 'f': the torque and its reaction act on the same body\n"},
    {"kind: spring, points: [C, D], stiffness: 5, rest: 1", "kind: actuator, joint: pin, max_torque: 4",
     "m.yaml:21:7: error: actuator 'f': it has no command: expected command: lever, command_offset, "
     "command_amplitude or a table\n"},
    {"max_angle: 1,", "", "m.yaml:22:7: error: stop 'g': expected min_angle, max_angle or both, found none\n"},
    {"max_angle: 1,", "min_angle: 2, max_angle: 1,",
     "m.yaml:22:7: error: stop 'g': min_angle must be below max_angle, found 2 and 1\n"},
    {"kind: stop, joint: pin", "kind: stop, joint: pin, axis: 1",
     "m.yaml:22:7: error: stop 'g': key 'axis' is for a "
     "universal joint\n"},
    {"torsional_stiffness: 9", "torsional_stiffness: 0",
     "m.yaml:22:7: error: stop 'g': its stiffness is zero: expected "
     "more than 0\n"},
    // materials
    {"record:\n", "  materials:\n    - {name: pad, stiffness: 1, mu_static: 0.2, mu_dynamic: 0.3}\nrecord:\n",
     "m.yaml:24:7: error: material 'pad': mu_static is below mu_dynamic: expected at least 0.3, found 0.2\n"},
    {"record:\n", "  materials:\n    - {name: pad, stiffness: 1, mu_dynamic: 0.3}\nrecord:\n",
     "m.yaml:24:7: error: material 'pad': mu_static is below mu_dynamic: expected at least 0.3, found 0\n"},
    // columns
    {"what: x", "what: wx",
     "m.yaml:24:5: error: column 'Bx': wx is not available for the point 'B': expected x, y, z, vx, "
     "vy, vz, ax, ay, az\n"},
    {"of: B, what: x", "what: x",
     "m.yaml:24:5: error: column 'Bx': x needs a part: expected the key 'of', or for the "
     "whole model energy, kinetic, potential, energy_error, newton, phi_max, lx, ly, lz\n"},
    {"of: B, what: x", "of: hook, what: position",
     "m.yaml:24:5: error: column 'Bx': position is not available for the joint 'hook': expected force_x, force_y, "
     "force_z, "
     "torque_x, torque_y, torque_z\n"},
    {"name: Bx", "name: t", "m.yaml:24:5: error: column 't': the name 't' is reserved for the time\n"},
    {"what: x}\n", "what: x}\n  - {name: Bx, of: B, what: y}\n",
     "m.yaml:25:5: error: column 'Bx': the name is already used by the column in line 24\n"},
    // other sections
    {"record:\n", "start: {depth: 3}\nrecord:\n",
     "m.yaml:23: error: section 'start' is a ship's, and line 1 has the section 'model' of a mechanism: expected one "
     "or "
     "the other\n"},
    {"record:\n", "ship: {}\nchain: {bar_diameter: 1}\nrecord:\n",
     "m.yaml:23: error: section 'ship' is a ship's, and line 1 has the section 'model' of a mechanism: expected one or "
     "the other\n"
     "m.yaml:24: error: section 'chain' is a ship's, and line 1 has the section 'model' of a mechanism: expected one "
     "or "
     "the other\n"},
    {"record:\n", "end: {pin_distance: 3}\nrecord:\n", "m.yaml:23:7: error: unknown key 'end.pin_distance'\n"},
};

static bool matches(const char *found, const char *expected) {
    while (*expected) {
        if (strncmp(expected, "...", 3) == 0) {
            expected += 3;
            found += strcspn(found, "\n");
        } else if (*found++ != *expected++) {
            return false;
        }
    }
    return *found == 0;
}

static void every_fault_is_reported_at_its_place(void **state) {
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rt_status s = load_edited(bad[i].old, bad[i].new);
        if (!matches(message, bad[i].message)) {
            print_error("'%s' for '%s':\n%sexpected\n%s\n", bad[i].new, bad[i].old, message, bad[i].message);
            wrong++;
        }
        assert_int_equal(s, RT_ERR_FORMAT);
        assert_null(sc.model.points.item); // everything is freed
    }
    assert_int_equal(wrong, 0);
}

static void all_faults_are_reported_at_once(void **state) {
    (void)state;
    assert_int_equal(
        load(scratch_text("m.yaml",
                          "model:\n"
                          "  points: [{name: A, at: [0, 0, 0]}]\n"
                          "  bodies: [{name: b, points: [B], mass: 1, centre: [0, 0, 0], inertia: [1, 1, 1]}]\n"
                          "  joints: [{name: j, kind: fixed, bodies: [b, c], points: [A]}]\n"
                          "record: [{name: x, of: y, what: x}]\n")),
        RT_ERR_FORMAT);
    assert_string_equal(
        message, "m.yaml:3:31: error: body 'b': there is no point 'B'\n"
                 "m.yaml:2:12: error: point 'A': it belongs to no body: expected a body that names it, mass, fixed or "
                 "on\n"
                 "m.yaml:4:47: error: fixed joint 'j': there is no body 'c'\n"
                 "m.yaml:5:24: error: column 'x': there is no part 'y'\n");
}

static void immovable_model_is_refused(void **state) {
    (void)state;
    assert_int_equal(load(scratch_text("m.yaml", "model: {points: [{name: A, at: [0, 0, 0], fixed: true}]}\n")),
                     RT_ERR_FORMAT);
    assert_string_equal(message, "m.yaml: error: nothing moves: expected a body or a point with a mass in model\n");
    assert_int_equal(load(scratch_text("m.yaml", "model: {}\n")), RT_ERR_FORMAT);
    assert_string_equal(message, "m.yaml: error: key 'model.points' is missing: points in natural coordinates\n");
    assert_int_equal(load(scratch_text("m.yaml", "model: 3\n")), RT_ERR_FORMAT);
    assert_string_equal(message, "m.yaml:1:8: error: model: expected a mapping of keys, found '3'\n"
                                 "m.yaml: error: key 'model.points' is missing: points in natural coordinates\n");
}

static void ship_has_no_mechanism(void **state) {
    (void)state;
    assert_int_equal(load(HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"), RT_OK);
    assert_int_equal(sc.model_line, 0);
    assert_int_equal(sc.model.points.n, 0);
    scenario_free(&sc);
    assert_int_equal(load(scratch_text("m.yaml", "record: []\n")), RT_ERR_FORMAT);
    assert_non_null(strstr(message, "m.yaml:1:1: error: unknown key 'record'\n"));
    assert_non_null(strstr(message, "key 'ship.hull' is missing"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_is_reported_at_its_place),
        cmocka_unit_test(all_faults_are_reported_at_once),
        cmocka_unit_test(immovable_model_is_refused),
        cmocka_unit_test(ship_has_no_mechanism),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
