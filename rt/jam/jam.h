// SPDX-License-Identifier: MIT
// Explains a jam by statics: which contacts hold the anchor, between which faces; whether they are self-locking, so
// that no pull frees the anchor; and the friction, pull and lip radius at which it would come free.
//
// Model: the anchor is two bodies on a hinge. The hinge's stop bears a moment in one direction; otherwise the hinge
// turns freely. The chain pulls at the shackle as at a ball joint. The contacts stay where they are
// (rt/jam/wrench_cone.h); a contact region is represented by its middle and the ends of its box's axes. The test asks
// whether contact forces within the friction cones can balance the load, not whether they do: statics does not
// determine the forces of wedged contacts.
#ifndef HAWSE_RT_JAM_JAM_H
#define HAWSE_RT_JAM_JAM_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/jam/wrench_cone.h"
#include "rt/scenario/scenario.h"

#define JAM_CONTACTS 12 // capacity: the most loaded contacts
#define JAM_MU_MOST 1.5 // largest coefficient of friction tried

// Constants of ship and anchor.
typedef struct jam_def {
    // of the pipe [m], unit, inboard; outward unit normals of the pocket's back face and of the shell around the pocket
    vec3 mouth, axis, face, shell;
    double bore, pipe_length;         // [m]
    double lip;                       // radius of the lip around the mouth [m]; 0: a sharp edge
    bool has_pocket;                  // walls around the mouth stand out of the face: the anchor lies in a recess
    double shackle;                   // distance of the shackle from the crown pin [m]
    vec3 head_lo, head_hi;            // box of the head's mesh, head frame [m]
    double stop, stop_give;           // hinge angle of the stop; the head lies on it from stop - stop_give [rad]
    double mu;                        // static coefficient of friction
    double shank_weight, head_weight; // [N]
    vec3 shank_centre, head_centre;   // of mass, body frames [m]
} jam_def;

typedef struct jam_contact {
    vec3 position, normal;  // [m]; unit, into the anchor
    vec3 in_body;           // position, frame of its body [m]
    vec3 half[2];           // half axes of the region's box; zero: a point [m]
    vec3 force;             // on the anchor [N]
    double held_n;          // component of its force against the pull [N]
    int32_t head, sticking; // 1: on the head, 0: on the shank
} jam_contact;

// Contacts and loads of one frame.
typedef struct jam_case {
    double t;
    vec3 shackle, pull; // [m]; direction of the chain's pull, unit
    double pull_n;      // tension of the chain at the shackle [N]
    pose shank, head;
    double hinge;                      // [rad]
    int32_t n, left_out;               // contacts stored; contacts dropped (capacity)
    jam_contact contact[JAM_CONTACTS]; // (n), the most loaded first
} jam_case;

typedef enum jam_verdict {
    JAM_UNKNOWN = 0,
    JAM_SLIPS,   // friction and weight hold it: a harder pull frees it
    JAM_TURNS,   // the contacts balance the pull but not its moment: a harder pull turns it, until other contacts touch
    JAM_LOCKED,  // no pull frees it, because of friction
    JAM_BLOCKED, // no pull frees it, even without friction
} jam_verdict;

typedef struct jam {
    bool begun;
    bool stalled; // the motor stalled in this case: the anchor is jammed, and not merely held there
    jam_case at;
    int32_t stage, round; // progress of jam_work
    double low, high;     // interval of the current bisection
    double balance;       // distance of the present load from the contacts' cone / the load
    int32_t verdict;      // jam_verdict
    double mu_free;       // friction below which a pull can free it; 0: none; above JAM_MU_MOST: any
    double pull_free_n;   // pull that frees it with these contacts; infinite: none; NAN: not computed
} jam;

// Starts the explanation of the contacts in c; stalled: with the motor at its limit. Frame thread.
void jam_begin(jam *j, const jam_case *c, bool stalled);
// Does the next of a few dozen small pieces of work; returns false when the explanation is complete. Frame thread, once
// a frame.
bool jam_work(jam *j, const jam_def *d);
// Whether the contacts balance any pull, however hard, with this friction; forces_only: without the moments.
bool jam_is_locked(const jam *j, const jam_def *d, bool forces_only, double mu);

// Returns the smallest factor on the radii of the holding lips that frees the anchor at its own friction, all else
// equal: 1 .. JAM_LIP_MOST; 1: nothing holds it; infinite: no factor frees it. radius[k] is the lip's radius at contact
// k [m], or 0 if that is not on a lip. Geometry: the anchor's edge overlaps a rounded lip of radius r by e. It touches
// where the lip's surface has turned by acos(1 - e / r) from the passage. On a larger radius the normal opposes the
// pull less.
double jam_lip_factor(const jam *j, const jam_def *d, const double radius[JAM_CONTACTS]);
#define JAM_LIP_MOST 10.0

// Part of the anchor at a point given in the frame of its body, head or shank; face of the hull at a contact. Frame
// thread.
dyn_anchor_part jam_part(const jam_def *d, bool head, vec3 in_body);
dyn_hull_face jam_face(const jam_def *d, vec3 position, vec3 normal);
// Whether the face is a rounding between two other faces.
bool jam_is_lip(dyn_hull_face face);
// Writes and returns the name of the anchor's part at a contact, with its side of the ship: "forward fluke tip".
const char *jam_anchor_name(const jam_def *d, const jam_case *c, int contact, char *text, size_t size);
// Writes in one line what holds the anchor: "jammed: ..." or, without a stall, "held: ..."; full: with sides, positions
// and forces.
void jam_text(const jam *j, const jam_def *d, bool full, char *text, size_t size);
const char *jam_verdict_name(jam_verdict v);

#endif
