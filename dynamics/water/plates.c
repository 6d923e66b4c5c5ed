// SPDX-License-Identifier: MIT
#include "dynamics/water/plates.h"
#include <assert.h>
#include <stdlib.h>

static const double ahead_of_middle = 0.2; // share of the extent: the force acts 0.3 of it from the leading edge

// Velocity in the world of the point with these weights, relative to the water at the part, in components of the axes.
static vec3 relative_velocity(const dyn_eval *e, const tackle_sea_part *p, const double w[4]) {
    vec3 x = dyn_body_point(e, p->def.body, w);
    return vec3_sub(dyn_axes_velocity(e->axes, x, dyn_body_velocity(e, p->def.body, w)), p->water.velocity);
}

// Sets the weights of the point where the force acts, for the velocity u in components of the body frame.
static void place_force(tackle_plate *p, vec3 u) {
    const double along[2] = {vec3_dot(u, vec3_unit(p->def.extent[0])), vec3_dot(u, vec3_unit(p->def.extent[1]))};
    double speed2 = vec3_norm2(u), in_plane = sqrt(along[0] * along[0] + along[1] * along[1]);
    for (int i = 0; i < 4; i++) {
        p->now[i] = p->weight[i];
        for (int k = 0; k < 2 && speed2 > 0; k++)
            p->now[i] += ahead_of_middle * along[k] * in_plane / speed2 * p->extent_weight[k][i];
    }
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    tackle_plates *all = self;
    (void)z;
    for (int k = 0; k < all->n; k++) {
        tackle_plate *p = &all->plate[k];
        const tackle_sea_part *part = &all->sea->part[p->def.part];
        p->drag = 0;
        if (!part->wet) continue;
        const mat3 turn = dyn_body_pose(e, part->def.body).r;
        const vec3 u = relative_velocity(e, part, p->weight);
        place_force(p, mat3_tmul(&turn, u));
        p->normal = vec3_unit(mat3_mul(&turn, p->def.normal));
        p->drag = 0.5 * all->sea->density * part->share * p->def.ca * vec3_norm(u);
    }
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_plates *all = self;
    (void)z;
    for (int k = 0; k < all->n; k++) {
        const tackle_plate *p = &all->plate[k];
        const tackle_sea_part *part = &all->sea->part[p->def.part];
        if (!(p->drag > 0)) continue;
        double across = vec3_dot(relative_velocity(e, part, p->now), p->normal);
        dyn_body_add_force(e, part->def.body, p->now, vec3_scale(-p->drag * across, p->normal));
        if (!e->tangent) continue;
        const double n[3] = {p->normal.x, p->normal.y, p->normal.z}, c = e->c_weight * p->drag;
        mat3 t;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) t.m[i][j] = c * n[i] * n[j];
        dyn_body_add_tangent(e, part->def.body, p->now, &t);
    }
}

rt_status tackle_plates_create(tackle_plates *p, int capacity, const tackle_sea *sea) {
    *p = (tackle_plates){.sea = sea, .capacity = capacity, .plate = calloc((size_t)capacity + 1, sizeof *p->plate)};
    p->force = (dyn_force){.self = p, .phase = RT_PHASE_ASSEMBLE, .predict = predict, .eval = eval};
    return p->plate ? RT_OK : RT_ERR_MEMORY;
}

void tackle_plates_free(tackle_plates *p) {
    free(p->plate);
    *p = (tackle_plates){0};
}

void tackle_plates_add(tackle_plates *p, const dyn_model *m, const tackle_plate_def *def) {
    assert(p->n < p->capacity && def->part < p->sea->n);
    tackle_plate *plate = &p->plate[p->n++];
    int body = p->sea->part[def->part].def.body;
    *plate = (tackle_plate){.def = *def};
    dyn_body_weights(m, body, def->at, plate->weight);
    for (int k = 0; k < 2; k++) {
        dyn_body_weights(m, body, vec3_add(def->at, def->extent[k]), plate->extent_weight[k]);
        for (int i = 0; i < 4; i++) plate->extent_weight[k][i] -= plate->weight[i];
    }
}
