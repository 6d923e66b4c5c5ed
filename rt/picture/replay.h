// SPDX-License-Identifier: MIT
// A recording to look at: it plays at the pace of a clock, stops, and moves to any time.
#ifndef HAWSE_RT_PICTURE_REPLAY_H
#define HAWSE_RT_PICTURE_REPLAY_H

#include "rt/recording/replay.h"
#include <SDL.h>

#define PICTURE_JUMP_S 5.0 // of an arrow key; ten times that with Page up and down

typedef struct picture_replay {
    replay *replay;
    uint64_t from, to; // frames to be shown
    bool playing, ended;
    int64_t anchor_ns;     // clock time at which anchor_frame was shown
    uint64_t anchor_frame; // from which it plays on
    rt_diag *d;
    dyn_snapshot shown; // to be drawn
} picture_replay;

// Shows the first frame and plays from now on.
void picture_replay_begin(picture_replay *v, replay *r, uint64_t from, uint64_t to, int64_t now_ns, rt_diag *d);
// Space stops and goes on, left and right move by PICTURE_JUMP_S, Page up and down by ten times that, Home and End to
// the ends, '.' by one frame. False: the event ends the show.
bool picture_replay_event(picture_replay *v, const SDL_Event *e, int64_t now_ns);
// Runs the frames up to now, as many as limit_ns of work allow (a slower machine shows it slower), and fills v->shown.
void picture_replay_advance(picture_replay *v, int64_t now_ns, int64_t limit_ns);
const char *picture_replay_help(void);

#endif
