// SPDX-License-Identifier: MIT
#include "contact/law/structure.h"

static const double YOUNGS_MODULUS = 206e9, POISSONS_RATIO = 0.3; // steel (IACS UR W11, CSR Pt 1 Ch 3)

// alpha of a rectangular plate with clamped edges and a load at its middle, by the ratio of its sides (Timoshenko &
// Woinowsky-Krieger 1959, Theory of Plates and Shells, table 37).
static const double RATIO[] = {1, 1.2, 1.4, 1.6, 1.8, 2};
static const double ALPHA[] = {0.00560, 0.00647, 0.00691, 0.00712, 0.00720, 0.00722};
static const double ALPHA_LONG = 0.00725;
enum { RATIOS = sizeof RATIO / sizeof RATIO[0] };

static double alpha_of(double ratio) {
    if (ratio < 1) ratio = 1 / ratio;
    if (!(ratio < RATIO[RATIOS - 1])) return ratio > 3 ? ALPHA_LONG : ALPHA[RATIOS - 1];
    int k = 0;
    while (ratio >= RATIO[k + 1]) k++;
    double share = (ratio - RATIO[k]) / (RATIO[k + 1] - RATIO[k]);
    return ALPHA[k] + share * (ALPHA[k + 1] - ALPHA[k]);
}

double contact_plating_compliance(const contact_plating *p) {
    if (!(p->thickness > 0)) return 0;
    double t = p->thickness, side = p->length > 0 ? fmin(p->spacing, p->length) : p->spacing;
    double bending = YOUNGS_MODULUS * t * t * t / (12 * (1 - POISSONS_RATIO * POISSONS_RATIO));
    return alpha_of(p->length > 0 ? p->length / p->spacing : (double)INFINITY) * side * side / bending;
}

// 0 outside the box, 1 farther inside than its edge.
static double share_in(const contact_structure_box *b, vec3 x) {
    double depth = fmin(fmin(fmin(x.x - b->lo.x, b->hi.x - x.x), fmin(x.y - b->lo.y, b->hi.y - x.y)),
                        fmin(x.z - b->lo.z, b->hi.z - x.z));
    return fmin(fmax(depth / b->edge, 0), 1);
}

double contact_structure_compliance(const contact_structure *s, vec3 x) {
    double compliance = s->compliance;
    for (int k = 0; k < s->n; k++) compliance += share_in(&s->box[k], x) * (s->box[k].compliance - compliance);
    return compliance;
}

bool contact_structure_yields(const contact_structure *s) {
    bool yields = s->compliance > 0;
    for (int k = 0; k < s->n; k++) yields |= s->box[k].compliance > 0;
    return yields;
}
