// SPDX-License-Identifier: MIT
// Frame times in the snapshot: a long frame between two snapshots is not lost.
#include "rt/session/session.h"
#include "tests/check.h"
#include <string.h>

static session s;
static rt_loop_stats stats;

static int begin(void **state) {
    (void)state;
    memset(&s, 0, sizeof s);
    memset(&stats, 0, sizeof stats);
    s.sim.model.h = 1e-3;
    return 0;
}

static void time_frames(int n, int64_t work_ns) {
    rt_profile p = {.ns = {[RT_PHASE_SOLVE] = work_ns}};
    for (int k = 0; k < n; k++) session_time_frame(&s, &p, work_ns);
}

static void each_slot_has_the_longest_frame(void **state) {
    (void)state;
    time_frames(10, 300000);
    time_frames(1, 900000);
    time_frames(DYN_TIMING_RUN - 11, 200000);
    time_frames(5, 250000);
    assert_int_equal(s.timing.frames, DYN_TIMING_RUN + 5);
    assert_int_equal(s.timing.worst_work_ns[0], 900000);
    assert_int_equal(s.timing.worst_work_ns[1], 250000);
    assert_int_equal(s.timing.worst_end_ns[0], 900000); // without a loop the end is the work
    assert_int_equal(s.timing.phase_ns[RT_PHASE_SOLVE], 250000);
    assert_int_equal(s.timing.budget_ns, 1000000);
    time_frames(DYN_TIMING_RUN * DYN_TIMING_SLOTS, 100000); // a full turn of the ring overwrites all old runs
    for (int k = 0; k < DYN_TIMING_SLOTS; k++) assert_true(s.timing.worst_work_ns[k] <= 250000);
}

static void bins_are_twentieths_of_the_budget(void **state) {
    (void)state;
    time_frames(3, 0);
    time_frames(7, 49999);
    time_frames(2, 50000);
    time_frames(1, 1599999);
    time_frames(4, 1000000000000);
    assert_int_equal(s.timing.bin[0], 10);
    assert_int_equal(s.timing.bin[1], 2);
    assert_int_equal(s.timing.bin[DYN_TIMING_BINS - 1], 5);
    assert_int_equal(s.timing.worst_work_ns[0], INT32_MAX);
}

static void ends_and_causes_come_from_the_loop(void **state) {
    (void)state;
    s.loop = &stats;
    stats.period_ns = 2000000;
    stats.budget_ns = 1500000;
    session_time_end(&s); // no frame yet
    assert_int_equal(s.timing.worst_end_ns[0], 0);
    time_frames(1, 300000);
    assert_int_equal(s.timing.worst_end_ns[0], 0); // the frame has not ended yet
    stats.last.release_ns = 5000000;
    stats.last.end_ns = 6700000;
    stats.cause_count[RT_MISS_LATE_TIMER] = 4;
    session_time_end(&s);
    assert_int_equal(s.timing.worst_end_ns[0], 1700000);
    assert_int_equal(s.timing.period_ns, 2000000);
    assert_int_equal(s.timing.budget_ns, 1500000);
    assert_int_equal(s.timing.cause[RT_MISS_LATE_TIMER], 4);
}

// Slow motion: idle frames come between. Their ends must not replace the end of the last working frame.
static void idle_frames_do_not_hide_a_long_frame(void **state) {
    (void)state;
    s.loop = &stats;
    stats.frames = 640;
    time_frames(1, 300000);
    for (uint64_t frame = 640; frame < 643; frame++) {
        stats.last = (rt_frame_times){.frame = frame,
                                      .end_ns = frame == 640   ? 5000000
                                                : frame == 641 ? 20000
                                                               : 9000000};
        stats.frames = frame + 1;
        session_time_end(&s);
        assert_int_equal(s.timing.worst_end_ns[0], 5000000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_slot_has_the_longest_frame, begin),
        cmocka_unit_test_setup(bins_are_twentieths_of_the_budget, begin),
        cmocka_unit_test_setup(ends_and_causes_come_from_the_loop, begin),
        cmocka_unit_test_setup(idle_frames_do_not_hide_a_long_frame, begin),
    };
    return cmocka_run_group_tests_name("rt.session.timing", tests, NULL, NULL);
}
