// SPDX-License-Identifier: MIT
// Definition of the picture: special links, joining shackles and windlass marks of the scenario.
#include "rt/deck/deck.h"
#include "rt/picture/picture.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>

static sim *create_sim(const char *name) {
    static rt_diag d;
    static scenario sc;
    char path[1024];
    snprintf(path, sizeof path, "%s/config/scenarios/%s", HAWSE_SOURCE_DIR, name);
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (scenario_load(path, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (!strcmp(name, "weigh.yaml")) {
        sc.chain.type = SCENARIO_CHAIN_STUDLESS;
        sc.windlass.runaway = 3;
        sc.windlass.fade_start = 180;
        sc.windlass.fade_end = 290;
    }
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    return s;
}

static void destroy(sim *s) {
    scenario sc = s->sc;
    sim_destroy(s);
    scenario_free(&sc);
    free(s);
}

// The scenario's list, counted from 0; meshes in metres. Bar diameter 50 mm: the swivel's eyes are 2 + 1.2 diameters
// from its middle, the D-shackle's 2.6 + 1.2, the Kenter link's end 3.
static void special_links_are_in_the_definition(void **state) {
    (void)state;
    static const struct {
        int number;
        double bar, top; // [m]
    } expected[] = {{0, 0.060, 0}, {1, 0.055, 0}, {2, 0, 0.160}, {3, 0.055, 0}, {4, 0, 0.190}, {39, 0, 0.150}};
    enum { LINKS = sizeof expected / sizeof *expected };
    sim *s = create_sim("weigh_special_links.yaml");
    rt_diag said = {0};
    render_def def;
    assert_int_equal(picture_def(s, &def, &said), RT_OK);
    assert_int_equal(def.n_special, LINKS);
    assert_false(def.studless);
    for (int k = 0; k < LINKS; k++) {
        const render_link *l = &def.special[k];
        assert_int_equal(l->number, expected[k].number);
        CHECK_NEAR(l->bar_diameter, expected[k].bar, 1e-12);
        assert_int_equal(l->mesh != NULL, expected[k].top > 0);
        if (l->mesh) CHECK_NEAR(l->mesh->hi.z, expected[k].top, 0.002);
    }
    picture_def_free(&def);
    destroy(s);
}

// Parts of the list by their ISO 1704 sizes, the swivel as two, and the place of each Kenter shackle, also in the
// locker.
static void parts_are_in_the_definition(void **state) {
    (void)state;
    static const double d = 0.05, size[][3] = {{1.4, 8.7, 5.2},  {1.2, 6.05, 4.7}, {1.2, 6.05, 4.7},
                                               {1.2, 6.75, 4.0}, {1.1, 6.6, 4.0},  {1.0, 6.0, 4.2}};
    sim *s = create_sim("weigh_chain_kit.yaml");
    rt_diag said = {0};
    render_def def;
    assert_int_equal(picture_def(s, &def, &said), RT_OK);
    assert_int_equal(def.n_special, 6);
    for (int k = 0; k < 6; k++) {
        const render_link *l = &def.special[k];
        assert_int_equal(l->number, k < 5 ? k : 41);
        CHECK_NEAR(l->bar_diameter, size[k][0] * d, 1e-12);
        CHECK_NEAR(l->length, size[k][1] * d, 1e-12);
        CHECK_NEAR(l->width, size[k][2] * d, 1e-12);
        assert_int_equal(l->open, k < 4);
    }
    assert_int_equal(def.n_joining, 11);
    for (int k = 0; k < 11; k++) assert_int_equal(def.joining[k], 41 + 138 * k);
    picture_def_free(&def);
    destroy(s);
}

// The picture's shackles are at the places where the deck raises its shackle events; without a list of parts every 27.5
// m.
static void joining_shackles_agree_with_the_deck(void **state) {
    (void)state;
    sim *s = create_sim("weigh_chain_kit.yaml");
    rt_diag said = {0};
    render_def def;
    assert_int_equal(picture_def(s, &def, &said), RT_OK);
    assert_true(deck_of(s)->events_def.marks > 0 && def.joining_m[0] < 10); // a short first length
    for (int k = 0; k < deck_of(s)->events_def.marks; k++)
        CHECK_NEAR(def.joining_m[k], deck_of(s)->events_def.mark[k], 0);
    for (int k = 1; k < def.n_joining; k++) assert_true(def.joining_m[k] > def.joining_m[k - 1] + 27);
    picture_def_free(&def);
    destroy(s);
    s = create_sim("weigh.yaml");
    assert_int_equal(picture_def(s, &def, &said), RT_OK);
    assert_int_equal(def.n_joining, 0);
    picture_def_free(&def);
    destroy(s);
}

static void windlass_marks_are_in_the_definition(void **state) {
    (void)state;
    sim *s = create_sim("weigh.yaml");
    rt_diag said = {0};
    render_def def;
    assert_int_equal(picture_def(s, &def, &said), RT_OK);
    CHECK_NEAR(def.runaway_m_s, 3, 0);
    CHECK_NEAR(def.lining_fades_c, 180, 0);
    CHECK_NEAR(def.lining_faded_c, 290, 0);
    picture_def_free(&def);
    destroy(s);
}

static void studless_chain_is_in_the_definition(void **state) {
    (void)state;
    sim *s = create_sim("weigh.yaml");
    rt_diag said = {0};
    render_def def;
    assert_int_equal(picture_def(s, &def, &said), RT_OK);
    assert_true(def.studless);
    assert_int_equal(def.n_special, 0);
    picture_def_free(&def);
    destroy(s);
}

// The shipped bow names its foredeck; the parametric bow, whose flare may be another, names none.
static void scenery_is_that_of_the_scenario(void **state) {
    (void)state;
    static const char *const name[2] = {"weigh.yaml", "weigh_parametric.yaml"};
    for (int k = 0; k < 2; k++) {
        sim *s = create_sim(name[k]);
        rt_diag said = {0};
        render_def def;
        assert_int_equal(picture_def(s, &def, &said), RT_OK);
        for (int p = 0; p < RENDER_PAINTS; p++) assert_int_equal(def.scenery[p] != NULL, k == 0);
        picture_def_free(&def);
        for (int p = 0; p < RENDER_PAINTS; p++) assert_null(def.scenery[p]);
        destroy(s);
    }
}

static void folder_without_scenery_is_refused(void **state) {
    (void)state;
    sim *s = create_sim("weigh.yaml");
    rt_diag said = {0};
    render_def def;
    snprintf(s->sc.ship.scenery, sizeof s->sc.ship.scenery, "%s/config/scenarios", HAWSE_SOURCE_DIR);
    assert_int_equal(picture_def(s, &def, &said), RT_ERR_FILE);
    assert_non_null(strstr(said.text, "expected a folder with plating.ply"));
    destroy(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_links_are_in_the_definition),  cmocka_unit_test(parts_are_in_the_definition),
        cmocka_unit_test(joining_shackles_agree_with_the_deck), cmocka_unit_test(windlass_marks_are_in_the_definition),
        cmocka_unit_test(studless_chain_is_in_the_definition),  cmocka_unit_test(scenery_is_that_of_the_scenario),
        cmocka_unit_test(folder_without_scenery_is_refused),
    };
    return cmocka_run_group_tests_name("rt.picture.def", tests, NULL, NULL);
}
