// SPDX-License-Identifier: MIT
// Judges regressions: an increase above the limit, large enough to matter, and beyond chance.
#include "rt/base/number.h"
#include "rt/compare/compare.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CHANCE 0.001 // a change of rare events is evidence if it arises by chance with less than this probability
#define MIN_BEYOND 30    // frames beyond a quantile that is judged
#define SMALL 0.01       // differences below this share of the whole frame's time at the same quantile do not matter
#define TWO_SIDED 1.96   // standard deviations of a 95 % interval

compare_limits compare_limits_default(void) {
    return (compare_limits){.p50 = 50, .p99 = 50, .p99_9 = 100, .work = 5, .misses = 50};
}

const char *compare_verdict_name(compare_verdict v) {
    static const char *const name[] = {"told", "same", "better", "regression"};
    return name[v];
}

static double number(const json_t *v) { return json_is_number(v) ? json_number_value(v) : (double)NAN; }

static double steps_of(const json_t *report) { return number(compare_at(report, "steps")); }

// Number of timed frames. A report without the key has one step in each frame.
static double frames_of(const json_t *report) {
    double frames = number(compare_at(report, "frame.frames"));
    return isnan(frames) ? steps_of(report) : frames;
}

static compare_item *add_item(compare *c, const char *group, const char *key, const json_t *base, const json_t *now) {
    static compare_item spill; // absorbs quantities beyond the capacity
    compare_item *i = c->n_items < COMPARE_ITEMS ? &c->item[c->n_items++] : &spill;
    *i = (compare_item){.base = number(base), .now = number(now)};
    snprintf(i->name, sizeof i->name, "%s%s%s", group, key[0] ? "." : "", key);
    return i;
}

static void set_reason(compare_item *i, const char *why) { snprintf(i->why, sizeof i->why, "%s", why); }

// Quantiles ----------------------------------------------------------------------------------------------------------

// Returns 0.999 for "p99_9"; NAN if the key is no quantile.
static double parse_quantile(const char *key) {
    char digits[16];
    const char *end;
    double q;
    if (key[0] != 'p' || strlen(key) >= sizeof digits) return NAN;
    strcpy(digits, key + 1);
    for (char *p = digits; *p; p++)
        if (*p == '_') *p = '.';
    return rt_number_parse(digits, &q, &end) && *end == 0 && q > 0 && q < 100 ? 0.01 * q : (double)NAN;
}

