// SPDX-License-Identifier: MIT
// Outcome of the manoeuvre, from the state only: housed, jammed, parted, and the impacts on the hull. verdict.h names
// it.
#ifndef HAWSE_RT_JUDGE_OUTCOME_H
#define HAWSE_RT_JUDGE_OUTCOME_H

#include "dynamics/math/math3.h"
#include "rt/file/json.h"
#include "rt/judge/seat.h"
#include "rt/scenario/scenario.h"

// One frame's observation of the anchor.
typedef struct outcome_input {
    double t;
    vec3 pin, shackle;            // [m]
    vec3 flukes;                  // unit, from the crown pin toward the fluke tips
    vec3 across;                  // unit, along the hinge, from the left half of the head to the right half
    double hinge;                 // [rad]
    double anchor_speed;          // of the fastest of pin, shackle and fluke tips [m/s]
    double tension;               // at the lifter [N]
    double chain_out;             // [m]
    double chain_speed;           // heaving positive [m/s]
    double motor_share;           // motor torque over its limit, 0..1
    double brake;                 // band brake, 0 (open) .. 1 (fully set)
    bool held;                    // the operator holds the chain: by the brake, the stopper, or the lever at neutral
    double weight;                // of the anchor [N]
    seat_load seat;               // loads under which the anchor bears on the hull
    int regions;                  // anchor-hull contact regions
    int impacts;                  // fresh impacts
    double impact_force;          // largest normal force between anchor and hull [N]
    vec3 impact_at;               // its place [m], if there is one
    int impact_part, impact_face; // dyn_anchor_part and dyn_hull_face there

    double breaking_share; // largest tension of a link over its breaking load [1]
    int worst_link;        // that link, counted from 1 at the anchor; 0: none loaded
    int parted;            // broken link, counted from 1 at the anchor; 0: none
    double soil;           // that anchor and chain carry [kg]
    double bitter_end;     // load of the bitter end [N]
    double lining;         // temperature of the band brake's lining [deg C]
    double brake_share;    // of the band brake's capacity that heat and wear leave, 0..1
    bool end_parted;       // the bitter end parted, and all chain ran out
    int beside;            // contact regions of the anchor on the shell beside the pocket; 0 if no pocket is known
} outcome_input;

typedef struct outcome {
    bool housed, jammed; // now
    bool was_jammed;     // at any time
    double time_s;       // time of the first housing; negative: never
    double chain_in_m;   // chain heaved in since the start
    double peak_tension_n, max_impact_n;
    uint64_t hull_impacts;
    double chain_out_start;
    double pin_distance;   // of the crown pin outboard of the mouth, along the pipe [m]
    double shackle_offset; // of the shackle from the pipe's axis [m]
    double shackle_depth;  // of the shackle inside the pipe, along the axis [m]
    // time at which the condition began to hold; negative: it does not hold
    double quiet_since, restless_since, stalled_since, still_since, stopped_since;
    double jam_pin; // pin distance at the last jam [m]
    outcome_input last;
    bool started;

    double peak_tension_s, max_impact_s, peak_breaking_s; // times of the largest values
    vec3 max_impact_at;                                   // place of max_impact_n [m], and the parts there
    int max_impact_part, max_impact_face;

    double peak_breaking_share; // the largest of the run
    int peak_link;              // its link, counted from 1 at the anchor; 0: none
    double peak_bitter_end_n, peak_bitter_end_s;
    double peak_lining_c, peak_lining_s; // of the band brake
    double least_brake_share;            // of its capacity, that heat and wear left
    double peak_soil_kg, peak_soil_s;    // that anchor and chain carried
    double parted_s;                     // time at which the chain or its bitter end parted; negative: neither did
} outcome;

// Initialises the outcome by the observation at the start. Optional: otherwise the first update does so.
void outcome_init(outcome *o, const scenario *sc, const outcome_input *in);
// Updates the outcome by a frame; sets bits of *events when the anchor is housed or jams. Frame thread.
void outcome_update(outcome *o, const scenario *sc, const outcome_input *in, rt_events *events);
// Smallest load of a fluke of a seated anchor [N].
double outcome_least_fluke_load(const outcome *o, const scenario *sc);
// Turn of the head about the normal of the hull's face: between its hinge and the horizontal of the face, 0 .. pi/2.
double outcome_turn(const outcome *o, const scenario *sc);
// Outward unit normal of the hull's face at the mouth.
vec3 outcome_face(const scenario *sc);
// Conditions of a seat, each alone.
bool outcome_shank_in_pipe(const outcome *o, const scenario *sc);
bool outcome_flukes_bear(const outcome *o, const scenario *sc);
bool outcome_in_pose(const outcome *o, const scenario *sc);
bool outcome_into_hull(const outcome *o, const scenario *sc);
// Whether the anchor is seated, at rest or not.
bool outcome_seated(const outcome *o, const scenario *sc);
// Whether the condition that began at `since` has held for end.hold.
bool outcome_has_held(const outcome *o, const scenario *sc, double since);
// Whether the operator needs the explanation now: the anchor is near the hawse, housed, jammed or lost, or the motor
// pulls near its limit.
bool outcome_needs_attention(const outcome *o, const scenario *sc);
// Writes in one line why the anchor is not housed, or that it is housed or lost: as many reasons as fit, the first ones
// first.
void outcome_explain(const outcome *o, const scenario *sc, char *text, size_t size);
// Writes in one line how anchor and chain were lost; call only if they were.
void outcome_write_loss(const outcome *o, char *text, size_t size);
// Writes the keys of the report that the outcome alone decides into the open object.
void outcome_write(const outcome *o, rt_json *j);

#endif
