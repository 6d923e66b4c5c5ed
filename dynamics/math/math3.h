// SPDX-License-Identifier: MIT
// Vectors, 3×3 matrices and poses in double precision; inline, no state. Angles in rad.
#ifndef HAWSE_DYNAMICS_MATH_MATH3_H
#define HAWSE_DYNAMICS_MATH_MATH3_H

#include <math.h>

typedef struct vec3 {
    double x, y, z;
} vec3;

// Row-major: m[row][column].
typedef struct mat3 {
    double m[3][3];
} mat3;

// A body frame in the world: x_world = r x_body + p.
typedef struct pose {
    mat3 r;
    vec3 p;
} pose;

static inline vec3 vec3_make(double x, double y, double z) { return (vec3){x, y, z}; }
static inline vec3 vec3_add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 vec3_sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 vec3_scale(double s, vec3 a) { return (vec3){s * a.x, s * a.y, s * a.z}; }
// a + s b
static inline vec3 vec3_madd(vec3 a, double s, vec3 b) { return (vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline double vec3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 vec3_cross(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double vec3_norm2(vec3 a) { return vec3_dot(a, a); }
static inline double vec3_norm(vec3 a) { return sqrt(vec3_dot(a, a)); }
// a / |a|; the zero vector stays zero.
static inline vec3 vec3_unit(vec3 a) {
    double n = vec3_norm(a);
    return n > 0 ? vec3_scale(1 / n, a) : a;
}
static inline vec3 vec3_min(vec3 a, vec3 b) { return (vec3){fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)}; }
static inline vec3 vec3_max(vec3 a, vec3 b) { return (vec3){fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)}; }
// A unit vector normal to the unit vector n: along n × x, or along n × y when |n.x| >= 0.6, for good conditioning.
static inline vec3 vec3_any_normal(vec3 n) {
    vec3 e = fabs(n.x) < 0.6 ? vec3_make(1, 0, 0) : vec3_make(0, 1, 0);
    return vec3_unit(vec3_cross(n, e));
}

static inline mat3 mat3_identity(void) { return (mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
static inline mat3 mat3_columns(vec3 a, vec3 b, vec3 c) {
    return (mat3){{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
}
static inline vec3 mat3_column(const mat3 *a, int j) { return (vec3){a->m[0][j], a->m[1][j], a->m[2][j]}; }
static inline vec3 mat3_mul(const mat3 *a, vec3 v) {
    return (vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                  a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                  a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}
// aᵀ v
static inline vec3 mat3_tmul(const mat3 *a, vec3 v) {
    return (vec3){a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                  a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                  a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z};
}
static inline mat3 mat3_matmul(const mat3 *a, const mat3 *b) {
    mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return c;
}
static inline mat3 mat3_transpose(const mat3 *a) {
    mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.m[i][j] = a->m[j][i];
    return t;
}
static inline double mat3_det(const mat3 *a) {
    return vec3_dot(mat3_column(a, 0), vec3_cross(mat3_column(a, 1), mat3_column(a, 2)));
}
// Inverse by cofactors; the matrix must be regular.
static inline mat3 mat3_inverse(const mat3 *a) {
    vec3 c0 = mat3_column(a, 0), c1 = mat3_column(a, 1), c2 = mat3_column(a, 2);
    double s = 1 / vec3_dot(c0, vec3_cross(c1, c2));
    vec3 r0 = vec3_scale(s, vec3_cross(c1, c2)), r1 = vec3_scale(s, vec3_cross(c2, c0)),
         r2 = vec3_scale(s, vec3_cross(c0, c1));
    return (mat3){{{r0.x, r0.y, r0.z}, {r1.x, r1.y, r1.z}, {r2.x, r2.y, r2.z}}};
}
// Rotation by `angle` [rad] about the unit vector `axis` (Rodrigues).
static inline mat3 mat3_rotation(vec3 axis, double angle) {
    double s = sin(angle), c = cos(angle), k = 1 - c;
    vec3 u = axis;
    return (mat3){{{c + k * u.x * u.x, k * u.x * u.y - s * u.z, k * u.x * u.z + s * u.y},
                   {k * u.x * u.y + s * u.z, c + k * u.y * u.y, k * u.y * u.z - s * u.x},
                   {k * u.x * u.z - s * u.y, k * u.y * u.z + s * u.x, c + k * u.z * u.z}}};
}

static inline vec3 pose_point(const pose *a, vec3 v) { return vec3_add(a->p, mat3_mul(&a->r, v)); }
// Body coordinates of the world point v.
static inline vec3 pose_point_inverse(const pose *a, vec3 v) { return mat3_tmul(&a->r, vec3_sub(v, a->p)); }

#endif
