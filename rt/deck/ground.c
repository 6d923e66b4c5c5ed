// SPDX-License-Identifier: MIT
// Adds the bottom: under every link of the chain, and the soil around the anchor's surface.
#include "contact/mesh/patches.h"
#include "rt/deck/private.h"
#include <stdlib.h>

static const double steel = 7850; // density of the chain [kg/m³]

static rt_status add_chain(deck *dk, const ground_plane *plane, const ground_soil *soil) {
    const scenario *sc = &dk->sim->sc;
    const dyn_model *m = &dk->sim->model;
    const tackle_link *l = &dk->chain.link;
    rt_status status = ground_chain_create(&dk->ground_chain, dk->chain.capacity, plane, soil);
    for (int k = 0; k < dk->chain.capacity && status == RT_OK; k++) {
        const double bow = 0.5 * (l->width - l->d), length = dk->chain.pitch[k] + 2 * l->d,
                     mass = m->body[dk->chain.body[k]].mass;
        const ground_link_def def = {.body = dk->chain.body[k],
                                     .half = 0.5 * (length - l->d) - bow,
                                     .bow = bow,
                                     .bar = 0.5 * l->d,
                                     .weight = mass * (1 - sc->sea.density / steel) * -m->gravity.z};
        ground_chain_add_link(&dk->ground_chain, m, &def);
    }
    return status;
}

// Adds the patches of shank or head to the soil's bodies.
static void add_patches(deck *dk, int body, const contact_patch *patch, int n) {
    ground_body_add_part(&dk->ground_anchor, body);
    for (int k = 0; k < n; k++) {
        const ground_patch_def def = {.at = patch[k].at, .normal = patch[k].normal, .area = patch[k].area};
        ground_body_add_patch(&dk->ground_anchor, &dk->sim->model, &def);
    }
}

static rt_status add_anchor(deck *dk, const ground_plane *plane, const ground_soil *soil) {
    double size = dk->sim->sc.ground.patch;
    contact_patch *shank = NULL, *head = NULL;
    int n_shank, n_head;
    rt_status status = contact_mesh_patches(&dk->shank.mesh, size, &shank, &n_shank);
    if (status == RT_OK) status = contact_mesh_patches(&dk->head.mesh, size, &head, &n_head);
    if (status == RT_OK) status = ground_body_create(&dk->ground_anchor, n_shank + n_head, plane, soil);
    if (status == RT_OK) {
        add_patches(dk, dk->anchor.shank, shank, n_shank);
        add_patches(dk, dk->anchor.head, head, n_head);
    }
    free(shank), free(head);
    return status;
}

// Largest extent of the head across the shank, which sets the depth of clay's full bearing pressure.
static double breadth_of(const contact_mesh *head) { return fmax(head->hi.x - head->lo.x, head->hi.y - head->lo.y); }

static ground_wash jets_of(const scenario *sc) {
    const double *m = sc->ship.mouth, *a = sc->ship.pipe_axis;
    return (ground_wash){vec3_make(m[0], m[1], m[2]), vec3_unit(vec3_make(a[0], a[1], a[2])), sc->ship.pipe_length};
}

rt_status deck_add_ground(deck *dk, const start_layout *l, rt_diag *d) {
    const scenario *sc = &dk->sim->sc;
    (void)l;
    if (sc->ground.depth == 0) return RT_OK;
    const ground_plane plane = scenario_ground_plane(sc);
    const ground_soil soil = scenario_soil(sc, breadth_of(&dk->head.mesh));
    rt_status status = add_chain(dk, &plane, &soil);
    if (status == RT_OK) status = add_anchor(dk, &plane, &soil);
    if (status != RT_OK) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for the bottom under %d links", dk->chain.capacity);
        return status;
    }
    ground_chain_finish(&dk->ground_chain);
    ground_body_finish(&dk->ground_anchor);
    dk->ground_chain.jets = dk->ground_anchor.jets = jets_of(sc);
    dk->ground_force[0] = deck_add_outside(dk, &dk->ground_chain.force, "bottom under the chain");
    dk->ground_force[1] = deck_add_outside(dk, &dk->ground_anchor.force, "soil at the anchor");
    if (sc->ground.rest) {
        ground_rest_add(&dk->ground_rest, &dk->sim->model, &dk->ground_chain, dk->ground_force[0]);
        deck_name_force(dk, &dk->ground_rest.force, "rest on the bottom");
    }
    return RT_OK;
}

void deck_write_mud(const deck *dk, dyn_snapshot *out) {
    const dyn_model *m = &dk->sim->model;
    const unsigned char *z = dk->sim->state.z;
    out->has_mud = dk->ground_chain.n > 0;
    if (!out->has_mud) return;
    const void *chain = z + m->force_z[dk->ground_force[0]], *anchor = z + m->force_z[dk->ground_force[1]];
    for (int i = 0; i < out->n_bodies; i++) {
        const dyn_snapshot_body *b = &out->body[i];
        out->mud[i] =
            (float)(b->kind == DYN_SHOW_LINK ? ground_chain_mud(&dk->ground_chain, chain, b->number)
                                             : ground_body_mud(&dk->ground_anchor, anchor, b->kind == DYN_SHOW_HEAD));
    }
}

bool deck_anchor_grounded(const deck *dk) {
    if (dk->ground_anchor.n == 0) return false;
    return ground_body_touches(&dk->ground_anchor, dk->sim->state.z + dk->sim->model.force_z[dk->ground_force[1]]);
}

double deck_under_keel(const deck *dk) {
    const scenario *sc = &dk->sim->sc;
    if (sc->ground.depth == 0 || !(sc->motion.draught > 0)) return (double)NAN;
    const ground_plane plane = scenario_ground_plane(sc);
    const dyn_axes *axes = dyn_eval_at(&dk->sim->model, &dk->sim->state).axes;
    const vec3 keel = vec3_make(dk->ship.reference.x, dk->ship.reference.y, -sc->motion.draught);
    return -ground_depth(&plane, dyn_axes_to_world(axes, keel)) / plane.normal.z;
}

// Body at which the command's hand pulls, -1: none.
static int pulled_body(const rt_pull *p) { return p->kind == RT_PULL_BODY ? p->number : -1; }

void deck_start_rest(deck *dk) {
    if (dk->ground_rest.chain) ground_rest_start(&dk->ground_rest, &dk->sim->model, &dk->sim->state);
}

void deck_rest_links(deck *dk) {
    sim *s = dk->sim;
    if (dk->ground_rest.chain)
        ground_rest_exchange(&dk->ground_rest, &s->model, &s->state, pulled_body(&s->command.pull));
}

void deck_free_ground(deck *dk) {
    ground_chain_free(&dk->ground_chain);
    ground_body_free(&dk->ground_anchor);
}
