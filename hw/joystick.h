// SPDX-License-Identifier: MIT
// A joystick or USB console as an operator device, through SDL's raw joystick interface (its game-controller interface
// knows game pads only). Main thread: SDL allows no other.
//
// Unplugging: SDL sends every axis to zero and every button up, and only then the removal. Those events look like a
// centred lever, so events only change what is pending. The poll publishes it only if SDL says that the device is
// attached; otherwise it drops what is pending and publishes the last input with has_device false and the old stamp.
// Plugged in again, the device is known by its GUID and gets a new instance id.
#ifndef HAWSE_HW_JOYSTICK_H
#define HAWSE_HW_JOYSTICK_H

#include "hw/device.h"
#include "hw/map.h"
#include <stdio.h>

// Opens the first joystick that the map's GUID allows and stays with it; the clutch begins as in `start` (the
// scenario's). RT_ERR_DEVICE with a message when there is none or SDL cannot open it.
rt_status hw_joystick_open(hw_device *d, const hw_map *map, const rt_command *start, rt_diag *diag);
// Prints the joysticks found, each with name, GUID, axes, buttons and live values; returns how many, -1 with a message.
int hw_joystick_list(FILE *f, rt_diag *diag);

#endif
