// SPDX-License-Identifier: MIT
// A script (rt/script/script.h) as an operator device: always there, a stamp at every poll. Polled by the thread of the
// loop.
#ifndef HAWSE_HW_DEVICE_SCRIPT_H
#define HAWSE_HW_DEVICE_SCRIPT_H

#include "hw/device/device.h"
#include "rt/script/script.h"

// Opens a device that plays the script from start_ns on, the loop's clock at the script's time zero [ns]. name: what
// the script is called, such as its file. The script is not copied and must outlive the device.
rt_status hw_script_open(hw_device *d, const rt_script *script, const char *name, int64_t start_ns, rt_diag *diag);

#endif
