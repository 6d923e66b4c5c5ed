// SPDX-License-Identifier: MIT
#include "dynamics/tackle/lifter.h"
#include "dynamics/core/step.h"

static const tackle_lifter_state *state_of(const tackle_lifter *l, const dyn_model *m, const dyn_state *s) {
    return (const tackle_lifter_state *)(const void *)(s->z + m->force_z[l->force_index]);
}

const tackle_lifter_state *tackle_lifter_state_of(const tackle_lifter *l, const dyn_model *m, const dyn_state *s) {
    return state_of(l, m, s);
}

#define PI 3.14159265358979323846

// The chain lies on the lifter as a polygon of 2 n sides 4 d long, n whelps. It leaves in a straight line at the speed
// w r cos(phi), with phi in -pi/2n .. pi/2n; phi = 0 where a joint's radius is normal to the line. RIPPLE is the first
// harmonic of the speed's Fourier series over the mean: 2/((2n)² - 1), 2.0 % for n = 5. The higher harmonics come from
// the kink at each joint, which slack and play smooth out.
#define RIPPLE (2.0 / (4.0 * TACKLE_WHELPS * TACKLE_WHELPS - 1))

typedef struct advance {
    double x, slope, bend; // advance in pitches; first and second derivative
} advance;

// Advance of the chain at a phase of the lifter, both in pitches. The ripple is zero at an integer phase: a joint is
// at E.
static advance advance_at(double phase) {
    double a = 2 * PI * phase, s = sin(a);
    return (advance){phase + RIPPLE / (2 * PI) * s, 1 + RIPPLE * cos(a), -2 * PI * RIPPLE * s};
}

// Phase at which the advance is x, by Newton's method: each iteration contracts by RIPPLE² or better.
static double phase_of(double x) {
    double phase = x;
    for (int k = 0; k < 20; k++) {
        advance a = advance_at(phase);
        phase -= (a.x - x) / a.slope;
    }
    return phase;
}

// Fraction of the top link inboard of E, with its derivatives with respect to theta.
static advance sigma_at(const tackle_lifter *l, double theta, int64_t links) {
    double per_rad = l->radius / l->chain->link.pitch;
    advance a = advance_at(per_rad * theta + l->phase0 - (double)(l->chain->capacity - l->taken0 - links));
    return (advance){a.x, per_rad * a.slope, per_rad * per_rad * a.bend};
}

static double sigma_of(const tackle_lifter *l, double theta, int64_t links) { return sigma_at(l, theta, links).x; }

// Remaining share of the roll offset: 1 at the end where the link became the top link, 0 at its other end, linear in
// between. The first top link keeps all of its offset: a start in between would need a steeper line than a link can
// follow.
static double roll_share(const tackle_lifter_state *z, double sigma) {
    return z->sigma_ref < 0 ? 1 : z->sigma_ref > 0 ? sigma : 1 - sigma;
}

static vec3 unit_vector(int i) { return vec3_make(i == 0, i == 1, i == 2); }

static void eval_rows(const void *self, const dyn_eval *e, dyn_row *row) {
    const tackle_lifter *l = self;
    const tackle_chain *c = l->chain;
    const tackle_lifter_state *z = state_of(l, e->model, e->state);
    if (z->parted > 0) {
        for (int i = 0; i < TACKLE_LIFTER_ROWS; i++) row[i] = (dyn_row){.n = 0};
        return;
    }
    // dyn_model_finish evaluates the rows before tackle_lifter_start: the model's initial top link
    int64_t links = z->links > 0 ? z->links : c->capacity - l->taken0;
    if (!dyn_body_active(e, c->body[links - 1])) { // the end of a parted chain has run off the lifter
        for (int i = 0; i < TACKLE_LIFTER_ROWS; i++) row[i] = (dyn_row){0};
        return;
    }
    int top = (int)links - 1, n0 = c->p[top], n1 = c->p[top + 1], u = c->u[top];
    advance at_theta = sigma_at(l, e->q[l->node].x, links);
    double sigma = at_theta.x, per_rad = at_theta.slope, turn = e->qd[l->node].x, bend = at_theta.bend * turn * turn;
    vec3 back = vec3_sub(e->q[n0], e->q[n1]), back_rate = vec3_sub(e->qd[n0], e->qd[n1]);
    vec3 at = vec3_sub(vec3_madd(e->q[n1], sigma, back), l->exit);
    double gamma = 2 * per_rad * turn;
    const double phi[3] = {at.x, at.y, at.z}, slope[3] = {back.x, back.y, back.z},
                 rate[3] = {back_rate.x, back_rate.y, back_rate.z};
    for (int i = 0; i < 3; i++)
        row[i] = (dyn_row){.n = 3,
                           .node = {n1, n0, l->node},
                           .phi = phi[i],
                           .gamma = gamma * rate[i] + bend * slope[i],
                           .g = {vec3_scale(1 - sigma, unit_vector(i)),
                                 vec3_scale(sigma, unit_vector(i)),
                                 {per_rad * slope[i], 0, 0}}};
    // the link's initial roll offset falls to zero while the link passes
    vec3 w = l->axis[top % 2];
    double side = z->sigma_ref < 0 ? 0 : z->sigma_ref > 0 ? 1 : -1;
    row[3] = (dyn_row){.n = 2,
                       .node = {u, l->node},
                       .phi = vec3_dot(e->q[u], w) - z->roll * roll_share(z, sigma),
                       .gamma = -z->roll * side * bend,
                       .g = {w, {-z->roll * side * per_rad, 0, 0}}};
}

