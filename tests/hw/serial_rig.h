// SPDX-License-Identifier: MIT
// Fixture of the serial device's tests: a console on a pseudo-terminal (tests/hw/pty_shim.c), which the test plays
// millisecond by millisecond; the device, opened on another thread; and a meter of the I/O thread's processor time.
#ifndef HAWSE_TESTS_HW_SERIAL_RIG_H
#define HAWSE_TESTS_HW_SERIAL_RIG_H

#include "hw/firmware/hawse_console/reference.h"
#include "hw/serial/console.h"
#include "hw/serial/device.h"
#include "hw/serial/list.h"
#include "hw/serial/serial.h"
#include "hw/virtual/pty.h"
#include "rt/frame/clock.h"
#include "tests/check.h"
#include "tests/hw/pty_shim.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>

#define MS INT64_C(1000000)

static char folder[64], link_path[128], port_name[160];
static rt_clock clock_;

static int64_t now(void) { return rt_clock_now_ns(&clock_); }
static void wait_ms(int ms) { rt_clock_sleep_until(&clock_, now() + ms * MS); }

// ---- a console, played by the test ----------------------------------------------------------------------------------

typedef struct player {
    virtual_pty pty;
    wire_decoder decoder;
    uint16_t seq, host_seq;
    int64_t host_ns, sent_ns, hello_ns;
    bool accepted;
    uint8_t major;
    wire_output output;
    uint32_t outputs, asked, refused;
    char reason[WIRE_REASON + 1];
    int16_t lever;
    bool mute;
} player;

static player p;

static void write_line(const uint8_t *bytes, size_t n) {
    if (p.pty.open && n > 0 && write(p.pty.master, bytes, n) < 0) return; // full: lost, as on a real line
}

static size_t build(uint8_t out[WIRE_FRAME_MAX]) {
    uint8_t body[WIRE_BODY_MAX];
    const console_def *d = &reference_console;
    uint32_t t_us = (uint32_t)(now() / 1000);
    if (!p.accepted) {
        wire_hello h = d->hello;
        h.major = p.major;
        return wire_frame_build(WIRE_HELLO, p.seq++, t_us, body, wire_pack_hello(&h, d->table, body), out);
    }
    int64_t age = (now() - p.host_ns) / 1000;
    wire_input in = {.host_seq = p.host_seq, .host_age_us = age < 65535 ? (uint16_t)age : 65535};
    in.axis[0] = p.lever;
    in.axis[1] = REFERENCE_LOW;
    in.button = 1 << 0 | 1 << 1 | 1 << 3; // clutch engaged, stop not pressed, dead-man held
    return wire_frame_build(WIRE_INPUT, p.seq++, t_us, body, wire_pack_input(&in, d->table, d->hello.n_channels, body),
                            out);
}

static void handle_frame(const wire_frame *f) {
    p.host_seq = f->seq;
    p.host_ns = now();
    if (f->type == WIRE_ASK) p.accepted = false, p.asked++;
    if (f->type == WIRE_ACCEPT) p.accepted = true;
    if (f->type == WIRE_OUTPUT && wire_unpack_output(f->body, f->n, &p.output)) p.outputs++;
    if (f->type == WIRE_REFUSE) {
        p.refused++;
        memcpy(p.reason, f->body, f->n < WIRE_REASON ? f->n : WIRE_REASON);
    }
}

// Runs the console for a millisecond.
static void play_once(void) {
    wire_frame f;
    virtual_pty_read(&p.pty);
    for (size_t i = 0; i < p.pty.n; i++)
        if (wire_decode(&p.decoder, p.pty.in[i], &f) == WIRE_FRAME) handle_frame(&f);
    p.pty.n = 0;
    int64_t period = p.accepted ? 10 * MS : 200 * MS;
    if (p.mute || now() - p.sent_ns < period) return;
    uint8_t out[WIRE_FRAME_MAX];
    p.sent_ns = now();
    write_line(out, build(out));
}

static void play(int ms) {
    int64_t end = now() + ms * MS;
    while (now() < end) {
        play_once();
        wait_ms(1);
    }
}

static void plug(void) {
    wire_decoder_restart(&p.decoder);
    p.accepted = false;
    p.sent_ns = 0;
    assert_true(virtual_pty_open(&p.pty, link_path));
}

// Removes the link first, as udev does: another program may get the terminal's name at once.
static void unplug(void) {
    unlink(link_path);
    virtual_pty_close(&p.pty);
}

static void reset_player(void) {
    memset(&p, 0, sizeof p);
    p.major = WIRE_MAJOR;
    p.lever = 512;
    plug();
}

// ---- the device, opened on another thread while the test plays ------------------------------------------------------

static hw_device d;
static rt_diag diag;
static _Atomic int opened; // rt_status + 1 when done

static void *open_in_thread(void *unused) {
    (void)unused;
    const rt_command start = {.brake = 1, .clutch = 1};
    atomic_store(&opened, (int)hw_serial_open(&d, &(hw_opening){.argument = port_name, .start = &start}, &diag) + 1);
    return NULL;
}

static rt_status open_device(void) {
    pthread_t thread;
    memset(&diag, 0, sizeof diag);
    atomic_store(&opened, 0);
    assert_int_equal(pthread_create(&thread, NULL, open_in_thread, NULL), 0);
    while (atomic_load(&opened) == 0) play(1);
    pthread_join(thread, NULL);
    return (rt_status)(atomic_load(&opened) - 1);
}

static hw_link_stats link_stats(void) {
    hw_link_stats s;
    assert_true(hw_device_link(&d, &s));
    return s;
}

// Starts the console and the device and waits for a stamp.
static void start(void) {
    reset_player();
    assert_int_equal(open_device(), RT_OK);
    play(120);
    assert_true(hw_device_input(&d)->has_device);
}

static void stop(void) {
    hw_device_close(&d);
    unplug();
}

// Largest part of a processor that the I/O thread may use, whatever the line does.
#define MOST_CPU 0.2

typedef struct meter {
    int64_t cpu_ns, wall_ns;
    uint64_t wakes;
} meter;

static meter measure(void) {
    play(300); // longer than the period of the statistics
    hw_link_stats s = link_stats();
    return (meter){s.cpu_ns, now(), s.wakes};
}

static void check_io_thread_load(const meter *from) {
    meter to = measure();
    double wall = (double)(to.wall_ns - from->wall_ns);
    assert_true((double)(to.cpu_ns - from->cpu_ns) < MOST_CPU * wall);
    assert_true((double)(to.wakes - from->wakes) < 4000 * wall / 1e9);
}

#endif
