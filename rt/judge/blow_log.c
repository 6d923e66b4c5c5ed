// SPDX-License-Identifier: MIT
// Follows each blow from touch to end, and lists the hardest.
#include "rt/judge/blow_log.h"
#include "contact/law/law.h"
#include "dynamics/snapshot/snapshot.h"
#include <math.h>
#include <stdio.h>

// Closing speed below which a contact hardly moves, as a share of its approach, and the time for which it must. At the
// deepest point of an elastic blow of duration T it is that slow for 0.2 T / pi: 5 ms allow T up to 78 ms, the half
// period of 8 t on a plate of 13 MN/m.
#define REST_SHARE 0.1
#define REST_S 5e-3
#define NEAR_M 0.15 // contacts this close to each other may have merged or split [m]
#define ALIKE 0.1   // largest difference of approach between parts of one contact, as a share

// Adds the impulse and work of a step over which force and rate change to these values.
static void add_step(blow_open *b, double force, double rate, double h) {
    double mean = 0.5 * (b->force + force);
    b->sum.impulse_ns += mean * h;
    b->work += mean * 0.5 * (b->rate + rate) * h;
    b->sum.energy_j = fmax(b->sum.energy_j, b->work);
    b->force = force, b->rate = rate;
}

static void add_touch(blow_open *b, const blow_touch *c, double h) {
    blow *s = &b->sum;
    add_step(b, c->force, c->rate, h);
    if (c->force > 0) s->frames++, s->duration_s += h;
    if (c->force <= s->peak_n) return;
    s->peak_n = c->force;
    s->peak_elastic_n = c->elastic_force;
    s->peak_area_m2 = c->area;
    s->place = c->point, s->normal = c->normal;
    s->part = c->part, s->face = c->face;
}

// Puts a blow that ended into the list, which keeps the hardest by impulse.
static void list_blow(blow_log *log, const blow *b) {
    int at = log->n < BLOWS_LISTED ? log->n++ : BLOWS_LISTED;
    log->impulse_ns += b->impulse_ns;
    log->absorbed_j += b->absorbed_j;
    if (at == BLOWS_LISTED) {
        log->not_listed++;
        if (b->impulse_ns <= log->hardest[--at].impulse_ns) return;
    }
    for (; at > 0 && log->hardest[at - 1].impulse_ns < b->impulse_ns; at--) log->hardest[at] = log->hardest[at - 1];
    log->hardest[at] = *b;
}

static void remove_open(blow_log *log, int k) { log->open[k] = log->open[--log->n_open]; }

static void end_blow(blow_log *log, int k) {
    blow_open *b = &log->open[k];
    b->sum.absorbed_j = b->work;
    list_blow(log, &b->sum);
    remove_open(log, k);
}

// Adds blow `from`, whose contact merged into that of blow `to`.
static void merge_blow(blow_log *log, int from, int to) {
    const blow_open *f = &log->open[from];
    blow_open *t = &log->open[to];
    const blow mine = t->sum;
    if (f->sum.peak_n > mine.peak_n) t->sum = f->sum;
    t->sum.begin_s = fmin(mine.begin_s, f->sum.begin_s);
    t->sum.frames = mine.frames > f->sum.frames ? mine.frames : f->sum.frames;
    t->sum.duration_s = fmax(mine.duration_s, f->sum.duration_s);
    t->sum.approach_m_s = fmax(mine.approach_m_s, f->sum.approach_m_s);
    t->sum.impulse_ns = mine.impulse_ns + f->sum.impulse_ns;
    t->sum.energy_j = mine.energy_j + f->sum.energy_j;
    t->work += f->work;
    log->merged++;
    remove_open(log, from);
}

// The blow into whose contact that of blow k may have merged; -1: none.
static int find_heir(const blow_log *log, int k) {
    const blow *gone = &log->open[k].sum;
    int best = -1;
    double nearest = NEAR_M;
    for (int i = 0; i < log->n_open; i++) {
        double far = vec3_norm(vec3_sub(log->open[i].sum.place, gone->place));
        if (i == k || !log->open[i].here || log->open[i].sum.head != gone->head || far >= nearest) continue;
        best = i, nearest = far;
    }
    return best;
}

static bool has_ended(blow_open *b, double h) {
    bool slow = fabs(b->rate) < REST_SHARE * b->sum.approach_m_s, again = b->opening && b->rate > 0;
    b->opening |= b->rate < 0;
    b->rest_s = slow ? b->rest_s + h : 0;
    return b->force <= 0 || again || b->rest_s >= REST_S;
}

static blow_open *find_open(blow_log *log, const blow_touch *c) {
    for (int k = 0; k < log->n_open; k++)
        if (log->open[k].identity == c->identity && log->open[k].sum.head == c->head) return &log->open[k];
    return NULL;
}

// The contact that continues blow k, whose own number is gone: one nearby without a blow that began with its approach.
static const blow_touch *find_rest(blow_log *log, int k, const blow_touch *touch, int n) {
    const blow *b = &log->open[k].sum;
    const blow_touch *best = NULL;
    double nearest = NEAR_M;
    for (int i = 0; i < n; i++) {
        const blow_touch *c = &touch[i];
        double far = vec3_norm(vec3_sub(c->point, b->place));
        if (c->head != b->head || !(c->force > 0) || far >= nearest || find_open(log, c)) continue;
        if (fabs(c->approach - b->approach_m_s) > ALIKE * b->approach_m_s) continue;
        best = c, nearest = far;
    }
    return best;
}

