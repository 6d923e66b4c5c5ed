// SPDX-License-Identifier: MIT
#include "contact/prepare/clean.h"

#include <stdlib.h>
#include <string.h>

// Welding: a hash table from grid cells, CELL welding distances wide, to the representatives in them. Most vertices
// have their possible partners in one cell, all have them in at most 8. A cell holds up to some hundreds of
// representatives.
#define CELL 8
typedef struct grid {
    double cell;
    vec3 origin;
    int *head; // first representative of the hash slot, -1: none
    int *next; // next one of the same slot
    size_t mask;
} grid;

static size_t slot_of(const grid *g, int64_t i, int64_t j, int64_t k) {
    uint64_t h =
        (uint64_t)i * 0x9E3779B97F4A7C15u ^ (uint64_t)j * 0xC2B2AE3D27D4EB4Fu ^ (uint64_t)k * 0x165667B19E3779F9u;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return (size_t)(h ^ h >> 32) & g->mask;
}

// Lowest representative within `distance` of p in the slot; `best` if that is lower.
static int lowest_in_slot(const grid *g, const vec3 *v, vec3 p, double distance, size_t slot, int best) {
    for (int r = g->head[slot]; r >= 0; r = g->next[r])
        if ((best < 0 || r < best) && vec3_norm(vec3_sub(v[r], p)) <= distance) best = r;
    return best;
}

// First and last cell along an axis within the welding distance of the coordinate.
static void cell_range(double q, int64_t range[2]) {
    range[0] = (int64_t)floor(q - 1.01 / CELL);
    range[1] = (int64_t)floor(q + 1.01 / CELL);
}

static int find_representative(const grid *g, const vec3 *v, vec3 p, double distance) {
    vec3 q = vec3_scale(1 / g->cell, vec3_sub(p, g->origin));
    int64_t x[2], y[2], z[2];
    cell_range(q.x, x), cell_range(q.y, y), cell_range(q.z, z);
    int best = -1;
    for (int64_t i = x[0]; i <= x[1]; i++)
        for (int64_t j = y[0]; j <= y[1]; j++)
            for (int64_t k = z[0]; k <= z[1]; k++) best = lowest_in_slot(g, v, p, distance, slot_of(g, i, j, k), best);
    return best;
}

static void add_representative(grid *g, vec3 p, int r) {
    vec3 q = vec3_scale(1 / g->cell, vec3_sub(p, g->origin));
    size_t slot = slot_of(g, (int64_t)floor(q.x), (int64_t)floor(q.y), (int64_t)floor(q.z));
    g->next[r] = g->head[slot];
    g->head[slot] = r;
}

rt_status mesh_weld(mesh_soup *soup, double distance, contact_mesh_report *report) {
    size_t slots = 16;
    while (slots < (size_t)soup->nv) slots *= 2;
    grid g = {.cell = CELL * distance, .mask = slots - 1};
    g.head = malloc(slots * sizeof *g.head);
    g.next = malloc((size_t)soup->nv * sizeof *g.next);
    int *map = malloc((size_t)soup->nv * sizeof *map);
    rt_status status = g.head && g.next && map ? RT_OK : RT_ERR_MEMORY;
    if (status == RT_OK) {
        memset(g.head, -1, slots * sizeof *g.head);
        g.origin = soup->v[0];
        for (int i = 1; i < soup->nv; i++) g.origin = vec3_min(g.origin, soup->v[i]);
        for (int i = 0; i < soup->nv; i++) {
            int r = find_representative(&g, soup->v, soup->v[i], distance);
            map[i] = r >= 0 ? r : i;
            report->welded += r >= 0;
            if (r < 0) add_representative(&g, soup->v[i], i);
        }
        for (int64_t i = 0; i < 3 * (int64_t)soup->nt; i++) soup->t[i] = map[soup->t[i]];
    }
    free(g.head), free(g.next), free(map);
    return status;
}

static void drop_degenerate(mesh_soup *soup, double height, contact_mesh_report *report) {
    int kept = 0;
    for (int i = 0; i < soup->nt; i++) {
        const int *t = soup->t + 3 * (size_t)i;
        if (mesh_has_repeated_vertex(t) ||
            mesh_triangle_height(soup->v[t[0]], soup->v[t[1]], soup->v[t[2]]) <= height) {
            report->degenerate++;
            continue;
        }
        memmove(soup->t + 3 * (size_t)kept++, t, 3 * sizeof *t);
    }
    soup->nt = kept;
}

static mesh_item item_of_triangle(const int *t, int id) {
    int lo = t[0] < t[1] ? t[0] : t[1], hi = t[0] < t[1] ? t[1] : t[0];
    int least = t[2] < lo ? t[2] : lo, most = t[2] > hi ? t[2] : hi;
    int middle = t[2] < lo ? lo : t[2] > hi ? hi : t[2];
    return (mesh_item){least, middle, most, id};
}

static rt_status drop_duplicates(mesh_soup *soup, contact_mesh_report *report) {
    mesh_item *item = malloc((size_t)soup->nt * sizeof *item);
    bool *drop = calloc((size_t)soup->nt, sizeof *drop);
    rt_status status = item && drop ? RT_OK : RT_ERR_MEMORY;
    for (int i = 0; status == RT_OK && i < soup->nt; i++) item[i] = item_of_triangle(soup->t + 3 * (size_t)i, i);
    if (status == RT_OK) status = mesh_sort(item, soup->nt, soup->nv);
    if (status == RT_OK) {
        for (int i = 1; i < soup->nt; i++)
            drop[item[i].id] =
                item[i].bucket == item[i - 1].bucket && item[i].a == item[i - 1].a && item[i].b == item[i - 1].b;
        int kept = 0;
        for (int i = 0; i < soup->nt; i++) {
            if (!drop[i]) memmove(soup->t + 3 * (size_t)kept++, soup->t + 3 * (size_t)i, 3 * sizeof *soup->t);
        }
        report->duplicate += soup->nt - kept;
        soup->nt = kept;
    }
    free(item), free(drop);
    return status;
}

rt_status mesh_drop_triangles(mesh_soup *soup, double height, contact_mesh_report *report) {
    drop_degenerate(soup, height, report);
    return soup->nt > 0 ? drop_duplicates(soup, report) : RT_OK;
}

rt_status mesh_drop_unused(mesh_soup *soup) {
    int *map = malloc((size_t)soup->nv * sizeof *map);
    if (!map) return RT_ERR_MEMORY;
    memset(map, -1, (size_t)soup->nv * sizeof *map);
    for (int64_t i = 0; i < 3 * (int64_t)soup->nt; i++) map[soup->t[i]] = 0;
    int kept = 0;
    for (int i = 0; i < soup->nv; i++) {
        if (map[i] < 0) continue;
        soup->v[kept] = soup->v[i];
        map[i] = kept++;
    }
    for (int64_t i = 0; i < 3 * (int64_t)soup->nt; i++) soup->t[i] = map[soup->t[i]];
    soup->nv = kept;
    free(map);
    return RT_OK;
}
