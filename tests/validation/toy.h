// SPDX-License-Identifier: MIT
// Fixture: a shipped scenario of config/scenarios/contact that a validation case changes, runs and observes.
#ifndef HAWSE_TESTS_VALIDATION_TOY_H
#define HAWSE_TESTS_VALIDATION_TOY_H

#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <string.h>

typedef struct toy {
    scenario sc; // to be changed between toy_load and toy_start
    sim s;
} toy;

static inline void toy_load(toy *t, const char *name) {
    char path[512];
    rt_diag d = {0};
    snprintf(path, sizeof path, HAWSE_SOURCE_DIR "/config/scenarios/contact/%s.yaml", name);
    if (scenario_load(path, false, &t->sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static inline void toy_start(toy *t) {
    rt_diag d = {0};
    if (sim_create(&t->s, &t->sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static inline void toy_step(toy *t) { assert_true(sim_frame(&t->s, &(rt_command){0}, NULL)); }

static inline void toy_free(toy *t) {
    sim_destroy(&t->s);
    scenario_free(&t->sc);
}

// Number of a body in the file.
static inline int toy_body(const toy *t, const char *name) {
    for (int i = 0; i < t->sc.model.bodies.n; i++)
        if (strcmp(t->sc.model.bodies.item[i].name.text, name) == 0) return i;
    fail_msg("no body %s", name);
    return -1;
}

static inline void toy_set_vector(double out[3], vec3 v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
static inline vec3 toy_get_vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// A body at the accepted state: its frame, its centre of mass and the velocity of that, its angular velocity; world.
typedef struct toy_motion {
    mat3 r;
    vec3 centre, velocity, omega;
} toy_motion;

static inline toy_motion toy_read_motion(const toy *t, int body) {
    const dyn_eval e = dyn_eval_at(&t->s.model, &t->s.state);
    int b = mechanism_of(&t->s)->body[body];
    double w[4];
    dyn_body_weights(&t->s.model, b, toy_get_vector(t->sc.model.bodies.item[body].centre), w);
    return (toy_motion){dyn_body_pose(&e, b).r, dyn_body_point(&e, b, w), dyn_body_velocity(&e, b, w),
                        dyn_body_omega(&e, b)};
}

static inline double toy_energy(const toy *t) { return dyn_energy(&t->s.model, &t->s.state); }

// Moves a shape to `at`, with these axes.
static inline void toy_place_shape(scenario_shape *s, vec3 at, vec3 x, vec3 z) {
    toy_set_vector(s->at, at), toy_set_vector(s->x_axis, x), toy_set_vector(s->z_axis, z);
    s->pose = (pose){mat3_columns(x, vec3_cross(z, x), z), at};
}

static inline contact_shape_sum toy_contact(const toy *t, int contact) {
    return contact_shape_contact_sum(&mechanism_of(&t->s)->contact[contact]);
}

#endif
