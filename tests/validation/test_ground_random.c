// SPDX-License-Identifier: MIT
// Random operators between hawse and bottom: each lets go, brakes, heaves, veers, with lever, brake and clutch as they
// come, over sand and clay in 6 to 9 m. Every state is finite, no link goes through the bottom or the hull, and no
// energy comes from nothing: what the bodies have gained is found in the accounts of all force elements. Arguments:
// `--long PART PARTS` runs the seeds of a part of 1 000.
#include "dynamics/math/random.h"
#include "rt/deck/deck.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include "tests/validation/ship_books.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/let_go.yaml"
#define SECONDS 15.0
#define GAINED 0.02    // share of the energy that passed through the accounts which may come from nothing
#define LINK_DEEP 0.6  // of a link below the bottom: twice what a link's fall at 5 m/s needs [m]
#define HULL_DEEP 50.0 // of any contact in the hull, over the step: 50 mm at 1 ms, the bar of a link [m/s]
#define FASTEST 50.0   // of any part [m/s]

enum { FOLLOW = 20 }; // links by the anchor, which it takes into the soil with it
enum { SEEDS = 1000, SHORT = 3, FORCES = 24, COMMANDS = 64 };

// The command from a time on.
typedef struct order {
    double until;
    rt_command command;
} order;

typedef struct books {
    double power[FORCES], taken, passed; // [W], [J], [J]
    double joined, begin;                // energy of links that joined, of the bodies at the start [J]
} books;

static books b;
static vec3 *scratch;   // by node
static const deck *dk;  // of the run
static sim_kind hooked; // the deck's kind with the exchange below

static double at_random(int seed, int number, double low, double high) {
    return low + (high - low) * dyn_random_fraction((uint64_t)seed, number);
}

// ---- the operator ---------------------------------------------------------------------------------------------------

static rt_command command_at_random(int seed, int k) {
    const double what = at_random(seed, 8 * k, 0, 1), how = at_random(seed, 8 * k + 1, 0.1, 1);
    if (what < 0.3) return (rt_command){.brake = how < 0.4 ? 0 : 0.4 * how}; // out of gear, it runs out
    if (what < 0.5) return (rt_command){.brake = 1, .clutch = how > 0.5};
    if (what < 0.75) return (rt_command){.lever = how, .clutch = 1};
    if (what < 0.9) return (rt_command){.lever = -how, .clutch = 1};
    return (rt_command){.lever = how, .brake = how, .clutch = 1}; // against the brake
}

static int orders_at_random(int seed, order *o) {
    int n = 2;
    o[0] = (order){0.5, {.brake = 1}};                             // opens the clutch
    o[1] = (order){0.5 + at_random(seed, -6, 1, 5), {.brake = 0}}; // lets go
    for (; n < COMMANDS && o[n - 1].until < SECONDS; n++)
        o[n] = (order){o[n - 1].until + at_random(seed, 8 * n + 2, 0.3, 3), command_at_random(seed, n)};
    return n;
}

// Of ten seeds one runs at 1 ms, the others at 2 ms [s]. The brake set at 6 m/s snatches the chain taut round the lip
// at 20 m/s (seed 32): there the depth in the hull goes with the step, 59 mm at 2 ms, 27 mm at 1 ms.
static double step_of(int seed) { return seed % 10 == 0 ? 1e-3 : 2e-3; }

static sim *open_deck(int seed) {
    static rt_diag d;
    static scenario sc;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc.ground.soil = seed % 3;
    sc.ground.depth = at_random(seed, -1, 6, 9);
    sc.ground.slope = at_random(seed, -2, 0, 0.2);
    sc.start.depth = at_random(seed, -3, 3, 5);
    sc.start.yaw = at_random(seed, -4, -3, 3);
    sc.start.swing = at_random(seed, -5, -0.4, 0.4);
    sc.chain.capacity = 180;
    sc.solver.step = step_of(seed);
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("seed %d: %s", seed, d.text);
    scenario_free(&sc);
    return s;
}

static int faults; // seeds at fault
static bool at_fault;

#define FAULT(...) (print_message("FAULT: " __VA_ARGS__), at_fault = true)

// ---- what must hold -------------------------------------------------------------------------------------------------

static double bodies_energy(const sim *s) {
    return dyn_kinetic_energy(&s->model, &s->state) + books_weight(&s->model, &s->state);
}

// In place of the deck's exchange of links.
static void exchange_and_book(sim *s) {
    const double before = bodies_energy(s);
    deck_kind.exchange(s);
    b.joined += bodies_energy(s) - before;
}

