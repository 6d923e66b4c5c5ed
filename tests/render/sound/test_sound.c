// SPDX-License-Identifier: MIT
// Tests of the synthesiser by independent measurements: counted onsets, pitches by Goertzel's algorithm.
#include "tests/check.h"

#include "render/sound/synth.h"
#include "rt/base/alloc_count.h"
#include "tests/render/ear.h"

#include <stdlib.h>
#include <string.h>

#define LINK 0.2
#define FULL 178e3
#define PICTURE (RATE / 30) // samples between two cues

enum { LONGEST = 12 * RATE };
static float heard[LONGEST], again[LONGEST];
static sound_synth synth;

// A deck at rest: the brake holds the loaded chain.
static sound_cues cues_at_rest(void) {
    return (sound_cues){.links_out = 100.5, .tension = 0.6, .brake = 1, .epoch = 1, .running = true};
}

static void start_synth(const sound_cues *c) {
    sound_synth_init(&synth, LINK);
    sound_synth_set_cues(&synth, c);
    sound_synth_fill(&synth, again, SECOND(0.3)); // until faded in
}

// Writes `seconds` of samples with unchanged cues to heard[at] and on. Returns the end.
static size_t record_samples(size_t at, double seconds) {
    size_t n = SECOND(seconds);
    assert_true(at + n <= LONGEST);
    sound_synth_fill(&synth, heard + at, (int)n);
    return at + n;
}

// Moves the chain by so many links at this speed [m/s], heaving positive; sets cues at the rate of pictures.
static size_t move_chain(sound_cues *c, double speed, double links) {
    size_t n = SECOND(links * LINK / fabs(speed)), at = 0;
    double from = c->links_out;
    c->chain_speed = speed;
    while (at < n) {
        size_t part = n - at < PICTURE ? n - at : PICTURE;
        sound_synth_fill(&synth, heard + at, (int)part);
        at += part;
        c->links_out = from - speed / LINK * (double)at / RATE;
        sound_synth_set_cues(&synth, c);
    }
    c->chain_speed = 0;
    sound_synth_set_cues(&synth, c);
    return record_samples(at, 0.3);
}

static void each_link_clanks_once(void **state) {
    (void)state;
    const double speed[] = {0.15, -0.15, 0.5, -0.5, 1.5, -1.5};
    const int links[] = {7, 7, 21, 21, 30, 30};
    for (size_t k = 0; k < sizeof links / sizeof links[0]; k++) {
        sound_cues c = cues_at_rest();
        c.brake = 0;
        start_synth(&c);
        size_t n = move_chain(&c, speed[k], links[k]);
        int count = onsets(heard, n, 0.003);
        if (count != links[k]) fail_msg("%d clanks of %d links at %g m/s", count, links[k], speed[k]);
    }
}

static void clanks_grow_with_speed_and_tension(void **state) {
    (void)state;
    double level[3];
    const double speed[] = {0.05, 0.5, 0.5}, tension[] = {0.2, 0.2, 1};
    for (int k = 0; k < 3; k++) {
        sound_cues c = cues_at_rest();
        c.brake = 0;
        c.tension = tension[k];
        start_synth(&c);
        level[k] = largest(heard, move_chain(&c, speed[k], 2));
    }
    assert_true(level[0] > 0.01);
    assert_true(level[1] > 2 * level[0]);
    assert_true(level[2] > 1.5 * level[1]);
}

// A chain trembles at the edge of a pocket, as on a rolling ship.
static void trembling_is_silent(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    c.brake = 0;
    start_synth(&c);
    for (size_t at = 0; at < SECOND(4); at += PICTURE) {
        double phase = 2 * M_PI * 1.5 * (double)at / RATE;
        c.links_out = 101 + 0.04 * sin(phase);
        c.chain_speed = -0.04 * LINK * 2 * M_PI * 1.5 * cos(phase);
        sound_synth_set_cues(&synth, &c);
        sound_synth_fill(&synth, heard + at, PICTURE);
    }
    assert_int_equal(onsets(heard, SECOND(4), 0.001), 1); // its first arrival
    assert_true(rms(heard + SECOND(1.5), SECOND(2.5)) < 1e-3);
}

