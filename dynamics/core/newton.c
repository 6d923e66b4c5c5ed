// SPDX-License-Identifier: MIT
#include "dynamics/core/newton.h"
#include <math.h>
#include <string.h>

#define MAX_HALVINGS 2
#define FAR 300.0       // tolerances: a first move so long is followed by a new factor
#define LAST_MOVES 2    // moves to come for which a new factor does not pay
#define LEAST_PART 0.5  // of a solution: bound of the extrapolated move
#define MOST_PART 2.0   // the same
#define TRUST 0.2       // of a move: extrapolation is taken to leave no less of it
#define FIRST_RATE 0.1  // of convergence, at least, by a factor's first two moves: they tell of its fast part
#define LEAST_RATE 0.03 // the same later
#define FIRST_LEFT 0.25 // tolerances: an iterate as near to the solution by a first rate needs no further iteration
#define LATER_LEFT 0.5  // the same by a later rate

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

// Takes half of the last move back.
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
    info->evaluations++;
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

// Whether a new factorisation pays off when the old one contracts at this rate and `rest` remains: not if a few more
// moves finish. (In the hard steps of the shipped heave a fresh factor also contracts at 0.06 to 0.3. Counting on two
// moves left half as many steps of seven or more evaluations as counting on one, before moves were extrapolated.)
static bool factor_pays(const dyn_work *w, double rest, double rate) {
    if (w->def.refactor == 0) return true;
    if (rate < w->def.refactor) return false;
    double left = rest;
    for (int k = 0; k < LAST_MOVES; k++) left *= rate;
    return !(left < w->tolerance);
}

// Whether an evaluation brings a new factor with it: the first, and the second after a long move, in which contacts
// have opened or closed, so that the old factor is hardly worth the evaluation that would tell. (Shipped heave, steps
// of 5 evaluations and more and of 6 and more: without 518 and 198; with 150, 300, 600 tolerances 165, 141, 319 and 43,
// 29, 59.)
static bool should_refactor_again(const dyn_work *w, int iteration, double last) {
    return iteration == 1 || (iteration == 2 && last > FAR * w->tolerance);
}

// Whether a move of which `rest` is to be taken up ends the iteration, by what a linear convergence at this rate leaves
// after it (Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8: eta |dz|); `first`: the rate is a
// factor's first. (120 s of the shipped heave, by one more solution after each iteration of two moves and more: 550
// ended with more than a quarter of the tolerance left, 2 with more than all of it, 1.5 at most.)
static bool near_enough(const dyn_work *w, double rest, double rate, bool first) {
    rate = fmax(rate, first ? FIRST_RATE : LEAST_RATE);
    return rate < 1 && rest * rate / (1 - rate) < (first ? FIRST_LEFT : LATER_LEFT) * w->tolerance;
}

// What a solution v tells of the iteration, when the same factor gave the previous solution r, of which `part` was
// applied.
typedef struct progress {
    double part; // of v to move by
    double rate; // contraction by a full move
    double rest; // the part of v not along r: its largest move of a node; all of v where r is no guide [m]
} progress;

// Vector form of Aitken's extrapolation (Irons & Tuck 1969, Int. J. Numer. Methods Eng. 1, 275): where moving by
// `part` r changed the solution from r to v, and v lies along r, this part of v changes it to 0. (The good Broyden
// update of the factor with a memory of one move, as in QNERR of Deuflhard 2004, 2.1.4, is the same there.) A full move
// from where r was would have left (v - (1 - part) r) / part. After less than a full move the parts grow back to it by
// doubling: what a full move solves at once, as momentum, is only then in none of the solutions to come, and no part of
// them spoils it.
static progress judge(const dyn_model *m, const dyn_work *w, double part) {
    double rr = 0, rv = 0, vv = 0, rest = 0, scale = 1 / part, most = dyn_work_largest_move(m, w);
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        vec3 r = vec3_scale(scale, w->move[i]), v = w->force[i];
        rr += vec3_norm2(r), rv += vec3_dot(r, v), vv += vec3_norm2(v);
    }
    double left = 1 - part, rate = sqrt(fmax(0, vv - 2 * left * rv + left * left * rr) / rr) / part;
    double next = part * (rr - rv) / (rr - 2 * rv + vv);
    if (part < 1 || !(next >= LEAST_PART && next <= MOST_PART)) return (progress){fmin(1, 2 * part), rate, most};
    for (int i = 0; i < m->n_nodes; i++)
        if (w->position[i] >= 0) rest = fmax(rest, vec3_norm2(vec3_madd(w->force[i], -rv / rr * scale, w->move[i])));
    return (progress){next, rate, fmax(sqrt(rest), TRUST * most)};
}

// A solution with the old factor tests the last move (Deuflhard 2004, natural monotonicity): contraction goes on with
// that factor, stagnation refactors, and growth takes half of the last move back, so that contacts which open and close
// within a step do not make it run away. A fresh solution after that is taken by the same part: a full one at once can
// fall into a cycle (friction that reverses within the step).
void dyn_newton(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p, dyn_step_info *info) {
    double last = 0, part = 1; // of the previous move: its solution, and the part applied
    int halvings = 0;
    bool renewed = true; // that move came with a new factor
    for (info->newton = 1; info->newton <= w->def.max_newton; info->newton++) {
        bool anew = should_refactor_again(w, info->newton, last);
        dyn_work_constraints(m, w, e);
        info->dq = next_move(m, s, w, e, anew, p, info);
        if (info->unsolved) break; // the iterate stands
        if (!anew && info->dq > last && halvings < MAX_HALVINGS) {
            halve(m, s, w);
            halvings++;
            part *= 0.5;
            continue;
        }
        bool first = renewed;
        renewed = anew;
        progress now = {.part = 1, .rate = 1, .rest = info->dq};
        if (!anew && info->dq >= w->tolerance) {
            now = judge(m, w, part);
            if (factor_pays(w, now.rest, now.rate)) {
                info->dq = next_move(m, s, w, e, true, p, info);
                now = (progress){.part = halvings > 0 ? part : 1, .rate = 1, .rest = info->dq};
                renewed = true;
            }
        }
        if (info->unsolved) break;
        part = now.part;
        apply(m, s, w, part);
        if (info->dq < w->tolerance || near_enough(w, now.rest, now.rate, first)) break;
        last = info->dq;
        halvings = 0;
    }
    info->capped = info->newton > w->def.max_newton || info->unsolved;
    if (info->newton > w->def.max_newton) info->newton = w->def.max_newton;
    dyn_work_constraints(m, w, e);
    memcpy(s->lambda, w->lambda, (size_t)m->n_rows * sizeof *s->lambda);
    info->phi_max = dyn_largest(w->phi, m->n_rows);
}
