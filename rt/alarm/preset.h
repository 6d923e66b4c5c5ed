// SPDX-License-Identifier: MIT
// The preset length of the chain counter: a contact that closes when the counter, veering, passes the wanted length.
// It opens when the chain stops, and is ready again once the chain is shorter than the length.
#ifndef HAWSE_RT_ALARM_PRESET_H
#define HAWSE_RT_ALARM_PRESET_H

#include "rt/base/base.h"

// Zero-initialised: no preset length.
typedef struct preset {
    double length_m; // 0: none
    double t;        // of the last update [s]
    bool ready;      // the counter was below the length
    bool closed;     // the contact
} preset;

// Sets the length [m]; 0: none.
void preset_set(preset *p, double length_m);
// Updates the contact from the counter [m] and the chain's speed [m/s], heaving positive, at time t [s].
void preset_update(preset *p, double t, double counter_m, double speed_m_s);

#endif
