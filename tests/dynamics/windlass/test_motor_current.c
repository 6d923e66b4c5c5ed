// SPDX-License-Identifier: MIT
// The ammeter of an electric motor, against the equivalent circuit in complex numbers and a maker's table.
#include "dynamics/windlass/motor_current.h"
#include "dynamics/windlass/motor_curve.h"
#include "tests/check.h"
#include <complex.h>

// An induction motor without stator resistance: 254 V a phase, magnetising reactance, leakage reactance and rotor
// resistance of the last step [ohm].
#define VOLTS 254.0
#define MAGNETISING 9.0
#define LEAKAGE 1.1
#define ROTOR 0.55
#define SYNCHRONOUS 0.52 // speed of its last step, referred to the lifter [rad/s]
#define RATED_SLIP 0.12
#define J ((double complex)I)

// Line current as a complex number, voltage along the real axis. A step of less speed has more windings in series: its
// reactance grows as the speed falls, so that the pull-out torque is the same.
static double complex circuit_current(double slip, double share) {
    return VOLTS / (J * MAGNETISING) + VOLTS / (ROTOR / share / slip + J * LEAKAGE / share);
}

static double circuit_torque(double slip, double share) {
    double complex rotor = VOLTS / (ROTOR / share / slip + J * LEAKAGE / share);
    return 3 * VOLTS * creal(rotor) / (share * SYNCHRONOUS);
}

static tackle_motor circuit_motor(void) {
    tackle_motor m;
    tackle_motor_make(&m, &(tackle_motor_def){.kind = TACKLE_MOTOR_POLE_CHANGING,
                                              .pull_out_slip = ROTOR / LEAKAGE,
                                              .limit = circuit_torque(ROTOR / LEAKAGE, 1),
                                              .rated = circuit_torque(RATED_SLIP, 1),
                                              .rate = (1 - RATED_SLIP) * SYNCHRONOUS});
    return m;
}

static tackle_nameplate circuit_plate(void) {
    double complex rated = circuit_current(RATED_SLIP, 1);
    return (tackle_nameplate){cabs(rated), creal(rated) / cabs(rated)};
}

// From nameplate and curve alone, the current at any slip: driving, stalled, plugging and driven by the load, on each
// step, in both directions.
static void current_is_that_of_the_circuit(void **state) {
    (void)state;
    const tackle_motor m = circuit_motor();
    const tackle_nameplate plate = circuit_plate();
    static const double share[TACKLE_MOTOR_STEPS] = {0.25, 0.5, 1};
    CHECK_NEAR(m.no_load, SYNCHRONOUS, 1e-12);
    for (int step = 0; step < TACKLE_MOTOR_STEPS; step++)
        for (double slip = -0.4; slip < 1.6; slip += 0.037)
            for (int way = -1; way <= 1; way += 2) {
                const tackle_motor_memory z = {.step = step};
                const rt_command c = {.lever = way};
                double rate = way * (1 - slip) * share[step] * SYNCHRONOUS;
                CHECK_NEAR(tackle_motor_curve(&m, step, way, rate).force, way * circuit_torque(slip, share[step]),
                           1e-6);
                CHECK_NEAR(tackle_motor_current(&m, &z, &c, rate, &plate), cabs(circuit_current(slip, share[step])),
                           1e-9);
            }
}

// Field orientation: the nameplate at the rated torque; the magnetising current alone without torque; at twice the
// rated speed half the flux, and twice the current for the same torque.
static void frequency_control_splits_the_current(void **state) {
    (void)state;
    tackle_motor m;
    tackle_motor_make(
        &m,
        &(tackle_motor_def){.kind = TACKLE_MOTOR_FREQUENCY, .droop = 0.02, .limit = 57e3, .rated = 38e3, .rate = 0.5});
    const tackle_nameplate plate = {60, 0.8};
    const rt_command c = {.lever = 1};
    static const struct {
        double torque, rate, current;
    } at[] = {{38e3, 0.5, 60}, {38e3, 0, 60}, {-38e3, -0.5, 60}, {0, 0.1, 36}, {57e3, 0, 80.498}, {19e3, 1, 51.264}};
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        const tackle_motor_memory z = {.torque = at[k].torque};
        CHECK_NEAR(tackle_motor_current(&m, &z, &c, at[k].rate, &plate), at[k].current, 1e-3);
    }
}

