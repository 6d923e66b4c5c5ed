// SPDX-License-Identifier: MIT
// GeoTIFF by GDAL's programs: gdalinfo describes the file, gdal_translate writes its band as three columns. They get
// the open file as /dev/fd/0, so that neither a name nor a file beside it can lead elsewhere, and no driver but
// GTiff's.
#include "dynamics/bathymetry/private.h"
#include "rt/base/number.h"
#include "rt/base/plain.h"
#include "rt/file/input_file.h"
#include "rt/file/program.h"
#include <math.h>
#include <string.h>

#define FILE_OF_CHILD "/dev/fd/0"
static const rt_program_limits describing = {10, 1 << 20}, writing = {120, (size_t)1 << 29};

// What gdalinfo tells about a raster.
typedef struct raster {
    bool sized, level_rows, placed, in_metres, scaled, masked, in_other_unit;
    double nodes, none; // size; value that stands for none, NaN: not known
    int bands;
} raster;

// The number after `key` in the line, if it is there.
static bool find_number(const char *line, const char *key, double *value, const char **rest) {
    const char *at = strstr(line, key);
    return at && rt_number_parse(at + strlen(key), value, rest);
}

// Whether the line of PROJ names a projection in metres, x to the east and y to the north.
static bool is_in_metres(const char *line) {
    return strstr(line, "+proj=") && strstr(line, " +units=m ") && !strstr(line, "+axis=");
}

static void read_line(const char *line, raster *r) {
    double value, other;
    const char *rest;
    if (find_number(line, "Size is ", &value, &rest) && find_number(rest, ", ", &other, &rest))
        r->nodes = value * other, r->sized = true;
    if (strncmp(line, "'+proj=", 7) == 0) r->placed = true, r->in_metres = is_in_metres(line);
    if (strncmp(line, "Pixel Size = (", 14) == 0) r->level_rows = true;
    if (strncmp(line, "Band ", 5) == 0) r->bands++;
    if (find_number(line, "NoData Value=", &value, &rest)) r->none = value;
    if (strstr(line, "Scale:")) r->scaled = true;
    if (strstr(line, "Mask Flags: ")) r->masked = true;
    if (strstr(line, "Unit Type: ")) r->in_other_unit = !strstr(line, "Unit Type: m");
}

static bool refuse(const char *file, const char *expected, const char *found, rt_diag *d) {
    rt_diag_error(d, file, 0, 0, "GeoTIFF: expected %s; found %s", expected, found);
    return false;
}

static bool check(const char *file, const raster *r, rt_diag *d) {
    if (!r->sized) return refuse(file, "a size in gdalinfo's description", "none", d);
    if (!r->placed || !r->in_metres)
        return refuse(file, "a projection in metres, such as UTM (gdalwarp -t_srs makes one)",
                      r->placed ? "degrees or another unit" : "no coordinate system", d);
    if (!r->level_rows)
        return refuse(file, "rows to the east (gdalwarp makes them)", "a turned grid, or none with a place", d);
    if (r->bands != 1) return refuse(file, "one band", r->bands > 1 ? "more" : "none", d);
    if (r->scaled) return refuse(file, "values in metres (gdal_translate -unscale makes them)", "a scale", d);
    if (r->in_other_unit) return refuse(file, "values in metres", "another unit", d);
    if (r->masked) return refuse(file, "NODATA as a value", "a mask", d);
    if (!(r->nodes <= GROUND_GRID_NODES)) {
        rt_diag_error(d, file, 0, 0, "GeoTIFF: expected at most %d nodes; found %.0f", GROUND_GRID_NODES, r->nodes);
        return false;
    }
    return true;
}

// Runs one of GDAL's programs on the open file.
static FILE *run(char *const argv[], const char *file, int in, const rt_program_limits *limits, rt_diag *d) {
    char why[RT_PROGRAM_WHY];
    FILE *out;
    const rt_program_end end = rt_program_run(argv, in, limits, &out, why);
    if (end == RT_PROGRAM_MISSING)
        rt_diag_error(
            d, file, 0, 0,
            "a GeoTIFF needs %s of GDAL, which is not on the PATH (Debian: apt-get install gdal-bin); .asc and "
            ".xyz are read without it",
            argv[0]);
    if (end == RT_PROGRAM_FAILED) rt_diag_error(d, file, 0, 0, "%s: %s", argv[0], why);
    return out;
}

static bool describe(const char *file, int in, raster *r, rt_diag *d) {
    char *const argv[] = {"gdalinfo", "-if",   "GTiff",  "-proj4",      "-nomd",
                          "-norat",   "-noct", "-nogcp", FILE_OF_CHILD, NULL};
    char line[512];
    FILE *out = run(argv, file, in, &describing, d);
    if (!out) return false;
    *r = (raster){.none = (double)NAN};
    while (fgets(line, sizeof line, out)) read_line(line, r);
    fclose(out);
    return check(file, r, d);
}

rt_status bathymetry_read_tif(const char *file, ground_grid *g, rt_diag *d) {
    char *const argv[] = {"gdal_translate", "-q", "-if", "GTiff", "-of", "XYZ", FILE_OF_CHILD, "/vsistdout/", NULL};
    char why[RT_INPUT_WHY];
    raster r;
    FILE *stream = rt_input_open_stream(file, why);
    if (!stream) {
        rt_diag_error(d, file, 0, 0, "cannot open the bathymetry: %s", why);
        return RT_ERR_FILE;
    }
    FILE *columns = describe(file, fileno(stream), &r, d) ? run(argv, file, fileno(stream), &writing, d) : NULL;
    fclose(stream);
    if (!columns) return RT_ERR_FORMAT;
    words w = words_of(columns, file, d);
    const bathymetry_gaps gaps = {r.none};
    const bool good = bathymetry_read_xyz(&w, &gaps, g);
    words_close(&w);
    return good ? RT_OK : RT_ERR_FORMAT;
}
