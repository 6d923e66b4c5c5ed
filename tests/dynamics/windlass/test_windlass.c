// SPDX-License-Identifier: MIT
// Tests of each part of the windlass against closed forms: torque over speed and protections of the motors, the dog
// clutch, the band brake.
#include "dynamics/windlass/motor_curve.h"
#include "tests/check.h"
#include "tests/dynamics/windlass_figures.h"
#include "tests/random.h"

#define RATED 38e3 // torque [N m]
#define RATE 0.47  // rated speed [rad/s]

static tackle_motor motor(tackle_motor_kind kind) {
    tackle_motor_def d = class_windlass(kind, 0.05).motor;
    tackle_motor m;
    d.limit = 1.5 * RATED, d.rated = RATED, d.rate = RATE;
    tackle_motor_make(&m, &d);
    return m;
}

static double torque(const tackle_motor *m, double lever, double rate) {
    return tackle_motor_curve(m, TACKLE_MOTOR_STEPS - 1, lever, rate).force;
}

// Every kind of motor has rated speed at rated torque, no torque at the no-load speed, stall at the torque limit, and
// the same backwards. The returned slope is the derivative of the torque.
static void every_motor_meets_its_rating(void **state) {
    (void)state;
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        CHECK_NEAR(torque(&m, 1, RATE), RATED, 1e-9 * RATED);
        CHECK_NEAR(torque(&m, -1, -RATE), -RATED, 1e-9 * RATED);
        CHECK_NEAR(torque(&m, 1, m.no_load), 0, 1e-9 * RATED);
        // Kloss at standstill, s = 1; the other kinds pull their limit
        double stall = kind == TACKLE_MOTOR_POLE_CHANGING ? 2 / (1 / 0.5 + 0.5) : 1;
        CHECK_NEAR(tackle_motor_stall_torque(&m), stall * 1.5 * RATED, 1e-9 * RATED);
        uint64_t seed = 5;
        for (int n = 0; n < 2000; n++) {
            vec3 x = random_vec3(&seed, 1);
            int step = n % TACKLE_MOTOR_STEPS;
            double rate = 2.5 * RATE * x.x, lever = x.y, d = 1e-6;
            double speed = fabs(rate), kink = m.power / m.def.limit; // kink of the power limit
            if (fabs(speed - kink) < 1e-4 || fabs(rate) < 1e-4) continue;
            double up = tackle_motor_curve(&m, step, lever, rate + d).force,
                   down = tackle_motor_curve(&m, step, lever, rate - d).force;
            dyn_law t = tackle_motor_curve(&m, step, lever, rate);
            CHECK_NEAR(t.c, -(up - down) / (2 * d), 1e-5 * m.def.limit / (0.02 * RATE));
            assert_true(t.k == 0 && fabs(t.force) <= m.def.limit * (1 + 1e-12));
        }
    }
}

// Quadrants in which the kinds differ.
static void each_motor_has_its_curve(void **state) {
    (void)state;
    tackle_motor high = motor(TACKLE_MOTOR_HYDRAULIC_HIGH), low = motor(TACKLE_MOTOR_HYDRAULIC_LOW);
    tackle_motor poles = motor(TACKLE_MOTOR_POLE_CHANGING), frequency = motor(TACKLE_MOTOR_FREQUENCY);
    // below rated speed at full lever: constant power, 1.1 times the rated power; constant flow gives full pressure
    CHECK_NEAR(torque(&high, 1, 0.8 * RATE), 1.1 / 0.8 * RATED, 1e-4 * RATED);
    CHECK_NEAR(torque(&frequency, 1, 0.8 * RATE), 1.1 / 0.8 * RATED, 1e-4 * RATED);
    CHECK_NEAR(torque(&low, 1, 0.8 * RATE), 1.5 * RATED * tanh((low.no_load - 0.8 * RATE) / (0.08 * RATE)), 1e-9);
    assert_true(torque(&low, 1, 0.8 * RATE) > 1.49 * RATED);
    // driven by the load at twice the rated speed, lever at -0.5: relief valve; power of the resistors; the
    // induction motor beyond its pull-out
    CHECK_NEAR(torque(&high, -0.5, -2 * RATE), 1.5 * RATED, 1e-9 * RATED);
    CHECK_NEAR(torque(&low, -0.5, -2 * RATE), 1.5 * RATED, 1e-6 * RATED);
    CHECK_NEAR(torque(&frequency, -0.5, -2 * RATE), 1.1 / 2 * RATED, 1e-9 * RATED);
    // leakage: at a load of 0.9 of the relief pressure and a small lever the motor turns backward
    double sinks = 0.05 * low.no_load - 0.08 * RATE * atanh(0.9);
    assert_true(sinks < 0);
    CHECK_NEAR(torque(&low, 0.05, sinks), 0.9 * 1.5 * RATED, 1e-6 * RATED);
    // three synchronous speeds, and the pull-out torque at the pull-out slip, driving and driven
    const double part[TACKLE_MOTOR_STEPS] = {0.25, 0.5, 1};
    for (int step = 0; step < TACKLE_MOTOR_STEPS; step++) {
        double synchronous = part[step] * poles.no_load;
        CHECK_NEAR(tackle_motor_curve(&poles, step, 0.3, synchronous).force, 0, 1e-9);
        CHECK_NEAR(tackle_motor_curve(&poles, step, 0.3, synchronous * 0.5).force, 1.5 * RATED, 1e-6);
        CHECK_NEAR(tackle_motor_curve(&poles, step, 0.3, synchronous * 1.5).force, -1.5 * RATED, 1e-6);
    }
}

