// SPDX-License-Identifier: MIT
// Plane curves in a scenario: valid ones load, invalid ones give an error with its place.
#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/rt/model.h"

static const char text[] = "model:\n"
                           "  points:\n"
                           "    - {name: A, at: [0, 0, 0]}\n"
                           "  bodies:\n"
                           "    - {name: disc, points: [A], mass: 1, centre: [0, 0, 0], inertia: [1, 1, 1]}\n"
                           "  shapes:\n"
                           "    - {name: cam, kind: curve, on: disc, at: [0, 0, 0], file: cam.csv}\n"
                           "    - {name: pin, kind: sphere, at: [0, 3, 0], radius: 1}\n"
                           "  materials:\n"
                           "    - {name: steel, stiffness: 1e7}\n"
                           "  contacts:\n"
                           "    - {name: touch, shapes: [pin, cam], material: steel}\n";

static const char square[] = "0, 0\n1, 0\n1, 1\n0, 1\n";

static sim s;

// Loads and assembles the text with one part replaced and the contour in cam.csv. Returns the status.
static rt_status assemble(const char *old, const char *new, const char *points) {
    char edited[2048];
    const char *at = strstr(text, old);
    assert_non_null(at);
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    scratch_text("cam.csv", points);
    rt_status status = load(scratch_text("m.yaml", edited));
    if (status != RT_OK) return status;
    status = sim_create(&s, &sc, &diag);
    if (status == RT_OK) sim_destroy(&s);
    scenario_free(&sc);
    return status;
}

static void valid_curves_load(void **state) {
    (void)state;
    assert_int_equal(assemble("", "", square), RT_OK);
    assert_int_equal(
        assemble("kind: sphere, at: [0, 3, 0], radius: 1", "kind: curve, at: [0, 3, 0], file: cam.csv", square), RT_OK);
    assert_int_equal(assemble("file: cam.csv", "file: cam.csv, closed: false, reach: 5 mm", "0, 0\n1, 0\n"), RT_OK);
    assert_int_equal(
        assemble("file: cam.csv", "file: cam.csv, reach: 5 mm, smooth_angle: 0", "0, 0\n0, 1\n1, 1\n1, 0\n"), RT_OK);
}

#define SQUARE "points: [{x: 0, y: 0}, {x: 10 mm, y: 0}, {x: 0.01, y: 10 mm}]"

// Points in the scenario are read like those of a file.
static void inline_points_load_like_a_file(void **state) {
    (void)state;
    char edited[2048];
    const char *at = strstr(text, "file: cam.csv");
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - text), text, SQUARE, at + strlen("file: cam.csv"));
    assert_int_equal(load(scratch_text("m.yaml", edited)), RT_OK);
    assert_int_equal(sim_create(&s, &sc, &diag), RT_OK);
    const contact_plane_curve *c = &mechanism_of(&s)->curve[0];
    assert_int_equal(c->n, 3);
    CHECK_NEAR(c->segment[1].start.x, 0.01, 0);
    CHECK_NEAR(c->segment[2].start.y, 0.01, 0);
    sim_destroy(&s);
    scenario_free(&sc);
}

static const struct {
    const char *old, *new, *points, *says;
} bad[] = {
    {", file: cam.csv", "", square, "m.yaml:7:7: error: shape 'cam'"},
    {"file: cam.csv", "file: cam.csv, " SQUARE, square, "m.yaml:7:7: error: shape 'cam'"},
    {"file: cam.csv", SQUARE ", scale: 2", square, "key 'scale' is for the coordinates of a file"},
    {"file: cam.csv", "points: [{x: 0, y: 0}, {x: 1}]", square, "model.shapes[0].points[1]"},
    {"file: cam.csv", "points: [{x: 0, y: 0}, {x: 1, y: 0}, {x: 1, y: 0}]", square,
     "shape 'cam': points 2 and 3 coincide"},
    {"file: cam.csv", "file: none.csv", square, "there is no file 'none.csv'"},
    {"file: cam.csv", "file: cam.csv, radius: 2", square, "key 'radius' does not fit a curve"},
    {"radius: 1", "radius: 1, smooth_angle: 3 deg", square, "key 'smooth_angle' does not fit a sphere"},
    {"file: cam.csv", "file: cam.csv, smooth_angle: 80 deg", square, "smooth_angle: expected 0 .. 1.04 rad"},
    {"file: cam.csv", "file: cam.csv, closed: false", square, "needs a reach"},
    {"file: cam.csv", "file: cam.csv, reach: 1 m", square, "expected no reach"},
    {"kind: sphere, at: [0, 3, 0], radius: 1", "kind: box, at: [0, 3, 0], size: [1, 1, 1]", square,
     "a box against a curve: there is no such pair"},
    {"", "", "0, 0\n1, 0\n", "2 points, expected 3"},
    {"", "", "0, 0\n2, 0\n2, 2\n1, 0\n0, 2\n", "crosses or touches itself"},
    {"", "", "0, 0\n1, 0\none, 1\n", "cam.csv:3: error: expected a point"},
};

static void invalid_curves_are_refused(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_not_equal(assemble(bad[k].old, bad[k].new, bad[k].points), RT_OK);
        if (diag.errors != 1 || !strstr(diag.text, bad[k].says))
            print_error("'%s' not alone in: %s", bad[k].says, diag.text);
        assert_true(diag.errors == 1 && strstr(diag.text, bad[k].says));
    }
    // an error in the points has the line of the shape
    assemble("", "", "0, 0\n1, 0\n1, 0\n0, 1\n");
    assert_non_null(strstr(diag.text, "m.yaml:7:7: error: shape 'cam': "));
    assert_non_null(strstr(diag.text, "cam.csv: points 2 and 3 coincide"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(valid_curves_load),
                                       cmocka_unit_test(inline_points_load_like_a_file),
                                       cmocka_unit_test(invalid_curves_are_refused)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