static blow_open *begin_blow(blow_log *log, const blow_touch *c, double t, double h) {
    log->begun++;
    if (log->n_open == BLOWS_FOLLOWED) {
        log->not_followed++;
        return NULL;
    }
    blow_open *b = &log->open[log->n_open++];
    *b = (blow_open){.identity = c->identity, .rate = c->approach};
    b->sum = (blow){.begin_s = t - h, .approach_m_s = c->approach, .head = c->head};
    return b;
}

void blow_log_update(blow_log *log, const blow_touch *touch, int n, double t, double h) {
    for (int k = 0; k < log->n_open; k++) log->open[k].here = 0;
    for (int i = 0; i < n; i++) {
        blow_open *b = find_open(log, &touch[i]);
        if (!b && touch[i].struck) b = begin_blow(log, &touch[i], t, h);
        if (!b) continue;
        b->here = 1;
        add_touch(b, &touch[i], h);
    }
    for (int k = 0; k < log->n_open; k++) {
        const blow_touch *rest = log->open[k].here ? NULL : find_rest(log, k, touch, n);
        if (!rest) continue;
        log->open[k].identity = rest->identity;
        log->open[k].here = 1;
        add_touch(&log->open[k], rest, h);
    }
    for (int k = log->n_open - 1; k >= 0; k--) {
        blow_open *b = &log->open[k];
        if (b->here) {
            if (has_ended(b, h)) end_blow(log, k);
            continue;
        }
        add_step(b, 0, b->rate, h);
        int heir = find_heir(log, k);
        if (heir >= 0)
            merge_blow(log, k, heir);
        else
            end_blow(log, k);
    }
}

void blow_log_end(blow_log *log) {
    while (log->n_open > 0) end_blow(log, log->n_open - 1);
}

static void write_vector(rt_json *j, const char *key, vec3 v) {
    rt_json_array(j, key);
    rt_json_number(j, NULL, v.x), rt_json_number(j, NULL, v.y), rt_json_number(j, NULL, v.z);
    rt_json_end(j);
}

static void write_blow(rt_json *j, const blow *b, int triangle) {
    rt_json_object(j, NULL);
    rt_json_number(j, "t_s", b->begin_s);
    rt_json_number(j, "duration_s", b->duration_s);
    rt_json_int(j, "frames", b->frames);
    rt_json_number(j, "impulse_ns", b->impulse_ns);
    rt_json_number(j, "approach_m_s", b->approach_m_s);
    rt_json_number(j, "energy_j", b->energy_j);
    rt_json_number(j, "absorbed_j", b->absorbed_j);
    rt_json_number(j, "peak_n", b->peak_n);
    rt_json_number(j, "peak_elastic_n", b->peak_elastic_n);
    rt_json_number(j, "peak_area_m2", b->peak_area_m2);
    write_vector(j, "place_m", b->place);
    write_vector(j, "normal", b->normal);
    rt_json_text(j, "body", b->head ? "head" : "shank");
    rt_json_text(j, "part", dyn_anchor_part_name(b->part));
    rt_json_text(j, "face", dyn_hull_face_name(b->face));
    rt_json_int(j, "triangle", triangle);
    rt_json_end(j);
}

// What a peak follows: F ~ K^(1 / (n + 1)) of F = K d^n at a given energy; with few frames it is too low
// (tests/validation/loads.md).
static void describe_peak(const scenario *sc, char *text, size_t size) {
    const double power = 1 / (sc->contact.exponent + 1);
    int n;
    if (sc->contact.method == SCENARIO_CONTACT_FOUNDATION)
        n = snprintf(text, size, "follows contact.foundation_modulus, %g Pa/m, to the power 0.2 to 0.4",
                     sc->contact.foundation_modulus);
    else if (sc->contact.law == CONTACT_LAW_TABLE || sc->contact.law == CONTACT_LAW_USER)
        n = snprintf(text, size, "follows the forces of contact.law");
    else
        n = snprintf(text, size, "follows contact.anchor_stiffness, %g N/m^%g, to the power %.2f",
                     sc->contact.anchor_stiffness, sc->contact.exponent, power);
    snprintf(
        text + n, size - (size_t)n,
        "; about 2 %% too low with 32 frames of %g ms, 8 %% with 16, 20 %% with 8; impulse and energy follow neither",
        1e3 * sc->solver.step);
}

void blow_log_write(const blow_log *log, const scenario *sc, rt_json *j, int (*triangle)(const void *ctx, vec3 place),
                    const void *ctx) {
    char peak[320];
    describe_peak(sc, peak, sizeof peak);
    rt_json_object(j, "blows");
    rt_json_int(j, "begun", (int64_t)log->begun);
    rt_json_int(j, "merged", (int64_t)log->merged);
    rt_json_int(j, "not_followed", (int64_t)log->not_followed);
    rt_json_int(j, "not_listed", (int64_t)log->not_listed);
    rt_json_number(j, "impulse_ns", log->impulse_ns);
    rt_json_number(j, "absorbed_j", log->absorbed_j);
    rt_json_text(j, "peak_depends", peak);
    rt_json_array(j, "list");
    for (int k = 0; k < log->n; k++) write_blow(j, &log->hardest[k], triangle(ctx, log->hardest[k].place));
    rt_json_end(j);
    rt_json_end(j);
}
