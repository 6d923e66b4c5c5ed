// SPDX-License-Identifier: MIT
#include "contact/set/hull_links.h"
#include <stdlib.h>

#define MARGIN 0.01 // a link that moved farther gathers its triangles again [m]
// search range of a link's clearance [m]; a link without triangles nearby rests until it has moved by its clearance
#define FAR 1.0
#define SLACK 1e-9       // bound of the rounding of distances [m]
#define SET_CAPACITY 512 // contacts of all links
#define HALVINGS 60      // bisection steps of depth_threshold

// Bound of the motion of any point of the curve since the pose `at`.
static double largest_move(const contact_link_shape *s, const pose *at, const pose *link) {
    double x = 0, z = 0;
    for (int i = 0; i < 3; i++) {
        double dx = link->r.m[i][0] - at->r.m[i][0], dz = link->r.m[i][2] - at->r.m[i][2];
        x += dx * dx;
        z += dz * dz;
    }
    return vec3_norm(vec3_sub(link->p, at->p)) + s->radius * sqrt(x) + (s->half + s->radius) * sqrt(z);
}

// Gathers the triangles near the link. If there are none, the link's clearance becomes its reach.
static void gather_triangles(const contact_hull_links *c, int k, const pose *link) {
    const contact_link_shape *s = &c->shape[k];
    contact_near *near = &c->near[k];
    int kept;
    near->at = *link;
    near->reach = MARGIN;
    near->n = contact_link_near(s, link, c->hull, c->tree, s->tube + MARGIN + SLACK, near->triangle, near->gap,
                                CONTACT_LINK_KEPT, &kept);
    if (near->n == 0)
        near->reach = fmax(MARGIN, contact_link_clearance(s, link, c->tree, s->tube + FAR) - s->tube - SLACK);
}

// Writes all triangles within `range` of the link's curve to c->candidates, in the tree's order, by a walk of the tree;
// returns their number.
static int walk_tree(contact_hull_links *c, int k, const pose *link, double range) {
    int n, found = contact_link_near(&c->shape[k], link, c->hull, c->tree, range + SLACK, c->candidates, c->gap,
                                     CONTACT_LINK_CANDIDATES, &n);
    c->dropped += found - n;
    return n;
}

// Writes the triangles that may touch the link's tube to c->candidates, in the tree's order; returns their number.
static int choose_candidates(contact_hull_links *c, int k, const pose *link) {
    const contact_link_shape *s = &c->shape[k];
    contact_near *near = &c->near[k];
    if (!c->coherent) return walk_tree(c, k, link, s->tube);
    double way = near->reach < 0 ? HUGE_VAL : largest_move(s, &near->at, link);
    if (!(way <= near->reach)) {
        gather_triangles(c, k, link);
        way = 0;
    }
    if (near->n > CONTACT_LINK_KEPT) return walk_tree(c, k, link, s->tube);
    int n = 0;
    for (int i = 0; i < near->n; i++)
        if (near->gap[i] - way <= s->tube + SLACK) c->candidates[n++] = near->triangle[i];
    return n;
}

// Detects the contacts of link k; returns the number of slots filled in.
static int detect_link(contact_hull_links *c, int k, const pose *link, contact_link_point found[CONTACT_LINK_SLOTS]) {
    const contact_link_shape *s = &c->shape[k];
    int n = choose_candidates(c, k, link);
    if (n == 0) return 0;
    if (!contact_link_detect(s, link, c->hull, c->candidates, n, found)) return CONTACT_LINK_SLOTS;
    n = walk_tree(c, k, link, 2 * s->tube); // a part of the link lies deep inside
    contact_link_detect(s, link, c->hull, c->candidates, n, found);
    return CONTACT_LINK_SLOTS;
}

// Whether link k may touch the carrier, whose mesh has its middle there: whether the spheres about both overlap.
static bool is_near(const contact_hull_links *c, const dyn_eval *e, int k, vec3 middle) {
    const contact_link_shape *s = &c->shape[k];
    double within = c->span + s->half + s->radius + s->tube, w[4];
    dyn_body_weights(e->model, c->body[k], vec3_make(0, 0, 0), w);
    return vec3_norm2(vec3_sub(dyn_body_point(e, c->body[k], w), middle)) < within * within;
}

int contact_body_links_near(const contact_hull_links *c, const dyn_eval *e, int from) {
    const pose on = dyn_body_pose(e, c->carrier);
    const vec3 middle = pose_point(&on, c->middle);
    for (int k = from; k < c->links; k++)
        if (c->shape[k].tube > 0 && is_near(c, e, k, middle)) return k;
    return -1;
}

static pose pose_in(const pose *frame, const pose *p) {
    mat3 back = mat3_transpose(&frame->r);
    return (pose){mat3_matmul(&back, &p->r), pose_point_inverse(frame, p->p)};
}

