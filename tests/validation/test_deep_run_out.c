// SPDX-License-Identifier: MIT
// Let go in deep water. Lowered on the brake: the heat of the band against the energy that anchor and chain lose, less
// what the water, the hull and the chain from the locker take. Not checked: the load of the bitter end against
// its strength and the closed form of a mass that a spring stops.
#include "rt/deck/deck.h"
#include "rt/deck/private.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include "tests/validation/ledger.h"
#include "tests/validation/ship_books.h"
#include <stdlib.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/incidents/deep_run_out.yaml"
#define OUT_OF_GEAR 1.0 // time in which the clutch is opened with the brake set [s]

enum { FORCES = 24 };

static sim_kind hooked; // the deck's kind with the exchange below
static double joined;   // energy that links brought [J]

static double bodies_energy(const sim *s) {
    return dyn_kinetic_energy(&s->model, &s->state) + books_weight(&s->model, &s->state);
}

// In place of the deck's exchange of links.
static void exchange_and_book(sim *s) {
    double before = bodies_energy(s);
    deck_kind.exchange(s);
    joined += bodies_energy(s) - before;
}

// The scenario with so many links, in water without a bottom within reach.
static sim *open_deck(int links, double length) {
    static rt_diag d;
    static scenario sc;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc.chain.capacity = links, sc.chain.length = length;
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    scenario_free(&sc);
    for (double t = 0; t < OUT_OF_GEAR; t += s->model.h) assert_true(sim_frame(s, &(rt_command){.brake = 1}, NULL));
    hooked = deck_kind;
    hooked.exchange = exchange_and_book;
    s->kind = &hooked;
    joined = 0;
    return s;
}

static void close_deck(sim *s) {
    s->kind = &deck_kind;
    sim_destroy(s);
    free(s);
}

static double power_of(const sim *s, int force, vec3 *scratch) {
    books_forces(&s->model, &s->state, &s->command, force, scratch);
    return books_power(&s->model, &s->state, scratch, false, BOOKS_WHOLE); // the ship lies still
}

// Lowers on the brake for a time; returns the energy that anchor, chain and lifter lost and no element but the windlass
// took; *sea: what the sea took [J].
static double lower(sim *s, const deck *dk, double time, double *sea) {
    double taken[FORCES] = {0}, power[FORCES], before = bodies_energy(s), others = 0;
    vec3 *scratch = calloc((size_t)s->model.n_nodes, sizeof *scratch);
    assert_true(scratch && s->model.n_forces <= FORCES);
    for (int k = 0; k < s->model.n_forces; k++) power[k] = power_of(s, k, scratch);
    for (double t = 0; t < time; t += s->model.h) {
        assert_true(sim_frame(s, &(rt_command){.brake = t < 1 ? 0.02 : t < time - 1 ? 0.04 : 1}, NULL));
        for (int k = 0; k < s->model.n_forces; k++) {
            double now = power_of(s, k, scratch);
            taken[k] += 0.5 * s->model.h * (power[k] + now), power[k] = now;
        }
    }
    for (int k = 0; k < s->model.n_forces; k++) {
        char name[100] = "";
        deck_kind.force_name(s, k, name, sizeof name);
        print_message("%s took %.1f kJ\n", name, 1e-3 * taken[k]);
        others += s->model.force[k] == &dk->windlass.force ? 0 : taken[k];
        if (s->model.force[k] == &dk->sea.force) *sea = taken[k];
    }
    free(scratch);
    return before + joined - bodies_energy(s) - others;
}

// The powers are those at the ends of steps of 2 ms, of a chain that rattles over the lips: hence 3 %. The heat of the
// band is what lining and drum hold, but for the air's share.
static void test_heat(void **state) {
    (void)state;
    ledger l = ledger_begin("heat of the band", "an anchor lowered on the brake", "");
    sim *s = open_deck(320, 0);
    const deck *dk = s->self;
    const tackle_band_memory *band = &tackle_windlass_state_of(&dk->windlass, &s->model, &s->state)->band;
    const tackle_band_def *def = &dk->windlass.band.def;
    double sea = 0, heat0 = band->heat, lost = lower(s, dk, 11, &sea), heat = band->heat - heat0;
    print_message("%.1f kJ of heat, %.1f kJ to the sea, %.1f deg C\n", 1e-3 * heat, 1e-3 * sea,
                  tackle_band_lining(def, band));
    assert_true(heat > 3e5 && sea > 0.2 * heat); // the balance is asked about both
    ledger_row(&l, "heat of the band", "J", lost, "energy lost less what all other elements took", heat, 0.03 * lost);
    double held = def->lining_heat * band->lining + def->drum_heat * band->drum;
    ledger_row(&l, "heat in lining and drum", "J", band->heat, "heat, the air's share within the limit", held,
               0.01 * heat);
    assert_int_equal(s->counters.cap_hits, 0);
    ledger_end(&l);
    close_deck(s);
}

// All chain out at v. A spring k that stops the mass M of anchor, chain and lifter bears v sqrt(k M). A chain that runs
// has lifted off the lips, and gives before it is straight: the load is less than that, and more than the strength.
static void test_bitter_end(void **state) {
    (void)state;
    sim *s = open_deck(200, 50);
    deck *dk = s->self;
    tackle_locker *end = &dk->lifter.locker;
    const double ea = 1.01e11 * pow(s->sc.chain.bar_diameter, 2), strength = end->strength;
    double v = 0, r = dk->lifter.radius;
    CHECK_NEAR(end->stiffness, ea / 50, 1e-9 * end->stiffness);
    end->strength = INFINITY;
    for (int k = 0; k < 5000 && !(s->events & RT_EVENT_BIT(RT_EVENT_BITTER_END)); k++) {
        v = -s->outcome.last.chain_speed;
        assert_true(sim_frame(s, &(rt_command){0}, NULL));
    }
    for (int k = 0; k < 200; k++) assert_true(sim_frame(s, &(rt_command){0}, NULL));
    double anchor = s->model.body[dk->anchor.shank].mass + s->model.body[dk->anchor.head].mass,
           added = s->sc.sea.anchor_added_mass * s->sc.sea.density * anchor / s->sc.anchor.density,
           mass = anchor + added + 50 * end->mass + deck_lifter_inertia(&s->sc) / (r * r),
           most = v * sqrt(end->stiffness * mass), peak = s->outcome.peak_bitter_end_n;
    print_message("%.2f m/s: %.0f kN of at most %.0f; in an elastic chain v sqrt(EA m'), %.0f kN; strength %.0f kN\n",
                  v, 1e-3 * peak, 1e-3 * most, 1e-3 * v * sqrt(ea * end->mass), 1e-3 * strength);
    assert_true(v > 5 && peak < most && peak > strength);
    assert_true(s->outcome.parted_s < 0);
    close_deck(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_heat), cmocka_unit_test(test_bitter_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
