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

static void write_ship_head(FILE *f) {
    for (int row = 0; row < 2; row++)
        for (int k = 0; k < COLUMNS; k++) fprintf(f, "%s%s", column[k][row], k + 1 < COLUMNS ? "," : line_end);
}

csv *csv_open(const char *path, const sim *s, rt_diag *d) {
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
    if (sim_is_mechanism(s))
        write_mechanism_head(c->file, &s->sc.model);
    else
        write_ship_head(c->file);
    return c;
}

void csv_row(csv *c, session *s, const dyn_snapshot *snap) {
    if (sim_is_mechanism(&s->sim)) {
        write_mechanism_row(c->file, &s->sim);
        return;
    }
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
    for (int k = 0; k < COLUMNS; k++) fprintf(c->file, "%.17g%s", v[k], k + 1 < COLUMNS ? "," : "\r\n");
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
