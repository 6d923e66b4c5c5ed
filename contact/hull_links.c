// SPDX-License-Identifier: MIT
#include "contact/hull_links.h"
#include <stdlib.h>

#define MARGIN 0.05       // how far a link moves before its triangles are gathered anew [m]
#define SET_CAPACITY 512  // contacts of all links

static double reach(const contact_link_shape *s) { return s->half + s->radius + s->tube; }

// Gathers the triangles near the link when it has left the place where they were gathered last.
static void gather(contact_hull_links *c, contact_near *near, vec3 centre) {
    if (near->n >= 0 && vec3_norm2(vec3_sub(centre, near->centre)) < MARGIN * MARGIN) return;
    double r = reach(&c->shape) + MARGIN;
    vec3 d = {r, r, r};
    int n = contact_bvh_query(c->tree, c->hull, vec3_sub(centre, d), vec3_add(centre, d), near->triangle,
                              CONTACT_LINK_CANDIDATES);
    near->centre = centre;
    near->n = n < CONTACT_LINK_CANDIDATES ? n : CONTACT_LINK_CANDIDATES;
    c->dropped += n - near->n;
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_hull_links *c = self;
    contact_link_point found[CONTACT_LINK_SLOTS];
    contact_set_begin(&c->set);
    c->dropped = 0;
    for (int k = 0; k < c->links; k++) {
        if (!dyn_body_active(e, c->body[k])) continue;
        pose link = dyn_body_pose(e, c->body[k]);
        gather(c, &c->near[k], link.p);
        if (c->near[k].n == 0) continue;
        contact_link_detect(&c->shape, &link, c->hull, c->near[k].triangle, c->near[k].n, found);
        for (int i = 0; i < CONTACT_LINK_SLOTS; i++)
            if (found[i].depth > 0)
                contact_set_add(&c->set, e, z, c->body[k], CONTACT_LINK_SLOTS * (int64_t)c->body[k] + i, found[i].point,
                                pose_point_inverse(&link, found[i].point), found[i].normal, found[i].depth);
    }
    c->dropped += c->set.dropped;
    if (c->dropped > 0) *e->events |= 1u << RT_EVENT_CONTACT_FULL;
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    contact_hull_links *c = self;
    (void)z;
    contact_set_eval(&c->set, e);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    contact_hull_links *c = self;
    contact_set_accept(&c->set, e, z, INFINITY);
}

rt_status contact_hull_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    const contact_mesh *hull, const contact_bvh *tree, const contact_material *m) {
    *c = (contact_hull_links){.shape = *shape, .hull = hull, .tree = tree, .body = body, .links = links};
    c->near = calloc((size_t)links + 1, sizeof *c->near);
    if (!c->near) return RT_ERR_MEMORY;
    for (int k = 0; k < links; k++) c->near[k].n = -1;
    c->force = (dyn_force){.self = c, .phase = RT_PHASE_CONTACT, .z_size = contact_set_z_size(SET_CAPACITY),
                           .predict = predict, .eval = eval, .accept = accept};
    return contact_set_create(&c->set, m, SET_CAPACITY, 2 * shape->half);
}

void contact_hull_links_free(contact_hull_links *c) {
    contact_set_free(&c->set);
    free(c->near);
    *c = (contact_hull_links){0};
}
