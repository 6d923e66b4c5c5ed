// SPDX-License-Identifier: MIT
#include "contact/bvh.h"
#include "contact/bvh_box.h"

#include <assert.h>
#include <stdlib.h>

// Binned surface-area heuristic (Wald 2007, "On fast construction of SAH-based bounding volume hierarchies").
#define BINS 16
// A visit costs about two pair tests of triangles: measured on pairs of hulls and anchors.
#define LEAF_MAX 8
#define VISIT_COST 2
// From this depth on halves by count: at most 23 more levels for the 5 million triangles that a mesh may have.
#define HALVE_FROM 40
// A slab is worth a test where it is thinner than this share of the box along it.
#define THIN 0.6

typedef struct item {
    bvh_box box;
    double centre[3];
    int triangle;
} item;

typedef struct builder {
    const contact_mesh *mesh;
    contact_bvh *tree;
    item *item, *spare;
} builder;

typedef struct split {
    int axis, bin; // items up to this bin go left; axis -1: none
    double cost;   // area times number, summed over both sides [m²]
} split;

static double component(vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// Half the surface.
static double half_surface(bvh_box b) {
    vec3 e = vec3_sub(b.hi, b.lo);
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

static int bin_of(const item *it, int axis, double lo, double per_length) {
    int bin = (int)((it->centre[axis] - lo) * per_length);
    return bin < BINS ? bin : BINS - 1;
}

// The cheapest split along one axis, if it is cheaper than `best`.
static void try_axis(const item *it, int n, int axis, double lo, double hi, split *best) {
    bvh_box box[BINS], left = bvh_box_empty(), right = bvh_box_empty();
    int count[BINS] = {0}, n_left = 0, n_right = 0;
    double left_cost[BINS], per_length = BINS / (hi - lo);
    if (!(hi > lo) || !isfinite(per_length)) return;
    for (int b = 0; b < BINS; b++) box[b] = bvh_box_empty();
    for (int i = 0; i < n; i++) {
        int b = bin_of(&it[i], axis, lo, per_length);
        count[b]++;
        box[b] = bvh_box_join(box[b], it[i].box);
    }
    for (int b = 0; b < BINS - 1; b++) {
        left = bvh_box_join(left, box[b]);
        n_left += count[b];
        left_cost[b] = n_left ? n_left * half_surface(left) : 0;
    }
    for (int b = BINS - 1; b > 0; b--) {
        right = bvh_box_join(right, box[b]);
        n_right += count[b];
        if (n_right == 0 || n_right == n) continue;
        double cost = left_cost[b - 1] + n_right * half_surface(right);
        if (cost < best->cost) *best = (split){axis, b - 1, cost};
    }
}

static bvh_box centre_bounds(const item *it, int n) {
    bvh_box b = bvh_box_empty();
    for (int i = 0; i < n; i++) {
        vec3 c = vec3_make(it[i].centre[0], it[i].centre[1], it[i].centre[2]);
        b = bvh_box_join(b, (bvh_box){c, c});
    }
    return b;
}

// Moves the items of the left side to the front, both sides in their former order; returns how many are left.
static int partition(builder *b, int first, int n, split s, bvh_box centres) {
    item *it = b->item + first;
    double lo = component(centres.lo, s.axis), per_length = BINS / (component(centres.hi, s.axis) - lo);
    int n_left = 0, n_right = 0;
    for (int i = 0; i < n; i++) {
        if (bin_of(&it[i], s.axis, lo, per_length) <= s.bin)
            it[n_left++] = it[i];
        else
            b->spare[n_right++] = it[i];
    }
    for (int i = 0; i < n_right; i++) it[n_left + i] = b->spare[i];
    return n_left;
}

// How many of the n items go to the left child; 0: they make a leaf.
static int choose_split(builder *b, int first, int n, int depth, double surface) {
    if (n <= 1) return 0;
    bvh_box centres = centre_bounds(b->item + first, n);
    split best = {-1, 0, n <= LEAF_MAX ? (n - VISIT_COST) * surface : HUGE_VAL};
    if (depth < HALVE_FROM) {
        for (int axis = 0; axis < 3; axis++)
            try_axis(b->item + first, n, axis, component(centres.lo, axis), component(centres.hi, axis), &best);
    }
    if (best.axis >= 0) return partition(b, first, n, best, centres);
    return n <= LEAF_MAX ? 0 : n / 2;
}

// Bounds along the mean normal: a piece of plating that lies askew is thin, its box is not.
static void set_slab(const builder *b, contact_bvh_node *node, int first, int n) {
    vec3 sum = {0, 0, 0}, size = vec3_sub(node->hi, node->lo);
    for (int i = 0; i < n; i++) {
        int t = b->item[first + i].triangle;
        sum = vec3_madd(sum, b->mesh->area[t], b->mesh->normal[t]);
    }
    node->axis = vec3_unit(sum);
    node->low = HUGE_VAL;
    node->high = -HUGE_VAL;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            double h = vec3_dot(node->axis, b->mesh->vertex[b->mesh->tri[b->item[first + i].triangle].v[k]]);
            node->low = bvh_min(node->low, h);
            node->high = bvh_max(node->high, h);
        }
    double across = fabs(node->axis.x) * size.x + fabs(node->axis.y) * size.y + fabs(node->axis.z) * size.z;
    if (!(node->high - node->low < THIN * across)) node->axis = vec3_make(0, 0, 0);
}

static void build_node(builder *b, int node, int first, int n, int depth) {
    contact_bvh *tree = b->tree;
    bvh_box box = bvh_box_empty();
    for (int i = 0; i < n; i++) box = bvh_box_join(box, b->item[first + i].box);
    if (depth > tree->depth) tree->depth = depth;
    tree->node[node] = (contact_bvh_node){.lo = box.lo, .hi = box.hi};
    set_slab(b, &tree->node[node], first, n);
    int n_left = choose_split(b, first, n, depth, half_surface(box));
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
        for (int i = 0; i < mesh->nt; i++) {
            bvh_box box = bvh_triangle_box(mesh, i);
            vec3 c = vec3_scale(0.5, vec3_add(box.lo, box.hi));
            b.item[i] = (item){box, {c.x, c.y, c.z}, i};
        }
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
