// SPDX-License-Identifier: MIT
// The editor changes, refuses, undoes, checks and saves parameters, and reads a saved scenario again.
#include "tests/check.h"

#include "rt/editor/editor.h"
#include "tests/rt/config_root.h"
#include <unistd.h>

static rt_diag diag;
static editor k;

static int reallocs_left = -1; // of those that succeed; negative: all do

void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) {
    if (reallocs_left == 0) return NULL;
    reallocs_left -= reallocs_left > 0;
    return __real_realloc(p, size);
}

static int open_shipped(void **state) {
    (void)state;
    diag = (rt_diag){0};
    if (editor_open(&k, CONFIG "/scenarios/weigh.yaml", false, &diag) != RT_OK) fail_msg("%s", diag.text);
    return 0;
}

static int close_desk(void **state) {
    (void)state;
    editor_close(&k);
    return 0;
}

static int field(const char *path) {
    int f = editor_find_field(&k, path);
    if (f < 0) fail_msg("no field %s", path);
    return f;
}

static void expect_field(const char *path, const char *value, bool changed) {
    const panel_field *f = &k.field[field(path)];
    assert_string_equal(f->value, value);
    assert_int_equal(f->changed, changed);
    assert_string_equal(f->error, "");
}

static void fields_match_the_scenario_keys(void **state) {
    (void)state;
    expect_field("chain.bar_diameter", "50 mm", false); // in the unit of the file
    expect_field("chain.type", "stud", false);
    expect_field("windlass.max_tension", "178 kN", false);
    expect_field("ship.mouth", "[9.0, 7.0, 5.2]", false);
    expect_field("ship.hull_open", "false", false);
    expect_field("operator.map", "", false);
    expect_field("ship.hull", "../models/bow.ply", false); // as in the file, relative to its folder
    expect_field("operator.script", "weigh.csv", false);
    const panel_field *type = &k.field[field("chain.type")], *bar = &k.field[field("chain.bar_diameter")];
    assert_string_equal(type->choices, "stud|studless");
    assert_string_equal(bar->unit, "m");
    assert_true(bar->max > 0.05 && bar->min < 0.05 && bar->main && !bar->is_bool);
    assert_true(k.field[field("ship.hull")].is_path && k.field[field("ship.hull_open")].is_bool);
    assert_int_equal(editor_find_field(&k, "chain.special"), -1); // a list
    assert_false(editor_modified(&k));
}

// The choices of a model are the files in its folder, with paths as in the scenario.
static void choices_list_the_models(void **state) {
    (void)state;
    const panel_field *hull = &k.field[field("ship.hull")], *map = &k.field[field("operator.map")];
    assert_non_null(hull->choices);
    assert_non_null(strstr(hull->choices, "../models/bow.ply|../models/bow_flat.ply|../models/bow_narrow.ply|"));
    assert_non_null(strstr(hull->choices, "|../models/head.ply|"));
    assert_null(strstr(hull->choices, ".geo"));
    assert_non_null(strstr(k.field[field("operator.script")].choices, "weigh.csv"));
    assert_null(strstr(k.field[field("operator.script")].choices, ".yaml"));
    assert_null(map->choices); // the scenario names no map, so there is no folder to list
    assert_true(editor_set(&k, field("ship.hull"), "../models/shank.ply"));
    assert_non_null(strstr(hull->choices, "../models/bow.ply|"));
}

// Without a change the scenario equals that of the file, to the last bit.
static void unchanged_scenario_equals_the_file(void **state) {
    (void)state;
    scenario s;
    assert_int_equal(editor_scenario(&k, &s, &diag), RT_OK);
    assert_string_equal(s.resolved, k.scenario.resolved);
    assert_string_equal(s.path, k.scenario.path);
    assert_string_equal(s.operator.script, k.scenario.operator.script);
    scenario_free(&s);
}

static int open_long(void **state) {
    (void)state;
    diag = (rt_diag){0};
    if (editor_open(&k, CONFIG "/scenarios/iftomm/A02_four_bar_40.yaml", false, &diag) != RT_OK)
        fail_msg("%s", diag.text);
    return 0;
}

