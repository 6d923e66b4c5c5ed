// SPDX-License-Identifier: MIT
// Set-up of the composition: meshes, model, contact; then the start.
#include "rt/scenario/chain.h"
#include "rt/scenario/parts.h"
#include "rt/scenario/type.h"
#include "rt/deck/private.h"
#include "rt/world/state.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FORCES 14 // besides the special links
#define BEDDING 1e-4  // what the head's weight presses the crown pin into its bearing [m]; default of ours

contact_cache_use sim_mesh_cache(void) {
    const char *word = getenv("HAWSE_MESH_CACHE");
    return word && strcmp(word, "off") == 0 ? CONTACT_CACHE_OFF : CONTACT_CACHE_ON;
}

rt_status sim_mesh_load(sim *s, contact_prepared *m, const char *path, double scale, bool closed, rt_diag *d) {
    const contact_mesh_options o = {.scale = scale, .need_closed = closed};
    rt_status status = contact_prepare(path, &o, sim_mesh_cache(), m, d);
    if (m->cache != CONTACT_CACHE_FAILED || s->cache_told) return status;
    // said once, however many meshes cannot be kept: it costs time at the next start, no more
    rt_diag_warning(d, path, 0, 0, "the prepared mesh cannot be kept in %s%s: %s (it is prepared at each start)", path,
                    CONTACT_CACHE_SUFFIX, strerror(m->error));
    s->cache_told = true;
    return status;
}

static rt_status load_meshes(sim *s, rt_diag *d) {
    const scenario *sc = &s->sc;
    rt_status made = scenario_type_make(sc, d);
    if (made != RT_OK) return made;
    rt_status a = sim_mesh_load(s, &s->hull, sc->ship.hull, sc->ship.hull_scale, !sc->ship.hull_open, d);
    rt_status b = sim_mesh_load(s, &s->shank, sc->anchor.shank, sc->anchor.scale, true, d);
    rt_status c = sim_mesh_load(s, &s->head, sc->anchor.head, sc->anchor.scale, true, d);
    rt_status e = sim_special_load(s, d);
    return a != RT_OK ? a : b != RT_OK ? b : c != RT_OK ? c : e; // all are read, so that all errors are told at once
}

// Mass, centre and inertia of a part: from its mesh and its mass or density, or as given.
static contact_mass mass_of(const contact_prepared *m, double mass, double density, const double centre[3],
                            const double inertia[3]) {
    contact_mass part = contact_mesh_mass(&m->mesh, density);
    if (mass > 0) part = contact_mesh_mass(&m->mesh, density * mass / part.mass);
    if (inertia[0] > 0 || inertia[1] > 0 || inertia[2] > 0) {
        part.centre = vec3_make(centre[0], centre[1], centre[2]);
        part.inertia = (mat3){{{inertia[0], 0, 0}, {0, inertia[1], 0}, {0, 0, inertia[2]}}};
    }
    return part;
}

static rt_status add_anchor(sim *s, const start_layout *l) {
    const scenario *sc = &s->sc;
    contact_mass shank = mass_of(&s->shank, sc->anchor.shank_mass, sc->anchor.density, sc->anchor.shank_centre,
                                 sc->anchor.shank_inertia);
    contact_mass head =
        mass_of(&s->head, sc->anchor.head_mass, sc->anchor.density, sc->anchor.head_centre, sc->anchor.head_inertia);
    head.centre.z += sc->anchor.head_shift;
    // the stop gives by 0.2 mrad under the head's weight at an arm of 0.1 m
    double inertia = head.inertia.m[0][0] + head.mass * vec3_norm2(head.centre);
    double stiffness = head.mass * 9.81 * 0.1 / 2e-4, e = sc->anchor.stop_restitution;
    double reduced = shank.mass * head.mass / (shank.mass + head.mass), bearing = head.mass * 9.81 / BEDDING;
    const tackle_anchor_def def = {.shank_mass = shank.mass,
                                   .head_mass = head.mass,
                                   .shank_centre = shank.centre,
                                   .head_centre = head.centre,
                                   .shank_inertia = shank.inertia,
                                   .head_inertia = head.inertia,
                                   .shackle = sc->anchor.shackle,
                                   .hinge_stop = sc->anchor.hinge_stop,
                                   .stop_stiffness = stiffness,
                                   .stop_damping = tackle_rebound_damping(stiffness, inertia, e),
                                   .play = 0.5 * sc->anchor.slop,
                                   .pin_stiffness = bearing,
                                   .pin_damping = tackle_rebound_damping(bearing, reduced, e),
                                   .pin_friction = sc->anchor.pin_friction,
                                   .no_swivel = sc->chain.parts.n > 0,
                                   .swivel_friction = sc->anchor.swivel_friction,
                                   .swivel_seized = tackle_seized_torque(sc->chain.bar_diameter),
                                   .shank = l->shank,
                                   .hinge = l->hinge};
    return tackle_anchor_add(&s->anchor, &s->model, &def);
}

