// SPDX-License-Identifier: MIT
#include "contact/convex/manifold.h"

#define FLAT 1e-6 // of the hull's extent: vertices this close to a face's plane belong to it, to an edge lie on it
#define STEEP 0.5 // cosine of the tilt beyond which a face gives way to an edge, and an edge to a point

// Cosine and sine of a sixteenth of a turn, the angle between neighbouring points of a rim.
#define RIM_COS 0.92387953251128674
#define RIM_SIN 0.38268343236508977
_Static_assert(CONTACT_FACET_POINTS == 16, "a rim's points");

enum { FACE_POINTS = 64 };

static vec3 nth_axis(int k, double x) { return (vec3){k == 0 ? x : 0, k == 1 ? x : 0, k == 2 ? x : 0}; }
static double nth(vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

// The face that d's greatest component points to, anticlockwise seen from outside.
static void box_facet(vec3 half, vec3 d, contact_facet *out) {
    static const double u_sign[4] = {-1, 1, 1, -1}, v_sign[4] = {-1, -1, 1, 1};
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    int k = x >= y ? (x >= z ? 0 : 2) : y >= z ? 1 : 2, up = nth(d, k) > 0;
    int iu = (k + 1) % 3, iv = (k + 2) % 3;
    vec3 c = nth_axis(k, up ? nth(half, k) : -nth(half, k)), u = nth_axis(iu, nth(half, iu)),
         v = nth_axis(iv, nth(half, iv));
    out->n = 4;
    for (int i = 0; i < 4; i++) {
        int at = up ? i : 3 - i;
        out->v[i] = vec3_madd(vec3_madd(c, u_sign[at], u), v_sign[at], v);
        out->label[i] = 4 * (2 * k + up) + i;
    }
}

static void point_facet(vec3 v, int label, contact_facet *out) { out->n = 1, out->v[0] = v, out->label[0] = label; }

static void cap_facet(double radius, double z, vec3 across, bool top, contact_facet *out) {
    if (!(radius > 0)) {
        point_facet(vec3_make(0, 0, z), top, out);
        return;
    }
    double x = across.x, y = across.y, s = top ? RIM_SIN : -RIM_SIN;
    out->n = CONTACT_FACET_POINTS;
    for (int i = 0; i < CONTACT_FACET_POINTS; i++) {
        out->v[i] = vec3_make(radius * x, radius * y, z), out->label[i] = CONTACT_FACET_POINTS * (1 + top) + i;
        double turned = RIM_COS * x - s * y;
        y = s * x + RIM_COS * y, x = turned;
    }
}

static void frustum_facet(vec3 size, vec3 d, contact_facet *out) {
    double across = sqrt(d.x * d.x + d.y * d.y), length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    vec3 u = across > 1e-12 * length ? vec3_make(d.x / across, d.y / across, 0) : vec3_make(1, 0, 0);
    double slant = hypot(size.z, size.x - size.y);
    double side = slant > 0 ? (size.z * across + (size.x - size.y) * d.z) / slant : -(double)INFINITY;
    if (side < fabs(d.z)) {
        cap_facet(d.z > 0 ? size.y : size.x, d.z > 0 ? size.z : 0, u, d.z > 0, out);
        return;
    }
    out->n = 2;
    out->v[0] = vec3_make(size.x * u.x, size.x * u.y, 0), out->v[1] = vec3_make(size.y * u.x, size.y * u.y, size.z);
    out->label[0] = 2, out->label[1] = 3;
}

// Whether c lies to the right of the line from a to b (or behind b on it), seen against u.
static bool is_right_of(vec3 a, vec3 b, vec3 c, vec3 u, double still) {
    vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a);
    double turn = vec3_dot(u, vec3_cross(ab, ac));
    if (fabs(turn) > still) return turn < 0;
    return vec3_norm2(ac) > vec3_norm2(ab);
}

