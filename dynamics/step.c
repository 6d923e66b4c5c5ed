// SPDX-License-Identifier: MIT
// ALI3-P (Cuadrado, Dopico, Naya & González 2004, Multibody System Dynamics 12): with Newmark's rules q' = v(q),
// q'' = a(q) the residual is
//   f = beta h² [M q'' + phi_qᵀ (alpha phi + lambda) - Q],
//   J = M + gamma h C + beta h² (phi_qᵀ alpha phi_q + K);
// beta = 1/4, gamma = 1/2 is the trapezoidal rule.
// J dq = -f, lambda += alpha (phi + phi_q dq) after every iteration: the multiplier of the linearised constraint, as
// Newton's method on (q, lambda) has it. (The authors add alpha phi(q + dq); its part of second order, alpha dqᵀ phi_qq
// dq / 2, is 1e4 N and more for a move of 0.1 mm at the penalties that a heavy anchor needs, and spoils the iteration.)
// The projections use the same J:
//   J (q' - q'*) = -beta h² phi_qᵀ alpha (phi_q q'* + phi_t),
//   J (q'' - q''*) = -beta h² phi_qᵀ alpha (phi_q q''* + phi_q' q' + phi_t').
// Repeated, each takes what the penalty left over and leaves the component along the constraints as it is.
// K includes phi_qqᵀ lambda: without it the transverse modes of a taut chain
// contract by 3 h² T/(L m) an iteration only, and a light chain under a heavy anchor diverges
// (tests/validation/test_swinging_chain.c). The tangent is refactored only when the last one no longer contracts
// (modified Newton).
#include "dynamics/work.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#define MAX_HALVINGS 2
#define LAST_MOVES 2   // iterations to come for which a new factor does not pay
#define ERROR_LEFT 0.1 // tolerances: an iterate expected to be as near to the solution needs no further iteration
#define TURNED 100.0   // tolerances that the expected place moves by, where an acceleration turned about

dyn_step_def dyn_step_def_default(void) {
    return (dyn_step_def){.solver = DYN_SOLVER_BLOCK,
                          .max_newton = 12,
                          .tolerance = 1e-8,
                          .refactor = 0.1,
                          .curvature = DYN_CURVATURE_FULL,
                          .max_projections = 1,
                          .projection_tolerance = 1e-9};
}

// Rebuilds q' and q'' from q by Newmark's rules:
// q'' = (q - q0)/(beta h²) - v0/(beta h) - (1/(2 beta) - 1) a0, q' = v0 + h ((1 - gamma) a0 + gamma q'').
static void rebuild(const dyn_model *m, dyn_state *s, const dyn_work *w) {
    double h = m->h, cd = 1 / w->k_weight, cv = h / w->k_weight, ca = 0.5 / w->beta - 1, old = h * (1 - w->gamma);
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        vec3 a = vec3_madd(vec3_scale(cd, vec3_sub(s->q[i], w->q0[i])), -cv, w->v0[i]);
        s->qdd[i] = vec3_madd(a, -ca, w->a0[i]);
        s->qd[i] = vec3_madd(vec3_madd(w->v0[i], old, w->a0[i]), w->c_weight, s->qdd[i]);
    }
}