static rt_events pass(const tackle_motor *m, tackle_motor_memory *z, const rt_command *c, double rate, double h,
                      double seconds) {
    rt_events events = 0;
    for (int n = 0; n < (int)lround(seconds / h); n++) tackle_motor_accept(m, z, c, rate, h, &events);
    return events;
}

static bool has(rt_events events, rt_event e) { return (events >> e) & 1; }

// Power that comes back under a full lever does not start the motor; with the lever at neutral it is ready again.
static void power_does_not_start_the_motor_under_a_lever(void **state) {
    (void)state;
    const rt_command full = {.lever = 1}, neutral = {0}, dark = {.lever = 1, .failures = 1u << RT_FAILURE_POWER};
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        tackle_motor_memory z = {.step = TACKLE_MOTOR_STEPS - 1};
        pass(&m, &z, &dark, 0, 0.01, 0.02);
        assert_true(z.state == TACKLE_MOTOR_OFF && tackle_motor_law(&m, &z, &dark, 0).force == 0);
        pass(&m, &z, &full, 0, 0.01, 60);
        assert_true(z.state == TACKLE_MOTOR_OFF && tackle_motor_brake_on(&z, &full));
        assert_true(tackle_motor_law(&m, &z, &full, 0).force == 0);
        pass(&m, &z, &neutral, 0, 0.01, 0.02);
        assert_true(z.state == TACKLE_MOTOR_SOUND && !tackle_motor_brake_on(&z, &full));
    }
}

// The motor gives rated torque without limit in time, and 1.5 times the rated torque for two minutes; then it trips. It
// is ready again after the pause at neutral.
static void overload_trips_after_two_minutes(void **state) {
    (void)state;
    const rt_command full = {.lever = 1}, neutral = {0};
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        tackle_motor_memory z = {.step = TACKLE_MOTOR_STEPS - 1};
        pass(&m, &z, &full, RATE, 0.1, 3600);
        assert_true(z.state == TACKLE_MOTOR_SOUND && z.overload < 1e-9);
        // standstill: each kind pulls its limit
        double at = kind == TACKLE_MOTOR_POLE_CHANGING ? 0.5 * m.no_load : 0, h = 0.01;
        rt_events before = pass(&m, &z, &full, at, h, 120 - 0.02);
        assert_true(z.state == TACKLE_MOTOR_SOUND && !has(before, RT_EVENT_MOTOR_TRIPPED));
        rt_events then = pass(&m, &z, &full, at, h, 0.04);
        assert_true(z.state == TACKLE_MOTOR_TRIPPED && has(then, RT_EVENT_MOTOR_TRIPPED));
        assert_true(tackle_motor_brake_on(&z, &full) && tackle_motor_law(&m, &z, &full, 0).force == 0);
        pass(&m, &z, &full, 0, h, 60); // lever not at neutral: the motor stays tripped
        pass(&m, &z, &neutral, 0, h, 9.9);
        assert_true(z.state == TACKLE_MOTOR_TRIPPED);
        pass(&m, &z, &neutral, 0, h, 0.2);
        assert_true(z.state == TACKLE_MOTOR_SOUND && !tackle_motor_brake_on(&z, &full));
    }
}

