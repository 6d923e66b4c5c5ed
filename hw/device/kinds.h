// SPDX-License-Identifier: MIT
// The devices that --device can name, a row each. hw/open derives parser, errors, help and liveness from these rows.
#ifndef HAWSE_HW_DEVICE_KINDS_H
#define HAWSE_HW_DEVICE_KINDS_H

#include "hw/device/device.h"

// Map after '@', NAME@MAP or NAME:ARGUMENT@MAP; which map replaces a missing one.
typedef enum hw_map_use {
    HW_MAP_NONE = 0, // no '@': the argument may contain one
    HW_MAP_OWN,      // the device's own table
    HW_MAP_OPTIONAL, // the scenario's, else none
    HW_MAP_REQUIRED, // the scenario's, else an error
} hw_map_use;

// Source of the device's input, which the program must have. One bit each.
typedef enum hw_source {
    HW_FROM_FILE = 1,   // polled in the frame; the caller keeps the script
    HW_FROM_WINDOW = 2, // the window's events
    HW_FROM_SDL = 4,    // SDL's events in the main thread
    HW_FROM_THREAD = 8, // a thread of the device's own: needs the wall clock
    HW_FROM_DECK = 16,  // polled in the frame: decides by the feedback of the frame before
} hw_source;

// Parameters of an opener. It ignores those that its device has no use for.
typedef struct hw_opening {
    const char *argument;            // the text after ':'; "": none
    const struct hw_map *map;        // NULL: none
    bool map_named;                  // the user named the map after '@'
    const rt_command *start;         // brake, clutch and stopper at the start
    int64_t start_ns;                // the loop's clock when a script begins [ns]
    struct rt_script *script;        // HW_FROM_FILE: filled by the opener; the caller frees it after the device
    const struct rules_table *rules; // HW_FROM_DECK: the operator's rules; NULL: none
} hw_opening;

// X(name, placeholder of the argument or "", map, source, opener, line of the help), in the order of the help.
#define HW_DEVICE_KINDS(X)                                                                                             \
    X("keyboard", "", HW_MAP_NONE, HW_FROM_WINDOW, hw_keyboard_open, "the window's")                                   \
    X("joystick", "", HW_MAP_OPTIONAL, HW_FROM_SDL, hw_joystick_open, "the first that fits; may be plugged in later")  \
    X("serial", "PORT", HW_MAP_OWN, HW_FROM_THREAD, hw_serial_open,                                                    \
      "a console that speaks hw/PROTOCOL.md; without MAP by its own table")                                            \
    X("modbus", "PORT", HW_MAP_REQUIRED, HW_FROM_THREAD, hw_modbus_open, "a console behind a Modbus RTU line")         \
    X("script", "FILE", HW_MAP_NONE, HW_FROM_FILE, hw_script_open_file, "CSV or YAML")                                 \
    X("recording", "FILE", HW_MAP_NONE, HW_FROM_FILE, hw_recording_open_file, "the commands of a recording")           \
    X("house", "", HW_MAP_NONE, HW_FROM_DECK, hw_house_open, "heaves the anchor home by the scenario's rules")

// Each opener: RT_OK, or an error with a message and *d closed.
#define HW_DECLARE_OPENER(name, argument, map, source, opener, help)                                                   \
    rt_status opener(hw_device *d, const hw_opening *o, rt_diag *diag);
HW_DEVICE_KINDS(HW_DECLARE_OPENER)
#undef HW_DECLARE_OPENER

#endif
