// SPDX-License-Identifier: MIT
// Mesh against mesh: one hit per contact region.
#include "contact/pair/pair.h"
#include "contact/region/region.h"
#include <stdlib.h>

typedef struct mesh_pair {
    contact_detector *detector;
    int dropped; // regions dropped by the last contact_mesh_mesh
} mesh_pair;

void *contact_mesh_mesh_create(const contact_shape *a, const contact_shape *b) {
    contact_region_def def = contact_region_def_default();
    mesh_pair *p = calloc(1, sizeof *p);
    if (p) p->detector = contact_detector_create(&def, a->mesh, a->tree, b->mesh, b->tree);
    if (p && p->detector) return p;
    free(p);
    return NULL;
}

void contact_mesh_mesh_free(void *work) {
    mesh_pair *p = work;
    contact_detector_destroy(p->detector);
    free(p);
}

int contact_mesh_mesh_dropped(const void *work) { return ((const mesh_pair *)work)->dropped; }

// A region in b's frame as a hit in the world frame.
static contact_hit region_to_hit(const contact_region *r, const pose *b) {
    return (contact_hit){.point = pose_point(b, r->deepest),
                         .normal = mat3_mul(&b->r, r->normal),
                         .depth = r->depth,
                         .area = r->area,
                         .region = true,
                         .outline = {.centre = pose_point(b, r->centre),
                                     .half = {mat3_mul(&b->r, r->half[0]), mat3_mul(&b->r, r->half[1])},
                                     .share = r->share}};
}

int contact_mesh_mesh(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b, double margin,
                      contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)a, (void)b, (void)margin, (void)m;
    mesh_pair *p = work;
    contact_region region[CONTACT_PAIR_HITS];
    contact_detect_info info;
    mat3 back = mat3_transpose(&at_b->r);
    const pose a_to_b = {mat3_matmul(&back, &at_a->r), pose_point_inverse(at_b, at_a->p)};
    int n = contact_detect(p->detector, &a_to_b, region, most < CONTACT_PAIR_HITS ? most : CONTACT_PAIR_HITS, &info);
    for (int i = 0; i < n; i++) hit[i] = region_to_hit(&region[i], at_b);
    p->dropped = info.dropped;
    return n;
}
