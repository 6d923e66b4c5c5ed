// SPDX-License-Identifier: MIT
#include "rt/deck/design.h"
#include "rt/deck/private.h"
#include <stdlib.h>

struct deck_design {
    sim sim;
    deck deck;
    review_ship ship;
    review measured;
    bool whole;
};

static void visit_meshes(const deck *dk, deck_design_mesh *visit) {
    const scenario *sc = &dk->sim->sc;
    const struct {
        const char *path;
        const contact_prepared *mesh;
    } part[] = {{sc->ship.hull, &dk->hull}, {sc->anchor.shank, &dk->shank}, {sc->anchor.head, &dk->head}};
    for (int k = 0; k < 3; k++)
        if (part[k].mesh->mesh.nt > 0) visit(part[k].path, part[k].mesh);
    for (int k = 0; k < dk->n_special; k++)
        for (int i = 0; i < sc->chain.special.n && dk->special[k].meshed; i++)
            if (sc->chain.special.item[i].link == dk->special[k].own.link + 1 && dk->special[k].mesh.mesh.nt > 0)
                visit(sc->chain.special.item[i].mesh, &dk->special[k].mesh);
}

rt_status deck_design_open(const scenario *sc, deck_design_mesh *visit, deck_design **out, rt_diag *d) {
    deck_design *x = *out = calloc(1, sizeof *x);
    start_layout layout = {0};
    if (!x) {
        rt_diag_error(d, sc->path, 0, 0, "no memory for the review");
        return RT_ERR_MEMORY;
    }
    x->sim.sc = *sc;
    x->deck.sim = &x->sim;
    x->deck.swivel = -1;
    rt_status status = deck_load_meshes(&x->deck, d);
    visit_meshes(&x->deck, visit);
    if (status == RT_OK) status = start_lay_out(&x->deck, &layout, d);
    if (status == RT_OK) {
        x->ship = deck_describe_design(&x->deck, &layout);
        review_measure(&x->ship, &x->measured);
        x->whole = true;
        status = review_judge(&x->ship, &x->measured, d);
    }
    start_lay_out_free(&layout);
    return status;
}

void deck_design_free(deck_design *x) {
    if (!x) return;
    deck_free_meshes(&x->deck);
    free(x);
}

const review *deck_design_review(const deck_design *x, const review_ship **ship) {
    if (!x || !x->whole) return NULL;
    *ship = &x->ship;
    return &x->measured;
}
