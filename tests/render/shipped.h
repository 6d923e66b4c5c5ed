// SPDX-License-Identifier: MIT
// The shipped bow, anchor and deck (dimensions of config/scenarios/weigh.yaml) with a chain laid out by hand, for tests
// of the scene.
#ifndef HAWSE_TESTS_RENDER_SHIPPED_H
#define HAWSE_TESTS_RENDER_SHIPPED_H

#include "contact/mesh/mesh.h"
#include "contact/prepare/load.h"
#include "dynamics/snapshot/snapshot.h"
#include "render/window/render.h"
#include <stdlib.h>
#include <string.h>

enum { SHIPPED_MOST_LINKS = 200 };
static const double SHIPPED_BAR = 0.05, SHIPPED_SHACKLE = 2.545;

typedef struct shipped {
    contact_mesh hull, shank, head, scenery[RENDER_PAINTS];
    render_def def;
    dyn_snapshot *snapshot;
} shipped;

static const char *const shipped_paint[RENDER_PAINTS] = {"plating",   "house",     "white",         "dark",
                                                         "fittings",  "machinery", "rope",          "ball",
                                                         "lamp_deck", "lamp_port", "lamp_starboard"};

static inline contact_mesh shipped_mesh_scaled(const char *name, double scale) {
    char path[1024];
    contact_mesh m;
    contact_mesh_report report;
    contact_mesh_options o = {.scale = scale};
    rt_diag d = {0};
    snprintf(path, sizeof path, "%s/config/models/%s", HAWSE_SOURCE_DIR, name);
    if (contact_mesh_load(path, &o, &m, &report, &d)) fail_msg("%s", d.text);
    return m;
}

static inline contact_mesh shipped_mesh(const char *name) { return shipped_mesh_scaled(name, 1); }

// Point at distance s along the chain's path from the gypsy through the pipe to the shackle. *along: direction there.
static inline vec3 shipped_way(const vec3 corner[4], double s, vec3 *along) {
    for (int k = 0;; k++) {
        vec3 leg = vec3_sub(corner[k + 1], corner[k]);
        double length = vec3_norm(leg);
        *along = vec3_scale(1 / length, leg);
        if (s <= length || k == 2) return vec3_madd(corner[k], s, *along);
        s -= length;
    }
}

// Adds a taut chain from the gypsy to the shackle. Its last link is astride the gypsy's top by this fraction of a
// pitch.
static inline void shipped_chain(dyn_snapshot *s, const vec3 corner[4], double astride) {
    double pitch = 4 * SHIPPED_BAR, length = 0;
    for (int k = 0; k < 3; k++) length += vec3_norm(vec3_sub(corner[k + 1], corner[k]));
    int n = (int)(length / pitch + astride);
    for (int i = 0; i < n && i < SHIPPED_MOST_LINKS; i++) {
        vec3 down, p = shipped_way(corner, (n - 1 - i + 0.5 - astride) * pitch, &down), z = vec3_scale(-1, down);
        vec3 level = vec3_make(0.906308, -0.422618, 0), x = i % 2 ? level : vec3_cross(level, z);
        s->body[s->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_LINK, i, {mat3_columns(x, vec3_cross(z, x), z), p}};
    }
}

