// SPDX-License-Identifier: MIT
// The standby thread. Frames run best on the first thread's processor, with its warm caches. But that processor can be
// lost for milliseconds: on a virtual machine to its host, on any machine to a thread of higher priority. Then a late
// frame on another processor is better than none.
#include "rt/base/float_env.h"
#include "rt/loop/run.h"
#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

static void *run_standby_thread(void *arg) {
    rt_loop_shared *r = arg;
    rt_clock clock = rt_clock_monotonic();
    prctl(PR_SET_TIMERSLACK, 1UL);
    rt_float_env_set();
    rt_loop_touch_stack(r->def->stack_bytes);
    rt_loop_run_standby(r, &clock);
    return NULL;
}

// One priority below the first thread: other real-time threads on that processor, such as the empty frames of
// --latency, run first.
static int set_attributes(pthread_attr_t *attr, const rt_loop_def *def) {
    const struct sched_param param = {.sched_priority = def->priority > 1 ? def->priority - 1 : 1};
    cpu_set_t set;
    CPU_ZERO(&set);
    if (def->standby_cpu < CPU_SETSIZE) CPU_SET(def->standby_cpu, &set);
    int error = pthread_attr_setinheritsched(attr, PTHREAD_EXPLICIT_SCHED);
    if (!error) error = pthread_attr_setschedpolicy(attr, SCHED_FIFO);
    if (!error) error = pthread_attr_setschedparam(attr, &param);
    if (!error) error = pthread_attr_setstacksize(attr, 2 * def->stack_bytes + 512 * 1024);
    return error ? error : pthread_attr_setaffinity_np(attr, sizeof set, &set);
}

int rt_loop_standby_start(rt_loop_standby *b, rt_loop_shared *r) {
    const rt_loop_def *def = r->def;
    pthread_attr_t attr;
    *b = (rt_loop_standby){0};
    if (def->standby_cpu < 0 || def->standby_cpu == r->stats->cpu_pinned) return 0;
    r->first_tid = gettid();
    int error = pthread_attr_init(&attr);
    if (error) return error;
    error = set_attributes(&attr, def);
    if (!error) error = pthread_create(&b->thread, &attr, run_standby_thread, r);
    pthread_attr_destroy(&attr);
    b->runs = !error;
    if (!b->runs) return error;
    pthread_setname_np(b->thread, "standby");
    r->stats->standby_cpu = def->standby_cpu;
    return 0;
}

void rt_loop_standby_join(rt_loop_standby *b) {
    if (b->runs) pthread_join(b->thread, NULL);
}
