// SPDX-License-Identifier: MIT
// How simulated time follows the loop's frames: its steps in each, shared out to several, one when asked, or none; and
// how another thread gets the sim for a while. The frames go on meanwhile, so that the deadline is kept and devices are
// heard.
#ifndef HAWSE_RT_SESSION_PACE_H
#define HAWSE_RT_SESSION_PACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// All zero bytes: a step in every frame.
typedef struct session_pace {
    _Atomic bool still;        // no steps but those asked for
    _Atomic int singles;       // steps asked for
    _Atomic int slowness;      // frames for the steps of one; 0 and 1: one
    _Atomic unsigned asked;    // odd while another thread holds the sim; each request and each return counts up
    _Atomic unsigned answered; // the last of those that the frames have seen: odd, they leave the sim alone
    uint64_t idle;             // frames without a step. Frame thread, as the next
    int owed;                  // parts of a step that make one at a slow pace
} session_pace;

// How many steps this frame makes, where it makes `each` at full pace: as many, as few as its share in slow motion, one
// that was asked for, or none. Frame thread.
int session_pace_steps(session_pace *p, int each);
// Whether the last call before found that another thread has the sim: from then on, up to the next such call, the frame
// must not touch it. Frame thread.
bool session_pace_is_lent(const session_pace *p);

// Starts or pauses simulated time. Any thread, like all that follow.
void session_pace_run(session_pace *p, bool run);
bool session_pace_runs(const session_pace *p);
// Runs one step while time is paused.
void session_pace_single(session_pace *p);
// The steps of one frame in so many, 1..1000.
void session_pace_slow(session_pace *p, int frames);

// Gets the sim, at most a frame later; over (may be NULL) tells that no more frames come. False: the frames did not
// answer within a second, and go on having it.
bool session_pace_lend(session_pace *p, bool (*over)(const void *ctx), const void *ctx);
// Returns the sim in its present state.
void session_pace_return(session_pace *p);

#endif
