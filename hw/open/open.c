// SPDX-License-Identifier: MIT
#include "hw/open/open.h"
#include "hw/device/kinds.h"
#include "hw/device/script.h"
#include "hw/joystick/joystick.h"
#include "hw/map/map.h"
#include "rt/file/outputs.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TEXT (RT_CONFIG_TEXT + 64) // longest name of a device

typedef struct device_kind {
    const char *name, *argument;
    hw_map_use map;
    hw_source source;
    rt_status (*open)(hw_device *d, const hw_opening *o, rt_diag *diag);
    const char *help;
} device_kind;

#define ROW(name, argument, map, source, opener, help) {name, argument, map, source, opener, help},
static const device_kind kinds[] = {HW_DEVICE_KINDS(ROW)};
#define KINDS (sizeof kinds / sizeof kinds[0])

// Writes NAME or NAME:PLACEHOLDER.
static void write_form(const device_kind *k, char *out, size_t size) {
    snprintf(out, size, "%s%s%s", k->name, k->argument[0] ? ":" : "", k->argument);
}

void open_device_print_help(FILE *f) {
    char form[64];
    fprintf(f, "  auto                 a joystick that is plugged in, else the window's keyboard, else the scenario's "
               "operator\n");
    for (size_t i = 0; i < KINDS; i++) {
        write_form(&kinds[i], form, sizeof form - 8);
        if (kinds[i].map != HW_MAP_NONE) strcat(form, "[@MAP]");
        fprintf(f, "  %-20s %s\n", form, kinds[i].help);
    }
    fprintf(f, "  ROLE=DEVICE,...      several: roles lever, brake, clutch, release, buttons (reset), stopper (else\n"
               "                       by whom the clutch is), rest: the local position. remote=DEVICE: the remote\n"
               "                       position, for the changeover. The emergency stop counts from each\n"
               "  MAP is a device map; without it: hawse devices --calibrate, else the scenario's operator.map\n");
}

void open_device_list_names(char *out, size_t size, unsigned sources) {
    char form[64];
    out[0] = '\0';
    for (size_t i = 0; i < KINDS; i++) {
        size_t used = strlen(out);
        if (!(kinds[i].source & sources)) continue;
        write_form(&kinds[i], form, sizeof form);
        snprintf(out + used, size - used, "%s%s", used ? ", " : "", form);
    }
}

static rt_status usage(rt_diag *diag, const char *format, const char *found) {
    rt_diag_error(diag, NULL, 0, 0, format, found);
    return RT_ERR_USAGE;
}

// The kind that the text names, or NULL. *rest: the argument, or what follows a name without argument.
static const device_kind *find_kind(const char *text, const char **rest) {
    for (const device_kind *k = kinds; k < kinds + KINDS; k++) {
        size_t n = strlen(k->name);
        if (strncmp(text, k->name, n) != 0) continue;
        bool argument = k->argument[0] != '\0', map = k->map != HW_MAP_NONE;
        if (argument ? text[n] != ':' : text[n] && !(map && text[n] == '@')) continue;
        *rest = text + n + (argument ? 1 : 0);
        return k;
    }
    return NULL;
}

static rt_status report_unknown(const char *text, rt_diag *diag) {
    char names[512];
    open_device_list_names(names, sizeof names, ~0u);
    rt_diag_error(diag, NULL, 0, 0, "--device: expected auto, %s or ROLE=DEVICE,..., found '%s'", names, text);
    return RT_ERR_USAGE;
}

// Checks that the program has the source of the device's input. name: the device's text without map, for messages.
static rt_status check_source(const device_kind *k, const char *name, const device_context *c, rt_diag *diag) {
    if (k->source == HW_FROM_SDL && !c->sdl_events) return usage(diag, "--device %s needs hawse run", name);
    if (k->source == HW_FROM_WINDOW && !c->window)
        return usage(diag, "--device %s needs a window, and there is none: expected a display, or another device",
                     name);
    if (k->source == HW_FROM_THREAD && !c->wall_clock)
        return usage(diag, "--device %s: expected --clock wall with it", name);
    return RT_OK;
}