static rt_status add_chain(sim *s, const start_layout *l) {
    const scenario *sc = &s->sc;
    tackle_link link = scenario_common_link(sc);
    tackle_special *special = calloc((size_t)s->n_special + 1, sizeof *special);
    if (!special) return RT_ERR_MEMORY;
    for (int k = 0; k < s->n_special; k++) special[k] = s->special[k].own;
    rt_status status = tackle_chain_add_special(&s->chain, &s->model, &link, special, s->n_special, scenario_links(sc),
                                                s->anchor.shackle, l->path, l->side, sc->chain.joint_friction);
    s->chain.turning = (tackle_swivel_def){sc->anchor.swivel_friction, tackle_seized_torque(sc->chain.bar_diameter)};
    free(special);
    return status == RT_OK ? sim_special_strength(s) : status;
}
// The chain stopper on the lead from the pipe to the lifter; none where a lead of no length leaves no room for it.
static void add_stopper(sim *s, const start_layout *l) {
    const scenario *sc = &s->sc;
    vec3 lifter = vec3_make(sc->ship.lifter[0], sc->ship.lifter[1], sc->ship.lifter[2]), up = vec3_make(0, 0, 1);
    double lead = vec3_norm(vec3_sub(lifter, l->top)), place = sc->stopper.place;
    tackle_stopper_def def =
        tackle_stopper_def_default(&s->chain.link, tackle_breaking_load(sc->chain.bar_diameter, sc->chain.grade));
    if (place == 0) place = 0.5 * lead;
    def.lead = vec3_unit(vec3_sub(lifter, l->top));
    def.at = vec3_madd(lifter, -place, def.lead);
    vec3 across = vec3_cross(def.lead, up);
    def.up = vec3_unit(vec3_cross(across, def.lead));
    if (sc->stopper.strength > 0) {
        def.stiffness *= sc->stopper.strength / def.strength;
        def.strength = sc->stopper.strength;
    }
    if (sc->stopper.stiffness > 0) def.stiffness = sc->stopper.stiffness;
    if (sc->stopper.play > 0) def.play = sc->stopper.play;
    if (sc->stopper.bar_mass > 0) def.bar_mass = sc->stopper.bar_mass;
    def.lift_load = sc->stopper.lift_load;
    if (place >= START_STOPPER_ROOM * s->chain.link.pitch) tackle_stopper_add(&s->stopper, &s->model, &s->lifter, &def);
}

static rt_status add_tackle(sim *s, const start_layout *l) {
    const scenario *sc = &s->sc;
    rt_status status = add_anchor(s, l);
    if (status == RT_OK) status = add_chain(s, l);
    if (status != RT_OK) return status;
    tackle_anchor_finish(&s->anchor, &s->model, s->chain.body[0], s->chain.u[0]);
    tackle_lifter_add(&s->lifter, &s->model, &s->chain, l->links, l->sigma0, vec3_make(0, 0, 1),
                      sc->windlass.lifter_inertia, sc->windlass.motor_inertia);
    sim_windlass_add(s);
    const tackle_strength_def strength = {.proof = tackle_proof_load(sc->chain.bar_diameter, sc->chain.grade),
                                          .breaking = tackle_breaking_load(sc->chain.bar_diameter, sc->chain.grade),
                                          .time = sc->chain.shock_time};
    tackle_strength_add(&s->strength, &s->model, &s->chain, &s->lifter, &strength);
    add_stopper(s, l);
    return RT_OK;
}

// The points have been checked by scenario_contact_check.
static contact_curve curve_of(const scenario_curve *points, bool level) {
    double x[CONTACT_CURVE_POINTS], y[CONTACT_CURVE_POINTS];
    contact_curve c;
    for (int i = 0; i < points->n; i++) x[i] = points->item[i].x, y[i] = points->item[i].y;
    bool good = contact_curve_make(&c, x, y, points->n, level);
    assert(good || points->n == 0);
    (void)good;
    return c;
}

