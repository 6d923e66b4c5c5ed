// SPDX-License-Identifier: MIT
// Which frames make a step, and who has the sim meanwhile.
#include "tests/check.h"

#include "rt/frame/clock.h"
#include "rt/session/pace.h"
#include <pthread.h>

static int steps(session_pace *p, int frames) {
    int n = 0;
    for (int i = 0; i < frames; i++) n += session_pace_steps(p, 1);
    return n;
}

static void each_frame_makes_a_step_unless_told_otherwise(void **state) {
    (void)state;
    session_pace p = {0};
    assert_int_equal(steps(&p, 1000), 1000);
    assert_int_equal(p.idle, 0);
    session_pace_slow(&p, 10);
    assert_int_equal(steps(&p, 1000), 100);
    assert_false(steps(&p, 9));
    assert_true(steps(&p, 1)); // evenly
    session_pace_slow(&p, 1);
    assert_int_equal(steps(&p, 7), 7);
    assert_true(session_pace_runs(&p));
}

// At half speed 2 and 3 of 5; at a tenth one in every second frame; what a slower pace left over is no burst later.
static void steps_of_a_frame_are_shared_out(void **state) {
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

static void time_stands_still_but_for_single_steps(void **state) {
    (void)state;
    session_pace p = {0};
    session_pace_run(&p, false);
    assert_false(session_pace_runs(&p));
    assert_int_equal(steps(&p, 100), 0);
    session_pace_single(&p);
    session_pace_single(&p);
    assert_int_equal(steps(&p, 2), 2);
    assert_int_equal(steps(&p, 100), 0);
    session_pace_single(&p); // not left over for later
    session_pace_run(&p, true);
    session_pace_run(&p, false);
    assert_int_equal(steps(&p, 100), 0);
}

typedef struct frames {
    session_pace pace;
    _Atomic bool stop;
    _Atomic bool answers;
    long owned; // what only the one who has the sim may touch
} frames;

static void *run(void *arg) {
    frames *f = arg;
    while (!atomic_load(&f->stop)) {
        if (atomic_load(&f->answers) && session_pace_steps(&f->pace, 1)) f->owned++;
    }
    return NULL;
}

static bool is_over(const void *ctx) { return *(const bool *)ctx; }

// Under the thread sanitizer this also shows that what is touched in turn needs no lock.
static void the_sim_is_lent_and_given_back(void **state) {
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
    assert_true(session_pace_lend(&f.pace, NULL, NULL)); // again, without being given back
    assert_true(session_pace_lend(&f.pace, NULL, NULL));
    session_pace_return(&f.pace);
    atomic_store(&f.stop, true);
    pthread_join(t, NULL);
    assert_true(f.owned >= 200 * 1000000L);
}

static void frames_that_do_not_answer_keep_it(void **state) {
    (void)state;
    session_pace p = {0};
    bool over = false;
    assert_false(session_pace_lend(&p, is_over, &over));
    assert_true(session_pace_steps(&p, 1)); // as if it had not been asked
    over = true;
    assert_true(session_pace_lend(&p, is_over, &over));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_frame_makes_a_step_unless_told_otherwise),
        cmocka_unit_test(steps_of_a_frame_are_shared_out),
        cmocka_unit_test(time_stands_still_but_for_single_steps),
        cmocka_unit_test(the_sim_is_lent_and_given_back),
        cmocka_unit_test(frames_that_do_not_answer_keep_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
