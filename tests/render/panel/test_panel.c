// SPDX-License-Identifier: MIT
// Actions that the panels return, and events that they capture.
#include "tests/check.h"

#include "tests/render/panel_drive.h"

static void transport_buttons_post_their_actions(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y; // through the picture, as in the main program
    assert_true(panel_find_item(f->panel, "start", &x, &y));
    move_mouse(f, x, y);
    set_button(f, true, x, y);
    set_button(f, false, x, y);
    panel_action start = {0};
    for (int i = 0; i < 5 && start.ask == PANEL_NOTHING; i++) start = draw_picture(f, f->rgb);
    assert_int_equal(start.ask, PANEL_START);
    assert_int_equal(render_panel_action(f->r).ask, PANEL_NOTHING); // delivered once
    assert_int_equal(click(f, "step").ask, PANEL_STEP);
    panel_action a = click(f, "speed 1/4");
    assert_int_equal(a.ask, PANEL_SPEED);
    CHECK_NEAR(a.value, 0.25, 0);
    a = click(f, "speed 8");
    assert_int_equal(a.ask, PANEL_SPEED);
    CHECK_NEAR(a.value, 8, 0);
    f->desk.state.running = true;
    assert_int_equal(click(f, "pause").ask, PANEL_PAUSE);
    assert_int_equal(click(f, "step").ask, PANEL_NOTHING); // not while time runs
    f->desk.state.running = false;
}

static panel_action enter_text(fixture *f, const char *what, const char *text, SDL_Keycode end) {
    assert_int_equal(click(f, what).ask, PANEL_NOTHING);
    type_text(f, text); // entering a text selects all of it
    assert_true(press_key(f, end));
    return draw_panels(f, 5);
}

static void typing_sets_a_field(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    panel_action a = enter_text(f, "field chain.bar_diameter", "62 mm", SDLK_RETURN);
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_DIAMETER);
    assert_string_equal(a.text, "62 mm");
    // leaving by a click elsewhere sends the text too
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "63 mm", SDLK_LSHIFT).ask, PANEL_NOTHING);
    a = click(f, "field windlass.max_tension");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_DIAMETER);
    assert_string_equal(a.text, "63 mm");
    // an unchanged text is not sent; Escape restores the text
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "64 mm", SDLK_ESCAPE).ask, PANEL_NOTHING);
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "50 mm", SDLK_RETURN).ask, PANEL_NOTHING);
}

static void refused_text_stays_for_correction(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "6x mm", SDLK_RETURN).ask, PANEL_SET);
    snprintf(f->desk.field[DESK_DIAMETER].error, PANEL_TEXT, "a length was expected, found \"6x mm\"");
    click(f, "field chain.bar_diameter");
    press_key(f, SDLK_END);
    type_text(f, "!");
    press_key(f, SDLK_RETURN);
    panel_action a = draw_panels(f, 5);
    assert_int_equal(a.ask, PANEL_SET);
    assert_string_equal(a.text, "6x mm!");
    f->desk.field[DESK_DIAMETER].error[0] = 0;
}

// Another scenario opens during an edit: the edited text belongs to no field.
static void another_scenario_ends_the_edit(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    click(f, "field chain.bar_diameter");
    type_text(f, "62 mm");
    draw_panels(f, 2);
    f->desk.state.field = f->desk.field + 1; // same indices, other fields
    f->desk.state.n_fields = DESK_FIELDS - 1;
    assert_int_equal(draw_panels(f, 5).ask, PANEL_NOTHING);
    f->desk.state.n_fields = 0;
    assert_int_equal(draw_panels(f, 5).ask, PANEL_NOTHING);
    f->desk.state.field = f->desk.field;
    f->desk.state.n_fields = DESK_FIELDS;
    assert_int_equal(draw_panels(f, 5).ask, PANEL_NOTHING);
    assert_string_equal(enter_text(f, "field chain.bar_diameter", "61 mm", SDLK_RETURN).text, "61 mm");
}

