// SPDX-License-Identifier: MIT
#include "rt/scenario/rules.h"
#include <math.h>
#include <string.h>

#define AT(field) offsetof(scenario_rule, field)

// clang-format off
static const rt_key rule_key[] = {
    {"rule", RT_KEY_NAME, NULL, 0, 0, NULL, AT(rule), NULL, "name of the rule; the same name as in the row before: a further condition of that rule"},
    {"lever", RT_KEY_NUMBER, "1", -1, 1, "0", AT(lever), NULL, "lever, -1 (full pay out) .. 1 (full heave)"},
    {"brake", RT_KEY_NUMBER, "1", 0, 1, "1", AT(brake), NULL, "band brake, 0 (open) .. 1 (set)"},
    {"clutch", RT_KEY_BOOL, NULL, 0, 0, "true", AT(clutch), NULL, "clutch engaged"},
    {"stopper", RT_KEY_BOOL, NULL, 0, 0, "false", AT(stopper), NULL, "bar of the chain stopper lowered"},
    {"until", RT_KEY_TEXT, NULL, 0, 0, "", AT(until), NULL, "condition that ends the rule: GAUGE < or > QUANTITY, and 'for' a time; the first row whose condition holds decides. No condition: the work ends"},
    {"next", RT_KEY_NAME, NULL, 0, 0, "", AT(next), NULL, "rule that follows"},
};
// clang-format on

const rt_list scenario_rule_list = {rule_key, sizeof rule_key / sizeof rule_key[0], sizeof(scenario_rule)};

// Chain between the cable lifter and the hawse: along the pipe up to the lifter's height, then level (rt/deck/start.c).
static double chain_inboard(const scenario_ship *ship) {
    double rise = (ship->lifter[2] - ship->mouth[2]) / ship->pipe_axis[2], way = 0, axis = 0;
    for (int i = 0; i < 3; i++) axis += ship->pipe_axis[i] * ship->pipe_axis[i];
    for (int i = 0; i < 3; i++) {
        double lead = ship->lifter[i] - ship->mouth[i] - rise * ship->pipe_axis[i];
        way += lead * lead;
    }
    return rise * sqrt(axis) + sqrt(way);
}

// Direction of the flukes while hauling below which they have fallen into the hull. The shank tilts with the pipe, by
// 40 deg or so, and takes flukes with a stop at 30 deg to -10 deg; flukes that have fallen in point further in than
// that.
#define FALLEN_IN (-30 * 3.14159265358979323846 / 180)

// Rules for heaving the anchor home, as in seamanship: slow for the last metres and watch the flukes; if they point the
// wrong way, stop, lower, let the anchor turn, and heave again; haul to a set tension or a stall; then brake and
// stopper. An anchor that bears before it is home is hauled until the motor has stalled for a while. An alarm ends in
// lever to neutral, brake set.
static void add_house(rules_table *t, const scenario *s) {
    const double given = s->operator.house.tension, haul = given > 0 ? given : 0.9 * s->windlass.max_tension;
    const double slow = s->operator.house.lever, outboard = s->operator.house.flukes;
    const double stop = 0.002, alarm = 1.15 * s->windlass.max_tension;
    rules_add(t, "prepare", 0, 1, true, false);
    rules_add_exit(t, RULES_TIME, true, 1, 0, "take_weight");
    rules_add(t, "take_weight", slow, 0, true, false);
    rules_add_exit(t, RULES_CHAIN, false, s->operator.house.slow_at, 0, "approach");
    rules_add_exit(t, RULES_TIME, true, 2, 0, "heave");
    rules_add(t, "heave", 1, 0, true, false);
    rules_add_exit(t, RULES_CHAIN, false, s->operator.house.slow_at, 0, "approach");
    rules_add_exit(t, RULES_SPEED, false, stop, 5, "stop");
    rules_add(t, "approach", slow, 0, true, false);
    rules_add_exit(t, RULES_CHAIN, false, s->operator.house.read_at, 0, "read_flukes");
    rules_add_exit(t, RULES_SPEED, false, stop, 5, "stop");
    rules_add(t, "read_flukes", 0, 1, true, false);
    rules_add_exit(t, RULES_FLUKES, true, outboard, 2, "haul");
    rules_add_exit(t, RULES_TIME, true, 10, 0, "lower");
    rules_add(t, "lower", -1, 0, true, false);
    rules_add_exit(t, RULES_VISITS, true, s->operator.house.tries + 0.5, 0, "give_up");
    rules_add_exit(t, RULES_HOVE, false, -s->operator.house.lower, 0, "turn");
    rules_add(t, "turn", 0, 1, true, false);
    rules_add_exit(t, RULES_FLUKES, true, outboard, 3, "heave");
    rules_add_exit(t, RULES_TIME, true, s->operator.house.wait, 0, "heave");
    rules_add(t, "haul", slow, 0, true, false);
    rules_add_exit(t, RULES_FLUKES, false, FALLEN_IN, 1, "lower");
    rules_add_exit(t, RULES_TENSION, true, haul, 1, "strain");
    rules_add_exit(t, RULES_SPEED, false, stop, 2, "strain");
    rules_add(t, "strain", slow, 0, true, false);
    rules_add_exit(t, RULES_ANCHOR, false, s->end.pin_distance, 0, "hold");
    rules_add_exit(t, RULES_TIME, true, 5, 0, "give_up");
    rules_add(t, "hold", 0, 1, true, false);
    rules_add_exit(t, RULES_SWAY, false, 0.005, 2, "stopper");
    rules_add_exit(t, RULES_TIME, true, 10, 0, "stopper");
    rules_add(t, "stopper", 0, 1, true, true);
    rules_add_exit(t, RULES_TIME, true, 2, 0, "secured");
    rules_add(t, "secured", 0, 1, true, true);
    rules_add(t, "any", 0, 1, true, false);
    rules_add_exit(t, RULES_FAULT, true, 0.5, 0, "stop");
    rules_add_exit(t, RULES_TENSION, true, alarm, 1, "stop");
    rules_add_exit(t, RULES_SPEED, false, -3 * s->windlass.rated_speed, 0.5, "stop");
    rules_add(t, "stop", 0, 1, true, false);
    rules_add_exit(t, RULES_VISITS, true, 2.5, 0, "give_up");
    rules_add_exit(t, RULES_TIME, true, s->windlass.reset_time + 5, 0, "take_weight");
    rules_add(t, "give_up", 0, 1, true, false);
}

