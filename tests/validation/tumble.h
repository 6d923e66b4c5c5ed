// SPDX-License-Identifier: MIT
// Two free convex bodies without friction or loss. A spring between their centres throws them at each other again and
// again, so that corners, edges and faces of one meet those of the other at random.
#ifndef HAWSE_TESTS_VALIDATION_TUMBLE_H
#define HAWSE_TESTS_VALIDATION_TUMBLE_H

#include "contact/convex/support.h"
#include "contact/set/shape_contact.h"
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "tests/check.h"
#include "tests/random.h"
#include <string.h>

enum { TUMBLE_POINTS = 12 };

typedef enum tumble_kind {
    TUMBLE_SPHERE,
    TUMBLE_BOX,
    TUMBLE_ELLIPSOID,
    TUMBLE_CYLINDER,
    TUMBLE_CONE,
    TUMBLE_HULL,
    TUMBLE_TRIANGLE,
    TUMBLE_KINDS,
} tumble_kind;

static const char *const tumble_name[TUMBLE_KINDS] = {"sphere", "box",  "ellipsoid", "cylinder",
                                                      "cone",   "hull", "triangle"};

// Step in free flight, the program's frame [s]. While the bodies touch or are about to it is divided into parts: an
// impact of these bodies lasts about 15 ms, that of a corner of small effective mass 5 ms, which is 50 parts. The
// trapezoidal rule then changes the energy by 1e-5 an impact, and 20 s have up to 180.
#define TUMBLE_STEP 1e-3
enum { TUMBLE_PARTS = 10 };

// Spring between the centres, slack within its rest length.
typedef struct tumble_spring {
    int node[2];
    double stiffness, rest; // [N/m], [m]
    const contact_shape_contact *contact;
    bool touching; // at the last accepted step
    dyn_force force;
} tumble_spring;

typedef struct tumble {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    int body[2];
    vec3 vertex[2][TUMBLE_POINTS];
    contact_solid solid[2];
    contact_shape_contact contact;
    tumble_spring spring;
    rt_events events;
} tumble;

// Result of a tumble.
typedef struct tumble_end {
    double energy;       // at the start [J]
    double change;       // largest change of energy while the bodies are apart, over the energy at the start
    double deepest;      // [m]
    int impacts, scaled; // impacts; those whose greatest force the handing-on of energy altered by over 10 %
} tumble_end;

static inline vec3 tumble_stretch(const tumble_spring *s, const dyn_eval *e, double *length) {
    vec3 r = vec3_sub(e->q[s->node[1]], e->q[s->node[0]]);
    *length = vec3_norm(r);
    return r;
}

static inline void tumble_pull(void *self, const dyn_eval *e, const void *z) {
    (void)z;
    const tumble_spring *s = self;
    double length;
    vec3 r = tumble_stretch(s, e, &length);
    if (length <= s->rest) return;
    vec3 f = vec3_scale(s->stiffness * (length - s->rest) / length, r);
    dyn_node_add_force(e, -1, s->node[0], f), dyn_node_add_force(e, -1, s->node[1], vec3_scale(-1, f));
}

static inline double tumble_spring_energy(const void *self, const dyn_eval *e, const void *z) {
    (void)z;
    const tumble_spring *s = self;
    double length;
    tumble_stretch(s, e, &length);
    return 0.5 * s->stiffness * pow(fmax(length - s->rest, 0), 2);
}

static inline double tumble_longest_step(const void *self, const dyn_eval *e, const void *z) {
    (void)e, (void)z;
    const tumble_spring *s = self;
    return s->touching || s->contact->set.n > 0 ? TUMBLE_STEP / TUMBLE_PARTS : (double)INFINITY;
}

// A shape of about 0.2 m about the body's centre of mass, with its pose and its inertia for 1 kg.
static inline contact_shape tumble_shape(tumble_kind kind, uint64_t *seed, vec3 *v, pose *at) {
    double a = uniform(seed, 0.08, 0.14), b = uniform(seed, 0.08, 0.14), c = uniform(seed, 0.08, 0.14);
    contact_shape s = {.size = {a, b, c}, .vertex = v};
    *at = (pose){mat3_identity(), {0, 0, 0}};
    if (kind == TUMBLE_SPHERE) s.kind = CONTACT_SPHERE;
    if (kind == TUMBLE_BOX) s.kind = CONTACT_BOX;
    if (kind == TUMBLE_ELLIPSOID) s.kind = CONTACT_ELLIPSOID;
    if (kind == TUMBLE_CYLINDER) s.kind = CONTACT_FRUSTUM, s.size = vec3_make(a, a, 2 * c), at->p.z = -c;
    if (kind == TUMBLE_CONE) s.kind = CONTACT_FRUSTUM, s.size = vec3_make(a, 0.3 * b, 2 * c), at->p.z = -0.7 * c;
    if (kind == TUMBLE_HULL) s.kind = CONTACT_POINTS, s.n = TUMBLE_POINTS;
    if (kind == TUMBLE_TRIANGLE) s.kind = CONTACT_TRIANGLE, s.n = 3;
    for (int i = 0; i < s.n; i++) {
        double turn = 2.0943951023931953 * i + uniform(seed, -0.3, 0.3);
        vec3 d = random_direction(seed);
        v[i] = kind == TUMBLE_TRIANGLE ? vec3_make(1.3 * a * cos(turn), 1.3 * a * sin(turn), 0)
                                       : vec3_make(1.2 * a * d.x, 1.2 * b * d.y, 1.2 * c * d.z);
    }
    return s;
}