// Detects all contacts; on: pose of the carrier.
static void detect_all(contact_hull_links *c, const dyn_eval *e, const pose *on) {
    contact_link_point found[CONTACT_LINK_SLOTS];
    const vec3 middle = pose_point(on, c->middle);
    c->touches = 0;
    for (int k = 0; k < c->links; k++) {
        if (!dyn_body_active(e, c->body[k]) || c->shape[k].tube == 0) continue;
        if (c->carrier >= 0 && !is_near(c, e, k, middle)) continue;
        pose link = dyn_body_pose(e, c->body[k]);
        if (c->carrier >= 0) link = pose_in(on, &link);
        int slots = detect_link(c, k, &link, found);
        for (int i = 0; i < slots; i++)
            if (found[i].depth > 0) c->touch[c->touches++] = (contact_link_touch){k, i, found[i]};
    }
}

static int count_deeper(const contact_hull_links *c, double depth) {
    int n = 0;
    for (int i = 0; i < c->touches; i++) n += c->touch[i].at.depth > depth;
    return n;
}

// Least depth above which all contacts fit into the set; zero if all fit. Bisection to within the last few bits.
static double depth_threshold(const contact_hull_links *c) {
    double low = 0, high = 0;
    if (c->touches <= c->set.capacity) return 0;
    for (int i = 0; i < c->touches; i++) high = fmax(high, c->touch[i].at.depth);
    for (int k = 0; k < HALVINGS; k++) {
        double middle = 0.5 * (low + high);
        if (count_deeper(c, middle) > c->set.capacity)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// Transforms the contacts from the frame `on`.
static void transform_touches(contact_hull_links *c, const pose *on) {
    for (int i = 0; i < c->touches; i++) {
        contact_link_point *at = &c->touch[i].at;
        at->point = pose_point(on, at->point);
        at->normal = mat3_mul(&on->r, at->normal);
    }
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_hull_links *c = self;
    pose on = {.r = mat3_identity()};
    if (c->carrier >= 0) on = dyn_body_pose(e, c->carrier);
    contact_set_begin(&c->set);
    c->dropped = 0;
    detect_all(c, e, &on);
    if (c->carrier >= 0) {
        transform_touches(c, &on);
        z = contact_set_memory(&c->set, z, &on);
    }
    double depth = depth_threshold(c);
    pose link = {.r = mat3_identity()};
    for (int i = 0; i < c->touches; i++) {
        const contact_link_touch *t = &c->touch[i];
        int body = c->body[t->link];
        if (i == 0 || t->link != c->touch[i - 1].link) link = dyn_body_pose(e, body);
        if (t->at.depth > depth)
            contact_set_add(&c->set, e, z, body, &link,
                            &(contact_touch){.key = CONTACT_LINK_SLOTS * (int64_t)body + t->slot,
                                             .point = t->at.point,
                                             .normal = t->at.normal,
                                             .depth = t->at.depth});
    }
    c->dropped += c->touches - c->set.n;
    if (c->dropped > 0) *e->events |= RT_EVENT_BIT(RT_EVENT_CONTACT_FULL);
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

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const contact_hull_links *c = self;
    (void)z;
    return contact_set_energy(&c->set, e);
}

static rt_status create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links, int carrier,
                        const contact_mesh *mesh, const contact_bvh *tree, const contact_material *m, int capacity) {
    *c = (contact_hull_links){
        .hull = mesh, .tree = tree, .body = body, .links = links, .carrier = carrier, .coherent = true};
    c->near = calloc((size_t)links + 1, sizeof *c->near);
    c->shape = calloc((size_t)links + 1, sizeof *c->shape);
    c->touch = calloc((size_t)links * CONTACT_LINK_SLOTS + 1, sizeof *c->touch);
    if (!c->near || !c->shape || !c->touch) {
        contact_hull_links_free(c);
        return RT_ERR_MEMORY;
    }
    for (int k = 0; k < links; k++) contact_hull_links_set_shape(c, k, shape);
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = contact_set_z_size(capacity),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    return contact_set_create_between(&c->set, m, capacity, 2 * shape->half, carrier);
}

rt_status contact_hull_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    const contact_mesh *hull, const contact_bvh *tree, const contact_material *m) {
    return create(c, shape, body, links, -1, hull, tree, m, SET_CAPACITY);
}

rt_status contact_body_links_create(contact_hull_links *c, const contact_link_shape *shape, const int *body, int links,
                                    int carrier, const contact_mesh *mesh, const contact_bvh *tree,
                                    const contact_material *m, int capacity) {
    rt_status status = create(c, shape, body, links, carrier, mesh, tree, m, capacity);
    if (status != RT_OK) return status;
    c->middle = vec3_scale(0.5, vec3_add(mesh->lo, mesh->hi));
    for (int k = 0; k < mesh->nv; k++) c->span = fmax(c->span, vec3_norm(vec3_sub(mesh->vertex[k], c->middle)));
    c->set.uncoupled = true;
    return RT_OK;
}

void contact_hull_links_set_shape(contact_hull_links *c, int link, const contact_link_shape *shape) {
    c->shape[link] = shape ? *shape : (contact_link_shape){0};
    c->near[link].reach = -1;
}

void contact_hull_links_free(contact_hull_links *c) {
    contact_set_free(&c->set);
    free(c->near);
    free(c->shape);
    free(c->touch);
    *c = (contact_hull_links){0};
}
