// SPDX-License-Identifier: MIT
// The whole deck: bring_up.yaml from the time when anchor and chain lie on the bottom until the ship stands. What the
// ship loses of its energy is found again, each account by itself, as in test_brought_up.c. The accounts here are those
// of all force elements, with energy and weight of anchor, chain and windlass, and the energy that links bring when
// they join at the gypsy. The force on the ship that stops it is, by the balance of momentum, that of cable lifter,
// pipe and lips by their multipliers and contact forces.
#include "dynamics/core/constraint.h"
#include "dynamics/joint/reaction.h"
#include "rt/deck/deck.h"
#include "rt/script/script.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include "tests/validation/ship_books.h"
#include <stdlib.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/bring_up.yaml"
#define BEGIN 12.0 // [s]
#define OPEN 1e-2  // share of the ship's energy that may stay unexplained

enum { FORCES = 24 };

typedef struct books {
    double power[FORCES], taken[FORCES]; // by force element [W], [J]
    double hull, hull_power;             // hull, rudder, propeller, air
    double pulled, pull_power;           // by the chain's force on the ship
    double joined;                       // by the links that joined
    double ship, bodies;                 // energy of the ship; kinetic energy and weight of the bodies
    double ship0, bodies0, heat0;        // at the start
} books;

static books b;
static const deck *dk;
static sim_kind hooked; // the deck's kind with the exchange below
static vec3 *scratch;   // by node

static double bodies_energy(const sim *s) {
    return dyn_kinetic_energy(&s->model, &s->state) + books_weight(&s->model, &s->state);
}

// In place of the deck's exchange of links.
static void exchange_and_book(sim *s) {
    double before = bodies_energy(s);
    deck_kind.exchange(s);
    b.joined += bodies_energy(s) - before;
}

static const manoeuvre_memory *memory_of(const sim *s) { return manoeuvre_memory_of(&dk->manoeuvring, &s->state); }

static bool acts_from_world(const sim *s, int force) {
    const manoeuvre_motion *m = &dk->manoeuvring;
    for (int k = 0; k < m->n_outside; k++)
        if (m->outside[k] == s->model.force[force]) return true;
    return false;
}

static double power_of(const sim *s, int force) {
    books_forces(&s->model, &s->state, &s->command, force, scratch);
    return books_power(&s->model, &s->state, scratch, acts_from_world(s, force), BOOKS_WHOLE);
}

static double band_heat(const sim *s) {
    return tackle_windlass_state_of(&dk->windlass, &s->model, &s->state)->band.heat;
}

static void open_books(const sim *s) {
    const manoeuvre_memory *z = memory_of(s);
    b = (books){.hull_power = books_hull(&dk->manoeuvring.def.ship, &z->motion),
                .pull_power = books_tackle(z),
                .ship0 = books_ship(&dk->manoeuvring.def.ship, &z->motion),
                .bodies0 = bodies_energy(s),
                .heat0 = band_heat(s)};
    assert_true(s->model.n_forces <= FORCES);
    for (int k = 0; k < s->model.n_forces; k++) b.power[k] = power_of(s, k);
}

static void book(const sim *s) {
    const manoeuvre_memory *z = memory_of(s);
    const double half = 0.5 * s->model.h, hull = books_hull(&dk->manoeuvring.def.ship, &z->motion),
                 pull = books_tackle(z);
    for (int k = 0; k < s->model.n_forces; k++) {
        double now = power_of(s, k);
        b.taken[k] += half * (b.power[k] + now), b.power[k] = now;
    }
    b.hull += half * (b.hull_power + hull), b.hull_power = hull;
    b.pulled += half * (b.pull_power + pull), b.pull_power = pull;
}

// Work taken by all accounts but that of one force element (-1: none is left out) less the ship's loss, in shares of
// its energy at the start.
static double imbalance(const sim *s, int without) {
    double sum = b.ship - b.ship0 + b.hull + b.bodies - b.bodies0 - b.joined;
    for (int k = 0; k < s->model.n_forces; k++) sum += k == without ? 0 : b.taken[k];
    return sum / b.ship0;
}

static int force_of(const sim *s, const dyn_force *f) {
    int k = 0;
    while (s->model.force[k] != f) k++;
    return k;
}

static void print_books(const sim *s) {
    const double part = 100 / b.ship0;
    print_message("%.1f s: ship lost %.2f %% of %.1f kJ: hull %.2f, bodies %.2f, joined %.2f", sim_time(s),
                  part * (b.ship0 - b.ship), 1e-3 * b.ship0, part * b.hull, part * (b.bodies - b.bodies0),
                  -part * b.joined);
    for (int k = 0; k < s->model.n_forces; k++) {
        char name[100] = "";
        s->kind->force_name(s, k, name, sizeof name);
        if (fabs(b.taken[k]) > 1e-5 * b.ship0) print_message(", %s %.2f", name, part * b.taken[k]);
    }
    print_message("; found less lost %.3f %%; from the ship's side %.3f %%\n", 100 * imbalance(s, -1),
                  part * (b.ship - b.ship0 + b.hull - b.pulled));
}

static void check_books(const sim *s) {
    const dyn_force *const needed[] = {&dk->windlass.force, &dk->link_contact.force, &dk->sea.force, &dk->lifter.force,
                                       &dk->chain.joints};
    b.ship = books_ship(&dk->manoeuvring.def.ship, &memory_of(s)->motion);
    b.bodies = bodies_energy(s);
    print_books(s);
    CHECK_NEAR(imbalance(s, -1), 0, OPEN);
    CHECK_NEAR((b.ship - b.ship0 + b.hull - b.pulled) / b.ship0, 0, OPEN);
    for (size_t k = 0; k < sizeof needed / sizeof needed[0]; k++)
        assert_true(fabs(imbalance(s, force_of(s, needed[k]))) > OPEN);
    double heat = band_heat(s) - b.heat0, brake = b.taken[force_of(s, &dk->windlass.force)];
    print_message("the windlass took %.2f kJ, the band's heat is %.2f kJ\n", 1e-3 * brake, 1e-3 * heat);
    CHECK_NEAR(brake, heat, 0.02 * heat);
}

