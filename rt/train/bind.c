// SPDX-License-Identifier: MIT
// Finds the names that an exercise uses among those of a run, and checks what no table of keys can.
#include "rt/command/command.h"
#include "rt/train/exercise.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WHY = 512 };

typedef struct binding {
    train_exercise *e;
    const train_names *names;
    rt_diag *d;
} binding;

static void refuse(const binding *b, const rt_item *at, const char *key, const char *why) {
    rt_diag_error(b->d, b->e->path, at->line, at->column, "%s: %s", key, why);
}

static void read(const binding *b, const rt_item *at, const char *key, const char *text, train_condition *c) {
    char why[WHY];
    if (*text && !train_condition_read(text, b->names, c, why, sizeof why)) refuse(b, at, key, why);
}

// The event of that name; else -1, and the condition is read.
static int event_or_condition(const binding *b, const rt_item *at, const char *key, const char *text,
                              train_condition *c) {
    const int event = train_event_find(text);
    if (event < 0) read(b, at, key, text, c);
    return event;
}

// ---- objectives ----------------------------------------------------------------------------------------------------

static const char *const rule_key[TRAIN_RULES] = {"reach", "at_end", "max", "min", "count", "sequence"};

static bool choose_rule(const binding *b, train_objective *o) {
    int given = 0;
    for (int k = 0; k < TRAIN_RULES; k++)
        if (o->given[k][0]) o->rule = (train_rule)k, given++;
    if (given == 1) return true;
    refuse(b, &o->item, "objectives", "expected one of reach, at_end, max, min, count, sequence in each row");
    return false;
}

static void bind_channel(const binding *b, train_objective *o) {
    const char *name = o->given[o->rule];
    char why[WHY] = "expected a channel";
    o->index = train_channel_find(b->names, name);
    if (o->index >= 0) {
        snprintf(o->unit, sizeof o->unit, "%s", b->names->unit(b->names->of, o->index));
        return;
    }
    train_suggest(b->names, name, why, sizeof why);
    refuse(b, &o->item, rule_key[o->rule], why);
}

static void bind_count(const binding *b, train_objective *o) {
    o->index = train_event_find(o->given[TRAIN_COUNT]);
    if (o->index < 0) refuse(b, &o->item, "count", "expected an event of the report, such as hull_impact");
}

static void bind_sequence(const binding *b, train_objective *o) {
    char copy[RT_CONFIG_TEXT], *rest = copy, *part;
    o->steps = 0;
    snprintf(copy, sizeof copy, "%s", o->given[TRAIN_SEQUENCE]);
    while ((part = strsep(&rest, ";"))) {
        if (o->steps == TRAIN_STEPS) {
            refuse(b, &o->item, "sequence", "expected at most 6 conditions");
            return;
        }
        part += strspn(part, " ");
        for (size_t n = strlen(part); n > 0 && part[n - 1] == ' '; n--) part[n - 1] = 0;
        read(b, &o->item, "sequence", part, &o->step[o->steps++]);
    }
    if (o->steps < 2) refuse(b, &o->item, "sequence", "expected two conditions or more, divided by ';'");
}

static void bind_limits(const binding *b, train_objective *o) {
    char why[WHY];
    const bool timed = o->rule == TRAIN_REACH || o->rule == TRAIN_SEQUENCE, count = o->rule == TRAIN_COUNT;
    if (timed) snprintf(o->unit, sizeof o->unit, "s");
    if (count) snprintf(o->unit, sizeof o->unit, "1");
    o->full = timed ? b->e->time_limit : 0;
    if (o->rule == TRAIN_AT_END) return;
    if (!o->full_text[0] && !timed)
        refuse(b, &o->item, "full", "expected the value up to which all points are given");
    else if (o->full_text[0] && !rt_quantity_parse(o->full_text, o->unit, &o->full, why, sizeof why))
        refuse(b, &o->item, "full", why);
    o->zero = o->full;
    if (o->zero_text[0] && !rt_quantity_parse(o->zero_text, o->unit, &o->zero, why, sizeof why))
        refuse(b, &o->item, "zero", why);
    if (o->rule == TRAIN_MIN ? o->zero > o->full : o->zero < o->full)
        refuse(b, &o->item, "zero", o->rule == TRAIN_MIN ? "expected at most `full`" : "expected at least `full`");
}

static void bind_objective(const binding *b, train_objective *o) {
    if (!choose_rule(b, o)) return;
    if (o->rule == TRAIN_REACH || o->rule == TRAIN_AT_END)
        read(b, &o->item, rule_key[o->rule], o->given[o->rule], &o->condition);
    if (o->rule == TRAIN_MAX || o->rule == TRAIN_MIN) bind_channel(b, o);
    if (o->rule == TRAIN_COUNT) bind_count(b, o);
    if (o->rule == TRAIN_SEQUENCE) bind_sequence(b, o);
    read(b, &o->item, "while", o->during, &o->whilst);
    read(b, &o->item, "from", o->from, &o->after);
    bind_limits(b, o);
}

