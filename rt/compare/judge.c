// SPDX-License-Identifier: MIT
// What is a regression: more by the limit, by enough to matter, and by more than chance.
#include "rt/compare/compare.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SURE 0.001     // probability of so many rare events by chance
#define BEYOND 30      // least number of frames beyond a quantile
#define SMALL 0.01     // share of the whole frame's time at the same quantile: a lesser difference does not matter
#define TWO_SIDED 1.96 // standard deviations of a 95 % interval

compare_limits compare_limits_default(void) {
    return (compare_limits){.p50 = 50, .p99 = 50, .p99_9 = 100, .work = 5, .misses = 50};
}

const char *compare_verdict_name(compare_verdict v) {
    static const char *const name[] = {"told", "same", "better", "regression"};
    return name[v];
}

static double number(const json_t *v) { return json_is_number(v) ? json_number_value(v) : (double)NAN; }

static double steps_of(const json_t *report) { return number(compare_at(report, "steps")); }

// Timed frames. In a report without the key each frame has one step.
static double frames_of(const json_t *report) {
    double frames = number(compare_at(report, "frame.frames"));
    return isnan(frames) ? steps_of(report) : frames;
}

static compare_item *add(compare *c, const char *group, const char *key, const json_t *base, const json_t *now) {
    static compare_item spill; // more quantities than any report has
    compare_item *i = c->n_items < COMPARE_ITEMS ? &c->item[c->n_items++] : &spill;
    *i = (compare_item){.base = number(base), .now = number(now)};
    snprintf(i->name, sizeof i->name, "%s%s%s", group, key[0] ? "." : "", key);
    return i;
}

static void set_reason(compare_item *i, const char *why) { snprintf(i->why, sizeof i->why, "%s", why); }

// Quantiles ----------------------------------------------------------------------------------------------------------

// "p99_9" -> 0.999; NAN for what is no quantile.
static double quantile_of(const char *key) {
    char digits[16], *end;
    if (key[0] != 'p' || strlen(key) >= sizeof digits) return NAN;
    strcpy(digits, key + 1);
    for (char *p = digits; *p; p++)
        if (*p == '_') *p = '.';
    double q = strtod(digits, &end);
    return end != digits && *end == 0 && q > 0 && q < 100 ? 0.01 * q : (double)NAN;
}

// The value at the quantile q of a distribution of which some are told: its logarithm is taken linear in the logarithm
// of the share beyond, -ln(1 - q), between and beyond those.
static double value_at(json_t *spread, double q) {
    double x[2] = {0}, y[2] = {0}, at = -log1p(-q);
    int n = 0;
    const char *key;
    json_t *v;
    json_object_foreach(spread, key, v) {
        double p = quantile_of(key), value = number(v);
        if (!(p > 0) || !(value > 0)) continue;
        double px = -log1p(-p), py = log(value);
        if (n < 2) {
            x[n] = px;
            y[n++] = py;
        } else {
            int far = fabs(x[0] - at) > fabs(x[1] - at) ? 0 : 1;
            if (fabs(px - at) < fabs(x[far] - at)) {
                x[far] = px;
                y[far] = py;
            }
        }
    }
    if (n < 2 || x[0] == x[1]) return NAN;
    return exp(y[0] + (y[1] - y[0]) * (at - x[0]) / (x[1] - x[0]));
}

// The 95 % interval of a quantile by its rank (binomial, normal approximation), +- in its value.
static double rank_error(json_t *spread, double q, double frames, int side) {
    double dq = side * TWO_SIDED * sqrt(q * (1 - q) / frames);
    return value_at(spread, q + dq) / value_at(spread, q);
}

typedef struct spread {
    json_t *base, *now;
    json_t *whole; // the base's whole frame
    double base_frames, new_frames;
} spread;

// Whether times of the two differ by more than chance, the frames taken as independent.
static bool apart(const spread *s, const compare_item *i, double q) {
    bool more = i->now > i->base;
    double up = rank_error(more ? s->base : s->now, q, more ? s->base_frames : s->new_frames, 1);
    double down = rank_error(more ? s->now : s->base, q, more ? s->new_frames : s->base_frames, -1);
    double low = more ? i->base * up : i->now * up, high = more ? i->now * down : i->base * down;
    return high > low;
}

