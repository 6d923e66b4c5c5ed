// SPDX-License-Identifier: MIT
#include "hw/joystick/joystick.h"
#include "hw/joystick/raw.h"
#include "hw/map/store.h"
#include <SDL.h>
#include <string.h>
#include <unistd.h>

typedef struct joystick {
    hw_map given, map; // map from the user; map in use
    bool has_given, stored;
    hw_map_state state;
    SDL_Joystick *handle; // NULL: none
    SDL_JoystickID instance;
    SDL_JoystickID examined; // devices up to this id were checked and rejected; -1: none. A device plugged in
                             // later has a higher id
    bool known;              // guid, serial and name are of the device that we connected to
    char guid[33], serial[HW_JOYSTICK_SERIAL], name[128];
    bool moved[HW_CHANNELS]; // axes that have moved since connection
    rt_input last;           // as last published
} joystick;

static void identify(SDL_Joystick *handle, char guid[33], char serial[HW_JOYSTICK_SERIAL]) {
    const char *text = SDL_JoystickGetSerial(handle);
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(handle), guid, 33);
    snprintf(serial, HW_JOYSTICK_SERIAL, "%s", text ? text : "");
}

static bool is_wanted(const char *wanted, const char *found) {
    return strcmp(wanted, "any") == 0 || SDL_strcasecmp(wanted, found) == 0;
}

// Chooses the map for this device; RT_OK with *found false if there is none.
static rt_status choose_map(const joystick *j, const char *guid, const char *serial, hw_map *m, bool *found,
                            rt_diag *diag) {
    char path[HW_STORE_PATH];
    *found = true;
    if (j->stored && hw_store_path(guid, serial, path) && access(path, F_OK) == 0) return hw_map_load(path, m, diag);
    *found = j->has_given && is_wanted(j->given.guid, guid) && is_wanted(j->given.serial, serial);
    if (*found) *m = j->given;
    return RT_OK;
}

// Reads the joystick's present levels, since SDL events report changes only. If the panel has the joystick open
// already, SDL sends no events on opening. An axis counts once it has moved since it was plugged in.
static void read_levels(joystick *j) {
    Sint16 initial;
    SDL_JoystickUpdate(); // makes SDL read a joystick that was just opened; the events stay queued
    int axes = SDL_min(SDL_JoystickNumAxes(j->handle), HW_CHANNELS);
    int buttons = SDL_min(SDL_JoystickNumButtons(j->handle), HW_CHANNELS);
    for (int i = 0; i < axes; i++) {
        Sint16 value = SDL_JoystickGetAxis(j->handle, i);
        j->moved[i] = SDL_JoystickGetAxisInitialState(j->handle, i, &initial) && value != initial;
        if (j->moved[i]) hw_map_set_axis(&j->state, &j->map, i, value);
    }
    for (int i = 0; i < buttons; i++)
        hw_map_set_button(&j->state, &j->map, i, SDL_JoystickGetButton(j->handle, i) != 0);
    hw_map_end_report(&j->state);
}

// Opens the joystick at the index if it is the one we were connected to or, before that, if a map fits it.
static bool attach(joystick *j, int index, rt_diag *diag) {
    char guid[33], serial[HW_JOYSTICK_SERIAL];
    bool found = false;
    SDL_JoystickID instance = SDL_JoystickGetDeviceInstanceID(index);
    SDL_Joystick *handle = instance > j->examined ? SDL_JoystickOpen(index) : NULL;
    if (!handle) return false;
    identify(handle, guid, serial);
    bool ours = !j->known || (strcmp(guid, j->guid) == 0 && strcmp(serial, j->serial) == 0);
    if (!ours || choose_map(j, guid, serial, &j->map, &found, diag) != RT_OK || !found) {
        SDL_JoystickClose(handle);
        j->examined = instance;
        return false;
    }
    const char *name = SDL_JoystickName(handle);
    snprintf(j->name, sizeof j->name, "%s", name ? name : "joystick without a name");
    memcpy(j->guid, guid, sizeof guid);
    memcpy(j->serial, serial, sizeof serial);
    j->handle = handle;
    j->instance = instance;
    j->known = true;
    j->state = hw_map_start(&j->map, j->state.clutch, j->state.stopper);
    memset(j->moved, 0, sizeof j->moved);
    read_levels(j);
    return true;
}

static bool attach_any(joystick *j, rt_diag *diag) {
    int n = SDL_NumJoysticks();
    for (int i = 0; i < n; i++)
        if (attach(j, i, diag)) return true;
    return false;
}

static void detach(joystick *j) {
    if (j->handle) SDL_JoystickClose(j->handle);
    j->handle = NULL;
}

