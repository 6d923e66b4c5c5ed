// SPDX-License-Identifier: MIT
// Changeover of the command in a real window: a script is the local position, the keyboard the remote one. Who has
// command shows on the page and in the status line; a position off neutral is refused with an alarm and a hint; keys
// without command get an answer; the emergency stop acts without command. The recording replays.
#include "tests/rt/person.h"

void __real_render_set_state(render *r, const char *state, const char *help, bool urgent);
void __wrap_render_set_state(render *r, const char *state, const char *help, bool urgent);

static char help[96];

void __wrap_render_set_state(render *r, const char *state, const char *text, bool urgent) {
    snprintf(help, sizeof help, "%s", text);
    __real_render_set_state(r, state, text, urgent);
}

static const char *reading(const panel_state *s, const char *name) {
    for (int k = 0; k < s->n_readings; k++)
        if (strcmp(s->reading[k].name, name) == 0) return s->reading[k].text;
    return "";
}

static bool is_remote(const panel_state *s) {
    for (int k = 0; k < s->n_controls; k++)
        if (strcmp(s->control[k].name, "remote") == 0) return s->control[k].on;
    return false;
}

static bool commands(const panel_state *s, const char *who) { return strcmp(reading(s, "command"), who) == 0; }
static double amperes(const panel_state *s) { return atof(reading(s, "motor current")); }
static bool has_alarm(const panel_state *s, const char *text) {
    for (int k = 0; k < s->n_alarms; k++)
        if (strstr(s->alarm[k].text, text)) return true;
    return false;
}

// Whether the hint on the picture has this text.
static bool hints_at(const char *text) {
    char hint[256];
    render_hint(window, hint, sizeof hint);
    return strstr(hint, text) != NULL;
}

static bool waits(const panel_state *s) { return !s->running && s->n_controls > 0; }
static bool local_heaves(const panel_state *s) { return commands(s, "local") && !is_remote(s) && amperes(s) > 10; }
static bool answers_keys(const panel_state *s) {
    return !strcmp(help, "LOCAL has command. Del changes over") && local_heaves(s);
}
static bool remote_waits(const panel_state *s) {
    return is_remote(s) && commands(s, "remote: to neutral") && amperes(s) == 0 &&
           has_alarm(s, "NOT AT NEUTRAL: command changed over, the drive is stopped");
}
static double since;
static bool is_still_waiting(const panel_state *s) {
    if (since == 0) since = s->t;
    return remote_waits(s) && s->t > since + 1 && hints_at("Move the REMOTE lever to neutral to take command");
}
static bool remote_stands(const panel_state *s) {
    return commands(s, "remote") && amperes(s) == 0 && !has_alarm(s, "NOT AT NEUTRAL");
}
static bool remote_heaves(const panel_state *s) { return commands(s, "remote") && amperes(s) > 10; }
static bool local_waits(const panel_state *s) {
    return !is_remote(s) && commands(s, "local: to neutral") && amperes(s) == 0;
}
static bool is_stopped_at_wait(const panel_state *s) {
    return has_alarm(s, "EMERGENCY STOP") && commands(s, "local: to neutral") && hints_at("then reset") &&
           !hints_at("press");
}
static bool is_stopped_remote(const panel_state *s) {
    return has_alarm(s, "EMERGENCY STOP") && commands(s, "remote") && hints_at("then reset: press R");
}
static bool is_reset(const panel_state *s) {
    for (int k = 0; k < s->n_alarms; k++)
        if (strstr(s->alarm[k].text, "EMERGENCY STOP")) return strstr(s->alarm[k].state, "cleared");
    return true;
}
// Presses R until it acts: on a machine so busy that the input is stale between two pictures, the first may not.
static bool press_reset(render *r) {
    (void)r;
    if (is_reset(seen)) return true;
    press_and_release(SDLK_r);
    return false;
}

static const step changeover_steps[] = {
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Windlass"},
    {UNTIL, .so = waits},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = local_heaves},
    {SHOT, .text = "changeover_local.png"},
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = answers_keys},
    {SHOT, .text = "changeover_no_command.png"},
    {KEY, .key = SDLK_DELETE},
    {UNTIL, .so = remote_waits},
    {UNTIL, .so = is_still_waiting},
    {SHOT, .text = "changeover_waits.png"},
    {LOOSE, .key = SDLK_w},
    {UNTIL, .so = remote_stands},
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = remote_heaves},
    {SHOT, .text = "changeover_remote.png"},
    {LOOSE, .key = SDLK_w},
    {UNTIL, .so = remote_stands},
    {CLICK, .text = "control remote"}, // back: the script's lever is not at neutral
    {UNTIL, .so = local_waits},
    {KEY, .key = SDLK_SPACE}, // without command
    {UNTIL, .so = is_stopped_at_wait},
    {SHOT, .text = "changeover_stop.png"},
    {CLICK, .text = "control remote"},
    {UNTIL, .so = is_stopped_remote},
    {MOUSE, .mouse = press_reset},
    {HOLD, .key = SDLK_w},
    {UNTIL, .so = remote_heaves},
    {LOOSE, .key = SDLK_w},
    {UNTIL, .so = remote_stands},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};

// The recording has the selector and the wait, and replays to the same states.
static void check_recording(const char *file) {
    char text[900];
    rt_diag d = {0};
    rt_record_row row;
    int changeovers = 0;
    unsigned all = 0;
    rt_player *p = rt_play_open(file, &d);
    if (!p) fail_msg("%s", d.text);
    while (rt_play_next(p, &row, &d) == RT_PLAY_FRAME) {
        all |= row.command.controls;
        changeovers += row.events >> RT_EVENT_CHANGEOVER & 1;
    }
    rt_play_close(p);
    assert_int_equal(all, RT_CONTROL_REMOTE | RT_CONTROL_WAITS);
    assert_int_equal(changeovers, 3);
    snprintf(text, sizeof text, "%s replay %s --anywhere --check", getenv("HAWSE_PROGRAM"), file);
    assert_int_equal(system(text), 0);
}

static void command_changes_over(void **state) {
    (void)state;
    char electric[300], text[900], rec[300], script[300], device[400];
    steps = changeover_steps;
    n_steps = sizeof changeover_steps / sizeof changeover_steps[0];
    config_root_make();
    snprintf(electric, sizeof electric, "%s", scratch_path("root/scenarios/electric.yaml"));
    snprintf(rec, sizeof rec, "%s", scratch_path("changeover.rec"));
    snprintf(script, sizeof script, "%s", scratch_path("local.csv"));
    snprintf(device, sizeof device, "rest=script:%s,remote=keyboard", script);
    scratch_text("local.csv", "t [s],lever,brake,clutch\n0,0,0,1\n10,0,0,1\n11,0.4,0,1\n");
    snprintf(text, sizeof text,
             "sed 's/depth: 10 m/depth: 3 m\\n  settle: 5 s/; s/^windlass:/windlass:\\n  motor: frequency/' %s > %s",
             scratch_path("root/scenarios/weigh.yaml"), electric);
    assert_int_equal(system(text), 0);
    char *argv[] = {electric, "--device", device, "--record", rec, NULL};
    assert_int_equal(cmd_run(5, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    check_recording(rec);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "rt.desk.changeover_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(command_changes_over)};
    return cmocka_run_group_tests_name("rt.desk.changeover_window", tests, scratch_make, scratch_remove);
}
