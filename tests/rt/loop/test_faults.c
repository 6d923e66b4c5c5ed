// SPDX-License-Identifier: MIT
// Plants faults in frames on the real clock: the loop must find the right cause in each of 20 tries. The machine causes
// misses too, so the test judges only frames with a planted fault. It repeats a try in which /proc/stat shows steal:
// "host" would also be right there.
#include "rt/base/alloc_count.h"
#include "rt/loop/loop.h"
#include "tests/check.h"
#include <malloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define MS ((int64_t)1000000)
enum { TRIES = 20, MOST_TRIES = 60, BEFORE = 200, APART = 60, PAGES = 4096, PAGE = 4096 };

typedef struct planted {
    void (*fault)(struct planted *, rt_profile *);
    rt_loop_stats *stats;
    rt_miss_cause expected;
    rt_phase phase;
    const char *says;
    int tries, right;
    int stolen;      // tries with steal, which do not count
    char wrong[512]; // the sentence of the first wrong cause
    unsigned char *pages;
    sem_t go;
    _Atomic bool stop;
} planted;

static void burn_cpu(int64_t ns) {
    int64_t start = rt_clock_thread_cpu_ns();
    while (rt_clock_thread_cpu_ns() - start < ns) {}
}

// Checks the cause that the loop found for the frame before, which had the fault.
static void check_cause(planted *t) {
    const rt_loop_stats *s = t->stats;
    char text[512] = "no miss";
    const rt_miss *m = &s->recent[(s->misses + RT_LOOP_RECENT - 1) % RT_LOOP_RECENT];
    bool missed = s->last.cause >= 0 && m->times.frame == s->last.frame;
    if (missed) rt_miss_describe(m, text, sizeof text);
    if (s->last.count.steal_ns > 0 && t->stolen < MOST_TRIES - TRIES) {
        t->stolen++;
        return;
    }
    bool right = missed && m->cause == t->expected && m->longest == t->phase && strstr(text, t->says);
    t->tries++;
    t->right += right;
    if (!right && !t->wrong[0]) memcpy(t->wrong, text, sizeof text);
}

static bool frame_with_fault(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    planted *t = ctx;
    (void)release_ns;
    uint64_t before = rt_alloc_count();
    bool since = frame > BEFORE && (frame - BEFORE) % APART == 1;
    if (since) check_cause(t);
    static const int32_t usual[RT_WORK_COUNT] = {2, 1, 10, 2, 20, 90, 50, 0};
    memcpy(p->work, usual, sizeof usual);
    rt_alloc_guard_begin();
    burn_cpu(50000);
    rt_profile_end(p, RT_PHASE_SOLVE);
    // one rehearsal: memory is not locked here, so the first touch_pages of a fault's data is a page fault as well
    bool rehearsal = frame == BEFORE - APART;
    if (rehearsal || (frame >= BEFORE && (frame - BEFORE) % APART == 0 && t->tries < TRIES)) t->fault(t, p);
    rt_alloc_guard_end();
    p->allocations = (int32_t)(rt_alloc_count() - before);
    return t->tries < TRIES;
}

static void fault_sleep(planted *t, rt_profile *p) {
    (void)t;
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = 3 * MS}, NULL);
    rt_profile_end(p, RT_PHASE_PUBLISH);
}

static void touch_pages(unsigned char *pages) {
    for (size_t k = 0; k < PAGES; k++) ((volatile unsigned char *)pages)[k * PAGE] = 1;
}

static void fault_pages(planted *t, rt_profile *p) {
    madvise(t->pages, (size_t)PAGES * PAGE, MADV_DONTNEED);
    touch_pages(t->pages);
    rt_profile_end(p, RT_PHASE_CONTACT);
}

static void fault_allocation(planted *t, rt_profile *p) {
    (void)t;
    unsigned char *block = malloc((size_t)PAGES * PAGE);
    touch_pages(block);
    free(block);
    rt_profile_end(p, RT_PHASE_ASSEMBLE);
}

// More iterations than usual, and their time.
static void fault_slow_phase(planted *t, rt_profile *p) {
    (void)t;
    for (; p->work[RT_WORK_NEWTON] < 60; p->work[RT_WORK_NEWTON]++, p->work[RT_WORK_LOAD] += 50) burn_cpu(50000);
    rt_profile_end(p, RT_PHASE_SOLVE);
}

// Longer time for the usual work.
static void fault_slow_processor(planted *t, rt_profile *p) {
    (void)t;
    burn_cpu(3 * MS);
    rt_profile_end(p, RT_PHASE_PROJECT);
}

static void fault_hog(planted *t, rt_profile *p) {
    sem_post(&t->go);
    burn_cpu(50000); // the other thread pre-empts this within it
    rt_profile_end(p, RT_PHASE_CONTACT);
}

