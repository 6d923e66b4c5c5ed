// SPDX-License-Identifier: MIT
#include "contact/hull_links.h"
#include "contact/bvh_box.h"
#include <stdlib.h>

#define MARGIN 0.01      // how far a link's curve moves before its triangles are gathered anew [m]
#define SET_CAPACITY 512 // contacts of all links
#define POINTS 8         // of a link's slots, its material points

// Within this of the link's curve, a bar diameter, contact_link_detect must be given all triangles.
static double reach(const contact_link_shape *s) { return 2 * s->tube; }

// Whether a ball, its middle in the link frame, comes within `range` of the curve: exact, for the curve is planar and
// lies at `radius` about a segment.
static bool ball_near(const contact_link_shape *s, vec3 middle, double size, double range) {
    double z = fabs(middle.z) > s->half ? fabs(middle.z) - s->half : 0;
    double off = sqrt(middle.x * middle.x + z * z) - s->radius, within = range + size;
    return middle.y * middle.y + off * off <= within * within;
}

// Box of all that is within `range` of the curve, hull frame.
static bvh_box curve_box(const contact_link_shape *s, const pose *link, double range) {
    const double p[3] = {link->p.x, link->p.y, link->p.z};
    double e[3];
    for (int i = 0; i < 3; i++) {
        const double *r = link->r.m[i];
        e[i] = s->half * fabs(r[2]) + s->radius * sqrt(r[0] * r[0] + r[2] * r[2]) + range;
    }
    return (bvh_box){vec3_make(p[0] - e[0], p[1] - e[1], p[2] - e[2]),
                     vec3_make(p[0] + e[0], p[1] + e[1], p[2] + e[2])};
}

// Whether the triangle's plane and its box in the link frame leave room for it within `range` of the curve.
static bool triangle_near(const contact_hull_links *c, const pose *link, int triangle, const vec3 p[3], double range) {
    const contact_link_shape *s = &c->shape;
    vec3 normal = mat3_tmul(&link->r, c->hull->normal[triangle]);
    bvh_box box = bvh_points_box(p[0], p[1], p[2]);
    double x = s->radius + range, z = s->half + x;
    return fabs(vec3_dot(normal, p[0])) <=
               s->half * fabs(normal.z) + s->radius * sqrt(normal.x * normal.x + normal.z * normal.z) + range &&
           bvh_box_meets(box, (bvh_box){vec3_make(-x, -range, -z), vec3_make(x, range, z)});
}

// Notes a triangle with its bounding sphere if it may come within `range` of the link's curve.
static void note(contact_hull_links *c, contact_near *near, int triangle, double range) {
    vec3 p[3], middle = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        vec3 x = c->hull->vertex[c->hull->tri[triangle].v[i]];
        p[i] = pose_point_inverse(&near->link, x);
        middle = vec3_madd(middle, 1.0 / 3, x);
    }
    vec3 m = pose_point_inverse(&near->link, middle);
    double size = 0;
    for (int i = 0; i < 3; i++) size = fmax(size, vec3_norm(vec3_sub(p[i], m)));
    if (!ball_near(&c->shape, m, size, range) || !triangle_near(c, &near->link, triangle, p, range)) return;
    if (near->n == CONTACT_LINK_CANDIDATES) {
        c->dropped++;
        return;
    }
    near->triangle[near->n] = triangle;
    near->middle[near->n] = middle;
    near->size[near->n++] = size;
}

// How far a point of the curve can have moved since the triangles were gathered.
static double moved(const contact_link_shape *s, const pose *now, const pose *then) {
    vec3 x = vec3_sub(mat3_column(&now->r, 0), mat3_column(&then->r, 0));
    vec3 z = vec3_sub(mat3_column(&now->r, 2), mat3_column(&then->r, 2));
    return vec3_norm(vec3_sub(now->p, then->p)) + s->radius * vec3_norm(x) + (s->half + s->radius) * vec3_norm(z);
}

// Gathers the triangles near the link, in the tree's order, when it has left the place where they were gathered last.
static void gather(contact_hull_links *c, contact_near *near, const pose *link) {
    if (near->n >= 0 && moved(&c->shape, link, &near->link) < MARGIN) return;
    double range = reach(&c->shape) + MARGIN;
    bvh_box wanted = curve_box(&c->shape, link, range);
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    near->link = *link;
    near->n = 0;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *node = &c->tree->node[stack[--top]];
        if (!bvh_box_meets(bvh_node_box(node), wanted)) continue;
        vec3 middle = vec3_scale(0.5, vec3_add(node->lo, node->hi));
        double size = 0.5 * vec3_norm(vec3_sub(node->hi, node->lo));
        if (!ball_near(&c->shape, pose_point_inverse(link, middle), size, range)) continue;
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
        for (int i = node->first; i < node->first + node->count; i++) note(c, near, c->tree->order[i], range);
    }
}

// Those of them, in the same order, whose bounding sphere comes within `range` of the link's curve.
static int sift(const contact_hull_links *c, const contact_near *near, const pose *link, double range, int *out) {
    int n = 0;
    for (int k = 0; k < near->n; k++)
        if (ball_near(&c->shape, pose_point_inverse(link, near->middle[k]), near->size[k], range))
            out[n++] = near->triangle[k];
    return n;
}

// Whether the link's curve itself has come through the hull at one of its material points.
static bool is_deep(const contact_link_shape *s, const contact_link_point *found) {
    for (int i = 0; i < POINTS; i++)
        if (found[i].depth > s->tube) return true;
    return false;
}

// The contacts of one link: triangles within the tube tell all, unless it is so deep that farther ones count.
static bool detect(contact_hull_links *c, const contact_near *near, const pose *link, contact_link_point *found) {
    int n = sift(c, near, link, c->shape.tube, c->candidates);
    if (n == 0) return false;
    contact_link_detect(&c->shape, link, c->hull, c->candidates, n, found);
    if (!is_deep(&c->shape, found)) return true;
    n = sift(c, near, link, reach(&c->shape), c->candidates);
    contact_link_detect(&c->shape, link, c->hull, c->candidates, n, found);
    return true;
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_hull_links *c = self;
    contact_link_point found[CONTACT_LINK_SLOTS];
    contact_set_begin(&c->set);
    c->dropped = 0;
    for (int k = 0; k < c->links; k++) {
        if (!dyn_body_active(e, c->body[k])) continue;
        pose link = dyn_body_pose(e, c->body[k]);
        gather(c, &c->near[k], &link);
        if (!detect(c, &c->near[k], &link, found)) continue;
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
