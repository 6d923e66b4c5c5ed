// SPDX-License-Identifier: MIT
#include "dynamics/tackle/chain.h"
#include "dynamics/state.h"
#include <stdlib.h>

#define TENSION_TIME 0.1  // time over which the tension that loads a joint is averaged [s]
#define DAMPING_TIME 5e-4 // damping of a joint's bristle over its stiffness [s]
#define STOP_HERTZ 50.0   // natural frequency of a link on a joint's stop [Hz]
#define STOP_RAMP 0.01    // depth over which the stop's damper comes in [rad]

// What a joint remembers. The load is averaged: friction that follows the tension of the last step is a spring whose
// stiffness moves with the motion, and pumps energy into the chain's transverse modes.
typedef struct joint_state {
    double bristle[2]; // deflections about the two axes [rad]; of a swivel about its own, and whether it has seized
    double tension;    // averaged [N]
} joint_state;

static const double pi = 3.14159265358979323846;

static void joints_predict(void *self, const dyn_eval *e, const void *z) {
    tackle_chain *c = self;
    (void)z;
    for (int k = 0; k + 1 < c->capacity; k++)
        if (tackle_chain_joined(c, e->body_on, k))
            for (int i = 2 * k; i < 2 * k + 2 - c->swivel[k]; i++)
                c->last[i] = dyn_scalar_origin(&c->joint[i], e->q_last);
}

// Whether an angle is beyond the limit: the cosines tell, by their squares with the sign kept.
static inline bool bent(const tackle_chain *c, double x, double y) {
    return x * fabs(x) < c->cos_limit * fabs(c->cos_limit) * (x * x + y * y);
}

static void joint_eval(const tackle_chain *c, const dyn_eval *e, int i, double bristle, double limit) {
    dyn_scalar_value v;
    if (!dyn_scalar_eval(&c->joint[i], e->q, e->qd, &c->last[i], &v)) return;
    if (limit > 0)
        dyn_scalar_add(e, &c->joint[i], &v, dyn_friction_law(bristle + v.value, v.rate, limit, c->yield, DAMPING_TIME),
                       DYN_GEOMETRIC_NONE);
    if (!c->swivel[i / 2] && bent(c, v.x, v.y))
        dyn_scalar_add(e, &c->joint[i], &v, dyn_stop_law(&c->stop, atan2(v.y, v.x), v.rate), DYN_GEOMETRIC_NONE);
}

// Torque limit of a joint's friction.
static double limit_of(const tackle_chain *c, int k, const joint_state *joint) {
    if (!c->swivel[k]) return c->mu * joint->tension * c->radius;
    return joint->bristle[1] > 0 ? c->turning.seized : c->turning.per_load * joint->tension;
}

static void joints_eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    const joint_state *joint = z;
    for (int k = 0; k + 1 < c->capacity; k++) {
        if (!tackle_chain_joined(c, e->body_on, k)) continue;
        double limit = limit_of(c, k, &joint[k]);
        for (int i = 0; i < 2 - c->swivel[k]; i++) joint_eval(c, e, 2 * k + i, joint[k].bristle[i], limit);
    }
}

// One that seizes holds where it stands: its bristle begins anew, or its torque would jump. So it does when it is
// freed.
static void seize(joint_state *joint, const rt_command *command) {
    bool seized = command->failures >> RT_FAILURE_SWIVEL & 1;
    if (seized == (joint->bristle[1] > 0)) return;
    joint->bristle[0] = 0;
    joint->bristle[1] = seized;
}

static void joints_accept(void *self, const dyn_eval *e, void *z) {
    tackle_chain *c = self;
    joint_state *joint = z;
    for (int k = 0; k + 1 < c->capacity; k++) {
        bool active = tackle_chain_joined(c, e->body_on, k);
        double tension = active ? fmax(0, dyn_body_tension(e, c->body[k])) : 0;
        joint[k].tension = dyn_friction_load(joint[k].tension, tension, e->h, TENSION_TIME);
        for (int i = 0; i < 2 - c->swivel[k]; i++) {
            dyn_scalar_value v;
            bool on = active && dyn_scalar_eval(&c->joint[2 * k + i], e->q, e->qd, &c->last[2 * k + i], &v);
            joint[k].bristle[i] = on ? dyn_bristle_move(joint[k].bristle[i], v.value, c->yield) : 0;
        }
        if (c->swivel[k]) seize(&joint[k], e->command);
    }
}

