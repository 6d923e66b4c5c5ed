// SPDX-License-Identifier: MIT
// Cues: the audible content of a snapshot as plain numbers. Momentary events (links passed, blows) are running totals,
// so none is lost when an unread value is overwritten. No SDL; no thread of its own.
#ifndef HAWSE_RENDER_SOUND_CUES_H
#define HAWSE_RENDER_SOUND_CUES_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/alarm/log.h"

// The sound of the gravest alarm that is not acknowledged. A caution is silent.
typedef enum sound_alarm {
    SOUND_ALARM_NONE = 0,
    SOUND_ALARM_WARNING,
    SOUND_ALARM_ALARM,
    SOUND_ALARM_ESTOP, // the emergency stop
    SOUND_ALARMS
} sound_alarm;

typedef struct sound_cues {
    double links_out;   // chain out in links; a link passes the gypsy at each whole number
    double chain_speed; // at the gypsy, heaving positive [m/s]
    double tension;     // at the gypsy, share of the full load
    double brake;       // band brake, 0 open .. 1 fully set
    double motor_speed; // as the chain speed that it would give in gear [m/s], >= 0
    double motor_load;  // share of the full torque, with the motor's own losses, >= 0
    double blows;       // anchor on hull: sum of all forces so far, in shares of the full load
    double knocks;      // links on hull, likewise
    double bells;       // strokes of the forecastle bell so far
    uint32_t epoch;     // changes when simulated time jumps: skipped events are silent
    int32_t alarm;      // sound_alarm
    bool wash;          // water jets of the chain wash
    bool running;       // simulated time advances
    bool muted;
} sound_cues;

// A known contact: body kind and number, and the contact's identity on that body.
typedef struct sound_touch {
    int64_t identity;
    int32_t kind, number;
} sound_touch;

// State carried from one snapshot to the next.
typedef struct sound_ear {
    double link_length, tension_max; // [m], [N]
    double t, blows_n;               // of the last snapshot [s], [N]
    int n_known;
    int32_t stopper;                         // tackle_stopper_state of the last snapshot
    int32_t bell;                            // its control in the last snapshot
    bool heard;                              // a snapshot has been evaluated
    sound_touch known[DYN_SNAPSHOT_VECTORS]; // contacts of the last snapshot, sorted
    sound_touch fresh[DYN_SNAPSHOT_VECTORS]; // contacts of this snapshot
    sound_cues cues;
} sound_ear;

// link_length [m] and tension_max [N] as in sound_open.
void sound_ear_init(sound_ear *e, double link_length_m, double tension_max_n);
// The alarm to be heard.
sound_alarm sound_alarm_of(const alarm_log *alarms);
// Updates the cues from a snapshot and returns them. Accepts any values: non-finite numbers count as 0.
const sound_cues *sound_ear_update(sound_ear *e, const dyn_snapshot *now, bool running, sound_alarm alarm);

#endif
