// SPDX-License-Identifier: MIT
// Runs sim_start in its own thread.
#include "rt/desk/settling.h"
#include <sched.h>

static void *start_sim(void *arg) {
    run_settling *t = arg;
    t->status = sim_start(t->sim, t->d);
    return NULL;
}

static bool start_thread_on(run_settling *t, int cpu) {
    pthread_attr_t attr;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu >= CPU_SETSIZE || pthread_attr_init(&attr) != 0) return false;
    if (cpu >= 0) CPU_SET(cpu, &set);
    bool begun = (cpu < 0 || pthread_attr_setaffinity_np(&attr, sizeof set, &set) == 0) &&
                 pthread_create(&t->thread, &attr, start_sim, t) == 0;
    pthread_attr_destroy(&attr);
    return begun;
}

void run_settling_begin(run_settling *t, sim *s, int cpu, rt_diag *d) {
    *t = (run_settling){.sim = s, .d = d};
    t->apart = start_thread_on(t, cpu);
    if (!t->apart) start_sim(t);
}

rt_status run_settling_end(run_settling *t) {
    if (t->apart) pthread_join(t->thread, NULL);
    if (t->status != RT_OK) sim_destroy(t->sim); // only now: until here the window may read the meshes
    return t->status;
}
