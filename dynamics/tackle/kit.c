// SPDX-License-Identifier: MIT
#include "dynamics/tackle/kit.h"
#include <assert.h>

#define STEEL 7850.0 // density of steel, to which the tabulated mass of a stud link refers [kg/m³]

static const double pi = 3.14159265358979323846;

// Multiples of d. Bar, length and width follow ISO 1704:2022 where it gives a ratio (common link: makers' tables;
// enlarged 1.1, end link 1.2). All other figures are defaults from practice; replace them by the maker's. A part's
// pitch is its length minus the bar at either end. One end of a shackle is its pin end: 1.5 d at the D shackle's
// lugs, 1.6 d at the anchor shackle's pin.
typedef struct proportions {
    const char *name;
    double bar, side; // bar diameters of the bows and of the straight pieces
    double length, width, pitch;
    bool stud;
} proportions;

static const proportions table[TACKLE_KINDS] = {
    [TACKLE_COMMON] = {"common", 1.0, 1.0, 6.0, 3.6, 4.0, true},
    [TACKLE_ENLARGED] = {"enlarged", 1.1, 1.1, 6.6, 4.0, 4.4, true},
    [TACKLE_END] = {"end", 1.2, 1.2, 6.75, 4.0, 4.35, false},                     // length, width: default
    [TACKLE_KENTER] = {"kenter", 1.0, 1.2, 6.0, 4.2, 4.0, true},                  // default
    [TACKLE_D_SHACKLE] = {"d_shackle", 1.3, 1.3, 7.1, 4.0, 4.3, false},           // default
    [TACKLE_ANCHOR_SHACKLE] = {"anchor_shackle", 1.4, 1.4, 8.7, 5.2, 5.7, false}, // default
    [TACKLE_SWIVEL] = {"swivel", 1.2, 1.2, 9.7, 4.7, 7.3, false},                 // default
};

// Volumes of a link's parts [m³].
typedef struct parts {
    double big, h, a, side;  // radius of the bows' middle line, half length of the straight pieces, radii of bow and
                             // straight pieces' bar [m]
    double bars, bows, stud; // two straight pieces, two half tori, a slender bar along x between the straight pieces
    double stud_length;      // [m]
} parts;

// Inertia tensor about the middle [kg m²].
static mat3 inertia_of(const parts *p) {
    // second moments of volume ∫x², ∫y², ∫z²
    double big = p->big, h = p->h, a = p->a, b = p->side;
    double bar_xx = p->bars * (big * big + b * b / 4), bar_yy = p->bars * b * b / 4, bar_zz = p->bars * h * h / 3;
    // a full torus of volume V: ∫x² = ∫z² = V (R²/2 + 3 a²/8) in its plane, ∫y² = V a²/4 across it
    double ring_in = p->bows * (big * big / 2 + 3 * a * a / 8), ring_out = p->bows * a * a / 4;
    // its halves moved out by h along z: ∫z² = h² V + 2 h ∫|z| + ring_in, ∫|z| = V (2/pi) (R + a²/(4 R))
    double mean_z = p->bows * 2 / pi * (big + a * a / (4 * big));
    double bow_zz = h * h * p->bows + 2 * h * mean_z + ring_in;
    double stud_xx = p->stud * p->stud_length * p->stud_length / 12;
    double xx = STEEL * (bar_xx + ring_in + stud_xx), yy = STEEL * (bar_yy + ring_out), zz = STEEL * (bar_zz + bow_zz);
    return (mat3){{{yy + zz, 0, 0}, {0, xx + zz, 0}, {0, 0, xx + yy}}};
}

// bar, side: diameters of bows and straight pieces.
static parts parts_of(double bar, double side, double big, double h) {
    double a = 0.5 * bar, b = 0.5 * side;
    return (parts){.big = big,
                   .h = h,
                   .a = a,
                   .side = b,
                   .bars = pi * b * b * 2 * 2 * h,
                   .bows = pi * a * a * 2 * pi * big,
                   .stud_length = 2 * big - side};
}

// Two straight pieces x = ±R, |z| <= h and two half tori of radius R about z = ±h, tube d/2, R = 1.3 d, h = 1.2 d. The
// stud, a slender bar along x between them, has the rest of the tabulated mass (ratios: ISO 1704:2022; 0.0219 d² kg/m:
// makers' tables).
static parts stud_link_parts(double d) {
    parts p = parts_of(d, d, 1.3 * d, 1.2 * d);
    double mass = 0.0219e6 * d * d * 4 * d; // 0.0219 kg/m per mm² times the pitch
    p.stud = mass / STEEL - p.bars - p.bows;
    return p;
}

