// SPDX-License-Identifier: MIT
#include "dynamics/ground/carried.h"
#include <assert.h>
#include <stdlib.h>

#define SURFACE 0.5 // half the height over which soil passes the surface of the water [m]

// Memory of the element; part of the state.
typedef struct carried_state {
    double given;    // energy of the soil that was taken up less that of the soil that fell off [J]
    double volume[]; // by carrier [m³]
} carried_state;

// Weight of a cubic metre at this height over still water [N/m³]; *slope: its increase with height.
static double unit_weight(const ground_carried *c, double z, double *slope) {
    const bool passes = fabs(z) < SURFACE;
    *slope = passes ? c->def.water / (2 * SURFACE) : 0;
    return c->def.submerged + c->def.water * fmin(fmax(0.5 + z / (2 * SURFACE), 0), 1);
}

// Integral of the unit weight over the height, from the surface of the water [J/m³].
static double unit_energy(const ground_carried *c, double z) {
    const double in = fmin(fmax(z, -SURFACE), SURFACE), above = fmax(z - SURFACE, 0);
    return c->def.submerged * z + c->def.water * (0.5 * in + in * in / (4 * SURFACE) + above);
}

static double height_of(const dyn_eval *e, const ground_carrier *k) {
    return dyn_axes_height(e->axes, dyn_body_point(e, k->body, k->weight));
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const ground_carried *c = self;
    const carried_state *z = zz;
    const vec3 up = dyn_axes_up(e->axes);
    for (int i = 0; i < c->n; i++) {
        const ground_carrier *k = &c->carrier[i];
        if (!(z->volume[i] > 0) || !dyn_body_active(e, k->body)) continue;
        double slope, weight = z->volume[i] * unit_weight(c, height_of(e, k), &slope);
        dyn_body_add_force(e, k->body, k->weight, vec3_scale(-weight, up));
        if (!e->tangent || !(slope > 0)) continue;
        const double u[3] = {up.x, up.y, up.z}, t = e->k_weight * z->volume[i] * slope;
        mat3 m;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) m.m[a][b] = t * u[a] * u[b];
        dyn_body_add_tangent(e, k->body, k->weight, &m);
    }
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const ground_carried *c = self;
    carried_state *z = zz;
    for (int i = 0; i < c->n; i++) {
        const ground_carrier *k = &c->carrier[i];
        const double now = dyn_body_active(e, k->body) ? k->room * c->def.share(c->def.ctx, e, i) : 0;
        if (now == z->volume[i]) continue;
        z->given += (now - z->volume[i]) * unit_energy(c, height_of(e, k));
        z->volume[i] = now;
    }
}

static double energy(const void *self, const dyn_eval *e, const void *zz) {
    const ground_carried *c = self;
    const carried_state *z = zz;
    double sum = -z->given;
    for (int i = 0; i < c->n; i++)
        if (z->volume[i] > 0) sum += z->volume[i] * unit_energy(c, height_of(e, &c->carrier[i]));
    return sum;
}

rt_status ground_carried_create(ground_carried *c, int capacity, const ground_carried_def *def) {
    *c = (ground_carried){.def = *def, .capacity = capacity};
    c->carrier = calloc((size_t)capacity + 1, sizeof *c->carrier);
    return c->carrier ? RT_OK : RT_ERR_MEMORY;
}

void ground_carried_free(ground_carried *c) {
    free(c->carrier);
    *c = (ground_carried){0};
}

void ground_carried_add(ground_carried *c, const dyn_model *m, int body, vec3 at, double room) {
    assert(c->n < c->capacity);
    ground_carrier *k = &c->carrier[c->n++];
    *k = (ground_carrier){.body = body, .room = room};
    dyn_body_weights(m, body, at, k->weight);
}

void ground_carried_finish(ground_carried *c) {
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = sizeof(carried_state) + (size_t)c->n * sizeof(double),
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
}

double ground_carried_volume(const ground_carried *c, const void *zz) {
    const carried_state *z = zz;
    double sum = 0;
    for (int i = 0; i < c->n; i++) sum += z->volume[i];
    return sum;
}

double ground_carried_mass(const ground_carried *c, double volume, double gravity) {
    return volume * (c->def.submerged + c->def.water) / gravity;
}
