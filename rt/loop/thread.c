// SPDX-License-Identifier: MIT
// The loop's own thread: requests its scheduling class, processor and locked memory, and touches its stack.
#include "rt/loop/awake.h"
#include "rt/loop/run.h"
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

static const char *name_errno(int error) {
    return error == EPERM ? "EPERM" : error == ENOMEM ? "ENOMEM" : error == EINVAL ? "EINVAL" : strerror(error);
}

static void record_refusal(rt_loop_stats *s, const char *what, int error, const char *consequence) {
    size_t used = strlen(s->refused);
    snprintf(s->refused + used, sizeof s->refused - used, "%s refused (%s): %s\n", what, name_errno(error),
             consequence);
}

static void set_affinity(int cpu, rt_loop_stats *s) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu < CPU_SETSIZE) CPU_SET(cpu, &set);
    int error = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    if (error)
        record_refusal(
            s, "the requested processor", error,
            "frames may move between processors and take longer then; choose a processor that exists and is allowed");
    else
        s->cpu_pinned = cpu;
}

static bool set_priority(int priority, rt_loop_stats *s) {
    int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &(struct sched_param){.sched_priority = priority});
    if (error)
        record_refusal(s, "real-time scheduling", error,
                       "wake-ups will be late under load, by milliseconds when other programs use the processor");
    return !error;
}

static bool lock_memory(rt_loop_stats *s) {
    s->locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
    if (!s->locked)
        record_refusal(s, "locked memory", errno, "a frame may wait while the kernel reads a page back from disk");
    return s->locked;
}

// Appends the lines by which an administrator allows the requests.
static void print_remedy(int priority, rt_loop_stats *s) {
    size_t used = strlen(s->refused);
    snprintf(s->refused + used, sizeof s->refused - used,
             "to allow it, add these two lines, with a group of yours as GROUP, to /etc/security/limits.d/hawse.conf "
             "and log "
             "in again:\n    @GROUP - rtprio %d\n    @GROUP - memlock unlimited\nin a systemd service: "
             "LimitRTPRIO=%d and LimitMEMLOCK=infinity; for one run: sudo prlimit --pid $$ --rtprio=%d "
             "--memlock=unlimited in its shell\n",
             priority, priority, priority);
}

static void set_up_thread(const rt_loop_def *def, rt_loop_stats *s) {
    bool granted = !def->lock_memory || lock_memory(s);
    if (def->cpu >= 0) set_affinity(def->cpu, s);
    prctl(PR_SET_TIMERSLACK, 1UL); // the default slack lets sleeps of SCHED_OTHER end up to 50 us late
    if (def->priority > 0) granted = set_priority(def->priority, s) && granted;
    if (!granted) print_remedy(def->priority > 0 ? def->priority : 1, s);
    rt_loop_touch_stack(def->stack_bytes);
}

static int64_t kernel_number(const char *file) {
    long long value = -1;
    FILE *f = fopen(file, "r");
    if (f && fscanf(f, "%lld", &value) != 1) value = -1;
    if (f) fclose(f);
    return value;
}

static bool is_realtime(const rt_loop_stats *s) { return strncmp(s->scheduler, "SCHED_FIFO", 10) == 0; }

// Real-time threads may run sched_rt_runtime_us of each sched_rt_period_us; -1: no limit.
static void read_throttle(rt_loop_stats *s) {
    int64_t runtime = kernel_number("/proc/sys/kernel/sched_rt_runtime_us");
    int64_t period = kernel_number("/proc/sys/kernel/sched_rt_period_us");
    bool limited = is_realtime(s) && runtime >= 0 && period > runtime;
    s->throttle_ns = limited ? 1000 * (period - runtime) : 0;
}

