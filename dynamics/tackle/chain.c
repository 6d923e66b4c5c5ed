// SPDX-License-Identifier: MIT
#include "dynamics/tackle/chain.h"
#include "dynamics/tackle/chain_joints.h"
#include <stdlib.h>

#define STOP_HERTZ 50.0 // natural frequency of a link on a joint's stop [Hz]
#define STOP_RAMP 0.01  // depth over which the stop's damping rises [rad]

static const double pi = 3.14159265358979323846;

// The angle of the width axis of link `other` from `sign` v toward d of link k; 0: the links are in line.
static dyn_scalar width_angle(const tackle_chain *c, int other, int k, double sign) {
    dyn_vector normal = dyn_vector_of_nodes(c->body[k], c->v[k], -1);
    normal.weight[0] = sign;
    return dyn_scalar_angle(dyn_vector_of_nodes(c->body[other], c->u[other], -1), normal,
                            dyn_vector_of_nodes(c->body[k], c->p[k + 1], c->p[k]), 1);
}

// Adds the universal joint of links k and k + 1. Link k + 1 turns about the width axis of k (angle of u[k+1] in the
// plane of v, d of k) and about its own width axis (angle of u[k] in the plane of -v, d of k + 1).
static void add_universal_joint(tackle_chain *c, dyn_model *m, int k) {
    int low = k, high = k + 1;
    c->joint[2 * k] = width_angle(c, high, low, 1);
    c->joint[2 * k + 1] = width_angle(c, low, high, -1);
    dyn_scalar_couple(m, &c->joint[2 * k]);
    dyn_scalar_couple(m, &c->joint[2 * k + 1]);
    const dyn_row_def universal = {c->u[low], -1, c->u[high], -1, 1 / c->link.pitch, 0};
    dyn_add_row(m, &universal, c->body[low], c->body[high]);
}

// Joins links k and k + 1 as halves of a swivel: k + 1 is in line with k and turns about it (angle of u[k+1] in the
// plane of u, v of k).
static void add_swivel_joint(tackle_chain *c, dyn_model *m, int k) {
    int low = k, high = k + 1;
    c->joint[2 * k] = dyn_scalar_angle(dyn_vector_of_nodes(c->body[high], c->u[high], -1),
                                       dyn_vector_of_nodes(c->body[low], c->u[low], -1),
                                       dyn_vector_of_nodes(c->body[low], c->v[low], -1), 1);
    dyn_scalar_couple(m, &c->joint[2 * k]);
    const dyn_row_def along[2] = {{c->u[low], -1, c->p[high + 1], c->p[high], 1 / c->link.pitch, 0},
                                  {c->v[low], -1, c->p[high + 1], c->p[high], 1 / c->link.pitch, 0}};
    for (int i = 0; i < 2; i++) dyn_add_row(m, &along[i], c->body[low], c->body[high]);
}

static rt_status add_link(tackle_chain *c, dyn_model *m, int k, const tackle_special *own, vec3 from, vec3 to,
                          vec3 *side) {
    const tackle_link *l = &c->link;
    double s = l->pitch, half = 0.5 * c->pitch[k];
    vec3 z = vec3_unit(vec3_sub(to, from));
    vec3 y = vec3_unit(vec3_cross(z, *side)), x = vec3_cross(y, z);
    c->v[k] = dyn_add_node(m, vec3_scale(s, y), false);
    c->u[k] = dyn_add_node(m, vec3_scale(s, x), false);
    c->p[k + 1] = dyn_add_node(m, to, false);
    const dyn_body_def def = {.p0 = c->p[k],
                              .p1 = c->p[k + 1],
                              .u = c->u[k],
                              .v = c->v[k],
                              .rb_p0 = {0, 0, -half},
                              .rb_p1 = {0, 0, half},
                              .ub = {s, 0, 0},
                              .vb = {0, s, 0},
                              .mass = own ? own->mass : l->mass,
                              .centre = own ? own->centre : vec3_make(0, 0, 0),
                              .inertia = own ? own->inertia : l->inertia};
    *side = y; // the next link is turned by 90°
    if (own && own->swivel) {
        mat3 turn = mat3_rotation(z, own->turned);
        *side = mat3_mul(&turn, y);
    }
    return dyn_add_body(m, &def, &c->body[k]);
}

