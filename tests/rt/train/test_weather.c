// SPDX-License-Identifier: MIT
// Weather that acts change: values on the way, an act amid another's change, the shorter way round, a run that goes
// back.
#include "rt/train/weather.h"
#include "tests/check.h"
#include <string.h>

enum { SQUALL, LULL, SHIFT, ACTS };
#define H 0.01 // [s]
#define NONE ((double)NAN)

static train_act act[ACTS] = {
    [SQUALL] = {.weather = {20, NONE, 1.5, NONE}, .over = 60},
    [LULL] = {.weather = {8, NONE, NONE, 3}, .over = 0},
    [SHIFT] = {.weather = {NONE, -0.4, NONE, NONE}, .over = 10},
};
static const train_exercise e = {.acts = {act, ACTS}};
static const uint64_t never = UINT64_MAX;

static double at(const train_weather *w, double t, rt_weather_kind k) {
    rt_weather out = {0};
    train_weather_write(w, t, &out);
    return rt_weather_is_set(&out, k) ? rt_weather_value(&out, k) : NONE;
}

static train_weather begin(void) {
    static scenario sc;
    sc.wind.speed = 10, sc.wind.from = 0.3, sc.sea.current = 0.5, sc.sea.wave_height = 2;
    return train_weather_begin(&sc, &(rt_weather){0});
}

// 3 s² - 2 s³ from 10 to 20 m/s and from 0.5 to 1.5 m/s: a half of it in the middle, 5/32 after a quarter.
static void a_change_is_even_at_both_ends(void **state) {
    (void)state;
    train_weather w = begin();
    train_weather_follow(&w, &e, (uint64_t[]){3000, never, never}, H);
    const double t[] = {30, 45, 60, 90, 500}, share[] = {0, 5.0 / 32, 0.5, 1, 1};
    for (int k = 0; k < 5; k++) {
        CHECK_NEAR(at(&w, t[k], RT_WEATHER_WIND), 10 + 10 * share[k], 1e-7);
        CHECK_NEAR(at(&w, t[k], RT_WEATHER_CURRENT), 0.5 + share[k], 1e-7);
    }
    assert_true(isnan(at(&w, 60, RT_WEATHER_WIND_FROM)) && isnan(at(&w, 60, RT_WEATHER_WAVES)));
}

// An act begins where the other's change is, by the order of their frames.
static void a_later_act_begins_at_the_present(void **state) {
    (void)state;
    train_weather w = begin();
    train_weather_follow(&w, &e, (uint64_t[]){3000, 1000, never}, H); // first the lull: 8 m/s at once
    CHECK_NEAR(at(&w, 60, RT_WEATHER_WIND), 14, 1e-7);
    CHECK_NEAR(at(&w, 10, RT_WEATHER_WAVES), 3, 1e-7);
    train_weather_follow(&w, &e, (uint64_t[]){3000, 6000, never}, H); // first the squall, then at once 8 m/s
    CHECK_NEAR(at(&w, 60, RT_WEATHER_WIND), 8, 1e-7);
    CHECK_NEAR(at(&w, 75, RT_WEATHER_CURRENT), 0.5 + 27.0 / 32, 1e-7); // the squall's current goes on
}

static void a_direction_goes_the_shorter_way(void **state) {
    (void)state;
    train_weather w = begin();
    train_weather_follow(&w, &e, (uint64_t[]){never, never, 0}, H);
    CHECK_NEAR(at(&w, 5, RT_WEATHER_WIND_FROM), 2 * M_PI - 0.05, 1e-7);
    CHECK_NEAR(at(&w, 2, RT_WEATHER_WIND_FROM), 0.3 - 0.7 * 0.04 * 2.6, 1e-7);
    CHECK_NEAR(at(&w, 20, RT_WEATHER_WIND_FROM), 2 * M_PI - 0.4, 1e-7);
}

// Back before the act nothing is set; what commands had set before the exercise is the base.
static void a_run_that_goes_back_forgets(void **state) {
    (void)state;
    static const scenario sc;
    rt_weather standing = {0}, out = {0};
    rt_weather_set(&standing, RT_WEATHER_WIND, 12);
    train_weather w = train_weather_begin(&sc, &standing);
    train_weather_follow(&w, &e, (uint64_t[]){3000, never, never}, H);
    CHECK_NEAR(at(&w, 60, RT_WEATHER_WIND), 16, 1e-7);
    train_weather_follow(&w, &e, (uint64_t[]){never, never, never}, H);
    train_weather_write(&w, 60, &out);
    for (int k = 0; k < RT_WEATHERS; k++) assert_int_equal(out.of[k], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_is_even_at_both_ends), cmocka_unit_test(a_later_act_begins_at_the_present),
        cmocka_unit_test(a_direction_goes_the_shorter_way), cmocka_unit_test(a_run_that_goes_back_forgets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
