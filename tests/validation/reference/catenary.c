// SPDX-License-Identifier: MIT
// Rod i of weight w with the pull (H, V) at its middle points along it: moments about its middle vanish. V grows by w
// from rod to rod, so two unknowns, H and the V of rod 0, close the polygon; Newton's method on them.
#include "tests/validation/reference/chain.h"

#include <math.h>

static const double g = 9.81;

// Parameter a = H/weight from 2 a sinh(x/(2 a)) = sqrt(length^2 - z^2): Newton for u = x/(2 a) of sinh(u)/u = c.
static double parameter(double length, double x, double z) {
    double c = sqrt(length * length - z * z) / x, u = c < 3 ? sqrt(6 * (c - 1)) : log(2 * c) + log(log(2 * c));
    for (int n = 0; n < 60; n++) {
        double step = (sinh(u) - c * u) / (cosh(u) - c);
        u -= step;
        if (fabs(step) < 1e-15 * u) break;
    }
    return x / (2 * u);
}

double ref_catenary(double length, double weight, double x, double z, double fraction, double point[2]) {
    if (!(x > 0) || !(hypot(x, z) < length)) return 0;
    double a = parameter(length, x, z), lowest = x / 2 - a * atanh(z / length);
    double s0 = a * sinh(-lowest / a); // length from the lowest point to joint 0, negative to its left
    double at = a * asinh((s0 + fraction * length) / a);
    point[0] = lowest + at;
    point[1] = a * cosh(at / a) - a * cosh(lowest / a);
    return a * weight;
}

// Sum over the rods, and its derivatives by H and V.
static void polygon(const ref_rods *r, double h, double v, double end[2], double by[2][2]) {
    end[0] = end[1] = by[0][0] = by[0][1] = by[1][1] = 0;
    for (int i = 0; i < r->count; i++) {
        double vi = v + i * r->mass * g, t = hypot(h, vi), cube = r->length / (t * t * t);
        end[0] += r->length * h / t;
        end[1] += r->length * vi / t;
        by[0][0] += vi * vi * cube;
        by[0][1] -= h * vi * cube;
        by[1][1] += h * h * cube;
    }
    by[1][0] = by[0][1];
}

bool ref_rods_hang(const ref_rods *r, double x, double z, ref_joint *joints) {
    double length = r->count * r->length, w = r->mass * g, point[2];
    double h = ref_catenary(length, w / r->length, x, z, 0, point);
    if (!(h > 0)) return false;
    double a = h / (w / r->length), v = a * sinh(-(x / 2 - a * atanh(z / length)) / a) / r->length * w + w / 2;
    double size = HUGE_VAL;
    for (int n = 0; n < 100 && size > 1e-14 * (h + fabs(v)); n++) {
        double end[2], by[2][2];
        polygon(r, h, v, end, by);
        double det = by[0][0] * by[1][1] - by[0][1] * by[1][0], ex = x - end[0], ez = z - end[1];
        double dh = (ex * by[1][1] - ez * by[0][1]) / det, dv = (ez * by[0][0] - ex * by[1][0]) / det;
        double part = dh < -0.9 * h ? -0.9 * h / dh : 1; // H stays positive
        h += part * dh;
        v += part * dv;
        size = part < 1 ? HUGE_VAL : fabs(dh) + fabs(dv);
        if (n > 10 && size < 1e-12 * (h + fabs(v))) break; // round-off of the sum
    }
    if (!(size < 1e-11 * (h + fabs(v)))) return false;
    joints[0] = (ref_joint){0, 0, h, v - w / 2};
    for (int i = 0; i < r->count; i++) {
        double vi = v + i * w, t = hypot(h, vi);
        joints[i + 1] = (ref_joint){joints[i].x + r->length * h / t, joints[i].z + r->length * vi / t, h, vi + w / 2};
    }
    return true;
}
