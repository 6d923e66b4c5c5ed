// SPDX-License-Identifier: MIT
// Each verdict from constructed observations, with its evidence; the loads of a seat by halves.
#include "rt/judge/verdict.h"
#include "tests/check.h"
#include <string.h>

// A horizontal pipe along -y with its mouth at the origin; shank of 2 m; an anchor of 60 kN, so 3 kN on each fluke.
static scenario level_pipe(void) {
    scenario sc = {0};
    sc.ship.pipe_axis[1] = -1;
    sc.ship.face_normal[1] = 1;
    sc.ship.pipe_bore = 0.5;
    sc.anchor.shackle = 2;
    sc.end.pin_distance = 0.5, sc.end.speed = 1e-3, sc.end.hold = 2;
    sc.end.tension_min = 1e4, sc.end.tension_max = 1e6;
    return sc;
}

// At rest with the crown pin `out` metres outboard of the mouth, the chain held, and these loads on the flukes.
static outcome_input held_at(double out, double left, double right) {
    return (outcome_input){.pin = {0, out, 0},
                           .shackle = {0, out - 2, 0},
                           .flukes = {0, 0, 1},
                           .across = {1, 0, 0},
                           .tension = 1e5,
                           .weight = 6e4,
                           .seat = {.head_n = {{[DYN_PART_PALM] = left}, {[DYN_PART_FLUKE_TIP] = right}},
                                    .shank_n = {[DYN_FACE_BOLSTER_LIP] = 4e4, [DYN_FACE_PIPE_WALL] = 3e3}},
                           .held = true,
                           .brake = 1,
                           .regions = 4};
}

static void feed(outcome *o, const scenario *sc, outcome_input in, double seconds) {
    rt_events events = 0;
    double from = o->started ? o->last.t + 0.01 : 0;
    for (int k = 0; k <= (int)(seconds * 100 + 0.5); k++) {
        in.t = from + 0.01 * k;
        outcome_update(o, sc, &in, &events);
    }
}

// Checks the verdict, and a part of its evidence.
static void check_verdict(const outcome *o, const scenario *sc, const char *name, const char *said) {
    char text[512];
    outcome_write_evidence(o, sc, text, sizeof text);
    assert_string_equal(outcome_verdict_name(outcome_judge(o, sc)), name);
    if (!strstr(text, said)) fail_msg("'%s' does not say '%s'", text, said);
}

static void check_after(const scenario *sc, outcome_input in, double seconds, const char *name, const char *said) {
    outcome o = {0};
    feed(&o, sc, in, seconds);
    check_verdict(&o, sc, name, said);
}

static void housed_needs_both_flukes(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    check_after(&sc, held_at(0.3, 2e4, 3.1e3), 3, "housed",
                "forward fluke bears 3.1 kN (fluke tip 3.1 kN)"); // the right half points to +x, forward
    check_after(&sc, held_at(0.3, 2e4, 3.1e3), 3, "housed", "after fluke bears 20.0 kN (tripping palm 20.0 kN)");
    check_after(&sc, held_at(0.3, 2e4, 3.1e3), 1, "under_way", "chain at 0.0 m/min");
    check_after(&sc, held_at(0.3, 2e4, 2.9e3), 3, "seated_askew", "forward fluke bears 2.9 kN");
    check_after(&sc, held_at(0.3, 0, 2e4), 3, "seated_askew", "a fluke bears less than 3.0 kN; after fluke free");
    scenario own = sc;
    own.end.fluke_load = 2e3;
    check_after(&own, held_at(0.3, 2e4, 2.9e3), 3, "housed", "at least 2.0 kN");
}

// Any number of regions under shank and crown is no seat.
static void three_regions_are_no_seat(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    outcome_input in = held_at(0.42, 0, 2.7e3);
    in.regions = 9;
    check_after(&sc, in, 10, "hanging_in_pipe", "shank on pipe wall 3.0 kN, bolster lip 40.0 kN");
}

static void over_hauled_passes_no_more(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    check_after(&sc, held_at(-0.16, 2e4, 2e4), 3, "over_hauled", "crown pin -0.16 m from the mouth");
    scenario own = sc;
    own.end.pin_least = -0.2;
    check_after(&own, held_at(-0.16, 2e4, 2e4), 3, "housed", "-0.16 m");
}

static void wrong_way_round_comes_before_its_jam(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    outcome_input in = held_at(0.9, 2e4, 2e4);
    in.flukes = vec3_make(0, -1, 0);
    in.motor_share = 1, in.brake = 0, in.held = false;
    outcome o = {0};
    feed(&o, &sc, in, 5);
    assert_true(o.jammed);
    check_verdict(&o, &sc, "wrong_way_round", "flukes point 90 deg into the hull");
}

