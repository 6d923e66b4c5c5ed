// SPDX-License-Identifier: MIT
// Links on the bottom: depth, friction along and across, memory in the world, tangents, energy; a chain pulled along.
#include "tests/dynamics/ground_line.h"
#include "tests/dynamics/ground_tangent.h"
#include "tests/dynamics/mechanism.h"
#include "tests/random.h"

static const double g = 9.81, mass = 20.9, half = 0.1, bow = 0.08, bar = 0.031;
static const ground_soil sand = {
    .sinks = 0.02, .damping = 2, .along = 0.8, .across = 1.0, .slip = 0.003, .settle = 0.01};

typedef struct rig {
    mechanism k;
    ground_chain ground;
    int body;
} rig;

// A link with its middle at `at`, its length along `along` and its width along `side`, on this plane.
static void make_rig(rig *r, double h, vec3 at, vec3 along, vec3 side, vec3 up, const dyn_motion *motion) {
    *r = (rig){0};
    mechanism_make(&r->k, h, vec3_make(0, 0, -g));
    r->k.model.motion = motion;
    // the frame: x across, z along; a brick has p0 p1 along x: nodes at the ends of the width
    const mat3 turn = mat3_columns(side, vec3_cross(along, side), along);
    const brick b = {.at = {turn, at}, .length = 0.1, .mass = mass, .inertia = {0.3, 0.3, 0.1}};
    r->body = mechanism_body(&r->k, &b);
    const ground_plane plane = {.normal = up};
    assert_int_equal(ground_chain_create(&r->ground, 1, &plane, &sand), RT_OK);
    const ground_link_def link = {.body = r->body, .half = half, .bow = bow, .bar = bar, .weight = mass * g};
    ground_chain_add_link(&r->ground, &r->k.model, &link);
    ground_chain_finish(&r->ground);
    dyn_add_force(&r->k.model, &r->ground.force);
    mechanism_finish(&r->k);
}

static void free_rig(rig *r) {
    ground_chain_free(&r->ground);
    mechanism_free(&r->k);
}

static vec3 middle(const rig *r) {
    dyn_eval e = dyn_eval_at(&r->k.model, &r->k.state);
    return dyn_axes_to_world(e.axes, dyn_body_pose(&e, r->body).p);
}

static const vec3 ahead = {1, 0, 0}, port = {0, 1, 0}, upward = {0, 0, 1};

// Set down flat, a link rests on four points, half as deep as the soil says of two; on its edge, on two.
static void link_sinks_as_the_soil_says(void **state) {
    (void)state;
    rig r;
    make_rig(&r, 1e-3, vec3_make(0, 0, bar), ahead, port, upward, NULL);
    for (int i = 0; i < 3000; i++) mechanism_step(&r.k);
    CHECK_NEAR(bar - middle(&r).z, 0.5 * sand.sinks, 1e-4);
    free_rig(&r);
    make_rig(&r, 1e-3, vec3_make(0, 0, bow + bar - sand.sinks), ahead, upward, upward, NULL);
    dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
    r.ground.force.predict(&r.ground, &e, NULL);
    const ground_grip none[GROUND_BOWS] = {0};
    CHECK_VEC3(ground_chain_force_on(&r.ground, &e, none, 0), vec3_make(0, 0, mass * g), 0.03 * mass * g);
    free_rig(&r);
}

// A constant pull on a resting link, along it or across: held below the limit, creeping nowhere; beyond it the link
// accelerates by what is left.
static void friction_holds_up_to_its_limits(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        const double mu = k & 1 ? sand.across : sand.along, share = k & 2 ? 1.25 : 0.9;
        const vec3 way = k & 1 ? port : ahead;
        rig r;
        make_rig(&r, 1e-3, vec3_make(0, 0, bar - 0.5 * sand.sinks), ahead, port, upward, NULL);
        for (int i = 0; i < 2000; i++) mechanism_step(&r.k);
        vec3 from = middle(&r);
        // the pull is a tilted gravity of the same normal part; it grows in a second, since a sudden one overshoots
        for (int i = 0; i < 5000; i++) {
            double pull = share * mu * g * fmin(1e-3 * i, 1);
            r.k.model.gravity = vec3_madd(vec3_make(0, 0, -g), pull, way);
            mechanism_step(&r.k);
        }
        // beyond the limit: it begins to slide at 1 / share s
        vec3 moved = vec3_sub(middle(&r), from);
        double a = mu * g, t1 = 1 / share, up = 1 - t1, v = share * a * (1 - t1 * t1) / 2 - a * up;
        double x = share * a * ((1 - t1 * t1 * t1) / 6 - t1 * t1 * up / 2) - a * up * up / 2;
        double expected = share > 1 ? x + 4 * v + 8 * (share - 1) * a : share * sand.slip;
        CHECK_NEAR(vec3_dot(moved, way), expected, share > 1 ? 0.01 * expected : 2e-5);
        CHECK_NEAR(vec3_norm(vec3_madd(moved, -vec3_dot(moved, way), way)), 0, 1e-3 * (1 + expected));
        free_rig(&r);
    }
}

