// SPDX-License-Identifier: MIT
// ALI3-P (notes of formulation 1.1): with the trapezoidal rule q' = (2/h) q + g1, q'' = (4/h²) q + g2 the residual is
//   f = (h²/4) [M q'' + phi_qᵀ (alpha phi + lambda) - Q],  J = M + (h/2) C + (h²/4) (phi_qᵀ alpha phi_q + K),
// J dq = -f, lambda += alpha (phi + phi_q dq) after every iteration: the multiplier of the linearised constraint, as Newton's
// method on (q, lambda) has it. (The authors add alpha phi(q + dq); its part of second order, alpha dqᵀ phi_qq dq / 2, is
// 1e4 N and more for a move of 0.1 mm at the penalties that a heavy anchor needs, and spoils the iteration.) The projections use the same J:
//   J (q' - q'*) = -(h²/4) phi_qᵀ alpha phi_q q'*,   J (q'' - q''*) = -(h²/4) phi_qᵀ alpha (phi_q q''* + phi_q' q').
// K includes the positive semi-definite part of phi_qqᵀ lambda (1.3b): without it a light chain under a heavy anchor
// diverges. The tangent is refactored only when the last one no longer contracts (modified Newton).
#include "dynamics/step.h"
#include "dynamics/constraint.h"
#include <stdlib.h>
#include <string.h>

#define MAX_HALVINGS 4 // of one Newton move

struct dyn_work {
    dyn_step_def def;
    dyn_matrix tangent;  // own values on the model's pattern
    dyn_solver *solver;
    dyn_row *row;        // at the iterate (n_rows)
    dyn_row *factored;   // at the iterate whose tangent is factored (n_rows)
    double *weight;      // per row (n_rows)
    vec3 *q0, *v0, *a0;  // last accepted coordinates, velocities, accelerations (n_nodes)
    vec3 *force;         // generalised forces, then right-hand sides and solutions (n_nodes)
    vec3 *move;          // last move of the iteration (n_nodes)
    double *lambda;      // multipliers of the iterate (n_rows)
    double *lambda_move; // their last move (n_rows)
    int *position;       // place of each node in the elimination, -1 inactive (n_nodes)
    int n_active;
};

dyn_step_def dyn_step_def_default(void) {
    return (dyn_step_def){.solver = DYN_SOLVER_BAND, .max_newton = 12, .tolerance = 1e-8, .geometric = true,
                          .refactor = 0.1};
}

dyn_work *dyn_work_create(const dyn_model *m, const dyn_step_def *def) {
    dyn_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    size_t n = (size_t)m->n_nodes + 1, r = (size_t)m->n_rows + 1;
    w->def = *def;
    w->tangent = m->matrix_pattern;
    w->tangent.a = calloc(9 * (size_t)m->matrix_pattern.n_blocks, sizeof(double));
    w->solver = dyn_solver_create(def->solver, &m->matrix_pattern);
    w->row = calloc(r, sizeof *w->row);
    w->factored = calloc(r, sizeof *w->factored);
    w->weight = calloc(r, sizeof *w->weight);
    w->lambda = calloc(r, sizeof *w->lambda);
    w->lambda_move = calloc(r, sizeof *w->lambda_move);
    w->q0 = calloc(n, sizeof *w->q0);
    w->v0 = calloc(n, sizeof *w->v0);
    w->a0 = calloc(n, sizeof *w->a0);
    w->force = calloc(n, sizeof *w->force);
    w->move = calloc(n, sizeof *w->move);
    w->position = calloc(n, sizeof *w->position);
    if (w->tangent.a && w->solver && w->row && w->factored && w->weight && w->lambda && w->lambda_move && w->q0 && w->v0 && w->a0 && w->force && w->move &&
        w->position)
        return w;
    dyn_work_destroy(w);
    return NULL;
}

void dyn_work_destroy(dyn_work *w) {
    if (!w) return;
    dyn_solver_destroy(w->solver);
    free(w->tangent.a);
    free(w->row);
    free(w->factored);
    free(w->weight);
    free(w->lambda);
    free(w->lambda_move);
    free(w->q0);
    free(w->v0);
    free(w->a0);
    free(w->force);
    free(w->move);
    free(w->position);
    free(w);
}

dyn_eval dyn_eval_at(const dyn_model *m, const dyn_state *s) {
    return (dyn_eval){.model = m, .state = s, .q = s->q, .qd = s->qd, .q_last = s->q, .body_on = s->body_on, .h = m->h};
}

