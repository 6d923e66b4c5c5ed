// SPDX-License-Identifier: MIT
// Draw lists of the instruments, without a GPU, in pictures of every size and in every state.
#ifndef HAWSE_TESTS_RENDER_DRAWN_H
#define HAWSE_TESTS_RENDER_DRAWN_H

#include "render/instrument/gauges.h"
#include "render/text/draw2d_quad.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static const int size_px[][2] = {{1280, 720},  {3840, 2160}, {640, 360}, {1920, 1080}, {2560, 1440}, {960, 600},
                                 {700, 500},   {500, 800},   {360, 640}, {1024, 768},  {1600, 500},  {320, 240},
                                 {3440, 1440}, {200, 1000},  {64, 64},   {1, 1}};
enum { SIZES = sizeof size_px / sizeof size_px[0] };

typedef struct fixture {
    draw2d g;
    gauges gauges;
    dyn_snapshot s;
    display shown;
} fixture;

static const char control[] = "W or Up      lever toward heave (springs back)\n"
                              "S or Down    lever toward pay out (springs back)\n"
                              "A or Left    ease the brake one step\n"
                              "R            reset: re-arm, with the lever at neutral\n";

static inline int begin(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->g.vertex = malloc(DRAW2D_VERTICES * sizeof *f->g.vertex);
    f->gauges.marks = (gauge_marks){178e3, 119e3, 0.15, 60e3, 5, 250, 450, 0, 0, NULL};
    f->gauges.cameras = 7;
    *state = f;
    return 0;
}

static inline int end(void **state) {
    fixture *f = *state;
    free(f->g.vertex);
    free(f);
    return 0;
}

// Zero but for the readings.
static inline void set_readings(dyn_gauges *g, double value) {
    *g = (dyn_gauges){0};
#define SET(member, sensors) g->member = value;
    DYN_READINGS(SET)
#undef SET
}

static inline void set_conning(dyn_snapshot_conning *c, double value) {
    double *v = &c->known;
    for (size_t k = 0; k < sizeof *c / sizeof *v; k++) v[k] = value;
    c->known = 1;
}

// Every double of the anchor watch, and every place, at this value.
static inline void set_watch(dyn_snapshot_watch *w, double value) {
    double *first = &w->anchor.x, *end = (double *)(w + 1);
    *w = (dyn_snapshot_watch){.state = DYN_WATCH_LAYING, .outside = 1, .drags = 1, .n_track = DYN_TRACK};
    for (double *v = first; v < end; v++) *v = value;
    for (int k = 0; k < DYN_TRACK; k++) w->track[k][0] = w->track[k][1] = (float)value;
}

// A ship of 60 m on 57 m of chain in 20 m of water.
static inline void set_ordinary_watch(dyn_snapshot_watch *w) {
    *w = (dyn_snapshot_watch){.state = DYN_WATCH_BROUGHT_UP,
                              .n_track = 2,
                              .track = {{-40, 0}, {-45, 1}},
                              .anchor = {40, 3, -20},
                              .centre = {39, 2, 5},
                              .hawse = {0, 0, 5},
                              .antenna = {-49, 0, 20},
                              .touchdown = {38, 3, -20},
                              .bottom = {0, 0, -20},
                              .bottom_normal = {0, 0, 1},
                              .outboard_m = 57,
                              .on_bottom_m = 3,
                              .lead_rad = 0.6,
                              .scope_m = 51,
                              .swing_m = 110,
                              .limit_m = 110,
                              .off_m = 89,
                              .distance_m = 40,
                              .bearing_rad = 6.2,
                              .midship = {-29, -7, 0},
                              .length_m = 60,
                              .beam_m = 15,
                              .draught_m = 2.4,
                              .wind_m_s = 10,
                              .current_m_s = 0.5};
}

