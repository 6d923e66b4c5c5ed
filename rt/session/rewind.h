// SPDX-License-Identifier: MIT
// Rewinding of a run, and branches: a run resumed from an earlier frame. A branch has its own file, which also holds
// the run before it. No file is overwritten or truncated.
// While the run is rewound, the frames lend the sim to the rewinding thread (rt/session/pace.h).
#ifndef HAWSE_RT_SESSION_REWIND_H
#define HAWSE_RT_SESSION_REWIND_H

#include "rt/session/session.h"

typedef struct run_rewind {
    session *s;
    const rt_loop *loop;
    char first[RT_CONFIG_TEXT]; // the run's recording; branches derive their names from it
    char file[RT_CONFIG_TEXT];  // recording in use; "": none
    char folder[256];           // folder of a temporary recording, removed at the end; "": none
    int branches;
    char lost[RT_CONFIG_TEXT]; // why the recording ended before the run; "": it did not
    bool held;                 // this thread holds the sim; the file is closed and open for replay
    replay replay;
    uint64_t end; // frames in the file while held
} run_rewind;

// Length of the path without the suffix of the file's name; ".rec" has no suffix.
int run_stem_length(const char *file);
// Finds the next free name: "heave.rec" gives "heave-2.rec", then -3. *n counts them from 0. A target that is written
// in place (rt_whole_resolve_target: a device, a pipe) keeps its name. A folder's name loses its trailing slashes.
// False: too long.
bool run_next_name(const char *file, int *n, char *next, size_t size);
// Begins the session's recording in `file`; NULL: in a temporary file, removed at the end. Call before the loop begins.
// RT_ERR_USAGE with a message for a path too long for a branch's number; RT_ERR_FILE when it cannot be written.
rt_status run_rewind_begin(run_rewind *w, session *s, const rt_loop *loop, const char *file, rt_diag *d);
// Begins at the state after `frame` frames of the recording `file` of the same world, and holds the run there: resuming
// branches from it. Call before the loop begins. RT_ERR_FORMAT or RT_ERR_MEMORY with a message.
rt_status run_rewind_begin_at(run_rewind *w, session *s, const rt_loop *loop, const char *file, uint64_t frame,
                              rt_diag *d);
// Rewinds the run to its state after `frame` frames, at most to the end of the recording, and holds it there. False,
// with a message, on failure.
bool run_rewind_to(run_rewind *w, uint64_t frame, rt_diag *d);
// The same in `file`, this run's recording or one that it has branched from; resuming then branches from that one.
// False, with a message, on failure: the run is then paused where it was.
bool run_rewind_into(run_rewind *w, const char *file, uint64_t frame, rt_diag *d);
// Resumes from the held frame, as a branch. False, with a message, when the branch cannot be recorded.
bool run_rewind_resume(run_rewind *w, rt_diag *d);
// Saves the run as recording `file`: a paused run up to the present frame, and holds it; a running one up to the last
// frame on the disk, and lets it run. *frames: the frames saved. False, with a message, on failure, or when `file` is
// this run's own recording.
bool run_rewind_save(run_rewind *w, const char *file, uint64_t *frames, rt_diag *d);
// Closes the recording after the loop has ended; w->file is whole and stays until run_rewind_end. RT_ERR_FILE, with a
// message, when the recording is incomplete.
rt_status run_rewind_close(run_rewind *w, rt_diag *d);
// Closes the recording, if that is not done, and removes a temporary one. RT_ERR_FILE, with a message, when the
// recording is incomplete or ended before the run.
rt_status run_rewind_end(run_rewind *w, rt_diag *d);

#endif
