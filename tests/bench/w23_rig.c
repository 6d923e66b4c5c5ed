// SPDX-License-Identifier: MIT
#include "tests/bench/w23_rig.h"
#include "contact/prepare/load.h"
#include "dynamics/solver/matrix.h"
#include "tests/bench/w1.h"
#include <stdio.h>
#include <string.h>

static vec3 as_vec3(const double x[3]) { return vec3_make(x[0], x[1], x[2]); }

static int add_body(dyn_model *m, const w1_body *b, const int node[4], double lower) {
    const dyn_body_def def = {
        .p0 = node[0],
        .p1 = node[1],
        .u = node[2],
        .v = node[3],
        .rb_p0 = {-b->upper, 0, 0},
        .rb_p1 = {lower, 0, 0},
        .ub = {0, 1, 0},
        .vb = {0, 0, 1},
        .mass = b->mass,
        .inertia = {{{b->inertia[0], 0, 0}, {0, b->inertia[1], 0}, {0, 0, b->inertia[2]}}},
    };
    int body = -1;
    return dyn_add_body(m, &def, &body) == RT_OK ? body : -1;
}

// Flukes: nodes at the hinge and 1 m past it.
bool w23_add_anchor(w23_anchor *a, dyn_model *m, int shackle, vec3 x) {
    const vec3 down = {0, 0, -1}, y = {0, 1, 0}, z = {1, 0, 0};
    vec3 pin_at = vec3_madd(x, w1_shank.upper + w1_shank.lower, down);
    a->v_shank = dyn_add_node(m, z, false);
    a->pin = dyn_add_node(m, pin_at, false);
    a->axis = dyn_add_node(m, y, false);
    a->v_flukes = dyn_add_node(m, z, false);
    int tip = dyn_add_node(m, vec3_add(pin_at, down), false);
    a->shank = add_body(m, &w1_shank, (int[4]){shackle, a->pin, a->axis, a->v_shank}, w1_shank.lower);
    a->flukes = add_body(m, &w1_flukes, (int[4]){a->pin, tip, a->axis, a->v_flukes}, 1 - w1_flukes.upper);
    return a->shank >= 0 && a->flukes >= 0;
}

// ---- drag

static void drag_eval(void *self, const dyn_eval *e, const void *z) {
    const w23_drags *all = self;
    (void)z;
    for (int b = 0; b < all->n; b++) {
        const dyn_body *body = &e->model->body[b];
        const double(*d)[4] = all->d[b];
        for (int i = 0; i < 4; i++) {
            vec3 f = {0, 0, 0};
            for (int j = 0; j < 4; j++) f = vec3_madd(f, -d[i][j], e->qd[body->node[j]]);
            e->force[body->node[i]] = vec3_add(e->force[body->node[i]], f);
            for (int j = 0; j <= i && e->tangent; j++) {
                double *block = e->tangent->a + 9 * body->block[i][j];
                for (int k = 0; k < 9; k += 4) block[k] += e->c_weight * d[i][j];
            }
        }
    }
}

// D from six equal point drags c at ± a along the axes: 6 c = translation, 4 a² c = rotation.
static void drag_matrix(const dyn_model *m, int body, const w23_drag *drag, double d[4][4]) {
    double c = drag->translation / 6, a = sqrt(drag->rotation / (4 * c)), w[4];
    for (int k = 0; k < 6; k++) {
        double x[3] = {0, 0, 0};
        x[k / 2] = k % 2 ? a : -a;
        dyn_body_weights(m, body, as_vec3(x), w);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) d[i][j] += c * w[i] * w[j];
    }
}

void w23_add_drags(w23_drags *d, dyn_model *m, int n, const w23_drag *link, const w23_drag *anchor) {
    d->n = n;
    memset(d->d, 0, sizeof d->d);
    for (int k = 0; k < n; k++) drag_matrix(m, k, k < n - 2 ? link : anchor, d->d[k]);
    d->force = (dyn_force){.self = d, .phase = RT_PHASE_ASSEMBLE, .eval = drag_eval};
    dyn_add_force(m, &d->force);
}

// ---- winch and cable

static void spring_eval(void *self, const dyn_eval *e, const void *z) {
    w23_line *l = self;
    (void)z;
    double x[3], v[3], s = e->k_weight * w3_winch_stiffness + e->c_weight * w3_winch_damping;
    w3_winch_motion(e->t, x, v);
    vec3 f = vec3_scale(w3_winch_stiffness, vec3_sub(as_vec3(x), e->q[l->node]));
    f = vec3_madd(f, w3_winch_damping, vec3_sub(as_vec3(v), e->qd[l->node]));
    l->tension = vec3_norm(f);
    dyn_node_add_force(e, l->body, l->node, f);
    if (e->tangent) dyn_node_add_tangent(e, l->node, l->node, &(mat3){{{s, 0, 0}, {0, s, 0}, {0, 0, s}}});
}

static void cable_eval(void *self, const dyn_eval *e, const void *z) {
    w23_line *l = self;
    (void)z;
    vec3 d = vec3_sub(e->q[l->node], as_vec3(w2_winch));
    double length = vec3_norm(d), k, c;
    vec3 n = vec3_scale(1 / length, d);
    l->tension = w2_cable_force(e->t, length, vec3_dot(n, e->qd[l->node]), &k, &c);
    dyn_node_add_force(e, l->body, l->node, vec3_scale(-l->tension, n));
    if (!e->tangent) return;
    double along = e->k_weight * k + e->c_weight * c, across = e->k_weight * l->tension / length;
    const double v[3] = {n.x, n.y, n.z};
    mat3 t;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t.m[i][j] = (along - across) * v[i] * v[j] + (i == j ? across : 0);
    dyn_node_add_tangent(e, l->node, l->node, &t);
}

static void add_line(w23_line *l, dyn_model *m, int body, int node,
                     void (*eval)(void *, const dyn_eval *, const void *)) {
    *l = (w23_line){.body = body, .node = node};
    l->force = (dyn_force){.self = l, .phase = RT_PHASE_WINDLASS, .eval = eval};
    dyn_add_force(m, &l->force);
}

void w23_add_spring(w23_line *l, dyn_model *m, int body, int node) { add_line(l, m, body, node, spring_eval); }
void w23_add_cable(w23_line *l, dyn_model *m, int body, int node) { add_line(l, m, body, node, cable_eval); }

// ---- meshes

bool w23_mesh_load(w23_mesh *mesh, const char *data, const char *name, bool closed) {
    char path[1024];
    snprintf(path, sizeof path, "%s/w2_%s.obj", data, name);
    rt_diag d = {0};
    const contact_mesh_options o = {.scale = 1, .need_closed = closed};
    if (contact_mesh_load(path, &o, &mesh->mesh, NULL, &d) == RT_OK &&
        contact_bvh_build(&mesh->mesh, &mesh->tree) == RT_OK)
        return true;
    fprintf(stderr, "cannot read %s\n", path);
    return false;
}

void w23_mesh_free(w23_mesh *mesh) {
    contact_mesh_free(&mesh->mesh);
    contact_bvh_free(&mesh->tree);
}
