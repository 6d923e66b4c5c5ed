// SPDX-License-Identifier: MIT
#include "contact/foundation/refine.h"
#include "contact/mesh/table.h"
#include "contact/prepare/load.h"

#include <stdlib.h>
#include <string.h>

#define TRIANGLES_MAX 5000000

// The current triangles; a pass reads the first n of them and appends.
typedef struct soup {
    vec3 *v;
    int *t; // (3 nt)
    int nv, nt;
} soup;

static uint64_t edge_key(int a, int b) {
    return a < b ? (uint64_t)(uint32_t)a << 32 | (uint32_t)b : (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
}

static bool is_long(const soup *s, int a, int b, double longest2) {
    return vec3_norm2(vec3_sub(s->v[a], s->v[b])) > longest2;
}

// Finds or adds the midpoint of the edge.
static int find_or_add_midpoint(soup *s, contact_table *middle, int a, int b) {
    int m = contact_table_get(middle, edge_key(a, b));
    if (m >= 0) return m;
    m = s->nv++;
    s->v[m] = vec3_scale(0.5, vec3_add(s->v[a], s->v[b]));
    contact_table_put(middle, edge_key(a, b), m);
    return m;
}

static void add_triangle(soup *out, int a, int b, int c) {
    int *t = &out->t[3 * out->nt++];
    t[0] = a, t[1] = b, t[2] = c;
}

// Splits a triangle into one to four, by its halved edges. m[k]: midpoint of (v[k], v[k+1]), -1: not halved.
static void split_triangle(const soup *s, soup *out, const int v[3], const int m[3]) {
    int halved = (m[0] >= 0) + (m[1] >= 0) + (m[2] >= 0), k = 0;
    if (halved == 0) {
        add_triangle(out, v[0], v[1], v[2]);
    } else if (halved == 3) {
        add_triangle(out, v[0], m[0], m[2]);
        add_triangle(out, m[0], v[1], m[1]);
        add_triangle(out, m[2], m[1], v[2]);
        add_triangle(out, m[0], m[1], m[2]);
    } else if (halved == 1) {
        while (m[k] < 0) k++;
        add_triangle(out, v[k], m[k], v[(k + 2) % 3]);
        add_triangle(out, m[k], v[(k + 1) % 3], v[(k + 2) % 3]);
    } else { // the corner between the two halved edges; the rest by its shorter diagonal
        while (m[k] < 0 || m[(k + 2) % 3] < 0) k++;
        int a = v[k], b = v[(k + 1) % 3], c = v[(k + 2) % 3], ab = m[k], ca = m[(k + 2) % 3];
        add_triangle(out, a, ab, ca);
        double one = vec3_norm2(vec3_sub(s->v[ab], s->v[c])), other = vec3_norm2(vec3_sub(s->v[b], s->v[ca]));
        if (one <= other) {
            add_triangle(out, ab, b, c);
            add_triangle(out, ab, c, ca);
        } else {
            add_triangle(out, ab, b, ca);
            add_triangle(out, b, c, ca);
        }
    }
}

// Runs one pass over all triangles into *out; *more: an edge was halved.
static rt_status halve_edges(soup *s, soup *out, double longest2, bool *more, rt_diag *d) {
    int count = 0;
    for (int i = 0; i < s->nt; i++)
        for (int k = 0; k < 3; k++) count += is_long(s, s->t[3 * i + k], s->t[3 * i + (k + 1) % 3], longest2);
    *more = count > 0;
    if (!*more) return RT_OK;
    if (s->nt > TRIANGLES_MAX - count) {
        rt_diag_error(d, NULL, 0, 0, "expected at most %d triangles after refinement to edges of %g m, found more",
                      TRIANGLES_MAX, sqrt(longest2));
        return RT_ERR_FORMAT;
    }
    contact_table middle = {0};
    vec3 *grown = realloc(s->v, ((size_t)s->nv + (size_t)count) * sizeof *s->v);
    if (grown) s->v = grown;
    out->t = malloc(3 * ((size_t)s->nt + (size_t)count) * sizeof *out->t);
    out->nt = 0;
    if (!grown || !out->t || !contact_table_make(&middle, count)) {
        free(out->t);
        out->t = NULL;
        return RT_ERR_MEMORY;
    }
    for (int i = 0; i < s->nt; i++) {
        const int *v = &s->t[3 * i];
        int m[3];
        for (int k = 0; k < 3; k++)
            m[k] = is_long(s, v[k], v[(k + 1) % 3], longest2) ? find_or_add_midpoint(s, &middle, v[k], v[(k + 1) % 3])
                                                              : -1;
        split_triangle(s, out, v, m);
    }
    free(middle.slot);
    return RT_OK;
}

rt_status contact_mesh_refine(const contact_mesh *mesh, double longest, contact_mesh *out, rt_diag *d) {
    soup s = {malloc((size_t)mesh->nv * sizeof *s.v), malloc(3 * (size_t)mesh->nt * sizeof *s.t), mesh->nv, mesh->nt};
    rt_status status = s.v && s.t ? RT_OK : RT_ERR_MEMORY;
    *out = (contact_mesh){0};
    if (status == RT_OK) {
        memcpy(s.v, mesh->vertex, (size_t)mesh->nv * sizeof *s.v);
        for (int i = 0; i < mesh->nt; i++) memcpy(&s.t[3 * i], mesh->tri[i].v, 3 * sizeof *s.t);
    }
    for (bool more = true; status == RT_OK && more;) {
        soup next = {0};
        status = halve_edges(&s, &next, longest * longest, &more, d);
        if (status != RT_OK || !more) break;
        free(s.t);
        s.t = next.t, s.nt = next.nt;
    }
    if (status == RT_OK) status = contact_mesh_make("refined", s.v, s.nv, s.t, s.nt, NULL, out, NULL, d);
    free(s.v), free(s.t);
    return status;
}
