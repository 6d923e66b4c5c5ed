// SPDX-License-Identifier: MIT
// Detection with reuse of distances. Most vertices are far from the hull most of the time. No point closer than `gap`
// to the place of the last measurement has depth > 0. So a vertex, or a cluster by its bounding sphere, is skipped
// until it has moved that far. A wet vertex needs its depth in every step. The nearest triangle alone gives this as
// long as the vertex's distance from it plus its motion stays below the distance of the second nearest.
#include "contact/foundation/foundation.h"

#include <stdlib.h>
#include <string.h>

#define CLUSTER 24     // triangles in a cluster
#define GROUP 16       // clusters in a group
#define ROUNDING 1e-9  // [m]
#define MEASURE_AT 0.2 // share of its radius by which a cluster moves before its distance is measured again

typedef struct contact_reach {
    vec3 at;       // place of the measurement, hull frame [m]
    double gap;    // no point closer to `at` than this has depth > 0 [m]
    double second; // distance from `at` to the second nearest triangle [m]
    int tri;       // triangle nearest to `at`, -1: not measured yet
} contact_reach;

typedef struct contact_cluster {
    vec3 centre; // body frame [m]
    double radius;
    int first, count; // range of a cluster in member[], of a group in cluster[]
    contact_reach reach;
    pose seen;    // pose of the body when all members were tested, with the cluster's centre as origin
    double slack; // then no member was closer than this to depth > 0 [m]
} contact_cluster;

bool contact_integrate_wet_triangle(const double depth[3], double area, double load[3], double wet[3]) {
    int inside = (depth[0] > 0) + (depth[1] > 0) + (depth[2] > 0);
    if (inside == 0) return false;
    double sum = depth[0] + depth[1] + depth[2];
    for (int i = 0; i < 3; i++) {
        load[i] = inside == 1 ? 0 : area / 12 * (sum + depth[i]);
        wet[i] = inside == 1 ? 0 : area / 3;
    }
    if (inside == 3) return true;
    // a: the single wet or single dry corner; the waterline cuts its sides at fractions s and t
    int a = 0;
    while ((depth[a] > 0) != (inside == 1)) a++;
    int b = (a + 1) % 3, c = (a + 2) % 3;
    double s = depth[a] / (depth[a] - depth[b]), t = depth[a] / (depth[a] - depth[c]);
    double part = area * s * t, sign = inside == 1 ? 1 : -1, p = sign * part * depth[a] / 12, w = sign * part / 3;
    load[a] += p * (4 - s - t), load[b] += p * s, load[c] += p * t;
    wet[a] += w * (3 - s - t), wet[b] += w * s, wet[c] += w * t;
    return true;
}

// Sets the bounding sphere of the members from `first` to `end`.
static void bound_cluster(contact_foundation *f, contact_cluster *c, int end) {
    vec3 lo = f->skin.vertex[f->member[c->first]], hi = lo;
    for (int i = c->first; i < end; i++) {
        lo = vec3_min(lo, f->skin.vertex[f->member[i]]);
        hi = vec3_max(hi, f->skin.vertex[f->member[i]]);
    }
    c->centre = vec3_scale(0.5, vec3_add(lo, hi));
    c->count = end - c->first;
    for (int i = c->first; i < end; i++)
        c->radius = fmax(c->radius, vec3_norm(vec3_sub(f->skin.vertex[f->member[i]], c->centre)));
}

// Adds a group with the bounding sphere of its clusters.
static void bound_group(contact_foundation *f, int first, int count) {
    contact_cluster *g = &f->group[f->n_groups++];
    vec3 sum = {0, 0, 0};
    *g = (contact_cluster){.first = first, .count = count};
    for (int k = first; k < first + count; k++) sum = vec3_add(sum, f->cluster[k].centre);
    g->centre = vec3_scale(1.0 / count, sum);
    for (int k = first; k < first + count; k++)
        g->radius = fmax(g->radius, vec3_norm(vec3_sub(f->cluster[k].centre, g->centre)) + f->cluster[k].radius);
}

