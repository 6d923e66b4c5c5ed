// SPDX-License-Identifier: MIT
// A processor without work goes to sleep. The timer that ends the sleep then comes late by the time to wake up.
//
// On real hardware the kernel chooses the depth of sleep. While /dev/cpu_dma_latency is open with 0 us in it, the
// kernel lets the processor poll only (kernel: Documentation/power/pm_qos_interface.rst).
//
// On most virtual machines the kernel has no such choice: no driver, or haltpoll, which polls for a while and then
// halts. A halted processor is a sleeping thread of the host, which the host must wake and schedule among all others.
// Therefore the processor must not halt: a thread of class SCHED_IDLE spins on it while it is free. Every other thread
// pre-empts that thread at once. The price is the power of a busy processor; tests/bench/loop.md has the gain.
#include "rt/loop/awake.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char driver_file[] = "/sys/devices/system/cpu/cpuidle/current_driver";

// Whether the kernel chooses the depth of sleep; with haltpoll the host does.
static bool kernel_chooses_sleep(void) {
    char name[32] = "none";
    FILE *f = fopen(driver_file, "r");
    if (f && fscanf(f, "%31s", name) != 1) strcpy(name, "none");
    if (f) fclose(f);
    return strcmp(name, "none") != 0 && strcmp(name, "haltpoll") != 0;
}

static void *run_idle_thread(void *arg) {
    rt_awake *a = arg;
    while (!atomic_load_explicit(&a->stop, memory_order_relaxed)) {
#ifdef __x86_64__
        __builtin_ia32_pause(); // gives the core to a sibling thread
#endif
    }
    return NULL;
}

static void stop_idling(rt_awake *a) {
    atomic_store_explicit(&a->stop, true, memory_order_relaxed);
    pthread_join(a->thread, NULL);
}

// Creates the thread in class SCHED_OTHER, not in the caller's real-time class, then changes it to SCHED_IDLE:
// pthread_create does not accept SCHED_IDLE.
static int start_idling(rt_awake *a, int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu < CPU_SETSIZE) CPU_SET(cpu, &set);
    pthread_attr_t attr;
    int error = pthread_attr_init(&attr);
    if (error) return error;
    error = pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
    if (!error) error = pthread_attr_setschedpolicy(&attr, SCHED_OTHER);
    if (!error) error = pthread_attr_setschedparam(&attr, &(struct sched_param){0});
    if (!error) error = pthread_attr_setaffinity_np(&attr, sizeof set, &set);
    if (!error) error = pthread_create(&a->thread, &attr, run_idle_thread, a);
    pthread_attr_destroy(&attr);
    if (error) return error;
    pthread_setname_np(a->thread, "awake");
    error = pthread_setschedparam(a->thread, SCHED_IDLE, &(struct sched_param){0});
    if (error) stop_idling(a);
    return error;
}

// Opens the latency file and writes 0 us into it; returns 0 or errno.
static int open_latency_file(rt_awake *a) {
    const int32_t most_us = 0;
    a->latency_file = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    if (a->latency_file < 0) return errno;
    return write(a->latency_file, &most_us, sizeof most_us) == (ssize_t)sizeof most_us ? 0 : errno;
}

bool rt_awake_begin(rt_awake *a, int cpu, bool idle_thread) {
    *a = (rt_awake){0};
    int refused = open_latency_file(a);
    if (kernel_chooses_sleep()) {
        a->error = refused;
        return refused == 0;
    }
    if (!idle_thread || cpu < 0) return false;
    a->error = start_idling(a, cpu);
    a->idles = a->error == 0;
    return a->idles;
}

void rt_awake_end(rt_awake *a) {
    if (a->idles) stop_idling(a);
    if (a->latency_file >= 0) close(a->latency_file);
}
