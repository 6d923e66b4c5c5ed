// SPDX-License-Identifier: MIT
// Pace of a session: which frames make steps, and the loan of the sim.
#include "tests/check.h"

#include "rt/frame/clock.h"
#include "rt/session/pace.h"
#include <pthread.h>

static int count_steps(session_pace *p, int frames) {
    int n = 0;
    for (int i = 0; i < frames; i++) n += session_pace_steps(p, 1);
    return n;
}

static void each_frame_makes_a_step_by_default(void **state) {
    (void)state;
    session_pace p = {0};
    assert_int_equal(count_steps(&p, 1000), 1000);
    assert_int_equal(p.idle, 0);
    session_pace_slow(&p, 10);
    assert_int_equal(count_steps(&p, 1000), 100);
    assert_false(count_steps(&p, 9));
    assert_true(count_steps(&p, 1)); // evenly spread
    session_pace_slow(&p, 1);
    assert_int_equal(count_steps(&p, 7), 7);
    assert_true(session_pace_runs(&p));
}

// 5 steps a frame: at half speed 2 and 3 in turn; at a tenth one in every second frame. The remainder of a slower pace
// causes no burst later.
static void slow_motion_spreads_steps_evenly(void **state) {
    (void)state;
    session_pace p = {0};
    assert_int_equal(session_pace_steps(&p, 5), 5);
    session_pace_slow(&p, 2);
    for (int k = 0; k < 100; k++) assert_int_equal(session_pace_steps(&p, 5), 2 + k % 2);
    assert_int_equal(p.idle, 0);
    session_pace_slow(&p, 10);
    for (int k = 0; k < 100; k++) assert_int_equal(session_pace_steps(&p, 5), k % 2);
    assert_int_equal(p.idle, 50);
    session_pace_slow(&p, 100);
    for (int k = 0; k < 19; k++) assert_int_equal(session_pace_steps(&p, 5), 0);
    session_pace_slow(&p, 1);
    assert_int_equal(session_pace_steps(&p, 5), 5);
    session_pace_run(&p, false);
    session_pace_single(&p);
    assert_int_equal(session_pace_steps(&p, 5), 1);
    assert_int_equal(session_pace_steps(&p, 5), 0);
}

static void paused_session_makes_single_steps_only(void **state) {
    (void)state;
    session_pace p = {0};
    session_pace_run(&p, false);
    assert_false(session_pace_runs(&p));
    assert_int_equal(count_steps(&p, 100), 0);
    session_pace_single(&p);
    session_pace_single(&p);
    assert_int_equal(count_steps(&p, 2), 2);
    assert_int_equal(count_steps(&p, 100), 0);
    session_pace_single(&p); // resuming drops the request
    session_pace_run(&p, true);
    session_pace_run(&p, false);
    assert_int_equal(count_steps(&p, 100), 0);
}

typedef struct frames {
    session_pace pace;
    _Atomic bool stop;
    _Atomic bool answers;
    long owned; // only the holder of the sim may touch it
} frames;

static void *run(void *arg) {
    frames *f = arg;
    while (!atomic_load(&f->stop)) {
        if (atomic_load(&f->answers) && session_pace_steps(&f->pace, 1)) f->owned++;
    }
    return NULL;
}

static bool has_ended(const void *ctx) { return *(const bool *)ctx; }

// Under the thread sanitizer this also shows that alternating access needs no lock.
static void sim_is_lent_and_returned(void **state) {
    (void)state;
    frames f = {.answers = true};
    pthread_t t;
    assert_int_equal(pthread_create(&t, NULL, run, &f), 0);
    for (int i = 0; i < 200; i++) {
        assert_true(session_pace_lend(&f.pace, NULL, NULL));
        long before = f.owned;
        for (volatile int k = 0; k < 1000; k++) {}
        assert_int_equal(f.owned, before);
        f.owned = before + 1000000;
        session_pace_return(&f.pace);
    }
    assert_true(session_pace_lend(&f.pace, NULL, NULL)); // a second request without a return
    assert_true(session_pace_lend(&f.pace, NULL, NULL));
    session_pace_return(&f.pace);
    atomic_store(&f.stop, true);
    pthread_join(t, NULL);
    assert_true(f.owned >= 200 * 1000000L);
}

static void unanswered_request_leaves_sim_with_frames(void **state) {
    (void)state;
    session_pace p = {0};
    bool over = false;
    assert_false(session_pace_lend(&p, has_ended, &over));
    assert_true(session_pace_steps(&p, 1)); // the request is withdrawn
    over = true;
    assert_true(session_pace_lend(&p, has_ended, &over));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_frame_makes_a_step_by_default),        cmocka_unit_test(slow_motion_spreads_steps_evenly),
        cmocka_unit_test(paused_session_makes_single_steps_only),    cmocka_unit_test(sim_is_lent_and_returned),
        cmocka_unit_test(unanswered_request_leaves_sim_with_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