static void judge_quantile(const compare *c, const spread *s, compare_item *i, const char *key, double q) {
    double limit = q <= 0.5 ? c->limits.p50 : q <= 0.99 ? c->limits.p99 : c->limits.p99_9;
    double whole = number(json_object_get(s->whole, key));
    double change = 100 * (i->now / i->base - 1);
    if ((1 - q) * fmin(s->base_frames, s->new_frames) < BEYOND) {
        snprintf(i->why, sizeof i->why, "not judged: fewer than %d frames beyond", BEYOND);
        return;
    }
    i->verdict = COMPARE_SAME;
    bool large = i->now > i->base * (1 + 0.01 * limit), less = i->base > i->now * (1 + 0.01 * limit);
    if (!large && !less)
        snprintf(i->why, sizeof i->why, "within %g %%", limit);
    else if (fabs(i->now - i->base) < SMALL * whole)
        snprintf(i->why, sizeof i->why, "less than %g %% of the frame", 100 * SMALL);
    else if (!apart(s, i, q))
        snprintf(i->why, sizeof i->why, "%+.0f %% may be chance in so few frames", change);
    else {
        i->verdict = large ? COMPARE_REGRESSION : COMPARE_BETTER;
        snprintf(i->why, sizeof i->why, "%+.0f %%, limit %g %%, beyond chance", change, limit);
    }
}

// The maximum is a single sample. Tails of times, except CPU time, contain the machine's other work.
static const char *never_judged(const char *group, double q) {
    if (!(q > 0)) return "one sample, not judged";
    if (strstr(group, "wakeup") || strstr(group, "response")) return "the machine's, not judged";
    if (q > 0.5 && !strstr(group, "cpu_ns")) return "holds what else the machine did, not judged";
    return NULL;
}

static void compare_spread(compare *c, const char *group, json_t *base, json_t *now) {
    spread s = {base, now, compare_at(c->base, "frame.work_ns"), frames_of(c->base), frames_of(c->now)};
    compare_row *row = c->n_rows < COMPARE_ROWS ? &c->row[c->n_rows++] : NULL;
    if (row) snprintf(row->name, sizeof row->name, "%s", group);
    const char *key;
    json_t *v;
    json_object_foreach(base, key, v) {
        const json_t *w = json_object_get(now, key);
        if (!json_is_number(v)) continue;
        compare_item *i = add(c, group, key, v, w);
        double q = quantile_of(key);
        if (row && row->n < COMPARE_QUANTILES) {
            snprintf(row->quantile[row->n], sizeof row->quantile[0], "%.7s", key);
            row->base[row->n] = i->base;
            row->now[row->n++] = i->now;
        }
        const char *why = never_judged(group, q);
        if (!json_is_number(w))
            set_reason(i, "not in both");
        else if (!c->same_host)
            set_reason(i, "another machine, not judged");
        else if (why)
            set_reason(i, why);
        else
            judge_quantile(c, &s, i, key, q);
    }
}

// All distributions among the members of an object, at `path` of both reports.
static void compare_spreads(compare *c, const char *path) {
    char group[64];
    const char *key;
    json_t *v;
    json_object_foreach(compare_at(c->base, path), key, v) {
        if (!json_object_get(v, "p50")) continue;
        snprintf(group, sizeof group, "%s.%s", path, key);
        compare_spread(c, group, v, json_object_get(compare_at(c->now, path), key));
    }
}

// Counts -------------------------------------------------------------------------------------------------------------

// Probability of k or more of n at chance p each (binomial).
static double at_least(double k, double n, double p) {
    double sum = 0;
    for (double i = k; i <= n; i++)
        sum += exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) + i * log(p) + (n - i) * log1p(-p));
    return sum;
}

// Rare events among na and nb frames or steps: of all, the new run's share is that of those, unless the rate changed.
static void judge_count(compare_item *i, double na, double nb, double limit) {
    if (isnan(i->base) || isnan(i->now)) {
        set_reason(i, "not in both");
        return;
    }
    double all = i->base + i->now, share = nb / (na + nb);
    double more = all > 0 ? at_least(i->now, all, share) : 1, fewer = all > 0 ? at_least(i->base, all, 1 - share) : 1;
    bool large = i->now * na > i->base * nb * (1 + 0.01 * limit),
         less = i->base * nb > i->now * na * (1 + 0.01 * limit);
    i->verdict = large && more < SURE ? COMPARE_REGRESSION : less && fewer < SURE ? COMPARE_BETTER : COMPARE_SAME;
    snprintf(i->why, sizeof i->why, "probability by chance %.2g", fmin(1, i->now * na > i->base * nb ? more : fewer));
}