// Power taken by an element at the accepted state; the ship is at rest, so all act in the same axes.
static double power_of(const sim *s, int force) {
    books_forces(&s->model, &s->state, &s->command, force, scratch);
    return books_power(&s->model, &s->state, scratch, false, BOOKS_WHOLE);
}

static void book(const sim *s) {
    for (int k = 0; k < s->model.n_forces; k++) {
        const double now = power_of(s, k), work = 0.5 * s->model.h * (b.power[k] + now);
        b.taken += work, b.passed += fabs(work), b.power[k] = now;
    }
}

static void check_links(const sim *s, const ground_plane *plane, int seed, double deepest[2]) {
    const double shackle = fmax(ground_depth(plane, s->state.q[dk->chain.p[0]]), 0);
    deepest[1] = fmax(deepest[1], shackle);
    for (int k = 0; k < dk->chain.capacity; k++) {
        const int body = dk->chain.body[k];
        if (!s->state.body_on[body]) continue;
        const int *node = s->model.body[body].node;
        const double deep = ground_depth(plane, s->state.q[node[0]]), fast = vec3_norm(s->state.qd[node[0]]);
        if (k >= FOLLOW) deepest[0] = fmax(deepest[0], deep);
        if (deep > LINK_DEEP + (k < FOLLOW ? shackle : 0))
            FAULT("seed %d, %.3f s: link %d is %.2f m below the bottom\n", seed, sim_time(s), k, deep);
        if (!(fast < FASTEST)) FAULT("seed %d, %.3f s: link %d moves at %g m/s\n", seed, sim_time(s), k, fast);
    }
}

static void check_hull(const sim *s, const char *what, const contact_set *set, int seed, double *deepest) {
    for (int k = 0; set && k < set->n; k++) {
        *deepest = fmax(*deepest, set->item[k].depth);
        if (set->item[k].depth > HULL_DEEP * s->model.h)
            FAULT("seed %d, %.3f s: %s %g m in the hull\n", seed, sim_time(s), what, set->item[k].depth);
    }
}

static void run(int seed) {
    order o[COMMANDS];
    sim *s = open_deck(seed);
    at_fault = false;
    const int n = orders_at_random(seed, o);
    double deep[2] = {-(double)INFINITY, 0},
           hull = 0; // of links and shackle in the bottom, of contacts in the hull [m]
    dk = deck_of(s);
    const ground_plane plane = dk->bottom.plane;
    hooked = deck_kind;
    hooked.exchange = exchange_and_book;
    s->kind = &hooked;
    assert_true(s->model.n_forces <= FORCES);
    assert_non_null(scratch = calloc((size_t)s->model.n_nodes, sizeof *scratch));
    b = (books){.begin = bodies_energy(s)};
    for (int k = 0; k < s->model.n_forces; k++) b.power[k] = power_of(s, k);
    for (int k = 0; k < n; k++)
        while (sim_time(s) < fmin(o[k].until, SECONDS) && !at_fault) {
            if (!sim_frame(s, &o[k].command, NULL)) FAULT("seed %d, %.3f s: not finite\n", seed, sim_time(s));
            book(s);
            check_links(s, &plane, seed, deep);
            check_hull(s, "a link", &dk->link_contact.set, seed, &hull);
            check_hull(s, "the shank", dk->shank_contact.set, seed, &hull);
            check_hull(s, "the head", dk->head_contact.set, seed, &hull);
        }
    const double gained = bodies_energy(s) - b.begin - b.joined + b.taken;
    print_message(
        "seed %d: %.0f ms, soil %d, chain out %.1f m, links %.2f m and shackle %.2f m deep, in the hull %.1f mm, "
        "passed %.0f kJ, gained "
        "%.2f %%, caps %llu, divided %llu, dropped %llu\n",
        seed, 1e3 * s->model.h, s->sc.ground.soil, tackle_lifter_chain_out(&dk->lifter, &s->model, &s->state), deep[0],
        deep[1], 1e3 * hull, 1e-3 * b.passed, 100 * gained / b.passed, (unsigned long long)s->counters.cap_hits,
        (unsigned long long)s->counters.divided, (unsigned long long)s->counters.dropped);
    if (!(isfinite(gained) && gained < GAINED * b.passed)) FAULT("seed %d: energy from nothing\n", seed);
    faults += at_fault;
    sim_destroy(s);
    free(s), free(scratch);
}

static int part, parts = 1, last = SHORT;

static void test_random_operators(void **state) {
    (void)state;
    for (int seed = part; seed < last; seed += parts) run(seed);
    assert_int_equal(faults, 0);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "--long") == 0) part = atoi(argv[2]), parts = atoi(argv[3]), last = SEEDS;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_operators)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
