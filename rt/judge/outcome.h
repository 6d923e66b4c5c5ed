// SPDX-License-Identifier: MIT
// What became of the manoeuvre, from the state only: housed, jammed, and what the anchor did to the hull.
#ifndef HAWSE_RT_JUDGE_OUTCOME_H
#define HAWSE_RT_JUDGE_OUTCOME_H

#include "dynamics/math/math3.h"
#include "rt/scenario/scenario.h"

// One frame's observation of the anchor.
typedef struct outcome_input {
    double t;
    vec3 pin, shackle;   // [m]
    vec3 flukes;         // unit, from the crown pin toward the fluke tips
    double anchor_speed; // of its fastest point [m/s]
    double tension;      // at the lifter [N]
    double chain_out;    // [m]
    double chain_speed;  // heaving positive [m/s]
    double motor_share;  // motor torque over its limit, 0..1
    double brake;        // band brake, 0 (open) .. 1 (fully set)
    int regions;         // anchor-hull contact regions
    int impacts;         // fresh impacts
    double impact_force; // largest normal force between anchor and hull [N]

    double breaking_share; // largest share of its breaking load that a link bears
    int worst_link;        // that link, counted from 1 at the anchor; 0: none loaded
    int parted;            // broken link, counted likewise; 0: none
    int beside;            // contact regions of the anchor on the shell beside the pocket; 0 where no pocket is known
} outcome_input;

typedef struct outcome {
    bool housed, jammed; // now
    bool was_jammed;     // at any time
    double time_s;       // when it was housed first; negative: never
    double chain_in_m;   // heaved in since the start
    double peak_tension_n, max_impact_n;
    uint64_t hull_impacts;
    double chain_out_start;
    double pin_distance;               // of the crown pin outboard of the mouth, along the pipe [m]
    double shackle_offset;             // of the shackle from the pipe's axis [m]
    double shackle_depth;              // of the shackle inside the pipe, along the axis [m]
    double quiet_since, stalled_since; // negative: not
    outcome_input last;
    bool started;

    double peak_breaking_share; // the largest of the run
    int peak_link;              // the link that bore it, counted from 1 at the anchor; 0: none
    double parted_s;            // when the chain parted; negative: it did not
} outcome;

// Begins with the observation at the start; otherwise the first update begins.
void outcome_begin(outcome *o, const scenario *sc, const outcome_input *in);
// Takes in a frame; sets bits of *events when the anchor is housed or jams. Frame thread.
void outcome_update(outcome *o, const scenario *sc, const outcome_input *in, rt_events *events);
// Whether the operator has to know of it now: the anchor is at the hawse, or the motor pulls in vain.
bool outcome_concerns(const outcome *o, const scenario *sc);
// Why the anchor is not housed, or that it is, in one line.
void outcome_explain(const outcome *o, const scenario *sc, char *text, size_t size);

#endif
