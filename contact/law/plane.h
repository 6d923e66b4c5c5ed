// SPDX-License-Identifier: MIT
// Friction in the tangent plane, which its laws share; the user's laws. Private to contact/.
#ifndef HAWSE_CONTACT_LAW_PLANE_H
#define HAWSE_CONTACT_LAW_PLANE_H

#include "contact/law/law.h"

// Coordinates along two axes of the tangent plane: f = -force, with k = df/ds and c = df/dv, not yet filtered.
typedef struct contact_plane_force {
    double f[2], k[2][2], c[2][2];
    int sticking;
    bool refused;
} contact_plane_force;

// a += s (I - u u^T)
static inline void contact_add_across(double a[2][2], double s, const double u[2]) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) a[i][j] += s * ((i == j) - u[i] * u[j]);
}

// s: stretch of the bristle [m]; v: tangential velocity [m/s]; n: normal force of the bound [N].
contact_plane_force contact_bristle_friction(const contact_material *m, const contact_memory *mem, double n,
                                             const double s[2], const double v[2]);
// The user's friction law along the axes t and b of the tangent plane; refused answers have no force.
contact_plane_force contact_user_friction(const contact_material *m, const contact_slide *s, vec3 stretch, vec3 t,
                                          vec3 b);
// The part of the stretch that the user's law keeps when the step is accepted.
vec3 contact_user_memory_after(const contact_material *m, const contact_memory *mem, const contact_slide *s);
// The user's normal law; refused answers have no force.
contact_normal contact_user_normal(const contact_material *m, const contact_press *p, double *energy);
contact_plane_force contact_coulomb_friction(const contact_material *m, double n, const double v[2]);
// The stored bristle turned into the present tangent plane (its length kept), stretched by slip.
vec3 contact_bristle_stretch(const contact_memory *mem, vec3 slip, vec3 normal);

#endif
