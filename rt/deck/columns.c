// SPDX-License-Identifier: MIT
// Columns and charts of a ship's time series: gauges, anchor, contact and solver.
#include "rt/alarm/alarm.h"
#include "rt/deck/private.h"
#include <string.h>

static const sim_column ship[] = {{"t", "s"},
                                  {"lever", "1"},
                                  {"brake", "1"},
                                  {"clutch", "1"},
                                  {"failsafe", "1"},
                                  {"tension", "N"},
                                  {"anchor_tension", "N"},
                                  {"chain_out", "m"},
                                  {"chain_speed", "m/s"},
                                  {"motor_torque", "N m"},
                                  {"links", "1"},
                                  {"pin_x", "m"},
                                  {"pin_y", "m"},
                                  {"pin_z", "m"},
                                  {"shackle_x", "m"},
                                  {"shackle_y", "m"},
                                  {"shackle_z", "m"},
                                  {"hinge", "rad"},
                                  {"anchor_speed", "m/s"},
                                  {"pin_distance", "m"},
                                  {"regions", "1"},
                                  {"link_contacts", "1"},
                                  {"contact_force", "N"},
                                  {"newton", "1"},
                                  {"phi_max", "m"},
                                  {"stopper", "1"},
                                  {"stopper_load", "N"},
                                  {"counter", "m"},
                                  {"lining", "degC"},
                                  {"alarms", "1"}, // bit k: alarm_kind k holds
                                  {"motor_load", "1"},
                                  {"lashing", "1"}, // tackle_claw_state
                                  {"in_gear", "1"}, // the dogs, whatever the clutch's lever says
                                  {"secured", "1"}, // for sea
                                  {"grounded", "1"},
                                  {"foul", "1"},            // the chain bears on the anchor that hangs
                                  {"dragging", "1"},        // the anchor watch alarms
                                  {"lead", "rad"},          // of the chain below the horizontal at the mouth
                                  {"lead_bearing", "rad"},  // of the chain, from ahead to starboard
                                  {"shackle_on_deck", "1"}, // the joining shackle that passed there last; 0: none
                                  {"shackle_in_water", "1"}};
enum { SHIP = sizeof ship / sizeof ship[0] };

// Further columns of a ship that moves.
static const sim_column moving[] = {{"surge", "m"},   {"sway", "m"},  {"heave", "m"},        {"roll", "rad"},
                                    {"pitch", "rad"}, {"yaw", "rad"}, {"hawse_speed", "m/s"}}; // upward
enum { MOVING = sizeof moving / sizeof moving[0] };

// Further columns of a ship that manoeuvres, after those of one that moves.
static const sim_column manoeuvring[] = {{"heading", "rad"},
                                         {"rate_of_turn", "rad/s"},
                                         {"speed_over_ground", "m/s"},
                                         {"course_over_ground", "rad"},
                                         {"speed_ahead", "m/s"}, // through the water
                                         {"speed_to_starboard", "m/s"},
                                         {"wind_speed", "m/s"}, // apparent
                                         {"wind_angle", "rad"},
                                         {"under_keel", "m"}, // depth of the water, nan without a bottom
                                         {"propeller", "1/s"},
                                         {"rudder", "rad"},
                                         {"bow_thruster", "1"},
                                         {"tackle_surge", "N"}, // force of the tackle on the ship
                                         {"tackle_sway", "N"},
                                         {"tackle_yaw", "N m"}};
enum { MANOEUVRING = sizeof manoeuvring / sizeof manoeuvring[0] };

// Further columns of a ship over a bottom, the last ones: the anchor watch, places in the world. 0 while no anchor is
// on the bottom.
static const sim_column watched[] = {{"watch", "1"}, // dyn_watch_state
                                     {"anchor_x", "m"},
                                     {"anchor_y", "m"},
                                     {"antenna_x", "m"},
                                     {"antenna_y", "m"},
                                     {"anchor_distance", "m"}, // from the hawse
                                     {"anchor_bearing", "rad"},
                                     {"chain_outboard", "m"},
                                     {"chain_on_bottom", "m"},
                                     {"horizontal_scope", "m"},
                                     {"swing_radius", "m"},
                                     {"alarm_radius", "m"},
                                     {"antenna_off", "m"}, // the centre of the circles
                                     {"anchor_dragged", "m"}};
enum { WATCHED = sizeof watched / sizeof watched[0] };

static bool ship_manoeuvres(const sim *s) { return ((const deck *)s->self)->manoeuvring.scratch; }

static bool ship_moves(const sim *s) { return ((const deck *)s->self)->ship.n > 0; }

static bool has_bottom(const sim *s) { return ((const deck *)s->self)->ground_chain.n > 0; }

// Columns before those of the watch.
static int unwatched(const sim *s) {
    if (ship_manoeuvres(s)) return SHIP + MOVING + MANOEUVRING;
    return ship_moves(s) ? SHIP + MOVING : SHIP;
}

int deck_columns(const sim *s) { return unwatched(s) + (has_bottom(s) ? WATCHED : 0); }

