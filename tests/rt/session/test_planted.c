// SPDX-License-Identifier: MIT
// Faults planted in frames of the shipped scenario, run as by `hawse run` with a standby thread. The loop must name the
// right cause in 20 of 20 tries. Like tests/rt/loop/test_faults.c, but with a simulator in the frames.
// A fault acts where the frame hashes its state: after the step, before publishing. The slow phase uses the program's
// own --inject-slow for one frame. A frame in which the host stole processor time (/proc/stat) is tried again, since
// "host" may be right, too. So is a frame that the host slowed down beyond its budget by CPU time alone, if the fault
// takes no CPU time: "slow processor" may be right, too.
#include "rt/base/alloc_count.h"
#include "tests/rt/heave_session.h"
#include <malloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define MS ((int64_t)1000000)
enum { TRIES = 20, MOST_TRIES = 60, BEFORE = 200, APART = 60, PAGES = 4096, PAGE = 4096 };

typedef struct planted {
    heave_session h;
    void (*fault)(struct planted *);
    rt_miss_cause expected;
    rt_phase phase;
    const char *says;
    bool due, done;                   // plant in this frame; planted in the previous frame
    int tries, right, stolen, slowed; // stolen, slowed: frames tried again
    uint64_t next;                    // frame to plant in
    char wrong[512];                  // description of the first miss with a wrong cause
    unsigned char *pages;
    sem_t go;
    _Atomic bool stop;
} planted;

static planted *the_planted; // used by the wrapper of sim_hash

static void burn_cpu(int64_t ns) {
    int64_t start = rt_clock_thread_cpu_ns();
    while (rt_clock_thread_cpu_ns() - start < ns) {}
}

static void touch(unsigned char *pages) {
    for (size_t k = 0; k < PAGES; k++) ((volatile unsigned char *)pages)[k * PAGE] = 1;
}

// ---- faults ---------------------------------------------------------------------------------------------------------

static void fault_sleep(planted *t) {
    (void)t;
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = 3 * MS}, NULL);
}

static void fault_pages(planted *t) {
    madvise(t->pages, (size_t)PAGES * PAGE, MADV_DONTNEED);
    touch(t->pages);
}

static void fault_allocation(planted *t) {
    (void)t;
    unsigned char *block = malloc((size_t)PAGES * PAGE);
    touch(block);
    free(block);
}

static void fault_hog(planted *t) {
    sem_post(&t->go);
    burn_cpu(50000); // the hog pre-empts within this time
}

uint64_t __real_sim_hash(sim *s);
uint64_t __wrap_sim_hash(sim *s);
uint64_t __wrap_sim_hash(sim *s) {
    if (the_planted->due && the_planted->fault) the_planted->fault(the_planted);
    return __real_sim_hash(s);
}

// ---- frames ---------------------------------------------------------------------------------------------------------

// Whether the host also spoilt the frame, by its counters, not by the named cause; counts such frames. The loop calls a
// processor slow from 0.75 of the budget.
static bool host_spoilt_frame(planted *t, const rt_loop_stats *s) {
    bool takes_cpu = t->fault != fault_sleep && t->fault != fault_hog;
    bool stolen = s->last.count.steal_ns > 0, slowed = !takes_cpu && 4 * s->last.count.cpu_ns > 3 * s->budget_ns;
    if ((!stolen && !slowed) || t->stolen + t->slowed == MOST_TRIES - TRIES) return false;
    t->stolen += stolen;
    t->slowed += !stolen;
    return true;
}

// Compares the loop's verdict on the previous, spoilt frame with the planted fault.
static void judge_previous_frame(planted *t) {
    const rt_loop_stats *s = &t->h.stats;
    char text[512] = "no miss";
    const rt_miss *m = &s->recent[(s->misses + RT_LOOP_RECENT - 1) % RT_LOOP_RECENT];
    bool missed = s->last.cause >= 0 && m->times.frame == s->last.frame;
    if (missed) rt_miss_describe(m, text, sizeof text);
    if (host_spoilt_frame(t, s)) return;
    bool right = missed && m->cause == t->expected && m->longest == t->phase && strstr(text, t->says);
    t->tries++;
    t->right += right;
    if (!right && !t->wrong[0]) memcpy(t->wrong, text, sizeof text);
}

// The hog disturbs only the first thread's processor.
static bool is_due(const planted *t, uint64_t frame) {
    bool hog = t->fault == fault_hog;
    return frame >= t->next && t->tries < TRIES && (!hog || sched_getcpu() == t->h.def.cpu);
}

static bool spoilt_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    planted *t = ctx;
    if (t->done && t->next > BEFORE) judge_previous_frame(t);
    t->due = is_due(t, frame);
    t->done = t->due;
    if (t->due) t->next = frame < BEFORE ? BEFORE : frame + APART;
    t->h.s.slow = (rt_slow){.phase = RT_PHASE_SOLVE, .share = t->due && !t->fault ? 100 : 0};
    session_frame(&t->h.s, frame, release_ns, p);
    return t->tries < TRIES;
}

