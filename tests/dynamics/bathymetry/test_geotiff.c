// SPDX-License-Identifier: MIT
// GeoTIFF by GDAL's programs: a grid made from the same values as an .asc, and files that are refused, each with its
// reason. Without these programs the test checks the message that names them, and skips the others.
#include "dynamics/bathymetry/bathymetry.h"
#include "tests/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const bathymetry_def north = {.depth = true, .north = true, .heading = 0.3, .origin = {500000, 6000000, 0}};
static char folder[] = "geotiff_XXXXXX", tif[64], asc[64];
static rt_diag d;

static bool has_gdal(void) { return system("gdal_translate --version >/dev/null 2>&1") == 0; }

#define SKIP_WITHOUT_GDAL()                                                                                            \
    if (!has_gdal()) {                                                                                                 \
        print_message("no gdal_translate: skipped\n");                                                                 \
        skip();                                                                                                        \
    }

static int open_folder(void **state) {
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(tif, sizeof tif, "%s/a.tif", folder);
    snprintf(asc, sizeof asc, "%s/a.asc", folder);
    return 0;
}

static int close_folder(void **state) {
    char command[200];
    (void)state;
    snprintf(command, sizeof command, "rm -rf ./%s", folder);
    return system(command);
}

// Writes 7 by 5 depths, 2.5 m apart, one of them NODATA, as .asc.
static void write_asc(void) {
    FILE *f = fopen(asc, "w");
    assert_non_null(f);
    fputs("ncols 7\nnrows 5\nxllcorner 499990\nyllcorner 5999995\ncellsize 2.5\nNODATA_value -9999\n", f);
    for (int k = 0; k < 35; k++) fprintf(f, "%g ", k == 9 ? -9999 : 20 + 0.25 * (k % 7) - 1.5 * (k / 7));
    assert_int_equal(fclose(f), 0);
}

// Turns the .asc into a GeoTIFF with these options of gdal_translate.
static void make(const char *options) {
    char command[600];
    snprintf(command, sizeof command, "rm -f %s && gdal_translate -q -ot Float32 %s %s %s", tif, options, asc, tif);
    assert_int_equal(system(command), 0);
}

static void same_as_asc(void **state) {
    (void)state;
    SKIP_WITHOUT_GDAL();
    static const char *const options[] = {"-a_srs EPSG:32632", "-a_srs EPSG:25832 -co TILED=YES -co COMPRESS=DEFLATE",
                                          "-a_srs EPSG:32632 -a_nodata -9999 -mo AREA_OR_POINT=Point"};
    write_asc();
    for (size_t n = 0; n < sizeof options / sizeof options[0]; n++) {
        ground_grid a, b;
        make(options[n]);
        assert_int_equal(bathymetry_load(&a, asc, &north, &d), RT_OK);
        const rt_status status = bathymetry_load(&b, tif, &north, &d);
        if (status != RT_OK) fail_msg("%s: %s", options[n], d.text);
        assert_true(a.nx == b.nx && a.ny == b.ny && b.filled[23] && !b.filled[22]);
        for (int i = 0; i < 2; i++) {
            CHECK_NEAR(a.from[i], b.from[i], 1e-6);
            CHECK_NEAR(a.step[i], b.step[i], 1e-6);
            CHECK_NEAR(a.axis[i], b.axis[i], 1e-15);
        }
        for (int k = 0; k < 35; k++) assert_true(a.filled[k] == b.filled[k] && fabs(a.z[k] - b.z[k]) < 1e-5);
        ground_grid_free(&a), ground_grid_free(&b);
    }
}

static void refuse(const char *why) {
    ground_grid g;
    d = (rt_diag){0};
    const rt_status status = bathymetry_load(&g, tif, &north, &d);
    if (status != RT_ERR_FORMAT || !strstr(d.text, why)) fail_msg("expected '%s': %s", why, d.text);
    assert_true(d.errors == 1 && g.z == NULL);
}

static void others_are_refused(void **state) {
    (void)state;
    SKIP_WITHOUT_GDAL();
    static const struct {
        const char *options, *why;
    } bad[] = {
        {"-a_srs EPSG:4326 -a_ullr 9 54 9.1 53.9", "found degrees or another unit"},
        {"-a_srs EPSG:2263", "found degrees or another unit"}, // feet
        {"", "found no coordinate system"},
        {"-a_srs EPSG:32632 -b 1 -b 1", "one band; found more"},
        {"-a_srs EPSG:32632 -a_scale 0.01 -a_offset 0", "found a scale"},
        {"-a_srs EPSG:32632 -b 1 -mask 1 --config GDAL_TIFF_INTERNAL_MASK YES", "found a mask"},
        {"-a_srs EPSG:32632 -outsize 2100 2100", "at most 4194304 nodes; found 4410000"},
    };
    write_asc();
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        make(bad[k].options);
        refuse(bad[k].why);
    }
}

// Ground control points that turn the grid by 30 deg, as gdalwarp without -t_srs would keep them.
static void a_turned_grid_is_refused(void **state) {
    (void)state;
    SKIP_WITHOUT_GDAL();
    char command[600];
    write_asc();
    snprintf(command, sizeof command,
             "printf '2.165\n1.25\n1.25\n-2.165\n500000\n6000000\n' > %s/a.tfw && cd %s && "
             "gdal_translate -q -of PNM -ot Byte a.asc a.pgm 2>/dev/null && cp a.tfw a.wld && "
             "gdal_translate -q -of GTiff -a_srs EPSG:32632 a.pgm a.tif",
             folder, folder);
    assert_int_equal(system(command), 0);
    refuse("found a turned grid");
}

// Another format with the ending .tif does not reach its driver.
static void another_format_is_refused(void **state) {
    (void)state;
    SKIP_WITHOUT_GDAL();
    char command[200];
    write_asc();
    snprintf(command, sizeof command, "cp %s %s", asc, tif);
    assert_int_equal(system(command), 0);
    refuse("gdalinfo: ");
    snprintf(command, sizeof command, "gdal_translate -q -of VRT %s %s", asc, tif);
    assert_int_equal(system(command), 0);
    refuse("gdalinfo: ");
}

static void without_gdal_the_message_names_it(void **state) {
    (void)state;
    const char *path = getenv("PATH");
    char *kept = strdup(path ? path : "");
    assert_non_null(kept);
    FILE *f = fopen(tif, "w");
    assert_non_null(f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    refuse("apt-get install gdal-bin");
    assert_int_equal(setenv("PATH", kept, 1), 0);
    free(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_asc), cmocka_unit_test(others_are_refused), cmocka_unit_test(a_turned_grid_is_refused),
        cmocka_unit_test(another_format_is_refused), cmocka_unit_test(without_gdal_the_message_names_it)};
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
