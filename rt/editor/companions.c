// SPDX-License-Identifier: MIT
// Sets what belongs to a choice: an anchor by type brings its meshes, masses and stops, a bow by its pocket the hull
// and the pipe.
#include "rt/editor/editor.h"
#include "rt/scenario/type.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Keys of an anchor of one's own meshes, which a type replaces (rt/scenario/type.c).
static const char *const by_anchor[] = {"anchor.shank",       "anchor.head",         "anchor.shackle",
                                        "anchor.shank_mass",  "anchor.head_mass",    "anchor.scale",
                                        "anchor.hinge_stop",  "anchor.shank_centre", "anchor.shank_inertia",
                                        "anchor.head_centre", "anchor.head_inertia", "anchor.head_shift"};
static const char *const by_type[] = {"anchor.mass", "anchor.head_share"};
static const char *const by_bow[] = {"ship.hull",      "ship.hull_scale",  "ship.hull_open", "ship.mouth",
                                     "ship.pipe_axis", "ship.face_normal", "ship.pipe_bore", "ship.pipe_length",
                                     "ship.deck",      "ship.lifter"};
enum {
    BY_ANCHOR = sizeof by_anchor / sizeof by_anchor[0],
    BY_TYPE = sizeof by_type / sizeof by_type[0],
    BY_BOW = sizeof by_bow / sizeof by_bow[0]
};

static void set(editor *k, const char *path, const char *text) {
    int f = editor_find_field(k, path);
    if (f >= 0) editor_set_one(k, f, text, true);
}

static void __attribute__((format(printf, 3, 4))) set_number(editor *k, const char *path, const char *format, ...) {
    char text[64];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    set(k, path, text);
}

// Sets keys to their defaults.
static void clear(editor *k, const char *const *path, int n) {
    for (int i = 0; i < n; i++) {
        int f = editor_find_field(k, path[i]);
        if (f >= 0) editor_set_one(k, f, k->key[k->of_key[f]].def, true);
    }
}

// Sets keys to the file's values.
static void restore(editor *k, const char *const *path, int n) {
    char text[PANEL_TEXT];
    for (int i = 0; i < n; i++) {
        int f = editor_find_field(k, path[i]);
        if (f < 0) continue;
        if (!rt_config_written(k->text, path[i], text, sizeof text))
            snprintf(text, sizeof text, "%s", k->key[k->of_key[f]].def);
        editor_set_one(k, f, text, true);
    }
}

// Fluke seats as high as the type's tips need them, at this mass and pipe angle (config/models/README.md).
static void set_seats(editor *k) {
    const scenario_anchor *a = &k->now.given.anchor;
    const scenario_anchor_type *t = scenario_anchor_type_of(a->type);
    if (k->now.given.ship.type != SCENARIO_SHIP_BOW || !t || t->seat_tip == 0) return;
    double size = cbrt(a->mass / SCENARIO_ANCHOR_REFERENCE);
    double height = 0.010 + size * (t->seat_tip - t->seat_off * tan(k->now.given.ship.pocket.pipe_angle));
    set_number(k, "ship.pocket.seat_height", "%.2f m", height);
}

static void choose_anchor_type(editor *k) {
    const scenario_anchor *a = &k->now.given.anchor;
    if (a->type == SCENARIO_ANCHOR_MESHES) {
        clear(k, by_type, BY_TYPE);
        restore(k, by_anchor, BY_ANCHOR);
        snprintf(k->with, sizeof k->with, "meshes and masses as in the file");
        return;
    }
    clear(k, by_anchor, BY_ANCHOR);
    if (!(a->mass > 0)) set_number(k, "anchor.mass", "%.0f kg", k->mass > 0 ? k->mass : SCENARIO_ANCHOR_REFERENCE);
    set_seats(k);
    const scenario_anchor_type *t = scenario_anchor_type_of(a->type);
    snprintf(k->with, sizeof k->with, "%.0f kg, %.0f %% of it in the head, stops at %.0f deg; chain unchanged", a->mass,
             100 * t->head_share, t->hinge_stop * 180 / M_PI);
}

static void choose_ship_type(editor *k) {
    scenario_ship before = k->now.given.ship;
    if (before.type == SCENARIO_SHIP_MESH) {
        restore(k, by_bow, BY_BOW);
        snprintf(k->with, sizeof k->with, "hull and pipe as in the file");
        return;
    }
    clear(k, by_bow, BY_BOW);
    double rise = before.pipe_axis[2] /
                  sqrt(before.pipe_axis[0] * before.pipe_axis[0] + before.pipe_axis[1] * before.pipe_axis[1] +
                       before.pipe_axis[2] * before.pipe_axis[2]);
    if (before.pipe_bore > 0) set_number(k, "ship.pocket.bore", "%.0f mm", 1e3 * before.pipe_bore);
    if (fabs(rise) <= 1) set_number(k, "ship.pocket.pipe_angle", "%.1f deg", asin(rise) * 180 / M_PI);
    set_seats(k);
    snprintf(k->with, sizeof k->with, "hull, pipe and lifter follow from ship.pocket");
}

// Notes what a choice replaces, before it is set.
static void note_choice(editor *k, int field) {
    const scenario_anchor *a = &k->now.given.anchor;
    if (strcmp(k->field[field].path, "anchor.type") != 0) return;
    k->mass = a->type == SCENARIO_ANCHOR_MESHES ? a->shank_mass + a->head_mass : a->mass;
}

// Sets what belongs to the choice of anchor.type or ship.type, joined to that change.
static void set_companions(editor *k, int field) {
    const char *path = k->field[field].path;
    if (strcmp(path, "anchor.type") == 0)
        choose_anchor_type(k);
    else if (strcmp(path, "ship.type") == 0)
        choose_ship_type(k);
}

bool editor_set(editor *k, int f, const char *text) {
    int done = k->done;
    k->with[0] = 0;
    note_choice(k, f);
    if (!editor_set_one(k, f, text, false)) return false;
    if (k->done != done || done == EDITOR_CHANGES) set_companions(k, f);
    return true;
}
