// SPDX-License-Identifier: MIT
// Slices of a closed mesh across its z axis: volume, centre, spread and projected areas of each. Set-up only.
#ifndef HAWSE_CONTACT_MESH_SLICES_H
#define HAWSE_CONTACT_MESH_SLICES_H

#include "contact/mesh/mesh.h"

typedef struct contact_slice {
    double volume;  // [m³]
    vec3 centre;    // of the volume [m]
    vec3 spread;    // root mean square distance of the volume from its centre along x, y, z [m]
    double seen[3]; // projected area along x, y, z [m²]: half the sum over the faces
} contact_slice;

// Cuts the closed mesh into n slices of equal thickness, from the lowest z on. A slice without volume is all zero.
void contact_mesh_slices(const contact_mesh *m, int n, contact_slice *slice);

#endif
