// SPDX-License-Identifier: MIT
// Checks the section `ground` of a ship's scenario; makes its bottom.
#include "dynamics/soil/sand.h"
#include "rt/scenario/scenario.h"
#include <assert.h>
#include <string.h>

// By SCENARIO_SOIL_...: our choices; friction of the chain is within the usual 0.6 to 1.0 of DNV-OS-E301, on rock 0.5
// and 0.7, from memory, not checked. Rock bears an anchor of 6 t on a few patches of 150 mm at a depth of 1 mm.
static const ground_soil soil[] = {
    [SCENARIO_SOIL_SAND] = {.law = GROUND_SAND, .sinks = 0.02, .clings = 5, .along = 0.8, .across = 1.0},
    [SCENARIO_SOIL_SOFT_CLAY] = {.law = GROUND_CLAY,
                                 .sinks = 0.05,
                                 .clings = 60,
                                 .along = 0.6,
                                 .across = 0.75,
                                 .shear = 2e3,
                                 .shear_up = 1.5e3},
    [SCENARIO_SOIL_STIFF_CLAY] =
        {.law = GROUND_CLAY, .sinks = 0.01, .clings = 100, .along = 0.6, .across = 0.75, .shear = 50e3},
    [SCENARIO_SOIL_ROCK] =
        {.law = GROUND_ROCK, .sinks = 0.002, .clings = 1, .along = 0.5, .across = 0.7, .bearing = 1e9},
};
#define ANGLE 0.611 // of internal friction of a medium sand, 35 deg [rad]
// Of clay that consolidates (dynamics/soil/clay.h): gain 0.22 × 0.5; adhesion 0.65, and 0.1 m of sliding that wears
// it off: our choices.
#define GAIN 0.11
#define RESTED_ADHESION 0.65
#define WEAR 0.1
// Of a chain that the soil encloses: breadth over its bar, and of clay the bearing capacity factor N_c; of sand N_q by
// Reissner (Neubecker & Randolph 1995; from memory).
#define BURIED_BREADTH 2.5
#define BURIED_N_C 7.6
#define DAMPING 2.0  // of the bottom under a link [s/m]: a fall at 0.5 m/s doubles its force
#define SLIP 5e-3    // that mobilises a link's friction [m]
#define SETTLE 10e-3 // damping of the bristles [s]

#define AT(field) offsetof(scenario_area, field)
// clang-format off
static const rt_key area_key[] = {
    {"x", RT_KEY_NUMBER, "m", -1e5, 1e5, NULL, AT(x), NULL, "middle of the area, ahead of the ship frame's origin at the start"},
    {"y", RT_KEY_NUMBER, "m", -1e5, 1e5, NULL, AT(y), NULL, "middle of the area, to port of it"},
    {"radius", RT_KEY_NUMBER, "m", 0, 1e5, "0 m", AT(radius), NULL, "radius of a circle; 0: a box of length and width"},
    {"length", RT_KEY_NUMBER, "m", 0, 1e5, "0 m", AT(length), NULL, "length of the box along x"},
    {"width", RT_KEY_NUMBER, "m", 0, 1e5, "0 m", AT(width), NULL, "width of the box along y"},
    {"soil", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(soil), "sand|soft_clay|stiff_clay|rock", "what the bottom is made of there; what has no key here is that of the section ground"},
    {"chain_friction", RT_KEY_NUMBER, "1", 0, 3, "0", AT(chain_along), NULL, "friction of the chain along itself; 0: by soil"},
    {"chain_friction_across", RT_KEY_NUMBER, "1", 0, 3, "0", AT(chain_across), NULL, "the same across the chain; 0: by soil"},
    {"friction_angle", RT_KEY_NUMBER, "rad", 0, 0.8, "0 deg", AT(angle), NULL, "sand: angle of internal friction; 0: by soil, 35 deg"},
    {"shear_strength", RT_KEY_NUMBER, "Pa", 0, 1e7, "0 Pa", AT(shear), NULL, "clay: undrained shear strength at the surface; 0: by soil"},
    {"shear_rise", RT_KEY_NUMBER, "Pa/m", 0, 1e6, "0 Pa/m", AT(shear_rise), NULL, "clay: its increase over depth; 0: by soil"},
    {"cover", RT_KEY_NUMBER, "m", 0, 100, "0 m", AT(cover), NULL, "thickness of a layer of ground.cover over it; 0: none"},
};
// clang-format on

const rt_list scenario_area_list = {area_key, sizeof area_key / sizeof area_key[0], sizeof(scenario_area)};

static const char *const soil_name[] = {"sand", "soft_clay", "stiff_clay", "rock"};

bool scenario_has_bottom(const scenario *s) { return s->ground.depth > 0 || s->ground.bathymetry[0]; }

