// SPDX-License-Identifier: MIT
// A build without renderer offers no window, off-screen picture or sound, each with one clear error. The names of
// cameras and switches still exist.
#include "render/sound/sound.h"
#include "render/window/render.h"
#include "tests/check.h"
#include <string.h>

static void expect_one_message(const rt_diag *d) {
    assert_int_equal(d->errors, 1);
    assert_non_null(strstr(d->text, "HAWSE_RENDER=OFF"));
}

static void picture_is_refused_with_one_error(void **state) {
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

static void sound_is_refused_with_one_error(void **state) {
    (void)state;
    rt_diag d = {0};
    sound *s = sound_open(0.2, 1e5, &d);
    assert_null(s);
    expect_one_message(&d);
    assert_false(SDL_WasInit(SDL_INIT_AUDIO));
    sound_mute(s, true);
    sound_update(s, NULL, true, SOUND_ALARM_NONE);
    sound_close(s);
}

static void names_of_views_and_switches_exist(void **state) {
    (void)state;
    for (int k = 0; k < RENDER_VIEWS; k++) assert_true(strlen(render_view_name[k]) > 0);
    assert_string_equal(render_view_name[render_def_default().view], "bolster");
    assert_int_equal(display_of_key(display_entry_of[DISPLAY_GAUGES].key), DISPLAY_GAUGES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picture_is_refused_with_one_error),
        cmocka_unit_test(sound_is_refused_with_one_error),
        cmocka_unit_test(names_of_views_and_switches_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
