// SPDX-License-Identifier: MIT
#include "rt/train/follow.h"
#include "rt/recording/channels.h"
#include "rt/train/start.h"
#include <stdlib.h>

struct train_follow {
    rt_player *p;
    recording_channels c;
    train_score *score;
    uint64_t frames, rows; // read so far
    bool has_frame, has_row;
    rt_record_row frame; // read and not yet fed
    uint64_t row_at;     // frame of the row of channels that waits
    const double *value;
    uint64_t end;
    rt_diag ignored; // warnings of an open end
};

static const char *recorded_channel(const void *of, int k) { return ((const sim_column *)of)[k].name; }
static const char *recorded_unit(const void *of, int k) { return ((const sim_column *)of)[k].unit; }

static rt_status begin(train_follow *f, train_exercise *e, const char *file, rt_diag *d) {
    if (!(f->p = rt_play_open(file, d))) return RT_ERR_FORMAT;
    const rt_record_header *h = rt_play_header(f->p);
    if (!train_start_matches(e, file, h, d)) return RT_ERR_FORMAT;
    if (!recording_channels_of(f->p, &f->c, file, d)) return RT_ERR_FORMAT;
    const train_names names = {f->c.n, recorded_channel, recorded_unit, f->c.column, NULL, 0};
    rt_status status = train_exercise_bind(e, &names, d);
    if (status != RT_OK) return status;
    f->score = train_score_create(e, 1e-9 * (double)h->h_ns, f->c.n);
    if (!f->score) rt_diag_error(d, file, 0, 0, "no memory for the score");
    return f->score ? RT_OK : RT_ERR_MEMORY;
}

train_follow *train_follow_open(train_exercise *e, const char *file, rt_diag *d) {
    train_follow *f = calloc(1, sizeof *f);
    if (!f) rt_diag_error(d, file, 0, 0, "no memory for the score");
    if (!f || begin(f, e, file, d) == RT_OK) return f;
    train_follow_close(f);
    return NULL;
}

// Moves to the next row of channels that the file has.
static void next_row(train_follow *f) {
    f->has_row = f->rows < rt_play_get_contents(f->p).channels && rt_play_next_channels(f->p, &f->row_at, &f->value);
    f->rows += f->has_row;
}

// Whether a frame before `end` waits to be fed.
static bool next_frame(train_follow *f, uint64_t end, rt_diag *d) {
    if (!f->has_frame && f->frames < rt_play_get_contents(f->p).frames) {
        f->has_frame = rt_play_next(f->p, &f->frame, d) == RT_PLAY_FRAME;
        f->frames++;
    }
    return f->has_frame && f->frame.frame < end;
}

// Feeds frames and rows in the order in which the run made them.
static void feed(train_follow *f, uint64_t end, rt_diag *d) {
    while (next_frame(f, end, d)) {
        const uint64_t frame = f->frame.frame;
        train_score_frame(f->score, frame, &f->frame.command, f->frame.events);
        f->has_frame = false;
        f->end = frame + 1;
        if (!f->has_row) next_row(f);
        while (f->has_row && f->row_at < frame) next_row(f);
        if (!f->has_row || f->row_at != frame) continue;
        train_score_row(f->score, frame, f->value);
        f->has_row = false;
    }
}

// A recorder writes the frames of a chunk before their channels: frames after the last row of channels wait for theirs.
uint64_t train_follow_read(train_follow *f, uint64_t end) {
    while (rt_play_more(f->p)) {}
    const rt_play_contents c = rt_play_get_contents(f->p);
    const uint64_t complete = c.closed ? c.end_frame : c.channels_end;
    f->ignored = (rt_diag){0};
    feed(f, complete < end ? complete : end, &f->ignored);
    return f->end;
}

rt_status train_follow_finish(train_follow *f, uint64_t end, rt_diag *d) {
    while (rt_play_more(f->p)) {}
    feed(f, end, d);
    return rt_play_end_before(f->p, end, d) == RT_PLAY_DAMAGED ? RT_ERR_FORMAT : RT_OK;
}

const train_score *train_follow_score(const train_follow *f) { return f->score; }

void train_follow_total(const train_follow *f, train_total *out) {
    train_score_total(f->score, out);
    out->ended = rt_play_get_contents(f->p).closed;
    out->passed = out->passed && out->ended;
}

void train_follow_close(train_follow *f) {
    if (!f) return;
    train_score_free(f->score);
    recording_channels_free(&f->c);
    rt_play_close(f->p);
    free(f);
}
