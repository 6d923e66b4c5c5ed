// SPDX-License-Identifier: MIT
// A console on a serial line as an operator device (hw/PROTOCOL.md). One I/O thread owns the port. It polls, never
// blocks in a read or write, and reopens a lost port once a second. It leaves a port without a HELLO after 3 s, since
// the console may be at another adapter of the kind (hw_port_reopen), or at another target of the name.
#ifndef HAWSE_HW_SERIAL_DEVICE_H
#define HAWSE_HW_SERIAL_DEVICE_H

#include "hw/device/kinds.h"

// hw_serial_open opens the console at the port (hw_port_open's name) and waits at most 3 s for its HELLO. Without a map
// the console itself names roles and calibration. RT_ERR_DEVICE when the port cannot be opened, no console answers, or
// the console cannot be used.

#endif
