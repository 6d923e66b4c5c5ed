// SPDX-License-Identifier: MIT
// A designer's walk in a real window, by mouse and keys: from the shipped bow and its Hall anchor to an AC-14 in a bow
// with a lip of 300 mm. Gallery, pocket with its clearances, search by meaning, restart, both verdicts side by side,
// undo of a choice, saving with the comments of the file.
#include "tests/rt/person.h"

static char saved[300];

static bool is_value(const char *path, const char *value) { return strcmp(value_of(path), value) == 0; }
static bool starts(const panel_state *s) { return !s->running && s->t == 0 && s->n_anchors == 6; }
static bool has_ac14(const panel_state *s) {
    return is_value("anchor.type", "ac14") && is_value("anchor.mass", "6414 kg") && is_value("anchor.shank", "") &&
           !s->message_is_error && strstr(s->message, "67 % of it in the head") && s->unapplied;
}
static bool has_ac14_again(const panel_state *s) { return is_value("anchor.type", "ac14") && s->unapplied; }
static bool has_hall_meshes(const panel_state *s) {
    return is_value("anchor.type", "meshes") && is_value("anchor.shank", "../models/shank.ply") && !s->modified &&
           !s->unapplied;
}
static bool has_bow(const panel_state *s) {
    return is_value("ship.type", "bow") && is_value("ship.hull", "") && is_value("ship.pocket.seat_height", "1.16 m") &&
           !s->message_is_error;
}
static const panel_note *find_note(const panel_design *d, const char *text) {
    for (int k = 0; k < d->n_notes; k++)
        if (strstr(d->note[k].text, text)) return &d->note[k];
    return NULL;
}
static bool is_measured(const panel_state *s) {
    const panel_design *d = &s->design[1];
    if (d->busy) waited = 0; // Gmsh makes the bow's mesh; the test's time limit holds
    return d->measured && !d->stale && !d->busy && !d->fault[0] && d->n_lines > 200 && find_note(d, "Shank in bore") &&
           find_note(d, "Head to pocket sides") && find_note(d, "Pin ") && !find_note(d, "Pin ")->bad;
}
// The pipe's sliders.
static char bore[512], angle[512];
static bool note_pipe(const panel_state *s) {
    (void)s;
    snprintf(bore, sizeof bore, "%s", value_of("ship.pocket.bore"));
    snprintf(angle, sizeof angle, "%s", value_of("ship.pocket.pipe_angle"));
    return true;
}
static bool has_moved_bore(const panel_state *s) { return !is_value("ship.pocket.bore", bore) && s->unapplied; }
static bool has_moved_angle(const panel_state *s) { return !is_value("ship.pocket.pipe_angle", angle) && s->unapplied; }
static bool has_pipe_again(const panel_state *s) {
    (void)s;
    return is_value("ship.pocket.bore", bore) && is_value("ship.pocket.pipe_angle", angle);
}
static bool has_moved_lip(const panel_state *s) { // the slider's middle: 80 .. 350 mm
    return strcmp(value_of("ship.pocket.bolster_radius"), "215 mm") == 0 && s->unapplied;
}
static bool has_lip(const panel_state *s) { return is_value("ship.pocket.bolster_radius", "300 mm") && s->modified; }
static bool begins_anew(const panel_state *s) { return s->t == 0 && !s->unapplied && s->modified && !s->started; }
static bool has_differences(const panel_state *s) {
    bool lip = false, type = false;
    for (int k = 0; k < s->n_differences; k++) {
        const panel_difference *d = &s->difference[k];
        lip = lip || (strcmp(d->path, "ship.pocket.bolster_radius") == 0 && strcmp(d->value[0], "270 mm") == 0 &&
                      strcmp(d->value[1], "300 mm") == 0);
        type = type || strcmp(d->path, "anchor.type") == 0;
    }
    return lip && type;
}
static bool is_lifting(const panel_state *s) { return s->design[0].trying && s->design[1].trying; }
// Minutes pass: the frames of the window go on meanwhile.
static bool has_verdicts(const panel_state *s) {
    waited = 0;
    return s->design[0].verdict[0] && s->design[1].verdict[0] && !s->design[1].trying;
}
static bool both_are_housed(const panel_state *s) {
    printf("A: %s\nB: %s\n", s->design[0].verdict, s->design[1].verdict);
    return s->design[0].good && s->design[1].good && strstr(s->design[1].verdict, "Housed after");
}
static bool is_read(const panel_state *s) {
    (void)s;
    static int pictures_seen;
    return ++pictures_seen % 3 == 0;
}

