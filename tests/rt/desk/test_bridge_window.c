// SPDX-License-Identifier: MIT
// The bridge at a real window: keypad and page give orders to a ship that manoeuvres; engine, rudder and thruster
// follow, the instruments show it, and the recording replays.
#include "rt/command/telegraph.h"
#include "tests/rt/person.h"

static bool waits(const panel_state *s) { return !s->running && s->n_telegraph > 0; }
static bool runs(const panel_state *s) { return s->running && s->t > 0.2; }
static bool is_near(double x, double expected) { return fabs(x - expected) < 1e-3; }
static bool is_one_ahead(const panel_state *s) {
    return !strcmp(s->telegraph[s->telegraph_now].name, "dead slow ahead");
}
static bool is_to_starboard(const panel_state *s) { return is_near(s->rudder_order, 2 * 5.0 / 35); }
static bool is_thrust_to_port(const panel_state *s) { return is_near(s->thruster_order, -0.25); }
static bool is_midships(const panel_state *s) { return is_near(s->rudder_order, 0); }
static bool is_astern(const panel_state *s) { return !strcmp(s->telegraph[s->telegraph_now].name, "half astern"); }
static bool has_time_to_turn(const panel_state *s) { return s->t > noted + 2; }
static bool note_time(const panel_state *s) {
    noted = s->t;
    return true;
}

static const step bridge_steps[] = {
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Windlass"},
    {UNTIL, .so = waits},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = runs},
    {KEY, .key = SDLK_KP_8},
    {UNTIL, .so = is_one_ahead},
    {KEY, .key = SDLK_KP_6, .times = 2},
    {UNTIL, .so = is_to_starboard},
    {KEY, .key = SDLK_KP_7},
    {UNTIL, .so = is_thrust_to_port},
    {CHECK_, .so = note_time},
    {UNTIL, .so = has_time_to_turn},
    {SHOT, .text = "bridge_ahead.png"},
    {KEY, .key = SDLK_KP_5},
    {UNTIL, .so = is_midships},
    {CLICK, .text = "telegraph"},
    {CLICK, .text = "telegraph half astern"},
    {UNTIL, .so = is_astern},
    {CHECK_, .so = note_time},
    {UNTIL, .so = has_time_to_turn},
    {SHOT, .text = "bridge_astern.png"},
    {KEY, .key = SDLK_ESCAPE},
    {KEY, .key = SDLK_ESCAPE},
};

// The recording has the orders, in this order, and replays to the same states.
static void check_recording(const char *file) {
    const rt_orders expected[] = {{300, 285, -250}, {300, 0, -250}};
    char text[900];
    rt_diag d = {0};
    rt_record_row row;
    int found = 0;
    int16_t last = 0;
    rt_player *p = rt_play_open(file, &d);
    if (!p) fail_msg("%s", d.text);
    while (rt_play_next(p, &row, &d) == RT_PLAY_FRAME) {
        const rt_orders o = row.command.orders;
        last = o.engine;
        if (found < 2 && memcmp(&o, &expected[found], sizeof o) == 0) found++;
    }
    rt_play_close(p);
    assert_int_equal(found, 2);
    assert_int_equal(last, rt_telegraph[rt_telegraph_find("half_astern")].engine);
    snprintf(text, sizeof text, "%s replay %s --anywhere --check", getenv("HAWSE_PROGRAM"), file);
    assert_int_equal(system(text), 0);
}

static void bridge_gives_orders(void **state) {
    (void)state;
    char rec[300];
    steps = bridge_steps;
    n_steps = sizeof bridge_steps / sizeof bridge_steps[0];
    snprintf(rec, sizeof rec, "%s", scratch_path("bridge.rec"));
    char *argv[] = {
        HAWSE_SOURCE_DIR "/config/scenarios/weigh_under_way.yaml", "--device", "keyboard", "--record", rec, NULL};
    assert_int_equal(cmd_run(5, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    check_recording(rec);
}

int main(int argc, char **argv) {
    if (argc > 1) pictures_to = argv[1];
    if (!own_display(argv, "rt.desk.bridge_window")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(bridge_gives_orders)};
    return cmocka_run_group_tests_name("rt.desk.bridge_window", tests, scratch_make, scratch_remove);
}
