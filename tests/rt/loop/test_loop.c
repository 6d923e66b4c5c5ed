// SPDX-License-Identifier: MIT
#include "rt/loop/loop.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define MS ((int64_t)1000000)

enum { FRAMES = 400 };

// A frame that advances the manual clock by the script's time and records its start.
typedef struct script {
    rt_clock *clock;
    int64_t advance[FRAMES], late[FRAMES]; // duration of the frame; delay of the next wake-up [ns]
    int64_t release[FRAMES], start[FRAMES];
    uint64_t last;
} script;

static bool run_scripted_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    script *s = ctx;
    assert_true(frame < FRAMES);
    s->release[frame] = release_ns;
    s->start[frame] = rt_clock_now_ns(s->clock);
    s->clock->now_ns += s->advance[frame];
    s->clock->late_ns = s->late[frame];
    p->ns[RT_PHASE_CONTACT] = 5;
    p->work[1] = (int32_t)frame;
    return frame < s->last;
}

static script sc;
static rt_clock clock_;
static rt_loop_def def;
static rt_loop_stats stats;

static int setup(void **state) {
    (void)state;
    memset(&sc, 0, sizeof sc);
    memset(&stats, 0xee, sizeof stats);
    clock_ = rt_clock_manual();
    def = rt_loop_def_default();
    sc.clock = &clock_;
    sc.last = FRAMES - 1;
    return 0;
}

static void run(void) { rt_loop_run(&def, &clock_, run_scripted_frame, &sc, &stats, NULL); }

static void on_time_frames_keep_the_grid(void **state) {
    (void)state;
    for (int i = 0; i < FRAMES; i++) sc.advance[i] = i % 2 ? MS : MS / 3; // a frame may last a whole period
    run();
    assert_int_equal(stats.frames, FRAMES);
    assert_int_equal(stats.misses, 0);
    assert_int_equal(stats.slips, 0);
    assert_int_equal(stats.work.n, FRAMES);
    assert_string_equal(stats.scheduler, "manual clock");
    assert_string_equal(stats.refused, "");
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(sc.release[i], i * MS);
        assert_int_equal(sc.start[i], i * MS);
    }
}

static void overlong_frame_is_caught_up(void **state) {
    (void)state;
    sc.last = 20;
    for (int i = 0; i <= 20; i++) sc.advance[i] = MS / 4;
    sc.advance[5] = 3 * MS + MS / 2; // from 5.0 to 8.5 ms
    run();
    // Frame 6 (8.5..8.75), 7 (8.75..9.0) and 8 (9.0..9.25) run back to back; 8 ends 0.25 ms after its deadline, 9 (due
    // at 9, runs 9.25..9.5) is in time.
    static const double start[] = {8.5, 8.75, 9.0, 9.25, 10};
    for (int i = 0; i < 5; i++) CHECK_NEAR((double)sc.start[6 + i], start[i] * 1e6, 0);
    for (int i = 0; i <= 20; i++) assert_int_equal(sc.release[i], i * MS); // the schedule never moved
    assert_int_equal(stats.frames, 21);
    assert_int_equal(stats.slips, 0);
    assert_int_equal(stats.misses, 4); // 5, 6, 7, 8
    assert_int_equal(stats.max_consecutive_misses, 4);
    assert_int_equal(stats.consecutive, 0);
    assert_int_equal(stats.cause_count[RT_MISS_HOST], 1); // time passed without CPU time
    assert_int_equal(stats.cause_count[RT_MISS_BACKLOG], 3);
    assert_int_equal(stats.backlog_of[RT_MISS_HOST], 3); // all behind frame 5
    assert_int_equal(stats.begun_late, 0);               // frame 5 began in time
    assert_int_equal(stats.recent[3].behind_frame, 5);
    assert_int_equal(stats.recent[3].behind_cause, RT_MISS_HOST);
    const rt_miss *m = &stats.recent[0];
    assert_int_equal(m->times.frame, 5);
    assert_int_equal(m->late_ns, 5 * MS / 2);
    assert_int_equal(m->wakeup_ns, 0);
    assert_int_equal(m->longest, RT_PHASE_CONTACT);
    assert_int_equal(m->longest_ns, 5);
    assert_int_equal(m->times.work[1], 5);
    assert_true(m->work_ns >= 7 * MS / 2);
    assert_int_equal(stats.recent[3].times.frame, 8);
    assert_int_equal(stats.recent[3].late_ns, MS / 4); // response from the intended release, not from the start
    assert_int_equal(stats.recent[3].wakeup_ns, MS);
    assert_int_equal(stats.max_lag_ns, 5 * MS / 2);
}

// Number of frames without a pause between them, from `first` on.
static int in_row_from(int first) {
    int n = 1;
    while (sc.start[first + n] == sc.start[first + n - 1] + sc.advance[first + n - 1]) n++;
    return n;
}

