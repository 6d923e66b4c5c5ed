// SPDX-License-Identifier: MIT
#include "dynamics/tackle/strength.h"

static double breaking_load_of(const tackle_strength *t, int link) {
    return t->def.breaking * t->chain->strength[link];
}

static void eval(void *self, const dyn_eval *e, const void *z) { (void)self, (void)e, (void)z; }

// Number of links whose length row gives their tension; the link in the gypsy is held at the exit.
static int count_outboard_links(const tackle_strength *t, const dyn_eval *e) {
    if (!t->lifter) return t->chain->capacity;
    return (int)tackle_lifter_state_of(t->lifter, e->model, e->state)->links - 1;
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const tackle_strength *t = self;
    const tackle_chain *c = t->chain;
    tackle_strength_state *z = zz;
    int n = count_outboard_links(t, e);
    double proof_share = t->def.proof / t->def.breaking;
    bool over = z->share > proof_share;
    z->share = 0;
    z->worst = 0;
    for (int k = 0; k < c->capacity; k++) {
        bool bears = k < n && e->state->body_on[c->body[k]];
        double tension = bears ? fmax(0, dyn_body_tension(e, c->body[k])) : 0;
        z->load[k] = bears ? dyn_friction_load(z->load[k], tension, e->h, t->def.time) : 0;
        double share = z->load[k] / breaking_load_of(t, k);
        if (share <= z->share) continue;
        z->share = share;
        z->worst = k + 1;
    }
    if (!over && z->share > proof_share) *e->events |= RT_EVENT_BIT(RT_EVENT_PROOF_LOAD);
}

void tackle_strength_add(tackle_strength *t, dyn_model *m, const tackle_chain *c, const tackle_lifter *l,
                         const tackle_strength_def *def) {
    *t = (tackle_strength){.def = *def, .chain = c, .lifter = l};
    t->force = (dyn_force){.self = t,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(tackle_strength_state) + (size_t)c->capacity * sizeof(double),
                           .eval = eval,
                           .accept = accept};
    t->force_index = dyn_add_force(m, &t->force);
}

bool tackle_strength_break_worst(const tackle_strength *t, const dyn_model *m, dyn_state *s, rt_events *events) {
    tackle_strength_state *z = (tackle_strength_state *)(void *)(s->z + m->force_z[t->force_index]);
    if (z->parted || z->share <= 1) return false;
    int body = t->chain->body[z->worst - 1];
    z->parted = z->worst;
    z->load[z->worst - 1] = 0;
    s->body_on[body] = 0;
    for (int r = 0; r < DYN_BODY_ROWS; r++) s->lambda[dyn_body_row(body, r)] = 0;
    *events |= RT_EVENT_BIT(RT_EVENT_CHAIN_PARTED);
    return true;
}

const tackle_strength_state *tackle_strength_state_of(const tackle_strength *t, const dyn_model *m,
                                                      const dyn_state *s) {
    return (const tackle_strength_state *)(const void *)(s->z + m->force_z[t->force_index]);
}