// SDL reports its assumed initial value as motion. An axis therefore counts from its first different value.
static void axis_event(joystick *j, int axis, Sint16 value) {
    Sint16 initial;
    if (axis >= HW_CHANNELS) return;
    bool assumed = SDL_JoystickGetAxisInitialState(j->handle, axis, &initial) && value == initial;
    j->moved[axis] = j->moved[axis] || !assumed;
    if (j->moved[axis]) hw_map_set_axis(&j->state, &j->map, axis, value);
}

static void joystick_event(hw_device *d, const SDL_Event *e) {
    joystick *j = d->self;
    if (!j->handle) return;
    if (e->type == SDL_JOYAXISMOTION && e->jaxis.which == j->instance)
        axis_event(j, e->jaxis.axis, e->jaxis.value);
    else if ((e->type == SDL_JOYBUTTONDOWN || e->type == SDL_JOYBUTTONUP) && e->jbutton.which == j->instance)
        hw_map_set_button(&j->state, &j->map, e->jbutton.button, e->type == SDL_JOYBUTTONDOWN);
}

// Detects a loss and a return of the device; true if it is present. The poll that detects a loss publishes it; the next
// one searches for the device.
static bool update_presence(joystick *j) {
    if (j->handle && !SDL_JoystickGetAttached(j->handle)) {
        detach(j);
        return false;
    }
    rt_diag ignored = {0}; // no user reads it: a device with a damaged calibration stays disconnected
    return j->handle || attach_any(j, &ignored);
}

// Updates the last input from the device. Before the lever's first move, and during a fault, only copies the stops and
// renews no stamp.
static void read_state(joystick *j, int64_t now_ns) {
    rt_input in = j->last;
    if (hw_map_input(&j->state, &j->map, now_ns, &in)) {
        in.t_ns = hw_device_stamp(now_ns);
        j->last = in;
    }
    hw_map_copy_stops(&j->last, &in);
}

static void joystick_poll(hw_device *d, int64_t now_ns) {
    joystick *j = d->self;
    j->last.has_device = update_presence(j);
    if (j->last.has_device) read_state(j, now_ns);
    hw_device_publish(d, &j->last);
}

static void joystick_identity(const hw_device *d, hw_identity *out) {
    const joystick *j = d->self;
    snprintf(out->name, sizeof out->name, "%s", j->known ? j->name : "no joystick yet");
    snprintf(out->id, sizeof out->id, "%s%s%.30s", j->guid, j->serial[0] ? "-" : "", j->serial);
}

static const hw_map *joystick_map(const hw_device *d, bool *given) {
    const joystick *j = d->self;
    *given = !j->stored;
    return j->handle ? &j->map : NULL;
}

static void joystick_close(hw_device *d) {
    detach(d->self);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
}

static const hw_device_ops ops = {.kind = "joystick",
                                  .event = joystick_event,
                                  .poll = joystick_poll,
                                  .identity = joystick_identity,
                                  .map = joystick_map,
                                  .close = joystick_close};

// Initial state; does not search for the device yet.
static joystick make_joystick(const hw_map *map, bool stored, const rt_command *start) {
    joystick j = {.stored = stored,
                  .has_given = map != NULL,
                  .examined = -1,
                  .state = {.clutch = start->clutch != 0, .stopper = start->stopper != 0}};
    if (map) j.given = *map;
    return j;
}

rt_status hw_joystick_open(hw_device *d, const hw_opening *o, rt_diag *diag) {
    const hw_map *map = o->map;
    rt_status status = hw_joystick_init_sdl(diag);
    if (status != RT_OK) return status;
    status = hw_device_init(d, &ops, sizeof(joystick), diag);
    if (status != RT_OK) {
        SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
        return status;
    }
    joystick *j = d->self;
    *j = make_joystick(map, !o->map_named, o->start);
    int errors = diag->errors;
    bool there = attach_any(j, diag);
    if (!there && diag->errors > errors) {
        hw_device_close(d);
        return RT_ERR_FORMAT;
    }
    if (there || map) d->thresholds = hw_map_thresholds(there ? &j->map : map);
    if (!there)
        rt_diag_warning(
            diag, NULL, 0, 0, "joystick: none of the %d plugged in is %s%s; waiting for it", SDL_NumJoysticks(),
            map ? "the device of the map, GUID " : "calibrated (hawse devices --calibrate)", map ? map->guid : "");
    return RT_OK;
}

bool hw_joystick_present(const hw_map *map, bool stored) {
    rt_diag diag = {0};
    const rt_command start = {0};
    if (hw_joystick_init_sdl(&diag) != RT_OK) return false;
    joystick j = make_joystick(map, stored, &start);
    bool there = attach_any(&j, &diag) || diag.errors > 0; // an error counts as present: opening reports it
    detach(&j);
    SDL_QuitSubSystem(SDL_INIT_JOYSTICK);
    return there;
}
