// SPDX-License-Identifier: MIT
// The standby thread of a loop: it runs the frames that the first thread has not started, in order and never two at a
// time. It exists only if it is requested and permitted.
#include "rt/base/float_env.h"
#include "rt/loop/loop.h"
#include "tests/check.h"
#include <dirent.h>
#include <sched.h>
#include <string.h>

#define MS ((int64_t)1000000)

enum { HOLDS = 30, APART = 20, HELD = 3 }; // losses of the first processor: number, distance [ms], duration [ms]
enum { SHORT_US = 400 }; // end of a loss that is too short for the standby thread [us after a release]
enum { STOPS = 10 };     // losses of both processors
enum { LONG = 20 };      // overlong frames of the standby thread

static rt_loop_def def;
static rt_loop_stats stats;

int64_t __real_rt_clock_now_ns(const rt_clock *c);

// Simulates a host that takes a tenth of the time, as steal.
rt_counters __real_rt_counters_read(rt_counter_files *f, bool steal);
rt_counters __wrap_rt_counters_read(rt_counter_files *f, bool steal);
rt_counters __wrap_rt_counters_read(rt_counter_files *f, bool steal) {
    rt_clock c = rt_clock_monotonic();
    if (steal) f->steal_ns = __real_rt_clock_now_ns(&c) / 10;
    rt_counters r = __real_rt_counters_read(f, false);
    r.steal_ns = f->steal_ns;
    return r;
}

// Clock readings on the standby processor before its thread is stopped there for 0.3 ms; 0: no stop.
static _Atomic int readings_to_hold;

int64_t __wrap_rt_clock_now_ns(const rt_clock *c);
int64_t __wrap_rt_clock_now_ns(const rt_clock *c) {
    bool counts = atomic_load(&readings_to_hold) > 0 && sched_getcpu() == def.standby_cpu;
    int64_t now = __real_rt_clock_now_ns(c);
    if (counts && atomic_fetch_sub(&readings_to_hold, 1) == 1)
        while (__real_rt_clock_now_ns(c) < now + 3 * MS / 10) {}
    return now;
}

// Observations and settings of the frames.
typedef struct watched {
    _Atomic bool inside;
    _Atomic int64_t release_ns; // of the last frame
    uint64_t frames, last, sleeps_in;
    int64_t burn_ns;       // work of a frame; 0: a tenth of a millisecond
    int64_t most_steal_ns; // largest steal in a frame's counts
    int overlaps, disorder, other_float_env;
    uint64_t on[2];                   // frames on the first processor, on the other
    int64_t hold_from_ns, hold_ns[2]; // first loss of both processors; its duration on each, as in on
    bool end_on_other;                // the first frame there ends the loop
    int64_t long_on_other_ns;         // duration of the first frame of each stay there
    int n_long;
    uint64_t long_frame[LONG];
    bool leaves_next; // after such a frame the standby thread is stopped: the first runs the next frame
    int n_next_on_first;
} watched;

static int setup(void **state) {
    (void)state;
    def = rt_loop_def_default();
    def.cpu = rt_loop_choose_cpu();
    def.standby_cpu = rt_loop_choose_cpu_except(def.cpu);
    def.lock_memory = false;
    return 0;
}

static bool watched_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    watched *w = ctx;
    (void)p;
    bool other = sched_getcpu() != def.cpu;
    w->overlaps += atomic_exchange(&w->inside, true);
    w->disorder += frame != w->frames++ || (frame > 0 && release_ns <= atomic_load(&w->release_ns));
    w->other_float_env += rt_float_env() != stats.float_env;
    w->on[other]++;
    if (frame > 0 && stats.last.count.steal_ns > w->most_steal_ns) w->most_steal_ns = stats.last.count.steal_ns;
    atomic_store(&w->release_ns, release_ns);
    if (w->sleeps_in && frame == w->sleeps_in) usleep(3000);
    bool too_long = other && w->long_on_other_ns && w->n_long < LONG &&
                    (w->n_long == 0 || frame > w->long_frame[w->n_long - 1] + APART / 2);
    if (too_long) w->long_frame[w->n_long++] = frame;
    w->n_next_on_first += !other && w->n_long > 0 && frame == w->long_frame[w->n_long - 1] + 1;
    rt_burn_ns(too_long ? w->long_on_other_ns : w->burn_ns ? w->burn_ns : MS / 10);
    atomic_store(&w->inside, false);
    // the loop reads the clock once at the frame's end, and again after it has released the baton
    if (too_long && w->leaves_next) atomic_store(&readings_to_hold, 2);
    return !(other && w->end_on_other) && (w->last == 0 || frame < w->last);
}

