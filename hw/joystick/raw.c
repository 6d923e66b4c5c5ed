// SPDX-License-Identifier: MIT
#include "hw/joystick/raw.h"
#include "hw/map/store.h"
#include "rt/base/plain.h"
#include <SDL.h>
#include <string.h>
#include <unistd.h>

rt_status hw_joystick_init_sdl(rt_diag *diag) {
    // Without this hint SDL centres every axis when the window loses the focus.
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    if (SDL_InitSubSystem(SDL_INIT_JOYSTICK) == 0) return RT_OK;
    rt_diag_error(diag, NULL, 0, 0, "joystick: SDL does not start: %s", SDL_GetError());
    return RT_ERR_DEVICE;
}

static void print_calibration(FILE *f, const hw_joystick_raw *r) {
    char path[HW_STORE_PATH];
    bool stored = hw_store_path(r->guid, r->serial, path) && access(path, F_OK) == 0;
    if (r->serial[0]) fprintf(f, "  serial  %s\n", r->serial);
    fprintf(f, "  map     %s\n", stored ? path : "none stored; run hawse devices --calibrate");
}

static bool open_index(hw_joystick_raw *r, int index) {
    memset(r, 0, sizeof *r);
    SDL_Joystick *h = SDL_JoystickOpen(index);
    const char *name = SDL_JoystickNameForIndex(index), *serial = h ? SDL_JoystickGetSerial(h) : NULL;
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), r->guid, sizeof r->guid);
    rt_plain(r->name, sizeof r->name, name ? name : "joystick without a name"); // the device chooses its texts
    rt_plain(r->serial, sizeof r->serial, serial ? serial : "");
    r->handle = h;
    if (!h) return false;
    r->axes = SDL_min(SDL_JoystickNumAxes(h), HW_CHANNELS);
    r->buttons = SDL_min(SDL_JoystickNumButtons(h), HW_CHANNELS);
    return true;
}

void hw_joystick_raw_update(void) {
    SDL_JoystickUpdate();
    SDL_FlushEvents(SDL_JOYAXISMOTION, SDL_JOYDEVICEREMOVED);
}

bool hw_joystick_raw_read(hw_joystick_raw *r) {
    if (!SDL_JoystickGetAttached(r->handle)) return false;
    for (int i = 0; i < r->axes; i++) r->axis[i] = SDL_JoystickGetAxis(r->handle, i);
    for (int i = 0; i < r->buttons; i++) r->button[i] = SDL_JoystickGetButton(r->handle, i) != 0;
    return true;
}

void hw_joystick_raw_close(hw_joystick_raw *r) {
    if (!r->handle) return;
    SDL_JoystickClose(r->handle);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
    r->handle = NULL;
}

static bool matches(int index, const char *which) {
    char guid[33];
    const char *name = SDL_JoystickNameForIndex(index);
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, sizeof guid);
    return !which || SDL_strcasecmp(which, guid) == 0 || (name && SDL_strcasestr(name, which));
}

rt_status hw_joystick_raw_open(hw_joystick_raw *r, const char *which, rt_diag *diag) {
    rt_status status = hw_joystick_init_sdl(diag);
    if (status != RT_OK) return status;
    int n = SDL_NumJoysticks(), found = 0, index = -1;
    for (int i = 0; i < n; i++)
        if (matches(i, which) && found++ == 0) index = i;
    if (found == 1 && open_index(r, index)) return RT_OK;
    if (found == 1)
        rt_diag_error(diag, NULL, 0, 0, "joystick \"%s\": cannot be opened: %s", r->name, SDL_GetError());
    else
        rt_diag_error(
            diag, NULL, 0, 0, "joystick: expected one%s%s, found %d of %d plugged in; run hawse devices for a list",
            which ? " with the GUID or name " : ", or a part of its name or its GUID", which ? which : "", found, n);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
    return RT_ERR_DEVICE;
}

static void print_joystick(FILE *f, int index) {
    hw_joystick_raw r;
    bool open = open_index(&r, index);
    fprintf(f, "joystick \"%s\"\n  guid    %s\n", r.name, r.guid);
    if (!open) {
        fprintf(f, "  cannot be opened: %s\n", SDL_GetError());
        return;
    }
    print_calibration(f, &r);
    SDL_JoystickUpdate();
    fprintf(f, "  axes    %d:", SDL_JoystickNumAxes(r.handle));
    for (int i = 0; i < SDL_JoystickNumAxes(r.handle); i++) fprintf(f, " %d", SDL_JoystickGetAxis(r.handle, i));
    fprintf(f, "\n  buttons %d:", SDL_JoystickNumButtons(r.handle));
    for (int i = 0; i < SDL_JoystickNumButtons(r.handle); i++) fprintf(f, " %d", SDL_JoystickGetButton(r.handle, i));
    fprintf(f, "\n");
    SDL_JoystickClose(r.handle);
}

int hw_joystick_list(FILE *f, rt_diag *diag) {
    if (hw_joystick_init_sdl(diag) != RT_OK) return -1;
    int n = SDL_NumJoysticks();
    for (int i = 0; i < n; i++) print_joystick(f, i);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
    return n;
}
