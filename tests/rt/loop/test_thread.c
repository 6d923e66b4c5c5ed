// SPDX-License-Identifier: MIT
// The loop on its own thread: refused requests, a processor kept awake, the warm-up, a stop from outside.
#include "rt/loop/loop.h"
#include "tests/check.h"
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define MS ((int64_t)1000000)

static rt_loop_def def;
static rt_loop_stats stats;

static int setup(void **state) {
    (void)state;
    memset(&stats, 0xee, sizeof stats);
    def = rt_loop_def_default();
    return 0;
}

// Burns CPU time in frame 50 of a run on the real clock.
typedef struct burner {
    uint64_t frames;
    int64_t last_release;
    bool on_grid;
} burner;

static bool burn(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    burner *b = ctx;
    if (frame && release_ns <= b->last_release) b->on_grid = false;
    b->last_release = release_ns;
    rt_profile_end(p, RT_PHASE_INPUT);
    if (frame == 50) {
        int64_t start = rt_clock_thread_cpu_ns();
        while (rt_clock_thread_cpu_ns() - start < 4 * MS) {}
    }
    rt_profile_end(p, RT_PHASE_SOLVE);
    return ++b->frames < 200;
}

// Runs 200 frames on the real clock, of which frame 50 burns 4 ms; returns its miss.
static const rt_miss *run_with_a_burn(void) {
    burner b = {.on_grid = true};
    rt_loop loop;
    static rt_diag diag;
    rt_clock c = rt_clock_monotonic();
    int64_t start = rt_clock_now_ns(&c);
    assert_int_equal(rt_loop_start(&loop, &def, burn, &b, &stats, &diag), RT_OK);
    assert_true(strcmp(stats.scheduler, "SCHED_FIFO 80") == 0 ? !strstr(stats.refused, "scheduling")
                                                              : !!strstr(stats.refused, "real-time scheduling"));
    rt_loop_join(&loop);
    int64_t wall = rt_clock_now_ns(&c) - start;
    assert_true(rt_loop_done(&loop));
    assert_int_equal(stats.frames, 200);
    assert_true(b.on_grid);
    assert_true(wall >= 199 * MS + stats.slip_ns);
    const rt_miss *found = NULL;
    for (uint64_t i = 0; i < stats.misses && i < RT_LOOP_RECENT; i++)
        if (stats.recent[i].times.frame == 50) found = &stats.recent[i];
    assert_non_null(found);
    return found;
}

static void own_work_is_found_on_the_real_clock(void **state) {
    (void)state;
    const rt_miss *found = run_with_a_burn();
    // repeat if that frame has steal: its cause is then rightly another
    for (int again = 0; again < 20 && found->times.count.steal_ns > 0; again++) found = run_with_a_burn();
    assert_int_equal(found->cause, RT_MISS_OWN_WORK); // 50 frames are too few for a norm
    assert_int_equal(found->longest, RT_PHASE_SOLVE);
    assert_true(stats.response.max_ns >= 4 * MS);
    assert_true(found->times.count.cpu_ns >= 4 * MS);
    assert_true(found->work_ns >= 4 * MS);
    assert_true(stats.work.max_ns >= 4 * MS);
    assert_true(stats.phase[RT_PHASE_SOLVE].max_ns >= 4 * MS);
}

static uint64_t ten_steps(void *ctx) {
    ((burner *)ctx)->last_release = -1;
    rt_burn_ns(MS);
    return 10;
}

static void warm_up_runs_first_and_is_not_counted(void **state) {
    (void)state;
    burner b = {.on_grid = true, .last_release = 5};
    def.warm_up = ten_steps;
    rt_clock clock = rt_clock_manual();
    rt_loop_run(&def, &clock, burn, &b, &stats, NULL);
    assert_true(b.on_grid); // frame 0 was released at 0, after the warm-up had set -1
    assert_int_equal(stats.warm_up_steps, 10);
    assert_true(stats.warm_up_ns >= MS);
    assert_int_equal(stats.frames, 200);
    assert_int_equal(stats.response.n, 200);
}

static bool forever(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    (void)ctx, (void)frame, (void)release_ns, (void)p;
    return true;
}

