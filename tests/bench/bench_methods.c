// SPDX-License-Identifier: MIT
// Compares both methods of contact between anchor and hull on the same 10 000 poses about the housed pose, successive
// poses at most 0.1 mm apart: CPU time of a query, largest change of the force from pose to pose. If given a file name,
// the program writes the forces of every pose to it as CSV. methods.py runs this program.
#include "contact/law/law.h"
#include "contact/prepare/load.h"
#include "contact/region/region.h"
#include "contact/set/hull_foundation.h"
#include "tests/contact/bow_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define POSES 10000
#define MODULUS 1e10 // the scenario's default [Pa/m]

typedef struct body {
    contact_mesh mesh;
    contact_bvh tree;
} body;

typedef struct method {
    contact_detector *detector; // NULL: foundation
    contact_foundation foundation;
    double ns[POSES], jump, force[POSES];
    vec3 last;
} method;

static int64_t cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool load_body(body *b, const char *name) {
    char path[512];
    rt_diag d = {0};
    snprintf(path, sizeof path, HAWSE_SOURCE_DIR "/config/models/%s.ply", name);
    if (contact_mesh_load(path, NULL, &b->mesh, NULL, &d) == RT_OK && contact_bvh_build(&b->mesh, &b->tree) == RT_OK)
        return true;
    fprintf(stderr, "%s", d.text);
    return false;
}

static vec3 force_of_regions(contact_detector *c, const pose *at) {
    contact_region r[32];
    contact_detect_info info;
    contact_material m = contact_material_default();
    vec3 f = {0, 0, 0};
    int n = contact_detect(c, at, r, 32, &info);
    for (int i = 0; i < n; i++) f = vec3_madd(f, m.stiffness * pow(r[i].depth, m.exponent), r[i].normal);
    return f;
}

static vec3 force_of_foundation(contact_foundation *f, const pose *at) {
    vec3 sum = {0, 0, 0};
    contact_foundation_detect(f, at);
    for (int i = 0; i < f->n_faces; i++) {
        const contact_wet_face *w = &f->face[i];
        double depth[3], load[3], wet[3];
        for (int k = 0; k < 3; k++) depth[k] = f->vertex[w->corner[k]].depth;
        if (contact_integrate_wet_triangle(depth, w->area, load, wet))
            sum = vec3_madd(sum, -MODULUS * (load[0] + load[1] + load[2]), w->normal);
    }
    return sum;
}

static void time_query(method *m, const pose *at, int k) {
    int64_t start = cpu_ns();
    vec3 f = m->detector ? force_of_regions(m->detector, at) : force_of_foundation(&m->foundation, at);
    m->ns[k] = (double)(cpu_ns() - start);
    m->force[k] = vec3_norm(f);
    if (k > 0) m->jump = fmax(m->jump, vec3_norm(vec3_sub(f, m->last)));
    m->last = f;
}

static int compare_values(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(const char *part, const char *name, method *m) {
    double most = 0;
    for (int k = 0; k < POSES; k++) most = fmax(most, m->force[k]);
    qsort(m->ns, POSES, sizeof m->ns[0], compare_values);
    printf("%-6s %-11s %8.1f %8.1f %12.3f %12.1f\n", part, name, m->ns[POSES / 2] / 1e3, m->ns[POSES * 99 / 100] / 1e3,
           m->jump / 1e3, most / 1e3);
}

static bool run_part(const char *part, pose home, const body *bow, const contact_surface *surface, FILE *csv) {
    static method regions, foundation; // large
    body b;
    rt_diag d = {0};
    contact_region_def def = contact_region_def_default();
    memset(&regions, 0, sizeof regions), memset(&foundation, 0, sizeof foundation);
    if (!load_body(&b, part)) return false;
    regions.detector = contact_detector_create(&def, &b.mesh, &b.tree, &bow->mesh, &bow->tree);
    if (!regions.detector ||
        contact_foundation_create(&foundation.foundation, &b.mesh, CONTACT_FOUNDATION_EDGE, surface, &d) != RT_OK)
        return false;
    for (int k = 0; k < POSES; k++) {
        pose at = on_path(&home, k);
        time_query(&regions, &at, k);
        time_query(&foundation, &at, k);
        if (csv) fprintf(csv, "%s,%d,%.9g,%.9g\n", part, k, regions.force[k], foundation.force[k]);
    }
    print_row(part, "regions", &regions);
    print_row(part, "foundation", &foundation);
    contact_detector_destroy(regions.detector);
    contact_foundation_free(&foundation.foundation);
    contact_bvh_free(&b.tree), contact_mesh_free(&b.mesh);
    return true;
}

int main(int argc, char **argv) {
    body bow;
    contact_surface surface;
    FILE *csv = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !csv) return perror(argv[1]), 2;
    if (!load_body(&bow, "bow") || contact_surface_create(&surface, &bow.mesh, &bow.tree) != RT_OK) return 2;
    if (csv) fprintf(csv, "part,pose,regions,foundation\n1,1,N,N\n");
    printf("part   method       us p50   us p99  kN a 0.1 mm  most kN\n");
    bool done = run_part("shank", leaning_pose(), &bow, &surface, csv) &&
                run_part("head", housed_pose(HINGE), &bow, &surface, csv);
    contact_surface_free(&surface);
    contact_bvh_free(&bow.tree), contact_mesh_free(&bow.mesh);
    if (csv) fclose(csv);
    return done ? 0 : 2;
}
