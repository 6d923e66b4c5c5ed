// SPDX-License-Identifier: MIT
// An anchor that comes up foul, and one that comes up clear: the report when it is sighted, and the loads behind it.
#include "rt/deck/deck.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/foul_anchor.yaml"

static rt_diag diag;

// The shipped scenario with the anchor near the surface; `foul` as given.
static rt_status create(sim *s, double depth, bool foul, bool contact) {
    scenario sc;
    diag = (rt_diag){0};
    if (scenario_load(SCENARIO, false, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    sc.start.depth = depth;
    sc.start.settle = 6; // less, and it falls into the turn with a jerk
    if (!foul) sc.start.flukes = SCENARIO_FLUKES_OUTBOARD;
    sc.contact.chain_on_anchor = contact;
    sc.windlass.rated_speed = 0.3;
    rt_status status = sim_create(s, &sc, &diag);
    if (status != RT_OK) scenario_free(&sc);
    return status;
}

static void destroy(sim *s) {
    scenario_free(&s->sc);
    sim_destroy(s);
    free(s);
}

// Heaves until the crown is in sight; returns the evidence.
static deck_evidence heave_into_sight(sim *s) {
    deck_evidence e = {0};
    for (int k = 0; k < 8000; k++) {
        const rt_command c = {.lever = fmin(1, k / 1000.0), .brake = fmax(0, 1 - k / 300.0), .clutch = 1};
        assert_true(sim_frame(s, &c, NULL));
        if (!(s->events & RT_EVENT_BIT(RT_EVENT_IN_SIGHT))) continue;
        char text[256];
        assert_true(sim_evidence(s, RT_EVENT_IN_SIGHT, &e));
        deck_evidence_text(RT_EVENT_IN_SIGHT, &e, text, sizeof text);
        print_message("%.2f s: %s\n", 1e-3 * k, text);
        return e;
    }
    fail_msg("the crown did not come into sight");
    return e;
}

// The anchor hangs by the turn, crown up, and swings: what the shackle does not bear, the turn does.
static void foul_anchor_is_reported(void **state) {
    (void)state;
    sim *s = calloc(1, sizeof *s);
    assert_non_null(s);
    if (create(s, 6.8, true, true) != RT_OK) fail_msg("%s", diag.text);
    const deck *dk = deck_of(s);
    const double weight = 6414 * 9.81 * (1 - 1025.0 / 7850);
    const deck_evidence e = heave_into_sight(s);
    const vec3 *q = s->state.q;
    static dyn_snapshot shown;
    sim_snapshot(s, &shown);
    print_message("crown %.2f m over the shackle; load %.1f kN of a weight of %.1f kN\n",
                  q[dk->anchor.pin].z - q[dk->anchor.shackle].z, 1e-3 * e.b, 1e-3 * weight);
    assert_true(q[dk->anchor.pin].z - q[dk->anchor.shackle].z > 1);
    assert_true(e.b > 0.3 * weight && e.b < 2 * weight);
    assert_true(e.c > 1.5 && e.c < 6);
    assert_non_null(strstr(shown.message, "FOUL ANCHOR"));
    assert_int_equal(dk->anchor_links[0].dropped + dk->anchor_links[1].dropped, 0);
    destroy(s);
}

static void clear_anchor_is_reported(void **state) {
    (void)state;
    sim *s = calloc(1, sizeof *s);
    assert_non_null(s);
    if (create(s, 3.7, false, true) != RT_OK) fail_msg("%s", diag.text);
    const deck_evidence e = heave_into_sight(s);
    CHECK_NEAR(e.b, 0, 0);
    assert_int_equal(deck_of(s)->log.foul, 0);
    destroy(s);
}

static void foul_start_needs_the_contact(void **state) {
    (void)state;
    sim *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(create(s, 6.8, true, false), RT_ERR_FORMAT);
    assert_non_null(strstr(diag.text, "start.flukes: foul expects contact.chain_on_anchor: true, found false"));
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(foul_anchor_is_reported),
                                       cmocka_unit_test(clear_anchor_is_reported),
                                       cmocka_unit_test(foul_start_needs_the_contact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
