// SPDX-License-Identifier: MIT
// Checks the section `ground` of a ship's scenario; makes its plane and its soil.
#include "dynamics/ground/sand.h"
#include "rt/scenario/scenario.h"

// By SCENARIO_SOIL_...: our choices; friction of the chain is within the usual 0.6 to 1.0 of DNV-OS-E301.
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
};
#define ANGLE 0.611    // of internal friction of a medium sand, 35 deg [rad]
#define CRITICAL 0.576 // the same of a sand that shears at constant volume: quartz sand, 33 deg [rad] (Bolton 1986)
// Of clay that consolidates (dynamics/ground/clay.h): gain 0.22 × 0.5; adhesion 0.65, and 0.1 m of sliding that wears
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

// Keys of one law that the other does not use; NULL: none is given.
static const char *foreign_key(const scenario *s) {
    if (soil[s->ground.soil].law == GROUND_CLAY)
        return s->ground.angle > 0 ? "ground.friction_angle" : s->ground.density > 0 ? "ground.density" : NULL;
    if (s->ground.shear > 0) return "ground.shear_strength";
    if (s->ground.shear_rise > 0) return "ground.shear_rise";
    if (s->ground.suction > 0) return "ground.suction";
    return s->ground.consolidation > 0 ? "ground.consolidation" : NULL;
}

rt_status scenario_ground_check(const char *file, const scenario *s, int depth_line, rt_diag *d) {
    static const char *const name[] = {"sand", "soft_clay", "stiff_clay"};
    if (s->ground.depth == 0) return RT_OK;
    const char *foreign = foreign_key(s);
    if (s->sea.immersion == SCENARIO_IMMERSION_NONE) {
        rt_diag_error(d, file, depth_line, 0,
                      "ground.depth: a bottom under water needs sea.immersion: buoyancy_drag; found none");
        return RT_ERR_FORMAT;
    }
    if (s->ground.depth <= s->motion.draught) {
        rt_diag_error(
            d, file, depth_line, 0,
            "ground.depth: the ship is aground: expected more than its draught (ship.motion.draught) of %g m; "
            "found %g m",
            s->motion.draught, s->ground.depth);
        return RT_ERR_FORMAT;
    }
    if (s->ground.density > 0 && s->ground.angle > 0) {
        rt_diag_error(d, file, depth_line, 0,
                      "ground.density gives the angle of the sand: expected it without ground.friction_angle");
        return RT_ERR_FORMAT;
    }
    if (foreign) {
        rt_diag_error(d, file, depth_line, 0, "%s does not belong to ground.soil: %s", foreign, name[s->ground.soil]);
        return RT_ERR_FORMAT;
    }
    return RT_OK;
}

ground_plane scenario_ground_plane(const scenario *s) {
    double fall = sin(s->ground.slope), to = s->ground.slope_to;
    return (ground_plane){.at = {s->motion.origin[0], s->motion.origin[1], -s->ground.depth},
                          .normal = {fall * cos(to), fall * sin(to), cos(s->ground.slope)}};
}

static double bearing_factor_of_sand(double angle) {
    const double half = tan(0.25 * M_PI + 0.5 * angle);
    return exp(M_PI * tan(angle)) * half * half;
}

// The soil around an enclosed chain.
static void set_bearing(const scenario *s, double angle, ground_soil *g) {
    const double breadth = BURIED_BREADTH * s->chain.bar_diameter;
    if (g->law == GROUND_SAND)
        g->bears_up = breadth * bearing_factor_of_sand(angle) * s->ground.weight;
    else
        g->bears = breadth * BURIED_N_C * g->shear, g->bears_up = breadth * BURIED_N_C * g->shear_up;
    g->bears_along = g->law == GROUND_SAND ? s->ground.friction : s->ground.adhesion;
}

ground_soil scenario_soil(const scenario *s, double breadth) {
    ground_soil g = soil[s->ground.soil];
    g.damping = DAMPING, g.slip = SLIP, g.settle = g.body_settle = SETTLE;
    if (s->ground.chain_along > 0) g.along = s->ground.chain_along;
    if (s->ground.chain_across > 0) g.across = s->ground.chain_across;
    double angle = s->ground.angle > 0 ? s->ground.angle : ANGLE;
    if (g.law == GROUND_SAND) g.strength = ground_sand_strength(s->ground.weight, tan(angle));
    g.density = s->ground.density, g.weight = s->ground.weight, g.critical = CRITICAL;
    g.rest = s->ground.consolidation, g.gain = GAIN, g.rested_adhesion = RESTED_ADHESION, g.wear = WEAR;
    if (s->ground.shear > 0) g.shear = s->ground.shear;
    if (s->ground.shear_rise > 0) g.shear_up = s->ground.shear_rise;
    g.friction = s->ground.friction;
    g.adhesion = s->ground.adhesion;
    g.suction = s->ground.suction;
    g.mobilise = s->ground.mobilise;
    g.breadth = breadth;
    set_bearing(s, angle, &g);
    return g;
}
