// SPDX-License-Identifier: MIT
// Story of a run for its report: history of channels with their extremes, and the decisive moments.
#include "rt/deck/deck.h"
#include "rt/report/story.h"
#include "tests/check.h"
#include <stdlib.h>

static sim ship = {.kind = &deck_kind}; // a zeroed ship; the test sets its gauges
static double t[2 * (REPORT_ROWS + 1)], low_high[REPORT_CHANNELS][2 * (REPORT_ROWS + 1)];
static double *const y[REPORT_CHANNELS] = {low_high[0], low_high[1], low_high[2], low_high[3], low_high[4]};

static double tension_at(int k) { return 1e5 * sin(1e-4 * k) + (k == 54321 ? 9e5 : k == 77777 ? -8e5 : 0); }

// Adds `frames` frames to a history; returns its number of points.
static int run_history(report_history *h, int frames) {
    ship.model.h = 1e-3;
    for (int k = 0; k < frames; k++) {
        ship.state.step = (uint64_t)k + 1;
        ship.outcome.last = (outcome_input){.tension = tension_at(k), .chain_speed = k, .chain_out = -k};
        report_history_add(h, &ship);
    }
    return report_history_points(h, t, y);
}

// At any length the points have the extremes of all frames, each at its time to within a row.
static void check_length(int frames) {
    report_history *h = report_history_create(&ship);
    int n = run_history(h, frames), frames_a_row = 1;
    double low = INFINITY, high = -INFINITY, kept_low = INFINITY, kept_high = -INFINITY;
    while ((int64_t)REPORT_ROWS * frames_a_row < frames) frames_a_row *= 2;
    for (int k = 0; k < frames; k++) low = fmin(low, tension_at(k)), high = fmax(high, tension_at(k));
    for (int i = 0; i < n; i++) {
        kept_low = fmin(kept_low, y[0][i]), kept_high = fmax(kept_high, y[0][i]);
        if (i > 0) assert_true(t[i] >= t[i - 1]);
    }
    CHECK_NEAR(kept_low, low, 0);
    CHECK_NEAR(kept_high, high, 0);
    assert_int_equal(n, 2 * ((frames + frames_a_row - 1) / frames_a_row));
    CHECK_NEAR(t[0], 1e-3, 1e-12);
    for (int i = 0; i < n; i += 2) { // the ramps show which frames a row contains
        int first = i / 2 * frames_a_row,
            last = first + frames_a_row - 1 < frames ? first + frames_a_row - 1 : frames - 1;
        CHECK_NEAR(t[i], 1e-3 * (first + 1), 1e-9);
        CHECK_NEAR(y[1][i], 60.0 * first, 0); // m/min
        CHECK_NEAR(y[1][i + 1], 60.0 * last, 0);
        CHECK_NEAR(y[2][i], -last, 0);
        CHECK_NEAR(y[2][i + 1], -first, 0);
    }
    report_history_free(h);
}

static void test_history(void **state) {
    (void)state;
    const int length[] = {1, 2, 3, 1000, REPORT_ROWS, REPORT_ROWS + 1, 2 * REPORT_ROWS, 100000, 130000, 1000001};
    for (size_t k = 0; k < sizeof length / sizeof length[0]; k++) check_length(length[k]);
    report_history *h = report_history_create(&ship);
    assert_int_equal(report_history_points(h, t, y), 0);
    report_history_free(h);
}

// Rewound and run again with other values: the history has the old values before, the new values after.
static void test_history_after_rewind(void **state) {
    (void)state;
    report_history *h = report_history_create(&ship);
    run_history(h, 9000);
    for (int k = 5000; k < 20000; k++) {
        ship.state.step = (uint64_t)k + 1;
        ship.outcome.last = (outcome_input){.tension = -1, .chain_speed = k, .chain_out = k};
        report_history_add(h, &ship);
    }
    int n = report_history_points(h, t, y);
    assert_true(n > REPORT_ROWS);
    CHECK_NEAR(t[0], 1e-3, 1e-12);
    for (int i = 2; i < n; i++) {
        if (i % 2 == 0) assert_true(t[i] > t[i - 1]);
        if (t[i] > 5.02) CHECK_NEAR(y[0][i], -1, 0); // a row of eight frames may straddle the rewind
        if (t[i] < 4.98) CHECK_NEAR(y[2][i], -1e3 * t[i], 9);
        if (t[i] > 5.02) CHECK_NEAR(y[2][i], 1e3 * t[i], 9);
    }
    assert_true(t[n - 1] > 19.98);
    report_history_free(h);
}

