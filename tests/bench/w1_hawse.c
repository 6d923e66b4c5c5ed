// SPDX-License-Identifier: MIT
// W1 in hawse: natural coordinates. Link k shares its end point with link k + 1; one bilinear row y_k · z_(k+1) = 0
// makes each joint universal and carries the torsion; the ball joint is a shared point alone; the hinge is a shared
// point and a shared axis.
#include "dynamics/core/start.h"
#include "tests/bench/w1.h"
#include <math.h>
#include <stdlib.h>

#define GAMMA 1e7      // penalty factor
#define TOLERANCE 1e-6 // of the Newton iteration [m]: one iteration a step, whose error is 1e-12 m

typedef struct chain {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    int n;
    rt_events events;
    double phi_max; // worst violation of a constraint so far [m]
} chain;

static vec3 column(double r[3][3], int j) { return vec3_make(r[0][j], r[1][j], r[2][j]); }

// A body of W1 between the nodes p0, p1 with the vectors u = size y and v = size z; p1 lies `lower` below the centre.
static int add_body(dyn_model *m, const w1_body *b, const int node[4], double lower, double size) {
    const dyn_body_def def = {
        .p0 = node[0],
        .p1 = node[1],
        .u = node[2],
        .v = node[3],
        .rb_p0 = {-b->upper, 0, 0},
        .rb_p1 = {lower, 0, 0},
        .ub = {0, size, 0},
        .vb = {0, 0, size},
        .mass = b->mass,
        .inertia = {{{b->inertia[0], 0, 0}, {0, b->inertia[1], 0}, {0, 0, b->inertia[2]}}},
    };
    int body = -1;
    return dyn_add_body(m, &def, &body) == RT_OK ? body : -1;
}

// The links from the top; returns the node of their lower end, or -1.
static int add_links(dyn_model *m, int n, vec3 x, vec3 y, vec3 z) {
    const double pitch = w1_link.upper + w1_link.lower;
    int top = dyn_add_node(m, vec3_make(0, 0, 0), true), side = dyn_add_node(m, vec3_scale(pitch, y), true), above = -1;
    for (int k = 0; k < n; k++) {
        int v = dyn_add_node(m, vec3_scale(pitch, z), false), u = dyn_add_node(m, vec3_scale(pitch, y), false);
        int end = dyn_add_node(m, vec3_scale((k + 1) * pitch, x), false);
        int body = add_body(m, &w1_link, (int[4]){top, end, u, v}, w1_link.lower, pitch);
        if (body < 0) return -1;
        const dyn_row_def universal = {side, -1, v, -1, 1 / pitch, 0};
        dyn_add_row(m, &universal, above, body);
        top = end;
        side = u;
        above = body;
    }
    return top;
}

static bool add_anchor(dyn_model *m, int n, int shackle, vec3 x, vec3 y, vec3 z) {
    double pin_at = n * (w1_link.upper + w1_link.lower) + w1_shank.upper + w1_shank.lower;
    int v_shank = dyn_add_node(m, z, false), pin = dyn_add_node(m, vec3_scale(pin_at, x), false);
    int axis = dyn_add_node(m, y, false), v_flukes = dyn_add_node(m, z, false);
    int tip = dyn_add_node(m, vec3_scale(pin_at + 1, x), false); // 1 m past the hinge
    return add_body(m, &w1_shank, (int[4]){shackle, pin, axis, v_shank}, w1_shank.lower, 1) >= 0 &&
           add_body(m, &w1_flukes, (int[4]){pin, tip, axis, v_flukes}, 1 - w1_flukes.upper, 1) >= 0;
}

// All nodes move as one rigid body. Velocities of vectors contain only the rotation.
static void set_velocities(chain *c) {
    double w[3];
    w1_omega(c->n, w);
    vec3 omega = {w[0], w[1], w[2]};
    for (int i = 0; i < c->model.n_nodes; i++)
        if (!c->model.fixed[i]) c->state.qd[i] = vec3_cross(omega, c->state.q[i]);
}

static void destroy(void *self) {
    chain *c = self;
    if (!c) return;
    dyn_work_destroy(c->work);
    dyn_state_free(&c->state);
    dyn_model_destroy(&c->model);
    free(c);
}

static void *create(int n, double h) {
    double r[3][3];
    w1_attitude(r);
    vec3 x = column(r, 0), y = column(r, 1), z = column(r, 2);
    chain *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->n = n;
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    bool good = dyn_model_create(&c->model, h, vec3_make(0, 0, -w1_gravity), 3 * n + 7, n + 2, n, 0, 0);
    int shackle = good ? add_links(&c->model, n, x, y, z) : -1;
    good = shackle >= 0 && add_anchor(&c->model, n, shackle, x, y, z) && dyn_model_finish(&c->model, GAMMA) == RT_OK &&
           dyn_state_create(&c->model, &c->state) == RT_OK && (c->work = dyn_work_create(&c->model, &def)) != NULL;
    if (good) {
        set_velocities(c);
        good = dyn_initial_acceleration(&c->model, &c->state, c->work, &(rt_command){0}) < 1e-6;
    }
    if (good) return c;
    destroy(c);
    return NULL;
}

static void step(void *self, int steps) {
    chain *c = self;
    const rt_command command = {0};
    for (int k = 0; k < steps; k++) {
        dyn_step_info info = dyn_step(&c->model, &c->state, c->work, &command, NULL, &c->events);
        c->phi_max = fmax(c->phi_max, info.phi_max);
    }
}

static void flukes(const void *self, double x[3]) {
    const chain *c = self;
    dyn_eval e = dyn_eval_at(&c->model, &c->state);
    vec3 p = dyn_body_pose(&e, c->n + 1).p;
    x[0] = p.x;
    x[1] = p.y;
    x[2] = p.z;
}

// Joints cannot separate, because bodies share the joint points. Instead: the worst violation of any constraint.
static double gap(const void *self) { return ((const chain *)self)->phi_max; }

const char w1_code_name[] = "hawse";
const w1_code w1_codes[] = {{"trapezoidal", create, step, flukes, gap, destroy}, {0}};
