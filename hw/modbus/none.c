// SPDX-License-Identifier: MIT
// Replaces modbus.c in a build without libmodbus.
#include "hw/modbus/modbus.h"

bool hw_modbus_available(void) { return false; }

rt_status hw_modbus_open(hw_device *d, const hw_opening *o, rt_diag *diag) {
    (void)d;
    rt_diag_error(diag, NULL, 0, 0,
                  "modbus:%s: this program was built without libmodbus; install libmodbus-dev and build it again",
                  o->argument);
    return RT_ERR_DEVICE;
}
