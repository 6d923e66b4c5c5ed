// SPDX-License-Identifier: MIT
// A chain that hangs from a fairlead and ends on the bottom, against the catenary with a grounded part. Dragged slowly
// along, friction holds it by mu w a metre on the ground; so, with a = T_h / w and the free end without tension,
//   T_h = mu w L_g,   suspended length s = sqrt(y (y + 2 a)),   tension at the fairlead T_h + w y.
#include "tests/dynamics/ground_line.h"

enum { LINKS = 200 };
static const double bar = 0.05, height = 10, friction = 0.8, drag = 0.05, step = 1e-3;
static const ground_soil sand = {
    .sinks = 0.02, .damping = 2, .along = 0.8, .across = 1.0, .slip = 0.005, .settle = 0.01};

typedef struct shape {
    double length, grounded, a; // whole and grounded length, a = T_h / w [m]
} shape;

// Length on the ground of a chain of this length that is dragged at this height: a = mu L_g.
static shape dragged(double length, double up) {
    double low = 0, high = length;
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (low + high), s = sqrt(up * (up + 2 * friction * mid));
        *(mid + s > length ? &high : &low) = mid;
    }
    return (shape){.length = length, .grounded = low, .a = friction * low};
}

// Point of the shape at the arc length u from the free end, above the ground's centre line.
static vec3 point_at(const shape *s, double u) {
    double up = u - s->grounded;
    if (up <= 0) return vec3_make(u, 0, 0);
    return vec3_make(s->grounded + s->a * asinh(up / s->a), 0, hypot(s->a, up) - s->a);
}

// Lays the chain out in its shape, from the fairlead down.
static void lay(line *l, const shape *s) {
    const tackle_link link = tackle_stud_link(bar);
    vec3 x[LINKS + 1], rest = vec3_make(0, 0, line_rest(&link, &sand));
    x[0] = vec3_add(point_at(s, s->length), rest);
    double u = s->length;
    for (int k = 0; k < LINKS; k++) { // chords of one pitch: the arc is a little longer
        double low = u - 1.2 * link.pitch, high = u;
        for (int i = 0; i < 60; i++) {
            double mid = 0.5 * (low + high);
            *(vec3_norm(vec3_sub(vec3_add(point_at(s, mid), rest), x[k])) > link.pitch ? &low : &high) = mid;
        }
        u = low;
        x[k + 1] = vec3_add(point_at(s, u), rest);
    }
    line_make(l, step, bar, LINKS, x, &sand, 0);
}

// Pulls the first node after a point that moves; the spring is soft against the step.
static void follow(line *l, vec3 to, vec3 speed) {
    const int node = l->chain.p[0];
    l->pull.f = vec3_madd(vec3_scale(2e5, vec3_sub(to, l->state.q[node])), 2e3, vec3_sub(speed, l->state.qd[node]));
}

// Takes the swaying out of the chain, relative to this speed.
static void calm(line *l, vec3 speed) {
    for (int i = 0; i < l->model.n_nodes; i++) l->state.qd[i] = vec3_scale(0.98, l->state.qd[i]);
    for (int k = 0; k <= LINKS; k++) l->state.qd[l->chain.p[k]] = vec3_madd(l->state.qd[l->chain.p[k]], 0.02, speed);
}

typedef struct measured {
    double end;           // tension at the fairlead [N]
    double height;        // of the fairlead above the resting chain [m]
    double along[LINKS];  // tension in the middle of each link [N]
    double upward[LINKS]; // force of the bottom on each link [N]
} measured;

static void measure(const line *l, int samples, measured *m) {
    dyn_eval e = dyn_eval_at(&l->model, &l->state);
    m->end += vec3_norm(l->pull.f) / samples;
    m->height += (l->state.q[l->chain.p[0]].z - line_rest(&l->chain.link, &sand)) / samples;
    for (int k = 0; k < LINKS; k++) {
        m->along[k] += dyn_body_tension(&e, l->chain.body[k]) / samples;
        m->upward[k] += line_ground_force(l, &e, k).z / samples;
    }
}

