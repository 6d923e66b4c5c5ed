// SPDX-License-Identifier: MIT
// Fixture: a mechanism's scenario, loaded, changed and run step by step. The script beside the shipped contours
// generates coarser and finer ones.
#ifndef HAWSE_TESTS_VALIDATION_PLANAR_RIG_H
#define HAWSE_TESTS_VALIDATION_PLANAR_RIG_H

#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define PLANAR_FOLDER HAWSE_SOURCE_DIR "/config/scenarios/contact/"

typedef struct planar_rig {
    scenario sc;
    sim s;
} planar_rig;

static inline void planar_load(planar_rig *r, const char *name) {
    static rt_diag d;
    char path[512];
    snprintf(path, sizeof path, PLANAR_FOLDER "%s", name);
    d = (rt_diag){0};
    if (scenario_load(path, false, &r->sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static inline void planar_start(planar_rig *r) {
    static rt_diag d;
    d = (rt_diag){0};
    if (sim_create(&r->s, &r->sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static inline void planar_end(planar_rig *r) {
    sim_destroy(&r->s);
    scenario_free(&r->sc);
}

static inline scenario_shape *planar_shape(planar_rig *r, const char *name) {
    for (int k = 0; k < r->sc.model.shapes.n; k++)
        if (strcmp(r->sc.model.shapes.item[k].name.text, name) == 0) return &r->sc.model.shapes.item[k];
    fail_msg("no shape %s", name);
    return NULL;
}

// Sets the shape's contour to the script's output for these arguments. The caller removes the file.
static inline void planar_contour(planar_rig *r, const char *shape, const char *arguments) {
    char command[1024], path[] = "/tmp/hawse_contour_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(command, sizeof command, "python3 -B " PLANAR_FOLDER "contours.py %s > %s", arguments, path);
    assert_int_equal(system(command), 0);
    snprintf(planar_shape(r, shape)->file, RT_CONFIG_TEXT, "%s", path);
}

static inline void planar_step(planar_rig *r) { assert_true(sim_frame(&r->s, &(rt_command){0}, NULL)); }

// Value of a column at the accepted state.
static inline double planar_value(planar_rig *r, const char *name) {
    for (int k = 0; k < r->sc.model.records.n; k++)
        if (strcmp(r->sc.model.records.item[k].name.text, name) == 0)
            return mechanism_column_value(mechanism_of(&r->s), &r->sc.model.records.item[k], &r->s.state, &r->s.step);
    fail_msg("no column %s", name);
    return 0;
}

#endif
