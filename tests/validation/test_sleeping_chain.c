// SPDX-License-Identifier: MIT
// Links that sleep on the bottom against the chain of all links: which links wake as the chain is pulled, tension and
// touchdown while the ship moves in waves, energy, bits after a restored state.
#include "dynamics/core/balance.h"
#include "dynamics/core/sleep.h"
#include "tests/check.h"
#include "tests/dynamics/ground_line.h"
#include "tests/dynamics/long_line.h"
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t each);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t each);
void *__wrap_realloc(void *p, size_t n);

static int allocations;

void *__wrap_malloc(size_t n) { return allocations++, __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t each) { return allocations++, __real_calloc(n, each); }
void *__wrap_realloc(void *p, size_t n) { return allocations++, __real_realloc(p, n); }

static int first_asleep(const dyn_state *s, const tackle_chain *c, int n) {
    for (int k = 0; k < n; k++)
        if (s->body_on[c->body[k]] == DYN_ASLEEP) return k;
    return n;
}

static int count_asleep(const dyn_state *s, const tackle_chain *c, int n) {
    int sum = 0;
    for (int k = 0; k < n; k++) sum += s->body_on[c->body[k]] == DYN_ASLEEP;
    return sum;
}

// ---- a straight chain on the bottom, pulled at its end

enum { STRAIGHT = 120 };
static const double step = 4e-3, bar = 0.05;

static void lay_straight(line *l) {
    const tackle_link link = tackle_stud_link(bar);
    vec3 x[STRAIGHT + 1];
    for (int k = 0; k <= STRAIGHT; k++) x[k] = vec3_make(-k * link.pitch, 0, line_rest(&link, &long_line_sand));
    line_make_resting(l, step, bar, STRAIGHT, x, &long_line_sand, 0.2, true);
    for (int k = 0; k < 16 / step; k++) line_step(l);
}

// Raises the pull slowly to f, and steps on until nothing changes.
static void pull(line *l, double from, double to) {
    const int n = (int)(1 / step);
    for (int k = 1; k <= 2 * n; k++) {
        l->pull.f = vec3_make(from + (to - from) * fmin(1, (double)k / n), 0, 0);
        line_step(l);
    }
}

// Friction takes up the pull T within T / (mu w): so many links are awake, and not one node beyond moves.
static void pulled_chain_wakes_link_by_link(void **state) {
    (void)state;
    line l;
    lay_straight(&l);
    const double hold = long_line_sand.along * l.chain.link.mass * LINE_G; // friction of a link
    assert_in_range(count_asleep(&l.state, &l.chain, STRAIGHT), 60, STRAIGHT - 30);
    const double pulls[] = {30, 45, 60, 75};
    double before = 0;
    for (size_t i = 0; i < sizeof pulls / sizeof pulls[0]; i++) {
        pull(&l, before * hold, pulls[i] * hold);
        before = pulls[i];
        const int awake = first_asleep(&l.state, &l.chain, STRAIGHT);
        print_message("pull of the friction of %g links: %d links awake\n", pulls[i], awake);
        CHECK_NEAR(awake, pulls[i], 2);
    }
    const ground_rest_state *z = ground_rest_state_of(&l.rest, &l.model, &l.state);
    assert_true(z->lost >= 0 && z->lost < 1e-3);
    line_free(&l);
}

// Pulled by more than the friction of the whole, the chain slides: the pull, less the friction, accelerates it.
static void chain_pulled_away_slides(void **state) {
    (void)state;
    line l;
    lay_straight(&l);
    const double hold = long_line_sand.along * l.chain.link.mass * LINE_G, most = 1.2 * STRAIGHT * hold;
    pull(&l, 0, 0.7 * STRAIGHT * hold);
    pull(&l, 0.7 * STRAIGHT * hold, most);
    assert_int_equal(count_asleep(&l.state, &l.chain, STRAIGHT), 0);
    const double v = l.state.qd[l.chain.p[0]].x;
    for (int k = 0; k < 0.5 / step; k++) line_step(&l);
    const double a = (l.state.qd[l.chain.p[0]].x - v) / 0.5, expected = (1.2 - 1) * long_line_sand.along * LINE_G;
    print_message("acceleration %.4f m/s², expected %.4f m/s²\n", a, expected);
    CHECK_NEAR(a, expected, 0.02 * expected);
    line_free(&l);
}

// Something comes near link 70, which sleeps: it wakes, and with it those that must stay awake beside it, no more. It
// does not sleep again while that is near.
static void disturbed_link_wakes(void **state) {
    (void)state;
    enum { NEAR = 70 };
    line l;
    lay_straight(&l);
    const int asleep = count_asleep(&l.state, &l.chain, STRAIGHT);
    assert_int_equal(l.state.body_on[l.chain.body[NEAR]], DYN_ASLEEP);
    ground_rest_disturb(&l.rest, &l.model, &l.state, NEAR);
    line_step(&l);
    assert_int_equal(l.state.body_on[l.chain.body[NEAR]], DYN_AWAKE);
    const int woken = asleep - count_asleep(&l.state, &l.chain, STRAIGHT);
    print_message("%d of %d links woke\n", woken, asleep);
    assert_in_range(woken, 24, 26);
    for (int k = 0; k < 12 / step; k++) {
        ground_rest_disturb(&l.rest, &l.model, &l.state, NEAR);
        line_step(&l);
        assert_int_equal(l.state.body_on[l.chain.body[NEAR]], DYN_AWAKE);
    }
    line_free(&l);
}

