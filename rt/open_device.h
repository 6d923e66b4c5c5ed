// SPDX-License-Identifier: MIT
// The operator's device from its text on the command line.
#ifndef HAWSE_RT_OPEN_DEVICE_H
#define HAWSE_RT_OPEN_DEVICE_H

#include "hw/device.h"
#include "rt/scenario.h"
#include "rt/script.h"

typedef struct open_device_def {
    const char *text; // auto, keyboard, joystick, serial:PORT or script:FILE; NULL: auto
    const scenario *sc;
    bool window;       // there is one, which the keyboard needs
    int64_t start_ns;  // time zero of a script, on the loop's clock [ns]
    rt_script *script; // filled for script:FILE; must outlive the device
} open_device_def;

// The choices in one line, for the help.
#define OPEN_DEVICE_HELP "auto, keyboard, joystick, serial:PORT or script:FILE; default auto"

// Opens it; RT_ERR_USAGE for a text that is none of these, else what the device says. auto: a joystick that is plugged
// in and mapped, else the keyboard of the window, else the scenario's script.
rt_status open_device(hw_device *device, const open_device_def *def, rt_diag *d);

#endif
