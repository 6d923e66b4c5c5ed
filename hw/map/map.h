// SPDX-License-Identifier: MIT
// The device map: the role of each channel of a device, and the calibration from raw counts to the lever's -1..1 and
// the brake's 0..1. A YAML file (config/devices/) holds it. Joystick, serial console and Modbus console share it.
#ifndef HAWSE_HW_MAP_MAP_H
#define HAWSE_HW_MAP_MAP_H

#include "hw/device/button.h"
#include "hw/device/device.h"
#include "rt/command/telegraph.h"
#include "rt/config/config.h"

#define HW_CHANNELS 32 // axes and buttons are numbered 0 .. HW_CHANNELS-1 each
#define HW_NO_CHANNEL (-1)

// An axis. The four calibration points are raw counts, min <= neutral_low <= neutral_high <= max. Between the neutral
// points the value is 0; max is +1, min is -1. Each side is linear by itself, since the centre is rarely in the middle.
typedef struct hw_axis_map {
    int channel;                             // axis number, or HW_NO_CHANNEL
    int min, neutral_low, neutral_high, max; // [raw counts]
    bool invert;                             // exchanges +1 and -1
    double dead_band;                        // |value| up to this is 0; the rest is stretched to 0..1 [1]
    double expo;                             // 0: linear .. 1: cubic, fine near neutral [1]
    int margin;                              // distance beyond min or max that means a broken wire [raw counts]; 0: off
    double stuck;                            // time off neutral without change that means stuck [s]; 0: off
} hw_axis_map;

typedef struct hw_button_map {
    int channel; // button number, or HW_NO_CHANNEL
    bool invert; // the device reports up when pressed: a normally-closed contact
} hw_button_map;

typedef enum hw_clutch_action {
    HW_CLUTCH_TOGGLE = 0, // push button: each press engages or disengages
    HW_CLUTCH_SWITCH,     // two-position switch: engaged while closed
} hw_clutch_action;

// Addresses and timing of a console on Modbus RTU; addresses count from 0, as in the frames.
typedef struct hw_modbus_map {
    int unit, baud, parity, stop_bits; // parity: 0 none, 1 even, 2 odd
    double period, timeout;            // time between readings; longest wait for an answer [s]
    int axes, buttons;                 // input register of axis 0, discrete input of button 0
    int heartbeat;                     // axis channel that changes while the console runs, or HW_NO_CHANNEL
    int gauges, lamps;                 // first holding register and first coil written, -1: none
    int deck;                          // first holding register for stopper, motor and brake, -1: none
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
    char name[RT_CONFIG_TEXT];     // for lists and messages
    char guid[RT_CONFIG_TEXT];     // SDL's GUID, 32 hexadecimal digits, or "any": the first joystick found
    char serial[RT_CONFIG_TEXT];   // the device's serial number, or "any"
    hw_axis_map lever;             // -1 full pay out .. +1 full heave
    hw_axis_map brake;             // only the positive side counts: 0 open .. 1 fully set
    hw_axis_map bridge[RT_ORDERS]; // by rt_order: -1 full astern or to port .. +1 full ahead or to starboard
    hw_button_map button[HW_BUTTON_ROLES];
    int clutch_action;              // hw_clutch_action
    int stopper_action;             // hw_clutch_action of the chain stopper's bar: down while closed
    double stale, failsafe, frozen; // ages of the input; longest stop of the device's clock, 0: off [s]
    double neutral;                 // |lever| that counts as neutral for re-arming [1]
    hw_modbus_map modbus;
} hw_map;

// Reads a device map; RT_ERR_FILE or RT_ERR_FORMAT with every error in d, *m then unspecified. Set-up.
rt_status hw_map_load(const char *file, hw_map *m, rt_diag *d);
// Map of an unknown device: every default, no name, lever on axis 0, reset on button 0.
void hw_map_default(hw_map *m);
// Writes the map as a file; hw_map_load reads the same map back.
void hw_map_write(FILE *f, const hw_map *m);
// Prints the keys of a device map as documentation.
void hw_map_print_schema(FILE *f);

// Calibrated value of a raw count, -1..1: continuous and never decreasing (never increasing if inverted). Pure.
double hw_axis_value(const hw_axis_map *a, int32_t raw);

typedef struct hw_axis_state {
    int32_t raw;      // [raw counts]
    bool seen;        // reported at least once since the device was connected
    bool changed;     // count changed since the last poll
    int64_t since_ns; // time of the last change [ns]
} hw_axis_state;

// State of a device's channels, by role.
typedef struct hw_map_state {
    hw_axis_state lever, brake, bridge[RT_ORDERS];
    bool clutch, stopper; // requested states of clutch and chain stopper
    hw_button button[HW_BUTTON_ROLES];
    bool begun;      // the first complete report has arrived
    bool has_clock;  // the device has a clock
    uint32_t clock;  // its last reading
    int64_t tick_ns; // time of its last change [ns]
} hw_map_state;

// The map's thresholds for conditioning, in nanoseconds.
hw_thresholds hw_map_thresholds(const hw_map *m);

// State of a device that was just connected: no channel seen; clutch and stopper as given, since losing a device does
// not change them.
hw_map_state hw_map_start(const hw_map *m, bool clutch, bool stopper);
// Sets the count of axis `channel`; ignores channels without a role.
void hw_map_set_axis(hw_map_state *s, const hw_map *m, int channel, int32_t raw);
// Sets the state of button `channel`, likewise.
void hw_map_set_button(hw_map_state *s, const hw_map *m, int channel, bool down);
// Ends a report; call it after all channels. The first call clears the presses, so that a button held at connection
// does not count as pressed. Later calls do nothing.
void hw_map_end_report(hw_map_state *s);
// Sets the device's clock or heartbeat: any value that changes while the device runs.
void hw_map_set_clock(hw_map_state *s, uint32_t clock, int64_t now_ns);
// Copies the stopping parts of an implausible input into the last one: its fault, its emergency stop, and a released
// dead-man. They can start nothing.
void hw_map_copy_stops(rt_input *last, const rt_input *unsound);
// Computes the input from the channels at now_ns, without stamp and has_device. False if the input must not get a
// stamp: the lever has not reported yet (a silent axis is not a centred lever), or out->fault names an implausible
// value. A brake without a report counts as fully set, a missing brake as open. A missing dead-man counts as held. An
// axis of the bridge gives its order from its first report on; its faults stop no windlass.
bool hw_map_input(hw_map_state *s, const hw_map *m, int64_t now_ns, rt_input *out);

#endif
