// SPDX-License-Identifier: MIT
// Readers of bathymetry: good files in every form to the same grid, and damaged ones, each with its line and reason.
#include "dynamics/bathymetry/bathymetry.h"
#include "tests/check.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[64];

// Writes a file with this ending and loads it.
static rt_status load(const char *ending, const char *text, const bathymetry_def *def, ground_grid *g, rt_diag *d) {
    snprintf(path, sizeof path, "bathymetry_%d%s", (int)getpid(), ending);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    *d = (rt_diag){0};
    const rt_status status = bathymetry_load(g, path, def, d);
    unlink(path);
    return status;
}

static const bathymetry_def as_depth = {.depth = true}, as_elevation = {.depth = false};

// 3 columns and 2 rows of depth 10 x + y, x = 1, 3, 5 and y = 2, 4.
static const char corner[] = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 1\ncellsize 2\nNODATA_value -9999\n"
                             "14 34 54\n12 32 52\n";
static const char centre[] = "NROWS 2\r\nNCOLS 3\r\nXLLCENTER 1.0\r\nYLLCENTER 2.0\r\nCELLSIZE 2\r\n"
                             "14 34\r\n54 12\r\n32 52\r\n";
static const char columns[] = "x,y,depth\n# any order\n5,4,54\n1,2,12\n3,2,32\n\n5,2,52\n1,4,14\n3,4,34";

static void good_files_give_the_same_grid(void **state) {
    (void)state;
    const char *const text[] = {corner, centre, columns}, *const ending[] = {".asc", ".ASC", ".xyz"};
    static rt_diag d;
    for (int n = 0; n < 3; n++) {
        ground_grid g;
        assert_int_equal(load(ending[n], text[n], &as_depth, &g, &d), RT_OK);
        assert_true(g.nx == 3 && g.ny == 2);
        CHECK_NEAR(g.from[0], 1, 1e-12);
        CHECK_NEAR(g.from[1], 2, 1e-12);
        CHECK_NEAR(g.step[0], 2, 1e-12);
        CHECK_NEAR(g.step[1], 2, 1e-12);
        for (int k = 0; k < 6; k++) {
            const double x = 1 + 2 * (k % 3), y = 2 + 2 * (k / 3);
            CHECK_NEAR(g.z[k], -(10 * x + y), 1e-12);
            CHECK_NEAR(ground_grid_at(&g, x, y).z, g.z[k], 1e-12);
        }
        ground_grid_free(&g);
    }
}

// Elevations, an origin, the height of still water over the datum.
static void places_it_in_the_world(void **state) {
    (void)state;
    static rt_diag d;
    ground_grid g;
    const bathymetry_def def = {.depth = false, .origin = {431000, 6512000, 1.2}};
    assert_int_equal(
        load(".xyz", "431010 6512020 -9\n431020 6512020 -8\n431010 6512040 -7\n431020 6512040 1\n", &def, &g, &d),
        RT_OK);
    CHECK_NEAR(g.from[0], 10, 1e-9);
    CHECK_NEAR(g.from[1], 20, 1e-9);
    CHECK_NEAR(g.step[1], 20, 1e-9);
    CHECK_NEAR(g.z[0], -10.2, 1e-12);
    CHECK_NEAR(g.z[3], -0.2, 1e-12);
    ground_grid_free(&g);
}

// A survey with x east and y north, whose bottom falls by 1 in 10 to the east from 20 m at the ship's place, under a
// ship of any true heading: ahead of a ship that heads east it is deeper, to port of one that heads south.
static void lies_north_up_under_any_heading(void **state) {
    (void)state;
    static char text[20000];
    static rt_diag d;
    size_t n = 0;
    for (int k = 0; k < 21 * 21; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d %d %g\n", 431000 + 10 * (k % 21), 6512000 + 10 * (k / 21),
                              20 + (10 * (k % 21) - 100) / 10.0);
    for (int heading = 0; heading < 360; heading += 30) {
        ground_grid g;
        const bathymetry_def def = {true, true, heading * M_PI / 180, {431100, 6512100, 0}};
        assert_int_equal(load(".xyz", text, &def, &g, &d), RT_OK);
        for (int k = 0; k < 8; k++) {
            const double way = 40, to = k * M_PI / 4, true_way = heading * M_PI / 180 - to, // to port counts negative
                x = way * cos(to), y = way * sin(to);
            const ground_height h = ground_grid_at(&g, x, y);
            CHECK_NEAR(h.z, -20 - way * sin(true_way) / 10, 1e-9);
            CHECK_NEAR(h.zx * cos(to) + h.zy * sin(to), -sin(true_way) / 10, 1e-9);
        }
        if (heading == 90) CHECK_NEAR(ground_grid_at(&g, 50, 0).z, -25, 1e-9);
        if (heading == 180) CHECK_NEAR(ground_grid_at(&g, 0, 50).z, -25, 1e-9);
        ground_grid_free(&g);
    }
}

