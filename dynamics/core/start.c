// SPDX-License-Identifier: MIT
// Consistent start, and energy. All three initial problems use the step's tangent, reduced to mass and penalties. Each
// pass is then a mass-orthogonal step onto the constraints.
#include "dynamics/core/start.h"
#include "dynamics/core/work.h"
#include <assert.h>
#include <string.h>

#define MAX_PASSES 100
#define MAX_DAMPINGS 12

// The larger of two numbers; NaN if one is NaN.
static double larger_or_nan(double a, double b) { return a >= b || a != a ? a : b; }

// Largest |x| of n numbers and its index; if one is NaN, the first NaN.
static double largest(const double *x, int n, int *at) {
    double worst = 0;
    for (int k = 0; k < n && worst == worst; k++)
        if (!(fabs(x[k]) <= worst)) {
            worst = fabs(x[k]);
            *at = k;
        }
    return worst;
}

// Removes the held nodes from the unknowns.
static void remove_held_nodes(const dyn_model *m, dyn_work *w, const unsigned char *held) {
    w->n_active = 0;
    for (int i = 0; i < m->n_nodes; i++)
        if (w->position[i] >= 0) w->position[i] = held && held[i] ? -1 : w->n_active++;
}

// Assembles the tangent of mass and penalties alone at the iterate.
static void assemble_penalty_tangent(const dyn_model *m, dyn_work *w, dyn_eval *e) {
    dyn_curvature kept = w->curvature;
    w->curvature = DYN_CURVATURE_NONE;
    dyn_work_start_tangent(m, w, e);
    w->curvature = kept;
}

// w->force = J⁻¹ (w->force - k_weight phi_qᵀ alpha left), with phi_q of the factored iterate.
static void penalty_move(const dyn_model *m, dyn_work *w, const dyn_eval *e, const double *left) {
    for (int k = 0; k < m->n_rows; k++) w->weight[k] = w->k_weight * m->alpha[k] * left[k];
    dyn_phi_q_subtract(m, e->body_on, dyn_work_factored(w), w->weight, w->force);
    dyn_work_solve(m, w, 1);
}

static void add_move(const dyn_model *m, const dyn_work *w, double share, vec3 *x) {
    for (int i = 0; i < m->n_nodes; i++)
        if (w->position[i] >= 0) x[i] = vec3_madd(x[i], share, w->force[i]);
}

// Evaluates phi at the iterate; returns its largest entry.
static double evaluate_violation(const dyn_model *m, dyn_work *w, const dyn_eval *e, int *row) {
    dyn_work_constraints(m, w, e);
    return largest(w->phi, m->n_rows, row);
}

// Newton's method for phi = 0, damped while the largest violation grows.
static void solve_positions(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, const dyn_start_def *def,
                            dyn_start_info *info) {
    dyn_work_place_nodes(m, s, w);
    remove_held_nodes(m, w, def->held);
    info->position = evaluate_violation(m, w, e, &info->position_row);
    for (int pass = 0; pass < MAX_PASSES && !(info->position < def->position); pass++) {
        assemble_penalty_tangent(m, w, e);
        if (dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active).bad_pivots < 0) break;
        memset(w->force, 0, (size_t)m->n_nodes * sizeof *w->force);
        penalty_move(m, w, e, w->phi);
        double before = info->position, share = 1;
        add_move(m, w, share, s->q);
        info->position = evaluate_violation(m, w, e, &info->position_row);
        for (int k = 0; k < MAX_DAMPINGS && !(info->position < before); k++) {
            add_move(m, w, -0.5 * share, s->q);
            share *= 0.5;
            info->position = evaluate_violation(m, w, e, &info->position_row);
        }
        if (!(info->position < before)) break; // no convergence: the model cannot be assembled from here
    }
}

// Adds a weight of the penalties' size to the diagonal of the given nodes; pull[i] is the weight.
static void penalise_given_velocities(const dyn_model *m, dyn_work *w, const unsigned char *given, vec3 *pull) {
    for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++) {
        pull[i] = vec3_make(0, 0, 0);
        if (!given || !given[i]) continue;
        double *d = w->tangent.a + 9 * (w->tangent.start[i + 1] - 1), most = fmax(d[0], fmax(d[4], d[8]));
        pull[i] = vec3_make(most, most, most);
        d[0] += most, d[4] += most, d[8] += most;
    }
}