static void spin_until(int64_t when_ns) {
    rt_clock c = rt_clock_monotonic();
    while (rt_clock_now_ns(&c) < when_ns) {}
}

// Sleeps until shortly before a release, between two frames. Lets the loop catch up first, for example after a stop by
// the host: the standby thread does not help a loop that is behind.
static void sleep_until_before_a_release(const watched *w, rt_clock *c) {
    int64_t last = -1, release = 0;
    for (int tries = 0; tries < 20 && release != last; tries++) { // the same release twice: the loop has ended
        last = atomic_load(&w->release_ns);
        rt_clock_sleep_until(c, last + APART * MS + 7 * MS / 10 + w->burn_ns / 4);
        release = atomic_load(&w->release_ns);
        if (rt_clock_now_ns(c) - release < MS) return;
        usleep(APART * 1000);
    }
}

// Takes the first thread's processor HOLDS times, from before a release, between two frames.
static void *hold_processor(void *arg) {
    const watched *w = arg;
    rt_clock c = rt_clock_monotonic();
    for (int k = 0; k < HOLDS; k++) {
        sleep_until_before_a_release(w, &c);
        spin_until(rt_clock_now_ns(&c) + HELD * MS);
    }
    return NULL;
}

static bool start_thread_on(pthread_t *t, int cpu, void *(*hold)(void *), void *w) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setaffinity_np(&attr, sizeof set, &set);
    pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attr, SCHED_FIFO);
    pthread_attr_setschedparam(&attr, &(struct sched_param){.sched_priority = 85});
    bool made = pthread_create(t, &attr, hold, w) == 0;
    pthread_attr_destroy(&attr);
    return made;
}

static bool start_hold_processor(pthread_t *t, watched *w) { return start_thread_on(t, def.cpu, hold_processor, w); }

// Runs frames while hold_processor takes the first processor.
static void run_held(watched *w) {
    static rt_diag diag;
    rt_loop loop;
    pthread_t holder;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, w, &stats, &diag), RT_OK);
    while (atomic_load(&w->release_ns) == 0) usleep(1000);
    bool held = start_hold_processor(&holder, w);
    if (held) pthread_join(holder, NULL);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    assert_true(held);
}

static bool two_processors_in_real_time(void) {
    cpu_set_t all;
    struct sched_param before, param = {.sched_priority = 85};
    int policy;
    if (def.cpu < 0 || def.standby_cpu < 0 || sched_getaffinity(0, sizeof all, &all) != 0) return false;
    pthread_getschedparam(pthread_self(), &policy, &before);
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &param) != 0) return false;
    return pthread_setschedparam(pthread_self(), policy, &before) == 0;
}