// Places of the active nodes in the order of elimination; a node is active when it has inertia.
static void place_nodes(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    for (int i = 0; i < m->n_nodes; i++) w->position[i] = m->node_inertia[i].x > 0 ? 0 : -1;
    for (int k = 0; k < m->n_bodies; k++)
        if (s->body_on[k])
            for (int i = 0; i < 4; i++) w->position[m->body[k].node[i]] = 0;
    w->n_active = 0;
    for (int i = 0; i < m->n_nodes; i++)
        w->position[i] = w->position[i] == 0 && !m->fixed[i] ? w->n_active++ : -1;
}

// force -= M a
static void subtract_inertia(const dyn_model *m, const dyn_state *s, const vec3 *a, vec3 *force) {
    for (int i = 0; i < m->n_nodes; i++) {
        vec3 w = m->node_inertia[i];
        force[i] = vec3_sub(force[i], vec3_make(w.x * a[i].x, w.y * a[i].y, w.z * a[i].z));
    }
    for (int k = 0; k < m->n_bodies; k++) {
        if (!s->body_on[k]) continue;
        const dyn_body *b = &m->body[k];
        for (int i = 0; i < 4; i++) {
            vec3 f = force[b->node[i]];
            for (int j = 0; j < 4; j++) f = vec3_madd(f, -b->m[i][j], a[b->node[j]]);
            force[b->node[i]] = f;
        }
    }
}

static void add_gravity(const dyn_model *m, const dyn_state *s, vec3 *force) {
    for (int k = 0; k < m->n_bodies; k++)
        if (s->body_on[k])
            for (int i = 0; i < 4; i++) {
                vec3 *f = &force[m->body[k].node[i]];
                *f = vec3_madd(*f, m->body[k].gravity[i], m->gravity);
            }
}

static void add_mass(const dyn_model *m, const dyn_state *s, dyn_matrix *t) {
    for (int i = 0; i < m->n_nodes; i++) {
        double *d = t->a + 9 * (t->start[i + 1] - 1); // the diagonal block ends its row
        d[0] += m->node_inertia[i].x, d[4] += m->node_inertia[i].y, d[8] += m->node_inertia[i].z;
    }
    for (int k = 0; k < m->n_bodies; k++) {
        if (!s->body_on[k]) continue;
        const dyn_body *b = &m->body[k];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j <= i; j++) {
                double *d = t->a + 9 * b->block[i][j], v = b->m[i][j];
                d[0] += v, d[4] += v, d[8] += v;
            }
    }
}

// Adds the force elements' forces, and tangents when e->tangent is set; books their time.
static void add_forces(const dyn_model *m, const dyn_eval *e, rt_profile *p) {
    for (int k = 0; k < m->n_forces; k++) {
        const dyn_force *f = m->force[k];
        f->eval(f->self, e, e->state->z + m->force_z[k]);
        if (p) rt_profile_end(p, f->phase);
    }
}

// Right-hand side -f 4/h² = Q - M q'' - phi_qᵀ (alpha phi + lambda) at the iterate, into w->force. The penalty acts along
// the phi_q that is in the factor: along another one, off by the move since then, it would push the penalty's multiple of
// that into the motion.
static void residual(const dyn_model *m, const dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
    memset(w->force, 0, (size_t)m->n_nodes * sizeof *w->force);
    add_gravity(m, s, w->force);
    subtract_inertia(m, s, s->qdd, w->force);
    for (int k = 0; k < m->n_rows; k++) w->weight[k] = m->alpha[k] * w->row[k].phi;
    dyn_rows_subtract(m, w->factored, w->weight, w->force);
    dyn_rows_subtract(m, w->row, w->lambda, w->force);
    if (p) rt_profile_end(p, RT_PHASE_ASSEMBLE);
    add_forces(m, e, p);
}

// Starts the tangent of the iterate: mass and constraints; the force elements add theirs.
static void start_tangent(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    memcpy(w->factored, w->row, (size_t)m->n_rows * sizeof *w->row);
    dyn_matrix_clear(&w->tangent);
    add_mass(m, s, &w->tangent);
    dyn_rows_add_tangent(m, w->row, w->lambda, w->def.geometric, 0.25 * m->h * m->h, &w->tangent);
}

