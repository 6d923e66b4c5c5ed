// SPDX-License-Identifier: MIT
// The parts of a frame: one function each, for both directions.
#include "dynamics/windlass/motor.h"
#include "rt/stream/coder.h"
#include "rt/stream/wire.h"
#include <string.h>

enum { MOST_NUMBER = 1000000 }; // of a body in its chain, of a pair in its scenario

static void code_number(coder *c, double *v) { code_float(c, v, STREAM_MOST_NUMBER, false); }
static void code_place(coder *c, vec3 *v) { code_vector(c, v, STREAM_MOST_PLACE, false); }
static void code_force(coder *c, vec3 *v) { code_vector(c, v, STREAM_MOST_NUMBER, false); }
static void code_direction(coder *c, vec3 *v) { code_vector(c, v, 2, false); }

static void code_lamps(coder *c, dyn_gauges *g) {
    const struct {
        uint8_t *at;
        int most;
    } lamp[] = {
        {&g->clutch, 1},      {&g->failsafe, 1},
        {&g->housed, 1},      {&g->jammed, 1},
        {&g->release, 1},     {&g->estop, 1},
        {&g->engaged, 1},     {&g->safety, RT_SAFETY_COUNT - 1},
        {&g->lost, 1},        {&g->stopper, TACKLE_STOPPER_BROKEN},
        {&g->secured, 1},     {&g->motor, TACKLE_MOTOR_OFF},
        {&g->dragging, 1},    {&g->blind, UINT8_MAX},
        {&g->aground, 1},     {&g->supply, UINT8_MAX},
        {&g->wrong_way, 1},   {&g->claw, TACKLE_CLAW_PARTED},
        {&g->bitter_end, 1},  {&g->brake_slips, 1},
        {&g->motor_brake, 1},
    };
    for (size_t k = 0; k < sizeof lamp / sizeof lamp[0]; k++) code_byte(c, lamp[k].at, lamp[k].most);
}

static void code_gauges(coder *c, dyn_gauges *g) {
#define READING(member, sensors) &g->member,
    double *const value[] = {DYN_READINGS(READING)};
#undef READING
    int32_t controls = g->controls;
    for (int k = 0; k < DYN_READING_COUNT; k++)
        code_float(c, value[k], STREAM_MOST_NUMBER, k >= DYN_READING_anchor_m); // the anchor may be out of sight
    code_lamps(c, g);
    code_int(c, &controls, 0, UINT16_MAX);
    if (!c->writes) g->controls = (uint16_t)controls;
}

static void code_conning(coder *c, dyn_snapshot_conning *k) {
    double *const value[] = {&k->north_m,      &k->east_m,       &k->heading_rad,   &k->turn_rad_s, &k->ground_m_s,
                             &k->course_rad,   &k->ahead_m_s,    &k->starboard_m_s, &k->wind_m_s,   &k->wind_rad,
                             &k->draught_m,    &k->shaft_per_s,  &k->rudder_rad,    &k->thrust,     &k->rudder_most_rad,
                             &k->engine_order, &k->rudder_order, &k->thruster_order};
    enum { VALUES = sizeof value / sizeof value[0] };
    _Static_assert(sizeof *k == (VALUES + 2) * sizeof(double), "each value beside known and under_keel_m");
    int32_t known = c->writes && k->known != 0;
    code_int(c, &known, 0, 1);
    if (!c->writes) *k = (dyn_snapshot_conning){.known = known};
    if (!known) return;
    for (int i = 0; i < VALUES; i++) code_number(c, value[i]);
    code_float(c, &k->under_keel_m, STREAM_MOST_NUMBER, true);
}

static void code_ship(coder *c, dyn_snapshot_ship *s) {
    double *const exact[] = {&s->place.x, &s->place.y, &s->place.z, &s->turn.x, &s->turn.y, &s->turn.z};
    for (int k = 0; k < 6; k++) code_double(c, exact[k], STREAM_MOST_PLACE);
    code_number(c, &s->roll_rad);
    code_number(c, &s->pitch_rad);
    code_number(c, &s->hawse_m_s);
    code_number(c, &s->swell);
    code_conning(c, &s->conning);
}

