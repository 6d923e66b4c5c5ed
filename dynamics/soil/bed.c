// SPDX-License-Identifier: MIT
#include "dynamics/soil/bed.h"
#include "dynamics/soil/sand.h"
#include <math.h>

#define SHALLOWEST 5e-3 // [m]
#define DEEPEST 50.0    // [m]
#define HALVINGS 60     // of the interval that holds the angle

double ground_bed_angle(double density, double critical, double stress) {
    const double index = density * (10 - log(fmax(stress, 1) / 1e3)) - 1;
    return critical + 3 * fmin(fmax(index, 0), 4) * M_PI / 180;
}

// The strength rises with the angle and the angle falls with the strength, so one angle satisfies both.
static double solve(double weight, double density, double critical, double depth) {
    double low = critical, high = critical + 12 * M_PI / 180;
    for (int k = 0; k < HALVINGS; k++) {
        const double angle = 0.5 * (low + high), bearing = ground_sand_strength(weight, tan(angle)) * depth;
        if (ground_bed_angle(density, critical, sqrt(bearing * weight * depth)) > angle)
            low = angle;
        else
            high = angle;
    }
    return ground_sand_strength(weight, tan(low));
}

void ground_bed_make(ground_bed *b, double weight, double density, double critical) {
    for (int k = 0; k < GROUND_BED_DEPTHS; k++)
        b->strength[k] = solve(weight, density, critical,
                               SHALLOWEST * pow(DEEPEST / SHALLOWEST, (double)k / (GROUND_BED_DEPTHS - 1)));
}

double ground_bed_strength(const ground_bed *b, double depth) {
    const double last = GROUND_BED_DEPTHS - 1;
    const double at = log(fmax(depth, SHALLOWEST) / SHALLOWEST) / log(DEEPEST / SHALLOWEST) * last;
    if (at >= last) return b->strength[GROUND_BED_DEPTHS - 1];
    const int k = (int)at;
    return b->strength[k] + (at - k) * (b->strength[k + 1] - b->strength[k]);
}
