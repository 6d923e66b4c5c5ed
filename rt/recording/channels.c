// SPDX-License-Identifier: MIT
#include "rt/recording/channels.h"
#include <stdlib.h>
#include <string.h>

void recording_channels_free(recording_channels *c) {
    free(c->text);
    free(c->column);
}

bool recording_channels_of(const rt_player *p, recording_channels *c, const char *path, rt_diag *d) {
    c->n = rt_play_n_channels(p);
    c->text = strdup(rt_play_header(p)->channels);
    c->column = calloc((size_t)c->n + 1, sizeof *c->column);
    char *rest = c->text;
    for (int k = 0; c->text && c->column && k < c->n; k++) {
        char *line = strsep(&rest, "\n"), *unit = strchr(line, '\t');
        if (unit) *unit++ = 0;
        c->column[k] = (sim_column){line, unit ? unit : ""};
    }
    if (c->text && c->column && c->n > 0) return true;
    rt_diag_error(d, path, 0, 0, c->n > 0 ? "no memory for the channels" : "the recording has no channels");
    recording_channels_free(c);
    return false;
}

double *recording_columns(rt_player *p, int n, uint64_t from, uint64_t to, size_t *rows) {
    size_t room = rt_play_get_contents(p).channels;
    double *at = malloc((room + 1) * ((size_t)n + 1) * sizeof *at);
    const double *value;
    uint64_t frame;
    *rows = 0;
    rt_play_seek(p, from);
    while (at && *rows < room && rt_play_next_channels(p, &frame, &value)) {
        if (frame < from || frame >= to) continue;
        at[*rows] = (double)frame;
        for (int k = 0; k < n; k++) at[((size_t)k + 1) * room + *rows] = value[k];
        ++*rows;
    }
    return at;
}
