// SPDX-License-Identifier: MIT
// A deck with chain.parts: torsion between lifter and anchor by link phase and swivel, and a chain that parts.
#include "rt/deck/deck.h"
#include "rt/scenario/parts.h"
#include "rt/sim/sim.h"
#include "rt/sim/state.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh_chain_kit.yaml"
enum { SHACKLE, SWIVEL, END, ENLARGED }; // first entries of the list

static const double pi = 3.14159265358979323846;

static scenario load_scenario(void) {
    static rt_diag d;
    scenario sc;
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(sc.chain.parts.item[SWIVEL].part, TACKLE_SWIVEL);
    sc.start.depth = 3;
    sc.start.settle = SANITIZED ? 0.5 : 2;
    sc.start.swing = 0;
    return sc;
}

static sim *create_sim(const scenario *sc) {
    static rt_diag d;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (sim_create(s, sc, &d) != RT_OK) fail_msg("%s", d.text);
    return s;
}

static void destroy_sim(sim *s) {
    sim_destroy(s);
    free(s);
}

// In the expanded list the ends join, lengths and masses add up, joining shackles are numbered, a swivel is two links.
static void list_adds_up(void **state) {
    (void)state;
    scenario sc = load_scenario();
    chain_list l;
    assert_int_equal(chain_list_expand(&sc, &l), RT_OK);
    double d = sc.chain.bar_diameter, at = 0, mass = 0;
    int joints = 0, bodies = 0;
    for (int k = 0; k < l.n; k++) {
        const chain_part *p = &l.part[k];
        CHECK_NEAR(p->from, at, 1e-9);
        CHECK_NEAR(p->to - p->from, tackle_part(p->kind, d).pitch, 1e-12);
        CHECK_NEAR(p->mass, tackle_part(p->kind, d).mass, 1e-9);
        assert_int_equal(p->body, bodies);
        assert_int_equal(p->joint, p->kind == TACKLE_KENTER ? ++joints : 0);
        at = p->to;
        mass += p->mass;
        bodies += p->kind == TACKLE_SWIVEL ? 2 : 1;
    }
    assert_int_equal(joints, 11);
    assert_int_equal(bodies, l.bodies);
    CHECK_NEAR(l.mass, mass, 1e-6);
    // 4 parts by the anchor, 36 links, 11 lengths of 137 links (27.4 m: an odd number), 11 Kenters, the end link
    assert_int_equal(l.n, 4 + 36 + 11 * 137 + 11 + 1);
    CHECK_NEAR(at, (5.7 + 7.3 + 4.35 + 4.4 + 4 * (36 + 11 * 137 + 11) + 4.35) * d, 1e-9);
    assert_int_equal(scenario_max_links(&sc), sc.chain.capacity);
    sc.chain.capacity = 1500;
    sc.chain.parts.n = 5;
    assert_int_equal(scenario_max_links(&sc), 5 + 36);
    chain_list_free(&l);
    scenario_free(&sc);
}

// Yaw of the anchor: angle of the hinge axis about the vertical, from its direction at yaw 0 [deg].
static double yaw_of(const sim *s) {
    const double *n = s->sc.ship.face_normal;
    vec3 x = s->state.q[deck_of(s)->anchor.hinge_axis], up = vec3_make(0, 0, 1);
    vec3 y0 = vec3_unit(vec3_make(-n[0], -n[1], 0)), x0 = vec3_cross(y0, up);
    return atan2(vec3_dot(vec3_cross(x0, x), up), vec3_dot(x0, x)) * 180 / pi;
}

// Heaves in for 10 s, at least five links. Returns the anchor's mean yaw over the last second [deg].
static double heave_and_measure_yaw(bool swivel, double phase, uint32_t failures) {
    scenario sc = load_scenario();
    if (!swivel) sc.chain.parts.item[SWIVEL].part = TACKLE_COMMON;
    sc.anchor.swivel_friction = 0;
    sc.chain.phase = phase * pi / 180;
    sim *s = create_sim(&sc);
    assert_int_equal(deck_of(s)->swivel, swivel ? 1 : -1);
    CHECK_NEAR(yaw_of(s), swivel ? 0 : phase, 6);
    int links = sim_bodies(s), frames = (int)lround(10 / s->model.h), last = (int)lround(1 / s->model.h);
    double mean = 0;
    for (int n = 0; n < frames; n++) {
        double t = sim_time(s);
        rt_command c = {.lever = fmin(1, t), .brake = t < 0.5 ? 1 - 2 * t : 0, .clutch = 1, .failures = failures};
        assert_true(sim_frame(s, &c, NULL));
        if (n >= frames - last) mean += yaw_of(s) / last;
    }
    assert_true(links - sim_bodies(s) >= 5);
    destroy_sim(s);
    scenario_free(&sc);
    return mean;
}