// Moves q by a part of the solution and lambda with it; both moves are kept.
static void apply(const dyn_model *m, dyn_state *s, dyn_work *w, double part) {
    dyn_phi_q_times(m, s->body_on, dyn_work_factored(w), w->force, w->lambda_move);
    for (int k = 0; k < m->n_rows; k++) {
        w->lambda_move[k] = part * m->alpha[k] * (w->phi[k] + w->lambda_move[k]);
        w->lambda[k] += w->lambda_move[k];
    }
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        w->move[i] = vec3_scale(part, w->force[i]);
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

// The acceleration that node i is expected to have next: it goes on as it rose or fell, unless that turned about since
// the step before. A contact that comes and goes from step to step makes it turn every time; to go on then would be
// four times as wrong as the mean of the two. What turns by no more than `least` is the top of a smooth rise. Between
// all these it passes steadily, so that rounding alone never changes the prediction by a jump.
static vec3 expected(const dyn_state *s, int i, double least) {
    vec3 rise = vec3_sub(s->qdd[i], s->qdd_last[i]), before = vec3_sub(s->qdd_last[i], s->qdd_before[i]);
    double size2 = vec3_norm2(rise), back = -vec3_dot(rise, before);
    if (back <= 0 || size2 <= least * least) return vec3_add(s->qdd[i], rise);
    double turned = fmin(1, back / size2) * fmin(1, sqrt(size2) / least - 1);
    return vec3_madd(s->qdd[i], 1 - 1.5 * turned, rise);
}

static void predict(const dyn_model *m, dyn_state *s, dyn_work *w) {
    size_t n = (size_t)m->n_nodes * sizeof(vec3);
    double h = m->h, least = TURNED * w->tolerance / w->k_weight;
    memcpy(w->q0, s->q, n);
    memcpy(w->v0, s->qd, n);
    memcpy(w->a0, s->qdd, n);
    memcpy(w->lambda, s->lambda, (size_t)m->n_rows * sizeof *w->lambda);
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        vec3 a = expected(s, i, least);
        s->q[i] = vec3_add(s->q[i], vec3_madd(vec3_scale(h, s->qd[i]), 0.5 * h * h - w->k_weight, s->qdd[i]));
        s->q[i] = vec3_madd(s->q[i], w->k_weight, a);
        s->qd[i] = vec3_madd(vec3_madd(s->qd[i], h - w->c_weight, s->qdd[i]), w->c_weight, a);
        s->qdd[i] = a;
    }
    memcpy(s->qdd_before, s->qdd_last, n);
    memcpy(s->qdd_last, w->a0, n);
}

// Tangent and residual of the iterate, and the factor of the tangent.
static dyn_factor refactor(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
    dyn_work_start_tangent(m, w, e);
    dyn_work_residual(m, s, w, e, p);
    return dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active);
}

// Evaluates residual and, when asked, tangent and its factor, and solves for the next move; returns its size. The full
// phi_qqᵀ lambda can make the tangent indefinite: then its positive part serves for the rest of the step.
static double next_move(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, bool factor, rt_profile *p,
                        dyn_step_info *info) {
    if (factor) {
        dyn_factor f = refactor(m, s, w, e, p);
        info->factors++;
        if (f.bad_pivots && w->curvature == DYN_CURVATURE_FULL) {
            w->curvature = DYN_CURVATURE_POSITIVE;
            f = refactor(m, s, w, e, p);
            info->factors++;
        }
        info->pivots += f.bad_pivots < 0 ? 1 : f.bad_pivots;
        info->rcond = fmin(info->rcond, f.rcond);
        info->unsolved = f.bad_pivots < 0;
    } else {
        e->tangent = NULL;
        dyn_work_residual(m, s, w, e, p);
    }
    dyn_work_solve(m, w, w->k_weight);
    if (p) rt_profile_end(p, RT_PHASE_SOLVE);
    return dyn_work_largest_move(m, w);
}

// Whether a new factor pays, the old one having moved by dq at this rate of the move before: not where a few moves more
// end the iteration. (In the hard steps of the shipped heave a fresh factor too contracts at 0.06 to 0.3; to count on two
// moves left half as many steps of seven evaluations and more as to count on one.)
static bool factor_pays(const dyn_work *w, double dq, double rate) {
    if (dq < w->tolerance) return false;
    if (w->def.refactor == 0) return true;
    if (rate < w->def.refactor) return false;
    double left = dq;
    for (int k = 0; k < LAST_MOVES; k++) left *= rate;
    return !(left < w->tolerance);
}

