// SPDX-License-Identifier: MIT
// At a shared node the neighbours act on a body with the residual of the body's own equations (García de Jalón & Bayo
// 1994, ch. 4): r = M a + phi_qᵀ lambda (its six rows) - Q (its own forces and those of its ties). At its other nodes
// the joint's rows act with -lambda phi_q. A force f on a point node acts at the point. A force f on a vector node x
// does the work f·(omega × x), so it is the torque x × f.
#include "dynamics/joint/reaction.h"
#include "dynamics/core/work.h"
#include <string.h>

#define PASSES 6

// Residual R = Q - M qdd - phi_qᵀ lambda. J x = k R with J = M + ... + k phi_qᵀ alpha phi_q (k = beta h²) gives
// lambda += alpha phi_q x. Each pass leaves the share M x of R: 1/gamma of R if the constraints are well conditioned.
// The passes start from zero, not from the step's multipliers: multipliers of redundant rows gather round-off in the
// null space of phi_qᵀ, a self-stress that grows as long as the run.
void dyn_multipliers(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, double *lambda) {
    rt_events events = 0;
    dyn_eval e = dyn_eval_at(m, s);
    e.force = w->force;
    e.command = c;
    e.events = &events;
    dyn_work_constraints(m, w, &e);
    memset(w->phi, 0, (size_t)m->n_rows * sizeof *w->phi); // accelerations only: positions are given
    memset(w->lambda, 0, (size_t)m->n_rows * sizeof *w->lambda);
    for (int pass = 0; pass < PASSES; pass++) {
        dyn_work_residual(m, s, w, &e, NULL);
        dyn_work_solve(m, w, w->k_weight);
        dyn_phi_q_times(m, s->body_on, dyn_work_phi_q(w, &e), w->force, w->weight);
        for (int k = 0; k < m->n_rows; k++) w->lambda[k] += m->alpha[k] * w->weight[k];
    }
    memcpy(lambda, w->lambda, (size_t)m->n_rows * sizeof *lambda);
}

// Computes r at the nodes of a body, into force (by node). Other nodes hold zero or the forces of elements.
static void own_residual(const dyn_model *m, const dyn_state *s, const double *lambda, const rt_command *c, int body,
                         vec3 *force) {
    memset(force, 0, (size_t)m->n_nodes * sizeof *force);
    if (!s->body_on[body]) return;
    rt_events events = 0;
    dyn_eval e = dyn_eval_at(m, s);
    e.force = force;
    e.command = c;
    e.only_body = body;
    e.events = &events;
    for (int k = 0; k < m->n_forces; k++) m->force[k]->eval(m->force[k]->self, &e, s->z + m->force_z[k]);
    dyn_body_add_ties(m, body, lambda, force); // ties are mostly of other joints
    const dyn_body *b = &m->body[body];
    vec3 d = vec3_sub(s->q[b->node[1]], s->q[b->node[0]]), u = s->q[b->node[2]], v = s->q[b->node[3]];
    double w[DYN_BODY_ROWS]; // scale lambda
    for (int r = 0; r < DYN_BODY_ROWS; r++) w[r] = b->scale[r] * lambda[dyn_body_row(body, r)];
    vec3 along_d = vec3_madd(vec3_madd(vec3_scale(2 * w[0], d), w[3], u), w[4], v);
    const vec3 rows[4] = {vec3_scale(-1, along_d), along_d,
                          vec3_madd(vec3_madd(vec3_scale(2 * w[1], u), w[3], d), w[5], v),
                          vec3_madd(vec3_madd(vec3_scale(2 * w[2], v), w[4], d), w[5], u)};
    for (int i = 0; i < 4; i++) {
        vec3 r = vec3_madd(rows[i], -b->gravity[i], dyn_apparent_gravity(&e));
        for (int k = 0; k < 4; k++) r = vec3_madd(r, b->m[i][k], dyn_node_acceleration(&e, b->node[k]));
        force[b->node[i]] = vec3_sub(r, force[b->node[i]]);
    }
}

typedef struct sum {
    const dyn_joint *j;
    const dyn_model *m;
    const dyn_state *s;
    const double *lambda;
    int body;   // on which the reaction acts
    vec3 about; // [m]
    dyn_reaction total;
} sum;

static bool is_shared(const dyn_joint *j, int node) {
    for (int k = 0; k < j->n_shared; k++)
        if (j->shared[k] == node) return true;
    return false;
}

// Whether a node belongs to the body and not to the joint's other body.
static bool is_own(const sum *a, int node) {
    const dyn_joint *j = a->j;
    if (node == DYN_ZERO || is_shared(j, node)) return false;
    for (int i = 0; i < 4; i++)
        if (a->m->body[a->body].node[i] == node) return true;
    for (int k = 0; k < j->n_ties; k++)
        if (j->tie[k].node == node) return j->tie[k].body == a->body;
    return false;
}

static bool is_point(const sum *a, int node) {
    const int *n = a->m->body[a->body].node;
    return node == a->j->point[0] || node == a->j->point[1] || node == n[0] || node == n[1];
}

static void add(sum *a, int node, vec3 f) {
    vec3 x = a->s->q[node];
    if (is_point(a, node)) {
        a->total.force = vec3_add(a->total.force, f);
        x = vec3_sub(x, a->about);
    }
    a->total.torque = vec3_add(a->total.torque, vec3_cross(x, f));
}

static void add_row(sum *a, int k) {
    const dyn_row_def *d = &a->m->row_def[k];
    double w = -d->scale * a->lambda[dyn_bilinear_row(a->m, k)];
    vec3 ab = vec3_scale(w, vec3_sub(a->s->q[d->a], a->s->q[d->b]));
    vec3 cd = vec3_scale(w, vec3_sub(a->s->q[d->c], a->s->q[d->d]));
    if (is_own(a, d->a)) add(a, d->a, cd);
    if (is_own(a, d->b)) add(a, d->b, vec3_scale(-1, cd));
    if (is_own(a, d->c)) add(a, d->c, ab);
    if (is_own(a, d->d)) add(a, d->d, vec3_scale(-1, ab));
}

dyn_reaction dyn_joint_reaction(const dyn_joint *j, const dyn_model *m, const dyn_state *s, const double *lambda,
                                const rt_command *c, vec3 *scratch) {
    bool on_ground = j->body[1] < 0;
    sum a = {.j = j,
             .m = m,
             .s = s,
             .lambda = lambda,
             .body = on_ground ? j->body[0] : j->body[1],
             .about = s->q[j->point[1]]};
    own_residual(m, s, lambda, c, a.body, scratch);
    for (int k = 0; k < j->n_shared; k++) add(&a, j->shared[k], scratch[j->shared[k]]);
    for (int k = 0; k < j->n_rows; k++) add_row(&a, j->row[k]);
    if (!on_ground) return a.total;
    return (dyn_reaction){vec3_scale(-1, a.total.force), vec3_scale(-1, a.total.torque)};
}
