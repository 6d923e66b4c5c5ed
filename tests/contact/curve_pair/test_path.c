// SPDX-License-Identifier: MIT
// Curve against curve: no jump of the force along a path, and what the search costs.
#include "rt/base/alloc_count.h"
#include "tests/contact/plane_shapes.h"
#include <time.h>

typedef struct wrench2 {
    vec2 force;
    double moment; // about the origin
} wrench2;

static wrench2 wrench_of(const contact_curve_hits *hits) {
    wrench2 w = {{0, 0}, 0};
    for (int i = 0; i < hits->n; i++) {
        const contact_curve_hit *h = &hits->hit[i];
        vec2 f = vec2_scale(pow(fmax(h->depth, 0), 1.5), h->normal);
        w.force = vec2_add(w.force, f);
        w.moment += vec2_cross(h->where, f);
    }
    return w;
}

// Largest change from one pose of the path to the next.
static double largest_change(const contact_plane_curve *a, const contact_plane_curve *b, int path, int steps,
                             double *force) {
    wrench2 last = {{0, 0}, 0};
    double most = 0;
    *force = 0;
    for (int i = 0; i <= steps; i++) {
        double u = (double)i / steps;
        contact_plane_motion m = path == 0   ? motion_at(-0.37 + u, 1.9995 - 1e-4 * sin(9 * u), 0)
                                 : path == 1 ? motion_at(0.1, 1.9995, 2e-3 * (u - 0.5))
                                 : path == 2 ? motion_at(1.46 * cos(u), 1.46 * sin(u), -2.1 * u)
                                             : motion_at(-0.7 + 1.4 * u, 1.49, 0.5 + 7 * u);
        contact_curve_hits hits = hits_of(a, b, m, 0);
        wrench2 w = wrench_of(&hits);
        *force = fmax(*force, vec2_norm(w.force));
        if (i > 0) most = fmax(most, fmax(vec2_norm(vec2_sub(w.force, last.force)), fabs(w.moment - last.moment)));
        last = w;
    }
    return most;
}

// Force and moment follow the pose without a jump: ten times finer steps, ten times smaller changes. A box slides over
// a box as wide, corner over corner, and rocks on it, a wavy body rolls round a wavy one, a rounded triangle turns over
// on a flat.
static void test_force_is_continuous(void **state) {
    (void)state;
    enum { ROUND = 60 };
    outline o = outline_make(3 * ROUND);
    for (int i = 0; i < o.n; i++) { // arcs of radius 0.3 about three corners: lines between them
        double a = 2 * M_PI * (i / ROUND) / 3 + (2 * M_PI / 3) * ((double)(i % ROUND) / (ROUND - 1) - 0.5);
        double c = 2 * M_PI * (i / ROUND) / 3;
        o.p[i] = (vec2){0.2 * cos(c) + 0.3 * cos(a), 0.2 * sin(c) + 0.3 * sin(a)};
    }
    contact_plane_curve box = prepared(square(7), 0.2), wide = prepared(square(3), 0.2), top = prepared(o, 0.2);
    contact_plane_curve a = prepared(wavy(120, 0.5, 0.05, 3), 0.3), b = prepared(wavy(240, 1, 0.03, 5), 0.3);
    const struct {
        const contact_plane_curve *a, *b;
        const char *name;
    } c[] = {{&box, &wide, "box slides on box"},
             {&box, &wide, "box rocks on box"},
             {&a, &b, "wavy rolls on wavy"},
             {&top, &wide, "rounded triangle turns on a flat"}};
    for (int path = 0; path < 4; path++) {
        double force, coarse = largest_change(c[path].a, c[path].b, path, 2000, &force),
                      fine = largest_change(c[path].a, c[path].b, path, 20000, &force);
        print_message("%-34s force to %.2e, change %.2e and %.2e\n", c[path].name, force, coarse, fine);
        assert_true(force > 0);
        assert_true(fine < 0.15 * coarse);
    }
    contact_plane_curve_free(&box), contact_plane_curve_free(&wide), contact_plane_curve_free(&top);
    contact_plane_curve_free(&a), contact_plane_curve_free(&b);
}

// What the search costs by the number of segments, of both contours: counted, so that it is the same everywhere; and
// the time of one search. Every node by every segment would be n² in both directions.
static double table(const char *name, double depth, int from, int to) {
    double first = 0, last = 0;
    print_message("%s\n  segments   runs  nodes  segments looked at   sum      us   every pair\n", name);
    for (int n = from; n <= to; n *= 4) {
        contact_plane_curve cam = prepared(wavy(n, 1, 0.05, 3), 0.5), roller = prepared(regular(n, 0.4, 0.1), 0.5);
        contact_curve_effort sum = {0};
        enum { POSES = 64 };
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        rt_alloc_guard_begin();
        for (int k = 0; k < POSES; k++) {
            double a = 2 * M_PI * k / POSES, r = 1 + 0.05 * cos(3 * a) + 0.4 - depth;
            contact_curve_hits hits = hits_of(&roller, &cam, motion_at(r * cos(a), r * sin(a), 0.37 * k), 0);
            if (hits.n == 0) fail();
            sum.runs += hits.effort.runs, sum.nodes += hits.effort.nodes, sum.segments += hits.effort.segments;
        }
        rt_alloc_guard_end();
        clock_gettime(CLOCK_MONOTONIC, &end);
        if (rt_alloc_count_available()) assert_int_equal(rt_alloc_count(), 0);
        double us = ((double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) * 1e-3) / POSES;
        last = (double)(sum.runs + sum.nodes + sum.segments) / POSES;
        if (n == from) first = last;
        print_message("%10d %6.0f %6.0f %19.0f %6.0f %7.1f %12.0f\n", n, (double)sum.runs / POSES,
                      (double)sum.nodes / POSES, (double)sum.segments / POSES, last, us, 2.0 * n * n);
        contact_plane_curve_free(&cam), contact_plane_curve_free(&roller);
    }
    return log(last / first) / log((double)to / from);
}

static void test_search_cost(void **state) {
    (void)state;
    const struct {
        const char *name;
        double depth;
    } c[] = {{"depth 1e-6 of the cam's radius", 1e-6},
             {"depth 1e-4", 1e-4},
             {"depth 1e-2: a twentieth of it lies inside", 1e-2}};
    for (int k = 0; k < 3; k++) {
        double exponent = table(c[k].name, c[k].depth, 64, 65536);
        print_message("  grows with the power %.2f of the number of segments\n", exponent);
        assert_true(exponent < 0.5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_force_is_continuous),
        cmocka_unit_test(test_search_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
