// SPDX-License-Identifier: MIT
// Penetration depth and its direction, or distance, of two convex shapes.
#ifndef HAWSE_CONTACT_CONVEX_CONVEX_H
#define HAWSE_CONTACT_CONVEX_CONVEX_H

#include "contact/convex/epa.h"
#include "contact/convex/manifold.h"

typedef struct contact_convex_answer {
    contact_touching touching;
    double slack; // the true least depth is at most this much below touching.depth [m]
    int supports; // support points evaluated
    bool capped;  // an iteration cap or rounding ended the search: touching.depth is the best upper bound found
} contact_convex_answer;

// Returns whether the shapes are closer than margin (>= 0) [m]; if not, sets only touching.normal, a direction that
// separates them. The relative error of the depth is 1e-6; the absolute error is 1e-11 of c->size. For shapes that just
// touch (needles 100 000 times as long as thick among them) the error is 2e-9 of c->size. start: as for
// contact_gjk_run. Frame thread.
bool contact_convex_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out);
// Like contact_convex_find for two boxes: overlapping boxes by separating axes (Gottschalk, Lin, Manocha 1996). Frame
// thread.
bool contact_box_box_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out);
// Stores the separating axis as the start of the next step's search; shapes that meet store none. The EPA search
// converges more slowly from the last direction than from none (bench_convex).
void contact_convex_store(const contact_convex_answer *found, const pose *at_a, contact_pair_memory *m);
// Writes the manifold's hits; returns their number.
int contact_convex_hits(const contact_convex *c, const contact_convex_answer *found, const pose *at_a, double margin,
                        contact_hit *hit, int most);

#endif
