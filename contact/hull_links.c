// SPDX-License-Identifier: MIT
#include "contact/hull_links.h"
#include <stdlib.h>

#define MARGIN 0.02      // how far a link moves before its triangles are gathered anew [m]
#define SET_CAPACITY 512 // contacts of all links

// Within a bar diameter of the link's curve: what contact_link_detect must be given.
static double reach(const contact_link_shape *s) { return s->half + s->radius + 2 * s->tube; }

// Notes a triangle with its bounding sphere, unless that or its plane is farther than r from the link's middle.
static void note(const contact_hull_links *c, contact_near *near, int triangle, double r) {
    const int *v = c->hull->tri[triangle].v;
    const vec3 p[3] = {c->hull->vertex[v[0]], c->hull->vertex[v[1]], c->hull->vertex[v[2]]};
    vec3 middle = vec3_scale(1.0 / 3, vec3_add(p[0], vec3_add(p[1], p[2])));
    double size = 0;
    for (int i = 0; i < 3; i++) size = fmax(size, vec3_norm(vec3_sub(p[i], middle)));
    if (fabs(vec3_dot(c->hull->normal[triangle], vec3_sub(near->centre, p[0]))) > r) return;
    if (vec3_norm(vec3_sub(near->centre, middle)) > r + size) return;
    near->triangle[near->n] = triangle;
    near->middle[near->n] = middle;
    near->size[near->n++] = size;
}

// Gathers the triangles near the link when it has left the place where they were gathered last.
static void gather(contact_hull_links *c, contact_near *near, vec3 centre) {
    if (near->n >= 0 && vec3_norm2(vec3_sub(centre, near->centre)) < MARGIN * MARGIN) return;
    double r = reach(&c->shape) + MARGIN;
    vec3 d = {r, r, r};
    int n = contact_bvh_query(c->tree, c->hull, vec3_sub(centre, d), vec3_add(centre, d), c->candidates,
                              CONTACT_LINK_CANDIDATES);
    int fit = n < CONTACT_LINK_CANDIDATES ? n : CONTACT_LINK_CANDIDATES;
    c->dropped += n - fit;
    near->centre = centre;
    near->n = 0;
    for (int k = 0; k < fit; k++) note(c, near, c->candidates[k], r);
}

// Those of them, in the same order, whose bounding sphere comes within a bar diameter of the link's curve: one distance
// tells that of most others.
static int sift(const contact_hull_links *c, const contact_near *near, const pose *link, int *out) {
    const contact_link_shape *s = &c->shape;
    int n = 0;
    for (int k = 0; k < near->n; k++) {
        vec3 x = pose_point_inverse(link, near->middle[k]);
        double z = fabs(x.z) > s->half ? fabs(x.z) - s->half : 0, off = sqrt(x.x * x.x + z * z) - s->radius;
        double within = 2 * s->tube + near->size[k];
        if (x.y * x.y + off * off <= within * within) out[n++] = near->triangle[k];
    }
    return n;
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
        int n = sift(c, &c->near[k], &link, c->candidates);
        if (n == 0) continue;
        contact_link_detect(&c->shape, c->method, &link, c->hull, c->candidates, n, found);
        for (int i = 0; i < CONTACT_LINK_SLOTS; i++)
            if (found[i].depth > 0)
                contact_set_add(&c->set, e, z, c->body[k], &link,
                                &(contact_touch){.key = CONTACT_LINK_SLOTS * (int64_t)c->body[k] + i,
                                                 .point = found[i].point,
                                                 .normal = found[i].normal,
                                                 .depth = found[i].depth});
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
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = contact_set_z_size(SET_CAPACITY),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept};
    return contact_set_create(&c->set, m, SET_CAPACITY, 2 * shape->half);
}

void contact_hull_links_free(contact_hull_links *c) {
    contact_set_free(&c->set);
    free(c->near);
    *c = (contact_hull_links){0};
}