// Value at the quantile q, from the reported quantiles: ln(value) is interpolated, or extrapolated, linearly in
// -ln(1 - q) through the two nearest ones. NAN with fewer than two.
static double quantile_value(json_t *spread, double q) {
    double x[2] = {0}, y[2] = {0}, at = -log1p(-q);
    int n = 0;
    const char *key;
    json_t *v;
    json_object_foreach(spread, key, v) {
        double p = parse_quantile(key), value = number(v);
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

// Bound of a quantile's 95 % interval / its value, by rank (binomial, normal approximation); side +1 upper, -1 lower.
static double rank_bound(json_t *spread, double q, double frames, int side) {
    double dq = side * TWO_SIDED * sqrt(q * (1 - q) / frames);
    return quantile_value(spread, q + dq) / quantile_value(spread, q);
}

typedef struct spread {
    json_t *base, *now;
    json_t *whole; // the base's whole frame
    double base_frames, new_frames;
} spread;

// Whether the 95 % intervals of the two quantiles are disjoint, with the frames treated as independent.
static bool intervals_disjoint(const spread *s, const compare_item *i, double q) {
    bool more = i->now > i->base;
    double up = rank_bound(more ? s->base : s->now, q, more ? s->base_frames : s->new_frames, 1);
    double down = rank_bound(more ? s->now : s->base, q, more ? s->new_frames : s->base_frames, -1);
    double low = more ? i->base * up : i->now * up, high = more ? i->now * down : i->base * down;
    return high > low;
}

static void judge_quantile(const compare *c, const spread *s, compare_item *i, const char *key, double q) {
    double limit = q <= 0.5 ? c->limits.p50 : q <= 0.99 ? c->limits.p99 : c->limits.p99_9;
    double whole = number(json_object_get(s->whole, key));
    double change = 100 * (i->now / i->base - 1);
    if ((1 - q) * fmin(s->base_frames, s->new_frames) < MIN_BEYOND) {
        snprintf(i->why, sizeof i->why, "not judged: fewer than %d frames beyond it", MIN_BEYOND);
        return;
    }
    i->verdict = COMPARE_SAME;
    bool large = i->now > i->base * (1 + 0.01 * limit), less = i->base > i->now * (1 + 0.01 * limit);
    if (!large && !less)
        snprintf(i->why, sizeof i->why, "within %g %%", limit);
    else if (fabs(i->now - i->base) < SMALL * whole)
        snprintf(i->why, sizeof i->why, "differs by less than %g %% of the frame", 100 * SMALL);
    else if (!intervals_disjoint(s, i, q))
        snprintf(i->why, sizeof i->why, "%+.0f %% may be chance in so few frames", change);
    else {
        i->verdict = large ? COMPARE_REGRESSION : COMPARE_BETTER;
        snprintf(i->why, sizeof i->why, "%+.0f %%, limit %g %%, beyond chance", change, limit);
    }
}

// Reason why a quantile is never judged, or NULL. The maximum is a single sample. Tails of times, except CPU time,
// contain the machine's other work.
static const char *reason_not_judged(const char *group, double q) {
    if (!(q > 0)) return "one sample, not judged";
    if (strstr(group, "wakeup") || strstr(group, "response")) return "depends on the machine, not judged";
    if (q > 0.5 && !strstr(group, "cpu_ns")) return "includes the machine's other work, not judged";
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
        compare_item *i = add_item(c, group, key, v, w);
        double q = parse_quantile(key);
        if (row && row->n < COMPARE_QUANTILES) {
            snprintf(row->quantile[row->n], sizeof row->quantile[0], "%.7s", key);
            row->base[row->n] = i->base;
            row->now[row->n++] = i->now;
        }
        const char *why = reason_not_judged(group, q);
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

// Compares every distribution among the members of the object at `path` of both reports.
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

// Probability of k or more successes in n trials of probability p (binomial).
static double binomial_tail(double k, double n, double p) {
    double sum = 0;
    for (double i = k; i <= n; i++)
        sum += exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) + i * log(p) + (n - i) * log1p(-p));
    return sum;
}

// Judges a count of rare events in na frames or steps of the base and nb of the new run. At an unchanged rate each
// event belongs to the new run with probability nb / (na + nb).
static void judge_count(compare_item *i, double na, double nb, double limit) {
    if (isnan(i->base) || isnan(i->now)) {
        set_reason(i, "not in both");
        return;
    }
    double all = i->base + i->now, share = nb / (na + nb);
    double more = all > 0 ? binomial_tail(i->now, all, share) : 1,
           fewer = all > 0 ? binomial_tail(i->base, all, 1 - share) : 1;
    bool large = i->now * na > i->base * nb * (1 + 0.01 * limit),
         less = i->base * nb > i->now * na * (1 + 0.01 * limit);
    i->verdict = large && more < MAX_CHANCE   ? COMPARE_REGRESSION
                 : less && fewer < MAX_CHANCE ? COMPARE_BETTER
                                              : COMPARE_SAME;
    snprintf(i->why, sizeof i->why, "probability by chance %.2g", fmin(1, i->now * na > i->base * nb ? more : fewer));
}

static void compare_misses(compare *c) {
    const json_t *now = compare_at(c->now, "frame.causes");
    const char *key;
    json_t *v;
    compare_item *i =
        add_item(c, "frame.misses", "", compare_at(c->base, "frame.misses"), compare_at(c->now, "frame.misses"));
    set_reason(i, "sum of all causes, not judged");
    json_object_foreach(compare_at(c->base, "frame.causes"), key, v) {
        i = add_item(c, "frame.causes", key, v, json_object_get(now, key));
        if (strcmp(key, "own_work") != 0)
            set_reason(i, "not the frame's own work, not judged");
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
        compare_item *i = add_item(c, path, key, v, json_object_get(now, key));
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
    compare_item *i = add_item(c, "allocations_in_loop", "", compare_at(c->base, "allocations_in_loop"),
                               compare_at(c->now, "allocations_in_loop"));
    if (isnan(i->base) || isnan(i->now)) {
        set_reason(i, "not counted in both");
        return;
    }
    i->verdict = i->now > i->base ? COMPARE_REGRESSION : i->now < i->base ? COMPARE_BETTER : COMPARE_SAME;
    set_reason(i, "counted, none allowed");
}

// Notes --------------------------------------------------------------------------------------------------------------

static void add_note(compare *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_note(compare *c, const char *format, ...) {
    if (c->n_notes == COMPARE_NOTES) return;
    va_list a;
    va_start(a, format);
    vsnprintf(c->note[c->n_notes++], sizeof c->note[0], format, a);
    va_end(a);
}

static void add_notes(compare *c) {
    if (c->same_state)
        add_note(c, "the state after the last step is the same: both did the same work");
    else
        add_note(c, "the states differ: another motion was timed");
    if (!c->same_host) add_note(c, "another processor, kernel or scheduler: times are shown, not judged");
    if (c->n_rows == COMPARE_ROWS || c->n_items == COMPARE_ITEMS) add_note(c, "too many quantities: some are left out");
    const char *key;
    json_t *v;
    json_object_foreach(compare_at(c->now, "phase_ns"), key,
                        v) if (!json_object_get(compare_at(c->base, "phase_ns"), key))
        add_note(c, "phase '%s' is new", key);
}

void compare_judge(compare *c) {
    compare_spreads(c, "frame");
    compare_spreads(c, "phase_ns");
    compare_misses(c);
    compare_work(c, "solver");
    compare_work(c, "contact");
    compare_allocations(c);
    add_notes(c);
    for (int k = 0; k < c->n_items; k++) c->regressions += c->item[k].verdict == COMPARE_REGRESSION;
}
