// SPDX-License-Identifier: MIT
// Anchors, soils and published figures of the drag tests.
#ifndef HAWSE_TESTS_VALIDATION_DRAG_CASES_H
#define HAWSE_TESTS_VALIDATION_DRAG_CASES_H

#include "dynamics/ground/sand.h"
#include "tests/validation/drag_rig.h"

enum { DRAG_HALL, DRAG_AC14, DRAG_DANFORTH, DRAG_ANCHORS };
enum { DRAG_SAND, DRAG_SOFT_CLAY, DRAG_STIFF_CLAY, DRAG_SOILS };

static const double drag_degree = M_PI / 180;

// Meshes and figures of config/models/README.md.
static const drag_anchor drag_anchors[DRAG_ANCHORS] = {
    {"Hall", "", 2.545, 45 * M_PI / 180, 0.646, 1.282},
    {"AC-14", "ac14_", 2.526, 35 * M_PI / 180, 0.67, 1.449},
    {"Danforth", "danforth_", 4.013, 32 * M_PI / 180, 0.55, 1.951},
};

static const char *const drag_soil_name[DRAG_SOILS] = {"medium sand", "soft clay", "stiff clay"};
// Medium sand: angle of friction 35 deg, submerged 9.3 kN/m3; steel on it 0.45. Clays: those of rt/scenario/ground.c.
static const ground_soil drag_soils[DRAG_SOILS] = {
    {.law = GROUND_SAND, .strength = 1.676e6, .friction = 0.45, .mobilise = 0.02, .body_settle = 0.01},
    {.law = GROUND_CLAY, .shear = 2e3, .shear_up = 1.5e3, .adhesion = 0.4, .mobilise = 0.02, .body_settle = 0.01},
    {.law = GROUND_CLAY, .shear = 50e3, .adhesion = 0.4, .mobilise = 0.02, .body_settle = 0.01},
};

// Holding H = reference (mass / 4536 kg)^b.
typedef struct drag_published {
    double reference, b; // [N]
} drag_published;

// The formula is equation 26 of UFC 4-159-03; the figures are those of its table 5-4 from memory, not opened: stockless
// with movable flukes, AC-14, Danforth; soft soils, hard soils. Stiff clay is one of its hard soils.
static const drag_published drag_table[DRAG_ANCHORS][DRAG_SOILS] = {
    {{196e3, 0.80}, {107e3, 0.92}, {196e3, 0.80}},
    {{560e3, 0.80}, {387e3, 0.92}, {560e3, 0.80}},
    {{560e3, 0.80}, {387e3, 0.92}, {560e3, 0.80}},
};

// Holding over weight in air.
static inline double drag_published_holding(int anchor, int soil, double mass) {
    const drag_published *p = &drag_table[anchor][soil];
    return p->reference * pow(mass / 4536, p->b) / (mass * drag_g);
}

// A pull of so many fluke lengths. Lengths, the one that mobilises the soil too, and the speed by Froude's rule grow
// with the anchor.
static inline drag_def drag_case(int anchor, int soil, double mass, double flukes) {
    const double scale = cbrt(mass / drag_reference);
    drag_def d = {.anchor = &drag_anchors[anchor],
                  .mass = mass,
                  .soil = drag_soils[soil],
                  .speed = 0.5 * sqrt(scale),
                  .far = flukes * drag_anchors[anchor].tip * scale,
                  .patch = 0.15 * scale,
                  .step = 2e-3,
                  .palm_off = 0.35};
    d.soil.mobilise *= scale;
    return d;
}

#endif
