// SPDX-License-Identifier: MIT
// The whole chain from hand to command in memory: firmware, line, host and conditioning on one manual clock, a
// millisecond a step. The hands are a function of the board's time, so a test can compare each command with the counts
// at the time of reading.
#ifndef HAWSE_TESTS_HW_CONSOLE_RIG_H
#define HAWSE_TESTS_HW_CONSOLE_RIG_H

#include "hw/firmware/hawse_console/board.h"
#include "hw/firmware/hawse_console/reference.h"
#include "hw/serial/console.h"
#include "hw/virtual/board.h"
#include <stdio.h>
#include <string.h>

#define MS INT64_C(1000000)

typedef struct rig {
    int64_t now_ns, board_zero_ns;
    console firmware;
    console_def def;
    virtual_line up, down; // line to the host, line from the host
    hw_console host;
    hw_feedback feedback;
    bool plugged;
    int pull_behind; // pull the plug after this many bytes of a frame have reached the host; -1: no
    int frame_bytes; // bytes of the frame that have reached the host
    rt_conditioner conditioner;
    rt_command_limits limits;
    rt_command command;
    rt_input seen;    // last input that the conditioning read
    rt_events events; // events of the last step
    int64_t true_ns;  // true reading time of the last accepted report; -1: none yet
    uint32_t inputs;  // reports accepted so far
    bool broken_wire; // the lever's wire is broken
    bool dead_man_off;
    int32_t (*lever)(uint32_t t_us); // counts of the lever
    bool (*reset)(uint32_t t_us);
} rig;

static inline int32_t rig_neutral(uint32_t t_us) {
    (void)t_us;
    return 512;
}

static inline bool rig_no_reset(uint32_t t_us) {
    (void)t_us;
    return false;
}

// Connects and starts all parts. board_zero_ns: host time at which the board's clock reads zero.
static inline void rig_start(rig *r, int64_t board_zero_ns, uint64_t seed) {
    memset(r, 0, sizeof *r);
    r->now_ns = 1000 * MS;
    r->board_zero_ns = board_zero_ns;
    r->def = reference_console;
    r->lever = rig_neutral;
    r->reset = rig_no_reset;
    r->true_ns = -1;
    virtual_line_init(&r->up, 115200, 1 * MS, 1 * MS, seed);
    virtual_line_init(&r->down, 115200, 1 * MS, 1 * MS, seed + 1);
    the_board = (virtual_board){.clock_rate = 1, .to_host = &r->up, .from_host = &r->down};
    the_board.now_ns = r->now_ns - board_zero_ns;
    console_init(&r->firmware, &r->def);
    hw_console_init(&r->host, NULL, true, false);
    hw_console_connect(&r->host, r->now_ns);
    r->plugged = true;
    r->pull_behind = -1;
    r->conditioner = rt_conditioner_start(1, true);
    r->limits = rt_command_limits_default();
    r->feedback = (hw_feedback){.state = HW_HOST_ACTIVE, .tension_n = 1e5};
}

static inline void rig_unplug(rig *r) {
    virtual_line_clear(&r->up);
    virtual_line_clear(&r->down);
    if (r->plugged) hw_console_disconnect(&r->host, r->now_ns);
    r->plugged = false;
}

// Plugs in again: the board restarts and the host reopens the port.
static inline void rig_plug(rig *r) {
    r->plugged = true;
    r->pull_behind = -1;
    console_init(&r->firmware, &r->def);
    hw_console_connect(&r->host, r->now_ns);
}

static inline void rig_set_hands(const rig *r) {
    uint32_t t_us = board_micros();
    the_board.adc[REFERENCE_ADC_LEVER] = r->broken_wire ? 3 : (int16_t)r->lever(t_us);
    the_board.adc[REFERENCE_ADC_BRAKE] = REFERENCE_LOW; // open
    the_board.closed[REFERENCE_PIN_CLUTCH] = true;
    the_board.closed[REFERENCE_PIN_DEAD_MAN] = !r->dead_man_off;
    the_board.closed[REFERENCE_PIN_RESET] = r->reset(t_us);
}

// Carries bytes to the host; false if the plug was pulled among them.
static inline bool rig_carry_up(rig *r) {
    uint8_t bytes[512];
    size_t n = virtual_line_read(&r->up, bytes, sizeof bytes, the_board.now_ns);
    if (r->pull_behind < 0) {
        hw_console_receive(&r->host, bytes, n, r->now_ns);
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        if (r->frame_bytes == r->pull_behind) {
            rig_unplug(r);
            return false;
        }
        hw_console_receive(&r->host, &bytes[i], 1, r->now_ns);
        r->frame_bytes = bytes[i] ? r->frame_bytes + 1 : 0;
    }
    return true;
}

static inline void rig_carry(rig *r) {
    size_t sent = 0;
    if (!rig_carry_up(r)) return;
    r->feedback.t_ns = r->now_ns;
    hw_console_tick(&r->host, &r->feedback, r->now_ns);
    while (sent < r->host.n_out && virtual_line_send(&r->down, r->host.out[sent], the_board.now_ns)) sent++;
    hw_console_mark_sent(&r->host, sent);
}

// Advances by a millisecond. Applies the exchange's rule (hw_device_publish) to the input of the conditioning.
static inline void rig_step(rig *r) {
    r->now_ns += MS;
    the_board.now_ns = r->now_ns - r->board_zero_ns;
    rig_set_hands(r);
    console_step(&r->firmware);
    if (r->plugged) rig_carry(r);
    if (r->host.stats.inputs != r->inputs) {
        uint32_t age_us = board_micros() - r->host.accepted_us;
        r->true_ns = r->now_ns - 1000 * (int64_t)age_us;
        r->inputs = r->host.stats.inputs;
    }
    r->seen = *hw_console_input(&r->host);
    r->seen.has_device = r->seen.has_device && (r->seen.t_ns != 0 || r->seen.estop);
    r->command = rt_command_condition(&r->conditioner, &r->limits, &r->seen, r->now_ns, 1e-3, &r->events);
}

static inline void rig_run(rig *r, int ms) {
    for (int i = 0; i < ms; i++) rig_step(r);
}

#endif
