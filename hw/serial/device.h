// SPDX-License-Identifier: MIT
// A console on a serial line as an operator device (hw/PROTOCOL.md). One I/O thread owns the port. It polls, never
// blocks in a read or write, and reopens a lost port once a second. A reopened port without a HELLO is left after 3 s:
// the console may be at a similar adapter (hw_port_reopen), or the name may point to another port.
#ifndef HAWSE_HW_SERIAL_DEVICE_H
#define HAWSE_HW_SERIAL_DEVICE_H

#include "hw/device/kinds.h"

// hw_serial_open opens the console at the port (hw_port_open's name) and waits for its HELLO, at most 3 s. Without a
// map the console's own table gives roles and calibration. RT_ERR_DEVICE if the port cannot be opened, no HELLO comes,
// or the console cannot be used.

#endif
