// SPDX-License-Identifier: MIT
// What the files of the review share; internal to the room.
#ifndef HAWSE_RT_REVIEW_PRIVATE_H
#define HAWSE_RT_REVIEW_PRIVATE_H

#include "rt/review/review.h"

void review_measure_pipe(const review_ship *s, review *r);
void review_measure_anchor(const review_ship *s, review *r);
void review_measure_overlap(const review_ship *s, review *r);
void review_measure_bottom(const review_ship *s, review *r);
void review_print_bottom(FILE *f, const review_ship *s);

static inline vec3 review_vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// Begin and end of a leg of the chain's path. The lead ends two links before the lifter, whose own mesh may be part of
// the hull's.
void review_leg(const review_ship *s, int leg, vec3 *from, vec3 *to);

#endif
