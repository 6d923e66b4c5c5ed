// SPDX-License-Identifier: MIT
// Loading and building with the n-th allocation failing, for every n: an error, one message, and no memory leak.
// Queries do not allocate at all. The linker redirects malloc, calloc, realloc and free of all objects to this file.
#include "contact/prepare/prepare.h"
#include "contact/tree/pairs.h"
#include "tests/contact/shapes.h"

#include <malloc.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t each);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t each);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static int calls, fail_at, held; // fail_at: the call that fails, 0: none
static size_t bytes, most;       // now, and the maximum

static bool next_call_fails(void) { return ++calls == fail_at; }

static void *count_block(void *p) {
    held += p != NULL;
    bytes += p ? malloc_usable_size(p) : 0;
    if (bytes > most) most = bytes;
    return p;
}

void *__wrap_malloc(size_t n) { return next_call_fails() ? NULL : count_block(__real_malloc(n)); }
void *__wrap_calloc(size_t n, size_t each) { return next_call_fails() ? NULL : count_block(__real_calloc(n, each)); }
void *__wrap_realloc(void *p, size_t n) {
    if (next_call_fails()) return NULL;
    size_t before = p ? malloc_usable_size(p) : 0;
    void *q = __real_realloc(p, n);
    if (q) held -= p != NULL, bytes -= before;
    return count_block(q);
}
void __wrap_free(void *p) {
    held -= p != NULL;
    bytes -= p ? malloc_usable_size(p) : 0;
    __real_free(p);
}

// Loads the file and builds the tree with the n-th call failing, for rising n, until no call fails.
static void check_load_failures(const char *name, const char *text) {
    const char *path = write_text(name, text);
    int failures = 0;
    for (int n = 1;; n++) {
        contact_mesh mesh;
        contact_bvh tree = {0};
        rt_diag d = {0};
        calls = 0, held = 0, fail_at = n;
        rt_status status = contact_mesh_load(path, NULL, &mesh, NULL, &d);
        if (status != RT_OK) {
            assert_int_equal(status, RT_ERR_MEMORY);
            assert_int_equal(d.errors, 1);
            assert_non_null(strstr(d.text, "error: no memory for "));
            assert_null(mesh.tri);
        } else {
            status = contact_bvh_build(&mesh, &tree);
            if (status != RT_OK) assert_int_equal(status, RT_ERR_MEMORY);
            contact_bvh_free(&tree);
            contact_mesh_free(&mesh);
        }
        fail_at = 0;
        assert_int_equal(held, 0);
        if (status == RT_OK) break;
        failures++;
    }
    assert_in_range(failures, 15, 100);
}

// Prepares the file with a cache, with the n-th call failing: the cache may fail silently, the mesh only with a
// message.
static void check_prepare_failures(const char *name, const char *text) {
    const char *path = write_text(name, text);
    char cache[160];
    snprintf(cache, sizeof cache, "%s%s", path, CONTACT_CACHE_SUFFIX);
    int refused = 0, done = 0, whole = 0;
    for (int n = 1; !whole; n++) {
        contact_prepared p;
        rt_diag d = {0};
        if (n % 2) unlink(cache); // n odd: written, n even: read
        calls = 0, held = 0, fail_at = n;
        rt_status status = contact_prepare(path, NULL, CONTACT_CACHE_ON, &p, &d);
        whole = calls < n;
        fail_at = 0;
        if (status != RT_OK) {
            assert_int_equal(status, RT_ERR_MEMORY);
            assert_non_null(strstr(d.text, "error: no memory for "));
        } else {
            assert_int_equal(d.errors, 0);
            assert_true(p.mesh.nt > 0 && p.tree.n_nodes > 0);
        }
        refused += status != RT_OK, done += status == RT_OK;
        contact_prepared_free(&p);
        assert_int_equal(held, 0);
    }
    unlink(cache);
    assert_true(refused > 10 && done > 3);
}

