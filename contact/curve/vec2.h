// SPDX-License-Identifier: MIT
// Vectors of a plane; inline, no state.
#ifndef HAWSE_CONTACT_CURVE_VEC2_H
#define HAWSE_CONTACT_CURVE_VEC2_H

#include <math.h>

typedef struct vec2 {
    double x, y;
} vec2;

static inline vec2 vec2_add(vec2 a, vec2 b) { return (vec2){a.x + b.x, a.y + b.y}; }
static inline vec2 vec2_sub(vec2 a, vec2 b) { return (vec2){a.x - b.x, a.y - b.y}; }
static inline vec2 vec2_scale(double s, vec2 a) { return (vec2){s * a.x, s * a.y}; }
// a + s b
static inline vec2 vec2_madd(vec2 a, double s, vec2 b) { return (vec2){a.x + s * b.x, a.y + s * b.y}; }
static inline double vec2_dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
// z of a × b
static inline double vec2_cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
static inline double vec2_norm2(vec2 a) { return vec2_dot(a, a); }
static inline double vec2_norm(vec2 a) { return sqrt(vec2_dot(a, a)); }
// a / |a|; the zero vector stays zero.
static inline vec2 vec2_unit(vec2 a) {
    double n = vec2_norm(a);
    return n > 0 ? vec2_scale(1 / n, a) : a;
}
// a turned by 90° clockwise: to the right of a.
static inline vec2 vec2_right(vec2 a) { return (vec2){a.y, -a.x}; }

#endif