static void rest_is_silent(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    start_synth(&c);
    assert_true(largest(heard, record_samples(0, 5)) == 0);
    c.chain_speed = 0.3, c.motor_load = 0.5, c.motor_speed = 0.3; // motion, then rest
    sound_synth_set_cues(&synth, &c);
    assert_true(rms(heard, record_samples(0, 1)) > 0.01);
    c = cues_at_rest();
    sound_synth_set_cues(&synth, &c);
    record_samples(0, 3);
    assert_true(rms(heard + SECOND(1), SECOND(2)) < 1e-3);
}

static void time_jump_is_silent(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    start_synth(&c);
    c.brake = 0, c.chain_speed = 1;
    c.links_out += 300; // a jump without a new epoch
    sound_synth_set_cues(&synth, &c);
    assert_true(rms(heard, record_samples(0, 0.5)) < 1e-3);
    c.links_out -= 3.2; // few links, but a new epoch
    c.blows = 5;
    c.epoch++;
    sound_synth_set_cues(&synth, &c);
    assert_true(rms(heard, record_samples(0, 0.5)) < 1e-3);
}

static void hum_follows_speed_and_load(void **state) {
    (void)state;
    const double speed[] = {0, 0.05, 0.15, 0.3};
    for (int k = 0; k < 4; k++) {
        sound_cues c = cues_at_rest();
        c.motor_speed = speed[k];
        c.motor_load = 0.7;
        start_synth(&c);
        size_t n = record_samples(0, 1);
        double expected = 48 + 400 * speed[k];
        CHECK_NEAR(pitch(heard, n, 30, 300, 0.5), expected, 0.02 * expected);
    }
    double level[2];
    for (int k = 0; k < 2; k++) {
        sound_cues c = cues_at_rest();
        c.motor_speed = 0.15;
        c.motor_load = k ? 0.9 : 0.3;
        start_synth(&c);
        level[k] = rms(heard, record_samples(0, 1));
    }
    CHECK_NEAR(level[1] / level[0], 3, 0.1);
}

// A stroke rings at the bell's nominal, and 60 dB are gone after the hum's four seconds.
static void bell_rings_once_a_stroke(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    start_synth(&c);
    assert_true(largest(heard, record_samples(0, 0.5)) == 0);
    c.bells = 1;
    sound_synth_set_cues(&synth, &c);
    size_t n = record_samples(0, 0.5);
    double struck = rms(heard, n), nominal = pitch(heard, n, 1400, 1700, 1);
    CHECK_NEAR(nominal, 1560, 10);
    assert_true(struck > 0.01);
    sound_synth_set_cues(&synth, &c); // no further stroke
    record_samples(0, 3.5);
    assert_true(rms(heard, record_samples(0, 0.5)) < 2e-3 * struck);
}

// A hiss without a pitch: broad noise, most of it below the low pass of 5 kHz; silence once it is off.
static void wash_hisses_while_on(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    start_synth(&c);
    assert_true(largest(heard, record_samples(0, 0.5)) == 0);
    c.wash = true;
    sound_synth_set_cues(&synth, &c);
    record_samples(0, 2); // until at its level
    size_t n = record_samples(0, 1);
    double level = rms(heard, n);
    assert_true(level > 0.01 && level < 0.1 && largest(heard, n) < 0.2);
    for (double hz = 400; hz < 4000; hz *= 2) assert_true(amplitude(heard, n, hz) < 0.1 * level);
    c.wash = false;
    sound_synth_set_cues(&synth, &c);
    record_samples(0, 5);
    assert_true(largest(heard, record_samples(0, 1)) == 0);
}

