// SPDX-License-Identifier: MIT
// ALI3-P (Cuadrado, Dopico, Naya & González 2004, Multibody System Dynamics 12): with the trapezoidal rule q' = (2/h) q
// + g1, q'' = (4/h²) q + g2 the residual is
//   f = (h²/4) [M q'' + phi_qᵀ (alpha phi + lambda) - Q],  J = M + (h/2) C + (h²/4) (phi_qᵀ alpha phi_q + K),
// J dq = -f, lambda += alpha (phi + phi_q dq) after every iteration: the multiplier of the linearised constraint, as
// Newton's method on (q, lambda) has it. (The authors add alpha phi(q + dq); its part of second order, alpha dqᵀ phi_qq
// dq / 2, is 1e4 N and more for a move of 0.1 mm at the penalties that a heavy anchor needs, and spoils the iteration.)
// The projections use the same J:
//   J (q' - q'*) = -(h²/4) phi_qᵀ alpha phi_q q'*,   J (q'' - q''*) = -(h²/4) phi_qᵀ alpha (phi_q q''* + phi_q' q').
// K includes the positive semi-definite part of phi_qqᵀ lambda: without it the transverse modes of a taut chain
// contract by 3 h² T/(L m) an iteration only, and a light chain under a heavy anchor diverges
// (tests/validation/test_swinging_chain.c). The tangent is refactored only when the last one no longer contracts
// (modified Newton).
#include "dynamics/work.h"
#include <string.h>

#define MAX_HALVINGS 4 // of one Newton move

dyn_step_def dyn_step_def_default(void) {
    return (dyn_step_def){
        .solver = DYN_SOLVER_BLOCK, .max_newton = 12, .tolerance = 1e-8, .geometric = true, .refactor = 0.1};
}

// Rebuilds q' and q'' from q by the trapezoidal rule.
static void rebuild(const dyn_model *m, dyn_state *s, const dyn_work *w) {
    double h = m->h;
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        vec3 d = vec3_sub(s->q[i], w->q0[i]);
        s->qd[i] = vec3_madd(vec3_scale(2 / h, d), -1, w->v0[i]);
        s->qdd[i] = vec3_sub(vec3_madd(vec3_scale(4 / (h * h), d), -4 / h, w->v0[i]), w->a0[i]);
    }
}

// Moves q by the solution and lambda with it; both moves are kept.
static void apply(const dyn_model *m, dyn_state *s, dyn_work *w) {
    for (int k = 0; k < m->n_rows; k++) {
        w->lambda_move[k] = w->row[k].n ? m->alpha[k] * (w->row[k].phi + dyn_row_times(&w->factored[k], w->force)) : 0;
        w->lambda[k] += w->lambda_move[k];
    }
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        w->move[i] = w->force[i];
        s->q[i] = vec3_add(s->q[i], w->move[i]);
    }
    rebuild(m, s, w);
}

// Takes back half of the last move.
static void halve(const dyn_model *m, dyn_state *s, dyn_work *w) {
    for (int k = 0; k < m->n_rows; k++) {
        w->lambda_move[k] *= 0.5;
        w->lambda[k] -= w->lambda_move[k];
    }
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        w->move[i] = vec3_scale(0.5, w->move[i]);
        s->q[i] = vec3_sub(s->q[i], w->move[i]);
    }
    rebuild(m, s, w);
}

static void predict(const dyn_model *m, dyn_state *s, dyn_work *w) {
    size_t n = (size_t)m->n_nodes * sizeof(vec3);
    double h = m->h;
    memcpy(w->q0, s->q, n);
    memcpy(w->v0, s->qd, n);
    memcpy(w->a0, s->qdd, n);
    memcpy(w->lambda, s->lambda, (size_t)m->n_rows * sizeof *w->lambda);
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        s->q[i] = vec3_add(s->q[i], vec3_madd(vec3_scale(h, s->qd[i]), 0.5 * h * h, s->qdd[i]));
        s->qd[i] = vec3_madd(s->qd[i], h, s->qdd[i]);
    }
}

