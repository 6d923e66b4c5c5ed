// SPDX-License-Identifier: MIT
// Friction in the tangent plane, which its laws share. Private to contact/.
#ifndef HAWSE_CONTACT_LAW_PLANE_H
#define HAWSE_CONTACT_LAW_PLANE_H

#include "contact/law.h"

// Coordinates along two axes of the tangent plane: f = -force, with k = df/ds and c = df/dv, not yet filtered.
typedef struct contact_plane_force {
    double f[2], k[2][2], c[2][2];
    int sticking;
} contact_plane_force;

// a += s (I - u u^T)
static inline void contact_add_across(double a[2][2], double s, const double u[2]) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) a[i][j] += s * ((i == j) - u[i] * u[j]);
}

// s: stretch of the bristle [m]; v: tangential velocity [m/s]; n: normal force of the bound [N].
contact_plane_force contact_bristle_friction(const contact_material *m, const contact_memory *mem, double n,
                                             const double s[2], const double v[2]);
contact_plane_force contact_coulomb_friction(const contact_material *m, double n, const double v[2]);
// The stored bristle turned into the present tangent plane (its length kept), stretched by slip.
vec3 contact_bristle_stretch(const contact_memory *mem, vec3 slip, vec3 normal);

#endif
