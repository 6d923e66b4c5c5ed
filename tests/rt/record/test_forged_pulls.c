// SPDX-License-Identifier: MIT
// Pulls that no window makes, in a recording made by hand with a correct checksum: the reader refuses their chunk and
// keeps the frames before it.
#include "rt/record/format.h"
#include "tests/rt/scratch.h"

static rt_diag diag;

// 25 frames in chunks of ten; pulls in frames 1, 5, 9; 13, 17; 21.
static void record(const char *path) {
    static const double initial = 1;
    const rt_record_header h = {25000000, 0, "a.yaml", "text", "info\n", "one\n", "t\ts\n", &initial, sizeof initial};
    const uint16_t section = 7;
    rt_recorder *r = rt_recorder_open(path, &h, 64, &diag);
    assert_non_null(r);
    for (uint64_t i = 0; i < 25; i++) {
        rt_record_row row = {.frame = i, .hash = i, .section = &section};
        if (i % 4 == 1) row.command.pull = (rt_pull){.kind = RT_PULL_BODY, .number = (int32_t)i, .to = {1, 2, 3}};
        assert_true(rt_record_push_frame(r, &row));
        assert_true(rt_record_drain(r));
    }
    assert_int_equal(rt_recorder_close(r, &diag), RT_OK);
}

// The second chunk of pulls.
static unsigned char *find_chunk(unsigned char *bytes, size_t size, record_chunk *h) {
    int n = 0;
    for (size_t at = 0; at + sizeof *h <= size; at++) {
        memcpy(h, bytes + at, sizeof *h);
        if (h->magic == RECORD_CHUNK_MAGIC && h->kind == RECORD_PULLS && n++ == 1) return bytes + at;
    }
    fail_msg("no second chunk of pulls");
    return NULL;
}

static uint64_t count_frames(const char *path, rt_play *end) {
    rt_record_row row;
    uint64_t n = 0;
    rt_player *p = rt_play_open(path, &diag);
    assert_non_null(p);
    while ((*end = rt_play_next(p, &row, &diag)) == RT_PLAY_FRAME) n++;
    rt_play_close(p);
    return n;
}

static void forged_pulls_are_refused(void **state) {
    (void)state;
    const double nan = NAN, far = 2 * RT_PULL_FARTHEST;
    const int32_t minus = -1, kind = RT_PULL_KINDS, none = RT_PULL_NONE;
    const uint64_t late = 14, early = 3;
    // place in the row of frame 13: u64 frame, i32 kind, i32 number, at, to
    const struct {
        size_t at, size;
        const void *bytes;
    } fault[] = {{12, 4, &minus}, {8, 4, &kind}, {8, 4, &none}, {16, 8, &nan}, {24, 8, &far},
                 {40, 8, &nan},   {56, 8, &far}, {0, 8, &late}, {0, 8, &early}};
    const char *path = scratch_path("a.rec");
    size_t size;
    rt_play end;
    record(path);
    assert_int_equal(count_frames(path, &end), 25);
    for (size_t k = 0; k < sizeof fault / sizeof *fault; k++) {
        unsigned char *bytes = scratch_read(scratch_path("a.rec"), &size);
        record_chunk h;
        unsigned char *chunk = find_chunk(bytes, size, &h);
        memcpy(chunk + sizeof h + fault[k].at, fault[k].bytes, fault[k].size);
        h.crc = record_chunk_crc(h, chunk + sizeof h);
        memcpy(chunk, &h, sizeof h);
        diag = (rt_diag){0};
        assert_int_equal(count_frames(scratch_write("f.rec", bytes, size), &end), 10);
        assert_int_equal(end, RT_PLAY_DAMAGED);
        assert_non_null(strstr(diag.text, "a pull is out of range"));
        free(bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(forged_pulls_are_refused)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