// Evaluates residual and, when asked, tangent and its factor, and solves for the next move; returns its size.
static double next_move(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, bool factor, rt_profile *p,
                        dyn_step_info *info) {
    if (factor) dyn_work_start_tangent(m, s, w);
    e->tangent = factor ? &w->tangent : NULL;
    dyn_work_residual(m, s, w, e, p);
    if (factor) {
        int bad = dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active).bad_pivots;
        info->pivots += bad < 0 ? 1 : bad;
        info->factors++;
    }
    dyn_work_solve(m, w, 0.25 * m->h * m->h);
    if (p) rt_profile_end(p, RT_PHASE_SOLVE);
    return dyn_work_largest_move(m, w);
}

// Newton iteration with multiplier updates, from the predicted coordinates. A move solved with the old factor tests the
// last one (Deuflhard 2004, natural monotonicity): contraction goes on with that factor, stagnation refactors, and
// growth takes half of the last move back, so that contacts which open and close within a step do not make it run away.
static void iterate(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p, dyn_step_info *info) {
    double last = 0;
    int halvings = 0;
    for (info->newton = 1; info->newton <= w->def.max_newton; info->newton++) {
        bool first = info->newton == 1;
        dyn_rows_eval(m, e, w->row);
        info->dq = next_move(m, s, w, e, first, p, info);
        if (!first && info->dq > last && halvings < MAX_HALVINGS) {
            halve(m, s, w);
            halvings++;
            continue;
        }
        bool contracts = info->dq < w->def.refactor * last || info->dq < w->def.tolerance;
        if (!first && !contracts) info->dq = next_move(m, s, w, e, true, p, info);
        apply(m, s, w);
        if (info->dq < w->def.tolerance) break;
        last = info->dq;
        halvings = 0;
    }
    info->capped = info->newton > w->def.max_newton;
    if (info->capped) info->newton = w->def.max_newton;
    dyn_rows_eval(m, e, w->row);
    for (int k = 0; k < m->n_rows; k++) {
        if (w->row[k].n) s->lambda[k] = w->lambda[k];
        info->phi_max = fmax(info->phi_max, fabs(w->row[k].phi));
    }
}

// One mass-orthogonal projection of v: phi_q v + gamma = 0 to the penalty's accuracy, along the phi_q in the factor.
static void project(const dyn_model *m, dyn_work *w, vec3 *v, bool acceleration) {
    for (int k = 0; k < m->n_rows; k++)
        w->weight[k] =
            w->row[k].n ? m->alpha[k] * (dyn_row_times(&w->row[k], v) + (acceleration ? w->row[k].gamma : 0)) : 0;
    memset(w->force, 0, (size_t)m->n_nodes * sizeof *w->force);
    dyn_rows_subtract(m, w->factored, w->weight, w->force);
    dyn_work_solve(m, w, 0.25 * m->h * m->h);
    for (int i = 0; i < m->n_nodes; i++)
        if (w->position[i] >= 0) v[i] = vec3_add(v[i], w->force[i]);
}

dyn_step_info dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                       uint32_t *events) {
    dyn_step_info info = {0};
    dyn_work_place_nodes(m, s, w);
    predict(m, s, w);
    if (!dyn_state_finite(m, s)) return info; // nothing below is bounded for a pose that is not a number
    dyn_eval e = dyn_eval_at(m, s);
    e.q_last = w->q0;
    e.force = w->force;
    e.command = c;
    e.events = events;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        if (f->predict) f->predict(f->self, &e, s->z + m->force_z[k]);
        if (p) rt_profile_end(p, f->phase);
    }

    iterate(m, s, w, &e, p, &info);
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);

    project(m, w, s->qd, false);
    dyn_rows_eval(m, &e, w->row);
    project(m, w, s->qdd, true);
    if (p) rt_profile_end(p, RT_PHASE_PROJECT);

    for (int k = 0; k < m->n_forces; k++)
        if (m->force[k]->accept) m->force[k]->accept(m->force[k]->self, &e, s->z + m->force_z[k]);
    if (info.capped) *events |= 1u << RT_EVENT_NEWTON_CAP;
    if (info.pivots) *events |= 1u << RT_EVENT_PIVOT;
    s->step++;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    return info;
}
