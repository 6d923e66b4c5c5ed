// SPDX-License-Identifier: MIT
// Runs a recording again, from its start or any frame, and compares it with what was recorded.
#ifndef HAWSE_RT_RECORDING_REPLAY_H
#define HAWSE_RT_RECORDING_REPLAY_H

#include "rt/recording/recording.h"

typedef struct replay {
    const char *file;
    rt_player *player;
    scenario sc;          // of own
    sim own;              // built from the recording's scenario; empty if it runs in another sim
    sim *sim;             // in which it runs
    unsigned char *saved; // a state of the recording (header's state_size)
    uint64_t next;        // frame that is run next
} replay;

// Opens the recording (already read as p, which it owns from now on) with the scenario of its header, or with another
// file. Builds the sim and sets it to the first recorded state. Warns of changed files and of another way to compute.
// On failure it frees everything and closes p.
rt_status replay_open(replay *r, const char *file, rt_player *p, const char *scenario_file, bool anywhere, rt_diag *d);
// The same for an existing sim, the recorded one, which stays as it is.
rt_status replay_open_in(replay *r, const char *file, rt_player *p, sim *s, rt_diag *d);
// Closes the player and frees what it built.
void replay_close(replay *r);
// Sets the sim to the last recorded state at or before the frame; false, with a message, when that cannot be read.
bool replay_seek(replay *r, uint64_t frame, rt_diag *d);
// Reads the next frame and runs it. After frames that the recorder had to drop, the next recorded state is taken.
// *finite is false when the state became non-finite.
rt_play replay_step(replay *r, rt_record_row *row, bool *finite, rt_diag *d);

// Runs up to that frame, or from the last recorded state before it if that lies behind. r->next is then the frame,
// unless the recording ends or has a gap there. Runs at least one frame if there is one, so that there is a picture.
rt_play replay_run_to(replay *r, uint64_t frame, rt_diag *d);

// What a check found.
typedef struct replay_check {
    uint64_t frames;            // run
    uint64_t differing, first;  // states that differ, and the first frame of them
    uint64_t states, bad_state; // recorded states compared; the first that differs though its frame does not
    char text[16384];           // which parts differ, a line each
} replay_check;

// Runs frames from .. to - 1 and compares each state's hash, and each recorded state value by value.
rt_play replay_compare(replay *r, uint64_t from, uint64_t to, replay_check *c, rt_diag *d);

// Writes the channels recorded with the frames from .. to - 1 as CSV, or as a MAT file with a column vector for each,
// the frames' numbers and the units.
rt_status recording_to_csv(rt_player *p, const char *path, uint64_t from, uint64_t to, rt_diag *d);
rt_status recording_to_mat(rt_player *p, const char *path, uint64_t from, uint64_t to, rt_diag *d);
// Draws the channels named ("tension,chain_out"; NULL: tension, speed and chain out, or a mechanism's first three) over
// time with the events of these frames, as PNG or SVG by the suffix. RT_ERR_USAGE with a message for another name.
rt_status recording_to_plot(rt_player *p, const char *path, const char *names, uint64_t from, uint64_t to, rt_diag *d);
// Makes a recording of the frames from the last recorded state at or before `from` up to to - 1, with what was recorded
// with them. name: of the recording it is cut from.
rt_status recording_slice(rt_player *p, const char *name, const char *path, uint64_t from, uint64_t to, rt_diag *d);

#endif
