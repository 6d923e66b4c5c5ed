// SPDX-License-Identifier: MIT
// The shipped anchor (shank and head on their hinge, no chain) over the shipped bow, for each contact method.
#ifndef HAWSE_TESTS_VALIDATION_ANCHOR_RIG_H
#define HAWSE_TESTS_VALIDATION_ANCHOR_RIG_H

#include "contact/prepare/load.h"
#include "contact/set/hull_body.h"
#include "contact/set/hull_foundation.h"
#include "dynamics/core/start.h"
#include "dynamics/tackle/anchor.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define RIG_MODELS HAWSE_SOURCE_DIR "/config/models/"

typedef struct rig_mesh {
    contact_mesh mesh;
    contact_bvh tree;
    contact_surface surface; // of the hull
} rig_mesh;

// A contact method: creates the force element of one body against the hull, NULL if out of memory.
typedef struct rig_method {
    const char *name;
    double rises; // limit of `rise` in test_drops.c, as a part of the drop's energy: README.md gives the reason
    dyn_force *(*create)(int body, const rig_mesh *moving, const rig_mesh *hull, const contact_material *m);
    void (*destroy)(dyn_force *f);
    contact_material *(*material)(dyn_force *f);
} rig_method;

static dyn_force *rig_region_create(int body, const rig_mesh *moving, const rig_mesh *hull, const contact_material *m) {
    contact_hull_body *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    if (contact_hull_body_create(c, body, &moving->mesh, &moving->tree, &hull->mesh, &hull->tree, m) == RT_OK)
        return &c->force;
    free(c);
    return NULL;
}

static void rig_region_destroy(dyn_force *f) {
    contact_hull_body *c = f->self;
    contact_hull_body_free(c);
    free(c);
}

static contact_material *rig_region_material(dyn_force *f) { return &((contact_hull_body *)f->self)->set.material; }

static dyn_force *rig_foundation_create(int body, const rig_mesh *moving, const rig_mesh *hull,
                                        const contact_material *m) {
    contact_hull_foundation *c = calloc(1, sizeof *c);
    rt_diag d = {0};
    if (!c) return NULL;
    if (contact_hull_foundation_create(c, body, &moving->mesh, &hull->surface, 1e10, m, &d) == RT_OK) return &c->force;
    free(c);
    return NULL;
}

static void rig_foundation_destroy(dyn_force *f) {
    contact_hull_foundation *c = f->self;
    contact_hull_foundation_free(c);
    free(c);
}

static contact_material *rig_foundation_material(dyn_force *f) {
    return &((contact_hull_foundation *)f->self)->set.material;
}

// All methods; a new one adds one line.
static const rig_method rig_methods[] = {
    {"region", 1e-3, rig_region_create, rig_region_destroy, rig_region_material},
    {"foundation", 3e-3, rig_foundation_create, rig_foundation_destroy, rig_foundation_material}};
enum { RIG_METHODS = sizeof rig_methods / sizeof rig_methods[0], RIG_SHANK = 0, RIG_HEAD = 1 };

typedef struct rig {
    const rig_method *method;
    rig_mesh hull, part[2]; // shank, head
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    tackle_anchor anchor;
    dyn_force *contact[2];
    int first_force; // index of contact[0] in the model
    void *blank;     // internal state of an element without memory
    rt_command command;
    rt_events events;
} rig;

