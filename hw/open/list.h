// SPDX-License-Identifier: MIT
// What `hawse devices` prints.
#ifndef HAWSE_HW_OPEN_LIST_H
#define HAWSE_HW_OPEN_LIST_H

#include "rt/base/base.h"
#include <stdio.h>

// Prints the keyboard's keys, every serial port with its console, and every joystick with its name, GUID, axes, buttons
// and live values. Returns the number of joysticks; -1 with a message if SDL cannot search for them. Main thread.
int hw_list_devices(FILE *f, rt_diag *diag);

#endif
