// SPDX-License-Identifier: MIT
// hawse sil --branch-of: software-in-the-loop from a moment of a recording, in the recorded scenario.
#ifndef HAWSE_RT_APP_SIL_BRANCH_H
#define HAWSE_RT_APP_SIL_BRANCH_H

#include "rt/session/session.h"

typedef struct sil_branch {
    const char *file; // the recording; NULL: none, the run begins at its scenario's start
    double from;      // moment at which the branch leaves it [s]; below 0: its end
    rt_player *player;
    replay replay; // while the branch begins
} sil_branch;

// Opens the recording and loads its scenario as replay_open does. The scenario's path is written to path. On failure,
// with a message, nothing stays open.
rt_status sil_branch_load(sil_branch *b, bool anywhere, scenario *sc, char path[RT_CONFIG_TEXT], rt_diag *d);
// Sets the session, whose sim is at its start, to the recorded state at b->from. RT_ERR_USAGE with a message for a
// moment that the recording does not hold, RT_ERR_FORMAT for a recording that cannot be replayed up to it.
rt_status sil_branch_begin(sil_branch *b, session *s, rt_diag *d);
// Begins the branch's own recording, which also holds the run before it. NULL with a message.
recording *sil_branch_record(const sil_branch *b, const char *path, session *s, int64_t period_ns, rt_diag *d);
// Closes the recording; call after the start of the branch and after a failure.
void sil_branch_close(sil_branch *b);

#endif
