// SPDX-License-Identifier: MIT
// Wire protocol: published check values and examples, frames computed with Python's struct and binascii.crc_hqx, and
// rejection of every damaged frame.
#include "hw/firmware/hawse_console/reference.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;
static uint8_t random_byte(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint8_t)(seed >> 56);
}

// ---- CRC ------------------------------------------------------------------------------------------------------------

// Reference CRC, bit by bit.
static uint16_t crc_by_bit(const uint8_t *data, size_t n) {
    uint16_t crc = 0xFFFF;
    for (size_t i = 0; i < 8 * n; i++) {
        bool bit = (data[i / 8] >> (7 - i % 8) & 1) != (crc >> 15);
        crc = (uint16_t)(crc << 1 ^ (bit ? 0x1021 : 0));
    }
    return crc;
}

static void test_crc(void **state) {
    (void)state;
    uint8_t data[300];
    assert_int_equal(wire_crc((const uint8_t *)"123456789", 9), 0x29B1); // the catalogued check value
    assert_int_equal(wire_crc(data, 0), 0xFFFF);
    for (size_t n = 1; n < sizeof data; n++) {
        for (size_t i = 0; i < n; i++) data[i] = random_byte();
        assert_int_equal(wire_crc(data, n), crc_by_bit(data, n));
    }
}

// ---- COBS -----------------------------------------------------------------------------------------------------------

static size_t cobs_decode(const uint8_t *in, size_t n, uint8_t *out) {
    size_t w = 0;
    for (size_t i = 0; i < n;) {
        uint8_t code = in[i++];
        for (uint8_t k = 1; k < code; k++) out[w++] = in[i++];
        if (code != 0xFF && i < n) out[w++] = 0;
    }
    return w;
}

static void check_cobs(const uint8_t *data, size_t n, const uint8_t *expected, size_t m) {
    uint8_t out[1200];
    assert_int_equal(wire_cobs_encode(data, n, out), m);
    assert_memory_equal(out, expected, m);
}

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

static void test_cobs_examples(void **state) {
    (void)state;
    // Cheshire and Baker 1999, the worked example: the head of an IP packet
    check_cobs(BYTES(0x45, 0, 0, 0x2C, 0x4C, 0x79, 0, 0, 0x40, 6, 0x4F, 0x37),
               BYTES(2, 0x45, 1, 4, 0x2C, 0x4C, 0x79, 1, 5, 0x40, 6, 0x4F, 0x37));
    check_cobs(BYTES(0), BYTES(1, 1));
    check_cobs(BYTES(0, 0), BYTES(1, 1, 1));
    check_cobs(BYTES(0x11, 0x22, 0, 0x33), BYTES(3, 0x11, 0x22, 2, 0x33));
    check_cobs(BYTES(0x11, 0, 0, 0), BYTES(2, 0x11, 1, 1, 1));
}

// Runs of 253 to 255 and of 508 bytes without a zero, where a block is full: before the end, before a zero, after one.
static void test_cobs_full_blocks(void **state) {
    (void)state;
    uint8_t run[600], expected[620];
    memset(run, 7, sizeof run);
    memset(expected, 7, sizeof expected);
    expected[0] = 254;
    check_cobs(run, 253, expected, 254);
    expected[0] = 255;
    check_cobs(run, 254, expected, 255); // full block at the end: no further code byte
    expected[255] = 2;
    check_cobs(run, 255, expected, 257);
    expected[255] = 255;
    check_cobs(run, 508, expected, 510);
    run[254] = 0; // a zero after a full block is a block by itself
    expected[255] = 1;
    expected[256] = 1;
    check_cobs(run, 255, expected, 257);
    run[254] = 7;
    run[0] = 0;
    expected[0] = 1;
    expected[1] = 255;
    expected[255] = 7;
    check_cobs(run, 255, expected, 256);
}

