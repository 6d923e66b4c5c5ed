// SPDX-License-Identifier: MIT
// Events of the deck: passages of joining shackles, lead of the chain, place of the anchor, snap loads. They follow
// once a frame from geometry and forces of the accepted state. Each passage raises one event. Every event carries its
// evidence: the numbers from which it followed.
#ifndef HAWSE_RT_JUDGE_DECK_EVENTS_H
#define HAWSE_RT_JUDGE_DECK_EVENTS_H

#include "dynamics/math/math3.h"
#include "rt/base/base.h"

#define DECK_MARKS 24       // joining shackles
#define DECK_SHACKLE 27.5   // chain between two joining shackles, 15 fathoms [m] (ISO 1704)
#define DECK_INTO_HULL 0.35 // component of the flukes' direction into the hull: 20 deg past the vertical face

// Thresholds. deck_limits_default has the sources.
typedef struct deck_limits {
    double band;                                 // distance from the threshold that arms a passage again [m]
    double sight;                                // depth under the surface at which the crown becomes visible [m]
    double medium_stay, short_stay, up_and_down; // smallest lead of the chain below the horizontal [rad]
    double lead_band;                            // hysteresis: a stay ends this much below its threshold [rad]
    double loaded;                               // tension / static load above which the lead is judged [1]
    double aweigh;                               // time without ground contact after which the anchor is aweigh [s]
    double turned;    // time with the flukes into the hull after which the anchor is the wrong way round [s]
    double moved;     // movement after which a housed anchor is dislodged [m]
    double slack;     // tension / static load below which the chain is slack [1]
    double snap;      // peak tension / static load above which a peak after slack is a snap load [1]
    double snap_time; // longest time from the end of the slack to that peak [s]
    double foul;      // load of the chain on the anchor / anchor's weight above which it fouls the anchor [1]
    double fouled;    // time with that load, or without, after which the anchor is foul, or clear [s]
} deck_limits;

// The ship's constants.
typedef struct deck_def {
    deck_limits limits;
    double pipe_length, pipe_bore; // [m]
    double mark[DECK_MARKS]; // (marks), ascending; [k]: chain from the anchor's shackle to joining shackle k + 1 [m]
    int marks;
    double anchor_weight, chain_weight; // [N], [N/m]
} deck_def;

// Observations of one frame.
typedef struct deck_input {
    double t;
    double chain_out;                     // between lifter and anchor shackle [m]
    double chain_speed;                   // heaving positive [m/s]
    double tension;                       // at the lifter [N]
    double motor_load;                    // motor torque over its limit [1]
    double impact_force;                  // largest normal force between anchor and hull [N]
    double along[DECK_MARKS];             // position of each joining shackle along the pipe's axis from the mouth [m]
    double height[DECK_MARKS];            // height of each joining shackle over the water [m]
    double crown_z, lowest_z;             // height over the water of the crown and of the anchor's lowest point [m]
    double shackle_depth, shackle_offset; // of the anchor shackle within the pipe: along its axis, and from it [m]
    double pin_distance;                  // of the crown pin outboard of the mouth, along the pipe [m]
    double flukes_in;                     // component of the flukes' direction into the hull, -1..1
    vec3 lead;                            // direction of the chain outboard of the mouth, unit, away from the ship
    int regions;                          // anchor-hull contact regions
    double fluke_load;                    // load of the fluke that bears less [N]
    double foul_load;                     // resultant of the chain's contacts on the anchor [N]; NaN: not modelled
    double foul_chain;                    // chain from the shackle to where it bears most [m]
    bool grounded;                        // the anchor touches the seabed
    bool held;                            // brake, stopper, or clutch with the lever at neutral holds the chain
    bool housed, jammed;                  // from the outcome
} deck_input;

// Numbers from which an event followed. The meaning of a, b, c depends on the kind; deck_evidence_key names them.
typedef struct deck_evidence {
    int32_t n, way;                         // joining shackle; +1 heaving, -1 paying out
    double chain_out, chain_speed, tension; // [m], [m/s], [N]
    double a, b, c;
} deck_evidence;

// Detector of a value's passage through zero, with hysteresis.
typedef struct deck_passage {
    int32_t side;  // side of the last value: -1, +1; 0: no value yet
    int32_t armed; // 1: the value has been `band` away from zero on this side
} deck_passage;

typedef enum deck_stay {
    DECK_NO_STAY = 0,
    DECK_LONG_STAY,
    DECK_MEDIUM_STAY,
    DECK_SHORT_STAY,
    DECK_UP_AND_DOWN
} deck_stay;

enum { DECK_KINDS = RT_EVENT_SNAP_LOAD - RT_EVENT_SHACKLE_IN_WATER + 1 };

// State of the detectors, and the evidence of the latest events.
typedef struct deck_log {
    deck_passage at_lifter[DECK_MARKS], on_deck[DECK_MARKS], in_water[DECK_MARKS], sight, clear, hawse;
    int32_t stay;                            // deck_stay
    int32_t grounded, turned, housed, slack; // latched conditions
    int32_t foul, pad;                       // foul: the chain bears on the anchor that hangs
    double left_ground, turned_since;        // start of the condition [s]; negative: it does not hold
    double foul_turns;                       // since when the chain bears, or not, against `foul` [s]; negative: no
    double housed_at;                        // pin distance at the housing [m]
    double slack_ended;                      // end of the latest slack [s]; negative: no snap load can follow
    double slack_least, peak, peak_at;       // smallest tension of the slack, peak after it [N], time of the peak [s]
    deck_evidence own[DECK_KINDS];           // of the latest event of each kind from RT_EVENT_SHACKLE_IN_WATER
    deck_input last;
} deck_log;

// Default thresholds, with their sources.
deck_limits deck_limits_default(void);
// Initialises the detectors by the observation at the start, without any event.
void deck_log_init(deck_log *k, const deck_def *def, const deck_input *in);
// Updates the detectors by a frame, after the outcome: sets event bits and stores their evidence. Frame thread.
void deck_log_update(deck_log *k, const deck_def *def, const deck_input *in, rt_events *events);
// Lead of the chain below the horizontal [rad]: 0 level, pi/2 straight down.
double deck_lead(vec3 direction);

// Whether events of this kind concern chain and anchor and so have evidence.
bool deck_has_evidence(rt_event kind);
// Evidence of an event that the last deck_log_update, or the outcome of its frame, raised. Frame thread.
deck_evidence deck_evidence_of(const deck_log *k, rt_event kind);
// JSON key of evidence a, b or c (i: 0..2); NULL: none.
const char *deck_evidence_key(rt_event kind, int i);
// Writes evidence as one line of text.
void deck_evidence_text(rt_event kind, const deck_evidence *e, char *text, size_t size);

#endif
