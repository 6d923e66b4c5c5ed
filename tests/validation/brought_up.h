// SPDX-License-Identifier: MIT
// A ship adrift that its chain brings up: the ship's slow motion moves the axes of the model, the chain pulls on it.
// The chain hangs from a carriage that slides ahead on the deck, held by a band of constant friction in place of the
// brake, and runs in a bight over a level bottom to a fixed point of the world, or to a block of concrete in the soil.
#ifndef HAWSE_TESTS_VALIDATION_BROUGHT_UP_H
#define HAWSE_TESTS_VALIDATION_BROUGHT_UP_H

#include "dynamics/core/balance.h"
#include "dynamics/core/start.h"
#include "dynamics/element/friction.h"
#include "dynamics/ground/body.h"
#include "dynamics/ground/chain.h"
#include "dynamics/joint/reaction.h"
#include "dynamics/manoeuvre/motion.h"
#include "dynamics/manoeuvre/standard.h"
#include "dynamics/tackle/chain.h"
#include "dynamics/water/sea.h"
#include "tests/check.h"
#include <stdlib.h>

#define BU_G 9.81
#define BU_SALT 1025.0
#define BU_STEEL 7850.0
#define BU_SPEED 0.514 // 1 kn [m/s]

enum { BU_LINKS = 150, BU_OUTSIDE = 4 };

typedef struct bu_def {
    double step;         // [s]
    double brake;        // pull at which the carriage slides [N]
    double apply, rise;  // from this time on [s] the brake is applied: its pull rises at this rate [N/s]
    bool block;          // true: the chain ends at a block in the soil; false: at a fixed point
    double shear;        // shear strength of the soil at the block [Pa]
    double bar;          // of the chain [m]
    double depth, hawse; // bottom below and hawse above the water [m]
    double length, beam, draught, block_coefficient; // of the ship [m]
} bu_def;

// Spring and damper between a node and a point of the world.
typedef struct bu_fixed {
    int node;
    vec3 to;                   // [m]
    double stiffness, damping; // [N/m], [N s/m]
    dyn_force force;
} bu_fixed;

typedef struct bu_rig {
    bu_def def;
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    moving_ship ship;
    manoeuvre_motion_def hull;
    manoeuvre_motion motion;
    tackle_chain chain;
    ground_chain bottom;
    ground_body soil;
    tackle_sea lift, drag; // of the chain: buoyancy alone, drag alone
    bu_fixed fixed;
    const dyn_force *outside[BU_OUTSIDE];
    const dyn_force *hold; // of the chain's end: of the soil, or of the fixed point
    int carriage, block;   // bodies
    dyn_joint slide;
    dyn_friction brake;
    rt_events events;
    dyn_step_info last;
    int caps;
    vec3 *scratch; // by node
} bu_rig;

// ---- end of the chain on the bottom ---------------------------------------------------------------------------------

static inline void bu_fixed_eval(void *self, const dyn_eval *e, const void *z) {
    const bu_fixed *f = self;
    (void)z;
    const vec3 at = e->q[f->node], to = dyn_axes_from_world(e->axes, f->to);
    const vec3 v = dyn_axes_velocity(e->axes, at, e->qd[f->node]);
    dyn_node_add_force(e, -1, f->node, vec3_madd(vec3_scale(f->stiffness, vec3_sub(to, at)), -f->damping, v));
    if (!e->tangent) return;
    const double k = e->k_weight * f->stiffness + e->c_weight * f->damping;
    const mat3 t = {{{k, 0, 0}, {0, k, 0}, {0, 0, k}}};
    dyn_node_add_tangent(e, f->node, f->node, &t);
}

// A box in the soil, its lid level with the bottom, with the chain's end at its upper front edge.
#define BU_BLOCK_LONG 1.2 // [m]
#define BU_BLOCK_HIGH 0.6

