// SPDX-License-Identifier: MIT
#include "contact/pair/pair.h"
#include <stddef.h>

// Indexed by the kinds of a and b; holds each pair once.
static const contact_pair_kind table[CONTACT_SHAPES][CONTACT_SHAPES] = {
    [CONTACT_SPHERE][CONTACT_PLANE] = {.detect = contact_sphere_plane},
    [CONTACT_SPHERE][CONTACT_SPHERE] = {.detect = contact_sphere_sphere},
    [CONTACT_SPHERE][CONTACT_BOX] = {.detect = contact_sphere_box},
    [CONTACT_SPHERE][CONTACT_ELLIPSOID] = {.detect = contact_sphere_ellipsoid},
    [CONTACT_SPHERE][CONTACT_FRUSTUM] = {.detect = contact_sphere_frustum},
    [CONTACT_SPHERE][CONTACT_POINTS] = {.detect = contact_convex_convex},
    [CONTACT_SPHERE][CONTACT_TRIANGLE] = {.detect = contact_sphere_triangle},
    [CONTACT_SPHERE][CONTACT_MESH] = {.detect = contact_sphere_mesh},
    [CONTACT_BOX][CONTACT_PLANE] = {.detect = contact_box_plane},
    [CONTACT_ELLIPSOID][CONTACT_PLANE] = {.detect = contact_ellipsoid_plane},
    [CONTACT_FRUSTUM][CONTACT_PLANE] = {.detect = contact_frustum_plane},
    [CONTACT_POINTS][CONTACT_PLANE] = {.detect = contact_points_plane},
    [CONTACT_TRIANGLE][CONTACT_PLANE] = {.detect = contact_points_plane},
    [CONTACT_MESH][CONTACT_PLANE] = {.detect = contact_points_plane},
    [CONTACT_BOX][CONTACT_BOX] = {.detect = contact_box_box},
    [CONTACT_BOX][CONTACT_ELLIPSOID] = {.detect = contact_convex_convex},
    [CONTACT_BOX][CONTACT_FRUSTUM] = {.detect = contact_convex_convex},
    [CONTACT_BOX][CONTACT_POINTS] = {.detect = contact_convex_convex},
    [CONTACT_BOX][CONTACT_TRIANGLE] = {.detect = contact_convex_convex},
    [CONTACT_ELLIPSOID][CONTACT_ELLIPSOID] = {.detect = contact_convex_convex},
    [CONTACT_ELLIPSOID][CONTACT_FRUSTUM] = {.detect = contact_convex_convex},
    [CONTACT_ELLIPSOID][CONTACT_POINTS] = {.detect = contact_convex_convex},
    [CONTACT_ELLIPSOID][CONTACT_TRIANGLE] = {.detect = contact_convex_convex},
    [CONTACT_FRUSTUM][CONTACT_FRUSTUM] = {.detect = contact_convex_convex},
    [CONTACT_FRUSTUM][CONTACT_POINTS] = {.detect = contact_convex_convex},
    [CONTACT_FRUSTUM][CONTACT_TRIANGLE] = {.detect = contact_convex_convex},
    [CONTACT_POINTS][CONTACT_POINTS] = {.detect = contact_convex_convex},
    [CONTACT_POINTS][CONTACT_TRIANGLE] = {.detect = contact_convex_convex},
    [CONTACT_TRIANGLE][CONTACT_TRIANGLE] = {.detect = contact_convex_convex},
    [CONTACT_MESH][CONTACT_MESH] = {contact_mesh_mesh, contact_mesh_mesh_create, contact_mesh_mesh_free,
                                    contact_mesh_mesh_dropped},
    [CONTACT_SPHERE][CONTACT_CURVE] = {.detect = contact_sphere_curve},
    [CONTACT_CURVE][CONTACT_CURVE] = {.detect = contact_curve_curve},
};

bool contact_pair_exists(contact_shape_kind a, contact_shape_kind b) {
    return table[a][b].detect || table[b][a].detect;
}

rt_status contact_pair_create(contact_pair *p, const contact_shape *a, const contact_shape *b) {
    bool swapped = !table[a->kind][b->kind].detect;
    *p = (contact_pair){.shape = {swapped ? b : a, swapped ? a : b}, .swapped = swapped};
    p->kind = &table[p->shape[0]->kind][p->shape[1]->kind];
    if (!p->kind->detect) return RT_ERR_FORMAT;
    if (!p->kind->create) return RT_OK;
    p->work = p->kind->create(p->shape[0], p->shape[1]);
    return p->work ? RT_OK : RT_ERR_MEMORY;
}

void contact_pair_free(contact_pair *p) {
    if (p->work) p->kind->free(p->work);
    *p = (contact_pair){0};
}

int contact_pair_find(const contact_pair *p, const pose *a, const pose *b, double margin, contact_pair_memory *m,
                      contact_hit *hit, int most) {
    const pose *first = p->swapped ? b : a, *second = p->swapped ? a : b;
    int n = p->kind->detect(p->shape[0], first, p->shape[1], second, margin, m, p->work, hit, most);
    for (int i = 0; p->swapped && i < n && i < most; i++) hit[i].normal = vec3_scale(-1, hit[i].normal);
    return n;
}

bool contact_pair_chooses_hits(const contact_pair *p) {
    const contact_shape *a = p->shape[0];
    if (p->kind->detect == contact_points_plane)
        return (a->kind == CONTACT_MESH ? a->mesh->nv : a->n) > CONTACT_PAIR_HITS;
    return p->kind->detect == contact_convex_convex || p->kind->detect == contact_box_box;
}

int contact_pair_dropped(const contact_pair *p) { return p->kind->dropped ? p->kind->dropped(p->work) : 0; }
