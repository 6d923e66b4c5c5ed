// SPDX-License-Identifier: MIT
// The pull test's stages, pulses and figures, from constructed observations.
#include "rt/judge/proof.h"
#include "tests/check.h"
#include <string.h>

#define PI 3.14159265358979323846

// As in test_verdict.c, with a test: roll 0.3 g over 4 s, slam 0.5 g over 0.2 s, slack of 50 mm.
static scenario tested(void) {
    scenario sc = {0};
    sc.ship.pipe_axis[1] = -1;
    sc.ship.face_normal[1] = 1;
    sc.ship.pipe_bore = 0.5;
    sc.anchor.shackle = 2;
    sc.solver.step = 0.01;
    sc.end.pin_distance = 0.5, sc.end.speed = 1e-3, sc.end.hold = 2, sc.end.duration = 100;
    sc.end.tension_min = 1e4, sc.end.tension_max = 1e6;
    sc.end.proof.roll = 0.3, sc.end.proof.slam = 0.5, sc.end.proof.slack = 0.05;
    sc.end.proof.pulse = 4, sc.end.proof.slam_pulse = 0.2;
    return sc;
}

static const jam_def head = {.head_lo = {-1, -0.3, -0.4}, .head_hi = {1, 0.3, 1.2}};

static outcome_input seated(void) {
    return (outcome_input){.pin = {0, 0.3, 0},
                           .shackle = {0, -1.7, 0},
                           .flukes = {0, 0, 1},
                           .across = {1, 0, 0},
                           .tension = 1e5,
                           .chain_out = 6,
                           .weight = 6e4,
                           .seat = {.head_n = {{[DYN_PART_PALM] = 2e4}, {[DYN_PART_PALM] = 2e4}}},
                           .held = true,
                           .regions = 4};
}

typedef struct bench {
    scenario sc;
    outcome o;
    proof_test p;
    double t;
} bench;

static void step(bench *b, outcome_input in) {
    rt_events events = 0;
    in.t = b->t += 0.01;
    outcome_update(&b->o, &b->sc, &in, &events);
    proof_update(&b->p, &b->sc, &head, &b->o, 0);
}

static void feed(bench *b, outcome_input in, double seconds) {
    for (int k = 0; k < (int)lround(seconds * 100); k++) step(b, in);
}

// Runs to the first frame of the pulses.
static bench shaken(void) {
    bench b = {.sc = tested()};
    outcome_input in = seated();
    feed(&b, in, 2.1);
    in.chain_out += 0.051;
    step(&b, in);
    assert_int_equal(b.p.stage, PROOF_SHAKES);
    return b;
}

static void test_begins_when_housed_and_held(void **state) {
    (void)state;
    bench b = {.sc = tested()};
    outcome_input in = seated();
    in.held = false;
    feed(&b, in, 5);
    assert_true(b.o.housed && b.p.stage == PROOF_WAITS);
    in.held = true;
    feed(&b, in, 0.01);
    assert_true(b.p.stage == PROOF_EASES && proof_runs(&b.p));
    in.chain_out += 0.049;
    feed(&b, in, 5);
    assert_int_equal(b.p.stage, PROOF_EASES);
    in.chain_out += 0.0011;
    feed(&b, in, 0.01);
    assert_int_equal(b.p.stage, PROOF_SHAKES);
    CHECK_NEAR(b.p.eased_m, 0.0501, 1e-12);
    // without an amplitude, or not housed, there is no test
    bench none = {.sc = tested()};
    none.sc.end.proof.roll = none.sc.end.proof.slam = 0;
    feed(&none, in, 5);
    assert_true(none.o.housed && none.p.stage == PROOF_WAITS && !proof_is_asked(&none.sc));
    bench loose = {.sc = tested()};
    in.pin.y = 0.7;
    feed(&loose, in, 5);
    assert_int_equal(loose.p.stage, PROOF_WAITS);
}

// The run's end begins the test of an anchor that nobody holds.
static void end_of_the_run_begins_the_test(void **state) {
    (void)state;
    bench b = {.sc = tested()};
    outcome_input in = seated();
    in.held = false;
    b.sc.end.duration = 5;
    feed(&b, in, 4.99);
    assert_int_equal(b.p.stage, PROOF_WAITS);
    feed(&b, in, 0.01);
    assert_int_equal(b.p.stage, PROOF_EASES);
}

// Half-sine pulses to both sides, a pause before each: their peaks, and their integral 2/pi x peak x duration.
static void pulses_are_half_sines_to_both_sides(void **state) {
    (void)state;
    bench b = shaken();
    const double g = 9.81, from = b.p.since, h = 1e-4;
    double way[2] = {0}, up[2] = {0}, most_y = 0, most_z = 0, end = 4 * 2 + 2 * 4 + 2 * 0.2;
    for (int k = 0; k < (int)lround((end + 1) / h); k++) {
        vec3 a = proof_acceleration(&b.p, &b.sc, from + (k + 0.5) * h);
        way[a.y < 0] += a.y * h, up[a.z < 0] += a.z * h;
        most_y = fmax(most_y, fabs(a.y)), most_z = fmax(most_z, fabs(a.z));
        assert_true(a.x == 0 && (a.y == 0 || a.z == 0));
    }
    CHECK_NEAR(most_y, 0.3 * g, 1e-6);
    CHECK_NEAR(most_z, 0.5 * g, 1e-5);
    for (int k = 0; k < 2; k++) {
        CHECK_NEAR(way[k], (k ? -1 : 1) * 2 / PI * 0.3 * g * 4, 1e-5);
        CHECK_NEAR(up[k], (k ? -1 : 1) * 2 / PI * 0.5 * g * 0.2, 1e-5);
    }
    CHECK_NEAR(proof_acceleration(&b.p, &b.sc, from + PROOF_PAUSE + 2).y, 0.3 * g, 1e-12);
    CHECK_NEAR(proof_acceleration(&b.p, &b.sc, from + PROOF_PAUSE - 1e-6).y, 0, 0);
    feed(&b, seated(), end - 0.02);
    assert_int_equal(b.p.stage, PROOF_SHAKES);
    feed(&b, seated(), 0.04);
    assert_int_equal(b.p.stage, PROOF_SETTLES);
    assert_true(vec3_norm(proof_acceleration(&b.p, &b.sc, b.t)) == 0);
}