static void too_fast_trips_or_bursts(void **state) {
    (void)state;
    const rt_command down = {.lever = -1};
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        tackle_motor_memory z = {0};
        bool hydraulic = kind <= TACKLE_MOTOR_HYDRAULIC_LOW;
        assert_int_equal(pass(&m, &z, &down, -1.29 * RATE, 0.01, 1), 0);
        rt_events fast = pass(&m, &z, &down, -1.31 * RATE, 0.01, 1);
        assert_true(has(fast, RT_EVENT_MOTOR_OVERSPEED));
        assert_true(z.state == (hydraulic ? TACKLE_MOTOR_SOUND : TACKLE_MOTOR_TRIPPED));
        assert_true(has(fast, RT_EVENT_MOTOR_TRIPPED) == !hydraulic);
        rt_events torn = pass(&m, &z, &down, -2.21 * RATE, 0.01, 1);
        assert_true(has(torn, RT_EVENT_MOTOR_BURST) == hydraulic);
        if (hydraulic) { // neither torque nor brake at any lever
            const rt_command neutral = {0};
            assert_true(z.state == TACKLE_MOTOR_BURST && tackle_motor_law(&m, &z, &down, -RATE).force == 0);
            assert_false(tackle_motor_brake_on(&z, &neutral));
        }
        tackle_motor_memory forced = {0};
        const rt_command fails = {.lever = 1, .failures = 1u << RT_FAILURE_MOTOR};
        assert_int_equal(pass(&m, &forced, &fails, 0, 0.01, 1), RT_EVENT_BIT(RT_EVENT_MOTOR_BURST)); // one event
    }
}

// A soft motor runs light beyond 1.3 times its rated speed: no overspeed, unless the load drives it beyond that.
static void own_speed_is_no_overspeed(void **state) {
    (void)state;
    const rt_command up = {.lever = 1};
    tackle_motor m;
    tackle_motor_def def = motor(TACKLE_MOTOR_POLE_CHANGING).def;
    def.pull_out_slip = 0.8;
    tackle_motor_make(&m, &def);
    assert_true(m.no_load > 1.35 * RATE);
    tackle_motor_memory z = {.step = TACKLE_MOTOR_STEPS - 1};
    assert_int_equal(pass(&m, &z, &up, 1.32 * RATE, 0.01, 60), 0);
    assert_true(has(pass(&m, &z, &up, 1.01 * m.no_load, 0.01, 1), RT_EVENT_MOTOR_OVERSPEED));
}

// A rotor that is thrown about for some milliseconds neither trips nor bursts. The same speed for longer does.
static void speed_of_milliseconds_is_no_overspeed(void **state) {
    (void)state;
    const rt_command up = {.lever = 1};
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        tackle_motor_memory z = {0};
        for (int n = 0; n < 20; n++) {
            assert_int_equal(pass(&m, &z, &up, (n & 1 ? 10 : -10) * RATE, 1e-3, 0.04), 0);
            assert_int_equal(pass(&m, &z, &up, 0, 1e-3, 0.001), 0);
        }
        assert_int_equal(z.state, TACKLE_MOTOR_SOUND);
        rt_events fast = pass(&m, &z, &up, -10 * RATE, 1e-3, 0.06);
        assert_true(has(fast, RT_EVENT_MOTOR_OVERSPEED));
        assert_true(has(fast, RT_EVENT_MOTOR_BURST) == (kind <= TACKLE_MOTOR_HYDRAULIC_LOW));
    }
}

// Fail-safe acts like a neutral lever at any lever: no torque, motor brake set. So does an emergency release, which
// leaves the chain to the band brake.
static void fail_safe_sets_the_motor_brake(void **state) {
    (void)state;
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        const tackle_motor_memory z = {.step = TACKLE_MOTOR_STEPS - 1};
        for (double lever = -1; lever <= 1; lever += 0.5) {
            const rt_command run = {.lever = lever}, safe = {.lever = lever, .failsafe = 1},
                             release = {.lever = lever, .failsafe = 1, .release = 1};
            assert_int_equal(tackle_motor_brake_on(&z, &run), lever == 0);
            assert_true(tackle_motor_brake_on(&z, &safe) && tackle_motor_brake_on(&z, &release));
            assert_true(tackle_motor_law(&m, &z, &safe, 0).force == 0);
        }
    }
}

