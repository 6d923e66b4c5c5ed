// SPDX-License-Identifier: MIT
#include "contact/curve/parts.h"
#include <stdlib.h>

#define LINE_RATIO 3.0 // a segment longer than its smooth neighbour by this factor is a straight line that meets an arc
#define SMOOTH_MOST 1.0472 // 60°: the cubics' slopes stay below 2
#define STRAIGHT 1e-9      // a smaller turn counts as none [rad]
#define TURN_BACK 3.14     // a larger turn is a spike without material [rad]
#define FAR 1e6            // limit of the coordinates [m]

static rt_status fault(rt_diag *d, const contact_curve_source *from, const char *what) {
    rt_diag_error(d, from->file, from->line, from->column, "%s: %s", from->who, what);
    return RT_ERR_FORMAT;
}

static rt_status check_points(const vec2 *point, int n, const contact_curve_options *o,
                              const contact_curve_source *from, rt_diag *d) {
    int least = o->closed ? 3 : 2, last = o->closed ? n : n - 1;
    if (n < least || n > CONTACT_CURVE_MAX) {
        rt_diag_error(d, from->file, from->line, from->column, "%s: %d points, expected %d to %d for %s contour",
                      from->who, n, least, CONTACT_CURVE_MAX, o->closed ? "a closed" : "an open");
        return RT_ERR_FORMAT;
    }
    for (int i = 0; i < n; i++)
        if (!(fabs(point[i].x) <= FAR && fabs(point[i].y) <= FAR)) {
            rt_diag_error(d, from->file, from->line, from->column,
                          "%s: point %d: expected finite coordinates up to %g m, found (%g, %g)", from->who, i + 1, FAR,
                          point[i].x, point[i].y);
            return RT_ERR_FORMAT;
        }
    for (int i = 0; i < last; i++)
        if (!(vec2_norm(vec2_sub(point[(i + 1) % n], point[i])) > 1e-12)) {
            rt_diag_error(d, from->file, from->line, from->column, "%s: points %d and %d coincide%s", from->who, i + 1,
                          (i + 1) % n + 1, i + 1 == n ? "; a closed contour does not repeat its first point" : "");
            return RT_ERR_FORMAT;
        }
    if (!(o->smooth >= 0 && o->smooth < SMOOTH_MOST))
        return fault(d, from, "expected an angle of smooth vertices from 0 to below 60 deg");
    return RT_OK;
}

static double turn_angle(const contact_curve_segment *a, const contact_curve_segment *b) {
    return atan2(vec2_cross(a->along, b->along), vec2_dot(a->along, b->along));
}

// Whether the contour is straight at vertex v.
static bool is_straight_at(const contact_plane_curve *c, int v) {
    if (!c->closed && (v == 0 || v == c->n)) return false;
    return fabs(turn_angle(&c->segment[(v + c->n - 1) % c->n], &c->segment[v % c->n])) < STRAIGHT;
}

// Share (0..1) of a smooth vertex's turn that the first of its segments takes. The shares follow the lengths, as on the
// circle through the points. A straight line takes no share: the arc begins at the vertex. A segment is such a line if
// only its far end is straight, or if it exceeds its neighbour by LINE_RATIO.
static double share_of_first(const contact_plane_curve *c, int v) {
    const contact_curve_segment *a = &c->segment[(v + c->n - 1) % c->n], *b = &c->segment[v % c->n];
    bool line_a = is_straight_at(c, (v + c->points - 1) % c->points), line_b = is_straight_at(c, (v + 1) % c->points);
    if (line_a != line_b) return line_a ? 0 : 1;
    if (a->length > LINE_RATIO * b->length) return 0;
    if (b->length > LINE_RATIO * a->length) return 1;
    return a->length / (a->length + b->length);
}

static rt_status set_vertices(contact_plane_curve *c, const contact_curve_options *o, const contact_curve_source *from,
                              rt_diag *d) {
    for (int i = 0; i < c->points; i++) {
        if (!c->closed && (i == 0 || i == c->n)) {
            c->vertex[i] = CONTACT_VERTEX_END;
            continue;
        }
        contact_curve_segment *a = &c->segment[(i + c->n - 1) % c->n], *b = &c->segment[i % c->n];
        double angle = turn_angle(a, b);
        if (fabs(angle) > TURN_BACK) {
            rt_diag_error(d, from->file, from->line, from->column, "%s: the contour turns back on itself at point %d",
                          from->who, i + 1);
            return RT_ERR_FORMAT;
        }
        bool smooth = fabs(angle) < fmax(o->smooth, STRAIGHT);
        c->vertex[i] = smooth ? CONTACT_VERTEX_SMOOTH : angle > 0 ? CONTACT_VERTEX_CORNER : CONTACT_VERTEX_NOTCH;
        if (!smooth || fabs(angle) < STRAIGHT) continue;
        double first = share_of_first(c, i) * angle;
        a->slope[1] = -tan(first);
        b->slope[0] = tan(angle - first);
    }
    return RT_OK;
}

static bool is_sharp(int kind) { return kind != CONTACT_VERTEX_SMOOTH && kind != CONTACT_VERTEX_FLAT_END; }