// Stores the direction of the link outboard of the top one: the pockets align the top link with it.
static void predict(void *self, const dyn_eval *e, const void *zz) {
    tackle_lifter *l = self;
    const tackle_lifter_state *z = zz;
    int k = z->links > 1 ? (int)z->links - 2 : 0;
    if (!dyn_body_active(e, l->chain->body[k]))
        k = (int)z->links - 1; // the last link before a break has no link outboard
    l->lead = vec3_unit(vec3_sub(e->q[l->chain->p[k + 1]], e->q[l->chain->p[k]]));
}

// Adds force and tangent of the potential (1/2) guide sigma² |d/L - lead|² on the top link.
static void add_guide_force(const tackle_lifter *l, const dyn_eval *e, const tackle_lifter_state *z) {
    int top = (int)z->links - 1, n0 = l->chain->p[top], n1 = l->chain->p[top + 1];
    if (!dyn_body_active(e, l->chain->body[top])) return;
    double length = l->chain->link.pitch, sigma = sigma_of(l, e->q[l->node].x, z->links);
    double weight = fmin(1, fmax(0, sigma)) * fmin(1, fmax(0, sigma));
    vec3 d = vec3_scale(1 / length, vec3_sub(e->q[n1], e->q[n0]));
    vec3 rate = vec3_scale(1 / length, vec3_sub(e->qd[n1], e->qd[n0]));
    vec3 f = vec3_madd(vec3_scale(-weight * l->guide / length, vec3_sub(d, l->lead)),
                       -weight * l->guide_damping / length, rate);
    e->force[n1] = vec3_add(e->force[n1], f);
    e->force[n0] = vec3_sub(e->force[n0], f);
    if (!e->tangent) return;
    double t = weight / (length * length) * (e->k_weight * l->guide + e->c_weight * l->guide_damping);
    mat3 k = {{{t, 0, 0}, {0, t, 0}, {0, 0, t}}}, minus = {{{-t, 0, 0}, {0, -t, 0}, {0, 0, -t}}};
    dyn_node_add_tangent(e, n0, n0, &k);
    dyn_node_add_tangent(e, n1, n1, &k);
    dyn_node_add_tangent(e, n0, n1, &minus);
}

// Length of chain out with `links` active links, and its derivatives with respect to theta.
static advance chain_out_at(const tackle_lifter *l, double theta, int64_t links) {
    double pitch = l->chain->link.pitch;
    advance s = sigma_at(l, theta, links);
    return (advance){((double)links - s.x) * pitch + l->chain->excess, -s.slope * pitch, -s.bend * pitch};
}

// Force of the bitter end on the chain's length out [N]; *out is that length with its derivatives.
static dyn_law bitter_end(const tackle_lifter *l, const dyn_eval *e, const tackle_lifter_state *z, advance *out) {
    *out = chain_out_at(l, e->q[l->node].x, z->links);
    return tackle_locker_bitter_end(&l->locker, out->x, out->slope * e->qd[l->node].x);
}