static void stall_is_told_after_a_second(void **state) {
    (void)state;
    const rt_command full = {.lever = 1};
    tackle_motor m = motor(TACKLE_MOTOR_FREQUENCY);
    tackle_motor_memory z = {0};
    assert_int_equal(pass(&m, &z, &full, 0, 0.01, 0.99), 0);
    assert_int_equal(pass(&m, &z, &full, 0, 0.01, 0.02), RT_EVENT_BIT(RT_EVENT_MOTOR_STALL));
    assert_int_equal(pass(&m, &z, &full, 0, 0.01, 5), 0);
}

// The loss of one pump reduces the torque by the same factor at every speed; an electric motor has no pump.
static void a_lost_pump_takes_its_part(void **state) {
    (void)state;
    const rt_command all = {.lever = 1}, one = {.lever = 1, .failures = 1u << RT_FAILURE_PUMP};
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        tackle_motor m = motor((tackle_motor_kind)kind);
        tackle_motor_memory z = {0};
        double share = kind <= TACKLE_MOTOR_HYDRAULIC_LOW ? 0.38 : 1;
        for (double rate = -0.6; rate < 0.6; rate += 0.1)
            CHECK_NEAR(tackle_motor_law(&m, &z, &one, rate).force, share * tackle_motor_law(&m, &z, &all, rate).force,
                       1e-9);
    }
}

// A pole-changing motor's steps follow the thirds of the lever's travel, one at a time.
static void steps_follow_the_lever(void **state) {
    (void)state;
    tackle_motor m = motor(TACKLE_MOTOR_POLE_CHANGING);
    tackle_motor_memory z = {0};
    const rt_command low = {.lever = 0.3}, high = {.lever = -1};
    pass(&m, &z, &low, 0, 0.01, 1);
    assert_true(z.step == 0);
    pass(&m, &z, &high, 0, 0.01, 0.1); // the contactor's time had passed
    assert_true(z.step == 1);
    pass(&m, &z, &high, 0, 0.01, 0.3);
    assert_true(z.step == 1);
    pass(&m, &z, &high, 0, 0.01, 0.3);
    assert_true(z.step == 2);
    pass(&m, &z, &low, 0, 0.01, 0.6);
    assert_true(z.step == 0);
}

// In the slow range the full lever asks for two fifths of the speed: there a motor that is controlled has no torque. A
// pole-changing motor stays in its middle step. The motor brake follows the lever, not the range.
static void slow_range_ends_at_two_fifths_of_the_speed(void **state) {
    (void)state;
    const rt_command slow = {.lever = 1, .controls = RT_CONTROL_SLOW},
                     creep = {.lever = 0.03, .controls = RT_CONTROL_SLOW};
    const tackle_motor_kind controlled[] = {TACKLE_MOTOR_HYDRAULIC_HIGH, TACKLE_MOTOR_FREQUENCY};
    tackle_motor_memory z = {0};
    for (int k = 0; k < 2; k++) {
        tackle_motor m = motor(controlled[k]);
        CHECK_NEAR(tackle_motor_law(&m, &z, &slow, 0.4 * m.no_load).force, 0, 1e-9 * RATED);
        assert_true(tackle_motor_law(&m, &z, &slow, 0.3 * m.no_load).force > 0.5 * RATED);
    }
    tackle_motor poles = motor(TACKLE_MOTOR_POLE_CHANGING);
    pass(&poles, &z, &slow, 0, 0.01, 3);
    assert_true(z.step == 1);
    assert_false(tackle_motor_brake_on(&z, &creep));
}

// ---- the dog clutch

static const tackle_clutch dogs = {
    .stiffness = 2e6, .damping = 5e4, .dogs = 5, .play = 0.3, .clean = 0.06, .clash = 0.3, .release = 5e3};

static rt_events move(tackle_clutch_memory *z, bool in, double lead, double rate) {
    rt_events events = 0;
    tackle_clutch_accept(&dogs, z, in, false, lead, rate, &events);
    return events;
}

static void dogs_go_in_over_the_gaps_and_slowly(void **state) {
    (void)state;
    const double pitch = 2 * M_PI / 5;
    for (int tooth = -2; tooth <= 2; tooth++) {
        tackle_clutch_memory z = {0};
        assert_int_equal(move(&z, true, (tooth + 0.16) * pitch, 0), 0); // beside the gap: the dogs wait
        assert_true(z.engaged == 0);
        assert_int_equal(move(&z, true, (tooth + 0.14) * pitch, 0.05), 0);
        assert_true(z.engaged == 1);
        assert_true(tackle_clutch_law(&dogs, &z, (tooth + 0.14) * pitch, 0).force == 0); // no torque jump
    }
    tackle_clutch_memory z = {0};
    assert_int_equal(move(&z, true, 0, 0.31), RT_EVENT_BIT(RT_EVENT_CLUTCH_REFUSED));
    assert_int_equal(move(&z, true, 0, -0.31), 0); // one event
    assert_true(z.engaged == 0);
    assert_int_equal(move(&z, true, 0, -0.29), RT_EVENT_BIT(RT_EVENT_CLUTCH_CLASH));
    assert_true(z.engaged == 1);
}

