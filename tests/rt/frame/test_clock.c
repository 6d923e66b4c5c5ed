// SPDX-License-Identifier: MIT
#include "rt/frame/clock.h"
#include "tests/check.h"
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void manual_clock_jumps_and_never_goes_back(void **state) {
    (void)state;
    rt_clock c = rt_clock_manual();
    assert_int_equal(rt_clock_now_ns(&c), 0);
    rt_clock_sleep_until(&c, 5000000);
    assert_int_equal(rt_clock_now_ns(&c), 5000000);
    rt_clock_sleep_until(&c, 4000000);
    assert_int_equal(rt_clock_now_ns(&c), 5000000);
}

static void injected_late_wake_up_happens_once(void **state) {
    (void)state;
    rt_clock c = rt_clock_manual();
    c.late_ns = 300;
    rt_clock_sleep_until(&c, 1000);
    assert_int_equal(rt_clock_now_ns(&c), 1300);
    rt_clock_sleep_until(&c, 2000);
    assert_int_equal(rt_clock_now_ns(&c), 2000);
}

static void monotonic_clock_matches_the_system(void **state) {
    (void)state;
    rt_clock c = rt_clock_monotonic();
    struct timespec t;
    int64_t before = rt_clock_now_ns(&c);
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t after = rt_clock_now_ns(&c), here = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    assert_true(before <= here && here <= after);
}

static void sleep_never_ends_early(void **state) {
    (void)state;
    rt_clock c = rt_clock_monotonic();
    int64_t when = rt_clock_now_ns(&c) + 3000000;
    rt_clock_sleep_until(&c, when);
    assert_true(rt_clock_now_ns(&c) >= when);
    rt_clock_sleep_until(&c, when - 1000000000); // past: returns at once
    rt_clock_sleep_until(&c, INT64_MIN);
}

static volatile sig_atomic_t signals;
static void on_signal(int s) {
    (void)s;
    signals++;
}

static void *send_signals(void *arg) {
    pthread_t sleeper = *(pthread_t *)arg;
    for (int i = 0; i < 5; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        pthread_kill(sleeper, SIGUSR1);
    }
    return NULL;
}

static void sleep_outlasts_signals(void **state) {
    (void)state;
    struct sigaction a = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &a, NULL);
    rt_clock c = rt_clock_monotonic();
    pthread_t self = pthread_self(), other;
    int64_t when = rt_clock_now_ns(&c) + 60000000;
    assert_int_equal(pthread_create(&other, NULL, send_signals, &self), 0);
    rt_clock_sleep_until(&c, when);
    assert_true(rt_clock_now_ns(&c) >= when);
    pthread_join(other, NULL);
    assert_true(signals > 0);
}

static void cpu_time_excludes_sleep(void **state) {
    (void)state;
    rt_clock c = rt_clock_monotonic();
    int64_t start = rt_clock_thread_cpu_ns();
    rt_clock_sleep_until(&c, rt_clock_now_ns(&c) + 50000000);
    int64_t slept = rt_clock_thread_cpu_ns() - start;
    assert_true(slept >= 0 && slept < 25000000);
    // CPU time never exceeds wall time.
    int64_t wall = rt_clock_now_ns(&c), cpu = rt_clock_thread_cpu_ns(), used;
    while ((used = rt_clock_thread_cpu_ns() - cpu) < 5000000) {}
    assert_true(used <= rt_clock_now_ns(&c) - wall + 1000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_clock_jumps_and_never_goes_back),
        cmocka_unit_test(injected_late_wake_up_happens_once),
        cmocka_unit_test(monotonic_clock_matches_the_system),
        cmocka_unit_test(sleep_never_ends_early),
        cmocka_unit_test(sleep_outlasts_signals),
        cmocka_unit_test(cpu_time_excludes_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
