// SPDX-License-Identifier: MIT
// Elastic-foundation force element.
//
// Elastic part: each face loads its corners with the nodal loads L of its pressure, against its own normal. With a
// pressure fixed to the hull the force has a potential. Damping acts along the hull's normal n at the vertex, on the
// share -n_body . n of a load, the face's projection on the hull:
//     f = -Σ L n_body + N clip(d rate, -1, a) n,   N = Σ L max(0, -n_body . n).
// So the damper takes energy in either direction of motion, and F = K depth (1 + a rate/v0) where the face lies flat.
//
// Friction, bounded by N, acts at the centre of pressure of a few neighbouring vertices, the same ones in every step.
// Many small bristles resist rotation as well as sliding, and need no redistribution when patches merge or split. Depth
// is that of the predicted coordinates and follows the vertex along n within the step.
//
// A face that comes down flat stops within a step or two. The trapezoidal rule multiplies the velocity that a damper c
// acts on by (1 - c h / 2 m) / (1 + c h / 2 m) a step. Above 2 m/h the damper reverses the motion and returns the
// energy that it took (a third of a drop's energy, tests/validation/test_drops.c). So the damping of a patch is limited
// to that value for an eighth of the mass. A uniform rod opposes a blow at its end with a quarter of its mass, one
// whose mass lies toward its middle with less.
#include "contact/set/foundation_memory.h"

#include <stdlib.h>

enum { DEFLECTION_PASSES = 30 };
static const double DEFLECTION_ROUNDING = 1e-13; // [m]
#define LEAST_MASS 0.125                         // share of the body's mass that a patch moves at least

// Evaluates position, depth and rate of the vertices at this iterate.
static void evaluate_motion(contact_hull_foundation *c, const dyn_eval *e) {
    const contact_foundation *g = &c->geometry;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_node *n = &c->node[i];
        const contact_wet_vertex *v = &g->vertex[i];
        n->position = dyn_body_point(e, c->body, n->w);
        n->depth = v->depth - vec3_dot(v->normal, vec3_sub(n->position, v->x));
        n->rate = -vec3_dot(v->normal, dyn_body_velocity(e, c->body, n->w));
    }
}

// Evaluates the loads of the faces on their vertices, with the structure deflected as the patches say.
static void evaluate_faces(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int i = 0; i < g->n_vertices; i++) {
        c->node[i].elastic = vec3_make(0, 0, 0);
        c->node[i].load = c->node[i].area = 0;
    }
    for (int i = 0; i < g->n_faces; i++) {
        const contact_wet_face *f = &g->face[i];
        const int *v = f->corner;
        double away = c->patch[g->vertex[v[0]].patch].deflection, load[3], wet[3];
        double depth[3] = {c->node[v[0]].depth - away, c->node[v[1]].depth - away, c->node[v[2]].depth - away};
        if (!contact_integrate_wet_triangle(depth, f->area, load, wet)) continue;
        for (int k = 0; k < 3; k++) {
            contact_foundation_node *n = &c->node[v[k]];
            double share = -vec3_dot(f->normal, g->vertex[v[k]].normal);
            n->elastic = vec3_madd(n->elastic, -c->modulus * load[k], f->normal);
            if (share <= 0) continue;
            n->load += c->modulus * share * load[k];
            n->area += share * wet[k];
        }
    }
}

// Finds the deflection w of the structure under each patch: w = compliance x load(w). The load falls with w, and its
// slope rises toward zero, so that Newton's method rises from w = 0 to the solution. The work is that of a spring in
// series: with w at its solution the force is still the gradient of an energy, which is that of `energy` below. Each
// patch deflects the structure alone, also where two lie on one panel.
static void deflect_structure(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    double most = HUGE_VAL;
    for (int pass = 0; pass < DEFLECTION_PASSES && most > DEFLECTION_ROUNDING; pass++) {
        most = 0;
        for (int k = 0; k < g->n_patches; k++) c->patch[k].load = c->patch[k].wet = 0;
        for (int i = 0; i < g->n_vertices; i++) {
            c->patch[g->vertex[i].patch].load += c->node[i].load;
            c->patch[g->vertex[i].patch].wet += c->node[i].area;
        }
        for (int k = 0; k < g->n_patches; k++) {
            contact_foundation_patch *p = &c->patch[k];
            double rest = p->compliance * p->load - p->deflection;
            double move = rest / (1 + p->compliance * c->modulus * p->wet);
            p->deflection = fmax(p->deflection + move, 0);
            most = fmax(most, fabs(move));
        }
        evaluate_faces(c);
    }
}

static void evaluate_loads(contact_hull_foundation *c, const dyn_eval *e) {
    evaluate_motion(c, e);
    for (int k = 0; k < c->geometry.n_patches; k++) c->patch[k].deflection = 0;
    evaluate_faces(c);
    if (c->set.structure) deflect_structure(c);
}

