// SPDX-License-Identifier: MIT
#include "render/overlay/hold.h"
#include <string.h>

#define STOPPED_BELOW 0.005 // chain slower than this counts as stopped [m/s]
#define LEAST_SHARE 0.05    // least share of the tension at the gypsy

bool overlay_hold_applies(const dyn_snapshot *s) {
    const dyn_gauges *g = &s->gauges;
    if (g->housed) return false;
    bool heaves = g->motor_torque_nm > 0 && fabs(g->speed_m_s) < STOPPED_BELOW;
    return g->jammed || (heaves && strncmp(s->message, "not housed", 10) == 0);
}

// Direction in which heaving moves a body (unit); zero for a body that is not pulled.
static vec3 heave_direction(const dyn_snapshot *s, int body) {
    if (body < 0 || body >= s->n_bodies) return vec3_make(0, 0, 0);
    const dyn_snapshot_body *b = &s->body[body];
    if (b->kind == DYN_SHOW_BODY) return vec3_make(0, 0, 0);
    if (b->kind != DYN_SHOW_LINK && s->body[0].kind == DYN_SHOW_LINK) b = &s->body[0];
    return mat3_column(&b->pose.r, 2); // along the link, or along the shank without a chain
}

static overlay_hold evaluate_hold(const dyn_snapshot *s, int contact) {
    const dyn_snapshot_contact *c = &s->contact[contact];
    double normal = vec3_norm(c->normal_force), bound = c->mu * normal;
    return (overlay_hold){
        .contact = contact,
        .held_n = -vec3_dot(vec3_add(c->normal_force, c->tangent_force), heave_direction(s, c->body)),
        .normal_n = normal,
        .friction_used = bound > 0 ? vec3_norm(c->tangent_force) / bound : 0,
    };
}

int overlay_find_holds(const dyn_snapshot *s, overlay_hold out[OVERLAY_HOLDS]) {
    int n = 0;
    for (int k = 0; k < s->n_contacts; k++) {
        overlay_hold h = evaluate_hold(s, k);
        if (!(h.held_n > 0) || h.held_n < LEAST_SHARE * s->gauges.tension_n) continue;
        int at = n < OVERLAY_HOLDS ? n++ : OVERLAY_HOLDS;
        for (; at > 0 && h.held_n > out[at - 1].held_n; at--)
            if (at < OVERLAY_HOLDS) out[at] = out[at - 1];
        if (at < OVERLAY_HOLDS) out[at] = h;
    }
    return n;
}
