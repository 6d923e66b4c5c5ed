// SPDX-License-Identifier: MIT
// Responses of a ship to the components of a sea, over its slow heading: periodic cubic splines, twice continuously
// differentiable. Private to the room.
#ifndef HAWSE_DYNAMICS_SHIP_TURNING_H
#define HAWSE_DYNAMICS_SHIP_TURNING_H

#include "dynamics/ship/ship.h"

enum { SHIP_HEADINGS = 36 };

// Responses at the headings 2 pi k / SHIP_HEADINGS, and their second derivatives there.
struct ship_turning {
    ship_response at[DYN_WAVES][SHIP_HEADINGS], curve[DYN_WAVES][SHIP_HEADINGS];
};

// Fills the second derivatives of a component. Set-up.
void ship_turning_curve(struct ship_turning *t, int component);

// Where the slow heading lies between two headings, and the weights of their values and second derivatives in the
// response and in its first and second derivative by time.
typedef struct ship_turning_weights {
    int low, high;
    double value[3][2], curve[3][2];
} ship_turning_weights;

ship_turning_weights ship_turning_at(const ship_motions *slow);
// Response of a component with its derivatives by time. Frame thread.
void ship_turning_response(const struct ship_turning *t, int component, const ship_turning_weights *w,
                           ship_response out[3]);

#endif
