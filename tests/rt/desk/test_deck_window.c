// SPDX-License-Identifier: MIT
// The deck's page and keys in a real window: lamp test, bell, stop button, chain wash, anchor ball, motor current, the
// preset length with its alarm, mute, and an emergency release beside a runaway; cameras 8 and 9, and the night. What
// the operator did is in the recording.
#include "tests/rt/person.h"

static const char *reading(const panel_state *s, const char *name) {
    for (int k = 0; k < s->n_readings; k++)
        if (strcmp(s->reading[k].name, name) == 0) return s->reading[k].text;
    return "";
}

static bool is_on(const panel_state *s, const char *name) { return find_switch(s->control, s->n_controls, name) == 1; }

static const uint8_t *read_picture(int *width, int *height) {
    static uint8_t rgb[3 * 1280 * 800];
    render_size(window, width, height);
    assert_true(3 * *width * *height <= (int)sizeof rgb);
    render_read_rgb(window, rgb);
    return rgb;
}

// Mean of the bytes of the middle of the scene, left of the panel, and a sum that another picture does not have.
static double mean_of_scene(uint64_t *sum) {
    int width, height, n = 0;
    double mean = 0;
    const uint8_t *rgb = read_picture(&width, &height);
    *sum = 0;
    for (int y = 4 * height / 10; y < 6 * height / 10; y++)
        for (int k = 3 * y * width; k < 3 * (y * width + 6 * width / 10); k++)
            mean += rgb[k], n++, *sum = *sum * 31 + rgb[k];
    return mean / n;
}

static bool waits(const panel_state *s) { return !s->running && s->n_controls > 0; }
static bool is_armed(const panel_state *s) { return s->running && s->t > 0.3; }
static bool stands_without_current(const panel_state *s) {
    return !strcmp(reading(s, "motor current"), "0 A") && !strcmp(reading(s, "chain wash"), "off") &&
           !strcmp(reading(s, "anchor ball"), "down") && !strcmp(reading(s, "preset length"), "none");
}
static bool washes(const panel_state *s) {
    return is_on(s, "chain wash") && !strcmp(reading(s, "chain wash"), "running");
}
static bool washes_no_more(const panel_state *s) {
    return !is_on(s, "chain wash") && !strcmp(reading(s, "chain wash"), "off");
}

// Black pixels of the scene's upper part, where the forestay is, left of the panel: the anchor ball is black.
static int black;
static int count_black(void) {
    int width, height, n = 0;
    const uint8_t *p = read_picture(&width, &height);
    for (int y = height / 20; y < height / 5; y++)
        for (int x = 0; x < 6 * width / 10; x++) {
            const uint8_t *c = p + 3 * (y * width + x);
            n += c[0] < 30 && c[1] < 30 && c[2] < 30;
        }
    return n;
}
static bool notes_black(const panel_state *s) {
    (void)s;
    black = count_black();
    return true;
}
// The ball is 0.6 m in diameter, at some 40 m: 15 pixels of a picture of 720 lines.
static bool shows_ball(const panel_state *s) {
    (void)s;
    return count_black() > black + 120;
}

static bool rings(const panel_state *s) { return is_on(s, "bell"); }
static bool is_silent(const panel_state *s) { return !is_on(s, "bell"); }
// At its button: no alarm of a motor that stopped by itself.
static bool motor_is_off(const panel_state *s) {
    return is_on(s, "pump stopped") && !strcmp(reading(s, "motor"), "stopped") && !find_alarm(s, "MOTOR OFF");
}
static bool motor_is_ready(const panel_state *s) {
    return !is_on(s, "pump stopped") && !strcmp(reading(s, "motor"), "ready");
}

static double since;
static bool is_hoisting(const panel_state *s) {
    since = s->t;
    return is_on(s, "anchor ball") && !strcmp(reading(s, "anchor ball"), "hoisted");
}
static bool is_hoisted(const panel_state *s) { return s->t > since + 5; }
static bool is_down(const panel_state *s) { return !strcmp(reading(s, "anchor ball"), "down"); }

static double amperes(const panel_state *s) { return atof(reading(s, "motor current")); }
static bool heaves(const panel_state *s) { return amperes(s) > 10 && amperes(s) < 100; }
static bool stands(const panel_state *s) { return amperes(s) == 0; }

