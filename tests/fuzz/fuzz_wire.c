// SPDX-License-Identifier: MIT
// Fuzz target: input from a console's line. The low bits of the first byte select the entry point:
//   0  bytes as they are, to the decoder and the host
//   1  records of length, milliseconds and payload, framed with a correct checksum, to a host in a session
//   2  the same records to the firmware
//   3  a body for each unpacker
// The next bit selects a user's map for the host instead of the console's table.
// An accepted frame must encode to the bytes received, its numbers must lie in their ranges, and the output must fit
// its buffers.
#include "hw/firmware/hawse_console/reference.h"
#include "hw/serial/console.h"
#include "hw/virtual/board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS INT64_C(1000000)

// Unlike assert, active in every build.
#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);                                                \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static hw_console host;
static int64_t now_ns;
static const hw_map *map; // map of the host; NULL: the console's table

static void check_input(const rt_input *in) {
    CHECK(in->lever >= -1 && in->lever <= 1 && in->brake >= 0 && in->brake <= 1);
    CHECK(in->t_ns <= now_ns);
    if (in->has_device) CHECK(host.stats.state == HW_LINK_UP && in->t_ns > 0 && host.stats.inputs > 0);
    if (!map) CHECK(in->fault != RT_FAULT_STUCK); // a console's table has no time for stuck levers
}

// A user's map: narrower than the console's table, inverted, with detection of stuck axes, and with a release.
static const hw_map *make_user_map(void) {
    static hw_map m;
    hw_map_default(&m);
    m.lever = (hw_axis_map){.channel = 0,
                            .min = 200,
                            .neutral_low = 480,
                            .neutral_high = 540,
                            .max = 800,
                            .invert = true,
                            .dead_band = 0.05,
                            .expo = 0.5,
                            .margin = 40,
                            .stuck = 0.05};
    m.brake =
        (hw_axis_map){.channel = 1, .min = 100, .neutral_low = 100, .neutral_high = 120, .max = 900, .stuck = 0.1};
    for (int i = 0; i < HW_BUTTON_ROLES; i++) m.button[i].channel = HW_NO_CHANNEL;
    m.button[HW_CLUTCH].channel = 0; // a toggle
    m.button[HW_ESTOP] = (hw_button_map){.channel = 1, .invert = true};
    m.button[HW_RESET].channel = 2;
    m.button[HW_DEAD_MAN].channel = 3;
    m.button[HW_RELEASE].channel = 4;
    return &m;
}

// Runs the host's next step and checks that its output consists of frames.
static void tick(const hw_feedback *f) {
    hw_console_tick(&host, f, now_ns);
    CHECK(host.n_out <= sizeof host.out);
    wire_decoder d = {0};
    wire_frame frame;
    for (size_t i = 0; i < host.n_out; i++) CHECK(wire_decode(&d, host.out[i], &frame) != WIRE_DAMAGED);
    hw_console_mark_sent(&host, host.n_out);
    check_input(hw_console_input(&host));
}

static void start_host(void) {
    now_ns = 1000 * MS;
    hw_console_init(&host, map, true, false);
    hw_console_connect(&host, now_ns);
}

// Checks that a decoded frame encodes to the received bytes.
static void check_frame(const wire_frame *f, const uint8_t *line, size_t n) {
    uint8_t again[WIRE_FRAME_MAX];
    CHECK(f->type >= WIRE_HELLO && f->type < WIRE_TYPES && f->n <= WIRE_BODY_MAX);
    size_t m = wire_frame_build(f->type, f->seq, f->t_us, f->body, f->n, again);
    CHECK(m == n + 1 && memcmp(line, again, n) == 0);
}

static void fuzz_raw_bytes(const uint8_t *data, size_t size) {
    wire_decoder d = {0};
    size_t start = 0;
    for (size_t i = 0; i < size; i++) {
        wire_frame f;
        wire_result r = wire_decode(&d, data[i], &f);
        CHECK(d.n <= WIRE_PAYLOAD_MAX);
        if (data[i] != 0) CHECK(r == WIRE_NOTHING);
        if (r == WIRE_FRAME || r == WIRE_DUPLICATE) check_frame(&f, data + start, i - start);
        if (data[i] == 0) start = i + 1;
    }
    start_host();
    hw_console_receive(&host, data, size, now_ns);
    tick(NULL);
}