static void dogs_come_out_without_load(void **state) {
    (void)state;
    tackle_clutch_memory z = {.engaged = 1};
    double loaded = 6e3 / dogs.stiffness, eased = 4e3 / dogs.stiffness;
    assert_int_equal(move(&z, false, loaded, 0), RT_EVENT_BIT(RT_EVENT_CLUTCH_REFUSED));
    assert_int_equal(move(&z, false, -loaded, 0), 0);
    assert_true(z.engaged == 1);
    assert_int_equal(move(&z, false, eased, 0), 0);
    assert_true(z.engaged == 0 && z.torque == 0);
    z.engaged = 1;
    rt_events events = 0;
    tackle_clutch_accept(&dogs, &z, true, true, loaded, 0, &events); // jumps out under any load
    assert_true(z.engaged == 0);
}

// ---- the band brake

static tackle_band band(void) {
    tackle_band b = {.def = class_windlass(TACKLE_MOTOR_FREQUENCY, 0.05).band};
    b.def.capacity = 280e3, b.def.inertia = 200, b.def.creep = 0.03;
    return b;
}

static double wrap(void) { return 300 * M_PI / 180; }

// Torque limit of the brake, by a large turn of the drum in either direction.
static double slips(tackle_band *b, const tackle_band_memory *z, double setting, double turn) {
    tackle_band_predict(b, z, setting, 1);
    return tackle_band_law(b, turn, 0).force;
}

static void band_helps_one_way(void **state) {
    (void)state;
    tackle_band b = band();
    tackle_band_memory z = {0};
    CHECK_NEAR(slips(&b, &z, 1, -1), 280e3, 1e-6);
    CHECK_NEAR(slips(&b, &z, 0.4, -1), 0.4 * 280e3, 1e-6);
    for (int k = 0; k < 3; k++) { // the ratio is exp(mu beta) at any friction
        double mu = tackle_band_mu(&b.def, &z), out = slips(&b, &z, 1, -1), in = slips(&b, &z, 1, 1);
        CHECK_NEAR(-out / in, exp(mu * wrap()), 1e-9);
        CHECK_NEAR(out, 280e3 * (exp(mu * wrap()) - 1) / (exp(0.38 * wrap()) - 1), 1e-6);
        z.lining += 300, z.slip += 0.4;
    }
    CHECK_NEAR(tackle_band_mu(&b.def, &(tackle_band_memory){.lining = 230}), 0.38, 1e-12);
    CHECK_NEAR(tackle_band_mu(&b.def, &(tackle_band_memory){.lining = 330}), 0.5 * (0.38 + 0.175), 1e-12);
    CHECK_NEAR(tackle_band_mu(&b.def, &(tackle_band_memory){.lining = 430}), 0.175, 1e-12);
    CHECK_NEAR(tackle_band_mu(&b.def, &(tackle_band_memory){.slip = 1}), 0.8 * 0.38, 1e-12);
    // the hot band holds (exp(mu beta) - 1) / (exp(mu0 beta) - 1) of its capacity, whether it slips or not
    const double hot = expm1(0.175 * b.def.wrap) / expm1(0.38 * b.def.wrap);
    CHECK_NEAR(tackle_band_share(&b.def, &(tackle_band_memory){.lining = 430, .slip = 1}), hot, 1e-12);
    CHECK_NEAR(tackle_band_share(&b.def, &(tackle_band_memory){.wear = 0.25 * b.def.travel}), 0.75, 1e-12);
    CHECK_NEAR(slips(&b, &(tackle_band_memory){.wear = 0.0025}, 1, -1), 0.75 * 280e3,
               1e-6); // 2.5 mm of 10 mm of travel
}

