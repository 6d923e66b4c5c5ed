// SPDX-License-Identifier: MIT
// Helpers that make the hits of the pairs. Private to contact/.
#ifndef HAWSE_CONTACT_SHAPE_HITS_H
#define HAWSE_CONTACT_SHAPE_HITS_H

#include "contact/shape/hit.h"

// The point of a shape's surface nearest to a given point, in the shape's frame.
typedef struct contact_surface_foot {
    vec3 x;          // on the surface [m]
    vec3 n;          // outward unit normal there, and the direction between the two points
    double distance; // of the point from the surface [m]; negative: it lies inside
} contact_surface_foot;

// The hit of a ball with the surface whose place nearest to its centre is f, posed at b.
static inline contact_hit contact_ball_hit(const contact_surface_foot *f, double radius, const pose *b,
                                           int64_t feature) {
    double depth = radius - f->distance;
    return (contact_hit){.point = pose_point(b, vec3_madd(f->x, -0.5 * depth, f->n)),
                         .normal = mat3_mul(&b->r, f->n),
                         .depth = depth,
                         .feature = feature};
}

// The one hit of a ball with a shape, for contact_pair_detect.
static inline int contact_ball_hits(const contact_surface_foot *f, double radius, const pose *b, double margin,
                                    contact_hit *hit, int most) {
    if (!(radius - f->distance > -margin)) return 0;
    if (most > 0) hit[0] = contact_ball_hit(f, radius, b, 0);
    return 1;
}

// Adds a hit to the n found before. Beyond `most` the deepest stay; of equal ones the first.
static inline int contact_hits_add(contact_hit *hit, int n, int most, contact_hit h) {
    if (n < most) {
        hit[n] = h;
        return n + 1;
    }
    int shallowest = 0;
    for (int i = 1; i < most; i++)
        if (hit[i].depth <= hit[shallowest].depth) shallowest = i;
    if (most > 0 && h.depth > hit[shallowest].depth) hit[shallowest] = h;
    return n + 1;
}

// The hit of a corner [m, world] with the half space of `plane`; its depth may be anything.
static inline contact_hit contact_corner_hit(vec3 corner, const pose *plane, int64_t feature) {
    vec3 n = mat3_column(&plane->r, 2);
    double depth = -vec3_dot(n, vec3_sub(corner, plane->p));
    return (contact_hit){.point = vec3_madd(corner, 0.5 * depth, n), .normal = n, .depth = depth, .feature = feature};
}

#endif
