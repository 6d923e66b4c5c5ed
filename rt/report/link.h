// SPDX-License-Identifier: MIT
// How the operator's line did, for the report.
#ifndef HAWSE_RT_REPORT_LINK_H
#define HAWSE_RT_REPORT_LINK_H

#include "hw/device/device.h"
#include "rt/base/json.h"
#include <stdio.h>

// Writes the object "link"; nothing for a device without a line.
void report_link_write(rt_json *j, hw_device *device);
// One line for people; nothing for a device without a line.
void report_link_print(FILE *f, hw_device *device);

#endif
