// SPDX-License-Identifier: MIT
#include "dynamics/ground/body.h"
#include "dynamics/ground/sand.h"
#include <assert.h>
#include <stdlib.h>

static vec3 world_point(const dyn_eval *e, const ground_patch *p) {
    return dyn_axes_to_world(e->axes, dyn_body_point(e, p->def.body, p->weight));
}

// Displacement since the last rest and the damper's share, in components of the axes.
static vec3 displacement(const ground_body *b, const ground_patch *p, const dyn_eval *e, const ground_grip *g) {
    vec3 x = dyn_body_point(e, p->def.body, p->weight), v = dyn_body_velocity(e, p->def.body, p->weight);
    vec3 off = mat3_tmul(&e->axes->r, vec3_sub(dyn_axes_to_world(e->axes, x), g->anchor));
    return vec3_madd(off, b->soil.body_settle, dyn_axes_velocity(e->axes, x, v));
}

static void predict_patch(const ground_body *b, ground_patch *p, const dyn_eval *e, const ground_grip *g) {
    p->way = p->stress = vec3_make(0, 0, 0);
    if (!dyn_body_active(e, p->def.body) || !(g->holds > 0)) return;
    double depth = ground_depth(&b->plane, world_point(e, p));
    if (!(depth > 0)) return;
    vec3 u = displacement(b, p, e, g);
    if (!(vec3_norm2(u) > 0)) return;
    const mat3 turn = dyn_body_pose(e, p->def.body).r;
    p->way = vec3_unit(u);
    p->stress =
        vec3_scale(b->soil.strength * depth * p->def.area,
                   ground_sand_stress(mat3_mul(&turn, p->def.normal), p->way, mat3_tmul(&e->axes->r, b->plane.normal)));
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    ground_body *b = self;
    const ground_grip *grip = z;
    for (int k = 0; k < b->n; k++) predict_patch(b, &b->patch[k], e, &grip[k]);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const ground_body *b = self;
    const ground_grip *grip = z;
    for (int k = 0; k < b->n; k++) {
        const ground_patch *p = &b->patch[k];
        if (!(vec3_norm2(p->stress) > 0)) continue;
        double share = vec3_dot(p->way, displacement(b, p, e, &grip[k])) / b->soil.mobilise;
        if (!(share > 0)) continue;
        dyn_body_add_force(e, p->def.body, p->weight, vec3_scale(fmin(share, 1), p->stress));
        double against = -vec3_dot(p->stress, p->way);
        if (!e->tangent || !(share < 1) || !(against > 0)) continue;
        const double w[3] = {p->way.x, p->way.y, p->way.z},
                     k1 = (e->k_weight + e->c_weight * b->soil.body_settle) * against / b->soil.mobilise;
        mat3 t;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) t.m[i][j] = k1 * w[i] * w[j];
        dyn_body_add_tangent(e, p->def.body, p->weight, &t);
    }
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const ground_body *b = self;
    ground_grip *grip = z;
    for (int k = 0; k < b->n; k++) {
        const ground_patch *p = &b->patch[k];
        ground_grip *g = &grip[k];
        vec3 at = world_point(e, p);
        if (!dyn_body_active(e, p->def.body) || !(ground_depth(&b->plane, at) > 0)) {
            *g = (ground_grip){.holds = 0};
            continue;
        }
        vec3 off = g->holds > 0 ? vec3_sub(at, g->anchor) : vec3_make(0, 0, 0);
        double size = vec3_norm(off);
        if (size > b->soil.mobilise) off = vec3_scale(b->soil.mobilise / size, off);
        *g = (ground_grip){.anchor = vec3_sub(at, off), .holds = 1};
    }
}

rt_status ground_body_create(ground_body *b, int capacity, const ground_plane *plane, const ground_soil *soil) {
    *b = (ground_body){.plane = *plane, .soil = *soil, .capacity = capacity};
    b->patch = calloc((size_t)capacity + 1, sizeof *b->patch);
    return b->patch ? RT_OK : RT_ERR_MEMORY;
}

void ground_body_free(ground_body *b) {
    free(b->patch);
    *b = (ground_body){0};
}

void ground_body_add_patch(ground_body *b, const dyn_model *m, const ground_patch_def *def) {
    assert(b->n < b->capacity && def->area > 0);
    ground_patch *p = &b->patch[b->n++];
    *p = (ground_patch){.def = *def};
    dyn_body_weights(m, def->body, def->at, p->weight);
}

void ground_body_add(ground_body *b, dyn_model *m) {
    b->force = (dyn_force){.self = b,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = (size_t)b->n * sizeof(ground_grip),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept};
    dyn_add_force(m, &b->force);
}