// The list shows all matches of the search text, in any section.
static void find_narrows_the_list(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y;
    assert_false(panel_find_item(f->panel, "field solver.step", &x, &y));
    click(f, "find");
    type_text(f, "Step");
    draw_panels(f, 3);
    assert_true(panel_find_item(f->panel, "field solver.step", &x, &y));
    assert_false(panel_find_item(f->panel, "field chain.bar_diameter", &x, &y));
    press_key_with(f, SDLK_a, KMOD_CTRL);
    press_key(f, SDLK_BACKSPACE);
    press_key(f, SDLK_RETURN);
    draw_panels(f, 8);
    assert_true(panel_find_item(f->panel, "field chain.bar_diameter", &x, &y));
    click(f, "section solver");
}

static void search_for(fixture *f, const char *text) {
    click(f, "find");
    press_key_with(f, SDLK_a, KMOD_CTRL);
    press_key(f, SDLK_BACKSPACE);
    type_text(f, text);
    press_key(f, SDLK_RETURN);
    draw_panels(f, 8);
}

// The words of a user find settings of other names; help is searched too; nothing found is said.
static void search_finds_by_meaning(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const struct {
        const char *text, *found, *other;
    } row[] = {{"links", "field chain.capacity", "field end.duration"},
               {"Gypsy", "field chain.capacity", "field chain.type"},           // by its help: cable lifter
               {"lip", "field ship.pocket.bolster_radius", "field chain.type"}, // not: slip
               {"pull", "field windlass.max_tension", "field chain.type"},
               {"ISO 1704", "field chain.bar_diameter", "field chain.type"},
               {"xyz", "no match", "field chain.type"}};
    float x, y;
    f->desk.state.n_fields = DESK_ALL;
    for (int k = 0; k < 6; k++) {
        search_for(f, row[k].text);
        if (!panel_find_item(f->panel, row[k].found, &x, &y))
            fail_msg("%s does not find %s", row[k].text, row[k].found);
        if (panel_find_item(f->panel, row[k].other, &x, &y)) fail_msg("%s finds %s", row[k].text, row[k].other);
    }
    search_for(f, "");
    assert_true(panel_find_item(f->panel, "field chain.type", &x, &y));
}

// Gallery, slider and comparison post their actions; a stale drawing is asked for once it is looked at.
static void design_page_posts_actions(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    f->desk.state.n_fields = DESK_ALL;
    click(f, "tab Design");
    panel_action a = click(f, "anchor ac14");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_ANCHOR);
    assert_string_equal(a.text, "ac14");
    assert_int_equal(click(f, "anchor hall").ask, PANEL_NOTHING); // is chosen
    assert_int_equal(click(f, "view Pocket").ask, PANEL_NOTHING);
    a = click(f, "slider ship.pocket.bolster_radius"); // its middle: 200 of 100 .. 300 mm
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_LIP);
    CHECK_NEAR(atof(a.text), 200, 1.5);
    assert_non_null(strstr(a.text, " mm"));
    f->desk.state.design[1].stale = true;
    assert_int_equal(draw_panels(f, 5).ask, PANEL_MEASURE_DESIGNS);
    f->desk.state.design[1].busy = true;
    draw_panels(f, 2);
    assert_int_equal(draw_panels(f, 5).ask, PANEL_NOTHING);
    f->desk.state.design[1].stale = f->desk.state.design[1].busy = false;
    snprintf(f->desk.field[DESK_SHIP].value, PANEL_TEXT, "mesh");
    a = click(f, "use bow");
    assert_int_equal(a.ask, PANEL_SET);
    assert_string_equal(a.text, "bow");
    snprintf(f->desk.field[DESK_SHIP].value, PANEL_TEXT, "bow");
    click(f, "view Compare");
    assert_int_equal(click(f, "try designs").ask, PANEL_TRY_DESIGNS);
    assert_int_equal(click(f, "keep design").ask, PANEL_KEEP_DESIGN);
    click(f, "view Anchor");
    click(f, "tab Scenario");
    f->desk.state.n_fields = DESK_FIELDS;
}

