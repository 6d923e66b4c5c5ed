// SPDX-License-Identifier: MIT
// Names of the parts of a mechanism's model, as in its file.
#include "rt/mechanism/private.h"
#include <stdio.h>

void mechanism_force_name(const sim *s, int force, char *name, size_t size) {
    const mechanism *k = s->self;
    for (int i = 0; i < k->def->forces.n; i++)
        if (k->force_index[i] == force) snprintf(name, size, "%s", k->def->forces.item[i].name.text);
}

void mechanism_body_name(const sim *s, int body, char *name, size_t size) {
    const mechanism *k = s->self;
    for (int i = 0; i < k->def->bodies.n; i++)
        if (k->body[i] == body) snprintf(name, size, "%s", k->def->bodies.item[i].name.text);
}

bool mechanism_node_name(const sim *s, int node, char *name, size_t size) {
    const mechanism *k = s->self;
    for (int i = 0; i < k->def->points.n; i++)
        if (k->point[i] == node) return snprintf(name, size, "point %s", k->def->points.item[i].name.text) > 0;
    for (int i = 0; i < k->def->vectors.n; i++)
        if (k->vector[i] == node) return snprintf(name, size, "vector %s", k->def->vectors.item[i].name.text) > 0;
    for (int i = 0; i < k->def->coordinates.n; i++)
        if (k->coordinate[i] == node)
            return snprintf(name, size, "coordinate %s", k->def->coordinates.item[i].name.text) > 0;
    return false;
}

void mechanism_row_name(const sim *s, int row, char *name, size_t size) {
    const mechanism *k = s->self;
    int first = dyn_bilinear_row(&s->model, 0);
    for (int i = 0; i < k->n_parts; i++) {
        const mechanism_part *p = &k->part[i];
        bool in = row >= first + p->first_bilinear && row < first + p->end_bilinear;
        for (int g = p->first_group; g < p->end_group; g++)
            in = in ||
                 (row >= s->model.group[g].first_row && row < s->model.group[g].first_row + s->model.group[g].n_rows);
        if (in) snprintf(name, size, "%s %s", p->kind, p->name->text);
    }
}
