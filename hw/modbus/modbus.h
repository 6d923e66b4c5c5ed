// SPDX-License-Identifier: MIT
// A PLC console on a Modbus RTU line as an operator device; the program is the master. One I/O thread owns the line. It
// reads axes and buttons and writes gauges and lamps at the addresses of the device map (modbus.*).
#ifndef HAWSE_HW_MODBUS_MODBUS_H
#define HAWSE_HW_MODBUS_MODBUS_H

#include "hw/device/kinds.h"
#include "hw/map/map.h"

// Whether this program was built with libmodbus.
bool hw_modbus_available(void);
// hw_modbus_open opens the line at the port and starts the I/O thread. The thread repeats unanswered requests, reopens
// a lost line once a second, and reports the first refusal of a request on stderr. Axis channel i is input register
// modbus.axes + i, a signed 16-bit count; button channel i is discrete input modbus.buttons + i. Each complete answer
// in time renews the stamp. The heartbeat register, if mapped, must change at least every safety.frozen. RT_ERR_DEVICE
// if the port cannot be opened or the program was built without libmodbus.

#endif
