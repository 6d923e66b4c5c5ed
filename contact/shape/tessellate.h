// SPDX-License-Identifier: MIT
// Primitive shapes as triangle meshes, as fine as a chosen sagitta asks for. Set-up only.
#ifndef HAWSE_CONTACT_SHAPE_TESSELLATE_H
#define HAWSE_CONTACT_SHAPE_TESSELLATE_H

#include "contact/shape/shape.h"

enum { CONTACT_TESSELLATE_TRIANGLES = 500000 };

// The mesh of a sphere, box, ellipsoid or frustum: closed, outward, every vertex on the shape's surface, and no point
// of either surface farther than the sagitta [m] from the other one. Of a plane the rectangle |x| <= size.x, |y| <=
// size.y, open, its normal +z. tree: of the mesh, NULL where none is wanted. The caller frees both. name stands for the
// shape in messages. RT_ERR_USAGE, told in d: no such primitive, sizes or a sagitta that are not above 0, a sagitta
// that asks for more than CONTACT_TESSELLATE_TRIANGLES. On failure *mesh and *tree are empty.
rt_status contact_tessellate(const char *name, const contact_shape *s, double sagitta, contact_mesh *mesh,
                             contact_bvh *tree, rt_diag *d);

#endif
