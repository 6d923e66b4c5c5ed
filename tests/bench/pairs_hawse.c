// SPDX-License-Identifier: MIT
#include "contact/prepare/load.h"
#include "contact/region/region.h"
#include "contact/tree/pairs.h"
#include "tests/bench/pairs.h"
#include <stdlib.h>

#define NEAR (1 << 18)

typedef struct body {
    contact_mesh mesh;
    contact_bvh tree;
} body;

typedef struct self {
    body a, b;
    contact_pairs pairs;
    pairs_pair *out;
    int n, max;
} self;

// Fails if welding removes a triangle: every code must number the triangles alike.
static rt_status body_make(body *b, const pairs_mesh *m) {
    rt_diag d = {0};
    contact_mesh_options o = {.scale = 1, .weld = 1e-12};
    rt_status status = contact_mesh_make("mesh", (const vec3 *)m->vertex, m->nv, m->tri, m->nt, &o, &b->mesh, NULL, &d);
    if (status == RT_OK && b->mesh.nt != m->nt) status = RT_ERR_NUMERIC;
    return status == RT_OK ? contact_bvh_build(&b->mesh, &b->tree) : status;
}

static void destroy(void *s) {
    self *c = s;
    contact_pairs_free(&c->pairs);
    contact_bvh_free(&c->a.tree), contact_bvh_free(&c->b.tree);
    contact_mesh_free(&c->a.mesh), contact_mesh_free(&c->b.mesh);
    free(c);
}

static void *create(const pairs_mesh *a, const pairs_mesh *b, double margin) {
    self *c = calloc(1, sizeof *c);
    if (c && body_make(&c->a, a) == RT_OK && body_make(&c->b, b) == RT_OK &&
        contact_pairs_create(&c->pairs, &c->a.mesh, &c->a.tree, &c->b.mesh, &c->b.tree, NEAR, margin) == RT_OK)
        return c;
    if (c) destroy(c);
    return NULL;
}

static void *create_walking(const pairs_mesh *a, const pairs_mesh *b) { return create(a, b, 0); }
static void *create_listing(const pairs_mesh *a, const pairs_mesh *b) {
    return create(a, b, contact_region_def_default().margin);
}

static void append_pair(void *s, int a, int b, const contact_cut *cut) {
    self *c = s;
    (void)cut;
    if (c->n < c->max) c->out[c->n] = (pairs_pair){a, b};
    c->n++;
}

static int query(void *s, const pairs_pose *at, pairs_pair *out, int max) {
    self *c = s;
    pose p;
    for (int i = 0; i < 9; i++) p.r.m[i / 3][i % 3] = at->r[i / 3][i % 3];
    p.p = vec3_make(at->p[0], at->p[1], at->p[2]);
    c->out = out, c->max = max, c->n = 0;
    contact_pairs_find(&c->pairs, &p, NULL, append_pair, c);
    return c->n;
}

long pairs_hawse_visits(void *s) { return ((const self *)s)->pairs.visits; }

const pairs_code pairs_hawse[] = {{"hawse, walk", "both trees walked from the roots", create_walking, query, destroy},
                                  {"hawse", "near pairs listed from step to step", create_listing, query, destroy},
                                  {0}};
