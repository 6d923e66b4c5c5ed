// SPDX-License-Identifier: MIT
#include "dynamics/ground/chain.h"
#include "dynamics/core/state.h"
#include "dynamics/ground/buried.h"
#include <assert.h>
#include <stdlib.h>

#define NEAR 0.02     // height of a link's lowest possible point up to which it counts as near [m]
#define ROUND_OFF 0.2 // sine of a link's roll below which its two sides share the load

static vec3 world_point(const dyn_eval *e, int body, const double w[4]) {
    return dyn_axes_to_world(e->axes, dyn_body_point(e, body, w));
}

// Velocity in the world of the point with these weights, in components of the axes.
static vec3 world_velocity(const dyn_eval *e, int body, const double w[4]) {
    return dyn_axes_velocity(e->axes, dyn_body_point(e, body, w), dyn_body_velocity(e, body, w));
}

// Low points of the bows: on either side, the lowest point of a torus whose low direction in the link's plane is
// (±x, z) of the body frame. The sides are kept apart by ROUND_OFF, so that a link that lies flat rests on both.
static void place_points(ground_link *l, const dyn_model *m, vec3 down) {
    double aside = sqrt(down.x * down.x + ROUND_OFF * ROUND_OFF);
    for (int b = 0; b < GROUND_BOWS; b++)
        for (int k = 0; k < GROUND_SIDES; k++) {
            vec3 ring = vec3_unit(vec3_make(k ? aside : -aside, 0, down.z));
            vec3 at = vec3_madd(vec3_scale(l->def.bow, ring), l->def.bar, down);
            at.z += b ? l->def.half : -l->def.half;
            dyn_body_weights(m, l->def.body, at, l->bow[b].low[k]);
        }
}

// Upward normal in the axes at a low point; `flat`: that of a bottom that is a plane.
static vec3 up_at(const ground_chain *c, const ground_bow *b, int side, const dyn_eval *e, vec3 flat) {
    return c->bottom->grid.nx > 0 ? mat3_tmul(&e->axes->r, b->under[side].normal) : flat;
}

// Normal force at a low point [N]; *slope: K and C of it.
static double normal_force(const ground_chain *c, const ground_link *l, const ground_bow *b, int side,
                           const dyn_eval *e, vec3 up, double slope[2]) {
    const double *w = b->low[side];
    const ground_soil *soil = &c->bottom->site[0].top;
    double depth = ground_depth(&b->under[side], world_point(e, l->def.body, w));
    slope[0] = slope[1] = 0;
    if (!(depth > 0)) return 0;
    double stiffness = l->free * 0.5 * l->def.weight / soil->sinks; // two points bear a resting link
    double rate = -vec3_dot(up, world_velocity(e, l->def.body, w)), factor = 1 + soil->damping * rate;
    if (!(factor > 0)) return 0;
    slope[0] = stiffness * factor;
    slope[1] = stiffness * depth * soil->damping;
    return stiffness * depth * factor;
}

// Freezes the limits of a bow's friction, by the soil where its bristle holds.
static void set_limits(const ground_chain *c, const ground_link *l, ground_bow *b, const dyn_eval *e, double normal,
                       const ground_grip *g) {
    b->limit[0] = b->limit[1] = 0;
    if (!(normal > 0)) return;
    if (c->bottom->areas == 0) {
        b->limit[0] = c->bottom->site[0].top.along * normal;
        b->limit[1] = c->bottom->site[0].top.across * normal;
        return;
    }
    const ground_mixture m =
        ground_bottom_soil(c->bottom, g && g->holds > 0 ? g->anchor : world_point(e, l->def.body, b->centre));
    for (int i = 0; i < m.n; i++) {
        b->limit[0] += m.share[i] * m.site[i]->top.along * normal;
        b->limit[1] += m.share[i] * m.site[i]->top.across * normal;
    }
}

// Places a link that is near: the bottom under it, its low points and the bottom under each. Also of a sleeping link,
// which has no step of its own.
static void place_link(const ground_chain *c, ground_link *l, const dyn_eval *e) {
    const double none[4] = {0.5, 0.5, 0, 0};
    const vec3 middle = world_point(e, l->def.body, none);
    l->near = true;
    l->under = ground_bottom_at(c->bottom, middle);
    l->free = 1 - ground_buried_share(c->bottom, middle, ground_depth(&l->under, middle));
    const vec3 up = mat3_tmul(&e->axes->r, l->under.normal);
    const mat3 turn = dyn_body_pose(e, l->def.body).r;
    place_points(l, e->model, mat3_tmul(&turn, vec3_scale(-1, up)));
    for (int b = 0; b < GROUND_BOWS; b++)
        for (int k = 0; k < GROUND_SIDES; k++)
            l->bow[b].under[k] = ground_bottom_at(c->bottom, world_point(e, l->def.body, l->bow[b].low[k]));
}