static void catch_up_yields_after_four_periods(void **state) {
    (void)state;
    sc.last = 70;
    for (int i = 0; i <= 70; i++) sc.advance[i] = 45 * MS / 100;
    sc.advance[0] = 20 * MS + MS / 2;
    run();
    // Nine frames, 4.05 ms, from 20.5 to 24.55 ms, then a pause until 24.8 ms, nine more to 28.85 ms, and so on.
    for (int i = 0; i <= 70; i++) assert_int_equal(sc.release[i], i * MS);
    assert_int_equal(in_row_from(1), 9);
    CHECK_NEAR((double)sc.start[10], 24.8e6, 0);
    assert_int_equal(in_row_from(10), 9);
    CHECK_NEAR((double)sc.start[19], 29.1e6, 0);
    assert_int_equal(stats.slips, 0);
    assert_int_equal(sc.start[70], 70 * MS); // caught up
}

// A stopped frame does not occupy the processor: it counts as one period, however long the stop.
static void stopped_frame_in_catch_up_counts_as_one_period(void **state) {
    (void)state;
    sc.last = 70;
    for (int i = 0; i <= 70; i++) sc.advance[i] = 45 * MS / 100;
    sc.advance[0] = 20 * MS + MS / 2;
    sc.advance[3] = 9 * MS;
    run();
    assert_int_equal(in_row_from(1), 8); // one counts 1 ms, seven 0.45 ms each
    assert_int_equal(stats.slips, 0);
}

static void overlong_frames_yield_after_four(void **state) {
    (void)state;
    sc.last = 20;
    for (int i = 0; i <= 20; i++) sc.advance[i] = 12 * MS / 10;
    run();
    assert_int_equal(in_row_from(1), 4); // the loop waited for frame 0; 1 to 4 are behind
    assert_int_equal(sc.start[5], sc.start[4] + 12 * MS / 10 + MS / 4);
    assert_int_equal(in_row_from(5), 4);
}

// The yield costs less than four periods of such frames gain.
static void frames_of_most_of_a_period_catch_up(void **state) {
    (void)state;
    sc.last = FRAMES - 1;
    for (int i = 0; i < FRAMES; i++) sc.advance[i] = 9 * MS / 10;
    sc.advance[0] = 10 * MS + MS / 2;
    run();
    assert_int_equal(sc.start[FRAMES - 1], (FRAMES - 1) * MS); // caught up
    assert_int_equal(stats.slips, 0);
}

static void too_much_lag_slips_by_whole_periods(void **state) {
    (void)state;
    sc.last = 10;
    def.max_lag_ns = 20 * MS;
    sc.advance[2] = 30 * MS + MS / 2; // from 2 to 32.5 ms; frame 3 would start 29.5 ms late
    run();
    assert_int_equal(stats.slips, 1);
    assert_int_equal(stats.slip_ns, 30 * MS);
    assert_int_equal(sc.release[3], 33 * MS);
    assert_int_equal(sc.start[3], 33 * MS);
    assert_int_equal(sc.release[10], 40 * MS);
    assert_int_equal(stats.frames, 11); // no frame was dropped
    assert_int_equal(stats.misses, 1);
}

static void steady_overload_slips_repeatedly(void **state) {
    (void)state;
    for (int i = 0; i < FRAMES; i++) sc.advance[i] = 2 * MS;
    run();
    assert_int_equal(stats.frames, FRAMES);
    assert_int_equal(stats.misses, FRAMES);
    assert_int_equal(stats.max_consecutive_misses, FRAMES);
    assert_true(stats.slips >= 5);
    assert_true(stats.max_lag_ns <= def.max_lag_ns + 2 * MS);
    assert_int_equal(stats.begun_late, 0); // all by own work: no frame was woken late
    // Simulated time and slips together account for the clock.
    assert_true(llabs(clock_.now_ns - FRAMES * MS - stats.slip_ns) <= def.max_lag_ns + 2 * MS);
}

static void halt_ends_at_the_first_miss(void **state) {
    (void)state;
    def.on_overrun = RT_OVERRUN_HALT;
    sc.advance[7] = MS + 1;
    run();
    assert_true(stats.halted);
    assert_int_equal(stats.frames, 8);
    assert_int_equal(stats.misses, 1);
    assert_int_equal(stats.recent[0].late_ns, 1);
}

static void late_wake_up_is_found(void **state) {
    (void)state;
    sc.last = 20;
    sc.late[4] = 3 * MS / 2; // wakes frame 5 late
    for (int i = 0; i <= 20; i++) sc.advance[i] = MS / 4;
    run();
    assert_int_equal(stats.misses, 1);
    const rt_miss *m = &stats.recent[0];
    assert_int_equal(m->times.frame, 5);
    assert_int_equal(m->cause, RT_MISS_LATE_TIMER);
    assert_int_equal(m->wakeup_ns, 3 * MS / 2);
    assert_int_equal(m->late_ns, 3 * MS / 4);
    assert_int_equal(stats.wakeup.max_ns, 3 * MS / 2);
    assert_int_equal(stats.begun_late, 1);
}

