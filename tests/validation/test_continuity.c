// SPDX-License-Identifier: MIT
// How much the contact force jumps where the anchor moves by a tenth of a millimetre: each method, over 10 000 poses of
// the last metre of a real heave (heave_path.csv), into the pipe and the pocket; as it went, and pressed 3 mm deeper
// against the hull, as in a hard impact. Steps with a large change are halved until what is left of it is a jump.
// usage of the program alone: test_validation_continuity [FILE]: all 10 000 poses; the forces of each into FILE (CSV).
#include "tests/validation/anchor_rig.h"
#include <stdio.h>

enum { POSES = 10000, WAYPOINTS = 2000, PRESSED = 3 };
static const double STEP = 1e-4; // [m]

// Where the whole path is moved to.
static const struct {
    const char *name;
    vec3 by; // [m]
} pressed[PRESSED] = {
    {"as it went", {0, 0, 0}}, {"3 mm inboard", {-1.268e-3, -2.719e-3, 0}}, {"3 mm down", {0, 0, -3e-3}}};

typedef struct waypoint {
    pose shank;
    double hinge, s; // s: path length of the node that moves most [m]
} waypoint;

typedef struct path {
    waypoint at[WAYPOINTS];
    int n;
    vec3 offset;
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
    w.shank.p = vec3_add(p->offset, vec3_madd(a->shank.p, t, vec3_sub(b->shank.p, a->shank.p)));
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
    double mean, peak;        // force [N]
    double change, change_at; // largest in STEP [N], where [m]
    double jump, jump_at;     // largest jump [N], where [m]
    int jumps;                // steps with a jump over 10 kN
} sweep;

static void write_row(FILE *out, const rig *r, int part, const char *where, double s, vec3 f) {
    fprintf(out, "%s,%s,%s,%.4f,%.1f,%.1f,%.1f,%.1f\n", r->method->name, part == RIG_SHANK ? "shank" : "head", where, s,
            vec3_norm(f), f.x, f.y, f.z);
}

// Every `stride`th of the poses, and the pose STEP beyond it.
static sweep sweep_part(rig *r, const path *p, int part, const char *where, int stride, FILE *out) {
    sweep w = {0};
    double from = p->at[p->n - 1].s - STEP * (POSES + 1);
    assert_true(from > 0);
    for (int i = 0; i < POSES; i += stride) {
        double s = from + STEP * i;
        vec3 here = wrench_at(r, p, part, s).force, next = wrench_at(r, p, part, s + STEP).force;
        double change = vec3_norm(vec3_sub(next, here));
        w.mean += vec3_norm(here) * stride / POSES;
        w.peak = fmax(w.peak, vec3_norm(here));
        if (change > w.change) w.change = change, w.change_at = STEP * i;
        if (out) write_row(out, r, part, where, STEP * i, here);
        if (change < 1e4) continue;
        double jump = jump_within(r, p, part, s);
        w.jumps += jump > 1e4;
        if (jump > w.jump) w.jump = jump, w.jump_at = STEP * i;
    }
    return w;
}

// The most that stiffness allows a force to change in STEP: every region's, were all of its depth gained at once, is at
// most n K depth^(n - 1) STEP; written for the force as a whole.
static double allowed(const contact_material *m, double force) {
    double depth = pow(force / m->stiffness, 1 / m->exponent);
    return m->exponent * m->stiffness * pow(depth, m->exponent - 1) * STEP;
}

static void run(int stride, FILE *out, void (*check)(const rig_method *, int, int, const sweep *)) {
    static path p;
    static rig r;
    path_read(&p);
    const contact_material m = contact_material_default();
    if (out) fputs("method,part,path,s [m],force [N],force_x [N],force_y [N],force_z [N]\n", out);
    printf(
        "| method | part | path | mean force kN | largest kN | largest change in 0.1 mm kN | its stiffness allows kN | "
        "largest jump kN | jumps over 10 kN |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < RIG_METHODS; k++) {
        rig_make(&r, &rig_methods[k], &m, 1e-3, 1e6);
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < PRESSED; i++) {
                p.offset = pressed[i].by;
                sweep w = sweep_part(&r, &p, part, pressed[i].name, stride, out);
                printf("| %s | %s | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %d |\n", r.method->name,
                       part == RIG_SHANK ? "shank" : "head", pressed[i].name, w.mean / 1e3, w.peak / 1e3,
                       w.change / 1e3, allowed(&m, w.peak) / 1e3, w.jump / 1e3, w.jumps);
                if (check) check(&rig_methods[k], part, i, &w);
            }
        rig_free(&r);
    }
}

// As it went, the forces that held the anchor do not jump at all, and change by no more than the stiffness allows.
static void check_heave(const rig_method *method, int part, int i, const sweep *w) {
    const contact_material m = contact_material_default();
    (void)method, (void)part;
    assert_true(w->peak >= 0);
    if (i > 0) return;
    assert_true(w->peak > 1e4);
    assert_int_equal(w->jumps, 0);
    assert_true(w->change < allowed(&m, w->peak));
}

static void force_does_not_jump(void **state) {
    (void)state;
    run(10, NULL, check_heave);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(force_does_not_jump)};
    if (argc == 1) return cmocka_run_group_tests(tests, NULL, NULL);
    FILE *out = fopen(argv[1], "w");
    if (!out) return 2;
    run(1, out, NULL);
    return fclose(out) == 0 ? 0 : 2;
}
