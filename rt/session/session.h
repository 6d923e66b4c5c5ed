// SPDX-License-Identifier: MIT
// One run of a scenario, whatever drives it: device -> conditioning -> sim_frame -> snapshot, recording, statistics.
// session_frame is the loop's frame in real time and in software-in-the-loop alike.
#ifndef HAWSE_RT_SESSION_SESSION_H
#define HAWSE_RT_SESSION_SESSION_H

#include "hw/device/device.h"
#include "hw/nmea/sender.h"
#include "rt/alarm/log.h"
#include "rt/command/bridge.h"
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

// What the frames take over from outside: the orders by rt_order, and
enum { SESSION_TOOK_FAILURES = RT_ORDERS, SESSION_TOOK_ACT, SESSION_TOOK_REPORT, SESSION_INTAKES };

struct session;
// What acts on the commands of a run from outside: an exercise. Frame thread: it neither allocates nor blocks.
typedef struct session_director {
    // Once a step, with the command that it may change and the events of the input that led to it.
    void (*step)(void *ctx, struct session *s, rt_command *c, rt_events input);
    void (*rewound)(void *ctx, uint64_t frames); // the run goes on after so many frames; may be NULL
    void *ctx;
} session_director;

typedef struct session {
    sim sim;
    rt_conditioner conditioner;
    rt_command_limits limits;
    hw_device *device;
    recording *recording;             // NULL: none
    report_history *history;          // samples for the report's plots; NULL: none
    const rt_loop_stats *loop;        // loop statistics; misses and slips become events; NULL: none
                                      // Only the frame thread reads it, even while another thread holds the sim
    uint64_t loop_misses, loop_slips; // reported so far
    int64_t loop_slip_ns;             // sum of the slips reported so far [ns]
    rt_slow slow;                     // artificial slow-down of a phase; share 0: none
    headroom *headroom;               // injected load; NULL: none
    nmea_sender *nmea;                // displays of a bridge; NULL: none
    rt_latest snapshot;               // holds a dyn_snapshot
    rt_latest pull;                   // holds an rt_pull: by hand in the window
    _Atomic unsigned failures;        // failures switched on during the run: a bit per rt_failure
    _Atomic unsigned controls;        // deck controls worked by keys and panels: rt_control
    // newest order of the bridge by keys and panels that no frame has taken yet: 1 << 16 | order; 0: none
    _Atomic uint32_t order[RT_ORDERS];
    _Atomic uint8_t phrase; // by keys and panels, that no frame has taken yet: rt/command/phrase.h; 0: none
    // newest of each kind that a frame has taken over: (frame + 1) << 8 | number of the act or phrase; 0: none
    _Atomic uint64_t took[SESSION_INTAKES];
    unsigned failures_taken;   // frame thread
    rt_weather weather;        // by acts so far; frame thread
    session_director director; // step NULL: none
    bool ended;                // the director has ended the run
    rt_bridge bridge;          // frame thread
    session_pace pace;         // pause, single steps, slow motion, loan of the sim
    bool manual;               // software-in-the-loop: the frame polls the device, `after` drains the recording
    bool (*after)(void *ctx,
                  struct session *s); // called between frames of software-in-the-loop; false ends the run. May be NULL
    void *after_ctx;
    int steps_a_frame;   // steps in a frame at full pace; 0: one
    uint64_t max_frames; // limit of steps; 0: run until stopped
    uint64_t pause_at;   // the run pauses itself after this many steps, and stays paused; 0: never
    uint64_t frames;     // steps done
    int64_t origin_ns;   // release of the first frame: time zero of devices in software-in-the-loop
    int64_t script_ns;   // start of a script that runs in simulated time; 0 by default
    alarm_limits alarm_limits;
    alarm_log alarms; // of a ship, by every published snapshot
    rt_histogram work, phase[RT_PHASE_COUNT];
    input_age age;        // age of the input; recorded if its stamps and the loop use the monotonic clock
    dyn_timing timing;    // times of earlier frames, for the snapshot
    uint64_t timed_frame; // loop frame number of the newest of them
    int64_t last_work_ns; // work of the last frame [ns]
    int64_t step_ns;      // work of a step in it [ns]
    uint64_t over_budget, over_budget_run, over_budget_longest; // frames whose work exceeded the period
    uint64_t allocations;                                       // within frames
    uint64_t hash;                                              // state hash after the last frame
    session_event event[SESSION_EVENTS];
    _Atomic int n_events;                  // entries so far; other threads may read those while the frames run
    uint64_t input_events[RT_EVENT_COUNT]; // counts of events outside the sim: conditioning, loop, recording
    bool failed;                           // the state became non-finite
    uint64_t failed_frame;
} session;

// Initialises a session around the assembled sim that s->sim holds, and its device. RT_ERR_MEMORY with a message.
rt_status session_init(session *s, hw_device *device, rt_diag *d);
void session_free(session *s);
// Sets the limits of conditioning and alarms from the scenario; the device's map overrides its thresholds.
void session_configure(session *s);
// Ends the run after `duration` [s], rounded to steps, at least one step.
void session_end_after(session *s, double duration);
// Pauses the run after `duration` [s], with a message in the snapshot: the end of the run, for a window that stays
// open.
void session_pause_after(session *s, double duration);
// Runs SESSION_WARM_UP steps, with hash and snapshot, then restores the state and all counts. Returns the steps run.
// For rt_loop_def.warm_up; ctx is the session. Frame thread.
uint64_t session_warm_up(void *ctx);
// Moves the run to its state after `frame` frames, by its own recording, at most to the recording's end. Publishes a
// snapshot. False, with a message, when the recording cannot be read. For the thread that has borrowed the sim.
bool session_rewind(session *s, replay *r, uint64_t frame, rt_diag *d);
// Gives an order of the bridge, in thousandths, from the next frame on, until the device's lever is moved. Any one
// thread.
void session_order(session *s, rt_order which, int16_t order);
// Reports to the bridge in the next frame. Any one thread.
void session_report(session *s, uint8_t phrase);
// The orders that act, by those just given and the newest snapshot. Main thread.
rt_orders session_orders(session *s);
// Pulls at a part from the next frame on; NULL: lets go. A recorded pull of the device comes first. Any one thread.
void session_pull(session *s, const rt_pull *pull);
// Leaves the ship's instruments to the bridge's displays. Frame thread.
void session_send_conning(session *s, const dyn_snapshot *shown);
// Sends the gauges at now_ns to the device's displays, lamps and buzzer. Frame thread.
void session_feedback(session *s, const dyn_gauges *g, int64_t now_ns);
// Adds the profiled frame to s->timing; work_ns is its work. Frame thread.
void session_time_frame(session *s, const rt_profile *p, int64_t work_ns);
// Adds to s->timing the end of the last timed frame, and the loop's misses by cause. Frame thread.
void session_time_end(session *s);
// Steps of length h [s] that make a frame of at least SESSION_LEAST_PERIOD_S, the shortest period that the loop runs.
int session_steps_for(double h);
#define SESSION_LEAST_PERIOD_S 1e-3
// Period of the frames [ns].
int64_t session_period_ns(const session *s);
// The loop's frame; ctx is the session. Frame thread.
rt_loop_frame session_frame;

#endif
