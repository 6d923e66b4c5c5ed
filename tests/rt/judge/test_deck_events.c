// SPDX-License-Identifier: MIT
// Deck events from synthetic passages: each passage raises one event with its evidence. A value that trembles about its
// threshold raises no further ones.
#include "rt/judge/deck_events.h"
#include "tests/check.h"
#include <string.h>

#define DT 0.01
#define DEGREE (3.14159265358979323846 / 180)

static deck_def ship(void) {
    return (deck_def){.limits = deck_limits_default(),
                      .pipe_length = 6,
                      .pipe_bore = 0.6,
                      .mark = {27.5, 55},
                      .marks = 2,
                      .anchor_weight = 6e4,
                      .chain_weight = 500};
}

// An anchor 30 m under a mouth 5 m over the water, on a vertical chain that continues through a pipe of 6 m.
static deck_input hanging(void) {
    return (deck_input){.chain_out = 36,
                        .tension = 7e4,
                        .crown_z = -25,
                        .lowest_z = -25.4,
                        .shackle_depth = -30,
                        .pin_distance = 32.5,
                        .lead = {0, 0, -1}};
}

static int count[RT_EVENT_COUNT];
static deck_evidence evidence[RT_EVENT_COUNT]; // of the latest event of each kind

static void init_log(deck_log *k, const deck_def *d, const deck_input *in) {
    memset(count, 0, sizeof count);
    deck_log_init(k, d, in);
}

static void feed(deck_log *k, const deck_def *d, const deck_input *in) {
    rt_events events = 0;
    deck_log_update(k, d, in, &events);
    for (int e = 0; e < RT_EVENT_COUNT; e++) {
        if (!(events >> e & 1)) continue;
        count[e]++;
        evidence[e] = deck_evidence_of(k, (rt_event)e);
    }
}

static int count_all(void) {
    int n = 0;
    for (int e = 0; e < RT_EVENT_COUNT; e++) n += count[e];
    return n;
}

// Sets the positions of the marks for this chain out: mouth 5 m over the water, straight chain.
static void place_marks(deck_input *in, const deck_def *d) {
    for (int i = 0; i < d->marks; i++) {
        double from_lifter = in->chain_out - d->mark[i], from_mouth = d->pipe_length - from_lifter;
        in->along[i] = from_mouth;
        in->height[i] = 5 + from_mouth;
    }
}

// Heaves or pays out to another length of chain out, while the length trembles by 3 cm.
static void run_chain(deck_log *k, const deck_def *d, deck_input *in, double to, double speed) {
    double middle = in->chain_out;
    for (int j = 0; fabs(middle - to) > 1e-9; j++) {
        middle = to > middle ? fmin(to, middle + speed * DT) : fmax(to, middle - speed * DT);
        in->t += DT;
        in->chain_speed = to > middle ? -speed : speed;
        in->chain_out = middle + (j % 2 ? 0.03 : -0.03);
        place_marks(in, d);
        feed(k, d, in);
    }
}

