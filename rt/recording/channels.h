// SPDX-License-Identifier: MIT
// Recorded channels as a table, for the exports of a recording.
#ifndef HAWSE_RT_RECORDING_CHANNELS_H
#define HAWSE_RT_RECORDING_CHANNELS_H

#include "rt/recording/csv.h"
#include "rt/recording/replay.h"

// Names and units of the channels, parsed from the recording's header.
typedef struct recording_channels {
    char *text;
    sim_column *column; // (n)
    int n;
} recording_channels;

// Fills c. False, with a message on the output `path`, when the recording has no channels or memory is out.
bool recording_channels_of(const rt_player *p, recording_channels *c, const char *path, rt_diag *d);
void recording_channels_free(recording_channels *c);
// Returns the rows of frames from .. to - 1, column after column, frame numbers first. Each column has room for
// rt_play_get_contents(p).channels values; *rows are used. NULL: out of memory. The caller frees it.
double *recording_columns(rt_player *p, int n, uint64_t from, uint64_t to, size_t *rows);

#endif
