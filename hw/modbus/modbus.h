// SPDX-License-Identifier: MIT
// A PLC console behind a Modbus RTU line as an operator device, the program being the master. One I/O thread owns the
// line; it reads axes and buttons, and writes gauges and lamps, by the registers of the device map (modbus.*).
#ifndef HAWSE_HW_MODBUS_MODBUS_H
#define HAWSE_HW_MODBUS_MODBUS_H

#include "hw/device/kinds.h"
#include "hw/map/map.h"

// Whether this program was built with libmodbus.
bool hw_modbus_available(void);
// hw_modbus_open opens the line at the port and starts the I/O thread. A console that does not answer is asked again, a
// line that goes is tried again once a second; a console that refuses what the map asks for is told of once, on stderr.
// Axis channel i is the input register modbus.axes + i as a signed 16-bit count, button channel i the discrete input
// modbus.buttons + i. Each answer that is whole and comes in time gives a stamp; the heartbeat register, where the map
// has one, must change at least every safety.frozen. RT_ERR_DEVICE when the port cannot be opened, or the program was
// built without libmodbus.

#endif