static void test_shackles_pass_once_each_way(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    in.chain_out = 70;
    place_marks(&in, &d);
    deck_log k;
    init_log(&k, &d, &in);
    run_chain(&k, &d, &in, 50, 0.15); // shackle 2, at 55 m: water at 66, deck at 55 (the pipe's end is the lifter here)
    assert_int_equal(count[RT_EVENT_SHACKLE_IN_WATER], 1);
    assert_int_equal(count[RT_EVENT_SHACKLE_ON_DECK], 1);
    assert_int_equal(count[RT_EVENT_SHACKLE_AT_LIFTER], 1);
    assert_int_equal(evidence[RT_EVENT_SHACKLE_AT_LIFTER].n, 2);
    CHECK_NEAR(evidence[RT_EVENT_SHACKLE_AT_LIFTER].chain_out, 55, 0.04);
    CHECK_NEAR(evidence[RT_EVENT_SHACKLE_IN_WATER].chain_out, 66, 0.04);
    CHECK_NEAR(evidence[RT_EVENT_SHACKLE_AT_LIFTER].chain_speed, 0.15, 1e-12);
    run_chain(&k, &d, &in, 20, 0.5); // and shackle 1
    assert_int_equal(count[RT_EVENT_SHACKLE_AT_LIFTER], 2);
    assert_int_equal(evidence[RT_EVENT_SHACKLE_AT_LIFTER].n, 1);
    run_chain(&k, &d, &in, 70, 0.5); // both out again
    assert_int_equal(count[RT_EVENT_SHACKLE_AT_LIFTER], 4);
    assert_int_equal(count[RT_EVENT_SHACKLE_ON_DECK], 4);
    assert_int_equal(count[RT_EVENT_SHACKLE_IN_WATER], 4);
    assert_int_equal(evidence[RT_EVENT_SHACKLE_AT_LIFTER].n, 2);
    assert_int_equal(evidence[RT_EVENT_SHACKLE_AT_LIFTER].way, -1);
    assert_int_equal(count_all(), 12);
}

static void test_trembling_shackle_does_not_chatter(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    in.chain_out = 28;
    place_marks(&in, &d);
    init_log(&k, &d, &in);
    for (int j = 0; j < 2000; j++) { // 9 cm in and out about the lifter, less than the band of 10 cm on either side
        in.chain_out = 27.5 + 0.09 * cos(0.01 * j) * (j % 2 ? 1 : -1);
        place_marks(&in, &d);
        feed(&k, &d, &in);
    }
    assert_int_equal(count[RT_EVENT_SHACKLE_AT_LIFTER], 1);
}

static void test_rising_anchor_raises_each_event_once(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    init_log(&k, &d, &in);
    for (int j = 0; j < 30000; j++) { // 30 m at 0.1 m/s, in a swell of 5 cm
        double up = 1e-3 * j + 0.05 * sin(0.1 * j);
        in.t = DT * j;
        in.crown_z = -25 + up, in.lowest_z = -25.4 + up;
        in.shackle_depth = -29 + up;
        feed(&k, &d, &in);
    }
    assert_int_equal(count[RT_EVENT_IN_SIGHT], 1);
    assert_int_equal(count[RT_EVENT_CLEAR_OF_WATER], 1);
    assert_int_equal(count[RT_EVENT_AT_HAWSE], 1);
    CHECK_NEAR(evidence[RT_EVENT_IN_SIGHT].a, -1, 0.01);
    CHECK_NEAR(evidence[RT_EVENT_CLEAR_OF_WATER].a, 0, 0.01);
    CHECK_NEAR(evidence[RT_EVENT_AT_HAWSE].a, 0, 0.01);
    assert_int_equal(count_all(), 3);
    for (int j = 0; j < 100; j++) { // down again: no events
        in.shackle_depth -= 1, in.crown_z -= 1, in.lowest_z -= 1;
        feed(&k, &d, &in);
    }
    assert_int_equal(count_all(), 3);
}

// A shackle beside the mouth is not in the pipe.
static void test_shackle_beside_the_pipe_is_not_at_the_hawse(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    in.shackle_offset = 0.7;
    init_log(&k, &d, &in);
    in.shackle_depth = 1;
    feed(&k, &d, &in);
    assert_int_equal(count_all(), 0);
    in.shackle_offset = 0.1;
    feed(&k, &d, &in);
    assert_int_equal(count[RT_EVENT_AT_HAWSE], 1);
}

static void hold(deck_log *k, const deck_def *d, deck_input *in, double seconds) {
    for (int j = 0; j < (int)(seconds / DT + 0.5); j++) {
        in->t += DT;
        feed(k, d, in);
    }
}

