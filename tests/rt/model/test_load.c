// SPDX-License-Identifier: MIT
// Tests the loading of a mechanism from a scenario file.
#include "tests/rt/model.h"

static void every_kind_of_part_is_read(void **state) {
    (void)state;
    assert_int_equal(load(HAWSE_SOURCE_DIR "/tests/data/mechanism.yaml"), RT_OK);
    assert_string_equal(message, "");
    const scenario_model *m = &sc.model;
    assert_int_equal(sc.model_line, 3);
    CHECK_NEAR(m->gravity[1], -9.81, 0);
    CHECK_NEAR(sc.solver.dissipation, 0.01, 0);
    assert_int_equal(sc.solver.projections, 2);
    CHECK_NEAR(sc.end.duration, 2, 0);

    const scenario_point *p = m->points.item;
    assert_true(p[0].fixed && !p[1].fixed);
    assert_int_equal(p[0].item.line, 6);
    assert_int_equal(p[3].on.index, 1);
    assert_int_equal(p[1].on.index, SCENARIO_NONE);
    CHECK_NEAR(p[8].mass, 5, 0);
    assert_true(rt_config_is_given(&scenario_point_list, &p[8], "velocity"));
    assert_false(rt_config_is_given(&scenario_point_list, &p[1], "velocity"));

    const scenario_body *crank = &m->bodies.item[0], *slider = &m->bodies.item[2];
    assert_int_equal(crank->point[0], 0);
    assert_int_equal(crank->point[1], 1);
    assert_int_equal(crank->vector[0], 0);
    assert_int_equal(crank->vector[1], SCENARIO_NONE);
    CHECK_NEAR(crank->centre[0], 0.05, 0);
    CHECK_NEAR(crank->angular_velocity[2], 6.283185307179586, 1e-15);
    assert_int_equal(slider->point[1], SCENARIO_NONE);

    const scenario_joint *j = m->joints.item;
    assert_int_equal(j[0].kind, DYN_JOINT_REVOLUTE);
    assert_int_equal(j[0].body[0], SCENARIO_GROUND);
    assert_int_equal(j[0].body[1], 0);
    assert_int_equal(j[0].point[1], 0);
    assert_int_equal(j[1].point[0], 2);
    assert_int_equal(j[1].point[1], 4);
    assert_int_equal(j[3].kind, DYN_JOINT_UNIVERSAL);
    CHECK_NEAR(j[3].second_axis[2], 1, 0);
    assert_int_equal(j[6].kind, DYN_JOINT_INLINE);
    CHECK_NEAR(j[6].axis[0], sqrt(0.5), 2e-16);
    assert_int_equal(j[6].body[1], SCENARIO_NONE);
    assert_int_equal(j[7].kind, DYN_JOINT_DISTANCE);

    assert_int_equal(m->coordinates.item[1].axis, 2);
    assert_int_equal(m->coordinates.item[1].joint.index, 3);
    assert_int_equal(m->coordinates.item[2].kind, SCENARIO_LENGTH);
    CHECK_NEAR(m->drivers.item[0].motion.rate, 6.283185307179586, 1e-15);
    CHECK_NEAR(m->drivers.item[0].motion.acceleration, 1, 0);
    CHECK_NEAR(m->drivers.item[0].motion.amplitude, 3.14159265358979323846 / 180, 1e-17);
    CHECK_NEAR(m->drivers.item[0].motion.offset, -m->drivers.item[0].motion.amplitude, 1e-17); // its phase is 90 deg
    CHECK_NEAR(m->drivers.item[0].motion.frequency, 2, 0);
    CHECK_NEAR(m->drivers.item[0].motion.phase, 3.14159265358979323846 / 2, 1e-15);
    assert_int_equal(m->drivers.item[1].point.index, 8);
    CHECK_NEAR(m->drivers.item[1].motion.amplitude, 0.002, 0);

    const scenario_force *f = m->forces.item;
    assert_false(f[0].angular);
    CHECK_NEAR(f[0].law.stiffness, 4000, 0);
    CHECK_NEAR(f[0].law.rest, 1.2, 0);
    assert_true(f[1].angular);
    CHECK_NEAR(f[1].law.stiffness, 540 / 3.14159265358979323846, 1e-12);
    CHECK_NEAR(f[2].law.limit, 3, 0);
    CHECK_NEAR(f[2].law.yield, 0.005, 0);
    CHECK_NEAR(f[3].law.limit, 20, 0);
    assert_false(f[3].angular);
    CHECK_NEAR(f[4].law.high, 0.1, 0);
    assert_true(isinf(f[4].law.low) && f[4].law.low < 0);
    assert_true(f[5].angular);
    CHECK_NEAR(f[5].law.low, -3.14159265358979323846 / 6, 1e-16);
    assert_int_equal(f[6].point_ref.index, 9);
    assert_int_equal(f[7].body[1], 2);
    assert_int_equal(f[8].command, SCENARIO_COMMAND_LEVER);
    assert_int_equal(f[8].point[1], 3);
    assert_false(f[9].angular); // in a cylindrical joint: max_force selects the length
    CHECK_NEAR(f[9].program.amplitude, 0.5, 0);
    scenario_free(&sc);
}

