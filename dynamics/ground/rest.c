// SPDX-License-Identifier: MIT
#include "dynamics/ground/rest.h"
#include "dynamics/core/sleep.h"
#include "dynamics/core/step.h"
#include <assert.h>

#define QUIET 10.0  // time without motion before a link may sleep: longer than a wave's period [s]
#define SETTLED 0.5 // the same in still water, after settling [s]
#define MOVED 0.5   // motion that counts, over the displacement that mobilises friction
#define ALONG                                                                                                          \
    2e-4 // speed along itself of a link that may be stopped: those beside it stop with it, by a pulse of tension [m/s]
#define SPEED 2e-3       // of its nodes [m/s]
#define SHORTEST 4       // links of a sleeping stretch, at its beginning
#define FADE (4 * QUIET) // time constant in which the tension's range fades [s]
#define NEAR 12          // awake links on the bottom beside a sleeping one, at least
#define GUARD (2 * NEAR) // the same when a link falls asleep
#define REACH 4          // links that may lie clear of the bottom between two that touch it
#define MARGIN 1.5       // friction of the awake links over the tension's range when a link falls asleep

enum { DOWN = -1, UP = 1 }; // along the chain's numbers

// The chain in a state, between steps.
typedef struct view {
    const ground_rest *r;
    const dyn_model *m;
    dyn_state *s;
    dyn_eval e;
    ground_rest_state *z;
    int n;
} view;

static int body_of(const ground_rest *r, int k) { return r->chain->link[k].def.body; }
static int kind_of(const view *v, int k) { return v->s->body_on[body_of(v->r, k)]; }
static bool is_awake(const view *v, int k) { return k >= 0 && k < v->n && kind_of(v, k) == DYN_AWAKE; }
static bool is_asleep(const view *v, int k) { return k >= 0 && k < v->n && kind_of(v, k) == DYN_ASLEEP; }
static double tension_of(const view *v, int k) { return dyn_body_tension(&v->e, body_of(v->r, k)); }

// ---- measuring, after a step

// Whether a link touches the bottom within REACH of link k, toward `to`.
static bool touches_beyond(const ground_rest *r, const ground_rest_state *z, int k, int to) {
    for (int near = 1; near <= REACH; near++) {
        k += to;
        if (k < 0 || k >= r->chain->n) return false;
        if (z->link[k].touches) return true;
    }
    return false;
}

// Whether link k is on the bottom: with both bows, or between others, as in a chain that fell in bights.
static bool lies(const ground_rest *r, const ground_rest_state *z, int k) {
    return ground_chain_bears(r->chain, k) || (touches_beyond(r, z, k, DOWN) && touches_beyond(r, z, k, UP));
}

static void measure_link(const ground_rest *r, const dyn_eval *e, int k, ground_rest_state *z) {
    ground_rest_link *l = &z->link[k];
    const int body = body_of(r, k), *node = e->model->body[body].node;
    l->along = l->limit = 0;
    l->lies = lies(r, z, k);
    if (!l->lies) {
        l->quiet = 0;
        return;
    }
    const double most = MOVED * r->chain->bottom->site[0].top.slip, tension = dyn_body_tension(e, body);
    const vec3 at[2] = {dyn_axes_to_world(e->axes, e->q[node[0]]), dyn_axes_to_world(e->axes, e->q[node[1]])};
    const double by = fmax(vec3_norm2(vec3_sub(at[0], l->place[0])), vec3_norm2(vec3_sub(at[1], l->place[1])));
    ground_chain_friction_on(r->chain, e, e->state->z + e->model->force_z[r->bottom], k, &l->along, &l->limit);
    if (by <= most * most) {
        const double fade = e->h / FADE;
        l->quiet += e->h;
        l->low = fmin(l->low + fade * (tension - l->low), tension);
        l->high = fmax(l->high + fade * (tension - l->high), tension);
        return;
    }
    l->place[0] = at[0], l->place[1] = at[1];
    l->quiet = 0;
    l->low = l->high = tension;
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const ground_rest *r = self;
    ground_rest_state *z = zz;
    for (int k = 0; k < r->chain->n; k++) {
        const int kind = e->state->body_on[body_of(r, k)];
        if (kind == DYN_AWAKE) z->link[k].touches = ground_chain_touches(r->chain, k);
        if (kind == DYN_OFF) z->link[k] = (ground_rest_link){.quiet = 0};
    }
    for (int k = 0; k < r->chain->n; k++)
        if (e->state->body_on[body_of(r, k)] == DYN_AWAKE) measure_link(r, e, k, z);
}

static void eval(void *self, const dyn_eval *e, const void *z) { (void)self, (void)e, (void)z; }

