// SPDX-License-Identifier: MIT
// The anchor's blows on the hull, each with its impulse, energies, duration, place and peak force.
//
// A blow begins at the first touch of a contact that closes faster than 50 mm/s. It ends when the contact separates,
// closes again after it opened, or comes to rest. Where two contacts in a blow merge, their blows do; a contact that
// splits keeps one blow, that of the part that it goes on with.
//
// Sums follow the integrator. With the trapezoidal rule a force F changes the momentum by h (F0 + F1) / 2 in a step and
// does the work (F0 + F1) / 2 · h (v0 + v1) / 2, both to the last digit of the rule. So impulse and energies balance
// the anchor's own, however few steps the blow has. The peak force has no such balance: it follows stiffness and step.
#ifndef HAWSE_RT_JUDGE_BLOW_LOG_H
#define HAWSE_RT_JUDGE_BLOW_LOG_H

#include "dynamics/math/math3.h"
#include "rt/file/json.h"
#include "rt/scenario/scenario.h"

// A contact of the anchor with the hull in one frame.
typedef struct blow_touch {
    int64_t identity;     // the same number in successive frames: the same contact of that body
    int32_t head;         // 1: of the head, 0: of the shank
    int32_t struck;       // 1: it touches for the first time, faster than 50 mm/s
    int32_t part, face;   // dyn_anchor_part, dyn_hull_face
    vec3 point, normal;   // [m]; unit, into the anchor
    double force;         // normal force [N]
    double elastic_force; // its part that does not depend on the rate [N]
    double rate;          // closing speed [m/s]
    double approach;      // closing speed at first touch [m/s]
    double area;          // [m²]
} blow_touch;

typedef struct blow {
    double begin_s, duration_s;       // first frame with force; frames with force times their length
    double impulse_ns;                // integral of the normal force [N s]
    double approach_m_s;              // closing speed at first touch
    double energy_j;                  // most work that the hull had taken: the kinetic energy of the approach
    double absorbed_j;                // work that it did not give back
    double peak_n, peak_elastic_n;    // largest normal force; its part that does not depend on the rate
    double peak_area_m2;              // contact area then
    vec3 place, normal;               // where the force was largest [m]; unit, into the anchor
    int32_t head, part, face, frames; // as in blow_touch; frames with force
} blow;

enum { BLOWS_LISTED = 12, BLOWS_FOLLOWED = 16 };

// A blow in progress.
typedef struct blow_open {
    blow sum;
    int64_t identity;
    double work;        // taken so far [J]
    double force, rate; // of the last frame
    double rest_s;      // time for which the contact has hardly moved
    int32_t opening;    // past its deepest point
    int32_t here;       // scratch: the contact is among those of this frame
} blow_open;

// All blows of a run.
typedef struct blow_log {
    uint64_t begun;                // blows
    uint64_t merged;               // of them: ended as part of another
    uint64_t not_followed;         // of them: more at once than BLOWS_FOLLOWED; only counted
    uint64_t not_listed;           // of them: weaker than the listed ones; counted and summed
    double impulse_ns, absorbed_j; // of all that ended
    int32_t n, n_open;
    blow hardest[BLOWS_LISTED];     // (n) by impulse, the largest first
    blow_open open[BLOWS_FOLLOWED]; // (n_open)
} blow_log;

// Updates the log by the contacts of a frame of h_s that ends at t_s. Frame thread.
void blow_log_update(blow_log *log, const blow_touch *touch, int n, double t_s, double h_s);
// Ends the blows in progress, for a report.
void blow_log_end(blow_log *log);
// Writes the report's object `blows`. triangle: finds the hull's triangle at a place; -1: none.
void blow_log_write(const blow_log *log, const scenario *sc, rt_json *j, int (*triangle)(const void *ctx, vec3 place),
                    const void *ctx);

#endif
