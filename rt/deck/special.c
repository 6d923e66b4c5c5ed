// SPDX-License-Identifier: MIT
// Special links of the chain: kit parts and thicker links have the common shape in another size; links with a mesh of
// their own use region contact.
#include "rt/deck/private.h"
#include "rt/scenario/chain.h"
#include "rt/scenario/parts.h"
#include <stdlib.h>

static const double steel = 7850; // density of a mesh without a given mass [kg/m³]

// Link of another bar diameter: width in proportion, inside length equal to the chain's pitch.
static tackle_link size_for_bar(const tackle_link *common, double d) {
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

// Collects the simulated parts of chain.parts that are not common links into `to`, or only counts them if it is NULL.
// A swivel is two links, one for each half.
static int collect_special_parts(deck *dk, const chain_list *list, deck_special *to) {
    const scenario *sc = &dk->sim->sc;
    int n = 0, links = scenario_max_links(sc);
    for (int k = 0; k < list->n; k++) {
        const chain_part *p = &list->part[k];
        int halves = p->kind == TACKLE_SWIVEL ? 2 : 1;
        if (p->kind == TACKLE_COMMON || p->body + halves > links) continue;
        if (p->kind == TACKLE_SWIVEL && dk->swivel < 0) dk->swivel = p->body;
        for (int half = 0; half < halves; half++, n++) {
            if (!to) continue;
            to[n].own = chain_part_special(sc, p, half);
            to[n].size = chain_part_link(sc, p->kind);
            to[n].stud = tackle_kind_has_stud(p->kind);
            if (p->kind == TACKLE_SWIVEL && p->body == dk->swivel && half == 0) to[n].own.turned = sc->chain.phase;
        }
    }
    return n;
}

// Returns the link's entry among the special links, or a new one.
static deck_special *find_or_add_link(deck *dk, int link) {
    for (int k = 0; k < dk->n_special; k++)
        if (dk->special[k].own.link == link) return &dk->special[k];
    return &dk->special[dk->n_special++];
}

static rt_status load_special_link(deck *dk, const scenario_special *l, rt_diag *d) {
    const tackle_link common = scenario_common_link(&dk->sim->sc);
    deck_special *to = find_or_add_link(dk, l->link - 1);
    double pitch = to->own.pitch; // of the part in chain.parts, if that has one
    to->meshed = l->mesh[0] != 0;
    if (!to->meshed) {
        to->own = bar_properties(l, &common);
        to->size = size_for_bar(&common, l->bar_diameter);
        to->stud = dk->sim->sc.chain.type == SCENARIO_CHAIN_STUD;
        return RT_OK;
    }
    rt_status status = deck_load_mesh(dk, &to->mesh, l->mesh, l->scale, true, d);
    if (status != RT_OK) return status;
    to->own = mesh_properties(l, &to->mesh);
    to->own.pitch = pitch;
    return RT_OK;
}

rt_status deck_load_special(deck *dk, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    chain_list list;
    rt_status worst = chain_list_expand(sc, &list);
    int n = sc->chain.special.n + collect_special_parts(dk, &list, NULL);
    if (worst == RT_OK) dk->special = calloc((size_t)n + 1, sizeof *dk->special);
    if (!dk->special) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for %d special links", n);
        worst = RT_ERR_MEMORY;
    } else {
        dk->n_special = collect_special_parts(dk, &list, dk->special);
    }
    for (int i = 0; i < sc->chain.special.n && dk->special; i++) {
        rt_status status = load_special_link(dk, &sc->chain.special.item[i], d);
        if (status != RT_OK) worst = status;
    }
    chain_list_free(&list);
    return worst;
}

rt_status deck_set_strengths(deck *dk) {
    chain_list list;
    rt_status status = chain_list_expand(&dk->sim->sc, &list);
    for (int k = 0; k < list.n; k++) {
        const chain_part *p = &list.part[k];
        int halves = p->kind == TACKLE_SWIVEL ? 2 : 1;
        for (int i = p->body; i < p->body + halves && i < dk->chain.capacity; i++) dk->chain.strength[i] = p->strength;
    }
    chain_list_free(&list);
    return status;
}

double deck_pitch(const deck *dk, int link) {
    for (int k = 0; k < dk->n_special; k++)
        if (dk->special[k].own.link == link && dk->special[k].own.pitch > 0) return dk->special[k].own.pitch;
    return 4 * dk->sim->sc.chain.bar_diameter;
}

rt_status deck_add_special_contact(deck *dk, const contact_material *m) {
    rt_status status = RT_OK;
    for (int i = 0; i < dk->n_special && status == RT_OK; i++) {
        deck_special *l = &dk->special[i];
        contact_link_shape shape = contact_link_of_size(l->size.d, l->size.length, l->size.width);
        contact_hull_links_set_shape(&dk->link_contact, l->own.link, l->meshed ? NULL : &shape);
        if (!l->meshed) continue;
        status = contact_hull_body_create(&l->contact, dk->chain.body[l->own.link], &l->mesh.mesh, &l->mesh.tree,
                                          &dk->hull.mesh, &dk->hull.tree, m);
        l->contact.impact_speed = INFINITY; // impacts are counted for the anchor only
        if (status == RT_OK) dyn_add_force(&dk->sim->model, &l->contact.force);
    }
    return status;
}

void deck_free_special(deck *dk) {
    for (int i = 0; i < dk->n_special; i++) {
        contact_hull_body_free(&dk->special[i].contact);
        contact_prepared_free(&dk->special[i].mesh);
    }
    free(dk->special);
}
