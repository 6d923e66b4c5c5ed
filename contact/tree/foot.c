// SPDX-License-Identifier: MIT
// The seven regions of Pournaras §2.5: the face, three edges, three corners. Edges come first. Barycentric coordinates
// come from cross products: their error grows with the slenderness of a needle, not with its square. If rounding puts
// the foot on the face wrong, the foot on an edge is closer and wins.
#include "contact/tree/foot.h"
#include <stdbool.h>

static bool precedes(vec3 a, vec3 b) {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

static contact_foot make_foot(vec3 x, vec3 p, int feature) {
    return (contact_foot){x, vec3_norm2(vec3_sub(p, x)), feature};
}

// Foot on the edge from corner i to corner j, measured from the end that comes first in lexicographic order.
static contact_foot foot_on_edge(const vec3 v[3], int i, int j, vec3 p) {
    int edge = CONTACT_FOOT_EDGE + i;
    if (precedes(v[j], v[i])) {
        int swap = i;
        i = j;
        j = swap;
    }
    vec3 along = vec3_sub(v[j], v[i]);
    double from_i = vec3_dot(along, vec3_sub(p, v[i])), from_j = vec3_dot(along, vec3_sub(v[j], p));
    if (from_i <= 0) return make_foot(v[i], p, i);
    if (from_j <= 0) return make_foot(v[j], p, j);
    double share = fmin(from_i, from_j) / vec3_norm2(along);
    return make_foot(from_i <= from_j ? vec3_madd(v[i], share, along) : vec3_madd(v[j], -share, along), p, edge);
}

contact_foot contact_triangle_foot(const vec3 v[3], vec3 p) {
    contact_foot best = foot_on_edge(v, 0, 1, p);
    for (int i = 1; i < 3; i++) {
        contact_foot f = foot_on_edge(v, i, (i + 1) % 3, p);
        if (f.d2 < best.d2) best = f;
    }
    vec3 n = vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0]));
    vec3 r[3] = {vec3_sub(v[0], p), vec3_sub(v[1], p), vec3_sub(v[2], p)};
    double w[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        w[i] = vec3_dot(n, vec3_cross(r[(i + 1) % 3], r[(i + 2) % 3]));
        if (!(w[i] > 0)) return best;
        sum += w[i];
    }
    vec3 x = vec3_madd(vec3_madd(v[0], w[1] / sum, vec3_sub(v[1], v[0])), w[2] / sum, vec3_sub(v[2], v[0]));
    contact_foot face = make_foot(x, p, CONTACT_FOOT_FACE);
    return face.d2 < best.d2 ? face : best;
}
