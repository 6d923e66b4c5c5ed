// SPDX-License-Identifier: MIT
// Soil over depth at a place: one layer without end, or a cover of another soil over it.
//
// Within BLEND below the border of the layers, or the cover's thickness if that is less, the stress passes from the
// cover's to that of the layer below, so that it is continuous. The sand below bears as under its own weight plus the
// cover's; the clay below has its strength from the border down. Of rock the stress is zero: rock.h has its contact.
#ifndef HAWSE_DYNAMICS_GROUND_SITE_H
#define HAWSE_DYNAMICS_GROUND_SITE_H

#include "dynamics/soil/soil.h"

typedef struct ground_site {
    ground_soil base, cover;
    double thickness; // of the cover [m]; 0: none
    double surcharge; // weight of the cover, as a depth of the base [m]
    ground_soil top;  // of a chain on it; of a thin cover a mean by its thickness over the depth to which a link sinks
} ground_site;

// Makes the site; cover: NULL with a thickness of 0. Set-up.
void ground_site_make(ground_site *s, const ground_soil *base, const ground_soil *cover, double thickness);
// Stress [Pa] at this depth on an element with this outward unit normal that moves along the unit vector `way`, where
// `up` is the bottom's normal. Frame thread.
vec3 ground_site_stress(const ground_site *s, vec3 normal, vec3 way, vec3 up, double depth, const ground_grip *memory);
// The layer at this depth.
static inline const ground_soil *ground_site_soil(const ground_site *s, double depth) {
    return depth < s->thickness ? &s->cover : &s->base;
}

#endif