static void test_cobs_round_trip(void **state) {
    (void)state;
    uint8_t data[600], coded[620], back[620];
    for (size_t n = 0; n <= sizeof data; n++)
        for (int often = 0; often < 3; often++) {
            for (size_t i = 0; i < n; i++)
                data[i] = often == 0 ? 1 : random_byte() < (often == 1 ? 4 : 128) ? 0 : random_byte();
            size_t m = wire_cobs_encode(data, n, coded);
            assert_true(m <= n + n / 254 + 1);
            assert_null(memchr(coded, 0, m));
            assert_int_equal(cobs_decode(coded, m, back), n);
            assert_memory_equal(back, data, n);
        }
}

// ---- frames ---------------------------------------------------------------------------------------------------------

static const uint8_t hello_frame[] = {
    0x02, 0x01, 0x01, 0x03, 0xE8, 0x03, 0x01, 0x0C, 0x01, 0x02, 0x01, 0x07, 0x48, 0x43, 0x2D, 0x30, 0x30, 0x30,
    0x31, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x10, 0x68, 0x61, 0x77, 0x73, 0x65, 0x20, 0x63, 0x6F,
    0x6E, 0x73, 0x6F, 0x6C, 0x65, 0x20, 0x32, 0x01, 0x02, 0x01, 0x02, 0x52, 0x0B, 0xEA, 0x01, 0x16, 0x02, 0xAE,
    0x03, 0x5D, 0x03, 0x01, 0x02, 0x02, 0x52, 0x02, 0x52, 0x02, 0x7A, 0x05, 0xAE, 0x03, 0x5D, 0x03, 0x11, 0x11,
    0x10, 0x01, 0x12, 0x11, 0x02, 0x13, 0x10, 0x03, 0x14, 0x10, 0x04, 0x18, 0x10, 0x27, 0x8D, 0x00};
static const uint8_t accept_frame[] = {0x03, 0x02, 0x07, 0x02, 0x05, 0x01, 0x01, 0x02, 0x01, 0x02,
                                       0x0A, 0x02, 0x14, 0x02, 0xC8, 0x03, 0xC7, 0xF2, 0x00};
static const uint8_t input_frame[] = {0x07, 0x05, 0x02, 0x01, 0x87, 0xD6, 0x12, 0x02, 0x07, 0x03, 0xDC,
                                      0x05, 0x08, 0xFE, 0xFF, 0x9A, 0x03, 0x03, 0xE4, 0x39, 0x00};
static const uint8_t output_frame[] = {0x03, 0x06, 0x09, 0x03, 0x20, 0x4E, 0x01, 0x05, 0x02, 0x01, 0x02,
                                       0x81, 0x04, 0x90, 0xD0, 0x03, 0x02, 0x96, 0x07, 0x2E, 0xFB, 0xFF,
                                       0xFF, 0x4D, 0x01, 0x03, 0x80, 0x02, 0x03, 0x81, 0x32, 0x00};
static const wire_input input = {.host_seq = 7, .host_age_us = 1500, .axis = {-2, 922}, .button = 3};
static const wire_output output = {.input_seq = 258,
                                   .state = WIRE_STATE_ACTIVE,
                                   .lamps = WIRE_LAMP_ARMED | WIRE_LAMP_STOPPER,
                                   .tension = 250000,
                                   .speed = 150,
                                   .counter = -1234,
                                   .motor = 333,
                                   .brake_temp = WIRE_NO_VALUE,
                                   .stopper = WIRE_STOPPER_HOLDING};

static void check_frame(wire_type type, uint16_t seq, uint32_t t_us, const uint8_t *body, uint8_t n,
                        const uint8_t *expected, size_t m) {
    uint8_t out[WIRE_FRAME_MAX];
    assert_int_equal(wire_frame_build((uint8_t)type, seq, t_us, body, n, out), m);
    assert_memory_equal(out, expected, m);
}