static void brake_squeal_follows_setting_and_speed(void **state) {
    (void)state;
    const double brake[] = {0.3, 0.5, 1}, speed[] = {0.2, -1, 3};
    double last = 0;
    for (int k = 0; k < 3; k++) {
        sound_cues c = cues_at_rest();
        c.brake = brake[k];
        c.chain_speed = speed[k]; // constant position, so only the brake sounds
        start_synth(&c);
        size_t n = record_samples(0, 0.5);
        double slip = brake[k] * fabs(speed[k]), expected = 300 + 900 * slip / (slip + 0.25);
        CHECK_NEAR(pitch(heard, n, 250, 1400, 2), expected, 0.04 * expected);
        assert_true(rms(heard, n) > 1.2 * last);
        last = rms(heard, n);
    }
    sound_cues c = cues_at_rest();
    c.brake = 0;
    c.chain_speed = 3;
    start_synth(&c);
    assert_true(largest(heard, record_samples(0, 1)) == 0);
}

// Finds the louder of two tones in each 20 ms. Returns changes per second and the share of silence.
static void measure_alarm(sound_alarm alarm, double low, double high, double *changes, double *silence) {
    enum { W = RATE / 50 };
    sound_cues c = cues_at_rest();
    c.alarm = alarm;
    start_synth(&c);
    size_t n = record_samples(0, 4), windows = n / W;
    int last = 0, changed = 0, silent = 0;
    for (size_t k = 0; k < windows; k++) {
        double a = amplitude(heard + k * W, W, low), b = amplitude(heard + k * W, W, high);
        if (rms(heard + k * W, W) < 0.01) {
            silent++;
            continue;
        }
        int which = a > b ? 1 : 2;
        if (last && which != last) changed++;
        last = which;
    }
    *changes = changed / 4.0;
    *silence = (double)silent / (double)windows;
}

static void alarms_differ(void **state) {
    (void)state;
    double changes, silence;
    measure_alarm(SOUND_ALARM_ALARM, 800, 1000, &changes, &silence);
    CHECK_NEAR(changes, 4, 0.3);
    assert_true(silence == 0);
    measure_alarm(SOUND_ALARM_ESTOP, 1000, 1400, &changes, &silence);
    CHECK_NEAR(changes, 10, 0.3);
    assert_true(silence == 0);
    measure_alarm(SOUND_ALARM_WARNING, 500, 650, &changes, &silence);
    CHECK_NEAR(changes, 2, 0.3);
    CHECK_NEAR(silence, 0.7, 0.04);
    measure_alarm(SOUND_ALARM_NONE, 500, 650, &changes, &silence);
    assert_true(silence == 1);
}

static void blow_loudness_follows_force(void **state) {
    (void)state;
    double last = 0;
    for (int k = 0; k < 3; k++) {
        sound_cues c = cues_at_rest();
        start_synth(&c);
        c.blows = k == 0 ? 0.01 : k == 1 ? 0.1 : 10;
        sound_synth_set_cues(&synth, &c);
        size_t n = record_samples(0, 2);
        assert_int_equal(onsets(heard, SECOND(1), 0.001), 0); // it starts at once
        double level = largest(heard, n);
        assert_true(level > fmax(0.005, 2 * last));
        // modes below 400 Hz and 1.5 at most: 2 pi 400 / 48000 * 1.5 a sample, and as much for the noise
        assert_true(largest_step(heard, n) < 0.16);
        assert_true(rms(heard + SECOND(1.5), SECOND(0.5)) < 0.01 * level);
        last = level;
        sound_synth_set_cues(&synth, &c); // no further blow
        assert_true(rms(heard, record_samples(0, 0.5)) < 1e-3);
    }
}

static double random_garbage(uint32_t *seed) {
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 5e-324, -0.0, 1e6};
    double u = sound_noise(seed);
    return u < 0 ? bad[(int)(-u * 7.99)] : 20 * u * u * u;
}

