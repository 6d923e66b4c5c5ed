// SPDX-License-Identifier: MIT
// Depth of the anchor in the hull at the start: the deepest vertex of either mesh inside the other.
#include "contact/tree/ball.h"
#include "rt/review/private.h"
#include <stdlib.h>

// Depth of the point below the surface of the closed mesh [m], by the pseudonormal of the nearest feature; at most 0:
// outside. An open mesh has an inside only in front of its faces: a foot on its border tells nothing.
static double depth_in(const contact_prepared *p, vec3 x) {
    mesh_foot f = mesh_nearest(&p->mesh, &p->tree, x, (double)INFINITY);
    if (!p->mesh.closed && f.at.feature != CONTACT_FOOT_FACE) return 0;
    double side = vec3_dot(vec3_sub(x, f.at.x), mesh_foot_normal(&p->mesh, &f));
    return side < 0 ? sqrt(f.at.d2) : -sqrt(f.at.d2);
}

static void take_deeper(review_part *p, double depth, vec3 at) {
    if (depth > p->overlap) p->overlap = depth, p->overlap_at = at;
}

// Whether the ball around the part is clear of the hull.
static bool is_clear(const contact_prepared *hull, const contact_mesh *m, const pose *at) {
    double radius = 0.5 * vec3_norm(vec3_sub(m->hi, m->lo));
    return -depth_in(hull, pose_point(at, vec3_scale(0.5, vec3_add(m->lo, m->hi)))) > radius;
}

static void measure_hull_corners(const contact_prepared *hull, const contact_prepared *part, const pose *at,
                                 review_part *out) {
    const contact_mesh *m = &part->mesh;
    vec3 lo = vec3_make(INFINITY, INFINITY, INFINITY), hi = vec3_scale(-1, lo);
    for (int k = 0; k < 8; k++) {
        vec3 x =
            pose_point(at, vec3_make(k & 1 ? m->hi.x : m->lo.x, k & 2 ? m->hi.y : m->lo.y, k & 4 ? m->hi.z : m->lo.z));
        lo = vec3_min(lo, x), hi = vec3_max(hi, x);
    }
    int *tri = malloc((size_t)hull->mesh.nt * sizeof *tri);
    int n = tri ? contact_bvh_query(&hull->tree, &hull->mesh, lo, hi, tri, hull->mesh.nt) : 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 3; i++) {
            vec3 x = hull->mesh.vertex[hull->mesh.tri[tri[k]].v[i]], in = pose_point_inverse(at, x);
            bool within = in.x >= m->lo.x && in.x <= m->hi.x && in.y >= m->lo.y && in.y <= m->hi.y && in.z >= m->lo.z &&
                          in.z <= m->hi.z;
            if (within) take_deeper(out, depth_in(part, in), x);
        }
    free(tri);
}

static void measure_part(const contact_prepared *hull, const contact_prepared *part, const pose *at, review_part *out) {
    const contact_mesh *m = &part->mesh;
    if (is_clear(hull, m, at)) return;
    for (int k = 0; k < m->nv; k++) {
        vec3 x = pose_point(at, m->vertex[k]);
        take_deeper(out, depth_in(hull, x), x);
    }
    measure_hull_corners(hull, part, at, out);
}

void review_measure_overlap(const review_ship *s, review *r) {
    measure_part(s->hull, s->shank, &s->shank_at, &r->part[REVIEW_SHANK]);
    measure_part(s->hull, s->head, &s->head_at, &r->part[REVIEW_HEAD]);
}
