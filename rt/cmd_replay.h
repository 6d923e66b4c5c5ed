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

// The frames asked for: those that begin at or after --from and before --to. False, with a message, when there are
// none.
bool replay_frames(const replay_command *c, const rt_player *p, uint64_t *from, uint64_t *to, rt_diag *d);
// Shows it in a window, until that is closed; takes p over. Returns the exit code.
int replay_window(const replay_command *c, rt_player *p, rt_diag *d);
// Prints what the recording holds. Returns the exit code.
int replay_tell(rt_player *p, rt_diag *d);

#endif
