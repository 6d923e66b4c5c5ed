// SPDX-License-Identifier: MIT
// ALI3-P (Cuadrado, Dopico, Naya & González 2004, Multibody System Dynamics 12): with Newmark's rules q' = v(q),
// q'' = a(q) the residual is
//   f = beta h² [M q'' + phi_qᵀ (alpha phi + lambda) - Q],
//   J = M + gamma h C + beta h² (phi_qᵀ alpha phi_q + K);
// beta = 1/4, gamma = 1/2 is the trapezoidal rule.
// Each iteration solves J dq = -f and adds alpha (phi + phi_q dq) to lambda: the multiplier of the linearised
// constraint, as in Newton's method on (q, lambda). (The authors add alpha phi(q + dq). Its second-order term,
// alpha dqᵀ phi_qq dq / 2, exceeds 1e4 N for a move of 0.1 mm at the penalties that a heavy anchor needs, and spoils
// the iteration.)
// The projections use the same J:
//   J (q' - q'*) = -beta h² phi_qᵀ alpha (phi_q q'* + phi_t),
//   J (q'' - q''*) = -beta h² phi_qᵀ alpha (phi_q q''* + phi_q' q' + phi_t').
// A repeated pass removes the error that the finite penalty left; it does not change the component along the
// constraints.
// K includes phi_qqᵀ lambda. Without this term the transverse modes of a taut chain contract only by 3 h² T/(L m) per
// iteration, and a light chain under a heavy anchor diverges (tests/validation/test_swinging_chain.c). The tangent is
// factored again only when the old factor no longer contracts (modified Newton).
#include "dynamics/core/newton.h"
#include "dynamics/core/sleep.h"
#include <math.h>
#include <string.h>

#define TURNED 100.0 // [tolerances] change of the prediction up to which a reversal counts as smooth

dyn_step_def dyn_step_def_default(void) {
    return (dyn_step_def){.solver = DYN_SOLVER_BLOCK,
                          .max_newton = 12,
                          .tolerance = 1e-8,
                          .refactor = 0.1,
                          .curvature = DYN_CURVATURE_FULL,
                          .max_projections = 1,
                          .projection_tolerance = 1e-9};
}

// Extrapolates the acceleration of node i linearly, unless its change reversed since the step before. A contact that
// opens and closes from step to step reverses the change every time. Extrapolation would then be four times as wrong as
// the mean of the last two accelerations, which is used instead. A reversal by at most `least` is the peak of a smooth
// curve and is extrapolated. The result is continuous between these cases: rounding alone never makes it jump.
static vec3 extrapolate_acceleration(const dyn_state *s, int i, double least) {
    vec3 rise = vec3_sub(s->qdd[i], s->qdd_last[i]), before = vec3_sub(s->qdd_last[i], s->qdd_before[i]);
    double size2 = vec3_norm2(rise), back = -vec3_dot(rise, before);
    if (back <= 0 || size2 <= least * least) return vec3_add(s->qdd[i], rise);
    double turned = fmin(1, back / size2) * fmin(1, sqrt(size2) / least - 1);
    return vec3_madd(s->qdd[i], 1 - 1.5 * turned, rise);
}

static void predict_state(const dyn_model *m, dyn_state *s, dyn_work *w) {
    size_t n = (size_t)m->n_nodes * sizeof(vec3);
    double h = m->h, least = TURNED * w->tolerance / w->k_weight;
    memcpy(w->q0, s->q, n);
    memcpy(w->v0, s->qd, n);
    memcpy(w->a0, s->qdd, n);
    memcpy(w->lambda, s->lambda, (size_t)m->n_rows * sizeof *w->lambda);
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        vec3 a = extrapolate_acceleration(s, i, least);
        s->q[i] = vec3_add(s->q[i], vec3_madd(vec3_scale(h, s->qd[i]), 0.5 * h * h - w->k_weight, s->qdd[i]));
        s->q[i] = vec3_madd(s->q[i], w->k_weight, a);
        s->qd[i] = vec3_madd(vec3_madd(s->qd[i], h - w->c_weight, s->qdd[i]), w->c_weight, a);
        s->qdd[i] = a;
    }
    memcpy(s->qdd_before, s->qdd_last, n);
    memcpy(s->qdd_last, w->a0, n);
}

