// SPDX-License-Identifier: MIT
// The periodic frame loop: absolute deadlines, bounded catch-up, counted time slips, and a cause for every miss.
// No frame is ever dropped: after an overrun at most RT_LOOP_CATCH_UP frames run back to back within a period; a lag
// beyond the limit re-anchors the schedule, which is counted as a time slip. The same loop runs on the caller's thread
// with a manual clock.
#ifndef HAWSE_RT_LOOP_H
#define HAWSE_RT_LOOP_H

#include "rt/clock.h"
#include "rt/profile.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { RT_LOOP_CATCH_UP = 4, RT_LOOP_RECENT = 256, RT_LOOP_WORST = 10 };

typedef enum rt_overrun {
    RT_OVERRUN_CONTINUE = 0, // catch up, slip when too far behind
    RT_OVERRUN_HALT,         // the first miss ends the loop
} rt_overrun;

typedef struct rt_loop_def {
    int64_t period_ns;  // [ns]
    int64_t budget_ns;  // deadline after the intended release, and the frame's allowance of CPU time [ns]
    int64_t max_lag_ns; // a frame that would start later than this after its release re-anchors the schedule [ns]
    rt_overrun on_overrun;
    int priority;       // SCHED_FIFO priority 1..99; 0: do not ask. Own thread only, as are the next three
    int cpu;            // processor to stay on; -1: any
    bool lock_memory;   // mlockall, for the whole process
    size_t stack_bytes; // stack that is touched before the first frame
} rt_loop_def;

// Why a frame ended after its deadline.
typedef enum rt_miss_cause {
    RT_MISS_OWN_WORK = 0, // it took more CPU time than its budget
    RT_MISS_PREEMPTED,    // it did not, but ran longer than its budget: another thread or the host had the processor
    RT_MISS_LATE_WAKEUP,  // its work fitted the budget, but the kernel woke it late
    RT_MISS_PAGE_FAULT,   // without its page faults its work would have fitted
    RT_MISS_BACKLOG,      // its work fitted, but an earlier frame ended after this one's release
    RT_MISS_CAUSE_COUNT
} rt_miss_cause;

typedef struct rt_miss {
    uint64_t frame;
    rt_miss_cause cause;
    int64_t late_ns;   // end after the deadline [ns]
    int64_t wakeup_ns; // start after the intended release [ns]
    int64_t work_ns;   // start to end [ns]
    int64_t cpu_ns;    // CPU time since the last frame's end [ns]
    rt_phase longest;  // the longest phase, and its time [ns]
    int64_t longest_ns;
    int32_t minor_faults, major_faults; // page faults since the last frame's end
    int32_t switches;                   // times another thread was given the processor against our will
    int32_t work[4];                    // rt_profile.work of the frame
} rt_miss;

typedef struct rt_loop_stats {
    int64_t period_ns, budget_ns;
    uint64_t frames;
    uint64_t misses, max_consecutive_misses;
    uint64_t cause_count[RT_MISS_CAUSE_COUNT];
    uint64_t slips;      // how often the schedule was re-anchored
    int64_t slip_ns;     // by how much in all [ns]
    int64_t max_lag_ns;  // the latest start after an intended release [ns]
    bool halted;         // ended by a miss under RT_OVERRUN_HALT
    rt_histogram wakeup; // end of each sleep after the time it was to end
    rt_histogram work;   // start to end of each frame: real time, plus what the frame let a manual clock advance
    rt_histogram phase[RT_PHASE_COUNT];
    rt_miss recent[RT_LOOP_RECENT]; // miss number i (from 0) stands at i % RT_LOOP_RECENT
    rt_miss worst[RT_LOOP_WORST];   // the latest ends, latest first; the earlier frame first when equal
    int n_worst;
    uint64_t consecutive; // misses in a row up to now
    char scheduler[48];   // "SCHED_FIFO 80", "SCHED_OTHER" or "manual clock"
    char refused[1024];   // one sentence a line for each thing asked for and not granted; "" none
} rt_loop_stats;

// One frame: its number, its intended release on the loop's clock [ns], and a profile to fill (begun by the loop).
// Returns false to end the loop after this frame.
typedef bool rt_loop_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *profile);

// 1 ms period and budget, 50 ms lag, continue; priority 80, any processor, locked memory, 512 KiB of stack.
rt_loop_def rt_loop_def_default(void);

// Runs frames on the caller's thread until one returns false, *stop (may be NULL) is set, or a miss halts; leaves the
// thread's scheduling as it is. Fills stats, which is cleared first.
void rt_loop_run(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                 const _Atomic bool *stop);

// A loop on a thread of its own with the monotonic clock.
typedef struct rt_loop {
    rt_loop_def def;
    rt_loop_frame *frame;
    void *ctx;
    rt_loop_stats *stats;
    _Atomic bool stop, done;
    sem_t prepared;
    pthread_t thread;
} rt_loop;

// Starts the thread. What the system refuses (scheduling, memory lock, processor) stands in stats->refused and the loop
// goes on without it; RT_ERR_MEMORY when there is no thread to be had. After the return, refused and scheduler can be
// read at any time; the rest of stats belongs to the thread until the join.
rt_status rt_loop_start(rt_loop *l, const rt_loop_def *def, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        rt_diag *d);
// Asks the loop to end after the frame that runs. Any thread.
void rt_loop_stop(rt_loop *l);
// Whether the loop has ended of itself or was stopped. Any thread.
bool rt_loop_done(const rt_loop *l);
// Waits for the end; stats is the caller's again.
void rt_loop_join(rt_loop *l);

// The cause of a miss from its numbers; slept: the frame was waited for, not run back to back.
rt_miss_cause rt_loop_cause(const rt_miss *m, int64_t budget_ns, bool slept);
// The cause's key in the report, such as "late_wakeup".
const char *rt_miss_cause_name(rt_miss_cause c);
// One sentence: "frame 17 ended 0.310 ms late: own work ran long, ...".
void rt_miss_describe(const rt_miss *m, char *text, size_t size);

#endif
