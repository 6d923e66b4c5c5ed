// SPDX-License-Identifier: MIT
// The windlasses of the shipped heaves (weigh*.yaml) against the class rules that each file names: IACS UR A3
// (duty pull, 1.5 times that for two minutes, 0.15 m/s, a brake for 45 % of the breaking load beside a stopper).
#include "rt/scenario/scenario.h"
#include "tests/check.h"
#include <dirent.h>
#include <string.h>

#define FOLDER HAWSE_SOURCE_DIR "/config/scenarios"

// Figures in the files are in whole kilonewtons, or three digits: 178 for 178.1, 880 for 882.
#define ROUNDING 0.005

static void check_windlass(const scenario *s) {
    double d = 1e3 * s->chain.bar_diameter; // [mm]
    static const double pull[] = {37.5, 42.5, 47.5}, breaking[] = {9.81, 13.73, 19.61};
    double duty = pull[s->chain.grade - 1] * d * d, load = breaking[s->chain.grade - 1] * d * d * (44 - 0.08 * d);
    CHECK_NEAR(s->windlass.rated_tension, duty, ROUNDING * duty);
    CHECK_NEAR(s->windlass.max_tension, 1.5 * duty, ROUNDING * 1.5 * duty);
    CHECK_NEAR(s->windlass.brake_capacity, 0.45 * load, ROUNDING * 0.45 * load);
    CHECK_NEAR(s->windlass.rated_speed, 0.15, 1e-9);
    assert_true(s->windlass.overload_time >= 120);
    // the motor brake holds what the motor can pull, and the bitter end parts before the chain (15 to 30 % of its load)
    assert_true(s->windlass.motor_brake >= s->windlass.max_tension);
    CHECK_NEAR(s->windlass.bitter_end, 0.225, 0.075);
}

static void shipped_windlasses_are_classed(void **state) {
    (void)state;
    static rt_diag d;
    DIR *folder = opendir(FOLDER);
    assert_non_null(folder);
    int ships = 0;
    for (const struct dirent *f; (f = readdir(folder)) != NULL;) {
        const char *end = strrchr(f->d_name, '.');
        if (strncmp(f->d_name, "weigh", 5) != 0 || !end || strcmp(end, ".yaml") != 0) continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", FOLDER, f->d_name);
        scenario s;
        if (scenario_load(path, false, &s, &d) != RT_OK) fail_msg("%s", d.text);
        if (s.model_line == 0) {
            print_message("%s: rated %.1f kN, limit %.1f kN, brake %.0f kN\n", f->d_name,
                          1e-3 * s.windlass.rated_tension, 1e-3 * s.windlass.max_tension,
                          1e-3 * s.windlass.brake_capacity);
            check_windlass(&s);
            ships++;
        }
        scenario_free(&s);
    }
    closedir(folder);
    assert_true(ships >= 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_windlasses_are_classed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
