// SPDX-License-Identifier: MIT
// A ship adrift at 1 kn is brought up by its chain. What the ship loses of its kinetic energy is found again, each
// account by itself: forces of one element along the velocities in the world, integrated by the trapezoidal rule, or a
// function of the state. And the two forms of the force on the ship agree: by the balance of momentum, and by the
// multipliers of the joint that holds the chain.
#include "tests/validation/brought_up.h"
#include "tests/validation/ship_books.h"

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

static const manoeuvre_memory *memory_of(const bu_rig *r) { return manoeuvre_memory_of(&r->motion, &r->state); }

// Generalised forces of one element at the accepted state, in r->scratch.
static void forces_of(const bu_rig *r, const dyn_force *f) {
    for (int k = 0; k < r->model.n_forces; k++)
        if (r->model.force[k] == f) books_forces(&r->model, &r->state, &(rt_command){0}, k, r->scratch);
}

static double power_of(const bu_rig *r, const dyn_force *f, bool world, books_share of) {
    forces_of(r, f);
    return books_power(&r->model, &r->state, r->scratch, world, of);
}

static void powers(const bu_rig *r, double p[ACCOUNTS]) {
    p[HULL] = books_hull(&r->hull.ship, &memory_of(r)->motion);
    p[BRAKE] = power_of(r, &r->brake.force, false, BOOKS_WHOLE);
    p[JOINTS] = power_of(r, &r->chain.joints, true, BOOKS_WHOLE);
    p[BOTTOM] = power_of(r, &r->bottom.force, true, BOOKS_UPWARD);
    p[FRICTION] = power_of(r, &r->bottom.force, true, BOOKS_LEVEL); // the bottom is level
    p[DRAG] = power_of(r, &r->drag.force, true, BOOKS_WHOLE);
    p[BUOYANCY] = power_of(r, &r->lift.force, true, BOOKS_WHOLE);
    p[HOLD] = power_of(r, r->hold, true, BOOKS_WHOLE);
}

static void open_books(const bu_rig *r, books *b) {
    *b = (books){.ship0 = books_ship(&r->hull.ship, &memory_of(r)->motion),
                 .weight0 = books_weight(&r->model, &r->state)};
    b->motion0 = dyn_kinetic_energy(&r->model, &r->state);
    powers(r, b->power);
    b->tackle = books_tackle(memory_of(r));
}

static void book(const bu_rig *r, books *b) {
    double now[ACCOUNTS] = {0}, pull = books_tackle(memory_of(r));
    powers(r, now);
    for (int k = 0; k < WEIGHT; k++) b->taken[k] += 0.5 * r->def.step * (b->power[k] + now[k]), b->power[k] = now[k];
    b->pulled += 0.5 * r->def.step * (b->tackle + pull), b->tackle = pull;
    b->taken[WEIGHT] = books_weight(&r->model, &r->state) - b->weight0;
    b->taken[MOTION] = dyn_kinetic_energy(&r->model, &r->state) - b->motion0;
    b->ship = books_ship(&r->hull.ship, &memory_of(r)->motion);
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
#define OPEN 1e-3  // share of the ship's energy that may stay unexplained

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
        if (stop < MOST || memory_of(&r)->motion.u < 0) continue;
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
