// SPDX-License-Identifier: MIT
// The processor that is kept awake on a virtual machine is not idle meanwhile, and what wants to run there does.
#include "rt/awake.h"
#include "rt/clock.h"
#include "tests/check.h"
#include <sched.h>
#include <string.h>
#include <unistd.h>

#define MS INT64_C(1000000)

static int last_cpu(void) {
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    int cpu = CPU_SETSIZE - 1;
    while (!CPU_ISSET(cpu, &set)) cpu--;
    return cpu;
}

static bool is_virtual(void) {
    char text[8192];
    bool found = false;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && !found && fgets(text, sizeof text, f)) found = strstr(text, " hypervisor") != NULL;
    if (f) fclose(f);
    return found;
}

// Time for which the processor had nothing to do since the system's start [s].
static double idle_s(int cpu) {
    char name[16], line[512];
    long long idle = -1, wait = 0;
    snprintf(name, sizeof name, "cpu%d ", cpu);
    FILE *f = fopen("/proc/stat", "r");
    assert_non_null(f);
    while (idle < 0 && fgets(line, sizeof line, f))
        if (strncmp(line, name, strlen(name)) == 0)
            assert_int_equal(sscanf(line, "%*s %*d %*d %*d %lld %lld", &idle, &wait), 2);
    fclose(f);
    assert_true(idle >= 0);
    return (double)(idle + wait) / (double)sysconf(_SC_CLK_TCK);
}

static double idle_during(int cpu, double seconds) {
    rt_clock clock = rt_clock_monotonic();
    double before = idle_s(cpu);
    rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + (int64_t)(seconds * 1e9));
    return idle_s(cpu) - before;
}

static void test_never_idle(void **state) {
    (void)state;
    if (!is_virtual()) skip();
    rt_awake a;
    int cpu = last_cpu();
    assert_true(rt_awake_begin(&a, cpu));
    assert_true(a.spins);
    double idle = idle_during(cpu, 1);
    rt_awake_end(&a);
    assert_true(idle < 0.1);
    print_message("idle for %.2f s of 1 s, for %.2f s without\n", idle, idle_during(cpu, 1));
}

static int64_t cpu_ns_of(pthread_t thread) {
    clockid_t id;
    struct timespec t;
    assert_int_equal(pthread_getcpuclockid(thread, &id), 0);
    assert_int_equal(clock_gettime(id, &t), 0);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

// While another thread wants the processor it gets next to nothing of it.
static void test_gives_way(void **state) {
    (void)state;
    if (!is_virtual()) skip();
    cpu_set_t all, one;
    rt_awake a;
    int cpu = last_cpu();
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    rt_awake_begin(&a, cpu);
    idle_during(cpu, 0.02); // until it has the lowest class
    int64_t until = rt_clock_thread_cpu_ns() + 300 * MS, taken = cpu_ns_of(a.thread);
    while (rt_clock_thread_cpu_ns() < until) {}
    taken = cpu_ns_of(a.thread) - taken;
    rt_awake_end(&a);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    print_message("it took %.3f ms beside 300 ms\n", 1e-6 * (double)taken);
    assert_true(taken < 30 * MS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_never_idle), cmocka_unit_test(test_gives_way)};
    return cmocka_run_group_tests_name("rt.awake", tests, NULL, NULL);
}