static void garbage_stays_within_bounds(void **state) {
    (void)state;
    uint32_t seed = 7;
    sound_synth_init(&synth, LINK);
    for (int k = 0; k < 2000; k++) {
        sound_cues c = {random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        random_garbage(&seed),
                        k % 97 == 0,
                        k % 11 - 3,
                        k % 3 == 0,
                        k % 50 != 0,
                        false};
        sound_synth_set_cues(&synth, &c);
        sound_synth_fill(&synth, heard, 240);
        for (int i = 0; i < 240; i++)
            if (!(fabsf(heard[i]) <= 1)) fail_msg("sample %g", (double)heard[i]);
    }
    sound_cues c = cues_at_rest(); // no trace of the garbage remains
    sound_synth_set_cues(&synth, &c);
    record_samples(0, 4);
    assert_true(rms(heard + SECOND(3), SECOND(1)) < 1e-3);
    sound_synth_init(&synth, NAN);
    c.blows = 1, c.links_out += 2, c.chain_speed = 5, c.brake = 0;
    sound_synth_set_cues(&synth, &c);
    assert_true(largest(heard, record_samples(0, 1)) <= 1);
}

// Switching a tone on, off or over makes no larger step between samples than the tone itself.
static void switching_makes_no_clicks(void **state) {
    (void)state;
    sound_cues quiet = cues_at_rest(), loud = cues_at_rest();
    loud.motor_load = 1, loud.motor_speed = 0.4, loud.chain_speed = 5, loud.alarm = SOUND_ALARM_ESTOP;
    start_synth(&loud);
    double steady = largest_step(heard, record_samples(0, 2));
    start_synth(&quiet);
    size_t at = 0;
    for (int k = 0; k < 40; k++) {
        sound_cues c = k % 2 ? quiet : loud;
        if (k % 5 == 4) c.alarm = SOUND_ALARM_WARNING;
        if (k % 7 == 6) c.running = false;
        sound_synth_set_cues(&synth, &c);
        at = record_samples(at, 0.07 + 0.0037 * k);
    }
    double changing = largest_step(heard, at);
    if (changing > 1.15 * steady) fail_msg("step of %g where %g is usual", changing, steady);
    assert_true(steady < 0.35); // squeal at its highest, 1157 Hz and harmonics, plus alarm and hum
}

// The motor starts and stops without an audible step: none above -60 dB.
static void motor_starts_and_stops_without_steps(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    start_synth(&c);
    size_t at = 0;
    for (int k = 0; k < 40; k++) {
        c.motor_load = k % 2 ? 0 : 2;
        c.motor_speed = k % 3 ? 0.2 : 0;
        c.running = k % 5 != 4;
        sound_synth_set_cues(&synth, &c);
        at = record_samples(at, 0.07 + 0.0037 * k);
    }
    assert_true(largest(heard, at) > 0.1);
    if (hidden_step(heard, at) > 1e-3) fail_msg("a step of %g", hidden_step(heard, at));
}

static void same_cues_give_same_samples(void **state) {
    (void)state;
    const int cut[] = {512, 1, 47, 333, 1024};
    for (int pass = 0; pass < 2; pass++) {
        sound_cues c = cues_at_rest();
        sound_synth_init(&synth, LINK);
        float *out = pass ? again : heard;
        for (int k = 0; k < 100; k++) {
            c.links_out -= 0.4, c.chain_speed = 2.4, c.brake = 0.3, c.motor_load = 0.5;
            c.blows += 0.01 * k, c.alarm = k / 30;
            sound_synth_set_cues(&synth, &c);
            for (int at = 0, j = 0; at < PICTURE; j++) {
                int n = pass ? cut[j % 5] : 480;
                n = n < PICTURE - at ? n : PICTURE - at;
                sound_synth_fill(&synth, out + k * PICTURE + at, n);
                at += n;
            }
        }
    }
    assert_true(rms(heard, 100 * PICTURE) > 0.01);
    assert_memory_equal(heard, again, 100 * PICTURE * sizeof heard[0]);
}