static void test_packs_every_byte(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX];
    const console_def *c = &reference_console;
    const wire_accept accept = {1, 0, 10, 20, 200};
    check_frame(WIRE_HELLO, 0, 1000, body, wire_pack_hello(&c->hello, c->table, body), hello_frame, sizeof hello_frame);
    check_frame(WIRE_ACCEPT, 7, 5, body, wire_pack_accept(&accept, body), accept_frame, sizeof accept_frame);
    check_frame(WIRE_INPUT, 258, 1234567, body, wire_pack_input(&input, c->table, c->hello.n_channels, body),
                input_frame, sizeof input_frame);
    check_frame(WIRE_OUTPUT, 9, 20000, body, wire_pack_output(&output, body), output_frame, sizeof output_frame);
}

// Decodes the bytes; returns the result of the last one.
static wire_result decode(wire_decoder *d, const uint8_t *bytes, size_t n, wire_frame *f) {
    wire_result last = WIRE_NOTHING;
    for (size_t i = 0; i < n; i++) {
        last = wire_decode(d, bytes[i], f);
        if (i + 1 < n) assert_int_equal(last, WIRE_NOTHING);
    }
    return last;
}

static void test_unpacks(void **state) {
    (void)state;
    wire_decoder d = {0};
    wire_frame f;
    wire_hello h;
    wire_channel table[WIRE_CHANNELS];
    wire_accept a;
    wire_input in;
    wire_output o;
    assert_int_equal(decode(&d, hello_frame, sizeof hello_frame, &f), WIRE_FRAME);
    assert_int_equal(f.t_us, 1000);
    assert_true(wire_unpack_hello(f.body, f.n, &h, table));
    assert_int_equal(h.n_channels, REFERENCE_CHANNELS);
    assert_string_equal(h.serial, "HC-0001");
    assert_string_equal(h.firmware, "hawse console 2");
    assert_true(h.minor == WIRE_MINOR && table[6].kind == WIRE_KIND_STOPPER_SWITCH);
    uint8_t again[WIRE_BODY_MAX];
    assert_int_equal(wire_pack_hello(&h, table, again), f.n);
    assert_memory_equal(again, f.body, f.n);
    d = (wire_decoder){0};
    assert_int_equal(decode(&d, accept_frame, sizeof accept_frame, &f), WIRE_FRAME);
    assert_true(wire_unpack_accept(f.body, f.n, &a) && a.input_period_ms == 10 && a.watchdog_ms == 200);
    d = (wire_decoder){0};
    assert_int_equal(decode(&d, input_frame, sizeof input_frame, &f), WIRE_FRAME);
    assert_int_equal(f.seq, 258);
    assert_int_equal(f.t_us, 1234567);
    assert_true(wire_unpack_input(f.body, f.n, table, h.n_channels, false, &in));
    assert_true(in.host_seq == 7 && in.host_age_us == 1500 && in.flags == 0 && in.button == 3);
    assert_true(in.axis[0] == -2 && in.axis[1] == 922);
    d = (wire_decoder){0};
    assert_int_equal(decode(&d, output_frame, sizeof output_frame, &f), WIRE_FRAME);
    assert_true(wire_unpack_output(f.body, f.n, &o));
    assert_true(o.input_seq == 258 && o.state == WIRE_STATE_ACTIVE &&
                o.lamps == (WIRE_LAMP_ARMED | WIRE_LAMP_STOPPER) && o.buzzer == 0 &&
                o.stopper == WIRE_STOPPER_HOLDING && o.motor_state == WIRE_MOTOR_SOUND);
    assert_true(o.tension == 250000 && o.speed == 150 && o.counter == -1234 && o.motor == 333);
    assert_int_equal(o.brake_temp, WIRE_NO_VALUE);
}

