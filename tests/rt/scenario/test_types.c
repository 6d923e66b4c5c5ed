// SPDX-License-Identifier: MIT
// Anchors by type and the bow by its pocket: their values in a scenario, and the fit of the shipped meshes.
#include "contact/prepare/load.h"
#include "rt/deck/deck.h"
#include "rt/world/world.h"
#include "tests/rt/scratch.h"

#include "contact/tree/pairs.h"
#include "rt/scenario/type.h"
#include "rt/sim/sim.h"
#include "tests/rt/config_root.h"

static rt_diag diag;

static const char *const type_name[SCENARIO_ANCHORS] = {"meshes", "hall",     "spek",      "ac14",
                                                        "navy",   "danforth", "hall_palms"};

// Loads the parametric heave with the given lines for ship and anchor.
static scenario load(const char *ship, const char *anchor) {
    char *text;
    scenario s;
    assert_true(
        asprintf(&text,
                 "ship:\n%s\nanchor:\n%s\nchain: {bar_diameter: 50 mm, capacity: 120}\n"
                 "windlass: {max_tension: 178 kN, rated_tension: 119 kN, brake_capacity: 880 kN, motor_brake: 250 kN}\n"
                 "start: {depth: 3 m, settle: 4 s}\nend: {pin_distance: 0.45}\n",
                 ship, anchor) > 0);
    diag = (rt_diag){0};
    if (scenario_load(scratch_text("s.yaml", text), true, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
    free(text);
    return s;
}

static scenario load_anchor(int type, const char *more) {
    char text[256];
    snprintf(text, sizeof text, "  type: %s\n%s", type_name[type], more);
    return load("  type: bow", text);
}

static void lengths_scale_with_the_cube_root(void **state) {
    (void)state;
    for (int type = SCENARIO_ANCHOR_HALL; type < SCENARIO_ANCHORS; type++) {
        scenario a = load_anchor(type, "  mass: 1000 kg"), b = load_anchor(type, "  mass: 8 t");
        CHECK_NEAR(b.anchor.scale, 2 * a.anchor.scale, 1e-12);
        CHECK_NEAR(b.anchor.shackle, 2 * a.anchor.shackle, 1e-12);
        CHECK_NEAR(a.anchor.shank_mass + a.anchor.head_mass, 1000, 1e-9);
        CHECK_NEAR(b.anchor.head_mass, 8 * a.anchor.head_mass, 1e-9);
        assert_true(a.anchor.hinge_stop == b.anchor.hinge_stop);
        assert_string_equal(a.anchor.head, b.anchor.head);
        scenario_free(&a);
        scenario_free(&b);
    }
}

// Every stockless anchor has at least 60 % of its mass in the head (class rules).
static void heads_are_heavy_enough(void **state) {
    (void)state;
    for (int type = SCENARIO_ANCHOR_HALL; type < SCENARIO_ANCHOR_DANFORTH; type++)
        assert_true(scenario_anchor_type_of(type)->head_share >= 0.6);
    assert_true(scenario_anchor_type_of(SCENARIO_ANCHOR_HALL_PALMS)->head_share >= 0.6);
}

static void given_figures_override_the_type(void **state) {
    (void)state;
    scenario s = load_anchor(SCENARIO_ANCHOR_SPEK, "  mass: 6414 kg\n  hinge_stop: 30 deg\n  head_share: 0.7");
    CHECK_NEAR(s.anchor.hinge_stop, M_PI / 6, 1e-12);
    CHECK_NEAR(s.anchor.head_mass, 0.7 * 6414, 1e-9);
    scenario_free(&s);
}

// The scenario stores the file's values beside the derived ones: its resolved text loads to the same scenario.
static void resolved_text_loads_to_the_same_scenario(void **state) {
    (void)state;
    scenario s = load_anchor(SCENARIO_ANCHOR_AC14, "  mass: 5000 kg\n  head_shift: 50 mm"), t;
    diag = (rt_diag){0};
    if (scenario_load_resolved(s.resolved, s.path, NULL, &t, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_string_equal(s.resolved, t.resolved);
    assert_string_equal(s.anchor.head, t.anchor.head);
    assert_true(s.anchor.head_mass == t.anchor.head_mass && s.anchor.scale == t.anchor.scale);
    assert_true(memcmp(s.ship.pipe_axis, t.ship.pipe_axis, sizeof s.ship.pipe_axis) == 0);
    assert_string_equal(s.ship.hull, t.ship.hull);
    scenario_free(&s);
    scenario_free(&t);
}

// The shipped pocket gives the figures of weigh.yaml and of the models' README, and the shipped mesh.
static void shipped_pocket_matches_weigh(void **state) {
    (void)state;
    scenario s = load_anchor(SCENARIO_ANCHOR_HALL, "  mass: 6414 kg"), w;
    assert_int_equal(scenario_load(CONFIG "/scenarios/weigh.yaml", false, &w, &diag), RT_OK);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(s.ship.mouth[i], w.ship.mouth[i], 1e-12);
        CHECK_NEAR(s.ship.pipe_axis[i], w.ship.pipe_axis[i], 1e-6);
        CHECK_NEAR(s.ship.face_normal[i], w.ship.face_normal[i], 1e-6);
        CHECK_NEAR(s.ship.lifter[i], w.ship.lifter[i], 5e-4);
    }
    CHECK_NEAR(s.ship.pipe_length, 5.7438, 5e-5);
    CHECK_NEAR(s.ship.pipe_bore, w.ship.pipe_bore, 1e-12);
    CHECK_NEAR(s.ship.deck, w.ship.deck, 1e-12);
    assert_string_equal(strrchr(s.ship.hull, '/'), "/bow.ply");
    assert_string_equal(strrchr(s.anchor.shank, '/'), "/shank.ply");
    CHECK_NEAR(s.anchor.shank_mass, w.anchor.shank_mass, 2);
    assert_true(s.anchor.shackle == w.anchor.shackle && s.anchor.hinge_stop == w.anchor.hinge_stop);
    scenario_free(&s);
    scenario_free(&w);
}

// Without fluke seats, all else as shipped: the shipped mesh of that bow. With another width too it is a mesh of its
// own.
static void flat_pocket_is_shipped(void **state) {
    (void)state;
    setenv("XDG_CACHE_HOME", scratch, 1);
    scenario flat = load("  type: bow\n  pocket: {seat_height: 0}", "  type: hall\n  mass: 6414 kg");
    scenario narrow = load("  type: bow\n  pocket: {seat_height: 0, width: 2 m}", "  type: hall\n  mass: 6414 kg");
    assert_string_equal(strrchr(flat.ship.hull, '/'), "/bow_flat.ply");
    assert_true(strncmp(narrow.ship.hull, scratch, strlen(scratch)) == 0);
    scenario_free(&flat);
    scenario_free(&narrow);
}

// Another number gives another mesh; the same number gives the same mesh.
static void each_pocket_has_its_own_mesh(void **state) {
    (void)state;
    setenv("XDG_CACHE_HOME", scratch, 1);
    const char *const pocket[] = {
        "bolster_radius: 200 mm", "bolster_radius: 201 mm", "pipe_angle: 45 deg",   "bore: 0.6 m",
        "depth: 0.3 m",           "flare: 14 deg",          "height: 2 m",          "width: 2.5 m",
        "rim_radius: 80 mm",      "deck_lip: 0.2 m",        "corner_radius: 0.3 m", "seat_height: 1.1 m"};
    enum { N = sizeof pocket / sizeof pocket[0] };
    scenario s[N];
    for (int k = 0; k < N; k++) {
        char ship[128];
        snprintf(ship, sizeof ship, "  type: bow\n  pocket: {%s}", pocket[k]);
        s[k] = load(ship, "  type: hall\n  mass: 6414 kg");
        assert_true(strncmp(s[k].ship.hull, scratch, strlen(scratch)) == 0);
        for (int i = 0; i < k; i++) assert_string_not_equal(s[i].ship.hull, s[k].ship.hull);
    }
    scenario again = load("  type: bow\n  pocket: {bolster_radius: 0.2}", "  type: hall\n  mass: 6414 kg");
    assert_string_equal(again.ship.hull, s[0].ship.hull);
    CHECK_NEAR(s[2].ship.pipe_length, 4.4 * sqrt(2), 1e-9); // deck less mouth, at 45 deg
    scenario_free(&again);
    for (int k = 0; k < N; k++) scenario_free(&s[k]);
}

static int cuts;
static void count_cuts(void *self, int a, int b, const contact_cut *cut) {
    (void)self, (void)a, (void)b, (void)cut;
    cuts++;
}

// From stop to stop, and a degree beyond, the head is clear of the shank.
static void heads_turn_clear_of_shanks(void **state) {
    (void)state;
    for (int type = SCENARIO_ANCHOR_HALL; type < SCENARIO_ANCHORS; type++) {
        scenario s = load_anchor(type, "  mass: 6414 kg");
        contact_prepared shank, head;
        contact_pairs pairs;
        const contact_mesh_options o = {.scale = 1, .need_closed = true};
        assert_int_equal(contact_prepare(s.anchor.shank, &o, CONTACT_CACHE_OFF, &shank, &diag), RT_OK);
        assert_int_equal(contact_prepare(s.anchor.head, &o, CONTACT_CACHE_OFF, &head, &diag), RT_OK);
        assert_int_equal(shank.report.self_intersections, 0);
        assert_int_equal(head.report.self_intersections, 0);
        assert_int_equal(contact_pairs_create(&pairs, &head.mesh, &head.tree, &shank.mesh, &shank.tree, 1000, 0),
                         RT_OK);
        const double stop = s.anchor.hinge_stop + M_PI / 180;
        for (int k = -24; k <= 24; k++) {
            pose at = {mat3_rotation(vec3_make(1, 0, 0), stop * k / 24), {0, 0, 0}};
            cuts = 0;
            contact_pairs_find(&pairs, &at, NULL, count_cuts, NULL);
            if (cuts > 0) fail_msg("%s: head and shank cut at %.0f deg", type_name[type], stop * k / 24 * 180 / M_PI);
        }
        // the check can fail: 0.1 m higher, the bridge cuts the shank
        pose up = {mat3_rotation(vec3_make(1, 0, 0), 0), {0, 0, 0.1}};
        cuts = 0;
        contact_pairs_find(&pairs, &up, NULL, count_cuts, NULL);
        assert_true(cuts > 0);
        contact_pairs_free(&pairs);
        contact_prepared_free(&shank);
        contact_prepared_free(&head);
        scenario_free(&s);
    }
}

// Mean distance between the head's and the shank's end of the pin, over 500 frames with the head at rest.
static double measure_play(const char *slop) {
    static sim m;
    char anchor[128];
    snprintf(anchor, sizeof anchor, "  type: hall\n  mass: 6414 kg\n  slop: %s", slop);
    scenario s = load("  type: bow", anchor);
    const rt_command hold = {.brake = 1, .clutch = 1};
    double sum = 0;
    if (sim_create(&m, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
    for (int k = 0; k < 1500; k++) {
        assert_true(sim_frame(&m, &hold, NULL));
        if (k >= 1000)
            sum += vec3_norm(vec3_sub(m.state.q[deck_of(&m)->anchor.pin], m.state.q[deck_of(&m)->anchor.pin_head]));
    }
    assert_true(m.counters.cap_hits < 5);
    sim_destroy(&m);
    scenario_free(&s);
    return sum / 500;
}

// The head hangs below its pin by half the play plus the deflection of the bearing: 0.1 mm under its weight.
static void pin_has_its_play(void **state) {
    (void)state;
    CHECK_NEAR(measure_play("0 mm"), 0, 0);
    CHECK_NEAR(measure_play("4 mm"), 2.1e-3, 0.02e-3);
}

// head_shift moves the head's centre of mass by its value.
static void head_shift_moves_the_centre(void **state) {
    (void)state;
    static sim m;
    double z[2];
    for (int k = 0; k < 2; k++) {
        scenario s =
            load_anchor(SCENARIO_ANCHOR_HALL, k ? "  mass: 6414 kg\n  head_shift: -150 mm" : "  mass: 6414 kg");
        if (sim_create(&m, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
        z[k] = deck_of(&m)->anchor.def.head_centre.z;
        sim_destroy(&m);
        scenario_free(&s);
    }
    CHECK_NEAR(z[1], z[0] - 0.15, 1e-12);
}

static rt_status load_bad(const char *ship, const char *anchor) {
    char *text;
    scenario s;
    assert_true(
        asprintf(&text,
                 "ship:\n%s\nanchor:\n%s\nchain: {bar_diameter: 50 mm}\n"
                 "windlass: {max_tension: 178 kN, rated_tension: 119 kN, brake_capacity: 880 kN, motor_brake: 250 kN}\n"
                 "end: {pin_distance: 0.45}\n",
                 ship, anchor) > 0);
    diag = (rt_diag){0};
    rt_status status = scenario_load(scratch_text("s.yaml", text), true, &s, &diag);
    free(text);
    if (status == RT_OK) scenario_free(&s);
    return status;
}

static void conflicting_keys_are_refused(void **state) {
    (void)state;
    const struct {
        const char *ship, *anchor, *says;
    } bad[] = {
        {"  type: bow", "  type: hall", "anchor.type needs anchor.mass"},
        {"  type: bow", "  mass: 5 t", "anchor.mass needs anchor.type"},
        {"  type: bow\n  deck: 9 m", "  type: hall\n  mass: 5 t", "ship.deck: the parametric bow sets it"},
        {"  type: bow", "  type: hall\n  mass: 5 t\n  shackle: 2 m", "anchor.shackle: the anchor's type sets it"},
        {"  type: bow", "  type: admiralty\n  mass: 5 t", "anchor.type"},
        {"  type: bow\n  pocket: {bolster_radius: 2 m}", "  type: hall\n  mass: 5 t", "bolster_radius"},
        {"  type: bow\n  pocket: {bolster: 0.2 m}", "  type: hall\n  mass: 5 t", "unknown key"},
        {"  pipe_bore: 0.5", "  type: hall\n  mass: 5 t", "key 'ship.hull' is missing"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        assert_int_equal(load_bad(bad[k].ship, bad[k].anchor), RT_ERR_FORMAT);
        if (!strstr(diag.text, bad[k].says)) fail_msg("expected '%s' in:\n%s", bad[k].says, diag.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lengths_scale_with_the_cube_root),
                                       cmocka_unit_test(heads_are_heavy_enough),
                                       cmocka_unit_test(given_figures_override_the_type),
                                       cmocka_unit_test(resolved_text_loads_to_the_same_scenario),
                                       cmocka_unit_test(shipped_pocket_matches_weigh),
                                       cmocka_unit_test(flat_pocket_is_shipped),
                                       cmocka_unit_test(each_pocket_has_its_own_mesh),
                                       cmocka_unit_test(heads_turn_clear_of_shanks),
                                       cmocka_unit_test(pin_has_its_play),
                                       cmocka_unit_test(head_shift_moves_the_centre),
                                       cmocka_unit_test(conflicting_keys_are_refused)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
