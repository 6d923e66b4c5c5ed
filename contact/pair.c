// SPDX-License-Identifier: MIT
#include "contact/pair.h"
#include <stddef.h>

// By the kinds of a and b; each pair stands once.
static contact_pair_detect *const table[CONTACT_SHAPES][CONTACT_SHAPES] = {
    [CONTACT_SPHERE][CONTACT_PLANE] = contact_sphere_plane,
    [CONTACT_SPHERE][CONTACT_SPHERE] = contact_sphere_sphere,
    [CONTACT_SPHERE][CONTACT_BOX] = contact_sphere_box,
    [CONTACT_SPHERE][CONTACT_ELLIPSOID] = contact_sphere_ellipsoid,
    [CONTACT_SPHERE][CONTACT_FRUSTUM] = contact_sphere_frustum,
    [CONTACT_SPHERE][CONTACT_TRIANGLE] = contact_sphere_triangle,
    [CONTACT_SPHERE][CONTACT_MESH] = contact_sphere_mesh,
    [CONTACT_BOX][CONTACT_PLANE] = contact_box_plane,
    [CONTACT_ELLIPSOID][CONTACT_PLANE] = contact_ellipsoid_plane,
    [CONTACT_FRUSTUM][CONTACT_PLANE] = contact_frustum_plane,
    [CONTACT_POINTS][CONTACT_PLANE] = contact_points_plane,
    [CONTACT_TRIANGLE][CONTACT_PLANE] = contact_points_plane,
};

bool contact_pair_known(contact_shape_kind a, contact_shape_kind b) { return table[a][b] || table[b][a]; }

rt_status contact_pair_create(contact_pair *p, const contact_shape *a, const contact_shape *b) {
    bool swapped = !table[a->kind][b->kind];
    *p = (contact_pair){.shape = {swapped ? b : a, swapped ? a : b}, .swapped = swapped};
    p->detect = table[p->shape[0]->kind][p->shape[1]->kind];
    return p->detect ? RT_OK : RT_ERR_FORMAT;
}

void contact_pair_free(contact_pair *p) { *p = (contact_pair){0}; }

int contact_pair_find(const contact_pair *p, const pose *a, const pose *b, double margin, contact_pair_memory *m,
                      contact_hit *hit, int most) {
    const pose *first = p->swapped ? b : a, *second = p->swapped ? a : b;
    int n = p->detect(p->shape[0], first, p->shape[1], second, margin, m, p->work, hit, most);
    for (int i = 0; p->swapped && i < n && i < most; i++) hit[i].normal = vec3_scale(-1, hit[i].normal);
    return n;
}
