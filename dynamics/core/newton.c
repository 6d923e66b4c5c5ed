// SPDX-License-Identifier: MIT
#include "dynamics/core/newton.h"
#include <math.h>
#include <string.h>

#define MAX_HALVINGS 2
#define LONG_MOVE 300.0 // [tolerances] a longer first move is followed by a new factor
#define LAST_MOVES 2    // a new factor does not pay when so many moves remain
#define LEAST_PART 0.5  // least extrapolated move, over the solution
#define MOST_PART 2.0   // largest extrapolated move, over the solution
#define TRUST 0.2       // least remainder assumed after extrapolation, over the move
#define FIRST_RATE 0.1  // least rate assumed from a factor's first two moves, which show its fast part only
#define LEAST_RATE 0.03 // least rate assumed later
#define FIRST_LEFT 0.25 // [tolerances] remaining error that ends the iteration, by a first rate
#define SLOW 8          // moves after which no force may jump between iterates (the shipped heave needs at most 7)
#define LATER_LEFT 0.5  // [tolerances] the same, by a later rate

// Rebuilds q' and q'' from q by Newmark's rules:
// q'' = (q - q0)/(beta h²) - v0/(beta h) - (1/(2 beta) - 1) a0, q' = v0 + h ((1 - gamma) a0 + gamma q'').
static void update_rates(const dyn_model *m, dyn_state *s, const dyn_work *w) {
    double h = m->h, cd = 1 / w->k_weight, cv = h / w->k_weight, ca = 0.5 / w->beta - 1, old = h * (1 - w->gamma);
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        vec3 a = vec3_madd(vec3_scale(cd, vec3_sub(s->q[i], w->q0[i])), -cv, w->v0[i]);
        s->qdd[i] = vec3_madd(a, -ca, w->a0[i]);
        s->qd[i] = vec3_madd(vec3_madd(w->v0[i], old, w->a0[i]), w->c_weight, s->qdd[i]);
    }
}

// Moves q by `part` of the solution, and lambda accordingly; stores both moves in w.
static void apply_move(const dyn_model *m, dyn_state *s, dyn_work *w, double part) {
    dyn_phi_q_times(m, w->on, dyn_work_factored(w), w->force, w->lambda_move);
    for (int k = 0; k < m->n_rows; k++) {
        w->lambda_move[k] = part * m->alpha[k] * (w->phi[k] + w->lambda_move[k]);
        w->lambda[k] += w->lambda_move[k];
    }
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        w->move[i] = vec3_scale(part, w->force[i]);
        s->q[i] = vec3_add(s->q[i], w->move[i]);
    }
    update_rates(m, s, w);
}

// Undoes half of the last move.
static void halve_last_move(const dyn_model *m, dyn_state *s, dyn_work *w) {
    for (int k = 0; k < m->n_rows; k++) {
        w->lambda_move[k] *= 0.5;
        w->lambda[k] -= w->lambda_move[k];
    }
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        w->move[i] = vec3_scale(0.5, w->move[i]);
        s->q[i] = vec3_sub(s->q[i], w->move[i]);
    }
    update_rates(m, s, w);
}

// Assembles tangent and residual of the iterate and factors the tangent.
static dyn_factor factor_tangent(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
    dyn_work_start_tangent(m, w, e);
    dyn_work_residual(m, s, w, e, p);
    return dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active);
}

