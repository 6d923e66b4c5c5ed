// SPDX-License-Identifier: MIT
// What the kernel counts for a thread. The files are opened before the loop; a reading is a few system calls without
// allocation, 2 us and with the host's steal 10 us, made after a frame, in its slack.
#ifndef HAWSE_RT_FRAME_COUNTERS_H
#define HAWSE_RT_FRAME_COUNTERS_H

#include "rt/base/base.h"
#include <sys/types.h>

typedef struct rt_counters {
    int64_t cpu_ns;                     // CPU time [ns]; on a virtual machine mostly with what the host took meanwhile
    int64_t waited_ns;                  // ready to run while another thread had the processor [ns]
    int64_t steal_ns;                   // taken from the processor by the host [ns], in ticks of 10 ms
    int32_t minor_faults, major_faults; // page faults
    int32_t switches;                   // involuntary context switches
    int32_t waits;                      // times the thread gave it away itself: sleeps, locks, files
} rt_counters;

typedef struct rt_counter_files {
    int schedstat, stat; // file descriptors; -1: missing, and their counters stay 0
    int cpu;             // processor whose steal is read; -1: all together
    bool sees_steal;     // the last reading included the steal
    int64_t steal_ns;    // last reading
} rt_counter_files;

// Opens the files of the calling thread. cpu: the processor it stays on, or -1.
rt_counter_files rt_counters_open(int cpu);
// No files: CPU time, faults and switches only.
rt_counter_files rt_counters_none(void);
void rt_counters_close(rt_counter_files *f);
// The calling thread's counts so far; steal is read anew when asked for. Frame thread.
rt_counters rt_counters_read(rt_counter_files *f, bool steal);
// The difference of two readings.
rt_counters rt_counters_between(const rt_counters *from, const rt_counters *to);
// Opens the state of a thread of this process, as the kernel tells it; -1 when it cannot be had. To be closed.
int rt_counters_open_state(pid_t tid);
void rt_counters_close_state(int file);
// Whether that thread is ready to run or running; false where the file is -1. 10 us; any thread.
bool rt_counters_is_ready(int file);
// The same of a thread's /proc/PID/stat text.
bool rt_counters_ready_in(const char *text);
// The steal in /proc/stat's text, of processor cpu (-1: of all) [ticks]; -1 when there is none, or
// the text ends before the end of its line.
int64_t rt_counters_steal_ticks(const char *text, int cpu);

#endif
