// SPDX-License-Identifier: MIT
#include "dynamics/ground/sand.h"

#define FADE 0.1 // sine of the angle between a face and its motion up to which the stress of advancing grows

ground_alpha ground_sand_alpha(double beta, double gamma) {
    const double a00 = 0.206, a10 = 0.169, b11 = 0.212, b01 = 0.358, b_11 = 0.055;
    const double c11 = -0.124, c01 = 0.253, c_11 = 0.007, d10 = 0.088;
    double plus = 2 * beta + gamma, minus = -2 * beta + gamma;
    return (ground_alpha){
        .x = c11 * cos(plus) + c01 * cos(gamma) + c_11 * cos(minus) + d10 * sin(2 * beta),
        .z = a00 + a10 * cos(2 * beta) + b11 * sin(plus) + b01 * sin(gamma) + b_11 * sin(minus),
    };
}

// What of a stress along the face exceeds friction on its normal part is left out.
static vec3 limit_friction(vec3 stress, vec3 normal, double friction) {
    double pressure = fmax(-vec3_dot(stress, normal), 0);
    vec3 along = vec3_madd(stress, -vec3_dot(stress, normal), normal);
    double size = vec3_norm(along), most = friction * pressure;
    return vec3_madd(vec3_scale(size > most ? most / size : 1, along), -pressure, normal);
}

vec3 ground_sand_stress(vec3 normal, vec3 way, vec3 up, double friction) {
    double advance = vec3_dot(normal, way), rise = vec3_dot(way, up);
    if (!(advance > 0)) return vec3_make(0, 0, 0);
    vec3 level =
        vec3_madd(way, -rise, up); // of the motion; for a vertical one any direction serves, as does the normal's
    double speed = vec3_norm(level);
    vec3 ahead = speed > 1e-9 ? vec3_scale(1 / speed, level) : vec3_madd(normal, -vec3_dot(normal, up), up);
    double size = vec3_norm(ahead);
    ahead = size > 1e-9 ? vec3_scale(1 / size, ahead) : vec3_any_normal(up);
    // the normal in the plane of the motion; beta is the turn of the element that brings its leading face from level
    double across = vec3_dot(normal, ahead), along_up = vec3_dot(normal, up), in_plane = hypot(across, along_up);
    if (!(in_plane > 0)) return vec3_make(0, 0, 0);
    double beta = atan2(across, -along_up); // face looks down: 0; ahead: pi/2; up: pi, the same plane as 0
    if (beta > M_PI / 2) beta -= M_PI;
    if (beta < -M_PI / 2) beta += M_PI;
    const ground_alpha a = ground_sand_alpha(beta, atan2(-rise, speed));
    double share = in_plane * fmin(advance / FADE, 1);
    vec3 stress = limit_friction(vec3_madd(vec3_scale(-a.x * share, ahead), a.z * share, up), normal, friction);
    return vec3_madd(stress, -fmax(vec3_dot(stress, way), 0), way); // the fit pushes along the motion at a few angles
}
