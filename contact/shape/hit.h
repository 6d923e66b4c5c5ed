// SPDX-License-Identifier: MIT
// Hits: the places where two shapes touch, each a point, a normal and a depth.
#ifndef HAWSE_CONTACT_SHAPE_HIT_H
#define HAWSE_CONTACT_SHAPE_HIT_H

#include "contact/shape/outline.h"
#include "contact/shape/shape.h"

enum { CONTACT_PAIR_HITS = 16 };

// A place where a touches b, or comes nearer to it than the margin. World frame.
typedef struct contact_hit {
    vec3 point;      // where the force acts: halfway between the two surfaces along the normal [m]
    vec3 normal;     // unit, from b into a: the direction in which a separates
    double depth;    // distance that a must move along the normal to separate; negative: gap [m]
    double area;     // of the contact [m²]; 0: a point
    int64_t feature; // identifies the same place of the shapes in the next step (a corner, a point); 0: none
    bool region;     // of meshes: outline holds
    contact_outline outline;
} contact_hit;

// Memory of a pair from step to step; part of the state. Initially zero.
typedef struct contact_pair_memory {
    vec3 axis;      // separating axis, world; zero: none
    int64_t capped; // number of searches that ended at the iteration cap, with the best depth found so far
} contact_pair_memory;

// Fills at most `most` hits with depth > -margin, deepest first where they do not all fit; returns how many were found.
// most 1: of convex shapes that clipping is for, one hit at the centre of where they overlap.
// margin >= 0 [m]. work: what the pair's `create` made, NULL where there is none. Frame thread.
typedef int contact_pair_detect(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                                double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most);

#endif
