// SPDX-License-Identifier: MIT
// A ship adrift at 1 kn is brought up by its chain. What the ship loses of its kinetic energy is found again, each
// account by itself: forces of one element along the velocities in the world, integrated by the trapezoidal rule, or a
// function of the state. And the two forms of the force on the ship agree: by the balance of momentum, and by the
// multipliers of the joint that holds the chain.
//
// The ship's equations (manoeuvre/step.c) times its velocities give, with the masses m_x, m_y that contain the added
// ones,
//   d/dt (½ m_x u² + ½ m_y v² + ½ I r² + x_G m v r) = X u + Y v + N r - (m_x - m_y) u v r
// The last term is the Munk moment's power, which the derivatives of the hull contain; it is booked with the hull.
#include "tests/validation/brought_up.h"
#include <string.h>

typedef enum account {
    HULL,     // hull, rudder, propeller, air
    BRAKE,    // band of the carriage
    JOINTS,   // friction and stops of the chain's joints
    BOTTOM,   // normal force of the bottom on the chain
    FRICTION, // of the bottom
    DRAG,     // of the sea on the chain
    BUOYANCY, // of the chain
    HOLD,     // soil at the block, or spring at the fixed point
    WEIGHT,   // potential energy of chain, carriage and block
    MOTION,   // kinetic energy of chain, carriage and block
    ACCOUNTS
} account;

static const char *const account_name[] = {"hull",     "brake", "joints", "bottom", "friction",
                                           "sea drag", "lift",  "hold",   "weight", "motion"};

typedef struct books {
    double power[ACCOUNTS]; // taken at the last state [W]
    double taken[ACCOUNTS]; // since the start [J]
    double weight0, motion0, ship0;
    double ship;           // kinetic energy of the ship [J]
    double tackle, pulled; // power [W] and work [J] of the chain's force on the ship, as the ship feels it
} books;

// ---- functions of the state -----------------------------------------------------------------------------------------

static double ship_energy(const bu_rig *r) {
    const manoeuvre_state *m = &manoeuvre_memory_of(&r->motion, &r->state)->motion;
    const manoeuvre_ship *s = &r->hull.ship;
    const manoeuvre_hull *h = &s->hull;
    double l2 = h->length * h->length, q = 0.5 * s->water * l2 * h->draught, mass = s->water * h->volume,
           arm = h->centre * mass,
           turns = mass * (h->gyration * h->gyration * l2 + h->centre * h->centre) + q * l2 * h->inertia;
    return 0.5 * (mass + q * h->mass_x) * m->u * m->u + 0.5 * (mass + q * h->mass_y) * m->v * m->v +
           0.5 * turns * m->r * m->r + arm * m->v * m->r;
}

static double weight_energy(const bu_rig *r) {
    const dyn_axes *a = r->state.axes;
    double sum = 0;
    for (int k = 0; k < r->model.n_bodies; k++) {
        const dyn_body *b = &r->model.body[k];
        for (int i = 0; i < 4; i++) sum += b->gravity[i] * vec3_dot(dyn_axes_up(a), r->state.q[b->node[i]]);
        sum += b->mass * a->p.z;
    }
    return BU_G * sum;
}

// ---- powers ---------------------------------------------------------------------------------------------------------

static double hull_power(const bu_rig *r) {
    const manoeuvre_state *m = &manoeuvre_memory_of(&r->motion, &r->state)->motion;
    const manoeuvre_ship *s = &r->hull.ship;
    const manoeuvre_force f = manoeuvre_forces(s, m, &(manoeuvre_around){0});
    double added =
        0.5 * s->water * s->hull.length * s->hull.length * s->hull.draught * (s->hull.mass_x - s->hull.mass_y);
    return -(f.x * m->u + f.y * m->v + f.n * m->r) + added * m->u * m->v * m->r;
}

static double tackle_power(const bu_rig *r) {
    const manoeuvre_memory *z = manoeuvre_memory_of(&r->motion, &r->state);
    return z->tackle.x * z->motion.u + z->tackle.y * z->motion.v + z->tackle.n * z->motion.r;
}

// Generalised forces of one element at the accepted state, in r->scratch.
static void forces_of(const bu_rig *r, const dyn_force *f) {
    dyn_eval e = dyn_eval_at(&r->model, &r->state);
    memset(r->scratch, 0, (size_t)r->model.n_nodes * sizeof *r->scratch);
    e.force = r->scratch, e.only_body = -1;
    for (int k = 0; k < r->model.n_forces; k++)
        if (r->model.force[k] == f) f->eval(f->self, &e, r->state.z + r->model.force_z[k]);
}

typedef enum share { WHOLE, UPWARD, LEVEL } share; // of the forces

