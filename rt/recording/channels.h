// SPDX-License-Identifier: MIT
// Inside the exports of a recording: the channels that were recorded, as a table.
#ifndef HAWSE_RT_RECORDING_CHANNELS_H
#define HAWSE_RT_RECORDING_CHANNELS_H

#include "rt/recording/csv.h"
#include "rt/recording/replay.h"

// Names and units of the channels, parsed.
typedef struct recording_channels {
    char *text;
    sim_column *column; // (n)
    int n;
} recording_channels;

// Fills c; false, with a message on the output at `path`, when there are none or no memory.
bool recording_channels_of(const rt_player *p, recording_channels *c, const char *path, rt_diag *d);
void recording_channels_free(recording_channels *c);
// Every row of the frames from .. to - 1, column after column, each rt_play_get_contents(p).channels long, the frames'
// numbers first; NULL for want of memory. Free it.
double *recording_columns(rt_player *p, int n, uint64_t from, uint64_t to, size_t *rows);

#endif
