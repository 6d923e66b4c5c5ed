// SPDX-License-Identifier: MIT
// Edits of a file's text keep its comments, its order and the units of all other keys.
#include "tests/check.h"

#include "rt/config/config.h"
#include <stdlib.h>
#include <string.h>

static const char text[] = "# d² of a ship\n"
                           "ship:\n"
                           "  hull: bow.ply   # the bow\n"
                           "  pocket: {bore: 560 mm, width: 3 m}\n"
                           "chain:           # ½ of it\n"
                           "  bar: 50 mm     # IACS\n"
                           "  at: [1 m, 2,\n"
                           "       3]        # two lines\n"
                           "operator: house  # by rules\n"
                           "end:\n"
                           "  duration: 130 s";

static void expect(const char *path, const char *value, const char *old, const char *replaced) {
    char *now = rt_config_edit(text, path, value), want[1024];
    const char *at = strstr(text, old);
    assert_non_null(now);
    assert_non_null(at);
    snprintf(want, sizeof want, "%.*s%s%s", (int)(at - text), text, replaced, at + strlen(old));
    assert_string_equal(now, want);
    free(now);
}

static void values_change_in_place(void **state) {
    (void)state;
    expect("chain.bar", "62 mm", "50 mm", "62 mm"); // behind a character of two bytes
    expect("ship.hull", "\"my bow.ply\"", "bow.ply", "\"my bow.ply\"");
    expect("ship.pocket.bore", "0.6", "560 mm", "0.6");
    expect("chain.at", "[0, 0, 0]", "[1 m, 2,\n       3]", "[0, 0, 0]");
    expect("operator.type", "script", "house", "script");
}

static void missing_keys_follow_their_section(void **state) {
    (void)state;
    expect("chain.type", "studless", "# two lines\n", "# two lines\n  type: studless\n");
    expect("ship.deck", "9 m", "width: 3 m}\n", "width: 3 m}\n  deck: 9 m\n");
    expect("ship.pocket.depth", "1 m", "width: 3 m}", "width: 3 m, depth: 1 m}");
    expect("end.hold", "2 s", "130 s", "130 s\n  hold: 2 s\n");
    expect("sea.wave_height", "1 m", "130 s", "130 s\nsea:\n  wave_height: 1 m\n");
    expect("operator.script", "a.csv", "operator: house  # by rules\n",
           "operator:  # by rules\n  type: house\n  script: a.csv\n");
}

static void keys_are_removed_with_their_line(void **state) {
    (void)state;
    expect("ship.hull", NULL, "  hull: bow.ply   # the bow\n", "");
    expect("ship.pocket.bore", NULL, "bore: 560 mm, ", "");
    expect("ship.pocket.width", NULL, ", width: 3 m", "");
    expect("end.duration", NULL, "end:\n  duration: 130 s", ""); // an empty section goes too
    expect("sea.wave_height", NULL, "130 s", "130 s");           // nothing to remove
}

static void values_are_read_as_written(void **state) {
    (void)state;
    char value[64];
    assert_true(rt_config_written(text, "chain.bar", value, sizeof value));
    assert_string_equal(value, "50 mm");
    assert_true(rt_config_written(text, "chain.at", value, sizeof value));
    assert_string_equal(value, "[1 m, 2,\n       3]");
    assert_true(rt_config_written(text, "operator.type", value, sizeof value));
    assert_string_equal(value, "house");
    assert_false(rt_config_written(text, "chain.type", value, sizeof value));
    assert_false(rt_config_written(text, "chain.bar", value, 3));
    assert_false(rt_config_written("{", "chain.bar", value, sizeof value));
    assert_null(rt_config_edit("{", "chain.bar", "1"));
}

static bool rename_mesh(void *ctx, const char *scalar, char *with, size_t size) {
    (void)ctx;
    if (!strstr(scalar, ".ply") && strcmp(scalar, "2") != 0) return false;
    snprintf(with, size, "up/%s", scalar);
    return true;
}

static void scalars_are_replaced_everywhere(void **state) {
    (void)state;
    char *now = rt_config_replace(text, rename_mesh, NULL);
    assert_non_null(now);
    assert_non_null(strstr(now, "hull: up/bow.ply   # the bow\n"));
    assert_non_null(strstr(now, "[1 m, up/2,\n       3]        # two lines\n"));
    assert_int_equal(strlen(now), strlen(text) + 6);
    free(now);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_change_in_place),           cmocka_unit_test(missing_keys_follow_their_section),
        cmocka_unit_test(keys_are_removed_with_their_line), cmocka_unit_test(values_are_read_as_written),
        cmocka_unit_test(scalars_are_replaced_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
