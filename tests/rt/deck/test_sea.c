// SPDX-License-Identifier: MIT
// The sea in the composition: what anchor and chain weigh in it, that waves are a matter of time alone, and that
// nothing of it is there where the scenario does not ask for it.
#include "contact/mesh/slices.h"
#include "rt/deck/deck.h"
#include "rt/deck/private.h"
#include "rt/picture/picture.h"
#include "rt/sim/state.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"

static const double g = 9.81, salt = 1025, steel = 7850;
static rt_diag diag;

// The shipped scenario at rest, with this section `sea`, so deep [m], and let settle for so long [s].
static rt_status load(scenario *sc, const char *sea, int depth, int settle) {
    scenario shipped;
    char *text;
    diag = (rt_diag){0};
    assert_int_equal(scenario_load(SCENARIO, false, &shipped, &diag), RT_OK);
    char *at = strstr(shipped.resolved, "\nsea:\n"), *start = strstr(shipped.resolved, "\nstart:\n");
    assert_true(at && start && at < start);
    char *end = start + 1 + strcspn(start + 1, "\n"); // past the section's indented lines
    while (strncmp(end, "\n  ", 3) == 0) end += 1 + strcspn(end + 1, "\n");
    assert_true(asprintf(&text, "%.*s\nsea:\n%sstart:\n  depth: %d\n  settle: %d%s", (int)(at - shipped.resolved),
                         shipped.resolved, sea, depth, settle, end) > 0);
    rt_status status = scenario_load_text(text, SCENARIO, false, sc, &diag);
    free(text);
    scenario_free(&shipped);
    return status;
}

