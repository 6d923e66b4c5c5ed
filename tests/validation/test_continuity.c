// SPDX-License-Identifier: MIT
// Jumps of the contact force when the anchor moves by a tenth of a millimetre, for each method. 10 000 poses of the
// last metre of a real heave (heave_path.csv), into the pipe and the pocket: the recorded path, and pressed 3 mm deeper
// against the hull, as in a hard impact. Halving a step with a large change isolates the jump. The foundation's force
// is Lipschitz in the pose with a known constant: no change may be larger.
//
// usage: test_validation_continuity [FILE]: all 10 000 poses; the forces of each into FILE (CSV).
#include "tests/validation/anchor_rig.h"
#include <stdio.h>

enum { POSES = 10000, WAYPOINTS = 2000, PRESSED = 3 };
static const double STEP = 1e-4; // [m]

// Offsets of the whole path.
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

// Pose at path length s.
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

// Jump between s and s + STEP: the change that remains after halving toward the larger change, down to 1e-10 m.
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
    double pressed;           // share of the poses with a force
    double change, change_at; // largest in STEP [N], where [m]
    double allowed;           // there [N]
    double share;             // largest change as a share of what is allowed
    double jump, jump_at;     // largest jump [N], where [m]
    int jumps;                // steps with a jump over 10 kN
} sweep;

static void write_row(FILE *out, const rig *r, int part, const char *where, double s, vec3 f) {
    fprintf(out, "%s,%s,%s,%.4f,%.1f,%.1f,%.1f,%.1f\n", r->method->name, part == RIG_SHANK ? "shank" : "head", where, s,
            vec3_norm(f), f.x, f.y, f.z);
}

// Largest change in STEP of one contact that bears the whole force, by its stiffness: n K depth^(n - 1) STEP.
static double allowed_by_law(double force) {
    const contact_material m = contact_material_default();
    double depth = pow(force / m.stiffness, 1 / m.exponent);
    return m.exponent * m.stiffness * pow(depth, m.exponent - 1) * STEP;
}

static pose part_pose(rig *r, int part) {
    dyn_eval e = dyn_eval_at(&r->model, &r->state);
    return dyn_body_pose(&e, part == RIG_SHANK ? r->anchor.shank : r->anchor.head);
}

// Largest displacement of a point of the mesh. The displacement is affine in the point, so a corner of the box has the
// largest.
static double farthest(const contact_mesh *m, const pose *a, const pose *b) {
    vec3 lo = m->vertex[0], hi = lo;
    double most = 0;
    for (int i = 0; i < m->nv; i++) lo = vec3_min(lo, m->vertex[i]), hi = vec3_max(hi, m->vertex[i]);
    for (int i = 0; i < 8; i++) {
        vec3 x = vec3_make(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z);
        most = fmax(most, vec3_norm(vec3_sub(pose_point(a, x), pose_point(b, x))));
    }
    return most;
}

static double largest_turn(const pose *a, const pose *b) { // of a unit vector, by Frobenius' norm
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += (a->r.m[i][j] - b->r.m[i][j]) * (a->r.m[i][j] - b->r.m[i][j]);
    return sqrt(sum);
}

typedef struct wet {
    double area, load; // where depth + deeper > 0 [m²], of depth + deeper by the modulus [N]
} wet;

// Sums over the faces of the last detection that are nowhere deeper than `shallow`.
static wet wet_faces(const contact_hull_foundation *c, double deeper, double shallow) {
    const contact_foundation *g = &c->geometry;
    wet sum = {0, 0};
    for (int i = 0; i < g->n_faces; i++) {
        double depth[3], load[3], area[3], most = -INFINITY;
        for (int k = 0; k < 3; k++) {
            depth[k] = g->vertex[g->face[i].corner[k]].depth + deeper;
            most = fmax(most, depth[k]);
        }
        if (most > shallow || !contact_integrate_wet_triangle(depth, g->face[i].area, load, area)) continue;
        for (int k = 0; k < 3; k++) sum.area += area[k], sum.load += c->modulus * load[k];
    }
    return sum;
}

// Depth at a corner is a distance, so that it changes by no more than d, the farthest way of any point; and so does the
// depth that is linear between the corners. The force, k ∫ depth n over the wet part of each face, then changes by no
// more than k d times the area that is wet at either place, and by the load times the turn of n. Of the faces wet
// before, that area lies where depth + d > 0; the others have no corner deeper than d afterwards.
static double allowed_by_area(rig *r, const contact_hull_foundation *c, const path *p, int part, double s, vec3 *here,
                              vec3 *next) {
    waypoint end = path_at(p, s + STEP);
    rig_place(r, &end.shank, end.hinge);
    pose to = part_pose(r, part);
    *here = wrench_at(r, p, part, s).force;
    pose from = part_pose(r, part);
    double d = farthest(&r->part[part].mesh, &from, &to);
    double area = wet_faces(c, d, INFINITY).area, load = wet_faces(c, 0, INFINITY).load;
    *next = wrench_at(r, p, part, s + STEP).force;
    area += wet_faces(c, 0, d).area;
    return c->modulus * d * area + largest_turn(&from, &to) * load;
}

