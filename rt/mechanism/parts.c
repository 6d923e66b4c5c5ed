// SPDX-License-Identifier: MIT
// Keeps track of the rows of each part of the file, and names parts in messages.
#include "rt/mechanism/private.h"

void mechanism_report_error(const scenario *sc, const rt_item *item, rt_diag *d, const char *kind, const rt_name *name,
                            const char *why) {
    rt_diag_error(d, sc->path, item->line, item->column, "%s '%s': %s", kind, name->text, why);
}

void mechanism_begin_part(mechanism *k, const char *kind, const rt_name *name) {
    k->part[k->n_parts] = (mechanism_part){
        .kind = kind, .name = name, .first_bilinear = k->model->n_row_defs, .first_group = k->model->n_groups};
}

void mechanism_end_part(mechanism *k) {
    mechanism_part *p = &k->part[k->n_parts++];
    p->end_bilinear = k->model->n_row_defs;
    p->end_group = k->model->n_groups;
}
