// SPDX-License-Identifier: MIT
// Pictures and messages of hawse run, without a window: the test replaces the renderer by --wrap of the functions with
// a
// __wrap below, and records its arguments.
#include "hw/device/keyboard.h"
#include "rt/app/cmd.h"
#include "rt/deck/deck.h"
#include "rt/desk/run.h"
#include "tests/check.h"
#include <string.h>
#include <unistd.h>

static run c;
static session s;
static dyn_snapshot now;
static render *const no_render = (render *)&c; // no function reads it
static bool software;

typedef struct drawn {
    dyn_snapshot previous, next;
    double alpha;
} drawn;
static drawn shown;

render *__wrap_render_create(const render_def *def, rt_diag *d);
panel *__wrap_render_panel(render *r, rt_diag *d);
render_hand __wrap_render_get_hand(const render *r);
display __wrap_render_get_display(const render *r);
void __wrap_render_set_display(render *r, display shown);
void __wrap_render_set_panel_state(render *r, const panel_state *state);
void __wrap_views_write(const render *r, bool ship, display_switch of[DISPLAY_SWITCHES], panel_state *p);
const alarm_log *__wrap_render_alarms(const render *r);
bool __wrap_render_is_software(const render *r);
rt_status __wrap_render_load(render *r, const render_def *def, rt_diag *d);
rt_status __wrap_picture_def(const sim *m, render_def *def, rt_diag *d);
void __wrap_render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha);
bool __wrap_run_rewind_into(run_rewind *w, const char *file, uint64_t frame, rt_diag *d);

render *__wrap_render_create(const render_def *def, rt_diag *d) {
    (void)def, (void)d;
    return no_render;
}

panel *__wrap_render_panel(render *r, rt_diag *d) {
    (void)r, (void)d;
    return (panel *)&c;
}

render_hand __wrap_render_get_hand(const render *r) {
    (void)r;
    return (render_hand){0};
}

display __wrap_render_get_display(const render *r) {
    (void)r;
    return 0;
}

void __wrap_views_write(const render *r, bool ship, display_switch of[DISPLAY_SWITCHES], panel_state *p) {
    (void)r, (void)ship, (void)of, (void)p;
}

const alarm_log *__wrap_render_alarms(const render *r) {
    static const alarm_log none;
    (void)r;
    return &none;
}

void __wrap_render_set_display(render *r, display shown_now) { (void)r, (void)shown_now; }
void __wrap_render_set_panel_state(render *r, const panel_state *state) { (void)r, (void)state; }

bool __wrap_render_is_software(const render *r) {
    (void)r;
    return software;
}

rt_status __wrap_render_load(render *r, const render_def *def, rt_diag *d) {
    (void)r, (void)def, (void)d;
    return RT_OK;
}

rt_status __wrap_picture_def(const sim *m, render_def *def, rt_diag *d) {
    (void)m, (void)d;
    *def = render_def_default();
    return RT_OK;
}

void __wrap_render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha) {
    (void)r;
    shown = (drawn){*previous, *next, alpha};
}

static int seeks;
static uint64_t seek_frame;

bool __wrap_run_rewind_into(run_rewind *w, const char *file, uint64_t frame, rt_diag *d) {
    (void)w, (void)file, (void)d;
    seeks++;
    seek_frame = frame;
    return true;
}

static int set_up(void **state) {
    rt_diag d = {0};
    (void)state;
    memset(&c, 0, sizeof c);
    memset(&s, 0, sizeof s);
    memset(&now, 0, sizeof now);
    c.s = &s;
    c.no_sound = true;
    c.speed = 1;
    setenv("DISPLAY", ":none", 1);
    assert_int_equal(hw_keyboard_open(&c.device, &(hw_opening){.start = &(rt_command){0}}, &d), RT_OK);
    assert_int_equal(session_init(&s, &c.device, &d), RT_OK);
    s.sim.model.h = 1e-3;
    s.sim.kind = &deck_kind;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    hw_device_close(&c.device);
    rt_latest_free(&s.snapshot);
    rt_latest_free(&s.pull);
    return 0;
}

static void publish(uint64_t frame, int64_t slip_ns) {
    now.frame = frame;
    now.t = 1e-3 * (double)frame;
    now.info.slip_ns = slip_ns;
    memcpy(rt_latest_back(&s.snapshot), &now, sizeof now);
    rt_latest_publish(&s.snapshot);
}

// Pictures are spaced in time, also on a display that does not pace them (no vertical synchronisation).
static void pictures_are_spaced_in_time(void **state) {
    (void)state;
    rt_clock clock = rt_clock_monotonic();
    for (int k = 0; k < 2; k++) {
        software = k;
        c.window = NULL;
        run_open_window(&c);
        assert_ptr_equal(c.window, no_render);
        int64_t begun = rt_clock_now_ns(&clock);
        c.picture_due_ns = begun + c.picture_ns;
        for (int64_t t = begun; t < c.picture_due_ns; t = rt_clock_now_ns(&clock)) run_sleep(&c, &clock);
        assert_true(rt_clock_now_ns(&clock) - begun >= (software ? 33000000 : 5000000));
    }
}