static void mute_and_pause_fade(void **state) {
    (void)state;
    for (int pause = 0; pause < 2; pause++) {
        sound_cues c = cues_at_rest();
        c.motor_load = 1, c.motor_speed = 0.15, c.alarm = SOUND_ALARM_ALARM;
        start_synth(&c);
        double before = rms(heard, record_samples(0, 0.5));
        assert_true(before > 0.05);
        *(pause ? &c.running : &c.muted) = !pause;
        sound_synth_set_cues(&synth, &c);
        record_samples(0, 1);
        assert_true(rms(heard, SECOND(0.02)) > 0.5 * before); // not cut off
        assert_true(largest(heard + SECOND(0.2), SECOND(0.8)) == 0);
        *(pause ? &c.running : &c.muted) = pause;
        sound_synth_set_cues(&synth, &c);
        record_samples(0, 1);
        assert_true(rms(heard + SECOND(0.2), SECOND(0.5)) > 0.9 * before);
    }
}

static void check_normal(const double *x, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (fpclassify(x[k]) == FP_SUBNORMAL) fail_msg("%g in the state", x[k]);
}

// Decaying sounds reach no denormal numbers, which are slow, and nothing is allocated.
static void no_denormals_no_allocation(void **state) {
    (void)state;
    sound_cues c = cues_at_rest();
    start_synth(&c);
    c.blows = c.knocks = 1, c.motor_load = 1, c.chain_speed = 1, c.links_out += 1.7;
    sound_synth_set_cues(&synth, &c);
    record_samples(0, 0.2);
    c.motor_load = c.chain_speed = 0;
    uint64_t allocated = rt_alloc_count();
    rt_alloc_guard_begin();
    sound_synth_set_cues(&synth, &c);
    for (int k = 0; k < 4000; k++) {
        sound_synth_fill(&synth, heard, SOUND_TICK);
        const sound_body *body[] = {&synth.flat, &synth.upright, &synth.thud, &synth.knock, &synth.bell};
        for (int b = 0; b < 5; b++) {
            check_normal(&body[b]->z[0][0], 2 * SOUND_MODES);
            check_normal(&body[b]->noise, 1);
            check_normal(&body[b]->noise_low, 1);
        }
        const double other[] = {synth.speed,     synth.tension,    synth.motor_level, synth.brake_level,
                                synth.roughness, synth.motor.z[1], synth.brake.z[1],  synth.master};
        check_normal(other, sizeof other / sizeof other[0]);
    }
    rt_alloc_guard_end();
    assert_true(largest(heard, SOUND_TICK) == 0);
    if (rt_alloc_count_available()) assert_true(rt_alloc_count() == allocated);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_link_clanks_once),
        cmocka_unit_test(clanks_grow_with_speed_and_tension),
        cmocka_unit_test(trembling_is_silent),
        cmocka_unit_test(rest_is_silent),
        cmocka_unit_test(time_jump_is_silent),
        cmocka_unit_test(hum_follows_speed_and_load),
        cmocka_unit_test(bell_rings_once_a_stroke),
        cmocka_unit_test(wash_hisses_while_on),
        cmocka_unit_test(brake_squeal_follows_setting_and_speed),
        cmocka_unit_test(alarms_differ),
        cmocka_unit_test(blow_loudness_follows_force),
        cmocka_unit_test(garbage_stays_within_bounds),
        cmocka_unit_test(switching_makes_no_clicks),
        cmocka_unit_test(motor_starts_and_stops_without_steps),
        cmocka_unit_test(same_cues_give_same_samples),
        cmocka_unit_test(mute_and_pause_fade),
        cmocka_unit_test(no_denormals_no_allocation),
    };
    return cmocka_run_group_tests_name("render.sound.sound", tests, NULL, NULL);
}
