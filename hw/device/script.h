// SPDX-License-Identifier: MIT
// A script (rt/script/script.h) as an operator device, polled by the loop's thread: always present, a stamp at every
// poll.
#ifndef HAWSE_HW_DEVICE_SCRIPT_H
#define HAWSE_HW_DEVICE_SCRIPT_H

#include "hw/device/kinds.h"
#include "rt/script/script.h"

// Opens a device that plays the script; start_ns is the loop's clock at the script's time zero [ns], name the identity,
// such as a file. The script must outlive the device.
rt_status hw_script_open(hw_device *d, const rt_script *script, const char *name, int64_t start_ns, rt_diag *diag);

#endif
