// SPDX-License-Identifier: MIT
// Reads the rows of a scanned recording: frames with their pulls, times, channels, states.
#include "rt/record/play.h"
#include <string.h>

typedef unsigned long long number;

// The next row of the kind. NULL at the end or, with p->unreadable set, on a read error.
static const unsigned char *next_row(rt_player *p, record_kind kind, uint64_t *frame) {
    record_cursor *c = &p->cursor[kind];
    size_t size = record_row_size(p, kind);
    while (!c->loaded || c->next == p->place[c->place].rows) {
        if (c->loaded) c->place++, c->loaded = false;
        while (c->place < p->n_chunks && p->place[c->place].kind != (uint32_t)kind) c->place++;
        if (c->place == p->n_chunks) return NULL;
        const record_place *at = &p->place[c->place];
        if (!record_read(p, at->at, c->rows, at->rows * size)) {
            p->unreadable = true;
            return NULL;
        }
        c->loaded = true;
        c->next = 0;
    }
    *frame = p->place[c->place].first + c->next;
    return c->rows + c->next++ * size;
}

// Reports the end, once.
static rt_play report_end(rt_player *p, rt_diag *d) {
    const rt_play_contents *l = &p->look;
    p->ended = p->unreadable ? RT_PLAY_DAMAGED : l->how;
    if (p->unreadable)
        rt_diag_error(d, p->path, 0, 0, "cannot read data that the file had when it was opened");
    else if (p->ended == RT_PLAY_DAMAGED)
        rt_diag_error(d, p->path, 0, 0, "damaged at byte %llu: %s; %llu frames before it are whole%s", (number)l->bytes,
                      p->fault, (number)l->frames, l->after ? ", and there are whole chunks behind it" : "");
    else if (!l->closed)
        rt_diag_warning(d, p->path, 0, 0,
                        "not closed, as after a crash: it ends at byte %llu without an end mark; %llu frames are whole",
                        (number)p->size, (number)l->frames);
    return p->ended;
}

// The pull of the frame: its row, if the next one is of that frame; earlier rows are of dropped frames.
static rt_pull find_pull(rt_player *p, uint64_t frame) {
    rt_pull pull = {0};
    uint64_t at;
    for (const unsigned char *r; (r = next_row(p, RECORD_PULLS, &at));) {
        memcpy(&at, r, sizeof at);
        if (at == frame) memcpy(&pull, r + 8, sizeof pull);
        if (at > frame) p->cursor[RECORD_PULLS].next--;
        if (at >= frame) break;
    }
    return pull;
}

rt_play rt_play_next(rt_player *p, rt_record_row *row, rt_diag *d) {
    if (p->ended != RT_PLAY_FRAME) return p->ended;
    const unsigned char *r = next_row(p, RECORD_FRAMES, &row->frame);
    if (!r) return report_end(p, d);
    memcpy(&row->command, r, RECORD_COMMAND);
    row->command.pull = find_pull(p, row->frame);
    if (p->unreadable) return report_end(p, d);
    memcpy(&row->hash, r + RECORD_COMMAND, 8);
    memcpy(&row->events, r + RECORD_COMMAND + 8, 8);
    memcpy(p->section, r + RECORD_FRAME, 2 * (size_t)p->sections);
    row->section = p->section;
    if (row->frame > p->expected)
        rt_diag_warning(d, p->path, 0, 0, "frames %llu to %llu were not recorded: the queue was full",
                        (number)p->expected, (number)row->frame - 1);
    p->expected = row->frame + 1;
    return RT_PLAY_FRAME;
}

rt_play rt_play_end_before(rt_player *p, uint64_t end, rt_diag *d) {
    if (!p->unreadable && end < p->look.end_frame) return RT_PLAY_END;
    return p->ended == RT_PLAY_FRAME ? report_end(p, d) : p->ended;
}

// Moves the cursor to the start of the last chunk that begins before the frame.
static void seek_kind(rt_player *p, record_kind kind, uint64_t frame) {
    record_cursor *c = &p->cursor[kind];
    *c = (record_cursor){.rows = c->rows};
    for (uint64_t k = 0; k < p->n_chunks && p->place[k].first < frame; k++)
        if (p->place[k].kind == (uint32_t)kind) c->place = k;
}

void rt_play_seek(rt_player *p, uint64_t frame) {
    for (record_kind kind = RECORD_FRAMES; kind < RECORD_KEYFRAME; kind++) seek_kind(p, kind, frame);
    p->ended = RT_PLAY_FRAME;
    p->expected = frame;
    for (record_kind kind = RECORD_FRAMES; kind <= RECORD_TIMES; kind++) {
        uint64_t at;
        while (next_row(p, kind, &at))
            if (at >= frame) {
                p->cursor[kind].next--;
                break;
            }
    }
}

bool rt_play_next_times(rt_player *p, uint64_t *frame, rt_record_times *t) {
    const unsigned char *r = next_row(p, RECORD_TIMES, frame);
    if (r) memcpy(t, r, RECORD_TIME);
    return r;
}

bool rt_play_next_channels(rt_player *p, uint64_t *frame, const double **value) {
    const unsigned char *r = next_row(p, RECORD_CHANNELS, frame);
    if (!r) return false;
    memcpy(frame, r, 8);
    memcpy(p->value, r + 8, 8 * (size_t)p->channels);
    *value = p->value;
    return true;
}

static const record_place *keyframe_place(const rt_player *p, int k) { return &p->place[p->state[k - 1]]; }

uint64_t rt_play_keyframe_at(const rt_player *p, int k) {
    return k == 0 ? p->header.first_frame : keyframe_place(p, k)->first;
}

int rt_play_keyframe_before(const rt_player *p, uint64_t frame) {
    int low = 0, high = p->look.keyframes; // states before low are at or before the frame, from high on after it
    while (low < high) {
        int k = (low + high) / 2;
        if (rt_play_keyframe_at(p, k) <= frame)
            low = k + 1;
        else
            high = k;
    }
    return low - 1;
}

bool rt_play_read_keyframe(rt_player *p, int k, void *state) {
    uLongf size = p->header.state_size;
    if (k == 0) {
        memcpy(state, p->header.state, size);
        return true;
    }
    const record_place *at = keyframe_place(p, k);
    return record_read(p, at->at, p->chunk, at->length) && uncompress(state, &size, p->chunk, at->length) == Z_OK &&
           size == p->header.state_size;
}
