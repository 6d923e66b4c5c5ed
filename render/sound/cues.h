// SPDX-License-Identifier: MIT
// Audible content of a snapshot, as plain numbers. Momentary events (links passed, blows) are running totals, so none
// is lost when an unread value is overwritten. No SDL; no thread of its own.
#ifndef HAWSE_RENDER_SOUND_CUES_H
#define HAWSE_RENDER_SOUND_CUES_H

#include "dynamics/snapshot/snapshot.h"
#include "render/instrument/safety_history.h"

typedef enum sound_alarm {
    SOUND_ALARM_NONE = 0,
    SOUND_ALARM_JAMMED,   // the anchor is stuck
    SOUND_ALARM_FAILSAFE, // commands do not pass any more: lever 0, brakes set
    SOUND_ALARM_ESTOP,    // emergency stop latched
    SOUND_ALARMS
} sound_alarm;

typedef struct sound_cues {
    double links_out;   // chain out in links: a link passes the lifter at each whole number
    double chain_speed; // at the lifter, heaving positive [m/s]
    double tension;     // at the lifter, share of the full load
    double brake;       // band brake, 0 open .. 1 fully set
    double motor_speed; // of the motor, as the speed of the chain that it would move in gear [m/s], >= 0
    double motor_load;  // share of the full torque, >= 0
    double blows;       // of the anchor on the hull so far: sum of the forces as shares of the full load
    double knocks;      // of links on the hull so far, likewise
    uint32_t epoch;     // changes when simulated time jumps: skipped events are silent
    int32_t alarm;      // sound_alarm
    bool running;       // simulated time goes on
    bool muted;
} sound_cues;

// A contact that is known: on which body of the chain or anchor, and its identity there.
typedef struct sound_touch {
    int64_t identity;
    int32_t kind, number;
} sound_touch;

// Memory from one snapshot's cues to the next.
typedef struct sound_ear {
    double link_length, tension_max; // [m], [N]
    double t, blows_n;               // of the last snapshot [s], [N]
    int n_known;
    int32_t stopper; // tackle_stopper_state of the last snapshot
    bool heard;      // a snapshot was
    safety_history safety;
    sound_touch known[DYN_SNAPSHOT_VECTORS]; // contacts of the last snapshot, in order
    sound_touch fresh[DYN_SNAPSHOT_VECTORS]; // those of this one
    sound_cues cues;
} sound_ear;

// link_length [m] and tension_max [N] as in sound_open.
void sound_ear_init(sound_ear *e, double link_length_m, double tension_max_n);
// The cues after this snapshot. Any value of it is allowed, numbers that are not finite are heard as 0.
const sound_cues *sound_ear_update(sound_ear *e, const dyn_snapshot *now, bool running);

#endif
