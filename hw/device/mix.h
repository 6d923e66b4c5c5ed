// SPDX-License-Identifier: MIT
// Several devices as one: each role of the operator's input is carried by one of them, such as the lever by a joystick
// and the brake by a serial console.
//
// The mixed input is as old as the oldest of the sources that carry a role, so that losing one of them is losing the
// whole. A fault of one is a fault of the whole; the dead-man must be held on each that carries a role. An emergency
// stop counts from every source, also from one that carries no role. Of several consoles on serial lines the mix tells
// the link of the first (hw_device_link).
#ifndef HAWSE_HW_DEVICE_MIX_H
#define HAWSE_HW_DEVICE_MIX_H

#include "hw/device/device.h"

typedef enum hw_role {
    HW_ROLE_LEVER = 0,
    HW_ROLE_BRAKE,
    HW_ROLE_CLUTCH,
    HW_ROLE_RELEASE, // the emergency release
    HW_ROLE_BUTTONS, // reset
    HW_ROLE_STOPPER, // the chain stopper
    HW_ROLES
} hw_role;

#define HW_MIX_SOURCES 7 // one a role, and one for its emergency stop alone

// The role's name in `--device`, such as "lever".
const char *hw_role_name(hw_role r);
// Opens a mix of n sources, at most HW_MIX_SOURCES, which have not been opened yet: open each in place, in the array
// that hw_mix_source gives, before the mix is polled or read. source[r] is the number of the source that carries role
// r.
rt_status hw_mix_open(hw_device *d, int n, const int source[HW_ROLES], rt_diag *diag);
// Source i, to be opened; the mix closes it.
hw_device *hw_mix_source(hw_device *d, int i);
// To be called when the sources are open: takes over the shortest of their thresholds, those that a
// source has by default among them.
void hw_mix_ready(hw_device *d);

#endif