// Finds the compliance of the structure under the load of each patch.
static void find_compliance(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int k = 0; k < g->n_patches; k++) c->patch[k].load = 0;
    for (int i = 0; i < g->n_vertices; i++) {
        const contact_foundation_node *n = &c->node[i];
        contact_foundation_patch *p = &c->patch[g->vertex[i].patch];
        p->load += n->load;
        p->compliance += n->load * contact_structure_compliance(c->set.structure, n->position);
    }
    for (int k = 0; k < g->n_patches; k++)
        if (c->patch[k].load > 0) c->patch[k].compliance /= c->patch[k].load;
}

// Groups the loaded vertices into the sites of their clusters.
static void make_sites(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int k = 0; k < c->n_sites; k++) c->site_of[c->site[k].cluster] = -1;
    c->n_sites = 0;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_node *n = &c->node[i];
        int cluster = g->home[g->vertex[i].vertex];
        n->site = -1;
        if (n->load <= 0) continue;
        if (c->site_of[cluster] < 0) {
            c->site_of[cluster] = c->n_sites;
            c->site[c->n_sites++] = (contact_foundation_site){.cluster = cluster};
        }
        n->site = c->site_of[cluster];
        contact_foundation_site *s = &c->site[n->site];
        for (int k = 0; k < 4; k++) s->w[k] += n->load * n->w[k];
        s->normal = vec3_madd(s->normal, n->load, g->vertex[i].normal);
        s->load += n->load;
        if (n->load > s->most) s->most = n->load, s->patch = g->vertex[i].patch;
    }
    for (int i = 0; i < c->n_sites; i++) {
        contact_foundation_site *s = &c->site[i];
        for (int k = 0; k < 4; k++) s->w[k] /= s->load;
        s->normal = vec3_unit(s->normal);
    }
}

// Sets the approach speed of each patch: of a fresh one the load's mean closing speed, of others the mean of their
// sites' memory.
static void start_patches(contact_hull_foundation *c) {
    const contact_foundation *g = &c->geometry;
    for (int i = 0; i < g->n_vertices; i++) {
        contact_foundation_patch *p = &c->patch[g->vertex[i].patch];
        if (!p->fresh) continue;
        p->v0 += c->node[i].load * c->node[i].rate;
        p->known += c->node[i].load;
    }
    for (int k = 0; k < g->n_patches; k++) {
        contact_foundation_patch *p = &c->patch[k];
        p->v0 = p->known > 0 ? fmax(p->v0 / p->known, c->set.material.v_min) : c->set.material.v_min;
    }
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    contact_hull_foundation *c = self;
    contact_foundation *g = &c->geometry;
    c->info = (contact_detect_info){0};
    g->n_vertices = g->n_faces = g->n_patches = 0;
    make_sites(c);
    if (!dyn_body_active(e, c->body)) return;
    pose at = dyn_body_pose(e, c->body);
    contact_foundation_detect(g, &at);
    c->info.pairs = g->n_faces;
    for (int i = 0; i < g->n_vertices; i++) {
        c->node[i] = (contact_foundation_node){0};
        dyn_body_weights(e->model, c->body, g->skin.vertex[g->vertex[i].vertex], c->node[i].w);
    }
    for (int k = 0; k < g->n_patches; k++) c->patch[k] = (contact_foundation_patch){.fresh = true};
    evaluate_loads(c, e);
    if (c->set.structure) {
        find_compliance(c);
        evaluate_loads(c, e);
    }
    make_sites(c);
    foundation_restore_memory(c, z);
    start_patches(c);
}

// Sets the damping of each patch by its approach speed, within the limits of contact_normal_force and of the step size.
static void set_damping(contact_hull_foundation *c, const dyn_eval *e) {
    const contact_foundation *g = &c->geometry;
    const contact_material *m = &c->set.material;
    double a = c->set.hysteresis, most = 2 * LEAST_MASS * dyn_body_mass(e, c->body) / e->h;
    for (int k = 0; k < g->n_patches; k++) c->patch[k].load = 0;
    for (int i = 0; i < g->n_vertices; i++) c->patch[g->vertex[i].patch].load += c->node[i].load;
    for (int k = 0; k < g->n_patches; k++) {
        contact_foundation_patch *p = &c->patch[k];
        p->damping = a / fmax(fmax(p->v0, m->v_min), a / m->damping_max);
        if (p->damping * p->load > most) p->damping = most / p->load;
    }
}

static void add_force(const double w[4], vec3 f, vec3 sum[4]) {
    for (int k = 0; k < 4; k++) sum[k] = vec3_madd(sum[k], w[k], f);
}

// Adds elastic force and damping of one vertex. The damper's derivative counts only between its limits.
static void eval_node(contact_hull_foundation *c, const dyn_eval *e, int i, vec3 sum[4]) {
    contact_foundation_node *n = &c->node[i];
    const contact_wet_vertex *v = &c->geometry.vertex[i];
    double damping = c->patch[v->patch].damping, bracket = fmin(fmax(damping * n->rate, -1), c->set.hysteresis);
    n->normal_force = n->load * (1 + bracket);
    add_force(n->w, vec3_madd(n->elastic, n->load * bracket, v->normal), sum);
    if (!e->tangent) return;
    bool free = bracket > -1 && bracket < c->set.hysteresis;
    double s = e->k_weight * c->modulus * n->area * (1 + bracket) + (free ? e->c_weight * n->load * damping : 0);
    const double x[3] = {v->normal.x, v->normal.y, v->normal.z};
    mat3 t;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) t.m[r][k] = s * x[r] * x[k];
    dyn_body_add_tangent(e, c->body, n->w, &t);
}

