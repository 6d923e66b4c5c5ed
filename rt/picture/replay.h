// SPDX-License-Identifier: MIT
// Playback of a recording in the window: at the pace of a clock times a speed, with pause and jumps to any time.
#ifndef HAWSE_RT_PICTURE_REPLAY_H
#define HAWSE_RT_PICTURE_REPLAY_H

#include "rt/recording/replay.h"

typedef struct picture_replay {
    replay *replay;
    uint64_t from, to; // range of frames to show
    bool playing, ended;
    double speed;          // 1: real time
    int64_t anchor_ns;     // clock time at which anchor_frame was shown
    uint64_t anchor_frame; // frame from which the playback counts
    rt_diag *d;
    dyn_snapshot shown; // snapshot to draw
} picture_replay;

// Shows the first frame and starts the playback in real time at now_ns.
void picture_replay_begin(picture_replay *v, replay *r, uint64_t from, uint64_t to, int64_t now_ns, rt_diag *d);
// Plays or pauses. At the end of the range it plays from the begin.
void picture_replay_play(picture_replay *v, bool playing, int64_t now_ns);
void picture_replay_set_speed(picture_replay *v, double speed, int64_t now_ns);
// Shows the state after `frame` frames, within the range.
void picture_replay_go(picture_replay *v, double frame, int64_t now_ns);
// Runs the frames due at now_ns, within limit_ns of work, and fills v->shown. A machine too slow plays in slow motion.
void picture_replay_advance(picture_replay *v, int64_t now_ns, int64_t limit_ns);

#endif
