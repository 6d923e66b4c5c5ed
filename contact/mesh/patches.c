// SPDX-License-Identifier: MIT
#include "contact/mesh/patches.h"
#include <stdlib.h>

#define FINEST 12    // halvings of a triangle at most
#define TURNS 2      // classes of a normal's coordinate on either side of zero: some 30 deg each
#define NOTHING 1e-9 // share of a patch's surface below which its directed areas cancel

// A piece of a triangle, and the cell of space and of directions that it falls into.
typedef struct piece {
    int cell[6];
    int order; // of creation: the sort is stable by it
    vec3 area, at;
} piece;

typedef struct pieces {
    piece *of;
    int n, capacity;
} pieces;

static bool add_piece(pieces *p, const contact_mesh *m, double size, const vec3 v[3]) {
    if (p->n == p->capacity) {
        int capacity = 2 * p->capacity + 64;
        piece *grown = realloc(p->of, (size_t)capacity * sizeof *grown);
        if (!grown) return false;
        *p = (pieces){grown, p->n, capacity};
    }
    vec3 at = vec3_scale(1.0 / 3, vec3_add(v[0], vec3_add(v[1], v[2])));
    vec3 area = vec3_scale(0.5, vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0])));
    if (!(vec3_norm2(area) > 0)) return true;
    vec3 off = vec3_scale(1 / size, vec3_sub(at, m->lo)), turn = vec3_scale(TURNS, vec3_unit(area));
    p->of[p->n] = (piece){.cell = {(int)floor(off.x), (int)floor(off.y), (int)floor(off.z), (int)lround(turn.x),
                                   (int)lround(turn.y), (int)lround(turn.z)},
                          .order = p->n,
                          .area = area,
                          .at = at};
    p->n++;
    return true;
}

// Halves the triangle across its longest edge until it is no longer than half a cell.
static bool cut(pieces *p, const contact_mesh *m, double size, const vec3 v[3], int depth) {
    int longest = 0;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double l = vec3_norm2(vec3_sub(v[(k + 1) % 3], v[k]));
        if (l > most) most = l, longest = k;
    }
    if (most <= 0.25 * size * size || depth == FINEST) return add_piece(p, m, size, v);
    vec3 a = v[longest], b = v[(longest + 1) % 3], c = v[(longest + 2) % 3];
    vec3 half = vec3_scale(0.5, vec3_add(a, b));
    const vec3 one[3] = {a, half, c}, two[3] = {half, b, c};
    return cut(p, m, size, one, depth + 1) && cut(p, m, size, two, depth + 1);
}

static int compare(const void *a, const void *b) {
    const piece *p = a, *q = b;
    for (int k = 0; k < 6; k++)
        if (p->cell[k] != q->cell[k]) return p->cell[k] < q->cell[k] ? -1 : 1;
    return p->order < q->order ? -1 : 1;
}

static bool same_cell(const piece *a, const piece *b) {
    for (int k = 0; k < 6; k++)
        if (a->cell[k] != b->cell[k]) return false;
    return true;
}

// Joins the pieces of one cell, from `first` on; returns the number of pieces.
static int join(const pieces *p, int first, contact_patch *out) {
    vec3 area = {0, 0, 0}, moment = {0, 0, 0};
    double surface = 0;
    int k = first;
    for (; k < p->n && same_cell(&p->of[first], &p->of[k]); k++) {
        double a = vec3_norm(p->of[k].area);
        area = vec3_add(area, p->of[k].area);
        moment = vec3_madd(moment, a, p->of[k].at);
        surface += a;
    }
    double size = vec3_norm(area);
    *out = (contact_patch){.at = vec3_scale(1 / surface, moment)};
    if (size > NOTHING * surface) out->area = size, out->normal = vec3_scale(1 / size, area);
    return k - first;
}

rt_status contact_mesh_patches(const contact_mesh *m, double size, contact_patch **patch, int *n) {
    pieces p = {0};
    bool done = true;
    *patch = NULL, *n = 0;
    for (int t = 0; t < m->nt && done; t++) {
        vec3 v[3];
        for (int k = 0; k < 3; k++) v[k] = m->vertex[m->tri[t].v[k]];
        done = cut(&p, m, size, v, 0);
    }
    if (done) *patch = calloc((size_t)p.n + 1, sizeof **patch);
    if (*patch) {
        if (p.n > 0) qsort(p.of, (size_t)p.n, sizeof *p.of, compare);
        for (int k = 0; k < p.n;) {
            k += join(&p, k, &(*patch)[*n]);
            *n += (*patch)[*n].area > 0;
        }
    }
    free(p.of);
    return *patch ? RT_OK : RT_ERR_MEMORY;
}