static void test_wrong_way_round_needs_hawse_and_time(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    in.flukes_in = 0.7;
    init_log(&k, &d, &in);
    hold(&k, &d, &in, 5); // far below the hawse the direction does not matter
    assert_int_equal(count_all(), 0);
    in.shackle_depth = 0.3, in.flukes_in = 0;
    hold(&k, &d, &in, 2);
    for (int j = 0; j < 20; j++) { // swings through, for 0.3 s each time
        in.flukes_in = 0.6;
        hold(&k, &d, &in, 0.3);
        in.flukes_in = 0.1;
        hold(&k, &d, &in, 0.3);
    }
    assert_int_equal(count[RT_EVENT_WRONG_WAY_ROUND], 0);
    in.flukes_in = sin(45 * DEGREE);
    hold(&k, &d, &in, 10);
    assert_int_equal(count[RT_EVENT_WRONG_WAY_ROUND], 1);
    CHECK_NEAR(evidence[RT_EVENT_WRONG_WAY_ROUND].a, 45, 1e-9);
    in.flukes_in = 0.3; // below the threshold, but within the hysteresis
    hold(&k, &d, &in, 5);
    in.flukes_in = 0.7;
    hold(&k, &d, &in, 5);
    assert_int_equal(count[RT_EVENT_WRONG_WAY_ROUND], 1);
    in.flukes_in = 0; // turned outboard, and back again
    hold(&k, &d, &in, 5);
    in.flukes_in = 0.7;
    hold(&k, &d, &in, 5);
    assert_int_equal(count[RT_EVENT_WRONG_WAY_ROUND], 2);
}

static void test_dislodged_only_while_the_chain_is_held(void **state) {
    (void)state;
    deck_def d = ship();
    for (int held = 0; held < 2; held++) {
        deck_input in = hanging();
        deck_log k;
        init_log(&k, &d, &in);
        in.pin_distance = 0.3, in.housed = true, in.held = true;
        hold(&k, &d, &in, 2);
        in.pin_distance = 0.34, in.housed = false; // moves within limits.moved
        hold(&k, &d, &in, 2);
        assert_int_equal(count[RT_EVENT_DISLODGED], 0);
        in.pin_distance = 0.4, in.held = held;
        hold(&k, &d, &in, 2);
        in.pin_distance = 0.9, in.held = true;
        hold(&k, &d, &in, 2);
        assert_int_equal(count[RT_EVENT_DISLODGED], held);
        if (held) CHECK_NEAR(evidence[RT_EVENT_DISLODGED].b, 0.1, 1e-12);
    }
}

// Feeds tensions as shares of the static load, for `each` seconds each.
static void feed_tensions(deck_log *k, const deck_def *d, deck_input *in, const double *share, int n, double each) {
    for (int j = 0; j < n; j++) {
        in->tension = share[j] * (d->anchor_weight + d->chain_weight * in->chain_out);
        hold(k, d, in, each);
    }
}

static void test_snap_load_needs_slack_and_peak(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    init_log(&k, &d, &in);
    const double rough[] = {1, 2.4, 0.2, 2.6, 1};                                      // not slack
    const double soft[] = {1, 0.05, 0.5, 1.2, 1}, late[] = {0.02, 0.5, 0.8, 0.9, 1.9}; // peak too low; peak too late
    feed_tensions(&k, &d, &in, rough, 5, 0.1);
    feed_tensions(&k, &d, &in, soft, 5, 0.1);
    feed_tensions(&k, &d, &in, (const double[]){1}, 1, 2);
    feed_tensions(&k, &d, &in, late, 5, 0.5);
    assert_int_equal(count_all(), 0);
    const double snap[] = {0.06, 0.03, 0.08, 0.6, 1.7, 2.2, 1.4, 0.9, 1.1};
    for (int times = 1; times <= 3; times++) {
        feed_tensions(&k, &d, &in, snap, 9, 0.05);
        assert_int_equal(count[RT_EVENT_SNAP_LOAD], times);
    }
    double load = 6e4 + 500 * 36;
    CHECK_NEAR(evidence[RT_EVENT_SNAP_LOAD].a, 2.2 * load, 1e-6);
    CHECK_NEAR(evidence[RT_EVENT_SNAP_LOAD].b, 0.03 * load, 1e-6);
    CHECK_NEAR(evidence[RT_EVENT_SNAP_LOAD].c, 0.1, 1e-9);
    assert_int_equal(count_all(), 3);
}

