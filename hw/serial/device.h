// SPDX-License-Identifier: MIT
// A console on a serial line as an operator device (hw/PROTOCOL.md). One I/O thread owns the port. It polls, never
// blocks in a read or write, and reopens a lost port once a second. A reopened port without a HELLO is left after 3 s:
// the console may be at a similar adapter (hw_port_reopen), or the name may point to another port.
#ifndef HAWSE_HW_SERIAL_DEVICE_H
#define HAWSE_HW_SERIAL_DEVICE_H

#include "hw/device/device.h"
#include "hw/map/map.h"

// Opens the console at `port` (hw_port_open's name) and waits for its HELLO, at most 3 s. map: NULL for the
// roles and calibration of the console's own table. Clutch and stopper begin as in `start`. RT_ERR_DEVICE with a
// message if the port cannot be opened, no HELLO comes, or the console cannot be used.
rt_status hw_serial_open(hw_device *d, const char *port, const hw_map *map, const rt_command *start, rt_diag *diag);

#endif