// Keys of one law that the other does not use; NULL: none is given.
static const char *foreign_key(const scenario *s) {
    const ground_law law = soil[s->ground.soil].law;
    if (law != GROUND_SAND && s->ground.angle > 0) return "ground.friction_angle";
    if (law != GROUND_SAND && s->ground.exponent < 1) return "ground.stress_exponent";
    if (law == GROUND_CLAY) return NULL;
    if (s->ground.shear > 0) return "ground.shear_strength";
    if (s->ground.shear_rise > 0) return "ground.shear_rise";
    if (s->ground.suction > 0) return "ground.suction";
    return s->ground.consolidation > 0 ? "ground.consolidation" : NULL;
}

static const char *foreign_key_of_area(const scenario_area *a) {
    const ground_law law = soil[a->soil].law;
    if (law != GROUND_SAND && a->angle > 0) return "friction_angle";
    return law == GROUND_CLAY ? NULL : a->shear > 0 ? "shear_strength" : a->shear_rise > 0 ? "shear_rise" : NULL;
}

// Where messages go, and the lines of the keys.
typedef struct checking {
    const char *file;
    const rt_key *table;
    int n;
    const int *line;
    rt_diag *d;
} checking;

static int line_of(const checking *c, const char *path) {
    int k = 0;
    while (k < c->n && strcmp(c->table[k].path, path) != 0) k++;
    assert(k < c->n);
    return c->line[k];
}

// The key that says where the bottom is.
static const char *bottom_key(const scenario *s) {
    return s->ground.bathymetry[0] ? "ground.bathymetry" : "ground.depth";
}

#define REFUSE(key, ...) rt_diag_error(c->d, c->file, line_of(c, key), 0, __VA_ARGS__)

// A bottom is a plane or a bathymetry, and the bathymetry says what its values are.
static void check_surface(const checking *c, const scenario *s) {
    const bool read = s->ground.bathymetry[0];
    const double *o = s->ground.origin;
    if (read && (s->ground.depth > 0 || s->ground.slope > 0))
        REFUSE("ground.bathymetry", "ground.bathymetry gives the depth: expected it without %s",
               s->ground.depth > 0 ? "ground.depth" : "ground.slope");
    if (read && s->ground.values == SCENARIO_VALUES_NONE)
        REFUSE("ground.bathymetry",
               "ground.bathymetry needs ground.values: depth (positive down) or elevation (positive up); found none");
    if (!read && s->ground.values != SCENARIO_VALUES_NONE)
        REFUSE("ground.values", "ground.values says what ground.bathymetry has: expected that file; found none");
    if (!read && s->ground.axes != SCENARIO_AXES_SHIP)
        REFUSE("ground.axes", "ground.axes says how ground.bathymetry lies: expected that file; found none");
    if (!read && (o[0] != 0 || o[1] != 0 || o[2] != 0))
        REFUSE("ground.origin", "ground.origin is a place in ground.bathymetry: expected that file; found none");
}

static void check_soils(const checking *c, const scenario *s) {
    const char *foreign = foreign_key(s), *key = bottom_key(s);
    if (foreign) REFUSE(key, "%s does not belong to ground.soil: %s", foreign, soil_name[s->ground.soil]);
    if (s->ground.cover.soil == SCENARIO_SOIL_ROCK)
        REFUSE("ground.cover.soil", "ground.cover.soil: expected a soil over ground.soil; found rock");
    if (soil[s->ground.cover.soil].law == GROUND_SAND && (s->ground.cover.shear > 0 || s->ground.cover.shear_rise > 0))
        REFUSE("ground.cover.soil", "ground.cover.%s does not belong to ground.cover.soil: sand",
               s->ground.cover.shear > 0 ? "shear_strength" : "shear_rise");
}

static ground_area area_of(const scenario_area *a) {
    return (ground_area){{a->x, a->y}, a->radius, {0.5 * a->length, 0.5 * a->width}};
}

static void check_areas(const checking *c, const scenario *s) {
    for (int i = 0; i < s->ground.areas.n; i++) {
        const scenario_area *a = &s->ground.areas.item[i];
        const ground_area area = area_of(a);
        const char *foreign = foreign_key_of_area(a);
        const bool box = a->length > 0 && a->width > 0, circle = a->radius > 0;
        if (circle == box || (circle && (a->length > 0 || a->width > 0)))
            rt_diag_error(c->d, c->file, a->item.line, a->item.column,
                          "ground.areas[%d]: expected a radius, or length and width; found %s", i,
                          circle ? "both" : "neither");
        if (foreign)
            rt_diag_error(c->d, c->file, a->item.line, a->item.column,
                          "ground.areas[%d].%s does not belong to soil: %s", i, foreign, soil_name[a->soil]);
        for (int k = 0; k < i; k++) {
            const ground_area other = area_of(&s->ground.areas.item[k]);
            if (ground_area_gap(&area, &other) < GROUND_BORDER)
                rt_diag_error(c->d, c->file, a->item.line, a->item.column,
                              "ground.areas[%d]: expected at least %g m to ground.areas[%d]; found %g m", i,
                              GROUND_BORDER, k, ground_area_gap(&area, &other));
        }
    }
}

