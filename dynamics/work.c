// SPDX-License-Identifier: MIT
#include "dynamics/work.h"
#include <stdlib.h>
#include <string.h>

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
    if (w->tangent.a && w->solver && w->row && w->factored && w->weight && w->lambda && w->lambda_move && w->q0 &&
        w->v0 && w->a0 && w->force && w->move && w->position)
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
void dyn_work_place_nodes(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    for (int i = 0; i < m->n_nodes; i++) w->position[i] = m->node_inertia[i].x > 0 ? 0 : -1;
    for (int k = 0; k < m->n_bodies; k++)
        if (s->body_on[k])
            for (int i = 0; i < 4; i++) w->position[m->body[k].node[i]] = 0;
    w->n_active = 0;
    for (int i = 0; i < m->n_nodes; i++) w->position[i] = w->position[i] == 0 && !m->fixed[i] ? w->n_active++ : -1;
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

// Right-hand side -f 4/h² = Q - M q'' - phi_qᵀ (alpha phi + lambda) at the iterate, into w->force. The penalty acts
// along the phi_q that is in the factor: along another one, off by the move since then, it would push the penalty's
// multiple of that into the motion.
void dyn_work_residual(const dyn_model *m, const dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p) {
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
void dyn_work_start_tangent(const dyn_model *m, const dyn_state *s, dyn_work *w) {
    memcpy(w->factored, w->row, (size_t)m->n_rows * sizeof *w->row);
    dyn_matrix_clear(&w->tangent);
    add_mass(m, s, &w->tangent);
    dyn_rows_add_tangent(m, w->row, w->lambda, w->def.geometric, 0.25 * m->h * m->h, &w->tangent);
}

// Solves J x = scale × force in place; what is ground or inactive does not move.
void dyn_work_solve(const dyn_model *m, dyn_work *w, double scale) {
    for (int i = 0; i < m->n_nodes; i++) w->force[i] = vec3_scale(w->position[i] >= 0 ? scale : 0, w->force[i]);
    dyn_solver_solve(w->solver, &w->force[0].x);
}

// The solution's largest move of a node; not a number when the solution is not.
double dyn_work_largest_move(const dyn_model *m, const dyn_work *w) {
    double largest = 0;
    for (int i = 0; i < m->n_nodes; i++) {
        if (w->position[i] < 0) continue;
        double move = vec3_norm2(w->force[i]);
        largest = move > largest || move != move ? move : largest;
    }
    return sqrt(largest);
}