static bool is_straight(const contact_curve_segment *s) { return s->slope[0] == 0 && s->slope[1] == 0; }

// A segment between a sharp and a smooth vertex becomes a parabola: it has the smooth vertex's curvature throughout.
// Also marks the flat ends.
static void set_sharp_slopes(contact_plane_curve *c) {
    for (int i = 0; i < c->n; i++) {
        contact_curve_segment *s = &c->segment[i];
        bool first = is_sharp(c->vertex[i]), last = is_sharp(c->vertex[(i + 1) % c->points]);
        if (first && !last) s->slope[0] = -s->slope[1];
        if (last && !first) s->slope[1] = -s->slope[0];
    }
    for (int i = 0; i < c->points; i++) {
        if (c->vertex[i] != CONTACT_VERTEX_SMOOTH) continue;
        const contact_curve_segment *a = &c->segment[(i + c->n - 1) % c->n], *b = &c->segment[i % c->n];
        bool flat_end = (is_straight(a) && b->slope[0] > 0) || (is_straight(b) && a->slope[1] < 0);
        if (flat_end) c->vertex[i] = CONTACT_VERTEX_FLAT_END;
    }
}

static void set_bulges(contact_plane_curve *c) {
    for (int i = 0; i < c->n; i++) {
        contact_curve_segment *s = &c->segment[i];
        s->bulge = s->length * (fabs(s->slope[0]) + fabs(s->slope[1])) * (4 / 27.0); // maximum of t (1 - t)²
        c->bulge = fmax(c->bulge, s->bulge);
    }
}

// Twice the enclosed area [m²], > 0 if anticlockwise.
static double doubled_area(const contact_plane_curve *c) {
    double a = 0;
    for (int i = 0; i < c->n; i++) {
        const contact_curve_segment *s = &c->segment[i];
        vec2 r = vec2_sub(s->start, c->segment[0].start);
        a += s->length * vec2_cross(r, s->along);
    }
    return a;
}

static rt_status set_reach(contact_plane_curve *c, const contact_curve_options *o, const contact_curve_source *from,
                           rt_diag *d) {
    bool enclosed = c->closed && doubled_area(c) > 0;
    if (!enclosed && !(o->reach > 0 && o->reach <= FAR))
        return fault(d, from, "an open or clockwise contour needs a reach above 0: it does not enclose its material");
    if (enclosed && o->reach != 0) return fault(d, from, "expected no reach: the contour encloses its material");
    c->reach = enclosed ? HUGE_VAL : o->reach;
    return RT_OK;
}

static void set_segments(contact_plane_curve *c, const vec2 *point, int n) {
    c->lo = c->hi = point[0];
    for (int i = 0; i < n; i++) {
        c->lo = (vec2){fmin(c->lo.x, point[i].x), fmin(c->lo.y, point[i].y)};
        c->hi = (vec2){fmax(c->hi.x, point[i].x), fmax(c->hi.y, point[i].y)};
    }
    for (int i = 0; i < c->n; i++) {
        vec2 way = vec2_sub(point[(i + 1) % n], point[i]), along = vec2_unit(way);
        c->segment[i] = (contact_curve_segment){
            .start = point[i], .along = along, .outward = vec2_right(along), .length = vec2_norm(way)};
    }
}

static rt_status build_curve(contact_plane_curve *c, const vec2 *point, int n, const contact_curve_options *o,
                             const contact_curve_source *from, rt_diag *d) {
    c->segment = calloc((size_t)c->n, sizeof *c->segment);
    c->vertex = calloc((size_t)n, sizeof *c->vertex);
    if (!c->segment || !c->vertex) return RT_ERR_MEMORY;
    set_segments(c, point, n);
    rt_status s = set_reach(c, o, from, d);
    if (!s) s = set_vertices(c, o, from, d);
    if (s) return s;
    set_sharp_slopes(c);
    set_bulges(c);
    c->lo = (vec2){c->lo.x - c->bulge, c->lo.y - c->bulge};
    c->hi = (vec2){c->hi.x + c->bulge, c->hi.y + c->bulge};
    s = curve_build_runs(c);
    if (!s) s = curve_check_crossing(c, from, d);
    return s ? s : curve_build_sectors(c);
}

rt_status contact_plane_curve_create(contact_plane_curve *c, const vec2 *point, int n, const contact_curve_options *o,
                                     const contact_curve_source *from, rt_diag *d) {
    *c = (contact_plane_curve){.n = o->closed ? n : n - 1, .points = n, .closed = o->closed};
    rt_status s = check_points(point, n, o, from, d);
    if (!s) s = build_curve(c, point, n, o, from, d);
    if (s == RT_ERR_MEMORY)
        rt_diag_error(d, from->file, from->line, from->column, "%s: no memory for a contour of %d points", from->who,
                      n);
    if (s) contact_plane_curve_free(c);
    return s;
}

void contact_plane_curve_free(contact_plane_curve *c) {
    free(c->segment), free(c->vertex), free(c->run);
    free(c->first), free(c->listed), free(c->key), free(c->list);
    *c = (contact_plane_curve){0};
}
