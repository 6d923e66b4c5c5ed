// SPDX-License-Identifier: MIT
// Replay of a recording from its start or any frame, and comparison with the recorded states.
#ifndef HAWSE_RT_RECORDING_REPLAY_H
#define HAWSE_RT_RECORDING_REPLAY_H

#include "rt/recording/recording.h"

typedef struct replay {
    const char *file;
    rt_player *player;
    scenario sc;          // of own
    sim own;              // built from the recording's scenario; empty if the replay uses another sim
    sim *sim;             // the sim that runs the frames
    unsigned char *saved; // a recorded state (header's state_size)
    uint64_t next;        // next frame to run
} replay;

// Loads the scenario in the header of recording `file`, open as p. Its paths must lie in the root of `file`
// (rt_config_root), unless anywhere is true; nothing in the recording widens it. A law_library must have the recorded
// hash. RT_ERR_FORMAT with a message.
rt_status replay_scenario(const char *file, rt_player *p, bool anywhere, scenario *sc, rt_diag *d);
// Begins a replay of recording `file`, open as p, which the replay then owns. Builds the sim from scenario_file (NULL:
// replay_scenario) and sets it to the first recorded state. Checks that no output replaces an input. Warns of changed
// files, another version and another floating point. On failure it frees everything and closes p.
rt_status replay_open(replay *r, const char *file, rt_player *p, const char *scenario_file, bool anywhere, rt_diag *d);
// Begins a replay in an existing sim, the one that was recorded; its state does not change. On failure it closes p.
rt_status replay_open_in(replay *r, const char *file, rt_player *p, sim *s, rt_diag *d);
// Closes the player and frees the replay's own sim.
void replay_close(replay *r);
// Sets the sim to the last recorded state at or before the frame. False, with a message, when it cannot be read.
bool replay_seek(replay *r, uint64_t frame, rt_diag *d);
// Reads the next frame and runs it. After dropped frames it continues from the next recorded state. *finite is false
// when the state became non-finite.
rt_play replay_step(replay *r, rt_record_row *row, bool *finite, rt_diag *d);

// Runs until r->next is `frame`, back or forward, from the nearest recorded state if that is shorter. Stops earlier at
// the end of the recording; a gap may lead beyond the frame. Runs at least one frame, if there is one, for a picture.
rt_play replay_run_to(replay *r, uint64_t frame, rt_diag *d);

// Result of a check.
typedef struct replay_check {
    uint64_t frames;            // run
    uint64_t differing, first;  // frames whose state hash differs, and the first of them
    uint64_t states, bad_state; // recorded states compared; the first that differs although its hash does not
    char text[16384];           // the parts that differ, a line each
} replay_check;

// Runs frames from .. to - 1. Compares the hash of each frame, and each recorded state value by value.
rt_play replay_compare(replay *r, uint64_t from, uint64_t to, replay_check *c, rt_diag *d);

// Write the channels of frames from .. to - 1 as CSV, or as a MAT file: a column vector for each channel, the frame
// numbers and the units.
rt_status recording_to_csv(rt_player *p, const char *path, uint64_t from, uint64_t to, rt_diag *d);
rt_status recording_to_mat(rt_player *p, const char *path, uint64_t from, uint64_t to, rt_diag *d);
// Plots channels and events of frames from .. to - 1 over time, as PNG or SVG by the suffix. names: such as
// "tension,chain_out"; NULL: tension, speed and chain out, or a mechanism's first three. RT_ERR_USAGE, with a message,
// for an unknown channel or suffix.
rt_status recording_to_plot(rt_player *p, const char *path, const char *names, uint64_t from, uint64_t to, rt_diag *d);
// Writes a slice as a new recording `path`: from the last recorded state at or before `from` up to frame to - 1, as
// recording_copy. name: the recording that p has open.
rt_status recording_slice(rt_player *p, const char *name, const char *path, uint64_t from, uint64_t to, rt_diag *d);

#endif
