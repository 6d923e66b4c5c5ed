// SPDX-License-Identifier: MIT
#include "dynamics/water/shelter.h"

double dyn_shelter_passed(const dyn_shelter *s, double number) {
    double x = 0.5 * number * s->beam * exp(number * s->draught);
    return 1 / sqrt(1 + x * x);
}

// 1 within the half width, 0 beyond it by `edge`, smooth between.
static double within(double x, double half, double edge) {
    double over = fmin(fmax((fabs(x) - half) / edge, 0), 1);
    return 1 - over * over * (3 - 2 * over);
}

double dyn_shelter_at(const dyn_shelter *s, const dyn_axes *axes, vec3 way, vec3 x) {
    if (!(s->length > 0)) return 0;
    vec3 from = vec3_sub(x, dyn_axes_to_world(axes, s->middle));
    vec3 bow = vec3_unit(vec3_make(axes->r.m[0][0], axes->r.m[1][0], 0));
    double ahead = vec3_dot(way, bow), abeam = fabs(bow.x * way.y - bow.y * way.x); // parts of the waves' direction
    double deep = 0.5 * (s->length * fabs(ahead) + s->beam * abeam); // half extents of the box along the waves, across
    double wide = 0.5 * (s->length * abeam + s->beam * fabs(ahead));
    double along = vec3_dot(from, way), across = from.x * way.y - from.y * way.x;
    // the shadow begins at the middle of the hull and ends a beam behind it
    double end = deep + s->beam;
    return abeam * abeam * within(across, wide, 0.5 * s->beam) * within(along - 0.5 * end, 0.5 * end, 0.5 * s->beam);
}
