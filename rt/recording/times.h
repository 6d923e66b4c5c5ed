// SPDX-License-Identifier: MIT
// When the frames of a recorded run ran. A frame may have made several steps: each has a row of its own in the
// recording, with the release that they share.
#ifndef HAWSE_RT_RECORDING_TIMES_H
#define HAWSE_RT_RECORDING_TIMES_H

#include "rt/record/record.h"

typedef struct recording_times {
    rt_player *player;
    int64_t period_ns; // of the frames [ns]; if the recording lacks it, each step counts as one
    bool more;         // row is the first of the next frame
    uint64_t step;     // its number
    rt_record_times row;
} recording_times;

typedef struct recording_frame_times {
    uint64_t step;                 // number of the first
    int64_t release_ns, start_ns;  // intended release; start after it, 0 with a manual clock
    int64_t work_ns, end_ns;       // of all its steps; end of the last, after the release
    int64_t phase[RT_PHASE_COUNT]; // of the work, by phase
} recording_frame_times;

// Begins with the frame of that step, or the first after it. The player is moved.
recording_times recording_times_from(rt_player *p, uint64_t step);
// The next frame; false at the end.
bool recording_times_next(recording_times *r, recording_frame_times *f);

#endif
