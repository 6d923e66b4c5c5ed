// SPDX-License-Identifier: MIT
#include "rt/alarm/log.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool needs_acknowledgement(const alarm_record *r) { return alarm_priority_of(r->kind) > ALARM_CAUTION; }

alarm_state alarm_state_of(const alarm_record *r) {
    bool acknowledged = r->acknowledged || !needs_acknowledgement(r);
    if (r->active) return acknowledged ? ALARM_ACKNOWLEDGED : ALARM_ACTIVE;
    return acknowledged ? ALARM_NORMAL : ALARM_RECTIFIED;
}

// Removes records that were raised after t. Of the rest, those that held at t, or shortly before, are active again.
static void rewind_to(alarm_log *a, double t) {
    while (a->n > 0 && a->record[a->n - 1].raised > t) a->n--;
    for (int i = 0; i < a->n; i++) {
        alarm_record *r = &a->record[i];
        r->active = t - r->held <= ALARM_CLEAR_S;
        r->held = fmin(r->held, t);
    }
    a->t = t;
}

void alarm_log_at(const alarm_log *whole, double t, alarm_log *then) {
    *then = *whole;
    rewind_to(then, t);
}

bool alarm_log_holds(const alarm_log *a, alarm_kind k) {
    for (int i = a->n - 1; i >= 0; i--)
        if (a->record[i].kind == (int32_t)k) return a->record[i].active && a->record[i].held >= a->t;
    return false;
}

static void make_room(alarm_log *a) {
    int i = 0;
    if (a->n < ALARM_RECORDS) return;
    while (i < a->n - 1 && alarm_state_of(&a->record[i]) != ALARM_NORMAL) i++;
    memmove(&a->record[i], &a->record[i + 1], (size_t)(a->n - 1 - i) * sizeof a->record[0]);
    a->n--, a->dropped++;
}

static void raise_alarm(alarm_log *a, alarm_kind k, double value, double t) {
    bool first = alarm_log_sounding(a) < 0;
    make_room(a);
    a->record[a->n++] =
        (alarm_record){.kind = k, .active = true, .first = first, .raised = t, .held = t, .worst = value};
}

void alarm_log_update(alarm_log *a, uint32_t now, const dyn_gauges *shown, double t) {
    uint32_t open = 0;
    if (t < a->t) rewind_to(a, t);
    a->t = t;
    for (int i = 0; i < a->n; i++) {
        alarm_record *r = &a->record[i];
        if (!r->active) continue;
        double value = alarm_value(r->kind, shown);
        if (now >> r->kind & 1) r->held = t, r->worst = fmax(r->worst, value);
        r->active = t - r->held <= ALARM_CLEAR_S;
        if (r->active) open |= 1u << r->kind;
    }
    for (int k = 0; k < ALARM_KINDS; k++)
        if ((now & ~open) >> k & 1) raise_alarm(a, k, alarm_value(k, shown), t);
}

void alarm_log_acknowledge(alarm_log *a, int record) {
    if (record >= 0 && record < a->n) a->record[record].acknowledged = true;
}

void alarm_log_acknowledge_all(alarm_log *a) {
    for (int i = 0; i < a->n; i++) a->record[i].acknowledged = true;
}

static bool is_unacknowledged(const alarm_record *r) {
    return alarm_state_of(r) == ALARM_ACTIVE || alarm_state_of(r) == ALARM_RECTIFIED;
}

// Whether record i is listed before record j.
static bool comes_before(const alarm_log *a, int i, int j) {
    const alarm_record *p = &a->record[i], *q = &a->record[j];
    if (is_unacknowledged(p) != is_unacknowledged(q)) return is_unacknowledged(p);
    if (alarm_priority_of(p->kind) != alarm_priority_of(q->kind))
        return alarm_priority_of(p->kind) > alarm_priority_of(q->kind);
    if (p->raised != q->raised) return p->raised > q->raised;
    return p->kind < q->kind;
}

int alarm_log_list(const alarm_log *a, int list[ALARM_RECORDS]) {
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        if (alarm_state_of(&a->record[i]) == ALARM_NORMAL) continue;
        int at = n++;
        while (at > 0 && comes_before(a, i, list[at - 1])) list[at] = list[at - 1], at--;
        list[at] = i;
    }
    return n;
}

int alarm_log_sounding(const alarm_log *a) {
    int gravest = -1;
    for (int i = 0; i < a->n; i++)
        if (is_unacknowledged(&a->record[i]) && (int)alarm_priority_of(a->record[i].kind) > gravest)
            gravest = (int)alarm_priority_of(a->record[i].kind);
    return gravest;
}

bool alarm_log_raised_since(const alarm_log *a, double t) {
    for (int i = a->n - 1; i >= 0; i--)
        if (is_unacknowledged(&a->record[i])) return a->record[i].raised > t;
    return false;
}
