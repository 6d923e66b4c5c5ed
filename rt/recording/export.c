// SPDX-License-Identifier: MIT
// Exports of a recording: channels as CSV and MAT files, and slices as new recordings. Runs no frame.
#include "rt/file/mat.h"
#include "rt/recording/channels.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

rt_status recording_to_csv(rt_player *p, const char *path, uint64_t from, uint64_t to, rt_diag *d) {
    recording_channels c;
    uint64_t frame;
    const double *value;
    if (!recording_channels_of(p, &c, path, d)) return RT_ERR_FORMAT;
    csv *out = csv_open_table(path, c.column, c.n, d);
    rt_play_seek(p, from);
    while (out && rt_play_next_channels(p, &frame, &value))
        if (frame >= from && frame < to) csv_write_values(out, value);
    rt_status status = out ? csv_close(out, d) : RT_ERR_FILE;
    recording_channels_free(&c);
    return status;
}

// The channel's MAT name, unique among the names before it.
static void unique_name(const recording_channels *c, int k, char name[RT_MAT_NAME]) {
    char other[RT_MAT_NAME], base[RT_MAT_NAME];
    rt_mat_name(c->column[k].name, base);
    memcpy(name, base, sizeof base);
    for (int i = 0; i < k; i++) {
        rt_mat_name(c->column[i].name, other);
        if (strcmp(other, base) == 0 || strcmp(base, "frame") == 0 || strcmp(base, "units") == 0)
            snprintf(name, RT_MAT_NAME, "%.40s_%d", base, k + 1);
    }
}

rt_status recording_to_mat(rt_player *p, const char *path, uint64_t from, uint64_t to, rt_diag *d) {
    recording_channels c;
    rt_mat m;
    size_t rows, room = rt_play_get_contents(p).channels;
    char name[RT_MAT_NAME];
    if (!recording_channels_of(p, &c, path, d)) return RT_ERR_FORMAT;
    double *at = recording_columns(p, c.n, from, to, &rows);
    const char **unit = calloc((size_t)c.n, sizeof *unit);
    rt_status status = at && unit ? rt_mat_open(&m, path, d) : RT_ERR_MEMORY;
    if (status == RT_ERR_MEMORY) rt_diag_error(d, path, 0, 0, "no memory for %zu rows", room);
    if (status == RT_OK) {
        bool good = rt_mat_matrix(&m, "frame", (uint32_t)rows, 1, at);
        for (int k = 0; k < c.n; k++) {
            unique_name(&c, k, name);
            unit[k] = c.column[k].unit;
            good = good && rt_mat_matrix(&m, name, (uint32_t)rows, 1, at + ((size_t)k + 1) * room);
        }
        good = good && rt_mat_text(&m, "units", unit, (uint32_t)c.n);
        status = rt_mat_close(&m, d);
        if (!good) rt_diag_error(d, path, 0, 0, "a channel of %zu rows exceeds the size limit of a MAT file", rows);
        if (!good) status = RT_ERR_FILE;
    }
    free(at), free(unit);
    recording_channels_free(&c);
    return status;
}

// State of a copy: the next row of each kind.
typedef struct cut {
    rt_player *p;
    rt_recorder *to;
    bool has_times, has_values;
    uint64_t times_at, values_at;
    rt_record_times times;
    const double *values;
    unsigned char *state;
    int keyframe;
} cut;

// Copies the frame and the rows recorded with it.
static void copy_frame(cut *c, rt_record_row *row) {
    row->times = (rt_record_times){0};
    while (c->has_times && c->times_at < row->frame) c->has_times = rt_play_next_times(c->p, &c->times_at, &c->times);
    if (c->has_times && c->times_at == row->frame) row->times = c->times;
    rt_record_push_frame(c->to, row);
    while (c->has_values && c->values_at <= row->frame) {
        if (c->values_at == row->frame) rt_record_push_channels(c->to, row->frame, c->values);
        c->has_values = rt_play_next_channels(c->p, &c->values_at, &c->values);
    }
    int last = rt_play_get_contents(c->p).keyframes - 1;
    while (c->keyframe <= last && rt_play_keyframe_at(c->p, c->keyframe) <= row->frame + 1) {
        if (rt_play_keyframe_at(c->p, c->keyframe) == row->frame + 1 &&
            rt_play_read_keyframe(c->p, c->keyframe, c->state))
            rt_record_push_keyframe(c->to, row->frame + 1, c->state);
        c->keyframe++;
    }
    rt_record_drain(c->to);
}

rt_status recording_copy(rt_player *p, rt_recorder *to, uint64_t from, uint64_t end, rt_diag *d) {
    rt_record_row row;
    int first = rt_play_keyframe_before(p, from);
    cut c = {.p = p, .to = to, .state = malloc(rt_play_header(p)->state_size), .keyframe = first + 1};
    if (!c.state) {
        rt_diag_error(d, NULL, 0, 0, "no memory to copy a recording");
        return RT_ERR_MEMORY;
    }
    rt_play_seek(p, rt_play_keyframe_at(p, first));
    c.has_times = rt_play_next_times(p, &c.times_at, &c.times);
    c.has_values = rt_play_next_channels(p, &c.values_at, &c.values);
    rt_play how = RT_PLAY_FRAME;
    while ((how = rt_play_next(p, &row, d)) == RT_PLAY_FRAME && row.frame < end) copy_frame(&c, &row);
    if (how == RT_PLAY_FRAME) how = rt_play_end_before(p, end, d);
    free(c.state);
    return how == RT_PLAY_DAMAGED ? RT_ERR_FORMAT : RT_OK;
}

rt_status recording_slice(rt_player *p, const char *name, const char *path, uint64_t from, uint64_t to, rt_diag *d) {
    rt_record_header h = *rt_play_header(p);
    int first = rt_play_keyframe_before(p, from);
    char *info = NULL;
    unsigned char *state = malloc(h.state_size);
    h.first_frame = rt_play_keyframe_at(p, first);
    if (!state || asprintf(&info, "%sslice_of=%s\n", h.info, name) < 0) {
        free(state);
        rt_diag_error(d, path, 0, 0, "no memory for the slice");
        return RT_ERR_MEMORY;
    }
    h.info = info;
    h.state = state;
    rt_recorder *out = rt_play_read_keyframe(p, first, state) ? rt_recorder_open(path, &h, 1024, d) : NULL;
    rt_status status = out ? recording_copy(p, out, from, to, d) : RT_ERR_FILE;
    if (out) {
        rt_status closed = rt_recorder_close(out, d);
        if (status == RT_OK) status = closed;
    }
    free(state), free(info);
    return status;
}
