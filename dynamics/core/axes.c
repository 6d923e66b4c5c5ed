// SPDX-License-Identifier: MIT
// The axes are stepped by the trapezoidal rule from accelerations, not set to the prescribed pose. Pose, velocity and
// acceleration then agree as those of the coordinates do; a free mass 300 m off feels each disagreement. For the
// rotation the rule is Cayley's map, R1 = R0 cay(h/2 (W0 + W1)): at a constant W it is what the trapezoidal rule makes
// of a point at rest in the world. A rule alone would drift: a soft pull returns the axes to the prescribed motion.
#include "dynamics/core/axes.h"

#define PULL 0.2 // natural frequency of the pull, critically damped [rad/s]; its acceleration is of the order of h²

const dyn_axes dyn_axes_rest = {.turn = {1, 0, 0, 0}, .r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

// Quaternion product a b.
static void multiply(const double a[4], const double b[4], double out[4]) {
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

void dyn_axes_turn(dyn_axes *a, const double turn[4]) {
    double n = 1 / sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    for (int k = 0; k < 4; k++) a->turn[k] = n * turn[k];
    double s = a->turn[0], x = a->turn[1], y = a->turn[2], z = a->turn[3];
    a->r = (mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - s * z), 2 * (x * z + s * y)},
                   {2 * (x * y + s * z), 1 - 2 * (x * x + z * z), 2 * (y * z - s * x)},
                   {2 * (x * z - s * y), 2 * (y * z + s * x), 1 - 2 * (x * x + y * y)}}};
}

// The axes after a step from *from, if their accelerations at its end are a and w_change. Cayley's map of the vector x
// is the rotation by 2 atan(|x|/2) about x, the quaternion (1, x/2).
static dyn_axes step_by_rule(const dyn_axes *from, vec3 a, vec3 w_change, double h) {
    dyn_axes to = {.a = a, .w_change = w_change};
    to.v = vec3_madd(from->v, 0.5 * h, vec3_add(from->a, a));
    to.p = vec3_madd(from->p, 0.5 * h, vec3_add(from->v, to.v));
    to.w = vec3_madd(from->w, 0.5 * h, vec3_add(from->w_change, w_change));
    vec3 half = vec3_scale(0.25 * h, vec3_add(from->w, to.w));
    const double by[4] = {1, half.x, half.y, half.z};
    double turn[4];
    multiply(from->turn, by, turn);
    dyn_axes_turn(&to, turn);
    return to;
}

// Rotation vector from *from to *to, small, in the axes of *from [rad].
static vec3 rotation_between(const dyn_axes *from, const dyn_axes *to) {
    const double back[4] = {from->turn[0], -from->turn[1], -from->turn[2], -from->turn[3]};
    double by[4];
    multiply(back, to->turn, by);
    return vec3_scale(by[0] < 0 ? -2 : 2, vec3_make(by[1], by[2], by[3]));
}

void dyn_axes_advance(dyn_axes *a, const dyn_motion *motion, double t, double h) {
    dyn_axes wanted;
    motion->at(motion->self, t, &wanted);
    const dyn_axes ahead = step_by_rule(a, wanted.a, wanted.w_change, h);
    vec3 off = vec3_sub(wanted.p, ahead.p), turned = rotation_between(&ahead, &wanted);
    vec3 pull = vec3_madd(vec3_scale(PULL * PULL, off), 2 * PULL, vec3_sub(wanted.v, ahead.v));
    vec3 twist = vec3_madd(vec3_scale(PULL * PULL, turned), 2 * PULL, vec3_sub(wanted.w, ahead.w));
    *a = step_by_rule(a, vec3_add(wanted.a, pull), vec3_add(wanted.w_change, twist), h);
}
