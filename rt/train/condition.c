// SPDX-License-Identifier: MIT
#include "rt/train/condition.h"
#include "rt/config/config.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- names ---------------------------------------------------------------------------------------------------------

int train_event_find(const char *name) {
    for (int k = 0; k < RT_EVENT_COUNT; k++)
        if (strcmp(rt_event_name((rt_event)k), name) == 0) return k;
    return -1;
}

int train_channel_find(const train_names *names, const char *name) {
    for (int k = 0; k < names->channels; k++)
        if (strcmp(names->channel(names->of, k), name) == 0) return k;
    return -1;
}

static int find_act(const train_names *names, const char *name) {
    for (int k = 0; k < names->acts; k++)
        if (strcmp(names->act[k], name) == 0) return k;
    return -1;
}

void train_suggest(const train_names *names, const char *word, char *why, size_t size) {
    enum { MOST = 512 };
    const char *choice[MOST];
    int n = 0;
    for (int k = 0; k < names->channels && n < MOST; k++) choice[n++] = names->channel(names->of, k);
    for (int k = 0; k < RT_EVENT_COUNT && n < MOST; k++) choice[n++] = rt_event_name((rt_event)k);
    for (int k = 0; k < names->acts && n < MOST; k++) choice[n++] = names->act[k];
    const char *near = rt_find_nearest(word, choice, n);
    const size_t used = strlen(why);
    if (near && used < size) snprintf(why + used, size - used, "; did you mean '%s'?", near);
}

// ---- reading -------------------------------------------------------------------------------------------------------

// Text left of a condition, its words divided by blanks.
typedef struct reading {
    const char *rest;
    const train_names *names;
    char *why;
    size_t size;
} reading;

// Copies the next word, without taking it.
static size_t peek(const reading *r, char word[TRAIN_WORD]) {
    const char *at = r->rest + strspn(r->rest, " ");
    size_t n = strcspn(at, " ");
    snprintf(word, TRAIN_WORD, "%.*s", (int)n, at);
    return (size_t)(at - r->rest) + n;
}

static bool take(reading *r, const char *expected) {
    char word[TRAIN_WORD];
    const size_t n = peek(r, word);
    if (strcmp(word, expected) != 0) return false;
    r->rest += n;
    return true;
}

// Copies the words up to the next "and", "or" or "for".
static void take_quantity(reading *r, char *text, size_t size) {
    char word[TRAIN_WORD];
    size_t used = 0;
    *text = 0;
    for (size_t n; (n = peek(r, word)) > 0 && *word; r->rest += n) {
        if (strcmp(word, "and") == 0 || strcmp(word, "or") == 0 || strcmp(word, "for") == 0) return;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", word);
        if (used >= size) used = size - 1;
    }
}

static bool refuse_word(const reading *r, const char *word) {
    snprintf(r->why, r->size, "expected a channel, an event or an act, found '%s'", word);
    train_suggest(r->names, word, r->why, r->size);
    return false;
}

static bool read_comparison(reading *r, train_atom *a) {
    char sign[TRAIN_WORD], text[80];
    const size_t n = peek(r, sign);
    const char *const signs[] = {[TRAIN_BELOW] = "<", [TRAIN_ABOVE] = ">", [TRAIN_EQUAL] = "="};
    int k = 0;
    while (k < 3 && strcmp(sign, signs[k]) != 0) k++;
    if (k == 3) {
        snprintf(r->why, r->size, "expected '<', '>' or '=' after '%s', found '%s'",
                 r->names->channel(r->names->of, a->index), sign);
        return false;
    }
    r->rest += n;
    a->sign = (train_sign)k;
    take_quantity(r, text, sizeof text);
    return rt_quantity_parse(text, r->names->unit(r->names->of, a->index), &a->value, r->why, r->size);
}

static bool read_atom(reading *r, train_atom *a) {
    char word[TRAIN_WORD];
    a->negated = take(r, "not");
    r->rest += peek(r, word);
    const int channel = train_channel_find(r->names, word), event = train_event_find(word),
              act = *word ? find_act(r->names, word) : -1;
    a->kind = channel >= 0 ? TRAIN_CHANNEL : event >= 0 ? TRAIN_EVENT : TRAIN_ACT;
    a->index = channel >= 0 ? channel : event >= 0 ? event : act;
    if (a->index < 0) return refuse_word(r, word);
    return a->kind != TRAIN_CHANNEL || read_comparison(r, a);
}

static bool read_hold(reading *r, train_condition *c) {
    char text[80];
    if (!take(r, "for")) {
        snprintf(r->why, r->size, "expected 'and', 'or', 'for' or the end, found '%s'", r->rest + strspn(r->rest, " "));
        return false;
    }
    take_quantity(r, text, sizeof text);
    if (!rt_quantity_parse(text, "s", &c->hold, r->why, r->size)) return false;
    if (c->hold >= 0 && !r->rest[strspn(r->rest, " ")]) return true;
    snprintf(r->why, r->size, "expected a time of 0 s or more at the end, found '%s%s'", text, r->rest);
    return false;
}

bool train_condition_read(const char *text, const train_names *names, train_condition *c, char *why, size_t size) {
    reading r = {text, names, why, size};
    *c = (train_condition){0};
    if ((size_t)snprintf(c->text, sizeof c->text, "%s", text) >= sizeof c->text) {
        snprintf(why, size, "expected at most %zu letters", sizeof c->text - 1);
        return false;
    }
    for (bool starts = true;;) {
        if (c->n == TRAIN_ATOMS) {
            snprintf(why, size, "expected at most %d comparisons", TRAIN_ATOMS);
            return false;
        }
        c->atom[c->n].starts = starts;
        if (!read_atom(&r, &c->atom[c->n++])) return false;
        if (!r.rest[strspn(r.rest, " ")]) return true;
        starts = !take(&r, "and");
        if (starts && !take(&r, "or")) return read_hold(&r, c);
    }
}

// ---- watching ------------------------------------------------------------------------------------------------------

static bool holds(const train_atom *a, const train_seen *s) {
    if (a->kind == TRAIN_EVENT) return s->events >> a->index & 1;
    if (a->kind == TRAIN_ACT) return s->acts[a->index / 64] >> (a->index % 64) & 1;
    const double v = s->value[a->index];
    if (a->sign == TRAIN_EQUAL) return v == a->value;
    return a->sign == TRAIN_ABOVE ? v > a->value : v < a->value; // false for NaN
}

bool train_condition_now(const train_condition *c, const train_seen *seen) {
    bool all = false;
    for (int k = 0; k < c->n; k++) {
        if (c->atom[k].starts && all) return true;
        if (c->atom[k].starts) all = true;
        all = all && holds(&c->atom[k], seen) != c->atom[k].negated;
    }
    return all;
}

train_watch train_watch_begin(void) { return (train_watch){.since = -1}; }

void train_watch_row(train_watch *w, const train_condition *c, const train_seen *seen) {
    const bool now = train_condition_now(c, seen), was = w->holds;
    w->since = !now ? -1 : w->since < 0 ? seen->t : w->since;
    w->holds = now && seen->t - w->since + 1e-9 >= c->hold;
    w->edge = w->holds && !was;
}
