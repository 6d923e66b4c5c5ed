// SPDX-License-Identifier: MIT
// Computes forces that no force element reports: along the links and in the anchor's joints.
#include "rt/deck/private.h"

// A link's length row carries its axial force: the multiplier of phi = (|p1 - p0|² - L²) / 2 L is conjugate to the
// length (García de Jalón & Bayo 1994, ch. 5). Half of a link's weight acts at each end. In a chain at rest the tension
// is therefore the weight below the link's middle. The lifter holds the top link at its exit, not at the link's end;
// the tension of that link is the lifter's reaction.
static void write_tensions(const deck *dk, dyn_snapshot *out) {
    const dyn_eval e = {.model = &dk->sim->model, .state = &dk->sim->state};
    int links = out->n_bodies - 2;
    for (int k = 0; k < links; k++) out->tension_n[k] = dyn_body_tension(&e, dk->chain.body[out->body[k].number]);
    if (links > 0 && out->body[links - 1].number == sim_bodies(dk->sim) - 1)
        out->tension_n[links - 1] = dk->sim->outcome.last.tension;
    out->tension_n[links] = out->tension_n[links + 1] = 0;
}

// Sum of the joint forces on a body, by Newton: mass times acceleration of its centre, less weight, contact forces and
// forces of the sea.
static vec3 joint_force(const deck *dk, int body, int shown_as, const dyn_snapshot *out) {
    const dyn_body *b = &dk->sim->model.body[body];
    dyn_eval e = dyn_eval_at(&dk->sim->model, &dk->sim->state);
    vec3 f = vec3_madd(vec3_scale(-1, tackle_sea_force_on(&dk->sea, &e, body)), -b->mass, dyn_apparent_gravity(&e));
    for (int k = 0; k < 4; k++) f = vec3_madd(f, b->gravity[k], dyn_node_acceleration(&e, b->node[k]));
    for (int k = 0; k < out->n_contacts; k++) {
        const dyn_snapshot_contact *c = &out->contact[k];
        if (c->body == shown_as) f = vec3_sub(f, vec3_add(c->normal_force, c->tangent_force));
    }
    return f;
}

static void write_reactions(const deck *dk, dyn_snapshot *out) {
    vec3 head = joint_force(dk, dk->anchor.head, out->n_bodies - 1, out);
    vec3 shank = joint_force(dk, dk->anchor.shank, out->n_bodies - 2, out);
    out->reaction[DYN_SHOW_HINGE] = (dyn_snapshot_reaction){dk->sim->state.q[dk->anchor.pin], head};
    out->reaction[DYN_SHOW_SHACKLE] =
        (dyn_snapshot_reaction){dk->sim->state.q[dk->anchor.shackle], vec3_add(head, shank)};
    out->n_reactions = DYN_SHOW_JOINTS;
}

void deck_write_forces(const deck *dk, dyn_snapshot *out) {
    write_tensions(dk, out);
    write_reactions(dk, out);
}
