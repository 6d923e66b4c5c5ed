// SPDX-License-Identifier: MIT
// A processor without work goes to sleep, and the timer that ends the sleep comes late by what waking takes.
//
// On real hardware the kernel chooses how deep it sleeps, and asks no more than polling of it as long as
// /dev/cpu_dma_latency is held open with 0 us (kernel: Documentation/power/pm_qos_interface.rst).
//
// On most virtual machines there is no such choice: no driver, or one that polls for a while and halts all the same. A
// processor that halts is a thread of the host's that sleeps; it has to be woken and to find its place among all others
// there. So it is better not to halt: a thread of class SCHED_IDLE, which every other thread pre-empts at once, turns
// on the processor while nobody else needs it. It takes the power of a busy processor. tests/bench/README.md has what
// it gained.
#include "rt/awake.h"
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char driver_file[] = "/sys/devices/system/cpu/cpuidle/current_driver";

// Whether the kernel chooses how deep a processor sleeps; with haltpoll the host does.
static bool kernel_chooses_sleep(void) {
    char name[32] = "none";
    FILE *f = fopen(driver_file, "r");
    if (f && fscanf(f, "%31s", name) != 1) strcpy(name, "none");
    if (f) fclose(f);
    return strcmp(name, "none") != 0 && strcmp(name, "haltpoll") != 0;
}

static void *idle(void *arg) {
    rt_awake *a = arg;
    while (!atomic_load_explicit(&a->stop, memory_order_relaxed)) {
#ifdef __x86_64__
        __builtin_ia32_pause(); // leaves the core to a sibling thread
#endif
    }
    return NULL;
}

static void stop_idling(rt_awake *a) {
    atomic_store_explicit(&a->stop, true, memory_order_relaxed);
    pthread_join(a->thread, NULL);
}

// The thread is made an ordinary one, not of the caller's real-time class, and then an idle one: no thread can be made
// so at once.
static bool start_idling(rt_awake *a, int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu >= CPU_SETSIZE) return false;
    CPU_SET(cpu, &set);
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0) return false;
    bool made = pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED) == 0 &&
                pthread_attr_setschedpolicy(&attr, SCHED_OTHER) == 0 &&
                pthread_attr_setschedparam(&attr, &(struct sched_param){0}) == 0 &&
                pthread_attr_setaffinity_np(&attr, sizeof set, &set) == 0 &&
                pthread_create(&a->thread, &attr, idle, a) == 0;
    pthread_attr_destroy(&attr);
    if (!made) return false;
    pthread_setname_np(a->thread, "awake");
    if (pthread_setschedparam(a->thread, SCHED_IDLE, &(struct sched_param){0}) == 0) return true;
    stop_idling(a);
    return false;
}

bool rt_awake_begin(rt_awake *a, int cpu, bool idle_thread) {
    const int32_t most_us = 0;
    *a = (rt_awake){.latency_file = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)};
    bool held = a->latency_file >= 0 && write(a->latency_file, &most_us, sizeof most_us) == (ssize_t)sizeof most_us;
    if (kernel_chooses_sleep()) return held;
    a->idles = idle_thread && cpu >= 0 && start_idling(a, cpu);
    return a->idles;
}

void rt_awake_end(rt_awake *a) {
    if (a->idles) stop_idling(a);
    if (a->latency_file >= 0) close(a->latency_file);
}