// After a wake-up 3.5 ms late, frames 5 to 8 begin after their deadlines, as empty frames would. Frame 13 does too, but
// behind own work.
static void misses_begun_late_are_counted(void **state) {
    (void)state;
    sc.last = 20;
    sc.late[4] = 7 * MS / 2;
    for (int i = 0; i <= 20; i++) sc.advance[i] = MS / 4;
    sc.advance[12] = 5 * MS / 2;
    run();
    assert_int_equal(stats.misses, 6);
    assert_int_equal(stats.begun_late, 4);
}

static void worst_frames_are_stored_in_order(void **state) {
    (void)state;
    def.max_lag_ns = def.period_ns; // each miss slips at once and has no backlog
    for (int i = 0; i < FRAMES; i += 2) sc.advance[i] = 3 * MS + (i * 7919 % 1009) * 1000;
    sc.advance[90] = 9 * MS;
    run();
    assert_int_equal(stats.misses, FRAMES / 2);
    assert_int_equal(stats.n_worst, RT_LOOP_WORST);
    assert_int_equal(stats.worst[0].times.frame, 90);
    // Independent: sort all misses by lateness.
    int64_t late[FRAMES];
    int n = 0;
    for (int i = 0; i < FRAMES; i += 2) late[n++] = sc.advance[i] - MS;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (late[j] > late[i]) {
                int64_t t = late[i];
                late[i] = late[j];
                late[j] = t;
            }
    for (int i = 0; i < RT_LOOP_WORST; i++) assert_int_equal(stats.worst[i].late_ns, late[i]);
}

// A run without misses has worst frames too.
static void worst_frames_in_time_are_stored(void **state) {
    (void)state;
    for (int i = 0; i < FRAMES; i++) sc.advance[i] = MS / 10 + (i * 7919 % 1009) * 500;
    sc.advance[77] = MS - 1000;
    run();
    assert_int_equal(stats.misses, 0);
    assert_int_equal(stats.n_worst, RT_LOOP_WORST);
    assert_int_equal(stats.worst[0].times.frame, 77);
    assert_int_equal(stats.worst[0].late_ns, -1000);
    assert_int_equal(stats.worst[0].times.cause, -1);
    int later = 0; // frames later than the tenth
    for (int i = 0; i < FRAMES; i++) later += sc.advance[i] - MS > stats.worst[RT_LOOP_WORST - 1].late_ns;
    assert_int_equal(later, RT_LOOP_WORST - 1);
}

static void equal_ends_keep_their_order(void **state) {
    (void)state;
    def.max_lag_ns = def.period_ns;
    for (int i = 0; i < FRAMES; i += 2) sc.advance[i] = 3 * MS;
    run();
    for (int i = 0; i < RT_LOOP_WORST; i++) assert_int_equal(stats.worst[i].times.frame, 2 * i);
}

// Frame 3 burns CPU time without advancing the manual clock: it is in time. The later miss must not count that CPU
// time.
static bool burn_in_frame_3(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    (void)ctx, (void)release_ns, (void)p;
    int64_t start = rt_clock_thread_cpu_ns();
    while (frame == 3 && rt_clock_thread_cpu_ns() - start < 5 * MS) {}
    if (frame == 5) clock_.now_ns += 2 * MS;
    return frame < 8;
}

static void cpu_time_of_earlier_frames_is_not_counted(void **state) {
    (void)state;
    rt_loop_run(&def, &clock_, burn_in_frame_3, NULL, &stats, NULL);
    assert_true(stats.misses >= 1);
    assert_int_equal(stats.recent[0].times.frame, 5);
    assert_true(stats.recent[0].times.count.cpu_ns < MS);
    assert_int_equal(stats.recent[0].cause, RT_MISS_HOST);
    assert_true(stats.work.max_ns >= 5 * MS); // real time counts as work also with a manual clock
}

static void ring_holds_the_newest_misses(void **state) {
    (void)state;
    for (int i = 0; i < FRAMES; i++) sc.advance[i] = 2 * MS;
    run();
    for (uint64_t i = FRAMES - RT_LOOP_RECENT; i < FRAMES; i++)
        assert_int_equal(stats.recent[i % RT_LOOP_RECENT].times.frame, i);
}

static void stop_ends_the_loop(void **state) {
    (void)state;
    _Atomic bool stop = true;
    rt_loop_run(&def, &clock_, run_scripted_frame, &sc, &stats, &stop);
    assert_int_equal(stats.frames, 0);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(on_time_frames_keep_the_grid),
        T(overlong_frame_is_caught_up),
        T(catch_up_yields_after_four_periods),
        T(stopped_frame_in_catch_up_counts_as_one_period),
        T(overlong_frames_yield_after_four),
        T(frames_of_most_of_a_period_catch_up),
        T(too_much_lag_slips_by_whole_periods),
        T(steady_overload_slips_repeatedly),
        T(halt_ends_at_the_first_miss),
        T(late_wake_up_is_found),
        T(misses_begun_late_are_counted),
        T(worst_frames_are_stored_in_order),
        T(worst_frames_in_time_are_stored),
        T(equal_ends_keep_their_order),
        T(cpu_time_of_earlier_frames_is_not_counted),
        T(ring_holds_the_newest_misses),
        T(stop_ends_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
