// SPDX-License-Identifier: MIT
// Triangulation of primitive shapes to a given sagitta. All vertices lie on the surface, so the error is the distance
// by which the flat triangles stay inside it.
//
// Sphere of radius R. Each face of the regular icosahedron is cut into n² equal triangles, which are projected onto the
// sphere. Projection from a plane at the distance h from a unit sphere's centre stretches no length by more than 1/h. A
// small triangle has the circumradius r/n (r: that of the face). So its corners end up within the angle r/(n h) =
// tan(THETA)/n of its projected middle; THETA is the angle from a face's middle to its corners. A flat triangle whose
// corners lie within an angle a of one direction is nowhere farther from the sphere than R (1 - cos a). Hence n =
// tan(THETA) / acos(1 - sagitta/R). An even n puts vertices at the ends of the axes.
// Ellipsoid: the unit sphere stretched along its axes, which lengthens no distance by more than the longest semi-axis.
// Frustum: N flat sides stay inside the larger end by R (1 - cos(pi/N)).
#include "contact/shape/tessellate.h"
#include "contact/prepare/load.h"
#include <stdlib.h>

static const double PI = 3.14159265358979323846;
static const double TAN_THETA = 0.76393202250021030359; // 3 - sqrt(5)
enum { LEAST_SIDES = 8 };

typedef struct soup {
    vec3 *v;
    int *t, nv, nt;
} soup;

static bool reserve(soup *s, int nv, int nt) {
    s->v = malloc((size_t)nv * sizeof *s->v);
    s->t = malloc(3 * (size_t)nt * sizeof *s->t);
    return s->v && s->t;
}

static int add_vertex(soup *s, vec3 x) {
    s->v[s->nv] = x;
    return s->nv++;
}

static void add_triangle(soup *s, int a, int b, int c) {
    int *t = &s->t[3 * (size_t)s->nt++];
    t[0] = a, t[1] = b, t[2] = c;
}

// Corner 0..11 of the icosahedron: the corners of three golden rectangles in the planes of the axes. Edges are 2 long.
static vec3 icosahedron_corner(int i) {
    const double golden = 0.5 * (1 + sqrt(5));
    double a = i & 1 ? -1 : 1, b = i & 2 ? -golden : golden;
    return i < 4 ? vec3_make(0, a, b) : i < 8 ? vec3_make(a, b, 0) : vec3_make(b, 0, a);
}

// The angle between a direction and the corners around it at which a triangle has this sagitta.
static double angle_of_sagitta(double sagitta, double radius) {
    return 2 * asin(sqrt(0.5 * fmin(sagitta / radius, 1)));
}

static double count_cuts(const contact_shape *s, double sagitta) {
    double longest = s->kind == CONTACT_SPHERE ? s->size.x : fmax(s->size.x, fmax(s->size.y, s->size.z));
    return 2 * ceil(0.5 * TAN_THETA / angle_of_sagitta(sagitta, longest));
}

static double count_sides(const contact_shape *s, double sagitta) {
    return fmax(4 * ceil(0.25 * PI / angle_of_sagitta(sagitta, fmax(s->size.x, s->size.y))), LEAST_SIDES);
}

// Adds a face of the icosahedron cut into n² triangles. Two faces compute the same bits for the points on their common
// edge.
static void add_face(soup *s, int n, vec3 axes, vec3 a, vec3 b, vec3 c) {
    int first = s->nv;
    for (int i = 0; i <= n; i++)
        for (int j = 0; i + j <= n; j++) {
            vec3 x = vec3_unit(vec3_madd(vec3_madd(vec3_scale(n - i - j, a), i, b), j, c));
            add_vertex(s, vec3_make(axes.x * x.x, axes.y * x.y, axes.z * x.z));
        }
    for (int i = 0, row = first; i < n; row += n - i + 1, i++)
        for (int j = 0, next = row + n - i + 1; i + j < n; j++) {
            add_triangle(s, row + j, next + j, row + j + 1);
            if (i + j + 1 < n) add_triangle(s, next + j, next + j + 1, row + j + 1);
        }
}

static bool add_ellipsoid(soup *s, int n, vec3 axes) {
    if (!reserve(s, 10 * (n + 1) * (n + 2), 20 * n * n)) return false;
    for (int i = 0; i < 12; i++)
        for (int j = i + 1; j < 12; j++)
            for (int k = j + 1; k < 12; k++) { // neighbours: less than sqrt(5) apart
                vec3 a = icosahedron_corner(i), b = icosahedron_corner(j), c = icosahedron_corner(k);
                if (vec3_norm2(vec3_sub(a, b)) > 5 || vec3_norm2(vec3_sub(b, c)) > 5 || vec3_norm2(vec3_sub(c, a)) > 5)
                    continue;
                bool outward = vec3_dot(vec3_cross(vec3_sub(b, a), vec3_sub(c, a)), a) > 0;
                add_face(s, n, axes, a, outward ? b : c, outward ? c : b);
            }
    return true;
}

static bool add_box(soup *s, vec3 half) {
    // corner i: bit 0 its side in x, bit 1 in y, bit 2 in z; faces counter-clockwise from outside
    static const int face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    if (!reserve(s, 8, 12)) return false;
    for (int i = 0; i < 8; i++)
        add_vertex(s, vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z));
    for (int f = 0; f < 6; f++) {
        add_triangle(s, face[f][0], face[f][1], face[f][2]);
        add_triangle(s, face[f][0], face[f][2], face[f][3]);
    }
    return true;
}

