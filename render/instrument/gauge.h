// SPDX-License-Identifier: MIT
// Drawing of one gauge within its area: context, common parts, and the gauges that are no upright scale.
#ifndef HAWSE_RENDER_INSTRUMENT_GAUGE_H
#define HAWSE_RENDER_INSTRUMENT_GAUGE_H

#include "render/text/area.h"
#include "render/text/draw2d.h"
#include "render/text/palette.h"
#include "rt/alarm/alarm.h"

#define GAUGE_SHACKLE_M 27.5 // chain between two joining shackles without a list of parts: 15 fathoms

// Marks of the scales and alarm limits; 0: none.
typedef struct gauge_marks {
    double tension_max_n, tension_rated_n; // the motor's greatest pull; its greatest pull at full speed
    double speed_rated_m_s;                // of the chain at full lever
    double torque_max_nm;                  // of the motor, at the lifter
    double runaway_m_s;                    // alarm limit of a chain that runs out
    double lining_fades_c, lining_faded_c; // start and end of the band brake's fading [deg C]
    double preset_m;                       // preset length of the chain counter
    int n_joining;                         // joining shackles of the chain's list; 0: one every GAUGE_SHACKLE_M
    const double *joining_m;               // chain from the anchor's shackle to each, ascending (n_joining) [m]
} gauge_marks;

// Drawing context and data of an instrument.
typedef struct gauge {
    draw2d *g;
    const palette *c;
    const dyn_gauges *v;    // for needles, bars and lamps
    const dyn_gauges *read; // for numbers; updated only every GAUGES_READ_S
    const gauge_marks *marks;
    bool full;      // with scales and names that a small picture omits
    bool lamp_test; // all lamps are lit
} gauge;

void gauge_tension(const gauge *p, area a);
void gauge_speed(const gauge *p, area a);
void gauge_chain(const gauge *p, area a);
void gauge_lamps(const gauge *p, area a);

// Number of joining shackles in this length of chain, and the chain beyond the last of them, rounded to 0.1 m [m].
int gauge_shackles(const gauge_marks *marks, double chain_out_m, double *beyond_m);
// Limits of the alarms by these marks.
alarm_limits gauge_alarm_limits(const gauge_marks *marks);

// Draws the name over an instrument; returns the top of the space below.
float gauge_title(const gauge *p, area a, const char *text);
// Writes the value with at most `digits` before the point; returns "---" for NaN and longer values.
const char *gauge_number(char text[32], double value, int digits, int decimals, bool sign);
// x limited to lo..hi; lo for NaN.
float gauge_clamp(double x, double lo, double hi);
// The end of a scale: the least of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is not below x; 1 if x is
// not positive.
double gauge_nice_above(double x);

#endif
