// SPDX-License-Identifier: MIT
// The bodies of the wire protocol's frames: structs to bytes and back. Packing returns the number of bytes. Unpacking
// returns false if the body violates the protocol. A body may be longer than this version defines only if the sender
// speaks a newer minor version; OUTPUT may always be longer. As hw/wire/wire.h: no library, allocation or floating
// point.
#ifndef HAWSE_HW_WIRE_MESSAGE_H
#define HAWSE_HW_WIRE_MESSAGE_H

#include "hw/wire/wire.h"

typedef enum wire_kind {
    WIRE_KIND_LEVER = 1, // axis: windlass lever, min is full pay out, max full heave
    WIRE_KIND_BRAKE,     // axis: band brake, open up to neutral_high, fully set at max
    WIRE_KIND_AXIS,      // axis without a role
    // axes of the bridge, since version 1.2
    WIRE_KIND_ENGINE,        // engine telegraph: min is full astern, max full ahead
    WIRE_KIND_RUDDER,        // rudder order: min is full to port, max full to starboard
    WIRE_KIND_THRUSTER,      // bow thruster: min is full to port, max full to starboard
    WIRE_KIND_CLUTCH = 16,   // button: each press engages or disengages the dog clutch
    WIRE_KIND_CLUTCH_SWITCH, // button: the clutch is engaged while the contact is closed
    WIRE_KIND_ESTOP,         // button: emergency stop
    WIRE_KIND_RESET,         // button: re-arm
    WIRE_KIND_DEAD_MAN,      // button: the operator holds it while working
    WIRE_KIND_RELEASE,       // button: emergency release, opens the band brake while held
    WIRE_KIND_BUTTON,        // button without a role
    // since version 1.1
    WIRE_KIND_STOPPER,        // button: each press lowers or lifts the chain stopper's bar
    WIRE_KIND_STOPPER_SWITCH, // button: the bar is down while the contact is closed
    WIRE_KINDS,
} wire_kind;

#define WIRE_CLASS_WINDLASS 1

typedef enum wire_unit {
    WIRE_UNIT_COUNT = 0,
    WIRE_UNIT_MILLIVOLT,
    WIRE_UNIT_MICROAMPERE,
    WIRE_UNIT_TENTH_DEGREE,
    WIRE_UNIT_NORMALLY_OPEN = 16, // buttons: pressed is closed (1)
    WIRE_UNIT_NORMALLY_CLOSED,    // buttons: pressed is open (0), and so is a broken wire
    WIRE_UNITS
} wire_unit;

// A channel. min to resolution describe an axis and are 0 for a button. A count outside min..max means a broken sensor
// or wire.
typedef struct wire_channel {
    uint8_t id;   // 0..31, unique among the axes or among the buttons
    uint8_t kind; // wire_kind
    uint8_t unit; // wire_unit
    int16_t min, neutral_low, neutral_high, max;
    uint16_t resolution; // distinct counts of the converter from min to max
} wire_channel;

typedef struct wire_hello {
    uint8_t major, minor;
    uint8_t device_class; // WIRE_CLASS_WINDLASS
    uint8_t n_channels;
    char serial[WIRE_TEXT + 1], firmware[WIRE_TEXT + 1]; // zero-terminated texts
} wire_hello;

typedef struct wire_accept {
    uint8_t major, minor;      // version of the host
    uint16_t input_period_ms;  // period of the console's reports
    uint16_t output_period_ms; // period of the host's OUTPUT
    uint16_t watchdog_ms;      // silence of the host after which the console shows "no host"
} wire_accept;

typedef enum wire_flag { WIRE_FLAG_NO_HOST = 1 } wire_flag; // the console's watchdog has expired

// A report: axes and buttons, each in the order of the channel table.
typedef struct wire_input {
    uint16_t host_seq;    // sequence of the host's newest frame
    uint16_t host_age_us; // time since its arrival; 65535: that or more [us]
    uint8_t flags;        // wire_flag
    int16_t axis[WIRE_CHANNELS];
    uint32_t button; // bit k: button k of the table is closed
} wire_input;

typedef enum wire_host_state {
    WIRE_STATE_UNKNOWN = 0,
    WIRE_STATE_DISARMED,
    WIRE_STATE_ACTIVE,
    WIRE_STATE_STALE,
    WIRE_STATE_FAILSAFE,
    WIRE_STATE_ESTOP,
    WIRE_STATES
} wire_host_state;

typedef enum wire_lamp {
    WIRE_LAMP_ARMED = 1,
    WIRE_LAMP_STALE = 2,
    WIRE_LAMP_FAILSAFE = 4,
    WIRE_LAMP_ESTOP = 8,
    WIRE_LAMP_ALARM = 16,
    WIRE_LAMP_CLUTCH = 32,
    WIRE_LAMP_HOUSED = 64,
    WIRE_LAMP_STOPPER = 128, // the chain stopper holds; since version 1.1
} wire_lamp;

// States of the chain stopper and of the motor; both are 0 from a host that speaks 1.0.
typedef enum wire_stopper {
    WIRE_STOPPER_OPEN = 0,
    WIRE_STOPPER_DOWN,
    WIRE_STOPPER_HOLDING,
    WIRE_STOPPER_BROKEN
} wire_stopper;
typedef enum wire_motor { WIRE_MOTOR_SOUND = 0, WIRE_MOTOR_TRIPPED, WIRE_MOTOR_BURST, WIRE_MOTOR_OFF } wire_motor;

#define WIRE_NO_VALUE INT16_MIN // a gauge without a value

typedef struct wire_output {
    uint16_t input_seq;  // sequence of the console's newest frame
    uint8_t state;       // wire_host_state
    uint8_t lamps;       // wire_lamp
    uint8_t buzzer;      // 0 off, 1 in pulses, 2 on
    int32_t tension;     // chain tension [N]
    int16_t speed;       // chain speed, heaving positive [mm/s]
    int32_t counter;     // chain out [mm]
    int16_t motor;       // pressure or current, part of its largest value [0.1 %]
    int16_t brake_temp;  // [0.1 °C]
    uint8_t stopper;     // wire_stopper
    uint8_t motor_state; // wire_motor
} wire_output;

static inline bool wire_is_axis(const wire_channel *c) { return c->kind < WIRE_KIND_CLUTCH; }

// Packs a HELLO; 0 if the table does not fit: 36 bytes, 13 per axis and 3 per button exceed WIRE_BODY_MAX.
uint8_t wire_pack_hello(const wire_hello *h, const wire_channel *table, uint8_t body[WIRE_BODY_MAX]);
// Unpacks a HELLO. From another major version it reads only major and minor and leaves n_channels 0.
bool wire_unpack_hello(const uint8_t *body, uint8_t n, wire_hello *h, wire_channel table[WIRE_CHANNELS]);

uint8_t wire_pack_accept(const wire_accept *a, uint8_t body[WIRE_BODY_MAX]);
bool wire_unpack_accept(const uint8_t *body, uint8_t n, wire_accept *a);

// Packs and unpacks a report; the table determines the numbers of axes and buttons.
uint8_t wire_pack_input(const wire_input *in, const wire_channel *table, uint8_t n_channels,
                        uint8_t body[WIRE_BODY_MAX]);
bool wire_unpack_input(const uint8_t *body, uint8_t n, const wire_channel *table, uint8_t n_channels, bool newer,
                       wire_input *in);

uint8_t wire_pack_output(const wire_output *o, uint8_t body[WIRE_BODY_MAX]);
bool wire_unpack_output(const uint8_t *body, uint8_t n, wire_output *o);

#endif