// A 1.0 console at this host, this console at a 1.0 host, and a button of an unknown kind.
static void test_other_minor_versions(void **state) {
    (void)state;
    wire_hello h;
    wire_channel table[WIRE_CHANNELS];
    wire_output o;
    const console_def *c = &reference_console; // a 1.0 console has no stopper, which is the last channel
    wire_hello hello = c->hello;
    hello.minor = 0, hello.n_channels--;
    uint8_t body[WIRE_BODY_MAX], n = wire_pack_hello(&hello, c->table, body);
    assert_true(wire_unpack_hello(body, n, &h, table));
    assert_true(h.minor == 0 && h.n_channels == 6 && table[5].kind == WIRE_KIND_DEAD_MAN);
    const wire_channel newest[] = {{0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, 0, 40, 60, 100, 100},
                                   {3, WIRE_KINDS + 2, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0},
                                   {1, WIRE_KIND_THRUSTER + 2, WIRE_UNIT_COUNT, 0, 40, 60, 100, 100}};
    hello = (wire_hello){.major = WIRE_MAJOR, .minor = WIRE_MINOR, .device_class = 1, .n_channels = 3};
    n = wire_pack_output(&output, body);
    assert_true(wire_unpack_output(body, (uint8_t)(n - 2), &o)); // from a 1.0 host
    assert_true(o.tension == 250000 && o.stopper == WIRE_STOPPER_OPEN && o.motor_state == WIRE_MOTOR_SOUND);
    n = wire_pack_hello(&hello, newest, body);
    assert_false(wire_unpack_hello(body, n, &h, table)); // unknown kind: refused in this version
    body[1] = WIRE_MINOR + 1;
    assert_true(wire_unpack_hello(body, n, &h, table) && table[1].kind == WIRE_KIND_BUTTON && table[2].kind == 3);
}

// ---- damage ---------------------------------------------------------------------------------------------------------

static const struct {
    const uint8_t *bytes;
    size_t n;
} sample[] = {{hello_frame, sizeof hello_frame},
              {accept_frame, sizeof accept_frame},
              {input_frame, sizeof input_frame},
              {output_frame, sizeof output_frame}};

// After any input, the decoder accepts a complete frame that follows a delimiter.
static void check_recovers(wire_decoder *d) {
    wire_frame f;
    wire_decode(d, 0, &f);
    d->any_seq = false;
    assert_int_equal(decode(d, input_frame, sizeof input_frame, &f), WIRE_FRAME);
}

static int frames_in(const uint8_t *bytes, size_t n, wire_decoder *d) {
    wire_frame f;
    int frames = 0;
    for (size_t i = 0; i < n; i++) frames += wire_decode(d, bytes[i], &f) == WIRE_FRAME;
    return frames;
}

static void test_truncated_never_accepted(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++)
        for (size_t from = 0; from < sample[k].n; from++)
            for (size_t to = from; to <= sample[k].n; to++) {
                if (from == 0 && to >= sample[k].n - 1) continue; // complete
                uint8_t cut[300];
                memcpy(cut, sample[k].bytes + from, to - from);
                cut[to - from] = 0;
                wire_decoder d = {0};
                assert_int_equal(frames_in(cut, to - from + 1, &d), 0);
                bool empty = to == from || (to == sample[k].n && from == to - 1);
                assert_int_equal(d.counts.crc_errors + d.counts.resyncs, empty ? 0 : 1);
                check_recovers(&d);
            }
}

static void test_flipped_never_accepted(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++)
        for (size_t bit = 0; bit < 8 * sample[k].n; bit++) {
            uint8_t bad[300];
            memcpy(bad, sample[k].bytes, sample[k].n);
            bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
            wire_decoder d = {0};
            assert_int_equal(frames_in(bad, sample[k].n, &d), 0);
            wire_frame f;
            wire_decode(&d, 0, &f); // if the flip hit the delimiter
            assert_int_equal(d.counts.frames, 0);
            assert_true(d.counts.crc_errors + d.counts.resyncs >= 1);
            check_recovers(&d);
        }
}