static inline void bu_add_block(bu_rig *r, int end, vec3 at, vec3 way) {
    const vec3 half = {0.5 * BU_BLOCK_LONG, 0.5 * BU_BLOCK_LONG, 0.5 * BU_BLOCK_HIGH}, up = {0, 0, 1};
    const vec3 side = vec3_cross(up, way), eye = {half.x, 0, half.z};
    const mat3 turn = mat3_columns(way, side, up);
    const double mass = 2400 * 8 * half.x * half.y * half.z;
    dyn_body_def def = {
        .p0 = end, .rb_p0 = eye, .rb_p1 = {-half.x, 0, 0}, .ub = {0, 1, 0}, .vb = {0, 0, 1}, .mass = mass};
    const vec3 a = vec3_sub(at, mat3_mul(&turn, eye));
    def.p1 = dyn_add_node(&r->model, vec3_add(a, mat3_mul(&turn, def.rb_p1)), false);
    def.u = dyn_add_node(&r->model, side, false), def.v = dyn_add_node(&r->model, up, false);
    const double xx = half.x * half.x, yy = half.y * half.y, zz = half.z * half.z;
    def.inertia = (mat3){{{mass / 3 * (yy + zz), 0, 0}, {0, mass / 3 * (xx + zz), 0}, {0, 0, mass / 3 * (xx + yy)}}};
    assert_int_equal(dyn_add_body(&r->model, &def, &r->block), RT_OK);
}

static inline void bu_add_face(bu_rig *r, vec3 normal, vec3 half) {
    enum { N = 4 };
    const vec3 a = vec3_any_normal(normal), b = vec3_cross(normal, a);
    const double la = fabs(vec3_dot(a, half)), lb = fabs(vec3_dot(b, half));
    for (int i = 0; i < N * N; i++) {
        vec3 at = vec3_madd(vec3_scale(fabs(vec3_dot(normal, half)), normal), la * ((i / N + 0.5) * 2 / N - 1), a);
        const ground_patch_def p = {
            .at = vec3_madd(at, lb * ((i % N + 0.5) * 2 / N - 1), b), .normal = normal, .area = 4 * la * lb / (N * N)};
        ground_body_add_patch(&r->soil, &r->model, &p);
    }
}

static inline void bu_add_soil(bu_rig *r, const ground_plane *plane) {
    const ground_soil soil = {.law = GROUND_CLAY,
                              .shear = r->def.shear,
                              .adhesion = 0.5,
                              .breadth = BU_BLOCK_LONG,
                              .mobilise = 0.02,
                              .body_settle = 0.01};
    const vec3 half = {0.5 * BU_BLOCK_LONG, 0.5 * BU_BLOCK_LONG, 0.5 * BU_BLOCK_HIGH};
    assert_int_equal(ground_body_create(&r->soil, 96, plane, &soil), RT_OK);
    ground_body_add_part(&r->soil, r->block);
    for (int i = -1; i <= 1; i += 2) {
        bu_add_face(r, vec3_make(i, 0, 0), half);
        bu_add_face(r, vec3_make(0, i, 0), half);
        bu_add_face(r, vec3_make(0, 0, i), half);
    }
    ground_body_finish(&r->soil);
}

// ---- chain ----------------------------------------------------------------------------------------------------------

// Points of the chain: a catenary of the horizontal pull a w, to port of ahead, then over the bottom in a bight to
// starboard. x[0] has the height that makes the end rest.
static inline void bu_lay(const bu_def *d, double pitch, double rest, vec3 *x) {
    const double up = d->hawse + d->depth, a = 0.4 * up, hangs = sqrt(up * (up + 2 * a));
    double fall = 0;
    x[0] = vec3_make(0.42 * d->length, 0.2 * d->beam, 0);
    for (int k = 0; k < BU_LINKS; k++) {
        double left = hangs - (k + 0.5) * pitch, dip = left > 0 ? atan(left / a) : 0,
               bent = fmin(fmax(-left / pitch / 40 - 0.5, 0), 1), turn = 0.5 - 0.9 * bent;
        const vec3 way = {cos(dip) * cos(turn), cos(dip) * sin(turn), -sin(dip)};
        x[k + 1] = vec3_madd(x[k], pitch, way);
        fall += pitch * sin(dip);
    }
    for (int k = 0; k <= BU_LINKS; k++) x[k].z += -d->depth + rest + fall;
}

