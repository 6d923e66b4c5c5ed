// SPDX-License-Identifier: MIT
// Tests every branch of rt/loop/cause.c, and the sentences.
#include "rt/loop/loop.h"
#include "tests/check.h"
#include <string.h>

#define MS ((int64_t)1000000)
static rt_loop_stats stats;

// Fills s with the statistics of 200 usual frames: 0.3 ms of CPU time each, these counts.
static void add_usual_frames(rt_loop_stats *s) {
    static const int32_t usual[RT_WORK_COUNT] = {3, 1, 0, 0, 20, 90, 100, 0};
    memset(s, 0, sizeof *s);
    s->budget_ns = MS;
    s->frames = 200;
    for (int i = 0; i < 200; i++) {
        rt_histogram_add(&s->cpu, 3 * MS / 10);
        rt_histogram_add(&s->per_load, 3000);
        for (int k = 0; k < RT_WORK_COUNT; k++) rt_histogram_add(&s->count[k], usual[k]);
        rt_histogram_add(&s->phase[RT_PHASE_ASSEMBLE], MS / 10);
    }
}

#define US ((int64_t)1000)
#define USUAL 3, 1, 0, 0, 20, 90, 100, 0

static void each_rule_finds_its_cause(void **state) {
    (void)state;
    static const struct {
        int64_t wakeup, work;
        rt_counters c;
        int32_t did[RT_WORK_COUNT];
        bool behind; // run back to back
        int64_t throttle;
        rt_miss_cause cause;
    } t[] = {
        // started late
        {900 * US, 500 * US, {.cpu_ns = 500 * US, .waits = 1}, {USUAL}, false, 0, RT_MISS_LATE_TIMER},
        {900 * US, 500 * US, {.cpu_ns = 500 * US, .waited_ns = 449 * US}, {USUAL}, false, 0, RT_MISS_LATE_TIMER},
        {900 * US, 500 * US, {.cpu_ns = 500 * US, .waited_ns = 450 * US}, {USUAL}, false, 0, RT_MISS_PREEMPTED},
        {900 * US, 500 * US, {.cpu_ns = 500 * US, .steal_ns = 10 * MS}, {USUAL}, false, 0, RT_MISS_HOST},
        {900 * US, 500 * US, {.cpu_ns = 500 * US}, {USUAL}, true, 0, RT_MISS_BACKLOG},
        {50 * MS, 500 * US, {.cpu_ns = 500 * US, .waited_ns = 49 * MS}, {USUAL}, false, 50 * MS, RT_MISS_THROTTLED},
        {50 * MS, 500 * US, {.cpu_ns = 500 * US, .waited_ns = 49 * MS}, {USUAL}, false, 0, RT_MISS_PREEMPTED},
        {9 * MS, 500 * US, {.cpu_ns = 500 * US, .waited_ns = 9 * MS}, {USUAL}, false, 50 * MS, RT_MISS_PREEMPTED},
        // time lost within the frame
        {0, 1500 * US, {.cpu_ns = 400 * US, .waited_ns = 1000 * US}, {USUAL}, false, 0, RT_MISS_PREEMPTED},
        {0, 50 * MS, {.cpu_ns = 400 * US, .waited_ns = 48 * MS}, {USUAL}, false, 50 * MS, RT_MISS_THROTTLED},
        {0, 1500 * US, {.cpu_ns = 400 * US, .waits = 1}, {USUAL}, false, 0, RT_MISS_HOST}, // the loop's own sleep
        {0, 1500 * US, {.cpu_ns = 400 * US, .waits = 2}, {USUAL}, false, 0, RT_MISS_BLOCKED},
        {0, 1500 * US, {.cpu_ns = 400 * US, .waits = 1}, {USUAL}, true, 0, RT_MISS_BLOCKED},
        {0, 1500 * US, {.cpu_ns = 1400 * US, .minor_faults = 50}, {USUAL}, false, 0, RT_MISS_PAGE_FAULT},
        {0, 1500 * US, {.cpu_ns = 300 * US, .major_faults = 1}, {USUAL}, false, 0, RT_MISS_PAGE_FAULT},
        // CPU time
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {USUAL}, false, 0, RT_MISS_SLOW_PROCESSOR},
        {0, 1501 * US, {.cpu_ns = 1400 * US, .minor_faults = 1}, {USUAL}, false, 0, RT_MISS_SLOW_PROCESSOR},
        {0, 1500 * US, {.cpu_ns = 1400 * US, .minor_faults = 1}, {USUAL}, false, 0, RT_MISS_PAGE_FAULT}, // huge page
        {0, 1500 * US, {.cpu_ns = 1400 * US, .steal_ns = 10 * MS}, {USUAL}, false, 0, RT_MISS_HOST},
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {12, 6, 0, 0, 20, 90, 400, 0}, false, 0, RT_MISS_OWN_WORK},
        {0,
         1500 * US,
         {.cpu_ns = 1400 * US, .minor_faults = 1},
         {12, 6, 0, 0, 20, 90, 400, 0},
         false,
         0,
         RT_MISS_OWN_WORK},
        {600 * US, 1500 * US, {.cpu_ns = 1450 * US}, {12, 6, 0, 0, 20, 90, 400, 0}, false, 0, RT_MISS_OWN_WORK},
        {0, 9 * MS, {.cpu_ns = 9 * MS}, {4, 1, 0, 0, 20, 90, 130, 0}, false, 0, RT_MISS_SLOW_PROCESSOR}, // too little
                                                                                                         // more work
        // twice the work on a processor of half its speed: it would have fitted
        {0, 1100 * US, {.cpu_ns = 1100 * US}, {6, 2, 0, 0, 20, 90, 200, 0}, false, 0, RT_MISS_SLOW_PROCESSOR},
        // three times a counter that takes little of a frame's time is not three times the work
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {3, 1, 96, 9, 20, 90, 150, 0}, false, 0, RT_MISS_SLOW_PROCESSOR},
        // MARGIN: 240 units at 3 us are 0.972 ms of at most 1 ms (a histogram's bucket: 1.6 %), 250 are more
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {8, 2, 0, 0, 20, 90, 240, 0}, false, 0, RT_MISS_SLOW_PROCESSOR},
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {8, 2, 0, 0, 20, 90, 250, 0}, false, 0, RT_MISS_OWN_WORK},
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {3, 1, 0, 0, 20, 90, 100, 700}, false, 0, RT_MISS_OWN_WORK},
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {3, 1, 0, 0, 20, 90, 100, 100}, false, 0, RT_MISS_SLOW_PROCESSOR},
        // without a load: the load of a usual frame
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {12, 6, 0, 0, 20, 90, 0, 0}, false, 0, RT_MISS_SLOW_PROCESSOR},
        {0, 1500 * US, {.cpu_ns = 1400 * US}, {3, 1, 0, 0, 20, 90, 0, 800}, false, 0, RT_MISS_OWN_WORK},
    };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        rt_miss m = {.late_ns = 1,
                     .wakeup_ns = t[i].wakeup,
                     .work_ns = t[i].work,
                     .slept = !t[i].behind,
                     .sleeps = !t[i].behind};
        m.times.count = t[i].c;
        memcpy(m.times.work, t[i].did, sizeof t[i].did);
        add_usual_frames(&stats);
        stats.consecutive = t[i].behind;
        stats.throttle_ns = t[i].throttle;
        rt_miss_explain(&m, &stats);
        if (m.cause != t[i].cause)
            fail_msg("row %zu: %s, expected %s", i, rt_miss_cause_name(m.cause), rt_miss_cause_name(t[i].cause));
        assert_int_equal(m.times.cause, m.cause);
    }
}

