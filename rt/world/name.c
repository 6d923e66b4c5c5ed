// SPDX-License-Identifier: MIT
// What the parts of a model are called, for messages: as the scenario calls them, or as one says on deck.
#include "rt/world/state.h"
#include <stdio.h>

static void ship_force_name(const sim *s, const dyn_force *f, char *name, size_t size) {
    const struct {
        const dyn_force *force;
        const char *name;
    } known[] = {
        {s->shank_contact.force, "shank on hull"},
        {s->head_contact.force, "head on hull"},
        {&s->link_contact.force, "links on hull"},
        {&s->windlass.force, "windlass"},
        {&s->lifter.force, "cable lifter"},
        {&s->stopper.force, "chain stopper"},
        {&s->chain.joints, "joints of the chain"},
        {&s->strength.force, "strength of the chain"},
        {&s->sea.force, "sea"},
        {&s->anchor.stop.along.force, "hinge stops"},
        {&s->anchor.pin_friction.force, "crown pin's friction"},
        {&s->anchor.swivel_friction.force, "swivel's friction"},
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (known[k].force == f) {
            snprintf(name, size, "%s", known[k].name);
            return;
        }
    for (int k = 0; k < s->n_special; k++)
        if (&s->special[k].contact.force == f) snprintf(name, size, "link %d on hull", s->special[k].own.link + 1);
}

void sim_force_name(const sim *s, int force, char *name, size_t size) {
    const mechanism *k = &s->mechanism;
    snprintf(name, size, "force element %d", force + 1);
    if (!sim_is_mechanism(s)) {
        ship_force_name(s, s->model.force[force], name, size);
        return;
    }
    for (int i = 0; i < k->def->forces.n; i++)
        if (k->force_index[i] == force) snprintf(name, size, "%s", k->def->forces.item[i].name.text);
}

void sim_body_name(const sim *s, int body, char *name, size_t size) {
    const mechanism *k = &s->mechanism;
    snprintf(name, size, "body %d", body + 1);
    for (int i = 0; sim_is_mechanism(s) && i < k->def->bodies.n; i++)
        if (k->body[i] == body) snprintf(name, size, "%s", k->def->bodies.item[i].name.text);
    if (sim_is_mechanism(s)) return;
    if (body == s->anchor.shank || body == s->anchor.head)
        snprintf(name, size, "%s", body == s->anchor.shank ? "shank" : "head");
    for (int i = 0; i < s->chain.capacity; i++)
        if (s->chain.body[i] == body) snprintf(name, size, "link %d", i + 1);
}

// False for a node of no name of its own.
static bool ship_node_name(const sim *s, int node, char *name, size_t size) {
    const tackle_anchor *a = &s->anchor;
    const tackle_chain *c = &s->chain;
    const struct {
        int node;
        const char *name;
    } known[] = {{a->shackle, "anchor shackle"},         {a->pin, "crown pin"},
                 {a->pin_head, "crown pin in the head"}, {a->tip, "fluke tips"},
                 {a->hinge_axis, "hinge axis"},          {a->v_shank, "shank's vector"},
                 {a->v_head, "head's vector"},           {s->lifter.node, "cable lifter and motor"}};
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

static bool mechanism_node_name(const mechanism *k, int node, char *name, size_t size) {
    for (int i = 0; i < k->def->points.n; i++)
        if (k->point[i] == node) return snprintf(name, size, "point %s", k->def->points.item[i].name.text) > 0;
    for (int i = 0; i < k->def->vectors.n; i++)
        if (k->vector[i] == node) return snprintf(name, size, "vector %s", k->def->vectors.item[i].name.text) > 0;
    for (int i = 0; i < k->def->coordinates.n; i++)
        if (k->coordinate[i] == node)
            return snprintf(name, size, "coordinate %s", k->def->coordinates.item[i].name.text) > 0;
    return false;
}

void sim_node_name(const sim *s, int node, int coordinate, char *name, size_t size) {
    static const char *const what[4] = {"first point", "second point", "first vector", "second vector"};
    char own[96], body[64];
    bool named = sim_is_mechanism(s) ? mechanism_node_name(&s->mechanism, node, own, sizeof own)
                                     : ship_node_name(s, node, own, sizeof own);
    if (!named) snprintf(own, sizeof own, "node %d", node);
    for (int b = 0; b < s->model.n_bodies && !named; b++)
        for (int i = 0; i < 4 && !named; i++)
            if (s->model.body[b].node[i] == node) {
                sim_body_name(s, b, body, sizeof body);
                snprintf(own, sizeof own, "%s's %s", body, what[i]);
                named = true;
            }
    snprintf(name, size, "%s, %c", own, "xyz"[coordinate]);
}

void sim_row_name(const sim *s, int row, char *name, size_t size) {
    const dyn_model *m = &s->model;
    const mechanism *k = &s->mechanism;
    int first = dyn_bilinear_row(m, 0);
    char body[64];
    if (row < first) {
        int lanes = DYN_BODY_ROWS * DYN_LANES, b = row / lanes * DYN_LANES + row % DYN_LANES;
        if (b >= m->n_bodies) {
            snprintf(name, size, "row %d", row);
            return;
        }
        sim_body_name(s, b, body, sizeof body);
        snprintf(name, size, "%s's rigidity, row %d", body, row % lanes / DYN_LANES + 1);
        return;
    }
    snprintf(name, size, row < first + m->n_row_defs ? "joint row %d" : "row %d of the row groups",
             row < first + m->n_row_defs ? row - first + 1 : row - first - m->n_row_defs + 1);
    for (int i = 0; sim_is_mechanism(s) && i < k->n_parts; i++) {
        const mechanism_part *p = &k->part[i];
        bool in = row >= first + p->first_bilinear && row < first + p->end_bilinear;
        for (int g = p->first_group; g < p->end_group; g++)
            in = in || (row >= m->group[g].first_row && row < m->group[g].first_row + m->group[g].n_rows);
        if (in) snprintf(name, size, "%s %s", p->kind, p->name->text);
    }
    if (!sim_is_mechanism(s) && row >= first + m->n_row_defs)
        snprintf(name, size, "cable lifter's row %d", row - first - m->n_row_defs + 1);
}
