// SPDX-License-Identifier: MIT
// Periodic cubic spline through n values y at a distance h (de Boor 1978, A Practical Guide to Splines, ch. IV): its
// second derivatives satisfy M_{k-1} + 4 M_k + M_{k+1} = 6/h² (y_{k-1} - 2 y_k + y_{k+1}). Between two points, with
// b = (x - x_k)/h and a = 1 - b,
//   y = a y_k + b y_{k+1} + h²/6 ((a³ - a) M_k + (b³ - b) M_{k+1}).
#include "dynamics/ship/turning.h"

enum { SWEEPS = 40 }; // of Gauss-Seidel: each leaves at most half of the error

static const double pi = 3.14159265358979323846;

#define STEP (2 * pi / SHIP_HEADINGS)

// Second derivatives of the periodic values.
static void find_curve(const double y[SHIP_HEADINGS], double m[SHIP_HEADINGS]) {
    for (int k = 0; k < SHIP_HEADINGS; k++) m[k] = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int k = 0; k < SHIP_HEADINGS; k++) {
            int before = (k + SHIP_HEADINGS - 1) % SHIP_HEADINGS, after = (k + 1) % SHIP_HEADINGS;
            m[k] = (6 / (STEP * STEP) * (y[before] - 2 * y[k] + y[after]) - m[before] - m[after]) / 4;
        }
}

void ship_turning_curve(struct ship_turning *t, int component) {
    for (int j = 0; j < 2 * SHIP_MOTIONS; j++) {
        double y[SHIP_HEADINGS], m[SHIP_HEADINGS];
        int motion = j % SHIP_MOTIONS;
        for (int k = 0; k < SHIP_HEADINGS; k++) {
            const ship_response *r = &t->at[component][k];
            y[k] = j < SHIP_MOTIONS ? r->re[motion] : r->im[motion];
        }
        find_curve(y, m);
        for (int k = 0; k < SHIP_HEADINGS; k++) {
            ship_response *r = &t->curve[component][k];
            *(j < SHIP_MOTIONS ? &r->re[motion] : &r->im[motion]) = m[k];
        }
    }
}

ship_turning_weights ship_turning_at(const ship_motions *slow) {
    double along = slow->x[SHIP_YAW] / STEP, low = isfinite(along) ? floor(along) : 0, b = along - low, a = 1 - b;
    double rate = slow->v[SHIP_YAW], rises = slow->a[SHIP_YAW];
    // by the heading: value, slope, second derivative; [0]: of the lower point
    const double value[3][2] = {{a, b}, {-1 / STEP, 1 / STEP}, {0, 0}};
    const double curve[3][2] = {{STEP * STEP / 6 * (a * a * a - a), STEP * STEP / 6 * (b * b * b - b)},
                                {STEP / 6 * (1 - 3 * a * a), STEP / 6 * (3 * b * b - 1)},
                                {a, b}};
    int turns = (int)fmod(low, SHIP_HEADINGS);
    ship_turning_weights w = {.low = (turns + SHIP_HEADINGS) % SHIP_HEADINGS};
    w.high = (w.low + 1) % SHIP_HEADINGS;
    for (int k = 0; k < 2; k++) {
        w.value[0][k] = value[0][k], w.curve[0][k] = curve[0][k];
        w.value[1][k] = rate * value[1][k], w.curve[1][k] = rate * curve[1][k];
        w.value[2][k] = rises * value[1][k];
        w.curve[2][k] = rate * rate * curve[2][k] + rises * curve[1][k];
    }
    return w;
}

static double weigh(const double value[2], const double curve[2], double y0, double y1, double m0, double m1) {
    return value[0] * y0 + value[1] * y1 + curve[0] * m0 + curve[1] * m1;
}

void ship_turning_response(const struct ship_turning *t, int component, const ship_turning_weights *w,
                           ship_response out[3]) {
    const ship_response *y0 = &t->at[component][w->low], *y1 = &t->at[component][w->high],
                        *m0 = &t->curve[component][w->low], *m1 = &t->curve[component][w->high];
    for (int d = 0; d < 3; d++)
        for (int j = 0; j < SHIP_MOTIONS; j++) {
            out[d].re[j] = weigh(w->value[d], w->curve[d], y0->re[j], y1->re[j], m0->re[j], m1->re[j]);
            out[d].im[j] = weigh(w->value[d], w->curve[d], y0->im[j], y1->im[j], m0->im[j], m1->im[j]);
        }
}
