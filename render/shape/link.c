// SPDX-License-Identifier: MIT
// A link of the chain: a bar of diameter 1 along a stadium, and a stud across its middle.
#include "render/shape/build.h"

static const double TUBE = 0.5, STUD = 0.3; // radii of bar and stud [bar diameters]

link_size link_size_of(bool studless, double pitch) {
    double radius = studless ? 1.175 : 1.3;
    return (link_size){radius, 0.5 * pitch + TUBE - radius, !studless};
}

// Centre line: 2 (arc + 1) points from the +x end of the upper semicircle toward +z. The straight pieces join the ends
// of the semicircles.
static void evaluate_centre_line(const link_size *l, int k, int arc, vec3 *point, vec3 *outward) {
    int lower = k > arc;
    double a = M_PI * (k - lower * (arc + 1)) / arc + lower * M_PI;
    *outward = vec3_make(cos(a), 0, sin(a));
    *point = vec3_make(l->radius * cos(a), 0, l->radius * sin(a) + (lower ? -l->half : l->half));
}

static void add_bar(shape *s, const link_size *l, int arc, int sides) {
    int rings = 2 * (arc + 1), base = s->nv;
    for (int k = 0; k < rings; k++) {
        vec3 p, out;
        evaluate_centre_line(l, k, arc, &p, &out);
        for (int j = 0; j < sides; j++) {
            double b = 2 * M_PI * j / sides;
            vec3 normal = vec3_madd(vec3_scale(cos(b), out), sin(b), vec3_make(0, 1, 0));
            shape_add_vertex(s, vec3_madd(p, TUBE, normal), normal);
        }
    }
    for (int k = 0; k < rings; k++)
        for (int j = 0; j < sides; j++) {
            int a = base + k * sides, b = base + (k + 1) % rings * sides, i = (j + 1) % sides;
            shape_add_quad(s, a + j, a + i, b + i, b + j);
        }
}

// Cylinder along x between the two straight bars.
static void add_stud(shape *s, double radius, int sides) {
    int base = s->nv;
    for (int j = 0; j < sides; j++) {
        double b = 2 * M_PI * j / sides;
        vec3 normal = vec3_make(0, cos(b), sin(b));
        shape_add_vertex(s, vec3_madd(vec3_make(-radius, 0, 0), STUD, normal), normal);
        shape_add_vertex(s, vec3_madd(vec3_make(radius, 0, 0), STUD, normal), normal);
    }
    for (int j = 0; j < sides; j++) {
        int a = base + 2 * j, b = base + 2 * ((j + 1) % sides);
        shape_add_quad(s, a, b, b + 1, a + 1);
    }
}

bool shape_link(const link_size *size, int arc, int sides, shape *s) {
    int rings = 2 * (arc + 1), stud = size->stud && sides >= 5 ? sides : 0;
    if (!shape_reserve(s, rings * sides + 2 * stud, 6 * (rings * sides + stud))) return false;
    add_bar(s, size, arc, sides);
    if (stud) add_stud(s, size->radius, stud);
    return true;
}
