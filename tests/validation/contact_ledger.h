// SPDX-License-Identifier: MIT
// Energy that one part's contact absorbs and returns: minus the work of its forces along the motion. The forces are
// those of the accepted states, as in the step: geometry frozen, bristle and bound from the last step. With a constant
// mass matrix the trapezoidal rule changes the kinetic energy by exactly (F0 + F1)/2 · (q1 - q0), summed over all
// forces: this product is one force's share. No formula of stored energy is needed, so the ledger works for any method.
#ifndef HAWSE_TESTS_VALIDATION_CONTACT_LEDGER_H
#define HAWSE_TESTS_VALIDATION_CONTACT_LEDGER_H

#include "tests/validation/anchor_rig.h"

enum { LEDGER_NODES = DYN_FIRST_NODE + 6 };

// Generalised forces by node.
typedef struct ledger_force {
    vec3 at[LEDGER_NODES];
} ledger_force;

enum { LEDGER_ELASTIC, LEDGER_BRISTLE, LEDGER_ALL, LEDGERS };

// Ledgers of the elastic normal force, of the bristle with its damper, and of the whole contact force.
typedef struct ledger {
    ledger_force force[LEDGERS]; // at the last accepted state
    double taken[LEDGERS];       // absorbed since the contact began [J]; negative: returned more than absorbed
    double stored;               // energy in the elastic force and the bristle [J]
    int touching;
} ledger;

// The contact force with these coefficients of friction, at the present velocity or, for the elastic part, at rest.
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

// Books a step from q_last. The stored energy is the absorbed one, at least zero: energy returned beyond it is created.
// The rest at the end of the contact is lost, so the next contact cannot return it. Debts stay.
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
