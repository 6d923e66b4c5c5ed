// SPDX-License-Identifier: MIT
#include "rt/alarm/preset.h"

#define JUMP_S 2.5    // a longer step of time, or one back, is a rewind [s]
#define STOPPED 0.005 // slower chain has stopped [m/s]

void preset_set(preset *p, double length_m) { *p = (preset){.length_m = length_m, .t = p->t}; }

void preset_update(preset *p, double t, double counter_m, double speed_m_s) {
    bool jumped = t < p->t || t > p->t + JUMP_S, veers = speed_m_s < -STOPPED;
    bool below = p->length_m > 0 && counter_m < p->length_m;
    p->t = t;
    p->closed = p->length_m > 0 && !below && veers && !jumped && (p->closed || p->ready);
    p->ready = below; // passed without veering, as by a counter set to zero and back: no warning
}
