// SPDX-License-Identifier: MIT
// All instruments over the synthetic bow, off-screen, by day and night, from 640 × 360 to 3840 × 2160. The pictures
// stay in the working folder for a look.
#include "tests/check.h"

#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"

static bow scene;

static const char control[] = "W or Up      lever toward heave (springs back)\n"
                              "S or Down    lever toward pay out (springs back)\n"
                              "D or Right   brake a step tighter\n"
                              "A or Left    brake a step slacker\n"
                              "C            clutch in or out\n"
                              "R            reset: re-arm, with the lever at neutral\n";

static void show(render *r, display wanted) {
    for (int k = 0; k < DISPLAY_SWITCHES; k++)
        if (display_on(render_shown(r) ^ wanted, (display_switch)k)) render_show(r, (display_switch)k);
}

// A minute of a haul, seen 20 times a second.
static void live(render *r, dyn_snapshot *s, double until) {
    for (; s->t < until; s->t += 0.05) {
        double w = s->t / 60;
        s->frame = (uint64_t)(1000 * s->t);
        s->gauges.tension_n = 1e3 * (60 + 90 * w + 18 * sin(3 * s->t));
        s->gauges.anchor_tension_n = 0.6 * s->gauges.tension_n;
        s->gauges.lever = s->t < 8 ? 0 : 0.65 + 0.3 * sin(0.2 * s->t);
        s->gauges.brake = s->t < 5 ? 1 - s->t / 5 : 0;
        s->gauges.speed_m_s = 0.15 * s->gauges.lever * (1 + 0.1 * sin(9 * s->t));
        s->gauges.chain_out_m = 66.3 - 0.12 * s->t;
        s->timing.frames = s->frame;
        s->timing.period_ns = s->timing.budget_ns = 1000000;
        for (int k = 0; k < DYN_TIMING_SLOTS; k++) {
            uint64_t run = (s->frame + 7u * (unsigned)k) % 97;
            s->timing.worst_work_ns[k] = (int32_t)(380000 + 3000 * run);
            s->timing.worst_end_ns[k] = (int32_t)(450000 + 8000 * run);
        }
        for (int k = 0; k < DYN_TIMING_BINS; k++)
            s->timing.bin[k] = k < 16 ? (uint32_t)(40000 / (1 + (k - 7) * (k - 7))) : k == 31;
        for (int k = 0; k < RT_PHASE_COUNT; k++) s->timing.phase_ns[k] = 20000 + 30000 * (k % 4);
        s->info.misses = s->t > 30 ? 3 : 0;
        s->timing.cause[5] = s->info.misses;
        render_note(r, s);
    }
}

static void shoot(int width, int height, display wanted, bool new_hand, const char *name) {
    char path[96];
    rt_diag d = {0};
    scene.def.tension_max_n = 178e3;
    scene.def.tension_rated_n = 119e3;
    scene.def.speed_rated_m_s = 0.15;
    scene.def.torque_max_nm = 61e3;
    scene.def.width = width;
    scene.def.height = height;
    render *r = render_create(&scene.def, &d);
    if (!r) {
        print_message("skipped: no OpenGL 3.3 here: %s", d.text);
        skip();
    }
    if (new_hand) render_operator(r, &(operator_keys){"keyboard", control, "Enter  start or go on\n"});
    show(r, wanted);
    dyn_snapshot *s = malloc(sizeof *s);
    *s = *scene.snapshot;
    s->t = 0.001;
    if (!new_hand)
        live(r, s, 61);
    else
        s->gauges.brake = 0.8, s->gauges.lever = s->gauges.speed_m_s = 0, s->gauges.motor_brake = 1;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    render_frame(r, NULL, s, 1);
    snprintf(path, sizeof path, "instruments_%dx%d_%s.png", width, height, name);
    assert_int_equal(render_write_png(r, path, &d), RT_OK);
    free(s);
    render_destroy(r);
}

#define BIT(s) (1u << (s))
static void every_size_is_drawn(void **state) {
    (void)state;
    static const int size[][2] = {{1280, 720}, {3840, 2160}, {640, 360}, {500, 800}, {1920, 1080}};
    const display day = BIT(DISPLAY_GAUGES), all = day | BIT(DISPLAY_CHARTS) | BIT(DISPLAY_TIMING);
    for (size_t k = 0; k < sizeof size / sizeof size[0]; k++) {
        shoot(size[k][0], size[k][1], day, false, "day");
        shoot(size[k][0], size[k][1], all, false, "all");
        shoot(size[k][0], size[k][1], all | BIT(DISPLAY_NIGHT), false, "night");
        shoot(size[k][0], size[k][1], day | BIT(DISPLAY_HELP), true, "help");
        shoot(size[k][0], size[k][1], day, true, "hint");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_drawn),
    };
    bow_make(&scene);
    int failed = cmocka_run_group_tests_name("render.instruments", tests, NULL, NULL);
    bow_free(&scene);
    return failed;
}