static inline void rig_load(rig_mesh *m, const char *path) {
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    rt_diag d = {0};
    contact_mesh_report report;
    if (contact_mesh_load(path, &o, &m->mesh, &report, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(contact_bvh_build(&m->mesh, &m->tree), RT_OK);
}

static inline contact_mass rig_mass(const rig_mesh *m, double mass) {
    contact_mass one = contact_mesh_mass(&m->mesh, 1);
    return contact_mesh_mass(&m->mesh, mass / one.mass);
}

// Masses, times `heavier`, and hinge of the shipped scenario; stop as the program sets it.
static inline void rig_add_anchor(rig *r, double heavier) {
    contact_mass shank = rig_mass(&r->part[RIG_SHANK], 2270 * heavier),
                 head = rig_mass(&r->part[RIG_HEAD], 4144 * heavier);
    double stiffness = head.mass * 9.81 * 0.1 / 2e-4,
           inertia = head.inertia.m[0][0] + head.mass * vec3_norm2(head.centre);
    const tackle_anchor_def def = {.shank_mass = shank.mass,
                                   .head_mass = head.mass,
                                   .shank_centre = shank.centre,
                                   .head_centre = head.centre,
                                   .shank_inertia = shank.inertia,
                                   .head_inertia = head.inertia,
                                   .shackle = 2.545,
                                   .hinge_stop = 0.78539816339744831,
                                   .stop_stiffness = stiffness,
                                   .stop_damping = 0.8 * sqrt(stiffness * inertia),
                                   .pin_friction = 200,
                                   .shank = {mat3_identity(), {0, 0, 100}}};
    assert_int_equal(tackle_anchor_add(&r->anchor, &r->model, &def), RT_OK);
    tackle_anchor_finish(&r->anchor, &r->model, -1, -1);
}

// heavier: 1 for the real anchor. The force element limits a contact that starts deep, unless the body is too heavy to
// be thrown out: use 1e6 to evaluate forces at arbitrary poses.
static inline void rig_make(rig *r, const rig_method *method, const contact_material *m, double h, double heavier) {
    memset(r, 0, sizeof *r);
    r->method = method;
    rig_load(&r->hull, RIG_MODELS "bow_flat.ply"); // the recorded path passes where the bow has its seats now
    assert_int_equal(contact_surface_create(&r->hull.surface, &r->hull.mesh, &r->hull.tree), RT_OK);
    rig_load(&r->part[RIG_SHANK], RIG_MODELS "shank.ply");
    rig_load(&r->part[RIG_HEAD], RIG_MODELS "head.ply");
    assert_true(dyn_model_create(&r->model, h, vec3_make(0, 0, -9.81), 6, 2, 0, 0, 6));
    rig_add_anchor(r, heavier);
    r->first_force = r->model.n_forces;
    const int body[2] = {r->anchor.shank, r->anchor.head};
    size_t z = 0;
    for (int i = 0; i < 2; i++) {
        r->contact[i] = method->create(body[i], &r->part[i], &r->hull, m);
        assert_non_null(r->contact[i]);
        dyn_add_force(&r->model, r->contact[i]);
        if (r->contact[i]->z_size > z) z = r->contact[i]->z_size;
    }
    r->blank = calloc(1, z + 1);
    assert_non_null(r->blank);
    assert_int_equal(dyn_model_finish(&r->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&r->model, &r->state), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    r->work = dyn_work_create(&r->model, &step);
    assert_non_null(r->work);
}

static inline void rig_free(rig *r) {
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
    for (int i = 0; i < 2; i++) {
        r->method->destroy(r->contact[i]);
        contact_bvh_free(&r->part[i].tree), contact_mesh_free(&r->part[i].mesh);
    }
    contact_surface_free(&r->hull.surface), contact_bvh_free(&r->hull.tree), contact_mesh_free(&r->hull.mesh);
    free(r->blank);
}

// Places the anchor at rest, with an empty contact memory.
static inline void rig_place(rig *r, const pose *shank, double hinge) {
    dyn_state *s = &r->state;
    mat3 turn = mat3_rotation(vec3_make(1, 0, 0), hinge), head = mat3_matmul(&shank->r, &turn);
    memset(s->z, 0, r->model.z_size);
    for (int i = 0; i < r->model.n_nodes; i++) s->qd[i] = s->qdd[i] = vec3_make(0, 0, 0);
    s->q[r->anchor.pin] = shank->p;
    s->q[r->anchor.hinge_axis] = mat3_column(&shank->r, 0);
    s->q[r->anchor.v_shank] = mat3_column(&shank->r, 1);
    s->q[r->anchor.shackle] = vec3_madd(shank->p, r->anchor.def.shackle, mat3_column(&shank->r, 2));
    s->q[r->anchor.v_head] = mat3_column(&head, 1);
    s->q[r->anchor.tip] = vec3_add(shank->p, mat3_column(&head, 2));
}

// Resultant force of one part's contact at the present pose, at rest, and its moment about the crown pin.
typedef struct rig_wrench {
    vec3 force, moment; // [N], [N m]
} rig_wrench;

static inline rig_wrench rig_contact_at(rig *r, int part) {
    vec3 force[DYN_FIRST_NODE + 6] = {{0, 0, 0}};
    rt_events events = 0;
    dyn_force *f = r->contact[part];
    dyn_eval e = dyn_eval_at(&r->model, &r->state);
    assert_int_equal(r->model.n_nodes, DYN_FIRST_NODE + 6);
    e.force = force, e.events = &events, e.tangent = NULL, e.only_body = -1, e.q_last = e.q;
    if (f->predict) f->predict(f->self, &e, r->blank);
    f->eval(f->self, &e, r->blank);
    const tackle_anchor *a = &r->anchor;
    const vec3 *q = r->state.q;
    const int points[] = {a->pin, a->tip, a->shackle}, vectors[] = {a->hinge_axis, a->v_shank, a->v_head};
    rig_wrench w = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 3; i++) { // virtual work of a translation and of a rotation about the pin
        w.force = vec3_add(w.force, force[points[i]]);
        w.moment = vec3_add(w.moment, vec3_cross(vec3_sub(q[points[i]], q[a->pin]), force[points[i]]));
        w.moment = vec3_add(w.moment, vec3_cross(q[vectors[i]], force[vectors[i]]));
    }
    return w;
}

#endif