sim_column deck_column(const sim *s, int k) {
    if (k >= unwatched(s)) return watched[k - unwatched(s)];
    if (k >= SHIP + MOVING) return manoeuvring[k - SHIP - MOVING];
    return k < SHIP ? ship[k] : moving[k - SHIP];
}

// Number of the joining shackle of the latest event of the kind; 0: none yet.
static double passed(const deck *dk, rt_event kind) { return deck_evidence_of(&dk->log, kind).n; }

static void write_watched(const sim *s, double value[WATCHED]) {
    dyn_snapshot_watch w = {0};
    deck_write_watch(s->self, &w);
    const double v[] = {w.state,      w.anchor.x,    w.anchor.y, w.antenna.x, w.antenna.y, w.distance_m, w.bearing_rad,
                        w.outboard_m, w.on_bottom_m, w.scope_m,  w.swing_m,   w.limit_m,   w.off_m,      w.dragged_m};
    _Static_assert(sizeof v / sizeof v[0] == WATCHED, "a value for each column");
    memcpy(value, v, sizeof v);
}

static void write_motion(const sim *s, double value[MOVING]) {
    const deck *dk = s->self;
    ship_motions m = moving_ship_motions(&dk->ship, sim_time(s));
    memcpy(value, m.x, sizeof m.x);
    value[SHIP_MOTIONS] = deck_hawse_speed(dk);
}

static void write_manoeuvring(const sim *s, double value[MANOEUVRING]) {
    const deck *dk = s->self;
    const dyn_snapshot_conning c = deck_conning(dk);
    const manoeuvre_force *f = &manoeuvre_memory_of(&dk->manoeuvring, &s->state)->tackle;
    const double v[] = {c.heading_rad,   c.turn_rad_s, c.ground_m_s, c.course_rad,   c.ahead_m_s,
                        c.starboard_m_s, c.wind_m_s,   c.wind_rad,   c.under_keel_m, c.shaft_per_s,
                        c.rudder_rad,    c.thrust,     f->x,         f->y,           f->n};
    _Static_assert(sizeof v / sizeof v[0] == MANOEUVRING, "a value for each column");
    memcpy(value, v, sizeof v);
}

void deck_values(sim *s, double *value) {
    const deck *dk = s->self;
    const outcome_input *o = &s->outcome.last;
    const deck_input *in = &dk->log.last;
    const dyn_gauges g = sim_gauges(s), shown = dyn_gauges_shown(&g);
    const alarm_limits limits =
        alarm_limits_of(s->sc.windlass.max_tension, s->sc.windlass.runaway, s->sc.windlass.fade_start);
    const double v[] = {sim_time(s),
                        g.lever,
                        g.brake,
                        g.clutch,
                        g.failsafe,
                        g.tension_n,
                        g.anchor_tension_n,
                        g.chain_out_m,
                        g.speed_m_s,
                        g.motor_torque_nm,
                        (double)tackle_lifter_state_of(&dk->lifter, &s->model, &s->state)->links,
                        o->pin.x,
                        o->pin.y,
                        o->pin.z,
                        o->shackle.x,
                        o->shackle.y,
                        o->shackle.z,
                        g.hinge_rad,
                        o->anchor_speed,
                        s->outcome.pin_distance,
                        o->regions,
                        deck_link_contacts(dk),
                        o->impact_force,
                        s->step.newton,
                        s->step.phi_max,
                        g.stopper,
                        deck_stopper(dk).load,
                        g.counter_m,
                        g.lining_c,
                        alarm_conditions(&shown, &limits),
                        g.motor_load,
                        g.claw,
                        g.engaged,
                        g.secured,
                        in->grounded,
                        dk->log.foul,
                        g.dragging,
                        deck_lead(in->lead),
                        atan2(-in->lead.y, in->lead.x),
                        passed(dk, RT_EVENT_SHACKLE_ON_DECK),
                        passed(dk, RT_EVENT_SHACKLE_IN_WATER)};
    _Static_assert(sizeof v / sizeof v[0] == SHIP, "a value for each column");
    memcpy(value, v, sizeof v);
    if (ship_moves(s)) write_motion(s, value + SHIP);
    if (ship_manoeuvres(s)) write_manoeuvring(s, value + SHIP + MOVING);
    if (has_bottom(s)) write_watched(s, value + unwatched(s));
}

int deck_charts(const sim *s, sim_column chart[SIM_CHARTS]) {
    (void)s;
    chart[0] = (sim_column){"tension at the lifter", "N"};
    chart[1] = (sim_column){"chain speed, heaving positive", "m/min"}; // as the gauge on deck
    chart[2] = (sim_column){"chain out", "m"};
    chart[3] = (sim_column){"lever, heaving positive", "%"};
    chart[4] = (sim_column){"band brake, 100 % set", "%"};
    return 5;
}

bool deck_chart_values(sim *s, bool row_due, double value[SIM_CHARTS]) {
    const outcome_input *o = &s->outcome.last;
    (void)row_due; // the outcome is known in every frame
    value[0] = o->tension, value[1] = 60 * o->chain_speed, value[2] = o->chain_out;
    value[3] = 100 * s->command.lever, value[4] = 100 * s->command.brake;
    return true;
}
