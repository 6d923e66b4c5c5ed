// SPDX-License-Identifier: MIT
// W3 in hawse: links share their joint points; each link touches the hull with two tori and two cylinders.
#include "contact/set/hull_links.h"
#include "tests/bench/w1.h"
#include "tests/bench/w23_hawse.h"
#include "tests/bench/w23_rig.h"
#include <stdio.h>
#include <stdlib.h>

#define GAMMA 1e7      // penalty factor
#define TOLERANCE 1e-6 // of the Newton iteration [m]

typedef struct chain {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    w23_mesh hull;
    w23_anchor anchor;
    w23_drags drags;
    w23_line winch;
    contact_hull_links contact;
    int link[W3_LINKS];
    double gap;
    rt_events events;
} chain;

static contact_material material(const w23_setup *s) {
    contact_material m = contact_material_default();
    m.stiffness = s->stiffness > 0 ? s->stiffness : 3e8;
    m.mu_static = m.mu_dynamic = W23_FRICTION;
    m.damping_max = 2;
    if (s->v_stick > 0) m.v_stick = s->v_stick;
    return m;
}

// Adds the links from the winch down and returns the node of the lower end, or -1. Link frame of the contact: x along
// the width, y normal to the plane of the link, z along the link. The planes lie at 45° to the plane of the pipe,
// alternate planes at right angles.
static int add_links(chain *c, double x[W3_LINKS + 1][3]) {
    dyn_model *m = &c->model;
    const double pitch = w1_link.upper + w1_link.lower, *i = w1_link.inertia, sign[2] = {1, -1};
    int top = dyn_add_node(m, vec3_make(x[0][0], x[0][1], x[0][2]), false), u_above = -1;
    for (int k = 0; k < W3_LINKS; k++) {
        vec3 from = {x[k][0], x[k][1], x[k][2]}, to = {x[k + 1][0], x[k + 1][1], x[k + 1][2]}, y = {0, 1, 0};
        vec3 along = vec3_unit(vec3_sub(to, from)), across = vec3_cross(along, y);
        vec3 width = vec3_scale(sqrt(0.5), vec3_madd(y, sign[k % 2], across)), normal = vec3_cross(along, width);
        int v = dyn_add_node(m, vec3_scale(pitch, normal), false), u = dyn_add_node(m, vec3_scale(pitch, width), false);
        int end = dyn_add_node(m, to, false);
        const dyn_body_def def = {.p0 = top,
                                  .p1 = end,
                                  .u = u,
                                  .v = v,
                                  .rb_p0 = {0, 0, -w1_link.upper},
                                  .rb_p1 = {0, 0, w1_link.lower},
                                  .ub = {pitch, 0, 0},
                                  .vb = {0, pitch, 0},
                                  .mass = w1_link.mass,
                                  .inertia = {{{i[1], 0, 0}, {0, i[2], 0}, {0, 0, i[0]}}}};
        if (dyn_add_body(m, &def, &c->link[k]) != RT_OK) return -1;
        if (k > 0) dyn_add_row(m, &(dyn_row_def){u_above, -1, u, -1, 1 / pitch, 0}, c->link[k - 1], c->link[k]);
        top = end;
        u_above = u;
    }
    return top;
}

static void destroy(void *self) {
    chain *c = self;
    dyn_work_destroy(c->work);
    dyn_state_free(&c->state);
    dyn_model_destroy(&c->model);
    contact_hull_links_free(&c->contact);
    w23_mesh_free(&c->hull);
    free(c);
}

static bool assemble(chain *c, const w23_setup *s) {
    char hull[32];
    double x[W3_LINKS + 1][3];
    snprintf(hull, sizeof hull, "hull_%s", s->hull);
    if (!w23_mesh_load(&c->hull, s->data, hull, false)) return false;
    dyn_model *m = &c->model;
    if (!dyn_model_create(m, s->h, vec3_make(0, 0, -W23_GRAVITY), 3 * W3_LINKS + 8, W3_LINKS + 2, W3_LINKS, 0, 3))
        return false;
    w3_joint_points(x);
    int first = m->n_nodes, shackle = add_links(c, x);
    if (shackle < 0 || !w23_add_anchor(&c->anchor, m, shackle, m->node0[shackle])) return false;
    w23_add_drags(&c->drags, m, W3_LINKS + 2, &w3_link_drag, &w3_anchor_drag);
    w23_add_spring(&c->winch, m, c->link[0], first);
    const contact_link_shape shape = contact_link_common(w3_bar);
    const contact_material material_ = material(s);
    if (contact_hull_links_create(&c->contact, &shape, c->link, W3_LINKS, &c->hull.mesh, &c->hull.tree, &material_) !=
        RT_OK)
        return false;
    dyn_add_force(m, &c->contact.force);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    return dyn_model_finish(m, GAMMA) == RT_OK && dyn_state_create(m, &c->state) == RT_OK &&
           (c->work = dyn_work_create(m, &def)) != NULL &&
           dyn_initial_acceleration(m, &c->state, c->work, &(rt_command){0}) < 1e-6;
}

static void *create(const w23_setup *s) {
    chain *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    if (assemble(c, s)) return c;
    destroy(c);
    return NULL;
}

static void step(void *self) {
    chain *c = self;
    const rt_command command = {0};
    c->gap = dyn_step(&c->model, &c->state, c->work, &command, NULL, &c->events).phi_max;
}

static void sample(const void *self, w23_sample *s) {
    const chain *c = self;
    dyn_eval e = dyn_eval_at(&c->model, &c->state);
    vec3 x = dyn_body_pose(&e, c->anchor.flukes).p;
    *s = (w23_sample){.force = c->winch.tension,
                      .gap = c->gap,
                      .x = {x.x, x.y, x.z},
                      .finite = dyn_state_finite(&c->model, &c->state)};
    w23_add_contacts(s, (const contact_set *const[]){&c->contact.set}, 1);
}

const w23_code w3_links = {"w3", "links", create, step, sample, destroy};