// A new snapshot of the same frame, as from a paused run or a stopped replay, updates gauges and message. The picture's
// time does not change.
static void same_frame_updates_gauges_not_time(void **state) {
    (void)state;
    picture_pair pair = {0};
    now = (dyn_snapshot){.frame = 1, .wall_ns = 1000000};
    picture_between(&pair, no_render, &now, 3000000);
    now = (dyn_snapshot){.frame = 2, .wall_ns = 2000000};
    picture_between(&pair, no_render, &now, 3000000);
    CHECK_NEAR(shown.alpha, 1, 0); // one period after its publication
    now.wall_ns = 90000000;
    now.gauges.estop = 1;
    snprintf(now.message, sizeof now.message, "stopped");
    picture_between(&pair, no_render, &now, 3500000);
    assert_int_equal(shown.next.gauges.estop, 1);
    assert_string_equal(shown.next.message, "stopped");
    assert_int_equal(shown.next.wall_ns, 2000000);
    assert_int_equal(shown.previous.frame, 1);
    CHECK_NEAR(shown.alpha, 1, 0);
}

// A restarted run shows nothing of the previous run: neither its ship at the same frame number, nor its time slip.
static void restart_clears_the_previous_run(void **state) {
    (void)state;
    rt_clock clock = rt_clock_monotonic();
    char said[256] = "";
    FILE *f = tmpfile();
    int before = dup(2);
    c.window = no_render;
    now.gauges.chain_out_m = 66;
    picture_between(&c.pair, c.window, &now, 0);
    c.window = NULL; // run_pump would draw
    dup2(fileno(f), 2);
    publish(7, 1500000000);
    assert_true(run_pump(&c, &clock));
    c.window = no_render;
    run_open_window(&c);
    c.window = NULL;
    publish(0, 0);
    assert_true(run_pump(&c, &clock));
    dup2(before, 2);
    close(before);
    rewind(f);
    said[fread(said, 1, sizeof said - 1, f)] = 0;
    fclose(f);
    assert_string_equal(said, "time slip: the simulation is now 1.500 s behind the clock\n");
    now.gauges.chain_out_m = 20;
    picture_between(&c.pair, no_render, &now, 0);
    CHECK_NEAR(shown.previous.gauges.chain_out_m, 20, 0);
    CHECK_NEAR(shown.next.gauges.chain_out_m, 20, 0);
}

// At its newest moment a run that is not rewound ignores seeks forward, paused or not.
static void forward_keys_do_nothing_at_the_newest_moment(void **state) {
    (void)state;
    publish(20000, 0);
    for (int paused = 0; paused < 2; paused++) {
        seeks = 0;
        session_pace_run(&s.pace, !paused);
        assert_true(run_handle_key(&c, SDLK_F10) && run_handle_key(&c, SDLK_F11));
        assert_int_equal(seeks, 0);
        assert_int_equal(session_pace_runs(&s.pace), !paused);
        assert_true(run_handle_key(&c, SDLK_F9));
        assert_int_equal(seeks, 1);
        assert_int_equal(seek_frame, 15000);
    }
    c.rewind.held = true; // the operator has rewound
    c.rewind.end = 20000;
    publish(9000, 0);
    seeks = 0;
    assert_true(run_handle_key(&c, SDLK_F10) && seeks == 1 && seek_frame == 14000);
    assert_true(run_handle_key(&c, SDLK_F11) && seeks == 2 && seek_frame >= 20000);
}

// The help text of a failed sensor describes what dyn_gauges_shown does to its gauges.
static void failure_help_matches_the_gauges(void **state) {
    (void)state;
    const dyn_gauges all = {.tension_n = 1,
                            .anchor_tension_n = 1,
                            .motor_load = 1,
                            .motor_torque_nm = 1,
                            .speed_m_s = 1,
                            .lining_c = 1,
                            .chain_out_m = 1,
                            .counter_m = 5};
    static const rt_failure sensor[] = {RT_FAILURE_TENSION, RT_FAILURE_SPEED, RT_FAILURE_COUNTER, RT_FAILURE_LINING};
    run_update_panels(&c, &now, 0);
    for (int k = 0; k < 4; k++) {
        const char *help = c.shown.failure[sensor[k]].help;
        dyn_gauges g = all;
        g.blind = (uint8_t)(1u << (sensor[k] - RT_FAILURE_TENSION));
        g = dyn_gauges_shown(&g);
        bool zero = g.tension_n == 0 || g.speed_m_s == 0 || g.lining_c == 0;
        assert_int_equal(strstr(help, "zero") != NULL, zero);
        assert_int_equal(strstr(help, "stands still") != NULL, g.chain_out_m == g.counter_m);
        assert_int_equal(strstr(help, "anchor tension") != NULL, g.anchor_tension_n == 0);
        assert_int_equal(strstr(help, "motor torque and load") != NULL, g.motor_torque_nm == 0 && g.motor_load == 0);
    }
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(pictures_are_spaced_in_time),     T(same_frame_updates_gauges_not_time),
        T(restart_clears_the_previous_run), T(forward_keys_do_nothing_at_the_newest_moment),
        T(failure_help_matches_the_gauges),
    };
    return cmocka_run_group_tests_name("rt.desk.run_window", tests, NULL, NULL);
}