enum { STATES = 8 };
// An ordinary haul; every lamp lit and every text; nothing known; the greatest values; no numbers; a long chain and a
// disarmed lever; a jam; the least values.
static inline void set_state(fixture *f, int state) {
    dyn_snapshot *s = &f->s;
    memset(&f->gauges.hints, 0, sizeof f->gauges.hints);
    memset(&f->gauges.chart, 0, sizeof f->gauges.chart);
    *s = (dyn_snapshot){.frame = 83250, .t = 83.25};
    s->info = (dyn_snapshot_info){.newton = 3, .points = 2, .links = 44, .work_ns = 412000};
    s->gauges = (dyn_gauges){.tension_n = 118e3,
                             .anchor_tension_n = 61e3,
                             .chain_out_m = 66.3,
                             .speed_m_s = 0.152,
                             .lever = 0.65,
                             .motor_torque_nm = 47e3,
                             .hinge_rad = 0.3,
                             .clutch = 1,
                             .engaged = 1,
                             .lining_c = 86,
                             .motor_load = 0.78,
                             .safety = RT_SAFETY_ACTIVE};
    s->ship.conning = (dyn_snapshot_conning){.known = 1,
                                             .heading_rad = 6.28,
                                             .turn_rad_s = -0.0031,
                                             .ground_m_s = 0.4,
                                             .course_rad = 0.2,
                                             .ahead_m_s = -0.3,
                                             .wind_m_s = 12,
                                             .wind_rad = 5.6,
                                             .shaft_per_s = 0.5,
                                             .rudder_rad = -0.3,
                                             .thrust = 0.3,
                                             .engine_order = 0.3};
    set_ordinary_watch(&s->watch);
    s->timing = (dyn_timing){.period_ns = 1000000, .budget_ns = 1000000, .frames = 83250};
    for (int k = 0; k < DYN_TIMING_SLOTS; k++) s->timing.worst_work_ns[k] = s->timing.worst_end_ns[k] = 60000 * k;
    for (int k = 0; k < DYN_TIMING_BINS; k++) s->timing.bin[k] = 1u << k;
    for (int k = 0; k < RT_PHASE_COUNT; k++) s->timing.phase_ns[k] = 400000;
    if (state == 1) {
        s->gauges = (dyn_gauges){.tension_n = 203e3,
                                 .anchor_tension_n = 190e3,
                                 .chain_out_m = 27.4,
                                 .speed_m_s = -0.2,
                                 .lever = -1,
                                 .brake = 1,
                                 .motor_torque_nm = -60e3,
                                 .hinge_rad = 1,
                                 .failsafe = 1,
                                 .housed = 1,
                                 .jammed = 1,
                                 .release = 1,
                                 .estop = 1,
                                 .clutch = 1, // but not in mesh
                                 .stopper = TACKLE_STOPPER_BROKEN,
                                 .motor = 2,
                                 .lining_c = 412,
                                 .motor_load = 1,
                                 .safety = RT_SAFETY_FAILSAFE,
                                 .motor_brake = 1};
        s->info.misses = 99999999;
        s->info.slip_ns = 12345678901;
        for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++) s->timing.cause[k] = 1234567;
        snprintf(s->message, sizeof s->message,
                 "not housed: motor stalled; anchor 12.31 m short of home; shank not in the pipe");
    } else if (state == 2) {
        s->ship.conning = (dyn_snapshot_conning){0};
        s->watch = (dyn_snapshot_watch){0};
        s->gauges = (dyn_gauges){0};
        s->timing = (dyn_timing){0};
        s->t = 0;
    } else if (state == 3) {
        set_readings(&s->gauges, 1e12);
        set_conning(&s->ship.conning, 1e12);
        set_watch(&s->watch, 1e12);
        s->gauges.tension_n = 9999e3; // the longest texts
        s->gauges.chain_out_m = 9999;
        s->gauges.speed_m_s = -99;
        s->gauges.lever = -9;
        s->gauges.brake = 9;
        s->gauges.stopper = s->gauges.motor = s->gauges.safety = 77;
        s->t = 1e300;
        s->frame = UINT64_MAX;
        s->info = (dyn_snapshot_info){.newton = INT32_MIN,
                                      .pairs = 1,
                                      .regions = 1,
                                      .points = INT32_MIN,
                                      .links = INT32_MIN,
                                      .work_ns = INT64_MAX,
                                      .misses = UINT64_MAX,
                                      .slip_ns = INT64_MAX};
        memset(s->message, 0xc3, sizeof s->message);
    } else if (state == 4) {
        set_readings(&s->gauges, (double)NAN);
        set_conning(&s->ship.conning, (double)NAN);
        set_watch(&s->watch, (double)NAN);
        s->gauges.safety = RT_SAFETY_STALE;
        s->t = NAN;
    } else if (state == 5) {
        s->gauges.chain_out_m = 12 * GAUGE_SHACKLE_M - 0.04; // rounds to a whole shackle
        s->gauges.safety = RT_SAFETY_DISARMED;
        s->gauges.failsafe = 1;
        s->gauges.stopper = TACKLE_STOPPER_DOWN;
        s->gauges.engaged = 0;
        s->gauges.motor = 1;
    } else if (state == 7) {
        set_readings(&s->gauges, -1e12);
        set_conning(&s->ship.conning, -1e12);
        set_watch(&s->watch, -1e12);
    } else if (state == 6) {
        s->gauges.stopper = TACKLE_STOPPER_HOLDING;
        s->gauges.clutch = 0; // the dogs are still in mesh
        s->gauges.lining_c = 263;
        s->gauges.jammed = s->gauges.motor_brake = 1;
        s->gauges.brake = 0.75;
    }
    f->gauges.hints.keys = state == 5 || state == 6
                               ? (operator_keys){"keyboard", control, "Enter  start\n", false, false, false}
                               : (operator_keys){0};
    dyn_snapshot *history = malloc(sizeof *history);
    *history = *s;
    for (int k = 0; state < 3 && k < 3000; k++) {
        history->t = s->t - 60 + 0.02 * k;
        history->gauges.tension_n = 150e3 * sin(0.01 * k) + 60e3 * sin(0.9 * k);
        history->gauges.safety = k % 400 < 200 ? RT_SAFETY_ACTIVE : RT_SAFETY_FAILSAFE;
        history->info.misses = (uint64_t)(k / 300);
        strip_chart_add(&f->gauges.chart, history);
    }
    free(history);
    gauges_note(&f->gauges, s);
}