static void every_kind_of_joint_is_in_the_sample(void **state) {
    (void)state;
    bool found[DYN_JOINT_ALL] = {false};
    assert_int_equal(load(HAWSE_SOURCE_DIR "/tests/data/mechanism.yaml"), RT_OK);
    for (int k = 0; k < sc.model.joints.n; k++) found[sc.model.joints.item[k].kind] = true;
    for (int kind = 0; kind < DYN_JOINT_ALL; kind++)
        if (!found[kind]) fail_msg("tests/data/mechanism.yaml has no %s joint", dyn_joint_kinds[kind].word);
    scenario_free(&sc);
}

#define HOOK "kind: universal, bodies: [rod, box], points: [B], axis: [1, 0, 0], second_axis: [0, 1, 0]}\n"
#define COORDINATES "  coordinates:\n"

// Each kind accepts the axes of its row. It accepts an angle coordinate if its row has angles, otherwise none.
static void joints_have_the_keys_of_their_row(void **state) {
    (void)state;
    static const char *const axes[] = {"", ", axis: [1, 0, 0]", ", axis: [1, 0, 0], second_axis: [0, 1, 0]"};
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++) {
        const dyn_joint_traits *t = &dyn_joint_kinds[kind];
        if (t->bodies < 2) continue;
        char joint[300];
        int n = snprintf(joint, sizeof joint, "kind: %s, bodies: [rod, box], points: [B]%s}\n", t->word, axes[t->axes]);
        assert_int_equal(load_edited(HOOK, joint), RT_OK);
        assert_int_equal(sc.model.joints.item[1].kind, kind);
        scenario_free(&sc);
        snprintf(joint + n, sizeof joint - (size_t)n, COORDINATES "    - {name: r, kind: angle, joint: hook}\n");
        assert_int_equal(load_edited(HOOK COORDINATES, joint), t->angles > 0 ? RT_OK : RT_ERR_FORMAT);
        if (t->angles == 0) assert_non_null(strstr(message, ": expected one of revolute|universal|cylindrical"));
        if (t->angles > 0) scenario_free(&sc);
    }
}

// The body under `name`.
static const scenario_body *body_named(const char *name) {
    for (int k = 0; k < sc.model.bodies.n; k++)
        if (strcmp(sc.model.bodies.item[k].name.text, name) == 0) return &sc.model.bodies.item[k];
    fail_msg("no body %s", name);
    return NULL;
}

// Copies have numbered names, places by the offset, and references to the copies of the same number.
static void repeated_entries_are_copied(void **state) {
    (void)state;
    assert_int_equal(load(HAWSE_SOURCE_DIR "/tests/data/mechanism.yaml"), RT_OK);
    const scenario_model *m = &sc.model;
    int found = 0;
    for (int k = 0; k < m->points.n; k++) {
        const scenario_point *p = &m->points.item[k];
        if (p->name.text[0] != 'V') continue;
        assert_int_equal(p->name.text[1], '1' + found);
        CHECK_NEAR(p->at[0], -2 - 0.1 * found, 1e-15);
        found++;
    }
    assert_int_equal(found, 3);
    for (int k = 0; k < m->forces.n; k++) {
        const scenario_force *f = &m->forces.item[k];
        if (f->kind != SCENARIO_ROPE) continue;
        assert_int_equal(m->points.item[f->path[0]].name.text[0], 'V');
        assert_int_equal(m->points.item[f->path[0]].name.text[1], f->name.text[4]); // V1 of line1
        assert_string_equal(m->points.item[f->path[1]].name.text, "G");             // not repeated: stays
    }
    scenario_free(&sc);
    // [P, P+1] of copy k: Pk and the next
    assert_int_equal(load(HAWSE_SOURCE_DIR "/config/scenarios/examples/rods.yaml"), RT_OK);
    assert_int_equal(sc.model.bodies.n, 60);
    for (int k = 0; k < 60; k++) {
        const scenario_body *b = &sc.model.bodies.item[k];
        CHECK_NEAR(sc.model.points.item[b->point[0]].at[0], 0.05 * k, 1e-14);
        CHECK_NEAR(sc.model.points.item[b->point[1]].at[0], 0.05 * (k + 1), 1e-14);
        CHECK_NEAR(sc.model.shapes.item[k].pose.p.x, 0.05 * k + 0.005, 1e-14); // in its body's frame
        CHECK_NEAR(sc.model.shapes.item[k].pose.r.m[0][2], 1, 1e-15);          // z along the rod
    }
    scenario_free(&sc);
}