// Fills the snapshot. The anchor hangs from the mouth with its shackle `drop` m below it (at least 0.3); for drop < 0
// the shank is fully up the pipe.
static inline void shipped_fill(shipped *b, double drop) {
    dyn_snapshot *s = b->snapshot;
    const render_def *def = &b->def;
    vec3 axis = def->pipe_axis, up = vec3_make(0, 0, 1);
    vec3 exit = vec3_madd(def->lifter_centre, 40 * SHIPPED_BAR / (2 * M_PI), up);
    vec3 top = vec3_madd(def->focus, (exit.z - def->focus.z) / axis.z, axis);
    // the chain lies on the pipe's lower side
    vec3 low = vec3_scale(-(0.5 * def->pipe_bore - 1.8 * SHIPPED_BAR), vec3_unit(vec3_madd(up, -axis.z, axis)));
    if (drop >= 0) top = vec3_add(top, low);
    vec3 turn = vec3_add(vec3_madd(def->focus, -0.2, axis), low), shackle = vec3_madd(turn, -drop, up), z = up;
    if (drop < 0) {
        shackle = vec3_madd(def->focus, 2.2, axis);
        turn = vec3_madd(shackle, 0.01, axis);
        z = axis;
    }
    const vec3 corner[4] = {exit, top, turn, shackle};
    *s = (dyn_snapshot){.frame = 20000, .t = 20, .gauges = {.chain_out_m = 7.03, .tension_n = 90e3}};
    shipped_chain(s, corner, 0.3);
    vec3 x = vec3_make(0.906308, -0.422618, 0), y = vec3_cross(z, x);
    pose at = {mat3_columns(x, y, z), vec3_madd(shackle, -SHIPPED_SHACKLE, z)}, head = at;
    mat3 open = mat3_rotation(vec3_make(1, 0, 0), drop < 0 ? -0.6 : 0.6);
    head.r = mat3_matmul(&at.r, &open);
    s->body[s->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_SHANK, 0, at};
    s->body[s->n_bodies++] = (dyn_snapshot_body){DYN_SHOW_HEAD, 0, head};
}

static inline void shipped_make(shipped *b, int width, int height) {
    *b = (shipped){.hull = shipped_mesh("bow.ply"),
                   .shank = shipped_mesh("shank.ply"),
                   .head = shipped_mesh("head.ply"),
                   .snapshot = calloc(1, sizeof *b->snapshot),
                   .def = render_def_default()};
    render_def *def = &b->def;
    def->offscreen = true;
    def->width = width;
    def->height = height;
    def->hull = &b->hull;
    def->shank = &b->shank;
    def->head = &b->head;
    for (int k = 0; k < RENDER_PAINTS; k++) {
        char name[64];
        snprintf(name, sizeof name, "foredeck/%s.ply", shipped_paint[k]);
        b->scenery[k] = shipped_mesh(name);
        def->scenery[k] = &b->scenery[k];
    }
    def->bar_diameter = SHIPPED_BAR;
    def->focus = vec3_make(9, 7, 5.2);
    def->outboard = vec3_make(0.422618, 0.906308, 0);
    def->pipe_axis = vec3_unit(vec3_make(-0.271654, -0.582563, 0.766044));
    def->pipe_bore = 0.56;
    def->pipe_length = 5.74;
    def->has_lifter = true;
    def->lifter_centre = vec3_make(5.918, 0.391, 9.9 - 40 * SHIPPED_BAR / (2 * M_PI));
    def->lifter_axis = vec3_make(-0.906308, 0.422618, 0);
    shipped_fill(b, 3);
}

// Sets the special links of config/scenarios/weigh_special_links.yaml. The caller frees mesh (3) after the last use of
// def.
static inline void shipped_special(render_def *def, contact_mesh mesh[3]) {
    static const char *const file[3] = {"swivel.ply", "dshackle.ply", "kenter.ply"};
    for (int k = 0; k < 3; k++) mesh[k] = shipped_mesh_scaled(file[k], SHIPPED_BAR);
    const render_link link[] = {{.number = 0, .bar_diameter = 0.060}, {.number = 1, .bar_diameter = 0.055},
                                {.number = 2, .mesh = &mesh[0]},      {.number = 3, .bar_diameter = 0.055},
                                {.number = 4, .mesh = &mesh[1]},      {.number = 39, .mesh = &mesh[2]}};
    def->n_special = sizeof link / sizeof *link;
    memcpy(def->special, link, sizeof link);
}

static inline void shipped_free(shipped *b) {
    contact_mesh_free(&b->hull);
    contact_mesh_free(&b->shank);
    contact_mesh_free(&b->head);
    for (int k = 0; k < RENDER_PAINTS; k++) contact_mesh_free(&b->scenery[k]);
    free(b->snapshot);
}

#endif
