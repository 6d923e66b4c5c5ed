// SPDX-License-Identifier: MIT
#include "dynamics/ground/buried.h"
#include "dynamics/core/state.h"
#include <assert.h>
#include <stdlib.h>

// Bearing on an enclosed chain at a place and depth, per length [N/m]. A layer has its strength from its upper border
// down.
static double bearing(const ground_site *site, double depth) {
    const ground_soil *soil = ground_site_soil(site, depth);
    return soil->bears + soil->bears_up * (soil == &site->base ? depth - site->thickness : depth);
}

double ground_buried_share(const ground_bottom *b, vec3 x, double depth) {
    const double t = fmin(depth / (2 * b->site[0].top.sinks) - 1, 1);
    if (!(t > 0) || bearing(ground_bottom_site(b, x), depth) == 0) return 0;
    return t * t * (3 - 2 * t);
}

static vec3 place(const dyn_eval *e, const ground_buried_link *l) {
    return dyn_axes_to_world(e->axes, dyn_body_point(e, l->body, l->middle));
}

static void predict_link(const ground_buried *b, ground_buried_link *l, const dyn_eval *e) {
    l->limit[0] = l->limit[1] = 0;
    if (!dyn_body_active(e, l->body)) return;
    const vec3 x = place(e, l);
    if (ground_bottom_clear(b->bottom, x, 0)) return;
    const ground_plane under = ground_bottom_at(b->bottom, x);
    const double depth = ground_depth(&under, x), share = ground_buried_share(b->bottom, x, depth);
    if (share == 0) return;
    const ground_site *site = ground_bottom_site(b->bottom, x);
    l->limit[1] = share * bearing(site, depth) * l->length;
    l->limit[0] = ground_site_soil(site, depth)->bears_along * l->limit[1];
    const int *node = e->model->body[l->body].node;
    l->axis = vec3_unit(vec3_sub(e->q[node[1]], e->q[node[0]]));
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    ground_buried *b = self;
    (void)z;
    for (int k = 0; k < b->n; k++) predict_link(b, &b->link[k], e);
}

// Force of the bristle; share: of its pull along and across, what is left beyond the limit.
static vec3 pull(const ground_buried *b, const ground_buried_link *l, const dyn_eval *e, const ground_grip *g,
                 double share[2]) {
    const vec3 q = dyn_body_point(e, l->body, l->middle),
               v = dyn_axes_velocity(e->axes, q, dyn_body_velocity(e, l->body, l->middle)),
               off = g->holds > 0 ? mat3_tmul(&e->axes->r, vec3_sub(dyn_axes_to_world(e->axes, q), g->anchor))
                                  : vec3_make(0, 0, 0),
               s = vec3_scale(1 / b->mobilise, vec3_madd(off, b->settle, v));
    const double along = vec3_dot(l->axis, s);
    const vec3 across = vec3_madd(s, -along, l->axis);
    share[0] = 1 / fmax(fabs(along), 1), share[1] = 1 / fmax(vec3_norm(across), 1);
    return vec3_scale(-1,
                      vec3_madd(vec3_scale(share[1] * l->limit[1], across), share[0] * l->limit[0] * along, l->axis));
}

static void add_tangent(const ground_buried *b, const ground_buried_link *l, const dyn_eval *e, const ground_grip *g,
                        const double share[2]) {
    const double weight = (e->k_weight * g->holds + e->c_weight * b->settle) / b->mobilise,
                 across = weight * share[1] * l->limit[1], along = weight * share[0] * l->limit[0] - across,
                 a[3] = {l->axis.x, l->axis.y, l->axis.z};
    mat3 t = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) t.m[i][j] = along * a[i] * a[j];
        t.m[i][i] += across;
    }
    dyn_body_add_tangent(e, l->body, l->middle, &t);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const ground_buried *b = self;
    const ground_grip *grip = z;
    for (int k = 0; k < b->n; k++) {
        const ground_buried_link *l = &b->link[k];
        double share[2];
        if (l->limit[1] == 0) continue;
        dyn_body_add_force(e, l->body, l->middle, pull(b, l, e, &grip[k], share));
        if (e->tangent) add_tangent(b, l, e, &grip[k], share);
    }
}

// Drags the anchor of a bristle that is stretched beyond its length, along and across by themselves; drops it where the
// link is clear.
static void hold_link(const ground_buried *b, const ground_buried_link *l, const dyn_eval *e, ground_grip *g) {
    if (l->limit[1] == 0) {
        *g = (ground_grip){.holds = 0};
        return;
    }
    const vec3 at = place(e, l), axis = mat3_mul(&e->axes->r, l->axis);
    const vec3 off = g->holds > 0 ? vec3_sub(at, g->anchor) : vec3_make(0, 0, 0);
    const double along = vec3_dot(axis, off), most = b->mobilise;
    const vec3 across = vec3_madd(off, -along, axis);
    const double kept = fmin(most / fmax(vec3_norm(across), most), 1);
    *g = (ground_grip){
        .anchor = vec3_sub(at, vec3_madd(vec3_scale(kept, across), fmax(fmin(along, most), -most), axis)), .holds = 1};
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const ground_buried *b = self;
    ground_grip *grip = z;
    for (int k = 0; k < b->n; k++)
        if (e->state->body_on[b->link[k].body] != DYN_ASLEEP) hold_link(b, &b->link[k], e, &grip[k]);
}

rt_status ground_buried_create(ground_buried *b, int capacity, const ground_bottom *bottom) {
    const ground_soil *soil = &bottom->site[0].base; // these two are the same of all soils
    *b = (ground_buried){
        .bottom = bottom, .mobilise = soil->mobilise, .settle = soil->body_settle, .capacity = capacity};
    b->link = calloc((size_t)capacity + 1, sizeof *b->link);
    return b->link ? RT_OK : RT_ERR_MEMORY;
}

void ground_buried_free(ground_buried *b) {
    free(b->link);
    *b = (ground_buried){0};
}

void ground_buried_add_link(ground_buried *b, const dyn_model *m, int body, double length) {
    assert(b->n < b->capacity && length > 0);
    ground_buried_link *l = &b->link[b->n++];
    *l = (ground_buried_link){.body = body, .length = length};
    dyn_body_weights(m, body, vec3_make(0, 0, 0), l->middle);
}

void ground_buried_finish(ground_buried *b) {
    b->force = (dyn_force){.self = b,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = (size_t)b->n * sizeof(ground_grip),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept};
}