static double velocity_deviation(const dyn_model *m, const unsigned char *given, const vec3 *v, const vec3 *wanted,
                                 int *node) {
    double worst = 0;
    for (int i = 0; i < m->n_nodes && given && worst == worst; i++) {
        double by = given[i] ? vec3_norm(vec3_sub(v[i], wanted[i])) : 0;
        if (!(by <= worst)) worst = by, *node = i;
    }
    return worst;
}

static void solve_velocities(const dyn_model *m, dyn_state *s, dyn_work *w, dyn_eval *e, const dyn_start_def *def,
                             dyn_start_info *info) {
    vec3 *wanted = w->v0, *pull = w->move;
    double *left = w->lambda_move, *extra = w->lambda;
    memcpy(wanted, s->qd, (size_t)m->n_nodes * sizeof *wanted);
    dyn_work_place_nodes(m, s, w);
    dyn_work_constraints(m, w, e);
    assemble_penalty_tangent(m, w, e);
    penalise_given_velocities(m, w, def->given, pull);
    bool good = dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active).bad_pivots >= 0;
    dyn_phi_t(m, w->group_now, extra);
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        dyn_phi_q_times(m, e->body_on, dyn_work_phi_q(w, e), s->qd, left);
        for (int k = 0; k < m->n_rows; k++) left[k] += extra[k];
        info->velocity = largest(left, m->n_rows, &info->velocity_row);
        info->given = velocity_deviation(m, def->given, s->qd, wanted, &info->given_node);
        if (!good || (info->velocity < def->velocity && info->given < def->velocity)) break;
        for (int i = 0; i < m->n_nodes; i++) w->force[i] = vec3_scale(pull[i].x, vec3_sub(wanted[i], s->qd[i]));
        penalty_move(m, w, e, left);
        add_move(m, w, 1, s->qd);
    }
}

// Solves the equations of motion with phi_q qdd + gamma = 0 (index-1 augmented Lagrangian). Returns the larger of the
// residual of phi_q qdd + gamma and the last change of an acceleration.
static double solve_accelerations(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, int *row) {
    rt_events events = 0;
    dyn_eval e = dyn_eval_at(m, s);
    e.force = w->force;
    e.command = c;
    e.events = &events;
    e.k_weight = w->k_weight;
    e.c_weight = w->c_weight;
    dyn_work_place_nodes(m, s, w);
    e.body_on = w->on;
    for (int k = 0; k < m->n_forces; k++)
        if (m->force[k]->predict) m->force[k]->predict(m->force[k]->self, &e, s->z + m->force_z[k]);
    double worst = 0, *left = w->lambda_move, *gamma = w->phi;
    for (int pass = 0; pass < 2 * MAX_PASSES; pass++) {
        dyn_work_constraints(m, w, &e);
        memcpy(w->lambda, s->lambda, (size_t)m->n_rows * sizeof *w->lambda);
        memset(w->phi, 0, (size_t)m->n_rows * sizeof *w->phi); // accelerations only: positions are given
        if (pass == 0) {
            assemble_penalty_tangent(m, w, &e);
            if (dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active).bad_pivots < 0) return INFINITY;
        }
        e.tangent = NULL; // the mass alone: added water, less than a body's mass, costs some passes
        dyn_work_residual(m, s, w, &e, NULL);
        dyn_phi_gamma(m, &e, w->group_now, gamma);
        dyn_phi_q_times(m, w->on, dyn_work_phi_q(w, &e), s->qdd, left);
        for (int k = 0; k < m->n_rows; k++) left[k] += gamma[k];
        penalty_move(m, w, &e, left);
        add_move(m, w, 1, s->qdd);
        double change = dyn_work_largest_move(m, w);
        dyn_phi_q_times(m, w->on, dyn_work_phi_q(w, &e), s->qdd, left);
        for (int k = 0; k < m->n_rows; k++) {
            left[k] += gamma[k];
            s->lambda[k] += w->k_weight * m->alpha[k] * left[k];
        }
        worst = larger_or_nan(largest(left, m->n_rows, row), change);
        if (worst < 1e-9) break;
    }
    memcpy(s->qdd_last, s->qdd, (size_t)m->n_nodes * sizeof *s->qdd);
    memcpy(s->qdd_before, s->qdd, (size_t)m->n_nodes * sizeof *s->qdd);
    return worst;
}

