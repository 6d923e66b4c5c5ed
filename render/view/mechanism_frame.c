// SPDX-License-Identifier: MIT
#include "render/view/mechanism_frame.h"
#include <string.h>

mechanism_frame mechanism_frame_of(const render_mechanism *m) {
    vec3 x = vec3_make(1, 0, 0), z = m->up;
    if (fabs(z.x) > 0.9) x = vec3_make(0, 1, 0); // world x points right, unless x is up
    x = vec3_unit(vec3_madd(x, -vec3_dot(x, z), z));
    mat3 axes = mat3_columns(x, vec3_cross(z, x), z);
    double radius = 0.5 * vec3_norm(vec3_sub(m->hi, m->lo));
    return (mechanism_frame){.turn = mat3_transpose(&axes),
                             .centre = vec3_scale(0.5, vec3_add(m->lo, m->hi)),
                             .scale = MECHANISM_RADIUS / radius};
}

vec3 mechanism_frame_point(const mechanism_frame *f, vec3 world) {
    return vec3_scale(f->scale, mat3_mul(&f->turn, vec3_sub(world, f->centre)));
}

vec3 mechanism_frame_world(const mechanism_frame *f, vec3 point) {
    return vec3_madd(f->centre, 1 / f->scale, mat3_tmul(&f->turn, point));
}

pose mechanism_frame_pose(const mechanism_frame *f, const pose *world) {
    return (pose){mat3_matmul(&f->turn, &world->r), mechanism_frame_point(f, world->p)};
}

static void turn_contacts(const mechanism_frame *f, dyn_snapshot *s) {
    for (int k = 0; k < s->n_contacts; k++) {
        dyn_snapshot_contact *c = &s->contact[k];
        c->position = mechanism_frame_point(f, c->position);
        c->normal = mat3_mul(&f->turn, c->normal);
        c->normal_force = mat3_mul(&f->turn, c->normal_force);
        c->tangent_force = mat3_mul(&f->turn, c->tangent_force);
        c->depth *= f->scale;
        c->area *= f->scale * f->scale;
    }
}

static void turn_regions(const mechanism_frame *f, dyn_snapshot *s) {
    for (int k = 0; k < s->n_regions; k++) {
        dyn_snapshot_region *r = &s->region[k];
        r->centre = mechanism_frame_point(f, r->centre);
        r->normal = mat3_mul(&f->turn, r->normal);
        for (int i = 0; i < 2; i++) r->half[i] = vec3_scale(f->scale, mat3_mul(&f->turn, r->half[i]));
    }
    for (int k = 0; k < s->n_corners; k++) s->corner[k] = mechanism_frame_point(f, s->corner[k]);
}

void mechanism_frame_snapshot(const mechanism_frame *f, const dyn_snapshot *in, dyn_snapshot *out) {
    memcpy(out, in, offsetof(dyn_snapshot, contact)); // copies only the used part of each list
    memcpy(out->contact, in->contact, (size_t)in->n_contacts * sizeof *in->contact);
    memcpy(out->body, in->body, (size_t)in->n_bodies * sizeof *in->body);
    out->n_regions = in->n_regions, out->n_contours = in->n_contours, out->n_corners = in->n_corners;
    out->undrawn = in->undrawn;
    out->n_reactions = 0;
    memcpy(out->region, in->region, (size_t)in->n_regions * sizeof *in->region);
    memcpy(out->contour, in->contour, (size_t)in->n_contours * sizeof *in->contour);
    memcpy(out->corner, in->corner, (size_t)in->n_corners * sizeof *in->corner);
    for (int k = 0; k < out->n_bodies; k++) out->body[k].pose = mechanism_frame_pose(f, &in->body[k].pose);
    out->pull.at = vec3_scale(f->scale, in->pull.at);
    out->pull.to = mechanism_frame_point(f, in->pull.to);
    turn_contacts(f, out);
    turn_regions(f, out);
}