// The resolved text, which recordings carry, has the entries as they are in the file, and loads to the same model.
static void repeats_and_tables_survive_a_recording(void **state) {
    (void)state;
    static const char *const file[] = {HAWSE_SOURCE_DIR "/config/scenarios/examples/rods.yaml",
                                       HAWSE_SOURCE_DIR "/config/scenarios/examples/drop_with_drag.yaml",
                                       HAWSE_SOURCE_DIR "/tests/data/mechanism.yaml"};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(load(file[k]), RT_OK);
        scenario again;
        rt_diag d = {0};
        assert_int_equal(scenario_load_resolved(sc.resolved, file[k], NULL, &again, &d), RT_OK);
        assert_string_equal(again.resolved, sc.resolved);
        assert_int_equal(again.model.points.n, sc.model.points.n);
        for (int i = 0; i < sc.model.points.n; i++)
            assert_memory_equal(again.model.points.item[i].at, sc.model.points.item[i].at, sizeof(double[3]));
        for (int i = 0; i < sc.model.forces.n; i++) {
            const dyn_table *a = sc.model.forces.item[i].function, *b = again.model.forces.item[i].function;
            assert_int_equal(a == NULL, b == NULL);
            if (a) assert_memory_equal(a->y, b->y, (size_t)a->n * sizeof *a->y);
        }
        scenario_free(&again);
        scenario_free(&sc);
    }
}

// R = Rz(30 deg) of the wheel; the unit quaternion of the bar.
static void orientations_give_frames(void **state) {
    (void)state;
    pose p;
    assert_int_equal(load(HAWSE_SOURCE_DIR "/tests/data/mechanism.yaml"), RT_OK);
    assert_true(scenario_body_pose(&sc.model, body_named("wheel"), &p));
    CHECK_NEAR(p.r.m[0][0], sqrt(0.75), 1e-15);
    CHECK_NEAR(p.r.m[1][0], 0.5, 1e-15);
    CHECK_NEAR(p.r.m[2][2], 1, 1e-15);
    assert_true(scenario_body_pose(&sc.model, body_named("bar"), &p));
    for (int k = 0; k < 9; k++) CHECK_NEAR(p.r.m[k / 3][k % 3], k % 4 == 0, 0);
    scenario_free(&sc);
}

// Not given, a rope's rest length is its length at the start: |CD| + |DB|.
static void rope_begins_taut(void **state) {
    (void)state;
    assert_int_equal(load_edited("kind: spring, points: [C, D], stiffness: 5, rest: 1",
                                 "kind: rope, points: [C, D, B], stiffness: 5"),
                     RT_OK);
    CHECK_NEAR(sc.model.forces.item[0].law.rest, 1 + sqrt(5), 1e-15);
    scenario_free(&sc);
}

static void columns_have_their_units(void **state) {
    (void)state;
    static const char *const unit[] = {"m", "rad/s", "rad", "rad/s", "m", "N", "N m", "N m", "N",   "J",
                                       "J", "1",     "m",   "N",     "m", "N", "N",   "N",   "rad", "kg m2/s"};
    assert_int_equal(load(HAWSE_SOURCE_DIR "/tests/data/mechanism.yaml"), RT_OK);
    for (size_t k = 0; k < sizeof unit / sizeof *unit; k++)
        assert_string_equal(scenario_record_unit(&sc.model, &sc.model.records.item[k]), unit[k]);
    assert_int_equal(sc.model.records.item[0].what, SCENARIO_X);
    assert_int_equal(sc.model.records.item[1].what, SCENARIO_WX + 2);
    assert_int_equal(sc.model.records.item[6].what, SCENARIO_TORQUE_X + 2);
    assert_int_equal(sc.model.records.item[12].what, SCENARIO_PHI_MAX);
    scenario_free(&sc);
}

