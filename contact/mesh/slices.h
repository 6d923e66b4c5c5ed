// SPDX-License-Identifier: MIT
// A closed mesh cut into slices across its z axis: how much of it lies where, and how large it looks. Set-up only.
#ifndef HAWSE_CONTACT_MESH_SLICES_H
#define HAWSE_CONTACT_MESH_SLICES_H

#include "contact/mesh/mesh.h"

typedef struct contact_slice {
    double volume;  // [m³]
    vec3 centre;    // of the volume [m]
    vec3 spread;    // root mean square distance of the volume from its centre along x, y, z [m]
    double seen[3]; // area as seen along x, y, z: half of its faces' projections, of a convex body its outline [m²]
} contact_slice;

// Cuts the closed mesh into n slices of the same thickness, from the lowest z; one without volume is all zero.
void contact_mesh_slices(const contact_mesh *m, int n, contact_slice *slice);

#endif