static double joints_energy(const void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    double energy = 0;
    (void)z;
    for (int k = 0; k + 1 < c->capacity; k++)
        for (int i = 2 * k; i < 2 * k + 2 && !c->swivel[k] && tackle_chain_joined(c, e->body_on, k); i++)
            energy += dyn_stop_energy(&c->stop, dyn_scalar_at(&c->joint[i], e->q, 0).value);
    return energy;
}

static void joints_finish(void *self, const dyn_model *m) {
    tackle_chain *c = self;
    for (int i = 0; i < 2 * (c->capacity - 1); i++)
        if (i % 2 == 0 || !c->swivel[i / 2]) dyn_scalar_bind(m, &c->joint[i]);
}

// The angle of the width axis of link `other` from `sign` v toward d of link k: 0 where the links are in line.
static dyn_scalar width_angle(const tackle_chain *c, int other, int k, double sign) {
    dyn_vector normal = dyn_vector_of_nodes(c->body[k], c->v[k], -1);
    normal.weight[0] = sign;
    return dyn_scalar_angle(dyn_vector_of_nodes(c->body[other], c->u[other], -1), normal,
                            dyn_vector_of_nodes(c->body[k], c->p[k + 1], c->p[k]), 1);
}

// Link k + 1 turns against link k about the width axis of k (angle of u[k+1] in the plane of v, d of k) and about its
// own width axis (angle of u[k] in the plane of -v, d of k + 1).
static void make_joint(tackle_chain *c, dyn_model *m, int k) {
    int low = k, high = k + 1;
    c->joint[2 * k] = width_angle(c, high, low, 1);
    c->joint[2 * k + 1] = width_angle(c, low, high, -1);
    dyn_scalar_couple(m, &c->joint[2 * k]);
    dyn_scalar_couple(m, &c->joint[2 * k + 1]);
    const dyn_row_def universal = {c->u[low], -1, c->u[high], -1, 1 / c->link.pitch, 0};
    dyn_add_row(m, &universal, c->body[low], c->body[high]);
}

// Halves of a swivel: link k + 1 lies along link k, and turns about it (angle of u[k+1] in the plane of u, v of k).
static void make_swivel(tackle_chain *c, dyn_model *m, int k) {
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

// Stops of a joint: as stiff as lets a link swing on its end at STOP_HERTZ, 30 % damped.
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
    c->last = calloc(2 * n, sizeof *c->last);
    if (c->body && c->p && c->u && c->v && c->pitch && c->strength && c->swivel && c->joint && c->last) return RT_OK;
    tackle_chain_free(c);
    return RT_ERR_MEMORY;
}

static void take_properties(tackle_chain *c, int k, const tackle_special *own) {
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
        take_properties(c, k, own);
        status = add_link(c, m, k, own, x[k], x[k + 1], &side);
        if (status != RT_OK || k == 0) continue;
        if (c->swivel[k - 1])
            make_swivel(c, m, k - 1);
        else
            make_joint(c, m, k - 1);
    }
    c->cos_limit = cos(c->stop.max);
    if (status == RT_OK) {
        c->joints = (dyn_force){.self = c,
                                .phase = RT_PHASE_ASSEMBLE,
                                .z_size = ((size_t)capacity + 1) * sizeof(joint_state),
                                .predict = joints_predict,
                                .eval = joints_eval,
                                .accept = joints_accept,
                                .energy = joints_energy,
                                .finish = joints_finish};
        dyn_add_force(m, &c->joints);
    }
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
    free(c->last);
    *c = (tackle_chain){0};
}
