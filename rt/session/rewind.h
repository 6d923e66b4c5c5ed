// SPDX-License-Identifier: MIT
// The recording of a run that can be gone back in, and left from any of its frames by a branch. A branch has a file of
// its own, which holds what came before it as well; no file is written over or cut.
//
// While the run stands at another moment than its newest, the frames leave the sim to this thread (session_pace.h).
#ifndef HAWSE_RT_SESSION_REWIND_H
#define HAWSE_RT_SESSION_REWIND_H

#include "rt/session/session.h"

typedef struct run_rewind {
    session *s;
    const rt_loop *loop;
    char first[RT_CONFIG_TEXT]; // the run's recording; its branches are called after it
    char file[RT_CONFIG_TEXT];  // in hand; "" none
    char folder[256];           // of a temporary recording, removed at the end; "": none
    int branches;
    char lost[RT_CONFIG_TEXT]; // why the recording ended before the run did; "": it did not
    bool held;                 // the sim is with this thread, the file is closed and replay stands in it
    replay replay;
    uint64_t end; // frames in the file while held
} run_rewind;

// Length of a file's path without the suffix of its name; ".rec" has none.
int run_stem_length(const char *file);
// The next free name after the file's: "heave.rec" gives "heave-2.rec", then -3; *n, at first 0, counts them. A target
// that is written in place (rt_whole_resolve_target: a device, a pipe) keeps its name; a folder's name loses its
// trailing slashes. False: too long.
bool run_next_name(const char *file, int *n, char *next, size_t size);
// Begins the session's recording in the file; NULL: in one that is removed at the end. Before the loop begins.
// RT_ERR_USAGE with a message for a path that has no room for a branch's number, RT_ERR_FILE where it cannot be
// written.
rt_status run_rewind_begin(run_rewind *w, session *s, const rt_loop *loop, const char *file, rt_diag *d);
// Sets the run to its state after that many frames, as far as recorded, and holds it there. On failure false with a
// message, held where it was.
bool run_rewind_to(run_rewind *w, uint64_t frame, rt_diag *d);
// Resumes from the held frame, in a branch.
bool run_rewind_resume(run_rewind *w, rt_diag *d);
// Saves the past up to the present moment as a recording of that name and holds the run. False, with a message, also if
// that is the recording of this run.
bool run_rewind_save(run_rewind *w, const char *file, rt_diag *d);
// Closes the recording, after the loop has ended. RT_ERR_FILE with a message when it is not whole, or ended before the
// run did.
rt_status run_rewind_end(run_rewind *w, rt_diag *d);

#endif
