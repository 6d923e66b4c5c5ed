// SPDX-License-Identifier: MIT
// Nearest point of a contour to a given point.
#include "contact/curve/parts.h"

// Height over the chord and its slope, both of a chord of length 1.
static inline double height_at(const contact_curve_segment *s, double t) {
    return t * (1 - t) * (s->slope[0] * (1 - t) - s->slope[1] * t);
}

static inline double height_slope(const contact_curve_segment *s, double t) {
    return s->slope[0] * (1 - t) * (1 - 3 * t) - s->slope[1] * t * (2 - 3 * t);
}

static inline double height_curvature(const contact_curve_segment *s, double t) {
    return s->slope[0] * (6 * t - 4) - s->slope[1] * (2 - 6 * t);
}

vec2 contact_curve_point(const contact_curve_segment *s, double t) {
    return vec2_madd(vec2_madd(s->start, t * s->length, s->along), s->length * height_at(s, t), s->outward);
}

vec2 contact_curve_normal(const contact_curve_segment *s, double t) {
    return vec2_unit(vec2_madd(s->outward, -height_slope(s, t), s->along));
}

vec2 contact_curve_vertex(const contact_plane_curve *c, int v) {
    return v < c->n ? c->segment[v].start : contact_curve_point(&c->segment[c->n - 1], 1);
}

vec2 contact_curve_end_normal(const contact_plane_curve *c, int i, bool end) {
    int v = (i + end) % c->points;
    bool smooth = c->vertex[v] == CONTACT_VERTEX_SMOOTH || c->vertex[v] == CONTACT_VERTEX_FLAT_END;
    return end && smooth ? contact_curve_normal(&c->segment[v], 0) : contact_curve_normal(&c->segment[i], end);
}

// Half the slope of minus the squared distance from (x, y), a point in units of the chord: > 0 where the foot is ahead.
static inline double slope_ahead(const contact_curve_segment *s, double x, double y, double t) {
    return (x - t) + (y - height_at(s, t)) * height_slope(s, t);
}

// Finds the zero of slope_ahead, which is above 0 at t = 0 and below at t = 1: Newton's method, safeguarded by
// bisection.
static double find_foot(const contact_curve_segment *s, double x, double y) {
    double low = 0, high = 1, t = fmin(fmax(x, 0), 1);
    for (int k = 0; k < 60; k++) {
        double f = slope_ahead(s, x, y, t), m = height_slope(s, t);
        if (f > 0)
            low = t;
        else
            high = t;
        double df = -1 - m * m + (y - height_at(s, t)) * height_curvature(s, t), next = t - f / df;
        if (!(df < 0 && next > low && next < high)) next = 0.5 * (low + high);
        bool there = fabs(next - t) < 1e-11; // the next step would be of the order of its square
        t = next;
        if (there) break;
    }
    return t;
}

double curve_segment_nearest(const contact_curve_segment *s, vec2 x, double *t) {
    vec2 r = vec2_sub(x, s->start);
    double u = vec2_dot(r, s->along) / s->length, v = vec2_dot(r, s->outward) / s->length;
    if (s->slope[0] == 0 && s->slope[1] == 0) {
        *t = fmin(fmax(u, 0), 1);
        return vec2_norm2((vec2){(u - *t) * s->length, v * s->length});
    }
    bool from_start = slope_ahead(s, u, v, 0) > 0, to_end = slope_ahead(s, u, v, 1) >= 0;
    if (from_start && !to_end)
        *t = find_foot(s, u, v);
    else if (from_start == to_end)
        *t = from_start; // beyond an end
    else
        *t = u > 0.5; // the only extreme between the ends is a maximum
    return vec2_norm2((vec2){(u - *t) * s->length, (v - height_at(s, *t)) * s->length});
}

typedef struct nearest {
    int segment;
    double d2, t;
} nearest;

// Lower bound of the squared distance to the segment, which lies within its bulge of the chord.
static inline double chord_distance2(const contact_curve_segment *s, vec2 x) {
    vec2 r = vec2_sub(x, s->start);
    double u = vec2_dot(r, s->along), v = fabs(vec2_dot(r, s->outward)) - s->bulge;
    double beyond = u < 0 ? -u : u > s->length ? u - s->length : 0;
    v = v > 0 ? v : 0;
    return beyond * beyond + v * v;
}