// Gift wrapping: the hull of the chosen vertices, seen against u, starting at an outermost one.
static void wrap_hull(const vec3 *v, const int *index, int n, vec3 u, double extent, contact_facet *out) {
    vec3 t = vec3_any_normal(u);
    int first = 0;
    for (int i = 1; i < n; i++)
        if (vec3_dot(t, v[index[i]]) > vec3_dot(t, v[index[first]])) first = i;
    double still = 1e-12 * extent * extent;
    int at = first;
    out->n = 0;
    do {
        out->v[out->n] = v[index[at]], out->label[out->n++] = index[at];
        int to = at;
        for (int i = 0; i < n; i++) {
            bool same = vec3_norm2(vec3_sub(v[index[i]], v[index[at]])) <= 1e-20 * extent * extent;
            if (!same && (to == at || is_right_of(v[index[at]], v[index[to]], v[index[i]], u, still))) to = i;
        }
        at = to;
    } while (at != first && vec3_norm2(vec3_sub(v[index[at]], out->v[0])) > 1e-20 * extent * extent &&
             out->n < CONTACT_FACET_POINTS);
}

// The vertex that a plane through v[from] meets first as it tilts from its normal u; `from` if there is none. aside:
// zero, or the direction towards which the plane tilts about the axis across both.
static int tilt_plane(const vec3 *v, int n, int from, vec3 u, vec3 aside, double still) {
    bool one_way = vec3_norm2(aside) > 0;
    double least = INFINITY;
    int to = from;
    for (int i = 0; i < n; i++) {
        vec3 r = vec3_sub(v[i], v[from]);
        double up = vec3_dot(u, r), out = one_way ? vec3_dot(aside, r) : vec3_norm(vec3_madd(r, -up, u));
        if (out > still && -up / out < least) least = -up / out, to = i;
    }
    return to;
}

// Normal of the face on one side (-1, 1) of the edge from v[a] to v[b] in the plane with the normal u; zero: none.
static vec3 face_beside(const vec3 *v, int n, int a, int b, vec3 u, double side, double still) {
    vec3 edge = vec3_unit(vec3_sub(v[b], v[a]));
    int c = tilt_plane(v, n, a, u, vec3_scale(side, vec3_cross(u, edge)), still);
    vec3 normal = vec3_unit(vec3_cross(edge, vec3_sub(v[c], v[a])));
    return vec3_dot(normal, u) < 0 ? vec3_scale(-1, normal) : normal;
}

static int find_coplanar(const vec3 *v, int n, vec3 at, vec3 normal, double flat, int *index) {
    int found = 0;
    for (int i = 0; i < n && found < FACE_POINTS; i++)
        if (fabs(vec3_dot(normal, vec3_sub(v[i], at))) <= flat) index[found++] = i;
    return found;
}

// The least tilted face at the support. The plane across u tilts until it holds an edge, then turns about it. All
// vertices of a facet lie in one plane: vertices beside it would make its height wrong by their own.
static void hull_facet(const vec3 *v, int n, vec3 d, contact_facet *out) {
    vec3 u = vec3_unit(d);
    int best = 0, index[FACE_POINTS], found = 2;
    double extent = 0;
    for (int i = 1; i < n; i++)
        if (vec3_dot(u, v[i]) > vec3_dot(u, v[best])) best = i;
    for (int i = 0; i < n; i++) extent = fmax(extent, vec3_norm2(vec3_sub(v[i], v[best])));
    extent = sqrt(extent);
    double flat = FLAT * extent;
    int end = tilt_plane(v, n, best, u, vec3_make(0, 0, 0), flat);
    vec3 edge = vec3_unit(vec3_sub(v[end], v[best])), normal = vec3_unit(vec3_madd(u, -vec3_dot(u, edge), edge));
    if (end == best || vec3_dot(normal, u) < STEEP) {
        point_facet(v[best], best, out);
        return;
    }
    vec3 left = face_beside(v, n, best, end, normal, 1, flat), right = face_beside(v, n, best, end, normal, -1, flat);
    vec3 face = vec3_dot(left, u) > vec3_dot(right, u) ? left : right;
    index[0] = best, index[1] = end;
    if (vec3_dot(face, u) >= STEEP) found = find_coplanar(v, n, v[best], face, flat, index);
    wrap_hull(v, index, found, found > 2 ? face : normal, extent, out);
}

void contact_facet_of(const contact_shape *s, vec3 d, contact_facet *out) {
    switch (s->kind) {
    case CONTACT_BOX:
        box_facet(s->size, d, out);
        break;
    case CONTACT_FRUSTUM:
        frustum_facet(s->size, d, out);
        break;
    case CONTACT_POINTS:
        hull_facet(s->vertex, s->n, d, out);
        break;
    case CONTACT_TRIANGLE:
        hull_facet(s->vertex, 3, d, out);
        break;
    default:
        point_facet(contact_support(s, d), 0, out);
    }
}