// What anchor and links have in common.
static contact_material material(const sim *s) {
    const scenario *sc = &s->sc;
    contact_material m = contact_material_default();
    m.law = (contact_normal_law)sc->contact.law;
    m.exponent = sc->contact.exponent;
    m.restitution = sc->contact.restitution;
    m.impact_depth = sc->contact.impact_depth;
    m.v_transition = sc->contact.v_transition;
    m.friction = (contact_friction_law)sc->contact.friction;
    m.mu_static = sc->contact.mu_static;
    m.mu_dynamic = sc->contact.mu_dynamic;
    m.mu_viscous = sc->contact.mu_viscous;
    m.mu_table = curve_of(&sc->contact.mu, true);
    m.pre_slide = sc->contact.pre_slide;
    m.user = &s->laws.law;
    return m;
}

static contact_material anchor_material(const sim *s) {
    const scenario *sc = &s->sc;
    contact_material m = material(s);
    m.stiffness = sc->contact.anchor_stiffness;
    m.damping_max = sc->contact.anchor_damping;
    m.force_table = curve_of(&sc->contact.anchor_force, false);
    m.impact_damping = sc->contact.anchor_impact_damping;
    m.v_stick = sc->contact.v_stick;
    m.v_dynamic = sc->contact.v_dynamic;
    return m;
}

static contact_material link_material(const sim *s) {
    const scenario *sc = &s->sc;
    contact_material m = material(s);
    m.stiffness = sc->contact.link_stiffness;
    m.damping_max = sc->contact.link_damping;
    m.force_table = curve_of(&sc->contact.link_force, false);
    m.impact_damping = sc->contact.link_impact_damping;
    m.v_stick = sc->contact.link_v_stick;
    m.v_dynamic = sc->contact.link_v_dynamic;
    return m;
}

static rt_status load_laws(sim *s, rt_diag *d) {
    const contact_material m = material(s);
    return law_library_open_for(&s->laws, s->sc.contact.law_library, &m, s->sc.path, s->sc.contact.law_library_line,
                                "contact", d);
}

static rt_status create_part(sim *s, sim_part *p, int body, const contact_prepared *m, const contact_material *material,
                             rt_diag *d) {
    if (s->sc.contact.method == SCENARIO_CONTACT_FOUNDATION) {
        contact_hull_foundation *f = &p->foundation;
        p->force = &f->force, p->set = &f->set, p->info = &f->info, p->impacts = &f->impacts;
        return contact_hull_foundation_create(f, body, &m->mesh, &s->surface, s->sc.contact.foundation_modulus,
                                              material, d);
    }
    contact_hull_body *r = &p->regions;
    p->force = &r->force, p->set = &r->set, p->info = &r->info, p->impacts = &r->impacts;
    return contact_hull_body_create(r, body, &m->mesh, &m->tree, &s->hull.mesh, &s->hull.tree, material);
}

static rt_status add_contact(sim *s, rt_diag *d) {
    const scenario *sc = &s->sc;
    contact_material body = anchor_material(s), link = link_material(s);
    const tackle_link *common = &s->chain.link;
    contact_link_shape shape = contact_link_of_size(common->d, common->length, common->width);
    rt_status status = RT_OK;
    if (sc->contact.method == SCENARIO_CONTACT_FOUNDATION)
        status = contact_surface_create(&s->surface, &s->hull.mesh, &s->hull.tree);
    if (status == RT_OK) status = create_part(s, &s->shank_contact, s->anchor.shank, &s->shank, &body, d);
    if (status == RT_OK) status = create_part(s, &s->head_contact, s->anchor.head, &s->head, &body, d);
    if (status == RT_OK)
        status = contact_hull_links_create(&s->link_contact, &shape, s->chain.body, s->chain.capacity, &s->hull.mesh,
                                           &s->hull.tree, &link);
    if (status != RT_OK) return status;
    s->link_contact.method = (contact_link_method)sc->contact.link_method;
    dyn_add_force(&s->model, &s->link_contact.force);
    dyn_add_force(&s->model, s->shank_contact.force);
    dyn_add_force(&s->model, s->head_contact.force);
    return sim_special_add_contact(s, &link);
}

