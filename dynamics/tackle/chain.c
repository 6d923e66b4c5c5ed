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
    double bristle[2]; // deflections about the two axes [rad]
    double tension;    // averaged [N]
} joint_state;

#define STEEL 7850.0 // that the tabulated mass of a stud link stands for [kg/m³]

static const double pi = 3.14159265358979323846;

// Volumes of a link's parts [m³].
typedef struct parts {
    double big, h, a; // radius of the bows' middle line, half length of the straight pieces, radius of the bar [m]
    double bars, bows, stud; // two straight pieces, two half tori, a slender bar along x between the straight pieces
    double stud_length;      // [m]
} parts;

// Inertia tensor about the middle.
static mat3 inertia_of(const parts *p) {
    // second moments of volume ∫x², ∫y², ∫z²
    double big = p->big, h = p->h, a = p->a;
    double bar_xx = p->bars * (big * big + a * a / 4), bar_yy = p->bars * a * a / 4, bar_zz = p->bars * h * h / 3;
    // a full torus of volume V: ∫x² = ∫z² = V (R²/2 + 3 a²/8) in its plane, ∫y² = V a²/4 across it
    double ring_in = p->bows * (big * big / 2 + 3 * a * a / 8), ring_out = p->bows * a * a / 4;
    // its halves moved out by h along z: ∫z² = h² V + 2 h ∫|z| + ring_in, ∫|z| = V (2/pi) (R + a²/(4 R))
    double mean_z = p->bows * 2 / pi * (big + a * a / (4 * big));
    double bow_zz = h * h * p->bows + 2 * h * mean_z + ring_in;
    double stud_xx = p->stud * p->stud_length * p->stud_length / 12;
    double xx = STEEL * (bar_xx + ring_in + stud_xx), yy = STEEL * (bar_yy + ring_out), zz = STEEL * (bar_zz + bow_zz);
    return (mat3){{{yy + zz, 0, 0}, {0, xx + zz, 0}, {0, 0, xx + yy}}};
}

static parts parts_of(double d, double big, double h) {
    double a = 0.5 * d;
    return (parts){.big = big,
                   .h = h,
                   .a = a,
                   .bars = pi * a * a * 2 * 2 * h,
                   .bows = pi * a * a * 2 * pi * big,
                   .stud_length = 2 * big - d};
}

// Two straight pieces x = ±R, |z| <= h and two half tori of radius R about z = ±h, tube d/2, R = 1.3 d, h = 1.2 d; the
// rest of the tabulated mass is the stud, a slender bar along x between them (ISO 1704:2022 gives the ratios, makers'
// tables 0.0219 d² kg/m).
tackle_link tackle_stud_link(double d) {
    parts p = parts_of(d, 1.3 * d, 1.2 * d);
    tackle_link link = {.d = d, .pitch = 4 * d, .length = 6 * d, .width = 3.6 * d};
    link.mass = 0.0219e6 * d * d * 4 * d; // 0.0219 kg/m per mm² times the pitch
    p.stud = link.mass / STEEL - p.bars - p.bows;
    // Bent in its own plane round the next one's bow, a link is free until its leg, a strip d wide, lies askew between
    // that bow's bar and the stud behind it: circles of radii a, b at a distance 2 d + a leave a strip tilted by t from
    // the square position free while (2 d + a) cos t > a + d + b.
    double b = sqrt(p.stud / (pi * p.stud_length));
    link.bend = 0.5 * pi + acos((p.a + d + b) / (2 * d + p.a));
    link.inertia = inertia_of(&p);
    return link;
}

// R = 1.175 d and h = 1.325 d: 6 d long, 3.35 d wide. The leg of a bent link lies askew between the two bows' bars,
// 2 (h + R) = 5 d apart.
tackle_link tackle_studless_link(double d) {
    parts p = parts_of(d, 1.175 * d, 1.325 * d);
    tackle_link link = {.d = d, .pitch = 4 * d, .length = 6 * d, .width = 3.35 * d};
    link.mass = STEEL * (p.bars + p.bows);
    link.bend = 0.5 * pi + acos((p.a + d + p.a) / (5 * d));
    link.inertia = inertia_of(&p);
    return link;
}

static void joints_predict(void *self, const dyn_eval *e, const void *z) {
    tackle_chain *c = self;
    (void)z;
    for (int k = 0; k + 1 < c->capacity; k++)
        if (dyn_body_active(e, c->body[k + 1]))
            for (int i = 2 * k; i < 2 * k + 2; i++) c->last[i] = dyn_scalar_origin(&c->joint[i], e->q_last);
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
    if (bent(c, v.x, v.y))
        dyn_scalar_add(e, &c->joint[i], &v, dyn_stop_law(&c->stop, atan2(v.y, v.x), v.rate), DYN_GEOMETRIC_NONE);
}

