// SPDX-License-Identifier: MIT
// A run whose state was changed in one place, as a fault of memory or of the program would: the check of its recording
// names the frame and the part. This program puts itself between the sim and its step. And a recording to look at: it
// shows, wherever it moves to, what was recorded there.
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
static uint64_t touch_at = UINT64_MAX;
static void (*touch)(dyn_state *s);
static const sim *touched;

dyn_step_info __real_dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                              rt_events *events);
dyn_step_info __wrap_dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                              rt_events *events);
dyn_step_info __wrap_dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                              rt_events *events) {
    dyn_step_info info = __real_dyn_step(m, s, w, c, p, events);
    if (touched && s->step == touch_at + 1) touch(s);
    return info;
}

static bool drain(void *ctx, session *s) {
    (void)ctx;
    recording_drain(s->recording);
    return true;
}

// Records its first seconds.
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
    touched = &s->sim;
    rt_loop_run(&def, &clock, session_frame, s, &loop, NULL);
    touched = NULL;
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

static void touch_velocity(dyn_state *s) { flip(&s->qd[deck_of(touched)->chain.p[17]].y); }
static void touch_position(dyn_state *s) { flip(&s->q[deck_of(touched)->anchor.tip].z); }
static void touch_multiplier(dyn_state *s) { flip(&s->lambda[dyn_body_row(deck_of(touched)->anchor.shank, 2)]); }

static void touch_internal(dyn_state *s) {
    for (int k = 0; k < touched->n_sections; k++)
        if (strcmp(touched->section[k].name, "internal state of windlass") == 0)
            flip((double *)(void *)(s->block + touched->section[k].offset + 8));
}

static void the_check_names_frame_and_part(void **state) {
    (void)state;
    static const struct {
        void (*touch)(dyn_state *s);
        uint64_t frame;
        const char *part, *value; // which differs alone in that frame; and where it is the last frame before a state
    } cases[] = {
        {touch_velocity, 999, "velocities", "  velocities: 1 of [0-9]* values differ, most link 17's inboard end, y: "},
        {touch_position, 1999, "positions", "  positions: 1 of [0-9]* values differ, most fluke tips, z: "},
        {touch_multiplier, 2499, "multipliers",
         "  multipliers: 1 of [0-9]* values differ, most shank's rigidity, row 3: "},
        {touch_internal, 999, "internal state of windlass",
         "  internal state of windlass: 1 of [0-9]* values differ, most value 2 of "},
        {touch_velocity, 1234, "velocities", NULL},
        {touch_internal, 0, "internal state of windlass", NULL},
    };
    static replay r;
    static replay_check c;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k += SANITIZED ? 3 : 1) {
        memset(&diag, 0, sizeof diag);
        touch = cases[k].touch;
        touch_at = cases[k].frame;
        record(scratch_path("t.rec"));
        open_replay(&r, scratch_path("t.rec"));
        assert_int_equal(replay_compare(&r, 0, UINT64_MAX, &c, &diag), RT_PLAY_END);
        print_message("frame %lu: %s\n", c.first, c.text);
        assert_int_equal(c.frames, SECONDS * 1000 - 500);
        assert_int_equal(c.first, cases[k].frame);
        assert_true(c.differing >= 1 && c.bad_state == 0);
        assert_memory_equal(c.text, cases[k].part, strlen(cases[k].part));
        assert_int_equal(c.text[strlen(cases[k].part)], '\n'); // no other
        const char *line = strstr(c.text, "\n0 frames later, in the state recorded after frame ");
        assert_int_equal(line != NULL, cases[k].value != NULL);
        if (line) { // all that differs is that value
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
    touch_at = UINT64_MAX;
}

// Whatever frame it moves to and however: the state is the recorded one.
static void a_recording_is_shown_from_anywhere(void **state) {
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
    static const struct {
        SDL_Keycode key;
        uint64_t frame;
    } moves[] = {{SDLK_SPACE, 301},  {SDLK_END, 2500}, {SDLK_LEFT, 1},        {SDLK_PERIOD, 2}, {SDLK_PERIOD, 3},
                 {SDLK_RIGHT, 2500}, {SDLK_HOME, 1},   {SDLK_PAGEDOWN, 2500}, {SDLK_PAGEUP, 1}, {SDLK_x, 1}};
    for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
        SDL_Event e = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = moves[k].key}}};
        assert_true(picture_replay_event(&v, &e, now));
        assert_int_equal(r.next, moves[k].frame);
        assert_true(sim_hash(r.sim) == hash[r.next - 1]);
        assert_int_equal(v.shown.frame, r.next);
        assert_false(v.playing);
        picture_replay_advance(&v, now += 1000000000, INT64_MAX); // stopped
        assert_int_equal(r.next, moves[k].frame);
    }
    SDL_Event space = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_SPACE}}};
    assert_true(picture_replay_event(&v, &space, now)); // goes on, not from when it was stopped
    picture_replay_advance(&v, now + 2000000000, INT64_MAX);
    assert_int_equal(r.next, 2001);
    assert_true(sim_hash(r.sim) == hash[2000]);
    picture_replay_advance(&v, now + 9000000000, INT64_MAX); // to the end, and stays there
    assert_true(!v.playing && v.ended && r.next == frames && sim_hash(r.sim) == hash[frames - 1]);
    assert_non_null(strstr(v.shown.message, "the recording ends at 2.500 s"));
    assert_true(picture_replay_event(&v, &space, now)); // again from the beginning
    assert_true(v.playing && r.next == 1 && sim_hash(r.sim) == hash[0]);
    picture_replay_advance(&v, now + 1000000000, 0); // no time for more than a frame: slower, but not behind
    assert_int_equal(r.next, 2);
    SDL_Event escape = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_ESCAPE}}}, quit = {.type = SDL_QUIT};
    assert_false(picture_replay_event(&v, &escape, now));
    assert_false(picture_replay_event(&v, &quit, now));
    assert_string_equal(diag.text, "");
    replay_close(&r);
}

// A second in which the writer hears nothing, as from a disk that takes its time: no frame is lost, however many there
// are.
static void a_second_of_short_steps_can_wait(void **state) {
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
        cmocka_unit_test(the_check_names_frame_and_part),
        cmocka_unit_test(a_recording_is_shown_from_anywhere),
        cmocka_unit_test(a_second_of_short_steps_can_wait),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
