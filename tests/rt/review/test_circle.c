// SPDX-License-Identifier: MIT
// The smallest circle around points: closed forms, and all circles by two and three points as an independent method.
#include "tests/check.h"
#include "tests/random.h"

#include "rt/review/circle.h"
#include <math.h>
#include <string.h>

enum { MOST = 12 };

static void polygon_has_its_circumcircle(void **state) {
    (void)state;
    for (int n = 3; n <= MOST; n++) {
        double p[MOST][2];
        for (int k = 0; k < n; k++) p[k][0] = 3 + 2 * cos(2 * M_PI * k / n), p[k][1] = -1 + 2 * sin(2 * M_PI * k / n);
        review_circle c = review_circle_around(p, n);
        CHECK_NEAR(c.x, 3, 1e-12), CHECK_NEAR(c.y, -1, 1e-12), CHECK_NEAR(c.r, 2, 1e-12);
    }
}

static void rectangle_has_its_half_diagonal(void **state) {
    (void)state;
    double p[6][2] = {{0, 0}, {0.3, 0}, {0.3, 0.4}, {0, 0.4}, {0.1, 0.2}, {0.3, 0}};
    CHECK_NEAR(review_circle_around(p, 6).r, 0.25, 1e-15);
    double line[4][2] = {{1, 1}, {2, 2}, {5, 5}, {3, 3}}; // collinear
    CHECK_NEAR(review_circle_around(line, 4).r, 2 * sqrt(2), 1e-15);
    double one[1][2] = {{7, 8}};
    CHECK_NEAR(review_circle_around(one, 1).r, 0, 0);
}

// Smallest of the circles by two and by three points that hold all points.
static double by_all_circles(double (*p)[2], int n) {
    double best = INFINITY;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = j; k < n; k++) { // k = j: the circle over i and j
                double x = 0.5 * (p[i][0] + p[j][0]), y = 0.5 * (p[i][1] + p[j][1]);
                if (k > j) {
                    double a = p[j][0] - p[i][0], b = p[j][1] - p[i][1], c = p[k][0] - p[i][0], d = p[k][1] - p[i][1];
                    double det = 2 * (a * d - b * c), u = a * a + b * b, v = c * c + d * d;
                    x = p[i][0] + (d * u - b * v) / det, y = p[i][1] + (a * v - c * u) / det;
                }
                double most = 0;
                for (int m = 0; m < n; m++) most = fmax(most, hypot(p[m][0] - x, p[m][1] - y));
                if (most < best) best = most;
            }
    return best;
}

static void random_points_agree_with_all_circles(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int trial = 0; trial < 300; trial++) {
        double p[MOST][2];
        int n = 2 + trial % (MOST - 1);
        for (int k = 0; k < n; k++) p[k][0] = random_unit(&seed), p[k][1] = random_unit(&seed);
        double want = by_all_circles(p, n);
        CHECK_NEAR(review_circle_around(p, n).r, want, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(polygon_has_its_circumcircle),
                                       cmocka_unit_test(rectangle_has_its_half_diagonal),
                                       cmocka_unit_test(random_points_agree_with_all_circles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
