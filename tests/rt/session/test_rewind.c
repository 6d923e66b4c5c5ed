// SPDX-License-Identifier: MIT
// A run in real time that is paused, rewound and resumed as branches. Every state shown is the recorded one. Every
// branch is a recording of its own and replays bit for bit.
#include "hw/device/script.h"
#include "rt/script/script.h"
#include "rt/session/rewind.h"
#include "rt/world/world.h"
#include "tests/rt/short_heave.h"
#include <sys/stat.h>
#include <unistd.h>

static rt_diag diag;
static session s;
static scenario sc;
static rt_script script;
static hw_device device;
static rt_loop loop;
static rt_loop_stats stats;
static run_rewind w;

static int setup(void **state) {
    (void)state;
    memset(&s, 0, sizeof s);
    memset(&stats, 0, sizeof stats);
    diag = (rt_diag){0};
    if (scenario_load(short_heave(), true, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(rt_script_load(sc.operator.script, &script, &diag), RT_OK);
    assert_int_equal(hw_script_open(&device, &script, sc.operator.script, 0, &diag), RT_OK);
    if (sim_create(&s.sim, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(session_init(&s, &device, &diag), RT_OK);
    session_configure(&s);
    s.loop = &stats;
    return 0;
}

static void start_run(const char *file) {
    rt_loop_def def = rt_loop_def_default();
    def.priority = 0;
    if (run_rewind_begin(&w, &s, &loop, file, &diag) != RT_OK) fail_msg("%s", diag.text);
    assert_int_equal(rt_loop_start(&loop, &def, session_frame, &s, &stats, &diag), RT_OK);
}

static int teardown(void **state) {
    (void)state;
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    assert_int_equal(run_rewind_end(&w, &diag), RT_OK);
    assert_int_equal(s.allocations, 0); // also in idle frames
    session_free(&s);
    scenario_free(&sc);
    hw_device_close(&device);
    rt_script_free(&script);
    return 0;
}

static uint64_t frame_shown(void) { return ((const dyn_snapshot *)rt_latest_front(&s.snapshot, NULL))->frame; }

static void wait_for(uint64_t frame) {
    rt_clock clock = rt_clock_monotonic();
    int64_t now = rt_clock_now_ns(&clock), until = now + 60000000000;
    while (frame_shown() < frame && now < until) rt_clock_sleep_until(&clock, now += 1000000);
    assert_true(frame_shown() >= frame);
}

// Recorded hash of a frame. *frames: number of frames in the file.
static uint64_t recorded_hash(const char *file, uint64_t frame, uint64_t *frames) {
    rt_player *p = rt_play_open(file, &diag);
    rt_record_row row;
    uint64_t hash = 0;
    if (!p) fail_msg("%s", diag.text);
    *frames = rt_play_get_contents(p).frames;
    while (rt_play_next(p, &row, &diag) == RT_PLAY_FRAME)
        if (row.frame == frame) hash = row.hash;
    rt_play_close(p);
    return hash;
}

static void check_replay(const char *file) {
    static replay r;
    static replay_check found;
    rt_player *p = rt_play_open(file, &diag);
    assert_non_null(p);
    uint64_t frames = rt_play_get_contents(p).end_frame;
    if (replay_open(&r, file, p, NULL, true, &diag) != RT_OK) fail_msg("%s", diag.text);
    replay_compare(&r, 0, frames, &found, &diag);
    assert_int_equal(found.frames, frames);
    if (found.differing) fail_msg("%s: frame %lu: %s", file, (unsigned long)found.first, found.text);
    replay_close(&r);
}

static void check_rewound_state(uint64_t frame, const char *file) {
    uint64_t frames;
    assert_true(run_rewind_to(&w, frame, &diag));
    assert_int_equal(s.frames, frame);
    assert_int_equal(frame_shown(), frame);
    if (frame > 0) assert_true(sim_hash(&s.sim) == recorded_hash(file, frame - 1, &frames));
}

static void rewound_states_equal_the_recorded(void **state) {
    (void)state;
    const char *file = scratch_path("moments.rec");
    start_run(file);
    wait_for(2600);
    assert_true(run_rewind_to(&w, UINT64_MAX, &diag)); // holds the run at its newest frame
    uint64_t end_frame = s.frames;
    assert_true(end_frame >= 2600 && w.end == end_frame);
    static const uint64_t to[] = {1500, 1501, 1499, 0, 1, 2600, 1000, 999};
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) check_rewound_state(to[i], file);
    rt_clock clock = rt_clock_monotonic();
    rt_clock_sleep_until(&clock, rt_clock_now_ns(&clock) + 20000000);
    assert_int_equal(frame_shown(), 999); // stays there although the loop runs
    assert_int_equal(s.sim.state.step, 999);
}

static void branches_contain_the_run_before_them(void **state) {
    (void)state;
    char first[600], second[600], third[600];
    uint64_t frames, original, a, b, saved;
    snprintf(first, sizeof first, "%s", scratch_path("run.rec"));
    snprintf(second, sizeof second, "%s", scratch_path("run-2.rec"));
    snprintf(third, sizeof third, "%s", scratch_path("run-3.rec"));
    start_run(first);
    wait_for(1800);
    assert_true(run_rewind_to(&w, 1200, &diag));
    assert_true(run_rewind_resume(&w, &diag));
    session_pace_run(&s.pace, true);
    wait_for(1500);
    assert_true(run_rewind_save(&w, scratch_path("running.rec"), &saved, &diag)); // saving does not pause
    assert_true(session_pace_runs(&s.pace) && saved > 900);
    recorded_hash(scratch_path("running.rec"), 1, &frames);
    assert_int_equal(frames, saved);
    assert_true(run_rewind_to(&w, 300, &diag));              // a branch that starts before the present branch
    assert_false(run_rewind_save(&w, first, &saved, &diag)); // an existing recording is not overwritten
    assert_false(run_rewind_save(&w, second, &saved, &diag));
    assert_non_null(strstr(diag.text, "choose another name"));
    diag = (rt_diag){0};
    assert_true(run_rewind_save(&w, scratch_path("kept.rec"), &saved, &diag));
    assert_int_equal(saved, 300);
    assert_true(run_rewind_resume(&w, &diag));
    session_pace_slow(&s.pace, 3);
    session_pace_run(&s.pace, true);
    wait_for(700);
    session_pace_run(&s.pace, false);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    assert_int_equal(run_rewind_end(&w, &diag), RT_OK);
    original = recorded_hash(first, 1199, &frames);
    assert_true(frames >= 1800);
    a = recorded_hash(second, 1199, &frames);
    assert_true(frames >= 1500);
    assert_true(a == original);
    // the script runs in simulated time, so the branches repeat the run
    assert_true(recorded_hash(second, 1499, &frames) == recorded_hash(first, 1499, &frames));
    b = recorded_hash(third, 699, &frames);
    assert_true(frames >= 700 && b == recorded_hash(first, 699, &frames));
    assert_true(recorded_hash(scratch_path("kept.rec"), 299, &frames) == recorded_hash(first, 299, &frames));
    check_replay(first);
    check_replay(second);
    check_replay(third);
    start_run(scratch_path("more.rec")); // for the teardown
}

static void temporary_recording_is_removed(void **state) {
    (void)state;
    struct stat st;
    char folder[256];
    setenv("TMPDIR", scratch_path("."), 1);
    start_run(NULL);
    memcpy(folder, w.folder, sizeof folder);
    wait_for(50);
    assert_int_equal(stat(folder, &st), 0);
    assert_true(run_rewind_to(&w, 20, &diag));
    assert_true(run_rewind_resume(&w, &diag));
    session_pace_run(&s.pace, true);
    wait_for(60);
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    assert_int_equal(run_rewind_end(&w, &diag), RT_OK);
    assert_int_not_equal(stat(folder, &st), 0);
    start_run(scratch_path("more.rec"));
}

// The recording is deleted during the run: rewinding fails, the run continues, and its end reports the loss again.
static void lost_recording_is_reported_at_the_end(void **state) {
    (void)state;
    const char *file = scratch_path("lost.rec");
    start_run(file);
    wait_for(50);
    assert_int_equal(unlink(file), 0);
    assert_false(run_rewind_to(&w, 20, &diag));
    assert_non_null(strstr(diag.text, "lost.rec: error: the recording ended at"));
    assert_non_null(strstr(diag.text, "No such file"));
    session_pace_run(&s.pace, true);
    wait_for(frame_shown() + 20);
    diag = (rt_diag){0};
    assert_false(run_rewind_to(&w, 20, &diag));
    assert_non_null(strstr(diag.text, "without a recording"));
    rt_loop_stop(&loop);
    rt_loop_join(&loop);
    diag = (rt_diag){0};
    assert_int_equal(run_rewind_end(&w, &diag), RT_ERR_FILE);
    assert_non_null(strstr(diag.text, "lost.rec: error: the recording ended at"));
    diag = (rt_diag){0};
    start_run(scratch_path("more.rec")); // for the teardown
}

// A path too long for its branches' names is refused; the longest accepted path has room for them.
static void path_leaves_room_for_branch_names(void **state) {
    (void)state;
    char path[2 * RT_CONFIG_TEXT], next[RT_CONFIG_TEXT];
    for (size_t length = RT_CONFIG_TEXT - 20; length < RT_CONFIG_TEXT + 20; length++) {
        int n = snprintf(path, sizeof path, "%s/", scratch_path(""));
        while ((size_t)n < length - 4) path[n] = n % 2 ? '/' : '.', n++;
        memcpy(path + n, ".rec", 5);
        rt_status status = run_rewind_begin(&w, &s, &loop, path, &diag);
        assert_int_equal(status == RT_ERR_USAGE, length + 16 >= RT_CONFIG_TEXT);
        if (status == RT_ERR_USAGE) assert_non_null(strstr(diag.text, "--record: expected a path of fewer than"));
        run_rewind_end(&w, &diag);
        diag = (rt_diag){0};
        n = 0;
        assert_int_equal(run_next_name(path, &n, next, sizeof next), length + 2 < sizeof next);
    }
    char first[600];
    snprintf(first, sizeof first, "%s", scratch_text("heave.rec", ""));
    scratch_text("heave-2.rec", "");
    int n = 0;
    assert_true(run_next_name(first, &n, next, sizeof next)); // existing files are skipped
    assert_string_equal(next, scratch_path("heave-3.rec"));
    assert_int_equal(n, 2);
    start_run(scratch_path("more.rec")); // for the teardown
}

static bool always(const void *ctx) {
    (void)ctx;
    return true;
}

static void run_frame(void) {
    static uint64_t number;
    rt_profile p = {0};
    number++;
    assert_true(session_frame(&s, number, (int64_t)number * 1000000, &p));
}

// Calls frames directly, to compare all that they change. The thread sanitizer checks the same in the tests above.
static void frames_do_not_touch_a_lent_sim(void **state) {
    (void)state;
    static session before;
    for (int i = 0; i < 3; i++) run_frame();
    assert_true(session_pace_lend(&s.pace, always, NULL));
    run_frame(); // this frame answers the request
    assert_true(session_pace_is_lent(&s.pace));
    memcpy(&before, &s, sizeof s);
    stats.misses += 3;
    stats.slips++;
    stats.slip_ns += 7000000;
    stats.last.end_ns = stats.last.release_ns + 9000000;
    for (int i = 0; i < 5; i++) run_frame();
    assert_int_equal(s.pace.idle, before.pace.idle + 5);
    memcpy(&before.pace, &s.pace, sizeof s.pace);
    assert_memory_equal(&before, &s, sizeof s);
    session_pace_return(&s.pace);
    for (int i = 0; i < 2; i++) run_frame(); // the second frame reports the events of the meantime
    const dyn_snapshot *now = rt_latest_front(&s.snapshot, NULL);
    assert_int_equal(s.frames, before.frames + 2);
    assert_int_equal(now->info.misses, 3);
    assert_int_equal(now->info.slip_ns, 7000000);
    assert_int_equal(s.input_events[RT_EVENT_TIME_SLIP], 1);
    start_run(scratch_path("more.rec")); // for the teardown
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rewound_states_equal_the_recorded, setup, teardown),
        cmocka_unit_test_setup_teardown(branches_contain_the_run_before_them, setup, teardown),
        cmocka_unit_test_setup_teardown(frames_do_not_touch_a_lent_sim, setup, teardown),
        cmocka_unit_test_setup_teardown(temporary_recording_is_removed, setup, teardown),
        cmocka_unit_test_setup_teardown(lost_recording_is_reported_at_the_end, setup, teardown),
        cmocka_unit_test_setup_teardown(path_leaves_room_for_branch_names, setup, teardown),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
