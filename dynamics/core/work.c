// SPDX-License-Identifier: MIT
#include "dynamics/core/work.h"
#include "dynamics/core/body_batch.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

// Least move that the iteration can resolve [m]. Rounding of the coordinates leaves about one ulp of phi, which the
// penalties turn into moves gamma times as large.
static double rounding_limit(const dyn_model *m) {
    double extent = 0;
    for (int i = 0; i < m->n_nodes; i++) extent = fmax(extent, vec3_norm(m->node0[i]));
    return m->gamma * DBL_EPSILON * extent;
}

static void set_weights(dyn_work *w, double h) {
    w->k_weight = w->beta * h * h;
    w->c_weight = w->gamma * h;
}

dyn_work *dyn_work_create(const dyn_model *m, const dyn_step_def *def) {
    dyn_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    size_t n = (size_t)m->n_nodes, r = (size_t)m->n_rows + 1, g = (size_t)(m->n_rows - dyn_first_group_row(m)) + 1;
    w->def = *def;
    w->gamma = 0.5 + def->dissipation;
    w->beta = 0.25 * (w->gamma + 0.5) * (w->gamma + 0.5);
    set_weights(w, m->h);
    w->tolerance = fmax(def->tolerance, rounding_limit(m));
    w->tangent = m->matrix_pattern;
    w->tangent.a = calloc(9 * ((size_t)m->matrix_pattern.n_blocks + 1), sizeof(double));
    w->solver = dyn_solver_create(def->solver, &m->matrix_pattern);
    w->group_now = calloc(g, sizeof *w->group_now);
    w->group_factored = calloc(g, sizeof *w->group_factored);
    w->q_factored = calloc(n, sizeof *w->q_factored);
    w->phi = calloc(r, sizeof *w->phi);
    w->weight = calloc(r, sizeof *w->weight);
    w->lambda = calloc(r, sizeof *w->lambda);
    w->lambda_move = calloc(r, sizeof *w->lambda_move);
    w->q0 = calloc(n, sizeof *w->q0);
    w->v0 = calloc(n, sizeof *w->v0);
    w->a0 = calloc(n, sizeof *w->a0);
    w->force = calloc(n, sizeof *w->force);
    w->move = calloc(n, sizeof *w->move);
    w->carried = calloc(n, sizeof *w->carried);
    w->position = calloc(n, sizeof *w->position);
    w->qdd_last = calloc(n, sizeof *w->qdd_last);
    w->qdd_now = calloc(n, sizeof *w->qdd_now);
    w->alpha = calloc(r, sizeof *w->alpha);
    if (m->sleeps) {
        w->mask = calloc((size_t)m->n_batches + 1, DYN_LANES);
        w->asleep = calloc(n, sizeof *w->asleep);
    }
    if (w->tangent.a && w->solver && w->group_now && w->group_factored && w->q_factored && w->phi && w->weight &&
        w->lambda && w->lambda_move && w->q0 && w->v0 && w->a0 && w->force && w->move && w->carried && w->position &&
        w->qdd_last && w->qdd_now && w->alpha && (!m->sleeps || (w->mask && w->asleep)))
        return w;
    dyn_work_destroy(w);
    return NULL;
}

void dyn_work_destroy(dyn_work *w) {
    if (!w) return;
    dyn_solver_destroy(w->solver);
    free(w->tangent.a);
    free(w->group_now);
    free(w->group_factored);
    free(w->q_factored);
    free(w->phi);
    free(w->weight);
    free(w->lambda);
    free(w->lambda_move);
    free(w->q0);
    free(w->v0);
    free(w->a0);
    free(w->force);
    free(w->move);
    free(w->carried);
    free(w->position);
    free(w->qdd_last);
    free(w->qdd_now);
    free(w->alpha);
    free(w->mask);
    free(w->asleep);
    free(w);
}

