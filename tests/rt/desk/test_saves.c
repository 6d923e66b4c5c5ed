// SPDX-License-Identifier: MIT
// "Save as" writes new files and the window's own earlier saves; every other file stays.
#include "rt/desk/saves.h"
#include "tests/rt/config_root.h"
#include <unistd.h>

static saves l;
static scenario open_one;
static const scenario *const reads[] = {&open_one};
static char why[2048];

static bool permits(const char *name, const char *kept) {
    rt_diag d = {0};
    char file[300], rec[300];
    snprintf(file, sizeof file, "%s", scratch_path(name));
    snprintf(rec, sizeof rec, "%s", kept ? scratch_path(kept) : "");
    bool good = saves_permit(&l, file, kept ? rec : NULL, reads, 1, &d);
    scratch_strip(d.text, why, sizeof why);
    assert_int_equal(good, why[0] == 0);
    return good;
}

static void load(const char *name) {
    rt_diag d = {0};
    scenario_free(&open_one);
    if (scenario_load(scratch_path(name), false, &open_one, &d) != RT_OK) fail_msg("%s", d.text);
}

static int make(void **state) {
    (void)state;
    l = (saves){0};
    return 0;
}

static void save(const char *name) {
    scratch_text(name, "saved");
    saves_add(&l, scratch_path(name));
}

static void new_names_are_free(void **state) {
    (void)state;
    assert_true(permits("new.yaml", "new.rec"));
    assert_true(permits("new.yaml", NULL));
}

// Scenario, meshes, script, also by a link; and files that nothing reads.
static void files_of_the_user_stay(void **state) {
    (void)state;
    scratch_text("letter.txt", "mine");
    assert_int_equal(symlink("root/scenarios/weigh.yaml", scratch_path("link.yaml")), 0);
    static const char *const file[] = {"root/scenarios/weigh.yaml",
                                       "root/scenarios/weigh.csv",
                                       "root/models/bow.ply",
                                       "root/models/shank.ply",
                                       "letter.txt",
                                       "link.yaml"};
    for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
        assert_false(permits(file[k], NULL));
        assert_non_null(strstr(why, " exists and stays: this window did not save it. Type "));
    }
    assert_false(permits("root/scenarios/weigh.yaml", "root/scenarios/weigh.rec"));
    assert_string_equal(why, "root/scenarios/weigh.yaml: error: weigh.yaml exists and stays: this window did not save "
                             "it. Type weigh-2.yaml\n");
}

// The recording beside a new scenario is one of another day: the next name has neither.
static void older_recording_stays(void **state) {
    (void)state;
    scratch_text("day.rec", "of another day");
    scratch_text("day-2.yaml", "");
    scratch_text("day-3.rec", "");
    assert_true(permits("day.yaml", NULL)); // no run to save
    assert_false(permits("day.yaml", "day.rec"));
    assert_string_equal(why,
                        "day.rec: error: day.rec exists and stays: this window did not save it. Type day-4.yaml\n");
    assert_false(permits("new.rec", "new.rec"));
    assert_non_null(strstr(why, "type a name that ends in .yaml"));
}

static void own_saves_are_renewed(void **state) {
    (void)state;
    save("mine.yaml"), save("mine.rec");
    assert_true(permits("mine.yaml", "mine.rec"));
    scratch_text("mine.yaml", "changed in an editor"); // since
    assert_false(permits("mine.yaml", "mine.rec"));
    save("mine.yaml");
    assert_true(permits("mine.yaml", "mine.rec"));
    for (int k = 0; k < SAVES_KNOWN; k++) saves_add(&l, scratch_path("other.yaml"));
    assert_false(permits("mine.yaml", NULL)); // forgotten: it stays
}

// A window opens its own save, whose script is the run that it saved.
static void script_of_an_own_save_stays(void **state) {
    (void)state;
    char text[900];
    snprintf(text, sizeof text, "sed 's/weigh.csv/own.csv/' %s > %s", scratch_path("root/scenarios/weigh.yaml"),
             scratch_path("root/scenarios/own.yaml"));
    config_copy_file(scratch_path("root/scenarios/weigh.csv"), scratch_path("root/scenarios/own.csv"));
    assert_int_equal(system(text), 0);
    saves_add(&l, scratch_path("root/scenarios/own.yaml")), saves_add(&l, scratch_path("root/scenarios/own.csv"));
    load("root/scenarios/own.yaml");
    assert_true(permits("root/scenarios/own.yaml", NULL));
    assert_false(permits("root/scenarios/own.yaml", "root/scenarios/own.csv"));
    assert_non_null(strstr(why, "own.csv exists and stays: the scenario reads it"));
    load("root/scenarios/weigh.yaml");
    assert_true(permits("root/scenarios/own.yaml", "root/scenarios/own.csv"));
}

static int begin(void **state) {
    if (scratch_make(state) != 0) return -1;
    config_root_make();
    load("root/scenarios/weigh.yaml");
    return 0;
}

static int end(void **state) {
    scenario_free(&open_one);
    return scratch_remove(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(new_names_are_free, make),          cmocka_unit_test_setup(files_of_the_user_stay, make),
        cmocka_unit_test_setup(older_recording_stays, make),       cmocka_unit_test_setup(own_saves_are_renewed, make),
        cmocka_unit_test_setup(script_of_an_own_save_stays, make),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
