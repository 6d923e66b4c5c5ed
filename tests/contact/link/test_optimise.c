// SPDX-License-Identifier: MIT
// The papers' minimisations against the reference cases, primitive by primitive, and against the closed form.
#include "tests/check.h"

#include "tests/contact/link/optimise.h"
#include "tests/random.h"

static vec3 random_point(uint64_t *s, double size) {
    double x = uniform(s, -size, size), y = uniform(s, -size, size);
    return vec3_make(x, y, uniform(s, -size, size));
}

typedef struct tally {
    int rows, primitives, bad, one_start_local, one_start_link, not_converged;
    long iterations;
    double worst;
} tally;

static void print_tally(const tally *t, const char *what) {
    print_message(
        "%s: %d triangles, %d parts in a primitive's slab; largest difference %.2e m; %.1f iterations a part; "
        "%d parts not converged;\n  from one start %d parts end in a local minimum that is not the least, %d "
        "triangles get a wrong distance\n",
        what, t->rows, t->primitives, t->worst, (double)t->iterations / fmax(1, t->primitives), t->not_converged,
        t->one_start_local, t->one_start_link);
}

// Least distance of the four primitives, from all starts. Also runs from one start, and counts where that is too few.
static double measure(const contact_link_shape *s, const vec3 p[3], double r[4], tally *t) {
    double all = INFINITY, single = INFINITY;
    for (int k = 0; k < 4; k++) {
        link_optimum o = link_optimise_primitive(s, k, p, false), one = link_optimise_primitive(s, k, p, true);
        r[k] = o.distance;
        if (!isfinite(o.distance)) continue;
        t->primitives++;
        t->iterations += o.iterations;
        t->not_converged += !o.converged;
        t->one_start_local += one.distance > o.distance + 1e-9;
        all = fmin(all, o.distance);
        single = fmin(single, one.distance);
    }
    t->one_start_link += single > all + 1e-9;
    t->rows++;
    return all;
}

// The reference's ring lies in y-z with the normal x: its (x, y, z) is our (y, x, z), its primitives 1..4 are our 0..3.
static void test_reference_cases_match(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/oracles/link_tri.csv";
    SKIP_WITHOUT(path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[2048];
    tally t = {0};
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        double R, h, d, p[9], want[4], rmin, got[4];
        char class[64];
        assert_int_equal(sscanf(line, "%*d,%63[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf",
                                class, &R, &h, &d, p, p + 1, p + 2, p + 3, p + 4, p + 5, p + 6, p + 7, p + 8, want,
                                want + 1, want + 2, want + 3, &rmin),
                         18);
        vec3 x[3];
        for (int k = 0; k < 3; k++) x[k] = vec3_make(p[3 * k + 1], p[3 * k], p[3 * k + 2]);
        contact_link_shape s = {R, h, 0.5 * d};
        double least = measure(&s, x, got, &t), error = fabs(least - rmin);
        for (int k = 0; k < 4; k++) {
            if (isnan(want[k]) != !isfinite(got[k]))
                error = INFINITY;
            else if (!isnan(want[k]))
                error = fmax(error, fabs(got[k] - want[k]));
        }
        contact_link_hit hit = link_optimise_triangle(&s, x), closed = contact_link_triangle(&s, x);
        error = fmax(error, fabs(hit.distance - closed.distance));
        t.worst = fmax(t.worst, error);
        if (error <= 1e-9) continue;
        t.bad++;
        print_error("row %d (%s): %.12g %.12g %.12g %.12g, expected %.12g %.12g %.12g %.12g\n", t.rows - 1, class,
                    got[0], got[1], got[2], got[3], want[0], want[1], want[2], want[3]);
    }
    fclose(file);
    print_tally(&t, "reference cases");
    assert_int_equal(t.rows, 1000);
    assert_int_equal(t.bad, 0);
}

static void random_triangle(uint64_t *seed, int i, vec3 p[3]) {
    const double size[] = {0.005, 0.02, 0.1, 0.4, 3};
    vec3 centre = random_point(seed, 0.25);
    for (int k = 0; k < 3; k++) p[k] = vec3_add(centre, random_point(seed, size[i % 5]));
}

static void test_random_triangles_match_the_closed_form(void **state) {
    (void)state;
    uint64_t seed = 61;
    contact_link_shape s = contact_link_common(0.062);
    tally t = {0};
    for (int i = 0; i < 10000; i++) {
        vec3 p[3];
        double r[4];
        random_triangle(&seed, i, p);
        double least = measure(&s, p, r, &t);
        contact_link_hit closed = contact_link_triangle(&s, p), hit = link_optimise_triangle(&s, p);
        double error = fmax(fabs(closed.distance - least), fabs(closed.distance - hit.distance));
        t.worst = fmax(t.worst, error);
        t.bad += !(error <= 1e-9);
    }
    print_tally(&t, "random cases");
    assert_int_equal(t.bad, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_cases_match),
        cmocka_unit_test(test_random_triangles_match_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