static void choice_and_checkbox_set_their_fields(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "field contact.method").ask, PANEL_NOTHING);
    panel_action a = click(f, "choice foundation");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_METHOD);
    assert_string_equal(a.text, "foundation");
    assert_int_equal(click(f, "section end").ask, PANEL_NOTHING);
    a = click(f, "field end.stop_when_housed");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_HOUSED);
    assert_string_equal(a.text, "true");
    click(f, "section end");
}

// The user types a path, or selects it from the list beside the field.
static void file_is_chosen_from_list_or_typed(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "files ship.hull").ask, PANEL_NOTHING);
    panel_action a = click(f, "choice ../models/bow_narrow.ply");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_HULL);
    assert_string_equal(a.text, "../models/bow_narrow.ply");
    a = enter_text(f, "field ship.hull", "../models/mine.ply", SDLK_RETURN);
    assert_int_equal(a.ask, PANEL_SET);
    assert_string_equal(a.text, "../models/mine.ply");
}

static void open_undo_restart_and_save_post_actions(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "undo").ask, PANEL_UNDO);
    assert_int_equal(click(f, "redo").ask, PANEL_NOTHING); // nothing to redo
    assert_int_equal(click(f, "apply").ask, PANEL_APPLY);
    panel_action a = click(f, "save");
    assert_int_equal(a.ask, PANEL_SAVE_AS);
    assert_string_equal(a.text, "config/scenarios/weigh-2.yaml");
    assert_int_equal(click(f, "save as").ask, PANEL_NOTHING);
    type_text(f, "mine.yaml");
    press_key(f, SDLK_RETURN);
    a = draw_panels(f, 5);
    assert_int_equal(a.ask, PANEL_SAVE_AS);
    assert_string_equal(a.text, "mine.yaml");
    click(f, "open");
    assert_int_equal(click(f, "file let_go.yaml").ask, PANEL_NOTHING); // asks first: changes would be lost
    a = click(f, "lose");
    assert_int_equal(a.ask, PANEL_OPEN);
    assert_string_equal(a.text, "config/scenarios/let_go.yaml");
    f->desk.state.modified = false;
    click(f, "open");
    assert_int_equal(click(f, "file let_go.yaml").ask, PANEL_OPEN);
    f->desk.state.modified = true;
}

static void time_slider_seeks_on_release(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y;
    draw_panels(f, 2);
    assert_true(panel_find_item(f->panel, "time", &x, &y));
    move_mouse(f, x, y);
    assert_true(set_button(f, true, x, y));
    assert_true(move_mouse(f, 0, 300)); // far out to the left: the slider still captures the mouse
    assert_int_equal(draw_panels(f, 6).ask, PANEL_NOTHING);
    assert_true(set_button(f, false, 0, 300));
    panel_action a = draw_panels(f, 5);
    assert_int_equal(a.ask, PANEL_SEEK);
    CHECK_NEAR(a.value, 0, 0);
    a = click(f, "time");
    assert_int_equal(a.ask, PANEL_SEEK);
    CHECK_NEAR(a.value, f->desk.state.t_last / 2, 0.5);
}

static void display_devices_and_failures_post_actions(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    click(f, "tab Display");
    panel_action a = click(f, "switch gauges");
    assert_int_equal(a.ask, PANEL_SHOW);
    assert_int_equal(a.index, DISPLAY_GAUGES);
    assert_int_equal(click(f, "switch sound").ask, PANEL_SOUND);
    assert_int_equal(click(f, "picture").ask, PANEL_PICTURE);
    click(f, "tab Devices");
    a = click(f, "high 1");
    assert_int_equal(a.ask, PANEL_CALIBRATE);
    assert_int_equal(a.index, 1);
    CHECK_NEAR(a.value, 2, 0);
    click(f, "tab Instructor");
    a = click(f, "failure brake fade");
    assert_int_equal(a.ask, PANEL_FAILURE);
    assert_int_equal(a.index, 1);
    click(f, "tab Scenario");
}

