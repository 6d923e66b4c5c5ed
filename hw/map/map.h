// SPDX-License-Identifier: MIT
// The device map: which channel of a device plays which role, and the calibration that turns raw counts into the
// lever's -1..1 and the brake's 0..1. Read from a YAML file (config/devices/); no device and no SDL in here, so that
// every device with channels (joystick, later a serial console) shares it.
#ifndef HAWSE_HW_MAP_MAP_H
#define HAWSE_HW_MAP_MAP_H

#include "hw/device/button.h"
#include "hw/device/device.h"
#include "rt/config/config.h"

#define HW_CHANNELS 32 // axes and buttons are numbered 0 .. HW_CHANNELS-1 each
#define HW_NO_CHANNEL (-1)

// An axis. The four calibration points are raw counts, min <= neutral_low <= neutral_high <= max: everything between
// the two neutral points is 0, max is +1 and min is -1, each side linear on its own (a centre is rarely in the middle).
typedef struct hw_axis_map {
    int channel;                             // axis number, or HW_NO_CHANNEL
    int min, neutral_low, neutral_high, max; // [raw counts]
    bool invert;                             // exchanges +1 and -1
    double dead_band;                        // |value| below this is 0, the rest stretched to reach 1 [1]
    double expo;                             // 0: linear .. 1: cubic, fine near neutral [1]
    int margin;                              // further than this beyond min or max: a broken wire [raw counts]; 0: off
    double stuck;                            // not one count of change for this long off neutral: stuck [s]; 0: off
} hw_axis_map;

typedef struct hw_button_map {
    int channel; // button number, or HW_NO_CHANNEL
    bool invert; // pressed is what the device reports as up: a normally-closed contact
} hw_button_map;

typedef enum hw_clutch_action {
    HW_CLUTCH_TOGGLE = 0, // a push button: each press changes it
    HW_CLUTCH_SWITCH,     // two-position switch: engaged while closed
} hw_clutch_action;

// Requests to a console on Modbus RTU; addresses count from 0, as in the frames.
typedef struct hw_modbus_map {
    int unit, baud, parity, stop_bits; // parity: 0 none, 1 even, 2 odd
    double period, timeout;            // between readings; for an answer [s]
    int axes, buttons;                 // input register of axis 0, discrete input of button 0
    int heartbeat;                     // axis channel that changes while the console lives, or HW_NO_CHANNEL
    int gauges, lamps;                 // first holding register and first coil that are written, -1: none
    int deck;                          // first of the further holding registers on stopper, motor and brake, -1: none
} hw_modbus_map;

typedef enum hw_button_role {
    HW_CLUTCH = 0,
    HW_ESTOP,
    HW_RESET,
    HW_DEAD_MAN,
    HW_RELEASE,
    HW_STOPPER,
    HW_BUTTON_ROLES
} hw_button_role;

typedef struct hw_map {
    char name[RT_CONFIG_TEXT];   // for people
    char guid[RT_CONFIG_TEXT];   // SDL's GUID, 32 hexadecimal digits, or "any": the first joystick found
    char serial[RT_CONFIG_TEXT]; // the device's serial number, or "any"
    hw_axis_map lever;           // -1 full pay out .. +1 full heave
    hw_axis_map brake;           // only the positive side counts: 0 open .. 1 fully set
    hw_button_map button[HW_BUTTON_ROLES];
    int clutch_action;              // hw_clutch_action
    int stopper_action;             // hw_clutch_action, of the chain stopper's bar: down for in
    double stale, failsafe, frozen; // ages of the input, and of the device's own time when it stands still [s]; 0: off
    double neutral;                 // |lever| that counts as neutral for re-arming [1]
    hw_modbus_map modbus;
} hw_map;

// Reads a device map; RT_ERR_FILE or RT_ERR_FORMAT with every fault in d, *m then unspecified. Set-up.
rt_status hw_map_load(const char *file, hw_map *m, rt_diag *d);
// The map of a device that nothing is known of: every default, no name, lever on axis 0, reset on button 0.
void hw_map_default(hw_map *m);
// Writes the map as a file that hw_map_load reads back the same.
void hw_map_write(FILE *f, const hw_map *m);
// Prints the keys of a device map as documentation.
void hw_map_print_schema(FILE *f);

// The calibrated value of a raw count, -1..1, without sudden change and never falling (rising when inverted). Pure.
double hw_axis_value(const hw_axis_map *a, int32_t raw);

typedef struct hw_axis_state {
    int32_t raw;      // [raw counts]
    bool seen;        // spoke at least once since the device came
    bool changed;     // count changed since the last poll
    int64_t since_ns; // when it was last seen to change [ns]
} hw_axis_state;

// State of a device's channels, by role.
typedef struct hw_map_state {
    hw_axis_state lever, brake;
    bool clutch, stopper; // the clutch and the chain stopper asked for
    hw_button button[HW_BUTTON_ROLES];
    bool begun;      // the first whole report has arrived
    bool has_clock;  // the device has a clock
    uint32_t clock;  // as it said last
    int64_t tick_ns; // when that last advanced [ns]
} hw_map_state;

// The thresholds of the map, as a device carries them.
hw_thresholds hw_map_thresholds(const hw_map *m);

// The state of a device that has just come: nothing seen, clutch and stopper as given (a lost device leaves them
// alone).
hw_map_state hw_map_start(const hw_map *m, bool clutch, bool stopper);
// Sets the count of axis `channel`; ignores channels without a role.
void hw_map_axis(hw_map_state *s, const hw_map *m, int channel, int32_t raw);
// Sets the state of button `channel`, likewise.
void hw_map_button(hw_map_state *s, const hw_map *m, int channel, bool down);
// Call it after all channels of a report. The first call records the buttons' initial states, so that none counts as
// pressed. Later calls do nothing.
void hw_map_begin(hw_map_state *s);
// Sets the device's clock or heartbeat: any value that changes while the device lives.
void hw_map_clock(hw_map_state *s, uint32_t clock, int64_t now_ns);
// Takes into the last input what counts of one that is not to be believed: its fault, its emergency stop, and a
// dead-man that is let go. Nothing in it starts anything.
void hw_map_copy_stops(rt_input *last, const rt_input *unsound);
// The input that the channels amount to at now_ns, without stamp and has_device. False, and then no stamp is to be
// given: while the lever has never moved (an axis that has not spoken is not a centred lever), and while something is
// implausible, which out->fault tells. A brake that has not moved yet counts as fully set, one that the device lacks as
// open; without a dead-man channel it is always held.
bool hw_map_input(hw_map_state *s, const hw_map *m, int64_t now_ns, rt_input *out);

#endif