// Computes the forces at s and s + STEP; returns their permitted difference.
static double allowed_at(rig *r, const path *p, int part, double s, vec3 *here, vec3 *next) {
    if (strcmp(r->method->name, "foundation") == 0)
        return allowed_by_area(r, r->contact[part]->self, p, part, s, here, next);
    *here = wrench_at(r, p, part, s).force, *next = wrench_at(r, p, part, s + STEP).force;
    return 0;
}

// Sweeps every `stride`th pose, and the pose STEP after it.
static sweep sweep_part(rig *r, const path *p, int part, const char *where, int stride, FILE *out) {
    sweep w = {0};
    double from = p->at[p->n - 1].s - STEP * (POSES + 1);
    assert_true(from > 0);
    for (int i = 0; i < POSES; i += stride) {
        double s = from + STEP * i;
        vec3 here, next;
        double allowed = allowed_at(r, p, part, s, &here, &next), change = vec3_norm(vec3_sub(next, here));
        w.mean += vec3_norm(here) * stride / POSES;
        w.peak = fmax(w.peak, vec3_norm(here));
        w.pressed += vec3_norm(here) > 0 ? (double)stride / POSES : 0;
        if (change > w.change) w.change = change, w.change_at = STEP * i, w.allowed = allowed;
        if (change > 0 && allowed > 0) w.share = fmax(w.share, change / allowed);
        if (out) write_row(out, r, part, where, STEP * i, here);
        if (change < 1e4) continue;
        double jump = jump_within(r, p, part, s);
        w.jumps += jump > 1e4;
        if (jump > w.jump) w.jump = jump, w.jump_at = STEP * i;
    }
    if (w.allowed == 0) w.allowed = allowed_by_law(w.peak);
    return w;
}

static void run(int stride, FILE *out, void (*check)(const rig_method *, int, int, const sweep *)) {
    static path p;
    static rig r;
    path_read(&p);
    const contact_material m = contact_material_default();
    if (out) fputs("method,part,path,s [m],force [N],force_x [N],force_y [N],force_z [N]\n", out);
    printf(
        "| method | part | path | pressed %% | mean force kN | largest kN | largest change in 0.1 mm kN | allowed kN | "
        "largest share of it | largest jump kN | jumps over 10 kN |\n"
        "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < RIG_METHODS; k++) {
        rig_make(&r, &rig_methods[k], &m, 1e-3, 1e6);
        for (int part = 0; part < 2; part++)
            for (int i = 0; i < PRESSED; i++) {
                p.offset = pressed[i].by;
                sweep w = sweep_part(&r, &p, part, pressed[i].name, stride, out);
                char share[16] = "";
                if (w.share > 0) snprintf(share, sizeof share, "%.3f", w.share);
                printf("| %s | %s | %s | %.0f | %.2f | %.1f | %.2f | %.2f | %s | %.1f | %d |\n", r.method->name,
                       part == RIG_SHANK ? "shank" : "head", pressed[i].name, 100 * w.pressed, w.mean / 1e3,
                       w.peak / 1e3, w.change / 1e3, w.allowed / 1e3, share, w.jump / 1e3, w.jumps);
                if (check) check(&rig_methods[k], part, i, &w);
            }
        rig_free(&r);
    }
}

// Every path has contact. The foundation's force stays within its bound at every pose. On the recorded path the
// regions' force does not jump and changes by no more than one contact's stiffness allows.
static void check_heave(const rig_method *method, int part, int i, const sweep *w) {
    (void)part;
    assert_true(w->pressed > 0.2);
    if (strcmp(method->name, "foundation") == 0) {
        assert_true(w->share > 0 && w->share <= 1);
        assert_int_equal(w->jumps, 0);
    } else if (i == 0) {
        assert_int_equal(w->jumps, 0);
        assert_true(w->change < w->allowed);
    }
}

static void force_does_not_jump(void **state) {
    (void)state;
    run(25, NULL, check_heave);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(force_does_not_jump)};
    if (argc == 1) return cmocka_run_group_tests(tests, NULL, NULL);
    FILE *out = fopen(argv[1], "w");
    if (!out) return 2;
    run(1, out, NULL);
    return fclose(out) == 0 ? 0 : 2;
}
