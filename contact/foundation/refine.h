// SPDX-License-Identifier: MIT
// A mesh of the same surface with short edges. Set-up only.
#ifndef HAWSE_CONTACT_FOUNDATION_REFINE_H
#define HAWSE_CONTACT_FOUNDATION_REFINE_H

#include "contact/mesh/mesh.h"

// Halves every edge longer than `longest` [m], for all triangles at it alike, until there is none: the surface stays as
// it is, and closed where it was. At most 5 million triangles. *out owns its memory: contact_mesh_free.
rt_status contact_mesh_refine(const contact_mesh *mesh, double longest, contact_mesh *out, rt_diag *d);

#endif
