// SPDX-License-Identifier: MIT
#include "contact/convex/convex.h"
#include "contact/pair/pair.h"
#include "tests/bench/convex.h"
#include <stdlib.h>

typedef struct query {
    contact_shape shape[2];
    pose at[2];
    vec3 vertex[2][CONVEX_VERTICES];
    contact_pair pair;
    contact_pair_memory memory;
} query;

static const contact_shape_kind kind_of[CONVEX_KINDS] = {CONTACT_SPHERE,  CONTACT_BOX,    CONTACT_ELLIPSOID,
                                                         CONTACT_FRUSTUM, CONTACT_POINTS, CONTACT_TRIANGLE};

static void set_shape(query *q, int i, const convex_solid *s) {
    for (int k = 0; k < s->n; k++) q->vertex[i][k] = vec3_make(s->vertex[k][0], s->vertex[k][1], s->vertex[k][2]);
    q->shape[i] = (contact_shape){
        .kind = kind_of[s->kind], .size = {s->size[0], s->size[1], s->size[2]}, .vertex = q->vertex[i], .n = s->n};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) q->at[i].r.m[r][c] = s->r[r][c];
    q->at[i].p = vec3_make(s->p[0], s->p[1], s->p[2]);
}

static void *create(const convex_solid *a, const convex_solid *b) {
    query *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    set_shape(q, 0, a), set_shape(q, 1, b);
    if (contact_pair_create(&q->pair, &q->shape[0], &q->shape[1]) == RT_OK) return q;
    free(q);
    return NULL;
}

static void destroy(void *self) {
    query *q = self;
    contact_pair_free(&q->pair);
    free(q);
}

// NULL for spheres: their closed forms always give the point.
static void *create_depth(const convex_solid *a, const convex_solid *b) {
    return a->kind == CONVEX_SPHERE || b->kind == CONVEX_SPHERE ? NULL : create(a, b);
}

// Depth, normal and one point in the world, as the peers return them.
static void query_depth(void *self, convex_found *out) {
    query *q = self;
    contact_convex c = contact_convex_make(&q->shape[0], &q->at[0], &q->shape[1], &q->at[1]);
    bool boxes = c.a->kind == CONTACT_BOX && c.b->kind == CONTACT_BOX;
    contact_convex_answer found;
    out->meet = (boxes ? contact_box_box_find : contact_convex_find)(&c, vec3_make(0, 0, 0), 0, &found);
    if (!out->meet) return;
    vec3 normal = mat3_mul(&q->at[0].r, found.touching.normal), point = pose_point(&q->at[0], found.touching.on_a);
    out->depth = found.touching.depth;
    out->normal[0] = normal.x, out->normal[1] = normal.y, out->normal[2] = normal.z;
    out->point[0] = point.x, out->point[1] = point.y, out->point[2] = point.z;
}

static void query_manifold(query *q, convex_found *out) {
    contact_hit hit[CONTACT_PAIR_HITS];
    int n = contact_pair_find(&q->pair, &q->at[0], &q->at[1], 0, &q->memory, hit, CONTACT_PAIR_HITS), deepest = 0;
    out->meet = n > 0;
    if (n == 0) return;
    for (int i = 1; i < n && i < CONTACT_PAIR_HITS; i++)
        if (hit[i].depth > hit[deepest].depth) deepest = i;
    out->depth = hit[deepest].depth;
    vec3 normal = hit[deepest].normal;
    out->normal[0] = -normal.x, out->normal[1] = -normal.y, out->normal[2] = -normal.z;
    out->point[0] = hit[deepest].point.x, out->point[1] = hit[deepest].point.y, out->point[2] = hit[deepest].point.z;
}

static void query_cold(void *self, convex_found *out) {
    query *q = self;
    q->memory = (contact_pair_memory){0};
    query_manifold(q, out);
}

static void query_warm(void *self, convex_found *out) { query_manifold(self, out); }

const convex_code convex_hawse[] = {
    {"hawse", "contact_pair_find, with the manifold; memory zeroed before each query", create, query_cold, destroy},
    {"hawse depth", "contact_convex_find (of boxes contact_box_box_find): depth, normal and one point, cold start",
     create_depth, query_depth, destroy},
    {"hawse warm", "the same, with the memory of the last query of the pair", create, query_warm, destroy},
    {0},
};
