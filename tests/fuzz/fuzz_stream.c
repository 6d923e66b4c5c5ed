// SPDX-License-Identifier: MIT
// Fuzz target: what comes in at the port of hawse view. The first byte selects the entry point:
//   0  records of length and bytes, as datagrams
//   1  a frame's bytes, cut into datagrams with correct heads and checksums that the next bytes drop, double and swap
//   2  a frame's bytes, to the decoder
// A frame that is accepted has indices within its counts and finite places, and encodes to a frame that is accepted.
#include "rt/stream/wire.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Unlike assert, active in every build.
#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);                                                \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

enum { SCENE = 1 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static dyn_snapshot out, twice;
static stream_gather g;

static void check_indices(const dyn_snapshot *s) {
    for (int k = 0; k < s->n_contacts; k++) CHECK(s->contact[k].body >= -1 && s->contact[k].body < s->n_bodies);
    for (int k = 0; k < s->n_regions; k++) CHECK(s->region[k].contact >= 0 && s->region[k].contact < s->n_contacts);
    for (int k = 0; k < s->n_contours; k++) {
        const dyn_snapshot_contour *c = &s->contour[k];
        CHECK(c->region >= 0 && c->region < s->n_regions);
        CHECK(c->first >= 0 && c->count >= 0 && c->first + c->count <= s->n_corners);
    }
    if (s->pull.acts) CHECK(s->pull.body >= 0 && s->pull.body < s->n_bodies);
}

static void check_snapshot(const char *title, const dyn_snapshot *s) {
    static unsigned char again[STREAM_FRAME];
    char other[STREAM_TITLE];
    CHECK(strlen(title) < STREAM_TITLE && strlen(s->message) < DYN_SNAPSHOT_MESSAGE);
    CHECK(s->n_bodies >= 0 && s->n_bodies <= DYN_SNAPSHOT_BODIES && s->n_reactions <= DYN_SHOW_JOINTS);
    CHECK(s->n_contacts <= DYN_SNAPSHOT_VECTORS && s->n_regions <= DYN_SNAPSHOT_REGIONS);
    CHECK(s->n_contours <= DYN_SNAPSHOT_REGIONS && s->n_corners <= DYN_SNAPSHOT_CORNERS);
    CHECK(s->watch.n_track >= 0 && s->watch.n_track <= DYN_TRACK && fabs(s->t) <= 1e9);
    for (int k = 0; k < s->n_bodies; k++) {
        CHECK(vec3_norm(s->body[k].pose.p) <= 2 * STREAM_MOST_PLACE);
        CHECK(fabs(mat3_det(&s->body[k].pose.r) - 1) < 1e-9);
    }
    check_indices(s);
    const size_t n = stream_encode(title, s, again);
    CHECK(n > 0 && n <= STREAM_FRAME && stream_decode(again, n, other, &twice));
    CHECK(strcmp(title, other) == 0 && twice.n_bodies == s->n_bodies && twice.frame == s->frame);
}

static void add(const unsigned char *bytes, size_t n, int64_t now_ns) {
    if (!stream_gather_add(&g, bytes, n, now_ns, &out)) return;
    CHECK(g.status.state == STREAM_SHOWS && g.status.heard_ns == now_ns);
    check_snapshot(g.status.title, &out);
}

static void fuzz_datagrams(const uint8_t *data, size_t size) {
    for (int64_t now = 1; size >= 2; now += 1000000) {
        size_t n = data[0] | (size_t)data[1] << 8;
        data += 2, size -= 2;
        if (n > size) n = size;
        add(data, n, now);
        data += n, size -= n;
    }
}

static void fuzz_frames(const uint8_t *data, size_t size) {
    unsigned char datagram[STREAM_DATAGRAM];
    enum { CHOICES = 16 };
    if (size <= CHOICES || size > STREAM_FRAME) return;
    const uint8_t *frame = data + CHOICES;
    stream_head h = {.scene = SCENE, .total = (uint32_t)(size - CHOICES)};
    for (int k = 0; k < CHOICES; k++) {
        const uint8_t c = data[k]; // which part, how often, of which run, frame and scene
        h.run = 1 + (c >> 6 & 1);
        h.sequence = 1 + (uint64_t)(c >> 4 & 3);
        h.scene = SCENE + (c >> 7);
        for (int part = 0; part < stream_parts(h.total); part++)
            if ((c & 15) == 15 || part % 15 == (c & 15))
                add(datagram, stream_datagram_write(&h, part, frame, datagram), 1 + k * INT64_C(200000000));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char title[STREAM_TITLE];
    if (size == 0) return 0;
    memset(&g, 0, offsetof(stream_gather, frame));
    g.has_delay = false;
    g.scene = SCENE;
    switch (data[0] & 3) {
    case 0:
        fuzz_datagrams(data + 1, size - 1);
        break;
    case 1:
        fuzz_frames(data + 1, size - 1);
        break;
    default:
        if (stream_decode(data + 1, size - 1, title, &out)) check_snapshot(title, &out);
    }
    return 0;
}