// Builds the frame of the next record, at most 250 bytes of payload; returns its length on the line.
static size_t next_frame(const uint8_t **data, size_t *size, uint8_t line[WIRE_FRAME_MAX], uint8_t *ms) {
    if (*size < 2 + WIRE_HEADER) return 0;
    size_t n = (*data)[0] % (WIRE_BODY_MAX + 1);
    *ms = (*data)[1];
    const uint8_t *p = *data + 2;
    size_t left = *size - 2 - WIRE_HEADER;
    if (n > left) n = left;
    uint32_t t_us = p[3] | (uint32_t)p[4] << 8 | (uint32_t)p[5] << 16 | (uint32_t)p[6] << 24;
    size_t m = wire_frame_build(p[0] % 8, (uint16_t)(p[1] | p[2] << 8), t_us, p + WIRE_HEADER, (uint8_t)n, line);
    *data = p + WIRE_HEADER + n;
    *size = left - n;
    return m;
}

static void fuzz_host(const uint8_t *data, size_t size) {
    uint8_t line[WIRE_FRAME_MAX], body[WIRE_BODY_MAX], ms;
    start_host();
    uint8_t n = wire_pack_hello(&reference_console.hello, reference_console.table, body);
    size_t m = wire_frame_build(WIRE_HELLO, 0, 0, body, n, line);
    hw_console_receive(&host, line, m, now_ns);
    CHECK(host.stats.state == HW_LINK_UP);
    const hw_feedback feedback = {
        .t_ns = now_ns, .tension_n = 1e300, .speed_m_s = -(double)INFINITY, .counter_m = (double)NAN};
    while ((m = next_frame(&data, &size, line, &ms)) > 0) {
        now_ns += ms * MS;
        tick(&feedback);
        hw_console_receive(&host, line, m, now_ns);
        check_input(hw_console_input(&host));
    }
}

static void fuzz_firmware(const uint8_t *data, size_t size) {
    static virtual_line up, down;
    static console firmware;
    uint8_t line[WIRE_FRAME_MAX], ms, bytes[64];
    virtual_line_init(&up, 115200, 0, 0, 1);
    virtual_line_init(&down, 1000000000, 0, 0, 1);
    the_board = (virtual_board){.clock_rate = 1, .to_host = &up, .from_host = &down};
    console_init(&firmware, &reference_console);
    for (size_t m; (m = next_frame(&data, &size, line, &ms)) > 0;) {
        for (size_t i = 0; i < m; i++) virtual_line_send(&down, line[i], the_board.now_ns);
        for (int i = 0; i < 8; i++) {
            the_board.now_ns += ms * MS / 8 + 1000;
            console_step(&firmware);
            virtual_line_read(&up, bytes, sizeof bytes, the_board.now_ns);
            CHECK(firmware.n_tx <= WIRE_FRAME_MAX && firmware.at_tx <= firmware.n_tx);
            if (firmware.no_host)
                CHECK(!the_board.lit[REFERENCE_PIN_BUZZER] && the_board.pwm[REFERENCE_PWM_TENSION] == 0);
        }
    }
}

enum { OUTPUT_OF_1_0 = 19 }; // bytes

static void fuzz_bodies(const uint8_t *data, size_t size) {
    wire_hello h;
    wire_channel table[WIRE_CHANNELS];
    wire_input in;
    wire_accept a;
    wire_output o;
    uint8_t n = size < WIRE_BODY_MAX ? (uint8_t)size : WIRE_BODY_MAX, again[WIRE_BODY_MAX];
    if (wire_unpack_hello(data, n, &h, table) && h.major == WIRE_MAJOR && h.minor <= WIRE_MINOR) {
        CHECK(h.n_channels <= WIRE_CHANNELS && memchr(h.serial, 0, sizeof h.serial));
        CHECK(wire_pack_hello(&h, table, again) == n);
        for (uint8_t i = 0; i <= 2 * h.n_channels + 9 && i <= n; i++)
            wire_unpack_input(data + n - i, i, table, h.n_channels, false, &in);
    }
    if (wire_unpack_input(data, n, reference_console.table, REFERENCE_CHANNELS, false, &in)) {
        CHECK(wire_pack_input(&in, reference_console.table, REFERENCE_CHANNELS, again) == n);
        CHECK(memcmp(again, data, n) == 0);
    }
    if (wire_unpack_accept(data, n, &a)) CHECK(a.input_period_ms > 0 && a.watchdog_ms > 0);
    if (!wire_unpack_output(data, n, &o)) return;
    uint8_t known = wire_pack_output(&o, again);
    CHECK(memcmp(again, data, n < known ? OUTPUT_OF_1_0 : known) == 0);
    if (n < known) CHECK(o.stopper == 0 && o.motor_state == 0); // fields that a 1.0 host does not send
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const deep[])(const uint8_t *, size_t) = {fuzz_raw_bytes, fuzz_host, fuzz_firmware, fuzz_bodies};
    if (size == 0) return 0;
    map = data[0] / 4 % 2 ? make_user_map() : NULL;
    deep[data[0] % 4](data + 1, size - 1);
    return 0;
}