// Memory lacks at the start of the text, then in its middle. A cut text must not come out: it would load as another
// scenario.
static void text_without_memory_is_refused(void **state) {
    (void)state;
    scenario s;
    reallocs_left = 1 << 20;
    char *whole = editor_make_text(&k, &diag);
    int all = (1 << 20) - reallocs_left;
    assert_true(all > 1);
    free(whole);
    for (int enough = 0; enough < all; enough++) {
        diag = (rt_diag){0};
        reallocs_left = enough;
        char *text = editor_make_text(&k, &diag);
        reallocs_left = -1;
        assert_null(text);
        assert_non_null(strstr(diag.text, "A02_four_bar_40.yaml: error: no memory for the scenario"));
        diag = (rt_diag){0};
        reallocs_left = enough;
        rt_status status = editor_scenario(&k, &s, &diag);
        bool same = editor_equals(&k, &k.scenario);
        reallocs_left = -1;
        assert_int_equal(status, RT_ERR_MEMORY);
        assert_non_null(strstr(diag.text, "no memory for the scenario"));
        assert_false(same);
    }
    assert_true(editor_equals(&k, &k.scenario));
}

static void changes_can_be_undone_and_redone(void **state) {
    (void)state;
    assert_true(editor_set(&k, field("chain.bar_diameter"), "62 mm"));
    assert_true(editor_set(&k, field("chain.type"), "studless"));
    assert_true(editor_set(&k, field("ship.mouth"), "[9, 7 m, 510 cm]"));
    assert_true(editor_set(&k, field("chain.type"), "studless")); // no change
    expect_field("chain.bar_diameter", "62 mm", true);
    expect_field("chain.type", "studless", true);
    expect_field("ship.mouth", "[9, 7 m, 510 cm]", true);
    scenario s;
    assert_int_equal(editor_scenario(&k, &s, &diag), RT_OK);
    assert_true(s.chain.bar_diameter == 0.062 && s.chain.type == SCENARIO_CHAIN_STUDLESS && s.ship.mouth[2] == 5.1);
    scenario_free(&s);
    assert_true(editor_undo(&k) && editor_undo(&k));
    expect_field("chain.bar_diameter", "62 mm", true);
    expect_field("chain.type", "stud", false);
    expect_field("ship.mouth", "[9.0, 7.0, 5.2]", false);
    assert_true(editor_redo(&k));
    expect_field("chain.type", "studless", true);
    assert_true(editor_set(&k, field("end.duration"), "2")); // a new change discards the undone ones
    assert_false(editor_redo(&k));
    assert_true(editor_undo(&k) && editor_undo(&k) && editor_undo(&k));
    assert_false(editor_undo(&k));
    assert_false(editor_modified(&k));
}

static void bad_values_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *path, *text, *why;
    } bad[] = {{"chain.bar_diameter", "62 kg", "kg"},
               {"chain.bar_diameter", "-1", "expected"},
               {"chain.bar_diameter", "", "expected"},
               {"chain.bar_diameter", "nan", "expected"},
               {"chain.type", "studles", "did you mean 'studless'"},
               {"chain.capacity", "12.5", "whole number"},
               {"ship.hull", "no_such.ply", "there is no file"},
               {"ship.hull", "../../README.md", "leaves the configuration root"},
               {"ship.mouth", "[1, 2]", "list of 3 numbers"},
               {"ship.mouth", "[1, 2, x]", "expected"},
               {"ship.hull_open", "maybe", "true or false"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int f = field(bad[i].path);
        char before[PANEL_TEXT];
        memcpy(before, k.field[f].value, sizeof before);
        assert_false(editor_set(&k, f, bad[i].text));
        if (!strstr(k.field[f].error, bad[i].why)) fail_msg("%s: '%s'", bad[i].text, k.field[f].error);
        assert_string_equal(k.field[f].value, before);
        assert_true(editor_set(&k, f, before)); // a valid value clears the error
        assert_string_equal(k.field[f].error, "");
    }
    assert_false(editor_undo(&k));
}

