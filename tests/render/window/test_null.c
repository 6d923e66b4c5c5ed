// SPDX-License-Identifier: MIT
// A build without renderer: no window, no off-screen picture, no sound, each with one clear message; and what needs no
// picture is there, names of cameras and switches.
#include "render/sound/sound.h"
#include "render/window/render.h"
#include "tests/check.h"
#include <string.h>

static void expect_one_message(const rt_diag *d) {
    assert_int_equal(d->errors, 1);
    assert_non_null(strstr(d->text, "HAWSE_RENDER=OFF"));
}

static void test_no_picture(void **state) {
    (void)state;
    for (int offscreen = 0; offscreen < 2; offscreen++) {
        rt_diag d = {0};
        render_def def = render_def_default();
        def.offscreen = offscreen;
        assert_null(render_create(&def, &d));
        expect_one_message(&d);
        assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    }
}

static void test_no_sound(void **state) {
    (void)state;
    rt_diag d = {0};
    sound *s = sound_open(0.2, 1e5, &d);
    assert_null(s);
    expect_one_message(&d);
    assert_false(SDL_WasInit(SDL_INIT_AUDIO));
    sound_mute(s, true);
    sound_update(s, NULL, true);
    sound_close(s);
}

static void test_names_are_there(void **state) {
    (void)state;
    for (int k = 0; k < RENDER_VIEWS; k++) assert_true(strlen(render_view_name[k]) > 0);
    assert_string_equal(render_view_name[render_def_default().view], "bolster");
    assert_int_equal(display_of_key(display_entry_of[DISPLAY_GAUGES].key), DISPLAY_GAUGES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_picture),
        cmocka_unit_test(test_no_sound),
        cmocka_unit_test(test_names_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
