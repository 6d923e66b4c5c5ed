// SPDX-License-Identifier: MIT
// A run whose state changes in one place, as by a fault of memory or program: the check of its recording names frame
// and part. This program wraps dyn_step to change the state. Also the playback of a recording: at any time it shows the
// recorded state.
#include "hw/device/script.h"
#include "rt/deck/deck.h"
#include "rt/picture/replay.h"
#include "rt/script/script.h"
#include "rt/session/session.h"
#include "rt/sim/state.h"
#include "rt/world/world.h"
#include "tests/rt/short_heave.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

enum { SECONDS = 3 };

static rt_diag diag;
static uint64_t corrupt_at = UINT64_MAX;
static void (*corrupt)(dyn_state *s);
static const sim *corrupted_sim;

dyn_step_info __real_dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                              rt_events *events);
dyn_step_info __wrap_dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                              rt_events *events);
dyn_step_info __wrap_dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                              rt_events *events) {
    dyn_step_info info = __real_dyn_step(m, s, w, c, p, events);
    if (corrupted_sim && s->step == corrupt_at + 1) corrupt(s);
    return info;
}

static bool drain(void *ctx, session *s) {
    (void)ctx;
    recording_drain(s->recording);
    return true;
}

// Records the first seconds of the scenario.
static void record(const char *path) {
    session *s = calloc(1, sizeof *s);
    scenario sc;
    rt_script script = {0};
    hw_device device;
    assert_non_null(s);
    assert_int_equal(scenario_load(short_heave(), true, &sc, &diag), RT_OK);
    assert_int_equal(rt_script_load(sc.operator.script, &script, &diag), RT_OK);
    assert_int_equal(hw_script_open(&device, &script, sc.operator.script, 0, &diag), RT_OK);
    if (sim_create(&s->sim, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(session_init(s, &device, &diag), RT_OK);
    session_configure(s);
    s->manual = true;
    s->after = drain;
    s->max_frames = SECONDS * 1000 - 500;
    s->recording = recording_open(path, &s->sim, 0, &diag);
    assert_non_null(s->recording);
    rt_loop_def def = rt_loop_def_default();
    rt_clock clock = rt_clock_manual();
    static rt_loop_stats loop;
    corrupted_sim = &s->sim;
    rt_loop_run(&def, &clock, session_frame, s, &loop, NULL);
    corrupted_sim = NULL;
    assert_false(s->failed);
    assert_int_equal(recording_close(s->recording, &s->sim, &diag), RT_OK);
    session_free(s);
    scenario_free(&sc);
    hw_device_close(&device);
    rt_script_free(&script);
    free(s);
}

static void open_replay(replay *r, const char *path) {
    rt_player *p = rt_play_open(path, &diag);
    if (!p) fail_msg("%s", diag.text);
    if (replay_open(r, path, p, NULL, true, &diag) != RT_OK) fail_msg("%s", diag.text);
}

static void flip(double *x) {
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    bits ^= 1;
    memcpy(x, &bits, sizeof bits);
}

static void corrupt_velocity(dyn_state *s) { flip(&s->qd[deck_of(corrupted_sim)->chain.p[17]].y); }
static void corrupt_position(dyn_state *s) { flip(&s->q[deck_of(corrupted_sim)->anchor.tip].z); }
static void corrupt_multiplier(dyn_state *s) {
    flip(&s->lambda[dyn_body_row(deck_of(corrupted_sim)->anchor.shank, 2)]);
}

static void corrupt_internal_state(dyn_state *s) {
    for (int k = 0; k < corrupted_sim->n_sections; k++)
        if (strcmp(corrupted_sim->section[k].name, "internal state of windlass") == 0)
            flip((double *)(void *)(s->block + corrupted_sim->section[k].offset + 8));
}

static void check_names_frame_and_part(void **state) {
    (void)state;
    static const struct {
        void (*corrupt)(dyn_state *s);
        uint64_t frame;
        const char *part, *value; // the only part that differs; value: in the last frame before a state
    } cases[] = {
        {corrupt_velocity, 999, "velocities",
         "  velocities: 1 of [0-9]* values differ, most link 17's inboard end, y: "},
        {corrupt_position, 1999, "positions", "  positions: 1 of [0-9]* values differ, most fluke tips, z: "},
        {corrupt_multiplier, 2499, "multipliers",
         "  multipliers: 1 of [0-9]* values differ, most shank's rigidity, row 3: "},
        {corrupt_internal_state, 999, "internal state of windlass",
         "  internal state of windlass: 1 of [0-9]* values differ, most value 2 of "},
        {corrupt_velocity, 1234, "velocities", NULL},
        {corrupt_internal_state, 0, "internal state of windlass", NULL},
    };
    static replay r;
    static replay_check c;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k += SANITIZED ? 3 : 1) {
        memset(&diag, 0, sizeof diag);
        corrupt = cases[k].corrupt;
        corrupt_at = cases[k].frame;
        record(scratch_path("t.rec"));
        open_replay(&r, scratch_path("t.rec"));
        assert_int_equal(replay_compare(&r, 0, UINT64_MAX, &c, &diag), RT_PLAY_END);
        print_message("frame %lu: %s\n", c.first, c.text);
        assert_int_equal(c.frames, SECONDS * 1000 - 500);
        assert_int_equal(c.first, cases[k].frame);
        assert_true(c.differing >= 1 && c.bad_state == 0);
        assert_memory_equal(c.text, cases[k].part, strlen(cases[k].part));
        assert_int_equal(c.text[strlen(cases[k].part)], '\n'); // no other part
        const char *line = strstr(c.text, "\n0 frames later, in the state recorded after frame ");
        assert_int_equal(line != NULL, cases[k].value != NULL);
        if (line) { // only that value differs
            const char *value = strchr(line + 1, '\n') + 1, *number = strstr(cases[k].value, "[0-9]*");
            assert_null(strchr(strchr(value, '\n') + 1, '\n'));
            size_t before = number ? (size_t)(number - cases[k].value) : strlen(cases[k].value);
            assert_memory_equal(value, cases[k].value, before);
            if (number)
                assert_memory_equal(value + before + strspn(value + before, "0123456789"), number + 6,
                                    strlen(number + 6));
        }
        replay_close(&r);
    }
    corrupt_at = UINT64_MAX;
}

// The state is the recorded one after every jump.
static void playback_jumps_to_recorded_states(void **state) {
    (void)state;
    static replay r;
    static picture_replay v;
    static uint64_t hash[SECONDS * 1000];
    rt_record_row row;
    int64_t now = 1000000000;
    uint64_t frames = SECONDS * 1000 - 500;
    record(scratch_path("v.rec"));
    open_replay(&r, scratch_path("v.rec"));
    while (rt_play_next(r.player, &row, &diag) == RT_PLAY_FRAME) hash[row.frame] = row.hash;
    assert_true(replay_seek(&r, 0, &diag));
    picture_replay_begin(&v, &r, 0, frames, now, &diag);
    assert_true(v.playing && r.next == 1 && v.shown.n_bodies > 10);
    picture_replay_advance(&v, now + 300000000, INT64_MAX); // plays
    assert_int_equal(r.next, 301);
    assert_true(sim_hash(r.sim) == hash[300]);
    now += 300000000;
    static const double moves[][2] = {{2500, 2500}, {9000, 2500}, {-5, 1},      {2, 2}, {3, 3},
                                      {2500, 2500}, {0, 1},       {1200, 1200}, {1, 1}};
    picture_replay_play(&v, false, now);
    for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
        picture_replay_go(&v, moves[k][0], now);
        assert_int_equal(r.next, moves[k][1]);
        assert_true(sim_hash(r.sim) == hash[r.next - 1]);
        assert_int_equal(v.shown.frame, r.next);
        assert_false(v.playing);
        picture_replay_advance(&v, now += 1000000000, INT64_MAX); // paused
        assert_int_equal(r.next, moves[k][1]);
    }
    picture_replay_play(&v, true, now); // continues without catching up the pause
    picture_replay_advance(&v, now + 1000000000, INT64_MAX);
    assert_int_equal(r.next, 1001);
    picture_replay_set_speed(&v, 0.25, now += 1000000000);
    picture_replay_advance(&v, now += 400000000, INT64_MAX);
    assert_int_equal(r.next, 1101);
    picture_replay_set_speed(&v, 8, now);
    picture_replay_advance(&v, now += 100000000, INT64_MAX);
    assert_int_equal(r.next, 1901);
    assert_true(sim_hash(r.sim) == hash[1900]);
    picture_replay_advance(&v, now + 9000000000, INT64_MAX); // plays to the end and stops
    assert_true(!v.playing && v.ended && r.next == frames && sim_hash(r.sim) == hash[frames - 1]);
    assert_non_null(strstr(v.shown.message, "the recording ends at 2.500 s"));
    picture_replay_play(&v, true, now); // plays again from the beginning
    assert_true(v.playing && r.next == 1 && sim_hash(r.sim) == hash[0]);
    picture_replay_advance(&v, now + 1000000000, 0); // time for one frame only: slow motion without backlog
    assert_int_equal(r.next, 2);
    assert_string_equal(diag.text, "");
    replay_close(&r);
}