// w->weight = residual of the velocity constraints, phi_q qd + phi_t, or of the acceleration constraints,
// phi_q qdd + gamma.
static void rate_residual(const dyn_model *m, dyn_work *w, const dyn_eval *e, const vec3 *v, bool acceleration) {
    double *extra = w->lambda_move; // scratch: the iteration has ended
    if (acceleration)
        dyn_phi_gamma(m, e, w->group_now, extra);
    else
        dyn_phi_t(m, w->group_now, extra);
    dyn_phi_q_times(m, e->body_on, dyn_work_phi_q(w, e), v, w->weight);
    for (int k = 0; k < m->n_rows; k++) w->weight[k] += extra[k];
}

// Projects v mass-orthogonally onto its constraints, along the factored phi_q. Returns the number of passes.
static int project_rates(const dyn_model *m, dyn_work *w, const dyn_eval *e, vec3 *v, bool acceleration) {
    int pass = 0;
    while (pass < w->def.max_projections) {
        rate_residual(m, w, e, v, acceleration);
        if (pass > 0 && dyn_max_abs(w->weight, m->n_rows) < w->def.projection_tolerance) break;
        for (int k = 0; k < m->n_rows; k++) w->weight[k] *= m->alpha[k];
        memset(w->force, 0, (size_t)m->n_nodes * sizeof *w->force);
        dyn_phi_q_subtract(m, e->body_on, dyn_work_factored(w), w->weight, w->force);
        dyn_work_solve(m, w, w->k_weight);
        for (int i = 0; i < m->n_nodes; i++)
            if (w->position[i] >= 0) v[i] = vec3_add(v[i], w->force[i]);
        pass++;
    }
    return pass;
}

// Calls `accept` of each force element and counts its time in its phase.
static void accept_step(const dyn_model *m, const dyn_eval *e, dyn_state *s, rt_profile *p) {
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        if (!f->accept) continue;
        f->accept(f->self, e, s->z + m->force_z[k]);
        if (p) rt_profile_end(p, f->phase);
    }
}

// Moves the predicted state to the accelerations that force elements found for their own nodes. A nonlinearity on such
// a node then costs no iteration of the whole model (nonlinear elimination: Lanzkron, Rose & Wilkes 1996, SIAM J. Sci.
// Comput. 17, 538). Counts their time in their phases.
static void settle_nodes(const dyn_model *m, dyn_state *s, const dyn_eval *e, rt_profile *p) {
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        vec3 a;
        if (!f->settle) continue;
        int i = f->settle(f->self, e, s->z + m->force_z[k], &a);
        if (p) rt_profile_end(p, f->phase);
        if (i < 0) continue;
        vec3 more = vec3_sub(a, s->qdd[i]);
        s->q[i] = vec3_madd(s->q[i], e->k_weight, more);
        s->qd[i] = vec3_madd(s->qd[i], e->c_weight, more);
        s->qdd[i] = a;
    }
}

// Predicts the state at time t and calls `predict` and `settle` of the force elements. False when the state is not
// finite: for a pose that is NaN the work after it has no bound.
static bool predict_step(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, double t, rt_profile *p) {
    w->curvature = w->def.curvature;
    predict_state(m, s, w);
    if (s->axes) dyn_axes_advance(s->axes, m->motion, t, m->h);
    dyn_sleep_follow(s, w);
    if (!dyn_state_finite(m, s)) return false;
    dyn_eval at = dyn_eval_at(m, s);
    at.q_last = w->q0;
    at.body_on = w->on;
    at.t = t;
    at.k_weight = w->k_weight;
    at.c_weight = w->c_weight;
    at.force = w->force;
    at.command = e->command;
    at.events = e->events;
    *e = at;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        if (f->predict) f->predict(f->self, e, s->z + m->force_z[k]);
        if (p) rt_profile_end(p, f->phase);
    }
    settle_nodes(m, s, e, p);
    return true;
}

// Solves for the state at the step's end.
static dyn_step_info solve_step(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
    dyn_step_info info = {.rcond = 1, .parts = 1};
    dyn_newton(m, s, w, e, p, &info);
    info.newton_most = info.newton;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    return info;
}

// Takes the solved state to accepted: projections, `accept`.
static void complete_step(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p,
                          dyn_step_info *info) {
    memcpy(s->lambda, w->lambda, (size_t)m->n_rows * sizeof *s->lambda);
    info->projections = project_rates(m, w, e, s->qd, false);
    dyn_groups_eval(m, e, w->group_now); // gamma depends on the projected velocities
    info->projections += project_rates(m, w, e, s->qdd, true);
    if (p) rt_profile_end(p, RT_PHASE_PROJECT);
    accept_step(m, e, s, p);
}