static sim *make(const char *sea, int depth, int settle) {
    scenario sc;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (load(&sc, sea, depth, settle) != RT_OK || sim_create(s, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    return s;
}

static void destroy(sim *s) {
    scenario_free(&s->sc);
    sim_destroy(s);
    free(s);
}

#define STILL "  immersion: buoyancy_drag\n"
#define WAVES STILL "  wave_height: 2 m\n  wave_period: 6 s\n  wave_direction: -120 deg\n  wave_phase: 1\n"
#define JONSWAP WAVES "  waves: jonswap\n"

// Anchor and chain hang wholly in the water: what the anchor's shackle bears is less by what they displace; of the
// first link, in whose middle it is told, the half.
static void tension_is_less_by_the_buoyancy(void **state) {
    (void)state;
    sim *dry = make("  immersion: none\n", 14, 20), *wet = make(STILL, 14, 20);
    double mass = 6414 + 0.5 * deck_of(dry)->chain.link.mass, less = mass * g * salt / steel;
    double air = sim_gauges(dry).anchor_tension_n, water = sim_gauges(wet).anchor_tension_n;
    CHECK_NEAR(air, mass * g, 1e-3 * mass * g);
    CHECK_NEAR(air - water, less, 1e-3 * less);
    static dyn_snapshot in[2];
    sim_snapshot(dry, &in[0]);
    sim_snapshot(wet, &in[1]);
    double borne = in[1].reaction[DYN_SHOW_SHACKLE].force.z, hinge = in[1].reaction[DYN_SHOW_HINGE].force.z;
    CHECK_NEAR(in[0].reaction[DYN_SHOW_SHACKLE].force.z, 6414 * g, 1e-3 * 6414 * g);
    CHECK_NEAR(borne, 6414 * g * (1 - salt / steel), 1e-3 * 6414 * g);
    CHECK_NEAR(hinge, 4144 * g * (1 - salt / steel), 1e-3 * 4144 * g);
    destroy(dry);
    destroy(wet);
}

// Of shank, head and links all the volume that their mass has as steel; drag on each part.
static void parts_displace_what_they_weigh(void **state) {
    (void)state;
    sim *s = make(STILL, 14, 1);
    double shank = 0, head = 0, links = 0;
    for (int k = 0; k < deck_of(s)->sea.n; k++) {
        const tackle_sea_part_def *p = &deck_of(s)->sea.part[k].def;
        *(p->body == deck_of(s)->anchor.shank  ? &shank
          : p->body == deck_of(s)->anchor.head ? &head
                                               : &links) += p->volume;
        assert_true(p->across_cd > 0 && p->along_cd > 0);
    }
    CHECK_NEAR(shank, 2270 / steel, 1e-9);
    CHECK_NEAR(head, 4144 / steel, 1e-9);
    CHECK_NEAR(links, deck_of(s)->chain.capacity * deck_of(s)->chain.link.mass / steel, 1e-9);
    // stud-link chain: Cd 2.6 and 1.4 on the bar diameter
    const tackle_sea_part_def *link = &deck_of(s)->sea.part[deck_of(s)->sea.n - 1].def;
    CHECK_NEAR(link->across_cd, 2.6 * 0.05 * 0.2, 1e-12);
    CHECK_NEAR(link->along_cd, 1.4 * 0.05 * 0.2, 1e-12);
    destroy(s);
}

// Cd A of a stockless anchor of 6450 kg falling crown first 1.8 m², broadside 5 m² (figures of practice, to a tenth).
static void drag_of_the_shipped_anchor(void **state) {
    (void)state;
    sim *s = make(STILL, 14, 1);
    contact_slice slice[16];
    contact_mesh_slices(&deck_of(s)->shank.mesh, 8, slice);
    contact_mesh_slices(&deck_of(s)->head.mesh, 8, slice + 8);
    double broadside = 0, crown = 0;
    for (int k = 0; k < 16; k++) broadside += slice[k].seen[1], crown += slice[k].seen[2];
    CHECK_NEAR(s->sc.sea.anchor_drag * crown, 1.8, 0.18);
    CHECK_NEAR(s->sc.sea.anchor_drag * broadside, 5, 0.5);
    destroy(s);
}

static uint64_t run(sim *s, int frames) {
    for (int k = 0; k < frames; k++) {
        const rt_command c = {.lever = fmin(1, k / 400.0), .brake = fmax(0, 1 - k / 200.0), .clutch = 1};
        assert_true(sim_frame(s, &c, NULL));
    }
    return sim_hash(s);
}

// The same waves give the same bits, from a saved state too; other waves give others. The chain settles in still water.
static void waves_are_a_matter_of_time(void **state) {
    (void)state;
    const char *const sea[] = {STILL, WAVES, JONSWAP, JONSWAP "  seed: 2\n"};
    uint64_t hash[4];
    vec3 pin[4];
    for (int i = 0; i < 4; i++) {
        sim *a = make(sea[i], 9, 1), *b = make(sea[i], 9, 1);
        pin[i] = a->state.q[deck_of(a)->anchor.pin];
        void *saved = malloc(sim_saved_size(a));
        run(a, 300);
        sim_save(a, saved);
        hash[i] = run(a, 200);
        run(b, 500); // elsewhere
        sim_restore(b, saved);
        assert_true(run(b, 200) == hash[i]);
        assert_memory_equal(&pin[i], &pin[0], sizeof pin[0]);
        for (int k = 0; k < i; k++) assert_true(hash[k] != hash[i]);
        free(saved);
        destroy(a);
        destroy(b);
    }
}

// Heights that are told count from the surface as it stands over the crown, and the picture has the same waves.
static void heights_are_over_the_surface(void **state) {
    (void)state;
    sim *still = make(STILL, 9, 1), *waves = make(WAVES, 9, 1);
    const double w = 2 * M_PI / 6, k = w * w / g;
    for (int i = 0; i < 3; i++) {
        const deck_input a = deck_events_input(deck_of(still)), b = deck_events_input(deck_of(waves));
        dyn_eval e = dyn_eval_at(&waves->model, &waves->state);
        pose head = dyn_body_pose(&e, deck_of(waves)->anchor.head);
        vec3 crown = pose_point(&head, vec3_make(0, 0, deck_of(waves)->head.mesh.lo.z));
        double along = cos(-2 * M_PI / 3) * crown.x + sin(-2 * M_PI / 3) * crown.y;
        double surface = cos(k * along - w * sim_time(waves) + 1);
        CHECK_NEAR(b.crown_z, crown.z - surface, 1e-9);
        if (i == 0) {
            CHECK_NEAR(b.crown_z, a.crown_z - surface, 1e-9);
            CHECK_NEAR(b.lowest_z, a.lowest_z - surface, 1e-9);
        }
        run(waves, 700);
    }
    render_def drawn;
    assert_int_equal(picture_def(waves, &drawn, &diag), RT_OK);
    assert_memory_equal(&drawn.water, &deck_of(waves)->sea.waves, sizeof drawn.water);
    assert_int_equal(drawn.water.n, 1);
    destroy(still);
    destroy(waves);
}

// What is not asked for is not there.
static void dry_by_default(void **state) {
    (void)state;
    scenario sc;
    static sim s;
    assert_int_equal(scenario_load(SCENARIO, false, &sc, &diag), RT_OK);
    assert_int_equal(sc.sea.immersion, SCENARIO_IMMERSION_NONE);
    assert_int_equal(sim_create(&s, &sc, &diag), RT_OK);
    assert_true(deck_of(&s)->sea.n == 0 && deck_of(&s)->sea.waves.n == 0);
    for (int k = 0; k < s.model.n_forces; k++) assert_ptr_not_equal(s.model.force[k], &deck_of(&s)->sea.force);
    sim_destroy(&s);
    scenario_free(&sc);
}

static void waves_that_cannot_be_are_told(void **state) {
    (void)state;
    scenario sc;
    assert_int_not_equal(load(&sc, "  wave_height: 1 m\n", 9, 1), RT_OK);
    assert_non_null(strstr(diag.text, "sea.immersion: buoyancy_drag"));
    // 3 s: 9.81 × 9 / 2 pi = 14.05 m long, and breaks at 0.142 of it
    assert_int_equal(load(&sc, STILL "  wave_height: 1.99 m\n  wave_period: 3 s\n", 9, 1), RT_OK);
    scenario_free(&sc);
    assert_int_not_equal(load(&sc, STILL "  wave_height: 2 m\n  wave_period: 3 s\n", 9, 1), RT_OK);
    assert_non_null(strstr(diag.text, "14.1 m long and breaks at 2.00 m"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tension_is_less_by_the_buoyancy), cmocka_unit_test(parts_displace_what_they_weigh),
        cmocka_unit_test(drag_of_the_shipped_anchor),      cmocka_unit_test(waves_are_a_matter_of_time),
        cmocka_unit_test(heights_are_over_the_surface),    cmocka_unit_test(dry_by_default),
        cmocka_unit_test(waves_that_cannot_be_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