// ---- friction that is left

// Friction left on link k against a change of the tension on its side `from` by the sign of `change`.
static double spare_of(const view *v, int k, int from, double change) {
    const ground_rest_link *l = &v->z->link[k];
    return fmax(l->limit + (change * from > 0 ? l->along : -l->along), 0);
}

// The share of `change` that link k takes up.
static double taken_up(const view *v, int k, int from, double change) {
    const double most = spare_of(v, k, from, change);
    return fmin(fmax(change, -most), most);
}

// ---- waking

// Whether the links from k on, away from a sleeping stretch toward `to`, keep it undisturbed while the tension is
// `change` off its level.
static bool guards(const view *v, int k, int to, double change) {
    double spare = 0;
    for (int near = 1; is_awake(v, k); k += to, near++) {
        const ground_rest_link *l = &v->z->link[k];
        if (near <= NEAR && !(l->quiet > 0)) return false;
        if (!l->lies) return false;
        spare += spare_of(v, k, to, change);
        if (near >= NEAR && spare >= fabs(change)) return true;
    }
    return false;
}

static void wake_link(const view *v, int k) {
    ground_rest_link *l = &v->z->link[k];
    const int body = body_of(v->r, k);
    dyn_wake_body(v->s, body);
    l->quiet = v->m->h;
    l->low = l->high = tension_of(v, k);
    v->z->asleep--, v->z->woken++;
}

// Wakes links at one end of a sleeping stretch, the last of which is k; `to`: the side of the end.
static void wake_end(const view *v, int k, int to) {
    const int beside = k + to;
    const double change = is_awake(v, beside) ? tension_of(v, beside) - v->z->link[beside].level : 0;
    for (; is_asleep(v, k) && !guards(v, k + to, to, change); k -= to) wake_link(v, k);
}

static void wake_links(const view *v) {
    for (int k = 0; k < v->n; k++) {
        if (!is_asleep(v, k)) continue;
        if (!is_asleep(v, k - 1)) wake_end(v, k, DOWN);
        if (is_asleep(v, k) && !is_asleep(v, k + 1)) wake_end(v, k, UP);
    }
}

// ---- falling asleep

static bool is_still(const view *v, int k) {
    const int *node = v->m->body[body_of(v->r, k)].node;
    const vec3 way = vec3_unit(vec3_sub(v->s->q[node[1]], v->s->q[node[0]]));
    for (int i = 0; i < 4; i++) {
        const vec3 q = v->s->q[node[i]], qd = v->s->qd[node[i]];
        const vec3 u = i < 2 ? dyn_axes_velocity(v->e.axes, q, qd) : dyn_axes_vector_velocity(v->e.axes, q, qd);
        if (!(vec3_norm2(u) < SPEED * SPEED) || (i < 2 && !(fabs(vec3_dot(u, way)) < ALONG))) return false;
    }
    return true;
}

// Whether link k has been quiet for long enough, or sleeps.
static bool is_calm(const view *v, int k) {
    if (k < 0 || k >= v->n) return false;
    return is_asleep(v, k) || (is_awake(v, k) && v->z->link[k].quiet >= QUIET);
}

// First link beyond those that must stay awake at the end k of a calm stretch, whose other side is toward `to`. A
// sleeping link stays where it is.
static int end_of_guard(const view *v, int k, int to) {
    const double need = MARGIN * (v->z->link[k].high - v->z->link[k].low);
    double spare = 0;
    for (int near = 0; is_calm(v, k) && !is_asleep(v, k) && (near < GUARD || spare < need); k += to, near++)
        spare += fmax(v->z->link[k].limit - fabs(v->z->link[k].along), 0);
    return k;
}

static void stop_link(const view *v, int k) {
    v->z->lost += dyn_sleep_body(v->m, v->s, body_of(v->r, k));
    v->z->asleep++, v->z->fallen++;
}

// Lets awake links sleep from k on, beside a sleeping link at their side -to, up to `last`; `left`: change of the
// tension that stays beyond.
static void extend(const view *v, int k, int last, int to, double left) {
    for (;; k += to) {
        double change = tension_of(v, k) - v->z->link[k].level - left;
        change -= taken_up(v, k, to, change);
        stop_link(v, k);
        if (k == last) {
            if (!is_asleep(v, k + to)) v->z->link[k + to].level = tension_of(v, k + to) - change - left;
            return;
        }
        v->z->link[k + to].level = tension_of(v, k + to) - change - left;
    }
}

