// SPDX-License-Identifier: MIT
// Operator devices by the text that names them on the command line.
#ifndef HAWSE_HW_OPEN_OPEN_H
#define HAWSE_HW_OPEN_OPEN_H

#include "hw/device/kinds.h"
#include "hw/device/mix.h"
#include "rt/config/config.h"
#include "rt/rules/rules.h"
#include "rt/script/script.h"
#include <stdio.h>

// Resources that the program gives its devices; they must outlive the devices.
typedef struct device_context {
    const char *map;                  // device map of the scenario; "": none
    const char *script;               // script of the scenario; "": none
    const rules_table *rules;         // rules of the scenario's operator; NULL: none
    bool by_rules;                    // the scenario's operator follows the rules, not the script
    bool window;                      // the program has a window, hence a keyboard
    bool sdl_events;                  // the main thread passes SDL's events to the device; a joystick needs them
    bool wall_clock;                  // the loop runs by the wall clock; a device with a thread of its own needs it
    int64_t start_ns;                 // the clock's time when scripts and recordings begin [ns]
    rt_command start;                 // brake and clutch at the start
    rt_script played[HW_MIX_SOURCES]; // scripts and recordings that were opened
    int n_played;
    bool keyboard;        // the keyboard is among the devices
    bool remote;          // there is a remote position
    bool keyboard_remote; // which is the keyboard
} device_context;

// Opens the device that the text names: auto, a row of hw/device/kinds.h, or a mix such as
// lever=joystick,brake=modbus:/dev/ttyS0,rest=keyboard. remote=DEVICE in a mix is the remote position. auto opens a
// joystick that is plugged in and calibrated or mapped (with the keyboard as remote position where there is a window),
// else the window's keyboard, else the scenario's operator. A script, recording or map that an output would replace is
// refused (rt/file/outputs.h). RT_ERR_USAGE, or the device's own error, with a message; *d is then closed.
rt_status open_device(const char *text, device_context *c, hw_device *d, rt_diag *diag);
// A device without operator, for a mechanism that needs none. It is timed by the steps. RT_ERR_MEMORY.
rt_status open_device_none(device_context *c, hw_device *d, rt_diag *diag);
// Whether a device of the text has a thread of its own: it stamps input by the monotonic clock, and so must the loop.
bool open_device_is_live(const char *text);
// Frees the opened scripts and recordings; call it after closing the devices.
void open_device_free(device_context *c);
// Prints the devices for help, a line each.
void open_device_print_help(FILE *f);
// Writes the forms of the devices with these sources (bits of hw_source), such as "script:FILE, recording:FILE".
void open_device_list_names(char *out, size_t size, unsigned sources);

#endif
