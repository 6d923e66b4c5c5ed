// SPDX-License-Identifier: MIT
#include "dynamics/ground/bottom.h"

void ground_bottom_make(ground_bottom *b, const ground_plane *plane, const ground_soil *soil) {
    *b = (ground_bottom){.plane = *plane};
    ground_site_make(&b->site[0], soil, NULL, 0);
    ground_bottom_finish(b);
}

void ground_bottom_finish(ground_bottom *b) {
    b->rock = -1;
    for (int k = 0; k <= b->areas; k++)
        if (b->site[k].base.law == GROUND_ROCK) b->rock = k;
}

void ground_bottom_free(ground_bottom *b) {
    ground_grid_free(&b->grid);
    *b = (ground_bottom){0};
}

static double rise(double share) { return share * share * (3 - 2 * share); }

// Distance with its gradient.
static ground_height distance_from(const ground_area *a, double x, double y) {
    const double off[2] = {x - a->at[0], y - a->at[1]};
    if (a->radius > 0) {
        const double r = hypot(off[0], off[1]);
        return (ground_height){r - a->radius, r > 0 ? off[0] / r : 0, r > 0 ? off[1] / r : 0};
    }
    const double u = fabs(off[0]) - a->half[0], v = fabs(off[1]) - a->half[1], sx = off[0] < 0 ? -1 : 1,
                 sy = off[1] < 0 ? -1 : 1;
    if (u > 0 && v > 0) return (ground_height){hypot(u, v), sx * u / hypot(u, v), sy * v / hypot(u, v)};
    return u > v ? (ground_height){u, sx, 0} : (ground_height){v, 0, sy};
}

double ground_area_distance(const ground_area *a, double x, double y) { return distance_from(a, x, y).z; }

double ground_area_gap(const ground_area *a, const ground_area *b) {
    if (b->radius > 0) return distance_from(a, b->at[0], b->at[1]).z - b->radius;
    if (a->radius > 0) return distance_from(b, a->at[0], a->at[1]).z - a->radius;
    const ground_area sum = {.at = {a->at[0], a->at[1]}, .half = {a->half[0] + b->half[0], a->half[1] + b->half[1]}};
    return distance_from(&sum, b->at[0], b->at[1]).z;
}

static ground_height plane_at(const ground_plane *p, double x, double y) {
    const double zx = -p->normal.x / p->normal.z, zy = -p->normal.y / p->normal.z;
    return (ground_height){p->at.z + zx * (x - p->at.x) + zy * (y - p->at.y), zx, zy};
}

static ground_height surface_at(const ground_bottom *b, double x, double y) {
    return b->grid.nx > 0 ? ground_grid_at(&b->grid, x, y) : plane_at(&b->plane, x, y);
}

double ground_bottom_height(const ground_bottom *b, double x, double y) { return surface_at(b, x, y).z; }

static vec3 normal_of(const ground_height *h) { return vec3_unit(vec3_make(-h->zx, -h->zy, 1)); }

// The touching plane by one step toward the nearest point of a surface; exact where the surface is a plane.
static ground_plane touch(const ground_bottom *b, vec3 x,
                          ground_height (*surface)(const ground_bottom *, double, double)) {
    ground_height h = surface(b, x.x, x.y);
    vec3 at = vec3_make(x.x, x.y, h.z), normal = normal_of(&h);
    const double depth = (h.z - x.z) * normal.z;
    if (!(depth > 0)) return (ground_plane){at, normal};
    at = vec3_madd(x, depth, normal);
    h = surface(b, at.x, at.y);
    at.z = h.z;
    return (ground_plane){at, normal_of(&h)};
}

ground_plane ground_bottom_at(const ground_bottom *b, vec3 x) {
    return b->grid.nx > 0 ? touch(b, x, surface_at) : b->plane;
}