// ---- force on the ship ----------------------------------------------------------------------------------------------

#define EVERY 100 // steps between two samples
enum { AHEAD, TO_PORT, YAW, PARTS };

// Sums over the samples, in the ship's axes about midship.
static struct {
    double by_momentum[PARTS], by_reaction[PARTS], most[PARTS];
    int n;
} p;

static void add_wrench(vec3 force, vec3 moment, double sum[PARTS]) {
    const vec3 about = vec3_sub(moment, vec3_cross(dk->manoeuvring.def.midship, force));
    sum[AHEAD] += force.x, sum[TO_PORT] += force.y, sum[YAW] += about.z;
}

// Adds the wrench opposite to that of the scratch's forces on the bodies. Uses them up: bodies share nodes.
static void add_opposite(const sim *s, double sum[PARTS]) {
    vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int k = 0; k < s->model.n_bodies; k++)
        for (int i = 0; i < 4 && s->state.body_on[k]; i++) {
            const int n = s->model.body[k].node[i];
            if (i < 2) force = vec3_sub(force, scratch[n]);
            moment = vec3_sub(moment, vec3_cross(s->state.q[n], scratch[n]));
            scratch[n] = vec3_make(0, 0, 0);
        }
    add_wrench(force, moment, sum);
}

// The lifter's multipliers act on the chain with -phi_qᵀ lambda; contacts and guides by their elements. What acts
// between bodies cancels.
static void add_reactions(sim *s, double sum[PARTS]) {
    static dyn_row row[8192];
    static double lambda[8192];
    const dyn_eval e = dyn_eval_at(&s->model, &s->state);
    int first = dyn_first_group_row(&s->model);
    assert_true(s->model.n_rows <= 8192);
    dyn_multipliers(&s->model, &s->state, s->work, &s->command, lambda);
    dyn_rows_eval(&s->model, &e, row);
    for (int g = 0; g < dk->lifter.rows_index; g++) first += s->model.group[g].n_rows;
    memset(scratch, 0, (size_t)s->model.n_nodes * sizeof *scratch);
    for (int k = first; k < first + TACKLE_LIFTER_ROWS; k++)
        for (int i = 0; i < row[k].n; i++)
            scratch[row[k].node[i]] = vec3_madd(scratch[row[k].node[i]], -lambda[k], row[k].g[i]);
    add_opposite(s, sum);
    for (int k = 0; k < s->model.n_forces; k++) {
        if (acts_from_world(s, k)) continue;
        books_forces(&s->model, &s->state, &s->command, k, scratch);
        add_opposite(s, sum);
    }
}

static void sample_pull(sim *s) {
    const manoeuvre_motion *m = &dk->manoeuvring;
    rt_events events = 0;
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    e.command = &s->command, e.events = &events;
    const dyn_wrench w = dyn_carried_wrench(&e, m->outside, m->n_outside, scratch);
    double now[PARTS] = {0};
    add_wrench(w.force, w.moment, now);
    for (int k = 0; k < PARTS; k++) p.by_momentum[k] += now[k], p.most[k] = fmax(p.most[k], fabs(now[k]));
    add_reactions(s, p.by_reaction);
    p.n++;
}

static void check_pull(void) {
    static const char *const name[PARTS] = {"ahead", "to port", "yaw"};
    for (int k = 0; k < PARTS; k++) {
        double momentum = p.by_momentum[k] / p.n, reaction = p.by_reaction[k] / p.n;
        print_message("mean of %d, %s: by momentum %.5g, by lifter and contacts %.5g, at most %.4g\n", p.n, name[k],
                      momentum, reaction, p.most[k]);
        CHECK_NEAR(momentum, reaction, 1e-3 * p.most[k]);
        assert_true(fabs(reaction) > 0.01 * p.most[k]);
    }
}

static sim *open_deck(rt_script *script) {
    static rt_diag d;
    static scenario sc;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (rt_script_load(sc.operator.script, script, &d) != RT_OK) fail_msg("%s", d.text);
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    scenario_free(&sc);
    dk = deck_of(s);
    hooked = deck_kind;
    hooked.exchange = exchange_and_book;
    s->kind = &hooked;
    scratch = calloc((size_t)s->model.n_nodes, sizeof *scratch);
    assert_non_null(scratch);
    return s;
}

static void test_energy_is_found_again(void **state) {
    (void)state;
    rt_script script;
    sim *s = open_deck(&script);
    const int begin = (int)lround(BEGIN / s->model.h), end = (int)lround(rt_script_duration(&script) / s->model.h);
    int k = 0;
    for (; k < end && (k <= begin || memory_of(s)->motion.u < 0); k++) {
        const rt_input in = rt_script_input(&script, k * s->model.h);
        assert_true(sim_frame(s, &(rt_command){.brake = in.brake, .clutch = in.clutch}, NULL));
        if (k == begin) open_books(s);
        if (k > begin) book(s);
        if (k > begin && k % EVERY == 0) sample_pull(s);
    }
    assert_true(k < end);
    check_books(s);
    check_pull();
    sim_destroy(s);
    free(s), free(scratch);
    rt_script_free(&script);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_energy_is_found_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