static void set_lead(deck_input *in, double angle) { in->lead = vec3_make(cos(angle), 0, -sin(angle)); }

// The lead rises from long stay to up and down, trembling by a degree. Without ground contact there is no stay.
static void test_stays_need_the_ground(void **state) {
    (void)state;
    deck_def d = ship();
    for (int grounded = 0; grounded < 2; grounded++) {
        deck_input in = hanging();
        deck_log k;
        init_log(&k, &d, &in);
        in.grounded = grounded;
        for (int j = 0; j < 9000; j++) {
            double angle = (10 + 0.009 * j + (j % 2 ? 0.9 : -0.9)) * DEGREE;
            in.t += DT;
            set_lead(&in, fmin(angle, 89.9 * DEGREE));
            feed(&k, &d, &in);
        }
        in.grounded = false;
        hold(&k, &d, &in, 3);
        const rt_event ladder[] = {RT_EVENT_LONG_STAY, RT_EVENT_MEDIUM_STAY, RT_EVENT_SHORT_STAY, RT_EVENT_UP_AND_DOWN,
                                   RT_EVENT_AWEIGH};
        const double at[] = {9.1, 30, 60, 85};
        for (int i = 0; i < 5; i++) assert_int_equal(count[ladder[i]], grounded);
        for (int i = 0; i < 4 && grounded; i++) CHECK_NEAR(evidence[ladder[i]].a, at[i], i ? 0.9 : 1e-6);
        assert_int_equal(count_all(), 5 * grounded);
    }
    CHECK_NEAR(deck_lead(vec3_make(3, 4, -5)), 45 * DEGREE, 1e-12);
    CHECK_NEAR(deck_lead(vec3_make(1, 0, 0)), 0, 1e-12);
}

// An anchor that bounces on the ground is not aweigh. The lead of a slack cable raises no event.
static void test_bouncing_or_slack_raises_no_event(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    init_log(&k, &d, &in);
    in.grounded = true, in.tension = 1e3;
    set_lead(&in, 80 * DEGREE);
    hold(&k, &d, &in, 2);
    for (int j = 0; j < 10; j++) {
        in.grounded = !in.grounded;
        hold(&k, &d, &in, 0.5);
    }
    assert_int_equal(count_all(), 0);
    in.grounded = false;
    hold(&k, &d, &in, 5);
    assert_int_equal(count[RT_EVENT_AWEIGH], 1);
    assert_int_equal(count_all(), 1);
}

// Lifts the anchor into sight while the chain bears on it with `load` newtons, after `from` seconds off the ground.
static deck_evidence sight_with(double load, double from) {
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    init_log(&k, &d, &in);
    in.foul_load = 0;
    hold(&k, &d, &in, from);
    in.foul_load = load, in.foul_chain = 3.3;
    in.crown_z = -2;
    hold(&k, &d, &in, 2);
    in.crown_z = -0.5;
    hold(&k, &d, &in, 1);
    assert_int_equal(count[RT_EVENT_IN_SIGHT], 1);
    return evidence[RT_EVENT_IN_SIGHT];
}