// Power that an element takes: against the velocities in the world, or those in the ship for what acts between both.
static double power_of(const bu_rig *r, const dyn_force *f, bool world, share of) {
    const dyn_state *s = &r->state;
    const vec3 up = dyn_axes_up(s->axes);
    double sum = 0;
    forces_of(r, f);
    for (int k = 0; k < r->model.n_bodies; k++)
        for (int i = 0; i < 4; i++) {
            const int n = r->model.body[k].node[i];
            vec3 v = s->qd[n], own = r->scratch[n];
            r->scratch[n] = vec3_make(0, 0, 0); // bodies share nodes
            if (of == UPWARD) own = vec3_scale(vec3_dot(own, up), up);
            if (of == LEVEL) own = vec3_madd(own, -vec3_dot(own, up), up);
            if (world && i < 2) v = dyn_axes_velocity(s->axes, s->q[n], v);
            if (world && i >= 2) v = dyn_axes_vector_velocity(s->axes, s->q[n], v);
            sum -= vec3_dot(own, v);
        }
    return sum;
}

static void powers(const bu_rig *r, double p[ACCOUNTS]) {
    p[HULL] = hull_power(r);
    p[BRAKE] = power_of(r, &r->brake.force, false, WHOLE);
    p[JOINTS] = power_of(r, &r->chain.joints, true, WHOLE);
    p[BOTTOM] = power_of(r, &r->bottom.force, true, UPWARD);
    p[FRICTION] = power_of(r, &r->bottom.force, true, LEVEL); // the bottom is level
    p[DRAG] = power_of(r, &r->drag.force, true, WHOLE);
    p[BUOYANCY] = power_of(r, &r->lift.force, true, WHOLE);
    p[HOLD] = power_of(r, r->hold, true, WHOLE);
}

static void open_books(const bu_rig *r, books *b) {
    *b = (books){.ship0 = ship_energy(r), .weight0 = weight_energy(r)};
    b->motion0 = dyn_kinetic_energy(&r->model, &r->state);
    powers(r, b->power);
    b->tackle = tackle_power(r);
}

static void book(const bu_rig *r, books *b) {
    double now[ACCOUNTS] = {0}, pull = tackle_power(r);
    powers(r, now);
    for (int k = 0; k < WEIGHT; k++) b->taken[k] += 0.5 * r->def.step * (b->power[k] + now[k]), b->power[k] = now[k];
    b->pulled += 0.5 * r->def.step * (b->tackle + pull), b->tackle = pull;
    b->taken[WEIGHT] = weight_energy(r) - b->weight0;
    b->taken[MOTION] = dyn_kinetic_energy(&r->model, &r->state) - b->motion0;
    b->ship = ship_energy(r);
}

// What the ship's own equations leave open: its loss less the hull's and the chain's work.
static double ship_imbalance(const books *b) { return (b->ship - b->ship0 + b->taken[HULL] - b->pulled) / b->ship0; }

// Work taken by all accounts but one (ACCOUNTS: none is left out), in shares of the ship's energy at the start, less
// the share that the ship has lost.
static double imbalance(const books *b, int without) {
    double sum = b->ship - b->ship0;
    for (int k = 0; k < ACCOUNTS; k++) sum += k == without ? 0 : b->taken[k];
    return sum / b->ship0;
}

static void print_books(const char *when, const books *b) {
    print_message("%s: ship lost %.2f %% of %.1f kJ;", when, 100 * (1 - b->ship / b->ship0), 1e-3 * b->ship0);
    for (int k = 0; k < ACCOUNTS; k++) print_message(" %s %.2f", account_name[k], 100 * b->taken[k] / b->ship0);
    print_message("; found less lost %.3f %%; from the ship's side %.3f %%\n", 100 * imbalance(b, ACCOUNTS),
                  100 * ship_imbalance(b));
}

// ---- force on the ship ----------------------------------------------------------------------------------------------

// Sums of the wrench on the ship in the horizontal plane of the world, about midship: [0], [1] force, [2] yaw moment.
typedef struct pull {
    double by_momentum[3], by_reaction[3], most[3];
    int n;
} pull;

static void add_wrench(const bu_rig *r, vec3 force, vec3 moment, double sum[3]) {
    const vec3 about = vec3_sub(moment, vec3_cross(r->hull.midship, force));
    const vec3 f = mat3_mul(&r->state.axes->r, force), n = mat3_mul(&r->state.axes->r, about);
    sum[0] += f.x, sum[1] += f.y, sum[2] += n.z;
}

// Force of the slide on the ship by its multipliers, and of the band.
static void add_reaction(bu_rig *r, double sum[3]) {
    enum { ROWS = 12 * BU_LINKS };
    static double lambda[ROWS];
    const rt_command none = {0};
    assert_true(r->model.n_rows <= ROWS);
    dyn_multipliers(&r->model, &r->state, r->work, &none, lambda);
    const dyn_reaction slide = dyn_joint_reaction(&r->slide, &r->model, &r->state, lambda, &none, r->scratch);
    const vec3 at = r->model.node0[r->slide.point[1]];
    add_wrench(r, slide.force, vec3_add(slide.torque, vec3_cross(at, slide.force)), sum);
    forces_of(r, &r->brake.force);
    for (int i = 0; i < 2; i++) {
        const int n = r->model.body[r->carriage].node[i];
        add_wrench(r, vec3_scale(-1, r->scratch[n]), vec3_cross(r->state.q[n], vec3_scale(-1, r->scratch[n])), sum);
    }
}