// The jam stays the verdict after the operator has set the brake, and no longer when the anchor has come free.
static void jammed_until_it_comes_free(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    outcome_input in = held_at(0.9, 2e4, 0);
    in.motor_share = 0.99, in.brake = 0, in.held = false;
    outcome o = {0};
    feed(&o, &sc, in, 3);
    check_verdict(&o, &sc, "jammed", "motor stalled at 99 % of its pull");
    in.motor_share = 0.1, in.brake = 1, in.held = true;
    feed(&o, &sc, in, 3);
    check_verdict(&o, &sc, "jammed", "motor stalled here, now at 10 %");
    in.pin.y = in.pin.y - 0.3, in.shackle.y = in.shackle.y - 0.3;
    feed(&o, &sc, in, 3);
    check_verdict(&o, &sc, "seated_askew", "forward fluke free");
}

static void seated_askew_by_pose_and_place(void **state) {
    (void)state;
    scenario sc = level_pipe();
    outcome_input in = held_at(0.3, 2e4, 2e4);
    in.beside = 2;
    check_after(&sc, in, 3, "seated_askew", "2 contacts beside the pocket");
    in = held_at(0.3, 2e4, 2e4);
    in.across = vec3_make(cos(0.2), 0, sin(0.2));
    check_after(&sc, in, 3, "housed", "head turned by 11 deg");
    sc.end.stowed.tolerance = 0.1;
    check_after(&sc, in, 3, "seated_askew", "head turned by 11 deg");
}

static void chain_stopped_short_of_home(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    outcome_input in = held_at(4, 0, 0); // swinging below the hawse
    in.regions = 0, in.anchor_speed = 0.3, in.seat = (seat_load){0};
    check_after(&sc, in, 3, "stopped_by_operator", "crown pin 4.00 m from the mouth");
    check_after(&sc, held_at(0.6, 2e4, 2e4), 3, "stopped_by_operator", "at most 0.50 m");
    in.held = false, in.brake = 0, in.motor_share = 0.38;
    check_after(&sc, in, 3, "short_of_power", "the motor at 38 % of its pull");
    in.chain_speed = 0.15;
    check_after(&sc, in, 3, "under_way", "chain at 9.0 m/min, anchor at 300 mm/s");
}

static void tension_out_of_its_band(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    outcome_input in = held_at(0.3, 2e4, 2e4);
    in.tension = 5e3;
    check_after(&sc, in, 3, "off_tension", "within 10 .. 1000 kN");
}

static void parted_chain_comes_first(void **state) {
    (void)state;
    const scenario sc = level_pipe();
    outcome_input in = held_at(0.3, 2e4, 2e4);
    in.parted = 4;
    check_after(&sc, in, 3, "anchor_lost", "link 4 parted at 0.0 s");
}

// Verdicts have names and words of their own.
static void verdicts_have_names(void **state) {
    (void)state;
    for (int k = 0; k < OUTCOME_VERDICTS; k++) {
        assert_true(*outcome_verdict_words((outcome_verdict)k));
        assert_null(strchr(outcome_verdict_name((outcome_verdict)k), ' '));
        for (int i = 0; i < k; i++)
            assert_string_not_equal(outcome_verdict_name((outcome_verdict)k), outcome_verdict_name((outcome_verdict)i));
    }
}

// The halves share a region by its width; the middle tenth of the head counts for neither.
static void halves_share_a_region_by_its_width(void **state) {
    (void)state;
    const jam_def d = {.head_lo = {-1, -0.3, -0.4}, .head_hi = {1, 0.3, 1.2}};
    const struct {
        double x, half, left, right;
    } place[] = {
        {0, 1, 0.45, 0.45}, {0, 0, 0, 0}, {0.09, 0, 0, 0}, {0.11, 0, 0, 1}, {-0.5, 0.2, 1, 0}, {0.3, 0.4, 0, 0.75},
    };
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) {
        seat_load s = {0};
        seat_add_head(&s, &d, vec3_make(place[k].x, 0, 1.1), place[k].half, 1000);
        CHECK_NEAR(seat_fluke_load(&s, SEAT_LEFT), 1000 * place[k].left, 1e-9);
        CHECK_NEAR(seat_fluke_load(&s, SEAT_RIGHT), 1000 * place[k].right, 1e-9);
        CHECK_NEAR(s.head_n[SEAT_RIGHT][DYN_PART_FLUKE_TIP], 1000 * place[k].right, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(housed_needs_both_flukes),           cmocka_unit_test(three_regions_are_no_seat),
        cmocka_unit_test(over_hauled_passes_no_more),         cmocka_unit_test(wrong_way_round_comes_before_its_jam),
        cmocka_unit_test(jammed_until_it_comes_free),         cmocka_unit_test(seated_askew_by_pose_and_place),
        cmocka_unit_test(chain_stopped_short_of_home),        cmocka_unit_test(tension_out_of_its_band),
        cmocka_unit_test(parted_chain_comes_first),           cmocka_unit_test(verdicts_have_names),
        cmocka_unit_test(halves_share_a_region_by_its_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