// Forms clusters of triangles that are neighbours in a tree of the skin. Each vertex belongs to the first cluster that
// has it.
static rt_status make_clusters(contact_foundation *f) {
    contact_bvh tree;
    int n = (f->skin.nt + CLUSTER - 1) / CLUSTER, members = 0;
    rt_status status = contact_bvh_build(&f->skin, &tree);
    if (status != RT_OK) return status;
    f->cluster = calloc((size_t)n, sizeof *f->cluster);
    f->group = calloc((size_t)n, sizeof *f->group);
    if (!f->cluster || !f->group) status = RT_ERR_MEMORY;
    f->epoch++;
    for (int k = 0; status == RT_OK && k < n; k++) {
        contact_cluster *c = &f->cluster[f->n_clusters];
        c->first = members;
        for (int i = k * CLUSTER; i < (k + 1) * CLUSTER && i < f->skin.nt; i++)
            for (int j = 0; j < 3; j++) {
                int v = f->skin.tri[tree.order[i]].v[j];
                if (f->seen[v] == f->epoch) continue;
                f->seen[v] = f->epoch;
                f->member[members++] = v;
                f->home[v] = f->n_clusters;
            }
        if (members == c->first) continue;
        bound_cluster(f, c, members);
        f->n_clusters++;
    }
    for (int k = 0; status == RT_OK && k < f->n_clusters; k += GROUP)
        bound_group(f, k, k + GROUP < f->n_clusters ? GROUP : f->n_clusters - k);
    contact_bvh_free(&tree);
    return status;
}

rt_status contact_foundation_create(contact_foundation *f, const contact_mesh *body, double edge,
                                    const contact_surface *hull, rt_diag *d) {
    *f = (contact_foundation){.hull = hull};
    rt_status status = contact_mesh_refine(body, edge, &f->skin, d);
    if (status != RT_OK) return status;
    size_t nv = (size_t)f->skin.nv + 1, nt = (size_t)f->skin.nt + 1;
    f->vertex = calloc(nv, sizeof *f->vertex);
    f->face = calloc(nt, sizeof *f->face);
    f->reach = calloc(nv, sizeof *f->reach);
    f->member = calloc(nv, sizeof *f->member);
    f->home = calloc(nv, sizeof *f->home);
    f->place = calloc(nv, sizeof *f->place);
    f->seen = calloc(nv, sizeof *f->seen);
    f->done = calloc(nt, sizeof *f->done);
    if (!f->vertex || !f->face || !f->reach || !f->member || !f->home || !f->place || !f->seen || !f->done)
        status = RT_ERR_MEMORY;
    if (status == RT_OK) status = make_clusters(f);
    if (status == RT_OK)
        contact_foundation_reset(f);
    else
        contact_foundation_free(f);
    return status;
}

void contact_foundation_free(contact_foundation *f) {
    contact_mesh_free(&f->skin);
    free(f->vertex), free(f->face), free(f->reach), free(f->cluster), free(f->group), free(f->member), free(f->home),
        free(f->place);
    free(f->seen), free(f->done);
    *f = (contact_foundation){0};
}

void contact_foundation_reset(contact_foundation *f) {
    for (int i = 0; i < f->skin.nv; i++) f->reach[i].tri = -1;
    for (int k = 0; k < f->n_clusters; k++) f->cluster[k].reach.tri = -1, f->cluster[k].slack = 0;
    for (int k = 0; k < f->n_groups; k++) f->group[k].reach.tri = -1;
}

// Whether depth > 0 is possible within `radius` of x, by the last measurement.
static bool may_reach(const contact_reach *r, vec3 x, double radius) {
    double free = r->gap - ROUNDING - radius;
    return r->tri < 0 || free <= 0 || vec3_norm2(vec3_sub(x, r->at)) >= free * free;
}

static contact_depth measure_depth(const contact_surface *hull, contact_reach *r, vec3 x) {
    if (r->tri >= 0) {
        contact_depth d = contact_surface_depth_by(hull, x, r->tri);
        if (d.near + vec3_norm(vec3_sub(x, r->at)) < r->second * (1 - 1e-9)) return d;
    }
    contact_depth d = contact_surface_depth(hull, x, r->tri, &r->second);
    r->at = x, r->gap = d.gap, r->tri = d.tri;
    return d;
}

static bool cluster_may_touch(const contact_foundation *f, contact_cluster *c, const pose *at) {
    vec3 x = pose_point(at, c->centre);
    if (!may_reach(&c->reach, x, c->radius)) return false;
    if (c->reach.tri >= 0 && vec3_norm(vec3_sub(x, c->reach.at)) < MEASURE_AT * c->radius) return true;
    double second;
    contact_depth d = contact_surface_depth(f->hull, x, c->reach.tri, &second);
    c->reach = (contact_reach){.at = x, .gap = d.gap, .tri = d.tri};
    return may_reach(&c->reach, x, c->radius);
}

