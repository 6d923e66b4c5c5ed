// SPDX-License-Identifier: MIT
// A snapshot of random values, each within its range.
#ifndef HAWSE_TESTS_RT_STREAM_SAMPLE_H
#define HAWSE_TESTS_RT_STREAM_SAMPLE_H

#include "dynamics/windlass/motor.h"
#include "rt/stream/wire.h"
#include "tests/random.h"
#include <stdlib.h>
#include <string.h>

static uint64_t sample_seed = 1;

static inline uint64_t sample_bits(void) { return random_bits(&sample_seed); }

static inline int32_t sample_int(int32_t lo, int32_t hi) {
    return lo + (int32_t)(sample_bits() % (uint64_t)((int64_t)hi - lo + 1));
}

// Of either sign, its magnitude from most / 1e9 to most.
static inline double sample_number(double most) {
    return uniform(&sample_seed, -1, 1) * most * pow(10, uniform(&sample_seed, -9, 0));
}
static inline vec3 sample_vector(double most) {
    return vec3_make(sample_number(most), sample_number(most), sample_number(most));
}
static inline pose sample_pose(void) { return (pose){random_rotation(&sample_seed), sample_vector(STREAM_MOST_PLACE)}; }

static inline void sample_numbers(double *first, size_t size) {
    for (size_t k = 0; k < size / sizeof *first; k++) first[k] = sample_number(STREAM_MOST_NUMBER);
}

static inline void sample_gauges(dyn_gauges *g) {
#define ONE(member, sensors) g->member = sample_number(STREAM_MOST_NUMBER);
    DYN_READINGS(ONE)
#undef ONE
    uint8_t *const lamp[] = {&g->clutch,  &g->failsafe,    &g->housed,    &g->jammed,   &g->release,
                             &g->estop,   &g->motor_brake, &g->engaged,   &g->lost,     &g->bitter_end,
                             &g->secured, &g->brake_slips, &g->wrong_way, &g->dragging, &g->aground};
    for (size_t k = 0; k < sizeof lamp / sizeof lamp[0]; k++) *lamp[k] = sample_bits() & 1;
    g->safety = (uint8_t)sample_int(0, RT_SAFETY_COUNT - 1);
    g->stopper = (uint8_t)sample_int(0, TACKLE_STOPPER_BROKEN);
    g->motor = (uint8_t)sample_int(0, TACKLE_MOTOR_OFF);
    g->claw = (uint8_t)sample_int(0, TACKLE_CLAW_PARTED);
    g->blind = (uint8_t)sample_bits(), g->supply = (uint8_t)sample_bits();
    g->controls = (uint16_t)sample_bits();
    if (sample_bits() & 1) g->anchor_m = g->flukes_rad = g->sway_m_s = (double)NAN;
}

static inline void sample_watch(dyn_snapshot_watch *w) {
    vec3 *const place[] = {&w->anchor,    &w->dropped, &w->centre,        &w->hawse,  &w->antenna,
                           &w->touchdown, &w->bottom,  &w->bottom_normal, &w->midship};
    w->state = sample_int(0, DYN_WATCH_WEIGHING);
    w->outside = sample_int(0, 1), w->drags = sample_int(0, 1);
    w->n_track = sample_int(0, DYN_TRACK);
    for (int k = 0; k < w->n_track; k++)
        for (int i = 0; i < 2; i++) w->track[k][i] = (float)sample_number(STREAM_MOST_PLACE);
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) *place[k] = sample_vector(STREAM_MOST_PLACE);
    w->bottom_normal = random_direction(&sample_seed);
    sample_numbers(&w->outboard_m, offsetof(dyn_snapshot_watch, midship) - offsetof(dyn_snapshot_watch, outboard_m));
    sample_numbers(&w->length_m, sizeof *w - offsetof(dyn_snapshot_watch, length_m));
    if (sample_bits() & 1) w->touchdown.x = w->touchdown.y = w->touchdown.z = w->lead_rad = (double)NAN;
}

static inline void sample_info(dyn_snapshot_info *i) {
    int32_t *const count[] = {&i->newton, &i->pairs, &i->regions, &i->points, &i->links, &i->steps};
    for (int k = 0; k < 6; k++) *count[k] = sample_int(0, INT32_MAX);
    i->phi_max_m = sample_number(1);
    i->blows_n = sample_number(1e15);
    i->work_ns = sample_int(0, INT32_MAX), i->slip_ns = sample_int(0, INT32_MAX);
    i->misses = sample_bits();
}