// A byte dropped, a byte doubled, or a zero inserted.
static void test_slipped_never_accepted(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++)
        for (size_t at = 0; at + 1 < sample[k].n; at++)
            for (int kind = 0; kind < 3; kind++) {
                uint8_t bad[300];
                size_t n = sample[k].n, keep = kind == 0 ? at : at + 1,
                       skip = kind == 2   ? at + 1
                              : kind == 1 ? at
                                          : at + 1;
                memcpy(bad, sample[k].bytes, keep);
                if (kind == 2) bad[keep++] = 0;
                memcpy(bad + keep, sample[k].bytes + skip, n - skip);
                wire_decoder d = {0};
                if (kind == 2 && at + 2 == sample[k].n) continue; // before the delimiter: still complete
                assert_int_equal(frames_in(bad, keep + n - skip, &d), 0);
                assert_true(d.counts.crc_errors + d.counts.resyncs >= 1);
                check_recovers(&d);
            }
}

static void test_endless_without_delimiter(void **state) {
    (void)state;
    wire_decoder d = {0};
    wire_frame f;
    for (int i = 0; i < 100000; i++) assert_int_equal(wire_decode(&d, (uint8_t)(1 + i % 255), &f), WIRE_NOTHING);
    assert_int_equal(wire_decode(&d, 0, &f), WIRE_DAMAGED);
    assert_int_equal(d.counts.oversize, 1);
    assert_int_equal(d.counts.resyncs, 1);
    check_recovers(&d);
    for (int i = 0; i < 1000; i++) assert_int_equal(wire_decode(&d, 0, &f), WIRE_NOTHING); // an idle line
    assert_int_equal(d.counts.resyncs, 1);
}

static void test_longest_frame(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX], out[WIRE_FRAME_MAX];
    wire_decoder d = {0};
    wire_frame f;
    for (int zeros = 0; zeros < 2; zeros++) {
        memset(body, zeros ? 0 : 0xA5, sizeof body);
        size_t n = wire_frame_build(WIRE_HELLO, (uint16_t)(1 + zeros), 0x01020304, body, WIRE_BODY_MAX, out);
        assert_true(n <= WIRE_FRAME_MAX);
        assert_int_equal(decode(&d, out, n, &f), WIRE_FRAME);
        assert_int_equal(f.n, WIRE_BODY_MAX);
        assert_memory_equal(f.body, body, WIRE_BODY_MAX);
    }
}

// Correct checksum, but an unknown type or too short.
static void test_unknown_never_accepted(void **state) {
    (void)state;
    uint8_t out[WIRE_FRAME_MAX], payload[16], coded[20];
    for (int type = 0; type < 256; type++) {
        wire_decoder d = {0};
        size_t n = wire_frame_build((uint8_t)type, 1, 1, NULL, 0, out);
        bool known = type >= WIRE_HELLO && type < WIRE_TYPES;
        assert_int_equal(frames_in(out, n, &d), known);
        assert_int_equal(d.counts.crc_errors, !known);
    }
    for (size_t n = 0; n < WIRE_HEADER; n++) {
        wire_decoder d = {0};
        memset(payload, WIRE_INPUT, n);
        uint16_t crc = wire_crc(payload, n);
        payload[n] = (uint8_t)crc;
        payload[n + 1] = (uint8_t)(crc >> 8);
        size_t m = wire_cobs_encode(payload, n + 2, coded);
        coded[m] = 0;
        assert_int_equal(frames_in(coded, m + 1, &d), 0);
        assert_int_equal(d.counts.crc_errors, 1);
    }
}

// ---- sequence -------------------------------------------------------------------------------------------------------

static wire_result feed(wire_decoder *d, wire_type type, uint16_t seq) {
    uint8_t out[WIRE_FRAME_MAX];
    wire_frame f;
    size_t n = wire_frame_build((uint8_t)type, seq, 0, NULL, 0, out);
    return decode(d, out, n, &f);
}

