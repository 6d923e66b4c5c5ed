// SPDX-License-Identifier: MIT
// What the deck's events are found from: constants at set-up, and each frame's numbers.
#include "rt/sim_private.h"

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

void sim_deck_define(sim *s) {
    const scenario *sc = &s->sc;
    const double g = -s->model.gravity.z;
    deck_def *d = &s->deck_def;
    *d = (deck_def){.limits = deck_limits_default(),
                    .pipe_length = sc->ship.pipe_length,
                    .pipe_bore = sc->ship.pipe_bore,
                    .anchor_weight = g * (s->model.body[s->anchor.shank].mass + s->model.body[s->anchor.head].mass),
                    .chain_weight = g * s->chain.link.mass / s->chain.link.pitch};
    double length = s->chain.capacity * s->chain.link.pitch;
    while (d->marks < DECK_MARKS && (d->marks + 1) * DECK_SHACKLE < length) {
        d->mark[d->marks] = (d->marks + 1) * DECK_SHACKLE;
        d->marks++;
    }
}

// Where the chain is, so far from the anchor's shackle along it.
static vec3 chain_at(const sim *s, double way) {
    const vec3 *q = s->state.q;
    const int *p = s->chain.p;
    double x = way / s->chain.link.pitch;
    int k = (int)fmin(fmax(x, 0), s->chain.capacity - 1);
    return vec3_madd(vec3_scale(1 - (x - k), q[p[k]]), x - k, q[p[k + 1]]);
}

static void look_at_marks(const sim *s, deck_input *in) {
    const deck_def *d = &s->deck_def;
    vec3 mouth = vector(s->sc.ship.mouth), axis = vec3_unit(vector(s->sc.ship.pipe_axis));
    for (int i = 0; i < d->marks && d->mark[i] <= in->chain_out; i++) {
        vec3 at = chain_at(s, d->mark[i]);
        in->along[i] = vec3_dot(vec3_sub(at, mouth), axis);
        in->height[i] = at.z;
    }
}

// Height of the lowest corner of the mesh's box.
static double lowest(const contact_mesh *m, const pose *at) {
    vec3 middle = vec3_scale(0.5, vec3_add(m->lo, m->hi)), half = vec3_scale(0.5, vec3_sub(m->hi, m->lo));
    const double *z = at->r.m[2];
    return pose_point(at, middle).z - (fabs(z[0]) * half.x + fabs(z[1]) * half.y + fabs(z[2]) * half.z);
}

deck_input sim_deck_input(const sim *s) {
    const outcome *o = &s->outcome;
    const outcome_input *last = &o->last;
    const rt_command *c = &s->command;
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    pose head = dyn_body_pose(&e, s->anchor.head), shank = dyn_body_pose(&e, s->anchor.shank);
    deck_input in = {.t = last->t,
                     .chain_out = last->chain_out,
                     .chain_speed = last->chain_speed,
                     .tension = last->tension,
                     .motor_load = last->motor_share,
                     .impact_force = last->impact_force,
                     .crown_z = pose_point(&head, vec3_make(0, 0, s->head.mesh.lo.z)).z,
                     .lowest_z = fmin(lowest(&s->head.mesh, &head), lowest(&s->shank.mesh, &shank)),
                     .shackle_depth = o->shackle_depth,
                     .shackle_offset = o->shackle_offset,
                     .pin_distance = o->pin_distance,
                     .flukes_in = -vec3_dot(last->flukes, vec3_unit(vector(s->sc.ship.face_normal))),
                     .regions = last->regions,
                     .held = c->brake > 0 || c->stopper || (c->clutch && c->lever == 0),
                     .housed = o->housed,
                     .jammed = o->jammed};
    look_at_marks(s, &in);
    return in;
}
