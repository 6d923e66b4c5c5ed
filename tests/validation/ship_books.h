// SPDX-License-Identifier: MIT
// Energies and powers for the books of a ship that its chain brings up.
//
// The ship's equations (manoeuvre/step.c) times its velocities give, with the masses m_x, m_y that contain the added
// ones,
//   d/dt (½ m_x u² + ½ m_y v² + ½ I r² + x_G m v r) = X u + Y v + N r - (m_x - m_y) u v r
// The last term is the Munk moment's power, which the derivatives of the hull contain; it is booked with the hull.
#ifndef HAWSE_TESTS_VALIDATION_SHIP_BOOKS_H
#define HAWSE_TESTS_VALIDATION_SHIP_BOOKS_H

#include "dynamics/core/step.h"
#include "dynamics/manoeuvre/motion.h"
#include <string.h>

typedef enum books_share { BOOKS_WHOLE, BOOKS_UPWARD, BOOKS_LEVEL } books_share; // of forces

// Kinetic energy of the ship and its added water [J].
static inline double books_ship(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_hull *h = &s->hull;
    double l2 = h->length * h->length, q = 0.5 * s->water * l2 * h->draught, mass = s->water * h->volume,
           arm = h->centre * mass,
           turns = mass * (h->gyration * h->gyration * l2 + h->centre * h->centre) + q * l2 * h->inertia;
    return 0.5 * (mass + q * h->mass_x) * m->u * m->u + 0.5 * (mass + q * h->mass_y) * m->v * m->v +
           0.5 * turns * m->r * m->r + arm * m->v * m->r;
}

// Power that hull, rudder, propeller and air at rest take [W].
static inline double books_hull(const manoeuvre_ship *s, const manoeuvre_state *m) {
    const manoeuvre_hull *h = &s->hull;
    const manoeuvre_force f = manoeuvre_forces(s, m, &(manoeuvre_around){0});
    double added = 0.5 * s->water * h->length * h->length * h->draught * (h->mass_x - h->mass_y);
    return -(f.x * m->u + f.y * m->v + f.n * m->r) + added * m->u * m->v * m->r;
}

// Power of the chain's force on the ship, as the ship feels it [W].
static inline double books_tackle(const manoeuvre_memory *z) {
    return z->tackle.x * z->motion.u + z->tackle.y * z->motion.v + z->tackle.n * z->motion.r;
}

// Potential energy of the active bodies' weight [J].
static inline double books_weight(const dyn_model *m, const dyn_state *s) {
    const dyn_axes *axes = dyn_eval_at(m, s).axes; // a ship at rest has none in its state
    const vec3 up = dyn_axes_up(axes);
    double sum = 0;
    for (int k = 0; k < m->n_bodies; k++) {
        const dyn_body *b = &m->body[k];
        if (!s->body_on[k]) continue;
        sum += b->mass * axes->p.z;
        for (int i = 0; i < 4; i++) sum += b->gravity[i] * vec3_dot(up, s->q[b->node[i]]);
    }
    return -m->gravity.z * sum;
}

// Generalised forces of an element at the accepted state, by node.
static inline void books_forces(const dyn_model *m, const dyn_state *s, const rt_command *c, int force, vec3 *by_node) {
    dyn_eval e = dyn_eval_at(m, s);
    rt_events events = 0;
    memset(by_node, 0, (size_t)m->n_nodes * sizeof *by_node);
    e.force = by_node, e.tangent = NULL, e.only_body = -1, e.events = &events, e.command = c;
    m->force[force]->eval(m->force[force]->self, &e, s->z + m->force_z[force]);
}

// Power that generalised forces take [W]. world: against the velocities in the world; else those in the ship, for what
// acts between ship and chain, or on scalars. Uses up by_node.
static inline double books_power(const dyn_model *m, const dyn_state *s, vec3 *by_node, bool world, books_share of) {
    const dyn_axes *axes = dyn_eval_at(m, s).axes;
    const vec3 up = dyn_axes_up(axes);
    double sum = 0;
    for (int n = DYN_FIRST_NODE; n < m->n_nodes; n++) {
        if (of == BOOKS_UPWARD) by_node[n] = vec3_scale(vec3_dot(by_node[n], up), up);
        if (of == BOOKS_LEVEL) by_node[n] = vec3_madd(by_node[n], -vec3_dot(by_node[n], up), up);
    }
    for (int k = 0; world && k < m->n_bodies; k++)
        for (int i = 0; i < 4; i++) {
            const int n = m->body[k].node[i];
            sum -= vec3_dot(by_node[n], i < 2 ? dyn_axes_velocity(axes, s->q[n], s->qd[n])
                                              : dyn_axes_vector_velocity(axes, s->q[n], s->qd[n]));
            by_node[n] = vec3_make(0, 0, 0); // bodies share nodes
        }
    for (int n = DYN_FIRST_NODE; n < m->n_nodes; n++) sum -= vec3_dot(by_node[n], s->qd[n]);
    return sum;
}

#endif
