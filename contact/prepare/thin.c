// SPDX-License-Identifier: MIT
// Tests for triangles without area.
#include "contact/prepare/clean.h"

double mesh_triangle_height(vec3 a, vec3 b, vec3 c) {
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a), bc = vec3_sub(c, b);
    double longest = sqrt(fmax(vec3_norm2(ab), fmax(vec3_norm2(ac), vec3_norm2(bc))));
    return longest > 0 ? vec3_norm(vec3_cross(ab, ac)) / longest : 0;
}

bool mesh_has_repeated_vertex(const int t[3]) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }
