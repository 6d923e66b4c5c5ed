// SPDX-License-Identifier: MIT
// Test of a thousand random sequences of operator's moves, legal and illegal, and of failures: the state stays finite,
// no part is colder than the air, no link is lost, and no energy is created.
#include "tests/dynamics/windlass_rig.h"
#include "tests/random.h"

enum { SEQUENCES = 1000, MOVES = 8, STEPS = 60 };

static double unit(uint64_t *seed) { return 0.5 * (random_vec3(seed, 1).x + 1); }

// A random command. Levers jump beyond the limits of conditioning; every failure may come and go.
static rt_command any_command(uint64_t *seed, bool stopper) {
    rt_command c = {.brake = unit(seed) < 0.5 ? floor(2 * unit(seed)) : unit(seed),
                    .lever = unit(seed) < 0.3 ? 0 : 2 * unit(seed) - 1,
                    .clutch = unit(seed) < 0.6,
                    .failsafe = unit(seed) < 0.1,
                    .release = unit(seed) < 0.1,
                    .stopper = unit(seed) < 0.75 ? stopper : !stopper}; // the bar needs time to fall
    for (int k = 0; k < RT_FAILURE_COUNT; k++)
        if (unit(seed) < 0.04) c.failures |= 1u << k;
    return c;
}

static rig_def any_rig(uint64_t *seed, double *hurry) {
    tackle_motor_kind kind = (tackle_motor_kind)(TACKLE_MOTOR_KINDS * unit(seed));
    *hurry = unit(seed) < 0.2 ? -6 * unit(seed) : 0; // some sequences start with the chain running out
    rig_def d = {.mass = 500 + 12e3 * unit(seed), .h = 1e-3, .links = 3, .capacity = 8};
    if (unit(seed) < 0.5) d.links = 6, d.capacity = 12, d.stopper = 2.7 * 4 * RIG_D;
    d.windlass = class_windlass(kind, RIG_D);
    d.windlass.band.wear = 0.012 * unit(seed) * (unit(seed) < 0.2);
    d.locker = (tackle_locker){.mass = tackle_stud_link(RIG_D).mass / (4 * RIG_D), .drop = 3, .gravity = RIG_G};
    d.locker.length = (d.stopper > 0 ? 1.2 : 0.6) + 0.8 * unit(seed);
    d.locker.strength = unit(seed) < 0.5 ? 390e3 : 4e6;
    d.locker.stiffness = 5e7, d.locker.damping = 2e4;
    return d;
}

static void running(rig *r, double speed) {
    double rate = speed / r->lifter.radius;
    r->state.qd[r->lifter.node].x = rate;
    r->state.qd[r->lifter.node].y = rate;
    for (int k = 0; k <= r->chain.capacity; k++) // the ripple's slope at the start
        r->state.qd[r->chain.p[k]].z = speed * (1 - 2.0 / 99);
    dyn_initial_acceleration(&r->model, &r->state, r->work, &r->command);
}

static void check_links(const rig *r) {
    int on = 0;
    for (int k = 0; k < r->chain.capacity; k++) on += r->state.body_on[r->chain.body[k]];
    assert_int_equal(on, rig_links(r));
    assert_true(rig_links(r) >= 2 && rig_links(r) <= r->chain.capacity);
}

static void check_windlass(const rig *r) {
    const tackle_windlass_state *z = rig_windlass(r);
    const double *value = (const double *)(const void *)z;
    for (size_t k = 0; k < sizeof *z / sizeof *value; k++) assert_true(isfinite(value[k]));
    assert_true(z->band.lining >= 0 && z->band.drum >= 0 && z->band.heat >= 0 && z->band.wear >= 0);
    assert_true(z->motor.overload >= 0 && z->band.slip >= 0 && z->band.slip <= 1);
    assert_true(z->motor.state >= TACKLE_MOTOR_SOUND && z->motor.state <= TACKLE_MOTOR_OFF);
}

static void check_stopper(const rig *r) {
    if (!r->stopper.lifter) return;
    const tackle_stopper_memory *z = tackle_stopper_memory_of(&r->stopper, &r->model, &r->state);
    assert_true(z->state >= TACKLE_STOPPER_OPEN && z->state <= TACKLE_STOPPER_BROKEN);
    assert_true(isfinite(z->depth) && isfinite(z->rate) && z->blow >= 0);
    assert_true(fabs(z->load) <= r->stopper.def.strength);
}

static rt_events seen;
static double worst_gain, mean_gain;

static void sequence(uint64_t *seed) {
    rig r;
    double hurry, scale = 0;
    rig_def d = any_rig(seed, &hurry);
    rig_make(&r, &d);
    running(&r, hurry);
    double before = dyn_energy(&r.model, &r.state), gain = 0;
    for (int move = 0; move < MOVES; move++) {
        r.command = any_command(seed, r.command.stopper);
        for (int n = 0; n < STEPS; n++) {
            double then = dyn_kinetic_energy(&r.model, &r.state);
            rig_step(&r);
            if (!dyn_state_finite(&r.model, &r.state)) fail_msg("not finite: move %d, step %d", move, n);
            scale = fmax(scale, fmax(then, dyn_kinetic_energy(&r.model, &r.state)));
        }
        check_links(&r);
        check_windlass(&r);
        check_stopper(&r);
        gain = fmax(gain, dyn_energy(&r.model, &r.state) - before - r.work_in - r.brought_in);
    }
    worst_gain = fmax(worst_gain, gain / (scale + 1e3));
    mean_gain += gain / SEQUENCES;
    if (gain > 200 + 0.01 * scale)
        fail_msg("%.0f J from nothing, of %.0f J in motion, events %lx", gain, scale, (unsigned long)r.events);
    seen |= r.events;
    rig_free(&r);
}

static void a_thousand_sequences(void **state) {
    (void)state;
    uint64_t seed = 20;
    for (int n = 0; n < SEQUENCES; n++) sequence(&seed);
    print_message("worst gain %.2g of the energy in motion, mean %.2g J\n", worst_gain, mean_gain);
    // every event that a short sequence can raise occurred
    const rt_event all[] = {RT_EVENT_MOTOR_TRIPPED, RT_EVENT_MOTOR_OVERSPEED,   RT_EVENT_MOTOR_BURST,
                            RT_EVENT_CLUTCH_CLASH,  RT_EVENT_CLUTCH_REFUSED,    RT_EVENT_BRAKE_SLIP,
                            RT_EVENT_RUNAWAY,       RT_EVENT_BITTER_END,        RT_EVENT_BITTER_END_PARTED,
                            RT_EVENT_LINK_JOINED,   RT_EVENT_LINK_LEFT,         RT_EVENT_STOPPER_HOLDS,
                            RT_EVENT_STOPPER_OPEN,  RT_EVENT_STOPPER_ON_RUNNING};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        if (!(seen >> all[k] & 1)) fail_msg("no sequence had %s", rt_event_name(all[k]));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_thousand_sequences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