// Adds the pull of the chain in the spurling pipe and of the bitter end on the lifter's angle. The bitter end's force F
// acts along x(theta) with derivatives x', x'': torque F x', so K = k x'² - F x'' + c x'' w x', C = c x'².
static void add_inboard_pull(const tackle_lifter *l, const dyn_eval *e, const tackle_lifter_state *z) {
    advance x;
    double r = l->radius, rate = e->qd[l->node].x;
    dyn_law pull = tackle_locker_pull(&l->locker, r * rate), end = bitter_end(l, e, z, &x);
    e->force[l->node].x += r * pull.force + x.slope * end.force;
    if (!e->tangent) return;
    double k = end.k * x.slope * x.slope - end.force * x.bend + end.c * x.bend * rate * x.slope;
    mat3 t = {{{e->k_weight * k + e->c_weight * (r * r * pull.c + end.c * x.slope * x.slope), 0, 0}}};
    dyn_node_add_tangent(e, l->node, l->node, &t);
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const tackle_lifter_state *z = zz;
    if (z->parted > 0) return;
    add_guide_force(self, e, z);
    add_inboard_pull(self, e, z);
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const tackle_lifter *l = self;
    tackle_lifter_state *z = zz;
    advance x;
    if (z->parted > 0) return;
    double pull = -bitter_end(l, e, z, &x).force;
    if (pull > 0 && !(z->taut > 0))
        *e->events |= RT_EVENT_BIT(l->locker.cut ? RT_EVENT_CHAIN_END : RT_EVENT_BITTER_END);
    if (pull > 0) z->taut = 1;
    if (x.x < l->locker.length - l->chain->link.pitch) z->taut = 0; // a link or more is slack again
    if (!(pull > l->locker.strength)) return;
    z->parted = 1;
    *e->events |= RT_EVENT_BIT(RT_EVENT_BITTER_END_PARTED);
}

// Potential energy of the chain's weight in the spurling pipe, and energy of the bitter end.
static double energy(const void *self, const dyn_eval *e, const void *zz) {
    const tackle_lifter *l = self;
    const tackle_lifter_state *z = zz;
    const tackle_locker *k = &l->locker;
    if (z->parted > 0) return 0;
    double slack = chain_out_at(l, e->q[l->node].x, z->links).x - k->length, stretch = fmax(0, slack);
    return -k->mass * k->gravity * k->drop * l->radius * e->q[l->node].x +
           (k->length > 0 ? 0.5 * k->stiffness * stretch * stretch : 0);
}

void tackle_lifter_set_locker(tackle_lifter *l, dyn_model *m, const tackle_locker *locker) {
    l->locker = *locker;
    vec3 inertia = m->node_inertia[l->node]; // the chain in the spurling pipe moves with the lifter
    inertia.x += locker->mass * locker->drop * l->radius * l->radius;
    dyn_set_node_inertia(m, l->node, inertia);
}

