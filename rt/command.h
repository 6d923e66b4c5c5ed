// SPDX-License-Identifier: MIT
// The operator's command: raw input as a device delivers it, and the conditioned command, the only input of the
// physics.
#ifndef HAWSE_RT_COMMAND_H
#define HAWSE_RT_COMMAND_H

#include "rt/base.h"

// What a device delivers, mapped to 0..1 or -1..1, with the time at which it was true.
typedef struct rt_input {
    int64_t t_ns;    // time of the sample on the loop's clock [ns]; 0: never
    double lever;    // windlass lever, -1 (full pay out) .. +1 (full heave)
    double brake;    // band brake, 0 (open) .. 1 (fully set)
    bool clutch;     // dog clutch in
    bool dead_man;   // dead-man held (devices without one: true)
    bool estop;      // emergency stop pressed
    bool reset;      // re-arm after an emergency stop or a loss
    bool has_device; // a device is connected
} rt_input;

// The conditioned command; recorded every frame.
typedef struct rt_command {
    double lever;     // -1..1, rate-limited
    double brake;     // 0..1, rate-limited
    uint8_t clutch;   // 1: in
    uint8_t failsafe; // 1: not armed, input lost or emergency stop: lever 0, motor brake set, band brake being set,
                      // clutch untouched
    uint8_t pad[6];   // zero
} rt_command;

// Limits and delays of the conditioning, from the scenario.
typedef struct rt_command_limits {
    double lever_rate;   // [1/s]
    double brake_rate;   // [1/s]
    int64_t stale_ns;    // age at which the input is stale: held, and an event
    int64_t failsafe_ns; // age at which it is lost: fail-safe
    double neutral;      // |lever| below this counts as neutral for re-arming
} rt_command_limits;

// What the conditioning remembers between frames; part of the run, not of the physics state.
typedef struct rt_conditioner {
    rt_command last;
    bool armed;         // commands pass; the first time as soon as the lever is seen at neutral
    bool stale;         // the input is old or not there: the last command is held
    bool lost;          // it was so for too long: latched until a reset
    bool estop_latched; // an emergency stop was seen: latched until a reset
    bool reset_held;    // reset was pressed in the last sample: only a new press re-arms
} rt_conditioner;

rt_command_limits rt_command_limits_default(void);
// A conditioner that has not seen any input, with the deck as it stands at the start: band brake 0..1 and clutch.
rt_conditioner rt_conditioner_start(double brake, bool clutch);
// The command of this frame from the newest input at time now_ns, h_s after the last; *events (bit per rt_event) tells
// what happened. Lost input never looks like a centred lever: it is fail-safe until a reset at neutral. Without the
// dead-man the lever is 0 at once. Frame thread.
rt_command rt_command_condition(rt_conditioner *c, const rt_command_limits *l, const rt_input *in, int64_t now_ns,
                                double h_s, uint32_t *events);

#endif
