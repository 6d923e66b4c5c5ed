// SPDX-License-Identifier: MIT
// The deepest places along a contour, in order, and the depth that each place of one contact counts with. Private to
// contact/.
#ifndef HAWSE_CONTACT_CURVE_PAIR_PLACES_H
#define HAWSE_CONTACT_CURVE_PAIR_PLACES_H

#include "contact/curve_pair/curve_pair.h"

typedef struct curve_place {
    double depth, before; // least depth on the way from the place before [m]
    int hit;              // -1: known already, or it did not fit
} curve_place;

// dip: least depth since the last place; initially infinite, and lowered by the caller along the contour.
typedef struct curve_places {
    curve_place place[CONTACT_CURVE_HITS];
    int n;
    double dip;
} curve_places;

// Adds a place, and its hit unless the hit is already known.
void curve_places_add(curve_places *p, contact_curve_hits *hits, const contact_curve_hit *hit, bool known);
// Reduces the depths of places that belong to one contact; call at the end of the contour.
void curve_places_share(curve_places *p, contact_curve_hits *hits, bool closed);

#endif