// Loads the map that the user named (NULL: none), else the scenario's, if the kind uses one.
static rt_status load_map(const device_kind *k, const char *name, const char *named, const device_context *c, hw_map *m,
                          hw_opening *o, rt_diag *diag) {
    bool scenario = k->map == HW_MAP_OPTIONAL || k->map == HW_MAP_REQUIRED;
    const char *file = named ? named : scenario ? c->map : "";
    if (!file[0] && k->map == HW_MAP_REQUIRED)
        return usage(diag, "--device: expected a device map, %s@MAP or the scenario's operator.map", name);
    o->map_named = named != NULL;
    o->map = file[0] ? m : NULL;
    return file[0] ? hw_map_load(file, m, diag) : RT_OK;
}

// Opens one device.
static rt_status open_one(const char *text, device_context *c, hw_device *d, rt_diag *diag) {
    char name[TEXT];
    hw_map map;
    hw_opening o = {.start = &c->start, .start_ns = c->start_ns, .script = &c->played[c->n_played], .rules = c->rules};
    snprintf(name, sizeof name, "%s", text);
    const device_kind *k = find_kind(name, &o.argument);
    if (!k) return report_unknown(text, diag);
    char *at = k->map != HW_MAP_NONE ? strchr(name, '@') : NULL;
    if (at) *at++ = '\0';
    rt_status status = check_source(k, name, c, diag);
    bool plays = k->source == HW_FROM_FILE;
    if (status == RT_OK && plays && !rt_outputs_spare(o.argument, "what the operator plays", diag))
        status = RT_ERR_USAGE;
    if (status == RT_OK && at && !rt_outputs_spare(at, "the device map", diag)) status = RT_ERR_USAGE;
    if (status == RT_OK) status = load_map(k, name, at, c, &map, &o, diag);
    if (status == RT_OK) status = k->open(d, &o, diag);
    if (status != RT_OK) return status;
    assert(hw_device_is_live(d) == (k->source == HW_FROM_THREAD)); // a row that contradicts its device
    c->keyboard = c->keyboard || k->source == HW_FROM_WINDOW;
    c->n_played += plays;
    return RT_OK;
}

// The parsed text of --device: the texts of the sources, and the source of each role.
typedef struct mix_text {
    char source[HW_MIX_SOURCES][TEXT];
    int n, of_role[HW_ROLES]; // -1: none
    int remote;               // source of the remote position, or HW_NO_REMOTE
    bool mixed;               // false: one device, without roles
} mix_text;

enum { REST = HW_ROLES, REMOTE, NAMES }; // parts of a mix beside the roles

// The role of that name (n bytes), REST or REMOTE; -1: none.
static int find_role(const char *name, size_t n) {
    for (int r = 0; r < NAMES; r++) {
        const char *one = r == REST ? "rest" : r == REMOTE ? "remote" : hw_role_name((hw_role)r);
        if (strlen(one) == n && strncmp(one, name, n) == 0) return r;
    }
    return -1;
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
            "--device: expected lever, brake, clutch, release, buttons, stopper, rest or remote, '=' and a device, "
            "found '%s'",
            part);
    int *to = role == REST ? rest : role == REMOTE ? &m->remote : &m->of_role[role];
    if (*to >= 0) return usage(diag, "--device: said twice: '%s'", part);
    *to = add_source(m, device + 1);
    return *to >= 0 ? RT_OK : usage(diag, "--device: too many devices: '%s'", part);
}

static rt_status read_mix(const char *text, mix_text *m, rt_diag *diag) {
    char copy[TEXT], *left = copy;
    int rest = -1;
    *m = (mix_text){.mixed = true, .remote = HW_NO_REMOTE};
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
            return usage(diag, "--device: no device has the %s: add one, or rest=DEVICE", hw_role_name((hw_role)r));
        if (m->of_role[r] == m->remote)
            return usage(diag, "--device: local and remote position have the same device: expected two, found '%s'",
                         m->source[m->remote]);
    }
    return RT_OK;
}