// Largest force on a mass that falls flat with this speed on four points, m z'' = k d (1 + c d') - m g, and its largest
// depth, by small steps of the semi-implicit Euler rule.
static double greatest_force(double speed, double *deepest) {
    const double k = 4 * 0.5 * mass * g / sand.sinks, h = 1e-7;
    double depth = 0, v = speed, most = 0;
    for (*deepest = 0; v > 0; depth += h * v) {
        const double f = k * depth * (1 + sand.damping * v);
        most = fmax(most, f), *deepest = fmax(*deepest, depth);
        v += h * (g - f / mass);
    }
    return most;
}

// A link that falls flat: its greatest force and depth converge with the step. Nothing throws it back.
static void falls_on_the_bottom(void **state) {
    (void)state;
    const double speed = 3;
    double deepest, most = greatest_force(speed, &deepest), off[2][4];
    for (int i = 0; i < 4; i++) {
        const double h = 2e-3 / (1 << i), touch = bar + 0.37 * speed * h;
        double found = 0, deep = 0, back = 0;
        rig r;
        make_rig(&r, h, vec3_make(0, 0, touch), ahead, port, upward, NULL);
        const int *node = r.k.model.body[r.body].node;
        r.k.state.qd[node[0]] = r.k.state.qd[node[1]] = vec3_make(0, 0, -speed);
        for (int n = 0; n < 400 << i; n++) {
            mechanism_step(&r.k);
            const dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
            const ground_grip none[GROUND_BOWS] = {0};
            found = fmax(found, ground_chain_force_on(&r.ground, &e, none, 0).z);
            deep = fmax(deep, bar - middle(&r).z), back = fmax(back, r.k.state.qd[node[0]].z);
        }
        print_message("%.3g ms: %.1f N of %.1f N, %.2f mm deep of %.2f mm, springs back with %.3f m/s\n", 1e3 * h,
                      found, most, 1e3 * deep, 1e3 * deepest, back);
        off[0][i] = fabs(found - most) / most, off[1][i] = fabs(deep - deepest) / deepest;
        assert_true(back < 0.2 * speed);
        free_rig(&r);
    }
    for (int k = 0; k < 2; k++) assert_true(off[k][3] < 2e-3 && off[k][3] < 0.2 * off[k][0]);
}

// The axes swing 60 deg to either side, pitch, and travel: a link at rest in the world stays where it lies.
static void swing(const void *self, double t, dyn_axes *out) {
    (void)self;
    *out = dyn_axes_rest;
    double w = 2 * 3.14159265358979 / 60, yaw = 1.047 * sin(w * t), rate = 1.047 * w * cos(w * t),
           change = -1.047 * w * w * sin(w * t);
    out->p = vec3_make(20 * sin(w * t), 0, 0);
    out->v = vec3_make(20 * w * cos(w * t), 0, 0);
    out->a = vec3_make(-20 * w * w * sin(w * t), 0, 0);
    dyn_axes_turn(out, (const double[4]){cos(0.5 * yaw), 0, 0, sin(0.5 * yaw)});
    out->w = vec3_make(0, 0, rate);
    out->w_change = vec3_make(0, 0, change);
}

