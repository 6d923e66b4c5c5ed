// SPDX-License-Identifier: MIT
// The periodic frame loop: absolute deadlines, bounded catch-up, counted time slips, and a cause for every miss.
// No frame is ever dropped: after an overrun frames run back to back until they have taken RT_LOOP_CATCH_UP periods,
// then give way to other threads for a quarter of one; a lag beyond the limit re-anchors the schedule, which is counted
// as a time slip. A second thread on another processor may stand in for the first: one of them runs a frame, and "frame
// thread" is, at any time, the one that does. The same loop runs on the caller's thread with a manual clock.
#ifndef HAWSE_RT_LOOP_LOOP_H
#define HAWSE_RT_LOOP_LOOP_H

#include "rt/frame/clock.h"
#include "rt/frame/counters.h"
#include "rt/frame/miss.h"
#include "rt/frame/profile.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { RT_LOOP_CATCH_UP = 4, RT_LOOP_RECENT = 256, RT_LOOP_OWN = 32, RT_LOOP_WORST = 10 };

typedef enum rt_overrun {
    RT_OVERRUN_SLIP = 0, // catch up; slip when too far behind
    RT_OVERRUN_HALT,     // the first miss ends the loop
} rt_overrun;

struct rt_flight;

typedef struct rt_loop_def {
    int64_t period_ns;  // [ns]
    int64_t budget_ns;  // deadline after the intended release, and the frame's allowance of CPU time [ns]
    int64_t max_lag_ns; // a frame that was not waited for and would start later than this after its release
                        // re-anchors the schedule [ns]
    rt_overrun on_overrun;
    int priority;                // SCHED_FIFO priority 1..99; 0: do not ask. Own thread only, as are the next five
    int cpu;                     // processor to stay on; -1: any
    int standby_cpu;             // processor of a second thread, which runs the frames that the first has not begun
                                 // half of the budget after their release; -1: none
    bool lock_memory;            // mlockall, for the whole process
    bool keep_awake;             // prevent that processor from sleeping (rt/loop/awake.h)
    size_t stack_bytes;          // stack touched before the first frame
    uint64_t (*warm_up)(void *); // called once before the first release, on the frame's thread and with its ctx; leaves
                                 // later frames as they are; returns the number of its steps. May be NULL
    struct rt_flight *flight;    // called with every frame's times. May be NULL
} rt_loop_def;

// When a frame ran, where its time went and what was counted meanwhile: plain, to be copied.
typedef struct rt_frame_times {
    uint64_t frame;
    int64_t release_ns, start_ns, end_ns; // intended release, start and end, on the loop's clock [ns]
    int64_t phase_ns[RT_PHASE_COUNT];     // by phase [ns]; a phase may occur several times
    rt_counters count;                    // since the last frame's end
    int32_t work[RT_WORK_COUNT];
    int32_t allocations;
    int32_t cause; // rt_miss_cause of a missed deadline; -1: met
} rt_frame_times;

// A reported frame: a missed deadline, or one of the worst.
typedef struct rt_miss {
    rt_frame_times times;
    rt_miss_cause cause; // of one that missed
    int64_t late_ns;     // end after the deadline [ns]; below 0: in time
    int64_t wakeup_ns;   // start after the intended release [ns]
    int64_t work_ns;     // start to end [ns]
    bool slept;          // waited for, not run back to back
    bool stood_in;       // run by the second thread
    bool first_ready;    // and then the first was ready to run: another thread had its processor
    int sleeps;          // of the loop since the frame before
    rt_phase longest;    // the phase that ran long, most above its median, and its time [ns]
    int64_t longest_ns;
    int64_t norm_ns;                  // 90 % quantile of the CPU time of earlier frames; 0: too few
    int64_t explained_ns;             // CPU time that the work counted and injected usually takes, at most; 0: no
                                      // norm yet
    int32_t norm_work[RT_WORK_COUNT]; // the same of their work counters
    int raised;                       // rt_work that is most above its norm; -1: none
    int behind_cause;                 // of a backlog: cause of the miss that began it; -1: from none
    uint64_t behind_frame;            // and its frame
} rt_miss;

