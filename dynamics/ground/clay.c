// SPDX-License-Identifier: MIT
#include "dynamics/ground/clay.h"

#define FADE 0.1 // sine of an angle up to which a stress grows: of a face to its motion, of the motion to the normal

double ground_clay_shear(const ground_soil *s, double depth) { return s->shear + s->shear_up * fmax(depth, 0); }

double ground_clay_bearing(const ground_soil *s, double depth) {
    return 6 * (1 + 0.2 * fmin(fmax(depth, 0) / s->breadth, 2.5));
}

double ground_clay_uplift(const ground_soil *s, double depth) {
    return fmin(1.2 * fmax(depth, 0) / s->breadth, ground_clay_bearing(s, depth));
}

vec3 ground_clay_stress(const ground_soil *s, vec3 normal, vec3 way, vec3 up, double depth) {
    double shear = ground_clay_shear(s, depth), advance = vec3_dot(normal, way);
    double factor = ground_clay_bearing(s, depth), rise = fmax(vec3_dot(way, up), 0);
    if (advance > 0) factor += rise * (ground_clay_uplift(s, depth) - factor);
    double pressure = factor * shear * fmin(fabs(advance) / FADE, 1);
    vec3 along = vec3_madd(way, -advance, normal);
    double slide = vec3_norm(along);
    double held = advance > 0 ? -pressure : s->suction * pressure;
    return vec3_madd(vec3_scale(held, normal), -s->adhesion * shear / fmax(slide, FADE), along);
}
