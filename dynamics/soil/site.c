// SPDX-License-Identifier: MIT
#include "dynamics/soil/site.h"
#include "dynamics/soil/clay.h"
#include "dynamics/soil/sand.h"

#define BLEND 0.2 // [m]; our choice

static double mix(double a, double b, double share) { return a + share * (b - a); }

void ground_site_make(ground_site *s, const ground_soil *base, const ground_soil *cover, double thickness) {
    *s = (ground_site){.base = *base, .thickness = thickness, .top = *base};
    if (!(thickness > 0)) return;
    s->cover = *cover;
    s->surcharge = thickness * cover->weight / base->weight;
    s->base.shear -= base->shear_up * thickness; // of its surface at the border, as it would be at the bottom
    const double share = fmin(thickness / cover->sinks, 1);
    s->top.sinks = mix(base->sinks, cover->sinks, share);
    s->top.along = mix(base->along, cover->along, share);
    s->top.across = mix(base->across, cover->across, share);
    s->top.clings = mix(base->clings, cover->clings, share);
}

// Of one layer; bearing: the depth by the weight over it, which the strength of sand grows with.
static vec3 layer_stress(const ground_soil *s, vec3 normal, vec3 way, vec3 up, double depth, double bearing,
                         const ground_grip *memory) {
    if (s->law == GROUND_ROCK) return vec3_make(0, 0, 0);
    if (s->law == GROUND_CLAY) return ground_clay_stress(s, normal, way, up, depth, memory);
    const double strength = s->exponent > 0 ? s->strength * ground_sand_growth(s->exponent, bearing) : s->strength;
    return vec3_scale(strength * bearing, ground_sand_stress(normal, way, up, s->friction));
}

vec3 ground_site_stress(const ground_site *s, vec3 normal, vec3 way, vec3 up, double depth, const ground_grip *memory) {
    if (!(s->thickness > 0)) return layer_stress(&s->base, normal, way, up, depth, depth, memory);
    const double below = depth - s->thickness, x = fmin(fmax(below / fmin(BLEND, s->thickness), 0), 1),
                 share = x * x * (3 - 2 * x);
    vec3 stress = {0, 0, 0};
    if (share < 1) stress = vec3_scale(1 - share, layer_stress(&s->cover, normal, way, up, depth, depth, memory));
    if (share > 0)
        stress = vec3_madd(stress, share, layer_stress(&s->base, normal, way, up, depth, below + s->surcharge, memory));
    return stress;
}
