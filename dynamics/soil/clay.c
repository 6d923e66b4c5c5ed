// SPDX-License-Identifier: MIT
#include "dynamics/soil/clay.h"

#define FADE 0.1 // sine of an angle up to which a stress grows: of a face to its motion, of the motion to the normal

double ground_clay_shear(const ground_soil *s, double depth) { return s->shear + s->shear_up * fmax(depth, 0); }

double ground_clay_bearing(const ground_soil *s, double depth) {
    return 6 * (1 + 0.2 * fmin(fmax(depth, 0) / s->breadth, 2.5));
}

double ground_clay_uplift(const ground_soil *s, double depth) {
    return fmin(1.2 * fmax(depth, 0) / s->breadth, ground_clay_bearing(s, depth));
}

void ground_clay_rest(const ground_soil *s, double pressure, double time, double slid, ground_grip *memory) {
    if (!(s->rest > 0)) return;
    const double left = exp(-time / s->rest), most = s->gain * pressure;
    memory->rested = (1 - (1 - memory->rested) * left) * exp(-slid / s->wear);
    if (most > memory->gained) memory->gained = most - (most - memory->gained) * left; // unloaded, it does not swell
    memory->gained *= exp(-2 * slid / s->breadth);
}

vec3 ground_clay_stress(const ground_soil *s, vec3 normal, vec3 way, vec3 up, double depth, const ground_grip *memory) {
    double shear = (1 + memory->gained) * ground_clay_shear(s, depth), advance = vec3_dot(normal, way);
    double factor = ground_clay_bearing(s, depth), rise = fmax(vec3_dot(way, up), 0);
    if (advance > 0) factor += rise * (ground_clay_uplift(s, depth) - factor);
    double pressure = factor * shear * fmin(fabs(advance) / FADE, 1);
    vec3 along = vec3_madd(way, -advance, normal);
    double slide = vec3_norm(along);
    double held = advance > 0 ? -pressure : s->suction * pressure;
    double adhesion = s->adhesion + memory->rested * fmax(s->rested_adhesion - s->adhesion, 0);
    return vec3_madd(vec3_scale(held, normal), -adhesion * shear / fmax(slide, FADE), along);
}