// Adds the friction of one site, bounded by the last step's elastic load, as in every contact.
static void eval_site(contact_hull_foundation *c, const dyn_eval *e, contact_foundation_site *s, vec3 sum[4]) {
    vec3 v = foundation_tangential(dyn_body_velocity(e, c->body, s->w), s->normal);
    contact_slide slide = {
        .n = s->memory.n_ref, .v_t = v, .slip = foundation_slip(c, s, e), .normal = s->normal, .h = e->h};
    contact_friction f = contact_friction_force(&c->set.material, &s->memory, &slide);
    if (f.refused) *e->events |= RT_EVENT_BIT(RT_EVENT_LAW_REFUSED);
    s->friction = f.force;
    s->sticking = f.sticking;
    add_force(s->w, f.force, sum);
    if (!e->tangent) return;
    mat3 t;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) t.m[r][k] = e->k_weight * f.k.m[r][k] + e->c_weight * f.c.m[r][k];
    dyn_body_add_tangent(e, c->body, s->w, &t);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    contact_hull_foundation *c = self;
    vec3 sum[4] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    (void)z;
    if (c->geometry.n_faces == 0) return;
    evaluate_loads(c, e);
    set_damping(c, e);
    for (int i = 0; i < c->geometry.n_vertices; i++)
        if (vec3_norm2(c->node[i].elastic) > 0) eval_node(c, e, i, sum);
    for (int i = 0; i < c->n_sites; i++) eval_site(c, e, &c->site[i], sum);
    for (int k = 0; k < 4; k++) {
        double one[4] = {0};
        one[k] = 1;
        dyn_body_add_force(e, c->body, one, sum[k]);
    }
}

// Elastic energy k ∫ depth²/2 over the covered part of the hull's face: exact on a plane. With a structure that
// deflects by w under the load F it is k ∫ (depth - w)²/2 + F w/2 = ∫ p depth/2, the same sum.
static double energy(const void *self, const dyn_eval *e, const void *z) {
    (void)e, (void)z;
    const contact_hull_foundation *c = self;
    double sum = 0;
    for (int i = 0; i < c->geometry.n_vertices; i++) sum += 0.5 * c->node[i].load * c->node[i].depth;
    return sum;
}

static void accept(void *self, const dyn_eval *e, void *z) {
    contact_hull_foundation *c = self;
    foundation_store_memory(c, e, z);
    foundation_report(c);
    c->impacts = 0;
    for (int k = 0; k < c->geometry.n_patches; k++)
        c->impacts += c->patch[k].fresh && c->patch[k].sum.elastic_force > 0 && c->patch[k].v0 > c->impact_speed;
    if (c->impacts > 0) *e->events |= RT_EVENT_BIT(RT_EVENT_HULL_IMPACT);
    if (c->info.dropped > 0) *e->events |= RT_EVENT_BIT(RT_EVENT_CONTACT_FULL);
}

rt_status contact_hull_foundation_create(contact_hull_foundation *c, int body, const contact_mesh *mesh,
                                         const contact_surface *hull, double modulus, const contact_material *m,
                                         rt_diag *d) {
    *c = (contact_hull_foundation){.body = body, .modulus = modulus, .impact_speed = 0.05};
    rt_status status = contact_foundation_create(&c->geometry, mesh, CONTACT_FOUNDATION_EDGE, hull, d);
    if (status == RT_OK) status = contact_set_create(&c->set, m, FOUNDATION_REPORTED, 0);
    if (status == RT_OK) {
        size_t n = (size_t)c->geometry.skin.nv + 1;
        c->node = calloc(n, sizeof *c->node);
        c->patch = calloc(n, sizeof *c->patch);
        c->site = calloc((size_t)c->geometry.n_clusters + 1, sizeof *c->site);
        c->site_of = calloc((size_t)c->geometry.n_clusters + 1, sizeof *c->site_of);
        if (!c->node || !c->patch || !c->site || !c->site_of) status = RT_ERR_MEMORY;
        for (int k = 0; status == RT_OK && k < c->geometry.n_clusters; k++) c->site_of[k] = -1;
    }
    c->force = (dyn_force){.self = c,
                           .phase = RT_PHASE_CONTACT,
                           .z_size = foundation_z_size(),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .energy = energy};
    if (status != RT_OK) contact_hull_foundation_free(c);
    return status;
}

void contact_hull_foundation_free(contact_hull_foundation *c) {
    contact_foundation_free(&c->geometry);
    contact_set_free(&c->set);
    free(c->node), free(c->patch), free(c->site), free(c->site_of);
    *c = (contact_hull_foundation){0};
}
