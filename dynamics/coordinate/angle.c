// SPDX-License-Identifier: MIT
// The two equations of the angle (García de Jalón & Bayo 1994, ch. 3),
//   phi_c = a·b - cos s = 0,  phi_s = (a×b)·w - sin s = 0,
// have no gradient by s where sin s, or cos s, vanishes. The usual remedy switches between them. Their sum, weighted by
// their derivatives by s, is one row without a switch:
//   phi = cos s phi_s - sin s phi_c = (a×b)·w cos s - a·b sin s = sin(angle(a, b) - s),
// The row is the first equation at s = ±pi/2 and the second at 0 and pi. Its derivative by s is -1 wherever phi = 0, so
// its multiplier is the torque in the coordinate at any s and has no jump. The other root, s + pi, is out of reach of a
// step.
#include "dynamics/coordinate/angle.h"
#include "dynamics/coordinate/private.h"

#define ACROSS 1e-5 // cosine of vectors at right angles

typedef struct values {
    vec3 a, b, w;
    double sine, cosine; // of s
} values;

static values values_of(const dyn_relative_angle *r, const vec3 *q) {
    double s = q[r->node].x;
    return (values){dyn_direction_in(&r->a, q), dyn_direction_in(&r->b, q), dyn_direction_in(&r->w, q), sin(s), cos(s)};
}

// gamma of y cos s - x sin s with y = (a×b)·w and x = a·b: its second derivative along the motion.
static double gamma_of(const dyn_relative_angle *r, const values *v, const vec3 *qd) {
    vec3 ad = dyn_direction_in(&r->a, qd), bd = dyn_direction_in(&r->b, qd), wd = dyn_direction_in(&r->w, qd);
    vec3 cross = vec3_cross(v->a, v->b), cross_d = vec3_add(vec3_cross(ad, v->b), vec3_cross(v->a, bd));
    double y = vec3_dot(cross, v->w), x = vec3_dot(v->a, v->b), sd = qd[r->node].x;
    double yd = vec3_dot(cross_d, v->w) + vec3_dot(cross, wd), xd = vec3_dot(ad, v->b) + vec3_dot(v->a, bd);
    double ydd = 2 * (vec3_dot(vec3_cross(ad, bd), v->w) + vec3_dot(cross_d, wd)), xdd = 2 * vec3_dot(ad, bd);
    return (ydd - 2 * xd * sd - y * sd * sd) * v->cosine - (xdd + 2 * yd * sd - x * sd * sd) * v->sine;
}

static void angle_row(const void *self, const dyn_eval *e, dyn_row *row) {
    const dyn_relative_angle *r = self;
    values v = values_of(r, e->q);
    vec3 cross = vec3_cross(v.a, v.b);
    double y = vec3_dot(cross, v.w), x = vec3_dot(v.a, v.b);
    *row = (dyn_row){.phi = y * v.cosine - x * v.sine, .gamma = gamma_of(r, &v, e->qd)};
    written_gradient(row, r->node, vec3_make(-y * v.sine - x * v.cosine, 0, 0));
    written_gradient_along(row, &r->a, vec3_madd(vec3_scale(v.cosine, vec3_cross(v.b, v.w)), -v.sine, v.b));
    written_gradient_along(row, &r->b, vec3_madd(vec3_scale(v.cosine, vec3_cross(v.w, v.a)), -v.sine, v.a));
    written_gradient_along(row, &r->w, vec3_scale(v.cosine, cross));
}

// scale [x]× + diagonal I
static mat3 skew(double scale, vec3 x, double diagonal) {
    return (mat3){{{diagonal, -scale * x.z, scale * x.y},
                   {scale * x.z, diagonal, -scale * x.x},
                   {-scale * x.y, scale * x.x, diagonal}}};
}

// d²phi/da db = -cos s [w]× - sin s I, /da dw = cos s [b]×, /db dw = -cos s [a]×, and those with s.
static void angle_curve(const void *self, const dyn_eval *e, const double *lambda, double weight) {
    const dyn_relative_angle *r = self;
    values v = values_of(r, e->q);
    vec3 cross = vec3_cross(v.a, v.b);
    double k = weight * *lambda, y = vec3_dot(cross, v.w), x = vec3_dot(v.a, v.b);
    mat3 ab = skew(-v.cosine, v.w, -v.sine), aw = skew(v.cosine, v.b, 0), bw = skew(-v.cosine, v.a, 0);
    written_curve_along(e, &r->a, &r->b, k, &ab);
    written_curve_along(e, &r->a, &r->w, k, &aw);
    written_curve_along(e, &r->b, &r->w, k, &bw);
    const dyn_direction s = {r->node, DYN_ZERO, 1};
    const vec3 zero = {0, 0, 0};
    mat3 as = mat3_columns(vec3_madd(vec3_scale(-v.sine, vec3_cross(v.b, v.w)), -v.cosine, v.b), zero, zero);
    mat3 bs = mat3_columns(vec3_madd(vec3_scale(-v.sine, vec3_cross(v.w, v.a)), -v.cosine, v.a), zero, zero);
    mat3 ws = mat3_columns(vec3_scale(-v.sine, cross), zero, zero);
    mat3 ss = {{{0.5 * (x * v.sine - y * v.cosine), 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    written_curve_along(e, &r->a, &s, k, &as);
    written_curve_along(e, &r->b, &s, k, &bs);
    written_curve_along(e, &r->w, &s, k, &ws);
    written_curve_along(e, &s, &s, k, &ss);
}

static bool is_across(vec3 a, vec3 w) {
    double size = vec3_norm(a) * vec3_norm(w);
    return size > 0 && fabs(vec3_dot(a, w)) <= ACROSS * size;
}

rt_status dyn_relative_angle_add(dyn_relative_angle *r, dyn_model *m, const dyn_direction *a, const dyn_direction *b,
                                 const dyn_direction *w, double inertia, const char **why) {
    *r = (dyn_relative_angle){.a = *a, .b = *b, .w = *w};
    vec3 av = dyn_direction_in(a, m->node0), bv = dyn_direction_in(b, m->node0), wv = dyn_direction_in(w, m->node0);
    *why = NULL;
    if (!is_across(bv, wv)) *why = "the second vector is not at right angles to the axis";
    if (!is_across(av, wv)) *why = "the first vector is not at right angles to the axis";
    if (*why) return RT_ERR_USAGE;
    double s = atan2(vec3_dot(vec3_cross(av, bv), wv), vec3_dot(av, bv));
    r->node = dyn_add_lone_node(m, vec3_make(s, 0, 0), vec3_make(inertia, 1, 1));
    dyn_couple(m, (const int[7]){r->node, a->head, a->tail, b->head, b->tail, w->head, w->tail}, 7);
    r->group = dyn_add_rows(m, &(dyn_row_group){.self = r, .n_rows = 1, .eval = angle_row, .curve = angle_curve});
    return RT_OK;
}
