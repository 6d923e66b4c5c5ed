// SPDX-License-Identifier: MIT
// Several devices as one: each role of the operator's input is carried by one of them, such as the lever by a joystick
// and the brake by a serial console. These roles are the local position. One source may be the remote position, which
// has all roles.
//
// Only the selected position has command: hw_device_select, or RT_CONTROL_REMOTE from a source. The conditioning stops
// the drive at each changeover (rt/command/command.h). The mixed input has RT_CONTROL_REMOTE while the remote position
// has command. A source without command gets feedback without the state "active".
//
// The age of the mixed input is that of the oldest source with a role in command: losing one of them loses the whole. A
// fault of one is a fault of the whole. The dead-man must be held on each of them. An emergency stop counts from every
// source, also from one without a role or without command. hw_device_link gives the link of the first source that has a
// line.
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

#define HW_MIX_SOURCES 8 // one a role, the remote position, and one with its emergency stop only
#define HW_NO_REMOTE (-1)

// The role's name in `--device`, such as "lever".
const char *hw_role_name(hw_role r);
// Opens a mix of n sources (at most HW_MIX_SOURCES). The caller then opens each source in place (hw_mix_source), before
// it polls or reads the mix. source[r]: number of the source with role r; remote: of the remote position, or
// HW_NO_REMOTE.
rt_status hw_mix_open(hw_device *d, int n, const int source[HW_ROLES], int remote, rt_diag *diag);
// Source i, to be opened; the mix closes it.
hw_device *hw_mix_source(hw_device *d, int i);
// Call it once the sources are open: the mix gets the shortest of their thresholds, defaults included.
void hw_mix_ready(hw_device *d);

#endif
