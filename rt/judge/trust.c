// SPDX-License-Identifier: MIT
#include "rt/judge/trust.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDING 1e-9 // least limit of the energy gained: a world at rest without weight has no other [J]

static void account_energy(trust *r, const trust_step *s) {
    double change = s->energy1 - s->energy0, step = change - s->work;
    if (!r->balanced) r->turned_over = s->motion, r->weight = s->weight;
    r->balanced = true;
    r->turned_over += fabs(change);
    r->balance += step;
    r->least = fmin(r->least, r->balance);
    r->most_in_step = fmax(r->most_in_step, step);
    if (r->balance - r->least <= r->gained) return;
    r->gained = r->balance - r->least;
    r->gained_s = s->t;
}

void trust_update(trust *r, const trust_step *s) {
    if (s->phi > r->phi_m) r->phi_m = s->phi, r->phi_s = s->t;
    r->phi_steps += s->phi > TRUST_PHI;
    r->row = s->capped ? r->row + 1 : 0;
    if (r->row > r->caps) r->caps = r->row, r->caps_s = s->t;
    if (s->refused && r->refused == 0) r->refused_s = s->t;
    r->refused += s->refused;
    if (s->limit && !r->limit) r->limit = s->limit, r->limit_s = s->t;
    if (s->balanced) account_energy(r, s);
}

double trust_gain_limit(const trust *r) {
    return fmax(ROUNDING, fmax(TRUST_GAIN * r->turned_over, TRUST_LIFT * r->weight));
}

static bool gains_energy(const trust *r) { return r->balanced && r->gained > trust_gain_limit(r); }

bool trust_holds(const trust *r) {
    return r->phi_m <= TRUST_PHI && r->caps < TRUST_CAPS && r->refused == 0 && !r->limit && !gains_energy(r);
}

void trust_explain(const trust *r, char *text, size_t size) {
    size_t n = 0;
    text[0] = 0;
#define ADD(...)                                                                                                       \
    do {                                                                                                               \
        int w = snprintf(text + n, size - n, __VA_ARGS__);                                                             \
        n = w < 0 || n + (size_t)w >= size ? size - 1 : n + (size_t)w;                                                 \
    } while (0)
    if (r->phi_m > TRUST_PHI)
        ADD("; constraints off by up to %.3g mm (limit %g mm) in %llu steps, most at %.3f s", 1e3 * r->phi_m,
            1e3 * TRUST_PHI, (unsigned long long)r->phi_steps, r->phi_s);
    if (r->caps >= TRUST_CAPS)
        ADD("; %llu steps in a row at the cap of Newton iterations (limit %d), up to %.3f s",
            (unsigned long long)r->caps, TRUST_CAPS - 1, r->caps_s);
    if (gains_energy(r))
        ADD("; %.3g J of energy gained from nothing (limit %.3g J), up to %.3f s", r->gained, trust_gain_limit(r),
            r->gained_s);
    if (r->refused > 0)
        ADD("; the user's contact law returned an unusable force in %llu steps, first at %.3f s",
            (unsigned long long)r->refused, r->refused_s);
    if (r->limit) ADD("; %s at %.3f s", r->limit, r->limit_s);
#undef ADD
    if (n > 0) memmove(text, text + 2, n - 1);
}

const char *trust_advice(const trust *r) {
    if (r->refused > 0) return "Mend the user's contact law: it must return finite forces of 0 or more.";
    if (r->limit) return "Raise that key, or end the run before.";
    return "Review the design (hawse check), close the hull, lower the contact stiffness or reduce solver.step.";
}

void trust_write(const trust *r, rt_json *j) {
    char why[512];
    trust_explain(r, why, sizeof why);
    rt_json_object(j, "trust");
    rt_json_bool(j, "trusted", trust_holds(r));
    rt_json_text(j, "why", why);
    rt_json_text(j, "advice", trust_holds(r) ? "" : trust_advice(r));
    rt_json_number(j, "phi_max_m", r->phi_m);
    rt_json_number(j, "phi_limit_m", TRUST_PHI);
    rt_json_int(j, "phi_steps", (int64_t)r->phi_steps);
    rt_json_int(j, "caps_in_a_row", (int64_t)r->caps);
    rt_json_int(j, "caps_limit", TRUST_CAPS - 1);
    rt_json_int(j, "law_refused_steps", (int64_t)r->refused);
    rt_json_number(j, "energy_gained_j", r->balanced ? r->gained : (double)NAN);
    rt_json_number(j, "energy_limit_j", r->balanced ? trust_gain_limit(r) : (double)NAN);
    rt_json_number(j, "energy_gained_in_step_j", r->balanced ? r->most_in_step : (double)NAN);
    rt_json_number(j, "energy_dissipated_j", r->balanced ? -r->balance : (double)NAN);
    rt_json_end(j);
}
