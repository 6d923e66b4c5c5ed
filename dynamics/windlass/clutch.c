// SPDX-License-Identifier: MIT
#include "dynamics/windlass/clutch.h"

#define TURN (2 * 3.14159265358979323846)

dyn_law tackle_clutch_law(const tackle_clutch *k, const tackle_clutch_memory *z, double lead, double rate) {
    if (!(z->engaged > 0)) return (dyn_law){0};
    return (dyn_law){k->stiffness * (lead - z->mesh) + k->damping * rate, k->stiffness, k->damping};
}

// True when the dogs are over the gaps.
static bool dogs_aligned(const tackle_clutch *k, double lead) {
    double teeth = lead * k->dogs / TURN;
    return fabs(teeth - round(teeth)) <= 0.5 * k->play;
}

static void report_refusal(tackle_clutch_memory *z, rt_events *events) {
    if (!(z->refusal_reported > 0)) *events |= RT_EVENT_BIT(RT_EVENT_CLUTCH_REFUSED);
    z->refusal_reported = 1;
}

static void engage_dogs(const tackle_clutch *k, tackle_clutch_memory *z, double lead, double rate, rt_events *events) {
    if (fabs(rate) > k->clash) {
        report_refusal(z, events);
        return;
    }
    if (!dogs_aligned(k, lead)) return;
    if (fabs(rate) > k->clean) *events |= RT_EVENT_BIT(RT_EVENT_CLUTCH_CLASH);
    z->engaged = 1;
    z->mesh = lead;
}

void tackle_clutch_accept(const tackle_clutch *k, tackle_clutch_memory *z, bool in, bool jumps_out, double lead,
                          double rate, rt_events *events) {
    z->torque = tackle_clutch_law(k, z, lead, rate).force;
    bool engaged = z->engaged > 0;
    if (jumps_out) {
        z->engaged = 0;
    } else if (in && !engaged) {
        engage_dogs(k, z, lead, rate, events);
    } else if (!in && engaged) {
        if (fabs(z->torque) <= k->release)
            z->engaged = 0;
        else
            report_refusal(z, events);
    } else {
        z->refusal_reported = 0;
    }
    if (!(z->engaged > 0)) z->mesh = z->torque = 0;
}
