// SPDX-License-Identifier: MIT
// Files that the window may write under a name that the user types: new ones, and its own earlier saves.
#ifndef HAWSE_RT_DESK_SAVES_H
#define HAWSE_RT_DESK_SAVES_H

#include "rt/file/target.h"
#include "rt/scenario/scenario.h"

enum { SAVES_KNOWN = 64 };

typedef struct saves {
    rt_file_state file[SAVES_KNOWN]; // as last saved; the oldest ones leave the list
    int n;                           // saves so far
} saves;

// Checks before anything is written that scenario `file`, and recording `kept` beside it (NULL: none), are new or
// unchanged saves of this window, and that none of the scenarios (n) names them. False, with a message: the user's
// files stay as they are.
bool saves_permit(const saves *l, const char *file, const char *kept, const scenario *const *reads, int n, rt_diag *d);
// Notes that the window has saved the file.
void saves_add(saves *l, const char *file);

#endif
