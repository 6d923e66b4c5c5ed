// SPDX-License-Identifier: MIT
#include "rt/csv.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct csv {
    FILE *file;
    char *path, *part;
    csv_kind kind;
};

static const char line_end[] = "\r\n";

static const char *const column[][2] = {{"t", "s"},
                                        {"lever", "1"},
                                        {"brake", "1"},
                                        {"clutch", "1"},
                                        {"failsafe", "1"},
                                        {"tension", "N"},
                                        {"anchor_tension", "N"},
                                        {"chain_out", "m"},
                                        {"chain_speed", "m/s"},
                                        {"motor_torque", "N m"},
                                        {"links", "1"},
                                        {"pin_x", "m"},
                                        {"pin_y", "m"},
                                        {"pin_z", "m"},
                                        {"shackle_x", "m"},
                                        {"shackle_y", "m"},
                                        {"shackle_z", "m"},
                                        {"hinge", "rad"},
                                        {"anchor_speed", "m/s"},
                                        {"pin_distance", "m"},
                                        {"regions", "1"},
                                        {"link_contacts", "1"},
                                        {"contact_force", "N"},
                                        {"newton", "1"},
                                        {"phi_max", "m"}};
#define COLUMNS ((int)(sizeof column / sizeof column[0]))

static void csv_free(csv *c) {
    if (c) free(c->path), free(c->part);
    free(c);
}

// The columns that the scenario of a mechanism asks for.
static void write_mechanism_head(FILE *f, const scenario_model *m) {
    fputs("t", f);
    for (int k = 0; k < m->records.n; k++) fprintf(f, ",%s", m->records.item[k].name.text);
    fprintf(f, "%ss", line_end);
    for (int k = 0; k < m->records.n; k++) fprintf(f, ",%s", scenario_record_unit(m, &m->records.item[k]));
    fputs(line_end, f);
}

static void write_mechanism_row(FILE *f, sim *s) {
    const scenario_model *m = &s->sc.model;
    mechanism_observe(&s->mechanism, &s->state, s->work, &s->command);
    fprintf(f, "%.17g", sim_time(s));
    for (int k = 0; k < m->records.n; k++)
        fprintf(f, ",%.17g", mechanism_record(&s->mechanism, &m->records.item[k], &s->state, &s->step));
    fputs(line_end, f);
}

static const char *const contact_column[][2] = {
    {"t", "s"},          {"body", "name"}, {"link", "1"},         {"identity", "1"},   {"x", "m"},
    {"y", "m"},          {"z", "m"},       {"normal_x", "1"},     {"normal_y", "1"},   {"normal_z", "1"},
    {"depth", "m"},      {"area", "m^2"},  {"normal_force", "N"}, {"friction_x", "N"}, {"friction_y", "N"},
    {"friction_z", "N"}, {"sticking", "1"}};
#define CONTACT_COLUMNS ((int)(sizeof contact_column / sizeof contact_column[0]))

static void write_head(FILE *f, const char *const columns[][2], int n) {
    for (int row = 0; row < 2; row++)
        for (int k = 0; k < n; k++) fprintf(f, "%s%s", columns[k][row], k + 1 < n ? "," : line_end);
}

// A row for each contact of the step.
static void write_contacts(FILE *f, const dyn_snapshot *snap) {
    static const char *const name[] = {
        [DYN_SHOW_LINK] = "link", [DYN_SHOW_SHANK] = "shank", [DYN_SHOW_HEAD] = "head", [DYN_SHOW_BODY] = "body"};
    for (int k = 0; k < snap->n_contacts; k++) {
        const dyn_snapshot_contact *c = &snap->contact[k];
        const dyn_snapshot_body *b = &snap->body[c->body];
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
        fprintf(f, "%.9g,%s,%d,%lld", snap->t, name[b->kind], b->number, (long long)c->identity);
        for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) fprintf(f, ",%.9g", v[i]); // many rows: 9 digits halve them
        fprintf(f, ",%d%s", c->sticking, line_end);
    }
}

csv *csv_open(const char *path, csv_kind kind, const sim *s, rt_diag *d) {
    struct stat st;
    bool in_place = stat(path, &st) == 0 && !S_ISREG(st.st_mode); // a device or a pipe
    csv *c = calloc(1, sizeof *c);
    if (c) c->path = strdup(path);
    if (c && asprintf(&c->part, "%s%s", path, in_place ? "" : ".part") < 0) c->part = NULL;
    if (c && c->path && c->part) c->file = fopen(c->part, "w");
    if (!c || !c->file) {
        rt_diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
        csv_free(c);
        return NULL;
    }
    c->kind = kind;
    if (kind == CSV_CONTACTS)
        write_head(c->file, contact_column, CONTACT_COLUMNS);
    else if (sim_is_mechanism(s))
        write_mechanism_head(c->file, &s->sc.model);
    else
        write_head(c->file, column, COLUMNS);
    return c;
}

static void write_ship_row(FILE *f, const session *s, const dyn_snapshot *snap) {
    const outcome_input *o = &s->sim.outcome.last;
    const dyn_gauges *g = &snap->gauges;
    const double v[] = {snap->t,
                        g->lever,
                        g->brake,
                        g->clutch,
                        g->failsafe,
                        g->tension_n,
                        g->anchor_tension_n,
                        g->chain_out_m,
                        g->speed_m_s,
                        g->motor_torque_nm,
                        snap->info.links,
                        o->pin.x,
                        o->pin.y,
                        o->pin.z,
                        o->shackle.x,
                        o->shackle.y,
                        o->shackle.z,
                        g->hinge_rad,
                        o->anchor_speed,
                        s->sim.outcome.pin_distance,
                        o->regions,
                        snap->info.points,
                        o->impact_force,
                        snap->info.newton,
                        snap->info.phi_max_m};
    _Static_assert(sizeof v / sizeof v[0] == sizeof column / sizeof column[0], "a value for each column");
    for (int k = 0; k < COLUMNS; k++) fprintf(f, "%.17g%s", v[k], k + 1 < COLUMNS ? "," : line_end);
}

void csv_write(csv *c, session *s, const dyn_snapshot *snap) {
    if (c->kind == CSV_CONTACTS)
        write_contacts(c->file, snap);
    else if (sim_is_mechanism(&s->sim))
        write_mechanism_row(c->file, &s->sim);
    else
        write_ship_row(c->file, s, snap);
}

rt_status csv_close(csv *c, rt_diag *d) {
    bool good = !ferror(c->file);
    bool in_place = strcmp(c->part, c->path) == 0;
    good = fclose(c->file) == 0 && good && (in_place || rename(c->part, c->path) == 0);
    if (!good) rt_diag_error(d, c->path, 0, 0, "could not be written whole; what there is stands in %s", c->part);
    csv_free(c);
    return good ? RT_OK : RT_ERR_FILE;
}

void csv_abandon(csv *c) {
    fclose(c->file);
    if (strcmp(c->part, c->path) != 0) unlink(c->part);
    csv_free(c);
}
