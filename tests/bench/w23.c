// SPDX-License-Identifier: MIT
#include "tests/bench/w23.h"
#include <math.h>
#include <stddef.h>

#define ROOT_HALF 0.70710678118654752440

const double w23_axis[3] = {-ROOT_HALF, 0, ROOT_HALF};
const double w23_down[3] = {-ROOT_HALF, 0, -ROOT_HALF};

static const double start = 2, ramp = 0.5, speed = 0.15; // of the winch [s], [s], [m/s]

double w23_haul_length(double t) {
    double s = t - start;
    return s <= 0 ? 0 : s < ramp ? 0.5 * speed * s * s / ramp : speed * (s - 0.5 * ramp);
}

double w23_haul_speed(double t) {
    double s = t - start;
    return s <= 0 ? 0 : s < ramp ? speed * s / ramp : speed;
}

// ---- W2

const double w2_shackle[3] = {0.55, 0, -0.75};
const double w2_winch[3] = {-4 * ROOT_HALF, 0, 4 * ROOT_HALF};
const double w2_hinge_stiffness = 2e5, w2_hinge_damping = 2e4;
const w23_drag w2_drag = {2000, 2000};

static const double cable_stiffness = 2e6, cable_damping = 4e4, cable_max = 4e5, cable_short = 0.035;

double w2_cable_force(double t, double length, double rate, double *k, double *c) {
    double at_start = hypot(w2_winch[0] - w2_shackle[0], w2_winch[2] - w2_shackle[2]);
    double stretch = length - (at_start - cable_short - w23_haul_length(t));
    double force = stretch > 0 ? cable_stiffness * stretch + cable_damping * (rate + w23_haul_speed(t)) : 0;
    int works = force > 0 && force < cable_max;
    if (k) *k = works ? cable_stiffness : 0;
    if (c) *c = works ? cable_damping : 0;
    return fmin(fmax(force, 0), cable_max);
}

// ---- W3

const double w3_winch_stiffness = 2e6, w3_winch_damping = 4e3;
const w23_drag w3_link_drag = {20, 1}, w3_anchor_drag = {4000, 4000};
const double w3_bar = 0.06, w3_capsule = 0.108;

static const double pitch = 0.24, inboard = 2.8, below = 0.272; // [m]; the last two place the first joint point
// An arc round the profile of the lip in the plane y = 0, tangent to the line of joint points in the pipe.
static const double arc_radius = 1.22, arc_from = 0.068; // [m]; start of the arc along the pipe's axis [m]

void w3_winch_motion(double t, double x[3], double v[3]) {
    for (int i = 0; i < 3; i++) {
        x[i] = (inboard + w23_haul_length(t)) * w23_axis[i] + below * w23_down[i];
        v[i] = w23_haul_speed(t) * w23_axis[i];
    }
}

// The point of the path at arc length s from the winch.
static void path_point(double s, double x[3]) {
    double straight = inboard - arc_from, bend = 0.25 * 3.14159265358979323846, arc = arc_radius * bend;
    double on_line = fmin(s, straight), angle = fmin(fmax(s - straight, 0), arc) / arc_radius;
    double hang = fmax(s - straight - arc, 0);
    for (int i = 0; i < 3; i++)
        x[i] = (inboard - on_line - arc_radius * sin(angle)) * w23_axis[i] +
               (below + arc_radius * (1 - cos(angle))) * w23_down[i];
    x[2] -= hang;
}

// Finds each next point at a chord of one pitch by bisection; a chord is shorter than its arc.
void w3_joint_points(double x[W3_LINKS + 1][3]) {
    double s = 0;
    path_point(0, x[0]);
    for (int k = 1; k <= W3_LINKS; k++) {
        double low = s + pitch, high = s + 1.1 * pitch;
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            path_point(middle, x[k]);
            double chord = sqrt((x[k][0] - x[k - 1][0]) * (x[k][0] - x[k - 1][0]) +
                                (x[k][2] - x[k - 1][2]) * (x[k][2] - x[k - 1][2]));
            if (chord < pitch)
                low = middle;
            else
                high = middle;
        }
        s = high;
        path_point(s, x[k]);
    }
}
