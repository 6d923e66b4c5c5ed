// SPDX-License-Identifier: MIT
// The anchor watch on made tracks: circles against their closed forms, a ship that yaws within them, an anchor that
// drags, veering, weighing, and a new let-go.
#include "rt/watch/watch.h"
#include "tests/check.h"
#include "tests/random.h"
#include <string.h>

static const double pi = 3.14159265358979323846, step = 0.1; // of the frames [s]

// A ship of 60 m on 165 m of chain in 20 m of water: hawse 25 m over the bottom and 29 m before midship, antenna 20 m
// abaft it.
static watch_def ship(void) { return (watch_def){.limits = watch_limits_default(), .to_antenna = 49, .to_stern = 59}; }

typedef struct run {
    watch_def def;
    anchor_watch w;
    watch_input in;
    int count[2]; // of RT_EVENT_BROUGHT_UP and RT_EVENT_ANCHOR_DRAGS
    int raised;   // times that the alarm came
} run;

// Puts the hawse there, the ship heading along the angle: 0 along x, toward y positive.
static void place(run *r, double x, double y, double heading) {
    r->in.hawse = vec3_make(x, y, 5);
    r->in.antenna = vec3_make(x - r->def.to_antenna * cos(heading), y - r->def.to_antenna * sin(heading), 30);
    r->in.lead = vec3_unit(vec3_make(r->in.anchor.x - x, r->in.anchor.y - y, -10));
}

static void frame(run *r) {
    rt_events events = 0;
    int before = r->w.outside;
    r->in.t += step;
    anchor_watch_update(&r->w, &r->def, &r->in, &events);
    r->count[0] += events >> RT_EVENT_BROUGHT_UP & 1;
    r->count[1] += events >> RT_EVENT_ANCHOR_DRAGS & 1;
    r->raised += !before && r->w.outside;
}

static void wait(run *r, double seconds) {
    for (int k = 0; k < (int)lround(seconds / step); k++) frame(r);
}

// The anchor let go at the origin, under the hawse, and the ship laid back over 160 m along -x at 1 m/s.
static run laid_back(void) {
    run r = {.def = ship(), .in = {.height = 25, .outboard = 20}};
    r.in.anchor = vec3_make(0, 0, -10);
    place(&r, 0, 0, 0);
    anchor_watch_init(&r.w, &r.def, &r.in);
    frame(&r);
    assert_int_equal(r.w.state, DYN_WATCH_OFF);
    r.in.anchor.z = -20, r.in.grounded = true, r.in.chain_speed = -1, r.in.outboard = 26;
    for (double x = 0; x < 160; x += step) {
        place(&r, -x, 0, 0);
        r.in.outboard = fmin(165, 26 + x);
        frame(&r);
    }
    r.in.chain_speed = 0;
    assert_int_equal(r.w.state, DYN_WATCH_LAYING);
    return r;
}

// 110 m of chain, 13 m from hawse to bottom, 40 m from hawse to antenna: 149 m (worked example of an anchor watch's
// manual, which has no margin).
static void circles_are_the_closed_forms(void **state) {
    (void)state;
    watch_def d = {.to_antenna = 40, .to_stern = 90};
    watch_input in = {.outboard = 110, .height = 13};
    CHECK_NEAR(watch_limit(&d, &in), 149, 0.5);
    CHECK_NEAR(watch_limit(&d, &in), 40 + sqrt(110. * 110 - 13 * 13), 1e-12);
    d.limits = watch_limits_default();
    CHECK_NEAR(watch_limit(&d, &in), 50 + 109.229, 1e-3);
    CHECK_NEAR(watch_swing(&d, &in), 90 + 109.229, 1e-3);
    CHECK_NEAR(watch_scope(5, 3), 4, 1e-12);
    assert_true(watch_scope(12, 13) == 0);
}

// A hanging chain spans less than its scope: a = T_h / w, span = a asinh(s / a), height = a (cosh(span / a) - 1).
static void catenary_spans_less_than_the_scope(void **state) {
    (void)state;
    for (double a = 20; a < 1e4; a *= 1.5)
        for (double s = 30; s < 300; s *= 1.3) {
            double span = a * asinh(s / a), height = a * (cosh(span / a) - 1);
            assert_true(span <= watch_scope(s, height));
        }
}

static void ship_is_brought_up_once_she_stops_opening(void **state) {
    (void)state;
    run r = laid_back();
    for (double x = 160; x < 162; x += 0.05 * step) { // she still opens, at 0.05 m/s
        place(&r, -x, 0, 0);
        frame(&r);
    }
    assert_int_equal(r.count[0], 0);
    wait(&r, 4); // the time counts from the last quarter of a metre, which she opened in 5 s
    assert_int_equal(r.count[0], 0);
    wait(&r, 7);
    assert_int_equal(r.count[0], 1);
    assert_int_equal(r.w.state, DYN_WATCH_BROUGHT_UP);
    CHECK_NEAR(r.w.brought_up_s, r.in.t, 7);
    assert_true(vec3_norm(r.w.centre) <= 5.1 && r.w.centre.x == 0); // the hawse as the anchor came down
}

