// SPDX-License-Identifier: MIT
#include "render/sound/cues.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JUMP_S 1.0        // greatest step of simulated time between two snapshots that is not a jump
#define IDLE_LOAD 0.1     // share of the full torque that turns the motor itself; reached at IDLE_SPEED
#define IDLE_SPEED 0.15   // as speed of the chain [m/s]: IACS UR A3, mean hoisting speed
#define LINKS_A_TURN 10   // five pockets, each for one flat and one upright link: 40 bar diameters, 10 pitches
#define CLANK 1.0         // of the stopper's bar, share of the full load
#define LARGEST_BLOW 10.0 // share of the full load; larger forces are not louder

static double clamp_finite(double x, double lo, double hi) { return isfinite(x) ? fmin(fmax(x, lo), hi) : 0; }

void sound_ear_init(sound_ear *e, double link_length_m, double tension_max_n) {
    memset(e, 0, sizeof *e);
    e->link_length = link_length_m;
    e->tension_max = tension_max_n;
}

static int compare_touches(const void *a, const void *b) {
    const sound_touch *p = a, *q = b;
    if (p->kind != q->kind) return p->kind < q->kind ? -1 : 1;
    if (p->number != q->number) return p->number < q->number ? -1 : 1;
    return (p->identity > q->identity) - (p->identity < q->identity);
}

// Finds contacts that the last snapshot did not have. A link knocks by the force of its new contact. Identities are
// unique per body only: shank, head and each link. A body's number outlasts its index in the list.
static void cue_contacts(sound_ear *e, const dyn_snapshot *s, bool silently) {
    int n = s->n_contacts < 0 ? 0 : s->n_contacts < DYN_SNAPSHOT_VECTORS ? s->n_contacts : DYN_SNAPSHOT_VECTORS;
    for (int k = 0; k < n; k++) {
        const dyn_snapshot_contact *c = &s->contact[k];
        bool known_body = c->body >= 0 && c->body < s->n_bodies && c->body < DYN_SNAPSHOT_BODIES;
        const dyn_snapshot_body *b = known_body ? &s->body[c->body] : NULL;
        sound_touch *touch = &e->fresh[k];
        *touch = (sound_touch){c->identity, b ? b->kind : DYN_SHOW_BODY, b ? b->number : -1};
        if (silently || touch->kind != DYN_SHOW_LINK) continue;
        if (bsearch(touch, e->known, (size_t)e->n_known, sizeof *touch, compare_touches)) continue;
        e->cues.knocks += clamp_finite(vec3_norm(c->normal_force) / e->tension_max, 0, LARGEST_BLOW);
    }
    qsort(e->fresh, (size_t)n, sizeof e->fresh[0], compare_touches);
    memcpy(e->known, e->fresh, (size_t)n * sizeof e->fresh[0]);
    e->n_known = n;
}

// The stopper's bar: a clank when it falls between two links, a blow when it breaks.
static void cue_stopper(sound_ear *e, const dyn_gauges *g, bool silently) {
    bool changed = g->stopper != e->stopper;
    if (changed && !silently && g->stopper == TACKLE_STOPPER_HOLDING) e->cues.knocks += CLANK;
    if (changed && !silently && g->stopper == TACKLE_STOPPER_BROKEN) e->cues.blows += CLANK;
    e->stopper = g->stopper;
}

// A stroke with each change of the bell's control.
static void cue_bell(sound_ear *e, const dyn_gauges *g, bool silently) {
    int32_t now = (g->controls & RT_CONTROL_BELL) != 0;
    if (now != e->bell && !silently) e->cues.bells += 1;
    e->bell = now;
}

sound_alarm sound_alarm_of(const alarm_log *alarms) {
    int list[ALARM_RECORDS], n = alarm_log_list(alarms, list), gravest = alarm_log_sounding(alarms);
    if (gravest == ALARM_WARNING) return SOUND_ALARM_WARNING;
    if (gravest != ALARM_ALARM) return SOUND_ALARM_NONE;
    bool stop = n > 0 && alarms->record[list[0]].kind == ALARM_ESTOP; // unless a graver alarm comes first
    return stop ? SOUND_ALARM_ESTOP : SOUND_ALARM_ALARM;
}

const sound_cues *sound_ear_update(sound_ear *e, const dyn_snapshot *now, bool running, sound_alarm alarm) {
    const dyn_gauges *g = &now->gauges;
    sound_cues *c = &e->cues;
    bool jumped = !e->heard || !(now->t >= e->t && now->t <= e->t + JUMP_S);
    if (jumped) c->epoch++;
    cue_contacts(e, now, jumped);
    if (!jumped) c->blows += clamp_finite((now->info.blows_n - e->blows_n) / e->tension_max, 0, LARGEST_BLOW);
    e->blows_n = now->info.blows_n;
    cue_stopper(e, g, jumped);
    cue_bell(e, g, jumped);
    double radius = LINKS_A_TURN * e->link_length / (2 * M_PI), full_torque = e->tension_max * radius;
    c->links_out = clamp_finite(g->chain_out_m / e->link_length, -1e6, 1e6);
    c->chain_speed = clamp_finite(g->speed_m_s, -20, 20);
    c->tension = clamp_finite(g->tension_n / e->tension_max, 0, 2);
    c->brake = clamp_finite(g->brake, 0, 1);
    c->motor_speed = clamp_finite(fabs(g->motor_rad_s) * radius, 0, 20); // in gear or not
    c->motor_load =
        clamp_finite(fabs(g->motor_torque_nm) / full_torque, 0, 2) + IDLE_LOAD * fmin(c->motor_speed / IDLE_SPEED, 1);
    c->wash = (g->controls & RT_CONTROL_WASH) != 0;
    c->alarm = alarm;
    c->running = running;
    e->heard = true;
    e->t = now->t;
    return c;
}
