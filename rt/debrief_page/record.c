// SPDX-License-Identifier: MIT
// Reads channels and entries of a recording.
#include "rt/debrief_page/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_channels(debrief_record *r, rt_player *p, const char *file, rt_diag *d) {
    if (!recording_channels_of(p, &r->channel, file, d)) return false;
    r->room = rt_play_get_contents(p).channels;
    r->column = recording_columns(p, r->channel.n, 0, UINT64_MAX, &r->rows);
    r->t = malloc((r->rows + 1) * sizeof *r->t);
    if (!r->column || !r->t) {
        rt_diag_error(d, file, 0, 0, "no memory for %zu rows", r->room);
        return false;
    }
    for (size_t i = 0; i < r->rows; i++) r->t[i] = r->h * (r->column[i] + 1);
    return true;
}

bool debrief_record_read(debrief_record *r, const train_exercise *e, const char *file, rt_diag *d) {
    rt_player *p = rt_play_open(file, d);
    if (!p) return false;
    r->h = 1e-9 * (double)rt_play_header(p)->h_ns;
    r->end = r->h * (double)rt_play_get_contents(p).end_frame;
    const bool good = read_channels(r, p, file, d);
    if (good) debrief_read_entries(r, e, p);
    rt_play_close(p);
    return good;
}

void debrief_record_free(debrief_record *r) {
    recording_channels_free(&r->channel);
    free(r->column);
    free(r->t);
}

const double *debrief_channel(const debrief_record *r, const char *name) {
    for (int k = 0; k < r->channel.n; k++)
        if (strcmp(r->channel.column[k].name, name) == 0) return r->column + (size_t)(k + 1) * r->room;
    return NULL;
}

double debrief_value_at(const debrief_record *r, const char *name, double t) {
    const double *v = debrief_channel(r, name);
    double found = (double)NAN;
    for (size_t i = 0; v && i < r->rows && r->t[i] <= t; i++) found = v[i];
    return found;
}