// Number of threads of this process named "awake" in class SCHED_IDLE; *others: those in another class.
static int count_idle_threads(int *others) {
    int idle = 0;
    *others = 0;
    DIR *d = opendir("/proc/self/task");
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%.200s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        if (!f) continue;
        if (fscanf(f, "%31s", name) == 1 && strcmp(name, "awake") == 0)
            *(sched_getscheduler(atoi(e->d_name)) == SCHED_IDLE ? &idle : others) += 1;
        fclose(f);
    }
    closedir(d);
    return idle;
}

// Whether the kernel chooses the depth of sleep; on most virtual machines the host does.
static bool kernel_chooses_sleep(void) {
    char driver[32] = "none";
    FILE *f = fopen("/sys/devices/system/cpu/cpuidle/current_driver", "r");
    if (f && fscanf(f, "%31s", driver) != 1) strcpy(driver, "none");
    if (f) fclose(f);
    return strcmp(driver, "none") != 0 && strcmp(driver, "haltpoll") != 0;
}

// If the host chooses the sleep, a thread of class SCHED_IDLE keeps the processor awake while the loop runs. That
// thread never has another class and never outlives the loop.
static void processor_stays_awake_while_the_loop_runs(void **state) {
    (void)state;
    rt_loop loop;
    static rt_diag diag;
    int others;
    def.cpu = rt_loop_choose_cpu();
    assert_int_equal(rt_loop_start(&loop, &def, forever, NULL, &stats, &diag), RT_OK);
    bool realtime = strcmp(stats.scheduler, "SCHED_FIFO 80") == 0;
    usleep(20000);
    int idle = count_idle_threads(&others);
    assert_int_equal(others, 0);
    assert_int_equal(idle, !kernel_chooses_sleep() && realtime && def.cpu >= 0 ? 1 : 0);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    if (idle) assert_true(stats.held_awake);
    assert_int_equal(count_idle_threads(&others), 0);
    assert_int_equal(others, 0);
}

static void loop_is_stopped_from_outside(void **state) {
    (void)state;
    rt_loop loop;
    static rt_diag diag;
    def.priority = 0;
    def.lock_memory = false;
    assert_int_equal(rt_loop_start(&loop, &def, forever, NULL, &stats, &diag), RT_OK);
    assert_false(rt_loop_done(&loop));
    usleep(20000);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    assert_true(stats.frames > 0);
    assert_string_equal(stats.refused, "");
    assert_string_equal(stats.scheduler, "SCHED_OTHER");
}

static bool once(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    (void)forever(ctx, frame, release_ns, p);
    return false;
}

// The messages for a user without rights. Runs in a child process, which drops its rights.
static int refused_child(void) {
    const struct rlimit none = {0, 0};
    rt_loop loop;
    static rt_diag diag;
    if (setrlimit(RLIMIT_RTPRIO, &none) || setrlimit(RLIMIT_MEMLOCK, &none)) return 2;
    if (geteuid() == 0 && setresuid(65534, 65534, 65534)) return 3;
    def.cpu = 1000000;
    if (rt_loop_start(&loop, &def, once, NULL, &stats, &diag) != RT_OK) return 4;
    rt_loop_join(&loop);
    if (stats.frames != 1) return 5;
    if (strcmp(stats.scheduler, "SCHED_OTHER")) return 6;
    if (!strstr(stats.refused, "real-time scheduling refused (EPERM): wake-ups will be late under load")) return 7;
    if (!strstr(stats.refused, "/etc/security/limits.d/hawse.conf") || !strstr(stats.refused, "- rtprio 80\n"))
        return 10;
    if (!strstr(stats.refused, "- memlock unlimited\n") || !strstr(stats.refused, "LimitRTPRIO=80")) return 11;
    if (!strstr(stats.refused, "the requested processor refused (EINVAL): ")) return 8;
    bool no_sleep = strstr(stats.refused, "a processor that does not sleep refused (") != NULL;
    if (no_sleep != (kernel_chooses_sleep() && !stats.held_awake)) return 12;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // sanitizers pretend that mlockall succeeds
    if (!strstr(stats.refused, "locked memory refused (")) return 9;
#endif
    return 0;
}

static void refused_requests_are_listed(void **state) {
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0) _exit(refused_child());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(warm_up_runs_first_and_is_not_counted),
        T(refused_requests_are_listed), // before memory is locked in this process
        T(own_work_is_found_on_the_real_clock),
        T(loop_is_stopped_from_outside),
        T(processor_stays_awake_while_the_loop_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