// Turned links turn the anchor. A free swivel prevents that, a seized one does not. The gypsy's pockets turn a chain
// that arrives at 30° back to the next right angle.
static void link_phase_turns_the_anchor(void **state) {
    (void)state;
    if (SANITIZED) skip();
    static const struct {
        bool swivel;
        double phase;
        uint32_t failures;
        double yaw;
    } row[] = {{false, 0, 0, 0}, {false, 90, 0, 90}, {false, 30, 0, 0},
               {true, 90, 0, 0}, {true, 30, 0, 0},   {true, 30, 1u << RT_FAILURE_SWIVEL, -30}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        double yaw = heave_and_measure_yaw(row[k].swivel, row[k].phase, row[k].failures);
        print_message("swivel %d, seized %d, phase %.0f: the anchor arrives at %.1f deg\n", row[k].swivel,
                      row[k].failures != 0, row[k].phase, yaw);
        CHECK_NEAR(yaw, row[k].yaw, 6);
    }
}

static void check_snapshot(const sim *s, const dyn_snapshot *snap, int parted) {
    int links = sim_bodies(s) - (parted > 0);
    assert_int_equal(snap->n_bodies, links + 2);
    for (int k = 0; k < links; k++) {
        assert_int_equal(snap->body[k].kind, DYN_SHOW_LINK);
        assert_int_equal(snap->body[k].number, k + (parted > 0 && k + 1 >= parted));
        assert_int_equal(deck_snapshot_index(deck_of(s), snap->body[k].number), k);
    }
    for (int k = 0; k < snap->n_contacts; k++) assert_in_range(snap->contact[k].body, 0, snap->n_bodies - 1);
}

// A weak end link parts as soon as the chain is taut. Anchor and first links fall freely, the rest hangs. Outcome and
// snapshot report the parting, and a restored state continues with the same bits.
static void weak_link_parts(void **state) {
    (void)state;
    static dyn_snapshot snap;
    scenario sc = load_scenario();
    sc.chain.parts.item[4].strength = 0.5;    // first common links: worn, but strong enough
    sc.chain.parts.item[END].strength = 0.02; // 39 kN, under a load of some 62 kN
    sim *s = create_sim(&sc);
    for (int k = 0; k < 45; k++)
        CHECK_NEAR(deck_of(s)->chain.strength[k], k == 3 ? 0.02 : k >= 5 && k < 41 ? 0.5 : 1, 0);
    rt_command hold = {.brake = 1, .clutch = 1};
    sim_snapshot(s, &snap);
    check_snapshot(s, &snap, 0);
    int parted = 4, frames = 0; // shackle, two halves of the swivel, end link
    do assert_true(sim_frame(s, &hold, NULL));
    while (!(s->events & RT_EVENT_BIT(RT_EVENT_CHAIN_PARTED)) && ++frames < 3000);
    assert_true(s->events & RT_EVENT_BIT(RT_EVENT_CHAIN_PARTED));
    assert_int_equal(s->outcome.last.parted, parted);
    CHECK_NEAR(s->outcome.parted_s, sim_time(s), 1e-12);
    assert_true(s->outcome.peak_breaking_share > 1 && s->outcome.peak_link == parted);
    sim_snapshot(s, &snap);
    check_snapshot(s, &snap, parted);
    assert_non_null(strstr(snap.message, "anchor lost: link 4 parted"));

    void *saved = malloc(sim_saved_size(s));
    assert_non_null(saved);
    sim_save(s, saved);
    double z0 = s->state.q[deck_of(s)->anchor.pin].z, v0 = s->state.qd[deck_of(s)->anchor.pin].z, t = 500 * s->model.h;
    uint64_t hash[2];
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < 500; n++) assert_true(sim_frame(s, &hold, NULL));
        hash[pass] = sim_hash(s);
        double fell = z0 - s->state.q[deck_of(s)->anchor.pin].z;
        CHECK_NEAR(fell, 0.5 * 9.81 * t * t - v0 * t, 0.05); // clear of the hull; the pin is not the centre of mass
        sim_snapshot(s, &snap);
        check_snapshot(s, &snap, parted);
        if (pass == 0) sim_restore(s, saved);
    }
    assert_true(hash[0] == hash[1]);
    assert_int_equal(s->counters.event[RT_EVENT_CHAIN_PARTED], 1);
    assert_false(s->outcome.housed || s->outcome.jammed);
    free(saved);
    destroy_sim(s);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_adds_up),
        cmocka_unit_test(weak_link_parts),
        cmocka_unit_test(link_phase_turns_the_anchor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