// Adds a wet vertex with its depth; returns its index.
static int add_vertex(contact_foundation *f, int v, vec3 x, const contact_depth *d) {
    f->seen[v] = f->epoch;
    f->place[v] = f->n_vertices;
    f->vertex[f->n_vertices] = (contact_wet_vertex){v, x, d->depth, d->normal, f->n_vertices};
    return f->n_vertices++;
}

// Whether no member can have reached depth > 0 since all were tested, by the cluster's translation and rotation.
static bool still_outside(const contact_cluster *c, const pose *at) {
    if (c->slack <= ROUNDING) return false;
    double moved = vec3_norm(vec3_sub(pose_point(at, c->centre), c->seen.p)), turned = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double d = at->r.m[i][j] - c->seen.r.m[i][j];
            turned += d * d;
        }
    return moved + sqrt(turned) * c->radius < c->slack - ROUNDING;
}

static void find_inside(contact_foundation *f, contact_cluster *c, const pose *at) {
    if (still_outside(c, at)) return;
    c->seen = (pose){at->r, pose_point(at, c->centre)};
    c->slack = HUGE_VAL;
    for (int i = c->first; i < c->first + c->count; i++) {
        int v = f->member[i];
        contact_reach *r = &f->reach[v];
        vec3 x = pose_point(at, f->skin.vertex[v]);
        if (may_reach(r, x, 0)) {
            contact_depth d = measure_depth(f->hull, r, x);
            if (d.depth > 0) add_vertex(f, v, x, &d);
            c->slack = fmin(c->slack, d.gap);
        } else {
            c->slack = fmin(c->slack, r->gap - vec3_norm(vec3_sub(x, r->at)));
        }
    }
}

static int find_or_add_corner(contact_foundation *f, int v, const pose *at) {
    if (f->seen[v] == f->epoch) return f->place[v];
    vec3 x = pose_point(at, f->skin.vertex[v]);
    contact_depth d = measure_depth(f->hull, &f->reach[v], x);
    return add_vertex(f, v, x, &d);
}

static int patch_root(contact_foundation *f, int i) {
    while (f->vertex[i].patch != i) i = f->vertex[i].patch = f->vertex[f->vertex[i].patch].patch;
    return i;
}

static void join_patches(contact_foundation *f, int i, int j) {
    i = patch_root(f, i), j = patch_root(f, j);
    if (i < j) f->vertex[j].patch = i;
    if (j < i) f->vertex[i].patch = j;
}

static void add_face(contact_foundation *f, int t, const pose *at) {
    contact_wet_face *w = &f->face[f->n_faces++];
    f->done[t] = f->epoch;
    for (int k = 0; k < 3; k++) w->corner[k] = find_or_add_corner(f, f->skin.tri[t].v[k], at);
    w->normal = mat3_mul(&at->r, f->skin.normal[t]);
    w->area = f->skin.area[t];
    join_patches(f, w->corner[0], w->corner[1]);
    join_patches(f, w->corner[0], w->corner[2]);
}

// Numbers the patches in the order of their first vertices.
static void number_patches(contact_foundation *f) {
    f->n_patches = 0;
    for (int i = 0; i < f->n_vertices; i++) { // a root comes before the other vertices of its patch
        contact_wet_vertex *v = &f->vertex[i];
        v->patch = v->patch == i ? f->n_patches++ : f->vertex[v->patch].patch;
    }
}

void contact_foundation_detect(contact_foundation *f, const pose *at) {
    f->epoch++;
    f->n_vertices = f->n_faces = 0;
    for (int i = 0; i < f->n_groups; i++) {
        contact_cluster *g = &f->group[i];
        if (!cluster_may_touch(f, g, at)) continue;
        for (int k = g->first; k < g->first + g->count; k++)
            if (cluster_may_touch(f, &f->cluster[k], at)) find_inside(f, &f->cluster[k], at);
    }
    int inside = f->n_vertices;
    for (int i = 0; i < inside; i++) {
        int v = f->vertex[i].vertex;
        for (int k = f->skin.vertex_tri_start[v]; k < f->skin.vertex_tri_start[v + 1]; k++)
            if (f->done[f->skin.vertex_tri[k]] != f->epoch) add_face(f, f->skin.vertex_tri[k], at);
    }
    for (int i = 0; i < f->n_vertices; i++) f->vertex[i].patch = patch_root(f, i);
    number_patches(f);
}
