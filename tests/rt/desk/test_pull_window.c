// SPDX-License-Identifier: MIT
// Shift and the left button in a real window of hawse run grip a part and draw it: the rod of a shipped pendulum, the
// anchor's head, its shank and a link of the shipped heave. A trainee is refused. The recording replays, the report and
// the page tell of the pull. HAWSE_PICTURES: folder for the pictures.
#include "tests/rt/person.h"

void __real_run_update_hand(run *c, const dyn_snapshot *now, int64_t now_ns);
void __wrap_run_update_hand(run *c, const dyn_snapshot *now, int64_t now_ns);

static const run *program;
static const dyn_snapshot *newest;

void __wrap_run_update_hand(run *c, const dyn_snapshot *now, int64_t now_ns) {
    program = c;
    newest = now;
    __real_run_update_hand(c, now, now_ns);
}

// The mouse

static double at_x, at_y;

static void push_drag(double x, double y) {
    SDL_Event move = {
        .motion = {
            .type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y, .xrel = (int)(x - at_x), .yrel = (int)(y - at_y)}};
    move.motion.state = SDL_BUTTON_LMASK;
    at_x = x, at_y = y;
    SDL_PushEvent(&move);
}

static void push_button(bool down) {
    SDL_Event e = {.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                              .button = SDL_BUTTON_LEFT,
                              .x = (int)at_x,
                              .y = (int)at_y}};
    SDL_PushEvent(&e);
}

static const dyn_snapshot_body *find_shown(int kind, int number) {
    for (int k = 0; newest && k < newest->n_bodies; k++)
        if (newest->body[k].kind == kind && newest->body[k].number == number) return &newest->body[k];
    return NULL;
}

// Presses Shift and the button over a point of a body.
static bool press_over(render *r, int kind, int number, vec3 point) {
    const dyn_snapshot_body *b = find_shown(kind, number);
    double x, y;
    if (!b || !render_project(r, pose_point(&b->pose, point), &x, &y)) return false;
    SDL_SetModState(KMOD_SHIFT);
    at_x = x, at_y = y;
    push_button(true);
    return true;
}
static bool drag_right(render *r) {
    (void)r;
    push_drag(at_x + 60, at_y - 40);
    return true;
}
static bool drop(render *r) {
    (void)r;
    push_button(false);
    SDL_SetModState(KMOD_NONE);
    return true;
}

static vec3 held_place(void) { return pose_point(&newest->body[newest->pull.body].pose, newest->pull.at); }
static bool pulls(const panel_state *s) {
    (void)s;
    return newest->pull.acts && newest->pull.force_n > 0;
}
static bool pulls_not(const panel_state *s) {
    (void)s;
    return !newest->pull.acts;
}
static bool says(const char *text) {
    const char *told = run_hand_refusal(program, 1 + program->hand.pressed_ns);
    return told && strstr(told, text);
}

// The pendulum

static bool swings(const panel_state *s) { return s->running && s->t > 0.5; }
static bool runs(const panel_state *s) { return s->running; }
static bool grip_rod(render *r) { return press_over(r, DYN_SHOW_BODY, 0, vec3_make(0.8, 0, 0)); }
static bool waits_for_time(const panel_state *s) {
    (void)s;
    return program->hand.grips && says("Time is paused") && !newest->pull.acts;
}
// The rod's end follows the hand: a circle about the bearing, so only near the hand.
static bool follows(const panel_state *s) {
    return pulls(s) && vec3_norm(vec3_sub(held_place(), newest->pull.to)) < 0.35;
}
static double held_s;
static bool note_held(const panel_state *s) {
    held_s = s->t;
    return true;
}
static bool held_for_a_second(const panel_state *s) { return follows(s) && s->t > held_s + 1; }
static bool has_one_mark(const panel_state *s) {
    int n = 0;
    for (int k = 0; k < s->n_marks; k++) n += strcmp(s->mark[k].text, "pull by hand") == 0;
    return n == 1;
}
static bool grip_air(render *r) {
    SDL_SetModState(KMOD_SHIFT);
    at_x = 40, at_y = 150;
    push_button(true);
    (void)r;
    return true;
}
static bool grips_nothing(const panel_state *s) {
    (void)s;
    return says("Nothing to grip") && !newest->pull.acts;
}

