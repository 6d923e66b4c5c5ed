// SPDX-License-Identifier: MIT
// How much the contact force jumps where the anchor moves by a tenth of a millimetre: each method, over 10 000 poses of
// the last metre of a real heave (heave_path.csv), into the pipe and the pocket. The largest steps are halved until
// what is left of them is a jump (or nothing). usage of the program alone: prints the table; with a file name it also
// writes every pose's forces there.
#include "tests/validation/anchor_rig.h"
#include <stdio.h>

enum { POSES = 10000, WAYPOINTS = 2000 };
static const double STEP = 1e-4; // [m]

typedef struct waypoint {
    pose shank;
    double hinge, s; // s: path length of the node that moves most [m]
} waypoint;

typedef struct path {
    waypoint at[WAYPOINTS];
    int n;
} path;

static double largest_move(const waypoint *a, const waypoint *b) {
    double most = 0;
    const vec3 corner[] = {{0, 0, 0}, {0, 0, 2.545}, {1.2, 0, 0}, {0, 1.2, 0}};
    for (int i = 0; i < 4; i++)
        most = fmax(most, vec3_norm(vec3_sub(pose_point(&a->shank, corner[i]), pose_point(&b->shank, corner[i]))));
    return fmax(most, 1.3 * fabs(a->hinge - b->hinge));
}

static mat3 frame(vec3 x, vec3 y) {
    x = vec3_unit(x);
    y = vec3_unit(vec3_madd(y, -vec3_dot(x, y), x));
    return mat3_columns(x, y, vec3_cross(x, y));
}

static void path_read(path *p) {
    char line[400];
    FILE *f = fopen(HAWSE_SOURCE_DIR "/tests/validation/heave_path.csv", "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    for (p->n = 0; p->n < WAYPOINTS && fgets(line, sizeof line, f); p->n++) {
        waypoint *w = &p->at[p->n];
        vec3 x, y;
        double t;
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &w->shank.p.x, &w->shank.p.y,
                                &w->shank.p.z, &x.x, &x.y, &x.z, &y.x, &y.y, &y.z, &w->hinge),
                         11);
        w->shank.r = frame(x, y);
        w->s = p->n ? w[-1].s + largest_move(&w[-1], w) : 0;
    }
    fclose(f);
}

// Place at path length s.
static waypoint path_at(const path *p, double s) {
    int i = 0;
    while (i + 2 < p->n && p->at[i + 1].s <= s) i++;
    const waypoint *a = &p->at[i], *b = a + 1;
    double t = b->s > a->s ? (s - a->s) / (b->s - a->s) : 0;
    waypoint w = {.hinge = a->hinge + t * (b->hinge - a->hinge), .s = s};
    vec3 axis[2];
    for (int k = 0; k < 2; k++) {
        vec3 from = mat3_column(&a->shank.r, k);
        axis[k] = vec3_madd(from, t, vec3_sub(mat3_column(&b->shank.r, k), from));
    }
    w.shank.r = frame(axis[0], axis[1]);
    w.shank.p = vec3_madd(a->shank.p, t, vec3_sub(b->shank.p, a->shank.p));
    return w;
}

static rig_wrench wrench_at(rig *r, const path *p, int part, double s) {
    waypoint w = path_at(p, s);
    rig_place(r, &w.shank, w.hinge);
    return rig_contact_at(r, part);
}

// What is left of the change between s and s + STEP when the half with the larger change is halved again, to 1e-10 m.
static double jump_within(rig *r, const path *p, int part, double s) {
    double width = STEP;
    rig_wrench low = wrench_at(r, p, part, s), high = wrench_at(r, p, part, s + width);
    for (; width > 1e-10; width /= 2) {
        rig_wrench middle = wrench_at(r, p, part, s + width / 2);
        if (vec3_norm(vec3_sub(middle.force, low.force)) > vec3_norm(vec3_sub(high.force, middle.force)))
            high = middle;
        else
            s += width / 2, low = middle;
    }
    return vec3_norm(vec3_sub(high.force, low.force));
}

typedef struct sweep {
    double largest, where, mean, jump, at, peak; // [N], [m]
    int jumps;                                   // steps with a jump over 10 kN
} sweep;

static sweep sweep_part(rig *r, const path *p, int part, double from, FILE *out) {
    sweep w = {0};
    static double change[POSES];
    rig_wrench last = wrench_at(r, p, part, from);
    for (int i = 0; i < POSES; i++) {
        double s = from + STEP * i;
        rig_wrench next = wrench_at(r, p, part, s + STEP);
        change[i] = vec3_norm(vec3_sub(next.force, last.force));
        w.mean += vec3_norm(last.force) / POSES;
        w.peak = fmax(w.peak, vec3_norm(last.force));
        if (change[i] > w.largest) w.largest = change[i], w.where = s - from;
        if (out)
            fprintf(out, "%s,%s,%.4f,%.1f,%.1f,%.1f,%.1f\n", r->method->name, part == RIG_SHANK ? "shank" : "head",
                    s - from, vec3_norm(last.force), last.force.x, last.force.y, last.force.z);
        last = next;
    }
    for (int i = 0; i < POSES; i++) {
        if (change[i] < 1e4) continue;
        double jump = jump_within(r, p, part, from + STEP * i);
        if (jump > 1e4) w.jumps++;
        if (jump > w.jump) w.jump = jump, w.at = STEP * i;
    }
    return w;
}

static void run(FILE *out) {
    static path p;
    static rig r;
    path_read(&p);
    double from = p.at[p.n - 1].s - STEP * (POSES + 1);
    assert_true(from > 0);
    contact_material m = contact_material_default();
    if (out) fputs("method,part,s [m],force [N],force_x [N],force_y [N],force_z [N]\n", out);
    printf("| method | part | mean force kN | largest kN | largest change in 0.1 mm kN | at m | largest jump kN | at m | "
           "jumps over 10 kN |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < RIG_METHODS; k++) {
        rig_make(&r, &rig_methods[k], &m, 1e-3);
        for (int part = 0; part < 2; part++) {
            sweep w = sweep_part(&r, &p, part, from, out);
            printf("| %s | %s | %.1f | %.1f | %.1f | %.4f | %.1f | %.4f | %d |\n", r.method->name,
                   part == RIG_SHANK ? "shank" : "head", w.mean / 1e3, w.peak / 1e3, w.largest / 1e3, w.where,
                   w.jump / 1e3, w.at, w.jumps);
        }
        rig_free(&r);
    }
}

int main(int argc, char **argv) {
    FILE *out = argc > 1 ? fopen(argv[1], "w") : NULL;
    run(out);
    if (out) fclose(out);
    return 0;
}
