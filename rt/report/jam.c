// SPDX-License-Identifier: MIT
#include "rt/report/jam.h"
#include "rt/deck/deck.h"
#include "rt/jam/roundness.h"
#include <stdio.h>
#include <string.h>

static void write_vector(rt_json *j, const char *key, vec3 v) {
    rt_json_array(j, key);
    rt_json_number(j, NULL, v.x);
    rt_json_number(j, NULL, v.y);
    rt_json_number(j, NULL, v.z);
    rt_json_end(j);
}

static void write_contact(rt_json *j, const jam_def *d, const jam_case *c, int k) {
    const jam_contact *p = &c->contact[k];
    char part[64];
    double normal = vec3_dot(p->force, p->normal);
    rt_json_object(j, NULL);
    rt_json_text(j, "anchor", jam_anchor_name(d, c, k, part, sizeof part));
    rt_json_text(j, "hull", dyn_hull_face_name(jam_face(d, p->position, p->normal)));
    write_vector(j, "position_m", p->position);
    write_vector(j, "normal", p->normal);
    rt_json_number(j, "normal_force_n", normal);
    rt_json_number(j, "friction_force_n", vec3_norm(vec3_madd(p->force, -normal, p->normal)));
    rt_json_number(j, "against_pull_n", p->held_n);
    rt_json_bool(j, "sticking", p->sticking);
    rt_json_end(j);
}

// The lips that hold the anchor: least mesh radius, and the radius above which they release it if all lips scale in
// proportion.
static void write_lip(rt_json *j, const deck *ship, const jam *found, char *text, size_t size) {
    double radius[JAM_CONTACTS] = {0}, least = (double)INFINITY;
    for (int k = 0; k < found->at.n; k++) {
        const jam_contact *c = &found->at.contact[k];
        if (!jam_is_lip(jam_face(&ship->jam_def, c->position, c->normal)) || c->held_n <= 0) continue;
        radius[k] = contact_mesh_radius(&ship->hull.mesh, c->position, c->normal);
        least = fmin(least, radius[k]);
    }
    double factor = jam_lip_factor(found, &ship->jam_def, radius),
           at = isfinite(factor) && factor > 1 ? factor * least : (double)NAN;
    rt_json_number(j, "lip_radius_m", least);
    rt_json_number(j, "free_above_lip_radius_m", at);
    if (isfinite(at)) snprintf(text, size, "; it would not lock on a lip radius above %.2f m (now %.2f m)", at, least);
}

static bool has_holding_contact(const jam_case *c) {
    for (int k = 0; k < c->n; k++)
        if (c->contact[k].held_n > 0) return true;
    return false;
}

void report_jam_write(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    char text[1024];
    if (!ship) return;
    const jam_def *d = &ship->jam_def;
    jam found = ship->jam;
    if (!found.begun) {
        if (s->outcome.time_s >= 0) return;
        const jam_case c = deck_jam_case(ship);
        if (!has_holding_contact(&c)) return;
        jam_begin(&found, &c, false);
    }
    while (jam_work(&found, d)) {}
    jam_text(&found, d, true, text, sizeof text);
    rt_json_object(j, "jam");
    rt_json_number(j, "t_s", found.at.t);
    rt_json_bool(j, "stalled", found.stalled); // false: state at the end, with the motor below its limit
    rt_json_text(j, "verdict", jam_verdict_name((jam_verdict)found.verdict));
    rt_json_number(j, "pull_n", found.at.pull_n);
    write_vector(j, "pull", found.at.pull);
    rt_json_number(j, "mu", d->mu);
    rt_json_number(j, "free_below_mu", found.mu_free <= JAM_MU_MOST ? found.mu_free : (double)NAN);
    rt_json_number(j, "free_above_pull_n", found.pull_free_n);
    rt_json_number(j, "balance", found.balance);
    rt_json_number(j, "hinge_rad", found.at.hinge);
    write_lip(j, ship, &found, text + strlen(text), sizeof text - strlen(text));
    rt_json_text(j, "text", text);
    rt_json_int(j, "contacts_left_out", found.at.left_out);
    rt_json_array(j, "contacts");
    for (int k = 0; k < found.at.n; k++) write_contact(j, d, &found.at, k);
    rt_json_end(j);
    rt_json_end(j);
}
