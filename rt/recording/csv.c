// SPDX-License-Identifier: MIT
#include "rt/recording/csv.h"
#include "rt/base/plain.h"
#include "rt/file/whole_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct csv {
    rt_whole_file whole;
    csv_kind kind;
    int n;            // columns
    double *value;    // (n) current row
    int64_t left_out; // contacts that a snapshot had no room for
};

static const char line_end[] = "\r\n";

static void csv_free(csv *c) {
    free(c->value);
    free(c);
}

static const sim_column contact_column[] = {
    {"t", "s"},          {"body", "name"}, {"link", "1"},         {"identity", "1"},   {"x", "m"},
    {"y", "m"},          {"z", "m"},       {"normal_x", "1"},     {"normal_y", "1"},   {"normal_z", "1"},
    {"depth", "m"},      {"area", "m^2"},  {"normal_force", "N"}, {"friction_x", "N"}, {"friction_y", "N"},
    {"friction_z", "N"}, {"sticking", "1"}};
enum { CONTACT_COLUMNS = sizeof contact_column / sizeof contact_column[0] };

// Of a mechanism: what touches what, in place of a part of the anchor and a link; then the columns of a ship.
static const sim_column touching_column[] = {{"t", "s"}, {"contact", "name"}, {"body", "name"}, {"other", "name"}};
enum { TOUCHING_COLUMNS = sizeof touching_column / sizeof touching_column[0], NAMING_COLUMNS = 3 };

static int count_contact_columns(const sim *s) {
    return s->sc.model_line ? TOUCHING_COLUMNS + CONTACT_COLUMNS - NAMING_COLUMNS : CONTACT_COLUMNS;
}

static sim_column contact_column_of(const sim *s, int k) {
    if (!s->sc.model_line) return contact_column[k];
    return k < TOUCHING_COLUMNS ? touching_column[k] : contact_column[k - TOUCHING_COLUMNS + NAMING_COLUMNS];
}

static const char *carrier_name(const scenario_model *m, const scenario_contact_pair *p, int side) {
    int body = m->shapes.item[p->shape[side]].on.index;
    return body >= 0 ? m->bodies.item[body].name.text : "ground";
}

// Writes what touches: a mechanism's contact and the bodies of its two shapes, that of the force first; or a ship's
// part.
static void write_touching(FILE *f, const sim *s, const dyn_snapshot_contact *c, const dyn_snapshot_body *b) {
    static const char *const name[] = {
        [DYN_SHOW_LINK] = "link", [DYN_SHOW_SHANK] = "shank", [DYN_SHOW_HEAD] = "head", [DYN_SHOW_BODY] = "body"};
    if (!s->sc.model_line) {
        fprintf(f, "%s,%d", name[b->kind], b->number);
        return;
    }
    const scenario_contact_pair *p = &s->sc.model.contacts.item[c->pair];
    char body[RT_CONFIG_NAME] = "";
    s->kind->body_name(s, c->body, body, sizeof body);
    int side = strcmp(carrier_name(&s->sc.model, p, 0), body) == 0 ? 0 : 1;
    fprintf(f, "%s,%s,%s", p->name.text, body, carrier_name(&s->sc.model, p, 1 - side));
}

// A recording names its columns itself: no name may reach the terminal of who looks at the file.
static void write_head(FILE *f, const sim_column *column, int n) {
    char shown[512];
    for (int row = 0; row < 2; row++)
        for (int k = 0; k < n; k++)
            fprintf(f, "%s%s", rt_plain(shown, sizeof shown, row ? column[k].unit : column[k].name),
                    k + 1 < n ? "," : line_end);
}

// A row for each contact of the step.
static void write_contacts(FILE *f, const sim *s, const dyn_snapshot *snap) {
    for (int k = 0; k < snap->n_contacts; k++) {
        const dyn_snapshot_contact *c = &snap->contact[k];
        const double v[] = {c->position.x,
                            c->position.y,
                            c->position.z,
                            c->normal.x,
                            c->normal.y,
                            c->normal.z,
                            c->depth,
                            c->area,
                            vec3_norm(c->normal_force),
                            c->tangent_force.x,
                            c->tangent_force.y,
                            c->tangent_force.z};
        fprintf(f, "%.9g,", snap->t);
        write_touching(f, s, c, &snap->body[c->body < snap->n_bodies ? c->body : 0]);
        fprintf(f, ",%lld", (long long)c->identity);
        for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) fprintf(f, ",%.9g", v[i]); // 9 digits halve the file
        fprintf(f, ",%d%s", c->sticking, line_end);
    }
}

static csv *open_file(const char *path, csv_kind kind, int n, rt_diag *d) {
    csv *c = calloc(1, sizeof *c);
    double *value = calloc((size_t)n + 1, sizeof *value);
    if (!c || !value) rt_diag_error(d, path, 0, 0, "no memory for the rows");
    if (!c || !value || rt_whole_open(&c->whole, path, d) != RT_OK) {
        free(c), free(value);
        return NULL;
    }
    c->whole.keep = true; // keep the rows when the disk fills up
    c->kind = kind;
    c->n = n;
    c->value = value;
    return c;
}

csv *csv_open_table(const char *path, const sim_column *column, int n, rt_diag *d) {
    csv *c = open_file(path, CSV_MOTION, n, d);
    if (c) write_head(c->whole.file, column, n);
    return c;
}

csv *csv_open(const char *path, csv_kind kind, const sim *s, rt_diag *d) {
    int n = kind == CSV_CONTACTS ? count_contact_columns(s) : sim_columns(s);
    csv *c = open_file(path, kind, n, d);
    sim_column *column = calloc((size_t)n, sizeof *column);
    if (c && !column) {
        rt_diag_error(d, path, 0, 0, "no memory for the columns");
        csv_abandon(c);
        c = NULL;
    }
    for (int k = 0; c && k < n; k++) column[k] = kind == CSV_CONTACTS ? contact_column_of(s, k) : sim_column_of(s, k);
    if (c) write_head(c->whole.file, column, n);
    free(column);
    return c;
}

void csv_write_values(csv *c, const double *value) {
    if (ferror(c->whole.file)) return; // no row after a failed write: the gap would not show
    for (int k = 0; k < c->n; k++) fprintf(c->whole.file, "%.17g%s", value[k], k + 1 < c->n ? "," : line_end);
    rt_whole_record_error(&c->whole);
}

void csv_write(csv *c, sim *s, const dyn_snapshot *snap) {
    if (c->kind == CSV_CONTACTS) {
        if (ferror(c->whole.file)) return;
        write_contacts(c->whole.file, s, snap);
        if (s->sc.model_line) c->left_out += snap->undrawn; // of a mechanism only contacts
        rt_whole_record_error(&c->whole);
        return;
    }
    sim_values(s, c->value);
    csv_write_values(c, c->value);
}

rt_status csv_close(csv *c, rt_diag *d) {
    if (c->left_out > 0)
        rt_diag_warning(d, NULL, 0, 0, "--contacts: %lld rows are missing: a step writes at most %d contacts",
                        (long long)c->left_out, DYN_SNAPSHOT_VECTORS);
    rt_status status = rt_whole_close(&c->whole, d);
    csv_free(c);
    return status;
}

void csv_abandon(csv *c) {
    rt_whole_abandon(&c->whole);
    csv_free(c);
}