double dyn_initial_acceleration(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c) {
    int row = 0;
    return solve_accelerations(m, s, w, c, &row);
}

dyn_start_info dyn_start(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, const dyn_start_def *def) {
    dyn_start_info info = {0};
    dyn_eval e = dyn_eval_at(m, s);
    e.force = w->force;
    e.k_weight = w->k_weight;
    e.c_weight = w->c_weight;
    solve_positions(m, s, w, &e, def, &info);
    solve_velocities(m, s, w, &e, def, &info);
    info.acceleration = solve_accelerations(m, s, w, c, &info.acceleration_row);
    info.solved = info.position <= def->position && info.velocity <= def->velocity && info.given <= def->velocity &&
                  info.acceleration <= def->acceleration;
    return info;
}

// Velocity of a node in the world, in components of the axes.
static inline vec3 world_velocity(const dyn_state *s, int node, bool point) {
    if (!s->axes) return s->qd[node];
    return point ? dyn_axes_velocity(s->axes, s->q[node], s->qd[node])
                 : dyn_axes_vector_velocity(s->axes, s->q[node], s->qd[node]);
}

// A node's scalars move relative to the axes, its point mass in the world.
static inline double lone_kinetic_energy(const dyn_model *m, const dyn_state *s, int node) {
    vec3 w = m->node_inertia[node], v = s->qd[node];
    double energy = 0.5 * (w.x * v.x * v.x + w.y * v.y * v.y + w.z * v.z * v.z);
    if (!s->axes || m->node_weight[node] == 0) return energy;
    return energy + 0.5 * m->node_weight[node] * (vec3_norm2(world_velocity(s, node, true)) - vec3_norm2(v));
}

double dyn_body_kinetic_energy(const dyn_model *m, const dyn_state *s, int body) {
    const dyn_body *b = &m->body[body];
    double energy = 0;
    vec3 v[4];
    for (int i = 0; i < 4; i++) v[i] = world_velocity(s, b->node[i], i < 2);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) energy += 0.5 * b->m[i][j] * vec3_dot(v[i], v[j]);
    return energy;
}

double dyn_kinetic_energy(const dyn_model *m, const dyn_state *s) {
    double energy = 0;
    for (int i = 0; i < m->n_nodes; i++) energy += lone_kinetic_energy(m, s, i);
    for (int k = 0; k < m->n_bodies; k++) {
        if (!s->body_on[k]) continue;
        const dyn_body *b = &m->body[k];
        vec3 v[4];
        for (int i = 0; i < 4; i++) v[i] = world_velocity(s, b->node[i], i < 2);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) energy += 0.5 * b->m[i][j] * vec3_dot(v[i], v[j]);
    }
    return energy;
}

double dyn_energy(const dyn_model *m, const dyn_state *s) {
    double energy = dyn_kinetic_energy(m, s);
    dyn_eval e = dyn_eval_at(m, s);
    for (int k = 0; k < m->n_forces; k++)
        if (m->force[k]->energy) energy += m->force[k]->energy(m->force[k]->self, &e, s->z + m->force_z[k]);
    vec3 down = mat3_tmul(&e.axes->r, m->gravity);
    double origin = vec3_dot(m->gravity, e.axes->p);
    for (int i = 0; i < m->n_nodes; i++) energy -= m->node_weight[i] * (vec3_dot(down, s->q[i]) + origin);
    for (int k = 0; k < m->n_bodies; k++) {
        const dyn_body *b = &m->body[k];
        if (!s->body_on[k]) continue;
        energy -= b->mass * origin;
        for (int i = 0; i < 4; i++) energy -= b->gravity[i] * vec3_dot(down, s->q[b->node[i]]);
    }
    return energy;
}
