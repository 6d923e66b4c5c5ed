// SPDX-License-Identifier: MIT
#include "rt/open_device.h"
#include "hw/joystick.h"
#include "hw/keyboard.h"
#include "hw/script_device.h"
#include "hw/serial_device.h"
#include <SDL.h>
#include <stdio.h>
#include <string.h>

static const rt_command start = {.brake = 1, .clutch = 1};

static rt_status open_script(hw_device *device, const open_device_def *def, const char *file, rt_diag *d) {
    rt_status status = rt_script_load(file, def->script, d);
    return status == RT_OK ? hw_script_open(device, def->script, file, def->start_ns, d) : status;
}

static rt_status open_joystick(hw_device *device, const open_device_def *def, rt_diag *d) {
    hw_map map;
    if (!def->sc->operator.map[0]) {
        rt_diag_error(d, def->sc->path, 0, 0,
                      "no device map: expected operator.map in the scenario, such as ../devices/generic_joystick.yaml");
        return RT_ERR_DEVICE;
    }
    rt_status status = hw_map_load(def->sc->operator.map, &map, d);
    return status == RT_OK ? hw_joystick_open(device, &map, &start, d) : status;
}

static rt_status open_keyboard(hw_device *device, const open_device_def *def, rt_diag *d) {
    if (!def->window) {
        rt_diag_error(d, NULL, 0, 0, "--device keyboard needs a window, and there is no display");
        return RT_ERR_DEVICE;
    }
    printf("%s", hw_keyboard_help());
    return hw_keyboard_open(device, &start, d);
}

static rt_status open_auto(hw_device *device, const open_device_def *def, rt_diag *d) {
    const char *map = def->sc->operator.map, *script = def->sc->operator.script;
    if (def->window && map[0] && SDL_InitSubSystem(SDL_INIT_JOYSTICK) == 0 && SDL_NumJoysticks() > 0)
        return open_joystick(device, def, d);
    if (def->window) return open_keyboard(device, def, d);
    if (script[0]) return open_script(device, def, script, d);
    rt_diag_error(d, def->sc->path, 0, 0, "no operator: neither a window nor operator.script in the scenario");
    return RT_ERR_USAGE;
}

rt_status open_device(hw_device *device, const open_device_def *def, rt_diag *d) {
    const char *text = def->text ? def->text : "auto";
    if (strcmp(text, "auto") == 0) return open_auto(device, def, d);
    if (strcmp(text, "keyboard") == 0) return open_keyboard(device, def, d);
    if (strcmp(text, "joystick") == 0) return open_joystick(device, def, d);
    if (strncmp(text, "script:", 7) == 0) return open_script(device, def, text + 7, d);
    if (strncmp(text, "serial:", 7) == 0) return hw_serial_open(device, text + 7, NULL, &start, d);
    rt_diag_error(d, NULL, 0, 0, "--device: expected auto, keyboard, joystick, serial:PORT or script:FILE, found '%s'",
                  text);
    return RT_ERR_USAGE;
}