// A ship that lies to a slack chain over her anchor is not brought up.
static void slack_chain_brings_no_ship_up(void **state) {
    (void)state;
    run r = laid_back();
    place(&r, -60, 0, 0);
    wait(&r, 120);
    assert_int_equal(r.count[0], 0);
}

// Ten minutes of yawing by 50 deg on a taut chain that sweeps round the whole circle, the antenna farthest from the
// anchor at times, with 4 m of noise in the position.
static void yawing_ship_raises_no_alarm(void **state) {
    (void)state;
    run r = laid_back();
    uint64_t seed = 1;
    const double scope = watch_scope(165, 25);
    for (double t = 0; t < 600; t += step) {
        double around = pi + 2 * pi * t / 600, yaw = 50 * pi / 180 * sin(2 * pi * t / 45);
        place(&r, scope * cos(around), scope * sin(around), around + pi + yaw);
        r.in.antenna.x += 4 * random_unit(&seed);
        frame(&r);
        assert_int_equal(r.w.outside, 0);
    }
    assert_int_equal(r.count[1], 0);
    assert_true(r.w.over_most < 0);
}

// Moves anchor and ship by dx in a straight line at 0.25 m/s.
static void drag_by(run *r, double dx) {
    double x = r->in.hawse.x;
    for (double way = 0; way < dx; way += 0.25 * step) {
        r->in.anchor.x -= 0.25 * step, x -= 0.25 * step;
        place(r, x, 0, 0);
        frame(r);
    }
}

static run dragged(double dx) {
    run r = laid_back();
    wait(&r, 25);
    assert_int_equal(r.w.state, DYN_WATCH_BROUGHT_UP);
    drag_by(&r, dx);
    return r;
}

// The ship lies 160 m from her anchor, her scope is 163.1 m: outside after 3.1 m and the margin.
static void alarm_comes_before_50_m(void **state) {
    (void)state;
    run r = dragged(60);
    assert_int_equal(r.raised, 1);
    CHECK_NEAR(r.w.alarm_m, watch_scope(165, 25) - 160 + r.def.limits.margin, 0.1);
    assert_true(r.w.alarm_m < 50);
    assert_int_equal(r.count[1], 1);
    CHECK_NEAR(r.w.drags_s - r.w.brought_up_s, 15 + r.def.limits.own / 0.25, 1.0);
    CHECK_NEAR(anchor_watch_dragged(&r.w), 60, 0.1);
    CHECK_NEAR(r.w.dragged_most, 60, 0.1);
    CHECK_NEAR(anchor_watch_off(&r.w), 160 + 49 + 60, 0.2);
}

// A ship that surges about her alarm circle, by less than the band, raises one alarm.
static void alarm_does_not_chatter(void **state) {
    (void)state;
    run r = dragged(12);
    const double x = r.in.hawse.x;
    for (double t = 0; t < 300; t += step) {
        place(&r, x - 1.1 - 2 * sin(2 * pi * t / 20), 0, 0);
        frame(&r);
    }
    assert_int_equal(r.raised, 1);
    place(&r, x + 6, 0, 0);
    frame(&r);
    assert_int_equal(r.w.outside, 0);
}

// Veering two shackles puts the ship within her wider circle. Brought up anew, she has a new centre: laid off along the
// chain, which is where the anchor lies if the chain is taut.
static void veered_chain_holds_again_about_a_new_centre(void **state) {
    (void)state;
    run r = dragged(30);
    assert_int_equal(r.w.outside, 1);
    r.in.chain_speed = -0.5;
    for (double out = 165; out < 220; out += 0.5 * step) {
        r.in.outboard = out;
        place(&r, r.in.hawse.x - 0.5 * step, 0, 0);
        frame(&r);
    }
    assert_int_equal(r.w.state, DYN_WATCH_LAYING);
    assert_int_equal(r.w.outside, 1); // the anchor is 30 m from the centre
    r.in.chain_speed = 0;
    place(&r, r.in.anchor.x - watch_scope(220, 25), 0, 0);
    wait(&r, 25);
    assert_int_equal(r.count[0], 2);
    assert_int_equal(r.w.outside, 0);
    CHECK_NEAR(r.w.centre.x, r.in.anchor.x, 0.1);
    CHECK_NEAR(anchor_watch_dragged(&r.w), 0, 1e-9);
    drag_by(&r, 60);
    assert_int_equal(r.raised, 2);
}

