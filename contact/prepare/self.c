// SPDX-License-Identifier: MIT
// Self intersections: triangles of a mesh that meet outside their shared corners and edges. Traverses the tree against
// itself.
#include "contact/prepare/clean.h"
#include "contact/tree/bvh_box.h"
#include "contact/tree/tri_meet.h"

#include <stdlib.h>

// Budget in comparisons of two boxes. A good mesh needs some 30 a triangle, one with fans of thousands of triangles
// around a vertex 2 000. A hostile mesh could need the square of its triangles.
#define BUDGET_PER_TRIANGLE 200
#define BUDGET_FLOOR 100000000
#define EXACT_COST 100 // cost of an exact test of a pair, in box comparisons

// A triangle with its box, in leaf order.
typedef struct entry {
    bvh_box box;
    int triangle;
} entry;

typedef struct search {
    const contact_mesh *mesh;
    const contact_bvh *tree;
    const entry *entry;
    int64_t budget;
    mesh_self_cuts *found;
} search;

// Rotates the corners of v so that the shared ones come first.
static void rotate_to_shared(const int v[3], const bool shared[3], int n_shared, int out[3]) {
    int from = 0;
    while (n_shared > 0 && !(shared[from] && (n_shared == 1 || shared[(from + 1) % 3]))) from++;
    for (int k = 0; k < 3; k++) out[k] = v[(from + k) % 3];
}

tri_couple mesh_couple(const contact_mesh *m, int a, int b) {
    const int *va = m->tri[a].v, *vb = m->tri[b].v;
    bool shared_a[3] = {false}, shared_b[3] = {false};
    tri_couple c = {.normal_p = m->normal[a], .normal_q = m->normal[b]};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (va[i] == vb[j]) shared_a[i] = shared_b[j] = true, c.n_shared++;
    int p[3], q[3];
    rotate_to_shared(va, shared_a, c.n_shared, p);
    rotate_to_shared(vb, shared_b, c.n_shared, q);
    for (int k = 0; k < 3; k++) c.p[k] = m->vertex[p[k]], c.q[k] = m->vertex[q[k]];
    if (c.n_shared == 2 && p[0] != q[0]) c.q[0] = c.p[0], c.q[1] = c.p[1]; // the common edge runs the other way in b
    return c;
}

static void test_pair(search *s, const entry *a, const entry *b) {
    tri_couple c = mesh_couple(s->mesh, a->triangle, b->triangle);
    vec3 at;
    if (tri_couple_apart(&c)) return;
    s->budget -= EXACT_COST;
    if (!tri_couple_meets(&c, &at)) return;
    int lo = a->triangle < b->triangle ? a->triangle : b->triangle,
        hi = a->triangle < b->triangle ? b->triangle : a->triangle;
    mesh_self_cuts *f = s->found;
    if (f->list && f->count < f->room) f->list[f->count] = (mesh_pair){lo, hi};
    bool first = f->count++ == 0 || lo < f->first.a || (lo == f->first.a && hi < f->first.b);
    if (first) f->first = (mesh_pair){lo, hi}, f->at = at;
}

static void test_leaves(search *s, const contact_bvh_node *a, const contact_bvh_node *b) {
    for (int i = a->first; i < a->first + a->count; i++) {
        int j = a == b ? i + 1 : b->first, end = b->first + b->count;
        if (a != b && !bvh_box_meets(s->entry[i].box, bvh_node_box(b))) continue;
        s->budget -= end - j;
        for (; j < end; j++)
            if (bvh_box_meets(s->entry[i].box, s->entry[j].box)) test_pair(s, &s->entry[i], &s->entry[j]);
    }
}

static double box_diagonal2(const contact_bvh_node *n) { return vec3_norm2(vec3_sub(n->hi, n->lo)); }

// Tests all pairs of triangles of the tree.
static void search_tree(search *s) {
    // Each visit pops one pair and pushes at most three that are one level deeper in one of the trees.
    struct {
        int a, b;
    } stack[4 * CONTACT_BVH_DEPTH + 4];
    int top = 0;
    stack[top].a = stack[top].b = 0, top++;
    while (top > 0 && s->budget > 0) {
        top--;
        int ia = stack[top].a, ib = stack[top].b;
        const contact_bvh_node *a = &s->tree->node[ia], *b = &s->tree->node[ib];
        s->budget--;
        if (ia != ib && !bvh_box_meets(bvh_node_box(a), bvh_node_box(b))) continue;
        if (a->count > 0 && b->count > 0) {
            test_leaves(s, a, b);
        } else if (ia == ib) {
            stack[top].a = a->first, stack[top++].b = a->first + 1;
            for (int k = 0; k < 2; k++, top++) stack[top].a = stack[top].b = a->first + k;
        } else if (b->count > 0 || (a->count == 0 && box_diagonal2(a) > box_diagonal2(b))) {
            for (int k = 0; k < 2; k++) stack[top].a = a->first + k, stack[top++].b = ib;
        } else {
            for (int k = 0; k < 2; k++) stack[top].a = ia, stack[top++].b = b->first + k;
        }
    }
}

rt_status mesh_find_self_cuts(const contact_mesh *mesh, const contact_bvh *tree, mesh_self_cuts *found) {
    entry *list = malloc((size_t)mesh->nt * sizeof *list);
    found->count = 0;
    if (!list) return RT_ERR_MEMORY;
    for (int i = 0; i < mesh->nt; i++) {
        int t = tree->order[i];
        list[i] = (entry){bvh_triangle_box(mesh, t), t};
    }
    search s = {mesh, tree, list, found->budget, found};
    if (s.budget == 0) s.budget = BUDGET_FLOOR + BUDGET_PER_TRIANGLE * (int64_t)mesh->nt;
    search_tree(&s);
    found->complete = s.budget > 0;
    free(list);
    return RT_OK;
}
