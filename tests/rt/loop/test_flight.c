// SPDX-License-Identifier: MIT
// Feeds the flight recorder with known frames and checks the traces: their frames, valid JSON, strictly nested spans,
// the number of files. tests/rt/loop/flight_trace.py reads the files.
#include "rt/loop/flight.h"
#include "tests/check.h"
#include "tests/rt/scratch.h"
#include <stdlib.h>
#include <string.h>

#define MS ((int64_t)1000000)

// Frame n of a 1 ms loop: 0.2 ms of work in two phases, released at n ms.
static rt_miss frame_at(uint64_t n, bool missed) {
    rt_miss m = {.wakeup_ns = MS / 50, .work_ns = MS / 5, .late_ns = missed ? MS / 10 : -MS / 2, .norm_ns = MS / 4};
    m.times.frame = n;
    m.times.release_ns = 5000 * MS + (int64_t)n * MS;
    m.times.start_ns = m.times.release_ns + m.wakeup_ns;
    m.times.end_ns = m.times.start_ns + m.work_ns + 1; // an odd number of ns, for the rounding to microseconds
    m.times.phase_ns[RT_PHASE_CONTACT] = MS / 15 + 1;
    m.times.phase_ns[RT_PHASE_SOLVE] = MS / 15;
    m.times.work[RT_WORK_NEWTON] = 2;
    m.times.cause = missed ? RT_MISS_HOST : -1;
    m.cause = RT_MISS_HOST;
    return m;
}

static void push_frames(rt_flight *f, uint64_t frames, const uint64_t *missed, int n_missed) {
    for (uint64_t n = 0; n < frames; n++) {
        bool miss = false;
        for (int k = 0; k < n_missed; k++) miss = miss || missed[k] == n;
        rt_miss m = frame_at(n, miss);
        rt_flight_push(f, &m);
        if (n % 100 == 99) rt_flight_drain(f);
    }
}

// First frame, last frame, numbers of frames and misses by flight_trace.py; fails if the trace is malformed.
static void read_trace(const char *file, long *first, long *last, long *frames, long *misses) {
    char command[1024];
    snprintf(command, sizeof command, "python3 -B " HAWSE_SOURCE_DIR "/tests/rt/loop/flight_trace.py %s", file);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    int n = fscanf(f, "%ld %ld %ld %ld", first, last, frames, misses);
    if (pclose(f) != 0 || n != 4) fail_msg("%s is not a valid trace", file);
}

static void seconds_around_a_miss_are_written(void **state) {
    (void)state;
    static rt_diag d;
    char file[600];
    const char *last_file = scratch_path("last.json");
    long first, last, frames, misses;
    const rt_flight_def def = {.last = last_file, .misses = scratch, .period_ns = MS};
    rt_flight *f = rt_flight_create(&def, &d);
    assert_non_null(f);
    push_frames(f, 12000, (const uint64_t[]){500, 6000, 6200, 7500, 11800}, 5);
    assert_int_equal(rt_flight_close(f, &d), RT_OK);
    assert_int_equal(d.warnings, 0);
    static const long expected[4][4] = {
        {0, 1500, 1501, 1},    // fewer than 2 s of frames before the miss
        {4000, 7000, 3001, 2}, // the second miss within the second is in the same file
        {5500, 8500, 3001, 3},
        {9800, 11999, 2200, 1}, // cut short by the end
    };
    for (int k = 0; k < 4; k++) {
        snprintf(file, sizeof file, "%s/miss_%04d.trace.json", scratch, k + 1);
        read_trace(file, &first, &last, &frames, &misses);
        assert_int_equal(first, expected[k][0]);
        assert_int_equal(last, expected[k][1]);
        assert_int_equal(frames, expected[k][2]);
        assert_int_equal(misses, expected[k][3]);
    }
    snprintf(file, sizeof file, "%s/miss_0005.trace.json", scratch);
    assert_int_not_equal(access(file, F_OK), 0);
    read_trace(last_file, &first, &last, &frames, &misses);
    assert_int_equal(first, 8000);
    assert_int_equal(last, 11999);
}

