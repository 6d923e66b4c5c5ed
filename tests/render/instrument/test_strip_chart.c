// SPDX-License-Identifier: MIT
// Strip charts: every sample belongs to a column, and a rewind clears later samples.
#include "render/instrument/strip_chart.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static strip_chart *c;
static dyn_snapshot *s;

static int begin(void **state) {
    (void)state;
    c = calloc(1, sizeof *c);
    s = calloc(1, sizeof *s);
    return 0;
}

static int end(void **state) {
    (void)state;
    free(c);
    free(s);
    return 0;
}

static void add(double t, double tension) {
    s->t = t;
    s->gauges.tension_n = tension;
    strip_chart_add(c, s);
}

// A peak of one snapshot among 12 000 is in its column, for every number of columns.
static void columns_keep_extremes(void **state) {
    (void)state;
    for (int k = 0; k <= 12000; k++) add(0.005 * k, k == 7777 ? 500e3 : k == 3210 ? -40e3 : 100e3);
    for (int n = 1; n <= 400; n += 57) {
        strip_range column[400];
        strip_chart_columns(c, STRIP_TENSION, 0, 60.02, n, column);
        for (int i = 0; i < n; i++) {
            double t0 = 60.02 * i / n, t1 = 60.02 * (i + 1) / n, peak = 7777 * 0.005, dip = 3210 * 0.005;
            double near = 1.0 / STRIP_SAMPLES_S; // length of a sample
            if (peak > t0 + near && peak < t1 - near) CHECK_NEAR(column[i].hi, 500e3, 0);
            if (peak < t0 - near || peak > t1 + near) CHECK_NEAR(column[i].hi, 100e3, 0);
            if (dip > t0 + near && dip < t1 - near) CHECK_NEAR(column[i].lo, -40e3, 0);
        }
        strip_range all;
        assert_true(strip_chart_extremes(column, n, &all));
        CHECK_NEAR(all.lo, -40e3, 0);
        CHECK_NEAR(all.hi, 500e3, 0);
    }
}

static void only_the_last_minute_is_kept(void **state) {
    (void)state;
    for (int k = 0; k <= 200 * 144; k++) add(k / 144.0, k);
    assert_true(c->n <= STRIP_KEPT);
    strip_range column[200];
    strip_chart_columns(c, STRIP_TENSION, 0, 200, 200, column);
    assert_true(isnan(column[138].lo));
    assert_false(isnan(column[141].lo));
    CHECK_NEAR(column[199].hi, 200 * 144, 144);
}

static void rewind_clears_later_samples(void **state) {
    (void)state;
    strip_range column[60], all;
    for (int k = 0; k <= 2000; k++) {
        s->gauges.housed = k >= 1500;
        add(0.02 * k, 1e3 * k);
    }
    assert_int_equal(c->n_marks, 1);
    s->gauges.housed = 0;
    add(20, 7e3);
    assert_int_equal(c->n_marks, 0);
    strip_chart_columns(c, STRIP_TENSION, 0, 60, 60, column);
    for (int i = 21; i < 60; i++) assert_true(isnan(column[i].lo));
    assert_true(strip_chart_extremes(column, 60, &all));
    CHECK_NEAR(all.hi, 999e3, 0); // at 19.98 s
    CHECK_NEAR(column[20].hi, 7e3, 0);
    for (int k = 1; k <= 500; k++) add(20 + 0.02 * k, 3e3);
    strip_chart_columns(c, STRIP_TENSION, 0, 60, 60, column);
    CHECK_NEAR(column[29].hi, 3e3, 0);
    assert_true(isnan(column[31].lo));
}

static void paused_time_adds_nothing(void **state) {
    (void)state;
    add(1, 5);
    add(1, 9);
    assert_int_equal(c->n, 1);
    strip_range one;
    strip_chart_columns(c, STRIP_TENSION, 0, 2, 1, &one);
    CHECK_NEAR(one.hi, 5, 0);
}

static void events_are_marked_when_they_begin(void **state) {
    (void)state;
    s->gauges.jammed = 1; // from the start: no event begins
    add(0, 0);
    s->gauges.housed = 1;
    add(1, 0);
    add(2, 0);
    s->gauges.safety = RT_SAFETY_FAILSAFE;
    add(3, 0);
    s->info.misses = 2;
    add(4, 0);
    add(5, 0);
    s->info.misses = 3;
    add(6, 0);
    static const strip_mark expected[] = {{1, STRIP_HOUSED}, {3, STRIP_FAILSAFE}, {4, STRIP_MISS}, {6, STRIP_MISS}};
    assert_int_equal(c->n_marks, 4);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(c->mark[k].event, expected[k].event);
        CHECK_NEAR(c->mark[k].t, expected[k].t, 0);
    }
}

