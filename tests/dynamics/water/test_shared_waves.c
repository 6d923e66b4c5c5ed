// SPDX-License-Identifier: MIT
// Links in deep water that share evaluations of the waves, against links that have one each. Linear between two places
// a distance L apart along the waves, a component of wave number k at the depth z is wrong by at most (k L)²/8 exp(-k
// z) of its size at the surface.
#include "tests/check.h"
#include "tests/dynamics/long_line.h"

enum { LINKS = 240, EVERY = 8 };
static const double deep = 5; // [m], as in the element

static void evaluate(long_line *l, int every) {
    const long_line_def d = {.links = LINKS,
                             .step = 2e-3,
                             .bar = 0.062,
                             .depth = 40,
                             .pull = 20,
                             .height = 2.5,
                             .period = 8,
                             .irregular = true,
                             .every = every};
    long_line_make(l, &d);
    dyn_eval e = dyn_eval_at(&l->model, &l->state);
    e.t = 12.3;
    l->sea.force.predict(&l->sea, &e, NULL);
}

static double bound(const dyn_waves *w, double length) {
    double sum = 0;
    for (int i = 0; i < w->n; i++) {
        const dyn_wave *v = &w->wave[i];
        sum += v->amplitude * v->frequency * pow(v->number * length, 2) / 8 * exp(-v->number * deep);
    }
    return sum;
}

static void shared_waves_are_near(void **state) {
    (void)state;
    static long_line each, shared;
    evaluate(&each, 1), evaluate(&shared, EVERY);
    const double most = bound(&each.sea.waves, EVERY * each.chain.link.pitch);
    double worst = 0, speed = 0;
    int alike = 0;
    for (int k = 0; k < LINKS; k++) {
        const dyn_water *a = &each.sea.part[k].water, *b = &shared.sea.part[k].water;
        const double off = vec3_norm(vec3_sub(a->velocity, b->velocity));
        alike += off == 0;
        worst = fmax(worst, off);
        speed = fmax(speed, vec3_norm(a->velocity));
        if (each.state.q[each.chain.p[k]].z > -deep) assert_true(off == 0); // near the surface: its own
    }
    print_message("velocity of the water: at most %.3f m/s, off by at most %.2e m/s, bound %.2e m/s\n", speed, worst,
                  most);
    assert_true(worst > 0 && worst < 1.5 * most); // places in an inclined chain: the depth changes, too
    assert_true(worst < 0.02 * speed && alike > LINKS / EVERY / 2);
    long_line_free(&each), long_line_free(&shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shared_waves_are_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