// Pitch lifts and drops the bow: half-sines along z of the given peak and of the roll's duration.
static void pitch_is_vertical_and_slow(void **state) {
    (void)state;
    const double g = 9.81;
    bench b = {.sc = tested()};
    b.sc.end.proof.roll = b.sc.end.proof.slam = 0, b.sc.end.proof.pitch = 0.2;
    assert_true(proof_is_asked(&b.sc)); // pitch alone is a test
    outcome_input in = seated();
    feed(&b, in, 2.1);
    in.chain_out += 0.051;
    step(&b, in);
    assert_int_equal(b.p.stage, PROOF_SHAKES);
    for (int way = 1; way >= -1; way -= 2) {
        double from = b.p.since + PROOF_PAUSE + (way > 0 ? 0 : 4 + PROOF_PAUSE);
        // a sixth of a half-sine is half its peak
        CHECK_NEAR(proof_acceleration(&b.p, &b.sc, from + 4 / 6.0).z, way * 0.1 * g, 1e-12);
        CHECK_NEAR(proof_acceleration(&b.p, &b.sc, from + 2).z, way * 0.2 * g, 1e-12);
        CHECK_NEAR(proof_acceleration(&b.p, &b.sc, from + 2).y, 0, 0);
        CHECK_NEAR(proof_acceleration(&b.p, &b.sc, from - 1e-6).z, 0, 0);
    }
    feed(&b, seated(), 2 * (4 + PROOF_PAUSE) - 0.02);
    assert_int_equal(b.p.stage, PROOF_SHAKES);
    feed(&b, seated(), 0.04);
    assert_int_equal(b.p.stage, PROOF_SETTLES);
}

static void figures_are_the_largest(void **state) {
    (void)state;
    char text[512];
    bench b = shaken();
    outcome_input in = seated();
    in.pin.z += 0.04, in.tension = 3e5, in.impact_force = 8e4, in.impacts = 2;
    in.across = vec3_make(cos(0.1), sin(0.1), 0); // the right tip moves off the face by sin(0.1) m
    step(&b, in);
    feed(&b, seated(), 40);
    assert_true(b.p.stage == PROOF_DONE && b.p.stayed && !proof_runs(&b.p));
    CHECK_NEAR(b.p.shift_m, 0.04, 1e-12);
    CHECK_NEAR(b.p.turn, 0.1, 1e-7);
    CHECK_NEAR(b.p.gap_m, sin(0.1), 1e-12);
    CHECK_NEAR(b.p.tension_n, 3e5, 0);
    CHECK_NEAR(b.p.impact_n, 8e4, 0);
    assert_int_equal(b.p.blows, 2);
    proof_write_text(&b.p, &b.sc, text, sizeof text);
    assert_non_null(
        strstr(text, "it stays (crown pin 0 mm further out); crown pin shifts up to 40 mm, head turns up to 5.7 deg"));
    assert_true(b.p.before.housed && b.p.before.peak_tension_n < 3e5); // the manoeuvre's outcome is as it was
}

// A fluke that has come off at the end: it does not stay.
static void lost_fluke_does_not_stay(void **state) {
    (void)state;
    char text[512];
    bench b = shaken();
    outcome_input in = seated();
    in.seat.head_n[SEAT_RIGHT][DYN_PART_PALM] = 0;
    feed(&b, in, 40);
    assert_true(b.p.stage == PROOF_DONE && !b.p.stayed);
    proof_write_text(&b.p, &b.sc, text, sizeof text);
    assert_non_null(strstr(text, "it does not stay"));
}

// An anchor that is still seated by its loads, but a dislodged one by its place.
static void dislodged_anchor_does_not_stay(void **state) {
    (void)state;
    char text[512];
    for (int k = 0; k < 2; k++) {
        bench b = shaken();
        outcome_input in = seated();
        in.pin.y += k ? 0.051 : 0.049;
        feed(&b, in, 40);
        assert_true(b.p.stage == PROOF_DONE && outcome_seated(&b.o, &b.sc));
        assert_int_equal(b.p.stayed, k == 0);
        proof_write_text(&b.p, &b.sc, text, sizeof text);
        assert_non_null(strstr(text, k ? "it does not stay (crown pin 51 mm" : "it stays (crown pin 49 mm"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_begins_when_housed_and_held),
        cmocka_unit_test(end_of_the_run_begins_the_test),
        cmocka_unit_test(pulses_are_half_sines_to_both_sides),
        cmocka_unit_test(pitch_is_vertical_and_slow),
        cmocka_unit_test(figures_are_the_largest),
        cmocka_unit_test(lost_fluke_does_not_stay),
        cmocka_unit_test(dislodged_anchor_does_not_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
