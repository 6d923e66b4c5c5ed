// SPDX-License-Identifier: MIT
// The surface of a mesh as patches: places with an area and a normal each, for forces per area. Set-up only.
#ifndef HAWSE_CONTACT_MESH_PATCHES_H
#define HAWSE_CONTACT_MESH_PATCHES_H

#include "contact/mesh/mesh.h"

typedef struct contact_patch {
    vec3 at;     // mean place of its surface [m]
    vec3 normal; // unit vector of the sum of its directed areas
    double area; // size of that sum [m²]
} contact_patch;

// Divides the surface into patches of at most `size` [m] across and some 30 deg of curvature, in a stable order; the
// directed areas of a closed mesh sum to zero. *patch: free() it. RT_ERR_MEMORY.
rt_status contact_mesh_patches(const contact_mesh *m, double size, contact_patch **patch, int *n);

#endif
