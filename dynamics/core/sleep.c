// SPDX-License-Identifier: MIT
#include "dynamics/core/sleep.h"
#include "dynamics/core/work.h"
#include <assert.h>
#include <string.h>

// Point or vector at rest in the world, as seen in the axes: its acceleration in the world is zero.
static void rest_in_axes(const dyn_axes *a, dyn_state *s, int node, bool vector) {
    const vec3 x = s->still[node];
    vec3 q = mat3_tmul(&a->r, vector ? x : vec3_sub(x, a->p)), qd = vec3_scale(-1, vec3_cross(a->w, q));
    if (!vector) qd = vec3_sub(qd, mat3_tmul(&a->r, a->v));
    vec3 qdd = vec3_scale(-1, dyn_axes_carried(a, q, qd));
    if (!vector) qdd = vec3_sub(qdd, mat3_tmul(&a->r, a->a));
    s->q[node] = q, s->qd[node] = qd, s->qdd[node] = qdd;
}

void dyn_sleep_follow(dyn_state *s, const dyn_work *w) {
    if (!w->mask || !s->axes) return;
    for (int k = 0; k < w->n_asleep; k++) rest_in_axes(s->axes, s, w->asleep[k] >> 1, w->asleep[k] & 1);
}

// Kinetic energy of the awake bodies that have a node of this body [J].
static double energy_around(const dyn_model *m, const dyn_state *s, int body) {
    double sum = 0;
    for (int k = body > 0 ? body - 1 : 0; k <= body + 1 && k < m->n_bodies; k++)
        if (s->body_on[k] == DYN_AWAKE) sum += dyn_body_kinetic_energy(m, s, k);
    return sum;
}

bool dyn_sleep_holds(const dyn_model *m, const unsigned char *body_on, int body, int i) {
    const int node = m->body[body].node[i];
    for (int k = body > 0 ? body - 1 : 0; k <= body + 1 && k < m->n_bodies; k++)
        for (int j = 0; j < 2 && k != body && body_on[k] == DYN_ASLEEP; j++)
            if (m->body[k].node[j] == node) return true;
    return false;
}

double dyn_sleep_body(const dyn_model *m, dyn_state *s, int body) {
    assert(m->sleeps && s->body_on[body] == DYN_AWAKE);
    const int *node = m->body[body].node;
    const double before = energy_around(m, s, body);
    const dyn_axes *a = s->axes ? s->axes : &dyn_axes_rest;
    for (int i = 0; i < 4; i++) {
        const bool vector = i > 1;
        if (!vector && dyn_sleep_holds(m, s->body_on, body, i)) continue; // its place stays, to the last bit
        s->still[node[i]] = vector ? mat3_mul(&a->r, s->q[node[i]]) : dyn_axes_to_world(a, s->q[node[i]]);
        rest_in_axes(a, s, node[i], vector);
    }
    const double lost = before - energy_around(m, s, body);
    s->body_on[body] = DYN_ASLEEP;
    return lost;
}

void dyn_wake_body(dyn_state *s, int body) {
    assert(s->body_on[body] == DYN_ASLEEP);
    s->body_on[body] = DYN_AWAKE;
}
