// SPDX-License-Identifier: MIT
// Time until a hull of a million triangles is ready for contact, from the file and from the cache, compared with
// reading the bytes of the file. The hull is the shipped bow, each triangle cut into equal parts.
//   bench_mesh_load [MESH [CUTS]]      CUTS a side, 5 by default: 25 times the triangles
#include "contact/prepare/clean.h"
#include "contact/prepare/prepare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 5 };

// CPU time of the process, which other programs disturb less, and wall-clock time [s].
typedef struct instant {
    double cpu, wall;
} instant;

static instant read_clocks(void) {
    struct timespec c, w;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &c);
    clock_gettime(CLOCK_MONOTONIC, &w);
    return (instant){(double)c.tv_sec + 1e-9 * (double)c.tv_nsec, (double)w.tv_sec + 1e-9 * (double)w.tv_nsec};
}

static void check(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "bench_mesh_load: %s\n", what);
    exit(3);
}

// The point at i/n of the edge from vertex a to b; both triangles of the edge compute the same bits.
static vec3 edge_point(const contact_mesh *m, int a, int b, int i, int n) {
    if (a > b) return edge_point(m, b, a, n - i, n);
    return vec3_madd(m->vertex[a], (double)i / n, vec3_sub(m->vertex[b], m->vertex[a]));
}

// The point at i/n along the first edge and j/n along the third edge of a triangle.
static vec3 triangle_point(const contact_mesh *m, const int v[3], int i, int j, int n) {
    if (j == 0) return i == 0 ? m->vertex[v[0]] : i == n ? m->vertex[v[1]] : edge_point(m, v[0], v[1], i, n);
    if (i == 0) return j == n ? m->vertex[v[2]] : edge_point(m, v[0], v[2], j, n);
    if (i + j == n) return edge_point(m, v[1], v[2], j, n);
    vec3 o = m->vertex[v[0]];
    vec3 along = vec3_madd(o, (double)i / n, vec3_sub(m->vertex[v[1]], o));
    return vec3_madd(along, (double)j / n, vec3_sub(m->vertex[v[2]], o));
}

// Cuts each triangle into n² and cleans the result.
static contact_mesh refine(const contact_mesh *m, int n, rt_diag *d) {
    int nt = m->nt * n * n, k = 0;
    vec3 *v = malloc(3 * (size_t)nt * sizeof *v);
    int *t = malloc(3 * (size_t)nt * sizeof *t);
    check(v && t, "no memory");
    for (int tri = 0; tri < m->nt; tri++) {
        const int *c = m->tri[tri].v;
        for (int i = 0; i < n; i++)
            for (int j = 0; i + j < n; j++) {
                const int corner[6][2] = {{i, j}, {i + 1, j}, {i, j + 1}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}};
                for (int q = 0; q < (i + j + 1 < n ? 6 : 3); q++)
                    v[k++] = triangle_point(m, c, corner[q][0], corner[q][1], n);
            }
    }
    for (int i = 0; i < k; i++) t[i] = i;
    contact_mesh fine;
    check(contact_mesh_make("refined", v, k, t, nt, NULL, &fine, NULL, d) == RT_OK, d->text);
    free(v), free(t);
    return fine;
}

static void write_stl(const contact_mesh *m, FILE *f) {
    unsigned char head[84] = {0}, facet[50] = {0};
    memcpy(head + 80, &m->nt, 4);
    fwrite(head, sizeof head, 1, f);
    for (int i = 0; i < m->nt; i++) {
        for (int k = 0; k < 3; k++) {
            vec3 v = m->vertex[m->tri[i].v[k]];
            const float x[3] = {(float)v.x, (float)v.y, (float)v.z};
            memcpy(facet + 12 + 12 * k, x, sizeof x);
        }
        fwrite(facet, sizeof facet, 1, f);
    }
}

static void write_ply(const contact_mesh *m, FILE *f) {
    fprintf(f,
            "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty double x\nproperty double y\n"
            "property double z\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n",
            m->nv, m->nt);
    fwrite(m->vertex, sizeof *m->vertex, (size_t)m->nv, f);
    for (int i = 0; i < m->nt; i++) {
        fputc(3, f);
        fwrite(m->tri[i].v, sizeof m->tri[i].v, 1, f);
    }
}

static void write_obj(const contact_mesh *m, FILE *f) {
    for (int i = 0; i < m->nv; i++) fprintf(f, "v %.9g %.9g %.9g\n", m->vertex[i].x, m->vertex[i].y, m->vertex[i].z);
    for (int i = 0; i < m->nt; i++)
        fprintf(f, "f %d %d %d\n", m->tri[i].v[0] + 1, m->tri[i].v[1] + 1, m->tri[i].v[2] + 1);
}

