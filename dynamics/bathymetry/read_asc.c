// SPDX-License-Identifier: MIT
// ESRI ASCII raster (ArcGIS, "Esri ASCII raster format"): header of keys with their values, then the rows from north to
// south. A value is that of a cell's middle. Without NODATA_value, -9999 stands for none.
#include "dynamics/bathymetry/private.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { COLUMNS = 0, ROWS, X_CORNER, Y_CORNER, X_CENTRE, Y_CENTRE, CELL, NONE, KEYS };
static const char *const name[KEYS] = {"ncols",     "nrows",     "xllcorner", "yllcorner",
                                       "xllcenter", "yllcenter", "cellsize",  "nodata_value"};

#define ANY 1e300 // no number is larger

typedef struct header {
    double value[KEYS];
    bool given[KEYS];
} header;

static bool refuse(const words *w, const char *expected, const char *found) {
    rt_diag_error(w->d, w->file, w->line, 0, "ESRI ASCII grid: expected %s; found %s", expected, found);
    return false;
}

// Reads a key's value; the word is the key.
static bool read_key(words *w, header *h) {
    int k = 0;
    while (k < KEYS && strcasecmp(w->text, name[k]) != 0) k++;
    if (k == KEYS)
        return refuse(w,
                      "a key of the header: ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize, "
                      "NODATA_value",
                      "another word");
    if (h->given[k]) return refuse(w, "each key once", name[k]);
    if (!words_next(w)) return refuse(w, "a value after the header's key", "the end of the file");
    h->given[k] = true;
    const double most = k == NONE ? ANY : k == COLUMNS || k == ROWS ? GROUND_GRID_NODES : BATHYMETRY_FARTHEST;
    return words_number(w, name[k], most, &h->value[k]);
}

// Reads the header; the present word is then the first value.
static bool read_header(words *w, header *h) {
    *h = (header){.value = {[NONE] = -9999}};
    bool more = words_next(w);
    if (!more) return refuse(w, "a header", "an empty file");
    while (more && isalpha((unsigned char)w->text[0])) {
        if (!read_key(w, h)) return false;
        more = words_next(w);
    }
    static const int needed[] = {COLUMNS, ROWS, CELL};
    for (int k = 0; k < 3; k++)
        if (!h->given[needed[k]]) return refuse(w, name[needed[k]], "a header without it");
    const bool corner = h->given[X_CORNER] && h->given[Y_CORNER], centre = h->given[X_CENTRE] && h->given[Y_CENTRE];
    const bool mixed = (h->given[X_CORNER] || h->given[Y_CORNER]) && (h->given[X_CENTRE] || h->given[Y_CENTRE]);
    if (corner == centre || mixed)
        return refuse(w, "xllcorner and yllcorner, or xllcenter and yllcenter", "a header without one of these pairs");
    if (!(h->value[CELL] > 0)) return refuse(w, "a cellsize above 0", "another");
    if (!more) return refuse(w, "values after the header", "the end of the file");
    return true;
}

bool bathymetry_read_asc(words *w, ground_grid *g) {
    header h;
    if (!read_header(w, &h)) return false;
    if (h.value[COLUMNS] != (int)h.value[COLUMNS] || h.value[ROWS] != (int)h.value[ROWS])
        return refuse(w, "whole numbers of ncols and nrows", "others");
    if (!bathymetry_create(w, g, h.value[COLUMNS], h.value[ROWS])) return false;
    const bool corner = h.given[X_CORNER];
    g->step[0] = g->step[1] = h.value[CELL];
    g->from[0] = corner ? h.value[X_CORNER] + 0.5 * h.value[CELL] : h.value[X_CENTRE];
    g->from[1] = corner ? h.value[Y_CORNER] + 0.5 * h.value[CELL] : h.value[Y_CENTRE];
    const int nodes = g->nx * g->ny;
    bool more = true;
    for (int k = 0; k < nodes; k++, more = words_next(w)) {
        if (!more) {
            rt_diag_error(w->d, w->file, w->line, 0, "expected %d rows of %d values, %d in all; found %d", g->ny, g->nx,
                          nodes, k);
            return false;
        }
        const int at = (g->ny - 1 - k / g->nx) * g->nx + k % g->nx;
        if (!words_number(w, "a depth or an elevation", ANY, &g->z[at])) return false;
        g->filled[at] = g->z[at] == h.value[NONE];
        if (!g->filled[at] && !words_number(w, "a depth or an elevation", BATHYMETRY_DEEPEST, &g->z[at])) return false;
    }
    if (!more) return true;
    rt_diag_error(w->d, w->file, w->line, 0, "expected the end of the file after %d rows of %d values; found more",
                  g->ny, g->nx);
    return false;
}
