// SPDX-License-Identifier: MIT
// Quaternions of rotations, for pictures and streams; the physics has none. Pure.
#ifndef HAWSE_DYNAMICS_MATH_QUAT_H
#define HAWSE_DYNAMICS_MATH_QUAT_H

#include "dynamics/math/math3.h"

// Scalar part first.
typedef struct quat {
    double w, x, y, z;
} quat;

// Unit quaternion of a rotation matrix. Starts from the largest of the four components, so that no division is by a
// small number (Shepperd 1978).
static inline quat quat_of(const mat3 *r) {
    const double(*m)[3] = r->m;
    double t[4] = {1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2],
                   1 - m[0][0] - m[1][1] + m[2][2]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (t[i] > t[k]) k = i;
    double s = sqrt(t[k]), a = 0.5 / s;
    double wx = a * (m[2][1] - m[1][2]), wy = a * (m[0][2] - m[2][0]), wz = a * (m[1][0] - m[0][1]);
    double xy = a * (m[0][1] + m[1][0]), xz = a * (m[0][2] + m[2][0]), yz = a * (m[1][2] + m[2][1]);
    switch (k) {
    case 0:
        return (quat){s / 2, wx, wy, wz};
    case 1:
        return (quat){wx, s / 2, xy, xz};
    case 2:
        return (quat){wy, xy, s / 2, yz};
    default:
        return (quat){wz, xz, yz, s / 2};
    }
}

// Rotation matrix of a quaternion of any length above 0.
static inline mat3 quat_matrix(quat q) {
    double n = 2 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    double xx = n * q.x * q.x, yy = n * q.y * q.y, zz = n * q.z * q.z, xy = n * q.x * q.y, xz = n * q.x * q.z,
           yz = n * q.y * q.z, wx = n * q.w * q.x, wy = n * q.w * q.y, wz = n * q.w * q.z;
    return (mat3){{{1 - yy - zz, xy - wz, xz + wy}, {xy + wz, 1 - xx - zz, yz - wx}, {xz - wy, yz + wx, 1 - xx - yy}}};
}

#endif
