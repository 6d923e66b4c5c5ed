// SPDX-License-Identifier: MIT
#include "rt/deck/design.h"
#include "rt/deck/private.h"
#include <stdlib.h>
#include <string.h>

struct deck_design {
    sim sim;
    deck deck;
    review_ship ship;
    review measured;
    bool whole;
};

// The design comes first: its faults explain a start that cannot be laid out.
rt_status deck_lay_out(const deck *dk, start_layout *l, review_ship *ship, review *found, rt_diag *d) {
    rt_diag *own = calloc(1, sizeof *own);
    review_ship s;
    review r;
    if (!own) {
        rt_diag_error(d, dk->sim->sc.path, 0, 0, "no memory for the review");
        return RT_ERR_MEMORY;
    }
    rt_status laid = start_lay_out(dk, l, own);
    s = deck_describe_design(dk, laid == RT_OK ? l : NULL);
    review_measure(&s, &r);
    rt_status status = review_judge(&s, &r, d);
    if (status == RT_OK && laid != RT_OK) {
        const char *why = strstr(own->text, "error: ");
        rt_diag_error(d, dk->sim->sc.path, 0, 0, "%.*s", why ? (int)strcspn(why + 7, "\n") : 0, why ? why + 7 : "");
        status = laid;
    }
    free(own);
    if (ship) *ship = s;
    if (found) *found = r;
    return status;
}

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
    rt_status moves = deck_load_motion(&x->deck, d), status = deck_load_meshes(&x->deck, d);
    if (status == RT_OK) status = deck_load_ground(&x->deck, d);
    if (status == RT_OK) status = moves;
    visit_meshes(&x->deck, visit);
    if (status == RT_OK) {
        status = deck_lay_out(&x->deck, &layout, &x->ship, &x->measured, d);
        x->whole = x->ship.laid_out;
    }
    start_lay_out_free(&layout);
    return status;
}

void deck_design_free(deck_design *x) {
    if (!x) return;
    deck_free_ground(&x->deck);
    deck_free_meshes(&x->deck);
    deck_free_motion(&x->deck);
    free(x);
}

const review *deck_design_review(const deck_design *x, const review_ship **ship) {
    if (!x || !x->whole) return NULL;
    *ship = &x->ship;
    return &x->measured;
}
