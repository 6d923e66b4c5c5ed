// SPDX-License-Identifier: MIT
// Refinement of a mesh to short edges, with the same surface. Set-up only.
#ifndef HAWSE_CONTACT_FOUNDATION_REFINE_H
#define HAWSE_CONTACT_FOUNDATION_REFINE_H

#include "contact/mesh/mesh.h"

// Halves every edge longer than `longest` [m], in all its triangles alike, until none is left. The surface stays the
// same, and a closed mesh stays closed. At most 5 million triangles. *out owns its memory: contact_mesh_free.
rt_status contact_mesh_refine(const contact_mesh *mesh, double longest, contact_mesh *out, rt_diag *d);

#endif