static const step walk[] = {
    {UNTIL, .so = starts},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Design"},
    {CLICK, .text = "anchor ac14"},
    {UNTIL, .so = has_ac14},
    {CLICK, .text = "tab Scenario"},
    {CLICK, .text = "undo"}, // the choice with all that belongs to it
    {UNTIL, .so = has_hall_meshes},
    {CLICK, .text = "redo"},
    {UNTIL, .so = has_ac14_again},
    {CLICK, .text = "tab Design"},
    {UNTIL, .so = is_read},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "designer_anchor.png"},
    {CLICK, .text = "view Pocket"},
    {CLICK, .text = "use bow"},
    {UNTIL, .so = has_bow},
    {UNTIL, .so = note_pipe},
    {CLICK, .text = "slider ship.pocket.bore"},
    {UNTIL, .so = has_moved_bore},
    {CLICK, .text = "slider ship.pocket.pipe_angle"},
    {UNTIL, .so = has_moved_angle},
    {CLICK, .text = "tab Scenario"},
    {CLICK, .text = "undo"},
    {CLICK, .text = "undo"},
    {UNTIL, .so = has_pipe_again},
    {CLICK, .text = "tab Design"},
    {CLICK, .text = "view Pocket"},
    {CLICK, .text = "slider ship.pocket.bolster_radius"},
    {UNTIL, .so = has_moved_lip},
    {UNTIL, .so = is_measured},
    {UNTIL, .so = is_read},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "designer_pocket.png"},
    {CLICK, .text = "tab Scenario"},
    {CLICK, .text = "find"},
    {TYPE, .text = "lip"},
    {CLICK, .text = "field ship.pocket.bolster_radius"},
    {TYPE, .text = "300 mm"},
    {UNTIL, .so = has_lip},
    {UNTIL, .so = is_read},
    {MOUSE, .mouse = point_at_scene},
    {SHOT, .text = "designer_search.png"},
    {CLICK, .text = "apply"},
    {UNTIL, .so = begins_anew},
    {CLICK, .text = "tab Design"},
    {CLICK, .text = "view Compare"},
    {UNTIL, .so = has_differences},
    {CLICK, .text = "try designs"},
    {UNTIL, .so = is_lifting},
    {UNTIL, .so = has_verdicts},
    {CHECK_, .so = both_are_housed},
    {UNTIL, .so = is_measured},
    {UNTIL, .so = is_read},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "designer_compare.png"},
    {CLICK, .text = "tab Scenario"},
    {CLICK, .text = "save as"},
    {TYPE, .text = saved},
    {UNTIL, .so = is_saved},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};
enum { STEPS = sizeof walk / sizeof walk[0] };

// The saved text is the file's own with the changed values.
static void check_saved_text(void) {
    size_t size;
    char *text = (char *)scratch_read(saved, &size);
    static const char *const kept[] = {"# Weighing the port bower: ",
                                       "    bolster_radius: 300 mm\n",
                                       "  type: ac14\n",
                                       "  mass: 6414 kg\n",
                                       "  max_tension: 178 kN\n",
                                       "brake_capacity: 880 kN                        # 45 % of the breaking load\n"};
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++)
        if (!strstr(text, kept[k])) fail_msg("no '%s' in:\n%s", kept[k], text);
    assert_null(strstr(text, "shank.ply"));
    free(text);
}

static void designer_walks_to_the_verdict(void **state) {
    (void)state;
    char first[300], text[900];
    steps = walk;
    n_steps = STEPS;
    config_root_make();
    snprintf(first, sizeof first, "%s", scratch_path("root/scenarios/weigh.yaml"));
    snprintf(saved, sizeof saved, "%s", scratch_path("root/scenarios/mine.yaml"));
    snprintf(text, sizeof text, "sed -i 's/depth: 10 m/depth: 4 m/' %s", first);
    assert_int_equal(system(text), 0);
    setenv("XDG_CACHE_HOME", scratch_path("cache"), 1);
    mkdir(scratch_path("cache"), 0777);
    char *argv[] = {first, "--device", "keyboard", NULL};
    assert_int_equal(cmd_run(3, argv), EXIT_DONE);
    assert_int_equal(at, STEPS);
    check_saved_text();
}

int main(int argc, char **argv) {
    if (!own_display(argv, "rt.desk.designer_window")) return 77;
    if (argc > 1) pictures_to = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(designer_walks_to_the_verdict)};
    return cmocka_run_group_tests_name("rt.desk.designer_window", tests, scratch_make, scratch_remove);
}
