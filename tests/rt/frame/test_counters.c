// SPDX-License-Identifier: MIT
#include "rt/base/float_env.h"
#include "rt/frame/clock.h"
#include "rt/frame/counters.h"
#include "tests/check.h"
#include <fenv.h>
#include <float.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void steal_is_read_from_its_column(void **state) {
    (void)state;
    // proc_stat(5): user nice system idle iowait irq softirq steal guest guest_nice
    static const char text[] = "cpu  1 2 3 4 5 6 7 88 9 10\ncpu0 1 2 3 4 5 6 7 30 9 10\ncpu1 1 2 3 4 5 6 7 58 9 10\n"
                               "cpu12 1 2 3 4 5 6 7 99 9 10\nintr 5 5 5 5 5 5 5 5 5\n";
    assert_int_equal(rt_counters_steal_ticks(text, -1), 88);
    assert_int_equal(rt_counters_steal_ticks(text, 0), 30);
    assert_int_equal(rt_counters_steal_ticks(text, 1), 58);
    assert_int_equal(rt_counters_steal_ticks(text, 12), 99);
    assert_int_equal(rt_counters_steal_ticks(text, 2), -1);
    assert_int_equal(rt_counters_steal_ticks("", -1), -1);
    assert_int_equal(rt_counters_steal_ticks("cpu  1 2 3", -1), -1); // an old kernel, or cut short
    assert_int_equal(rt_counters_steal_ticks("cpu  1 2 3 4\ncpu1", 1), -1);
    assert_int_equal(rt_counters_steal_ticks("intr 1 2 3", 0), -1);
    // a file longer than the buffer: a truncated number is not used
    assert_int_equal(rt_counters_steal_ticks("cpu  1 2 3 4 5 6 7 88 9 10\ncpu0 1 2 3 4 5 6 7 3", 0), -1);
}

// CPU time, page faults and sleeps between two readings show in their counts.
static void work_faults_and_sleeps_are_counted(void **state) {
    (void)state;
    rt_counter_files f = rt_counters_open(-1);
    rt_counters a = rt_counters_read(&f, true);
    int64_t start = rt_clock_thread_cpu_ns();
    while (rt_clock_thread_cpu_ns() - start < 3000000) {}
    rt_counters b = rt_counters_read(&f, false), d = rt_counters_subtract(&a, &b);
    assert_true(d.cpu_ns >= 3000000);
    assert_int_equal(d.steal_ns, 0); // not read
    enum { PAGES = 100 };
    volatile unsigned char *p = mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise((void *)p, PAGES * 4096, MADV_NOHUGEPAGE);
    for (int k = 0; k < PAGES; k++) p[k * 4096] = 1;
    a = rt_counters_read(&f, true);
    d = rt_counters_subtract(&b, &a);
    assert_true(d.minor_faults >= PAGES);
    munmap((void *)p, PAGES * 4096);
    for (int k = 0; k < 5; k++) clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = 1000000}, NULL);
    b = rt_counters_read(&f, true);
    d = rt_counters_subtract(&a, &b);
    assert_int_equal(d.waits, 5);
    assert_true(d.steal_ns >= 0 && d.waited_ns >= 0);
    rt_counters_close(&f);
    assert_int_equal(f.schedstat, -1);
    assert_int_equal(f.stat, -1);
}

static _Atomic int mode; // 0: the thread sleeps, 1: it spins, 2: it ends
static _Atomic pid_t tid;

static void *run_other_thread(void *arg) {
    (void)arg;
    tid = gettid();
    while (mode < 2)
        if (mode == 0) usleep(1000);
    return NULL;
}