// Requests the spinning thread only with real-time scheduling; without that it would gain nothing.
static void request_awake(const rt_loop_def *def, rt_awake *awake, rt_loop_stats *s) {
    if (!def->keep_awake) return;
    s->held_awake = rt_awake_begin(awake, s->cpu_pinned, is_realtime(s));
    if (awake->error)
        record_refusal(s, "a processor that does not sleep", awake->error,
                       "wake-ups will be late by the time to leave the sleep state; a udev rule allows it: "
                       "KERNEL==\"cpu_dma_latency\", GROUP=\"GROUP\", MODE=\"0660\"");
}

static void start_standby(rt_loop_standby *standby, rt_loop_shared *r) {
    *standby = (rt_loop_standby){0};
    int error = is_realtime(r->stats) ? rt_loop_standby_start(standby, r) : 0;
    if (error)
        record_refusal(r->stats, "the standby thread", error,
                       "when the first thread loses its processor, its frames wait for it");
}

static int last_cpu_in(const cpu_set_t *set) {
    int cpu = CPU_SETSIZE - 1;
    while (cpu >= 0 && !CPU_ISSET(cpu, set)) cpu--;
    return cpu;
}

int rt_loop_choose_cpu(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 1 ? last_cpu_in(&set) : -1;
}

int rt_loop_choose_cpu_except(int cpu) {
    cpu_set_t set;
    if (cpu < 0 || sched_getaffinity(0, sizeof set, &set) != 0) return -1;
    CPU_CLR(cpu, &set);
    return last_cpu_in(&set);
}

void rt_loop_exclude_cpu(int cpu) {
    cpu_set_t set;
    if (cpu < 0 || sched_getaffinity(0, sizeof set, &set) != 0) return;
    CPU_CLR(cpu, &set);
    if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}

int rt_loop_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static void *loop_thread(void *arg) {
    rt_loop *l = arg;
    rt_clock clock = rt_clock_monotonic();
    rt_awake awake;
    rt_loop_standby standby;
    rt_loop_stats_begin(l->stats, &l->def);
    set_up_thread(&l->def, l->stats);
    rt_loop_stats_set_scheduler(l->stats, &clock);
    request_awake(&l->def, &awake, l->stats);
    read_throttle(l->stats);
    rt_loop_warm_up(&l->def, l->ctx, l->stats);
    rt_loop_shared r = {
        .def = &l->def, .frame = l->frame, .ctx = l->ctx, .stats = l->stats, .stop = &l->stop, .taken = true};
    start_standby(&standby, &r);
    sem_post(&l->prepared);
    rt_loop_run_frames(&r, &clock);
    rt_loop_standby_join(&standby);
    if (l->def.keep_awake) rt_awake_end(&awake);
    atomic_store_explicit(&l->done, true, memory_order_release);
    return NULL;
}

rt_status rt_loop_start(rt_loop *l, const rt_loop_def *def, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        rt_diag *d) {
    *l = (rt_loop){.def = *def, .frame = frame, .ctx = ctx, .stats = stats};
    pthread_attr_t attr;
    int error = pthread_attr_init(&attr);
    // More than the touched stack: for the thread's own needs, and for larger stack frames in sanitized builds.
    if (!error) error = pthread_attr_setstacksize(&attr, 2 * def->stack_bytes + 512 * 1024);
    if (!error) error = sem_init(&l->prepared, 0, 0) ? errno : 0;
    if (!error) error = pthread_create(&l->thread, &attr, loop_thread, l);
    pthread_attr_destroy(&attr);
    if (!error) {
        while (sem_wait(&l->prepared) != 0) {} // a signal interrupts the wait
        return RT_OK;
    }
    rt_diag_error(d, NULL, 0, 0, "the frame thread cannot be started: %s", strerror(error));
    return RT_ERR_MEMORY;
}

void rt_loop_stop(rt_loop *l) { atomic_store_explicit(&l->stop, true, memory_order_relaxed); }

bool rt_loop_done(const rt_loop *l) { return atomic_load_explicit(&l->done, memory_order_acquire); }

void rt_loop_join(rt_loop *l) {
    pthread_join(l->thread, NULL);
    sem_destroy(&l->prepared);
}
