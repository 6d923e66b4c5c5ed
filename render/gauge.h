// SPDX-License-Identifier: MIT
// The console's instruments, each drawn within its area.
#ifndef HAWSE_RENDER_GAUGE_H
#define HAWSE_RENDER_GAUGE_H

#include "dynamics/snapshot.h"
#include "render/draw2d.h"
#include "render/layout.h"
#include "render/palette.h"

#define GAUGE_SHACKLE_M 27.5 // length of chain between two joining links: 15 fathoms

#define GAUGE_LINING_FADES_C                                                                                           \
    250.0 // temperature from which a band brake's friction fades (default, to be replaced by the
          // maker's figure), and to which it is almost gone [deg C]
#define GAUGE_LINING_GONE_C 450.0
#define GAUGE_RUNAWAY_M_S 5.0 // speed of running out that a brake is proved to stop (class trial 5 to 7.5 m/s)

// Marks of the scales.
typedef struct gauge_marks {
    double tension_max_n, tension_rated_n; // greatest that the motor can pull; up to which full speed is reached
    double speed_rated_m_s;                // of the chain at full lever
    double torque_max_nm;                  // of the motor, at the lifter
} gauge_marks;

// What an instrument is drawn with and from.
typedef struct gauge {
    draw2d *g;
    const palette *c;
    const dyn_gauges *v;    // for needles, bars and lamps
    const dyn_gauges *read; // for numbers, which change only so often that they can be read
    const gauge_marks *marks;
    bool full; // with scales and names that a small picture leaves out
} gauge;

void gauge_tension(const gauge *p, area a);
void gauge_speed(const gauge *p, area a);
void gauge_chain(const gauge *p, area a);
void gauge_lever(const gauge *p, area a);
void gauge_brake(const gauge *p, area a);
void gauge_lining(const gauge *p, area a);
void gauge_torque(const gauge *p, area a);
void gauge_lamps(const gauge *p, area a);

// What the operator must act on now, the gravest first, into text; false: nothing.
bool gauge_alarm(const dyn_gauges *v, const gauge_marks *marks, char *text, size_t size);

// The name over an instrument; returns where what is below it may begin.
float gauge_title(const gauge *p, area a, const char *text);
// The value as text of at most `digits` before the point; "---" where it is not a number or longer.
const char *gauge_number(char text[32], double value, int digits, int decimals, bool sign);
// x within lo..hi; NaN gives lo.
float gauge_clamp(double x, double lo, double hi);
// The least of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is not below x; 1 where x is not positive.
double gauge_nice_above(double x);

#endif