// The law's stiffness and damping match differences in both directions and across zero; the torque is continuous.
static void band_law_is_smooth(void **state) {
    (void)state;
    tackle_band b = band();
    uint64_t seed = 9;
    for (int n = 0; n < 3000; n++) {
        vec3 x = random_vec3(&seed, 1);
        double turn = 0.004 * x.x, rate = 0.5 * x.y, d = 1e-8;
        tackle_band_memory z = {.held = 1e5 * x.z};
        tackle_band_predict(&b, &z, 0.7, 1);
        double reach = (b.bristle + turn + b.lead * rate) / (1.5 * TACKLE_BAND_YIELD);
        if (fabs(reach) < 1e-4 || fabs(fabs(reach) - 1) < 1e-4)
            continue; // kinks: at a change of direction, and at slip
        dyn_law t = tackle_band_law(&b, turn, rate);
        double k = -(tackle_band_law(&b, turn + d, rate).force - tackle_band_law(&b, turn - d, rate).force) / (2 * d);
        double c = -(tackle_band_law(&b, turn, rate + d).force - tackle_band_law(&b, turn, rate - d).force) / (2 * d);
        CHECK_NEAR(t.k, k, 1e-5 * b.limit_out / TACKLE_BAND_YIELD);
        CHECK_NEAR(t.c, c, 1e-5 * b.limit_out / TACKLE_BAND_YIELD * b.lead + 1e-2);
        double near =
            tackle_band_law(&b, -b.bristle + 1e-12, 0).force - tackle_band_law(&b, -b.bristle - 1e-12, 0).force;
        CHECK_NEAR(near, 0, 1e-3);
    }
    // applying or easing the brake does not change the held torque, within the limits
    for (double held = -1e4; held <= 2e5; held += 3e4)
        for (double setting = 0.8; setting <= 1; setting += 0.1) {
            tackle_band_memory z = {.held = held};
            tackle_band_predict(&b, &z, setting, 1);
            CHECK_NEAR(tackle_band_law(&b, 0, 0).force, held, 1e-6 * fabs(held) + 1e-9);
        }
}

// Lining and drum keep the heat except for the loss to the air, and the wear follows the work.
static void band_keeps_its_heat(void **state) {
    (void)state;
    tackle_band b = band();
    b.def.cooling = 0;
    tackle_band_memory z = {0};
    double h = 1e-3, work = 0, rate = 3;
    for (int n = 0; n < 20000; n++) {
        tackle_band_predict(&b, &z, 0.2, 1);
        double before = z.torque;
        tackle_band_accept(&b, &z, -rate * h, -rate, h);
        work += 0.5 * (before + z.torque) * rate * h;
    }
    assert_true(work > 1e6 && z.slip > 0.99);
    CHECK_NEAR(z.heat, work, 1e-3 * work); // the bristle stores the rest
    CHECK_NEAR(12e3 * z.lining + 70e3 * z.drum, z.heat, 1e-9 * z.heat);
    CHECK_NEAR(z.wear, 3e-11 * z.heat, 1e-12);
    // once the temperatures are equal, drum and lining cool by exp(-t cooling / (sum of heat capacities))
    b.def.cooling = 60;
    for (int n = 0; n < 100000; n++) tackle_band_accept(&b, &z, 0, 0, 0.01);
    double drum = z.drum, fall = 60.0 / (70e3 + 12e3) * 1000;
    for (int n = 0; n < 100000; n++) tackle_band_accept(&b, &z, 0, 0, 0.01);
    CHECK_NEAR(z.drum / drum, exp(-fall), 0.01);
    assert_true(z.lining >= z.drum && z.drum > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_motor_meets_its_rating),
        cmocka_unit_test(each_motor_has_its_curve),
        cmocka_unit_test(overload_trips_after_two_minutes),
        cmocka_unit_test(power_does_not_start_the_motor_under_a_lever),
        cmocka_unit_test(too_fast_trips_or_bursts),
        cmocka_unit_test(own_speed_is_no_overspeed),
        cmocka_unit_test(speed_of_milliseconds_is_no_overspeed),
        cmocka_unit_test(fail_safe_sets_the_motor_brake),
        cmocka_unit_test(stall_is_told_after_a_second),
        cmocka_unit_test(a_lost_pump_takes_its_part),
        cmocka_unit_test(steps_follow_the_lever),
        cmocka_unit_test(slow_range_ends_at_two_fifths_of_the_speed),
        cmocka_unit_test(dogs_go_in_over_the_gaps_and_slowly),
        cmocka_unit_test(dogs_come_out_without_load),
        cmocka_unit_test(band_helps_one_way),
        cmocka_unit_test(band_law_is_smooth),
        cmocka_unit_test(band_keeps_its_heat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
