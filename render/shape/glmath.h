// SPDX-License-Identifier: MIT
// Float vectors and matrices for the GPU. cglm's vec3 and mat3 are renamed here, because math3.h has the same names.
#ifndef HAWSE_RENDER_SHAPE_GLMATH_H
#define HAWSE_RENDER_SHAPE_GLMATH_H

// malloc aligns to 16 bytes only; cglm's AVX matrices need 32
#define CGLM_ALL_UNALIGNED
#define vec3 cglm_vec3
#define mat3 cglm_mat3
#include <cglm/cglm.h>
#undef vec3
#undef mat3

#include "dynamics/math/math3.h"

static inline void glmath_vec3(vec3 a, float out[3]) {
    out[0] = (float)a.x;
    out[1] = (float)a.y;
    out[2] = (float)a.z;
}

static inline void glmath_pose(const pose *p, mat4 out) {
    const double at[3] = {p->p.x, p->p.y, p->p.z};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) out[i][k] = (float)p->r.m[k][i];
        out[3][k] = (float)at[k];
        out[k][3] = 0;
    }
    out[3][3] = 1;
}

#endif