// Checks the memory that a file makes the program hold: bounded per byte of the file, whatever counts the file claims.
static void check_peak(const char *name, const void *file, size_t size) {
    const char *path = write_file(name, file, size);
    contact_prepared p;
    rt_diag d = {0};
    bytes = most = 0;
    rt_status status = contact_prepare(path, NULL, CONTACT_CACHE_OFF, &p, &d);
    if (status == RT_OK) contact_prepared_free(&p);
    if (most > 1000 * size + 100000) fail_msg("%s: %zu bytes for a file of %zu", name, most, size);
}

static char big[200001];
static size_t big_size;

// Appends to the file as long as it fits.
static void append(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(big + big_size, sizeof big - big_size, format, list);
    va_end(list);
    if (n > 0 && (size_t)n < sizeof big - big_size) big_size += (size_t)n;
}

static void check_big(const char *name) {
    check_peak(name, big, big_size);
    big_size = 0;
}

static void test_memory_is_bounded(void **state) {
    (void)state;
    append("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nf");
    for (int i = 0; i < 90000; i++) append(" %d", 1 + i % 5); // a face of many corners
    check_big("long.obj");
    for (int i = 0; i < 16000; i++) append("v %d %d\n", i % 7, i % 11);
    check_big("short.obj");
    for (int i = 0; i < 9000; i++) append("v %d %d %d\n", i, i % 3, i % 5);
    append("f");
    for (int i = 0; i < 16000; i++) append(" %d", 1 + i % 9000);
    check_big("fan.obj");
    append("ply\nformat binary_little_endian 1.0\nelement vertex 1000\nproperty char x\nproperty char y\n"
           "property char z\nelement face 200000000\nproperty list uint uchar vertex_indices\nend_header\n");
    memset(big + big_size, 3, sizeof big - big_size);
    big_size = sizeof big;
    check_big("promise.ply");
    memset(big, 0, 84);
    memset(big + 80, 0x7F, 4);
    big_size = sizeof big;
    check_big("promise.stl");
}

#define CUBE "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
#define FACES "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"

static void test_failing_malloc_leaks_nothing(void **state) {
    (void)state;
    check_load_failures("cube.obj", CUBE FACES);
    // With a cavity, so that the search for cavities allocates too, and a collinear triangle.
    check_load_failures("hollow.obj", CUBE FACES "v .2 .2 .2\nv .7 .2 .2\nv .2 .7 .2\nv .2 .2 .7\nv .5 0 0\nf 1 2 13\n"
                                                 "f 9 10 11\nf 9 12 10\nf 9 11 12\nf 10 12 11\n");
    check_load_failures(
        "t.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                 "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    check_load_failures(
        "t.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
                 "endsolid\n");
}

static void count_pair(void *self, int a, int b, const contact_cut *cut) {
    (void)a, (void)b, (void)cut;
    ++*(int *)self;
}

static void test_failing_malloc_in_prepare_leaks_nothing(void **state) {
    (void)state;
    check_prepare_failures("cube.obj", CUBE FACES);
}

static void test_queries_do_not_allocate(void **state) {
    (void)state;
    contact_mesh mesh = make_sphere(1, vec3_make(0, 0, 0), 4);
    contact_bvh tree;
    assert_int_equal(contact_bvh_build(&mesh, &tree), RT_OK);
    static int found[10000];
    pose p = {mat3_rotation(vec3_make(0, 1, 0), 0.2), {1.5, 0, 0}};
    contact_pairs pairs;
    int cut = 0;
    assert_int_equal(contact_pairs_create(&pairs, &mesh, &tree, &mesh, &tree, 10000, 0.01), RT_OK);
    calls = 0;
    contact_pairs_find(&pairs, &p, NULL, count_pair, &cut);
    assert_true(cut > 10);
    assert_true(contact_bvh_query(&tree, &mesh, vec3_make(0, 0, 0), vec3_make(1, 1, 1), found, 10000) > 100);
    assert_int_equal(calls, 0);
    contact_pairs_free(&pairs);
    contact_bvh_free(&tree);
    contact_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing_malloc_leaks_nothing),
        cmocka_unit_test(test_failing_malloc_in_prepare_leaks_nothing),
        cmocka_unit_test(test_memory_is_bounded),
        cmocka_unit_test(test_queries_do_not_allocate),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