static bool is_refused(const panel_state *s) { return s->message_is_error && strstr(s->message, "preset length:"); }
static bool is_set(const panel_state *s) { return !strcmp(reading(s, "preset length"), "0.6 m"); }
static bool is_zeroed(const panel_state *s) { return fabs(atof(reading(s, "chain out"))) < 0.05; }
static int alarms(void) {
    int n = 0;
    const alarm_log *log = render_alarms(window);
    for (int k = 0; k < log->n; k++) n += log->record[k].kind == ALARM_PRESET;
    return n;
}
// The listed alarm of the preset length; NULL: none. A loaded machine may raise others, such as SIGNAL LOST.
static const panel_alarm *find_passing(const panel_state *s) { return find_alarm(s, "PRESET LENGTH REACHED: "); }
static bool is_quiet(const panel_state *s) { return alarms() == 0 && !find_passing(s); }
static bool warns(const panel_state *s) {
    const panel_alarm *a = find_passing(s);
    return a && a->unacknowledged && atof(reading(s, "chain out")) > 0.55;
}
static bool is_muted(const panel_state *s) { return s->alarms_muted && find_passing(s)->unacknowledged; }
static bool is_acknowledged(const panel_state *s) { return alarms() == 1 && !find_passing(s); }
static bool veers_on(const panel_state *s) { return atof(reading(s, "chain out")) > 1.1; }
static bool warned_once(const panel_state *s) {
    (void)s;
    return alarms() == 1;
}

static bool clutch_is_loaded(const panel_state *s) { return find_alarm(s, "CLUTCH LOADED: ") != NULL; }
static bool is_out_of_gear(const panel_state *s) {
    const panel_alarm *a = find_alarm(s, "CLUTCH LOADED: ");
    return a && strstr(a->state, "cleared");
}

// An alarm hides no other: each is in the list, with its own state.
static bool lists_release_and_runaway(const panel_state *s) {
    const panel_alarm *release = find_alarm(s, "EMERGENCY RELEASE: "), *runaway = find_alarm(s, "RUNAWAY: ");
    return release && runaway && release->unacknowledged && runaway->unacknowledged && release->alarm && runaway->alarm;
}
static bool holds_again(const panel_state *s) {
    const panel_alarm *release = find_alarm(s, "EMERGENCY RELEASE: ");
    return release && strstr(release->state, "cleared");
}

static bool is_selector_refused(const panel_state *s) {
    return s->message_is_error && strstr(s->message, "one position only") && !is_on(s, "remote") &&
           !strcmp(reading(s, "command"), "local");
}

static uint64_t by_camera;
static double by_day;
static bool shows_camera(const panel_state *s, int camera, const char *name) {
    uint64_t sum;
    by_day = mean_of_scene(&sum);
    bool other = sum != by_camera;
    by_camera = sum;
    return s->camera[camera].on && !strcmp(s->camera[camera].name, name) && other && by_day > 20;
}
static bool is_at_operator(const panel_state *s) { return shows_camera(s, 7, "operator"); }
static bool is_over_side(const panel_state *s) { return shows_camera(s, 8, "overside"); }
static bool is_overview(const panel_state *s) { return s->camera[0].on; }
static bool is_overview_by_day(const panel_state *s) { return shows_camera(s, 0, s->camera[0].name); }
static bool is_bolster(const panel_state *s) { return s->camera[1].on; }
static bool is_night(const panel_state *s) {
    uint64_t sum;
    return switch_of(s, "night") == 1 && mean_of_scene(&sum) < 0.5 * by_day;
}