// Freezes points, limits and directions at the predicted coordinates. grip: of its bows.
static void predict_link(const ground_chain *c, ground_link *l, const dyn_eval *e, const ground_grip *grip) {
    const double reach = l->def.half + l->def.bow + l->def.bar + NEAR, none[4] = {0.5, 0.5, 0, 0};
    l->near = false;
    if (!dyn_body_active(e, l->def.body)) return;
    if (ground_bottom_clear(c->bottom, world_point(e, l->def.body, none), reach)) return;
    place_link(c, l, e);
    const vec3 up = mat3_tmul(&e->axes->r, l->under.normal);
    for (int b = 0; b < GROUND_BOWS; b++) {
        ground_bow *bow = &l->bow[b];
        double sum = 0, slope[2];
        for (int k = 0; k < GROUND_SIDES; k++) sum += normal_force(c, l, bow, k, e, up_at(c, bow, k, e, up), slope);
        set_limits(c, l, bow, e, sum, grip ? &grip[b] : NULL);
    }
    const mat3 turn = dyn_body_pose(e, l->def.body).r;
    const vec3 axis = mat3_column(&turn, 2), flat = vec3_madd(axis, -vec3_dot(axis, up), up);
    l->way[0] = vec3_norm2(flat) > 1e-6 ? vec3_unit(flat) : vec3_any_normal(up);
    l->way[1] = vec3_cross(up, l->way[0]);
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    ground_chain *c = self;
    const ground_grip *grip = z;
    for (int k = 0; k < c->n; k++) predict_link(c, &c->link[k], e, grip ? &grip[GROUND_BOWS * k] : NULL);
}

// Force of the bristle; *share: what is left of its pull beyond the limit.
static vec3 friction(const ground_chain *c, const ground_link *l, const ground_bow *b, const dyn_eval *e,
                     const ground_grip *g, double *share) {
    vec3 at = world_point(e, l->def.body, b->centre), v = world_velocity(e, l->def.body, b->centre);
    vec3 off = g->holds > 0 ? mat3_tmul(&e->axes->r, vec3_sub(at, g->anchor)) : vec3_make(0, 0, 0), f = {0, 0, 0};
    const ground_soil *soil = &c->bottom->site[0].top;
    double s[2];
    for (int i = 0; i < 2; i++) s[i] = vec3_dot(l->way[i], vec3_madd(off, soil->settle, v)) / soil->slip;
    const double size2 = s[0] * s[0] + s[1] * s[1];
    *share = size2 > 1 ? 1 / sqrt(size2) : 1;
    for (int i = 0; i < 2; i++) f = vec3_madd(f, -b->limit[i] * s[i] * *share, l->way[i]);
    return f;
}

static bool bears(const ground_bow *b) { return b->limit[0] + b->limit[1] > 0; }

static void add_outer(mat3 *t, double k, vec3 v) {
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t->m[i][j] += k * x[i] * x[j];
}

static void eval_bow(const ground_chain *c, const ground_link *l, const ground_bow *b, const dyn_eval *e, vec3 flat,
                     const ground_grip *g) {
    const ground_soil *soil = &c->bottom->site[0].top;
    double slope[2], share;
    for (int k = 0; k < GROUND_SIDES; k++) {
        const vec3 up = up_at(c, b, k, e, flat);
        double n = normal_force(c, l, b, k, e, up, slope);
        if (n == 0) continue;
        dyn_body_add_force(e, l->def.body, b->low[k], vec3_scale(n, up));
        if (!e->tangent) continue;
        mat3 t = {0};
        add_outer(&t, e->k_weight * slope[0] + e->c_weight * slope[1], up);
        dyn_body_add_tangent(e, l->def.body, b->low[k], &t);
    }
    if (!bears(b)) return;
    dyn_body_add_force(e, l->def.body, b->centre, friction(c, l, b, e, g, &share));
    if (!e->tangent) return;
    mat3 t = {0};
    double weight = share * (e->k_weight * g->holds + e->c_weight * soil->settle) / soil->slip;
    for (int i = 0; i < 2; i++) add_outer(&t, weight * b->limit[i], l->way[i]);
    dyn_body_add_tangent(e, l->def.body, b->centre, &t);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const ground_chain *c = self;
    const ground_grip *grip = z;
    const vec3 up = mat3_tmul(&e->axes->r, c->bottom->plane.normal);
    for (int k = 0; k < c->n; k++)
        for (int b = 0; b < GROUND_BOWS && c->link[k].near; b++)
            eval_bow(c, &c->link[k], &c->link[k].bow[b], e, up, &grip[GROUND_BOWS * k + b]);
}

// Drags the anchor of a bristle that is stretched beyond its length; drops it where the bow is clear.
static void hold_bow(const ground_chain *c, const ground_link *l, const ground_bow *b, const dyn_eval *e,
                     ground_grip *g) {
    if (!l->near || !bears(b)) {
        *g = (ground_grip){.holds = 0};
        return;
    }
    vec3 at = world_point(e, l->def.body, b->centre);
    vec3 off = g->holds > 0 ? vec3_sub(at, g->anchor) : vec3_make(0, 0, 0);
    off = vec3_madd(off, -vec3_dot(off, l->under.normal), l->under.normal);
    double size = vec3_norm(off), slip = c->bottom->site[0].top.slip;
    if (size > slip) off = vec3_scale(slip / size, off);
    *g = (ground_grip){.anchor = vec3_sub(at, off), .holds = 1};
}

