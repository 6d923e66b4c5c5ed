// SPDX-License-Identifier: MIT
#include "rt/picture/bottom.h"
#include "dynamics/ground/bottom.h"
#include "rt/deck/deck.h"
#include <math.h>

// Colours by SCENARIO_SOIL_..., linear.
static const vec3 soil_colour[RENDER_SOILS] = {[SCENARIO_SOIL_SAND] = {0.42, 0.36, 0.25},
                                               [SCENARIO_SOIL_SOFT_CLAY] = {0.25, 0.20, 0.14},
                                               [SCENARIO_SOIL_STIFF_CLAY] = {0.30, 0.19, 0.12},
                                               [SCENARIO_SOIL_ROCK] = {0.20, 0.21, 0.22}};

// The soil that is seen at a site.
static int shown_soil(const scenario *sc, int site) {
    const scenario_area *a = site > 0 ? &sc->ground.areas.item[site - 1] : NULL;
    const double cover = a ? a->cover : sc->ground.cover.thickness;
    return cover > 0 ? sc->ground.cover.soil : a ? a->soil : sc->ground.soil;
}

// Widens lo..hi [m] to hold a region along an axis.
static void include(double range[2], double lo, double hi) {
    range[0] = fmin(range[0], lo);
    range[1] = fmax(range[1], hi);
}

// Region of the table along an axis: grid and areas with a margin, within a kilometre of the origin.
static void find_region(const ground_bottom *b, int axis, double range[2]) {
    const double margin = 10, farthest = 1000;
    const ground_grid *g = &b->grid;
    range[0] = INFINITY, range[1] = -INFINITY;
    for (int k = 0; k < 4 && g->nx > 0; k++) {
        double at[2];
        ground_grid_corner(g, k, at);
        include(range, at[axis], at[axis]);
    }
    for (int k = 0; k < b->areas; k++) {
        const ground_area *a = &b->area[k];
        const double half = a->radius > 0 ? a->radius : a->half[axis];
        include(range, a->at[axis] - half, a->at[axis] + half);
    }
    for (int i = 0; i < 2; i++) range[i] = fmin(fmax(range[i] + (i ? margin : -margin), -farthest), farthest);
}

// Writes height over the plane and soil of each node.
static void fill_table(const sim *s, const ground_bottom *b, render_bottom *out) {
    const render_bottom plane = {.at = out->at, .normal = out->normal};
    for (int k = 0; k < out->nx * out->ny; k++) {
        const double x = out->from[0] + out->step * (k % out->nx), y = out->from[1] + out->step * (k / out->nx);
        const int site = (int)(ground_bottom_site(b, vec3_make(x, y, 0)) - b->site);
        out->over[k] = (float)(ground_bottom_height(b, x, y) - render_bottom_height(&plane, x, y));
        out->soil[k] = (unsigned char)shown_soil(&s->sc, site);
    }
}

bool picture_bottom_make(const sim *s, render_bottom *out) {
    enum { EACH = 2 }; // nodes a tile of 5 m
    const ground_bottom *b = &deck_of(s)->bottom;
    const bool table = b->grid.nx > 0 || b->areas > 0;
    double range[2][2];
    *out = (render_bottom){.known = scenario_has_bottom(&s->sc), .step = 5.0 / EACH};
    if (!out->known) return true;
    out->at = b->plane.at, out->normal = b->plane.normal;
    for (int k = 0; k < RENDER_SOILS; k++) out->colour[k] = soil_colour[k];
    if (!table) {
        out->colour[0] = soil_colour[shown_soil(&s->sc, 0)];
        return true;
    }
    for (int i = 0; i < 2; i++) {
        find_region(b, i, range[i]);
        out->from[i] = out->step * floor(range[i][0] / out->step);
    }
    if (!render_bottom_create(out, (int)((range[0][1] - out->from[0]) / out->step) + 2,
                              (int)((range[1][1] - out->from[1]) / out->step) + 2))
        return false;
    fill_table(s, b, out);
    return true;
}
