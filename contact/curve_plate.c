// SPDX-License-Identifier: MIT
// A contour as something to look at: a plate of its outline.
#include "contact/curve.h"
#include "contact/mesh.h"
#include <stdlib.h>

enum { MOST = 1000 }; // points that a picture needs

typedef struct plate {
    vec2 *point;
    vec3 *vertex;
    int *tri, *next;
    int n, sides, tris;
} plate;

static void add(plate *p, int a, int b, int c) {
    int *t = p->tri + 3 * p->tris++;
    t[0] = a, t[1] = b, t[2] = c;
}

static double turn(const plate *p, int a, int b, int c) {
    return vec2_cross(vec2_sub(p->point[b], p->point[a]), vec2_sub(p->point[c], p->point[b]));
}

// Whether the corner after a holds no other point, so that it can be cut off (Meisters 1975: two ears).
static bool is_ear(const plate *p, int a) {
    int b = p->next[a], c = p->next[b];
    if (turn(p, a, b, c) <= 0) return false;
    for (int i = p->next[c]; i != a; i = p->next[i])
        if (turn(p, a, b, i) >= 0 && turn(p, b, c, i) >= 0 && turn(p, c, a, i) >= 0) return false;
    return true;
}

// Both faces, anticlockwise seen from outside: the upper one's vertices are the first n.
static void add_faces(plate *p) {
    for (int i = 0; i < p->n; i++) p->next[i] = (i + 1) % p->n;
    int a = 0;
    for (int left = p->n, tried = 0; left > 2 && tried <= left; tried++) {
        int b = p->next[a], c = p->next[b];
        if (left == 3 || is_ear(p, a)) {
            add(p, a, b, c);
            add(p, p->n + c, p->n + b, p->n + a);
            p->next[a] = c;
            left--, tried = 0;
        } else {
            a = b;
        }
    }
}

static rt_status make(plate *p, const contact_plane_curve *c, double thickness, contact_mesh *mesh, rt_diag *d) {
    int step = 1 + (c->points - 1) / MOST;
    for (int v = 0; v < c->points; v += step) p->point[p->n++] = contact_curve_vertex(c, v);
    for (int i = 0; i < 2 * p->n; i++) {
        vec2 x = p->point[i % p->n];
        p->vertex[i] = vec3_make(x.x, x.y, (i < p->n ? 0.5 : -0.5) * thickness);
    }
    p->sides = c->closed ? p->n : p->n - 1;
    for (int i = 0; i < p->sides; i++) {
        int j = (i + 1) % p->n;
        add(p, i, p->n + i, p->n + j);
        add(p, i, p->n + j, j);
    }
    if (c->closed && !(c->reach < HUGE_VAL)) add_faces(p);
    return contact_mesh_make("a contour", p->vertex, 2 * p->n, p->tri, p->tris, NULL, mesh, NULL, d);
}

rt_status contact_curve_plate(const contact_plane_curve *c, double thickness, contact_mesh *mesh, rt_diag *d) {
    plate p = {.point = calloc(MOST + 2, sizeof *p.point),
               .vertex = calloc(2 * (MOST + 2), sizeof *p.vertex),
               .next = calloc(MOST + 2, sizeof *p.next),
               .tri = calloc(3 * 4 * (MOST + 2), sizeof *p.tri)};
    rt_status status = RT_ERR_MEMORY;
    *mesh = (contact_mesh){0};
    if (p.point && p.vertex && p.next && p.tri)
        status = make(&p, c, thickness, mesh, d);
    else
        rt_diag_error(d, NULL, 0, 0, "no memory for the picture of a contour");
    free(p.point), free(p.vertex), free(p.next), free(p.tri);
    return status;
}