static void sample_pull(bu_rig *r, pull *p) {
    const dyn_eval e = dyn_eval_at(&r->model, &r->state);
    double now[3] = {0};
    memset(r->scratch, 0, (size_t)r->model.n_nodes * sizeof *r->scratch);
    const dyn_wrench w = dyn_carried_wrench(&e, r->outside, BU_OUTSIDE, r->scratch);
    add_wrench(r, w.force, w.moment, now);
    for (int k = 0; k < 3; k++) p->by_momentum[k] += now[k], p->most[k] = fmax(p->most[k], fabs(now[k]));
    add_reaction(r, p->by_reaction);
    p->n++;
}

static void check_pull(const pull *p) {
    static const char *const name[] = {"ahead", "to port", "yaw"};
    for (int k = 0; k < 3; k++) {
        double a = p->by_momentum[k] / p->n, b = p->by_reaction[k] / p->n;
        print_message("mean %s by momentum %.4g, by the joint %.4g, at most %.4g\n", name[k], a, b, p->most[k]);
        CHECK_NEAR(a, b, 1e-3 * p->most[k]);
    }
}

// How far the carriage has slid out, and the chain's other end has come [m].
static double out_of(const bu_rig *r) {
    const int n = r->chain.p[0];
    return r->state.q[n].x - r->model.node0[n].x;
}

static double dragged(const bu_rig *r) {
    const int n = r->chain.p[BU_LINKS];
    return vec3_norm(vec3_sub(dyn_axes_to_world(r->state.axes, r->state.q[n]), r->model.node0[n]));
}

// ---- the manoeuvre --------------------------------------------------------------------------------------------------

#define AFTER 10.0 // time that is booked after the ship has come to a stand [s]
#define MOST 60.0  // longest time until then [s]
#define OPEN 1e-3 // share of the ship's energy that may stay unexplained

// The books close with all accounts, and do not without any one of the needed (a bit per account).
static void check_books(const char *when, const books *b, unsigned needed) {
    print_books(when, b);
    CHECK_NEAR(imbalance(b, ACCOUNTS), 0, OPEN);
    CHECK_NEAR(ship_imbalance(b), 0, OPEN);
    for (int k = 0; k < ACCOUNTS; k++) {
        bool missed = fabs(imbalance(b, k)) > OPEN;
        if (needed & 1u << k && !missed) fail_msg("without '%s' the books close as well", account_name[k]);
    }
}

static void bring_up(const bu_def *d, unsigned needed) {
    static const ground_soil sand = {
        .sinks = 0.02, .damping = 2, .along = 0.8, .across = 1.0, .slip = 0.005, .settle = 0.01};
    static bu_rig r;
    books b;
    pull p = {0};
    double stop = MOST;
    bu_make(&r, d, &sand);
    bu_release(&r, 6);
    open_books(&r, &b);
    for (int i = 0; bu_time(&r) < (stop < MOST ? stop + AFTER : MOST); i++) {
        bu_step(&r);
        book(&r, &b);
        if (i % 10 == 0) sample_pull(&r, &p);
        if (stop < MOST || manoeuvre_memory_of(&r.motion, &r.state)->motion.u < 0) continue;
        stop = bu_time(&r);
        print_message("stands after %.1f s, carriage %.2f m out, end %.2f m off\n", stop, out_of(&r), dragged(&r));
        check_books("brought up", &b, needed);
    }
    check_books("10 s later", &b, needed);
    check_pull(&p);
    assert_true(stop < MOST && r.caps == 0 && r.events == 0);
    bu_free(&r);
}

static const bu_def ship = {.step = 2e-3,
                            .brake = 100e3,
                            .apply = 1e3,
                            .bar = 0.1,
                            .depth = 12,
                            .hawse = 3,
                            .length = 60,
                            .beam = 11,
                            .draught = 3.2,
                            .block_coefficient = 0.7};

static const unsigned always = 1u << HULL | 1u << JOINTS | 1u << FRICTION | 1u << DRAG | 1u << BUOYANCY | 1u << WEIGHT;

static void test_fixed_end(void **state) {
    (void)state;
    bring_up(&ship, always);
}

static void test_block_in_soil_and_brake(void **state) {
    (void)state;
    bu_def d = ship;
    d.brake = 25e3, d.apply = 8, d.rise = 4e3;
    d.block = true, d.shear = 2.6e3;
    bring_up(&d, always | 1u << BRAKE | 1u << HOLD);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fixed_end),
                                       cmocka_unit_test(test_block_in_soil_and_brake)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
