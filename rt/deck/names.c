// SPDX-License-Identifier: MIT
// Names of the parts of a ship's model in messages.
#include "rt/deck/private.h"
#include <assert.h>
#include <stdio.h>

void deck_force_name(const sim *s, int force, char *name, size_t size) {
    const deck *dk = s->self;
    const dyn_force *f = s->model.force[force];
    for (int k = 0; k < dk->n_named; k++)
        if (dk->named[k].force == f) snprintf(name, size, "%s", dk->named[k].name);
    for (int k = 0; k < dk->n_special; k++)
        if (&dk->special[k].contact.force == f) snprintf(name, size, "link %d on hull", dk->special[k].own.link + 1);
}

void deck_body_name(const sim *s, int body, char *name, size_t size) {
    const deck *dk = s->self;
    if (body == dk->anchor.shank || body == dk->anchor.head)
        snprintf(name, size, "%s", body == dk->anchor.shank ? "shank" : "head");
    for (int i = 0; i < dk->chain.capacity; i++)
        if (dk->chain.body[i] == body) snprintf(name, size, "link %d", i + 1);
}

bool deck_node_name(const sim *s, int node, char *name, size_t size) {
    const deck *dk = s->self;
    const tackle_anchor *a = &dk->anchor;
    const tackle_chain *c = &dk->chain;
    const struct {
        int node;
        const char *name;
    } known[] = {{a->shackle, "anchor shackle"},         {a->pin, "crown pin"},
                 {a->pin_head, "crown pin in the head"}, {a->tip, "fluke tips"},
                 {a->hinge_axis, "hinge axis"},          {a->v_shank, "shank's vector"},
                 {a->v_head, "head's vector"},           {dk->lifter.node, "cable lifter and motor"}};
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (known[k].node == node) return snprintf(name, size, "%s", known[k].name) > 0;
    for (int k = 0; k < c->capacity; k++) {
        const char *what = node == c->p[k + 1] ? "inboard end"
                           : node == c->u[k]   ? "width vector"
                           : node == c->v[k]   ? "normal vector"
                                               : NULL;
        if (what) return snprintf(name, size, "link %d's %s", k + 1, what) > 0;
    }
    return false;
}

void deck_row_name(const sim *s, int row, char *name, size_t size) {
    int first = dyn_bilinear_row(&s->model, 0) + s->model.n_row_defs;
    if (row >= first) snprintf(name, size, "cable lifter's row %d", row - first + 1);
}

void deck_name_force(deck *dk, const dyn_force *force, const char *name) {
    assert(dk->n_named < DECK_FORCES);
    dk->named[dk->n_named++] = (deck_named){force, name};
}