// Evaluates the residual and, if `factor`, the tangent and its factor; solves for the next move and returns its size.
// The full phi_qqᵀ lambda can make the tangent indefinite: the rest of the step then uses its positive part.
static double solve_move(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, bool factor, rt_profile *p,
                         dyn_step_info *info) {
    info->evaluations++;
    if (factor) {
        dyn_factor f = factor_tangent(m, s, w, e, p);
        info->factors++;
        if (f.bad_pivots && w->curvature == DYN_CURVATURE_FULL) {
            w->curvature = DYN_CURVATURE_POSITIVE;
            f = factor_tangent(m, s, w, e, p);
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

// True when a new factorisation pays, while the old one contracts at this rate and `rest` remains. It does not pay when
// LAST_MOVES more moves finish the iteration. (In the hard steps of the shipped heave a fresh factor also contracts at
// 0.06 to 0.3. With LAST_MOVES 2 half as many steps took seven or more evaluations as with 1, measured without
// extrapolation.)
static bool new_factor_pays(const dyn_work *w, double rest, double rate) {
    if (w->def.refactor == 0) return true;
    if (rate < w->def.refactor) return false;
    double left = rest;
    for (int k = 0; k < LAST_MOVES; k++) left *= rate;
    return !(left < w->tolerance);
}

// True when an evaluation includes a new factor: in the first iteration, and in the second after a long move. Contacts
// open or close in a long move, so testing the old factor is rarely worth an evaluation. (Shipped heave, number of
// steps with at least 5 and at least 6 evaluations: 518 and 198 without this rule; 165 and 43, 141 and 29, 319 and 59
// with LONG_MOVE 150, 300, 600.)
static bool needs_new_factor(const dyn_work *w, int iteration, double last) {
    return iteration == 1 || (iteration == 2 && last > LONG_MOVE * w->tolerance);
}

// True when the error that linear convergence at this rate leaves after `rest` is below the limit (Hairer & Wanner,
// Solving Ordinary Differential Equations II, IV.8: eta |dz|); `first`: the rate is a factor's first. (120 s of the
// shipped heave, checked by one more solution after each iteration of at least two moves: 550 iterations left more than
// a quarter of the tolerance, 2 left more than the tolerance, at most 1.5 of it.)
static bool has_converged(const dyn_work *w, double rest, double rate, bool first) {
    rate = fmax(rate, first ? FIRST_RATE : LEAST_RATE);
    return rate < 1 && rest * rate / (1 - rate) < (first ? FIRST_LEFT : LATER_LEFT) * w->tolerance;
}

// Progress of the iteration, from the solution v and the previous solution r of the same factor.
typedef struct progress {
    double part; // share of v to apply
    double rate; // contraction by a full move
    double rest; // largest move of a node by the part of v not along r; by all of v if v is not extrapolated [m]
} progress;

// Vector form of Aitken's extrapolation (Irons & Tuck 1969, Int. J. Numer. Methods Eng. 1, 275). The move `part` r
// changed the solution from r to v. If v lies along r, the part of v computed here changes the solution to 0. (The good
// Broyden update of the factor with a memory of one move, QNERR of Deuflhard 2004, 2.1.4, gives the same part.) A full
// move would have left (v - (1 - part) r) / part.
// After a move of less than r, the part doubles up to 1 before extrapolation resumes. Only a full move solves
// components such as momentum at once; later solutions then contain none of them, and extrapolation cannot spoil them.
static progress estimate_progress(const dyn_model *m, const dyn_work *w, double part) {
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

// A solution with the old factor tests the last move (Deuflhard 2004, natural monotonicity). If the solution contracts,
// the old factor stays in use; if it stagnates, the tangent is factored again; if it grows, half of the last move is
// undone, for contacts that open and close within a step can make the iteration diverge. The next solution with a new
// factor is then applied by the same part: a full move can start a cycle (friction that reverses within the step).
void dyn_newton(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p, dyn_step_info *info) {
    double last = 0, part = 1; // size of the previous solution, and the part of it that was applied
    int halvings = 0;
    bool renewed = true; // the previous move used a new factor
    for (info->newton = 1; info->newton <= w->def.max_newton; info->newton++) {
        bool new_factor = needs_new_factor(w, info->newton, last);
        e->slow = info->newton > SLOW;
        dyn_work_constraints(m, w, e);
        info->dq = solve_move(m, s, w, e, new_factor, p, info);
        if (info->unsolved) break; // the iterate stays as it is
        if (!new_factor && info->dq > last && halvings < MAX_HALVINGS) {
            halve_last_move(m, s, w);
            halvings++;
            part *= 0.5;
            continue;
        }
        bool first = renewed;
        renewed = new_factor;
        progress now = {.part = 1, .rate = 1, .rest = info->dq};
        if (!new_factor && info->dq >= w->tolerance) {
            now = estimate_progress(m, w, part);
            if (new_factor_pays(w, now.rest, now.rate)) {
                info->dq = solve_move(m, s, w, e, true, p, info);
                now = (progress){.part = halvings > 0 ? part : 1, .rate = 1, .rest = info->dq};
                renewed = true;
            }
        }
        if (info->unsolved) break;
        part = now.part;
        apply_move(m, s, w, part);
        if (info->dq < w->tolerance || has_converged(w, now.rest, now.rate, first)) break;
        last = info->dq;
        halvings = 0;
    }
    info->capped = info->newton > w->def.max_newton || info->unsolved;
    if (info->newton > w->def.max_newton) info->newton = w->def.max_newton;
    dyn_work_constraints(m, w, e);
    info->phi_max = dyn_max_abs(w->phi, m->n_rows);
}