typedef struct rt_loop_stats {
    int64_t period_ns, budget_ns;
    rt_overrun on_overrun;
    uint64_t frames;
    uint64_t misses, max_consecutive_misses;
    uint64_t cause_count[RT_MISS_CAUSE_COUNT];
    uint64_t begun_late; // misses woken after their deadline, or queued behind such: empty frames miss there too
    uint64_t backlog_of[RT_MISS_CAUSE_COUNT]; // of those by backlog: by the cause of the miss that they come from
    rt_miss_cause root_cause;                 // of the last miss that was no backlog, and its frame
    uint64_t root_frame;
    bool root_begun_late;  // and whether it was woken after its deadline
    uint64_t slips;        // how often the schedule was re-anchored
    int64_t slip_ns;       // by how much in all [ns]
    int64_t max_lag_ns;    // the latest start after an intended release [ns]
    bool halted;           // ended by a miss under RT_OVERRUN_HALT
    rt_histogram wakeup;   // end of each sleep after the time it was to end
    rt_histogram response; // end of each frame after its intended release
    rt_histogram work;     // start to end of each frame: real time, plus what the frame let a manual clock advance
    rt_histogram cpu;      // CPU time of each frame
    rt_histogram phase[RT_PHASE_COUNT];
    rt_histogram count[RT_WORK_COUNT]; // work counters whose quantiles are the norms
    rt_histogram per_load;             // CPU time of each frame over its RT_WORK_LOAD [ns]
    rt_frame_times last;               // of the frame before
    rt_miss recent[RT_LOOP_RECENT];    // miss number i (from 0) stands at i % RT_LOOP_RECENT
    rt_miss own[RT_LOOP_OWN];          // misses of own work, kept apart so that others do not push them out
    rt_miss worst[RT_LOOP_WORST];      // the latest ends after their release, missed or not, latest first; the earlier
                                       // frame first when equal
    int n_worst;
    uint64_t consecutive;   // misses in a row up to now
    uint64_t warm_up_steps; // before the first frame; not part of the statistics above
    int64_t warm_up_ns;     // how long they took [ns]
    char scheduler[48];     // "SCHED_FIFO 80", "SCHED_OTHER" or "manual clock"
    char refused[2048];     // one sentence a line for each thing asked for and not granted, and how to get it; "" none
    int cpu_pinned;         // -1: none
    int standby_cpu;        // processor of the standby thread; -1: none
    uint64_t stood_in;      // frames that it ran
    bool locked;            // memory is locked
    bool held_awake;        // the processor is kept awake (rt/loop/awake.h)
    uint32_t float_env;     // rt_float_env of the frame's thread
    bool sees_waits;        // the kernel tells how long the thread waited for its processor
    bool sees_steal;        // and the steal of the host
    int64_t throttle_ns;    // how long the kernel may hold real-time threads back at a time [ns]; 0: never, or not us
} rt_loop_stats;

// One frame: its number, its intended release on the loop's clock [ns], and a profile to fill (begun by the loop).
// Returns false to end the loop after this frame.
typedef bool rt_loop_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *profile);

// 1 ms period and budget, 50 ms lag, slip; priority 80, any processor, no second thread, locked memory, 512 KiB of
// stack.
rt_loop_def rt_loop_def_default(void);
// The processor to reserve for frames: the last that this process may use; -1 if there is only one.
int rt_loop_choose_cpu(void);
// The last processor of this process other than that one; -1: none.
int rt_loop_choose_cpu_but(int cpu);
// Number of processors that the calling thread may use.
int rt_loop_processors(void);
// Keeps the calling thread, and those it makes later, off the frames' processor; -1: nothing.
void rt_loop_exclude_cpu(int cpu);

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

// Starts the thread and waits until it is warm. What the system refuses (scheduling, memory lock, processor) stands in
// stats->refused and the loop goes on without it; RT_ERR_MEMORY when there is no thread to be had. After the return,
// refused and scheduler can be read at any time; the rest of stats belongs to the thread until the join.
rt_status rt_loop_start(rt_loop *l, const rt_loop_def *def, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        rt_diag *d);
// Asks the loop to end after the frame that runs. Any thread.
void rt_loop_stop(rt_loop *l);
// Whether the loop has ended of itself or was stopped. Any thread.
bool rt_loop_done(const rt_loop *l);
// Waits for the end; stats is the caller's again.
void rt_loop_join(rt_loop *l);

// Fills norms, the phase that ran long and, of a miss, the cause from its numbers and from the frames before it.
void rt_miss_explain(rt_miss *m, const rt_loop_stats *before);
// One sentence: "frame 17 ended 0.310 ms late: own work, ..."; "frame 18 ended 0.210 ms before its deadline: ...".
void rt_miss_describe(const rt_miss *m, char *text, size_t size);

#endif