// "Sighted and clear", or foul: the chain bears on the anchor, whose weight is 60 kN, with more than 2 % of it.
static void test_anchor_is_sighted_clear_or_foul(void **state) {
    (void)state;
    char text[256];
    deck_evidence e = sight_with(4e4, 3);
    CHECK_NEAR(e.b, 4e4, 0), CHECK_NEAR(e.c, 3.3, 0);
    deck_evidence_text(RT_EVENT_IN_SIGHT, &e, text, sizeof text);
    assert_non_null(strstr(text, "foul anchor: the chain bears on it with 40 kN, 3.3 m from the shackle; the crown"));
    e = sight_with(1e3, 3); // brushes it
    CHECK_NEAR(e.b, 0, 0);
    deck_evidence_text(RT_EVENT_IN_SIGHT, &e, text, sizeof text);
    assert_non_null(strstr(text, "clear anchor; the crown"));
    e = sight_with((double)NAN, 3); // no such contact in the model: no report
    deck_evidence_text(RT_EVENT_IN_SIGHT, &e, text, sizeof text);
    assert_true(isnan(e.b) && !strstr(text, "anchor"));
    assert_string_equal(deck_evidence_key(RT_EVENT_IN_SIGHT, 1), "foul_load_n");
}

// On the ground the chain may lie on the anchor; and a swing of half a second against it is no turn round it.
static void test_foul_needs_time_and_a_hanging_anchor(void **state) {
    (void)state;
    deck_def d = ship();
    deck_input in = hanging();
    deck_log k;
    init_log(&k, &d, &in);
    in.foul_load = 5e4, in.grounded = true;
    hold(&k, &d, &in, 5);
    assert_int_equal(k.foul, 0);
    in.grounded = false;
    hold(&k, &d, &in, 0.5);
    in.foul_load = 0;
    hold(&k, &d, &in, 0.2);
    assert_int_equal(k.foul, 0);
    in.foul_load = 5e4;
    hold(&k, &d, &in, 1.1);
    assert_int_equal(k.foul, 1);
    in.foul_load = 0; // the turn slips off
    hold(&k, &d, &in, 0.5);
    assert_int_equal(k.foul, 1);
    hold(&k, &d, &in, 1);
    assert_int_equal(k.foul, 0);
}

static void test_evidence_text_is_complete_or_truncated(void **state) {
    (void)state;
    char text[256];
    const deck_evidence e = {
        .n = 2, .way = 1, .chain_out = 55.1, .chain_speed = 0.15, .tension = 8.2e4, .a = 55, .b = 0, .c = 0};
    deck_evidence_text(RT_EVENT_SHACKLE_AT_LIFTER, &e, text, sizeof text);
    assert_string_equal(text, "2 shackles at the lifter: joining shackle 2 went in over it at 55.0 m of chain; 55.1 m "
                              "of chain out, heaving at 9.0 m/min, 82 kN at the lifter");
    for (int kind = 0; kind < RT_EVENT_COUNT; kind++) {
        char small[24];
        if (!deck_has_evidence((rt_event)kind)) continue;
        deck_evidence_text((rt_event)kind, &e, small, sizeof small); // a small buffer truncates the text
        assert_true(strlen(small) < sizeof small);
    }
    assert_false(deck_has_evidence(RT_EVENT_OVERRUN));
    assert_true(deck_has_evidence(RT_EVENT_FAILURE));
    assert_string_equal(deck_evidence_key(RT_EVENT_SNAP_LOAD, 2), "rise_s");
    assert_null(deck_evidence_key(RT_EVENT_IN_SIGHT, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shackles_pass_once_each_way),
        cmocka_unit_test(test_trembling_shackle_does_not_chatter),
        cmocka_unit_test(test_rising_anchor_raises_each_event_once),
        cmocka_unit_test(test_anchor_is_sighted_clear_or_foul),
        cmocka_unit_test(test_foul_needs_time_and_a_hanging_anchor),
        cmocka_unit_test(test_shackle_beside_the_pipe_is_not_at_the_hawse),
        cmocka_unit_test(test_wrong_way_round_needs_hawse_and_time),
        cmocka_unit_test(test_dislodged_only_while_the_chain_is_held),
        cmocka_unit_test(test_snap_load_needs_slack_and_peak),
        cmocka_unit_test(test_stays_need_the_ground),
        cmocka_unit_test(test_bouncing_or_slack_raises_no_event),
        cmocka_unit_test(test_evidence_text_is_complete_or_truncated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