// Nothing flows through open contactors, and nothing electric drives a hydraulic motor.
static void switched_off_motor_has_no_current(void **state) {
    (void)state;
    const tackle_motor m = circuit_motor();
    const tackle_nameplate plate = circuit_plate();
    const tackle_motor_memory sound = {.step = 2}, tripped = {.step = 2, .state = TACKLE_MOTOR_TRIPPED},
                              off = {.step = 2, .state = TACKLE_MOTOR_OFF},
                              burst = {.step = 2, .state = TACKLE_MOTOR_BURST};
    const rt_command full = {.lever = 1}, neutral = {.lever = 0}, failsafe = {.lever = 1, .failsafe = 1},
                     dark = {.lever = 1, .failures = 1u << RT_FAILURE_POWER};
    assert_true(tackle_motor_current(&m, &sound, &full, 0, &plate) > 2 * plate.current); // stalled
    assert_true(tackle_motor_current(&m, &sound, &neutral, 0, &plate) == 0);
    assert_true(tackle_motor_current(&m, &sound, &failsafe, 0, &plate) == 0);
    assert_true(tackle_motor_current(&m, &sound, &dark, 0, &plate) == 0);
    assert_true(tackle_motor_current(&m, &tripped, &full, 0, &plate) == 0);
    assert_true(tackle_motor_current(&m, &off, &full, 0, &plate) == 0);
    assert_true(tackle_motor_current(&m, &burst, &full, 0, &plate) == 0);
    tackle_motor oil;
    tackle_motor_make(
        &oil, &(tackle_motor_def){
                  .kind = TACKLE_MOTOR_HYDRAULIC_HIGH, .droop = 0.02, .limit = 57e3, .rated = 38e3, .rate = 0.5});
    assert_true(tackle_motor_current(&oil, &sound, &full, 0.4, &plate) == 0);
}

// Omron, Low Voltage Switch Gear, appendix, "Rated currents of 3-phase motors (approx. figures for squirrel-cage
// motors)", page 101, at 230 V and 400 V. To half a unit of the last figure printed.
static void rated_current_is_the_tables(void **state) {
    (void)state;
    static const struct {
        double power, factor, efficiency, at_230, at_400;
    } row[] = {{0.37e3, 0.72, 0.66, 2.0, 1.1},  {0.75e3, 0.79, 0.74, 3.2, 1.9}, {1.5e3, 0.81, 0.74, 6.3, 3.6},
               {2.2e3, 0.81, 0.78, 8.7, 5.0},   {3.0e3, 0.82, 0.80, 11.5, 6.6}, {4.0e3, 0.82, 0.83, 14.8, 8.5},
               {5.5e3, 0.82, 0.86, 19.6, 11.3}, {7.5e3, 0.82, 0.87, 26.4, 15.2}};
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        CHECK_NEAR(tackle_rated_current(row[k].power, 230, row[k].factor, row[k].efficiency), row[k].at_230, 0.05);
        CHECK_NEAR(tackle_rated_current(row[k].power, 400, row[k].factor, row[k].efficiency), row[k].at_400, 0.05);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(current_is_that_of_the_circuit),
        cmocka_unit_test(frequency_control_splits_the_current),
        cmocka_unit_test(switched_off_motor_has_no_current),
        cmocka_unit_test(rated_current_is_the_tables),
    };
    return cmocka_run_group_tests_name("dynamics.windlass.motor_current", tests, NULL, NULL);
}