static void more_marks_than_fit_push_out_the_oldest(void **state) {
    (void)state;
    for (int k = 0; k < 6 * STRIP_MARKS; k++) {
        s->gauges.jammed = k % 2;
        add(0.02 * k, 0);
    }
    assert_int_equal(c->n_marks, STRIP_MARKS);
    CHECK_NEAR(c->mark[(c->first_mark + STRIP_MARKS - 1) % STRIP_MARKS].t, 0.02 * (6 * STRIP_MARKS - 1), 1e-9);
}

// If every frame of a minute misses, the chart has two marks a second, and holds them all.
static void many_misses_have_few_marks(void **state) {
    (void)state;
    for (int k = 0; k <= 6000; k++) {
        s->info.misses = (uint64_t)(10 * k);
        add(0.01 * k, 0);
    }
    assert_in_range(c->n_marks, 110, 121);
    for (int k = 1; k < c->n_marks; k++) assert_true(c->mark[k].t - c->mark[k - 1].t >= STRIP_MISS_S - 1e-9);
}

static void values_that_are_not_finite_are_dropped(void **state) {
    (void)state;
    strip_range one;
    add(1, NAN);
    add(1.001, 4);
    add(INFINITY, 9);
    add(NAN, 9);
    strip_chart_columns(c, STRIP_TENSION, 0, 2, 1, &one);
    CHECK_NEAR(one.lo, 4, 0);
    CHECK_NEAR(one.hi, 4, 0);
    CHECK_NEAR(c->t, 1.001, 0);
}

static void scales_are_round_and_hold_the_values(void **state) {
    (void)state;
    static const double value[][3] = {{0, 162, 20},    {0, 0, 20},    {-3.2, 9.1, 2}, {59.03, 66.3, 2},
                                      {14.8, 14.8, 2}, {0.2, 0.3, 2}, {-1, -1, 2},    {0, 1e6, 20}};
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
        double from, to, step = strip_chart_scale(value[k][0], value[k][1], value[k][2], &from, &to);
        assert_true(from <= value[k][0] && to >= value[k][1]);
        assert_true(to - from >= value[k][2] - 1e-9);
        double m = step / pow(10, floor(log10(step) + 1e-9));
        assert_true(fabs(m - 1) < 1e-9 || fabs(m - 2) < 1e-9 || fabs(m - 5) < 1e-9);
        assert_true((to - from) / step < 6.5);
        CHECK_NEAR(remainder(from, step), 0, 1e-9 * step + 1e-12);
    }
}

static void motion_of_the_ship_is_in_channels(void **state) {
    (void)state;
    static const strip_channel channel[] = {STRIP_ROLL, STRIP_PITCH, STRIP_HAWSE};
    static const double value[] = {0.125, -0.0625, 1.5};
    s->ship = (dyn_snapshot_ship){.roll_rad = value[0], .pitch_rad = value[1], .hawse_m_s = value[2]};
    add(0.5, 0);
    for (int k = 0; k < 3; k++) {
        strip_range all;
        strip_chart_columns(c, channel[k], 0, 1, 1, &all);
        CHECK_NEAR(all.lo, value[k], 0);
        CHECK_NEAR(all.hi, value[k], 0);
    }
}

// The sum and the largest of the anchor's normal forces; what presses on a link is not the anchor's.
static void contact_forces_are_channels(void **state) {
    (void)state;
    strip_range sum, most;
    s->n_bodies = 2;
    s->body[0].kind = DYN_SHOW_HEAD, s->body[1].kind = DYN_SHOW_LINK;
    s->n_contacts = 3;
    s->contact[0] = (dyn_snapshot_contact){.body = 0, .normal_force = {3e3, 0, 4e3}};
    s->contact[1] = (dyn_snapshot_contact){.body = 0, .normal_force = {0, -2e3, 0}};
    s->contact[2] = (dyn_snapshot_contact){.body = 1, .normal_force = {0, 9e3, 0}};
    add(0, 0);
    strip_chart_columns(c, STRIP_CONTACT, 0, 1, 1, &sum);
    strip_chart_columns(c, STRIP_CONTACT_MOST, 0, 1, 1, &most);
    CHECK_NEAR(sum.hi, 7e3, 1e-3);
    CHECK_NEAR(most.hi, 5e3, 1e-3);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(columns_keep_extremes),
        T(only_the_last_minute_is_kept),
        T(rewind_clears_later_samples),
        T(paused_time_adds_nothing),
        T(events_are_marked_when_they_begin),
        T(more_marks_than_fit_push_out_the_oldest),
        T(many_misses_have_few_marks),
        T(values_that_are_not_finite_are_dropped),
        T(motion_of_the_ship_is_in_channels),
        T(contact_forces_are_channels),
        T(scales_are_round_and_hold_the_values),
    };
    return cmocka_run_group_tests_name("render.instrument.strip_chart", tests, NULL, NULL);
}