static const step pendulum_steps[] = {
    {UNTIL, .so = swings},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = is_paused},
    {MOUSE, .mouse = grip_rod},
    {UNTIL, .so = waits_for_time},
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = runs},
    {UNTIL, .so = pulls},
    {MOUSE, .mouse = drag_right},
    {MOUSE, .mouse = drag_right},
    {MOUSE, .mouse = drag_right},
    {UNTIL, .so = follows},
    {CHECK_, .so = note_held},
    {UNTIL, .so = held_for_a_second},
    {SHOT, .text = "pull_pendulum.png"},
    {MOUSE, .mouse = drop},
    {UNTIL, .so = pulls_not},
    {CHECK_, .so = has_one_mark},
    {MOUSE, .mouse = grip_air},
    {UNTIL, .so = grips_nothing},
    {SHOT, .text = "pull_nothing.png"},
    {MOUSE, .mouse = drop},
    {KEY, .key = SDLK_ESCAPE}, // asks first
    {KEY, .key = SDLK_ESCAPE},
};

// The anchor

static bool is_shown(const panel_state *s) {
    (void)s;
    return newest && newest->n_bodies > 2;
}
static bool is_trainee(const panel_state *s) { return s->role_now == DISPLAY_TRAINEE; }
static bool is_instructor(const panel_state *s) { return s->role_now == DISPLAY_INSTRUCTOR; }
static bool trainee_is_refused(const panel_state *s) {
    (void)s;
    return !program->hand.grips && says("choose instructor or engineer") && !newest->pull.acts;
}
static bool grip_head(render *r) { return press_over(r, DYN_SHOW_HEAD, 0, vec3_make(0.5, 0, 0.1)); }
static bool grip_shank(render *r) { return press_over(r, DYN_SHOW_SHANK, 0, vec3_make(0, 0, 1)); }
static bool grip_link(render *r) { return press_over(r, DYN_SHOW_LINK, 2, vec3_make(0, 0, 0)); }
static vec3 held_from;
static bool pulls_part(int kind) {
    bool held = newest->pull.acts && newest->body[newest->pull.body].kind == kind;
    if (held) held_from = held_place();
    return held;
}
static bool pulls_head(const panel_state *s) {
    (void)s;
    return pulls_part(DYN_SHOW_HEAD);
}
static bool pulls_shank(const panel_state *s) {
    (void)s;
    return pulls_part(DYN_SHOW_SHANK);
}
static bool pulls_link(const panel_state *s) {
    (void)s;
    return pulls_part(DYN_SHOW_LINK) && newest->body[newest->pull.body].number == 2;
}
static bool moved_by(double least) { return newest->pull.acts && vec3_norm(vec3_sub(held_place(), held_from)) > least; }
static bool swung(const panel_state *s) {
    (void)s;
    return moved_by(0.2) && newest->pull.force_n > 1e3;
}
static bool yielded(const panel_state *s) {
    (void)s;
    return moved_by(0.01) && newest->pull.force_n > 10;
}

#define DRAGGED(grip, held, moved, picture)                                                                            \
    {MOUSE, .mouse = grip}, {UNTIL, .so = held}, {MOUSE, .mouse = drag_right}, {MOUSE, .mouse = drag_right},           \
        {UNTIL, .so = moved}, {SHOT, .text = picture}, {MOUSE, .mouse = drop}, {                                       \
        UNTIL, .so = pulls_not                                                                                         \
    }

static const step anchor_steps[] = {
    {UNTIL, .so = is_shown},
    {CHECK_, .so = is_trainee},
    {KEY, .key = SDLK_4}, // the anchor's camera
    {KEY, .key = SDLK_F5},
    {UNTIL, .so = runs},
    {MOUSE, .mouse = grip_head},
    {UNTIL, .so = trainee_is_refused},
    {SHOT, .text = "pull_trainee.png"},
    {MOUSE, .mouse = drop},
    {KEY, .key = SDLK_F2},
    {CLICK, .text = "tab Display"},
    {CLICK, .text = "role instructor"},
    {UNTIL, .so = is_instructor},
    {KEY, .key = SDLK_F2},
    DRAGGED(grip_head, pulls_head, swung, "pull_head.png"),
    DRAGGED(grip_shank, pulls_shank, swung, "pull_shank.png"),
    DRAGGED(grip_link, pulls_link, yielded, "pull_link.png"),
    {KEY, .key = SDLK_ESCAPE}, // asks first
    {KEY, .key = SDLK_ESCAPE},
};

