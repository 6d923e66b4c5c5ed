// SPDX-License-Identifier: MIT
// Let go by the brake: the anchor under water runs the chain out through the pipe to 80 m of depth. Its speed at each
// depth against an equation of the motion along the chain, integrated here; the blow on the bottom over the step.
//
// The equation: what hangs below the mouth pulls with its weight, less buoyancy, drag, inertia and what gives speed to
// the water around chain that enters. Over a lip of the angle phi the chain keeps the share exp(-mu phi) of T - m' v²
// (capstan, for a chain of the mass m' per length that runs at v). Then come pipe, second lip, lead, and at the lifter
// its inertia, the chain in the spurling pipe, and m' v², which gives the chain from the locker its speed.
#include "rt/deck/deck.h"
#include "rt/deck/private.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include "tests/validation/ledger.h"
#include "tests/validation/ship_books.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/let_go.yaml"
#define ABOUT "an anchor let go by the brake"
#define OUT_OF_GEAR 1.0 // time in which the clutch is opened with the brake set [s]
static const double gravity = 9.81, steel = 7850, salt = 1025;

typedef struct run_out_def {
    double depth, start;   // of the bottom; of the shackle below the mouth at the start [m]
    int links;             // the model's capacity
    double step, friction; // [s]; of links on the hull [1]
} run_out_def;

static sim *open_deck(const run_out_def *r) {
    static rt_diag d;
    static scenario sc;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc.ground.depth = r->depth, sc.start.depth = r->start, sc.chain.capacity = r->links, sc.solver.step = r->step;
    sc.contact.mu_static = sc.contact.mu_dynamic = r->friction;
    if (r->friction == 0) sc.chain.joint_friction = 0;
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    scenario_free(&sc);
    for (double t = 0; t < OUT_OF_GEAR; t += r->step) assert_true(sim_frame(s, &(rt_command){.brake = 1}, NULL));
    return s;
}

static void close_deck(sim *s) {
    sim_destroy(s);
    free(s);
}

// ---- the equation ---------------------------------------------------------------------------------------------------

typedef struct fall {
    double anchor, volume;     // mass [kg], volume [m³]
    double chain;              // mass per length [kg/m]
    double turning, drop;      // inertia of the lifter as mass [kg]; chain in the spurling pipe [m]
    double mouth, pipe, lead;  // heights over the water of the mouth, the pipe's upper lip, the lifter [m]
    double in_pipe, in_lead;   // lengths [m]
    double slope, lip[2];      // of the pipe from the vertical, of the turns over the lips [rad]
    double mu;                 // friction of the links on the hull
    double drag, chain_drag;   // ½ density Cd A of the anchor, of a metre of chain along itself
    double added, chain_added; // water moved with the anchor [kg], with a metre of chain along itself
    double v, depth;           // speed; depth of the shackle [m]
} fall;

// Tension of the chain as a - b x, x the acceleration.
typedef struct tension {
    double a, b;
} tension;

static tension over_lip(tension t, double mu, double angle, double centrifugal) {
    const double kept = exp(-mu * angle);
    return (tension){(t.a - centrifugal) * kept + centrifugal, t.b * kept};
}

static double acceleration(const fall *f, double v, double depth) {
    const double wet = 1 - salt / steel, carried = f->chain * v * v;
    tension t = {(f->anchor - salt * f->volume + f->chain * (f->mouth + wet * depth)) * gravity -
                     (f->drag + f->chain_drag * depth + f->chain_added) * v * v,
                 f->anchor + f->added + f->chain * (f->mouth + depth) + f->chain_added * depth};
    t = over_lip(t, f->mu, f->lip[0], carried);
    t.a += f->chain * gravity * (f->pipe - f->mouth - f->mu * sin(f->slope) * f->in_pipe), t.b += f->chain * f->in_pipe;
    t = over_lip(t, f->mu, f->lip[1], carried);
    t.a += f->chain * gravity * (f->lead - f->pipe - f->drop) - carried;
    t.b += f->chain * (f->in_lead + f->drop) + f->turning;
    return t.a / t.b;
}

// A step of the midpoint rule.
static void fall_on(fall *f, double h) {
    double v = f->v + 0.5 * h * acceleration(f, f->v, f->depth), z = f->depth + 0.5 * h * f->v;
    f->v += h * acceleration(f, v, z);
    f->depth += h * v;
}

static vec3 shackle_of(const sim *s) { return s->state.q[deck_of(s)->chain.p[0]]; }

// Drag of the anchor falling along the vertical, by the attitude of its parts.
static double anchor_drag(const sim *s) {
    const tackle_sea *sea = &deck_of(s)->sea;
    double sum = 0;
    for (int k = 0; k < sea->n; k++) {
        const tackle_sea_part_def *d = &sea->part[k].def;
        if (d->body != deck_of(s)->anchor.shank && d->body != deck_of(s)->anchor.head) continue;
        const int *node = s->model.body[d->body].node;
        const vec3 axis = vec3_unit(vec3_sub(s->state.q[node[1]], s->state.q[node[0]]));
        double along = fabs(axis.z), across = sqrt(fmax(0, 1 - along * along));
        sum += d->across_cd * across * across * across + d->along_cd * along * along * along;
    }
    return 0.5 * salt * sum;
}

