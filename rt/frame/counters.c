// SPDX-License-Identifier: MIT
#include "rt/frame/counters.h"
#include "rt/frame/clock.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TICK_NS 10000000                      // USER_HZ is 100 on every Linux
enum { STAT_BYTES = 32768, STEAL_FIELD = 8 }; // lines of some 300 processors; the rest is not read

rt_counter_files rt_counters_none(void) { return (rt_counter_files){.schedstat = -1, .stat = -1, .cpu = -1}; }

rt_counter_files rt_counters_open(int cpu) {
    return (rt_counter_files){.schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC),
                              .stat = open("/proc/stat", O_RDONLY | O_CLOEXEC),
                              .cpu = cpu};
}

void rt_counters_close(rt_counter_files *f) {
    if (f->schedstat >= 0) close(f->schedstat);
    if (f->stat >= 0) close(f->stat);
    *f = rt_counters_none();
}

// Reads from the start of the file; an empty text on failure.
static void read_text(int fd, char *text, size_t size) {
    ssize_t n = fd >= 0 ? pread(fd, text, size - 1, 0) : 0;
    text[n > 0 ? n : 0] = 0;
}

// proc_pid_schedstat(5): time on the processor, time ready and waiting [ns], turns.
static int64_t waited_ns(int fd) {
    char text[80], *end;
    read_text(fd, text, sizeof text);
    strtoll(text, &end, 10);
    return strtoll(end, NULL, 10);
}

// proc_stat(5): "cpuN user nice system idle iowait irq softirq steal ...", "cpu" for all.
int64_t rt_counters_steal_ticks(const char *text, int cpu) {
    for (const char *line = text, *end; strncmp(line, "cpu", 3) == 0 && (end = strchr(line, '\n')); line = end + 1) {
        char *at = (char *)line + 3;
        if (cpu < 0 ? *at != ' ' : *at == ' ' || strtol(at, &at, 10) != cpu) continue;
        int64_t value = -1;
        for (int k = 0; k < STEAL_FIELD; k++) {
            char *behind;
            value = strtoll(at, &behind, 10);
            if (behind == at || behind > end) return -1;
            at = behind;
        }
        return value;
    }
    return -1;
}

static void read_steal(rt_counter_files *f) {
    char text[STAT_BYTES];
    read_text(f->stat, text, sizeof text);
    int64_t ticks = rt_counters_steal_ticks(text, f->cpu);
    f->sees_steal = ticks >= 0;
    if (f->sees_steal) f->steal_ns = ticks * TICK_NS;
}

int rt_counters_open_state(pid_t tid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)tid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

void rt_counters_close_state(int file) {
    if (file >= 0) close(file);
}

// proc_pid_stat(5): "PID (NAME) STATE ...", where the name may contain brackets.
bool rt_counters_parse_ready(const char *text) {
    const char *name_end = strrchr(text, ')');
    return name_end && strncmp(name_end, ") R", 3) == 0;
}

bool rt_counters_is_ready(int file) {
    char text[80];
    if (file < 0) return false;
    read_text(file, text, sizeof text);
    return rt_counters_parse_ready(text);
}

rt_counters rt_counters_read(rt_counter_files *f, bool steal) {
    struct rusage u;
    getrusage(RUSAGE_THREAD, &u);
    if (steal && f->stat >= 0) read_steal(f);
    return (rt_counters){.cpu_ns = rt_clock_thread_cpu_ns(),
                         .waited_ns = f->schedstat >= 0 ? waited_ns(f->schedstat) : 0,
                         .steal_ns = f->steal_ns,
                         .minor_faults = (int32_t)u.ru_minflt,
                         .major_faults = (int32_t)u.ru_majflt,
                         .switches = (int32_t)u.ru_nivcsw,
                         .waits = (int32_t)u.ru_nvcsw};
}

rt_counters rt_counters_subtract(const rt_counters *from, const rt_counters *to) {
    return (rt_counters){.cpu_ns = to->cpu_ns - from->cpu_ns,
                         .waited_ns = to->waited_ns - from->waited_ns,
                         .steal_ns = to->steal_ns - from->steal_ns,
                         .minor_faults = to->minor_faults - from->minor_faults,
                         .major_faults = to->major_faults - from->major_faults,
                         .switches = to->switches - from->switches,
                         .waits = to->waits - from->waits};
}
