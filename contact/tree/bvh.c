// SPDX-License-Identifier: MIT
#include "contact/tree/bvh.h"
#include "contact/tree/bvh_box.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Binned surface-area heuristic (Wald 2007, "On fast construction of SAH-based bounding volume hierarchies").
#define BINS 16
// A visit of a node costs about two triangle-pair tests (measured on pairs of hulls and anchors).
#define LEAF_MAX 8
#define VISIT_COST 2
// From this depth on nodes are halved by count: at most 23 more levels for the 5 million triangles that a mesh may
// have.
#define HALVE_FROM 40
// A node gets a slab only where the slab is thinner than this share of the box along the same axis.
#define THIN 0.6

typedef struct item {
    bvh_box box;
    int triangle;
} item;

typedef struct builder {
    const contact_mesh *mesh;
    contact_bvh *tree;
    item *item, *spare;
} builder;

typedef struct split {
    int axis, bin; // items up to this bin go left; axis -1: no split
    double cost;   // area times number of items, summed over both sides [m²]
} split;

static double component(vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static vec3 centre_of(bvh_box b) { return vec3_scale(0.5, vec3_add(b.lo, b.hi)); }

// Half the surface area.
static double half_surface(bvh_box b) {
    vec3 e = vec3_sub(b.hi, b.lo);
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

// The bins of one axis.
typedef struct bins {
    bvh_box box[BINS];
    int count[BINS];
    double lo, per_length; // of the centres; 0: all centres are equal along this axis
} bins;

static int bin_of(vec3 centre, int axis, const bins *b) {
    int bin = (int)((component(centre, axis) - b->lo) * b->per_length);
    return bin < BINS ? bin : BINS - 1;
}

static void clear_bins(bins *b, double lo, double hi) {
    double per_length = BINS / (hi - lo);
    b->lo = lo;
    b->per_length = hi > lo && isfinite(per_length) ? per_length : 0;
    for (int i = 0; i < BINS; i++) b->box[i] = bvh_box_empty(), b->count[i] = 0;
}

// Stores the cheapest split of n items along one axis in `best`, if it is cheaper than `best`.
static void find_split_along(const bins *bin, int n, int axis, split *best) {
    bvh_box left = bvh_box_empty(), right = bvh_box_empty();
    int n_left = 0, n_right = 0;
    double left_cost[BINS];
    for (int b = 0; b < BINS - 1; b++) {
        left = bvh_box_join(left, bin->box[b]);
        n_left += bin->count[b];
        left_cost[b] = n_left ? n_left * half_surface(left) : 0;
    }
    for (int b = BINS - 1; b > 0; b--) {
        right = bvh_box_join(right, bin->box[b]);
        n_right += bin->count[b];
        if (n_right == 0 || n_right == n) continue;
        double cost = left_cost[b - 1] + n_right * half_surface(right);
        if (cost < best->cost) *best = (split){axis, b - 1, cost};
    }
}

// Sorts the items into the bins of all three axes in one pass.
static void fill_bins(const item *it, int n, bvh_box centres, bins bin[3]) {
    for (int axis = 0; axis < 3; axis++)
        clear_bins(&bin[axis], component(centres.lo, axis), component(centres.hi, axis));
    for (int i = 0; i < n; i++) {
        vec3 centre = centre_of(it[i].box);
        for (int axis = 0; axis < 3; axis++) {
            int b = bin_of(centre, axis, &bin[axis]);
            bin[axis].count[b]++;
            bin[axis].box[b] = bvh_box_join(bin[axis].box[b], it[i].box);
        }
    }
}

// Moves the items of the left side to the front; both sides keep their order. Returns the number of items on the left.
static int partition(builder *b, int first, int n, split s, const bins *bin) {
    item *it = b->item + first;
    int n_left = 0, n_right = 0;
    for (int i = 0; i < n; i++) {
        if (bin_of(centre_of(it[i].box), s.axis, bin) <= s.bin)
            it[n_left++] = it[i];
        else
            b->spare[n_right++] = it[i];
    }
    memcpy(it + n_left, b->spare, (size_t)n_right * sizeof *it);
    return n_left;
}

// Number of the n items that go to the left child; 0: they make a leaf.
static int choose_split(builder *b, int first, int n, int depth, bvh_box box, bvh_box centres) {
    if (n <= 1) return 0;
    bins bin[3];
    double surface = half_surface(box);
    split best = {-1, 0, n <= LEAF_MAX ? (n - VISIT_COST) * surface : HUGE_VAL};
    if (depth < HALVE_FROM) {
        fill_bins(b->item + first, n, centres, bin);
        for (int axis = 0; axis < 3; axis++)
            if (bin[axis].per_length > 0) find_split_along(&bin[axis], n, axis, &best);
    }
    if (best.axis >= 0) return partition(b, first, n, best, &bin[best.axis]);
    return n <= LEAF_MAX ? 0 : n / 2;
}

// Bounds along the mean normal. A patch of plating that lies askew to the axes is thin along its normal; its box is
// not.
static void set_slab(const builder *b, contact_bvh_node *node, int first, int n) {
    vec3 sum = {0, 0, 0}, size = vec3_sub(node->hi, node->lo);
    for (int i = 0; i < n; i++) {
        int t = b->item[first + i].triangle;
        sum = vec3_madd(sum, b->mesh->area[t], b->mesh->normal[t]);
    }
    vec3 axis = vec3_unit(sum);
    double low = HUGE_VAL, high = -HUGE_VAL;
    double thin = THIN * (fabs(axis.x) * size.x + fabs(axis.y) * size.y + fabs(axis.z) * size.z);
    for (int i = 0; i < n; i++) {
        const int *v = b->mesh->tri[b->item[first + i].triangle].v;
        for (int k = 0; k < 3; k++) {
            double h = vec3_dot(axis, b->mesh->vertex[v[k]]);
            low = bvh_min(low, h);
            high = bvh_max(high, h);
        }
        if (!(high - low < thin)) return; // too thick for a slab
    }
    node->axis = axis;
    node->low = low;
    node->high = high;
}

static void build_node(builder *b, int node, int first, int n, int depth) {
    contact_bvh *tree = b->tree;
    bvh_box box = bvh_box_empty(), centres = bvh_box_empty();
    for (int i = first; i < first + n; i++) {
        vec3 c = centre_of(b->item[i].box);
        box = bvh_box_join(box, b->item[i].box);
        centres = bvh_box_join(centres, (bvh_box){c, c});
    }
    if (depth > tree->depth) tree->depth = depth;
    tree->node[node] = (contact_bvh_node){.lo = box.lo, .hi = box.hi};
    set_slab(b, &tree->node[node], first, n);
    int n_left = choose_split(b, first, n, depth, box, centres);
    if (n_left == 0) {
        tree->node[node].first = first;
        tree->node[node].count = n;
        return;
    }
    int left = tree->n_nodes;
    tree->n_nodes += 2;
    tree->node[node].first = left;
    build_node(b, left, first, n_left, depth + 1);
    build_node(b, left + 1, first + n_left, n - n_left, depth + 1);
}

rt_status contact_bvh_build(const contact_mesh *mesh, contact_bvh *tree) {
    *tree = (contact_bvh){.nt = mesh->nt};
    size_t n = (size_t)mesh->nt;
    builder b = {mesh, tree, malloc(n * sizeof *b.item), malloc(n * sizeof *b.spare)};
    tree->node = malloc((2 * n - 1) * sizeof *tree->node);
    tree->order = malloc(n * sizeof *tree->order);
    rt_status status = b.item && b.spare && tree->node && tree->order ? RT_OK : RT_ERR_MEMORY;
    if (status == RT_OK) {
        for (int i = 0; i < mesh->nt; i++) b.item[i] = (item){bvh_triangle_box(mesh, i), i};
        tree->n_nodes = 1;
        build_node(&b, 0, 0, mesh->nt, 1);
        assert(tree->depth <= CONTACT_BVH_DEPTH);
        for (int i = 0; i < mesh->nt; i++) tree->order[i] = b.item[i].triangle;
    }
    free(b.item), free(b.spare);
    if (status != RT_OK) contact_bvh_free(tree);
    return status;
}

void contact_bvh_free(contact_bvh *tree) {
    free(tree->node), free(tree->order);
    *tree = (contact_bvh){0};
}

int contact_bvh_query(const contact_bvh *tree, const contact_mesh *mesh, vec3 lo, vec3 hi, int *out, int max) {
    int stack[CONTACT_BVH_DEPTH + 1], top = 0, found = 0;
    bvh_box wanted = {lo, hi};
    stack[top++] = 0;
    while (top > 0) {
        const contact_bvh_node *node = &tree->node[stack[--top]];
        if (!bvh_box_meets(bvh_node_box(node), wanted)) continue;
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            int t = tree->order[i];
            if (!bvh_box_meets(bvh_triangle_box(mesh, t), wanted)) continue;
            if (found < max) out[found] = t;
            found++;
        }
    }
    return found;
}