static fall start_of(const sim *s) {
    const deck *dk = deck_of(s);
    const scenario *sc = &s->sc;
    const int shank = dk->anchor.shank, head = dk->anchor.head;
    const double pitch = dk->chain.link.pitch, link = s->model.body[dk->chain.body[2]].mass, *m = sc->ship.mouth,
                 *axis = sc->ship.pipe_axis;
    const vec3 up = vec3_make(axis[0], axis[1], axis[2]),
               top = vec3_madd(vec3_make(m[0], m[1], m[2]), sc->ship.pipe_length, up),
               lead = vec3_sub(dk->lifter.exit, top);
    fall f = {.anchor = s->model.body[shank].mass + s->model.body[head].mass,
              .chain = link / pitch,
              .turning = deck_lifter_inertia(sc) / (dk->lifter.radius * dk->lifter.radius),
              .drop = sc->windlass.spurling_drop,
              .mouth = m[2],
              .pipe = top.z,
              .lead = dk->lifter.exit.z,
              .in_pipe = sc->ship.pipe_length,
              .in_lead = vec3_norm(lead),
              .slope = acos(up.z),
              .lip = {acos(up.z), acos(vec3_dot(up, vec3_unit(lead)))},
              .mu = sc->contact.mu_dynamic,
              .chain_drag = 0.5 * salt * 1.4 * sc->chain.bar_diameter,
              .chain_added = 0.5 * sc->sea.chain_added_mass * salt * link / pitch / steel,
              .depth = -shackle_of(s).z};
    f.volume = f.anchor / sc->anchor.density;
    f.added = sc->sea.anchor_added_mass * salt * f.volume;
    return f;
}

// Lets go and compares the speed at 20 m and each further 20 m down to `to`, within the share `within`.
static void compare(const char *name, const run_out_def *def, double to, double within) {
    sim *s = open_deck(def);
    fall f = start_of(s);
    ledger l = ledger_begin(name, ABOUT, "");
    double next = 20, other = 0; // time of the equation at the same depth
    for (int k = 1; next <= to; k++) {
        const double before = shackle_of(s).z;
        f.drag = anchor_drag(s);
        assert_true(k < 60000 && sim_frame(s, &(rt_command){0}, NULL));
        for (; f.depth < -shackle_of(s).z; other += 1e-4) fall_on(&f, 1e-4);
        if (-shackle_of(s).z < next) continue;
        char row[40];
        snprintf(row, sizeof row, "speed at %g m", next);
        ledger_row(&l, row, "m/s", f.v, "equation of motion along the chain", (before - shackle_of(s).z) / def->step,
                   within * f.v);
        snprintf(row, sizeof row, "time to %g m", next);
        ledger_row(&l, row, "s", other, "equation of motion along the chain", k * def->step, within * other);
        next += 20;
    }
    assert_int_equal(s->counters.cap_hits, 0);
    ledger_end(&l);
    close_deck(s);
}

static void test_speeds(void **state) {
    (void)state;
    compare("run-out without friction", &(run_out_def){.depth = 95, .start = 9, .links = 560, .step = 1e-3}, 80, 0.03);
}

// At this speed friction takes little: the chain's centrifugal force lifts it off the lips.
static void test_pipe_with_friction(void **state) {
    (void)state;
    compare("run-out", &(run_out_def){.depth = 95, .start = 9, .links = 560, .step = 1e-3, .friction = 0.22}, 80, 0.03);
}

// ---- the bottom -----------------------------------------------------------------------------------------------------

// Largest force of the soil on the anchor that falls on the sand at 20 m [N].
static double blow_at(double step) {
    double most = 0;
    sim *s = open_deck(&(run_out_def){.depth = 20, .start = 12, .links = 200, .step = step, .friction = 0.22});
    vec3 *scratch = calloc((size_t)s->model.n_nodes, sizeof *scratch);
    assert_non_null(scratch);
    for (double t = 0; t < 2.5; t += step) {
        vec3 sum = {0, 0, 0};
        assert_true(sim_frame(s, &(rt_command){0}, NULL));
        books_forces(&s->model, &s->state, &s->command, deck_of(s)->ground_force[1], scratch);
        for (int k = 0; k < s->model.n_nodes; k++) sum = vec3_add(sum, scratch[k]);
        most = fmax(most, vec3_norm(sum));
    }
    print_message("step of %.3g ms: %.2f kN\n", 1e3 * step, 1e-3 * most);
    free(scratch);
    close_deck(s);
    return most;
}

// The anchor's blow on the bottom at 6.3 m/s does not hang on the step. (Of a single link: dynamics.ground.chain.)
static void test_blow_on_the_bottom(void **state) {
    (void)state;
    const double finest = blow_at(2.5e-4);
    for (double step = 5e-4; step < 5e-3; step *= 2) CHECK_NEAR(blow_at(step), finest, 0.01 * finest);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_speeds), cmocka_unit_test(test_pipe_with_friction),
                                       cmocka_unit_test(test_blow_on_the_bottom)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