static const step deck_steps[] = {
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Windlass"},
    {UNTIL, .so = waits},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "deck_page.png"},
    {KEY, .key = SDLK_F2}, // without the page it is another picture
    {UNTIL, .so = waits},
    {OTHER, .text = "deck_page.png"},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "lamp test"},
    {MOUSE, .mouse = point_at_scene},
    {SAME, .text = "deck_lamp_test.png"},
    {SAME, .text = "deck_page.png"}, // it ends after 3 s, in a paused run too
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = is_armed},
    {KEY, .key = SDLK_y},
    {UNTIL, .so = rings},
    {KEY, .key = SDLK_y},
    {UNTIL, .so = is_silent},
    {KEY, .key = SDLK_u},
    {UNTIL, .so = motor_is_off},
    {KEY, .key = SDLK_u},
    {UNTIL, .so = motor_is_ready},
    {CHECK_, .so = stands_without_current},
    {KEY, .key = SDLK_DELETE},
    {UNTIL, .so = is_selector_refused},
    {KEY, .key = SDLK_INSERT},
    {UNTIL, .so = washes},
    {KEY, .key = SDLK_2},
    {UNTIL, .so = is_bolster},
    {SHOT, .text = "deck_wash.png"},
    {CLICK, .text = "control chain wash"},
    {UNTIL, .so = washes_no_more},
    {KEY, .key = SDLK_1},
    {UNTIL, .so = is_overview},
    {MOUSE, .mouse = point_at_scene},
    {UNTIL, .so = notes_black},
    {SHOT, .text = "deck_no_ball.png"},
    {KEY, .key = SDLK_HOME},
    {UNTIL, .so = is_hoisting},
    {UNTIL, .so = is_hoisted},
    {CHECK_, .so = shows_ball},
    {SHOT, .text = "deck_ball.png"},
    {CLICK, .text = "control anchor ball"},
    {UNTIL, .so = is_down},
    {KEY, .key = SDLK_8},
    {UNTIL, .so = is_at_operator},
    {SHOT, .text = "deck_camera_8.png"},
    {KEY, .key = SDLK_9},
    {UNTIL, .so = is_over_side},
    {SHOT, .text = "deck_camera_9.png"},
    {KEY, .key = SDLK_1},
    {UNTIL, .so = is_overview_by_day},
    {KEY, .key = SDLK_n},
    {UNTIL, .so = is_night},
    {SHOT, .text = "deck_night.png"},
    {KEY, .key = SDLK_n},
    {CLICK, .text = "preset"},
    {TYPE, .text = "0.6 kg"},
    {UNTIL, .so = is_refused},
    {CLICK, .text = "preset"},
    {ERASE, .key = 0},
    {TYPE, .text = "600 mm"},
    {UNTIL, .so = is_set},
    {KEY, .key = SDLK_z},
    {UNTIL, .so = is_zeroed},
    {KEY, .key = SDLK_a, .times = 20}, // eases the brake
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = heaves},
    {SHOT, .text = "deck_current.png"},
    {LOOSE, .key = SDLK_w},
    {UNTIL, .so = stands},
    {CHECK_, .so = is_quiet},
    {HOLD, .key = SDLK_s},
    {UNTIL, .so = warns},
    {KEY, .key = SDLK_BACKSPACE},
    {UNTIL, .so = is_muted},
    {SHOT, .text = "deck_preset.png"},
    {KEY, .key = SDLK_RETURN},
    {UNTIL, .so = veers_on},
    {CHECK_, .so = warned_once},
    {LOOSE, .key = SDLK_s},
    {UNTIL, .so = stands},
    {UNTIL, .so = is_acknowledged},
    {CLICK, .text = "tab Alarms"},
    {KEY, .key = SDLK_d, .times = 20}, // sets the brake
    {KEY, .key = SDLK_c},
    {UNTIL, .so = clutch_is_loaded},
    {HOLD, .key = SDLK_s}, // walks back, as the alarm says
    {UNTIL, .so = is_out_of_gear},
    {LOOSE, .key = SDLK_s},
    {HOLD, .key = SDLK_x}, // the release lets the chain run out
    {UNTIL, .so = lists_release_and_runaway},
    {SHOT, .text = "deck_release.png"},
    {LOOSE, .key = SDLK_x},
    {UNTIL, .so = holds_again},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};

// Bits of all controls that the recording has, and the alarm that a replay raises from them.
static void check_recording(const char *file) {
    static timeline marks;
    rt_diag d = {0};
    rt_record_row row;
    unsigned all = 0;
    int passings = 0;
    rt_player *p = rt_play_open(file, &d);
    if (!p) fail_msg("%s", d.text);
    while (rt_play_next(p, &row, &d) == RT_PLAY_FRAME) all |= row.command.controls;
    assert_int_equal(all, RT_CONTROL_WASH | RT_CONTROL_BALL | RT_CONTROL_PRESET | RT_CONTROL_ZERO | RT_CONTROL_BELL |
                              RT_CONTROL_STOP_PUMP);
    rt_play_close(p);
    p = rt_play_open(file, &d);
    static alarm_log recorded;
    timeline_read_recording(&marks, p, &recorded, &d);
    for (int k = 0; k < marks.n; k++) passings += strcmp(marks.mark[k].text, "PRESET LENGTH REACHED") == 0;
    assert_int_equal(passings, 1);
    rt_play_close(p);
}

static void deck_obeys_page_and_keys(void **state) {
    (void)state;
    char electric[300], text[900], heave[300], report[300];
    size_t size;
    steps = deck_steps;
    n_steps = sizeof deck_steps / sizeof deck_steps[0];
    config_root_make();
    snprintf(electric, sizeof electric, "%s", scratch_path("root/scenarios/electric.yaml"));
    snprintf(heave, sizeof heave, "%s", scratch_path("deck.rec"));
    snprintf(report, sizeof report, "%s", scratch_path("deck.json"));
    snprintf(text, sizeof text,
             "sed 's/depth: 10 m/depth: 3 m\\n  settle: 5 s/; s/^windlass:/windlass:\\n  motor: frequency/' %s > %s",
             scratch_path("root/scenarios/weigh.yaml"), electric);
    assert_int_equal(system(text), 0);
    char *argv[] = {electric, "--device", "keyboard", "--record", heave, "--report", report, NULL};
    assert_int_equal(cmd_run(7, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    check_recording(heave);
    char *written = (char *)scratch_read(report, &size);
    assert_non_null(strstr(written, "\"preset_length\""));
    free(written);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.deck_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(deck_obeys_page_and_keys)};
    return cmocka_run_group_tests_name("rt.desk.deck_window", tests, scratch_make, scratch_remove);
}