// alpha is proportional to 1/h² (dyn_model_finish).
const dyn_model *dyn_work_set_parts(const dyn_model *m, dyn_work *w, int parts) {
    set_weights(w, m->h / parts);
    if (parts == 1) return m;
    for (int k = 0; k < m->n_rows; k++) w->alpha[k] = m->alpha[k] * parts * parts;
    w->part = *m;
    w->part.h = m->h / parts;
    w->part.alpha = w->alpha;
    return &w->part;
}

dyn_eval dyn_eval_at(const dyn_model *m, const dyn_state *s) {
    return (dyn_eval){.model = m,
                      .state = s,
                      .q = s->q,
                      .qd = s->qd,
                      .q_last = s->q,
                      .axes = s->axes ? s->axes : &dyn_axes_rest,
                      .body_on = s->body_on,
                      .h = m->h,
                      .t = (double)s->step * m->h,
                      .only_body = -1};
}

#define LISTED (-2) // position of a node that is in the list already

// Sleeping bodies beside one that is awake stay in the mask.
static void mark_supports(const dyn_model *m, const dyn_state *s, unsigned char *mask) {
    for (int k = 0; k < m->n_row_defs; k++) {
        const int a = m->row_body[0][k], b = m->row_body[1][k];
        if (a < 0 || b < 0) continue;
        if (s->body_on[a] == DYN_ASLEEP && s->body_on[b] == DYN_AWAKE) mask[a] = DYN_ASLEEP;
        if (s->body_on[b] == DYN_ASLEEP && s->body_on[a] == DYN_AWAKE) mask[b] = DYN_ASLEEP;
    }
}

// Sets mask and list of the sleeping bodies, and removes their nodes from the unknowns.
static void place_sleeping(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    w->on = w->mask;
    w->n_asleep = 0;
    for (int k = 0; k < m->n_bodies; k++) {
        w->mask[k] = s->body_on[k] & DYN_AWAKE;
        if (s->body_on[k] != DYN_ASLEEP) continue;
        const int *node = m->body[k].node;
        for (int i = 0; i < 4; i++) {
            if (w->position[node[i]] == LISTED) continue;
            w->position[node[i]] = LISTED;
            w->asleep[w->n_asleep++] = 2 * node[i] + (i > 1);
        }
    }
    mark_supports(m, s, w->mask);
}

void dyn_work_place_nodes(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    w->on = s->body_on;
    for (int i = 0; i < m->n_nodes; i++) w->position[i] = m->lone[i] ? 0 : -1;
    for (int k = 0; k < m->n_bodies; k++)
        if (s->body_on[k] == DYN_AWAKE)
            for (int i = 0; i < 4; i++) w->position[m->body[k].node[i]] = 0;
    if (m->sleeps) place_sleeping(m, s, w);
    w->n_active = 0;
    for (int i = 0; i < m->n_nodes; i++) w->position[i] = w->position[i] == 0 && !m->fixed[i] ? w->n_active++ : -1;
}

void dyn_work_constraints(const dyn_model *m, dyn_work *w, const dyn_eval *e) {
    dyn_groups_eval(m, e, w->group_now);
    dyn_phi(m, e, w->group_now, w->phi);
}

// force += weight - inertia force of the nodes that belong to no body
static void add_lone_inertia(const dyn_model *m, vec3 gravity, const vec3 *a, vec3 *force) {
    for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++) {
        if (!m->lone[i]) continue;
        vec3 w = m->node_inertia[i];
        force[i] = vec3_madd(force[i], m->node_weight[i], gravity);
        force[i] = vec3_sub(force[i], vec3_make(w.x * a[i].x, w.y * a[i].y, w.z * a[i].z));
    }
}