static inline gauges_layout draw(fixture *f, int size) {
    draw2d_begin(&f->g, size_px[size][0], size_px[size][1]);
    gauges_layout l = gauges_lay_out(&f->gauges, &f->g, &f->s, f->shown);
    gauges_draw(&f->gauges, &f->g, &l, &f->s, &f->s.gauges, f->shown);
    return l;
}

// Index of the console's gauge of that name.
static inline int find_gauge(const char *name) {
    for (int i = 0; i < console_gauge_count; i++)
        if (strcmp(console_table[i].name, name) == 0) return i;
    fail_msg("no gauge '%s'", name);
    return 0;
}

// Loops over every size, state and palette, with all strips on.
#define EVERY_PICTURE(f, size, state)                                                                                  \
    for (int size = 0; size < SIZES; size++)                                                                           \
        for (int state = 0; state < STATES; state++)                                                                   \
            for (int night_ = 0; night_ < 2; night_++)                                                                 \
                if (((f)->shown = 1u << DISPLAY_GAUGES | 1u << DISPLAY_CHARTS | 1u << DISPLAY_TIMING |                 \
                                  1u << DISPLAY_NUMBERS | 1u << DISPLAY_WATCH | (unsigned)night_ << DISPLAY_NIGHT),    \
                    set_state(f, state), true)

static inline const draw2d_vertex *quad_of(const fixture *f, int i) { return f->g.vertex + 6 * i; }
static inline bool is_text(const fixture *f, int i) { return quad_of(f, i)->v > 0; }

static inline area box_of(const draw2d_vertex *v) {
    area a = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < 6; k++) {
        a.x = fminf(a.x, v[k].x);
        a.y = fminf(a.y, v[k].y);
        a.width = fmaxf(a.width, v[k].x);
        a.height = fmaxf(a.height, v[k].y);
    }
    a.width -= a.x;
    a.height -= a.y;
    return a;
}

static inline bool within(area a, area b, float slack) {
    return a.x >= b.x - slack && a.y >= b.y - slack && a.x + a.width <= b.x + b.width + slack &&
           a.y + a.height <= b.y + b.height + slack;
}

#endif
