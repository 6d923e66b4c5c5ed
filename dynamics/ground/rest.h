// SPDX-License-Identifier: MIT
// Links of a chain that rest on the bottom sleep (dynamics/core/sleep.h), and wake before a disturbance reaches them.
//
// A link sleeps when it has lain on the bottom, and its ends have kept their places in the world, for a time longer
// than a wave's, with enough awake links between it and whatever moves or hangs: a least number of them, and so many
// that their friction can take up the tension's range in that time.
//
// A rigid chain that lies straight transmits a change of tension at once and without motion: the fixed support at the
// end of a sleeping stretch bears it, and the awake links' friction is not asked. A sleeping stretch is therefore held
// to what friction allows. In a chain that stretches ever so little, friction takes up a change D of the tension within
// the length D / (mu w) of its front, and nothing beyond moves. So, at each end of a stretch,
//   D = T - level,  T: tension of the awake link beside it; level: its tension that what sleeps is in balance with,
// must be within the friction that is left on the awake links before it; else links wake, as many as it takes at once.
// A link that falls asleep takes up as much of D as its own friction can: the rest stays as D of the next link. The
// level of the stretch is so never forgotten, and a chain that is pulled harder and harder wakes to the length T / (mu
// w).
//
// A sleeping link also wakes when one of the nearest awake links moves or leaves the bottom, when its neighbour is
// gone, when a hand pulls at it, and when the anchor may touch it. The decisions depend on the state alone. Neglected
// while a link sleeps: changes of the sea's force on it, the elastic part of friction (less than ground_soil.slip), and
// contact with the hull.
#ifndef HAWSE_DYNAMICS_GROUND_REST_H
#define HAWSE_DYNAMICS_GROUND_REST_H

#include "dynamics/core/state.h"
#include "dynamics/ground/chain.h"

// Memory of a link; part of the state.
typedef struct ground_rest_link {
    vec3 place[2];       // of its ends in the world at the beginning of its quiet time [m]
    double quiet;        // [s]; 0: it moved in the last step, or does not lie on the bottom
    double low, high;    // of its tension in that time; both fade toward the present tension [N]
    double along, limit; // friction of the bottom along it; its limit [N]
    double level;        // its tension at which what sleeps beside it is in balance [N]
    int32_t touches;     // whether a bow touches the bottom
    int32_t lies;        // whether it is on the bottom with both bows, or between others that touch it
} ground_rest_link;

typedef struct ground_rest_state {
    double lost;           // kinetic energy of links that fell asleep, so far [J]
    int64_t asleep;        // links that sleep now
    int64_t fallen, woken; // times that a link fell asleep, woke
    ground_rest_link link[];
} ground_rest_state;

typedef struct ground_rest {
    const ground_chain *chain; // its links are neighbours in their order
    int bottom;                // index of the chain's element among the model's forces
    int index;                 // its own
    dyn_force force;
} ground_rest;

// Adds the element; allows the model's bodies to sleep. chain: finished, and added to the model as number `bottom`.
// *r must not move. Set-up.
void ground_rest_add(ground_rest *r, dyn_model *m, const ground_chain *chain, int bottom);
// Before a step: lets links fall asleep and wake. pulled: body at which a hand pulls, -1: none. Frame thread.
void ground_rest_exchange(const ground_rest *r, const dyn_model *m, dyn_state *s, int pulled);
// Wakes link number `link` if it sleeps, and begins its quiet time anew: something comes near that may touch it. Before
// ground_rest_exchange, frame thread.
void ground_rest_disturb(const ground_rest *r, const dyn_model *m, dyn_state *s, int link);
// Lets links sleep that have come to rest in still water under a ship at rest, without the waiting time. Set-up.
void ground_rest_start(const ground_rest *r, const dyn_model *m, dyn_state *s);
const ground_rest_state *ground_rest_state_of(const ground_rest *r, const dyn_model *m, const dyn_state *s);

#endif