static void code_track(coder *c, dyn_snapshot_watch *w) {
    code_int(c, &w->n_track, 0, DYN_TRACK);
    for (int k = 0; k < w->n_track && !c->bad; k++)
        for (int i = 0; i < 2; i++) {
            double v = c->writes ? (double)w->track[k][i] : 0;
            code_float(c, &v, STREAM_MOST_PLACE, false);
            if (!c->writes) w->track[k][i] = (float)v;
        }
}

static void code_watch(coder *c, dyn_snapshot_watch *w) {
    vec3 *const place[] = {&w->anchor, &w->dropped, &w->centre, &w->hawse, &w->antenna, &w->bottom, &w->midship};
    double *const value[] = {&w->outboard_m,  &w->on_bottom_m, &w->scope_m,     &w->swing_m,   &w->limit_m,
                             &w->off_m,       &w->distance_m,  &w->bearing_rad, &w->dragged_m, &w->north_rad,
                             &w->length_m,    &w->beam_m,      &w->draught_m,   &w->wind_m_s,  &w->wind_rad,
                             &w->current_m_s, &w->current_rad};
    code_int(c, &w->state, 0, DYN_WATCH_WEIGHING);
    code_int(c, &w->outside, 0, 1);
    code_int(c, &w->drags, 0, 1);
    code_track(c, w);
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) code_place(c, place[k]);
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) code_number(c, value[k]);
    code_direction(c, &w->bottom_normal);
    code_vector(c, &w->touchdown, STREAM_MOST_PLACE, true); // the chain may not reach the bottom
    code_float(c, &w->lead_rad, STREAM_MOST_NUMBER, true);
}

static void code_info(coder *c, dyn_snapshot_info *i) {
    int32_t *const count[] = {&i->newton, &i->pairs, &i->regions, &i->points, &i->links, &i->steps};
    for (int k = 0; k < 6; k++) code_int(c, count[k], 0, INT32_MAX);
    code_number(c, &i->phi_max_m);
    code_double(c, &i->blows_n, 1e18); // a sum over the run
    code_long(c, &i->work_ns);
    code_long(c, &i->slip_ns);
    code_count(c, &i->misses);
}

static void code_bodies(coder *c, dyn_snapshot *s) {
    code_int(c, &s->n_bodies, 0, DYN_SNAPSHOT_BODIES);
    code_int(c, &s->has_mud, 0, 1);
    for (int k = 0; k < s->n_bodies && !c->bad; k++) {
        dyn_snapshot_body *b = &s->body[k];
        int32_t mud = c->writes && s->has_mud ? (int32_t)lroundf(255 * s->mud[k]) : 0;
        code_int(c, &b->kind, DYN_SHOW_LINK, DYN_SHOW_POINT);
        code_int(c, &b->number, 0, MOST_NUMBER);
        code_pose(c, &b->pose, STREAM_MOST_PLACE);
        code_number(c, &s->tension_n[k]);
        if (s->has_mud) code_int(c, &mud, 0, 255);
        if (!c->writes) s->mud[k] = (float)mud / 255;
    }
}

static void code_pull(coder *c, dyn_snapshot_pull *p, int bodies) {
    if (!c->writes) *p = (dyn_snapshot_pull){0};
    code_int(c, &p->acts, 0, 1);
    if (!p->acts) return;
    code_int(c, &p->body, 0, bodies - 1);
    code_place(c, &p->at);
    code_place(c, &p->to);
    code_number(c, &p->force_n);
}

