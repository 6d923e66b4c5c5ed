// SPDX-License-Identifier: MIT
// Solids of unit size for mechanisms.
#include "render/shape/build.h"

bool shape_ball(int sides, shape *s) {
    int rings = sides / 2;
    if (!shape_reserve(s, (rings + 1) * (sides + 1), 6 * rings * sides)) return false;
    for (int i = 0; i <= rings; i++)
        for (int k = 0; k <= sides; k++) {
            double up = M_PI * i / rings, round = 2 * M_PI * k / sides;
            vec3 at = vec3_make(sin(up) * cos(round), sin(up) * sin(round), -cos(up));
            shape_add_vertex(s, at, at);
        }
    for (int i = 0; i < rings; i++)
        for (int k = 0; k < sides; k++) {
            int v = i * (sides + 1) + k;
            shape_add_quad(s, v, v + 1, v + sides + 2, v + sides + 1);
        }
    return true;
}

bool shape_rod(int sides, shape *s) {
    static const double profile[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    if (!shape_reserve(s, 2 * 3 * (sides + 1), 6 * 3 * sides)) return false;
    shape_add_lathe(s, profile, 4, sides);
    return true;
}

bool shape_tile(shape *s) {
    static const double corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    if (!shape_reserve(s, 4, 6)) return false;
    for (int k = 0; k < 4; k++) shape_add_vertex(s, vec3_make(corner[k][0], corner[k][1], 0), vec3_make(0, 0, 1));
    shape_add_quad(s, 0, 1, 2, 3);
    return true;
}

bool shape_half_tile(shape *s) {
    static const double corner[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    if (!shape_reserve(s, 3, 3)) return false;
    for (int k = 0; k < 3; k++) shape_add_vertex(s, vec3_make(corner[k][0], corner[k][1], 0), vec3_make(0, 0, 1));
    shape_add_triangle(s, 0, 1, 2);
    return true;
}

bool shape_coil(int turns, int sides, shape *s) {
    enum { A_TURN = 16 };
    static const double wire = 0.16, flat = 0.012; // radius of the wire across and along the coil
    int n = turns * A_TURN;
    if (!shape_reserve(s, (n + 1) * (sides + 1), 6 * n * sides)) return false;
    for (int i = 0; i <= n; i++) {
        double a = 2 * M_PI * i / A_TURN, z = flat + (1 - 2 * flat) * i / n;
        for (int k = 0; k <= sides; k++) {
            double b = 2 * M_PI * k / sides, r = 1 - wire + wire * cos(b);
            vec3 normal = vec3_make(cos(b) * cos(a), cos(b) * sin(a), sin(b));
            shape_add_vertex(s, vec3_make(r * cos(a), r * sin(a), z + flat * sin(b)), normal);
        }
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < sides; k++) {
            int v = i * (sides + 1) + k;
            shape_add_quad(s, v, v + sides + 1, v + sides + 2, v + 1);
        }
    return true;
}