// Of more charts than the strip has room for, the list says which are drawn.
static void charts_that_do_not_fit_are_told(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y;
    panel_state *s = &f->desk.state;
    for (s->n_charts = 0; s->n_charts < 5; s->n_charts++)
        s->chart[s->n_charts] = (panel_switch){s->n_charts ? "speed" : "tension", "a chart", s->n_charts < 4};
    s->most_charts = 4;
    click(f, "tab Display");
    click(f, "charts");
    draw_panels(f, 2);
    assert_true(panel_find_item(f->panel, "chart tension", &x, &y));
    assert_false(panel_find_item(f->panel, "surplus charts", &x, &y));
    s->chart[4].on = true;
    draw_panels(f, 2);
    assert_true(panel_find_item(f->panel, "surplus charts", &x, &y));
    s->n_charts = 0;
    assert_true(press_key(f, SDLK_ESCAPE));
    draw_panels(f, 2);
    click(f, "tab Scenario");
}

// An action that is not possible at delivery is dropped.
static void impossible_action_is_dropped(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    press_key(f, SDLK_TAB);
    draw_panels(f, 2);
    for (int i = 0; i < 20; i++) press_key_with(f, SDLK_z, KMOD_CTRL);
    assert_int_equal(draw_panels(f, 1).ask, PANEL_UNDO);
    f->desk.state.can_undo = false;
    assert_int_equal(draw_panels(f, 20).ask, PANEL_NOTHING);
    f->desk.state.can_undo = true;
    assert_true(press_key(f, SDLK_ESCAPE));
    draw_panels(f, 2);
}

static void keyboard_alone_reaches_every_page(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const char *const on_page[] = {"undo",          "view Compare", "switch forces",     "control lashing",
                                          "acknowledge 0", "centre 0",     "failure brake fade"};
    enum { PAGES = sizeof on_page / sizeof *on_page };
    float x, y;
    for (int arrows = 0; arrows < 2; arrows++) {
        assert_true(press_key(f, SDLK_TAB)); // to the bar
        draw_panels(f, 3);
        assert_true(press_key(f, SDLK_RETURN));
        assert_int_equal(draw_panels(f, 5).ask, PANEL_START);
        assert_true(press_key(f, SDLK_TAB)); // to the pages
        draw_panels(f, 3);
        for (int k = 0; k < PAGES; k++) {
            if (!panel_find_item(f->panel, on_page[k], &x, &y)) fail_msg("%s is not reached", on_page[k]);
            if (arrows) {
                for (int i = 0; i < 30; i++)
                    assert_true(press_key(f, SDLK_UP) && draw_panels(f, 3).ask == PANEL_NOTHING);
                for (int i = 0; i <= PAGES; i++)
                    assert_true(press_key(f, SDLK_LEFT) && draw_panels(f, 3).ask == PANEL_NOTHING);
                for (int i = 0; i <= k && k + 1 < PAGES; i++)
                    assert_true(press_key(f, SDLK_RIGHT) && draw_panels(f, 3).ask == PANEL_NOTHING);
                press_key(f, SDLK_RETURN);
            } else
                assert_true(press_key_with(f, SDLK_PAGEDOWN, KMOD_CTRL));
            draw_panels(f, 5);
        }
        assert_true(press_key(f, SDLK_ESCAPE));
        draw_panels(f, 3);
        click(f, "tab Scenario");
    }
}

