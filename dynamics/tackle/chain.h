// SPDX-License-Identifier: MIT
// Stud-link or studless chain by ISO 1704 ratios from the bar diameter alone: rigid links in natural coordinates.
// Universal joints with friction and stops connect the links. Links hang in each other's bows: the joints' axes are the
// links' width axes.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_H

#include "dynamics/core/model.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/stop.h"
#include "dynamics/tackle/kit.h"

// A link with special properties; its joints are those of a common link.
typedef struct tackle_special {
    int link;        // counted from 0 at the anchor
    double mass;     // [kg]
    vec3 centre;     // of mass, in the link frame [m]
    mat3 inertia;    // about the centre of mass [kg m²]
    double pitch;    // inside length [m]; 0: the common link's
    double strength; // breaking load over the common link's; 0: the same
    bool swivel;     // this link and the next are the halves of a swivel: the next turns about the axis of this one
    double turned;   // initial turn of the next link, of a swivel [rad]
} tackle_special;

// Friction of the swivels among the links.
typedef struct tackle_swivel_def {
    double per_load; // torque limit per newton of tension [m]
    double seized;   // torque limit of a seized swivel (RT_FAILURE_SWIVEL) [N m]
} tackle_swivel_def;

// Data of DYN_LANES links side by side, for the vector unit: their joints with the links below (k - 1) and above
// (k + 1), see chain_joints.c. A lane without a link, or a side without a neighbour, has DYN_ZERO as its nodes.
typedef struct tackle_link_batch {
    int body[DYN_LANES], other[2][DYN_LANES];          // bodies of the links, and of the links below and above
    int node[5][DYN_LANES];                            // p[k], v, p[k + 1] of the links, u of the links below and above
    int joint[2][DYN_LANES];                           // joints with the links below, above
    int own[6][DYN_LANES];                             // blocks of the tangent: pairs of p[k], v, p[k + 1]
    int across[2][4][DYN_LANES];                       // blocks: p[k], v, p[k + 1] and u with the u below, above
    unsigned char held[2][DYN_LANES];                  // 1: the lane has an angle with the link below, above
    double universal[2][DYN_LANES];                    // 1: that angle is of a universal joint
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
    double excess;    // sum of the special links' pitches minus the common pitch [m]
    tackle_swivel_def turning;
    dyn_scalar *joint; // two angles per joint of links k and k + 1; a swivel uses the first alone
                       // (2 (capacity - 1))
    double mu, radius; // joint friction: torque limit mu × tension × radius [m]
    double yield;      // bristle deflection scale [rad]
    dyn_stop_def stop; // stops of both angles of each joint
    double cos_limit;  // cosine of stop.max
    dyn_force joints;  // friction and stops
    int n_batches;
    tackle_link_batch *batch; // the links in lanes (n_batches)
} tackle_chain;

// Adds `capacity` links from node p0 (the anchor's shackle) along the points x[0] .. x[capacity], each one pitch apart;
// x[0] is the position of p0. side: width direction of link 0, made normal to the link. Alternate links are turned by
// 90°. RT_ERR_MEMORY, RT_ERR_NUMERIC.
rt_status tackle_chain_add(tackle_chain *c, dyn_model *m, const tackle_link *link, int capacity, int p0, const vec3 *x,
                           vec3 side, double mu);
// Adds a chain with special links. The caller may set c->turning afterwards.
rt_status tackle_chain_add_special(tackle_chain *c, dyn_model *m, const tackle_link *link,
                                   const tackle_special *special, int n_special, int capacity, int p0, const vec3 *x,
                                   vec3 side, double mu);
// True when links k and k + 1 are joined: both are active. body_on: of a state.
static inline bool tackle_chain_joined(const tackle_chain *c, const unsigned char *body_on, int k) {
    return body_on[c->body[k]] && body_on[c->body[k + 1]];
}
void tackle_chain_free(tackle_chain *c);

#endif