static void test_sequence(void **state) {
    (void)state;
    wire_decoder d = {0};
    assert_int_equal(feed(&d, WIRE_INPUT, 65534), WIRE_FRAME); // the first number is free
    assert_int_equal(feed(&d, WIRE_INPUT, 65535), WIRE_FRAME);
    assert_int_equal(feed(&d, WIRE_INPUT, 0), WIRE_FRAME); // wraps
    assert_int_equal(d.counts.lost, 0);
    assert_int_equal(feed(&d, WIRE_INPUT, 0), WIRE_DUPLICATE);
    assert_int_equal(feed(&d, WIRE_INPUT, 65535), WIRE_DUPLICATE); // an earlier number
    assert_int_equal(d.counts.duplicates, 2);
    assert_int_equal(feed(&d, WIRE_INPUT, 4), WIRE_FRAME);
    assert_int_equal(d.counts.lost, 3);
    assert_int_equal(feed(&d, WIRE_INPUT, 4 + WIRE_GAP_MAX + 1), WIRE_DAMAGED); // too large a gap: damage
    assert_int_equal(d.counts.crc_errors, 1);
    assert_int_equal(feed(&d, WIRE_INPUT, 4 + WIRE_GAP_MAX), WIRE_FRAME);
    assert_int_equal(feed(&d, WIRE_HELLO, 4 + WIRE_GAP_MAX), WIRE_DUPLICATE);
    assert_int_equal(feed(&d, WIRE_HELLO, 0), WIRE_FRAME); // restarted
    assert_int_equal(feed(&d, WIRE_INPUT, 1), WIRE_FRAME);
    assert_int_equal(feed(&d, WIRE_ASK, 40000), WIRE_FRAME); // the other side restarted
    assert_int_equal(d.counts.lost, 3 + WIRE_GAP_MAX - 1);
    wire_decoder_restart(&d);
    assert_int_equal(feed(&d, WIRE_INPUT, 17), WIRE_FRAME);
    assert_int_equal(d.counts.frames, 9);
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

static void test_short_or_long_bodies_refused(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX + 1] = {0};
    wire_hello h;
    wire_channel table[WIRE_CHANNELS];
    wire_input in;
    wire_accept a;
    wire_output o;
    const console_def *c = &reference_console;
    uint8_t n = wire_pack_hello(&c->hello, c->table, body);
    for (uint8_t k = 0; k <= WIRE_BODY_MAX; k++) assert_int_equal(wire_unpack_hello(body, k, &h, table), k == n);
    body[1] = WIRE_MINOR + 1; // a newer minor version may be longer, never shorter
    for (uint8_t k = 0; k <= WIRE_BODY_MAX; k++) assert_int_equal(wire_unpack_hello(body, k, &h, table), k >= n);
    body[0] = WIRE_MAJOR + 1; // another major version: only the version is read
    for (uint8_t k = 2; k <= WIRE_BODY_MAX; k++) {
        assert_true(wire_unpack_hello(body, k, &h, table));
        assert_int_equal(h.n_channels, 0);
    }
    n = wire_pack_input(&input, c->table, c->hello.n_channels, body);
    for (uint8_t k = 0; k < 40; k++) {
        assert_int_equal(wire_unpack_input(body, k, c->table, c->hello.n_channels, false, &in), k == n);
        assert_int_equal(wire_unpack_input(body, k, c->table, c->hello.n_channels, true, &in), k >= n);
    }
    body[n - 1] |= 0x20; // a sixth button of five
    assert_false(wire_unpack_input(body, n, c->table, c->hello.n_channels, false, &in));
    const wire_accept accept = {WIRE_MAJOR, WIRE_MINOR, 10, 20, 200};
    n = wire_pack_accept(&accept, body);
    for (uint8_t k = 0; k < 20; k++) assert_int_equal(wire_unpack_accept(body, k, &a), k == n);
    body[0]++;
    assert_false(wire_unpack_accept(body, n, &a));
    n = wire_pack_output(&output, body);
    for (uint8_t k = 0; k < 40; k++) assert_int_equal(wire_unpack_output(body, k, &o), k >= n - 2); // 1.0: two less
}