static void joints_eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    const joint_state *joint = z;
    for (int k = 0; k + 1 < c->capacity; k++) {
        if (!dyn_body_active(e, c->body[k + 1])) continue;
        double limit = c->mu * joint[k].tension * c->radius;
        for (int i = 0; i < 2; i++) joint_eval(c, e, 2 * k + i, joint[k].bristle[i], limit);
    }
}

static void joints_accept(void *self, const dyn_eval *e, void *z) {
    tackle_chain *c = self;
    joint_state *joint = z;
    for (int k = 0; k + 1 < c->capacity; k++) {
        bool active = dyn_body_active(e, c->body[k + 1]);
        double tension = active ? fmax(0, dyn_body_tension(e, c->body[k])) : 0;
        joint[k].tension = dyn_friction_load(joint[k].tension, tension, e->h, TENSION_TIME);
        for (int i = 0; i < 2; i++) {
            dyn_scalar_value v;
            bool on = active && dyn_scalar_eval(&c->joint[2 * k + i], e->q, e->qd, &c->last[2 * k + i], &v);
            joint[k].bristle[i] = on ? dyn_bristle_move(joint[k].bristle[i], v.value, c->yield) : 0;
        }
    }
}

static double joints_energy(const void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    double energy = 0;
    (void)z;
    for (int k = 0; k + 1 < c->capacity; k++)
        for (int i = 2 * k; i < 2 * k + 2 && dyn_body_active(e, c->body[k + 1]); i++)
            energy += dyn_stop_energy(&c->stop, dyn_scalar_at(&c->joint[i], e->q, 0).value);
    return energy;
}

static void joints_finish(void *self, const dyn_model *m) {
    tackle_chain *c = self;
    for (int i = 0; i < 2 * (c->capacity - 1); i++) dyn_scalar_bind(m, &c->joint[i]);
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

static rt_status add_link(tackle_chain *c, dyn_model *m, int k, const tackle_special *own, vec3 from, vec3 to,
                          vec3 *side) {
    const tackle_link *l = &c->link;
    double s = l->pitch;
    vec3 z = vec3_unit(vec3_sub(to, from));
    vec3 y = vec3_unit(vec3_cross(z, *side)), x = vec3_cross(y, z);
    c->v[k] = dyn_add_node(m, vec3_scale(s, y), false);
    c->u[k] = dyn_add_node(m, vec3_scale(s, x), false);
    c->p[k + 1] = dyn_add_node(m, to, false);
    const dyn_body_def def = {.p0 = c->p[k],
                              .p1 = c->p[k + 1],
                              .u = c->u[k],
                              .v = c->v[k],
                              .rb_p0 = {0, 0, -s / 2},
                              .rb_p1 = {0, 0, s / 2},
                              .ub = {s, 0, 0},
                              .vb = {0, s, 0},
                              .mass = own ? own->mass : l->mass,
                              .centre = own ? own->centre : vec3_make(0, 0, 0),
                              .inertia = own ? own->inertia : l->inertia};
    *side = y; // the next link is turned by 90°
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

rt_status tackle_chain_add_special(tackle_chain *c, dyn_model *m, const tackle_link *link,
                                   const tackle_special *special, int n_special, int capacity, int p0, const vec3 *x,
                                   vec3 side, double mu) {
    size_t n = (size_t)capacity + 1;
    *c = (tackle_chain){.link = *link, .capacity = capacity, .mu = mu, .radius = 0.5 * link->d, .yield = 0.005};
    c->stop = make_stop(link);
    c->body = calloc(n, sizeof(int));
    c->p = calloc(n + 1, sizeof(int));
    c->u = calloc(n, sizeof(int));
    c->v = calloc(n, sizeof(int));
    c->joint = calloc(2 * n, sizeof *c->joint);
    c->last = calloc(2 * n, sizeof *c->last);
    if (!c->body || !c->p || !c->u || !c->v || !c->joint || !c->last) {
        tackle_chain_free(c);
        return RT_ERR_MEMORY;
    }
    c->p[0] = p0;
    rt_status status = RT_OK;
    for (int k = 0; k < capacity && status == RT_OK; k++) {
        status = add_link(c, m, k, special_at(special, n_special, k), x[k], x[k + 1], &side);
        if (status == RT_OK && k > 0) make_joint(c, m, k - 1);
    }
    c->cos_limit = cos(c->stop.max);
    if (status == RT_OK) {
        c->joints = (dyn_force){.self = c,
                                .phase = RT_PHASE_ASSEMBLE,
                                .z_size = n * sizeof(joint_state),
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
    free(c->joint);
    free(c->last);
    *c = (tackle_chain){0};
}
