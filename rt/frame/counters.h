// SPDX-License-Identifier: MIT
// The kernel's counters of a thread. Their files are opened before the loop. A reading is a few system calls without
// allocation: 2 us, with the host's steal 10 us. The loop reads after a frame, in its slack.
#ifndef HAWSE_RT_FRAME_COUNTERS_H
#define HAWSE_RT_FRAME_COUNTERS_H

#include "rt/base/base.h"
#include <sys/types.h>

typedef struct rt_counters {
    int64_t cpu_ns;                     // CPU time [ns]; on a virtual machine it mostly includes the steal
    int64_t waited_ns;                  // ready to run while another thread had the processor [ns]
    int64_t steal_ns;                   // processor time that the host took [ns], in ticks of 10 ms
    int32_t minor_faults, major_faults; // page faults
    int32_t switches;                   // involuntary context switches
    int32_t waits;                      // voluntary context switches: sleeps, locks, files
} rt_counters;

typedef struct rt_counter_files {
    int schedstat, stat; // file descriptors; -1: missing, its counters stay 0
    int cpu;             // processor whose steal is read; -1: sum of all
    bool sees_steal;     // the last reading included the steal
    int64_t steal_ns;    // last reading
} rt_counter_files;

// Opens the files of the calling thread. cpu: the processor that it is pinned to, or -1.
rt_counter_files rt_counters_open(int cpu);
// No files: CPU time, faults and switches only.
rt_counter_files rt_counters_none(void);
void rt_counters_close(rt_counter_files *f);
// The calling thread's counts so far. Without `steal`, steal_ns repeats the last reading. Frame thread.
rt_counters rt_counters_read(rt_counter_files *f, bool steal);
// The difference of two readings.
rt_counters rt_counters_subtract(const rt_counters *from, const rt_counters *to);
// Opens the kernel's state file of a thread of this process; -1 on failure. Close it with rt_counters_close_state.
int rt_counters_open_state(pid_t tid);
void rt_counters_close_state(int file);
// Whether that thread is ready to run or running; false where the file is -1. 10 us; any thread.
bool rt_counters_is_ready(int file);
// The same from the text of /proc/PID/stat.
bool rt_counters_parse_ready(const char *text);
// Steal of processor cpu (-1: all) from the text of /proc/stat [ticks]; -1 if it is missing or its line is cut short.
int64_t rt_counters_steal_ticks(const char *text, int cpu);

#endif
