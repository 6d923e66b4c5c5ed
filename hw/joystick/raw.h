// SPDX-License-Identifier: MIT
// Joysticks without a map, for lists, live values and calibration. Main thread.
#ifndef HAWSE_HW_JOYSTICK_RAW_H
#define HAWSE_HW_JOYSTICK_RAW_H

#include "hw/map/map.h"
#include <stdio.h>

#define HW_JOYSTICK_SERIAL 128

typedef struct hw_joystick_raw {
    void *handle;
    int axes, buttons; // numbers that a map can use
    char name[128], guid[33], serial[HW_JOYSTICK_SERIAL];
    int32_t axis[HW_CHANNELS]; // [raw counts]
    bool button[HW_CHANNELS];
} hw_joystick_raw;

// Starts SDL's joystick subsystem; SDL_QuitSubSystem(SDL_INIT_JOYSTICK) undoes each call. RT_ERR_DEVICE with a message.
rt_status hw_joystick_init_sdl(rt_diag *diag);
// Prints each joystick with name, GUID, calibration, axes, buttons and live values; returns their number, -1 with a
// message.
int hw_joystick_list(FILE *f, rt_diag *diag);
// Opens the joystick with this GUID or with this text in its name; NULL: the only one. RT_ERR_DEVICE with a message if
// there is none, or more than one.
rt_status hw_joystick_raw_open(hw_joystick_raw *r, const char *which, rt_diag *diag);
// Makes SDL read every joystick, and drops the joystick events. Only for the dialogue: a program that passes SDL's
// events to devices (hw_device_event) reads the joysticks that way and must not call this function.
void hw_joystick_raw_update(void);
// Copies axes and buttons from SDL; false if the device was unplugged. Leaves the event queue alone.
bool hw_joystick_raw_read(hw_joystick_raw *r);
void hw_joystick_raw_close(hw_joystick_raw *r);

#endif
