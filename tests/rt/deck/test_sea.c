// SPDX-License-Identifier: MIT
// A deck in the sea: buoyancy of anchor and chain, waves as a function of time only, and no sea unless the scenario has
// one.
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

// Loads the shipped scenario with this `sea` section, start depth [m] and settling time [s], and without a swing.
static rt_status load_scenario(scenario *sc, const char *sea, int depth, int settle) {
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

static sim *create_sim(const char *sea, int depth, int settle) {
    scenario sc;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (load_scenario(&sc, sea, depth, settle) != RT_OK || sim_create(s, &sc, &diag) != RT_OK)
        fail_msg("%s", diag.text);
    return s;
}

static void destroy_sim(sim *s) {
    scenario_free(&s->sc);
    sim_destroy(s);
    free(s);
}

#define STILL "  immersion: buoyancy_drag\n"
#define WAVES STILL "  wave_height: 2 m\n  wave_period: 6 s\n  wave_direction: -120 deg\n  wave_phase: 1\n"
#define JONSWAP WAVES "  waves: jonswap\n"

// Anchor and chain are fully immersed: the tension at the anchor is lower by the weight of the displaced water. The
// tension of the first link acts at its middle, so half of that link counts.
static void buoyancy_reduces_the_tension(void **state) {
    (void)state;
    sim *dry = create_sim("  immersion: none\n", 14, 20), *wet = create_sim(STILL, 14, 20);
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
    destroy_sim(dry);
    destroy_sim(wet);
}

// Shank, head and links displace the volume that their mass has as steel. Every part has drag.
static void parts_displace_the_volume_of_their_steel(void **state) {
    (void)state;
    sim *s = create_sim(STILL, 14, 1);
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
    destroy_sim(s);
}

// Cd A of a stockless anchor of 6450 kg: 1.8 m² crown first, 5 m² broadside (practical figures, within 10 %).
static void shipped_anchor_has_practical_drag(void **state) {
    (void)state;
    sim *s = create_sim(STILL, 14, 1);
    contact_slice slice[16];
    contact_mesh_slices(&deck_of(s)->shank.mesh, 8, slice);
    contact_mesh_slices(&deck_of(s)->head.mesh, 8, slice + 8);
    double broadside = 0, crown = 0;
    for (int k = 0; k < 16; k++) broadside += slice[k].seen[1], crown += slice[k].seen[2];
    CHECK_NEAR(s->sc.sea.anchor_drag * crown, 1.8, 0.18);
    CHECK_NEAR(s->sc.sea.anchor_drag * broadside, 5, 0.5);
    destroy_sim(s);
}

static uint64_t run(sim *s, int frames) {
    for (int k = 0; k < frames; k++) {
        const rt_command c = {.lever = fmin(1, k / 400.0), .brake = fmax(0, 1 - k / 200.0), .clutch = 1};
        assert_true(sim_frame(s, &c, NULL));
    }
    return sim_hash(s);
}

// The same waves give the same bits, also from a saved state; other waves give other bits. The chain settles in still
// water.
static void waves_depend_on_time_only(void **state) {
    (void)state;
    const char *const sea[] = {STILL, WAVES, JONSWAP, JONSWAP "  seed: 2\n"};
    uint64_t hash[4];
    vec3 pin[4];
    for (int i = 0; i < 4; i++) {
        sim *a = create_sim(sea[i], 9, 1), *b = create_sim(sea[i], 9, 1);
        pin[i] = a->state.q[deck_of(a)->anchor.pin];
        void *saved = malloc(sim_saved_size(a));
        run(a, 300);
        sim_save(a, saved);
        hash[i] = run(a, 200);
        run(b, 500); // to another state
        sim_restore(b, saved);
        assert_true(run(b, 200) == hash[i]);
        assert_memory_equal(&pin[i], &pin[0], sizeof pin[0]);
        for (int k = 0; k < i; k++) assert_true(hash[k] != hash[i]);
        free(saved);
        destroy_sim(a);
        destroy_sim(b);
    }
}

// Heights in events are measured from the water surface above the crown, and the picture has the same waves.
static void heights_are_measured_from_the_surface(void **state) {
    (void)state;
    sim *still = create_sim(STILL, 9, 1), *waves = create_sim(WAVES, 9, 1);
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
    picture_def_free(&drawn);
    destroy_sim(still);
    destroy_sim(waves);
}

// By default the deck has no sea.
static void default_deck_has_no_sea(void **state) {
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

static void impossible_waves_are_refused(void **state) {
    (void)state;
    scenario sc;
    assert_int_not_equal(load_scenario(&sc, "  wave_height: 1 m\n", 9, 1), RT_OK);
    assert_non_null(strstr(diag.text, "sea.immersion: buoyancy_drag"));
    // a wave of 3 s is 9.81 × 9 / 2 pi = 14.05 m long and breaks at 0.142 of its length
    assert_int_equal(load_scenario(&sc, STILL "  wave_height: 1.99 m\n  wave_period: 3 s\n", 9, 1), RT_OK);
    scenario_free(&sc);
    assert_int_not_equal(load_scenario(&sc, STILL "  wave_height: 2 m\n  wave_period: 3 s\n", 9, 1), RT_OK);
    assert_non_null(strstr(diag.text, "14.1 m long and breaks at 2.00 m"));
}

// Waves by the command, at once in the water; a restored state has those of its command.
static void commands_change_the_waves(void **state) {
    (void)state;
    sim *s = create_sim(WAVES, 5, 0);
    const deck *dk = s->self;
    const double level = dk->sea.waves.level, before = tackle_sea_surface(&dk->sea, 3, 2, 1.7) - level;
    rt_command c = {.brake = 1, .clutch = 1}, plain = c;
    void *saved = malloc(sim_saved_size(s));
    assert_true(saved && fabs(before) > 0.1);
    rt_weather_set(&c.weather, RT_WEATHER_WAVES, 3);
    assert_true(sim_frame(s, &c, NULL));
    CHECK_NEAR(tackle_sea_surface(&dk->sea, 3, 2, 1.7) - level, 1.5 * before, 1e-7);
    sim_save(s, saved);
    assert_true(sim_frame(s, &plain, NULL));
    CHECK_NEAR(tackle_sea_surface(&dk->sea, 3, 2, 1.7) - level, before, 1e-12);
    sim_restore(s, saved);
    CHECK_NEAR(tackle_sea_surface(&dk->sea, 3, 2, 1.7) - level, 1.5 * before, 1e-7);
    free(saved);
    destroy_sim(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buoyancy_reduces_the_tension),      cmocka_unit_test(parts_displace_the_volume_of_their_steel),
        cmocka_unit_test(shipped_anchor_has_practical_drag), cmocka_unit_test(waves_depend_on_time_only),
        cmocka_unit_test(commands_change_the_waves),         cmocka_unit_test(heights_are_measured_from_the_surface),
        cmocka_unit_test(default_deck_has_no_sea),           cmocka_unit_test(impossible_waves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
