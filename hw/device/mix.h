// SPDX-License-Identifier: MIT
// Several devices as one: each role of the operator's input is carried by one of them, such as the lever by a joystick
// and the brake by a serial console.
//
// The age of the mixed input is that of the oldest source with a role: losing one of them loses the whole. A fault of
// one is a fault of the whole. The dead-man must be held on each source with a role. An emergency stop counts from
// every source, also from one without a role. hw_device_link gives the link of the first source that has a line.
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

#define HW_MIX_SOURCES 7 // one a role, and one with its emergency stop only

// The role's name in `--device`, such as "lever".
const char *hw_role_name(hw_role r);
// Opens a mix of n sources (at most HW_MIX_SOURCES). The caller then opens each source in place (hw_mix_source), before
// it polls or reads the mix. source[r]: number of the source with role r.
rt_status hw_mix_open(hw_device *d, int n, const int source[HW_ROLES], rt_diag *diag);
// Source i, to be opened; the mix closes it.
hw_device *hw_mix_source(hw_device *d, int i);
// Call it once the sources are open: the mix gets the shortest of their thresholds, defaults included.
void hw_mix_ready(hw_device *d);

#endif
