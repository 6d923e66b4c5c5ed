// SPDX-License-Identifier: MIT
// One run of a scenario, whatever drives it: device -> conditioning -> sim_frame -> snapshot, recording, statistics.
// session_frame is the loop's frame in real time and in software-in-the-loop alike.
#ifndef HAWSE_RT_SESSION_SESSION_H
#define HAWSE_RT_SESSION_SESSION_H

#include "hw/device/device.h"
#include "rt/command/input_age.h"
#include "rt/loop/headroom.h"
#include "rt/loop/loop.h"
#include "rt/recording/replay.h"
#include "rt/session/history.h"
#include "rt/session/pace.h"

#define SESSION_EVENTS 4096 // entries of the event list
#define SESSION_WARM_UP 200 // steps on a scratch copy of the state before the first frame

typedef struct session_event {
    uint64_t frame;
    rt_event kind;
    bool has_evidence;
    deck_evidence evidence;
} session_event;

typedef struct session {
    sim sim;
    rt_conditioner conditioner;
    rt_command_limits limits;
    hw_device *device;
    recording *recording;             // NULL: none
    report_history *history;          // of the report's plots; NULL: none
    const rt_loop_stats *loop;        // statistics of the loop, whose misses and slips become events; NULL: none
                                      // Frame thread alone, also while another has the sim
    uint64_t loop_misses, loop_slips; // told so far
    int64_t loop_slip_ns;             // sum of the slips reported so far [ns]
    rt_slow slow;                     // slows a phase down; share 0: none
    headroom *headroom;               // injected load; NULL: none
    rt_latest snapshot;               // of dyn_snapshot
    _Atomic unsigned failures;        // switched on while it runs: a bit per rt_failure
    session_pace pace;                // pauses, single steps, slow motion; who has the sim
    bool manual;                      // software-in-the-loop: the device is polled here, the recorder drained here
    bool (*after)(void *ctx,
                  struct session *s); // between frames of software-in-the-loop; false ends the run. May be NULL
    void *after_ctx;
    int steps_a_frame;   // of a run, while not single-stepped; 0: one
    uint64_t max_frames; // steps; 0: until stopped
    uint64_t frames;     // steps done
    int64_t origin_ns;   // release of the first frame, from which devices count in software-in-the-loop
    int64_t script_ns;   // when a device's script began, for one whose time is that of the steps; 0 by default
    rt_histogram work, phase[RT_PHASE_COUNT];
    input_age age;        // of the input, where its stamps and the loop have the monotonic clock
    dyn_timing timing;    // of earlier frames, for the snapshot
    uint64_t timed_frame; // the loop's number of the last of them
    int64_t last_work_ns; // own work of the last frame [ns]
    uint64_t over_budget, over_budget_run, over_budget_longest; // frames whose own work exceeded the period
    uint64_t allocations;                                       // within frames
    uint64_t hash;                                              // of the state after the last frame
    session_event event[SESSION_EVENTS];
    int n_events;
    uint64_t input_events[RT_EVENT_COUNT]; // events of the conditioning
    bool failed;                           // the state became non-finite
    uint64_t failed_frame;
} session;

// Loads nothing: wraps an assembled sim (moved in) and its device. RT_ERR_MEMORY.
rt_status session_init(session *s, hw_device *device, rt_diag *d);
void session_free(session *s);
// Sets the limits of the conditioning from the scenario and the device's map.
void session_configure(session *s);
// The run ends after that time [s]: with the step next to it, and not before the first.
void session_end_after(session *s, double duration);
// SESSION_WARM_UP steps and all that goes with a frame, with the scratch copy of the state; the state and all counts
// are afterwards what they were. For rt_loop_def.warm_up; ctx is the session. Frame thread.
uint64_t session_warm_up(void *ctx);
// Sets the run back, or on, to what it was after `frame` frames of its own recording, as far as that goes, and
// publishes a snapshot. For a thread that has borrowed the sim. False, with a message, when the recording cannot be
// read.
bool session_rewind(session *s, replay *r, uint64_t frame, rt_diag *d);
// Shows the operator, through the device, what the gauges say at now_ns. Frame thread.
void session_feedback(session *s, const dyn_gauges *g, int64_t now_ns);
// Adds the profiled frame to s->timing; work_ns is its own work. Frame thread.
void session_time_frame(session *s, const rt_profile *p, int64_t work_ns);
// What the loop knows of that frame once it has ended, and its misses by cause. Frame thread.
void session_time_end(session *s);
// How many steps make a frame of at least SESSION_LEAST_PERIOD_S, for a loop that cannot run frames as short as they.
int session_steps_for(double h);
#define SESSION_LEAST_PERIOD_S 1e-3
// Time between two frames [ns].
int64_t session_period_ns(const session *s);
// The loop's frame; ctx is the session. Frame thread.
rt_loop_frame session_frame;

#endif