void tackle_lifter_add(tackle_lifter *l, dyn_model *m, const tackle_chain *c, int links, double sigma0, vec3 up,
                       double lifter_inertia, double motor_inertia) {
    double d = c->link.d;
    vec3 outer = m->node0[c->p[links - 1]], inner = m->node0[c->p[links]];
    vec3 exit = vec3_madd(inner, sigma0, vec3_sub(outer, inner)), lead = vec3_unit(vec3_sub(inner, outer));
    *l = (tackle_lifter){.chain = c,
                         .radius = 8 * TACKLE_WHELPS * d / (2 * PI),
                         .exit = exit,
                         .taken0 = c->capacity - links,
                         .phase0 = phase_of(sigma0),
                         .guide = 2e4,
                         .guide_damping = 40};
    l->node = dyn_add_lone_node(m, vec3_make(0, 0, 0), vec3_make(lifter_inertia, motor_inertia, 1));
    // the widths of successive links alternate between two axes, each normal to the other and to the lead
    vec3 across = vec3_unit(vec3_cross(lead, up)), normal = vec3_cross(across, lead);
    vec3 width = m->node0[c->u[links - 1]];
    bool flat = fabs(vec3_dot(width, across)) > fabs(vec3_dot(width, normal));
    int parity = (links - 1) % 2;
    l->axis[parity] = flat ? normal : across;
    l->axis[1 - parity] = flat ? across : normal;
    for (int k = 0; k < c->capacity; k++) dyn_couple(m, (const int[4]){l->node, c->p[k], c->p[k + 1], c->u[k]}, 4);
    l->force = (dyn_force){.self = l,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(tackle_lifter_state),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    l->force_index = dyn_add_force(m, &l->force);
    l->rows = (dyn_row_group){.self = l, .n_rows = TACKLE_LIFTER_ROWS, .eval = eval_rows};
    l->rows_index = dyn_add_rows(m, &l->rows);
}

// Sets the roll offset to satisfy the roll row in the top link's present pose.
static void set_roll(const tackle_lifter *l, const dyn_state *s, tackle_lifter_state *z) {
    int top = (int)z->links - 1;
    double sigma = sigma_of(l, s->q[l->node].x, z->links);
    z->roll = vec3_dot(s->q[l->chain->u[top]], l->axis[top % 2]) / roll_share(z, sigma);
}

void tackle_lifter_start(const tackle_lifter *l, const dyn_model *m, dyn_state *s, int links) {
    tackle_lifter_state *z = (tackle_lifter_state *)(void *)(s->z + m->force_z[l->force_index]);
    *z = (tackle_lifter_state){.links = links, .sigma_ref = -1};
    set_roll(l, s, z);
    for (int k = links; k < l->chain->capacity; k++) s->body_on[l->chain->body[k]] = 0;
}

// Adds the next link out of the lifter: a straight continuation of the last one, turned by 90°. Its coordinates are
// linear in those of the last link; position, velocity and acceleration constraints therefore still hold.
static void join_link(const tackle_lifter *l, dyn_state *s, tackle_lifter_state *z) {
    const tackle_chain *c = l->chain;
    int k = (int)z->links, below = k - 1;
    vec3 *const x[5] = {s->q, s->qd, s->qdd, s->qdd_last, s->qdd_before};
    for (int i = 0; i < 5; i++) {
        x[i][c->p[k + 1]] = vec3_madd(vec3_scale(2, x[i][c->p[k]]), -1, x[i][c->p[below]]);
        x[i][c->u[k]] = x[i][c->v[below]];
        x[i][c->v[k]] = vec3_scale(-1, x[i][c->u[below]]);
    }
    s->body_on[c->body[k]] = 1;
    z->links++;
    z->sigma_ref = 1;
}

void tackle_lifter_exchange(const tackle_lifter *l, const dyn_model *m, dyn_state *s, rt_events *events) {
    tackle_lifter_state *z = (tackle_lifter_state *)(void *)(s->z + m->force_z[l->force_index]);
    if (z->parted > 0) return;
    double sigma = sigma_of(l, s->q[l->node].x, z->links);
    const tackle_chain *c = l->chain;
    if (!s->body_on[c->body[z->links - 1]]) { // the pockets are empty: the parted chain has run off
        *events |= RT_EVENT_BIT(RT_EVENT_CHAIN_END);
        return;
    }
    if (sigma >= 1 && z->links > 2) {
        s->body_on[c->body[z->links - 1]] = 0;
        z->links--;
        z->sigma_ref = 0;
        *events |= RT_EVENT_BIT(RT_EVENT_LINK_LEFT);
        if (!s->body_on[c->body[z->links - 1]]) return;
    } else if (sigma < 0 && z->links < c->capacity) {
        join_link(l, s, z);
        *events |= RT_EVENT_BIT(RT_EVENT_LINK_JOINED);
    } else {
        if (sigma >= 1 || sigma < 0) *events |= RT_EVENT_BIT(RT_EVENT_CHAIN_END);
        return;
    }
    set_roll(l, s, z);
}

double tackle_lifter_tension(const tackle_lifter *l, const dyn_model *m, const dyn_state *s) {
    const tackle_lifter_state *z = state_of(l, m, s);
    if (z->parted > 0) return 0;
    int top = (int)z->links - 1;
    if (!s->body_on[l->chain->body[top]]) return 0;
    const double *lambda = s->lambda + m->group[l->rows_index].first_row;
    vec3 along = vec3_unit(vec3_sub(s->q[l->chain->p[top + 1]], s->q[l->chain->p[top]]));
    return -vec3_dot(vec3_make(lambda[0], lambda[1], lambda[2]), along);
}

double tackle_lifter_chain_out(const tackle_lifter *l, const dyn_model *m, const dyn_state *s) {
    const tackle_lifter_state *z = state_of(l, m, s);
    if (z->parted > 0) return (double)z->links * l->chain->link.pitch + l->chain->excess;
    return chain_out_at(l, s->q[l->node].x, z->links).x;
}

double tackle_lifter_bitter_end(const tackle_lifter *l, const dyn_model *m, const dyn_state *s) {
    const tackle_lifter_state *z = state_of(l, m, s);
    const dyn_eval e = dyn_eval_at(m, s);
    advance out;
    return z->parted > 0 || l->locker.cut ? 0 : fmax(0, -bitter_end(l, &e, z, &out).force);
}