static void skip_without_real_time(void) {
    struct sched_param p = {.sched_priority = 85}, old;
    int policy;
    pthread_getschedparam(pthread_self(), &policy, &old);
    bool allowed = pthread_setschedparam(pthread_self(), SCHED_FIFO, &p) == 0;
    if (allowed) pthread_setschedparam(pthread_self(), policy, &old);
    if (allowed && !heave_session_sanitized) return;
    print_message("skipped: %s\n", allowed ? "a sanitizer's frames are too long for real time"
                                           : "no real-time scheduling here: other programs would spoil the frames");
    skip();
}

static uint64_t warm_up(void *ctx) { return session_warm_up(&((planted *)ctx)->h.s); }

static void run_frames(planted *t) {
    rt_loop loop;
    rt_clock clock = rt_clock_monotonic();
    rt_loop_def *def = &t->h.def;
    def->lock_memory = false; // locked pages cannot be made to fault
    def->cpu = rt_loop_choose_cpu();
    def->standby_cpu = rt_loop_choose_cpu_except(def->cpu);
    def->warm_up = warm_up;
    t->next = BEFORE - APART; // one trial fault before the count
    assert_int_equal(rt_loop_start(&loop, def, spoilt_frame, t, &t->h.stats, &t->h.d), RT_OK);
    while (!rt_loop_done(&loop)) rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 5 * MS);
    rt_loop_join(&loop);
}

static void check_causes(planted *t) {
    if (t->h.stats.standby_cpu < 0) print_message("no second thread here\n");
    if (!t->h.stats.sees_waits && t->expected == RT_MISS_PREEMPTED) {
        print_message("skipped: this kernel does not count a thread's waiting time (no schedstat)\n");
        skip();
    }
    print_message("%d of %d named rightly, tried again %d stolen, %d slowed by the host; %d of %d frames missed, "
                  "%d run by the second thread\n",
                  t->right, t->tries, t->stolen, t->slowed, (int)t->h.stats.misses, (int)t->h.stats.frames,
                  (int)t->h.stats.stood_in);
    assert_false(t->h.s.failed);
    assert_int_equal(t->tries, TRIES);
    if (t->right != TRIES) fail_msg("first miss with a wrong cause: %s", t->wrong);
}

// ---- tests ----------------------------------------------------------------------------------------------------------

static int setup(void **state) {
    planted *t = calloc(1, sizeof *t);
    assert_non_null(t);
    heave_session_open(&t->h);
    the_planted = *state = t;
    return 0;
}

static int teardown(void **state) {
    planted *t = *state;
    heave_session_close(&t->h);
    free(t);
    return 0;
}

static void run_with_fault(planted *t, void (*fault)(planted *), rt_miss_cause cause, rt_phase phase,
                           const char *says) {
    t->fault = fault;
    t->expected = cause;
    t->phase = phase;
    t->says = says;
    skip_without_real_time();
    run_frames(t);
    check_causes(t);
}

static void sleep_is_named(void **state) {
    run_with_fault(*state, fault_sleep, RT_MISS_BLOCKED, RT_PHASE_PUBLISH, "blocked");
}

static void page_faults_are_named(void **state) {
    planted *t = *state;
    t->pages = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(t->pages, MAP_FAILED);
    madvise(t->pages, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE);
    run_with_fault(t, fault_pages, RT_MISS_PAGE_FAULT, RT_PHASE_PUBLISH, "page faults");
    munmap(t->pages, (size_t)PAGES * PAGE);
}

static void allocation_is_named(void **state) {
    if (!rt_alloc_count_available()) {
        print_message("skipped: allocations are not counted under a sanitizer\n");
        skip();
    }
    mallopt(M_MMAP_THRESHOLD, 1 << 20); // each block has fresh pages
    run_with_fault(*state, fault_allocation, RT_MISS_PAGE_FAULT, RT_PHASE_PUBLISH, "it allocated memory (2 calls)");
}

static void slow_phase_is_named(void **state) {
    run_with_fault(*state, NULL, RT_MISS_OWN_WORK, RT_PHASE_SOLVE, "the phase that ran long was solve");
}

// A thread of a higher priority on the same processor.
static void *hog(void *arg) {
    planted *t = arg;
    while (sem_wait(&t->go) == 0 && !atomic_load(&t->stop)) burn_cpu(3 * MS);
    return NULL;
}

static void preemption_is_named(void **state) {
    planted *t = *state;
    pthread_t other;
    int cpu = rt_loop_choose_cpu();
    skip_without_real_time();
    sem_init(&t->go, 0, 0);
    assert_true(heave_session_start_above(&other, cpu < 0 ? 0 : cpu, hog, t));
    run_with_fault(t, fault_hog, RT_MISS_PREEMPTED, RT_PHASE_PUBLISH, "pre-empted");
    atomic_store(&t->stop, true);
    sem_post(&t->go);
    pthread_join(other, NULL);
    sem_destroy(&t->go);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(sleep_is_named),      T(page_faults_are_named), T(allocation_is_named),
        T(slow_phase_is_named), T(preemption_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
