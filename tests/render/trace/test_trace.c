// SPDX-License-Identifier: MIT
// The chain's trace on the bottom: area of a swept fan, gaps, memory of the window, rewinding.
#include "render/trace/trace.h"
#include "tests/check.h"
#include <stdlib.h>

static const double edge = 0.2;

static double marked_area(const trace *tr) {
    double sum = 0;
    for (int k = 0; k < TRACE_NODES * TRACE_NODES; k++) sum += tr->mark[k] > 0;
    return sum * edge * edge;
}

static trace *make(double breadth) {
    trace *tr = calloc(1, sizeof *tr);
    assert_non_null(tr);
    assert_true(trace_create(tr, edge, breadth));
    return tr;
}

static void end(trace *tr) {
    trace_free(tr);
    free(tr);
}

// A straight chain of 100 links of 0.2 m from the origin, turned to this angle.
static void lay(trace *tr, double t, double angle, int from) {
    assert_true(trace_begin(tr, t, vec3_make(0, 0, 0)));
    for (int k = from; k < 100; k++)
        trace_add(tr, k, vec3_make(0.2 * k * cos(angle), 0.2 * k * sin(angle), 0),
                  vec3_make(0.2 * (k + 1) * cos(angle), 0.2 * (k + 1) * sin(angle), 0));
}

// A chain of 20 m swung by an angle has swept the sector R² angle / 2, and no more than half a link's breadth and a
// cell beyond its border.
static void a_swung_chain_sweeps_its_sector(void **state) {
    (void)state;
    const double breadth = 0.18, r = 20, swung = 0.6, sector = 0.5 * r * r * swung,
                 border = (2 * r + r * swung) * (0.5 * breadth + edge);
    trace *tr = make(breadth);
    for (int k = 0; k <= 30; k++) lay(tr, k, swung * k / 30, 0);
    print_message("marked %.2f m2, sector %.2f m2\n", marked_area(tr), sector);
    assert_true(marked_area(tr) > sector && marked_area(tr) < sector + border);
    for (double q = 0.5; q < r; q += 0.1)
        for (double a = 0.01; a < swung - 0.01; a += 0.01) assert_true(trace_at(tr, q * cos(a), q * sin(a)) > 100);
    assert_int_equal(trace_at(tr, 10 * cos(-0.05), 10 * sin(-0.05)), 0);
    assert_int_equal(trace_at(tr, 10 * cos(swung + 0.05), 10 * sin(swung + 0.05)), 0);
    end(tr);
}

// A chain lifted and laid down elsewhere leaves the bottom between untouched; so does one that jumps.
static void a_lifted_chain_sweeps_nothing(void **state) {
    (void)state;
    trace *tr = make(0.18);
    lay(tr, 0, 0, 0);
    assert_true(trace_begin(tr, 1, vec3_make(0, 0, 0)));
    lay(tr, 2, 0.1, 0);
    assert_true(trace_at(tr, 10, 0) > 0 && trace_at(tr, 10 * cos(0.1), 10 * sin(0.1)) > 0);
    assert_int_equal(trace_at(tr, 10 * cos(0.05), 10 * sin(0.05)), 0);
    lay(tr, 3, 1.9, 60);
    assert_int_equal(trace_at(tr, 14 * cos(1.0), 14 * sin(1.0)), 0);
    assert_true(trace_at(tr, 14 * cos(1.9), 14 * sin(1.9)) > 0);
    end(tr);
}

// The rows that changed hold every mark that changed.
static void changed_rows_are_told(void **state) {
    (void)state;
    trace *tr = make(0.18);
    lay(tr, 0, 0, 0);
    trace_clean(tr);
    lay(tr, 0, 0, 0);
    assert_true(tr->dirty[0] > tr->dirty[1]);
    lay(tr, 1, 0.05, 0); // y from 0 to 1 m: six rows, and those that its breadth reaches
    print_message("rows %d to %d\n", tr->dirty[0], tr->dirty[1]);
    assert_true(tr->dirty[0] <= tr->dirty[1]);
    const int first = (int)(tr->from[1] + ((tr->dirty[0] - tr->from[1]) & (TRACE_NODES - 1)));
    assert_true(first >= -2 && first <= 0 && tr->dirty[1] - tr->dirty[0] < 9);
    end(tr);
}

static void a_rewind_takes_later_marks_away(void **state) {
    (void)state;
    trace *tr = make(0.18);
    lay(tr, 0, 0, 0), lay(tr, 10, 0.1, 0);
    lay(tr, 20, 0.2, 0);
    assert_true(trace_at(tr, 10 * cos(0.15), 10 * sin(0.15)) > 0);
    assert_true(trace_begin(tr, 12, vec3_make(0, 0, 0)));
    assert_int_equal(trace_at(tr, 10 * cos(0.15), 10 * sin(0.15)), 0);
    assert_true(trace_at(tr, 10 * cos(0.05), 10 * sin(0.05)) > 0 && trace_at(tr, 10, 0) > 0);
    end(tr);
}

// The window follows a middle that goes away: what is still within keeps its marks, and what comes anew has none.
static void the_window_follows(void **state) {
    (void)state;
    trace *tr = make(0.18);
    lay(tr, 0, 0, 0);
    const int before = trace_at(tr, 10, 0);
    assert_true(trace_begin(tr, 1, vec3_make(40, 0, 0)));
    assert_int_equal(trace_at(tr, 10, 0), before);
    assert_true(before > 0);
    assert_int_equal(trace_at(tr, 10 + TRACE_NODES * edge, 0), 0);
    assert_true(trace_begin(tr, 2, vec3_make(400, 0, 0)) && trace_begin(tr, 3, vec3_make(0, 0, 0)));
    assert_int_equal(trace_at(tr, 10, 0), 0);
    assert_true(marked_area(tr) == 0);
    assert_false(trace_begin(tr, 4, vec3_make((double)NAN, 0, 0)));
    trace_add(tr, 0, vec3_make(0, (double)NAN, 0), vec3_make(0, 0, 0));
    trace_add(tr, -1, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    trace_add(tr, DYN_SNAPSHOT_BODIES, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    assert_true(marked_area(tr) == 0);
    end(tr);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_swung_chain_sweeps_its_sector),
        cmocka_unit_test(a_lifted_chain_sweeps_nothing),
        cmocka_unit_test(changed_rows_are_told),
        cmocka_unit_test(a_rewind_takes_later_marks_away),
        cmocka_unit_test(the_window_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