static void body_frames_follow_their_points_and_vectors(void **state) {
    (void)state;
    pose p;
    assert_int_equal(load(scratch_text("m.yaml", base)), RT_OK);
    assert_true(scenario_body_pose(&sc.model, &sc.model.bodies.item[0], &p)); // x along y, y along z, so z along x
    vec3 v = pose_point(&p, vec3_make(1, 2, 3));
    CHECK_NEAR(v.x, 3, 1e-15);
    CHECK_NEAR(v.y, 1, 1e-15);
    CHECK_NEAR(v.z, 2, 1e-15);
    assert_true(scenario_body_pose(&sc.model, &sc.model.bodies.item[1], &p)); // parallel to the world's frame, at B
    v = pose_point(&p, vec3_make(1, 2, 3));
    CHECK_NEAR(v.x, 1, 0);
    CHECK_NEAR(v.y, 5, 0);
    CHECK_NEAR(v.z, 3, 0);
    CHECK_NEAR(sc.model.vectors.item[0].along[2], 1, 0);
    scenario_free(&sc);
    // y_axis overrides the vector; the load makes it perpendicular to x
    assert_int_equal(load_edited("vectors: [z], mass", "vectors: [z], y_axis: [-2, 9, 0], mass"), RT_OK);
    assert_true(scenario_body_pose(&sc.model, &sc.model.bodies.item[0], &p));
    v = pose_point(&p, vec3_make(0, 1, 0));
    CHECK_NEAR(v.x, -1, 1e-15);
    CHECK_NEAR(v.y, 0, 1e-15);
    v = pose_point(&p, vec3_make(0, 0, 1));
    CHECK_NEAR(v.z, 1, 1e-15);
    scenario_free(&sc);
    assert_int_equal(load_edited("points: [B], mass", "points: [B], x_axis: [0, 0, 7], y_axis: [1, 0, 0], mass"),
                     RT_OK);
    assert_true(scenario_body_pose(&sc.model, &sc.model.bodies.item[1], &p));
    v = pose_point(&p, vec3_make(1, 2, 3));
    CHECK_NEAR(v.x, 2, 1e-15);
    CHECK_NEAR(v.y, 6, 1e-15);
    CHECK_NEAR(v.z, 1, 1e-15);
    scenario_free(&sc);
}

// A lamina, a rod and point masses on a diagonal: limiting cases of physical inertia tensors.
static void inertia_of_flat_and_thin_bodies_passes(void **state) {
    (void)state;
    static const char *const edge[] = {"inertia: [0.1, 0.2, 0.3]", "inertia: [0, 0.1, 0.1]", "inertia: [0, 0, 0]",
                                       // masses on the line x = y = z: I = tr(P) 1 - P with P all ones
                                       "inertia: [2, 2, 2], products: [-1, -1, -1]",
                                       "inertia: [1, 1, 1], products: [-0.3, -0.3, -0.3]"};
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) {
        assert_int_equal(load_edited("inertia: [1, 1, 1]", edge[i]), RT_OK);
        scenario_free(&sc);
    }
}

// Without a given offset the driver agrees with the start. C is at (0, 1, 0), D at (1, 1, 0).
static void drivers_agree_with_the_start(void **state) {
    (void)state;
    static const struct {
        const char *driver;
        double offset;
    } try[] = {{"coordinate: s", 0},
               {"coordinate: s, angular_offset: 90 deg", 1.57079632679489661923},
               {"coordinate: d", 1},
               {"coordinate: d, amplitude: 20 cm, frequency: 1, phase: 30 deg", 0.9},
               {"coordinate: d, offset: 3 m, amplitude: 20 cm, frequency: 1, phase: 30 deg", 3},
               {"point: D, along: [0, 3, 4]", 0.6},
               {"point: D, along: [0, -2, 0], rate: 5", -1}};
    for (size_t i = 0; i < sizeof try / sizeof *try; i++) {
        assert_int_equal(load_edited("coordinate: s, angular_rate: 1", try[i].driver), RT_OK);
        CHECK_NEAR(sc.model.drivers.item[0].motion.offset, try[i].offset, 1e-15);
        scenario_free(&sc);
    }
}

// A chain of 1200 bodies in one file: the load resolves thousands of names.
static void large_model_is_read(void **state) {
    (void)state;
    enum { LINKS = 1200 };
    static char text[400 * LINKS];
    int n = 0;
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "model:\n  points:\n    - {name: P0, at: [0, 0, 0], fixed: true}\n");
    for (int i = 1; i <= LINKS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "    - {name: P%d, at: [%d, 0, 0]}\n", i, i);
    n += snprintf(text + n, sizeof text - (size_t)n, "  bodies:\n");
    for (int i = 0; i < LINKS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "    - {name: L%d, points: [P%d, P%d], mass: 1, centre: [0.5, 0, 0], inertia: [1, 1, 1]}\n", i, i,
                      i + 1);
    assert_int_equal(load(scratch_text("m.yaml", text)), RT_OK);
    for (int i = 0; i < LINKS; i++) {
        assert_int_equal(sc.model.bodies.item[i].point[0], i);
        assert_int_equal(sc.model.bodies.item[i].point[1], i + 1);
    }
    scenario_free(&sc);
}

