// SPDX-License-Identifier: MIT
// Joysticks as SDL sees them, without any map: for lists, live values and calibration. Main thread.
#ifndef HAWSE_HW_JOYSTICK_RAW_H
#define HAWSE_HW_JOYSTICK_RAW_H

#include "hw/map/map.h"
#include <stdio.h>

#define HW_JOYSTICK_SERIAL 128

typedef struct hw_joystick_raw {
    void *handle;
    int axes, buttons; // that can be mapped
    char name[128], guid[33], serial[HW_JOYSTICK_SERIAL];
    int32_t axis[HW_CHANNELS]; // [raw counts]
    bool button[HW_CHANNELS];
} hw_joystick_raw;

// Starts SDL's joysticks; each call is undone by SDL_QuitSubSystem(SDL_INIT_JOYSTICK). RT_ERR_DEVICE with a message.
rt_status hw_joystick_start(rt_diag *diag);
// Prints the joysticks found, each with name, GUID, calibration, axes, buttons and live values; returns how many, -1
// with a message.
int hw_joystick_list(FILE *f, rt_diag *diag);
// Opens the joystick with this GUID or with this text in its name; NULL: the only one. RT_ERR_DEVICE with a message if
// there is none, or more than one.
rt_status hw_joystick_raw_open(hw_joystick_raw *r, const char *which, rt_diag *diag);
// Has SDL ask every joystick and throws their events away: for a conversation, which nobody else's events pass through.
// A program that hands SDL's events to devices (hw_device_event) asks by that, and must not call this.
void hw_joystick_raw_update(void);
// Reads axes and buttons as SDL knows them; false when the device has gone. Touches no events.
bool hw_joystick_raw_read(hw_joystick_raw *r);
void hw_joystick_raw_close(hw_joystick_raw *r);

#endif