static void code_contacts(coder *c, dyn_snapshot *s) {
    code_int(c, &s->n_contacts, 0, DYN_SNAPSHOT_VECTORS);
    for (int k = 0; k < s->n_contacts && !c->bad; k++) {
        dyn_snapshot_contact *p = &s->contact[k];
        code_place(c, &p->position);
        code_direction(c, &p->normal);
        code_force(c, &p->normal_force);
        code_force(c, &p->tangent_force);
        code_number(c, &p->depth);
        code_number(c, &p->area);
        code_number(c, &p->mu);
        code_long(c, &p->identity);
        code_int(c, &p->body, -1, s->n_bodies - 1); // -1: drawn without its body
        code_int(c, &p->sticking, 0, 1);
        code_int(c, &p->part, DYN_PART_NONE, DYN_PART_FLUKE_TIP);
        code_int(c, &p->face, DYN_FACE_NONE, DYN_FACE_SHELL);
        code_int(c, &p->pair, -1, MOST_NUMBER);
    }
}

static void code_regions(coder *c, dyn_snapshot *s) {
    code_int(c, &s->n_regions, 0, DYN_SNAPSHOT_REGIONS);
    code_int(c, &s->n_contours, 0, DYN_SNAPSHOT_REGIONS);
    code_int(c, &s->n_corners, 0, DYN_SNAPSHOT_CORNERS);
    code_int(c, &s->undrawn, 0, INT32_MAX);
    for (int k = 0; k < s->n_regions && !c->bad; k++) {
        dyn_snapshot_region *r = &s->region[k];
        code_place(c, &r->centre);
        code_direction(c, &r->normal);
        for (int i = 0; i < 2; i++) code_place(c, &r->half[i]);
        code_int(c, &r->contact, 0, s->n_contacts - 1);
    }
    for (int k = 0; k < s->n_contours && !c->bad; k++) {
        dyn_snapshot_contour *l = &s->contour[k];
        code_int(c, &l->region, 0, s->n_regions - 1);
        code_int(c, &l->first, 0, s->n_corners);
        code_int(c, &l->count, 0, s->n_corners - l->first);
        code_int(c, &l->closed, 0, 1);
    }
    for (int k = 0; k < s->n_corners && !c->bad; k++) code_place(c, &s->corner[k]);
}

static void code_reactions(coder *c, dyn_snapshot *s) {
    code_int(c, &s->n_reactions, 0, DYN_SHOW_JOINTS);
    for (int k = 0; k < s->n_reactions && !c->bad; k++) {
        code_place(c, &s->reaction[k].position);
        code_force(c, &s->reaction[k].force);
    }
}

static void code_snapshot(coder *c, dyn_snapshot *s) {
    code_count(c, &s->frame);
    code_double(c, &s->t, 1e9);
    code_long(c, &s->wall_ns);
    code_gauges(c, &s->gauges);
    code_ship(c, &s->ship);
    code_watch(c, &s->watch);
    code_info(c, &s->info);
    code_text(c, s->message, DYN_SNAPSHOT_MESSAGE);
    code_bodies(c, s);
    code_pull(c, &s->pull, s->n_bodies);
    code_contacts(c, s);
    code_regions(c, s);
    code_reactions(c, s);
}

size_t stream_encode(const char *title, const dyn_snapshot *s, unsigned char *out) {
    coder c = {out, STREAM_FRAME, true, false};
    code_text(&c, (char *)title, STREAM_TITLE);
    code_snapshot(&c, (dyn_snapshot *)s);
    return c.bad ? 0 : (size_t)(c.at - out);
}

bool stream_decode_title(const unsigned char *bytes, size_t n, char title[STREAM_TITLE]) {
    coder c = {(unsigned char *)bytes, n, false, false};
    code_text(&c, title, STREAM_TITLE);
    return !c.bad;
}

bool stream_decode(const unsigned char *bytes, size_t n, char title[STREAM_TITLE], dyn_snapshot *out) {
    coder c = {(unsigned char *)bytes, n, false, false};
    code_text(&c, title, STREAM_TITLE);
    code_snapshot(&c, out);
    out->timing = (dyn_timing){0};
    return !c.bad && c.left == 0;
}
