// SPDX-License-Identifier: MIT
// What happened, in the language of the deck: passages of joining shackles, how the cable leads, where the anchor is,
// jerks in the chain. From geometry and forces of the accepted state only, once a frame; each passage is told once.
// Every event has evidence: the numbers that made it so.
#ifndef HAWSE_RT_JUDGE_DECK_EVENTS_H
#define HAWSE_RT_JUDGE_DECK_EVENTS_H

#include "dynamics/math/math3.h"
#include "rt/base/base.h"

#define DECK_MARKS 24       // joining shackles
#define DECK_SHACKLE 27.5   // chain between two of them: 15 fathoms, the length of a chain's link-up [m] (ISO 1704)
#define DECK_INTO_HULL 0.35 // share of the flukes' direction that points into the hull: 20 deg past the vertical face

// Thresholds. deck_limits_default has the sources.
typedef struct deck_limits {
    double band;                                 // a passage counts again after this return [m]
    double sight;                                // depth under the surface at which the crown is seen [m]
    double medium_stay, short_stay, up_and_down; // lead of the chain below the horizontal from which it is so [rad]
    double lead_band;                            // the condition ends this much lower [rad]
    double loaded;                               // tension over the static load from which a lead counts [1]
    double aweigh;                               // the ground must be left for so long [s]
    double turned;                               // flukes must point into the hull for so long [s]
    double moved;                                // a housed anchor that has moved so far has left its place [m]
    double slack;                                // tension over the static load below which the chain is slack [1]
    double snap;      // and the peak over the static load that follows a slack and is a jerk [1]
    double snap_time; // at most so long after it [s]
} deck_limits;

// The ship's constants.
typedef struct deck_def {
    deck_limits limits;
    double pipe_length, pipe_bore; // [m]
    double mark[DECK_MARKS];       // of joining shackle k + 1: chain from the anchor's shackle [m], ascending (marks)
    int marks;
    double anchor_weight, chain_weight; // [N], [N/m]
} deck_def;

// What one frame tells.
typedef struct deck_input {
    double t;
    double chain_out;                     // between lifter and anchor shackle [m]
    double chain_speed;                   // heaving positive [m/s]
    double tension;                       // at the lifter [N]
    double motor_load;                    // torque over its limit
    double impact_force;                  // largest normal force between anchor and hull [N]
    double along[DECK_MARKS];             // of each mark on the chain: way along the pipe's axis from its mouth [m]
    double height[DECK_MARKS];            // and height over the water [m]
    double crown_z, lowest_z;             // of the anchor over the water [m]
    double shackle_depth, shackle_offset; // of the anchor shackle within the pipe: along its axis, and from it [m]
    double pin_distance;                  // of the crown pin outboard of the mouth, along the pipe [m]
    double flukes_in;                     // share of the flukes' direction that points into the hull, -1..1
    vec3 lead;                            // unit, of the chain outboard of the mouth, away from the ship
    int regions;                          // anchor-hull contact regions
    bool grounded;                        // the anchor touches the seabed
    bool held;                            // brake, stopper or motor brake is to hold the chain
    bool housed, jammed;                  // by the outcome
} deck_input;

// The numbers that made an event so. a, b, c: by kind, deck_evidence_key names them.
typedef struct deck_evidence {
    int32_t n, way;                         // joining shackle; +1 heaving, -1 paying out
    double chain_out, chain_speed, tension; // [m], [m/s], [N]
    double a, b, c;
} deck_evidence;

// A value that passes zero: the side it is known to be on, and whether it has been `band` away from zero there.
typedef struct deck_passage {
    int32_t side; // 0: not seen yet
    int32_t armed;
} deck_passage;

typedef enum deck_stay {
    DECK_NO_STAY = 0,
    DECK_LONG_STAY,
    DECK_MEDIUM_STAY,
    DECK_SHORT_STAY,
    DECK_UP_AND_DOWN
} deck_stay;

enum { DECK_KINDS = RT_EVENT_SNAP_LOAD - RT_EVENT_SHACKLE_IN_WATER + 1 };

// Memory from frame to frame.
typedef struct deck_log {
    deck_passage at_lifter[DECK_MARKS], on_deck[DECK_MARKS], in_water[DECK_MARKS], sight, clear, hawse;
    int32_t stay;                            // deck_stay
    int32_t grounded, turned, housed, slack; // held to be so
    double left_ground, turned_since;        // negative: not
    double housed_at;                        // pin distance when it was housed [m]
    double slack_ended;                      // negative: no slack that a jerk could follow [s]
    double slack_least, peak, peak_at;       // tensions [N], and when [s]
    deck_evidence own[DECK_KINDS];           // of the last event of each own kind
    deck_input last;
} deck_log;

// Defaults, each with its source beside it.
deck_limits deck_limits_default(void);
// Begins with what is seen at the start: nothing has happened yet.
void deck_begin(deck_log *k, const deck_def *def, const deck_input *in);
// Processes a frame after the outcome: sets event bits and stores their evidence. Frame thread.
void deck_update(deck_log *k, const deck_def *def, const deck_input *in, rt_events *events);
// Lead of the chain below the horizontal [rad], 0 level to pi/2 straight down.
double deck_lead(vec3 direction);

// Whether events of this kind concern chain and anchor, and have evidence.
bool deck_has_evidence(rt_event kind);
// Evidence of an event of the frame that deck_update took in last. Frame thread.
deck_evidence deck_evidence_of(const deck_log *k, rt_event kind);
// JSON key of evidence a, b or c (i: 0..2); NULL: none.
const char *deck_evidence_key(rt_event kind, int i);
// Evidence in a line of words.
void deck_evidence_text(rt_event kind, const deck_evidence *e, char *text, size_t size);

#endif