// A type chosen in the shipped scenario replaces the keys of its own meshes at once, and one undo brings them back.
static void a_type_brings_what_belongs_to_it(void **state) {
    (void)state;
    static const char *const type[] = {"ac14", "spek", "navy", "danforth", "hall"};
    scenario s;
    for (int i = 0; i < 5; i++) {
        assert_true(editor_set(&k, field("anchor.type"), type[i]));
        expect_field("anchor.mass", "6414 kg", true); // that of the former meshes
        expect_field("anchor.shank", "", true);
        assert_non_null(strstr(k.with, "6414 kg"));
        if (editor_scenario(&k, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
        assert_non_null(strstr(s.anchor.head, i == 4 ? "/head.ply" : type[i]));
        CHECK_NEAR(s.anchor.shank_mass + s.anchor.head_mass, 6414, 1e-9);
        assert_string_equal(s.ship.hull, k.scenario.ship.hull);
        scenario_free(&s);
        if (i > 0) assert_true(editor_undo(&k));
    }
    assert_true(editor_set(&k, field("ship.type"), "bow"));
    expect_field("ship.pocket.bore", "560 mm", false);       // as the pipe of the mesh
    expect_field("ship.pocket.seat_height", "1.16 m", true); // config/models/README.md: AC-14 at 50 deg
    if (editor_scenario(&k, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
    CHECK_NEAR(s.ship.pocket.pipe_angle, 50 * M_PI / 180, 1e-6);
    scenario_free(&s);
    assert_true(editor_undo(&k));
    expect_field("ship.hull", "../models/bow.ply", false);
    assert_true(editor_undo(&k));
    assert_false(editor_modified(&k));
    assert_true(editor_redo(&k));
    expect_field("anchor.shank", "", true);
    assert_true(editor_set(&k, field("anchor.type"), "meshes")); // back: the file's meshes
    assert_false(editor_modified(&k));
    assert_true(editor_set(&k, field("anchor.type"), "ac14"));
    assert_true(editor_undo(&k) && editor_undo(&k) && editor_undo(&k));
    assert_false(editor_undo(&k));
}

// A text that says what changed, with all comments, loads to what the editor has.
static void saved_type_loads_again(void **state) {
    (void)state;
    char saved[300];
    size_t size;
    scenario s, want;
    config_root_make();
    editor_close(&k);
    assert_int_equal(editor_open(&k, scratch_path("root/scenarios/weigh.yaml"), false, &diag), RT_OK);
    snprintf(saved, sizeof saved, "%s", scratch_path("root/mine.yaml")); // another folder
    assert_true(editor_set(&k, field("anchor.type"), "ac14"));
    assert_true(editor_set(&k, field("ship.type"), "bow"));
    assert_true(editor_set(&k, field("ship.pocket.bolster_radius"), "300 mm"));
    assert_int_equal(editor_save(&k, saved, NULL, 0, &diag), RT_OK);
    char *text = (char *)scratch_read(saved, &size);
    assert_non_null(strstr(text, "anchor:                                         # Hall type, 6414 kg in all\n"
                                 "  type: ac14\n  mass: 6414 kg\n"));
    assert_non_null(strstr(text, "    bolster_radius: 300 mm\n"));
    assert_non_null(strstr(text, "  script: scenarios/weigh.csv\n"));
    assert_null(strstr(text, "shank"));
    free(text);
    assert_int_equal(editor_scenario(&k, &want, &diag), RT_OK);
    if (scenario_load(saved, true, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_string_equal(s.resolved, want.resolved);
    scenario_free(&s);
    scenario_free(&want);
}

static void parameters_are_checked_together(void **state) {
    (void)state;
    scenario s;
    assert_true(editor_set(&k, field("contact.law"), "table"));
    assert_int_not_equal(editor_scenario(&k, &s, &diag), RT_OK);
    assert_non_null(strstr(diag.text, "conflicting settings"));
    assert_non_null(strstr(diag.text, "contact.law"));
}

// Waves are fields like all others: the editor changes them, refuses those that conflict with other keys, and undoes
// them.
static void waves_are_set_like_other_fields(void **state) {
    (void)state;
    scenario s;
    expect_field("sea.immersion", "none", false);
    expect_field("sea.wave_height", "0 m", false);
    const panel_field *height = &k.field[field("sea.wave_height")], *immersion = &k.field[field("sea.immersion")];
    assert_true(height->main && immersion->main && k.field[field("sea.wave_period")].main &&
                k.field[field("sea.wave_direction")].main);
    assert_string_equal(height->unit, "m");
    assert_string_equal(immersion->choices, "none|buoyancy_drag");
    assert_true(editor_set(&k, field("sea.wave_height"), "150 cm"));
    assert_int_not_equal(editor_scenario(&k, &s, &diag), RT_OK);
    assert_non_null(strstr(diag.text, "conflicting settings: sea.wave_height"));
    assert_true(editor_set(&k, field("sea.immersion"), "buoyancy_drag"));
    assert_true(editor_set(&k, field("sea.wave_direction"), "-90 deg"));
    assert_int_equal(editor_scenario(&k, &s, &diag), RT_OK);
    const dyn_waves w = scenario_waves(&s);
    assert_true(w.n == 1 && w.wave[0].amplitude == 0.75);
    CHECK_NEAR(w.way.y, -1, 1e-12);
    scenario_free(&s);
    assert_true(editor_undo(&k) && editor_undo(&k) && editor_undo(&k));
    assert_false(editor_modified(&k));
}

static void full_history_drops_the_oldest_change(void **state) {
    (void)state;
    char text[32];
    for (int i = 1; i <= EDITOR_CHANGES + 10; i++) {
        snprintf(text, sizeof text, "%d", i);
        assert_true(editor_set(&k, field("end.duration"), text));
    }
    for (int i = 0; i < EDITOR_CHANGES; i++) assert_true(editor_undo(&k));
    expect_field("end.duration", "10", true);
    assert_false(editor_undo(&k));
}

// A saved file has relative paths, so it can move with its root.
static void saved_file_gives_the_same_scenario(void **state) {
    (void)state;
    char file[300], saved[300];
    size_t size;
    config_root_make();
    snprintf(file, sizeof file, "%s", scratch_path("root/scenarios/weigh.yaml"));
    snprintf(saved, sizeof saved, "%s", scratch_path("root/scenarios/mine.yaml"));
    editor_close(&k);
    assert_int_equal(editor_open(&k, file, false, &diag), RT_OK);
    assert_true(editor_set(&k, field("chain.bar_diameter"), "54 mm"));
    assert_int_equal(editor_save(&k, saved, NULL, 12.5, &diag), RT_OK);
    char *text = (char *)scratch_read(saved, &size);
    assert_non_null(strstr(text, "  hull: ../models/bow.ply\n"));
    assert_non_null(strstr(text, "  script: weigh.csv\n"));
    assert_non_null(strstr(text, "  bar_diameter: 54 mm\n"));
    assert_non_null(strstr(text, "brake_capacity: 880 kN                        # 45 % of the breaking load\n"));
    assert_non_null(strstr(text, "  duration: 12.5 s\n"));
    free(text);
    scenario s;
    if (scenario_load(saved, false, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_true(s.chain.bar_diameter == 0.054 && s.end.duration == 12.5);
    s.end.duration = k.now.end.duration;
    assert_string_equal(s.ship.hull, k.now.ship.hull);
    assert_true(memcmp(&s.contact, &k.now.contact, sizeof s.contact) == 0);
    assert_true(memcmp(&s.ship, &k.now.ship, sizeof s.ship) == 0);
    scenario_free(&s);
    // A run saved with its recording is played by that, also where rules heaved it.
    assert_true(editor_set(&k, field("operator.type"), "house"));
    for (int played = 0; played < 2; played++) {
        assert_int_equal(editor_save(&k, saved, played ? scratch_path("root/scenarios/weigh.csv") : NULL, 0, &diag),
                         RT_OK);
        if (scenario_load(saved, false, &s, &diag) != RT_OK) fail_msg("%s", diag.text);
        assert_int_equal(s.operator.type, played ? SCENARIO_OPERATOR_SCRIPT : SCENARIO_OPERATOR_HOUSE);
        scenario_free(&s);
    }
    assert_int_not_equal(editor_save(&k, "/no/such/folder/x.yaml", NULL, 0, &diag), RT_OK);
    assert_non_null(strstr(diag.text, "/no/such/folder/x.yaml"));
    // by any path of a file that it names
    char link[512];
    snprintf(link, sizeof link, "%s", scratch_path("link.yaml"));
    assert_int_equal(symlink(k.now.ship.hull, link), 0);
    diag = (rt_diag){0};
    assert_int_equal(editor_save(&k, link, NULL, 0, &diag), RT_ERR_USAGE);
    assert_non_null(strstr(diag.text, "link.yaml: error: is a file that the scenario names: expected another name"));
    struct stat st;
    assert_true(stat(k.now.ship.hull, &st) == 0 && st.st_size > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fields_match_the_scenario_keys, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(choices_list_the_models, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(unchanged_scenario_equals_the_file, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(text_without_memory_is_refused, open_long, close_desk),
        cmocka_unit_test_setup_teardown(changes_can_be_undone_and_redone, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(bad_values_are_refused, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(a_type_brings_what_belongs_to_it, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(saved_type_loads_again, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(parameters_are_checked_together, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(waves_are_set_like_other_fields, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(full_history_drops_the_oldest_change, open_shipped, close_desk),
        cmocka_unit_test_setup_teardown(saved_file_gives_the_same_scenario, open_shipped, close_desk),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