// ---- reports, forbidden acts, acts of bridge and instructor --------------------------------------------------------

static void bind_duty(const binding *b, train_duty *r) {
    char why[WHY] = "expected a report:";
    static const struct {
        rt_phrase_kind kind;
        const char *channel;
    } number[] = {{RT_PHRASE_ON_DECK, "shackle_on_deck"},
                  {RT_PHRASE_IN_WATER, "shackle_in_water"},
                  {RT_PHRASE_LEADING, "lead_bearing"}};
    r->kind = rt_phrase_kind_find(r->say.text);
    r->channel = -1;
    for (int k = 0; k < 3; k++)
        if (number[k].kind == r->kind) r->channel = train_channel_find(b->names, number[k].channel);
    for (int k = 1, n = 18; k < RT_PHRASE_KINDS && r->kind == RT_PHRASE_NONE && n < WHY; k++)
        n += snprintf(why + n, (size_t)(WHY - n), " %s", rt_phrase_word((rt_phrase_kind)k));
    if (r->kind == RT_PHRASE_NONE) refuse(b, &r->item, "say", why);
    r->event = event_or_condition(b, &r->item, "when", r->when, &r->due);
}

static int find_failure(const binding *b, const train_act *a, const char *key, const rt_name *name) {
    char why[WHY] = "expected a failure:";
    if (!name->text[0]) return -1;
    for (int k = 0; k < RT_FAILURE_COUNT; k++)
        if (strcmp(rt_failure_name((rt_failure)k), name->text) == 0) return k;
    for (int k = 0, n = 19; k < RT_FAILURE_COUNT && n < WHY; k++)
        n += snprintf(why + n, (size_t)(WHY - n), " %s", rt_failure_name((rt_failure)k));
    refuse(b, &a->item, key, why);
    return -1;
}

static void bind_act(const binding *b, train_act *a) {
    const int starts = (a->at >= 0) + (a->when[0] != 0) + a->button;
    if (starts != 1) refuse(b, &a->item, "acts", "expected one of at, when, button in each row");
    a->failure = find_failure(b, a, "fail", &a->fail);
    a->mended = find_failure(b, a, "mend", &a->mend);
    bool acts = a->order[0] || a->failure >= 0 || a->mended >= 0 || !isnan(a->engine) || !isnan(a->rudder) ||
                !isnan(a->thruster);
    for (int k = 0; k < RT_WEATHERS; k++) acts = acts || !isnan(a->weather[k]);
    if (!acts && !a->fail.text[0] && !a->mend.text[0])
        refuse(
            b, &a->item, "acts",
            "expected one of order, fail, mend, engine, rudder, bow_thruster, wind, wind_from, current, wave_height");
    read(b, &a->item, "when", a->when, &a->condition);
}

static void check_names(const binding *b) {
    const train_exercise *e = b->e;
    const rt_name *name[2 * TRAIN_ITEMS + TRAIN_ACTS];
    int n = 0;
    for (int k = 0; k < e->objectives.n; k++) name[n++] = &e->objectives.item[k].name;
    for (int k = 0; k < e->forbidden.n; k++) name[n++] = &e->forbidden.item[k].name;
    for (int k = 0; k < e->acts.n; k++) name[n++] = &e->acts.item[k].name;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(name[i]->text, name[k]->text) == 0)
                rt_diag_error(b->d, e->path, name[i]->line, name[i]->column, "the name '%s' is given twice",
                              name[i]->text);
    for (int k = 0; k < e->acts.n; k++)
        if (train_event_find(e->act_name[k]) >= 0 || train_channel_find(b->names, e->act_name[k]) >= 0)
            refuse(b, &e->acts.item[k].item, "name", "expected a name that no channel and no event has");
}

rt_status train_exercise_bind(train_exercise *e, const train_names *names, rt_diag *d) {
    train_names own = *names;
    own.act = e->act_name, own.acts = e->acts.n;
    const binding b = {e, &own, d};
    const int errors = d->errors;
    e->bearing = train_channel_find(&own, "lead_bearing");
    const rt_item top = {.line = e->id.line, .column = e->id.column};
    read(&b, &top, "exercise.ends", e->end_text, &e->end);
    check_names(&b);
    for (int k = 0; k < e->objectives.n; k++) bind_objective(&b, &e->objectives.item[k]);
    for (int k = 0; k < e->reports.n; k++) bind_duty(&b, &e->reports.item[k]);
    for (int k = 0; k < e->forbidden.n; k++) {
        train_forbidden *f = &e->forbidden.item[k];
        f->event = event_or_condition(&b, &f->item, "when", f->when, &f->condition);
    }
    for (int k = 0; k < e->acts.n; k++) bind_act(&b, &e->acts.item[k]);
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}
