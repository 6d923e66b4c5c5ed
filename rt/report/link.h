// SPDX-License-Identifier: MIT
// Statistics of the serial link to the operator's console, for the report.
#ifndef HAWSE_RT_REPORT_LINK_H
#define HAWSE_RT_REPORT_LINK_H

#include "hw/device/device.h"
#include "rt/file/json.h"
#include <stdio.h>

// Writes the key "link"; nothing for a device without a serial link.
void report_link_write(rt_json *j, hw_device *device);
// Prints a line for the terminal; nothing for a device without a serial link.
void report_link_print(FILE *f, hw_device *device);

#endif
