// SPDX-License-Identifier: MIT
// Anchors, soils and published figures of the drag tests.
#ifndef HAWSE_TESTS_VALIDATION_DRAG_CASES_H
#define HAWSE_TESTS_VALIDATION_DRAG_CASES_H

#include "dynamics/soil/sand.h"
#include "tests/validation/drag_rig.h"

enum { DRAG_HALL, DRAG_HALL_PALMS, DRAG_AC14, DRAG_DANFORTH, DRAG_ANCHORS };
enum { DRAG_SAND, DRAG_CONE, DRAG_SOFT_CLAY, DRAG_STIFF_CLAY, DRAG_SOILS };

static const double drag_degree = M_PI / 180;

// Meshes and figures of config/models/README.md.
static const drag_anchor drag_anchors[DRAG_ANCHORS] = {
    {"Hall", "shank", "head", 2.545, 45 * M_PI / 180, 0.646, 1.282},
    {"Hall with palms", "shank", "hall_palms_head", 2.545, 45 * M_PI / 180, 0.646, 1.282},
    {"AC-14", "ac14_shank", "ac14_head", 2.526, 35 * M_PI / 180, 0.67, 1.449},
    {"Danforth", "danforth_shank", "danforth_head", 4.013, 32 * M_PI / 180, 0.55, 1.951},
};

static const char *const drag_soil_name[DRAG_SOILS] = {"sand, 35 deg", "sand, z^0.46", "soft clay", "stiff clay"};
// Medium sand, submerged 9.3 kN/m3, steel on it 0.45, angle of friction 35 deg: its stress grows in proportion to
// depth, or as depth^0.46 from the same strength 1 m deep (sand.h). Clays: those of rt/scenario/ground.c; adhesion of
// the consolidated face 0.65 (DNV-RP-E303, from memory, not opened), the time of consolidation and the sliding that
// undoes it are guesses.
static const ground_soil drag_soils[DRAG_SOILS] = {
    {.law = GROUND_SAND, .strength = 1.676e6, .friction = 0.45, .mobilise = 0.02, .body_settle = 0.01},
    {.law = GROUND_SAND,
     .strength = 1.676e6,
     .exponent = 0.46,
     .friction = 0.45,
     .mobilise = 0.02,
     .body_settle = 0.01},
    {.law = GROUND_CLAY,
     .shear = 2e3,
     .shear_up = 1.5e3,
     .adhesion = 0.4,
     .rested_adhesion = 0.65,
     .rest = 10 * 86400,
     .wear = 0.1,
     .gain = 0.11,
     .mobilise = 0.02,
     .body_settle = 0.01},
    {.law = GROUND_CLAY,
     .shear = 50e3,
     .adhesion = 0.4,
     .rested_adhesion = 0.65,
     .rest = 10 * 86400,
     .wear = 0.1,
     .gain = 0.11,
     .mobilise = 0.02,
     .body_settle = 0.01},
};

// Holding H = reference (mass / 4536 kg)^b.
typedef struct drag_published {
    double reference, b; // [N]
} drag_published;

// The formula is equation 26 of UFC 4-159-03; the figures are those of its table 5-4 from memory, not opened. Stiff
// clay is one of its hard soils. Flukes fixed: known of the stockless anchor alone.
enum { DRAG_SOFT, DRAG_HARD };
static const drag_published drag_table[DRAG_ANCHORS][2] = {{{107e3, 0.92}, {196e3, 0.80}},
                                                           {{107e3, 0.92}, {196e3, 0.80}},
                                                           {{387e3, 0.92}, {560e3, 0.80}},
                                                           {{387e3, 0.92}, {560e3, 0.80}}};
static const drag_published drag_table_fixed[2] = {{205e3, 0.92}, {311e3, 0.80}};

static inline drag_published drag_published_of(int anchor, int soil, bool fixed) {
    const int kind = soil == DRAG_SOFT_CLAY ? DRAG_SOFT : DRAG_HARD;
    return fixed && anchor <= DRAG_HALL_PALMS ? drag_table_fixed[kind] : drag_table[anchor][kind];
}

// Holding over weight in air.
static inline double drag_published_holding(const drag_published *p, double mass) {
    return p->reference * pow(mass / 4536, p->b) / (mass * drag_g);
}

// Drag to full holding and depth of the fluke tips, in fluke lengths: ranges from memory, not opened. Stiff clay: none.
static inline const char *drag_published_drag(int soil) {
    return soil == DRAG_SOFT_CLAY ? "10 and more" : soil == DRAG_STIFF_CLAY ? "" : "3 to 5";
}

static inline const char *drag_published_depth(int anchor, int soil) {
    if (soil == DRAG_STIFF_CLAY) return "";
    if (soil == DRAG_SOFT_CLAY) return anchor <= DRAG_HALL_PALMS ? "below 1" : "2 to 3";
    return "0.5 to 1";
}

// A pull over 20 fluke lengths. Fixed flukes stand at their stop, in soft clay at 50 deg, at which anchors are set in
// mud. Lengths, the one that mobilises the soil too, and the speed by Froude's rule grow with the anchor.
static inline drag_def drag_case(int anchor, int soil, double mass, bool fixed) {
    const double scale = cbrt(mass / drag_reference), flukes = 20;
    drag_def d = {.anchor = &drag_anchors[anchor],
                  .mass = mass,
                  .soil = drag_soils[soil],
                  .speed = sqrt(scale),
                  .far = flukes * drag_anchors[anchor].tip * scale,
                  .patch = 0.15 * scale,
                  .step = 4e-3};
    d.soil.mobilise *= scale, d.soil.wear *= scale;
    if (fixed) d.fixed = soil == DRAG_SOFT_CLAY ? 50 * drag_degree : d.anchor->stop;
    d.chain = buried_chain_in(&d.soil, 0.062 * scale, 9.3e3, 35 * drag_degree); // 62 mm: the shipped anchor's chain
    return d;
}

#endif
