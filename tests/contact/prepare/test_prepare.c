// SPDX-License-Identifier: MIT
// The cache of a prepared mesh: reading it gives the same bits and the same messages. A cache is rewritten if it is
// damaged, truncated or forged, or belongs to another mesh, other options or another program.
#include "contact/prepare/cache.h"
#include "contact/prepare/load.h"
#include "rt/base/hash.h"
#include "tests/contact/shapes.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char folder[64], mesh_path[128], cache_path[160];

static void write_bytes(const char *path, const void *bytes, size_t n) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static unsigned char *read_bytes(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = malloc(*n + 8);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *n, f), *n);
    fclose(f);
    return bytes;
}

// Creates a new folder with only the mesh file.
static void start_folder(const char *text) {
    strcpy(folder, "/tmp/hawse_prepare_XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(mesh_path, sizeof mesh_path, "%s/bow.obj", folder);
    snprintf(cache_path, sizeof cache_path, "%s%s", mesh_path, CONTACT_CACHE_SUFFIX);
    write_bytes(mesh_path, text, strlen(text));
}

// Checks the number of files left, then removes folder, mesh and cache.
static void finish_folder(int files) {
    DIR *d = opendir(folder);
    int n = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
    closedir(d);
    assert_int_equal(n, files);
    if (remove(cache_path) != 0) assert_int_equal(errno, ENOENT);
    assert_int_equal(remove(mesh_path), 0);
    assert_int_equal(rmdir(folder), 0);
}

#define EQUAL(a, b, n) assert_memory_equal((a), (b), (size_t)(n) * sizeof *(a))

static void check_equal(const contact_prepared *a, const contact_prepared *b) {
    const contact_mesh *m = &a->mesh, *n = &b->mesh;
    assert_true(m->nv == n->nv && m->nt == n->nt && m->closed == n->closed);
    EQUAL(m->vertex, n->vertex, n->nv);
    EQUAL(m->tri, n->tri, n->nt);
    EQUAL(m->normal, n->normal, n->nt);
    EQUAL(m->area, n->area, n->nt);
    EQUAL(m->vertex_tri_start, n->vertex_tri_start, n->nv + 1);
    EQUAL(m->vertex_tri, n->vertex_tri, 3 * n->nt);
    EQUAL(&m->lo, &n->lo, 1);
    EQUAL(&m->hi, &n->hi, 1);
    assert_true(a->tree.n_nodes == b->tree.n_nodes && a->tree.nt == b->tree.nt && a->tree.depth == b->tree.depth);
    EQUAL(a->tree.node, b->tree.node, b->tree.n_nodes);
    EQUAL(a->tree.order, b->tree.order, b->tree.nt);
    EQUAL(&a->report, &b->report, 1);
}

// Prepares with the cache, expects this outcome of the cache, and compares with a preparation without it.
static void check_prepare(const contact_mesh_options *o, contact_cache_state state) {
    contact_prepared with, without;
    rt_diag dw = {0}, dn = {0};
    assert_int_equal(contact_prepare(mesh_path, o, CONTACT_CACHE_ON, &with, &dw), RT_OK);
    assert_int_equal(contact_prepare(mesh_path, o, CONTACT_CACHE_OFF, &without, &dn), RT_OK);
    if (with.cache != state) fail_msg("cache %d, expected %d", with.cache, state);
    assert_int_equal(without.cache, CONTACT_CACHE_UNUSED);
    assert_string_equal(dw.text, dn.text);
    assert_int_equal(dw.warnings, dn.warnings);
    check_equal(&with, &without);
    contact_prepared_free(&with);
    contact_prepared_free(&without);
}

#define BOX "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
#define FACES "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
// A box with one face reversed, one duplicate, one degenerate, an unused vertex, a triangle through its side, and a
// one-sided part (Möbius strip).
#define MESS                                                                                                           \
    BOX "f 1 3 4 2\nf 5 6 8 7\nf 5 6 8\nf 1 2 2\nf 1 5 6 2\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\nv 7 7 7\n"                \
        "v .5 .5 .5\nv 2 .5 .5\nv 2 .6 .5\nf 10 11 12\n"                                                               \
        "v 5 0 0\nv 6 0 1\nv 7 0 0\nv 5 1 0\nv 6 1 -1\nf 13 14 15\nf 14 15 16\nf 15 16 17\nf 16 17 13\nf 17 13 14\n"
#define TETRA "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

static void test_cache_gives_the_same_bits(void **state) {
    (void)state;
    const char *texts[] = {BOX FACES, MESS, TETRA};
    for (int i = 0; i < 3; i++) {
        start_folder(texts[i]);
        check_prepare(NULL, CONTACT_CACHE_WRITTEN);
        check_prepare(NULL, CONTACT_CACHE_READ);
        finish_folder(2);
    }
    contact_mesh sphere = make_sphere(2, vec3_make(1, 2, 3), 5);
    start_folder("");
    FILE *f = fopen(mesh_path, "w");
    for (int i = 0; i < sphere.nv; i++)
        fprintf(f, "v %.17g %.17g %.17g\n", sphere.vertex[i].x, sphere.vertex[i].y, sphere.vertex[i].z);
    for (int i = 0; i < sphere.nt; i++)
        fprintf(f, "f %d %d %d\n", sphere.tri[i].v[0] + 1, sphere.tri[i].v[1] + 1, sphere.tri[i].v[2] + 1);
    fclose(f);
    contact_mesh_free(&sphere);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    check_prepare(NULL, CONTACT_CACHE_READ);
    finish_folder(2);
}

// The messy mesh must cause every kind of message; otherwise the comparison of messages proves little.
static void test_messy_mesh_causes_every_message(void **state) {
    (void)state;
    contact_prepared p;
    rt_diag d = {0};
    start_folder(MESS);
    assert_int_equal(contact_prepare(mesh_path, NULL, CONTACT_CACHE_ON, &p, &d), RT_OK);
    const char *said[] = {"faced against their neighbours", "open edges", "one-sided", "intersects itself"};
    for (int i = 0; i < 4; i++)
        if (!strstr(d.text, said[i])) fail_msg("expected '%s' in %s", said[i], d.text);
    contact_prepared_free(&p);
    finish_folder(2);
}

// Changes every byte of a cache in turn.
static void test_damaged_cache_is_rewritten(void **state) {
    (void)state;
    start_folder(TETRA);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    size_t n;
    unsigned char *good = read_bytes(cache_path, &n);
    size_t key_from = offsetof(mesh_cache_head, key), key_to = offsetof(mesh_cache_head, nv);
    for (size_t i = 0; i < n; i++) {
        good[i] ^= (unsigned char)(1 + 37 * i % 255);
        write_bytes(cache_path, good, n);
        check_prepare(NULL, i >= key_from && i < key_to ? CONTACT_CACHE_STALE : CONTACT_CACHE_DAMAGED);
        good[i] ^= (unsigned char)(1 + 37 * i % 255);
        size_t m;
        unsigned char *now = read_bytes(cache_path, &m);
        assert_int_equal(m, n);
        assert_memory_equal(now, good, n); // rewritten with the same bytes
        free(now);
    }
    free(good);
    finish_folder(2);
}

static void test_truncated_cache_is_rewritten(void **state) {
    (void)state;
    start_folder(TETRA);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    size_t n;
    unsigned char *good = read_bytes(cache_path, &n);
    for (size_t i = 0; i < n; i++) {
        write_bytes(cache_path, good, i);
        check_prepare(NULL, CONTACT_CACHE_DAMAGED);
    }
    good[n] = 0;
    write_bytes(cache_path, good, n + 1);
    check_prepare(NULL, CONTACT_CACHE_DAMAGED);
    free(good);
    finish_folder(2);
}

static void test_stale_cache_is_rewritten(void **state) {
    (void)state;
    const contact_mesh_options scaled = {.scale = 2}, welded = {.scale = 1, .weld = 1e-3};
    start_folder(TETRA);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    check_prepare(&scaled, CONTACT_CACHE_STALE);
    check_prepare(&scaled, CONTACT_CACHE_READ);
    check_prepare(&welded, CONTACT_CACHE_STALE);
    check_prepare(NULL, CONTACT_CACHE_STALE);
    write_bytes(mesh_path, TETRA "v 9 9 9\n", strlen(TETRA "v 9 9 9\n")); // another length
    check_prepare(NULL, CONTACT_CACHE_STALE);
    write_bytes(mesh_path, TETRA "v 9 9 8\n", strlen(TETRA "v 9 9 8\n")); // the same length
    check_prepare(NULL, CONTACT_CACHE_STALE);
    check_prepare(NULL, CONTACT_CACHE_READ);
    // The same bytes under an extension that selects another reader.
    char other[160], other_cache[192];
    snprintf(other, sizeof other, "%s.stl", mesh_path);
    snprintf(other_cache, sizeof other_cache, "%s%s", other, CONTACT_CACHE_SUFFIX);
    assert_int_equal(rename(mesh_path, other), 0);
    assert_int_equal(rename(cache_path, other_cache), 0);
    contact_prepared p;
    rt_diag d = {0};
    assert_int_equal(contact_prepare(other, NULL, CONTACT_CACHE_ON, &p, &d), RT_ERR_FORMAT);
    assert_int_equal(rename(other, mesh_path), 0);
    assert_int_equal(rename(other_cache, cache_path), 0);
    check_prepare(NULL, CONTACT_CACHE_READ);
    finish_folder(2);
}

// need_closed is not part of the key: it changes the verdict, not the mesh.
static void test_need_closed_is_not_in_the_key(void **state) {
    (void)state;
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    start_folder(MESS);
    for (int i = 0; i < 3; i++) {
        contact_prepared p;
        rt_diag d = {0};
        assert_int_equal(contact_prepare(mesh_path, &o, i > 0 ? CONTACT_CACHE_ON : CONTACT_CACHE_OFF, &p, &d),
                         RT_ERR_FORMAT);
        assert_true(!p.mesh.tri && !p.tree.node);
        assert_non_null(strstr(d.text, "error: the mesh must be closed: "));
    }
    check_prepare(NULL, CONTACT_CACHE_READ);
    finish_folder(2);
}

// A refused mesh leaves no cache and no allocation.
static void test_refused_mesh_leaves_no_cache(void **state) {
    (void)state;
    start_folder("v 0 0 0\n");
    contact_prepared p;
    rt_diag d = {0};
    assert_int_equal(contact_prepare(mesh_path, NULL, CONTACT_CACHE_ON, &p, &d), RT_ERR_FORMAT);
    assert_int_equal(d.errors, 1);
    assert_true(!p.mesh.tri && !p.tree.node);
    finish_folder(1);
    assert_int_equal(contact_prepare("/nonexistent/a.stl", NULL, CONTACT_CACHE_ON, &p, &d), RT_ERR_FILE);
    assert_int_equal(contact_prepare("a.step", NULL, CONTACT_CACHE_ON, &p, &d), RT_ERR_USAGE);
}

typedef struct image {
    mesh_cache_head *head;
    vec3 *vertex;
    contact_tri *tri;
    int *order;
    contact_bvh_node *node;
} image;

static image image_of(unsigned char *file) {
    image m = {.head = (mesh_cache_head *)(void *)file};
    m.vertex = (vec3 *)(void *)(m.head + 1);
    m.tri = (contact_tri *)(void *)(m.vertex + m.head->nv);
    m.order = (int *)(void *)(m.tri + m.head->nt);
    m.node = (contact_bvh_node *)(void *)(m.order + m.head->nt);
    return m;
}

// Sets the checksum that matches the arrays, whatever the counts in the head are.
static void set_checksum(image m, int64_t nv, int64_t nt, int64_t n_nodes) {
    uint64_t sum = rt_hash(0, m.head, offsetof(mesh_cache_head, sum));
    sum = rt_hash(sum, m.vertex, (size_t)nv * sizeof *m.vertex);
    sum = rt_hash(sum, m.tri, (size_t)nt * sizeof *m.tri);
    sum = rt_hash(sum, m.order, (size_t)nt * sizeof *m.order);
    m.head->sum = rt_hash(sum, m.node, (size_t)n_nodes * sizeof *m.node);
}

enum { FORGERIES = 27 };

// Forges one field that no written cache can contain; each is detected although the checksum is right.
static void forge(image m, int which) {
    mesh_cache_head *h = m.head;
    contact_bvh_node *leaf = &m.node[h->n_nodes - 1], *root = &m.node[0];
    int nv = (int)h->nv, nt = (int)h->nt, nodes = (int)h->n_nodes;
    switch (which) {
    case 0:
        m.vertex[2].y = NAN;
        break;
    case 1:
        m.vertex[0].x = INFINITY;
        break;
    case 2:
        m.tri[1].v[0] = nv;
        break;
    case 3:
        m.tri[1].v[2] = -1;
        break;
    case 4:
        m.tri[3].v[0] = m.tri[3].v[1];
        break;
    case 5:
        m.tri[2].adj[1] = nt;
        break;
    case 6:
        m.tri[2].adj[1] = -3;
        break;
    case 7:
        m.tri[2].adj[1] = 2;
        break;
    case 8:
        m.tri[2].adj[1] = m.tri[2].adj[0];
        break;
    case 9:
        m.tri[0].adj[0] = -1;
        break; // but the mesh claims to be closed
    case 10:
        m.order[0] = nt;
        break;
    case 11:
        m.order[0] = -1;
        break;
    case 12:
        m.order[0] = m.order[1];
        break;
    case 13:
        root->first = 0;
        break;
    case 14:
        root->first = nodes - 1;
        break;
    case 15:
        root->first = -7;
        break;
    case 16:
        root->first += 2;
        break;
    case 17:
        root->count = nt;
        break;
    case 18:
        root->count = -1;
        break;
    case 19:
        leaf->first = nt;
        break;
    case 20:
        leaf->first = -1;
        break;
    case 21:
        leaf->count = INT32_MAX;
        break;
    case 22:
        leaf->count = 0;
        break;
    case 23:
        h->depth += 1;
        break;
    case 24:
        m.vertex[m.tri[0].v[0]] = m.vertex[m.tri[0].v[1]];
        break; // no area
    case 25:
        h->report.triangles_read += 1, h->sum += 1;
        break; // a wrong checksum
    case 26:   // found by fuzzing: a product of such coordinates underflows in the predicates
        m.vertex[0].x = 0x1p-1040;
        break;
    default:
        fail();
    }
}

static void test_forged_cache_is_rewritten(void **state) {
    (void)state;
    start_folder(BOX FACES);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    size_t n;
    unsigned char *good = read_bytes(cache_path, &n), *bad = malloc(n);
    assert_non_null(bad);
    mesh_cache_head h = *image_of(good).head;
    assert_true(h.n_nodes > 3);
    for (int i = 0; i < FORGERIES; i++) {
        memcpy(bad, good, n);
        image m = image_of(bad);
        if (i != 25) forge(m, i);
        set_checksum(m, h.nv, h.nt, h.n_nodes);
        if (i == 25) forge(m, i);
        write_bytes(cache_path, bad, n);
        contact_prepared p;
        rt_diag d = {0};
        assert_int_equal(contact_prepare(mesh_path, NULL, CONTACT_CACHE_ON, &p, &d), RT_OK);
        if (p.cache != CONTACT_CACHE_DAMAGED) fail_msg("forgery %d: cache %d", i, p.cache);
        contact_prepared_free(&p);
    }
    check_prepare(NULL, CONTACT_CACHE_READ);
    // Counts beyond the file, for which nothing may be allocated; then the key of another program.
    const int64_t counts[] = {-1, 0, 2, 1 << 20, INT64_MAX, INT64_MIN, (int64_t)1 << 32};
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            memcpy(bad, good, n);
            image m = image_of(bad);
            *(k == 0 ? &m.head->nv : k == 1 ? &m.head->nt : &m.head->n_nodes) = counts[i];
            set_checksum(m, h.nv, h.nt, h.n_nodes);
            write_bytes(cache_path, bad, n);
            check_prepare(NULL, CONTACT_CACHE_DAMAGED);
        }
    memcpy(bad, good, n);
    image m = image_of(bad);
    m.head->key.program ^= 1;
    set_checksum(m, h.nv, h.nt, h.n_nodes);
    write_bytes(cache_path, bad, n);
    check_prepare(NULL, CONTACT_CACHE_STALE);
    free(good), free(bad);
    finish_folder(2);
}

