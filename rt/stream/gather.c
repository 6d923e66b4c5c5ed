// SPDX-License-Identifier: MIT
// Puts datagrams together to frames, and frames on the receiver's clock.
#include "rt/stream/wire.h"
#include <string.h>

// Whether the present sender has been silent long enough for another to take its place.
static bool may_take_over(const stream_gather *g, int64_t now_ns) {
    return g->status.state != STREAM_SHOWS || now_ns - g->run_ns > STREAM_SILENT_NS;
}

static void note_other(stream_gather *g, stream_state state, int64_t now_ns) {
    g->status.counts.other++;
    if (may_take_over(g, now_ns)) g->status.state = state;
}

// Follows a run from its first datagram on.
static void begin_run(stream_gather *g, uint64_t run) {
    if (g->total > 0) g->status.counts.lost++;
    g->status.run = run;
    g->sequence = 0;
    g->total = 0;
    g->has_delay = false;
}

// Whether the datagram is of the run that is shown, or of one that takes its place.
static bool is_accepted(stream_gather *g, const stream_head *h, const unsigned char *data, int64_t now_ns) {
    if (h->scene != g->scene) {
        note_other(g, STREAM_OTHER_SCENE, now_ns);
        if (g->status.state == STREAM_OTHER_SCENE && h->part == 0)
            stream_decode_title(data, h->length, g->status.title);
        return false;
    }
    bool first = g->status.state == STREAM_NONE && g->run_ns == 0;
    if (first || h->run != g->status.run) {
        if (!first && !may_take_over(g, now_ns)) {
            g->status.counts.other++;
            return false;
        }
        begin_run(g, h->run);
    }
    g->run_ns = now_ns;
    return true;
}

// Begins the frame of this datagram. The frames between it and the last one are lost, if any.
static void begin_frame(stream_gather *g, const stream_head *h) {
    uint64_t before = g->total > 0 ? g->sequence - 1 : g->sequence; // the frame in progress is lost too
    if (g->sequence > 0) g->status.counts.lost += h->sequence - before - 1;
    g->sequence = h->sequence;
    g->total = h->total;
    g->missing = h->parts;
    memset(g->got, 0, sizeof g->got);
}

// Adds the part; false: it is of a past frame, had come, or does not fit to the others.
static bool add_part(stream_gather *g, const stream_head *h, const unsigned char *data) {
    if (h->sequence < g->sequence) {
        g->status.counts.old++;
        return false;
    }
    if (h->sequence > g->sequence) begin_frame(g, h);
    if (g->total == 0 || g->got[h->part]) { // the frame is whole, or has this part
        g->status.counts.twice++;
        return false;
    }
    if (h->total != g->total) {
        g->status.counts.damaged++;
        return false;
    }
    g->got[h->part] = 1;
    memcpy(g->frame + h->first, data, h->length);
    g->missing--;
    return true;
}

// Moves the snapshot to this machine's clock. The delay is the shortest seen: a late frame does not move those after
// it. It grows slowly, as two clocks drift apart, and jumps after a standstill.
static void set_clock(stream_gather *g, int64_t now_ns, dyn_snapshot *s) {
    const int64_t jump_ns = 1000000000;
    enum { SHARE = 64 };
    const int64_t delay = now_ns - s->wall_ns, later = g->has_delay ? delay - g->delay_ns : -1;
    if (later < 0 || later > jump_ns)
        g->delay_ns = delay;
    else
        g->delay_ns += later / SHARE;
    g->has_delay = true;
    s->wall_ns += g->delay_ns;
}

static bool finish_frame(stream_gather *g, int64_t now_ns, dyn_snapshot *out) {
    uint32_t total = g->total;
    g->total = 0;
    if (!stream_decode(g->frame, total, g->status.title, out)) {
        g->status.counts.senseless++;
        return false;
    }
    set_clock(g, now_ns, out);
    g->status.counts.frames++;
    g->status.heard_ns = now_ns;
    g->status.state = STREAM_SHOWS;
    return true;
}

bool stream_gather_add(stream_gather *g, const unsigned char *bytes, size_t n, int64_t now_ns, dyn_snapshot *out) {
    stream_head h;
    switch (stream_datagram_read(bytes, n, &h)) {
    case STREAM_DAMAGED:
        g->status.counts.damaged++;
        return false;
    case STREAM_NEWER:
        note_other(g, STREAM_OTHER_VERSION, now_ns);
        if (g->status.state == STREAM_OTHER_VERSION) g->status.version = h.part;
        return false;
    default:
        break;
    }
    const unsigned char *data = bytes + STREAM_HEAD;
    return is_accepted(g, &h, data, now_ns) && add_part(g, &h, data) && g->missing == 0 && finish_frame(g, now_ns, out);
}