// Adds weight and inertia forces. In moving axes (axes.h) the ground nodes of a body move, too. Scalars are relative to
// the axes; point masses are not. S is left out of the tangent, which it would make unsymmetric: an iteration leaves
// h |W| < 1e-3 of a move.
static void add_inertia(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    if (!s->axes) {
        add_lone_inertia(m, m->gravity, s->qdd, w->force);
        dyn_batches_inertia(m, w->on, m->gravity, s->qdd, w->force);
        return;
    }
    vec3 gravity = dyn_axes_gravity(s->axes, m->gravity);
    add_lone_inertia(m, gravity, s->qdd, w->force);
    for (int i = 0; i < m->n_nodes; i++) {
        vec3 carried = dyn_axes_carried(s->axes, s->q[i], s->qd[i]);
        if (m->lone[i]) w->force[i] = vec3_madd(w->force[i], -m->node_weight[i], carried);
        w->carried[i] = vec3_add(s->qdd[i], carried);
    }
    dyn_batches_inertia(m, w->on, gravity, w->carried, w->force);
}

// Adds the force elements' forces, and their tangents when e->tangent is set; counts their time in their phases.
static void add_forces(const dyn_model *m, const dyn_eval *e, rt_profile *p) {
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        f->eval(f->self, e, e->state->z + m->force_z[k]);
        if (p) rt_profile_end(p, f->phase);
    }
}

// w->force = -f 4/h² = Q - M q'' - phi_qᵀ (alpha phi + lambda) at the iterate. The penalty acts along the factored
// phi_q. Along the iterate's phi_q it would drive the motion by the change of phi_q since the factorisation, multiplied
// by the penalty.
void dyn_work_residual(const dyn_model *m, const dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
    memset(w->force, 0, (size_t)m->n_nodes * sizeof *w->force);
    add_inertia(m, s, w);
    bool same = e->tangent != NULL; // this iterate is the factored one
    for (int k = 0; k < m->n_rows; k++) w->weight[k] = m->alpha[k] * w->phi[k] + (same ? w->lambda[k] : 0);
    dyn_phi_q_subtract(m, w->on, dyn_work_factored(w), w->weight, w->force);
    if (!same) dyn_phi_q_subtract(m, w->on, dyn_work_phi_q(w, e), w->lambda, w->force);
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    add_forces(m, e, p);
}

// Clears the block rows of the active nodes; the factorisation reads no others.
static void clear_active_rows(const dyn_model *m, dyn_work *w) {
    dyn_matrix *t = &w->tangent;
    for (int i = 0; i < m->n_nodes; i++)
        if (w->position[i] >= 0)
            memset(t->a + 9 * t->start[i], 0, 9 * (size_t)(t->start[i + 1] - t->start[i]) * sizeof *t->a);
}

void dyn_work_start_tangent(const dyn_model *m, dyn_work *w, dyn_eval *e) {
    size_t groups = (size_t)(m->n_rows - dyn_first_group_row(m));
    memcpy(w->q_factored, e->q, (size_t)m->n_nodes * sizeof *w->q_factored);
    memcpy(w->group_factored, w->group_now, groups * sizeof *w->group_factored);
    e->tangent = &w->tangent;
    clear_active_rows(m, w);
    dyn_constraint_tangent(m, e, w->group_now, w->lambda, w->curvature, w->k_weight);
}

void dyn_work_solve(const dyn_model *m, dyn_work *w, double scale) {
    for (int i = 0; i < m->n_nodes; i++) w->force[i] = vec3_scale(w->position[i] >= 0 ? scale : 0, w->force[i]);
    dyn_solver_solve(w->solver, &w->force[0].x);
}

double dyn_max_abs(const double *x, int n) {
    double most[DYN_LANES] = {0};
    int k = 0;
    for (; k + DYN_LANES <= n; k += DYN_LANES)
        for (int l = 0; l < DYN_LANES; l++) most[l] = fabs(x[k + l]) > most[l] ? fabs(x[k + l]) : most[l];
    for (; k < n; k++) most[0] = fabs(x[k]) > most[0] ? fabs(x[k]) : most[0];
    for (int l = 1; l < DYN_LANES; l++) most[0] = fmax(most[0], most[l]);
    return most[0];
}

double dyn_work_largest_move(const dyn_model *m, const dyn_work *w) {
    double largest = 0;
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        double move = vec3_norm2(w->force[i]);
        largest = move > largest || move != move ? move : largest;
    }
    return sqrt(largest);
}
