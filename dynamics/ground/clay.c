// SPDX-License-Identifier: MIT
#include "dynamics/ground/clay.h"

#define FADE 0.1 // sine of an angle up to which a stress grows: of a face to its motion, of the motion to the normal

double ground_clay_shear(const ground_soil *s, double depth) { return s->shear + s->shear_up * fmax(depth, 0); }

double ground_clay_bearing(const ground_soil *s, double depth) {
    return 6 * (1 + 0.2 * fmin(fmax(depth, 0) / s->breadth, 2.5));
}

double ground_clay_rest(const ground_soil *s, double rested, double time, double slid) {
    if (!(s->rest > 0)) return 0;
    return (1 - (1 - rested) * exp(-time / s->rest)) * exp(-slid / s->wear);
}

vec3 ground_clay_stress(const ground_soil *s, vec3 normal, vec3 way, double depth, double rested) {
    double shear = ground_clay_shear(s, depth), advance = vec3_dot(normal, way);
    double pressure = ground_clay_bearing(s, depth) * shear * fmin(fabs(advance) / FADE, 1);
    vec3 along = vec3_madd(way, -advance, normal);
    double slide = vec3_norm(along);
    double held = advance > 0 ? -pressure : s->suction * pressure;
    double adhesion = s->adhesion + rested * fmax(s->rested_adhesion - s->adhesion, 0);
    return vec3_madd(vec3_scale(held, normal), -adhesion * shear / fmax(slide, FADE), along);
}
