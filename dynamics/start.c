// SPDX-License-Identifier: MIT
// Consistent start and energy.
#include "dynamics/work.h"
#include <string.h>

double dyn_initial_acceleration(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c) {
    uint32_t events = 0;
    dyn_eval e = dyn_eval_at(m, s);
    e.force = w->force;
    e.command = c;
    e.events = &events;
    dyn_work_place_nodes(m, s, w);
    for (int k = 0; k < m->n_forces; k++)
        if (m->force[k]->predict) m->force[k]->predict(m->force[k]->self, &e, s->z + m->force_z[k]);
    double worst = 0, s4 = 0.25 * m->h * m->h;
    for (int it = 0; it < 200; it++) {
        dyn_rows_eval(m, &e, w->row);
        memcpy(w->lambda, s->lambda, (size_t)m->n_rows * sizeof *w->lambda);
        for (int k = 0; k < m->n_rows; k++) w->row[k].phi = 0; // accelerations only: positions are given
        if (it < 3) dyn_work_start_tangent(m, s, w);           // the geometric term settles with the multipliers
        e.tangent = it < 3 ? &w->tangent : NULL;
        dyn_work_residual(m, s, w, &e, NULL);
        if (it < 3 && dyn_solver_factor(w->solver, &w->tangent, w->position, w->n_active).bad_pivots < 0) return INFINITY;
        for (int k = 0; k < m->n_rows; k++)
            w->weight[k] = w->row[k].n ? s4 * m->alpha[k] * (dyn_row_times(&w->row[k], s->qdd) + w->row[k].gamma) : 0;
        dyn_rows_subtract(m, w->factored, w->weight, w->force);
        dyn_work_solve(m, w, 1);
        for (int i = 0; i < m->n_nodes; i++)
            if (w->position[i] >= 0) s->qdd[i] = vec3_add(s->qdd[i], w->force[i]);
        double change = dyn_work_largest_move(m, w);
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