static inline void tumble_add_body(tumble *t, int k, double mass, vec3 centre, uint64_t *seed) {
    dyn_model *m = &t->model;
    const pose at = {random_rotation(seed), centre};
    double i = 0.004 * mass;
    const dyn_body_def def = {.p0 = dyn_add_node(m, at.p, false),
                              .p1 = dyn_add_node(m, pose_point(&at, vec3_make(0, 0, 1)), false),
                              .u = dyn_add_node(m, mat3_column(&at.r, 0), false),
                              .v = dyn_add_node(m, mat3_column(&at.r, 1), false),
                              .rb_p1 = {0, 0, 1},
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = mass,
                              .inertia = {{{i, 0, 0}, {0, 1.2 * i, 0}, {0, 0, 1.5 * i}}}};
    assert_int_equal(dyn_add_body(m, &def, &t->body[k]), RT_OK);
    t->spring.node[k] = def.p0;
}

static inline void tumble_throw(tumble *t, int k, vec3 v, vec3 w) {
    const int *n = t->model.body[t->body[k]].node;
    vec3 *q = t->state.q, *qd = t->state.qd;
    qd[n[0]] = v;
    qd[n[1]] = vec3_add(v, vec3_cross(w, vec3_sub(q[n[1]], q[n[0]])));
    for (int i = 2; i < 4; i++) qd[n[i]] = vec3_cross(w, q[n[i]]);
}

// Elastic law without friction: K d^1.5, an impact at 1 m/s is 5 mm deep and lasts 15 ms.
static inline contact_material tumble_material(void) {
    contact_material m = contact_material_default();
    m.stiffness = 7e5, m.restitution = 1, m.mu_static = m.mu_dynamic = 0;
    return m;
}

static inline void tumble_make(tumble *t, tumble_kind first, tumble_kind second, uint64_t *seed) {
    memset(t, 0, sizeof *t);
    assert_true(dyn_model_create(&t->model, TUMBLE_STEP, vec3_make(0, 0, 0), 8, 2, 0, 0, 2));
    const tumble_kind kind[2] = {first, second};
    vec3 apart = vec3_scale(0.45, random_direction(seed));
    for (int k = 0; k < 2; k++) {
        tumble_add_body(t, k, k ? 2 : 1, k ? apart : vec3_make(0, 0, 0), seed);
        t->solid[k] = (contact_solid){.body = t->body[k]};
        t->solid[k].shape = tumble_shape(kind[k], seed, t->vertex[k], &t->solid[k].at);
    }
    contact_material m = tumble_material();
    assert_int_equal(contact_shape_contact_create(&t->contact, &t->solid[0], &t->solid[1], &m), RT_OK);
    dyn_couple_bodies(&t->model, t->body[0], t->body[1]);
    dyn_add_force(&t->model, &t->contact.force);
    t->spring.stiffness = 25, t->spring.rest = 0.16;
    t->spring.contact = &t->contact;
    t->spring.force = (dyn_force){.self = &t->spring,
                                  .phase = RT_PHASE_CONTACT,
                                  .longest_step = tumble_longest_step,
                                  .eval = tumble_pull,
                                  .energy = tumble_spring_energy};
    dyn_add_force(&t->model, &t->spring.force);
    assert_int_equal(dyn_model_finish(&t->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&t->model, &t->state), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    step.substeps = TUMBLE_PARTS;
    t->work = dyn_work_create(&t->model, &step);
    assert_non_null(t->work);
    for (int k = 0; k < 2; k++) tumble_throw(t, k, random_vec3(seed, 0.5), random_vec3(seed, 4));
    assert_true(dyn_initial_acceleration(&t->model, &t->state, t->work, &(rt_command){0}) < 1e-5);
}

static inline void tumble_free(tumble *t) {
    dyn_work_destroy(t->work);
    dyn_state_free(&t->state);
    dyn_model_destroy(&t->model);
    contact_shape_contact_free(&t->contact);
}

static inline tumble_end tumble_run(tumble *t, double duration) {
    tumble_end r = {.energy = dyn_energy(&t->model, &t->state)};
    double force = 0, scale = 1; // of the impact so far, the scale where the force was greatest
    for (long k = lround(duration / t->model.h); k > 0; k--) {
        dyn_step(&t->model, &t->state, t->work, &(rt_command){0}, NULL, &t->events);
        contact_shape_sum sum = contact_shape_contact_sum(&t->contact);
        t->spring.touching = sum.hits > 0;
        r.deepest = fmax(r.deepest, sum.depth);
        if (sum.normal > force) force = sum.normal, scale = t->contact.set.scale;
        if (sum.hits > 0) continue;
        r.change = fmax(r.change, fabs(dyn_energy(&t->model, &t->state) / r.energy - 1));
        r.impacts += force > 0, r.scaled += fabs(scale - 1) > 0.1;
        force = 0, scale = 1;
    }
    assert_true(dyn_state_finite(&t->model, &t->state));
    return r;
}

#endif