// The writer is blocked for one second, as by a slow disk: no frame is lost, even with short steps.
static void queue_holds_a_second_of_short_steps(void **state) {
    (void)state;
    static sim s;
    static uint16_t section[RT_RECORD_SECTIONS];
    scenario sc;
    rt_record_row row = {.section = section};
    diag = (rt_diag){0};
    const char *file = HAWSE_SOURCE_DIR "/config/scenarios/contact/woodpecker.yaml";
    if (scenario_load(file, false, &sc, &diag) != RT_OK || sim_create(&s, &sc, &diag) != RT_OK)
        fail_msg("%s", diag.text);
    recording *r = recording_open(scratch_path("w.rec"), &s, 0, &diag);
    assert_non_null(r);
    uint64_t second = (uint64_t)llround(1 / s.model.h);
    assert_int_equal(second, 250000);
    for (; row.frame < second; row.frame++)
        if (!rt_record_push_frame(r->recorder, &row))
            fail_msg("frame %lu of a second is lost", (unsigned long)row.frame);
    assert_int_equal(recording_close(r, &s, &diag), RT_OK);
    sim_destroy(&s);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_names_frame_and_part),
        cmocka_unit_test(playback_jumps_to_recorded_states),
        cmocka_unit_test(queue_holds_a_second_of_short_steps),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
