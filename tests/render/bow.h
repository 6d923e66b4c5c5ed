// SPDX-License-Identifier: MIT
// A synthetic bow with an anchor on its chain, for the render tests. The port hawse mouth is at x = 21 m, z = 5.5 m of
// the shell.
#ifndef HAWSE_TESTS_RENDER_BOW_H
#define HAWSE_TESTS_RENDER_BOW_H

#include "contact/mesh/mesh.h"
#include "contact/prepare/load.h"
#include "dynamics/snapshot/snapshot.h"
#include "render/window/render.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

enum { BOW_LINKS = 40, BOW_STATIONS = 33, BOW_LEVELS = 17 };
static const double BOW_BAR = 0.062;

typedef struct bow {
    contact_mesh hull, shank, head;
    render_def def;
    dyn_snapshot *snapshot;
} bow;

// Point of the shell at x (0 aft .. 30 stem) and z (-8 keel .. 9 deck): a wedge with flare.
static inline vec3 bow_shell(double x, double z, double side) {
    double s = (z + 8) / 17, end = 24 + 6 * s, full = fmax(0, 1 - pow(fmax(x, 0) / end, 2.2));
    return vec3_make(fmin(x, end), side * (0.05 + 9 * full * (0.35 + 0.65 * sqrt(s))), z);
}

static inline contact_mesh bow_make_hull(void) {
    enum { N = BOW_STATIONS * BOW_LEVELS };
    vec3 *v = malloc(2 * N * sizeof *v);
    int *t = malloc(sizeof *t * 3 * (4 * N + 2 * BOW_STATIONS)), nt = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < BOW_STATIONS; i++)
            for (int j = 0; j < BOW_LEVELS; j++)
                v[side * N + i * BOW_LEVELS + j] =
                    bow_shell(30.0 * i / (BOW_STATIONS - 1), -8 + 17.0 * j / (BOW_LEVELS - 1), side ? -1 : 1);
#define QUAD(a, b, c, d)                                                                                               \
    do {                                                                                                               \
        int q[6] = {a, b, c, a, c, d};                                                                                 \
        memcpy(t + 3 * nt, q, sizeof q);                                                                               \
        nt += 2;                                                                                                       \
    } while (0)
    for (int i = 0; i + 1 < BOW_STATIONS; i++) {
        int top = i * BOW_LEVELS + BOW_LEVELS - 1;
        for (int j = 0; j + 1 < BOW_LEVELS; j++) {
            int a = i * BOW_LEVELS + j;
            QUAD(a, a + 1, a + BOW_LEVELS + 1, a + BOW_LEVELS);
            QUAD(N + a, N + a + BOW_LEVELS, N + a + BOW_LEVELS + 1, N + a + 1);
        }
        QUAD(top, N + top, N + top + BOW_LEVELS, top + BOW_LEVELS); // deck
    }
#undef QUAD
    contact_mesh m;
    contact_mesh_report report;
    contact_mesh_options o = {.scale = 1};
    rt_diag d = {0};
    rt_status status = contact_mesh_make("bow", v, 2 * N, t, nt, &o, &m, &report, &d);
    free(v);
    free(t);
    if (status) fail_msg("%s", d.text);
    return m;
}