static bool touches(const ground_link *l) { return l->near && (bears(&l->bow[0]) || bears(&l->bow[1])); }

static void accept(void *self, const dyn_eval *e, void *z) {
    const ground_chain *c = self;
    ground_grip *grip = z;
    double *mud = (double *)(void *)&grip[GROUND_BOWS * c->n];
    const double middle[4] = {0.5, 0.5, 0, 0};
    for (int k = 0; k < c->n; k++) {
        const ground_link *l = &c->link[k];
        if (e->state->body_on[l->def.body] == DYN_ASLEEP) continue;
        for (int b = 0; b < GROUND_BOWS; b++) hold_bow(c, l, &l->bow[b], e, &grip[GROUND_BOWS * k + b]);
        const bool covered =
            touches(l) && (c->bottom->rock < 0 || ground_bottom_sticks(c->bottom, world_point(e, l->def.body, middle)));
        mud[k] = ground_mud_after(&c->bottom->site[0].top, &c->jets, e, l->def.body, middle, mud[k], covered);
    }
}

bool ground_chain_touches(const ground_chain *c, int k) { return touches(&c->link[k]); }

bool ground_chain_bears(const ground_chain *c, int k) {
    const ground_link *l = &c->link[k];
    return l->near && bears(&l->bow[0]) && bears(&l->bow[1]);
}

void ground_chain_friction_on(const ground_chain *c, const dyn_eval *e, const void *z, int k, double *along,
                              double *limit) {
    const ground_grip *grip = z;
    const ground_link *l = &c->link[k];
    double share;
    *along = *limit = 0;
    for (int b = 0; b < GROUND_BOWS && l->near; b++) {
        if (!bears(&l->bow[b])) continue;
        *along += vec3_dot(friction(c, l, &l->bow[b], e, &grip[GROUND_BOWS * k + b], &share), l->way[0]);
        *limit += l->bow[b].limit[0];
    }
}

double ground_chain_mud(const ground_chain *c, const void *z, int k) {
    const ground_grip *grip = z;
    return ((const double *)(const void *)&grip[GROUND_BOWS * c->n])[k];
}

// Of the bottom under the points, without the bristles' [J].
static double energy(const void *self, const dyn_eval *e, const void *z) {
    const ground_chain *c = self;
    double sum = 0;
    (void)z;
    for (int k = 0; k < c->n; k++) {
        ground_link l = c->link[k];
        if (e->state->body_on[l.def.body] == DYN_ASLEEP) place_link(c, &l, e);
        for (int i = 0; l.near && i < GROUND_BOWS * GROUND_SIDES; i++) {
            const ground_bow *b = &l.bow[i / 2];
            double d = ground_depth(&b->under[i % 2], world_point(e, l.def.body, b->low[i % 2]));
            sum += d > 0 ? l.free * 0.25 * l.def.weight / c->bottom->site[0].top.sinks * d * d : 0;
        }
    }
    return sum;
}

vec3 ground_chain_force_on(const ground_chain *c, const dyn_eval *e, const void *z, int k) {
    const ground_grip *grip = z;
    const ground_link *l = &c->link[k];
    double slope[2], share;
    vec3 f = {0, 0, 0};
    for (int b = 0; b < GROUND_BOWS && l->near; b++) {
        for (int i = 0; i < GROUND_SIDES; i++) {
            const vec3 up = mat3_tmul(&e->axes->r, l->bow[b].under[i].normal);
            f = vec3_madd(f, normal_force(c, l, &l->bow[b], i, e, up, slope), up);
        }
        if (bears(&l->bow[b])) f = vec3_add(f, friction(c, l, &l->bow[b], e, &grip[GROUND_BOWS * k + b], &share));
    }
    return f;
}

rt_status ground_chain_create(ground_chain *c, int capacity, const ground_plane *plane, const ground_soil *soil) {
    *c = (ground_chain){.bottom = &c->own, .capacity = capacity};
    ground_bottom_make(&c->own, plane, soil);
    c->link = calloc((size_t)capacity + 1, sizeof *c->link);
    return c->link ? RT_OK : RT_ERR_MEMORY;
}

void ground_chain_free(ground_chain *c) {
    free(c->link);
    *c = (ground_chain){0};
}

void ground_chain_set_bottom(ground_chain *c, const ground_bottom *bottom) { c->bottom = bottom; }

void ground_chain_add_link(ground_chain *c, const dyn_model *m, const ground_link_def *def) {
    assert(c->n < c->capacity && def->bow > 0 && def->bar > 0 && def->weight > 0);
    ground_link *l = &c->link[c->n++];
    *l = (ground_link){.def = *def};
    for (int b = 0; b < GROUND_BOWS; b++)
        dyn_body_weights(m, def->body, vec3_make(0, 0, b ? def->half : -def->half), l->bow[b].centre);
}

void ground_chain_finish(ground_chain *c) {
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = (size_t)c->n * (GROUND_BOWS * sizeof(ground_grip) + sizeof(double)),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
}
