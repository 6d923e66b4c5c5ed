// SPDX-License-Identifier: MIT
// Adds contact of anchor and links with the hull: materials, user laws, and the elements of the scenario's method.
#include "rt/deck/private.h"
#include <assert.h>

#define ANCHOR_CONTACTS 128 // capacity: contacts of the links with one part of the anchor
#define SHACKLED 2          // links at the shackle without contact with the anchor: they turn in its ring

// Makes a curve from points that scenario_contact_check has accepted.
static contact_curve curve_of(const scenario_curve *points, bool level) {
    double x[CONTACT_CURVE_POINTS], y[CONTACT_CURVE_POINTS];
    contact_curve c;
    for (int i = 0; i < points->n; i++) x[i] = points->item[i].x, y[i] = points->item[i].y;
    bool good = contact_curve_make(&c, x, y, points->n, level);
    assert(good || points->n == 0);
    (void)good;
    return c;
}

// Settings that anchor and links share.
static contact_material shared_material(const deck *dk) {
    const scenario *sc = &dk->sim->sc;
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
    m.user = &dk->laws.law;
    return m;
}

static contact_material anchor_material(const deck *dk) {
    const scenario *sc = &dk->sim->sc;
    contact_material m = shared_material(dk);
    m.stiffness = sc->contact.anchor_stiffness;
    m.damping_max = sc->contact.anchor_damping;
    m.force_table = curve_of(&sc->contact.anchor_force, false);
    m.impact_damping = sc->contact.anchor_impact_damping;
    m.v_stick = sc->contact.v_stick;
    m.v_dynamic = sc->contact.v_dynamic;
    return m;
}

static contact_material link_material(const deck *dk) {
    const scenario *sc = &dk->sim->sc;
    contact_material m = shared_material(dk);
    m.stiffness = sc->contact.link_stiffness;
    m.damping_max = sc->contact.link_damping;
    m.force_table = curve_of(&sc->contact.link_force, false);
    m.impact_damping = sc->contact.link_impact_damping;
    m.v_stick = sc->contact.link_v_stick;
    m.v_dynamic = sc->contact.link_v_dynamic;
    return m;
}

rt_status deck_load_laws(deck *dk, rt_diag *d) {
    const contact_material m = shared_material(dk);
    return law_library_open_for(&dk->laws, dk->sim->sc.contact.law_library, &m, dk->sim->sc.path,
                                dk->sim->sc.contact.law_library_line, "contact", d);
}

static contact_structure structure_of(const scenario *sc) {
    const contact_plating shell = {sc->structure.thickness, sc->structure.frame_spacing, sc->structure.panel_length};
    contact_structure s = {.compliance = contact_plating_compliance(&shell), .n = sc->structure.parts.n};
    for (int k = 0; k < s.n; k++) {
        const scenario_structure *p = &sc->structure.parts.item[k];
        const contact_plating own = {p->thickness, p->frame_spacing, p->panel_length};
        s.box[k] = (contact_structure_box){.lo = {p->from[0], p->from[1], p->from[2]},
                                           .hi = {p->to[0], p->to[1], p->to[2]},
                                           .edge = p->edge,
                                           .compliance = contact_plating_compliance(&own)};
    }
    return s;
}

// Gives the hull's structure to all contacts, unless it is rigid everywhere.
static void set_structure(deck *dk) {
    dk->structure = structure_of(&dk->sim->sc);
    if (!contact_structure_yields(&dk->structure)) return;
    dk->link_contact.set.structure = &dk->structure;
    dk->shank_contact.regions.set.structure = dk->head_contact.regions.set.structure = &dk->structure;
    dk->shank_contact.foundation.set.structure = dk->head_contact.foundation.set.structure = &dk->structure;
    for (int k = 0; k < dk->n_special; k++) dk->special[k].contact.set.structure = &dk->structure;
}

static rt_status create_anchor_contact(deck *dk, deck_part_contact *p, int body, const contact_prepared *m,
                                       const contact_material *material, rt_diag *d) {
    if (dk->sim->sc.contact.method == SCENARIO_CONTACT_FOUNDATION) {
        contact_hull_foundation *f = &p->foundation;
        p->force = &f->force, p->set = &f->set, p->info = &f->info, p->impacts = &f->impacts,
        p->impact_speed = &f->impact_speed;
        return contact_hull_foundation_create(f, body, &m->mesh, &dk->surface, dk->sim->sc.contact.foundation_modulus,
                                              material, d);
    }
    contact_hull_body *r = &p->regions;
    p->force = &r->force, p->set = &r->set, p->info = &r->info, p->impacts = &r->impacts,
    p->impact_speed = &r->impact_speed;
    return contact_hull_body_create(r, body, &m->mesh, &m->tree, &dk->hull.mesh, &dk->hull.tree, material);
}