static void deck_gets_its_keys(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_panels(f, 2);
    assert_int_equal(captured_keys(f), 0);
    click(f, "start"); // a click does not capture the keyboard
    draw_panels(f, 3);
    assert_int_equal(captured_keys(f), 0);
    click(f, "tab Display");
    click(f, "switch forces");
    draw_panels(f, 3);
    assert_int_equal(captured_keys(f), 0);
    click(f, "tab Scenario");
    press_key(f, SDLK_TAB);
    draw_panels(f, 3);
    // arrows and Escape navigate; the deck keeps lever, brake and emergency stop
    assert_int_equal(captured_keys(f), 0x1780);
    draw_panels(f, 3);
    click(f, "find");
    assert_int_equal(captured_keys(f), 0x1fff); // a text has the focus
    draw_panels(f, 30);
    assert_false(set_button(f, true, 300, 300)); // a click into the picture
    assert_false(set_button(f, false, 300, 300));
    draw_panels(f, 5);
    assert_int_equal(captured_keys(f), 0);
    // a key pressed before a text got the focus repeats and is released on the deck, and writes nothing
    SDL_Event w = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_w}}};
    assert_false(panel_event(f->panel, &w));
    click(f, "find");
    w.key.repeat = 1;
    for (int k = 0; k < 3; k++) {
        assert_false(panel_event(f->panel, &w));
        type_text(f, "w");
        draw_panels(f, 2);
    }
    w.type = SDL_KEYUP, w.key.repeat = 0;
    assert_false(panel_event(f->panel, &w));
    draw_panels(f, 2);
    float x, y;
    // the search text is empty: all fields are listed
    assert_true(panel_find_item(f->panel, "field chain.bar_diameter", &x, &y));
    // a key pressed in the text stays with the text
    w.type = SDL_KEYDOWN;
    assert_true(panel_event(f->panel, &w));
    w.key.repeat = 1;
    assert_true(panel_event(f->panel, &w));
    w.type = SDL_KEYUP, w.key.repeat = 0;
    assert_true(panel_event(f->panel, &w));
    press_key(f, SDLK_ESCAPE);
    draw_panels(f, 5);
}

// A question mark toggles the help, with any keyboard layout. In a text it is a letter; held down it counts once.
static void question_mark_toggles_help(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    SDL_Event slash = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_SLASH, .mod = KMOD_LSHIFT}}};
    display before = render_get_display(f->r), helped = display_toggle(before, DISPLAY_HELP);
    draw_panels(f, 2);
    assert_false(render_handle_event(f->r, &slash));
    type_text(f, "?");
    assert_int_equal(render_get_display(f->r), helped);
    slash.key.repeat = 1;
    render_handle_event(f->r, &slash);
    type_text(f, "?");
    assert_int_equal(render_get_display(f->r), helped);
    slash.key.repeat = 0;
    render_handle_event(f->r, &slash);
    type_text(f, "?");
    assert_int_equal(render_get_display(f->r), before);
    slash.key.keysym.sym = SDLK_QUESTION; // a layout with a key of its own for it: once
    assert_false(render_handle_event(f->r, &slash));
    click(f, "find");
    type_text(f, "?");
    assert_int_equal(render_get_display(f->r), before);
    press_key(f, SDLK_ESCAPE);
    draw_panels(f, 5);
}

static void camera_gets_the_mouse_beside_the_panels(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_panels(f, 2);
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 300, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 1100, .y = 300}}; // the drag continues over the panel
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .button = SDL_BUTTON_LEFT, .x = 1100, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = 1}};
    assert_true(panel_event(f->panel, &e));
    e = (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 300, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = 1}};
    assert_false(panel_event(f->panel, &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transport_buttons_post_their_actions),
        cmocka_unit_test(typing_sets_a_field),
        cmocka_unit_test(refused_text_stays_for_correction),
        cmocka_unit_test(another_scenario_ends_the_edit),
        cmocka_unit_test(design_page_posts_actions),
        cmocka_unit_test(choice_and_checkbox_set_their_fields),
        cmocka_unit_test(file_is_chosen_from_list_or_typed),
        cmocka_unit_test(find_narrows_the_list),
        cmocka_unit_test(open_undo_restart_and_save_post_actions),
        cmocka_unit_test(time_slider_seeks_on_release),
        cmocka_unit_test(display_devices_and_failures_post_actions),
        cmocka_unit_test(charts_that_do_not_fit_are_told),
        cmocka_unit_test(impossible_action_is_dropped),
        cmocka_unit_test(keyboard_alone_reaches_every_page),
        cmocka_unit_test(deck_gets_its_keys),
        cmocka_unit_test(question_mark_toggles_help),
        cmocka_unit_test(search_finds_by_meaning), // leaves its sections open
        cmocka_unit_test(camera_gets_the_mouse_beside_the_panels),
    };
    return cmocka_run_group_tests_name("render.panel.panel", tests, open_fixture, close_fixture);
}