static inline void bu_add_chain(bu_rig *r, int end, const vec3 *x, const ground_plane *plane, const ground_soil *sand) {
    const tackle_link link = tackle_stud_link(r->def.bar);
    const double ring = 0.5 * (link.width - link.d), area = link.d * link.pitch, volume = link.mass / BU_STEEL;
    // links turned by 45 deg: so they lie on the bottom
    const vec3 across = {0, 1, 0}, side = vec3_add(across, vec3_cross(vec3_unit(vec3_sub(x[0], x[1])), across));
    assert_int_equal(tackle_chain_add(&r->chain, &r->model, &link, BU_LINKS, end, x, vec3_unit(side), 0.2), RT_OK);
    assert_int_equal(ground_chain_create(&r->bottom, BU_LINKS, plane, sand), RT_OK);
    assert_int_equal(tackle_sea_create(&r->lift, BU_LINKS, BU_SALT, BU_G, NULL), RT_OK);
    assert_int_equal(tackle_sea_create(&r->drag, BU_LINKS, BU_SALT, BU_G, NULL), RT_OK);
    for (int k = 0; k < BU_LINKS; k++) {
        const ground_link_def on = {.body = r->chain.body[k],
                                    .half = 0.5 * (link.length - link.d) - ring,
                                    .bow = ring,
                                    .bar = 0.5 * link.d,
                                    .weight = link.mass * BU_G * (1 - BU_SALT / BU_STEEL)};
        ground_chain_add_link(&r->bottom, &r->model, &on);
        tackle_sea_part_def in = {
            .body = r->chain.body[k], .half = {0.5 * link.width, 0.5 * link.d, 0.5 * link.length}, .volume = volume};
        tackle_sea_add_part(&r->lift, &r->model, &in);
        in.volume = 0, in.across_cd = 2.6 * area, in.along_cd = 1.4 * area;
        tackle_sea_add_part(&r->drag, &r->model, &in);
    }
    ground_chain_finish(&r->bottom);
    dyn_add_force(&r->model, &r->bottom.force);
    tackle_sea_add(&r->lift, &r->model);
    tackle_sea_add(&r->drag, &r->model);
}

// The carriage: a body that slides ahead and astern on the ship, with the chain's first node.
static inline int bu_add_carriage(bu_rig *r, vec3 at) {
    const vec3 ahead = {1, 0, 0}, on = vec3_sub(at, ahead);
    dyn_body_def def = {.rb_p1 = {-1, 0, 0}, .ub = {0, 1, 0}, .vb = {0, 0, 1}, .mass = 200, .centre = {-0.5, 0, 0}};
    def.inertia = (mat3){{{20, 0, 0}, {0, 20, 0}, {0, 0, 20}}};
    def.p0 = dyn_add_node(&r->model, at, false), def.p1 = dyn_add_node(&r->model, on, false);
    def.u = dyn_add_node(&r->model, def.ub, false), def.v = dyn_add_node(&r->model, def.vb, false);
    assert_int_equal(dyn_add_body(&r->model, &def, &r->carriage), RT_OK);
    const dyn_joint_def slide = {DYN_JOINT_PRISMATIC, {r->carriage, -1}, {on, on}, {ahead}};
    const char *why;
    assert_int_equal(dyn_joint_add(&r->slide, &r->model, &slide, &why), RT_OK);
    const dyn_scalar travel =
        dyn_scalar_travel(dyn_point_of_body(&r->model, r->carriage, def.rb_p1), dyn_point_of_body(&r->model, -1, on),
                          dyn_vector_of_body(&r->model, -1, ahead));
    const dyn_friction_def band = {.limit = r->def.brake, .load_body = -1, .yield = 0.005, .lead = 0.02};
    dyn_friction_add(&r->brake, &r->model, &travel, &band);
    return def.p0;
}

// ---- the whole ------------------------------------------------------------------------------------------------------

static inline void bu_add_end(bu_rig *r, const ground_plane *plane, const vec3 *x) {
    const int end = r->chain.p[BU_LINKS];
    r->block = -1;
    if (r->def.block) {
        bu_add_block(r, end, x[BU_LINKS], vec3_unit(vec3_sub(x[BU_LINKS - 1], x[BU_LINKS])));
        bu_add_soil(r, plane);
        r->hold = &r->soil.force;
    } else {
        r->fixed = (bu_fixed){.node = end, .to = x[BU_LINKS], .stiffness = 1e7, .damping = 1e4};
        r->fixed.force = (dyn_force){.self = &r->fixed, .eval = bu_fixed_eval};
        r->hold = &r->fixed.force;
    }
    dyn_add_force(&r->model, r->hold);
}

