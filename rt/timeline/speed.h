// SPDX-License-Identifier: MIT
// The speed that simulated time reaches against the clock.
#ifndef HAWSE_RT_TIMELINE_SPEED_H
#define HAWSE_RT_TIMELINE_SPEED_H

#include <stdbool.h>
#include <stdint.h>

#define SPEED_OVER_NS 500000000 // [ns]

// Zero-initialised: unknown.
typedef struct speed_meter {
    int64_t since_ns;
    double since_t, reached, asked;
} speed_meter;

// Returns the speed over the last half second, 1: real time; 0: unknown, as after a pause, a jump or another `asked`.
static inline double speed_meter_update(speed_meter *m, int64_t now_ns, double t, bool running, double asked) {
    if (!running || m->since_ns == 0 || t < m->since_t || asked != m->asked) {
        *m = (speed_meter){.since_ns = running ? now_ns : 0, .since_t = t, .asked = asked};
        return 0;
    }
    if (now_ns - m->since_ns < SPEED_OVER_NS) return m->reached;
    m->reached = (t - m->since_t) / (1e-9 * (double)(now_ns - m->since_ns));
    m->since_ns = now_ns;
    m->since_t = t;
    return m->reached;
}

#endif
