// SPDX-License-Identifier: MIT
// How two convex shapes stand to each other: the direction and the least depth, or the distance.
#ifndef HAWSE_CONTACT_CONVEX_CONVEX_H
#define HAWSE_CONTACT_CONVEX_CONVEX_H

#include "contact/convex/epa.h"
#include "contact/convex/manifold.h"

typedef struct contact_convex_answer {
    contact_touching touching;
    double slack; // the least depth is not less than touching.depth by more [m]
    int supports; // evaluated
    bool capped;  // an iteration cap or rounding ended the search: touching.depth is the best upper bound found
} contact_convex_answer;

// Whether they are closer than margin (>= 0) [m]; if not, only touching.normal is set, a direction in which they are
// apart. The depth is right to 1e-6 of itself and 1e-11 of the size; of shapes that just touch (needles that are a
// hundred thousand times as long as thick among them) to 2e-9 of the size. start: as contact_gjk_run. Frame thread.
bool contact_convex_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out);
// The same of two boxes, by the separating axes (Gottschalk, Lin, Manocha 1996) where they meet. Frame thread.
bool contact_box_box_find(const contact_convex *c, vec3 start, double margin, contact_convex_answer *out);
// Keeps for the next step the axis along which they are apart; of shapes that meet none, for the search of the least
// depth starts worse from the last one than from nowhere (bench_convex).
void contact_convex_store(const contact_convex_answer *found, const pose *at_a, contact_pair_memory *m);
// The hits of what was found; returns how many.
int contact_convex_hits(const contact_convex *c, const contact_convex_answer *found, const pose *at_a, double margin,
                        contact_hit *hit, int most);

#endif