static void compare_misses(compare *c) {
    const json_t *now = compare_at(c->now, "frame.causes");
    const char *key;
    json_t *v;
    compare_item *i =
        add(c, "frame.misses", "", compare_at(c->base, "frame.misses"), compare_at(c->now, "frame.misses"));
    set_reason(i, "whatever the cause, not judged");
    json_object_foreach(compare_at(c->base, "frame.causes"), key, v) {
        i = add(c, "frame.causes", key, v, json_object_get(now, key));
        if (strcmp(key, "own_work") != 0)
            set_reason(i, "not our work, not judged");
        else if (!c->same_host)
            set_reason(i, "another machine, not judged");
        else
            judge_count(i, frames_of(c->base), frames_of(c->now), c->limits.misses);
    }
}

static void judge_mean(const compare *c, compare_item *i) {
    double limit = c->limits.work;
    i->verdict = i->now > i->base * (1 + 0.01 * limit)   ? COMPARE_REGRESSION
                 : i->base > i->now * (1 + 0.01 * limit) ? COMPARE_BETTER
                                                         : COMPARE_SAME;
    snprintf(i->why, sizeof i->why, "counted, limit %g %%", limit);
}

static void compare_work(compare *c, const char *path) {
    const json_t *now = compare_at(c->now, path);
    const char *key;
    json_t *v;
    json_object_foreach(compare_at(c->base, path), key, v) {
        if (!json_is_number(v)) continue;
        compare_item *i = add(c, path, key, v, json_object_get(now, key));
        if (isnan(i->now))
            set_reason(i, "not in both");
        else if (strcmp(key, "newton_mean") == 0)
            judge_mean(c, i);
        else if (strcmp(key, "cap_hits") == 0 || strcmp(key, "dropped") == 0)
            judge_count(i, steps_of(c->base), steps_of(c->now), c->limits.misses);
        else
            set_reason(i, "not judged");
    }
}

static void compare_allocations(compare *c) {
    compare_item *i = add(c, "allocations_in_loop", "", compare_at(c->base, "allocations_in_loop"),
                          compare_at(c->now, "allocations_in_loop"));
    if (isnan(i->base) || isnan(i->now)) {
        set_reason(i, "not counted in both");
        return;
    }
    i->verdict = i->now > i->base ? COMPARE_REGRESSION : i->now < i->base ? COMPARE_BETTER : COMPARE_SAME;
    set_reason(i, "counted, none may come");
}

// Notes --------------------------------------------------------------------------------------------------------------

static void note(compare *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(compare *c, const char *format, ...) {
    if (c->n_notes == COMPARE_NOTES) return;
    va_list a;
    va_start(a, format);
    vsnprintf(c->note[c->n_notes++], sizeof c->note[0], format, a);
    va_end(a);
}

static void notes(compare *c) {
    if (c->same_state)
        note(c, "the state after the last step is the same: both did the same work");
    else
        note(c, "the states differ: another motion was timed");
    if (!c->same_host) note(c, "another processor, kernel or scheduler: times are told, not judged");
    if (c->n_rows == COMPARE_ROWS || c->n_items == COMPARE_ITEMS) note(c, "more quantities than are compared");
    const char *key;
    json_t *v;
    json_object_foreach(compare_at(c->now, "phase_ns"), key,
                        v) if (!json_object_get(compare_at(c->base, "phase_ns"), key))
        note(c, "phase '%s' is new", key);
}

void compare_judge(compare *c) {
    compare_spreads(c, "frame");
    compare_spreads(c, "phase_ns");
    compare_misses(c);
    compare_work(c, "solver");
    compare_work(c, "contact");
    compare_allocations(c);
    notes(c);
    for (int k = 0; k < c->n_items; k++) c->regressions += c->item[k].verdict == COMPARE_REGRESSION;
}