// Links that hang. A soft bottom takes up the weight within some links: with the length lambda = sqrt(T_h / k) of its
// stiffness k, T_h y'' = w + k y gives the load w (1 - exp(-x / lambda)) behind the point of lifting off, and a rigid
// bottom's point of touchdown lies lambda behind it: where the share 1 - 1/e is borne.
static double touchdown(const measured *m, double weight) {
    const double share = (1 - exp(-1)) * weight;
    int k = 1;
    while (k < LINKS - 1 && m->upward[k] < share) k++;
    return k + 0.5 - (m->upward[k] - share) / (m->upward[k] - m->upward[k - 1]);
}

static void dragged_chain_is_a_catenary(void **state) {
    (void)state;
    line l;
    const tackle_link link = tackle_stud_link(bar);
    const double w = link.mass * LINE_G / link.pitch;
    const shape s = dragged(LINKS * link.pitch, height);
    const vec3 speed = {drag, 0, 0};
    static measured m;
    enum { CALM = 8000, FREE = 2000, SAMPLES = 4000 };
    lay(&l, &s);
    vec3 to = l.state.q[l.chain.p[0]];
    for (int i = 0; i < CALM + FREE + SAMPLES; i++) {
        to = vec3_madd(to, step, speed);
        follow(&l, to, speed);
        line_step(&l);
        if (i < CALM) calm(&l, speed);
        if (i >= CALM + FREE) measure(&l, SAMPLES, &m);
    }
    const shape e = dragged(s.length, m.height);
    double hangs = touchdown(&m, link.mass * LINE_G) * link.pitch, expected = e.length - e.grounded;
    print_message("touchdown %.2f m, expected %.2f m; end %.1f N, expected %.1f N\n", hangs, expected, m.end,
                  w * (e.a + m.height));
    CHECK_NEAR(hangs, expected, link.pitch);
    CHECK_NEAR(m.end, w * (e.a + m.height), 0.005 * w * (e.a + m.height));
    for (int k = (int)(hangs / link.pitch) + 15; k < LINKS - 5; k++) {
        double rest = (LINKS - k - 0.5) * link.pitch, per_metre = m.along[k] / rest;
        CHECK_NEAR(per_metre, friction * w, 0.01 * friction * w);
    }
    line_free(&l);
}

// The fairlead rises at 0.15 m/s and takes one link after another off the ground: tension without its mean over a
// second.
static void links_leave_quietly(void **state) {
    (void)state;
    line l;
    const tackle_link link = tackle_stud_link(bar);
    const shape s = dragged(LINKS * link.pitch, height);
    const vec3 none = {0, 0, 0}, rising = {0, 0, 0.15};
    enum { CALM = 6000, RISE = 10000, HALF = 500 };
    static double tension[RISE];
    lay(&l, &s);
    vec3 to = l.state.q[l.chain.p[0]];
    for (int i = 0; i < CALM; i++) {
        follow(&l, to, none);
        line_step(&l);
        calm(&l, none);
    }
    for (int i = 0; i < RISE; i++) {
        to = vec3_madd(to, step * fmin(i / 2000.0, 1), rising);
        follow(&l, to, vec3_scale(fmin(i / 2000.0, 1), rising));
        line_step(&l);
        tension[i] = vec3_norm(l.pull.f);
    }
    double square = 0, most = 0, mean = 0;
    int n = 0;
    for (int i = 4000; i < RISE - HALF; i++, n++) {
        double sum = 0;
        for (int k = -HALF; k <= HALF; k++) sum += tension[i + k];
        double off = tension[i] - sum / (2 * HALF + 1);
        square += off * off, most = fmax(most, fabs(off)), mean += tension[i];
    }
    mean /= n;
    print_message("mean tension %.0f N; noise %.3f %% rms, %.3f %% at most\n", mean, 100 * sqrt(square / n) / mean,
                  100 * most / mean);
    assert_true(sqrt(square / n) < 0.01 * mean);
    line_free(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(dragged_chain_is_a_catenary),
                                       cmocka_unit_test(links_leave_quietly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