// A node without a value is marked, in either format.
static void nodes_without_a_value(void **state) {
    (void)state;
    static rt_diag d;
    ground_grid g;
    assert_int_equal(load(".asc",
                          "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -3.4028235e+38\n"
                          "-4 -3.4028235e+38\n-4 -6\n",
                          &as_elevation, &g, &d),
                     RT_OK);
    assert_true(g.filled[3] && !g.filled[0] && !g.filled[1] && !g.filled[2]);
    CHECK_NEAR(g.z[3], -14.0 / 3, 1e-12);
    ground_grid_free(&g);
    assert_int_equal(load(".xyz", "0 0 4\n1 0 4\n0 1 6\n2 1 5\n", &as_depth, &g, &d), RT_OK);
    assert_true(g.nx == 3 && g.filled[2] && g.filled[4] && !g.filled[5]);
    ground_grid_free(&g);
}

static void damaged_files_are_refused(void **state) {
    (void)state;
#define HEAD "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
    static const struct {
        const char *ending, *text, *where, *why;
    } bad[] = {
        {".asc", "", ".asc:1:", "expected a header; found an empty file"},
        {".asc", "ncols 2\nrows 2\n", ".asc:2:", "expected a key of the header"},
        {".asc", "ncols 2\nncols 2\n", ".asc:2:", "each key once"},
        {".asc", "ncols 2\nnrows 2\ncellsize 1\n1 2\n", ".asc:4:", "xllcorner and yllcorner"},
        {".asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcenter 0\ncellsize 1\n1 2 3 4\n", ".asc:6:", "one of these pairs"},
        {".asc", "nrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n", ".asc:5:", "expected ncols"},
        {".asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n1 2 3 4\n", ".asc:6:", "cellsize above 0"},
        {".asc", "ncols 1\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n", ".asc:6:", "at least 2 by 2"},
        {".asc", "ncols 90000\nnrows 90000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1\n", ".asc:6:", "at most 4194304"},
        {".asc", "ncols 2.5\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1\n", ".asc:6:", "whole numbers"},
        {".asc", HEAD "1 2\n3\n", ".asc:7:", "4 in all; found 3"},
        {".asc", HEAD "1 2\n3 4\n5\n", ".asc:8:", "expected the end of the file"},
        {".asc", HEAD "1 2\n3 4x\n", ".asc:7:", "found '4x'"},
        {".asc", HEAD "1 2\nnan 4\n", ".asc:7:", "found 'nan'"},
        {".asc", HEAD "1 2\n3 1e6\n", ".asc:7:", "at most 12000"},
        {".asc", HEAD "-9999 -9999 -9999 -9999", ".asc:", "without any value"},
        {".asc", HEAD "-1 -2 -3 -4", ".asc:", "no node is under water if its values are depths"},
        {".xyz", "", ".xyz:1:", "found none"},
        {".xyz", "0 0 1\n1 0\n0 1 1\n", ".xyz:2:", "found fewer"},
        {".xyz", "0 0 1\n1 0 1 7\n", ".xyz:2:", "found more"},
        {".xyz", "0 0 1\n1 0 one\n", ".xyz:2:", "found 'one'"},
        {".xyz", "0 0 1\n1 0 1\n0 1 1\n1 1 1\n1 0 2\n", ".xyz:5:", "that of line 2 again"},
        {".xyz", "0 0 1\n1 0 1\n0 1 1\n1 1 1\n2 0 1\n3.3 0 1\n2 1 1\n3.3 1 1\n",
         ".xyz:2:", "regular grid, here of 1.1 m by 1 m"},
        {".xyz", "0 0 1\n1 0 1\n50 0.01 1\n9 80 2\n", ".xyz:", "expected points on a regular grid"},
        {".xyz", "0 0 1\n1 0 1\n2 0 1\n", ".xyz:", "at least 2 by 2"},
        {".png", "II*", ".png:", "ends in .asc"},
        {".tif", "II*", ".tif:", "expected ground.axes: north; found ship"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        static rt_diag d;
        ground_grid g;
        assert_int_not_equal(load(bad[k].ending, bad[k].text, &as_depth, &g, &d), RT_OK);
        if (!strstr(d.text, bad[k].where) || !strstr(d.text, bad[k].why))
            fail_msg("expected '%s' and '%s': %s", bad[k].where, bad[k].why, d.text);
        assert_true(d.errors == 1 && g.nx == 0 && g.z == NULL);
    }
    static rt_diag d;
    ground_grid g;
    assert_int_equal(bathymetry_load(&g, "nowhere.asc", &as_depth, &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "nowhere.asc: error: cannot open the bathymetry"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_files_give_the_same_grid), cmocka_unit_test(places_it_in_the_world),
        cmocka_unit_test(lies_north_up_under_any_heading), cmocka_unit_test(nodes_without_a_value),
        cmocka_unit_test(damaged_files_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
