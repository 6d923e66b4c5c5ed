// SPDX-License-Identifier: MIT
#include "hw/open/open.h"
#include "hw/device/keyboard.h"
#include "hw/device/script.h"
#include "hw/joystick/joystick.h"
#include "hw/modbus/modbus.h"
#include "hw/serial/device.h"
#include "rt/base/whole_file.h"
#include <stdlib.h>
#include <string.h>

#define TEXT (RT_CONFIG_TEXT + 64) // longest name of a device

const char *open_device_help(void) {
    return "  auto                 a joystick that is plugged in, else the window's keyboard, else the scenario's "
           "script\n"
           "  keyboard             the window's\n"
           "  joystick[@MAP]       the first that fits; may be plugged in later\n"
           "  serial:PORT[@MAP]    a console that speaks hw/PROTOCOL.md; without MAP by its own table\n"
           "  modbus:PORT[@MAP]    a console behind a Modbus RTU line\n"
           "  script:FILE          CSV or YAML\n"
           "  recording:FILE       the commands of a recording\n"
           "  ROLE=DEVICE,...      several: roles lever, brake, clutch, release, buttons (reset), stopper (else\n"
           "                       by whom the clutch is), rest; the emergency stop counts from each\n"
           "  MAP is a device map; without it: hawse devices --calibrate, else the scenario's operator.map\n";
}

static rt_status usage(rt_diag *diag, const char *format, const char *found) {
    rt_diag_error(diag, NULL, 0, 0, format, found);
    return RT_ERR_USAGE;
}

// Loads the map after '@' in the text, else the scenario's; *there: whether there is one.
static rt_status load_map(const char *at, const device_context *c, hw_map *m, bool *there, rt_diag *diag) {
    const char *file = at ? at : c->map;
    *there = file[0] != 0;
    return *there ? hw_map_load(file, m, diag) : RT_OK;
}

static rt_status open_joystick(const char *at, device_context *c, hw_device *d, rt_diag *diag) {
    hw_map map;
    bool there;
    if (!c->sdl_events) return usage(diag, "--device %s needs hawse run", "joystick");
    rt_status status = load_map(at, c, &map, &there, diag);
    return status == RT_OK ? hw_joystick_open(d, there ? &map : NULL, !at, &c->start, diag) : status;
}

static rt_status open_keyboard(device_context *c, hw_device *d, rt_diag *diag) {
    if (!c->window)
        return usage(diag, "--device %s needs a window, and there is none: expected a display, or another device",
                     "keyboard");
    c->keyboard = true;
    return hw_keyboard_open(d, &c->start, diag);
}

static rt_status open_modbus(const char *port, const char *at, device_context *c, hw_device *d, rt_diag *diag) {
    hw_map map;
    bool there;
    if (!c->wall_clock) return usage(diag, "--device modbus:%s: expected --clock wall with it", port);
    rt_status status = load_map(at, c, &map, &there, diag);
    if (status != RT_OK) return status;
    if (!there)
        return usage(diag, "--device: expected a device map, modbus:%s@MAP or the scenario's operator.map", port);
    return hw_modbus_open(d, port, &map, &c->start, diag);
}

// A map that is not given is the console's own table.
static rt_status open_serial(const char *port, const char *at, device_context *c, hw_device *d, rt_diag *diag) {
    hw_map map;
    if (!c->wall_clock) return usage(diag, "--device serial:%s: expected --clock wall with it", port);
    rt_status status = at ? hw_map_load(at, &map, diag) : RT_OK;
    return status == RT_OK ? hw_serial_open(d, port, at ? &map : NULL, &c->start, diag) : status;
}

static rt_status open_played(const char *file, bool recording, device_context *c, hw_device *d, rt_diag *diag) {
    rt_script *s = &c->played[c->n_played];
    rt_status status = recording ? rt_script_load_recording(file, s, diag) : rt_script_load(file, s, diag);
    if (status != RT_OK) return status;
    snprintf(c->played_file[c->n_played++], sizeof c->played_file[0], "%s", file);
    return hw_script_open(d, s, file, c->start_ns, diag);
}

// The text after the kind, or NULL if it is of another kind.
static const char *after(const char *text, const char *kind) {
    size_t n = strlen(kind);
    return strncmp(text, kind, n) == 0 ? text + n : NULL;
}

// One device; text is cut in place and must outlive it.
static rt_status open_one(char *text, device_context *c, hw_device *d, rt_diag *diag) {
    const char *file;
    if ((file = after(text, "script:"))) return open_played(file, false, c, d, diag);
    if ((file = after(text, "recording:"))) return open_played(file, true, c, d, diag);
    if (strcmp(text, "keyboard") == 0) return open_keyboard(c, d, diag);
    char *at = strchr(text, '@');
    if (at) *at++ = '\0';
    if (strcmp(text, "joystick") == 0) return open_joystick(at, c, d, diag);
    if ((file = after(text, "serial:"))) return open_serial(file, at, c, d, diag);
    if ((file = after(text, "modbus:"))) return open_modbus(file, at, c, d, diag);
    return usage(
        diag,
        "--device: expected auto, keyboard, joystick, serial:PORT, modbus:PORT, script:FILE, recording:FILE or "
        "ROLE=DEVICE,..., found '%s'",
        text);
}

// A mix while it is parsed: texts of the sources, and the source of each role.
typedef struct mix_text {
    char source[HW_MIX_SOURCES][TEXT];
    int n, of_role[HW_ROLES]; // -1: nobody
} mix_text;

// The role of that name (n bytes), HW_ROLES for "rest", -1: none.
static int find_role(const char *name, size_t n) {
    for (int r = 0; r < HW_ROLES; r++)
        if (strlen(hw_role_name((hw_role)r)) == n && strncmp(hw_role_name((hw_role)r), name, n) == 0) return r;
    return n == 4 && strncmp(name, "rest", 4) == 0 ? HW_ROLES : -1;
}