static inline contact_mesh bow_make_box(vec3 lo, vec3 hi) {
    vec3 v[8];
    for (int i = 0; i < 8; i++) v[i] = vec3_make(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z);
    static const int t[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                              2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    contact_mesh m;
    contact_mesh_report report;
    contact_mesh_options o = {.scale = 1};
    rt_diag d = {0};
    if (contact_mesh_make("box", v, 8, t, 12, &o, &m, &report, &d)) fail_msg("%s", d.text);
    return m;
}

// Frame of link i in a chain that hangs straight down; every other link is turned by 90°.
static inline pose bow_link(vec3 lowest, int i) {
    pose p = {mat3_rotation(vec3_make(0, 0, 1), 0.3 + (i % 2 ? M_PI / 2 : 0)), lowest};
    p.p.z += 4 * BOW_BAR * i;
    return p;
}

static inline void bow_add_contact(dyn_snapshot *s, vec3 at, vec3 normal, vec3 tangent) {
    s->contact[s->n_contacts++] = (dyn_snapshot_contact){.position = at,
                                                         .normal = vec3_unit(normal),
                                                         .normal_force = normal,
                                                         .tangent_force = tangent,
                                                         .depth = 0.001,
                                                         .sticking = 1};
}

// Fills the snapshot. The chain's top link is `drop` m below the hawse mouth and 0.35 m outboard; the anchor hangs at
// the lower end.
static inline void bow_fill(bow *b, double drop) {
    dyn_snapshot *s = b->snapshot;
    vec3 lowest = vec3_madd(b->def.focus, 0.35, b->def.outboard);
    lowest.z -= 4 * BOW_BAR * (BOW_LINKS - 1) + drop;
    *s = (dyn_snapshot){.frame = 12345, .t = 83.25, .n_bodies = BOW_LINKS + 2};
    for (int i = 0; i < BOW_LINKS; i++) s->body[i] = (dyn_snapshot_body){DYN_SHOW_LINK, i, bow_link(lowest, i)};
    pose anchor = {mat3_identity(), vec3_madd(lowest, -2.9, vec3_make(0, 0, 1))};
    s->body[BOW_LINKS] = (dyn_snapshot_body){DYN_SHOW_SHANK, 0, anchor};
    s->body[BOW_LINKS + 1] = (dyn_snapshot_body){DYN_SHOW_HEAD, 0, anchor};
    bow_add_contact(s, b->def.focus, vec3_scale(60e3, b->def.outboard), vec3_make(0, 0, -25e3));
    bow_add_contact(s, vec3_add(b->def.focus, vec3_make(0.4, 0, -0.6)), vec3_scale(8e3, b->def.outboard),
                    vec3_make(3e3, 0, 0));
    s->gauges = (dyn_gauges){.tension_n = 118e3,
                             .anchor_tension_n = 61e3,
                             .chain_out_m = 14.8,
                             .speed_m_s = 0.152,
                             .lever = 0.65,
                             .brake = 0,
                             .motor_torque_nm = 47.3e3,
                             .hinge_rad = 0.31,
                             .clutch = 1};
    s->info = (dyn_snapshot_info){
        .newton = 3, .pairs = 812, .regions = 2, .points = 2, .links = BOW_LINKS, .work_ns = 412000};
    snprintf(s->message, sizeof s->message, "Anchor in sight: flukes to the bolster, heave slowly");
}

static inline void bow_make(bow *b) {
    *b = (bow){.hull = bow_make_hull(), .snapshot = calloc(1, sizeof *b->snapshot)};
    b->shank = bow_make_box(vec3_make(-0.17, -0.13, 0), vec3_make(0.17, 0.13, 2.85));
    b->head = bow_make_box(vec3_make(-1.1, -0.3, -0.3), vec3_make(1.1, 0.3, 0.2));
    b->def = render_def_default();
    b->def.offscreen = true;
    b->def.hull = &b->hull;
    b->def.shank = &b->shank;
    b->def.head = &b->head;
    b->def.bar_diameter = BOW_BAR;
    b->def.focus = bow_shell(21, 5.5, 1);
    b->def.outboard = vec3_unit(vec3_make(0.6, 0.8, 0));
    b->def.has_lifter = true;
    b->def.lifter_centre = vec3_make(17, 2.5, 9.9);
    b->def.lifter_axis = vec3_make(0, 1, 0);
    bow_fill(b, 2);
}

static inline void bow_free(bow *b) {
    contact_mesh_free(&b->hull);
    contact_mesh_free(&b->shank);
    contact_mesh_free(&b->head);
    free(b->snapshot);
}

#endif
