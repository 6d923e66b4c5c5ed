// SPDX-License-Identifier: MIT
// Plots of the channels that the items judge, with their limits.
#include "rt/debrief_page/private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- which channels ------------------------------------------------------------------------------------------------

// Axis of a channel, added if there is room; -1: none.
static int axis_of(debrief_plots *c, int channel) {
    for (int k = 0; k < c->n; k++)
        if (c->channel[k] == channel) return k;
    if (c->n == DEBRIEF_PLOTS) return -1;
    c->channel[c->n] = channel;
    return c->n++;
}

static void add_limit(debrief_plots *c, int axis, double value, const char *item, const char *what) {
    if (axis < 0 || c->limits == DEBRIEF_LIMITS || !isfinite(value)) return;
    char *name = c->name[c->limits];
    snprintf(name, sizeof c->name[0], "%.47s%s", item, what);
    for (char *n = name; *n; n++)
        if (*n == '_') *n = ' ';
    c->limit[c->limits++] = (plot_limit){axis, value, name};
}

// A greatest value is judged without its sign: a channel that is mostly negative has its limits there.
static double sign_of(const debrief_record *r, int channel) {
    const double *v = r->column + (size_t)(channel + 1) * r->room;
    double low = 0, high = 0;
    for (size_t i = 0; i < r->rows; i++)
        if (isfinite(v[i])) low = fmin(low, v[i]), high = fmax(high, v[i]);
    return -low > high ? -1 : 1;
}

static void add_extreme(debrief_plots *c, const debrief_record *r, const train_objective *o) {
    const int axis = axis_of(c, o->index);
    const double sign = o->rule == TRAIN_MAX ? sign_of(r, o->index) : 1;
    add_limit(c, axis, sign * o->full, o->name.text, ": all points");
    if (o->zero != o->full) add_limit(c, axis, sign * o->zero, o->name.text, ": no points");
}

// Controls and states that are on or off are in the time line.
static bool is_switch(const char *channel) {
    static const char *const name[] = {"lever",    "brake",   "clutch",         "failsafe", "stopper",
                                       "in_gear",  "lashing", "secured",        "grounded", "foul",
                                       "dragging", "watch",   "shackle_on_deck"};
    for (size_t k = 0; k < sizeof name / sizeof name[0]; k++)
        if (strcmp(channel, name[k]) == 0) return true;
    return false;
}

static void add_condition(debrief_plots *c, const debrief_record *r, const train_condition *of, const char *item) {
    for (int k = 0; k < of->n; k++) {
        const train_atom *a = &of->atom[k];
        if (a->kind != TRAIN_CHANNEL || is_switch(r->channel.column[a->index].name)) continue;
        add_limit(c, axis_of(c, a->index), a->value, item, "");
    }
}

void debrief_choose_plots(const train_exercise *e, const debrief_record *r, debrief_plots *c) {
    *c = (debrief_plots){0};
    for (int k = 0; k < e->objectives.n; k++) {
        const train_objective *o = &e->objectives.item[k];
        if (o->rule == TRAIN_MAX || o->rule == TRAIN_MIN) add_extreme(c, r, o);
    }
    for (int k = 0; k < e->objectives.n; k++) {
        const train_objective *o = &e->objectives.item[k];
        if (o->rule == TRAIN_REACH || o->rule == TRAIN_AT_END) add_condition(c, r, &o->condition, o->name.text);
        add_condition(c, r, &o->whilst, o->name.text);
        for (int i = 0; i < o->steps; i++) add_condition(c, r, &o->step[i], o->name.text);
    }
    for (int k = 0; k < e->forbidden.n; k++)
        if (e->forbidden.item[k].event < 0)
            add_condition(c, r, &e->forbidden.item[k].condition, e->forbidden.item[k].name.text);
}

// ---- the drawing ---------------------------------------------------------------------------------------------------

void debrief_write_plots(FILE *f, const debrief_part *p) {
    const debrief_record *r = p->record;
    debrief_plots c;
    plot_axis axis[DEBRIEF_PLOTS];
    double at[TRAIN_RESULTS];
    debrief_choose_plots(p->page->e, r, &c);
    for (int k = 0; k < c.n; k++) {
        const sim_column *column = &r->channel.column[c.channel[k]];
        axis[k] = (plot_axis){column->name, column->unit, r->column + (size_t)(c.channel[k] + 1) * r->room};
    }
    for (int k = 0; k < p->lost; k++) at[k] = p->item[k].t;
    const plot_lane lane = {"lost items", at, p->lost};
    const plot_def def = {.title = "",
                          .x_name = "time",
                          .x_unit = "s",
                          .x = r->t,
                          .n = (int)r->rows,
                          .from = 0,
                          .to = r->end,
                          .axis = axis,
                          .n_axes = c.n,
                          .lane = &lane,
                          .n_lanes = p->lost > 0,
                          .limit = c.limit,
                          .n_limits = c.limits};
    char *svg = c.n > 0 && r->rows > 0 ? plot_svg(&def, "j") : NULL;
    fprintf(f,
            "<h2>What the items judge</h2>\n<figure role=\"img\" aria-label=\"judged channels with their limits\">%s"
            "</figure>\n",
            svg ? svg : "<p>No item judges a channel.</p>");
    free(svg);
}