// Number of equal parts of the step: none longer than the shortest step that a force element asks for, within the cap
// on substeps. Raises an event at the cap.
static int count_parts(const dyn_model *m, const dyn_state *s, const dyn_work *w, const dyn_eval *e) {
    double longest = (double)INFINITY;
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        if (f->longest_step) longest = fmin(longest, f->longest_step(f->self, e, s->z + m->force_z[k]));
    }
    if (!(longest < m->h)) return 1;
    double parts = ceil(m->h / longest);
    if (parts <= w->def.substeps) return (int)parts;
    *e->events |= RT_EVENT_BIT(RT_EVENT_SUBSTEP_LIMIT);
    return w->def.substeps;
}

// Adds the statistics of a part to those of the step.
static void add_info(dyn_step_info *sum, const dyn_step_info *part) {
    dyn_step_info was = *sum;
    *sum = *part;
    sum->parts += was.parts;
    sum->newton += was.newton;
    sum->newton_most = was.newton_most > part->newton_most ? was.newton_most : part->newton_most;
    sum->capped |= was.capped;
    sum->unsolved |= was.unsolved;
    sum->pivots += was.pivots;
    sum->evaluations += was.evaluations;
    sum->factors += was.factors;
    sum->rcond = fmin(sum->rcond, was.rcond);
    sum->phi_max = fmax(sum->phi_max, was.phi_max);
    sum->projections += was.projections;
}

// Adds the work of a rejected attempt, which explains the time that the step took.
static void add_work(dyn_step_info *sum, const dyn_step_info *rejected) {
    sum->newton += rejected->newton;
    sum->evaluations += rejected->evaluations;
    sum->factors += rejected->factors;
}

// Undoes the prediction and takes the step in equal parts. The prediction extrapolates the change of the accelerations:
// during the parts the stored change is scaled to a part; at the end it is again that of a whole step.
static dyn_step_info step_in_parts(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, int parts,
                                   rt_profile *p) {
    dyn_step_info sum = {.rcond = 1};
    size_t n = (size_t)m->n_nodes * sizeof(vec3);
    memcpy(s->q, w->q0, n);
    memcpy(s->qd, w->v0, n);
    memcpy(s->qdd, w->a0, n);
    if (s->axes) *s->axes = w->axes0;
    for (int i = 0; i < m->n_nodes; i++) {
        vec3 fall = vec3_scale(1.0 / parts, vec3_sub(w->qdd_last[i], s->qdd[i]));
        s->qdd_last[i] = vec3_add(s->qdd[i], fall);
        s->qdd_before[i] = vec3_add(s->qdd_last[i], fall);
    }
    memcpy(w->qdd_now, s->qdd, n);
    const dyn_model *part = dyn_work_set_parts(m, w, parts);
    for (int i = 1; i <= parts; i++) {
        if (!predict_step(part, s, w, e, ((double)s->step + (double)i / parts) * m->h, p)) break;
        dyn_step_info info = solve_step(part, s, w, e, p);
        complete_step(part, s, w, e, p, &info);
        add_info(&sum, &info);
    }
    memcpy(s->qdd_last, w->qdd_now, n);
    memcpy(s->qdd_before, w->qdd_last, n);
    dyn_work_set_parts(m, w, 1);
    return sum;
}

dyn_step_info dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                       rt_events *events) {
    dyn_eval e = {.command = c, .events = events};
    bool dividable = w->def.substeps > 1;
    if (dividable || w->def.retry_parts > 1) memcpy(w->qdd_last, s->qdd_last, (size_t)m->n_nodes * sizeof(vec3));
    if (s->axes) w->axes0 = *s->axes;
    dyn_work_place_nodes(m, s, w);
    if (!predict_step(m, s, w, &e, (double)(s->step + 1) * m->h, p)) return (dyn_step_info){.rcond = 1};
    int parts = dividable ? count_parts(m, s, w, &e) : 1;
    dyn_step_info info = {.rcond = 1}, rejected = {.rcond = 1};
    if (parts == 1) info = solve_step(m, s, w, &e, p);
    if (parts == 1 && info.capped && w->def.retry_parts > 1) parts = w->def.retry_parts, rejected = info;
    if (parts > 1)
        info = step_in_parts(m, s, w, &e, parts, p);
    else
        complete_step(m, s, w, &e, p, &info);
    add_work(&info, &rejected);
    if (info.capped) *events |= RT_EVENT_BIT(RT_EVENT_NEWTON_CAP);
    s->step++;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    return info;
}