typedef struct reading {
    const char *file;
    rules_table *t;
    rt_diag *d;
} reading;

static void refuse(const reading *r, const scenario_rule *row, const char *key, const char *why) {
    rt_diag_error(r->d, r->file, row->item.line, row->item.column, "operator.rules: %s: %s", key, why);
}

static void add_row(const reading *r, const scenario_rule *row) {
    static const char *const control[] = {"lever", "brake", "clutch", "stopper"};
    char why[512];
    rules_exit e;
    rules_table *t = r->t;
    bool further = t->rules > 0 && strcmp(t->rule[t->rules - 1].name, row->rule.text) == 0;
    for (int k = 0; k < 4 && further; k++)
        if (rt_config_is_given(&scenario_rule_list, row, control[k]))
            refuse(r, row, control[k], "expected in the first row of the rule only");
    if (strlen(row->rule.text) >= RULES_NAME || strlen(row->next.text) >= RULES_NAME) {
        refuse(r, row, "rule", "expected names of at most 23 letters");
        return;
    }
    if (!further && rules_find(t, row->rule.text) >= 0) refuse(r, row, "rule", "expected the rows of a rule together");
    if (!further && !rules_add(t, row->rule.text, row->lever, row->brake, row->clutch, row->stopper))
        refuse(r, row, "rule", "too many rules: expected at most 32");
    if (!row->until[0] != !row->next.text[0]) refuse(r, row, "until", "expected until and next together");
    if (!row->until[0] || !row->next.text[0]) return;
    if (!rules_read_exit(row->until, &e, why, sizeof why))
        refuse(r, row, "until", why);
    else if (!rules_add_exit(t, e.gauge, e.above, e.value, e.hold, row->next.text))
        refuse(r, row, "until", "too many conditions: expected at most 96");
}

rt_status scenario_rules(const char *file, const scenario *s, rules_table *t, rt_diag *d) {
    const reading r = {file, t, d};
    int errors = d->errors, n = s->operator.rules.n;
    char why[256];
    memset(t, 0, sizeof *t);
    t->inboard = chain_inboard(&s->ship);
    for (int i = 0; i < n; i++) add_row(&r, &s->operator.rules.item[i]);
    if (n == 0) add_house(t, s);
    if (d->errors == errors && !rules_resolve(t, why, sizeof why))
        rt_diag_error(d, file, n > 0 ? s->operator.rules.item[0].item.line : 0, 0, "operator.rules: %s", why);
    return d->errors == errors ? RT_OK : RT_ERR_FORMAT;
}

void scenario_rules_write(FILE *f, const rules_table *t) {
    char until[128];
    fprintf(f, "operator:\n  type: house\n  rules:\n");
    for (int i = 0; i < t->rules; i++) {
        const rules_rule *r = &t->rule[i];
        for (int k = 0; k < (r->n > 0 ? r->n : 1); k++) {
            fprintf(f, "    - {rule: %s", r->name);
            if (k == 0 && i != t->any)
                fprintf(f, ", lever: %.10g, brake: %.10g, clutch: %s, stopper: %s", r->lever, r->brake,
                        r->clutch ? "true" : "false", r->stopper ? "true" : "false");
            if (r->n > 0) {
                rules_write_exit(&t->exit[r->first + k], until, sizeof until);
                fprintf(f, ", until: %s, next: %s", until, t->exit[r->first + k].to);
            }
            fprintf(f, "}\n");
        }
    }
}