static void ready_thread_is_distinguished_from_sleeping(void **state) {
    (void)state;
    assert_true(rt_counters_parse_ready("17 (hawse) R 1 2"));
    assert_false(rt_counters_parse_ready("17 (hawse) S 1 2"));
    assert_false(rt_counters_parse_ready("17 (a) R b) S 1 2")); // a name may contain brackets
    assert_true(rt_counters_parse_ready("17 (a) S b) R 1 2"));
    assert_false(rt_counters_parse_ready(""));
    assert_false(rt_counters_is_ready(-1));
    pthread_t t;
    tid = 0;
    mode = 1;
    assert_int_equal(pthread_create(&t, NULL, run_other_thread, NULL), 0);
    while (tid == 0) usleep(100);
    int file = rt_counters_open_state(tid), ready = 0, asleep = 0;
    assert_true(file >= 0);
    for (int k = 0; k < 100; k++) ready += rt_counters_is_ready(file);
    assert_int_equal(ready, 100);
    mode = 0;
    usleep(5000);
    for (int k = 0; k < 200; k++, usleep(300)) asleep += !rt_counters_is_ready(file);
    assert_true(asleep > 100); // all but the moments in which the thread wakes up
    mode = 2;
    pthread_join(t, NULL);
    for (int k = 0; k < 1000 && rt_counters_is_ready(file); k++) usleep(1000); // joined; the kernel removes it soon
    assert_false(rt_counters_is_ready(file));
    rt_counters_close_state(file);
}

// No test of speed: prints the durations that counters.h gives.
static void reading_duration_is_printed(void **state) {
    (void)state;
    enum { N = 1000 };
    rt_counter_files f = rt_counters_open(-1);
    rt_clock c = rt_clock_monotonic();
    for (int steal = 0; steal < 2; steal++) {
        int64_t start = rt_clock_now_ns(&c);
        for (int k = 0; k < N; k++) rt_counters_read(&f, steal);
        print_message("a reading %s steal: %.2f us\n", steal ? "with" : "without",
                      1e-3 * (double)(rt_clock_now_ns(&c) - start) / N);
    }
    rt_counters_close(&f);
}

static void cpu_time_is_counted_without_files(void **state) {
    (void)state;
    rt_counter_files f = rt_counters_none();
    rt_counters a = rt_counters_read(&f, true);
    int64_t start = rt_clock_thread_cpu_ns();
    while (rt_clock_thread_cpu_ns() - start < 1000000) {}
    rt_counters b = rt_counters_read(&f, true), d = rt_counters_subtract(&a, &b);
    assert_true(d.cpu_ns >= 1000000);
    assert_int_equal(d.waited_ns, 0);
    assert_int_equal(d.steal_ns, 0);
}

#if defined(__SSE2__)
static void *read_environment(void *arg) {
    *(uint32_t *)arg = rt_float_env();
    return NULL;
}

// Denormals are zero, rounding is to nearest whatever it was before, and a new thread inherits both.
static void float_environment_is_set(void **state) {
    (void)state;
    volatile double least = DBL_MIN, sum;
    fesetround(FE_UPWARD);
    rt_float_env_set();
    assert_int_equal(rt_float_env(), 0x9fc0);
    assert_true(0.5 * least == 0);
    volatile double denormal = 4.9e-324;
    assert_true(denormal * 1e300 == 0);
    volatile double one = 1, third = 3, tiny = 1e-20;
    sum = one + tiny;
    assert_true(sum == 1); // rounded upward, the sum would exceed 1
    sum = one / third;     // the inexact flag that this sets is not part of the environment
    assert_int_equal(rt_float_env(), 0x9fc0);
    uint32_t run_other_thread = 0;
    pthread_t t;
    assert_int_equal(pthread_create(&t, NULL, read_environment, &run_other_thread), 0);
    pthread_join(t, NULL);
    assert_int_equal(run_other_thread, 0x9fc0);
}
#else
static void float_environment_is_set(void **state) {
    (void)state;
    print_message("skipped: this processor has no MXCSR\n");
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steal_is_read_from_its_column),
        cmocka_unit_test(ready_thread_is_distinguished_from_sleeping),
        cmocka_unit_test(work_faults_and_sleeps_are_counted),
        cmocka_unit_test(reading_duration_is_printed),
        cmocka_unit_test(cpu_time_is_counted_without_files),
        cmocka_unit_test(float_environment_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
