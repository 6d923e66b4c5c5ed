// SPDX-License-Identifier: MIT
#include "dynamics/soil/sand.h"

#define FADE 0.1        // sine up to which the stress of advancing grows, and over which a normal's reversal is blended
#define SHALLOWEST 5e-3 // depth above which the strength does not grow further [m]
enum { TERMS = 20 };

// Coefficients of f1, f2, f3 (Agarwal et al. 2023, as in the public implementation KKKobefeng/3D-RFT), for the terms of
// `terms`.
static const double fit[3][TERMS] = {
    {0.00212, -0.02320, -0.20890, -0.43083, -0.00259, 0.48872, -0.00415, 0.07204, -0.02750, -0.08772, //
     0.01992, -0.45961, 0.40799,  -0.10107, -0.06576, 0.05664, -0.09269, 0.01892, 0.01033,  0.15120},
    {-0.06796, -0.10941, 0.04725, -0.06914, -0.05835, -0.65880, -0.11985, -0.25739, -0.26834, 0.02692, //
     -0.00736, 0.63758,  0.08997, 0.21069,  0.04748,  0.20406,  0.18589,  0.04934,  0.13527,  -0.33207},
    {-0.02634, -0.03436, 0.45256,  0.00835,  0.02553, -1.31290, -0.05532, 0.06790,  -0.16404, 0.02287, //
     0.02927,  0.95406,  -0.00131, -0.11028, 0.01487, -0.02730, 0.10911,  -0.04097, 0.07881,  -0.27519},
};

// alpha for a normal that does not look up.
static vec3 fitted(vec3 normal, vec3 way, vec3 up) {
    const double a = -vec3_dot(way, up), b = -vec3_dot(normal, up), c = vec3_dot(normal, way);
    const double terms[TERMS] = {1,         a,         b,         c,         a * a,     b * b,     c * c,
                                 a * b,     b * c,     c * a,     a * a * a, b * b * b, c * c * c, a * b * b,
                                 b * a * a, b * c * c, c * b * b, c * a * a, a * c * c, a * b * c};
    double f[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < TERMS; k++) f[i] += fit[i][k] * terms[k];
    return vec3_madd(vec3_madd(vec3_scale(f[0], normal), f[1], way), -f[2], up);
}

// What of a stress along the face exceeds friction on its normal part is left out.
static vec3 limit_friction(vec3 stress, vec3 normal, double friction) {
    double pressure = fmax(-vec3_dot(stress, normal), 0);
    vec3 along = vec3_madd(stress, -vec3_dot(stress, normal), normal);
    double size = vec3_norm(along), most = friction * pressure;
    return vec3_madd(vec3_scale(size > most ? most / size : 1, along), -pressure, normal);
}

vec3 ground_sand_stress(vec3 normal, vec3 way, vec3 up, double friction) {
    double advance = vec3_dot(normal, way), share = fmin(advance / FADE, 1);
    if (!(advance > 0)) return vec3_make(0, 0, 0);
    double looks_up = fmin(fmax(0.5 + 0.5 * vec3_dot(normal, up) / FADE, 0), 1);
    vec3 alpha = {0, 0, 0};
    if (looks_up < 1) alpha = vec3_madd(alpha, 1 - looks_up, fitted(normal, way, up));
    if (looks_up > 0) alpha = vec3_madd(alpha, looks_up, fitted(vec3_scale(-1, normal), way, up));
    vec3 stress = vec3_scale(share, limit_friction(alpha, normal, friction));
    return vec3_madd(stress, -fmax(vec3_dot(stress, way), 0), way);
}

double ground_sand_strength(double weight, double friction) {
    return weight * friction * (89 + friction * (-386 + friction * 894)); // Agarwal et al. 2023, xi_n
}

double ground_sand_growth(double exponent, double depth) {
    return exponent == 1 ? 1 : pow(fmax(depth, SHALLOWEST) / GROUND_SAND_REFERENCE, exponent - 1);
}
