// SPDX-License-Identifier: MIT
// The timing panel's memory: it finds every long frame, even if it sees few snapshots.
#include "render/instrument/timing_log.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static timing_log *l;
static dyn_snapshot *s;

static int begin(void **state) {
    (void)state;
    l = calloc(1, sizeof *l);
    s = calloc(1, sizeof *s);
    s->timing.period_ns = s->timing.budget_ns = 1000000;
    return 0;
}

// However few lines there are, the counts add up to the misses.
static void causes_add_up_to_the_misses(void **state) {
    (void)state;
    static const uint64_t cause[RT_MISS_CAUSE_COUNT] = {0, 12, 40, 0, 0, 0, 18, 3, 621};
    timing_cause list[RT_MISS_CAUSE_COUNT];
    s->timing.frames = 1;
    memcpy(s->timing.cause, cause, sizeof cause);
    s->info.misses = 694;
    timing_log_add(l, s);
    for (int lines = 1; lines <= 12; lines++) {
        uint64_t sum = 0;
        int n = timing_log_causes(l, lines, list);
        assert_true(n <= lines && n <= 5);
        for (int k = 0; k < n; k++) sum += list[k].misses;
        assert_int_equal(sum, 694);
        assert_string_equal(list[n - 1].name, lines < 5 ? "other causes" : "backlog");
    }
    assert_int_equal(timing_log_causes(l, 0, list), 0);
    memset(s->timing.cause, 0, sizeof s->timing.cause); // software-in-the-loop: frames over their budget, no causes
    s->timing.frames = 2;
    timing_log_add(l, s);
    assert_int_equal(timing_log_causes(l, 3, list), 1);
    assert_string_equal(list[0].name, "no cause known");
    assert_int_equal(list[0].misses, 694);
}

static int end(void **state) {
    (void)state;
    free(l);
    free(s);
    return 0;
}

// n more frames as the session counts them; frame k has work_of(k).
static int32_t work_of(uint64_t k) { return k == 5000 ? 7000000 : 100000 + (int32_t)(k % 10); }
static void run(int n) {
    dyn_timing *t = &s->timing;
    for (; n > 0; n--) {
        uint64_t k = t->frames++;
        int32_t *slot = &t->worst_work_ns[k / DYN_TIMING_RUN % DYN_TIMING_SLOTS];
        if (k % DYN_TIMING_RUN == 0 || work_of(k) > *slot) *slot = work_of(k);
    }
}

static void rare_snapshots_lose_no_frame(void **state) {
    (void)state;
    static const int every[] = {1, 33, 64, 100, 1000, 1900};
    for (size_t e = 0; e < sizeof every / sizeof every[0]; e++) {
        memset(l, 0, sizeof *l);
        s->timing.frames = 0;
        for (int k = 0; k < 20000; k += every[e]) {
            run(every[e]);
            timing_log_add(l, s);
        }
        int runs = (int)l->run + 1, seen = 0;
        int32_t column[40], longest = 0;
        timing_log_columns(l, l->work_ns, runs, 40, column);
        for (int i = 0; i < 40; i++) {
            assert_true(column[i] >= 100000);
            seen += column[i] == 7000000;
            longest = column[i] > longest ? column[i] : longest;
        }
        assert_int_equal(longest, 7000000);
        assert_true(seen == 1 || seen == 2); // a run may lie across two columns
        assert_int_equal(l->work_ns[5000 / DYN_TIMING_RUN], 7000000);
    }
}

static void skipped_runs_are_a_gap(void **state) {
    (void)state;
    int32_t column[10];
    run(64);
    timing_log_add(l, s);
    run(64 * 100);
    timing_log_add(l, s);
    assert_int_equal(l->work_ns[0], 100009);
    assert_int_equal(l->work_ns[10], -1);
    assert_int_equal(l->work_ns[100], 100009);
    timing_log_columns(l, l->work_ns, 100, 10, column);
    assert_int_equal(column[3], -1);
    assert_int_equal(column[9], 100009);
}

static void new_session_clears_the_log(void **state) {
    (void)state;
    run(6400);
    timing_log_add(l, s);
    s->timing.frames = 0;
    run(10);
    timing_log_add(l, s);
    assert_int_equal(l->run, 0);
    assert_int_equal(l->work_ns[50], -1);
}

static void minute_follows_the_period(void **state) {
    (void)state;
    assert_int_equal(timing_log_minute(l), 0);
    timing_log_add(l, s); // a recording without timing
    assert_int_equal(timing_log_minute(l), 0);
    run(1);
    timing_log_add(l, s);
    assert_int_equal(timing_log_minute(l), 60000 / DYN_TIMING_RUN);
    s->timing.period_ns = 100000;
    run(1);
    timing_log_add(l, s);
    assert_int_equal(timing_log_minute(l), TIMING_LOG_RUNS);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(rare_snapshots_lose_no_frame), T(skipped_runs_are_a_gap),      T(new_session_clears_the_log),
        T(minute_follows_the_period),    T(causes_add_up_to_the_misses),
    };
    return cmocka_run_group_tests_name("render.instrument.timing_log", tests, NULL, NULL);
}
