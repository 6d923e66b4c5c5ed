// SPDX-License-Identifier: MIT
#include "dynamics/tackle/claw.h"

// Assumptions; no rule that we know gives figures for a claw. It only secures a stowed anchor, so it is a good deal
// weaker than the stopper, which bears 80 % of the breaking load (IACS UR A1).
#define HOLDS 0.25      // strength over the chain's breaking load
#define GIVES 0.2       // deflection at the strength, in bar diameters, as the stopper's
#define UNHOOK_LOAD 5e3 // by hand and lever [N]
#define HOOK_SPEED 0.02 // [m/s]
#define DAMPING 2.0     // damping force over elastic force and speed [s/m], as the stopper's

static const tackle_chain *chain_of(const tackle_claw *w) { return w->lifter->chain; }

tackle_claw_def tackle_claw_def_default(double bar, double breaking_load) {
    double strength = HOLDS * breaking_load;
    return (tackle_claw_def){
        .strength = strength, .stiffness = strength / (GIVES * bar), .unhook_load = UNHOOK_LOAD, .speed = HOOK_SPEED};
}

// Position of a link's outboard joint along the lead, inboard positive [m].
static double position(const tackle_claw *w, const dyn_eval *e, int link) {
    return vec3_dot(w->def.lead, vec3_sub(e->q[chain_of(w)->p[link]], w->def.at));
}

// Force of the taut claw on its link along the lead, with k = -dF/dx and c = -dF/dv. None while the link is inboard of
// the hold, and none that pushes.
static dyn_law pull_of(const tackle_claw *w, const dyn_eval *e, const tackle_claw_memory *z) {
    const tackle_chain *c = chain_of(w);
    if (z->state != TACKLE_CLAW_ON || !dyn_body_active(e, c->body[z->link])) return (dyn_law){0};
    double stretch = z->hold - position(w, e, (int)z->link);
    double damped = 1 - DAMPING * vec3_dot(w->def.lead, e->qd[c->p[z->link]]), k = w->def.stiffness;
    if (stretch <= 0 || damped <= 0) return (dyn_law){0};
    if (k * stretch * damped >= w->def.strength) return (dyn_law){w->def.strength, 0, 0};
    return (dyn_law){k * stretch * damped, k * damped, k * stretch * DAMPING};
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const tackle_claw *w = self;
    const tackle_claw_memory *z = zz;
    if (z->state != TACKLE_CLAW_ON) return;
    const tackle_chain *c = chain_of(w);
    vec3 n = w->def.lead;
    int node = c->p[z->link];
    dyn_law f = pull_of(w, e, z);
    dyn_node_add_force(e, c->body[z->link], node, vec3_scale(f.force, n));
    double t = e->k_weight * f.k + e->c_weight * f.c;
    if (!e->tangent || t == 0) return;
    mat3 block = mat3_columns(vec3_scale(t * n.x, n), vec3_scale(t * n.y, n), vec3_scale(t * n.z, n));
    dyn_node_add_tangent(e, node, node, &block);
}

static double energy(const void *self, const dyn_eval *e, const void *zz) {
    const tackle_claw *w = self;
    const tackle_claw_memory *z = zz;
    if (z->state != TACKLE_CLAW_ON) return 0;
    double stretch = fmax(0, z->hold - position(w, e, (int)z->link));
    return 0.5 * w->def.stiffness * stretch * stretch;
}

// Hooks the outermost link whose outboard joint is inboard of the claw's place, if the chain stands.
static void hook(const tackle_claw *w, const dyn_eval *e, tackle_claw_memory *z) {
    const tackle_lifter_state *l = tackle_lifter_state_of(w->lifter, e->model, e->state);
    int top = (int)l->links - 1, k = top + 1;
    while (k > 1 && position(w, e, k - 1) >= 0) k--;
    if (k > top || l->parted > 0 || !dyn_body_active(e, chain_of(w)->body[k])) return;
    if (fabs(vec3_dot(w->def.lead, e->qd[chain_of(w)->p[k]])) > w->def.speed) return;
    *z = (tackle_claw_memory){.state = TACKLE_CLAW_ON, .link = k, .hold = position(w, e, k)};
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const tackle_claw *w = self;
    tackle_claw_memory *z = zz;
    bool wanted = e->command->controls & RT_CONTROL_LASHING;
    if (z->state == TACKLE_CLAW_OFF && wanted) hook(w, e, z);
    if (z->state != TACKLE_CLAW_ON) return;
    z->load = pull_of(w, e, z).force;
    if (z->load >= w->def.strength)
        *z = (tackle_claw_memory){.state = TACKLE_CLAW_PARTED, .link = z->link};
    else if (!dyn_body_active(e, chain_of(w)->body[z->link]) || (!wanted && z->load <= w->def.unhook_load))
        *z = (tackle_claw_memory){.state = TACKLE_CLAW_OFF};
}

void tackle_claw_add(tackle_claw *w, dyn_model *m, const tackle_lifter *l, const tackle_claw_def *def) {
    *w = (tackle_claw){.def = *def, .lifter = l};
    w->force = (dyn_force){.self = w,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(tackle_claw_memory),
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    w->force_index = dyn_add_force(m, &w->force);
}

const tackle_claw_memory *tackle_claw_memory_of(const tackle_claw *w, const dyn_model *m, const dyn_state *s) {
    return (const tackle_claw_memory *)(const void *)(s->z + m->force_z[w->force_index]);
}