// After the run

static void run_program(const char *arguments, const char *out) {
    char text[2000];
    snprintf(text, sizeof text, "%s %s > %s 2>&1", getenv("HAWSE_PROGRAM"), arguments, out);
    int code = system(text);
    size_t size;
    char *told = (char *)scratch_read(out, &size);
    if (code != 0) fail_msg("%s ends with %d: %s", arguments, code, told);
    free(told);
}

static void expect_in(const char *file, const char *text) {
    size_t size;
    char *found = (char *)scratch_read(file, &size);
    if (!strstr(found, text)) fail_msg("%s: expected %s in %.3000s", file, text, found);
    free(found);
}

// The recording replays, gives the same state as a device, and report and page tell of the pull.
static void check_files(const char *scenario_file, const char *rec, double h) {
    char text[1800], out[300], hash_text[40];
    uint64_t hash = 0, frames = read_last_hash(rec, &hash);
    snprintf(out, sizeof out, "%s", scratch_path("out.txt"));
    snprintf(text, sizeof text, "replay %s --anywhere --check", rec);
    run_program(text, out);
    snprintf(text, sizeof text, "replay %s --anywhere", rec);
    run_program(text, out);
    expect_in(out, "pulled by hand in ");
    snprintf(text, sizeof text, "sil %s --device recording:%s --duration %.9g", scenario_file, rec, (double)frames * h);
    run_program(text, out);
    snprintf(hash_text, sizeof hash_text, "state hash %016" PRIx64, hash);
    expect_in(out, hash_text);
    expect_in(out, "PULLED BY HAND: ");
    expect_in(scratch_path("r.json"), "the outcome is not the run's own");
    expect_in(scratch_path("r.json"), "\"trusted\": true");
    expect_in(scratch_path("p.html"), "<b>Pulled by hand:</b>");
}

static void run_window(const char *name, const step *list, int n, bool ship, double h) {
    static char rec[300], report[300], page[300];
    char file[600], record[] = "--record", json[] = "--report", html[] = "--html", quiet[] = "--no-sound",
                    device[] = "--device", keyboard[] = "keyboard";
    if (getenv("HAWSE_PICTURES"))
        pictures_to = getenv("HAWSE_PICTURES");
    else
        pictures_to = scratch;
    snprintf(file, sizeof file, "%s/config/scenarios/%s", HAWSE_SOURCE_DIR, name);
    snprintf(rec, sizeof rec, "%s", scratch_path("a.rec"));
    snprintf(report, sizeof report, "%s", scratch_path("r.json"));
    snprintf(page, sizeof page, "%s", scratch_path("p.html"));
    char *argv[] = {file, record, rec, json, report, html, page, quiet, device, keyboard, NULL};
    steps = list;
    n_steps = n;
    at = waited = 0;
    seen = NULL;
    newest = NULL;
    assert_int_equal(cmd_run(ship ? 10 : 8, argv), EXIT_DONE);
    assert_int_equal(at, n_steps);
    check_files(file, rec, h);
}

static void hand_pulls_the_rod_of_a_mechanism(void **state) {
    (void)state;
    run_window("examples/pendulum.yaml", pendulum_steps, sizeof pendulum_steps / sizeof *pendulum_steps, false, 1e-3);
}

static void hand_pulls_anchor_and_chain(void **state) {
    (void)state;
    run_window("weigh.yaml", anchor_steps, sizeof anchor_steps / sizeof *anchor_steps, true, 1e-3);
}

int main(int argc, char **argv) {
    if (!own_display(argv, "rt.desk.pull_window")) return 77;
    const struct CMUnitTest rod[] = {cmocka_unit_test(hand_pulls_the_rod_of_a_mechanism)},
                            anchor[] = {cmocka_unit_test(hand_pulls_anchor_and_chain)};
    bool is_rod = argc > 1 && strcmp(argv[1], "rod") == 0;
    if (is_rod) return cmocka_run_group_tests_name("rt.desk.pull.rod", rod, scratch_make, scratch_remove);
    return cmocka_run_group_tests_name("rt.desk.pull.anchor", anchor, scratch_make, scratch_remove);
}
