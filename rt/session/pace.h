// SPDX-License-Identifier: MIT
// Pace of simulated time: full pace, slow motion, single steps or paused. Also lends the sim to another thread. Frames
// continue meanwhile, so that the loop keeps its deadlines and reads its devices.
#ifndef HAWSE_RT_SESSION_PACE_H
#define HAWSE_RT_SESSION_PACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// All zero bytes: a step in every frame.
typedef struct session_pace {
    _Atomic bool still;        // paused: single steps only
    _Atomic int singles;       // single steps requested
    _Atomic int slowness;      // slow motion: frames over which one frame's steps are spread; 0 and 1: full pace
    _Atomic int quickness;     // fast motion: steps in place of one; 0 and 1: full pace
    _Atomic unsigned asked;    // counts requests and returns; odd: another thread requests or holds the sim
    _Atomic unsigned answered; // last value of `asked` that a frame has seen; odd: frames do not touch the sim
    uint64_t idle;             // frames without a step. Frame thread only, like `owed`
    int owed;                  // remainder of steps in slow motion, in units of 1/slowness step
} session_pace;

// Steps of this frame: `each` at full pace, its share in slow motion, a multiple in fast motion, one if a single step
// was requested, else none. Frame thread.
int session_pace_steps(session_pace *p, int each);
// Whether the last session_pace_steps found the sim lent to another thread. The frame must then not touch the sim.
// Frame thread.
bool session_pace_is_lent(const session_pace *p);

// Starts or pauses simulated time. Any thread, as all functions below.
void session_pace_run(session_pace *p, bool run);
bool session_pace_runs(const session_pace *p);
// Requests one step while time is paused.
void session_pace_single(session_pace *p);
// Asks for `times` times the steps of full pace, 1..64; a frame makes as many of them as fit into its period.
void session_pace_fast(session_pace *p, int times);
// Spreads the steps of one frame over `frames` frames, 1..1000.
void session_pace_slow(session_pace *p, int frames);

// Borrows the sim; waits for the next frame to release it. over (may be NULL) returns true when no more frames come.
// False: no frame answered within 1 s, and the sim stays with the frames.
bool session_pace_lend(session_pace *p, bool (*over)(const void *ctx), const void *ctx);
// Returns the sim to the frames in its present state.
void session_pace_return(session_pace *p);

#endif