// A cache that cannot be written is no error: a folder or a pipe in its place, a full disk.
static void test_unwritable_cache_is_no_error(void **state) {
    (void)state;
    contact_prepared p;
    rt_diag d = {0};
    start_folder(BOX FACES);
    assert_int_equal(mkdir(cache_path, 0755), 0);
    assert_int_equal(contact_prepare(mesh_path, NULL, CONTACT_CACHE_ON, &p, &d), RT_OK);
    assert_int_equal(p.cache, CONTACT_CACHE_FAILED);
    assert_int_equal(p.error, EISDIR);
    contact_prepared_free(&p);
    assert_int_equal(rmdir(cache_path), 0);

    assert_int_equal(mkfifo(cache_path, 0644), 0);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    check_prepare(NULL, CONTACT_CACHE_READ);
    assert_int_equal(unlink(cache_path), 0);

    struct rlimit old, small = {700, 700};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small.rlim_max = old.rlim_max;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    rt_status status = contact_prepare(mesh_path, NULL, CONTACT_CACHE_ON, &p, &d);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(status, RT_OK);
    assert_int_equal(p.cache, CONTACT_CACHE_FAILED);
    assert_int_equal(p.error, EFBIG);
    contact_prepared_free(&p);
    assert_int_equal(d.errors + d.warnings, 0);
    finish_folder(1);
}

// The cache has the permissions of the mesh.
static void test_cache_has_the_permissions_of_the_mesh(void **state) {
    (void)state;
    struct stat st;
    start_folder(TETRA);
    assert_int_equal(chmod(mesh_path, 0640), 0);
    check_prepare(NULL, CONTACT_CACHE_WRITTEN);
    assert_int_equal(stat(cache_path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    finish_folder(2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache_gives_the_same_bits),
        cmocka_unit_test(test_messy_mesh_causes_every_message),
        cmocka_unit_test(test_damaged_cache_is_rewritten),
        cmocka_unit_test(test_truncated_cache_is_rewritten),
        cmocka_unit_test(test_stale_cache_is_rewritten),
        cmocka_unit_test(test_need_closed_is_not_in_the_key),
        cmocka_unit_test(test_refused_mesh_leaves_no_cache),
        cmocka_unit_test(test_forged_cache_is_rewritten),
        cmocka_unit_test(test_unwritable_cache_is_no_error),
        cmocka_unit_test(test_cache_has_the_permissions_of_the_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