// A thread of a higher priority on the same processor.
static void *preempt_frames(void *arg) {
    planted *t = arg;
    while (sem_wait(&t->go) == 0 && !atomic_load(&t->stop)) burn_cpu(3 * MS);
    return NULL;
}

static bool real_time_allowed(void) {
    struct sched_param p = {.sched_priority = 85}, old;
    int policy;
    pthread_getschedparam(pthread_self(), &policy, &old);
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &p) != 0) return false;
    pthread_setschedparam(pthread_self(), policy, &old);
    return true;
}

static void run_fault(planted *t) {
    static rt_loop_stats stats;
    static rt_diag diag;
    if (!real_time_allowed()) {
        print_message("skipped: without real-time scheduling other programs disturb the planted faults\n");
        skip();
    }
    rt_loop_def def = rt_loop_def_default();
    rt_loop loop;
    def.lock_memory = false; // locked pages cannot be made to fault
    def.cpu = rt_loop_choose_cpu();
    t->stats = &stats;
    assert_int_equal(rt_loop_start(&loop, &def, frame_with_fault, t, &stats, &diag), RT_OK);
    rt_loop_join(&loop);
    if (!stats.sees_waits && t->expected == RT_MISS_PREEMPTED) {
        print_message("skipped: this kernel does not report how long a thread waits (no schedstat)\n");
        skip();
    }
    if (t->stolen) print_message("%d tries repeated: the host took the processor\n", t->stolen);
    assert_int_equal(t->tries, TRIES);
    if (t->right != TRIES) fail_msg("%d of %d causes are right; the first wrong one: %s", t->right, TRIES, t->wrong);
}

static void sleep_is_found(void **state) {
    (void)state;
    planted t = {.fault = fault_sleep, .expected = RT_MISS_BLOCKED, .phase = RT_PHASE_PUBLISH, .says = "blocked"};
    run_fault(&t);
}

static void page_faults_are_found(void **state) {
    (void)state;
    planted t = {
        .fault = fault_pages, .expected = RT_MISS_PAGE_FAULT, .phase = RT_PHASE_CONTACT, .says = "page faults"};
    t.pages = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(t.pages, MAP_FAILED);
    madvise(t.pages, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE);
    run_fault(&t);
    munmap(t.pages, (size_t)PAGES * PAGE);
}

static void allocation_is_found(void **state) {
    (void)state;
    if (!rt_alloc_count_available()) {
        print_message("skipped: allocations are not counted under a sanitizer\n");
        skip();
    }
    mallopt(M_MMAP_THRESHOLD, 1 << 20); // fresh pages each time
    planted t = {.fault = fault_allocation,
                 .expected = RT_MISS_PAGE_FAULT,
                 .phase = RT_PHASE_ASSEMBLE,
                 .says = "it allocated memory (2 calls)"};
    run_fault(&t);
}

static void slow_phase_is_found(void **state) {
    (void)state;
    planted t = {.fault = fault_slow_phase,
                 .expected = RT_MISS_OWN_WORK,
                 .phase = RT_PHASE_SOLVE,
                 .says = "newton 60 where 2 is usual"};
    run_fault(&t);
}

static void slow_processor_is_found(void **state) {
    (void)state;
    planted t = {.fault = fault_slow_processor,
                 .expected = RT_MISS_SLOW_PROCESSOR,
                 .phase = RT_PHASE_PROJECT,
                 .says = "slow processor"};
    run_fault(&t);
}

static void preemption_is_found(void **state) {
    (void)state;
    planted t = {.fault = fault_hog, .expected = RT_MISS_PREEMPTED, .phase = RT_PHASE_CONTACT, .says = "pre-empted"};
    if (!real_time_allowed()) {
        print_message("skipped: without real-time scheduling no thread can pre-empt the frames\n");
        skip();
    }
    pthread_t other;
    pthread_attr_t attr;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(rt_loop_choose_cpu() < 0 ? 0 : rt_loop_choose_cpu(), &set);
    sem_init(&t.go, 0, 0);
    pthread_attr_init(&attr);
    pthread_attr_setaffinity_np(&attr, sizeof set, &set);
    pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attr, SCHED_FIFO);
    pthread_attr_setschedparam(&attr, &(struct sched_param){.sched_priority = 85});
    assert_int_equal(pthread_create(&other, &attr, preempt_frames, &t), 0);
    run_fault(&t);
    atomic_store(&t.stop, true);
    sem_post(&t.go);
    pthread_join(other, NULL);
    pthread_attr_destroy(&attr);
    sem_destroy(&t.go);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sleep_is_found),          cmocka_unit_test(page_faults_are_found),
        cmocka_unit_test(allocation_is_found),     cmocka_unit_test(slow_phase_is_found),
        cmocka_unit_test(slow_processor_is_found), cmocka_unit_test(preemption_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
