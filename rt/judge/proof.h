// SPDX-License-Identifier: MIT
// The pull test of a housed anchor (`end.proof`): does it stay when the ship moves?
//
// The chain is eased by a slack and held again. Then anchor and chain feel the ship's accelerations as additional
// gravity: for each named amplitude a half-sine pulse to one side and, after a pause, to the other. (A half sine is
// the basic pulse of shock tests, IEC 60068-2-27.) Roll acts athwart the ship, pitch and slam vertically, since the
// hawse lies far forward. The ship's axes do not turn, and the sea is still.
#ifndef HAWSE_RT_JUDGE_PROOF_H
#define HAWSE_RT_JUDGE_PROOF_H

#include "rt/judge/outcome.h"

typedef enum proof_stage {
    PROOF_WAITS = 0, // the anchor is not housed, or the operator does not hold the chain
    PROOF_EASES,     // the windlass walks back by the slack
    PROOF_SHAKES,    // pulses
    PROOF_SETTLES,   // the anchor comes to rest
    PROOF_DONE
} proof_stage;

#define PROOF_PAUSE 2.0 // before each pulse [s]

typedef struct proof_test {
    int32_t stage;
    bool stayed;      // at the end: seated again, and not dislodged (deck_limits.moved)
    double since;     // start of the stage [s]
    double begun_s;   // start of the test [s]
    outcome before;   // at its start
    vec3 tip[2];      // corners of the head at the fluke tips, at its start [m]
    double eased_m;   // chain paid out
    double shift_m;   // largest shift of the crown pin from its place at the start
    double turn;      // largest turn of the head from its direction at the start [rad]
    double left_m;    // move of the crown pin outboard, from the start to the end
    double gap_m;     // largest move of a fluke tip off the hull's face
    double tension_n; // largest tension of the chain at its hold
    double impact_n;  // largest normal force between anchor and hull
    int32_t blows;    // impacts
} proof_test;

// Whether the scenario names an amplitude.
bool proof_is_asked(const scenario *sc);
// Additional acceleration that anchor and chain feel at time t [m/s²].
vec3 proof_acceleration(const proof_test *p, const scenario *sc, double t);
// Updates the test by a frame, after the outcome. d: sizes of the head; load: force of the chain on the stopper [N].
// Frame thread.
void proof_update(proof_test *p, const scenario *sc, const jam_def *d, const outcome *o, double load);
// Whether the test goes on.
bool proof_runs(const proof_test *p);
// Writes the key `proof` with the test's figures; after: the outcome at the end.
void proof_write(const proof_test *p, const scenario *sc, const outcome *after, rt_json *j);
// Writes the result in one line; "": no test was asked for.
void proof_write_text(const proof_test *p, const scenario *sc, char *text, size_t size);

#endif
