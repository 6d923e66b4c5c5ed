// SPDX-License-Identifier: MIT
// The page of the windlass, filled as a ship with an electric motor fills it.
#include "tests/check.h"

#include "tests/render/panel_drive.h"

// The page "Deck" as full as it can be: in a window of 720 lines its last line is above the footer, without scrolling,
// and of no two items one covers the other.
static void deck_page_fits_without_scrolling(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const char *const control[] = {"lashing",    "pump stopped", "counter from zero", "bell",
                                          "slow speed", "chain wash",   "anchor ball"};
    static const panel_reading reading[] = {{"power", "available, one pump lost"},
                                            {"motor", "ready"},
                                            {"motor load", "100 % of the limit"},
                                            {"motor current", "118 A"},
                                            {"motor brake", "released"},
                                            {"lashing", "parted"},
                                            {"chain wash", "running"},
                                            {"anchor ball", "hoisted"},
                                            {"chain out", "102.4 m"},
                                            {"preset length", "165.0 m"},
                                            {"brake lining worn", "3.2 mm"}};
    enum { CONTROLS = 7, READINGS = 11, ITEMS = CONTROLS + READINGS + 2 };
    float x[ITEMS], y[ITEMS];
    char name[64];
    desk_make(&f->desk);
    panel_state *s = &f->desk.state;
    s->n_controls = CONTROLS, s->n_readings = READINGS;
    for (int k = 0; k < CONTROLS; k++) s->control[k] = (panel_switch){control[k], "works by hand", false};
    for (int k = 0; k < READINGS; k++) s->reading[k] = reading[k];
    click(f, "tab Windlass");
    draw_panels(f, 3);
    for (int k = 0; k < ITEMS; k++) {
        if (k < CONTROLS)
            snprintf(name, sizeof name, "control %s", control[k]);
        else if (k < CONTROLS + READINGS)
            snprintf(name, sizeof name, "reading %s", reading[k - CONTROLS].name);
        else
            snprintf(name, sizeof name, "%s", k == ITEMS - 1 ? "lamp test" : "preset");
        if (!panel_find_item(f->panel, name, &x[k], &y[k])) fail_msg("'%s' is out of sight", name);
        assert_true(x[k] > WIDTH - 404 && x[k] < WIDTH - 8 && y[k] < 460 - 10); // the footer begins at 465
        for (int i = 0; i < k; i++)
            if (fabsf(y[i] - y[k]) < 16 && fabsf(x[i] - x[k]) < 40) fail_msg("'%s' is covered", name);
    }
    // a wheel over the page moves nothing
    move_mouse(f, x[0], y[0]);
    render_handle_event(f->r, &(SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = -5}});
    draw_panels(f, 3);
    float x0, y0;
    assert_true(panel_find_item(f->panel, "control lashing", &x0, &y0));
    CHECK_NEAR((double)y0, (double)y[0], 0.5);
    // every control can be clicked
    for (int k = 0; k < CONTROLS; k++) {
        snprintf(name, sizeof name, "control %s", control[k]);
        panel_action a = click(f, name);
        assert_int_equal(a.ask, PANEL_CONTROL);
        assert_int_equal(a.index, k);
    }
    assert_int_equal(click(f, "lamp test").ask, PANEL_LAMP_TEST);
    desk_make(&f->desk);
    click(f, "tab Scenario");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(deck_page_fits_without_scrolling)};
    return cmocka_run_group_tests_name("render.panel.deck_page", tests, open_fixture, close_fixture);
}