static void rests_in_the_world(void **state) {
    (void)state;
    const dyn_motion motion = {.at = swing};
    rig r;
    make_rig(&r, 1e-3, vec3_make(30, -10, bar - 0.5 * sand.sinks), ahead, port, upward, &motion);
    for (int i = 0; i < 2; i++) // at rest in the world: the axes move past it
        r.k.state.qd[r.k.model.body[r.body].node[i]] = vec3_make(0, 0, 0);
    dyn_state_start_axes(&r.k.model, &r.k.state);
    const int *node = r.k.model.body[r.body].node;
    for (int i = 0; i < 4; i++) {
        vec3 q = r.k.state.q[node[i]], w = r.k.state.axes->w;
        r.k.state.qd[node[i]] = vec3_scale(-1, vec3_cross(w, q));
        if (i < 2) r.k.state.qd[node[i]] = vec3_sub(r.k.state.qd[node[i]], r.k.state.axes->v);
    }
    dyn_initial_acceleration(&r.k.model, &r.k.state, r.k.work, &(rt_command){0});
    for (int i = 0; i < 1000; i++) mechanism_step(&r.k);
    const vec3 from = middle(&r);
    double most = 0;
    for (int i = 0; i < 60000; i++) {
        mechanism_step(&r.k);
        most = fmax(most, vec3_norm(vec3_sub(middle(&r), from)));
    }
    print_message("moved by at most %g m\n", most);
    assert_true(most < 2e-5);
    free_rig(&r);
}

// A link that sinks, rolls and drifts below the limit of friction: K and C along random directions of its nodes.
static void tangent_by_differences(void **state) {
    (void)state;
    uint64_t seed = 3;
    rig r;
    make_rig(&r, 1e-3, vec3_make(0, 0, bar - 0.5 * sand.sinks), ahead, port, upward, NULL);
    for (int i = 0; i < 300; i++) mechanism_step(&r.k);
    mechanism_spin(&r.k, r.body, vec3_make(0.02, 0.03, -0.05), vec3_make(0.1, 0.05, 0.02));
    mechanism_step(&r.k);
    for (int n = 0; n < 20; n++) {
        vec3 along[MECHANISM_NODES] = {{0, 0, 0}};
        for (int i = 0; i < 4; i++) along[r.k.model.body[r.body].node[i]] = random_vec3(&seed, 1);
        ground_check_tangent(&r.k, &r.ground.force, r.k.state.z, along, 1e-5);
    }
    free_rig(&r);
}

enum { LINKS = 60 };

// A straight chain of rigid links, pulled along: held as one body up to mu w L, each link by its share of the pull;
// beyond it the chain slides with what is left, and its tension falls by mu w a metre besides its inertia.
static void pulled_along_the_bottom(void **state) {
    (void)state;
    const tackle_link link = tackle_stud_link(0.05);
    const double weight = link.mass * g * LINKS, shares[] = {0.8, 1.3};
    for (int k = 0; k < 2; k++) {
        line l;
        vec3 x[LINKS + 1]; // 50 mm, straight along x
        for (int i = 0; i <= LINKS; i++) x[i] = vec3_make(i * link.pitch, 0, 0.5 * link.d * 1.5);
        line_make(&l, 1e-3, 0.05, LINKS, x, &sand, 0.1);
        int caps = 0;
        vec3 v0 = {0, 0, 0};
        for (int i = 0; i < 6000; i++) {
            if (i == 5000) v0 = l.state.qd[l.chain.p[0]];
            double pull = shares[k] * sand.along * weight * fmin(fmax((i - 2000) / 2000.0, 0), 1);
            l.pull.f = vec3_make(-pull, 0, 0);
            caps += line_step(&l).capped;
        }
        dyn_eval e = dyn_eval_at(&l.model, &l.state);
        double pull = shares[k] * sand.along * weight, a = fmax(shares[k] - 1, 0) * sand.along * g;
        CHECK_NEAR(v0.x - l.state.qd[l.chain.p[0]].x, a, 0.01 * sand.along * g);
        for (int i = 5; i < LINKS; i += 10) {
            double rest = 1 - (i + 0.5) / LINKS;
            CHECK_NEAR(dyn_body_tension(&e, l.chain.body[i]), pull * rest, 0.01 * pull);
        }
        assert_int_equal(caps, 0);
        line_free(&l);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_sinks_as_the_soil_says), cmocka_unit_test(friction_holds_up_to_its_limits),
        cmocka_unit_test(falls_on_the_bottom),         cmocka_unit_test(rests_in_the_world),
        cmocka_unit_test(tangent_by_differences),      cmocka_unit_test(pulled_along_the_bottom)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