#define NEEDS_TWO_PROCESSORS()                                                                                         \
    do {                                                                                                               \
        if (!two_processors_in_real_time()) {                                                                          \
            print_message("skipped: needs two processors and real-time scheduling\n");                                 \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

// Each loss of the first processor lasts three releases. Alone the first thread misses at least two of them.
static void standby_runs_frames_without_the_first_processor(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    int standby_cpu = def.standby_cpu;
    watched alone = {0}, both = {0};
    def.standby_cpu = -1;
    run_held(&alone);
    uint64_t missed_alone = stats.misses;
    assert_int_equal(stats.stood_in, 0);
    assert_int_equal(alone.on[1], 0);
    assert_true(missed_alone >= 2 * HOLDS - 2);
    def.standby_cpu = standby_cpu;
    run_held(&both);
    print_message(
        "%d times %d ms without the first processor: %d misses alone, %d with a second thread, which ran %d\n", HOLDS,
        HELD, (int)missed_alone, (int)stats.misses, (int)stats.stood_in);
    assert_int_equal(stats.standby_cpu, standby_cpu);
    assert_true(stats.stood_in >= 2 * HOLDS && stats.stood_in == both.on[1]);
    assert_true(4 * stats.misses <= missed_alone);
    assert_true(stats.wakeup.max_ns > (HELD - 1) * MS); // the first thread's late wake-up is recorded
    // no frame contains the steal of the time in which the other thread ran frames, hundreds of milliseconds
    assert_in_range(both.most_steal_ns, 1, (HELD + 12) * MS / 10);
    assert_int_equal(both.overlaps + both.disorder + both.other_float_env, 0);
    assert_int_equal(both.on[0] + both.on[1], stats.frames);
    assert_true(both.on[0] > both.on[1]);
}

// Frames of most of a period that the standby thread starts late also end late. The cause: another thread had the first
// processor.
static void late_standby_frame_names_preemption_of_the_first(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    watched w = {.burn_ns = 8 * MS / 10};
    run_held(&w);
    int stood_in = 0, preempted = 0;
    for (uint64_t k = 0; k < stats.misses && k < RT_LOOP_RECENT; k++) {
        const rt_miss *m = &stats.recent[k];
        if (!m->stood_in || m->cause == RT_MISS_BACKLOG) continue;
        stood_in++;
        preempted += m->first_ready && m->cause == RT_MISS_PREEMPTED;
    }
    print_message("%d misses of the second thread, %d of them as the first was pre-empted\n", stood_in, preempted);
    assert_true(stood_in >= HOLDS / 2);
    assert_true(10 * preempted >= 9 * stood_in); // but for what the host does
}

// Takes either processor, both at the same times.
static void *hold_both(void *arg) {
    const watched *w = arg;
    rt_clock c = rt_clock_monotonic();
    int64_t held_ns = w->hold_ns[sched_getcpu() != def.cpu];
    for (int k = 0; k < STOPS; k++) {
        rt_clock_sleep_until(&c, w->hold_from_ns + k * 50 * MS);
        spin_until(w->hold_from_ns + k * 50 * MS + held_ns);
    }
    return NULL;
}

// Runs frames while hold_both takes both processors STOPS times, each from 0.3 ms before a release.
static void run_stopped(watched *w) {
    static rt_diag diag;
    rt_clock c = rt_clock_monotonic();
    rt_loop loop;
    pthread_t first, second;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, w, &stats, &diag), RT_OK);
    while (atomic_load(&w->release_ns) == 0) usleep(1000);
    int64_t release = atomic_load(&w->release_ns);
    w->hold_from_ns = release + (rt_clock_now_ns(&c) - release) / MS * MS + 100 * MS + 7 * MS / 10;
    assert_true(start_thread_on(&first, def.cpu, hold_both, w));
    assert_true(start_thread_on(&second, def.standby_cpu, hold_both, w));
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    usleep(APART * 1000); // for the frames queued behind the last stop
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    assert_int_equal(w->overlaps + w->disorder, 0);
}

// After a stop of both, the standby thread runs the frames as soon as it can, also after a longer frame: then it had
// found the first thread at work and slept, without waiting for the release itself.
static void stop_of_both_is_not_an_overload(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    watched w = {.burn_ns = 4 * MS / 10, .hold_ns = {6 * MS, 2 * MS}};
    run_stopped(&w);
    print_message("%d stops of both, then of the first for 4 ms more: the second ran %d frames\n", STOPS,
                  (int)stats.stood_in);
    assert_true(stats.stood_in >= 3 * STOPS); // six are due each time until the first is back, the first three at once
}