tackle_link tackle_stud_link(double d) {
    parts p = stud_link_parts(d);
    tackle_link link = {.d = d, .pitch = 4 * d, .length = 6 * d, .width = 3.6 * d};
    link.mass = 0.0219e6 * d * d * 4 * d;
    // A link bends freely in its plane round the next link's bow until its leg, a strip d wide, jams between that bow's
    // bar and the stud behind it. Circles of radii a, b at a distance 2 d + a leave room for a strip tilted by t from
    // the square position while (2 d + a) cos t > a + d + b.
    double b = sqrt(p.stud / (pi * p.stud_length));
    link.bend = 0.5 * pi + acos((p.a + d + b) / (2 * d + p.a));
    link.inertia = inertia_of(&p);
    return link;
}

// R = 1.175 d and h = 1.325 d: 6 d long, 3.35 d wide. The leg of a bent link jams between the bars of the two bows,
// 2 (h + R) = 5 d apart.
tackle_link tackle_studless_link(double d) {
    parts p = parts_of(d, d, 1.175 * d, 1.325 * d);
    tackle_link link = {.d = d, .pitch = 4 * d, .length = 6 * d, .width = 3.35 * d};
    link.mass = STEEL * (p.bars + p.bows);
    link.bend = 0.5 * pi + acos((p.a + d + p.a) / (5 * d));
    link.inertia = inertia_of(&p);
    return link;
}

// A part by its outer sizes. The section of its stud is the common stud's, scaled by the square of the bar.
static tackle_link link_of(const proportions *k, double d, double length, double pitch) {
    double big = 0.5 * (k->width - k->bar) * d, h = 0.5 * (length - k->width) * d;
    parts p = parts_of(k->bar * d, k->side * d, big, h);
    if (k->stud) {
        parts common = stud_link_parts(d);
        p.stud = common.stud / common.stud_length * k->bar * k->bar * p.stud_length;
    }
    return (tackle_link){.d = k->bar * d,
                         .pitch = pitch * d,
                         .length = length * d,
                         .width = k->width * d,
                         .mass = STEEL * (p.bars + p.bows + p.stud),
                         .inertia = inertia_of(&p)};
}

tackle_link tackle_part(tackle_kind kind, double d) {
    const proportions *k = &table[kind];
    return kind == TACKLE_COMMON ? tackle_stud_link(d) : link_of(k, d, k->length, k->pitch);
}

// A link of half the swivel's pitch with a bow at either end, scaled to half of the swivel's mass.
tackle_link tackle_swivel_half(double d) {
    const proportions *k = &table[TACKLE_SWIVEL];
    double pitch = 0.5 * k->pitch, whole = link_of(k, d, k->length, k->pitch).mass;
    tackle_link half = link_of(k, d, pitch + 2 * k->bar, pitch);
    double share = 0.5 * whole / half.mass;
    half.mass *= share;
    for (int i = 0; i < 3; i++) half.inertia.m[i][i] *= share;
    return half;
}

const char *tackle_kind_name(tackle_kind kind) { return table[kind].name; }

bool tackle_kind_has_stud(tackle_kind kind) { return table[kind].stud; }

bool tackle_kind_fits_lifter(tackle_kind kind) { return table[kind].pitch == table[TACKLE_COMMON].pitch; }

bool tackle_kind_joins(tackle_kind kind) { return kind == TACKLE_KENTER || kind == TACKLE_D_SHACKLE; }

// Formula of IACS UR W18, kN with d in mm: c d² (44 - 0.08 d). It fits a maker's table of 1 to 1 7/8 inch within 0.21
// %.
static double load(double c, double d) {
    double mm = 1e3 * d;
    return 1e3 * c * mm * mm * (44 - 0.08 * mm);
}

double tackle_proof_load(double d, int grade) {
    static const double c[4] = {0, 0.00686, 0.00981, 0.01373};
    assert(grade >= 1 && grade <= 3);
    return load(c[grade], d);
}

double tackle_breaking_load(double d, int grade) {
    static const double c[4] = {0, 0.00981, 0.01373, 0.01961};
    assert(grade >= 1 && grade <= 3);
    return load(c[grade], d);
}

// 37.5, 42.5 and 47.5 d² N (d in mm): the usual reading of IACS UR A3, a default. The figures include one anchor, its
// buoyancy and a hawse pipe efficiency of 70 %.
double tackle_duty_pull(double d, int grade) {
    static const double c[4] = {0, 37.5, 42.5, 47.5};
    assert(grade >= 1 && grade <= 3);
    return c[grade] * 1e6 * d * d;
}

// 0.27 d² N more for each metre beyond 82.5 m (IACS UR A3).
double tackle_deep_duty_pull(double d, int grade, double depth) {
    return tackle_duty_pull(d, grade) + fmax(0, depth - 82.5) * 0.27e6 * d * d;
}

// Yield torque of a round stem of the swivel's bar diameter D: pi D³/16 times the shear yield stress, default 200 MPa.
double tackle_seized_torque(double d) {
    double stem = table[TACKLE_SWIVEL].bar * d;
    return 200e6 * pi * stem * stem * stem / 16;
}