static bool add_rectangle(soup *s, vec3 half) {
    if (!reserve(s, 4, 2)) return false;
    for (int i = 0; i < 4; i++) add_vertex(s, vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, 0));
    add_triangle(s, 0, 1, 3);
    add_triangle(s, 0, 3, 2);
    return true;
}

// Adds a ring of n vertices and the flat end that closes it, or the apex alone if the radius is 0. Returns the ring's
// first vertex, or the apex.
static int add_end(soup *s, int n, double radius, double z, bool up) {
    int middle = add_vertex(s, vec3_make(0, 0, z));
    for (int i = 0; i < n && radius > 0; i++)
        add_vertex(s, vec3_make(radius * cos(2 * PI * i / n), radius * sin(2 * PI * i / n), z));
    for (int i = 0; i < n && radius > 0; i++) {
        int a = middle + 1 + i, b = middle + 1 + (i + 1) % n;
        add_triangle(s, middle, up ? a : b, up ? b : a);
    }
    return radius > 0 ? middle + 1 : middle;
}

static bool add_frustum(soup *s, int n, vec3 size) {
    if (!reserve(s, 2 * n + 2, 4 * n)) return false;
    int low = add_end(s, n, size.x, 0, false), high = add_end(s, n, size.y, size.z, true);
    for (int i = 0; i < n; i++) {
        int k = (i + 1) % n;
        if (size.x > 0) add_triangle(s, low + i, low + k, size.y > 0 ? high + k : high);
        if (size.y > 0) add_triangle(s, size.x > 0 ? low + i : low, high + k, high + i);
    }
    return true;
}

// Number of triangles of the shape; 0: not a primitive; -1: invalid sizes.
static double count_triangles(const contact_shape *s, double sagitta) {
    vec3 a = s->size;
    switch (s->kind) {
    case CONTACT_PLANE:
        return a.x > 0 && a.y > 0 ? 2 : -1;
    case CONTACT_BOX:
        return a.x > 0 && a.y > 0 && a.z > 0 ? 12 : -1;
    case CONTACT_SPHERE:
        return a.x > 0 ? 20 * count_cuts(s, sagitta) * count_cuts(s, sagitta) : -1;
    case CONTACT_ELLIPSOID:
        return a.x > 0 && a.y > 0 && a.z > 0 ? 20 * count_cuts(s, sagitta) * count_cuts(s, sagitta) : -1;
    case CONTACT_FRUSTUM:
        return a.x >= 0 && a.y >= 0 && a.x + a.y > 0 && a.z > 0 ? 4 * count_sides(s, sagitta) : -1;
    default:
        return 0;
    }
}

static rt_status check_sizes(const char *name, const contact_shape *s, double sagitta, rt_diag *d) {
    double n = sagitta > 0 && isfinite(vec3_norm(s->size)) ? count_triangles(s, sagitta) : -1;
    if (n > 0 && n <= CONTACT_TESSELLATE_TRIANGLES) return RT_OK;
    if (n == 0)
        rt_diag_error(d, name, 0, 0,
                      "cannot triangulate this shape: expected a plane, sphere, box, ellipsoid, frustum or cylinder");
    else if (n < 0)
        rt_diag_error(d, name, 0, 0,
                      "expected sizes and a sagitta above 0, found sizes %g, %g, %g m and a sagitta of %g m", s->size.x,
                      s->size.y, s->size.z, sagitta);
    else
        rt_diag_error(d, name, 0, 0, "a sagitta of %g m needs %.0f triangles (limit %d): choose a larger one", sagitta,
                      n, CONTACT_TESSELLATE_TRIANGLES);
    return RT_ERR_USAGE;
}

static bool fill_soup(soup *to, const contact_shape *s, double sagitta) {
    switch (s->kind) {
    case CONTACT_PLANE:
        return add_rectangle(to, s->size);
    case CONTACT_BOX:
        return add_box(to, s->size);
    case CONTACT_SPHERE:
        return add_ellipsoid(to, (int)count_cuts(s, sagitta), vec3_make(s->size.x, s->size.x, s->size.x));
    case CONTACT_ELLIPSOID:
        return add_ellipsoid(to, (int)count_cuts(s, sagitta), s->size);
    default:
        return add_frustum(to, (int)count_sides(s, sagitta), s->size);
    }
}

// open: the mesh is a plane's rectangle; suppresses the warning that the mesh is open.
static rt_status make_mesh(const char *name, const soup *from, bool open, contact_mesh *mesh, rt_diag *d) {
    rt_diag quiet = {0};
    const contact_mesh_options o = {.scale = 1, .need_closed = !open};
    rt_status status = contact_mesh_make(name, from->v, from->nv, from->t, from->nt, &o, mesh, NULL, open ? &quiet : d);
    if (status != RT_OK && open) rt_diag_error(d, name, 0, 0, "cannot make a rectangle of these sizes");
    return status;
}

rt_status contact_tessellate(const char *name, const contact_shape *s, double sagitta, contact_mesh *mesh,
                             contact_bvh *tree, rt_diag *d) {
    soup to = {0};
    *mesh = (contact_mesh){0};
    if (tree) *tree = (contact_bvh){0};
    rt_status status = check_sizes(name, s, sagitta, d);
    if (status != RT_OK) return status;
    status = fill_soup(&to, s, sagitta) ? make_mesh(name, &to, s->kind == CONTACT_PLANE, mesh, d) : RT_ERR_MEMORY;
    free(to.v), free(to.t);
    if (status == RT_OK && tree) status = contact_bvh_build(mesh, tree);
    if (status == RT_ERR_MEMORY) rt_diag_error(d, name, 0, 0, "no memory for the triangles of the shape");
    if (status != RT_OK) contact_mesh_free(mesh);
    return status;
}