// Pattern, state and scratch of the assembled model.
static rt_status finish_model(sim *s, rt_diag *d) {
    const scenario *sc = &s->sc;
    dyn_step_def step = dyn_step_def_default();
    step.solver = (dyn_solver_kind)sc->solver.linear;
    step.max_newton = sc->solver.max_newton;
    step.tolerance = sc->solver.tolerance;
    step.dissipation = sc->solver.dissipation;
    step.max_projections = sc->solver.projections;
    step.substeps = sc->solver.substeps;
    step.projection_tolerance = sc->solver.projection_tolerance;
    rt_status status = dyn_model_finish(&s->model, sc->solver.gamma);
    if (status == RT_OK) status = dyn_state_create(&s->model, &s->state);
    if (status == RT_OK && !(s->work = dyn_work_create(&s->model, &step))) status = RT_ERR_MEMORY;
    if (status == RT_OK)
        sim_find_sections(s);
    else
        rt_diag_error(d, sc->path, 0, 0, "no memory for %d bodies", s->model.n_bodies);
    return status;
}

static rt_status create_mechanism(sim *s, rt_diag *d) {
    s->outcome.time_s = -1; // there is nothing to house
    rt_status status = mechanism_create(&s->mechanism, &s->sc, &s->model, d);
    if (status == RT_OK) status = finish_model(s, d);
    if (status == RT_OK)
        status = mechanism_start(&s->mechanism, &s->sc, &s->state, s->work, &s->command, s->residual, d);
    if (status != RT_OK) sim_destroy(s);
    return status;
}

static rt_status finish(sim *s, const start_layout *l, rt_diag *d) {
    rt_status status = finish_model(s, d);
    if (status != RT_OK) return status;
    tackle_lifter_start(&s->lifter, &s->model, &s->state, l->links);
    s->hang = l->hang;
    return RT_OK;
}

// A mechanism has parts too, which never touch.
static void point_at_nothing(sim_part *p) {
    p->set = &p->regions.set, p->info = &p->regions.info, p->impacts = &p->regions.impacts;
}

rt_status sim_assemble(sim *s, const scenario *sc, rt_diag *d) {
    memset(s, 0, sizeof *s);
    s->sc = *sc;
    point_at_nothing(&s->shank_contact), point_at_nothing(&s->head_contact);
    if (sc->model_line) return create_mechanism(s, d);
    int links = scenario_links(sc);
    s->swivel = -1;
    start_layout layout = {0};
    rt_status status = load_meshes(s, d);
    if (status == RT_OK) status = load_laws(s, d);
    if (status == RT_OK) status = start_lay_out(s, &layout, d);
    if (status == RT_OK && !dyn_model_create(&s->model, sc->solver.step, vec3_make(0, 0, -9.81), 8 + 3 * links,
                                             2 + links, links + 1 + s->n_special, 1, MAX_FORCES + s->n_special)) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for a chain of %d links", links);
        status = RT_ERR_MEMORY;
    }
    if (status == RT_OK && (status = add_tackle(s, &layout)) != RT_OK)
        rt_diag_error(d, sc->path, 0, 0, "the anchor's mass and inertia are not physical: check its meshes and masses");
    if (status == RT_OK) status = sim_windlass_check(s, &layout, d);
    if (status == RT_OK && (status = add_contact(s, d)) != RT_OK)
        rt_diag_error(d, sc->path, 0, 0, "no memory for contact");
    if (status == RT_OK && (status = sim_sea_add(s)) != RT_OK)
        rt_diag_error(d, sc->path, 0, 0, "no memory for the sea on %d links", links);
    if (status == RT_OK) status = finish(s, &layout, d);
    start_lay_out_free(&layout);
    if (status != RT_OK) sim_destroy(s);
    return status;
}

rt_status sim_create(sim *s, const scenario *sc, rt_diag *d) {
    rt_status status = sim_assemble(s, sc, d);
    if (status != RT_OK) return status;
    status = sim_start(s, d);
    if (status != RT_OK) sim_destroy(s);
    return status;
}

static void free_part(sim_part *p) {
    contact_hull_body_free(&p->regions);
    contact_hull_foundation_free(&p->foundation);
}

void sim_destroy(sim *s) {
    mechanism_destroy(&s->mechanism);
    contact_hull_links_free(&s->link_contact);
    free_part(&s->shank_contact);
    free_part(&s->head_contact);
    contact_surface_free(&s->surface);
    sim_special_free(s);
    tackle_sea_free(&s->sea);
    dyn_work_destroy(s->work);
    dyn_state_free(&s->state);
    dyn_model_destroy(&s->model);
    tackle_chain_free(&s->chain);
    contact_prepared_free(&s->hull);
    contact_prepared_free(&s->shank);
    contact_prepared_free(&s->head);
    law_library_close(&s->laws);
    memset(s, 0, sizeof *s);
}
