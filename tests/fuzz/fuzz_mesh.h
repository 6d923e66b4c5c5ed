// SPDX-License-Identifier: MIT
// Checks shared by the fuzz targets: memory per input, and invariants of an accepted mesh.
#ifndef HAWSE_TESTS_FUZZ_FUZZ_MESH_H
#define HAWSE_TESTS_FUZZ_FUZZ_MESH_H

#include "contact/prepare/cache.h"
#include "contact/prepare/clean.h"
#include "contact/tree/pairs.h"
#include "contact/tree/ray.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Unlike assert, active in every build.
#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);                                                \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

// From the sanitizers' allocator interface; only clang ships its header.
size_t __sanitizer_get_allocated_size(const volatile void *p);
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Bytes held since memory_start. A count in an input must not cause allocations out of proportion to the input's size.
static size_t memory_held, memory_most;
static bool memory_counts;

static void count_malloc(const volatile void *p, size_t n) {
    (void)p;
    if (!memory_counts) return;
    memory_held += n;
    if (memory_held > memory_most) memory_most = memory_held;
}

static void count_free(const volatile void *p) {
    if (!memory_counts || !p) return;
    size_t n = __sanitizer_get_allocated_size(p);
    memory_held -= n < memory_held ? n : memory_held;
}

static inline void memory_start(void) {
    static bool installed;
    if (!installed) __sanitizer_install_malloc_and_free_hooks(count_malloc, count_free);
    installed = memory_counts = true;
    memory_held = memory_most = 0;
}

// About 400 bytes a triangle, which takes at least two bytes of a file, plus the initial capacity of the growing
// arrays.
static inline void memory_check(size_t size) {
    memory_counts = false;
    CHECK(memory_most <= 1000 * size + 100000);
}

static inline void check_surface(const contact_mesh *m) {
    CHECK(m->nt > 0);
    for (int i = 0; i < m->nt; i++) {
        CHECK(fabs(vec3_norm(m->normal[i]) - 1) < 1e-9 && m->area[i] > 0);
        for (int k = 0; k < 3; k++) CHECK(m->tri[i].v[k] >= 0 && m->tri[i].v[k] < m->nv);
    }
    for (int v = 0; v < m->nv; v++) {
        CHECK(m->vertex_tri_start[v] <= m->vertex_tri_start[v + 1]);
        for (int i = m->vertex_tri_start[v]; i < m->vertex_tri_start[v + 1]; i++) {
            const int *c = m->tri[m->vertex_tri[i]].v;
            CHECK(c[0] == v || c[1] == v || c[2] == v);
        }
    }
}

static inline void check_pair(void *mesh, int a, int b, const contact_cut *cut) {
    const contact_mesh *m = mesh;
    CHECK(a >= 0 && a < m->nt && b >= 0 && b < m->nt && cut->end[0].k < 3 && cut->end[1].k < 3);
}

// Checks that queries over an accepted mesh and tree stay within their arrays.
static inline void check_queries(const contact_mesh *m, const contact_bvh *tree) {
    enum { ROOM = 64 };
    int hits[ROOM], budget = 1000;
    const pose shifted = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0.25, 0, 0}};
    int n = contact_bvh_query(tree, m, m->lo, m->hi, hits, ROOM);
    for (int i = 0; i < n && i < ROOM; i++) CHECK(hits[i] >= 0 && hits[i] < m->nt);
    contact_pairs pairs;
    CHECK(contact_pairs_create(&pairs, m, tree, m, tree, ROOM, 0.01) == RT_OK);
    if (m->nt < 1000) contact_pairs_find(&pairs, &shifted, NULL, check_pair, (void *)m);
    contact_pairs_free(&pairs);
    uint64_t *mark = calloc((size_t)m->nt, sizeof *mark);
    CHECK(mark);
    const contact_ray_filter all = {.mark = mark, .epoch = 0, .facing = 0, .budget = &budget};
    CHECK(contact_ray_reach(m, tree, m->lo, vec3_make(0.6, 0.8, 0), &all, NULL) >= 0);
    free(mark);
}

#endif
