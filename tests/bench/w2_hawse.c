// SPDX-License-Identifier: MIT
// W2 in hawse: the anchor's two bodies share a point and an axis; contact by regions or by foundation.
#include "contact/set/hull_body.h"
#include "contact/set/hull_foundation.h"
#include "tests/bench/w23_hawse.h"
#include "tests/bench/w23_rig.h"
#include <stdio.h>
#include <stdlib.h>

#define GAMMA 1e7      // penalty factor
#define TOLERANCE 1e-6 // of the Newton iteration [m]
#define MODULUS 3e12   // of the foundation [Pa/m]

typedef struct ship {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    w23_mesh hull, shank_mesh, flukes_mesh;
    w23_anchor anchor;
    w23_drags drags;
    w23_line cable;
    dyn_spring_damper hinge;
    bool continuous;              // contact by foundation instead of regions
    contact_hull_body regions[2]; // of shank and flukes
    contact_surface surface;
    contact_hull_foundation foundation[2];
    double gap;
    rt_events events;
} ship;

static contact_material material(const w23_setup *s) {
    contact_material m = contact_material_default();
    m.stiffness = s->stiffness > 0 ? s->stiffness : 4e10;
    m.mu_static = m.mu_dynamic = W23_FRICTION;
    m.damping_max = 20;
    if (s->v_stick > 0) m.v_stick = s->v_stick;
    return m;
}

static bool add_contact(ship *c, const w23_setup *s) {
    const contact_material m = material(s);
    const double modulus = s->stiffness > 0 ? s->stiffness : MODULUS;
    const w23_mesh *mesh[2] = {&c->shank_mesh, &c->flukes_mesh};
    const int body[2] = {c->anchor.shank, c->anchor.flukes};
    rt_diag d = {0};
    if (c->continuous && contact_surface_create(&c->surface, &c->hull.mesh, &c->hull.tree) != RT_OK) return false;
    for (int k = 0; k < 2; k++) {
        rt_status status = c->continuous ? contact_hull_foundation_create(&c->foundation[k], body[k], &mesh[k]->mesh,
                                                                          &c->surface, modulus, &m, &d)
                                         : contact_hull_body_create(&c->regions[k], body[k], &mesh[k]->mesh,
                                                                    &mesh[k]->tree, &c->hull.mesh, &c->hull.tree, &m);
        if (status != RT_OK) return false;
        dyn_add_force(&c->model, c->continuous ? &c->foundation[k].force : &c->regions[k].force);
    }
    return true;
}

// Hinge angle: direction of the flukes' z in the plane of the shank's z and x.
static void add_hinge(ship *c) {
    const w23_anchor *a = &c->anchor;
    dyn_scalar angle =
        dyn_scalar_angle(dyn_vector_of_nodes(a->flukes, a->v_flukes, -1), dyn_vector_of_nodes(a->shank, a->v_shank, -1),
                         dyn_vector_of_body(&c->model, a->shank, vec3_make(1, 0, 0)), 1);
    const dyn_spring_damper_def def = {.stiffness = w2_hinge_stiffness, .damping = w2_hinge_damping};
    dyn_spring_damper_add(&c->hinge, &c->model, &angle, &def);
}

static void destroy(void *self) {
    ship *c = self;
    dyn_work_destroy(c->work);
    dyn_state_free(&c->state);
    dyn_model_destroy(&c->model);
    for (int k = 0; k < 2; k++) {
        if (c->continuous)
            contact_hull_foundation_free(&c->foundation[k]);
        else
            contact_hull_body_free(&c->regions[k]);
    }
    if (c->continuous) contact_surface_free(&c->surface);
    w23_mesh_free(&c->hull);
    w23_mesh_free(&c->shank_mesh);
    w23_mesh_free(&c->flukes_mesh);
    free(c);
}

static bool assemble(ship *c, const w23_setup *s) {
    char hull[32];
    snprintf(hull, sizeof hull, "hull_%s", s->hull);
    if (!w23_mesh_load(&c->hull, s->data, hull, false) || !w23_mesh_load(&c->shank_mesh, s->data, "shank", true) ||
        !w23_mesh_load(&c->flukes_mesh, s->data, "flukes", true))
        return false;
    dyn_model *m = &c->model;
    if (!dyn_model_create(m, s->h, vec3_make(0, 0, -W23_GRAVITY), 16, 2, 0, 0, 5)) return false;
    vec3 at = {w2_shackle[0], w2_shackle[1], w2_shackle[2]};
    int shackle = dyn_add_node(m, at, false);
    if (!w23_add_anchor(&c->anchor, m, shackle, at)) return false;
    w23_add_drags(&c->drags, m, 2, NULL, &w2_drag);
    w23_add_cable(&c->cable, m, c->anchor.shank, shackle);
    add_hinge(c);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    return add_contact(c, s) && dyn_model_finish(m, GAMMA) == RT_OK && dyn_state_create(m, &c->state) == RT_OK &&
           (c->work = dyn_work_create(m, &def)) != NULL &&
           dyn_initial_acceleration(m, &c->state, c->work, &(rt_command){0}) < 1e-6;
}

static void *create(const w23_setup *s, bool continuous) {
    ship *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->continuous = continuous;
    if (assemble(c, s)) return c;
    destroy(c);
    return NULL;
}

static void *create_regions(const w23_setup *s) { return create(s, false); }
static void *create_foundation(const w23_setup *s) { return create(s, true); }

static void step(void *self) {
    ship *c = self;
    const rt_command command = {0};
    dyn_step_info info = dyn_step(&c->model, &c->state, c->work, &command, NULL, &c->events);
    c->gap = info.phi_max;
}

static void sample(const void *self, w23_sample *s) {
    const ship *c = self;
    dyn_eval e = dyn_eval_at(&c->model, &c->state);
    vec3 x = dyn_body_pose(&e, c->anchor.flukes).p;
    *s = (w23_sample){.force = c->cable.tension,
                      .gap = c->gap,
                      .x = {x.x, x.y, x.z},
                      .finite = dyn_state_finite(&c->model, &c->state)};
    const contact_set *set[2];
    for (int k = 0; k < 2; k++) set[k] = c->continuous ? &c->foundation[k].set : &c->regions[k].set;
    w23_add_contacts(s, set, 2);
}

const w23_code w2_regions = {"w2", "regions", create_regions, step, sample, destroy};
const w23_code w2_foundation = {"w2", "foundation", create_foundation, step, sample, destroy};
