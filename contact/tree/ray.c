// SPDX-License-Identifier: MIT
#include "contact/tree/ray.h"
#include "contact/tree/bvh_box.h"

// Slab test: whether the ray meets the box before `reach`. Along an axis that the ray does not move on, its origin must
// lie between the slabs.
static int ray_meets_box(const contact_bvh_node *n, vec3 x, vec3 inverse, double reach) {
    double near = 0, far = reach;
    const double lo[3] = {n->lo.x, n->lo.y, n->lo.z}, hi[3] = {n->hi.x, n->hi.y, n->hi.z}, o[3] = {x.x, x.y, x.z},
                 s[3] = {inverse.x, inverse.y, inverse.z};
    for (int i = 0; i < 3; i++) {
        if (isinf(s[i])) {
            if (o[i] < lo[i] || o[i] > hi[i]) return 0;
            continue;
        }
        double t0 = (lo[i] - o[i]) * s[i], t1 = (hi[i] - o[i]) * s[i];
        near = bvh_max(near, bvh_min(t0, t1));
        far = bvh_min(far, bvh_max(t0, t1));
    }
    return near <= far * (1 + 1e-12);
}

// Whether the point of the triangle's plane lies on the triangle.
static bool lies_on_triangle(const contact_mesh *m, int tri, vec3 hit) {
    const int *v = m->tri[tri].v;
    for (int i = 0; i < 3; i++) {
        vec3 p = m->vertex[v[i]], edge = vec3_sub(m->vertex[v[(i + 1) % 3]], p);
        if (vec3_dot(m->normal[tri], vec3_cross(edge, vec3_sub(hit, p))) < -1e-12 * vec3_norm2(edge)) return false;
    }
    return true;
}

double contact_ray_triangle(const contact_mesh *m, int tri, vec3 x, vec3 d) {
    vec3 n = m->normal[tri];
    double along = vec3_dot(n, d), distance = vec3_dot(n, vec3_sub(m->vertex[m->tri[tri].v[0]], x)) / along;
    if (along <= 0 || distance <= 0) return 0;
    return lies_on_triangle(m, tri, vec3_madd(x, distance, d)) ? distance : 0;
}

double contact_ray_reach(const contact_mesh *m, const contact_bvh *tree, vec3 x, vec3 d, const contact_ray_filter *f,
                         int *tri) {
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    vec3 inverse = vec3_make(1 / d.x, 1 / d.y, 1 / d.z);
    double reach = INFINITY;
    stack[top++] = 0;
    while (top > 0 && *f->budget > 0) {
        const contact_bvh_node *n = &tree->node[stack[--top]];
        --*f->budget;
        if (!ray_meets_box(n, x, inverse, reach)) continue;
        if (n->count == 0) {
            stack[top++] = n->first + 1;
            stack[top++] = n->first;
            continue;
        }
        for (int i = n->first; i < n->first + n->count; i++) {
            int k = tree->order[i];
            --*f->budget;
            if (f->mark[k] != f->epoch || vec3_dot(m->normal[k], d) < f->facing) continue;
            double distance = contact_ray_triangle(m, k, x, d);
            if (distance <= 0 || distance >= reach) continue;
            reach = distance;
            if (tri) *tri = k;
        }
    }
    return isinf(reach) ? 0 : reach;
}

double contact_ray_first(const contact_mesh *m, const contact_bvh *tree, vec3 x, vec3 d, double reach, int *tri) {
    int stack[CONTACT_BVH_DEPTH + 1], top = 0;
    vec3 inverse = vec3_make(1 / d.x, 1 / d.y, 1 / d.z);
    double nearest = INFINITY;
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *n = &tree->node[stack[--top]];
        if (!ray_meets_box(n, x, inverse, reach)) continue;
        if (n->count == 0) {
            stack[top++] = n->first + 1;
            stack[top++] = n->first;
            continue;
        }
        for (int i = n->first; i < n->first + n->count; i++) {
            int k = tree->order[i];
            double along = vec3_dot(m->normal[k], d);
            double distance = vec3_dot(m->normal[k], vec3_sub(m->vertex[m->tri[k].v[0]], x)) / along;
            if (along == 0 || !(distance >= 0 && distance <= reach)) continue;
            if (!lies_on_triangle(m, k, vec3_madd(x, distance, d))) continue;
            reach = nearest = distance;
            if (tri) *tri = k;
        }
    }
    return nearest;
}
