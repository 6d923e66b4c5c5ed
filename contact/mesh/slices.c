// SPDX-License-Identifier: MIT
#include "contact/mesh/slices.h"

// Integrals over the part of the mesh below a plane.
typedef struct below {
    double volume;
    vec3 first, second; // ∫ x dV, ∫ x² dV by coordinate
    double seen[3];
} below;

static vec3 squares(vec3 v) { return vec3_make(v.x * v.x, v.y * v.y, v.z * v.z); }

// The tetrahedron (o, a, b, c) of volume V: ∫ x = V/4 s, ∫ x² = V/20 (s² + o² + a² + b² + c²) by coordinate, s the sum
// of its corners. The face of the cut itself is left out: o lies in its plane, so it would add nothing.
static void add_triangle(below *sum, vec3 o, vec3 a, vec3 b, vec3 c) {
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a), n = vec3_cross(ab, ac);
    double volume = vec3_dot(vec3_sub(a, o), n) / 6;
    vec3 s = vec3_add(vec3_add(o, a), vec3_add(b, c));
    sum->volume += volume;
    sum->first = vec3_madd(sum->first, volume / 4, s);
    sum->second =
        vec3_madd(sum->second, volume / 20,
                  vec3_add(squares(s), vec3_add(vec3_add(squares(o), squares(a)), vec3_add(squares(b), squares(c)))));
    const double area[3] = {n.x, n.y, n.z};
    for (int i = 0; i < 3; i++) sum->seen[i] += 0.25 * fabs(area[i]); // |n| / 2 is the area; half of it faces away
}

// Clips a triangle to the half-space below z, into up to four corners (Sutherland & Hodgman 1974); returns their
// number.
static int clip_below(const vec3 v[3], double z, vec3 out[4]) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
        vec3 a = v[i], b = v[(i + 1) % 3];
        if (a.z < z) out[n++] = a;
        if ((a.z < z) != (b.z < z)) out[n++] = vec3_madd(a, (z - a.z) / (b.z - a.z), vec3_sub(b, a));
    }
    return n;
}

static below below_plane(const contact_mesh *m, vec3 middle, double z) {
    below sum = {0};
    vec3 o = vec3_make(0, 0, z);
    for (int t = 0; t < m->nt; t++) {
        vec3 v[3], p[4];
        for (int i = 0; i < 3; i++) v[i] = vec3_sub(m->vertex[m->tri[t].v[i]], middle);
        int n = clip_below(v, z, p);
        for (int i = 2; i < n; i++) add_triangle(&sum, o, p[0], p[i - 1], p[i]);
    }
    return sum;
}

static contact_slice slice_between(const below *low, const below *high, vec3 middle) {
    contact_slice s = {.volume = high->volume - low->volume};
    if (!(s.volume > 0)) return (contact_slice){0};
    vec3 centre = vec3_scale(1 / s.volume, vec3_sub(high->first, low->first));
    vec3 mean = vec3_scale(1 / s.volume, vec3_sub(high->second, low->second)), at = squares(centre);
    s.spread = vec3_make(sqrt(fmax(0, mean.x - at.x)), sqrt(fmax(0, mean.y - at.y)), sqrt(fmax(0, mean.z - at.z)));
    s.centre = vec3_add(middle, centre);
    for (int i = 0; i < 3; i++) s.seen[i] = high->seen[i] - low->seen[i];
    return s;
}

void contact_mesh_slices(const contact_mesh *m, int n, contact_slice *slice) {
    // About the centre of the bounding box: no cancellation for a mesh far from its origin.
    vec3 middle = vec3_scale(0.5, vec3_add(m->lo, m->hi));
    double half = 0.5 * (m->hi.z - m->lo.z);
    below low = {0};
    for (int k = 0; k < n; k++) {
        below high = below_plane(m, middle, k + 1 == n ? 2 * half : half * (2.0 * (k + 1) / n - 1));
        slice[k] = slice_between(&low, &high, middle);
        low = high;
    }
}
