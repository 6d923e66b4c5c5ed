// SPDX-License-Identifier: MIT
// The thread that stands in. A frame has one home, the first thread's processor, with its caches; but a processor can
// be held up for milliseconds, on a virtual machine by its host, on any by a thread of higher priority. Then the frame
// is better run late on another one than not at all.
#include "rt/base/float_env.h"
#include "rt/loop/run.h"
#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

static void *stand_by(void *arg) {
    rt_loop_shared *r = arg;
    rt_clock clock = rt_clock_monotonic();
    prctl(PR_SET_TIMERSLACK, 1UL);
    rt_float_env_set();
    rt_loop_touch_stack(r->def->stack_bytes);
    rt_loop_stand_by(r, &clock);
    return NULL;
}

// One priority below the first thread, so that others of its class there, such as empty frames that measure the
// machine, go first.
static int prepare(pthread_attr_t *attr, const rt_loop_def *def) {
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
    error = prepare(&attr, def);
    if (!error) error = pthread_create(&b->thread, &attr, stand_by, r);
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