rt_status scenario_ground_check(const char *file, const scenario *s, const rt_key *table, int n, const int *line,
                                rt_diag *d) {
    const checking checks = {file, table, n, line, d}, *c = &checks;
    const int errors = d->errors;
    check_surface(c, s);
    if (!scenario_has_bottom(s)) {
        if (s->ground.areas.n > 0)
            REFUSE("ground.areas", "ground.areas needs a bottom: expected ground.depth or ground.bathymetry");
        return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
    }
    if (s->sea.immersion == SCENARIO_IMMERSION_NONE)
        REFUSE(bottom_key(s), "%s: a bottom under water needs sea.immersion: buoyancy_drag; found none", bottom_key(s));
    if (s->ground.depth > 0 && s->ground.depth <= s->motion.draught)
        REFUSE("ground.depth",
               "ground.depth: the ship is aground: expected more than its draught (ship.motion.draught) of %g m; "
               "found %g m",
               s->motion.draught, s->ground.depth);
    check_soils(c, s);
    check_areas(c, s);
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}

static ground_plane plane_of(const scenario *s) {
    double fall = sin(s->ground.slope), to = s->ground.slope_to;
    return (ground_plane){.at = {s->motion.origin[0], s->motion.origin[1], -s->ground.depth},
                          .normal = {fall * cos(to), fall * sin(to), cos(s->ground.slope)}};
}

static double bearing_factor_of_sand(double angle) {
    const double half = tan(0.25 * M_PI + 0.5 * angle);
    return exp(M_PI * tan(angle)) * half * half;
}

// The soil around an enclosed chain.
static void set_bearing(const scenario *s, double angle, double weight, ground_soil *g) {
    const double breadth = BURIED_BREADTH * s->chain.bar_diameter;
    if (g->law == GROUND_SAND) g->bears_up = breadth * bearing_factor_of_sand(angle) * weight;
    if (g->law == GROUND_CLAY)
        g->bears = breadth * BURIED_N_C * g->shear, g->bears_up = breadth * BURIED_N_C * g->shear_up;
    g->bears_along = g->law == GROUND_SAND ? s->ground.friction : s->ground.adhesion;
}

// What a scenario may give of a soil by place or layer; 0: by soil.
typedef struct given_soil {
    int soil;
    double weight, along, across, angle, shear, shear_rise;
} given_soil;

static ground_soil make_soil(const scenario *s, const given_soil *own, double breadth) {
    ground_soil g = soil[own->soil];
    g.damping = DAMPING, g.slip = SLIP, g.settle = g.body_settle = SETTLE;
    if (own->along > 0) g.along = own->along;
    if (own->across > 0) g.across = own->across;
    double angle = own->angle > 0 ? own->angle : ANGLE;
    if (g.law == GROUND_SAND) g.strength = ground_sand_strength(own->weight, tan(angle));
    g.exponent = s->ground.exponent, g.weight = own->weight;
    g.rest = s->ground.consolidation, g.gain = GAIN, g.rested_adhesion = RESTED_ADHESION, g.wear = WEAR;
    if (own->shear > 0) g.shear = own->shear;
    if (own->shear_rise > 0) g.shear_up = own->shear_rise;
    g.friction = s->ground.friction;
    g.adhesion = s->ground.adhesion;
    g.suction = s->ground.suction;
    g.mobilise = s->ground.mobilise;
    g.breadth = breadth;
    set_bearing(s, angle, own->weight, &g);
    return g;
}

void scenario_bottom(const scenario *s, double breadth, ground_bottom *b) {
    const given_soil base = {s->ground.soil,  s->ground.weight, s->ground.chain_along, s->ground.chain_across,
                             s->ground.angle, s->ground.shear,  s->ground.shear_rise};
    const given_soil over = {.soil = s->ground.cover.soil,
                             .weight = s->ground.cover.weight,
                             .shear = s->ground.cover.shear,
                             .shear_rise = s->ground.cover.shear_rise};
    const ground_soil own = make_soil(s, &base, breadth), cover = make_soil(s, &over, breadth);
    *b = (ground_bottom){.plane = plane_of(s), .areas = s->ground.areas.n};
    ground_site_make(&b->site[0], &own, &cover, s->ground.cover.thickness);
    for (int k = 0; k < b->areas; k++) {
        const scenario_area *a = &s->ground.areas.item[k];
        const given_soil given = {a->soil,  s->ground.weight, a->chain_along, a->chain_across,
                                  a->angle, a->shear,         a->shear_rise};
        const ground_soil there = make_soil(s, &given, breadth);
        b->area[k] = area_of(a);
        ground_site_make(&b->site[k + 1], &there, &cover, a->cover);
    }
    ground_bottom_finish(b);
}
