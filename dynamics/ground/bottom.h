// SPDX-License-Identifier: MIT
// The bottom: a plane, or a smooth surface over a grid; one soil everywhere, or others within areas; rock.
//
// Whoever touches it at a point gets the plane that touches the surface nearest to that point, for a step. So the
// contact of the plane is that of the surface, and its force along the surface's normal is the gradient of its energy.
//
// Areas stand apart by GROUND_BORDER. Across that width the soil passes from one side's to the other's. The soil at a
// bristle is that of the bristle's anchor: it changes only while the bristle slides, and then every soil takes energy.
// The stiffness under a chain is the same everywhere, since a change of it would give or take energy.
//
// Rock has a surface of its own below the bottom: where rock is bare both are one, beside the area of rock it falls
// away at 45 deg under the soil, and under a cover it lies deeper by the cover's thickness.
#ifndef HAWSE_DYNAMICS_GROUND_BOTTOM_H
#define HAWSE_DYNAMICS_GROUND_BOTTOM_H

#include "dynamics/ground/grid.h"
#include "dynamics/ground/plane.h"
#include "dynamics/soil/site.h"
#include <stddef.h>

enum { GROUND_AREAS = 8 };
#define GROUND_BORDER 1.0 // width across which one soil passes into the other [m]; our choice

// A circle, or a box along the world's axes if `half` is not 0.
typedef struct ground_area {
    double at[2];   // its middle, x and y [m]
    double radius;  // [m]
    double half[2]; // half of its lengths in x and y [m]
} ground_area;

typedef struct ground_bottom {
    ground_plane plane; // without a grid
    ground_grid grid;
    int areas;
    ground_area area[GROUND_AREAS];
    ground_site site[1 + GROUND_AREAS]; // outside the areas; of each area
    int rock;                           // a site of rock; -1: none
} ground_bottom;

// Soil at a place: of one site, or shares of two.
typedef struct ground_mixture {
    int n;
    const ground_site *site[2];
    double share[2];
} ground_mixture;

// A bottom of one soil on a plane.
void ground_bottom_make(ground_bottom *b, const ground_plane *plane, const ground_soil *soil);
// After the sites: finds out whether there is rock. Set-up.
void ground_bottom_finish(ground_bottom *b);
void ground_bottom_free(ground_bottom *b);
// Signed distance of a place from an area's border [m]; negative: inside.
double ground_area_distance(const ground_area *a, double x, double y);
// Least distance between two areas [m]; at most 0: they meet.
double ground_area_gap(const ground_area *a, const ground_area *b);
// Height of the bottom at a place [m]. Any thread.
double ground_bottom_height(const ground_bottom *b, double x, double y);
// The plane that touches the bottom nearest to the point. Frame thread.
ground_plane ground_bottom_at(const ground_bottom *b, vec3 x);
// The same of the rock; false: none below this place, or the point is surely above it. Frame thread.
bool ground_bottom_rock(const ground_bottom *b, vec3 x, ground_plane *rock);
// The rock, whose bearing, damping and friction are the same everywhere; NULL: none.
static inline const ground_soil *ground_bottom_rock_soil(const ground_bottom *b) {
    return b->rock < 0 ? NULL : &b->site[b->rock].base;
}
// Whether no point within `reach` [m] of x is below the bottom; false when in doubt. Frame thread.
bool ground_bottom_clear(const ground_bottom *b, vec3 x, double reach);
// Whether soil sticks to what lies at this place: bare rock leaves none.
bool ground_bottom_sticks(const ground_bottom *b, vec3 x);
// The soil at a place. Frame thread.
ground_mixture ground_bottom_soil(const ground_bottom *b, vec3 x);
// The site with the larger share in it.
const ground_site *ground_bottom_site(const ground_bottom *b, vec3 x);

#endif
