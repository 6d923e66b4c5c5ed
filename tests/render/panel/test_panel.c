// SPDX-License-Identifier: MIT
// What the panels ask for, and whose an event is.
#include "tests/check.h"

#include "tests/render/panel_drive.h"

static void start_and_its_fellows(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y; // as the main program does it: through the picture
    assert_true(panel_place(f->panel, "start", &x, &y));
    move(f, x, y);
    button(f, true, x, y);
    button(f, false, x, y);
    panel_action start = {0};
    for (int i = 0; i < 5 && start.ask == PANEL_NOTHING; i++) start = picture(f, f->rgb);
    assert_int_equal(start.ask, PANEL_START);
    assert_int_equal(render_panel_action(f->r).ask, PANEL_NOTHING); // once
    assert_int_equal(click(f, "step").ask, PANEL_STEP);
    panel_action a = click(f, "speed 1/5");
    assert_int_equal(a.ask, PANEL_SPEED);
    CHECK_NEAR(a.value, 0.2, 0);
    f->desk.state.running = true;
    assert_int_equal(click(f, "pause").ask, PANEL_PAUSE);
    assert_int_equal(click(f, "step").ask, PANEL_NOTHING); // not while time goes on
    f->desk.state.running = false;
}

static panel_action enter_text(fixture *f, const char *what, const char *text, SDL_Keycode end) {
    assert_int_equal(click(f, what).ask, PANEL_NOTHING);
    type(f, text); // all of it is selected when a text is entered
    assert_true(key(f, end));
    return draw(f, 5);
}

static void typing_sets_a_field(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    panel_action a = enter_text(f, "field chain.bar_diameter", "62 mm", SDLK_RETURN);
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_DIAMETER);
    assert_string_equal(a.text, "62 mm");
    // leaving it by a click elsewhere sends it, too
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "63 mm", SDLK_LSHIFT).ask, PANEL_NOTHING);
    a = click(f, "field windlass.max_tension");
    assert_int_equal(a.ask, PANEL_SET);
    assert_int_equal(a.index, DESK_DIAMETER);
    assert_string_equal(a.text, "63 mm");
    // nothing changed, nothing sent; Escape takes it back
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "64 mm", SDLK_ESCAPE).ask, PANEL_NOTHING);
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "50 mm", SDLK_RETURN).ask, PANEL_NOTHING);
}

static void a_refused_text_stays_to_be_corrected(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(enter_text(f, "field chain.bar_diameter", "6x mm", SDLK_RETURN).ask, PANEL_SET);
    snprintf(f->desk.field[DESK_DIAMETER].error, PANEL_TEXT, "a length was expected, found \"6x mm\"");
    click(f, "field chain.bar_diameter");
    key(f, SDLK_END);
    type(f, "!");
    key(f, SDLK_RETURN);
    panel_action a = draw(f, 5);
    assert_int_equal(a.ask, PANEL_SET);
    assert_string_equal(a.text, "6x mm!");
    f->desk.field[DESK_DIAMETER].error[0] = 0;
}

// A text that is being edited when another scenario comes belongs to no field any more.
static void another_scenario_ends_the_edit(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    click(f, "field chain.bar_diameter");
    type(f, "62 mm");
    draw(f, 2);
    f->desk.state.field = f->desk.field + 1; // the same numbers, other fields
    f->desk.state.n_fields = DESK_FIELDS - 1;
    assert_int_equal(draw(f, 5).ask, PANEL_NOTHING);
    f->desk.state.n_fields = 0;
    assert_int_equal(draw(f, 5).ask, PANEL_NOTHING);
    f->desk.state.field = f->desk.field;
    f->desk.state.n_fields = DESK_FIELDS;
    assert_int_equal(draw(f, 5).ask, PANEL_NOTHING);
    assert_string_equal(enter_text(f, "field chain.bar_diameter", "61 mm", SDLK_RETURN).text, "61 mm");
}

// The list shows what is looked for, wherever it stands.
static void find_narrows_the_list(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y;
    assert_false(panel_place(f->panel, "field solver.step", &x, &y));
    click(f, "find");
    type(f, "Step");
    draw(f, 3);
    assert_true(panel_place(f->panel, "field solver.step", &x, &y));
    assert_false(panel_place(f->panel, "field chain.bar_diameter", &x, &y));
    key_mod(f, SDLK_a, KMOD_CTRL);
    key(f, SDLK_BACKSPACE);
    key(f, SDLK_RETURN);
    draw(f, 8);
    assert_true(panel_place(f->panel, "field chain.bar_diameter", &x, &y));
    click(f, "section solver");
}

