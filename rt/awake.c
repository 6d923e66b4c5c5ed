// SPDX-License-Identifier: MIT
// On a machine of its own the request to the kernel is enough (Documentation/power/pm_qos_interface.rst): it idles by
// polling. On a virtual machine that is not: the host sees a kernel that polls (it may intercept the pause instruction
// in kernel mode), lends the processor to others and gives it back late. A program that runs is not intercepted.
#include "rt/awake.h"
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)256 * 1024) // all of it becomes locked memory; sanitized builds need most of it

// What it costs is power. Where it is not there or not ours, nothing is said: it matters on battery-saving machines
// only, and shows as late timers.
static int request(void) {
    int fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    const int32_t most_us = 0;
    if (fd >= 0 && write(fd, &most_us, sizeof most_us) != (ssize_t)sizeof most_us) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static bool has_host(void) {
    char line[8192];
    bool found = false;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && !found && fgets(line, sizeof line, f)) found = strncmp(line, "flags", 5) == 0 && strstr(line, " hypervisor");
    if (f) fclose(f);
    return found;
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause(); // leaves the core to a sibling thread
#endif
}

static void *spin(void *arg) {
    rt_awake *a = arg;
    if (sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0}) != 0) return NULL;
    while (!atomic_load_explicit(&a->end, memory_order_relaxed)) relax();
    return NULL;
}

// Its processor and class are its own, not the caller's.
static bool start(rt_awake *a, int cpu) {
    cpu_set_t set;
    pthread_attr_t attr;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (pthread_attr_init(&attr) != 0) return false;
    bool ok = pthread_attr_setstacksize(&attr, STACK_BYTES) == 0 &&
              pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED) == 0 &&
              pthread_attr_setschedpolicy(&attr, SCHED_OTHER) == 0 &&
              pthread_attr_setaffinity_np(&attr, sizeof set, &set) == 0 &&
              pthread_create(&a->thread, &attr, spin, a) == 0;
    pthread_attr_destroy(&attr);
    return ok;
}

bool rt_awake_begin(rt_awake *a, int cpu) {
    *a = (rt_awake){.file = request()};
    a->spins = cpu >= 0 && cpu < CPU_SETSIZE && has_host() && start(a, cpu);
    return a->file >= 0 || a->spins;
}

void rt_awake_end(rt_awake *a) {
    atomic_store_explicit(&a->end, true, memory_order_relaxed);
    if (a->spins) pthread_join(a->thread, NULL);
    if (a->file >= 0) close(a->file);
}