// After a stop, frames of w periods run back to back. Frame k behind one that ends T periods after its release begins
// at T + k w. It ends late while T + (k + 1) w > k + 1, that is for k < (T + w - 1) / (1 - w). Empty frames miss T - 1.
static void stop_of_both_costs_the_back_to_back_frames(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    watched w = {.burn_ns = 2 * MS / 10, .hold_ns = {8 * MS, 8 * MS}};
    run_stopped(&w);
    int expected = STOPS * 9; // T = 7.7, w = 0.2: k < 8.6
    print_message("%d stops of both for 8 ms: %d misses, expected %d\n", STOPS, (int)stats.misses, expected);
    assert_true(10 * (int)stats.misses >= 9 * expected);
    assert_true(10 * (int)stats.misses <= 11 * expected); // but for what the host does
}

// Takes the first processor until 0.4 ms after a release.
static void *hold_for_a_moment(void *arg) {
    const watched *w = arg;
    rt_clock c = rt_clock_monotonic();
    for (int k = 0; k < HOLDS; k++) {
        sleep_until_before_a_release(w, &c);
        spin_until(atomic_load(&w->release_ns) + MS + SHORT_US * MS / 1000);
    }
    return NULL;
}

// A first thread late by less than half a budget still meets the deadline, with warm caches; those of the standby
// thread are cold.
static void short_stop_is_left_to_the_first_thread(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    static rt_diag diag;
    watched w = {0};
    rt_loop loop;
    pthread_t holder;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, &w, &stats, &diag), RT_OK);
    while (atomic_load(&w.release_ns) == 0) usleep(1000);
    assert_true(start_thread_on(&holder, def.cpu, hold_for_a_moment, &w));
    pthread_join(holder, NULL);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    print_message("%d times the first processor until 0.4 ms after a release: the second ran %d frames, %d misses\n",
                  HOLDS, (int)stats.stood_in, (int)stats.misses);
    assert_true(stats.wakeup.max_ns > SHORT_US * MS / 1000 - MS / 20);
    assert_true(stats.stood_in <= HOLDS / 6 && stats.misses <= HOLDS / 6); // but for what the host does
}

// Takes the first processor until the standby thread starts a frame.
static void *hold_for_a_start(void *arg) {
    const watched *w = arg;
    rt_clock c = rt_clock_monotonic();
    for (int k = 0; k < LONG; k++) {
        sleep_until_before_a_release(w, &c);
        spin_until(rt_clock_now_ns(&c) + MS);
    }
    return NULL;
}

// Counts the frames queued behind a long one of the standby thread, and those whose cause names it.
static void run_behind_the_second(watched *w, int *queued, int *behind) {
    static rt_diag diag;
    rt_loop loop;
    pthread_t holder;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, w, &stats, &diag), RT_OK);
    while (atomic_load(&w->release_ns) == 0) usleep(1000);
    assert_true(start_thread_on(&holder, def.cpu, hold_for_a_start, w));
    pthread_join(holder, NULL);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    *queued = *behind = 0;
    for (uint64_t k = 0; k < stats.misses && k < RT_LOOP_RECENT; k++) {
        const rt_miss *m = &stats.recent[k];
        for (int i = 0; i < w->n_long; i++) {
            if (m->times.frame != w->long_frame[i] + 1) continue;
            ++*queued;
            *behind += m->cause == RT_MISS_BACKLOG && m->behind_frame == w->long_frame[i];
        }
    }
}

// The first thread waits for a standby frame of more than two periods. The frames queued behind it are backlog,
// whichever thread runs them.
static void frames_queued_behind_standby_are_backlog(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    for (int leaves_next = 0; leaves_next <= 1; leaves_next++) {
        watched w = {.long_on_other_ns = 22 * MS / 10, .leaves_next = leaves_next};
        int queued, behind;
        run_behind_the_second(&w, &queued, &behind);
        print_message("%d frames queued behind %d long ones of the second thread, %d named it, %d run by the first\n",
                      queued, w.n_long, behind, w.n_next_on_first);
        assert_true(w.n_long >= LONG / 2);
        assert_true(10 * queued >= 9 * w.n_long);
        assert_true(10 * behind >= 9 * queued); // but for what the host does
        if (leaves_next) assert_true(10 * w.n_next_on_first >= 9 * w.n_long);
    }
}

