// SPDX-License-Identifier: MIT
// The references of the validation cases against closed forms, published values and each other.
#include "tests/check.h"
#include "tests/validation/reference/ode.h"
#include "tests/validation/reference/planar.h"

static bool decay(const void *context, double t, const double *y, double *dy) {
    (void)context;
    dy[0] = -y[0];
    dy[1] = y[2];
    dy[2] = -y[1];
    dy[3] = -2 * t * y[3] * y[3]; // 1/(1 + t^2)
    return true;
}

static void test_ode(void **state) {
    (void)state;
    double y[4] = {1, 0, 1, 1};
    ref_ode ode = {decay, NULL, 4, 1e-13, 0};
    int steps = ref_ode_run(&ode, 0, 20, y);
    print_message("%d steps\n", steps);
    assert_in_range(steps, 1, 200);
    CHECK_NEAR(y[0], exp(-20), 1e-12);
    CHECK_NEAR(y[1], sin(20), 2e-12);
    CHECK_NEAR(y[2], cos(20), 2e-12);
    CHECK_NEAR(y[3], 1 / 401.0, 1e-12);
}

static bool blow_up(const void *context, double t, const double *y, double *dy) {
    (void)context, (void)t;
    dy[0] = y[0] * y[0];
    return true;
}

static void test_ode_reports_a_singularity(void **state) {
    (void)state;
    double y[1] = {1};
    ref_ode ode = {blow_up, NULL, 1, 1e-12, 0};
    assert_int_equal(ref_ode_run(&ode, 0, 2, y), -1); // 1/(1 - t)
}

// Compares columns of a file of comma-separated values with a reference at the times of its first column.
typedef struct table {
    int rows, columns;
    double cell[1100][18];
} table;

static void read_table(table *t, const char *path, int columns) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char line[1024];
    t->rows = 0;
    t->columns = columns;
    while (fgets(line, sizeof line, f)) {
        char *at = line, *end = at;
        int c = 0;
        for (; c < columns; c++, at = end + 1) {
            t->cell[t->rows][c] = strtod(at, &end);
            if (end == at) break;
        }
        if (c == columns && ++t->rows == 1100) break;
    }
    fclose(f);
}
