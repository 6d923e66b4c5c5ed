// SPDX-License-Identifier: MIT
#include "rt/rules/rules.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORD(constant, word, unit, help) [constant] = (word),
#define UNIT(constant, word, unit, help) [constant] = (unit),
#define HELP(constant, word, unit, help) [constant] = (help),
const char *rules_gauge_word(rules_gauge g) {
    static const char *const of[] = {RULES_GAUGES(WORD)};
    return of[g];
}
const char *rules_gauge_unit(rules_gauge g) {
    static const char *const of[] = {RULES_GAUGES(UNIT)};
    return of[g];
}
const char *rules_gauge_help(rules_gauge g) {
    static const char *const of[] = {RULES_GAUGES(HELP)};
    return of[g];
}

// The table -----------------------------------------------------------------------------------------------------------

bool rules_add(rules_table *t, const char *name, double lever, double brake, bool clutch, bool stopper) {
    if (t->rules == RULES_MOST) return false;
    rules_rule *r = &t->rule[t->rules++];
    *r = (rules_rule){.lever = lever, .brake = brake, .clutch = clutch, .stopper = stopper, .first = t->exits};
    snprintf(r->name, sizeof r->name, "%s", name);
    return true;
}

bool rules_add_exit(rules_table *t, rules_gauge g, bool above, double value, double hold, const char *to) {
    if (t->exits == RULES_EXITS || t->rules == 0) return false;
    rules_exit *e = &t->exit[t->exits++];
    *e = (rules_exit){.gauge = g, .above = above, .value = value, .hold = hold, .next = -1};
    snprintf(e->to, sizeof e->to, "%s", to);
    t->rule[t->rules - 1].n++;
    return true;
}

int rules_find(const rules_table *t, const char *name) {
    for (int i = 0; i < t->rules; i++)
        if (strcmp(t->rule[i].name, name) == 0) return i;
    return -1;
}

// Marks the rules that conditions lead to, from the first rule and from "any".
static void mark_reached(const rules_table *t, bool reached[RULES_MOST]) {
    reached[t->any == 0 ? 1 : 0] = true;
    if (t->any >= 0) reached[t->any] = true;
    for (int round = 0; round < t->rules; round++)
        for (int i = 0; i < t->rules; i++)
            for (int k = 0; reached[i] && k < t->rule[i].n; k++) reached[t->exit[t->rule[i].first + k].next] = true;
}

bool rules_resolve(rules_table *t, char *why, size_t size) {
    bool reached[RULES_MOST] = {false};
    t->any = rules_find(t, "any");
    if (t->rules < (t->any >= 0 ? 2 : 1)) {
        snprintf(why, size, "expected a rule to begin with");
        return false;
    }
    for (int k = 0; k < t->exits; k++) {
        rules_exit *e = &t->exit[k];
        e->next = rules_find(t, e->to);
        if (e->next >= 0 && e->next != t->any) continue;
        snprintf(why, size, "next: expected a rule of the list, found '%s'", e->to);
        return false;
    }
    mark_reached(t, reached);
    for (int i = 0; i < t->rules; i++)
        if (!reached[i]) {
            snprintf(why, size, "no condition leads to the rule '%s'", t->rule[i].name);
            return false;
        }
    return true;
}

// The work ------------------------------------------------------------------------------------------------------------

rules_state rules_begin(void) { return (rules_state){.t = -1}; }

const rules_rule *rules_now(const rules_table *t, const rules_state *s) {
    return s->entries > 0 ? &t->rule[s->log[s->entries - 1].rule] : NULL;
}

bool rules_done(const rules_table *t, const rules_state *s) {
    const rules_rule *r = rules_now(t, s);
    return r && r->n == 0;
}

static void forget_conditions(rules_state *s) {
    for (int k = 0; k < RULES_EXITS; k++) s->since[k] = -1;
}

// A full log drops its oldest half, so that rewinding by some rules stays possible.
static void enter(rules_state *s, int rule, double now, double chain) {
    if (s->entries == RULES_LOG) {
        memmove(s->log, s->log + RULES_LOG / 2, (RULES_LOG - RULES_LOG / 2) * sizeof s->log[0]);
        s->entries -= RULES_LOG / 2;
        s->dropped += RULES_LOG / 2;
    }
    s->log[s->entries++] = (rules_entry){.t = now, .chain = chain, .rule = rule};
    s->visits[rule]++;
    forget_conditions(s);
}

// Returns to the rule that was in force at an earlier time: the run was rewound.
static void take_back(rules_state *s, double now) {
    while (s->entries > 0 && s->log[s->entries - 1].t > now) s->visits[s->log[--s->entries].rule]--;
    forget_conditions(s);
}

// Index of the rule to which the first condition that holds leads; -1: none holds. Tests all of them, since each has a
// clock of its own.
static int test_exits(const rules_table *t, rules_state *s, const rules_rule *r, const rules_seen *seen, double now) {
    int next = -1;
    for (int k = r->first; k < r->first + r->n; k++) {
        const rules_exit *e = &t->exit[k];
        double v = seen->value[e->gauge];
        bool holds = e->above ? v > e->value : v < e->value; // false for NAN
        s->since[k] = !holds ? -1 : s->since[k] < 0 ? now : s->since[k];
        if (next < 0 && holds && now - s->since[k] >= e->hold) next = e->next;
    }
    return next;
}

const rules_rule *rules_step(const rules_table *t, rules_state *s, const rules_seen *seen, double now) {
    rules_seen own = *seen;
    double chain = own.value[RULES_CHAIN];
    if (s->t >= 0 && now < s->t) take_back(s, now);
    s->t = now;
    if (s->entries == 0) enter(s, t->any == 0 ? 1 : 0, now, chain);
    for (int k = 0; k < RULES_MOST; k++) { // a circle of conditions that hold at once goes on in the next frame
        const rules_entry *e = &s->log[s->entries - 1];
        const rules_rule *r = &t->rule[e->rule];
        own.value[RULES_TIME] = now - e->t;
        own.value[RULES_VISITS] = s->visits[e->rule];
        own.value[RULES_HOVE] = e->chain - chain;
        int next = t->any >= 0 && r->lever != 0 ? test_exits(t, s, &t->rule[t->any], &own, now) : -1;
        if (next < 0) next = test_exits(t, s, r, &own, now);
        if (next < 0) break;
        enter(s, next, now, chain);
    }
    return rules_now(t, s);
}