static void choices_and_ticks(void **state) {
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

// A path is written like any text, or taken from the list beside it.
static void a_file_is_chosen(void **state) {
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

static void open_undo_begin_and_save(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    assert_int_equal(click(f, "undo").ask, PANEL_UNDO);
    assert_int_equal(click(f, "redo").ask, PANEL_NOTHING); // there is nothing to redo
    assert_int_equal(click(f, "apply").ask, PANEL_APPLY);
    panel_action a = click(f, "save");
    assert_int_equal(a.ask, PANEL_SAVE_AS);
    assert_string_equal(a.text, "config/scenarios/weigh-2.yaml");
    assert_int_equal(click(f, "save as").ask, PANEL_NOTHING);
    type(f, "mine.yaml");
    key(f, SDLK_RETURN);
    a = draw(f, 5);
    assert_int_equal(a.ask, PANEL_SAVE_AS);
    assert_string_equal(a.text, "mine.yaml");
    click(f, "open");
    assert_int_equal(click(f, "file let_go.yaml").ask, PANEL_NOTHING); // changes would be lost
    a = click(f, "lose");
    assert_int_equal(a.ask, PANEL_OPEN);
    assert_string_equal(a.text, "config/scenarios/let_go.yaml");
    f->desk.state.modified = false;
    click(f, "open");
    assert_int_equal(click(f, "file let_go.yaml").ask, PANEL_OPEN);
    f->desk.state.modified = true;
}

static void dragging_the_time_seeks_when_it_is_let_go(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    float x, y;
    draw(f, 2);
    assert_true(panel_place(f->panel, "time", &x, &y));
    move(f, x, y);
    assert_true(button(f, true, x, y));
    assert_true(move(f, 0, 300)); // far out to the left: the mouse is still the slider's
    assert_int_equal(draw(f, 6).ask, PANEL_NOTHING);
    assert_true(button(f, false, 0, 300));
    panel_action a = draw(f, 5);
    assert_int_equal(a.ask, PANEL_SEEK);
    CHECK_NEAR(a.value, 0, 0);
    a = click(f, "time");
    assert_int_equal(a.ask, PANEL_SEEK);
    CHECK_NEAR(a.value, f->desk.state.t_last / 2, 0.5);
}

static void switches_devices_and_failures(void **state) {
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

// What was asked for and is no longer possible when it is handed out is not.
static void what_has_become_impossible_is_not_asked_for(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    key(f, SDLK_TAB);
    draw(f, 2);
    for (int i = 0; i < 20; i++) key_mod(f, SDLK_z, KMOD_CTRL);
    assert_int_equal(draw(f, 1).ask, PANEL_UNDO);
    f->desk.state.can_undo = false;
    assert_int_equal(draw(f, 20).ask, PANEL_NOTHING);
    f->desk.state.can_undo = true;
    assert_true(key(f, SDLK_ESCAPE));
    draw(f, 2);
}

static void keyboard_alone_reaches_every_page(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const char *const on_page[] = {"undo", "switch forces", "centre 0", "failure brake fade"};
    float x, y;
    for (int arrows = 0; arrows < 2; arrows++) {
        assert_true(key(f, SDLK_TAB)); // the bar
        draw(f, 3);
        assert_true(key(f, SDLK_RETURN));
        assert_int_equal(draw(f, 5).ask, PANEL_START);
        assert_true(key(f, SDLK_TAB)); // the pages
        draw(f, 3);
        for (int k = 0; k < 4; k++) {
            if (!panel_place(f->panel, on_page[k], &x, &y)) fail_msg("%s is not reached", on_page[k]);
            if (arrows) {
                for (int i = 0; i < 30; i++) assert_true(key(f, SDLK_UP) && draw(f, 3).ask == PANEL_NOTHING);
                for (int i = 0; i < 5; i++) assert_true(key(f, SDLK_LEFT) && draw(f, 3).ask == PANEL_NOTHING);
                for (int i = 0; i <= k; i++) assert_true(key(f, SDLK_RIGHT) && draw(f, 3).ask == PANEL_NOTHING);
                key(f, SDLK_RETURN);
            } else
                assert_true(key_mod(f, SDLK_PAGEDOWN, KMOD_CTRL));
            draw(f, 5);
        }
        assert_true(key(f, SDLK_ESCAPE));
        draw(f, 3);
        if (arrows) click(f, "tab Scenario");
    }
}

static void the_decks_keys_are_the_decks(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw(f, 2);
    assert_int_equal(taken_keys(f), 0);
    click(f, "start"); // a click does not take the keyboard
    draw(f, 3);
    assert_int_equal(taken_keys(f), 0);
    click(f, "tab Display");
    click(f, "switch forces");
    draw(f, 3);
    assert_int_equal(taken_keys(f), 0);
    click(f, "tab Scenario");
    key(f, SDLK_TAB);
    draw(f, 3);
    assert_int_equal(taken_keys(f), 0x1780); // arrows and Escape move about; lever, brake and emergency stop remain
    draw(f, 3);
    click(f, "find");
    assert_int_equal(taken_keys(f), 0x1fff); // a text is typed
    draw(f, 30);
    assert_false(button(f, true, 300, 300)); // a click into the picture
    assert_false(button(f, false, 300, 300));
    draw(f, 5);
    assert_int_equal(taken_keys(f), 0);
    // a key that went down before a text was entered repeats and comes up on the deck, and writes nothing
    SDL_Event w = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_w}}};
    assert_false(panel_event(f->panel, &w));
    click(f, "find");
    w.key.repeat = 1;
    for (int k = 0; k < 3; k++) {
        assert_false(panel_event(f->panel, &w));
        type(f, "w");
        draw(f, 2);
    }
    w.type = SDL_KEYUP, w.key.repeat = 0;
    assert_false(panel_event(f->panel, &w));
    draw(f, 2);
    float x, y;
    assert_true(panel_place(f->panel, "field chain.bar_diameter", &x, &y)); // nothing is looked for: all are listed
    // and one that went down for the text stays its own
    w.type = SDL_KEYDOWN;
    assert_true(panel_event(f->panel, &w));
    w.key.repeat = 1;
    assert_true(panel_event(f->panel, &w));
    w.type = SDL_KEYUP, w.key.repeat = 0;
    assert_true(panel_event(f->panel, &w));
    key(f, SDLK_ESCAPE);
    draw(f, 5);
}

