// SPDX-License-Identifier: MIT
// The periodic frame loop: absolute deadlines, bounded catch-up, counted time slips, and a cause for every miss. The
// loop drops no frame. After an overrun frames run back to back for RT_LOOP_CATCH_UP periods, then yield to other
// threads for a quarter of a period. A lag beyond the limit re-anchors the schedule: a time slip, which is counted. A
// standby thread on another processor may run frames in place of the first thread; "frame thread" is the one that runs
// the current frame. The same loop runs on the caller's thread with a manual clock.
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
    RT_OVERRUN_SLIP = 0, // catch up; slip beyond max_lag_ns
    RT_OVERRUN_HALT,     // the first miss ends the loop
} rt_overrun;

struct rt_flight;

typedef struct rt_loop_def {
    int64_t period_ns;  // [ns]
    int64_t budget_ns;  // from the intended release to the deadline; also the limit of a frame's CPU time [ns]
    int64_t max_lag_ns; // a frame in catch-up that would start later than this after its release re-anchors the
                        // schedule [ns]
    rt_overrun on_overrun;
    int priority;     // SCHED_FIFO priority 1..99; 0: no request. Only for a loop on its own thread, like the next five
    int cpu;          // processor of the thread; -1: any
    int standby_cpu;  // processor of the standby thread, which runs the frames that the first has not started half a
                      // budget after their release; -1: none
    bool lock_memory; // mlockall, for the whole process
    bool keep_awake;  // keep `cpu` from sleeping (rt/loop/awake.h)
    size_t stack_bytes;          // stack touched before the first frame
    uint64_t (*warm_up)(void *); // called once before the first release, on the frame thread and with its ctx; must not
                                 // change later frames; returns the number of its steps. May be NULL
    struct rt_flight *flight;    // receives every frame's times. May be NULL
} rt_loop_def;

// Times and counters of a frame; plain data.
typedef struct rt_frame_times {
    uint64_t frame;
    int64_t release_ns, start_ns, end_ns; // intended release, start and end, on the loop's clock [ns]
    int64_t phase_ns[RT_PHASE_COUNT];     // by phase [ns]; a phase may occur several times
    rt_counters count;                    // counts since the end of the last frame
    int32_t work[RT_WORK_COUNT];
    int32_t allocations;
    int32_t cause; // rt_miss_cause of a missed deadline; -1: deadline met
} rt_frame_times;

// A reported frame: a missed deadline or one of the worst frames.
typedef struct rt_miss {
    rt_frame_times times;
    rt_miss_cause cause; // of a missed deadline
    int64_t late_ns;     // end after the deadline [ns]; at most 0: in time
    int64_t wakeup_ns;   // start after the intended release [ns]
    int64_t work_ns;     // start to end [ns]
    bool slept;          // the loop slept until the release; false: ran back to back
    bool stood_in;       // the standby thread ran it
    bool first_ready;    // stood_in, and the first thread was ready to run: another thread had its processor
    int sleeps;          // sleeps of the loop since the frame before
    rt_phase longest;    // the phase that exceeds its median most, and its time [ns]
    int64_t longest_ns;
    int64_t norm_ns;      // 90 % quantile of the CPU time of earlier frames; 0: too few
    int64_t explained_ns; // upper bound of the usual CPU time of the counted and injected work [ns]; 0: no norm yet
    int32_t norm_work[RT_WORK_COUNT]; // 90 % quantiles of the work counters of earlier frames
    int raised;                       // rt_work that exceeds its norm most; -1: none
    int behind_cause;                 // of a backlog: cause of its first miss; -1: unknown
    uint64_t behind_frame;            // frame of that miss
} rt_miss;

