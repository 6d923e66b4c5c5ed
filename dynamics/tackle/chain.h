// SPDX-License-Identifier: MIT
// Stud-link or studless chain by ISO 1704 ratios from the bar diameter alone: rigid links in natural coordinates,
// joined by universal joints (links hang in each other's bows: the axes are their width axes) with friction and stops.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_H

#include "dynamics/core/model.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/stop.h"
#include "dynamics/tackle/kit.h"

// A link of the chain with properties of its own; its joints are those of a common link.
typedef struct tackle_special {
    int link;        // counted from 0 at the anchor
    double mass;     // [kg]
    vec3 centre;     // of mass, in the link frame [m]
    mat3 inertia;    // about the centre of mass [kg m²]
    double pitch;    // inside length [m]; 0: the common link's
    double strength; // breaking load over the common link's; 0: the same
    bool swivel;     // it and the next link are the halves of a swivel: the next one turns on it about its axis
    double turned;   // angle by which it turns the next link at the start [rad]
} tackle_special;

// Swivels among the links: friction, and the torque of a seized one (RT_FAILURE_SWIVEL).
typedef struct tackle_swivel_def {
    double per_load; // torque limit per newton of tension [m]
    double seized;   // [N m]
} tackle_swivel_def;

// DYN_LANES links side by side, for the vector unit: what their joints with the links below (k - 1) and above (k + 1)
// need (chain_joints.c). A lane without a link has the zero vector for its nodes, and so has a side without one.
typedef struct tackle_link_batch {
    int body[DYN_LANES], other[2][DYN_LANES];          // of the links, and of those below and above
    int node[5][DYN_LANES];                            // p[k], v, p[k + 1] of the links, u of those below and above
    int joint[2][DYN_LANES];                           // with the links below, above
    int own[6][DYN_LANES];                             // blocks of the tangent: pairs of p[k], v, p[k + 1]
    int across[2][4][DYN_LANES];                       // the same: p[k], v, p[k + 1] and u with the u below, above
    unsigned char held[2][DYN_LANES];                  // 1: has an angle with the link below, above
    double universal[2][DYN_LANES];                    // the same, of a universal joint
    double last_x[2][DYN_LANES], last_y[2][DYN_LANES]; // scratch: the angles' marks at the last accepted step
} tackle_link_batch;

typedef struct tackle_chain {
    tackle_link link;
    int capacity;     // links, counted from the anchor end
    int *body;        // (capacity)
    int *p, *u, *v;   // nodes: p[k + 1] at the inboard end of link k, p[0] at its anchor end; u[k], v[k]
    double *pitch;    // inside length of each link [m] (capacity)
    double *strength; // breaking load over the common link's (capacity)
    bool *swivel;     // link k + 1 turns on link k about its axis (capacity)
    double excess;    // of the special links' pitches over the common one, all together [m]
    tackle_swivel_def turning;
    dyn_scalar *joint; // two angles a joint between links k and k + 1, of a swivel the first alone
                       // (2 (capacity - 1))
    double mu, radius; // joint friction: torque limit mu × tension × radius [m]
    double yield;      // bristle deflection scale [rad]
    dyn_stop_def stop; // of both angles of each joint
    double cos_limit;  // cosine of stop.max
    dyn_force joints;  // friction and stops
    int n_batches;
    tackle_link_batch *batch; // the links in lanes (n_batches)
} tackle_chain;

// Adds `capacity` links from node p0 (the anchor's shackle) along the points x[0] .. x[capacity] (x[0] is p0's place),
// each its pitch apart; side: width direction of link 0, made perpendicular to it; alternate links are turned by 90°.
rt_status tackle_chain_add(tackle_chain *c, dyn_model *m, const tackle_link *link, int capacity, int p0, const vec3 *x,
                           vec3 side, double mu);
// The same, with special links among them; the turning of swivels may be set afterwards.
rt_status tackle_chain_add_special(tackle_chain *c, dyn_model *m, const tackle_link *link,
                                   const tackle_special *special, int n_special, int capacity, int p0, const vec3 *x,
                                   vec3 side, double mu);
// Whether links k and k + 1 are joined: both are active.
static inline bool tackle_chain_joined(const tackle_chain *c, const unsigned char *body_on, int k) {
    return body_on[c->body[k]] && body_on[c->body[k + 1]];
}
void tackle_chain_free(tackle_chain *c);

#endif
