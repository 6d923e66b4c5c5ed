// SPDX-License-Identifier: MIT
// Special links of the chain: parts of the kit are of the common shape in other sizes; those that bring their mesh are
// in contact by regions.
#include "rt/scenario/chain.h"
#include "rt/scenario/parts.h"
#include "rt/deck/private.h"
#include <stdlib.h>

static const double steel = 7850; // density of a mesh whose mass is not given [kg/m³]

// A link of the common link's proportions but for its length, which keeps the chain's pitch inside.
static tackle_link size_of_bar(const tackle_link *common, double d) {
    return (tackle_link){
        .d = d, .pitch = common->pitch, .length = common->pitch + 2 * d, .width = common->width / common->d * d};
}

static tackle_special bar_properties(const scenario_special *l, const tackle_link *common) {
    double ratio = l->bar_diameter / common->d, mass = common->mass * ratio * ratio * ratio;
    tackle_special own = {.link = l->link - 1, .mass = l->mass > 0 ? l->mass : mass};
    double turn = own.mass / common->mass * ratio * ratio;
    for (int i = 0; i < 3; i++) own.inertia.m[i][i] = turn * common->inertia.m[i][i];
    return own;
}

static tackle_special mesh_properties(const scenario_special *l, const contact_prepared *m) {
    contact_mass part = contact_mesh_mass(&m->mesh, steel);
    if (l->mass > 0) part = contact_mesh_mass(&m->mesh, steel * l->mass / part.mass);
    return (tackle_special){.link = l->link - 1, .mass = part.mass, .centre = part.centre, .inertia = part.inertia};
}

// What of the list of parts is no common link, and is simulated. A swivel is two links: both halves.
static int take_parts(sim *s, const chain_list *list, sim_special *to) {
    const scenario *sc = &s->sc;
    int n = 0, links = scenario_links(sc);
    for (int k = 0; k < list->n; k++) {
        const chain_part *p = &list->part[k];
        int halves = p->kind == TACKLE_SWIVEL ? 2 : 1;
        if (p->kind == TACKLE_COMMON || p->body + halves > links) continue;
        if (p->kind == TACKLE_SWIVEL && s->swivel < 0) s->swivel = p->body;
        for (int half = 0; half < halves; half++, n++) {
            if (!to) continue;
            to[n].own = chain_part_special(sc, p, half);
            to[n].size = chain_part_link(sc, p->kind);
            to[n].stud = tackle_kind_has_stud(p->kind);
            if (p->kind == TACKLE_SWIVEL && p->body == s->swivel && half == 0) to[n].own.turned = sc->chain.phase;
        }
    }
    return n;
}

// The entry of the special links that stands for this link, or a fresh one.
static sim_special *place_of(sim *s, int link) {
    for (int k = 0; k < s->n_special; k++)
        if (s->special[k].own.link == link) return &s->special[k];
    return &s->special[s->n_special++];
}

static rt_status take_special(sim *s, const scenario_special *l, rt_diag *d) {
    const tackle_link common = scenario_common_link(&s->sc);
    sim_special *to = place_of(s, l->link - 1);
    double pitch = to->own.pitch; // of the list's part, if it is one
    to->meshed = l->mesh[0] != 0;
    if (!to->meshed) {
        to->own = bar_properties(l, &common);
        to->size = size_of_bar(&common, l->bar_diameter);
        to->stud = s->sc.chain.type == SCENARIO_CHAIN_STUD;
        return RT_OK;
    }
    rt_status status = sim_mesh_load(s, &to->mesh, l->mesh, l->scale, true, d);
    if (status != RT_OK) return status;
    to->own = mesh_properties(l, &to->mesh);
    to->own.pitch = pitch;
    return RT_OK;
}

rt_status sim_special_load(sim *s, rt_diag *d) {
    const scenario *sc = &s->sc;
    chain_list list;
    rt_status worst = chain_list_make(sc, &list);
    int n = sc->chain.special.n + take_parts(s, &list, NULL);
    if (worst == RT_OK) s->special = calloc((size_t)n + 1, sizeof *s->special);
    if (!s->special) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for %d special links", n);
        worst = RT_ERR_MEMORY;
    } else {
        s->n_special = take_parts(s, &list, s->special);
    }
    for (int i = 0; i < sc->chain.special.n && s->special; i++) {
        rt_status status = take_special(s, &sc->chain.special.item[i], d);
        if (status != RT_OK) worst = status;
    }
    chain_list_free(&list);
    return worst;
}

rt_status sim_special_strength(sim *s) {
    chain_list list;
    rt_status status = chain_list_make(&s->sc, &list);
    for (int k = 0; k < list.n; k++) {
        const chain_part *p = &list.part[k];
        int halves = p->kind == TACKLE_SWIVEL ? 2 : 1;
        for (int i = p->body; i < p->body + halves && i < s->chain.capacity; i++) s->chain.strength[i] = p->strength;
    }
    chain_list_free(&list);
    return status;
}

double sim_pitch(const sim *s, int link) {
    for (int k = 0; k < s->n_special; k++)
        if (s->special[k].own.link == link && s->special[k].own.pitch > 0) return s->special[k].own.pitch;
    return 4 * s->sc.chain.bar_diameter;
}

rt_status sim_special_add_contact(sim *s, const contact_material *m) {
    rt_status status = RT_OK;
    for (int i = 0; i < s->n_special && status == RT_OK; i++) {
        sim_special *l = &s->special[i];
        contact_link_shape shape = contact_link_of_size(l->size.d, l->size.length, l->size.width);
        contact_hull_links_set(&s->link_contact, l->own.link, l->meshed ? NULL : &shape);
        if (!l->meshed) continue;
        status = contact_hull_body_create(&l->contact, s->chain.body[l->own.link], &l->mesh.mesh, &l->mesh.tree,
                                          &s->hull.mesh, &s->hull.tree, m);
        l->contact.impact_speed = INFINITY; // of the anchor's blows, only they are counted
        if (status == RT_OK) dyn_add_force(&s->model, &l->contact.force);
    }
    return status;
}

void sim_special_free(sim *s) {
    for (int i = 0; i < s->n_special; i++) {
        contact_hull_body_free(&s->special[i].contact);
        contact_prepared_free(&s->special[i].mesh);
    }
    free(s->special);
}
