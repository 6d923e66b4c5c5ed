// SPDX-License-Identifier: MIT
// Primitive shapes as triangle meshes, as fine as a chosen sagitta asks for. Set-up only.
#ifndef HAWSE_CONTACT_SHAPE_TESSELLATE_H
#define HAWSE_CONTACT_SHAPE_TESSELLATE_H

#include "contact/shape/shape.h"

enum { CONTACT_TESSELLATE_TRIANGLES = 500000 };

// The mesh of a sphere, box, ellipsoid or frustum: closed, oriented outward, every vertex on the shape's surface. No
// point of either surface is farther than the sagitta [m] from the other surface. Of a plane: the open rectangle |x| <=
// size.x, |y| <= size.y with the normal +z. tree: receives the mesh's tree unless NULL. The caller frees both. name:
// the shape in messages. RT_ERR_USAGE, with a message in d: no primitive, sizes or sagitta not above 0, or more than
// CONTACT_TESSELLATE_TRIANGLES triangles. On failure *mesh and *tree are empty.
rt_status contact_tessellate(const char *name, const contact_shape *s, double sagitta, contact_mesh *mesh,
                             contact_bvh *tree, rt_diag *d);

#endif
