// SPDX-License-Identifier: MIT
// Triangle against triangle: exact kind and end points against a table of exact answers. The displaced rule is tested
// against the table and against a real displacement.
#include "contact/tree/predicates.h"
#include "contact/tree/tri_tri.h"
#include "tests/check.h"
#include "tests/contact/tri_kind.h"
#include "tests/random.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TABLE HAWSE_SHARED_DATA "/oracles/tri_pairs.csv"

typedef struct row {
    int id;
    char cls[24], kind;
    vec3 p[3], q[3], end[2];
    double length, area;
} row;

static int read_row(FILE *f, row *r) {
    char line[2000], kind;
    if (!fgets(line, sizeof line, f)) return 0;
    char *c = strtok(line, ",");
    r->id = atoi(c);
    snprintf(r->cls, sizeof r->cls, "%s", strtok(NULL, ","));
    double v[18], e[8];
    for (int i = 0; i < 18; i++) v[i] = strtod(strtok(NULL, ","), NULL);
    kind = strtok(NULL, ",")[0];
    for (int i = 0; i < 8; i++) e[i] = strtod(strtok(NULL, ","), NULL);
    for (int i = 0; i < 3; i++) r->p[i] = vec3_make(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
    for (int i = 0; i < 3; i++) r->q[i] = vec3_make(v[9 + 3 * i], v[10 + 3 * i], v[11 + 3 * i]);
    for (int i = 0; i < 2; i++) r->end[i] = vec3_make(e[3 * i], e[3 * i + 1], e[3 * i + 2]);
    r->kind = kind;
    r->length = e[6];
    r->area = e[7];
    return 1;
}

static FILE *open_table(void) {
    FILE *f = fopen(TABLE, "r");
    char line[2000];
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    return f;
}

static double scale_of(const row *r) {
    double s = 0;
    for (int i = 0; i < 3; i++)
        s = fmax(s, fmax(vec3_norm(vec3_sub(r->p[i], r->p[0])), vec3_norm(vec3_sub(r->q[i], r->p[0]))));
    return s;
}

static double distance(vec3 a, vec3 b) { return vec3_norm(vec3_sub(a, b)); }

static double distance_to_segment(vec3 x, vec3 a, vec3 b) {
    vec3 d = vec3_sub(b, a);
    double l = vec3_norm2(d), t = l > 0 ? fmin(1, fmax(0, vec3_dot(vec3_sub(x, a), d) / l)) : 0;
    return distance(x, vec3_madd(a, t, d));
}

// Area of a convex polygon with its corners in any order: sorts them by angle about their mean, in the plane of the
// largest triangle.
static double polygon_area(const tri_kind *k) {
    vec3 c = {0, 0, 0}, n = {0, 0, 0};
    for (int i = 0; i < k->n; i++) c = vec3_madd(c, 1.0 / k->n, k->p[i]);
    for (int i = 1; i < k->n; i++) {
        vec3 m = vec3_cross(vec3_sub(k->p[0], c), vec3_sub(k->p[i], c));
        if (vec3_norm2(m) > vec3_norm2(n)) n = m;
    }
    n = vec3_unit(n);
    vec3 x = vec3_unit(vec3_sub(k->p[0], c)), y = vec3_cross(n, x);
    double angle[12];
    vec3 p[12];
    for (int i = 0; i < k->n; i++) {
        vec3 d = vec3_sub(k->p[i], c);
        double a = atan2(vec3_dot(d, y), vec3_dot(d, x));
        int j = i;
        for (; j > 0 && angle[j - 1] > a; j--) angle[j] = angle[j - 1], p[j] = p[j - 1];
        angle[j] = a;
        p[j] = d;
    }
    double area = 0;
    for (int i = 0; i < k->n; i++) area += 0.5 * vec3_dot(n, vec3_cross(p[i], p[(i + 1) % k->n]));
    return area;
}

static void kinds_and_end_points_agree_with_the_table(void **state) {
    (void)state;
    SKIP_WITHOUT(TABLE);
    FILE *f = open_table();
    row r;
    int rows = 0, wrong = 0;
    for (; read_row(f, &r); rows++) {
        tri_kind k = tri_kind_of(r.p, r.q);
        if (k.kind != r.kind) {
            print_error("pair %d (%s): %c, expected %c\n", r.id, r.cls, k.kind, r.kind);
            wrong++;
            continue;
        }
        double tolerance = 1e-9 * scale_of(&r);
        if (r.kind == 'P') CHECK_NEAR(distance(k.p[0], r.end[0]), 0, tolerance);
        if (r.kind == 'S') {
            int turned = distance(k.p[0], r.end[0]) > distance(k.p[0], r.end[1]);
            CHECK_NEAR(distance(k.p[0], r.end[turned]), 0, tolerance);
            CHECK_NEAR(distance(k.p[1], r.end[!turned]), 0, tolerance);
            CHECK_NEAR(distance(k.p[0], k.p[1]), r.length, tolerance);
        }
        if (r.kind == 'T' || r.kind == 'G') CHECK_NEAR(polygon_area(&k), r.area, 1e-9 * r.area);
    }
    fclose(f);
    assert_true(rows >= 1000);
    assert_int_equal(wrong, 0);
}

static vec3 end_point(const row *r, contact_cut_end e) {
    const vec3 *edge = e.of_a ? r->p : r->q, *face = e.of_a ? r->q : r->p;
    vec3 u = edge[e.k], v = edge[(e.k + 1) % 3];
    return vec3_madd(u, contact_edge_plane(u, v, face), vec3_sub(v, u));
}

// Whether no corners, edges or planes touch in this class, so that the displacement changes nothing.
static int is_generic(const char *cls) {
    return !strcmp(cls, "generic") || !strcmp(cls, "near") || !strcmp(cls, "needle");
}

// A cut lies inside the true intersection; in general position it equals the true intersection.
static void cuts_lie_in_the_intersection(void **state) {
    (void)state;
    SKIP_WITHOUT(TABLE);
    FILE *f = open_table();
    row r;
    int cuts = 0, touching_cuts = 0;
    while (read_row(f, &r)) {
        contact_cut cut;
        int hit = contact_tri_tri(r.p, r.q, &cut);
        if (is_generic(r.cls)) assert_int_equal(hit, r.kind == 'S');
        if (r.kind == 'N') assert_int_equal(hit, 0);
        if (!hit) continue;
        cuts++;
        touching_cuts += r.kind != 'S';
        vec3 x[2] = {end_point(&r, cut.end[0]), end_point(&r, cut.end[1])};
        double tolerance = 1e-9 * scale_of(&r);
        if (r.kind == 'P' || r.kind == 'S')
            for (int i = 0; i < 2; i++) CHECK_NEAR(distance_to_segment(x[i], r.end[0], r.end[1]), 0, tolerance);
        if (is_generic(r.cls)) {
            CHECK_NEAR(distance(x[0], x[1]), r.length, tolerance);
            vec3 np = vec3_cross(vec3_sub(r.p[1], r.p[0]), vec3_sub(r.p[2], r.p[0])),
                 nq = vec3_cross(vec3_sub(r.q[1], r.q[0]), vec3_sub(r.q[2], r.q[0]));
            assert_true(vec3_dot(vec3_sub(x[1], x[0]), vec3_cross(np, nq)) >= 0);
        }
    }
    fclose(f);
    assert_true(cuts > 150 && touching_cuts > 10);
}

// On small integer grids a displacement by (2^-10, 2^-20, 2^-30) is exact in double, and small enough: every
// determinant is an integer, every change below 150 2^-10. The result must equal that of the displaced triangle,
// including the edges.
static void symbolic_displacement_equals_a_real_one(void **state) {
    (void)state;
    uint64_t s = 88172645463325252u;
    int cuts = 0, degenerate = 0;
    for (int n = 0; n < 200000; n++) {
        vec3 p[3], q[3], moved[3];
        for (int i = 0; i < 18; i++) {
            double c = (double)(random_bits(&s) % 5), *to = (double *)(i < 9 ? p : q);
            to[i % 9] = c;
        }
        for (int i = 0; i < 3; i++) moved[i] = vec3_add(p[i], vec3_make(0x1p-10, 0x1p-20, 0x1p-30));
        contact_cut cut, made;
        int hit = contact_tri_tri(p, q, &cut), hit_made = contact_tri_tri(moved, q, &made);
        assert_int_equal(hit, hit_made);
        cuts += hit;
        if (hit) assert_memory_equal(&cut, &made, sizeof cut);
        for (int i = 0; i < 3 && hit; i++) degenerate += contact_orient3d(q[0], q[1], q[2], p[i]) == 0;
    }
    assert_true(cuts > 10000 && degenerate > 1000);
}

// A triangle collapsed to a line still passes through another one by two of its edges, so that the contour of its mesh
// continues through it.
static void collapsed_triangle_is_passed_through(void **state) {
    (void)state;
    const vec3 line[3] = {{0.1, 0.2, -1}, {0.1, 0.2, 1}, {0.1, 0.2, 0.5}}, q[3] = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
    const vec3 beside[3] = {{3, 3, -1}, {3, 3, 1}, {3, 3, 0.5}};
    contact_cut cut;
    assert_int_equal(contact_tri_tri(line, q, &cut), 1);
    assert_true(cut.end[0].of_a && cut.end[1].of_a);
    assert_int_equal(cut.end[0].k, 0); // rises out of q
    assert_int_equal(cut.end[1].k, 2); // falls into it
    assert_int_equal(contact_tri_tri(q, line, &cut), 1);
    assert_true(!cut.end[0].of_a && !cut.end[1].of_a);
    assert_int_equal(contact_tri_tri(beside, q, &cut), 0);
}

// Output for displaced.py: for each row whether it cuts, and the ends.
static int print_cuts(void) {
    FILE *f = fopen(TABLE, "r");
    char line[2000];
    row r;
    if (!f || !fgets(line, sizeof line, f)) return 77;
    while (read_row(f, &r)) {
        contact_cut c = {0};
        int hit = contact_tri_tri(r.p, r.q, &c);
        printf("%d %d %d %d %d %d\n", r.id, hit, c.end[0].of_a, c.end[0].k, c.end[1].of_a, c.end[1].k);
    }
    fclose(f);
    return 0;
}

// Edges and faces of the table's rows, four at a time. A piercing reported as certain is one by exact signs, at least
// 80 % of the piercings are reported, and t equals that of exact heights.
static void piercings_are_certain_and_accurate(void **state) {
    (void)state;
    SKIP_WITHOUT(TABLE);
    FILE *f = open_table();
    row r;
    long through = 0, certain = 0;
    while (read_row(f, &r))
        for (int k = 0; k < 3; k++) {
            const vec3 *p[3] = {&r.p[k], &r.p[(k + 1) % 3], &r.p[(k + 2) % 3]},
                       *q[3] = {&r.q[k], &r.q[(k + 1) % 3], &r.q[(k + 2) % 3]};
            const vec3 *at[4][5] = {{p[0], p[1], q[0], q[1], q[2]},
                                    {p[1], p[0], q[1], q[2], q[0]},
                                    {q[0], q[1], p[0], p[1], p[2]},
                                    {q[0], q[1], p[0], p[2], p[1]}};
            contact_piercings found = contact_edges_faces((const vec3 *const *const[4]){at[0], at[1], at[2], at[3]});
            for (int i = 0; i < 4; i++) {
                vec3 u = *at[i][0], v = *at[i][1], face[3] = {*at[i][2], *at[i][3], *at[i][4]};
                double hu = contact_orient3d_exact(face[0], face[1], face[2], u),
                       hv = contact_orient3d_exact(face[0], face[1], face[2], v);
                int sides = 0;
                for (int j = 0; j < 3; j++) {
                    double volume = contact_orient3d_exact(u, v, face[j], face[(j + 1) % 3]);
                    sides += (volume > 0) - (volume < 0);
                }
                bool passes = ((hu > 0 && hv < 0) || (hu < 0 && hv > 0)) && abs(sides) == 3;
                bool out = found.from_outside >> i & 1, in = found.from_inside >> i & 1;
                if (out || in) assert_true(passes && out == (hu > 0) && in == (hu < 0));
                through += passes, certain += out || in;
                if (passes) CHECK_NEAR(found.t[i], hu / (hu - hv), 1e-10);
            }
        }
    fclose(f);
    print_message("%ld edges through faces, %ld certain in floating point\n", through, certain);
    assert_true(through > 500 && certain <= through && 10 * certain > 8 * through);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--cuts")) return print_cuts();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_and_end_points_agree_with_the_table),
        cmocka_unit_test(cuts_lie_in_the_intersection),
        cmocka_unit_test(symbolic_displacement_equals_a_real_one),
        cmocka_unit_test(collapsed_triangle_is_passed_through),
        cmocka_unit_test(piercings_are_certain_and_accurate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