static double distance(const scenario_model *m, int a, int b) {
    const double *x = m->points.item[a].at, *y = m->points.item[b].at;
    return hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
}

// The benchmark files have the lengths and masses of the benchmarks' descriptions.
static void benchmarks_have_their_dimensions(void **state) {
    (void)state;
    static const struct {
        const char *file;
        int bodies, bars;         // bars are the first bodies
        double first, last, mass; // lengths of the first and the last bar; mass of all bodies
    } benchmark[] = {{"A02_four_bar_2", 5, 5, 1, 1, 5},
                     {"A02_four_bar_40", 81, 81, 1, 1, 81},
                     {"A03_andrews_squeezer", 7, 7, 0.007, 0.04, 0.21023},
                     {"A04_bricard", 5, 5, 1, 1, 5},
                     {"A05_flyball_governor", 4, 3, 1, 1, 3.9}};
    for (size_t i = 0; i < sizeof benchmark / sizeof *benchmark; i++) {
        char path[512];
        double mass = 0;
        snprintf(path, sizeof path, HAWSE_SOURCE_DIR "/config/scenarios/iftomm/%s.yaml", benchmark[i].file);
        assert_int_equal(load(path), RT_OK);
        const scenario_model *m = &sc.model;
        assert_int_equal(m->bodies.n, benchmark[i].bodies);
        for (int k = 0; k < m->bodies.n; k++) mass += m->bodies.item[k].mass;
        CHECK_NEAR(mass, benchmark[i].mass, 1e-12);
        const scenario_body *first = &m->bodies.item[0], *last = &m->bodies.item[benchmark[i].bars - 1];
        CHECK_NEAR(distance(m, first->point[0], first->point[1]), benchmark[i].first, 1e-15);
        CHECK_NEAR(distance(m, last->point[0], last->point[1]), benchmark[i].last, 1e-15);
        scenario_free(&sc);
    }
}

// Andrews' squeezer, whose points follow from seven angles, has the lengths d, ss, e, zt, zf and the place of D on the
// triangle (test set for initial value problems). The governor's springs are at rest at the start.
static void benchmark_loops_close(void **state) {
    (void)state;
    assert_int_equal(load(HAWSE_SOURCE_DIR "/config/scenarios/iftomm/A03_andrews_squeezer.yaml"), RT_OK);
    static const double length[] = {0.007, 0.028, 0.035, 0.02, 0.04, 0.02, 0.04};
    for (int k = 0; k < 7; k++)
        CHECK_NEAR(distance(&sc.model, sc.model.bodies.item[k].point[0], sc.model.bodies.item[k].point[1]), length[k],
                   1e-16);
    pose triangle;
    assert_true(scenario_body_pose(&sc.model, &sc.model.bodies.item[2], &triangle));
    const double *at = sc.model.points.item[8].at;
    vec3 d = pose_point_inverse(&triangle, vec3_make(at[0], at[1], at[2]));
    CHECK_NEAR(d.x, 0.018, 1e-16);
    CHECK_NEAR(d.y, 0, 1e-16);
    CHECK_NEAR(d.z, -0.02, 1e-16);
    scenario_free(&sc);
    assert_int_equal(load(HAWSE_SOURCE_DIR "/config/scenarios/iftomm/A05_flyball_governor.yaml"), RT_OK);
    for (int k = 0; k < 2; k++)
        CHECK_NEAR(distance(&sc.model, sc.model.forces.item[k].point[0], sc.model.forces.item[k].point[1]),
                   sc.model.forces.item[k].law.rest, 1e-15);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_part_is_read),
        cmocka_unit_test(every_kind_of_joint_is_in_the_sample),
        cmocka_unit_test(joints_have_the_keys_of_their_row),
        cmocka_unit_test(repeated_entries_are_copied),
        cmocka_unit_test(repeats_and_tables_survive_a_recording),
        cmocka_unit_test(orientations_give_frames),
        cmocka_unit_test(rope_begins_taut),
        cmocka_unit_test(columns_have_their_units),
        cmocka_unit_test(body_frames_follow_their_points_and_vectors),
        cmocka_unit_test(inertia_of_flat_and_thin_bodies_passes),
        cmocka_unit_test(drivers_agree_with_the_start),
        cmocka_unit_test(large_model_is_read),
        cmocka_unit_test(benchmarks_have_their_dimensions),
        cmocka_unit_test(benchmark_loops_close),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