static inline void sample_contacts(dyn_snapshot *s) {
    for (int k = 0; k < s->n_contacts; k++) {
        dyn_snapshot_contact *p = &s->contact[k];
        *p = (dyn_snapshot_contact){.position = sample_vector(1e3),
                                    .normal = random_direction(&sample_seed),
                                    .normal_force = sample_vector(1e7),
                                    .tangent_force = sample_vector(1e7),
                                    .depth = sample_number(1e-2),
                                    .area = sample_number(1),
                                    .mu = sample_number(1),
                                    .identity = (int64_t)(sample_bits() >> 3),
                                    .body = sample_int(0, s->n_bodies - 1),
                                    .sticking = sample_int(0, 1),
                                    .part = sample_int(0, DYN_PART_FLUKE_TIP),
                                    .face = sample_int(0, DYN_FACE_SHELL),
                                    .pair = sample_int(0, 99)};
    }
}

static inline void sample_regions(dyn_snapshot *s) {
    for (int k = 0; k < s->n_regions; k++)
        s->region[k] = (dyn_snapshot_region){.centre = sample_vector(1e3),
                                             .normal = random_direction(&sample_seed),
                                             .half = {sample_vector(1), sample_vector(1)},
                                             .contact = sample_int(0, s->n_contacts - 1)};
    for (int k = 0; k < s->n_contours; k++) {
        dyn_snapshot_contour *c = &s->contour[k];
        *c = (dyn_snapshot_contour){.region = sample_int(0, s->n_regions - 1),
                                    .first = sample_int(0, s->n_corners),
                                    .closed = sample_int(0, 1)};
        c->count = sample_int(0, s->n_corners - c->first);
    }
    for (int k = 0; k < s->n_corners; k++) s->corner[k] = sample_vector(1e3);
}

// most: the largest counts, instead of random ones. The timing is empty, as the stream leaves it out.
static inline void sample_snapshot(uint64_t seed, bool most, dyn_snapshot *s) {
    sample_seed = seed;
    memset(s, 0, sizeof *s);
    s->frame = sample_bits();
    s->t = sample_number(1e9);
    s->wall_ns = (int64_t)(sample_bits() >> 4);
    sample_gauges(&s->gauges);
    s->ship.place = sample_vector(1e5), s->ship.turn = sample_vector(3);
    s->ship.roll_rad = sample_number(1), s->ship.pitch_rad = sample_number(1), s->ship.hawse_m_s = sample_number(3);
    if (sample_bits() & 1) {
        sample_numbers(&s->ship.conning.known, sizeof s->ship.conning);
        s->ship.conning.known = 1;
        if (sample_bits() & 1) s->ship.conning.under_keel_m = (double)NAN;
    }
    sample_watch(&s->watch);
    sample_info(&s->info);
    snprintf(s->message, sizeof s->message, "message %d \xe2\x80\x93 of the deck", sample_int(0, 99));
    s->n_bodies = most ? DYN_SNAPSHOT_BODIES : sample_int(60, 200);
    s->has_mud = most || sample_int(0, 1);
    for (int k = 0; k < s->n_bodies; k++) {
        s->body[k] = (dyn_snapshot_body){sample_int(0, DYN_SHOW_POINT), sample_int(0, 999999), sample_pose()};
        s->tension_n[k] = sample_number(1e7);
        if (s->has_mud) s->mud[k] = (float)sample_int(0, 255) / 255;
    }
    if (sample_bits() & 1)
        s->pull = (dyn_snapshot_pull){1, sample_int(0, s->n_bodies - 1), sample_vector(10), sample_vector(1e3),
                                      sample_number(1e5)};
    s->n_contacts = most ? DYN_SNAPSHOT_VECTORS : sample_int(1, 60);
    s->n_regions = most ? DYN_SNAPSHOT_REGIONS : sample_int(1, 20);
    s->n_contours = most ? DYN_SNAPSHOT_REGIONS : sample_int(0, 20);
    s->n_corners = most ? DYN_SNAPSHOT_CORNERS : sample_int(0, 100);
    s->undrawn = sample_int(0, 9);
    sample_contacts(s);
    sample_regions(s);
    s->n_reactions = sample_int(0, DYN_SHOW_JOINTS);
    for (int k = 0; k < s->n_reactions; k++)
        s->reaction[k] = (dyn_snapshot_reaction){sample_vector(1e3), sample_vector(1e7)};
}

#endif