// Number of the source with that text, added if new; -1: too many.
static int add_source(mix_text *m, const char *text) {
    for (int i = 0; i < m->n; i++)
        if (strcmp(m->source[i], text) == 0) return i;
    if (m->n == HW_MIX_SOURCES) return -1;
    snprintf(m->source[m->n], TEXT, "%s", text);
    return m->n++;
}

static rt_status read_part(mix_text *m, int *rest, char *part, rt_diag *diag) {
    char *device = strchr(part, '=');
    int role = device ? find_role(part, (size_t)(device - part)) : -1;
    if (role < 0)
        return usage(
            diag,
            "--device: expected lever, brake, clutch, release, buttons, stopper or rest, '=' and a device, found '%s'",
            part);
    int *to = role == HW_ROLES ? rest : &m->of_role[role];
    if (*to >= 0) return usage(diag, "--device: said twice: '%s'", part);
    *to = add_source(m, device + 1);
    return *to >= 0 ? RT_OK : usage(diag, "--device: too many devices: '%s'", part);
}

static rt_status read_mix(const char *text, mix_text *m, rt_diag *diag) {
    char copy[TEXT], *left = copy;
    int rest = -1;
    *m = (mix_text){0};
    for (int r = 0; r < HW_ROLES; r++) m->of_role[r] = -1;
    if (snprintf(copy, sizeof copy, "%s", text) >= TEXT) return usage(diag, "--device: too long: '%.60s...'", text);
    for (char *part; (part = strsep(&left, ","));) {
        rt_status status = read_part(m, &rest, part, diag);
        if (status != RT_OK) return status;
    }
    for (int r = 0; r < HW_ROLES; r++) {
        if (m->of_role[r] < 0) m->of_role[r] = rest;
        if (m->of_role[r] < 0 && r == HW_ROLE_STOPPER) m->of_role[r] = m->of_role[HW_ROLE_CLUTCH]; // beside it on deck
        if (m->of_role[r] < 0)
            return usage(diag, "--device: nobody has the %s: add it, or rest=DEVICE", hw_role_name((hw_role)r));
    }
    return RT_OK;
}

static rt_status open_mix(mix_text *m, device_context *c, hw_device *d, rt_diag *diag) {
    rt_status status = hw_mix_open(d, m->n, m->of_role, diag);
    if (status != RT_OK) return status;
    for (int i = 0; i < m->n && status == RT_OK; i++) status = open_one(m->source[i], c, hw_mix_source(d, i), diag);
    if (status == RT_OK)
        hw_mix_ready(d);
    else
        hw_device_close(d);
    return status;
}

// Whether a joystick is plugged in that could be used.
static bool has_joystick(const device_context *c) {
    rt_diag ignored = {0}; // loading the map reports it
    hw_map map;
    bool mapped = c->map[0] && hw_map_load(c->map, &map, &ignored) == RT_OK;
    return c->sdl_events && hw_joystick_present(mapped ? &map : NULL, true);
}

static rt_status open_auto(device_context *c, hw_device *d, rt_diag *diag) {
    if (has_joystick(c) && !c->window) return open_joystick(NULL, c, d, diag);
    if (has_joystick(c)) {
        mix_text both = {.source = {"joystick", "keyboard"}, .n = 2}; // all by the first, a stop by either
        return open_mix(&both, c, d, diag);
    }
    if (c->window) return open_keyboard(c, d, diag);
    if (c->script[0]) return open_played(c->script, false, c, d, diag);
    rt_diag_error(
        diag, NULL, 0, 0,
        "--device auto: nothing to operate it with: no joystick, no window and no operator.script in the scenario; "
        "expected one of them, or another --device");
    return RT_ERR_USAGE;
}

rt_status open_device(const char *text, device_context *c, hw_device *d, rt_diag *diag) {
    mix_text mix;
    const char *equals = strchr(text, '=');
    if (strcmp(text, "auto") == 0) return open_auto(c, d, diag);
    if (equals && find_role(text, (size_t)(equals - text)) >= 0) {
        rt_status status = read_mix(text, &mix, diag);
        return status == RT_OK ? open_mix(&mix, c, d, diag) : status;
    }
    if (snprintf(mix.source[0], TEXT, "%s", text) >= TEXT) return usage(diag, "--device: too long: '%.60s...'", text);
    return open_one(mix.source[0], c, d, diag);
}

rt_status open_device_none(device_context *c, hw_device *d, rt_diag *diag) {
    rt_script *s = &c->played[c->n_played];
    *s = (rt_script){.row = calloc(1, sizeof *s->row), .n = 1};
    if (!s->row) {
        rt_diag_error(diag, NULL, 0, 0, "no memory for the operator");
        return RT_ERR_MEMORY;
    }
    s->row[0][RT_SCRIPT_DEAD_MAN] = 1;
    c->played_file[c->n_played++][0] = 0;
    return hw_script_open(d, s, "nobody", c->start_ns, diag);
}

bool open_device_is_live(const char *text) { return strstr(text, "serial:") || strstr(text, "modbus:"); }

bool open_device_spares(const device_context *c, const char *const *output, int n, rt_diag *diag) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < c->n_played; i++)
            if (output[k] && c->played_file[i][0] && rt_same_file(output[k], c->played_file[i])) {
                rt_diag_error(diag, output[k], 0, 0, "is what the operator plays: expected another name to write to");
                return false;
            }
    return true;
}

void open_device_free(device_context *c) {
    for (int i = 0; i < c->n_played; i++) rt_script_free(&c->played[i]);
    c->n_played = 0;
}