// Without a norm, or if all frames are too long, the cause is own work.
static void own_work_is_assumed_without_a_norm(void **state) {
    (void)state;
    rt_miss m = {.late_ns = 1, .work_ns = 3 * MS / 2, .slept = true};
    m.times.count.cpu_ns = 3 * MS / 2;
    memset(&stats, 0, sizeof stats);
    stats.budget_ns = MS;
    stats.frames = 5000; // idle ones, which are no norm
    for (int i = 0; i < 99; i++) rt_histogram_add(&stats.cpu, 3 * MS / 10);
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.cause, RT_MISS_OWN_WORK);
    assert_int_equal(m.norm_ns, 0);
    add_usual_frames(&stats);
    for (int i = 0; i < 800; i++) rt_histogram_add(&stats.cpu, 11 * MS / 10);
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.cause, RT_MISS_OWN_WORK);
}

// A usual start is not the cause if the work leaves no room for it; a start later than usual is.
static void usual_start_is_not_the_cause(void **state) {
    (void)state;
    static const struct {
        int64_t wakeup, usual;
        rt_miss_cause cause;
    } t[] = {{60 * US, 50 * US, RT_MISS_OWN_WORK},
             {60 * US, 10 * US, RT_MISS_LATE_TIMER},
             {400 * US, 350 * US, RT_MISS_OWN_WORK}};
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        rt_miss m = {.late_ns = 1, .wakeup_ns = t[i].wakeup, .work_ns = 980 * US, .slept = true, .sleeps = 1};
        m.times.count.cpu_ns = 970 * US;
        m.times.work[RT_WORK_LOAD] = 400;
        add_usual_frames(&stats);
        for (int k = 0; k < 200; k++) rt_histogram_add(&stats.wakeup, t[i].usual);
        rt_miss_explain(&m, &stats);
        assert_int_equal(m.cause, t[i].cause);
    }
}

