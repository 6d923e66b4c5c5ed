// SPDX-License-Identifier: MIT
// Special links of the chain: end links and enlarged links are of the common shape in another size, all others bring
// their mesh and are in contact by regions.
#include "rt/scenario_chain.h"
#include "rt/sim_private.h"
#include <stdlib.h>

static const double steel = 7850; // density of a mesh whose mass is not given [kg/m³]

// A link of the common link's proportions but for its length, which keeps the chain's pitch inside.
static contact_link_shape shape_of_bar(const tackle_link *common, double d) {
    double width = common->width / common->d * d, length = common->pitch + 2 * d;
    return contact_link_of_size(d, length, width);
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

rt_status sim_special_load(sim *s, rt_diag *d) {
    const scenario *sc = &s->sc;
    const tackle_link common = scenario_common_link(sc);
    int n = sc->chain.special.n;
    s->special = calloc((size_t)n + 1, sizeof *s->special);
    if (!s->special) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for %d special links", n);
        return RT_ERR_MEMORY;
    }
    rt_status worst = RT_OK;
    for (int i = 0; i < n; i++) {
        const scenario_special *l = &sc->chain.special.item[i];
        sim_special *to = &s->special[s->n_special++];
        rt_status status = RT_OK;
        to->meshed = l->mesh[0] != 0;
        if (to->meshed) status = sim_mesh_load(s, &to->mesh, l->mesh, l->scale, true, d);
        if (status != RT_OK)
            worst = status;
        else
            to->own = to->meshed ? mesh_properties(l, &to->mesh) : bar_properties(l, &common);
    }
    return worst;
}

rt_status sim_special_add_contact(sim *s, const contact_material *m) {
    const tackle_link *common = &s->chain.link;
    rt_status status = RT_OK;
    for (int i = 0; i < s->n_special && status == RT_OK; i++) {
        sim_special *l = &s->special[i];
        contact_link_shape shape = shape_of_bar(common, s->sc.chain.special.item[i].bar_diameter);
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