static rt_status add_contact(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    contact_material body = anchor_material(dk), link = link_material(dk);
    const tackle_link *common = &dk->chain.link;
    contact_link_shape shape = contact_link_of_size(common->d, common->length, common->width);
    rt_status status = RT_OK;
    if (sc->contact.method == SCENARIO_CONTACT_FOUNDATION)
        status = contact_surface_create(&dk->surface, &dk->hull.mesh, &dk->hull.tree);
    if (status == RT_OK) status = create_anchor_contact(dk, &dk->shank_contact, dk->anchor.shank, &dk->shank, &body, d);
    if (status == RT_OK) status = create_anchor_contact(dk, &dk->head_contact, dk->anchor.head, &dk->head, &body, d);
    if (status == RT_OK)
        status = contact_hull_links_create(&dk->link_contact, &shape, dk->chain.body, dk->chain.capacity,
                                           &dk->hull.mesh, &dk->hull.tree, &link);
    if (status != RT_OK) return status;
    dyn_add_force(&dk->sim->model, &dk->link_contact.force);
    dyn_add_force(&dk->sim->model, dk->shank_contact.force);
    dyn_add_force(&dk->sim->model, dk->head_contact.force);
    return deck_add_special_contact(dk, &link);
}

// Adds the contact of the links with one part of the anchor, the shank or the head.
static rt_status add_anchor_links(deck *dk, contact_hull_links *c, int body, const contact_prepared *m,
                                  const contact_material *material, const char *name) {
    const tackle_link *common = &dk->chain.link;
    const contact_link_shape shape = contact_link_of_size(common->d, common->length, common->width);
    rt_status status = contact_body_links_create(c, &shape, dk->chain.body, dk->chain.capacity, body, &m->mesh,
                                                 &m->tree, material, ANCHOR_CONTACTS);
    if (status != RT_OK) return status;
    for (int k = 0; k < dk->n_special; k++) {
        const deck_special *l = &dk->special[k];
        const contact_link_shape own = contact_link_of_size(l->size.d, l->size.length, l->size.width);
        if (!l->meshed) contact_hull_links_set_shape(c, l->own.link, &own);
    }
    for (int k = 0; k < SHACKLED && k < dk->chain.capacity; k++) contact_hull_links_set_shape(c, k, NULL);
    dyn_add_force(&dk->sim->model, &c->force);
    deck_name_force(dk, &c->force, name);
    return RT_OK;
}

static rt_status add_chain_on_anchor(deck *dk) {
    const contact_material m = link_material(dk);
    rt_status status =
        add_anchor_links(dk, &dk->anchor_links[0], dk->anchor.shank, &dk->shank, &m, "chain on the shank");
    if (status != RT_OK) return status;
    return add_anchor_links(dk, &dk->anchor_links[1], dk->anchor.head, &dk->head, &m, "chain on the anchor's head");
}

double deck_chain_on_anchor(const deck *dk, int *link) {
    vec3 force = {0, 0, 0};
    double most = 0;
    *link = 0;
    if (dk->anchor_links[0].links == 0) return (double)NAN;
    for (int part = 0; part < DECK_ANCHOR_PARTS; part++) {
        const contact_set *c = &dk->anchor_links[part].set;
        for (int k = 0; k < c->n; k++) {
            const contact_item *i = &c->item[k];
            force = vec3_add(force, vec3_madd(i->friction_force, i->normal_force, i->touch.normal));
            if (i->normal_force <= most) continue;
            most = i->normal_force;
            *link = i->body - dk->chain.body[0];
        }
    }
    return vec3_norm(force);
}

rt_status deck_add_contact(deck *dk, const start_layout *l, rt_diag *d) {
    (void)l;
    rt_status status = add_contact(dk, d);
    if (status == RT_OK && dk->sim->sc.contact.chain_on_anchor) status = add_chain_on_anchor(dk);
    if (status != RT_OK) {
        rt_diag_error(d, dk->sim->sc.path, 0, 0, "no memory for contact");
        return status;
    }
    deck_name_force(dk, dk->shank_contact.force, "shank on hull");
    deck_name_force(dk, dk->head_contact.force, "head on hull");
    deck_name_force(dk, &dk->link_contact.force, "links on hull");
    set_structure(dk);
    return RT_OK;
}

static void free_part_contact(deck_part_contact *p) {
    contact_hull_body_free(&p->regions);
    contact_hull_foundation_free(&p->foundation);
}

void deck_free_contact(deck *dk) {
    contact_hull_links_free(&dk->link_contact);
    for (int part = 0; part < DECK_ANCHOR_PARTS; part++) contact_hull_links_free(&dk->anchor_links[part]);
    free_part_contact(&dk->shank_contact);
    free_part_contact(&dk->head_contact);
    contact_surface_free(&dk->surface);
    law_library_close(&dk->laws);
}