// The bridge sets the watch anew once she has dragged: no alarm, circles about the anchor where chain and lead put it,
// which is where it lies if the chain is taut; a second drag alarms again. Each change of the control counts once.
static void set_anew_ends_the_alarm(void **state) {
    (void)state;
    run r = dragged(30);
    assert_int_equal(r.w.outside, 1);
    place(&r, r.in.anchor.x - watch_scope(165, 25), 0, 0);
    frame(&r);
    assert_int_equal(r.w.outside, 1);
    r.in.set = true;
    frame(&r);
    assert_int_equal(r.w.outside, 0);
    assert_int_equal(r.w.state, DYN_WATCH_BROUGHT_UP);
    CHECK_NEAR(r.w.centre.x, r.in.anchor.x, 0.1);
    CHECK_NEAR(anchor_watch_off(&r.w), watch_limit(&r.def, &r.in) - r.def.limits.margin, 0.1);
    assert_true(anchor_watch_dragged(&r.w) == 0);
    wait(&r, 60);
    assert_int_equal(r.w.set, 1);
    assert_int_equal(r.w.outside, 0);
    drag_by(&r, 9);
    assert_int_equal(r.raised, 1);
    drag_by(&r, 2);
    assert_int_equal(r.raised, 2);
    assert_int_equal(r.count[1], 2);
    r.in.set = false;
    frame(&r);
    assert_int_equal(r.w.set, 2);
    assert_int_equal(r.w.outside, 0);
}

// Without an anchor on the bottom there is nothing to set; up and down over it, the centre is the hawse.
static void set_anew_without_chain_on_the_bottom(void **state) {
    (void)state;
    run r = {.def = ship(), .in = {.height = 25, .outboard = 20}};
    anchor_watch_init(&r.w, &r.def, &r.in);
    r.in.set = true;
    frame(&r);
    assert_int_equal(r.w.state, DYN_WATCH_OFF);
    assert_int_equal(r.w.set, 0);
    r.in.grounded = true;
    place(&r, 0, 0, 0);
    frame(&r);
    place(&r, 3, 4, 0);
    r.in.set = false, r.in.lead = vec3_make(0, 0, -1);
    frame(&r);
    CHECK_NEAR(r.w.centre.x, 3, 1e-12), CHECK_NEAR(r.w.centre.y, 4, 1e-12);
}

// Heaving in ends the alarm; aweigh ends the watch; the next let-go begins a new one about its own place.
static void weighing_ends_the_watch(void **state) {
    (void)state;
    run r = dragged(30);
    r.in.chain_speed = 0.2, r.in.outboard = 158;
    frame(&r);
    assert_int_equal(r.w.state, DYN_WATCH_WEIGHING);
    assert_int_equal(r.w.outside, 0);
    r.in.grounded = false;
    wait(&r, 0.5);
    r.in.grounded = true; // it touches once more
    wait(&r, 0.2);
    r.in.grounded = false;
    wait(&r, 0.8);
    assert_int_equal(r.w.state, DYN_WATCH_WEIGHING);
    wait(&r, 0.5);
    assert_int_equal(r.w.state, DYN_WATCH_OFF);
    place(&r, 500, 40, 0);
    r.in.anchor = vec3_make(501, 40, -20), r.in.grounded = true, r.in.outboard = 30;
    frame(&r);
    assert_int_equal(r.w.state, DYN_WATCH_LAYING);
    CHECK_NEAR(r.w.centre.x, 500, 1e-12);
    CHECK_NEAR(r.w.dropped.x, 501, 1e-12);
    assert_int_equal(r.w.n_track, 1);
}

// The track has the whole way in its memory, whatever its length.
static void track_thins_out(void **state) {
    (void)state;
    run r = laid_back();
    for (int k = 0; k < 20000; k++) {
        place(&r, 100 * cos(0.01 * k), 100 * sin(0.01 * k), 0);
        frame(&r);
    }
    assert_true(r.w.n_track > DYN_TRACK / 2 - 1 && r.w.n_track <= DYN_TRACK);
    const float *first = r.w.track[0], *last = r.w.track[r.w.n_track - 1];
    CHECK_NEAR((double)first[0], -49, 1e-3);
    assert_true(hypot((double)last[0] - r.in.antenna.x, (double)last[1] - r.in.antenna.y) <= r.w.track_step);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_are_the_closed_forms),
        cmocka_unit_test(catenary_spans_less_than_the_scope),
        cmocka_unit_test(ship_is_brought_up_once_she_stops_opening),
        cmocka_unit_test(slack_chain_brings_no_ship_up),
        cmocka_unit_test(yawing_ship_raises_no_alarm),
        cmocka_unit_test(alarm_comes_before_50_m),
        cmocka_unit_test(alarm_does_not_chatter),
        cmocka_unit_test(veered_chain_holds_again_about_a_new_centre),
        cmocka_unit_test(set_anew_ends_the_alarm),
        cmocka_unit_test(set_anew_without_chain_on_the_bottom),
        cmocka_unit_test(weighing_ends_the_watch),
        cmocka_unit_test(track_thins_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