// A frame back to back behind one that met its deadline: the cause is its own work or, if that fits, the delay between
// the two.
static void frame_behind_one_in_time_is_no_backlog(void **state) {
    (void)state;
    rt_miss m = {.late_ns = 1, .wakeup_ns = 6 * US, .work_ns = 995 * US};
    add_usual_frames(&stats);
    stats.period_ns = stats.budget_ns;
    for (int k = 0; k < 200; k++) rt_histogram_add(&stats.wakeup, 15 * US);
    m.times.count.cpu_ns = 990 * US;
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.cause, RT_MISS_SLOW_PROCESSOR);
    m.wakeup_ns = 600 * US;
    m.work_ns = m.times.count.cpu_ns = 500 * US;
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.cause, RT_MISS_LATE_TIMER);
}

// A backlog names its first miss, unless the frame before met its deadline (a budget longer than the period).
static void backlog_names_its_first_miss(void **state) {
    (void)state;
    rt_miss m = {.late_ns = 1, .wakeup_ns = 900 * US, .work_ns = 500 * US};
    char text[512];
    add_usual_frames(&stats);
    stats.period_ns = stats.budget_ns / 2;
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.cause, RT_MISS_BACKLOG);
    assert_int_equal(m.behind_cause, -1);
    stats.consecutive = 2;
    stats.root_frame = 41;
    stats.root_cause = RT_MISS_PREEMPTED;
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.behind_cause, RT_MISS_PREEMPTED);
    rt_miss_describe(&m, text, sizeof text);
    assert_non_null(strstr(text, "behind the miss of frame 41 (preempted)"));
}

// A frame of 0.8 ms that the standby thread started half a budget late.
static void miss_of_standby_names_why_first_thread_was_late(void **state) {
    (void)state;
    char text[512];
    for (int ready = 0; ready < 2; ready++) {
        rt_miss m = {.late_ns = 310 * US,
                     .wakeup_ns = 510 * US,
                     .work_ns = 800 * US,
                     .slept = true,
                     .sleeps = 1,
                     .stood_in = true,
                     .first_ready = ready};
        m.times.count = (rt_counters){.cpu_ns = 800 * US, .waited_ns = 3 * US, .waits = 1};
        add_usual_frames(&stats);
        rt_miss_explain(&m, &stats);
        assert_int_equal(m.cause, ready ? RT_MISS_PREEMPTED : RT_MISS_LATE_TIMER);
        rt_miss_describe(&m, text, sizeof text);
        assert_non_null(strstr(text, ready ? "pre-empted, another thread had the first thread's processor; the second "
                                             "thread ran it from 0.510 ms after its release on, as the first was ready"
                                           : "as the first had not been woken"));
        m.times.count.waited_ns = 400 * US; // the standby thread also waited for its processor
        rt_miss_explain(&m, &stats);
        assert_int_equal(m.cause, RT_MISS_PREEMPTED);
        rt_miss_describe(&m, text, sizeof text);
        assert_non_null(strstr(text, "pre-empted, ready to run for 0.400 ms while another thread"));
    }
}

