// SPDX-License-Identifier: MIT
// Fits the local radius of a mesh to the normals of its triangles.
#include "rt/jam/roundness.h"

enum { ENOUGH = 16, UNKNOWNS = 5, DIRECTIONS = 8 };

#define PI 3.14159265358979323846
#define FACING 0.5  // cosine: triangles of the other side of a thin part do not count
#define ROWS 1.25   // least reach in lengths of the triangles
#define LIP_FAR 2.0 // largest distance of a lip from axis and mouth, in bores

// Tangent plane of the surface at a point: its normal n and two directions u, v in the plane.
typedef struct frame {
    vec3 at, n, u, v;
} frame;

vec3 contact_mesh_middle(const contact_mesh *m, int t) {
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
            n += vec3_norm2(vec3_sub(contact_mesh_middle(m, t), f->at)) < middle * middle &&
                 vec3_dot(m->normal[t], f->n) > FACING;
        if (n >= ENOUGH)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static double longest_edge(const contact_mesh *m, int t) {
    const int *v = m->tri[t].v;
    double most = 0;
    for (int k = 0; k < 3; k++) most = fmax(most, vec3_norm2(vec3_sub(m->vertex[v[k]], m->vertex[v[(k + 1) % 3]])));
    return sqrt(most);
}

// Widens the reach to the triangles' median length: slender triangles, as along a ring, else fill it with a single row,
// which does not show how the surface bends across the row.
static double widen_reach(const contact_mesh *m, const frame *f, double reach) {
    double length[ENOUGH];
    int n = 0;
    for (int t = 0; t < m->nt && n < ENOUGH; t++) {
        if (vec3_norm(vec3_sub(contact_mesh_middle(m, t), f->at)) > reach || vec3_dot(m->normal[t], f->n) <= FACING)
            continue;
        double edge = longest_edge(m, t);
        int at = n++;
        for (; at > 0 && edge < length[at - 1]; at--) length[at] = length[at - 1];
        length[at] = edge;
    }
    return n > 0 ? fmax(reach, ROWS * length[n / 2]) : reach;
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
    double reach = widen_reach(m, &f, find_reach(m, &f)), a[UNKNOWNS][UNKNOWNS + 1] = {{0}};
    if (!(reach > 0)) return (double)INFINITY;
    for (int t = 0; t < m->nt; t++) {
        vec3 r = vec3_sub(contact_mesh_middle(m, t), at), n = m->normal[t];
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

// Finds in each of the directions around the axis the triangle nearest to it that faces halfway between the axis and
// outboard; -1: none.
static void find_lip(const contact_mesh *m, vec3 mouth, vec3 axis, double bore, int nearest[DIRECTIONS]) {
    vec3 u = vec3_any_normal(axis), v = vec3_cross(axis, u);
    double least[DIRECTIONS];
    for (int k = 0; k < DIRECTIONS; k++) nearest[k] = -1, least[k] = LIP_FAR * bore;
    for (int t = 0; t < m->nt; t++) {
        vec3 r = vec3_sub(contact_mesh_middle(m, t), mouth), off = vec3_madd(r, -vec3_dot(r, axis), axis);
        double away = vec3_norm(off), inward = -vec3_dot(m->normal[t], off), outboard = -vec3_dot(m->normal[t], axis);
        bool turned = inward > FACING * away && outboard > FACING;
        int k = (int)floor((atan2(vec3_dot(off, v), vec3_dot(off, u)) / PI + 1) * (DIRECTIONS / 2.0)) % DIRECTIONS;
        if (turned && fabs(vec3_dot(r, axis)) < LIP_FAR * bore && away < least[k]) nearest[k] = t, least[k] = away;
    }
}

double contact_mesh_lip(const contact_mesh *m, vec3 mouth, vec3 axis, double bore) {
    int nearest[DIRECTIONS], n = 0;
    double radius[DIRECTIONS];
    find_lip(m, mouth, axis, bore, nearest);
    for (int k = 0; k < DIRECTIONS; k++) {
        if (nearest[k] < 0) continue;
        double r = contact_mesh_radius(m, contact_mesh_middle(m, nearest[k]), m->normal[nearest[k]]);
        int at = n++;
        for (; at > 0 && r < radius[at - 1]; at--) radius[at] = radius[at - 1];
        radius[at] = r;
    }
    return n == 0 || isinf(radius[n / 2]) ? 0 : radius[n / 2];
}