static inline void bu_add_ship(bu_rig *r) {
    const bu_def *d = &r->def;
    r->hull = (manoeuvre_motion_def){
        .ship = manoeuvre_standard(d->length, d->draught, d->block_coefficient * d->length * d->beam * d->draught),
        .speed = -BU_SPEED};
    moving_ship_create(&r->ship, r->hull.midship);
    assert_int_equal(manoeuvre_motion_add(&r->motion, &r->hull, &r->model, &r->state, &r->ship), RT_OK);
    r->model.motion = &r->ship.motion;
}

// Elements that act on the tackle from the world.
static inline void bu_name_outside(bu_rig *r) {
    const dyn_force *const all[] = {&r->bottom.force, &r->lift.force, &r->drag.force, r->hold};
    for (int k = 0; k < BU_OUTSIDE; k++) manoeuvre_motion_outside(&r->motion, r->outside[k] = all[k]);
}

static inline void bu_make(bu_rig *r, const bu_def *d, const ground_soil *sand) {
    const tackle_link link = tackle_stud_link(d->bar);
    const ground_plane plane = {.at = {0, 0, -d->depth}, .normal = {0, 0, 1}};
    vec3 x[BU_LINKS + 1];
    *r = (bu_rig){.def = *d};
    assert_true(dyn_model_create(&r->model, d->step, vec3_make(0, 0, -BU_G), 3 * BU_LINKS + 30, BU_LINKS + 2,
                                 BU_LINKS + 40, 10, 10));
    bu_add_ship(r);
    bu_lay(d, link.pitch, 0.5 * link.d - 0.5 * sand->sinks, x);
    bu_add_chain(r, bu_add_carriage(r, x[0]), x, &plane, sand);
    bu_add_end(r, &plane, x);
    bu_name_outside(r);
    assert_int_equal(dyn_model_finish(&r->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&r->model, &r->state), RT_OK);
    dyn_step_def def = dyn_step_def_default();
    r->work = dyn_work_create(&r->model, &def);
    r->scratch = calloc((size_t)r->model.n_nodes, sizeof *r->scratch);
    assert_true(r->work && r->scratch);
    dyn_initial_acceleration(&r->model, &r->state, r->work, &(rt_command){0});
}

static inline void bu_free(bu_rig *r) {
    free(r->scratch);
    manoeuvre_motion_free(&r->motion);
    if (r->def.block) ground_body_free(&r->soil);
    ground_chain_free(&r->bottom);
    tackle_sea_free(&r->lift), tackle_sea_free(&r->drag);
    tackle_chain_free(&r->chain);
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
}

static inline double bu_time(const bu_rig *r) { return (double)r->state.step * r->def.step; }

static inline void bu_step(bu_rig *r) {
    r->brake.def.limit = r->def.brake + r->def.rise * fmax(bu_time(r) - r->def.apply, 0);
    r->last = dyn_step(&r->model, &r->state, r->work, &(rt_command){0}, NULL, &r->events);
    r->caps += r->last.capped;
}

// Lets the chain settle on the ship at rest, then sets the ship adrift, the chain at rest in the world as far as it can
// be.
static inline void bu_release(bu_rig *r, double seconds) {
    dyn_state *s = &r->state;
    for (int i = 0; i < lround(seconds / r->def.step); i++) {
        bu_step(r);
        for (int k = 0; k < r->model.n_nodes; k++) s->qd[k] = vec3_scale(0.98, s->qd[k]);
    }
    s->step = 0;
    manoeuvre_motion_start(&r->motion, s);
    r->ship.held = false;
    dyn_state_start_axes(&r->model, s);
    for (int k = 0; k < r->model.n_nodes; k++) s->qd[k] = s->qdd[k] = vec3_make(0, 0, 0);
    for (int k = 1; k <= BU_LINKS; k++) s->qd[r->chain.p[k]] = mat3_tmul(&s->axes->r, vec3_scale(-1, s->axes->v));
    if (r->block >= 0) s->qd[r->model.body[r->block].node[1]] = s->qd[r->chain.p[BU_LINKS]];
    const dyn_start_def start = {.position = 1e-6, .velocity = 1e-8, .acceleration = 1e-3};
    const dyn_start_info info = dyn_start(&r->model, s, r->work, &(rt_command){0}, &start);
    if (!info.solved) print_error("start: %g m, %g m/s, %g m/s²\n", info.position, info.velocity, info.acceleration);
    assert_true(info.solved);
    r->caps = 0;
}

#endif