// Solves J x = scale × force in place; what is ground or inactive does not move.
static void solve(const dyn_model *m, dyn_work *w, double scale) {
    for (int i = 0; i < m->n_nodes; i++) w->force[i] = vec3_scale(w->position[i] >= 0 ? scale : 0, w->force[i]);
    dyn_solver_solve(w->solver, &w->force[0].x);
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

// The solution's largest move of a node; not a number when the solution is not.
static double largest_move(const dyn_model *m, const dyn_work *w) {
    double largest = 0;
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        double move = vec3_norm2(w->force[i]);
        largest = move > largest || move != move ? move : largest;
    }
    return sqrt(largest);
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
    if (factor) start_tangent(m, s, w);
    e->tangent = factor ? &w->tangent : NULL;
    residual(m, s, w, e, p);
    if (factor) {
        int bad = dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active);
        info->pivots += bad < 0 ? 1 : bad;
        info->factors++;
    }
    solve(m, w, 0.25 * m->h * m->h);
    if (p) rt_profile_end(p, RT_PHASE_SOLVE);
    return largest_move(m, w);
}

// Newton iteration with multiplier updates, from the predicted coordinates. A move solved with the old factor tests the
// last one (Deuflhard 2004, natural monotonicity): contraction goes on with that factor, stagnation refactors, and growth
// takes half of the last move back, so that contacts which open and close within a step do not make it run away.
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
        w->weight[k] = w->row[k].n ? m->alpha[k] * (dyn_row_times(&w->row[k], v) + (acceleration ? w->row[k].gamma : 0)) : 0;
    memset(w->force, 0, (size_t)m->n_nodes * sizeof *w->force);
    dyn_rows_subtract(m, w->factored, w->weight, w->force);
    solve(m, w, 0.25 * m->h * m->h);
    for (int i = 0; i < m->n_nodes; i++)
        if (w->position[i] >= 0) v[i] = vec3_add(v[i], w->force[i]);
}

dyn_step_info dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                       uint32_t *events) {
    dyn_step_info info = {0};
    place_nodes(m, s, w);
    predict(m, s, w);
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

double dyn_initial_acceleration(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c) {
    uint32_t events = 0;
    dyn_eval e = dyn_eval_at(m, s);
    e.force = w->force;
    e.command = c;
    e.events = &events;
    place_nodes(m, s, w);
    for (int k = 0; k < m->n_forces; k++)
        if (m->force[k]->predict) m->force[k]->predict(m->force[k]->self, &e, s->z + m->force_z[k]);
    double worst = 0, s4 = 0.25 * m->h * m->h;
    for (int it = 0; it < 200; it++) {
        dyn_rows_eval(m, &e, w->row);
        memcpy(w->lambda, s->lambda, (size_t)m->n_rows * sizeof *w->lambda);
        for (int k = 0; k < m->n_rows; k++) w->row[k].phi = 0; // accelerations only: positions are given
        if (it < 3) start_tangent(m, s, w); // the geometric term settles with the multipliers
        e.tangent = it < 3 ? &w->tangent : NULL;
        residual(m, s, w, &e, NULL);
        if (it < 3 && dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active) < 0) return INFINITY;
        for (int k = 0; k < m->n_rows; k++)
            w->weight[k] = w->row[k].n ? s4 * m->alpha[k] * (dyn_row_times(&w->row[k], s->qdd) + w->row[k].gamma) : 0;
        dyn_rows_subtract(m, w->factored, w->weight, w->force);
        solve(m, w, 1);
        for (int i = 0; i < m->n_nodes; i++)
            if (w->position[i] >= 0) s->qdd[i] = vec3_add(s->qdd[i], w->force[i]);
        double change = largest_move(m, w);
        worst = 0;
        for (int k = 0; k < m->n_rows; k++) {
            if (w->row[k].n == 0) continue;
            double r = dyn_row_times(&w->row[k], s->qdd) + w->row[k].gamma;
            s->lambda[k] += s4 * m->alpha[k] * r;
            worst = fmax(worst, fabs(r));
        }
        if (worst < 1e-9 && change < 1e-9) break;
    }
    return worst;
}

double dyn_energy(const dyn_model *m, const dyn_state *s) {
    double energy = 0;
    for (int i = 0; i < m->n_nodes; i++) {
        vec3 w = m->node_inertia[i], v = s->qd[i];
        energy += 0.5 * (w.x * v.x * v.x + w.y * v.y * v.y + w.z * v.z * v.z);
    }
    for (int k = 0; k < m->n_bodies; k++) {
        if (!s->body_on[k]) continue;
        const dyn_body *b = &m->body[k];
        for (int i = 0; i < 4; i++) {
            energy -= b->gravity[i] * vec3_dot(m->gravity, s->q[b->node[i]]);
            for (int j = 0; j < 4; j++) energy += 0.5 * b->m[i][j] * vec3_dot(s->qd[b->node[i]], s->qd[b->node[j]]);
        }
    }
    return energy;
}