static dyn_snapshot make_snapshot(double at, double tension, int regions) {
    dyn_snapshot s = {.t = at, .n_bodies = 2, .info.regions = regions, .gauges.tension_n = tension};
    s.body[0].kind = DYN_SHOW_LINK;
    s.body[1].kind = DYN_SHOW_HEAD;
    return s;
}

static void add_contact(dyn_snapshot *s, int body, double force) {
    s->contact[s->n_contacts++] = (dyn_snapshot_contact){.body = body, .normal_force = {0, 0, force}};
}

static void check_moment(const report_story *r, report_moment_kind k, double at) {
    if (at < 0) {
        assert_false(r->moment[k].taken);
        return;
    }
    assert_true(r->moment[k].taken);
    CHECK_NEAR(r->moment[k].snapshot.t, at, 0);
}

static void test_moments(void **state) {
    (void)state;
    static dyn_snapshot s[6];
    rt_diag d = {0};
    report_story *r = report_story_create(&ship, &d);
    s[0] = make_snapshot(0, 500, 0); // the tension of the start is no peak of the run
    s[0].gauges.failsafe = 1;        // nor is its fail-safe a moment
    s[1] = make_snapshot(1, 100, 2);
    add_contact(&s[1], 0, 9000); // force on a link, not on the anchor
    add_contact(&s[1], 1, 50);
    s[2] = make_snapshot(2, 300, 0);
    s[2].gauges.failsafe = 1;
    s[3] = make_snapshot(3, 200, 1);
    add_contact(&s[3], 1, 70);
    s[3].gauges.housed = 1;
    s[4] = make_snapshot(4, 300, 1);
    add_contact(&s[4], 1, 70); // less than the peak
    s[5] = make_snapshot(5, 0, 1);
    for (int k = 0; k < 6; k++) report_story_update(r, &s[k]);
    report_story_end(r, &s[5]);
    check_moment(r, REPORT_START, 0);
    check_moment(r, REPORT_TOUCH, 1);
    check_moment(r, REPORT_PEAK_TENSION, 2);
    check_moment(r, REPORT_PEAK_FORCE, 3);
    check_moment(r, REPORT_JAMMED, -1);
    check_moment(r, REPORT_STOPPED, 2);
    check_moment(r, REPORT_HOUSED, 3);
    check_moment(r, REPORT_END, 5);
    report_story_free(r);
}

// A part of a recording may begin in the middle of contact or fail-safe.
static void test_moments_of_a_part(void **state) {
    (void)state;
    static dyn_snapshot s[4];
    rt_diag d = {0};
    report_story *r = report_story_create(&ship, &d);
    s[0] = make_snapshot(60, 1, 3);
    s[1] = make_snapshot(61, 1, 3);
    s[2] = make_snapshot(62, 1, 0);
    s[3] = make_snapshot(63, 1, 1);
    report_story_update(r, &s[0]);
    report_story_update(r, &s[1]);
    check_moment(r, REPORT_TOUCH, -1);
    report_story_update(r, &s[2]);
    report_story_update(r, &s[3]);
    check_moment(r, REPORT_TOUCH, 63);
    static const dyn_snapshot nothing;
    report_story_end(r, &nothing);
    check_moment(r, REPORT_END, -1);
    report_story_free(r);
}

static void test_moments_after_rewind(void **state) {
    (void)state;
    static dyn_snapshot s[4];
    rt_diag d = {0};
    report_story *r = report_story_create(&ship, &d);
    s[0] = make_snapshot(1, 1, 0);
    s[1] = make_snapshot(2, 900, 0);
    s[2] = make_snapshot(3, 500, 1);
    s[2].gauges.jammed = 1;
    s[3] = make_snapshot(1.5, 300, 0);
    for (int k = 0; k < 4; k++) report_story_update(r, &s[k]);
    check_moment(r, REPORT_START, 1);
    check_moment(r, REPORT_TOUCH, -1);
    check_moment(r, REPORT_JAMMED, -1);
    check_moment(r, REPORT_PEAK_TENSION, 1.5);
    report_story_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_history),           cmocka_unit_test(test_history_after_rewind),
        cmocka_unit_test(test_moments),           cmocka_unit_test(test_moments_after_rewind),
        cmocka_unit_test(test_moments_of_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
