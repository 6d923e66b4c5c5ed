// SPDX-License-Identifier: MIT
// Playback of a recording in the window: at the pace of a clock, with pause and jumps to any time.
#ifndef HAWSE_RT_PICTURE_REPLAY_H
#define HAWSE_RT_PICTURE_REPLAY_H

#include "rt/recording/replay.h"
#include <SDL.h>

#define PICTURE_JUMP_S 5.0 // jump of an arrow key [s]; Page up and Page down jump ten times that

typedef struct picture_replay {
    replay *replay;
    uint64_t from, to; // range of frames to show
    bool playing, ended;
    int64_t anchor_ns;     // clock time at which anchor_frame was shown
    uint64_t anchor_frame; // frame from which the playback counts
    rt_diag *d;
    dyn_snapshot shown; // snapshot to draw
} picture_replay;

// Shows the first frame and starts the playback at now_ns.
void picture_replay_begin(picture_replay *v, replay *r, uint64_t from, uint64_t to, int64_t now_ns, rt_diag *d);
// Handles a key: space pauses and plays, left and right jump by PICTURE_JUMP_S, Page up and down by ten times that,
// Home and End to the ends, '.' steps one frame. False: the event ends the playback.
bool picture_replay_event(picture_replay *v, const SDL_Event *e, int64_t now_ns);
// Runs the frames due at now_ns, within limit_ns of work, and fills v->shown. A machine too slow plays in slow motion.
void picture_replay_advance(picture_replay *v, int64_t now_ns, int64_t limit_ns);
// Keys of the playback, as a line of help.
const char *picture_replay_help(void);

#endif