static rt_status read_text(const char *text, mix_text *m, rt_diag *diag) {
    const char *equals = strchr(text, '=');
    if (equals && find_role(text, (size_t)(equals - text)) >= 0) return read_mix(text, m, diag);
    *m = (mix_text){.n = 1, .remote = HW_NO_REMOTE};
    if (snprintf(m->source[0], TEXT, "%s", text) >= TEXT) return usage(diag, "--device: too long: '%.60s...'", text);
    return RT_OK;
}

// A mix is polled in the main thread, and the feedback comes in the frame thread: an operator by rules works alone.
static bool needs_feedback(const mix_text *m) {
    const char *rest;
    for (int i = 0; i < m->n; i++) {
        const device_kind *k = find_kind(m->source[i], &rest);
        if (k && k->source == HW_FROM_DECK) return true;
    }
    return false;
}

static rt_status open_mix(const mix_text *m, device_context *c, hw_device *d, rt_diag *diag) {
    if (needs_feedback(m)) return usage(diag, "--device: %s works all controls: expected it alone", "house");
    rt_status status = hw_mix_open(d, m->n, m->of_role, m->remote, diag);
    if (status != RT_OK) return status;
    for (int i = 0; i < m->n && status == RT_OK; i++) {
        bool before = c->keyboard;
        status = open_one(m->source[i], c, hw_mix_source(d, i), diag);
        if (i == m->remote) c->keyboard_remote = c->keyboard && !before;
    }
    c->remote = m->remote != HW_NO_REMOTE;
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
    if (has_joystick(c) && !c->window) return open_one("joystick", c, d, diag);
    if (has_joystick(c)) {
        const mix_text both = {.source = {"joystick", "keyboard"}, .n = 2, .remote = 1}; // all others by the first
        return open_mix(&both, c, d, diag);
    }
    if (c->window) return open_one("keyboard", c, d, diag);
    if (c->by_rules) return open_one("house", c, d, diag);
    if (c->script[0]) {
        char text[TEXT];
        snprintf(text, sizeof text, "script:%s", c->script);
        return open_one(text, c, d, diag);
    }
    rt_diag_error(diag, NULL, 0, 0,
                  "--device auto: nothing to operate it with: no joystick, no window and no operator in the scenario; "
                  "expected one of them, or another --device");
    return RT_ERR_USAGE;
}

rt_status open_device(const char *text, device_context *c, hw_device *d, rt_diag *diag) {
    mix_text m;
    if (strcmp(text, "auto") == 0) return open_auto(c, d, diag);
    rt_status status = read_text(text, &m, diag);
    if (status != RT_OK) return status;
    return m.mixed ? open_mix(&m, c, d, diag) : open_one(m.source[0], c, d, diag);
}

rt_status open_device_none(device_context *c, hw_device *d, rt_diag *diag) {
    rt_script *s = &c->played[c->n_played];
    *s = (rt_script){.row = calloc(1, sizeof *s->row), .n = 1};
    if (!s->row) {
        rt_diag_error(diag, NULL, 0, 0, "no memory for the operator");
        return RT_ERR_MEMORY;
    }
    s->row[0][RT_SCRIPT_DEAD_MAN] = 1;
    c->n_played++;
    return hw_script_open(d, s, "nobody", c->start_ns, diag);
}

bool open_device_is_live(const char *text) {
    mix_text m;
    const char *rest;
    rt_diag ignored = {0}; // open_device reports it
    if (read_text(text, &m, &ignored) != RT_OK) return false;
    for (int i = 0; i < m.n; i++) {
        const device_kind *k = find_kind(m.source[i], &rest);
        if (k && k->source == HW_FROM_THREAD) return true;
    }
    return false;
}

void open_device_free(device_context *c) {
    for (int i = 0; i < c->n_played; i++) rt_script_free(&c->played[i]);
    c->n_played = 0;
}