// Stops of a joint: a link swings on its end at STOP_HERTZ with 30 % of critical damping.
static dyn_stop_def make_stop(const tackle_link *l) {
    double inertia = l->inertia.m[0][0] + l->mass * l->pitch * l->pitch / 4, omega = 2 * pi * STOP_HERTZ;
    return (dyn_stop_def){.min = -l->bend,
                          .max = l->bend,
                          .stiffness = inertia * omega * omega,
                          .damping = 2 * 0.3 * inertia * omega,
                          .ramp = STOP_RAMP};
}

static const tackle_special *special_at(const tackle_special *special, int n, int link) {
    for (int i = 0; i < n; i++)
        if (special[i].link == link) return &special[i];
    return NULL;
}

static rt_status allocate(tackle_chain *c) {
    size_t n = (size_t)c->capacity + 1;
    c->body = calloc(n, sizeof(int));
    c->p = calloc(n + 1, sizeof(int));
    c->u = calloc(n, sizeof(int));
    c->v = calloc(n, sizeof(int));
    c->pitch = calloc(n, sizeof(double));
    c->strength = calloc(n, sizeof(double));
    c->swivel = calloc(n, sizeof(bool));
    c->joint = calloc(2 * n, sizeof *c->joint);
    c->n_batches = (c->capacity + DYN_LANES - 1) / DYN_LANES;
    c->batch = calloc((size_t)c->n_batches + 1, sizeof *c->batch);
    if (c->body && c->p && c->u && c->v && c->pitch && c->strength && c->swivel && c->joint && c->batch) return RT_OK;
    tackle_chain_free(c);
    return RT_ERR_MEMORY;
}

static void set_properties(tackle_chain *c, int k, const tackle_special *own) {
    c->pitch[k] = own && own->pitch > 0 ? own->pitch : c->link.pitch;
    c->strength[k] = own && own->strength > 0 ? own->strength : 1;
    c->swivel[k] = own && own->swivel;
    c->excess += c->pitch[k] - c->link.pitch;
}

rt_status tackle_chain_add_special(tackle_chain *c, dyn_model *m, const tackle_link *link,
                                   const tackle_special *special, int n_special, int capacity, int p0, const vec3 *x,
                                   vec3 side, double mu) {
    *c = (tackle_chain){.link = *link, .capacity = capacity, .mu = mu, .radius = 0.5 * link->d, .yield = 0.005};
    c->stop = make_stop(link);
    rt_status status = allocate(c);
    if (status != RT_OK) return status;
    c->p[0] = p0;
    for (int k = 0; k < capacity && status == RT_OK; k++) {
        const tackle_special *own = special_at(special, n_special, k);
        set_properties(c, k, own);
        status = add_link(c, m, k, own, x[k], x[k + 1], &side);
        if (status != RT_OK || k == 0) continue;
        if (c->swivel[k - 1])
            add_swivel_joint(c, m, k - 1);
        else
            add_universal_joint(c, m, k - 1);
    }
    c->cos_limit = cos(c->stop.max);
    if (status == RT_OK) tackle_chain_joints_add(c, m);
    return status;
}

rt_status tackle_chain_add(tackle_chain *c, dyn_model *m, const tackle_link *link, int capacity, int p0, const vec3 *x,
                           vec3 side, double mu) {
    return tackle_chain_add_special(c, m, link, NULL, 0, capacity, p0, x, side, mu);
}

void tackle_chain_free(tackle_chain *c) {
    free(c->body);
    free(c->p);
    free(c->u);
    free(c->v);
    free(c->pitch);
    free(c->strength);
    free(c->swivel);
    free(c->joint);
    free(c->batch);
    *c = (tackle_chain){0};
}
