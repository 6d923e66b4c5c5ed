// SPDX-License-Identifier: MIT
// A run in which a hand pulls at a part: the recording replays bit for bit, and so does the same run from the recording
// as its device. The account of energy has the work of the hand; the log has its time and force; a pull at a part that
// the model lacks changes nothing but a count.
#include "hw/device/script.h"
#include "rt/script/script.h"
#include "rt/session/session.h"
#include "rt/world/world.h"
#include "tests/rt/short_heave.h"

enum { FRAMES = 700, FROM = 100, TO = 500 };

static rt_diag diag;
static session s;
static scenario sc;
static hw_device device;

// An operator at rest: brake set, clutch in.
static double rest_row[1][RT_SCRIPT_COLUMNS];
static const rt_script at_rest = {.row = rest_row, .n = 1};

static void open_session(const char *file, const rt_script *script) {
    memset(&s, 0, sizeof s);
    diag = (rt_diag){0};
    rest_row[0][RT_SCRIPT_BRAKE] = rest_row[0][RT_SCRIPT_CLUTCH] = rest_row[0][RT_SCRIPT_DEAD_MAN] = 1;
    if (scenario_load(file, true, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(hw_script_open(&device, script, "script", 0, &diag), RT_OK);
    if (sim_create(&s.sim, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(session_init(&s, &device, &diag), RT_OK);
    session_configure(&s);
}

static void close_session(void) {
    session_free(&s);
    scenario_free(&sc);
    hw_device_close(&device);
}

// The hand grips a point of the part in frame FROM, goes round in a circle beside it and lets go in frame TO.
static void move_hand(int kind, int frame) {
    static vec3 start;
    const dyn_snapshot *now = rt_latest_front(&s.snapshot, NULL);
    const vec3 at = {0.05, 0.02, 0.1};
    rt_pull pull;
    if (frame == FROM)
        for (int k = 0; k < now->n_bodies; k++)
            if (now->body[k].kind == kind && now->body[k].number == 0) start = pose_point(&now->body[k].pose, at);
    if (frame == TO) session_pull(&s, NULL);
    if (frame < FROM || frame >= TO) return;
    assert_true(s.sim.kind->grip(&s.sim, kind, 0, at, &pull));
    double angle = 0.02 * (frame - FROM);
    pull.to[0] = start.x + 0.4 * sin(angle), pull.to[1] = start.y + 0.4 * (1 - cos(angle)), pull.to[2] = start.z + 0.3;
    session_pull(&s, &pull);
}

// Runs the frames, with a hand at a part of this kind (-1: none), and into a recording if there is one.
static uint64_t run_frames(int kind, const char *record) {
    static rt_profile profile;
    int64_t period = session_period_ns(&s);
    if (record) s.recording = recording_open(record, &s.sim, 0, &diag);
    assert_true(!record || s.recording);
    for (int k = 0; k < FRAMES; k++) {
        if (kind >= 0) move_hand(kind, k);
        assert_true(session_frame(&s, (uint64_t)k, k * period, &profile));
        if (record) recording_drain(s.recording);
    }
    assert_int_equal(recording_close(s.recording, &s.sim, &diag), RT_OK);
    s.recording = NULL;
    assert_string_equal(diag.text, "");
    assert_int_equal(s.allocations, 0);
    return s.hash;
}

static void check_replay(const char *file, const pull_log *expected) {
    static replay r;
    static replay_check found;
    rt_player *p = rt_play_open(file, &diag);
    assert_non_null(p);
    assert_int_equal(rt_play_get_contents(p).pulls, TO - FROM);
    if (replay_open(&r, file, p, NULL, true, &diag) != RT_OK) fail_msg("%s", diag.text);
    replay_compare(&r, 0, FRAMES, &found, &diag);
    if (found.differing) fail_msg("frame %lu: %s", (unsigned long)found.first, found.text);
    assert_int_equal(found.frames, FRAMES);
    assert_memory_equal(&r.sim->pulls, expected, sizeof *expected);
    assert_true(replay_seek(&r, FRAMES, &diag)); // the log is part of the recorded states
    assert_memory_equal(&r.sim->pulls, expected, sizeof *expected);
    replay_close(&r);
}

// The same run from its recording as the operator's device.
static void check_as_device(const char *scenario_file, const char *file, uint64_t hash) {
    rt_script script;
    assert_int_equal(rt_script_load_recording(file, &script, &diag), RT_OK);
    assert_int_equal(script.n_pulls, TO - FROM);
    open_session(scenario_file, &script);
    assert_true(run_frames(-1, NULL) == hash);
    assert_int_equal(s.sim.pulls.steps, TO - FROM);
    close_session();
    rt_script_free(&script);
}

static void check_words(void) {
    char text[128];
    pull_log_explain(&s.sim.pulls, s.sim.model.h, text, sizeof text);
    assert_int_equal(strncmp(text, "0.4 s, first at 0.101 s, with up to ", 36), 0);
    assert_non_null(strstr(text, "N; the outcome is not the run's own"));
}

static void check_world(const char *scenario_file, int kind) {
    char file[600];
    snprintf(file, sizeof file, "%s", scratch_path("pulled.rec"));
    open_session(scenario_file, &at_rest);
    uint64_t alone = run_frames(-1, NULL);
    assert_int_equal(s.sim.pulls.steps, 0);
    close_session();

    open_session(scenario_file, &at_rest);
    uint64_t hash = run_frames(kind, file);
    const pull_log log = s.sim.pulls;
    assert_true(hash != alone);
    assert_int_equal(log.steps, TO - FROM);
    assert_int_equal(log.ignored, 0);
    CHECK_NEAR(log.first_s, (FROM + 1) * s.sim.model.h, 1e-12);
    assert_true(log.force > 1);
    const trust *t = &s.sim.counters.trust;
    assert_true(t->balanced);
    char why[512];
    trust_explain(t, why, sizeof why);
    if (!trust_holds(t)) fail_msg("%s", why);
    check_words();
    close_session();
    check_replay(file, &log);
    check_as_device(scenario_file, file, hash);
}

static void pulled_mechanism_replays(void **state) {
    (void)state;
    check_world(HAWSE_SOURCE_DIR "/config/scenarios/examples/pendulum.yaml", DYN_SHOW_BODY);
}

static void pulled_anchor_replays(void **state) {
    (void)state;
    check_world(short_heave(), DYN_SHOW_HEAD);
}

static void pulled_link_replays(void **state) {
    (void)state;
    check_world(short_heave(), DYN_SHOW_LINK);
}

static const char frictionless[] =
    "model:\n  points:\n    - {name: O, at: [0, 0, 0], fixed: true}\n    - {name: P, at: [1 m, 0, 0]}\n"
    "  bodies:\n    - {name: rod, points: [O, P], mass: 2 kg, centre: [0.5 m, 0, 0], inertia: [0.001, 0.17, 0.17]}\n"
    "  joints:\n    - {name: bearing, kind: revolute, bodies: [ground, rod], points: [O], axis: [0, 1, 0]}\n"
    "end:\n  duration: 20 s\n";

// The work of the hand is what the energy of a pendulum without friction gains or loses.
static void account_of_energy_has_the_work(void **state) {
    (void)state;
    open_session(scratch_text("frictionless.yaml", frictionless), &at_rest);
    double before = dyn_energy(&s.sim.model, &s.sim.state);
    run_frames(DYN_SHOW_BODY, NULL);
    double gained = dyn_energy(&s.sim.model, &s.sim.state) - before, lost = -s.sim.counters.trust.balance;
    assert_true(fabs(gained) > 0.1);
    CHECK_NEAR(lost, 0, 1e-4 * s.sim.counters.trust.turned_over);
    close_session();
}

// A command with a pull at a part that the model lacks, as from a recording made by hand: the run is that without it.
static void pull_at_no_part_is_counted(void **state) {
    (void)state;
    uint64_t hash[2];
    for (int bad = 0; bad < 2; bad++) {
        open_session(HAWSE_SOURCE_DIR "/config/scenarios/examples/pendulum.yaml", &at_rest);
        const rt_pull pull = {.kind = RT_PULL_BODY, .number = 1000, .to = {1, 2, 3}};
        if (bad) session_pull(&s, &pull);
        hash[bad] = run_frames(-1, NULL);
        assert_int_equal(s.sim.pulls.steps, 0);
        assert_int_equal(s.sim.pulls.ignored, bad ? FRAMES : 0);
        close_session();
    }
    assert_true(hash[0] == hash[1]);
}

// Orders given in the window stand in the command in place of the device's, and move the ship.
static void orders_of_the_window_move_the_ship(void **state) {
    (void)state;
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        open_session(HAWSE_SOURCE_DIR "/config/scenarios/weigh_under_way.yaml", &at_rest);
        if (k) session_order(&s, RT_ORDER_ENGINE, -700), session_order(&s, RT_ORDER_RUDDER, 250);
        hash[k] = run_frames(-1, NULL);
        const rt_orders o = s.sim.command.orders, shown = session_orders(&s);
        const dyn_snapshot *now = rt_latest_front(&s.snapshot, NULL);
        assert_int_equal(o.engine, k ? -700 : 0);
        assert_int_equal(o.rudder, k ? 250 : 0);
        assert_int_equal(shown.engine, o.engine);
        assert_true(now->ship.conning.known == 1);
        CHECK_NEAR(now->ship.conning.engine_order, k ? -0.7 : 0, 1e-12);
        assert_true(k ? now->ship.conning.rudder_rad > 0.01 : now->ship.conning.rudder_rad == 0);
        close_session();
    }
    assert_true(hash[0] != hash[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pulled_mechanism_replays),
        cmocka_unit_test(pulled_anchor_replays),
        cmocka_unit_test(pulled_link_replays),
        cmocka_unit_test(account_of_energy_has_the_work),
        cmocka_unit_test(orders_of_the_window_move_the_ship),
        cmocka_unit_test(pull_at_no_part_is_counted),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
