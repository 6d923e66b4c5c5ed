// SPDX-License-Identifier: MIT
#include "hw/joystick.h"
#include <SDL.h>
#include <string.h>

typedef struct joystick {
    hw_map map;
    hw_map_state state;
    SDL_Joystick *handle; // NULL while there is none
    SDL_JoystickID instance;
    SDL_JoystickGUID guid; // of the device we stay with
    char name[128];
    bool moved[HW_CHANNELS]; // axes that have moved since the device came
    rt_input last;           // as published
} joystick;

static bool same_guid(SDL_JoystickGUID a, SDL_JoystickGUID b) { return memcmp(a.data, b.data, sizeof a.data) == 0; }

// Index of the first joystick with the GUID; any: of the first of all; -1: none.
static int find(bool any, SDL_JoystickGUID guid) {
    int n = SDL_NumJoysticks();
    for (int i = 0; i < n; i++)
        if (any || same_guid(SDL_JoystickGetDeviceGUID(i), guid)) return i;
    return -1;
}

// Starts with the joystick at the index: nothing it may have said before counts. False if SDL cannot open it.
static bool attach(joystick *j, int index) {
    j->handle = SDL_JoystickOpen(index);
    if (!j->handle) return false;
    j->instance = SDL_JoystickInstanceID(j->handle);
    j->guid = SDL_JoystickGetGUID(j->handle);
    const char *name = SDL_JoystickName(j->handle);
    snprintf(j->name, sizeof j->name, "%s", name ? name : "joystick without a name");
    j->state = hw_map_start(&j->map, j->state.clutch);
    memset(j->moved, 0, sizeof j->moved);
    return true;
}

static void detach(joystick *j) {
    if (j->handle) SDL_JoystickClose(j->handle);
    j->handle = NULL;
}

// SDL reports the value that it assumes at the start as if it were motion: an axis counts from its first other value
// on.
static void axis_event(joystick *j, int axis, Sint16 value) {
    Sint16 initial;
    if (axis >= HW_CHANNELS) return;
    bool assumed = SDL_JoystickGetAxisInitialState(j->handle, axis, &initial) && value == initial;
    j->moved[axis] = j->moved[axis] || !assumed;
    if (j->moved[axis]) hw_map_axis(&j->state, &j->map, axis, value);
}

static void joystick_event(hw_device *d, const SDL_Event *e) {
    joystick *j = d->self;
    if (!j->handle) return;
    if (e->type == SDL_JOYAXISMOTION && e->jaxis.which == j->instance)
        axis_event(j, e->jaxis.axis, e->jaxis.value);
    else if ((e->type == SDL_JOYBUTTONDOWN || e->type == SDL_JOYBUTTONUP) && e->jbutton.which == j->instance)
        hw_map_button(&j->state, &j->map, e->jbutton.button, e->type == SDL_JOYBUTTONDOWN);
}

// Whether the device is there: notices a loss (once published, the next poll looks for the device again) and a return.
static bool present(joystick *j) {
    if (j->handle && !SDL_JoystickGetAttached(j->handle)) {
        detach(j);
        return false;
    }
    if (j->handle) return true;
    int index = find(false, j->guid);
    return index >= 0 && attach(j, index);
}

// The last input with what the device says now; without a stamp while nothing is known of the lever, and then only the
// emergency stop counts.
static void read_state(joystick *j, int64_t now_ns) {
    rt_input in = j->last;
    if (hw_map_input(&j->state, &j->map, now_ns, &in)) {
        in.t_ns = hw_device_stamp(now_ns);
        j->last = in;
    }
    j->last.estop = in.estop;
    j->last.fault = in.fault;
}

static void joystick_poll(hw_device *d, int64_t now_ns) {
    joystick *j = d->self;
    j->last.has_device = present(j);
    if (j->last.has_device) read_state(j, now_ns);
    hw_device_publish(d, &j->last);
}

static void joystick_identity(const hw_device *d, hw_identity *out) {
    const joystick *j = d->self;
    memcpy(out->name, j->name, sizeof out->name);
    SDL_JoystickGetGUIDString(j->guid, out->id, sizeof out->id);
}

static void joystick_close(hw_device *d) {
    detach(d->self);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
}

static const hw_device_ops ops = {.kind = "joystick",
                                  .event = joystick_event,
                                  .poll = joystick_poll,
                                  .identity = joystick_identity,
                                  .close = joystick_close};

static rt_status start_sdl(rt_diag *diag) {
    // Without it SDL recentres every axis when the window loses the focus.
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    if (SDL_InitSubSystem(SDL_INIT_JOYSTICK) == 0) return RT_OK;
    rt_diag_error(diag, NULL, 0, 0, "joystick: SDL does not start: %s", SDL_GetError());
    return RT_ERR_DEVICE;
}

rt_status hw_joystick_open(hw_device *d, const hw_map *map, const rt_command *start, rt_diag *diag) {
    rt_status status = start_sdl(diag);
    if (status != RT_OK) return status;
    status = hw_device_init(d, &ops, sizeof(joystick), diag);
    if (status != RT_OK) {
        SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
        return status;
    }
    joystick *j = d->self;
    j->map = *map;
    j->state.clutch = start->clutch != 0;
    int index = find(strcmp(map->guid, "any") == 0, SDL_JoystickGetGUIDFromString(map->guid));
    if (index >= 0 && attach(j, index)) return RT_OK;
    if (index >= 0)
        rt_diag_error(diag, NULL, 0, 0, "joystick \"%s\": cannot be opened: %s", map->name, SDL_GetError());
    else
        rt_diag_error(diag, NULL, 0, 0, "joystick \"%s\": expected one with guid %s, found none of %d plugged in",
                      map->name, map->guid, SDL_NumJoysticks());
    hw_device_close(d);
    return RT_ERR_DEVICE;
}

static void print_joystick(FILE *f, int index) {
    char guid[33];
    const char *name = SDL_JoystickNameForIndex(index);
    SDL_JoystickGetGUIDString(SDL_JoystickGetDeviceGUID(index), guid, sizeof guid);
    fprintf(f, "joystick \"%s\"\n  guid    %s\n", name ? name : "", guid);
    SDL_Joystick *handle = SDL_JoystickOpen(index);
    if (!handle) {
        fprintf(f, "  cannot be opened: %s\n", SDL_GetError());
        return;
    }
    SDL_JoystickUpdate();
    fprintf(f, "  axes    %d:", SDL_JoystickNumAxes(handle));
    for (int i = 0; i < SDL_JoystickNumAxes(handle); i++) fprintf(f, " %d", SDL_JoystickGetAxis(handle, i));
    fprintf(f, "\n  buttons %d:", SDL_JoystickNumButtons(handle));
    for (int i = 0; i < SDL_JoystickNumButtons(handle); i++) fprintf(f, " %d", SDL_JoystickGetButton(handle, i));
    fprintf(f, "\n");
    SDL_JoystickClose(handle);
}

int hw_joystick_list(FILE *f, rt_diag *diag) {
    if (start_sdl(diag) != RT_OK) return -1;
    int n = SDL_NumJoysticks();
    for (int i = 0; i < n; i++) print_joystick(f, i);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
    return n;
}