// A frame in time has no cause; its sentence has phase and times.
static void frame_in_time_is_described(void **state) {
    (void)state;
    char text[512];
    rt_miss m = {.late_ns = -210 * US, .wakeup_ns = 10 * US, .work_ns = 780 * US};
    m.times.frame = 18;
    m.times.phase_ns[RT_PHASE_CONTACT] = 600 * US;
    add_usual_frames(&stats);
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.times.cause, -1);
    rt_miss_describe(&m, text, sizeof text);
    assert_string_equal(text,
                        "frame 18 ended 0.210 ms before its deadline: started 0.010 ms after its release, its work "
                        "took 0.780 ms, the phase that ran long was contact with 0.600 ms");
}

// The reported phase exceeds its median most; it need not be the longest.
static void reported_phase_exceeds_its_median_most(void **state) {
    (void)state;
    add_usual_frames(&stats);
    for (int i = 0; i < 200; i++) rt_histogram_add(&stats.phase[RT_PHASE_CONTACT], 8 * MS / 10);
    rt_miss m = {.late_ns = 1, .work_ns = 3 * MS / 2};
    m.times.phase_ns[RT_PHASE_CONTACT] = 9 * MS / 10;
    m.times.phase_ns[RT_PHASE_PROJECT] = 5 * MS / 10;
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.longest, RT_PHASE_PROJECT);
    assert_int_equal(m.longest_ns, 5 * MS / 10);
    for (int i = 0; i < 800; i++)
        rt_histogram_add(&stats.cpu, 11 * MS / 10); // all frames are too long: the medians do not count
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.longest, RT_PHASE_CONTACT);
    memset(&stats, 0, sizeof stats);
    stats.budget_ns = MS;
    for (int i = 0; i < 50; i++) rt_histogram_add(&stats.phase[RT_PHASE_CONTACT], 8 * MS / 10); // too few frames
    m.times.phase_ns[RT_PHASE_ASSEMBLE] = 91 * MS / 100;
    rt_miss_explain(&m, &stats);
    assert_int_equal(m.longest, RT_PHASE_ASSEMBLE);
}

static void miss_is_described_in_a_sentence(void **state) {
    (void)state;
    char text[512];
    rt_miss m = {
        .times = {.frame = 17, .count = {.cpu_ns = 1290000, .waited_ns = 40000}, .work = {12, 1}, .allocations = 2},
        .late_ns = 310000,
        .work_ns = 1300000,
        .longest = RT_PHASE_CONTACT,
        .longest_ns = 800000,
        .norm_ns = 250000,
        .norm_work = {3, 1},
        .raised = RT_WORK_NEWTON,
        .cause = RT_MISS_OWN_WORK};
    rt_miss_describe(&m, text, sizeof text);
    assert_string_equal(
        text, "frame 17 ended 0.310 ms late: own work, 1.290 ms of CPU time where 0.250 ms is usual, newton "
              "12 where 3 is usual, the phase that ran long was contact with 0.800 ms; it allocated memory (2 "
              "calls)");
    m.stood_in = true;
    rt_miss_describe(&m, text, sizeof text);
    m.wakeup_ns = 260000;
    rt_miss_describe(&m, text, sizeof text);
    assert_non_null(strstr(text, "0.800 ms; the second thread ran it from 0.260 ms after its release on, as the first "
                                 "had not been woken; it allocated"));
    m.times.allocations = 0;
    for (int i = 0; i < RT_MISS_CAUSE_COUNT; i++) {
        m.cause = (rt_miss_cause)i;
        rt_miss_describe(&m, text, sizeof text);
        assert_non_null(strstr(text, "frame 17 ended 0.310 ms late: "));
        assert_null(strchr(text, '\n'));
        assert_null(strstr(text, "allocated"));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(rt_miss_cause_name((rt_miss_cause)i), rt_miss_cause_name((rt_miss_cause)j));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_finds_its_cause),
        cmocka_unit_test(own_work_is_assumed_without_a_norm),
        cmocka_unit_test(usual_start_is_not_the_cause),
        cmocka_unit_test(backlog_names_its_first_miss),
        cmocka_unit_test(frame_behind_one_in_time_is_no_backlog),
        cmocka_unit_test(reported_phase_exceeds_its_median_most),
        cmocka_unit_test(miss_is_described_in_a_sentence),
        cmocka_unit_test(miss_of_standby_names_why_first_thread_was_late),
        cmocka_unit_test(frame_in_time_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