typedef struct times {
    instant bytes, load, tree, self, all, cached; // the least of RUNS
} times;

static void update_minimum(instant *t, instant start, instant end) {
    t->cpu = fmin(t->cpu, end.cpu - start.cpu);
    t->wall = fmin(t->wall, end.wall - start.wall);
}

static void time_bytes(const char *path, times *t) {
    instant start = read_clocks();
    mesh_source s;
    rt_diag d = {0};
    check(mesh_source_open(path, &s, &d) == RT_OK, "cannot read the bytes of the mesh file");
    mesh_source_close(&s);
    update_minimum(&t->bytes, start, read_clocks());
}

static void time_stages(const char *path, times *t, rt_diag *d) {
    contact_mesh mesh;
    contact_bvh tree;
    mesh_self_cuts cuts = {0};
    instant start = read_clocks();
    check(contact_mesh_load(path, NULL, &mesh, NULL, d) == RT_OK, d->text);
    instant loaded = read_clocks();
    check(contact_bvh_build(&mesh, &tree) == RT_OK, "no memory");
    instant built = read_clocks();
    check(mesh_find_self_cuts(&mesh, &tree, &cuts) == RT_OK && cuts.complete,
          "the search for self-intersections is incomplete");
    instant end = read_clocks();
    update_minimum(&t->load, start, loaded), update_minimum(&t->tree, loaded, built);
    update_minimum(&t->self, built, end), update_minimum(&t->all, start, end);
    contact_bvh_free(&tree);
    contact_mesh_free(&mesh);
}

static void time_format(const char *path, rt_diag *d) {
    const instant never = {HUGE_VAL, HUGE_VAL};
    times t = {never, never, never, never, never, never};
    char cache[300];
    snprintf(cache, sizeof cache, "%s%s", path, CONTACT_CACHE_SUFFIX);
    contact_prepared p;
    check(contact_prepare(path, NULL, CONTACT_CACHE_ON, &p, d) == RT_OK && p.cache == CONTACT_CACHE_WRITTEN,
          "cannot write the cache of the prepared mesh");
    int nt = p.mesh.nt;
    contact_prepared_free(&p);
    for (int i = 0; i < RUNS; i++) {
        time_bytes(path, &t);
        time_stages(path, &t, d);
        instant start = read_clocks();
        check(contact_prepare(path, NULL, CONTACT_CACHE_ON, &p, d) == RT_OK && p.cache == CONTACT_CACHE_READ,
              "cannot read the cache of the prepared mesh");
        update_minimum(&t.cached, start, read_clocks());
        contact_prepared_free(&p);
    }
    printf("%-4s %9d %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f %11.0f %12.1f %8.3f %7.3f\n", strrchr(path, '.') + 1, nt,
           t.bytes.cpu, t.load.cpu, t.tree.cpu, t.self.cpu, t.all.cpu, t.cached.cpu, t.all.cpu / t.bytes.cpu,
           t.cached.cpu / t.bytes.cpu, t.all.wall, t.cached.wall);
    fflush(stdout);
    unlink(cache), unlink(path);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*write)(const contact_mesh *m, FILE *f);
    } formats[] = {{"hull.stl", write_stl}, {"hull.ply", write_ply}, {"hull.obj", write_obj}};
    const char *source = argc > 1 ? argv[1] : HAWSE_SOURCE_DIR "/config/models/bow.ply";
    int cuts = argc > 2 ? atoi(argv[2]) : 5;
    static rt_diag d;
    contact_mesh coarse;
    check(cuts >= 1 && cuts <= 50, "expected 1 to 50 cuts a side");
    check(contact_mesh_load(source, NULL, &coarse, NULL, &d) == RT_OK, d.text);
    contact_mesh fine = refine(&coarse, cuts, &d);
    contact_mesh_free(&coarse);
    const char *tmp = getenv("TMPDIR");
    char folder[200], path[256];
    snprintf(folder, sizeof folder, "%s/hawse_bench_XXXXXX", tmp ? tmp : "/tmp");
    check(mkdtemp(folder) != NULL, "cannot create a folder for the meshes in TMPDIR");
    printf("least of %d runs; CPU time in s, ratios to reading the bytes of the file alone, wall-clock time in s\n"
           "     triangles   bytes    load    tree    self   ready  cached ready/bytes cached/bytes    ready  cached\n",
           RUNS);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, formats[i].name);
        FILE *f = fopen(path, "wb");
        check(f != NULL, "cannot create the mesh file");
        formats[i].write(&fine, f);
        check(fclose(f) == 0, "cannot write the mesh file");
        time_format(path, &d);
    }
    rmdir(folder);
    contact_mesh_free(&fine);
    return 0;
}
