// SPDX-License-Identifier: MIT
// The anchor watch: follows anchor and ship from the let-go on, says when the ship is brought up, and warns when she
// drags. Two judges are kept apart. The bridge knows the ship's position, the chain and its lead; the instructor sees
// the anchor itself. Once a frame, from geometry alone; all places are in the world [m].
//
// The bridge's centre of the circles is the hawse as the anchor came to the bottom. After an alarm, a ship that is
// brought up anew has dragged by an unknown way: the centre is then laid off from the hawse along the chain's lead. So
// it is when the bridge sets the watch anew.
#ifndef HAWSE_RT_WATCH_WATCH_H
#define HAWSE_RT_WATCH_WATCH_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/base/base.h"

// Thresholds. watch_limits_default has the sources.
typedef struct watch_limits {
    double margin;  // of the alarm circle, for the position's error [m]
    double band;    // the alarm ends this far within its circle [m]
    double own;     // way by which the anchor itself has dragged [m]
    double settle;  // a ship is brought up that opens for so long [s] ...
    double opens;   // ... no further than this [m], ...
    double still;   // ... while the chain runs no faster than this [m/s], ...
    double laid;    // ... and is laid out over this share of its scope
    double veered;  // chain paid out after which the ship is no longer brought up [m]
    double hove;    // chain hove in after which the ship weighs [m]
    double aweigh;  // time without ground contact after which the anchor is aweigh [s]
    double track_m; // least distance of two points of the track [m]
} watch_limits;

typedef struct watch_def {
    watch_limits limits;
    double to_antenna, to_stern; // horizontal distances from the hawse [m]
} watch_def;

// Observations of one frame.
typedef struct watch_input {
    double t;                    // [s]
    vec3 anchor, hawse, antenna; // crown pin, mouth of the hawse pipe
    vec3 lead;                   // direction of the chain outboard of the hawse, unit; zero: none is outboard
    double outboard;             // chain from the hawse to the anchor [m]
    double height;               // of the hawse over the bottom [m]
    double chain_speed;          // heaving positive [m/s]
    bool grounded;               // the anchor touches the bottom
    bool set;                    // the bridge's control: its change sets the watch anew
} watch_input;

// Memory between frames. Zero-initialised but for anchor_watch_init.
typedef struct anchor_watch {
    int32_t state;           // dyn_watch_state
    int32_t outside, drags;  // conditions that hold
    int32_t times;           // the ship was brought up
    int32_t alarmed;         // she was outside since she was last brought up
    int32_t n_track;         // points of the track
    int32_t set;             // times that the bridge set the watch anew
    vec3 dropped, from;      // crown pin as it came to the bottom; place from which its way counts
    vec3 centre;             // of the circles
    double off_ground;       // since when it has no ground contact [s]; negative: it has
    double extreme;          // chain outboard: most while laying, as brought up, least while weighing [m]
    double quiet_s, quiet_m; // begin of the time in which the ship has not opened, and her distance then
    double brought_up_s;     // latest time; NaN: never
    double alarm_s, alarm_m; // first alarm: time, and the anchor's way then; NaN: none
    double drags_s;          // first time that the anchor itself dragged; NaN: never
    double dragged_most;     // the anchor's greatest way [m]
    double off_most;         // antenna's greatest distance from the centre [m]
    double over_most;        // and beyond the alarm circle; negative: within; 0: not judged yet [m]
    double track_step;
    float track[DYN_TRACK][2];
    watch_input last;
} anchor_watch;

// Horizontal scope: how far the chain lets the hawse away from an anchor that lies `height` below it. 0 if the chain
// does not reach the bottom [m].
double watch_scope(double outboard, double height);
// Radii of the circles about the anchor [m]: swinging circle, which the stern does not leave; alarm circle, which the
// antenna does not leave while the anchor holds.
double watch_swing(const watch_def *d, const watch_input *in);
double watch_limit(const watch_def *d, const watch_input *in);

watch_limits watch_limits_default(void);
// Starts the watch with the observation at the start. An anchor that lies on the bottom is the centre.
void anchor_watch_init(anchor_watch *w, const watch_def *d, const watch_input *in);
// Follows a frame; sets RT_EVENT_BROUGHT_UP and RT_EVENT_ANCHOR_DRAGS. Frame thread.
void anchor_watch_update(anchor_watch *w, const watch_def *d, const watch_input *in, rt_events *events);
// Horizontal distance of the anchor from where it was let go or, since, brought up [m].
double anchor_watch_dragged(const anchor_watch *w);
// Horizontal distance of the antenna from the centre [m].
double anchor_watch_off(const anchor_watch *w);

#endif