typedef struct rt_loop_stats {
    int64_t period_ns, budget_ns;
    rt_overrun on_overrun;
    uint64_t frames;
    uint64_t misses, max_consecutive_misses;
    uint64_t cause_count[RT_MISS_CAUSE_COUNT];
    uint64_t begun_late; // misses that an empty frame would also have: woken after the deadline, or queued behind one
    uint64_t backlog_of[RT_MISS_CAUSE_COUNT]; // misses by backlog, by the cause of their first miss
    rt_miss_cause root_cause;                 // of the last miss other than a backlog; its frame below
    uint64_t root_frame;
    bool root_begun_late;  // whether that frame was woken after its deadline
    uint64_t slips;        // number of slips
    int64_t slip_ns;       // sum of all slips [ns]
    int64_t max_lag_ns;    // the latest start after an intended release [ns]
    bool halted;           // ended by a miss under RT_OVERRUN_HALT
    rt_histogram wakeup;   // end of each sleep after its planned end
    rt_histogram response; // end of each frame after its intended release
    rt_histogram work;     // start to end of each frame: real time, plus the frame's advance of a manual clock
    rt_histogram cpu;      // CPU time of each frame
    rt_histogram phase[RT_PHASE_COUNT];
    rt_histogram count[RT_WORK_COUNT]; // work counters; their quantiles are the norms
    rt_histogram per_load;             // CPU time of each frame over its RT_WORK_LOAD [ns]
    rt_frame_times last;               // times of the last frame
    rt_miss recent[RT_LOOP_RECENT];    // miss number i (from 0) is at i % RT_LOOP_RECENT
    rt_miss own[RT_LOOP_OWN];          // misses of own work; other misses do not overwrite them
    rt_miss worst[RT_LOOP_WORST]; // the latest ends after the deadline, missed or not, latest first; of equal ones the
                                  // earlier frame first
    int n_worst;
    uint64_t consecutive;   // current run of misses in a row
    uint64_t warm_up_steps; // steps before the first frame; the statistics above exclude them
    int64_t warm_up_ns;     // duration of the warm-up [ns]
    char scheduler[48];     // "SCHED_FIFO 80", "SCHED_OTHER" or "manual clock"
    char refused[2048];     // one line for each refused request, then how to allow it; "": none
    int cpu_pinned;         // processor of the first thread; -1: none
    int standby_cpu;        // processor of the standby thread; -1: none
    uint64_t stood_in;      // frames that the standby thread ran
    bool locked;            // memory is locked
    bool held_awake;        // the processor is kept awake (rt/loop/awake.h)
    uint32_t float_env;     // rt_float_env of the frame thread
    bool sees_waits;        // the kernel reports how long the thread waited for its processor
    bool sees_steal;        // the kernel reports the steal of the host
    int64_t throttle_ns;    // longest stop by the kernel's real-time throttle [ns]; 0: none
} rt_loop_stats;

// One frame: its number, its intended release on the loop's clock [ns], and a profile to fill, which the loop has
// begun. Returns false to end the loop after this frame.
typedef bool rt_loop_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *profile);

// 1 ms period and budget, 50 ms lag, slip; priority 80, any processor, kept awake, no standby thread, locked memory,
// 512 KiB of stack.
rt_loop_def rt_loop_def_default(void);
// The processor to reserve for frames: the last that this thread may use; -1 if it may use only one.
int rt_loop_choose_cpu(void);
// The last processor that this thread may use, other than `cpu`; -1: none.
int rt_loop_choose_cpu_except(int cpu);
// Number of processors that the calling thread may use.
int rt_loop_processors(void);
// Keeps the calling thread, and threads that it creates later, off processor `cpu`; -1: no effect.
void rt_loop_exclude_cpu(int cpu);

// Runs frames on the caller's thread until one returns false, *stop (may be NULL) is set, or a miss halts. Does not
// change the thread's scheduling. Clears stats, then fills it.
void rt_loop_run(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                 const _Atomic bool *stop);

// A loop on its own thread with the monotonic clock.
typedef struct rt_loop {
    rt_loop_def def;
    rt_loop_frame *frame;
    void *ctx;
    rt_loop_stats *stats;
    _Atomic bool stop, done;
    sem_t prepared;
    pthread_t thread;
} rt_loop;

// Starts the thread and waits for the end of its warm-up. Requests that the system refuses (scheduling, memory lock,
// processor) are listed in stats->refused; the loop runs without them. RT_ERR_MEMORY with a message if no thread can be
// created. After the return, refused and scheduler may be read at any time; the rest of stats belongs to the thread
// until the join.
rt_status rt_loop_start(rt_loop *l, const rt_loop_def *def, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        rt_diag *d);
// Ends the loop after the current frame. Any thread.
void rt_loop_stop(rt_loop *l);
// Whether the loop has ended. Any thread.
bool rt_loop_done(const rt_loop *l);
// Waits for the loop's end; then stats belongs to the caller again.
void rt_loop_join(rt_loop *l);

// Fills in the norms, the longest phase and, for a miss, its cause, from its numbers and the frames before it.
void rt_miss_explain(rt_miss *m, const rt_loop_stats *before);
// Writes one sentence: "frame 17 ended 0.310 ms late: own work, ..."; "frame 18 ended 0.210 ms before its deadline:
// ...".
void rt_miss_describe(const rt_miss *m, char *text, size_t size);

#endif