// A question mark opens and closes the help, whatever key writes it; in a text it is a letter, and held it is one.
static void a_question_mark_is_the_helps(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    SDL_Event slash = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_SLASH, .mod = KMOD_LSHIFT}}};
    display before = render_shown(f->r), helped = display_turn(before, DISPLAY_HELP);
    draw(f, 2);
    assert_false(render_handle_event(f->r, &slash));
    type(f, "?");
    assert_int_equal(render_shown(f->r), helped);
    slash.key.repeat = 1;
    render_handle_event(f->r, &slash);
    type(f, "?");
    assert_int_equal(render_shown(f->r), helped);
    slash.key.repeat = 0;
    render_handle_event(f->r, &slash);
    type(f, "?");
    assert_int_equal(render_shown(f->r), before);
    slash.key.keysym.sym = SDLK_QUESTION; // a layout that has a key for it: once
    assert_false(render_handle_event(f->r, &slash));
    click(f, "find");
    type(f, "?");
    assert_int_equal(render_shown(f->r), before);
    key(f, SDLK_ESCAPE);
    draw(f, 5);
}

static void the_mouse_beside_the_panels_is_the_cameras(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw(f, 2);
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 300, .y = 300}};
    assert_false(panel_event(f->panel, &e));
    e = (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 1100, .y = 300}}; // a drag goes on over the panel
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
        cmocka_unit_test(start_and_its_fellows),
        cmocka_unit_test(typing_sets_a_field),
        cmocka_unit_test(a_refused_text_stays_to_be_corrected),
        cmocka_unit_test(another_scenario_ends_the_edit),
        cmocka_unit_test(choices_and_ticks),
        cmocka_unit_test(a_file_is_chosen),
        cmocka_unit_test(find_narrows_the_list),
        cmocka_unit_test(open_undo_begin_and_save),
        cmocka_unit_test(dragging_the_time_seeks_when_it_is_let_go),
        cmocka_unit_test(switches_devices_and_failures),
        cmocka_unit_test(what_has_become_impossible_is_not_asked_for),
        cmocka_unit_test(keyboard_alone_reaches_every_page),
        cmocka_unit_test(the_decks_keys_are_the_decks),
        cmocka_unit_test(a_question_mark_is_the_helps),
        cmocka_unit_test(the_mouse_beside_the_panels_is_the_cameras),
    };
    return cmocka_run_group_tests_name("render.panel.panel", tests, open_fixture, close_fixture);
}
