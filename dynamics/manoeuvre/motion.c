// SPDX-License-Identifier: MIT
// The axes of this room have y to starboard, those of the ship y to port: sway, turns, rudder and yaw moment change
// their sign here and nowhere else. The tackle acts with its wrench of the last step: a lag of h on the chain's
// stiffness damps the ship by less than 3e-3 of the critical.
#include "dynamics/manoeuvre/motion.h"
#include <stdlib.h>

static const manoeuvre_memory *memory_in(const manoeuvre_motion *m, const dyn_state *s) {
    return (const manoeuvre_memory *)(const void *)(s->z + m->model->force_z[m->force_index]);
}

const manoeuvre_memory *manoeuvre_memory_of(const manoeuvre_motion *m, const dyn_state *state) {
    return memory_in(m, state);
}

static manoeuvre_around around_at(const manoeuvre_motion *m, const manoeuvre_memory *z, double t) {
    manoeuvre_around a = {.current = {m->def.current[0], -m->def.current[1]}, .tackle = z->tackle};
    double speed = isnan(m->over.mean) ? manoeuvre_wind_at(&m->def.wind, t)
                                       : manoeuvre_wind_of_mean(&m->def.wind, m->over.mean, t);
    double from = isnan(m->over.from) ? m->def.from : m->over.from;
    a.wind[0] = -speed * cos(from), a.wind[1] = speed * sin(from);
    return a;
}

void manoeuvre_velocity(const manoeuvre_motion *m, const manoeuvre_memory *z, double ship[2], double air[2]) {
    const manoeuvre_around a = around_at(m, z, z->t);
    manoeuvre_over_ground(&z->motion, &a, ship);
    air[0] = a.wind[0], air[1] = a.wind[1];
}

// Adds the motion at time t: that of the accepted state, advanced to t by the rule that will accept it.
static void add_motions(const void *self, double t, ship_motions *sum) {
    const manoeuvre_motion *m = self;
    const manoeuvre_memory *z = memory_in(m, m->state);
    const manoeuvre_around a = around_at(m, z, t);
    manoeuvre_state at = z->motion;
    double ahead = t - z->t, way[2];
    if (ahead > 0) manoeuvre_step(&m->def.ship, &z->order, &a, ahead, &at);
    manoeuvre_over_ground(&at, &a, way);
    double c = cos(at.heading), s = sin(at.heading), push = at.du - at.v * at.r, side = at.dv + at.u * at.r;
    const ship_motions own = {
        .x = {[SHIP_SURGE] = at.x, [SHIP_SWAY] = -at.y, [SHIP_YAW] = -at.heading},
        .v = {[SHIP_SURGE] = way[0], [SHIP_SWAY] = -way[1], [SHIP_YAW] = -at.r},
        .a = {[SHIP_SURGE] = c * push - s * side, [SHIP_SWAY] = -(s * push + c * side), [SHIP_YAW] = -at.dr}};
    for (int k = 0; k < SHIP_MOTIONS; k++) sum->x[k] += own.x[k], sum->v[k] += own.v[k], sum->a[k] += own.a[k];
}

// Force of the tackle in the horizontal plane along the heading, moment about the vertical through midship.
static manoeuvre_force tackle_force(const manoeuvre_motion *m, const dyn_eval *e, double heading) {
    const dyn_wrench w = dyn_carried_wrench(e, m->outside, m->n_outside, m->scratch);
    const vec3 about = vec3_sub(w.moment, vec3_cross(m->def.midship, w.force));
    const vec3 force = mat3_mul(&e->axes->r, w.force), moment = mat3_mul(&e->axes->r, about);
    double c = cos(heading), s = sin(heading);
    return (manoeuvre_force){c * force.x - s * force.y, -(s * force.x + c * force.y), -moment.z};
}

static manoeuvre_order order_of(const manoeuvre_motion *m, const rt_command *c) {
    return (manoeuvre_order){.shaft = m->def.full * rt_telegraph_share(m->def.revolutions, c->orders.engine),
                             .rudder = m->def.ship.gear.rudder_most * rt_order_share(c->orders.rudder),
                             .thruster = rt_order_share(c->orders.thruster)};
}

// Takes the motion to the end of the step as the source gave it to the axes; then the orders and the tackle's wrench
// for the next step.
static void accept(void *self, const dyn_eval *e, void *memory) {
    const manoeuvre_motion *m = self;
    manoeuvre_memory *z = memory;
    if (m->of->held) return;
    const manoeuvre_around a = around_at(m, z, e->t);
    manoeuvre_step(&m->def.ship, &z->order, &a, e->t - z->t, &z->motion);
    z->t = e->t;
    z->order = order_of(m, e->command);
    z->tackle = tackle_force(m, e, z->motion.heading);
}

static void add_no_force(void *self, const dyn_eval *e, const void *z) { (void)self, (void)e, (void)z; }

rt_status manoeuvre_motion_add(manoeuvre_motion *m, const manoeuvre_motion_def *def, dyn_model *model,
                               const dyn_state *state, moving_ship *ship) {
    *m =
        (manoeuvre_motion){.def = *def, .over = {(double)NAN, (double)NAN}, .model = model, .state = state, .of = ship};
    m->scratch = calloc((size_t)model->cap_nodes, sizeof *m->scratch);
    if (!m->scratch) return RT_ERR_MEMORY;
    m->force = (dyn_force){.self = m,
                           .phase = RT_PHASE_WINDLASS,
                           .z_size = sizeof(manoeuvre_memory),
                           .eval = add_no_force,
                           .accept = accept};
    m->force_index = dyn_add_force(model, &m->force);
    moving_ship_add(ship, &(ship_source){m, add_motions});
    ship->held = true;
    return RT_OK;
}

void manoeuvre_motion_outside(manoeuvre_motion *m, const dyn_force *force) { m->outside[m->n_outside++] = force; }

void manoeuvre_motion_start(const manoeuvre_motion *m, dyn_state *state) {
    manoeuvre_memory *z = (manoeuvre_memory *)(void *)(state->z + m->model->force_z[m->force_index]);
    *z = (manoeuvre_memory){.motion = {.u = m->def.speed}};
    const manoeuvre_around a = around_at(m, z, 0);
    manoeuvre_start(&m->def.ship, &a, &z->motion);
}

void manoeuvre_motion_free(manoeuvre_motion *m) {
    free(m->scratch);
    m->scratch = NULL;
}
