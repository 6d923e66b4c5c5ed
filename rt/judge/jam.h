// SPDX-License-Identifier: MIT
// Why a jammed anchor does not come in: which contacts hold it, between which faces; whether the load path locks
// itself, so that no pull would free it; the friction, the pull and the radius of the lip at which it would come free.
//
// The anchor is two bodies on a hinge, the hinge's stop bears a moment one way, all else at the hinge is free; the
// chain pulls at the shackle as a ball joint; the contacts stand where they are (rt/judge/wrench_cone.h). A region of
// contact is taken as its middle and the ends of its box's axes. The test asks whether contact forces within the
// friction cones could be in balance with the load, not whether they are: forces of contacts that wedge are not
// determined by statics.
#ifndef HAWSE_RT_JUDGE_JAM_H
#define HAWSE_RT_JUDGE_JAM_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/judge/wrench_cone.h"
#include "rt/scenario/scenario.h"

#define JAM_CONTACTS 12 // the most loaded
#define JAM_MU_MOST 1.5 // largest friction that is tried

// The ship and the anchor that names and lengths come from.
typedef struct jam_def {
    // of the pipe [m], inboard; out of the pocket's back face, out of the shell around it
    vec3 mouth, axis, face, shell;
    double bore, pipe_length;         // [m]
    double shackle;                   // of the shank, from the crown pin [m]
    vec3 head_lo, head_hi;            // box of the head's mesh, head frame [m]
    double stop, stop_give;           // of the hinge; and how far before it the head counts as lying on it [rad]
    double mu;                        // static coefficient of friction
    double shank_weight, head_weight; // [N]
    vec3 shank_centre, head_centre;   // of mass, body frames [m]
} jam_def;

typedef struct jam_contact {
    vec3 position, normal;  // [m]; unit, into the anchor
    vec3 in_body;           // position, frame of its body [m]
    vec3 half[2];           // half axes of the region's box; zero: a point [m]
    vec3 force;             // on the anchor [N]
    double held_n;          // of its force, against the pull [N]
    int32_t head, sticking; // 1: on the head, 0: on the shank
} jam_contact;

// A frame's contacts and loads.
typedef struct jam_case {
    double t;
    vec3 shackle, pull; // [m]; unit, as the chain pulls
    double pull_n;      // tension of the chain at the shackle [N]
    pose shank, head;
    double hinge;                      // [rad]
    int32_t n, left_out;               // contacts; those beyond the capacity
    jam_contact contact[JAM_CONTACTS]; // (n), the most loaded first
} jam_case;

typedef enum jam_verdict {
    JAM_UNKNOWN = 0,
    JAM_SLIPS,   // held by friction and weight: a harder pull frees it
    JAM_TURNS,   // the contacts oppose the pull, but not its moment: a harder pull turns it first, until others touch
    JAM_LOCKED,  // no pull frees it, because of friction
    JAM_BLOCKED, // no pull frees it, without any friction
} jam_verdict;

typedef struct jam {
    bool begun;
    jam_case at;
    int32_t stage, round; // of the rest load: jam_work
    double low, high;
    double balance;     // distance of the present load from the contacts' cone, relative to the load
    int32_t verdict;    // jam_verdict
    double mu_free;     // friction below which the verdict is JAM_SLIPS; more than JAM_MU_MOST: always
    double pull_free_n; // pull that frees it with these contacts; infinite: none; NAN: not computed
} jam;

// Begins an explanation of the contacts in c. Frame thread.
void jam_begin(jam *j, const jam_case *c);
// Does the next of a few dozen small pieces of work; false when all is done. Frame thread: one a frame.
bool jam_work(jam *j, const jam_def *d);
// Whether no pull would be too hard for the contacts, with this friction; forces_only: leaving the moments out.
bool jam_locks(const jam *j, const jam_def *d, bool forces_only, double mu);

// The radius of the lips that hold it at which its own friction would no longer do, all else as it stands: an anchor's
// edge that overlaps a rounded lip by e touches it where the lip's surface has turned by acos(1 - e / r) from the
// passage, so a lip of a larger radius r holds it with a flatter normal. radius[k]: of the lip as it is at contact k
// [m]; 0: not on a lip. The least factor on these radii that frees it, up to JAM_LIP_MOST; infinite: none; 1: nothing
// to free.
double jam_lip_factor(const jam *j, const jam_def *d, const double radius[JAM_CONTACTS]);
#define JAM_LIP_MOST 10.0

// Which part of the anchor a contact is on (in the frame of its body, head or shank), and which face of the hull. Frame
// thread.
dyn_anchor_part jam_part(const jam_def *d, bool head, vec3 in_body);
dyn_hull_face jam_face(const jam_def *d, vec3 position, vec3 normal);
// Whether the hull there is a rounding between two of its faces.
bool jam_is_lip(dyn_hull_face face);
// The anchor's part at a contact with its side of the ship, such as "forward fluke tip".
const char *jam_anchor_name(const jam_def *d, const jam_case *c, int contact, char *text, size_t size);
// One line: what holds the anchor; full: with sides, places and forces.
void jam_text(const jam *j, const jam_def *d, bool full, char *text, size_t size);
const char *jam_verdict_name(jam_verdict v);

#endif