// What a linear convergence at this rate leaves after a move dq (Hairer & Wanner, Solving Ordinary Differential
// Equations II, IV.8: eta |dz|, to be within 0.1 to 0.01 of the tolerance).
static double error_left(double dq, double rate) { return rate < 1 ? dq * rate / (1 - rate) : (double)INFINITY; }

// Newton iteration with multiplier updates, from the predicted coordinates. A move solved with the old factor tests the
// last one (Deuflhard 2004, natural monotonicity): contraction goes on with that factor, stagnation refactors, and
// growth takes half of the last move back, so that contacts which open and close within a step do not make it run away.
// The next moves grow back to full by doubling: a full one at once can fall into a cycle (friction that reverses within
// the step). Only after a full move does the rate tell what is left.
static void iterate(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p, dyn_step_info *info) {
    double last = 0, part = 1; // part: of the solution that the last move was
    int halvings = 0;
    for (info->newton = 1; info->newton <= w->def.max_newton; info->newton++) {
        bool first = info->newton == 1, told = !first && part == 1;
        dyn_work_constraints(m, w, e);
        info->dq = next_move(m, s, w, e, first, p, info);
        if (info->unsolved) break; // the iterate stands
        if (!first && info->dq > last && halvings < MAX_HALVINGS) {
            halve(m, s, w);
            halvings++;
            part *= 0.5;
            continue;
        }
        bool contracts = info->dq < w->def.refactor * last || info->dq < w->tolerance;
        if (told ? factor_pays(w, info->dq, info->dq / last) : !first && !contracts)
            info->dq = next_move(m, s, w, e, true, p, info);
        if (info->unsolved) break;
        if (halvings == 0) part = fmin(1, 2 * part);
        apply(m, s, w, part);
        if (info->dq < w->tolerance) break;
        if (told && error_left(info->dq, info->dq / last) < ERROR_LEFT * w->tolerance) break;
        last = info->dq;
        halvings = 0;
    }
    info->capped = info->newton > w->def.max_newton || info->unsolved;
    if (info->newton > w->def.max_newton) info->newton = w->def.max_newton;
    dyn_work_constraints(m, w, e);
    memcpy(s->lambda, w->lambda, (size_t)m->n_rows * sizeof *s->lambda);
    info->phi_max = dyn_largest(w->phi, m->n_rows);
}

// What is left of the velocity constraints phi_q qd + phi_t, or of the acceleration constraints phi_q qdd + gamma, into
// w->weight.
static void rate_left(const dyn_model *m, dyn_work *w, const dyn_eval *e, const vec3 *v, bool acceleration) {
    double *extra = w->lambda_move; // free by now
    if (acceleration)
        dyn_phi_gamma(m, e, w->group_now, extra);
    else
        dyn_phi_t(m, w->group_now, extra);
    dyn_phi_q_times(m, e->body_on, dyn_work_phi_q(w, e), v, w->weight);
    for (int k = 0; k < m->n_rows; k++) w->weight[k] += extra[k];
}

// Mass-orthogonal projection of v onto its constraints, along the phi_q in the factor; the number of passes.
static int project(const dyn_model *m, dyn_work *w, const dyn_eval *e, vec3 *v, bool acceleration) {
    int pass = 0;
    while (pass < w->def.max_projections) {
        rate_left(m, w, e, v, acceleration);
        if (pass > 0 && dyn_largest(w->weight, m->n_rows) < w->def.projection_tolerance) break;
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

// The force elements take the step in; books their time.
static void accept(const dyn_model *m, const dyn_eval *e, dyn_state *s, rt_profile *p) {
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        if (!f->accept) continue;
        f->accept(f->self, e, s->z + m->force_z[k]);
        if (p) rt_profile_end(p, f->phase);
    }
}

// Predicts the state at time t and shows it to the force elements; false when it is not finite: nothing after it is
// bounded for a pose that is not a number.
static bool begin(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, double t, rt_profile *p) {
    w->curvature = w->def.curvature;
    predict(m, s, w);
    if (!dyn_state_finite(m, s)) return false;
    dyn_eval at = dyn_eval_at(m, s);
    at.q_last = w->q0;
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
    return true;
}

// From the predicted to the accepted state.
static dyn_step_info complete(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
    dyn_step_info info = {.rcond = 1, .parts = 1};
    iterate(m, s, w, e, p, &info);
    info.newton_most = info.newton;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);

    info.projections = project(m, w, e, s->qd, false);
    dyn_groups_eval(m, e, w->group_now); // gamma follows the projected velocities
    info.projections += project(m, w, e, s->qdd, true);
    if (p) rt_profile_end(p, RT_PHASE_PROJECT);

    accept(m, e, s, p);
    return info;
}