// Falling asleep takes the kinetic energy alone; waking takes and gives nothing. Between, no step gains energy.
static void energy_is_kept(void **state) {
    (void)state;
    line l;
    lay_straight(&l);
    double before = dyn_energy(&l.model, &l.state), gain = 0;
    double lost = ground_rest_state_of(&l.rest, &l.model, &l.state)->lost;
    for (int k = 0; k < 3 / step; k++) {
        l.pull.f = vec3_make(0, 0, 3000 * fmin(1, k * step)); // lifts the end
        const double at = l.state.q[l.chain.p[0]].z;
        ground_rest_exchange(&l.rest, &l.model, &l.state, -1);
        const double now = dyn_energy(&l.model, &l.state),
                     sum = ground_rest_state_of(&l.rest, &l.model, &l.state)->lost;
        CHECK_NEAR(now, before - (sum - lost), 1e-9 * fabs(before) + 1e-7);
        line_step(&l);
        const double work = l.pull.f.z * (l.state.q[l.chain.p[0]].z - at);
        before = dyn_energy(&l.model, &l.state);
        gain = fmax(gain, before - now - work);
        lost = sum;
    }
    const int woken = (int)ground_rest_state_of(&l.rest, &l.model, &l.state)->woken;
    print_message("largest gain of a step %g J; %d links woke\n", gain, woken);
    assert_true(gain < 1e-6 && woken > 0);
    line_free(&l);
}

// ---- a ship in waves

static const long_line_def in_waves = {
    .links = 320, .step = 4e-3, .bar = 0.062, .depth = 10, .pull = 12, .height = 1.5, .period = 6};

// Links from the hawse to the first that bears its weight.
static int touchdown(const long_line *l) {
    const dyn_eval e = dyn_eval_at(&l->model, &l->state);
    const double rest = 0.5 * l->chain.link.d - l->def.depth;
    for (int k = 0; k < l->def.links; k++)
        if (dyn_axes_to_world(e.axes, l->state.q[l->chain.p[k + 1]]).z < rest) return k;
    return l->def.links;
}

static dyn_wrench wrench(const long_line *l, vec3 *scratch) {
    const dyn_force *const outside[] = {&l->ground.force, &l->sea.force};
    const dyn_eval e = dyn_eval_at(&l->model, &l->state);
    return dyn_carried_wrench(&e, outside, 2, scratch);
}

static void run(long_line *l, int steps) {
    for (int k = 0; k < steps; k++) long_line_step(l);
}

// Steps both chains and compares tension and touchdown.
static void compare_motion(long_line *all, long_line *some) {
    const int n = (int)(24 / all->def.step);
    double most = 0, square = 0, tension = 0;
    int apart = 0;
    for (int k = 0; k < n; k++) {
        long_line_step(all), long_line_step(some);
        const double t[2] = {long_line_tension(all), long_line_tension(some)};
        most = fmax(most, fabs(t[1] - t[0]) / t[0]);
        square += (t[1] - t[0]) * (t[1] - t[0]) / n, tension += t[0] / n;
        const int off = abs(touchdown(all) - touchdown(some));
        apart = off > apart ? off : apart;
    }
    const ground_rest_state *z = ground_rest_state_of(&some->rest, &some->model, &some->state);
    const int asleep = count_asleep(&some->state, &some->chain, some->def.links);
    print_message("tension differs by %.3f %% at most, %.3f %% rms; touchdown by %d links; %d links asleep at the end, "
                  "%d fell asleep, %d woke, %.2g J lost\n",
                  100 * most, 100 * sqrt(square) / tension, apart, asleep, (int)z->fallen, (int)z->woken, z->lost);
    assert_true(most < 0.01 && apart <= 1);
    assert_int_equal(z->asleep, asleep);
    assert_true(asleep > some->def.links / 3 && z->woken > 0 && z->lost >= 0 && z->lost < 0.01);
}

static void compare_wrench(const long_line *all, const long_line *some) {
    vec3 *scratch = calloc((size_t)some->model.n_nodes, sizeof *scratch);
    const dyn_wrench w[2] = {wrench(all, scratch), wrench(some, scratch)};
    const double size = vec3_norm(w[0].force);
    print_message("wrench on the ship: force %.0f N, off by %.1f N\n", size,
                  vec3_norm(vec3_sub(w[1].force, w[0].force)));
    assert_true(vec3_norm(vec3_sub(w[1].force, w[0].force)) < 0.01 * size);
    free(scratch);
}

// A state that another model takes over steps on to the same bits: nothing but the state decides.
static void compare_bits(long_line *some) {
    static long_line again;
    size_t size;
    long_line_make(&again, &some->def);
    const void *now = dyn_state_bytes(&some->state, &size);
    again.at_rest = false;
    assert_true(dyn_state_restore(&again.state, now, size));
    run(some, 500), run(&again, 500);
    const void *bytes[2] = {dyn_state_bytes(&some->state, &size), dyn_state_bytes(&again.state, &size)};
    assert_int_equal(memcmp(bytes[0], bytes[1], size), 0);
    long_line_free(&again);
}

static void same_as_all_links(void **state) {
    (void)state;
    static long_line all, some;
    long_line_def d = in_waves;
    long_line_make(&all, &d);
    d.rests = true;
    long_line_make(&some, &d);
    long_line_settle(&all, 4), long_line_settle(&some, 4);
    const int before = allocations;
    compare_motion(&all, &some);
    assert_int_equal(allocations, before);
    compare_wrench(&all, &some);
    compare_bits(&some);
    long_line_free(&all), long_line_free(&some);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulled_chain_wakes_link_by_link), cmocka_unit_test(chain_pulled_away_slides),
        cmocka_unit_test(disturbed_link_wakes), cmocka_unit_test(energy_is_kept), cmocka_unit_test(same_as_all_links)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
