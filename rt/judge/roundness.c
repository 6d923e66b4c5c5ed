// SPDX-License-Identifier: MIT
// Fits the local radius of a mesh to the normals of its triangles.
#include "rt/judge/roundness.h"

enum { ENOUGH = 16, UNKNOWNS = 5 };

#define FACING 0.5 // cosine: triangles of the other side of a thin part do not count

// Tangent plane of the surface at a point: its normal n and two directions u, v in the plane.
typedef struct frame {
    vec3 at, n, u, v;
} frame;

static vec3 middle_of(const contact_mesh *m, int t) {
    const int *v = m->tri[t].v;
    return vec3_scale(1.0 / 3, vec3_add(m->vertex[v[0]], vec3_add(m->vertex[v[1]], m->vertex[v[2]])));
}

// Finds by bisection the distance within which ENOUGH triangles lie [m].
static double find_reach(const contact_mesh *m, const frame *f) {
    double low = 0, high = vec3_norm(vec3_sub(m->hi, m->lo));
    for (int round = 0; round < 40; round++) {
        double middle = 0.5 * (low + high);
        int n = 0;
        for (int t = 0; t < m->nt && n < ENOUGH; t++)
            n +=
                vec3_norm2(vec3_sub(middle_of(m, t), f->at)) < middle * middle && vec3_dot(m->normal[t], f->n) > FACING;
        if (n >= ENOUGH)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// Adds the equation row x = b with weight w to the normal equations.
static void add_row(double a[UNKNOWNS][UNKNOWNS + 1], const double row[UNKNOWNS], double b, double w) {
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++) a[i][j] += w * row[i] * row[j];
        a[i][UNKNOWNS] += w * row[i] * b;
    }
}

// Solves by Gauss-Jordan elimination with partial pivoting; false if singular.
static bool solve(double a[UNKNOWNS][UNKNOWNS + 1]) {
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k + 1; i < UNKNOWNS; i++)
            if (fabs(a[i][k]) > fabs(a[best][k])) best = i;
        if (!(fabs(a[best][k]) > 1e-14)) return false;
        for (int j = 0; j <= UNKNOWNS; j++) {
            double other = a[k][j];
            a[k][j] = a[best][j], a[best][j] = other;
        }
        for (int i = 0; i < UNKNOWNS; i++) {
            double share = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = k; j <= UNKNOWNS; j++) a[i][j] -= share * a[k][j];
        }
    }
    for (int k = 0; k < UNKNOWNS; k++) a[k][UNKNOWNS] /= a[k][k];
    return true;
}

// Fits normal = p + S x in the tangent plane, x over the reach: two unknowns of p, then three of the symmetric S.
double contact_mesh_radius(const contact_mesh *m, vec3 at, vec3 normal) {
    vec3 u = vec3_any_normal(normal);
    const frame f = {at, normal, u, vec3_cross(normal, u)};
    double reach = find_reach(m, &f), a[UNKNOWNS][UNKNOWNS + 1] = {{0}};
    if (!(reach > 0)) return (double)INFINITY;
    for (int t = 0; t < m->nt; t++) {
        vec3 r = vec3_sub(middle_of(m, t), at), n = m->normal[t];
        if (vec3_norm2(r) > reach * reach || vec3_dot(n, normal) <= FACING) continue;
        double x = vec3_dot(r, f.u) / reach, y = vec3_dot(r, f.v) / reach, w = m->area[t] / (reach * reach);
        add_row(a, (const double[UNKNOWNS]){1, 0, x, y, 0}, vec3_dot(n, f.u), w);
        add_row(a, (const double[UNKNOWNS]){0, 1, 0, x, y}, vec3_dot(n, f.v), w);
    }
    if (!solve(a)) return (double)INFINITY;
    double xx = a[2][UNKNOWNS], xy = a[3][UNKNOWNS], yy = a[4][UNKNOWNS];
    double most = 0.5 * (xx + yy) + sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    return most > 1e-3 ? reach / most : (double)INFINITY;
}
