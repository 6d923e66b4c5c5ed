// SPDX-License-Identifier: MIT
// Loads a scenario and its messages; a small mechanism and edits of it.
#ifndef HAWSE_TESTS_RT_MODEL_H
#define HAWSE_TESTS_RT_MODEL_H

#include "rt/scenario/scenario.h"
#include "tests/rt/scratch.h"

static scenario sc;
static rt_diag diag;
static char message[sizeof diag.text]; // diag.text without the path of the scratch folder

static inline rt_status load(const char *file) {
    memset(&diag, 0, sizeof diag);
    memset(&sc, 0xee, sizeof sc);
    rt_status s = scenario_load(file, true, &sc, &diag);
    char *to = message;
    for (const char *c = diag.text; *c;)
        if (strncmp(c, scratch, strlen(scratch)) == 0 && c[strlen(scratch)] == '/')
            c += strlen(scratch) + 1;
        else
            *to++ = *c++;
    *to = 0;
    return s;
}

// Bodies of the base: rod from A to B with z; box of one point.
static const char base[] =
    "model:\n"
    "  points:\n"
    "    - {name: A, at: [0, 0, 0], fixed: true}\n"
    "    - {name: B, at: [0, 3, 0]}\n"
    "    - {name: C, on: rod, at: [0, 1, 0]}\n"
    "    - {name: D, at: [1, 1, 0], mass: 2 kg}\n"
    "  vectors:\n"
    "    - {name: z, along: [0, 0, 2]}\n"
    "  bodies:\n"
    "    - {name: rod, points: [A, B], vectors: [z], mass: 1, centre: [1, 0, 0], inertia: [0, 1, 1]}\n"
    "    - {name: box, points: [B], mass: 1, centre: [0, 0, 0], inertia: [1, 1, 1]}\n"
    "  joints:\n"
    "    - {name: pin, kind: revolute, bodies: [rod, ground], points: [A], axis: [0, 0, 1]}\n"
    "    - {name: hook, kind: universal, bodies: [rod, box], points: [B], axis: [1, 0, 0], second_axis: [0, 1, 0]}\n"
    "  coordinates:\n"
    "    - {name: s, kind: angle, joint: pin}\n"
    "    - {name: d, kind: distance, points: [C, D]}\n"
    "  drivers:\n"
    "    - {name: motor, coordinate: s, angular_rate: 1}\n"
    "  forces:\n"
    "    - {name: f, kind: spring, points: [C, D], stiffness: 5, rest: 1}\n"
    "    - {name: g, kind: stop, joint: pin, max_angle: 1, torsional_stiffness: 9}\n"
    "record:\n"
    "  - {name: Bx, of: B, what: x}\n";

// Loads the base with `old`, which must occur exactly once, replaced by `new`.
static inline rt_status load_edited(const char *old, const char *new) {
    char text[4096];
    const char *at = strstr(base, old);
    assert_non_null(at);
    assert_null(strstr(at + 1, old));
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base, new, at + strlen(old));
    return load(scratch_text("m.yaml", text));
}

#endif
