// SPDX-License-Identifier: MIT
// Frame times of a recorded run. A frame may have several steps. Each step has its own row in the recording; the rows
// of one frame share its release.
#ifndef HAWSE_RT_RECORDING_TIMES_H
#define HAWSE_RT_RECORDING_TIMES_H

#include "rt/record/record.h"

typedef struct recording_times {
    rt_player *player;
    int64_t period_ns; // period of the frames [ns]; the step's, if the recording lacks it
    bool more;         // row holds the first step of the next frame
    uint64_t step;     // step number of that row
    rt_record_times row;
} recording_times;

typedef struct recording_frame_times {
    uint64_t step;                 // number of the first step
    int64_t release_ns, start_ns;  // intended release; start relative to it, 0 with a manual clock
    int64_t work_ns, end_ns;       // work of all its steps; end of the last step, relative to the release
    int64_t phase[RT_PHASE_COUNT]; // work by phase
} recording_frame_times;

// Begins at the frame with this step, or the first frame after it. Moves the player.
recording_times recording_times_from(rt_player *p, uint64_t step);
// Reads the next frame; false at the end.
bool recording_times_next(recording_times *r, recording_frame_times *f);

#endif
