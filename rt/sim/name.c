// SPDX-License-Identifier: MIT
// Names of the parts of a model, for messages: the kind's own name, or else a number.
#include "rt/sim/state.h"
#include <stdio.h>

void sim_force_name(const sim *s, int force, char *name, size_t size) {
    snprintf(name, size, "force element %d", force + 1);
    s->kind->force_name(s, force, name, size);
}

void sim_body_name(const sim *s, int body, char *name, size_t size) {
    snprintf(name, size, "body %d", body + 1);
    s->kind->body_name(s, body, name, size);
}

void sim_node_name(const sim *s, int node, int coordinate, char *name, size_t size) {
    static const char *const what[4] = {"first point", "second point", "first vector", "second vector"};
    char own[96], body[64];
    bool named = s->kind->node_name(s, node, own, sizeof own);
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
    s->kind->row_name(s, row, name, size);
}
