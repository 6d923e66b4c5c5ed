// SPDX-License-Identifier: MIT
// What one part's contact takes up and gives out while the anchor moves: minus the work of its elastic normal force,
// and of its bristle, along the motion that took place. Forces at the accepted states, as the step had them: geometry
// frozen, bristle and bound as the last step left them. With a constant mass matrix the trapezoidal rule changes the
// kinetic energy by exactly (F0 + F1)/2 · (q1 - q0), summed over all forces, so that this is the share of these two,
// whatever else acts. No formula of stored energy is asked for, so that it serves any method.
#ifndef HAWSE_TESTS_VALIDATION_CONTACT_LEDGER_H
#define HAWSE_TESTS_VALIDATION_CONTACT_LEDGER_H

#include "tests/validation/anchor_rig.h"

enum { LEDGER_NODES = DYN_FIRST_NODE + 6 };

// Generalised forces by node.
typedef struct ledger_force {
    vec3 at[LEDGER_NODES];
} ledger_force;

typedef struct ledger {
    ledger_force elastic, bristle; // at the last accepted state
    double by_elastic, by_bristle; // taken up since the contact began [J]
    int touching;
} ledger;

// All that the contact exerts with these coefficients of friction, moving as it does or, for the elastic part, at rest.
static inline ledger_force ledger_eval(rig *r, int part, const vec3 *q_last, int moving, double mu_s, double mu_d) {
    ledger_force f = {{{0, 0, 0}}};
    const vec3 rest[LEDGER_NODES] = {{0, 0, 0}};
    uint32_t events = 0;
    dyn_force *c = r->contact[part];
    contact_material *m = r->method->material(c), was = *m;
    dyn_eval e = dyn_eval_at(&r->model, &r->state);
    e.force = f.at, e.events = &events, e.tangent = NULL, e.only_body = -1, e.q_last = q_last;
    if (!moving) e.qd = rest;
    m->mu_static = mu_s, m->mu_dynamic = mu_d;
    c->eval(c->self, &e, r->state.z + r->model.force_z[r->first_force + part]);
    *m = was;
    return f;
}

static inline double ledger_work(const ledger_force *f0, const ledger_force *f1, const vec3 *q0, const vec3 *q1) {
    double sum = 0;
    for (int i = 0; i < LEDGER_NODES; i++)
        sum += 0.5 * vec3_dot(vec3_add(f0->at[i], f1->at[i]), vec3_sub(q1[i], q0[i]));
    return sum;
}

// After a step from q_last. What is left when the contact ends is lost: it cannot be given out by the next one. A debt
// stays.
static inline void ledger_book(ledger *l, rig *r, int part, const vec3 *q_last) {
    double mu = r->method->material(r->contact[part])->mu_static, size = 0;
    ledger_force elastic = ledger_eval(r, part, q_last, 0, 0, 0), bristle = ledger_eval(r, part, q_last, 1, mu, 0),
                 damped = ledger_eval(r, part, q_last, 1, 0, 0);
    for (int i = 0; i < LEDGER_NODES; i++) {
        bristle.at[i] = vec3_sub(bristle.at[i], damped.at[i]);
        size += vec3_norm2(elastic.at[i]);
    }
    l->by_elastic -= ledger_work(&l->elastic, &elastic, q_last, r->state.q);
    l->by_bristle -= ledger_work(&l->bristle, &bristle, q_last, r->state.q);
    l->elastic = elastic, l->bristle = bristle;
    l->touching = size > 0;
    if (l->touching) return;
    l->by_elastic = fmin(l->by_elastic, 0);
    l->by_bristle = fmin(l->by_bristle, 0);
}

#endif