bool ground_bottom_clear(const ground_bottom *b, vec3 x, double reach) {
    if (b->grid.nx == 0) return ground_depth(&b->plane, x) < -reach;
    const double low = x.z - reach;
    return low > b->grid.top || low > surface_at(b, x.x, x.y).z + b->grid.steepest * reach;
}

// Fall of the rock at a distance beyond the border of its area: 45 deg, begun smoothly.
static ground_height fall(ground_height distance, double sign) {
    const double s = sign * distance.z, slope = fmin(fmax(s / GROUND_BORDER, 0), 1);
    return (ground_height){slope < 1 ? 0.5 * GROUND_BORDER * slope * slope : s - 0.5 * GROUND_BORDER,
                           slope * sign * distance.zx, slope * sign * distance.zy};
}

// Change of a cover's thickness by this much, from outside an area's border to inside.
static ground_height step(ground_height distance, double by) {
    const double inside = fmin(fmax(0.5 - distance.z / GROUND_BORDER, 0), 1);
    const double slope = -by * 6 * inside * (1 - inside) / GROUND_BORDER;
    return (ground_height){by * rise(inside), slope * distance.zx, slope * distance.zy};
}

// Depth of the rock below the bottom, straight down; INFINITY: none.
static ground_height rock_below(const ground_bottom *b, double x, double y) {
    const bool everywhere = b->site[0].base.law == GROUND_ROCK;
    ground_height d = {everywhere ? b->site[0].thickness : (double)INFINITY, 0, 0};
    for (int k = 0; k < b->areas; k++) {
        const ground_site *s = &b->site[k + 1];
        const bool is_rock = s->base.law == GROUND_ROCK;
        if (!everywhere && !is_rock) continue;
        const ground_height distance = distance_from(&b->area[k], x, y);
        const ground_height f = everywhere && is_rock ? step(distance, s->thickness - b->site[0].thickness)
                                                      : fall(distance, is_rock ? 1 : -1);
        if (!everywhere && s->thickness + f.z < d.z) d = (ground_height){s->thickness + f.z, f.zx, f.zy};
        if (everywhere) d.z += f.z, d.zx += f.zx, d.zy += f.zy;
    }
    return d;
}

static ground_height rock_at(const ground_bottom *b, double x, double y) {
    const ground_height h = surface_at(b, x, y), d = rock_below(b, x, y);
    return (ground_height){h.z - d.z, h.zx - d.zx, h.zy - d.zy};
}

bool ground_bottom_rock(const ground_bottom *b, vec3 x, ground_plane *rock) {
    if (b->rock < 0) return false;
    const double below = rock_below(b, x.x, x.y).z;
    if (!isfinite(below) || (b->grid.nx > 0 && x.z + below > b->grid.top)) return false;
    *rock = touch(b, x, rock_at);
    return true;
}

ground_mixture ground_bottom_soil(const ground_bottom *b, vec3 x) {
    ground_mixture m = {1, {&b->site[0], NULL}, {1, 0}};
    for (int k = 0; k < b->areas; k++) {
        const double inside = 0.5 - distance_from(&b->area[k], x.x, x.y).z / GROUND_BORDER;
        if (!(inside > 0)) continue;
        if (inside >= 1) return (ground_mixture){1, {&b->site[k + 1], NULL}, {1, 0}};
        return (ground_mixture){2, {&b->site[0], &b->site[k + 1]}, {1 - rise(inside), rise(inside)}};
    }
    return m;
}

const ground_site *ground_bottom_site(const ground_bottom *b, vec3 x) {
    if (b->areas == 0) return &b->site[0];
    const ground_mixture m = ground_bottom_soil(b, x);
    return m.site[m.n > 1 && m.share[1] > m.share[0]];
}

bool ground_bottom_sticks(const ground_bottom *b, vec3 x) {
    const ground_site *s = ground_bottom_site(b, x);
    return s->thickness > 0 || s->base.law != GROUND_ROCK;
}
