// SPDX-License-Identifier: MIT
// Fuzz target: the reader of recordings. The first byte selects the checksums that the target corrects (1: the head's,
// 2: also the chunks'), so that the fuzzer reaches the checks behind them.
#include "rt/record/format.h"
#include "tests/fuzz/fuzz_mesh.h"
#include <sys/mman.h>
#include <unistd.h>

static size_t head_size(const unsigned char *file, size_t size) {
    record_head h;
    uint64_t at = sizeof h;
    if (size < sizeof h) return 0;
    memcpy(&h, file, sizeof h);
    for (int k = 0; k < RECORD_TEXTS; k++) {
        if (h.size[k] > size - at) return 0;
        at += h.size[k];
    }
    return at;
}

static size_t mend_head(unsigned char *file, size_t size) {
    size_t whole = head_size(file, size);
    if (whole == 0) return 0;
    record_head h;
    memcpy(&h, file, sizeof h);
    memcpy(h.magic, RECORD_MAGIC, sizeof h.magic);
    h.version = RECORD_VERSION;
    h.crc = 0;
    uLong crc = crc32(0, (const Bytef *)&h, sizeof h);
    h.crc = (uint32_t)crc32_z(crc, file + sizeof h, whole - sizeof h);
    memcpy(file, &h, sizeof h);
    return whole;
}

static void mend_chunks(unsigned char *file, size_t size, size_t at) {
    record_chunk h;
    for (uint32_t n = 0; at > 0 && size - at >= sizeof h; at += sizeof h + h.length) {
        memcpy(&h, file + at, sizeof h);
        if (h.length > size - at - sizeof h) return;
        h.magic = RECORD_CHUNK_MAGIC;
        h.sequence = n++;
        h.crc = record_chunk_crc(h, file + at + sizeof h);
        memcpy(file + at, &h, sizeof h);
    }
}

// Reads every frame, row and state that the recording claims to hold, in order and by random access.
static void read_all(rt_player *p, rt_diag *d) {
    const rt_play_contents l = rt_play_get_contents(p);
    const rt_record_header *h = rt_play_header(p);
    const double *value;
    rt_record_times t;
    rt_record_row row;
    uint64_t n = 0, frame, last = 0, seen = 0;
    rt_play how;
    CHECK(h->h_ns > 0 && l.keyframes >= 1 && l.end_frame - h->first_frame == l.frames + l.missing);
    while ((how = rt_play_next(p, &row, d)) == RT_PLAY_FRAME) {
        CHECK(row.frame >= h->first_frame && row.frame < l.end_frame && (n == 0 || row.frame > last));
        CHECK(row.command.pull.kind == RT_PULL_NONE || rt_pull_is_valid(&row.command.pull));
        CHECK(row.command.lever >= -1 && row.command.lever <= 1 && row.command.brake >= 0 && row.command.brake <= 1);
        for (int k = 0; k < rt_play_n_sections(p); k++) seen += row.section[k];
        last = row.frame;
        n++;
    }
    CHECK(n == l.frames && how == l.how && (how == RT_PLAY_DAMAGED) == (d->errors == 1));
    for (n = 0; rt_play_next_times(p, &frame, &t); n++) seen += frame;
    CHECK(n == l.times);
    for (n = 0; rt_play_next_channels(p, &frame, &value); n++)
        for (int k = 0; k < rt_play_n_channels(p); k++) seen += value[k] > 0;
    CHECK(n == l.channels);
    void *state = malloc(h->state_size + 1);
    CHECK(state);
    for (int k = 0; k < l.keyframes; k++) {
        bool whole = rt_play_read_keyframe(p, k, state); // its stream is arbitrary
        CHECK(whole || k > 0);
        int before = rt_play_keyframe_before(p, rt_play_keyframe_at(p, k));
        CHECK(before >= k && rt_play_keyframe_at(p, before) == rt_play_keyframe_at(p, k));
    }
    free(state);
    const uint64_t places[] = {0, h->first_frame, last, last / 2, l.end_frame, UINT64_MAX, seen};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        rt_play_seek(p, places[k]);
        if (rt_play_next(p, &row, d) == RT_PLAY_FRAME) CHECK(row.frame >= places[k]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rt_diag d;
    char name[64];
    if (size < 1) return 0;
    size_t n = size - 1;
    unsigned char *bytes = malloc(size);
    CHECK(bytes);
    memcpy(bytes, data + 1, n);
    size_t whole = data[0] >= 1 ? mend_head(bytes, n) : 0;
    if (data[0] >= 2) mend_chunks(bytes, n, whole);
    int file = memfd_create("recording", 0);
    CHECK(file >= 0 && write(file, bytes, n) == (ssize_t)n);
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    memset(&d, 0, sizeof d);
    memory_start();
    rt_player *p = rt_play_open(name, &d);
    CHECK((p == NULL) == (d.errors > 0));
    if (p) read_all(p, &d);
    rt_play_close(p);
    memory_counts = false;
    CHECK(memory_most <= 20 * size + 600000); // four chunk buffers and an index of the chunks
    close(file);
    free(bytes);
    return 0;
}
