// SPDX-License-Identifier: MIT
// Motion of the ship in the world: a sum of motion sources, which moves the axes of a model (dynamics/core/axes.h).
//
// The six motions are those of a reference point of the ship: surge ahead, sway to port and heave upward along the
// ship's mean axes, then the orientation R = Rz(yaw) Ry(pitch) Rx(roll): yaw to port, pitch bow down, roll to starboard
// positive. At zero motions the ship's axes coincide with the world's.
#ifndef HAWSE_DYNAMICS_SHIP_SHIP_H
#define HAWSE_DYNAMICS_SHIP_SHIP_H

#include "dynamics/core/axes.h"
#include "dynamics/math/table.h"
#include "dynamics/water/waves.h"
#include "rt/base/base.h"

enum { SHIP_SURGE = 0, SHIP_SWAY, SHIP_HEAVE, SHIP_ROLL, SHIP_PITCH, SHIP_YAW, SHIP_MOTIONS };

// The six motions with their first and second derivatives [m], [rad], [m/s] ...
typedef struct ship_motions {
    double x[SHIP_MOTIONS], v[SHIP_MOTIONS], a[SHIP_MOTIONS];
} ship_motions;

// A motion source. It adds its motions at time t [s] to the sum of the sources before it, which it may read. The sum is
// twice continuously differentiable. Frame thread: no allocation, bounded work.
typedef struct ship_source {
    const void *self;
    void (*add)(const void *self, double t, ship_motions *sum);
} ship_source;

enum { SHIP_SOURCES = 4 };

typedef struct moving_ship {
    vec3 reference; // the point whose motions the sources give, in the ship's axes [m]
    bool held;      // true: at rest in place of the motions, during the search for a start
    int n;          // 0: at rest
    ship_source source[SHIP_SOURCES];
    dyn_motion motion; // of the ship's axes, for dyn_model.motion
} moving_ship;

// Creates a ship at rest; *s must not move while a model refers to its motion.
void moving_ship_create(moving_ship *s, vec3 reference);
// Adds a source, at most SHIP_SOURCES. Sources of slow motion come before the waves.
void moving_ship_add(moving_ship *s, const ship_source *source);
// Sum of the sources' motions at time t.
ship_motions moving_ship_motions(const moving_ship *s, double t);
// The ship's axes for motions of this reference point.
void ship_axes(const ship_motions *m, vec3 reference, dyn_axes *out);

// Prescribed motion: a table of time and six motions, as a spline with a continuous second derivative. After its end
// the ship comes to rest within SHIP_COMES_TO_REST seconds.
#define SHIP_COMES_TO_REST 10.0
typedef struct ship_prescribed {
    dyn_table motion[SHIP_MOTIONS];
} ship_prescribed;

// Loads a CSV file with the header time_s, surge_m, sway_m, heave_m, roll_deg, pitch_deg, yaw_deg; times ascend from 0
// or before. RT_ERR_FILE, RT_ERR_FORMAT, RT_ERR_MEMORY with messages by line. Set-up.
rt_status ship_prescribed_load(ship_prescribed *p, const char *file, rt_diag *d);
void ship_prescribed_free(ship_prescribed *p);
ship_source ship_prescribed_source(const ship_prescribed *p);

// Response of a motion to a wave of unit amplitude, cos(w t) at the origin of the responses: Re (re + i im) exp(i w t)
// [m/m], [rad/m]. A positive phase leads the wave's crest.
typedef struct ship_response {
    double re[SHIP_MOTIONS], im[SHIP_MOTIONS];
} ship_response;

// Where responses come from.
typedef struct ship_responses {
    const void *self;
    vec3 origin; // the point whose motions and wave crest they refer to, in the ship's axes [m]
    // Response to a wave of this frequency [rad/s] that travels at `heading` from the bow's direction toward port
    // [rad]; pi: head sea. Set-up.
    ship_response (*at)(const void *self, double frequency, double heading);
} ship_responses;

// Height of the waves over that of their definition, as it changes: share + rate (t - since).
typedef struct ship_growth {
    double share, rate, since; // [1], [1/s], [s]
} ship_growth;

// Wave-frequency motion in the components of a sea. The phase of a component is taken where the sources before this one
// have moved the responses' origin: the frequency of encounter follows by itself.
typedef struct ship_wave_motion {
    vec3 way, reference, origin; // origin: of the responses
    ship_growth growth;          // set between two steps
    int n;
    dyn_wave wave[DYN_WAVES];
    ship_response response[DYN_WAVES]; // by the component's amplitude, of the reference point, at heading 0 [m], [rad]
    struct ship_turning *turning;      // the same over the heading; NULL: the responses keep those of heading 0
} ship_wave_motion;

// Responses of a ship with this reference point to the waves, small angles. Set-up.
ship_wave_motion ship_wave_motion_make(const dyn_waves *waves, vec3 reference, const ship_responses *from);
// Lets the responses follow the heading of the sources before this one. RT_ERR_MEMORY. Set-up.
rt_status ship_wave_motion_turn(ship_wave_motion *m, const dyn_waves *waves, const ship_responses *from);
void ship_wave_motion_free(ship_wave_motion *m);
ship_source ship_wave_motion_source(const ship_wave_motion *m);

// Main dimensions of a ship, for the closed forms.
typedef struct ship_form {
    double length, beam, draught; // waterline length, beam, draught [m]
    double block, waterplane;     // block and waterplane coefficient [1]
    double metacentric_height;    // GM [m]
    double roll_damping;          // further roll damping, over the critical [1]
    double roll_period;           // natural period [s]; 0: ship_roll_period
    double speed;                 // ahead [m/s]
} ship_form;

// Heave, pitch and roll of a ship by the closed forms of Jensen, Mansour & Olsen (2004), Ocean Engineering 31, 61-85.
// In short head seas the bow moves more, by a third to a half (dynamics/ship/README.md).
ship_response ship_closed_form(const ship_form *f, double frequency, double heading);
// Natural roll period by beam, draught, length and metacentric height (IMO A.749, 3.2.2.3) [s].
double ship_roll_period(const ship_form *f);
ship_responses ship_closed_form_responses(const ship_form *f, vec3 origin);

// Table of responses by heading and frequency.
typedef struct ship_table {
    int headings, frequencies;
    double *heading, *frequency; // ascending [rad], [rad/s]
    ship_response *response;     // (headings × frequencies), by heading
    vec3 origin;                 // in the ship's axes [m]
} ship_table;

// What a file of responses may leave open.
typedef struct ship_table_def {
    vec3 origin;   // the point that they refer to, in the ship's axes [m]
    double length; // WAMIT's length scale ULEN [m]
} ship_table_def;

// Loads responses, by the file's ending: .csv: our own format (dynamics/ship/README.md), with an origin of its own; .4:
// WAMIT; .txt: OrcaFlex. Tests their signs by the longest wave. RT_ERR_FILE, RT_ERR_FORMAT, RT_ERR_MEMORY, RT_ERR_USAGE
// with messages by line. Set-up.
rt_status ship_table_load(ship_table *t, const char *file, const ship_table_def *def, rt_diag *d);
void ship_table_free(ship_table *t);
// The table's responses. Between its points real and imaginary parts are linear; beyond its frequencies they stay those
// of the last one; a table of headings from 0 to 180 degrees is mirrored to the other side.
ship_responses ship_table_responses(const ship_table *t);

#endif