// Whether the friction of the links low .. high can hold the two sleeping stretches beside them in balance, of which
// one is `change` farther off its level.
static bool can_join(const view *v, int low, int high, double change) {
    double spare = 0;
    for (int k = low; k <= high; k++) spare += spare_of(v, k, UP, change);
    return spare >= fabs(change);
}

// Number of still links from k on, toward `to`, up to `last`.
static int count_still(const view *v, int k, int last, int to) {
    int n = 0;
    for (; (k - last) * to <= 0 && is_still(v, k); k += to) n++;
    return n;
}

// Lets the longest still part of the awake links low .. high sleep.
static void begin_stretch(const view *v, int low, int high) {
    int from = low, most = 0;
    for (int k = low; k <= high;) {
        const int n = count_still(v, k, high, UP);
        if (n > most) from = k, most = n;
        k += n + 1;
    }
    if (most < SHORTEST) return;
    for (int k = from - 1; k <= from + most; k++) v->z->link[k].level = tension_of(v, k);
    for (int k = from; k < from + most; k++) stop_link(v, k);
}

// Lets the awake links low .. high sleep.
static void lay_to_sleep(const view *v, int low, int high) {
    const bool below = is_asleep(v, low - 1), above = is_asleep(v, high + 1);
    if (!below && !above) {
        begin_stretch(v, low, high);
        return;
    }
    const int n = below ? count_still(v, low, high, UP) : count_still(v, high, low, DOWN);
    if (below && above && n == high - low + 1) {
        const double left = tension_of(v, high) - v->z->link[high].level,
                     change = tension_of(v, low) - v->z->link[low].level - left;
        if (can_join(v, low, high, change)) extend(v, low, high, UP, left);
    } else if (below && n > 0) {
        extend(v, low, low + n - 1, UP, 0);
    } else if (n > 0) {
        extend(v, high, high - n + 1, DOWN, 0);
    }
}

// Lets links within the calm stretch low .. high sleep.
static void sleep_within(const view *v, int low, int high) {
    const int from = end_of_guard(v, low, UP), to = end_of_guard(v, high, DOWN);
    for (int k = from; k <= to; k++) {
        if (is_asleep(v, k)) continue;
        int last = k;
        while (last < to && !is_asleep(v, last + 1)) last++;
        lay_to_sleep(v, k, last);
        k = last;
    }
}

static void sleep_links(const view *v) {
    for (int k = 0; k < v->n; k++) {
        if (!is_calm(v, k)) continue;
        int last = k;
        while (is_calm(v, last + 1)) last++;
        sleep_within(v, k, last);
        k = last;
    }
}

static view view_of(const ground_rest *r, const dyn_model *m, dyn_state *s) {
    return (view){.r = r,
                  .m = m,
                  .s = s,
                  .e = dyn_eval_at(m, s),
                  .z = (ground_rest_state *)(void *)(s->z + m->force_z[r->index]),
                  .n = r->chain->n};
}

static void disturb_link(const view *v, int k) {
    if (is_asleep(v, k)) wake_link(v, k);
    v->z->link[k].quiet = 0;
}

void ground_rest_disturb(const ground_rest *r, const dyn_model *m, dyn_state *s, int link) {
    const view v = view_of(r, m, s);
    disturb_link(&v, link);
}

void ground_rest_exchange(const ground_rest *r, const dyn_model *m, dyn_state *s, int pulled) {
    const view v = view_of(r, m, s);
    for (int k = 0; k < v.n && pulled >= 0; k++)
        if (body_of(r, k) == pulled) disturb_link(&v, k);
    if (v.z->asleep > 0) wake_links(&v);
    sleep_links(&v);
}

void ground_rest_start(const ground_rest *r, const dyn_model *m, dyn_state *s) {
    ground_rest_state *z = (ground_rest_state *)(void *)(s->z + m->force_z[r->index]);
    for (int k = 0; k < r->chain->n; k++)
        if (z->link[k].quiet >= SETTLED) z->link[k].quiet = QUIET;
    ground_rest_exchange(r, m, s, -1);
}

const ground_rest_state *ground_rest_state_of(const ground_rest *r, const dyn_model *m, const dyn_state *s) {
    return (const ground_rest_state *)(const void *)(s->z + m->force_z[r->index]);
}

void ground_rest_add(ground_rest *r, dyn_model *m, const ground_chain *chain, int bottom) {
    *r = (ground_rest){.chain = chain, .bottom = bottom};
    m->sleeps = true;
    r->force = (dyn_force){.self = r,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = sizeof(ground_rest_state) + (size_t)chain->n * sizeof(ground_rest_link),
                           .eval = eval,
                           .accept = accept};
    r->index = dyn_add_force(m, &r->force);
}