// Parts that the step is to be done in: none longer than the shortest that a force element asks for, if that may be.
static int parts_wanted(const dyn_model *m, const dyn_state *s, const dyn_work *w, const dyn_eval *e) {
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

// What a step in parts did.
static void add_info(dyn_step_info *sum, const dyn_step_info *part) {
    dyn_step_info was = *sum;
    *sum = *part;
    sum->parts += was.parts;
    sum->newton += was.newton;
    sum->newton_most = was.newton_most > part->newton_most ? was.newton_most : part->newton_most;
    sum->capped |= was.capped;
    sum->unsolved |= was.unsolved;
    sum->pivots += was.pivots;
    sum->factors += was.factors;
    sum->rcond = fmin(sum->rcond, was.rcond);
    sum->phi_max = fmax(sum->phi_max, was.phi_max);
    sum->projections += was.projections;
}

// Takes the prediction back and does the step in equal parts. The slope of the accelerations, which the prediction goes
// on with, is that over a part; at the end it is that over the step.
static dyn_step_info divide(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, int parts, rt_profile *p) {
    dyn_step_info sum = {.rcond = 1};
    size_t n = (size_t)m->n_nodes * sizeof(vec3);
    memcpy(s->q, w->q0, n);
    memcpy(s->qd, w->v0, n);
    memcpy(s->qdd, w->a0, n);
    for (int i = 0; i < m->n_nodes; i++) {
        vec3 fall = vec3_scale(1.0 / parts, vec3_sub(w->qdd_last[i], s->qdd[i]));
        s->qdd_last[i] = vec3_add(s->qdd[i], fall);
        s->qdd_before[i] = vec3_add(s->qdd_last[i], fall);
    }
    memcpy(w->qdd_now, s->qdd, n);
    const dyn_model *part = dyn_work_divide(m, w, parts);
    for (int i = 1; i <= parts; i++) {
        if (!begin(part, s, w, e, ((double)s->step + (double)i / parts) * m->h, p)) break;
        dyn_step_info info = complete(part, s, w, e, p);
        add_info(&sum, &info);
    }
    memcpy(s->qdd_last, w->qdd_now, n);
    memcpy(s->qdd_before, w->qdd_last, n);
    dyn_work_divide(m, w, 1);
    return sum;
}

dyn_step_info dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                       rt_events *events) {
    dyn_eval e = {.command = c, .events = events};
    bool dividable = w->def.substeps > 1;
    if (dividable) memcpy(w->qdd_last, s->qdd_last, (size_t)m->n_nodes * sizeof(vec3));
    dyn_work_place_nodes(m, s, w);
    if (!begin(m, s, w, &e, (double)(s->step + 1) * m->h, p)) return (dyn_step_info){.rcond = 1};
    int parts = dividable ? parts_wanted(m, s, w, &e) : 1;
    dyn_step_info info = parts > 1 ? divide(m, s, w, &e, parts, p) : complete(m, s, w, &e, p);
    if (info.capped) *events |= RT_EVENT_BIT(RT_EVENT_NEWTON_CAP);
    if (info.pivots) *events |= RT_EVENT_BIT(RT_EVENT_PIVOT);
    s->step++;
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    return info;
}