// Measures segment i; of equally near segments the first one counts.
static void measure_segment(const contact_plane_curve *c, int i, vec2 x, nearest *best, contact_curve_effort *effort) {
    effort->segments++;
    if (chord_distance2(&c->segment[i], x) > best->d2 * (1 + 1e-12)) return;
    double t, d2 = curve_segment_nearest(&c->segment[i], x, &t);
    if (d2 < best->d2 || (d2 == best->d2 && i < best->segment)) *best = (nearest){i, d2, t};
}

int curve_tree_nearest(const contact_plane_curve *c, vec2 x, double *d2, double *t, contact_curve_effort *effort) {
    nearest best = {c->n, HUGE_VAL, 0};
    int stack[CURVE_DEPTH], n = 0;
    stack[n++] = 0;
    while (n > 0) {
        int k = stack[--n];
        const contact_curve_run *r = &c->run[k];
        effort->runs++;
        if (curve_run_distance2(r, x) > best.d2) continue;
        if (r->count <= CURVE_LEAF) {
            for (int i = r->first; i < r->first + r->count; i++) measure_segment(c, i, x, &best, effort);
            continue;
        }
        int first = k + 1, second = c->run[first].skip;
        bool swap = curve_run_distance2(&c->run[second], x) < curve_run_distance2(&c->run[first], x);
        stack[n++] = swap ? first : second;
        stack[n++] = swap ? second : first;
    }
    *d2 = best.d2;
    *t = best.t;
    return best.segment;
}

static nearest find_nearest(const contact_plane_curve *c, vec2 x, contact_curve_effort *effort) {
    nearest best = {c->n, HUGE_VAL, 0};
    int64_t key = curve_sector_key(c, x);
    uint32_t slot = key < 0 ? 0 : curve_sector_slot(c, key);
    if (key >= 0 && c->key[slot] == key) {
        int s = c->list[slot];
        for (int k = c->first[s]; k < c->first[s + 1]; k++) measure_segment(c, c->listed[k], x, &best, effort);
    } else {
        best.segment = curve_tree_nearest(c, x, &best.d2, &best.t, effort);
    }
    return best;
}

// Sets the foot to point v. A smooth point has one normal. At a sharp point the sum of both segments' normals
// determines the side, and the normal goes through x (Bærentzen & Aanæs 2005: pseudonormals).
static void set_foot_at_point(const contact_plane_curve *c, int v, vec2 x, contact_curve_near *near) {
    int kind = c->vertex[v];
    near->foot = contact_curve_vertex(c, v);
    if (kind == CONTACT_VERTEX_END) {
        near->vertex = v;
        near->none = true;
        near->normal = contact_curve_normal(&c->segment[near->segment], v > 0);
        near->distance = vec2_norm(vec2_sub(x, near->foot));
        return;
    }
    vec2 before = contact_curve_normal(&c->segment[(v + c->n - 1) % c->n], 1);
    vec2 after = contact_curve_normal(&c->segment[v], 0), middle = vec2_unit(vec2_add(before, after));
    vec2 away = vec2_sub(x, near->foot);
    double side = vec2_dot(away, middle) < 0 ? -1 : 1;
    bool smooth = kind == CONTACT_VERTEX_SMOOTH || kind == CONTACT_VERTEX_FLAT_END;
    if (!smooth) near->vertex = v;
    double distance = vec2_norm(away);
    near->normal = smooth || !(distance > 1e-200) ? middle : vec2_scale(side / distance, away);
    near->distance = side * distance;
}

contact_curve_near contact_plane_curve_near(const contact_plane_curve *c, vec2 x, contact_curve_effort *effort) {
    nearest best = find_nearest(c, x, effort);
    contact_curve_near near = {.segment = best.segment, .vertex = -1};
    const contact_curve_segment *s = &c->segment[best.segment];
    if (best.t > 0 && best.t < 1) {
        near.foot = contact_curve_point(s, best.t);
        near.normal = contact_curve_normal(s, best.t);
        near.distance = vec2_dot(vec2_sub(x, near.foot), near.normal);
    } else {
        set_foot_at_point(c, (best.segment + (best.t > 0)) % c->points, x, &near);
    }
    near.none = near.none || near.distance < -c->reach;
    return near;
}

bool contact_plane_curve_faces(const contact_plane_curve *c, vec2 x, double within, vec2 axis, double spread,
                               contact_curve_effort *effort) {
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        effort->runs++;
        double angle = r->spread + spread;
        bool turned = angle < M_PI && vec2_dot(axis, r->axis) < cos(angle) - 1e-9;
        if (turned || curve_run_distance2(r, x) > within * within)
            k = r->skip;
        else if (r->count <= CURVE_LEAF)
            return true;
        else
            k++;
    }
    return false;
}
