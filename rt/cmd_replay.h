// SPDX-License-Identifier: MIT
// Inside the command replay: what was asked for, and its parts.
#ifndef HAWSE_RT_CMD_REPLAY_H
#define HAWSE_RT_CMD_REPLAY_H

#include "rt/recording_replay.h"

typedef struct replay_command {
    const char *file, *csv, *mat, *slice, *scenario;
    double from, to; // [s]; to < 0: the end
    bool check, window, anywhere;
} replay_command;

// Prints what the recording holds. Returns the exit code.
int replay_tell(rt_player *p, rt_diag *d);

#endif