static bool table_accepted(const wire_channel *table, uint8_t n) {
    uint8_t body[WIRE_BODY_MAX];
    wire_hello h = {.major = WIRE_MAJOR, .n_channels = n}, back;
    wire_channel out[WIRE_CHANNELS];
    return wire_unpack_hello(body, wire_pack_hello(&h, table, body), &back, out);
}

static void test_bad_tables_refused(void **state) {
    (void)state;
    const wire_channel lever = {0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, 0, 500, 520, 1023, 1024};
    const wire_channel stop = {0, WIRE_KIND_ESTOP, WIRE_UNIT_NORMALLY_CLOSED, 0, 0, 0, 0, 0};
    wire_channel t[3] = {lever, stop, {1, WIRE_KIND_AXIS, WIRE_UNIT_MILLIVOLT, -5, 0, 0, 5, 11}};
    assert_true(table_accepted(t, 3));
    assert_true(table_accepted(t, 0));
    t[2].id = 0; // id already used
    assert_false(table_accepted(t, 3));
    t[2].id = WIRE_CHANNELS;
    assert_false(table_accepted(t, 3));
    t[2] = lever; // a second lever
    t[2].id = 1;
    assert_false(table_accepted(t, 3));
    const wire_channel bad[] = {
        {0, 0, WIRE_UNIT_COUNT, 0, 1, 2, 3, 4},
        {0, WIRE_KIND_THRUSTER + 1, WIRE_UNIT_COUNT, 0, 1, 2, 3, 4},
        {0, WIRE_KIND_LEVER, WIRE_UNIT_NORMALLY_OPEN, 0, 1, 2, 3, 4},
        {0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, 2, 1, 2, 3, 4},
        {0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, 0, 3, 2, 3, 4},
        {0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, 0, 1, 4, 3, 4},
        {0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, 3, 3, 3, 3, 4},
        {0, WIRE_KIND_ESTOP, WIRE_UNIT_COUNT, 0, 0, 0, 0, 0},
        {0, WIRE_KINDS, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(table_accepted(&bad[i], 1));
}

static void test_texts_are_printable(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX] = {WIRE_MAJOR, WIRE_MINOR, 1, 0};
    wire_hello h;
    wire_channel table[WIRE_CHANNELS];
    memset(body + 4, 0x1B, WIRE_TEXT); // escape sequences in a serial number
    memcpy(body + 4 + WIRE_TEXT, "0123456789abcdef", WIRE_TEXT);
    assert_true(wire_unpack_hello(body, 4 + 2 * WIRE_TEXT, &h, table));
    assert_string_equal(h.serial, "????????????????");
    assert_string_equal(h.firmware, "0123456789abcdef");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crc),
        cmocka_unit_test(test_cobs_examples),
        cmocka_unit_test(test_cobs_full_blocks),
        cmocka_unit_test(test_cobs_round_trip),
        cmocka_unit_test(test_packs_every_byte),
        cmocka_unit_test(test_unpacks),
        cmocka_unit_test(test_other_minor_versions),
        cmocka_unit_test(test_truncated_never_accepted),
        cmocka_unit_test(test_flipped_never_accepted),
        cmocka_unit_test(test_slipped_never_accepted),
        cmocka_unit_test(test_endless_without_delimiter),
        cmocka_unit_test(test_longest_frame),
        cmocka_unit_test(test_unknown_never_accepted),
        cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_short_or_long_bodies_refused),
        cmocka_unit_test(test_bad_tables_refused),
        cmocka_unit_test(test_texts_are_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
