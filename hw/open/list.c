// SPDX-License-Identifier: MIT
#include "hw/open/list.h"
#include "hw/device/keyboard.h"
#include "hw/joystick/raw.h"
#include "hw/modbus/modbus.h"
#include "hw/serial/list.h"

int hw_list_devices(FILE *f, rt_diag *diag) {
    fprintf(f, "keyboard\n%s", hw_keyboard_help());
    if (!hw_modbus_available()) fprintf(f, "modbus: this program was built without libmodbus\n");
    hw_serial_list(f);
    int n = hw_joystick_list(f, diag);
    if (n == 0) fprintf(f, "no joystick\n");
    return n;
}