static void number_of_files_is_bounded(void **state) {
    (void)state;
    static rt_diag d;
    char file[600];
    const rt_flight_def def = {.misses = scratch, .period_ns = 20 * MS}; // few frames around each miss
    rt_flight *f = rt_flight_create(&def, &d);
    assert_non_null(f);
    for (uint64_t n = 0; n < 60 * (RT_FLIGHT_FILES + 10); n++) {
        rt_miss m = frame_at(20 * n, n % 60 == 0); // a miss each 1.2 s
        rt_flight_push(f, &m);
        rt_flight_drain(f);
    }
    memset(&d, 0, sizeof d);
    assert_int_equal(rt_flight_close(f, &d), RT_OK);
    snprintf(file, sizeof file, "%s/miss_%04d.trace.json", scratch, (int)RT_FLIGHT_FILES);
    assert_int_equal(access(file, F_OK), 0);
    snprintf(file, sizeof file, "%s/miss_%04d.trace.json", scratch, (int)RT_FLIGHT_FILES + 1);
    assert_int_not_equal(access(file, F_OK), 0);
    assert_int_equal(d.warnings, 1);
    assert_non_null(strstr(d.text, "later misses have no trace"));
}

static void dropped_frames_are_counted(void **state) {
    (void)state;
    static rt_diag d;
    const rt_flight_def def = {.period_ns = MS};
    rt_flight *f = rt_flight_create(&def, &d);
    assert_non_null(f);
    for (uint64_t n = 0; n < 4010; n++) {
        rt_miss m = frame_at(n, false);
        rt_flight_push(f, &m);
    }
    memset(&d, 0, sizeof d);
    assert_int_equal(rt_flight_close(f, &d), RT_OK);
    assert_non_null(strstr(d.text, "10 frames are in no trace"));
}

// Frames and writer run in separate threads (for the thread sanitizer), with misses.
static bool late_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    (void)ctx, (void)release_ns;
    rt_burn_ns(frame % 100 == 50 ? 2 * MS : MS / 20);
    rt_profile_end(p, RT_PHASE_SOLVE);
    return frame < 600;
}

static void recorder_keeps_up_with_a_loop(void **state) {
    (void)state;
    static rt_diag d;
    static rt_loop_stats stats;
    const char *last_file = scratch_path("last.json");
    long first, last, frames, misses;
    const rt_flight_def flight = {.last = last_file, .misses = scratch, .period_ns = MS};
    rt_loop_def def = rt_loop_def_default();
    rt_loop loop;
    def.flight = rt_flight_create(&flight, &d);
    def.lock_memory = false;
    assert_non_null(def.flight);
    assert_int_equal(rt_flight_start(def.flight, &d), RT_OK);
    assert_int_equal(rt_loop_start(&loop, &def, late_frame, NULL, &stats, &d), RT_OK);
    rt_loop_join(&loop);
    assert_int_equal(rt_flight_close(def.flight, &d), RT_OK);
    read_trace(last_file, &first, &last, &frames, &misses);
    assert_int_equal(frames, 601);
    assert_int_equal(misses, stats.misses);
    assert_true(misses >= 6);
}

static void impossible_folder_is_refused(void **state) {
    (void)state;
    rt_diag d = {0};
    const rt_flight_def def = {.misses = "/dev/null/x", .period_ns = MS};
    assert_null(rt_flight_create(&def, &d));
    assert_non_null(strstr(d.text, "/dev/null/x"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seconds_around_a_miss_are_written, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(number_of_files_is_bounded, scratch_make, scratch_remove),
        cmocka_unit_test(dropped_frames_are_counted),
        cmocka_unit_test_setup_teardown(recorder_keeps_up_with_a_loop, scratch_make, scratch_remove),
        cmocka_unit_test(impossible_folder_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
