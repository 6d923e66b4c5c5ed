// SPDX-License-Identifier: MIT
// Operator devices by the text that names them on the command line.
#ifndef HAWSE_HW_OPEN_OPEN_H
#define HAWSE_HW_OPEN_OPEN_H

#include "hw/device/mix.h"
#include "rt/config/config.h"
#include "rt/script/script.h"

// Resources that the program gives its devices; they must outlive the devices.
typedef struct device_context {
    const char *map;                  // device map of the scenario; "": none
    const char *script;               // script of the scenario; "": none
    bool window;                      // the program has a window, hence a keyboard
    bool sdl_events;                  // the main thread hands over SDL's events, which a joystick needs
    bool wall_clock;                  // the loop runs by the wall clock, as a device with a thread of its own does
    int64_t start_ns;                 // the clock's time when scripts and recordings begin [ns]
    rt_command start;                 // brake and clutch at the start
    rt_script played[HW_MIX_SOURCES]; // scripts and recordings that were opened
    char played_file[HW_MIX_SOURCES][RT_CONFIG_TEXT + 64]; // their paths; "": none
    int n_played;
    bool keyboard; // the keyboard is among the devices
} device_context;

// Opens the device that the text names: auto, keyboard, joystick[@MAP], serial:PORT[@MAP], modbus:PORT[@MAP],
// script:FILE, recording:FILE, or a mix such as lever=joystick,brake=modbus:/dev/ttyS0,rest=keyboard. auto is a
// joystick that is plugged in and calibrated or mapped (with the keyboard's emergency stop where there is a window),
// else the keyboard of the window, else the scenario's script. MAP is a device map; without it the user's calibration
// of that very joystick, else the scenario's map. RT_ERR_USAGE, or what the device says, with a message; *d is then
// closed.
rt_status open_device(const char *text, device_context *c, hw_device *d, rt_diag *diag);
// A device without operator, for a mechanism that needs none. It is timed by the steps. RT_ERR_MEMORY.
rt_status open_device_none(device_context *c, hw_device *d, rt_diag *diag);
// Whether the text names a device that lives in its own time, so that the loop must count by the monotonic clock.
bool open_device_is_live(const char *text);
// Whether none of the outputs (n; NULL: not asked for) is a script or a recording that is played; false with a message.
bool open_device_spares(const device_context *c, const char *const *output, int n, rt_diag *diag);
// Frees the opened scripts and recordings; call it after closing the devices.
void open_device_free(device_context *c);
// The devices, one line each, for help.
const char *open_device_help(void);

#endif
