// SPDX-License-Identifier: MIT
// Judges what rt/train/score.c has noted.
#include "rt/train/private.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define HOUR (M_PI / 6)
#define NEAR_HOUR 0.35 // bearing off a reported hour that still counts, 20 deg [rad]

// Share of the points at a value: 1 up to `full`, 0 from `zero` on, linear between.
static double share_of(double value, double full, double zero) {
    const double off = zero >= full ? value - full : full - value, band = fabs(zero - full);
    return off <= 0 ? 1 : off < band ? 1 - off / band : 0;
}

static train_result *add(train_total *t, train_item_kind kind, const char *name) {
    train_result *r = &t->result[t->results++];
    *r = (train_result){.kind = kind, .judged = true, .unit = "1", .value = (double)NAN, .limit = (double)NAN};
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

// ---- objectives ----------------------------------------------------------------------------------------------------

static void write_timed(const train_objective *o, train_result *r) {
    const char *what = o->given[o->rule];
    if (isnan(r->value))
        snprintf(r->text, sizeof r->text, "did not come: %.300s", what);
    else if (o->rule == TRAIN_SEQUENCE)
        snprintf(r->text, sizeof r->text, "in order, %.1f s from first to last (all points up to %.0f s)", r->value,
                 o->full);
    else
        snprintf(r->text, sizeof r->text, "%.1f s after %.200s (all points up to %.0f s)", r->value,
                 o->from[0] ? o->from : "the start", o->full);
}

// "185 kN", "0.075 m/s", "3".
static void write_quantity(double v, const char *unit, char text[48]) {
    const bool newton = strcmp(unit, "N") == 0, pure = strcmp(unit, "1") == 0;
    snprintf(text, 48, "%.4g%s%s", newton ? v / 1000 : v, pure ? "" : newton ? " k" : " ", pure ? "" : unit);
}

static void write_valued(const train_objective *o, train_result *r) {
    const char *of = o->rule == TRAIN_COUNT ? "number of" : o->rule == TRAIN_MAX ? "greatest" : "least";
    char value[48], full[48], zero[48];
    write_quantity(r->value, o->unit, value);
    write_quantity(o->full, o->unit, full);
    write_quantity(o->zero, o->unit, zero);
    snprintf(r->text, sizeof r->text, "%s %.200s: %s (all points %s %s, none %s %s)", of, o->given[o->rule], value,
             o->rule == TRAIN_MIN ? "from" : "up to", full, o->rule == TRAIN_MIN ? "at" : "from", zero);
}

static uint64_t last_frame(const train_score *s) { return s->frames > s->first ? s->frames - 1 : s->first; }

static void judge_objective(const train_score *s, int k, train_total *t) {
    const train_objective *o = &s->e->objectives.item[k];
    const objective_state *own = &s->objective[k];
    train_result *r = add(t, TRAIN_OBJECTIVE, o->name.text);
    const bool timed = o->rule == TRAIN_REACH || o->rule == TRAIN_SEQUENCE;
    double share = 0;
    r->critical = o->critical;
    r->judged = own->seen;
    r->of = o->weight;
    r->value = own->value, r->limit = o->full;
    memcpy(r->unit, o->unit, sizeof r->unit);
    r->from = r->to = own->at;
    if (o->rule == TRAIN_MAX || o->rule == TRAIN_MIN)
        snprintf(r->channel, sizeof r->channel, "%.31s", o->given[o->rule]);
    if (!r->judged) {
        snprintf(r->text, sizeof r->text, "not judged: %.200s never came", own->from < 0 ? o->from : o->during);
        return;
    }
    if (o->rule == TRAIN_AT_END) {
        share = own->met.holds;
        r->value = share, r->limit = 1, r->from = r->to = last_frame(s);
        snprintf(r->text, sizeof r->text, "at the end: %.300s%s", o->given[TRAIN_AT_END],
                 share > 0 ? "" : " does not hold");
    } else {
        share = isnan(own->value) ? 0 : share_of(own->value, o->full, o->zero);
        if (timed)
            write_timed(o, r);
        else
            write_valued(o, r);
        if (isnan(own->value)) r->from = s->first, r->to = last_frame(s);
    }
    r->points = share * o->weight;
}

// ---- reports -------------------------------------------------------------------------------------------------------

static bool says(const said *a, const train_duty *d, int number) {
    int n;
    const rt_phrase_kind kind = rt_phrase_kind_of(a->phrase, &n);
    if (kind != d->kind) return false;
    if (kind == RT_PHRASE_LEADING && !isnan(a->bearing))
        return fabs(remainder(a->bearing - n * HOUR, 2 * M_PI)) <= NEAR_HOUR;
    return number == 0 || n == number;
}

// The report of that time: the first of the right words from `early` before to twice `within` after, that no other time
// has used; -1: none.
static int find_said(const train_score *s, const train_duty *d, const due *when, const bool used[SAID]) {
    for (int k = 0; k < s->n_said; k++)
        if (!used[k] && s->said[k].t >= when->t - d->early && s->said[k].t <= when->t + 2 * d->within &&
            says(&s->said[k], d, when->number))
            return k;
    return -1;
}

// Finds the report of each time at which it was due (heard: its index, -1: none). A report belongs to the latest time
// at which it was due.
static void find_answers(const train_score *s, int k, int heard[DUES]) {
    const duty_state *own = &s->duty[k];
    bool used[SAID] = {false};
    for (int i = own->n - 1; i >= 0; i--) {
        heard[i] = find_said(s, &s->e->reports.item[k], &own->due[i], used);
        if (heard[i] >= 0) used[heard[i]] = true;
    }
}

static void add_answer(train_total *t, const due *when, double at, double share) {
    if (t->answers == TRAIN_ANSWERS) return;
    t->answer[t->answers++] = (train_answer){t->results - 1, when->number > 0 ? when->number : 0, when->t, at, share};
}

// Whether the words were so: right at or after a time at which they were due, or the chain's lead as it was.
static bool is_so(const train_score *s, const said *a) {
    for (int k = 0; k < s->e->reports.n; k++) {
        const train_duty *d = &s->e->reports.item[k];
        if (d->kind == RT_PHRASE_LEADING && says(a, d, 0)) return true;
        for (int i = 0; i < s->duty[k].n; i++)
            if (a->t >= s->duty[k].due[i].t - d->early && says(a, d, s->duty[k].due[i].number)) return true;
    }
    return false;
}

// Reports of this kind that were not so. Of duties of one kind the first has them. *first: frame of the first of them.
// Adds them to the answers.
static int count_false(const train_score *s, int k, uint64_t *first, train_total *t) {
    const train_duty *d = &s->e->reports.item[k];
    int n = 0;
    for (int i = 0; i < k; i++)
        if (s->e->reports.item[i].kind == d->kind) return 0;
    for (int i = 0, number; i < s->n_said; i++) {
        const said *a = &s->said[i];
        if (rt_phrase_kind_of(a->phrase, &number) != d->kind || is_so(s, a)) continue;
        if (n++ == 0) *first = a->frame;
        add_answer(t, &(due){.t = (double)NAN, .number = number}, a->t, 0);
    }
    return n;
}

static void write_duty(const train_duty *d, const duty_state *own, int missed, int wrong, train_result *r) {
    char also[64] = "";
    if (wrong > 0) snprintf(also, sizeof also, "; %d time%s when it was not so", wrong, wrong > 1 ? "s" : "");
    if (own->n == 0 && wrong == 0)
        snprintf(r->text, sizeof r->text, "not judged: %.200s never came", d->when);
    else if (own->n == 0)
        snprintf(r->text, sizeof r->text, "reported%s: %.200s never came", also + 1, d->when);
    else if (missed > 0)
        snprintf(r->text, sizeof r->text, "not reported rightly in time: %d of %d%s", missed, own->n, also);
    else
        snprintf(r->text, sizeof r->text, "reported %.1f s %s it was due%s (all points up to %.0f s)%s", fabs(r->value),
                 r->value < 0 ? "before" : "after", own->n > 1 ? ", at worst" : "", d->within, also);
}

// One result for all times that the report was due: the worst time is its evidence. A report that is not so counts as a
// time that was missed, or who says everything all the time would have all points.
static void judge_duty(const train_score *s, int k, train_total *t) {
    const train_duty *d = &s->e->reports.item[k];
    const duty_state *own = &s->duty[k];
    train_result *r = add(t, TRAIN_REPORT, d->say.text);
    int heard[DUES], missed = 0;
    double sum = 0, worst = 2;
    uint64_t first_wrong = 0;
    const int wrong = count_false(s, k, &first_wrong, t);
    r->of = d->weight;
    r->limit = d->within;
    snprintf(r->unit, sizeof r->unit, "s");
    r->judged = own->n + wrong > 0;
    find_answers(s, k, heard);
    for (int i = own->n - 1; i >= 0; i--) {
        const int n = heard[i];
        const double delay = n >= 0 ? s->said[n].t - own->due[i].t : (double)NAN,
                     share = n >= 0 ? share_of(delay, d->within, 2 * d->within) : 0;
        missed += n < 0;
        sum += share;
        add_answer(t, &own->due[i], n >= 0 ? s->said[n].t : (double)NAN, share);
        if (share >= worst) continue;
        worst = share, r->value = delay;
        r->from = own->due[i].frame, r->to = n >= 0 ? s->said[n].frame : own->due[i].frame;
        if (r->to < r->from) r->to = r->from;
    }
    if (own->n == 0 || (worst == 1 && wrong > 0)) r->from = r->to = first_wrong;
    r->points = r->judged ? d->weight * sum / (own->n + wrong) : 0;
    write_duty(d, own, missed, wrong, r);
}

train_answer_state train_answer_judge(const train_total *t, const train_answer *a) {
    const double within = t->result[a->result].limit;
    if (isnan(a->due)) return TRAIN_NOT_SO;
    if (isnan(a->said)) return t->since > a->due + 2 * within ? TRAIN_MISSED : TRAIN_DUE;
    return a->said <= a->due + within ? TRAIN_GIVEN : TRAIN_LATE;
}

// ---- forbidden acts ------------------------------------------------------------------------------------------------

static void judge_forbidden(const train_score *s, int k, train_total *t) {
    const train_forbidden *f = &s->e->forbidden.item[k];
    const forbidden_state *own = &s->forbidden[k];
    train_result *r = add(t, TRAIN_FORBIDDEN, f->name.text);
    r->critical = f->fail;
    r->of = f->most < TRAIN_NO_LIMIT ? f->most : 0;
    r->points = own->times > 0 ? -fmin(f->cost * own->times, f->most) : 0;
    r->failed = f->fail && own->times > 0;
    r->value = own->times, r->limit = 0;
    r->from = own->first, r->to = own->latest;
    snprintf(r->text, sizeof r->text, own->times == 1 ? "%d time: %.300s" : "%d times: %.300s", own->times, f->when);
}

static bool is_forbidden(const train_result *r) { return r->kind == TRAIN_FORBIDDEN; }

// What was done fails an exercise before what was left undone: a lost anchor does not come home either.
void train_score_total(const train_score *s, train_total *t) {
    *t = (train_total){.score = (double)NAN,
                       .failed_by = -1,
                       .unheard = s->unheard,
                       .ended = true,
                       .end = s->h * (double)s->frames,
                       .since = s->h * (double)(s->frames - s->first)};
    for (int k = 0; k < s->e->objectives.n; k++) judge_objective(s, k, t);
    for (int k = 0; k < s->e->reports.n; k++) judge_duty(s, k, t);
    for (int k = 0; k < s->e->forbidden.n; k++) judge_forbidden(s, k, t);
    for (int k = 0; k < t->results; k++) {
        train_result *r = &t->result[k];
        if (!is_forbidden(r)) r->failed = r->critical && !(r->points > 0);
        if (r->judged) t->points += r->points;
        if (r->judged && !is_forbidden(r)) t->of += r->of;
        if (r->failed && (t->failed_by < 0 || (is_forbidden(r) && !is_forbidden(&t->result[t->failed_by]))))
            t->failed_by = k;
    }
    t->points = fmax(0, t->points);
    if (t->of > 0) t->score = 100 * t->points / t->of;
    t->passed = t->score >= s->e->pass && t->failed_by < 0; // false for NaN
}

double train_result_loss(const train_result *r) {
    if (!r->judged) return 0;
    return r->kind == TRAIN_FORBIDDEN ? -r->points : r->of - r->points;
}

const train_result *train_total_worst(const train_total *t) {
    const train_result *worst = NULL;
    if (t->failed_by >= 0) return &t->result[t->failed_by];
    for (int k = 0; k < t->results; k++) {
        const train_result *r = &t->result[k];
        if (train_result_loss(r) > (worst ? train_result_loss(worst) : 0)) worst = r;
    }
    return worst;
}
