// SPDX-License-Identifier: MIT
// What one part's contact takes up and gives out while the anchor moves: minus the work of its forces along the motion
// that took place. Forces at the accepted states, as the step had them: geometry frozen, bristle and bound as the last
// step left them. With a constant mass matrix the trapezoidal rule changes the kinetic energy by exactly
// (F0 + F1)/2 · (q1 - q0), summed over all forces, so that this is a force's share, whatever else acts. No formula of
// stored energy is asked for, so that it serves any method.
#ifndef HAWSE_TESTS_VALIDATION_CONTACT_LEDGER_H
#define HAWSE_TESTS_VALIDATION_CONTACT_LEDGER_H

#include "tests/validation/anchor_rig.h"

enum { LEDGER_NODES = DYN_FIRST_NODE + 6 };

// Generalised forces by node.
typedef struct ledger_force {
    vec3 at[LEDGER_NODES];
} ledger_force;

enum { LEDGER_ELASTIC, LEDGER_BRISTLE, LEDGER_ALL, LEDGERS };

// Of the elastic normal force, of the bristle with its damper, and of all that the contact exerts.
typedef struct ledger {
    ledger_force force[LEDGERS]; // at the last accepted state
    double taken[LEDGERS];       // up to now, since the contact began [J]; below zero: more was given out than taken
    double stored;               // by the elastic force and the bristle [J]
    int touching;
} ledger;

// All that the contact exerts with these coefficients of friction, moving as it does or, for the elastic part, at rest.
static inline ledger_force ledger_eval(rig *r, int part, const vec3 *q_last, int moving, double mu_s, double mu_d) {
    ledger_force f = {{{0, 0, 0}}};
    const vec3 rest[LEDGER_NODES] = {{0, 0, 0}};
    rt_events events = 0;
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

static inline ledger_force ledger_less(ledger_force a, const ledger_force *b) {
    for (int i = 0; i < LEDGER_NODES; i++) a.at[i] = vec3_sub(a.at[i], b->at[i]);
    return a;
}

static inline void ledger_close(ledger *l) {
    l->stored = 0;
    for (int j = 0; j < LEDGERS; j++) l->taken[j] = fmin(l->taken[j], 0);
}

// After a step from q_last. Stored is what was taken, never less than nothing: what is given out beyond it comes from
// nowhere. What is left when the contact ends is lost, so that the next one cannot give it out; debts stay.
static inline void ledger_book(ledger *l, rig *r, int part, const vec3 *q_last) {
    const contact_material *m = r->method->material(r->contact[part]);
    const ledger_force smooth = ledger_eval(r, part, q_last, 1, 0, 0),
                       gripping = ledger_eval(r, part, q_last, 1, m->mu_static, 0);
    const ledger_force now[LEDGERS] = {ledger_eval(r, part, q_last, 0, 0, 0), ledger_less(gripping, &smooth),
                                       ledger_eval(r, part, q_last, 1, m->mu_static, m->mu_dynamic)};
    double stored = 0, size = 0;
    for (int j = 0; j < LEDGERS; j++) {
        double work = ledger_work(&l->force[j], &now[j], q_last, r->state.q);
        l->taken[j] -= work;
        l->force[j] = now[j];
        if (j != LEDGER_ALL) stored -= work;
    }
    l->stored = fmax(0, l->stored + stored);
    for (int i = 0; i < LEDGER_NODES; i++) size += vec3_norm2(now[LEDGER_ELASTIC].at[i]);
    l->touching = size > 0;
    if (!l->touching) ledger_close(l);
}

#endif