// A thread stopped within a frame finishes it: the other must neither run the frame again nor run the next one first.
static void started_frame_is_waited_for(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    static rt_diag diag;
    watched w = {.last = 99, .sleeps_in = 50};
    rt_loop loop;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, &w, &stats, &diag), RT_OK);
    rt_loop_join(&loop);
    assert_int_equal(stats.frames, 100);
    assert_int_equal(w.overlaps + w.disorder, 0);
    const rt_miss *found = NULL;
    for (uint64_t k = 0; k < stats.misses && k < RT_LOOP_RECENT; k++)
        if (stats.recent[k].times.frame == 50) found = &stats.recent[k];
    assert_non_null(found);
    assert_true(found->work_ns >= 3 * MS);
}

// Frames longer than their period are always behind, and the first thread yields in between. The standby thread must
// not occupy a second processor then.
static void overlong_frames_stay_on_the_first_thread(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    static rt_diag diag;
    watched w = {.last = 299, .burn_ns = 2 * MS};
    rt_loop loop;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, &w, &stats, &diag), RT_OK);
    rt_loop_join(&loop);
    print_message("%d of %d frames of twice the period were run by the second thread\n", (int)stats.stood_in,
                  (int)stats.frames);
    assert_int_equal(stats.frames, 300);
    assert_int_equal(w.overlaps + w.disorder, 0);
    assert_true(stats.slips > 0);
    assert_true(30 * stats.stood_in <= stats.frames);
}

static int count_threads_named(const char *wanted) {
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%.200s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        if (!f) continue;
        n += fscanf(f, "%31s", name) == 1 && strcmp(name, wanted) == 0;
        fclose(f);
    }
    closedir(d);
    return n;
}

static void either_thread_may_run_the_last_frame(void **state) {
    (void)state;
    NEEDS_TWO_PROCESSORS();
    static rt_diag diag;
    watched w = {.end_on_other = true};
    rt_loop loop;
    pthread_t holder;
    assert_int_equal(rt_loop_start(&loop, &def, watched_frame, &w, &stats, &diag), RT_OK);
    assert_int_equal(count_threads_named("standby"), 1);
    while (atomic_load(&w.release_ns) == 0) usleep(1000);
    assert_true(start_hold_processor(&holder, &w));
    rt_loop_join(&loop);
    assert_int_equal(count_threads_named("standby"), 0);
    assert_int_equal(w.on[1], 1);
    assert_int_equal(stats.stood_in, 1);
    assert_int_equal(w.on[0] + 1, stats.frames);
    pthread_join(holder, NULL);
}

static void no_standby_without_real_time_or_processor(void **state) {
    (void)state;
    static rt_diag diag;
    rt_loop loop;
    for (int k = 0; k < 2; k++) {
        watched w = {.last = 20};
        setup(NULL);
        if (k == 0) def.priority = 0;
        if (k == 1) def.standby_cpu = def.cpu;
        assert_int_equal(rt_loop_start(&loop, &def, watched_frame, &w, &stats, &diag), RT_OK);
        assert_int_equal(count_threads_named("standby"), 0);
        rt_loop_join(&loop);
        assert_int_equal(stats.standby_cpu, -1);
        assert_int_equal(stats.stood_in, 0);
        assert_int_equal(stats.frames, 21);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(standby_runs_frames_without_the_first_processor, setup),
        cmocka_unit_test_setup(late_standby_frame_names_preemption_of_the_first, setup),
        cmocka_unit_test_setup(stop_of_both_is_not_an_overload, setup),
        cmocka_unit_test_setup(stop_of_both_costs_the_back_to_back_frames, setup),
        cmocka_unit_test_setup(short_stop_is_left_to_the_first_thread, setup),
        cmocka_unit_test_setup(frames_queued_behind_standby_are_backlog, setup),
        cmocka_unit_test_setup(started_frame_is_waited_for, setup),
        cmocka_unit_test_setup(overlong_frames_stay_on_the_first_thread, setup),
        cmocka_unit_test_setup(either_thread_may_run_the_last_frame, setup),
        cmocka_unit_test_setup(no_standby_without_real_time_or_processor, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
