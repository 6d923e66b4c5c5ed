// SPDX-License-Identifier: MIT
// Sound from a snapshot to SDL's audio thread and, through SDL's disk driver, into a file.
#include "tests/check.h"

#include "render/sound/cues.h"
#include "render/sound/sound.h"
#include "tests/render/ear.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

#define LINK 0.2
#define FULL 178e3

static dyn_snapshot snap;
static sound_ear ear;

static void reset_snapshot(void) {
    memset(&snap, 0, sizeof snap);
    snap.t = 1;
    snap.gauges =
        (dyn_gauges){.chain_out_m = 20, .tension_n = 1e5, .brake = 1, .clutch = 1, .safety = RT_SAFETY_ACTIVE};
    snap.n_bodies = 3;
    snap.body[0].kind = DYN_SHOW_LINK;
    snap.body[1].kind = DYN_SHOW_SHANK;
    snap.body[2].kind = DYN_SHOW_HEAD;
}

static const sound_cues *update_cues(double dt) {
    snap.t += dt;
    return sound_ear_update(&ear, &snap, true, SOUND_ALARM_NONE);
}

static void add_contact(int64_t identity, int body, double force) {
    snap.contact[snap.n_contacts++] =
        (dyn_snapshot_contact){.identity = identity, .body = body, .normal_force = {0, force, 0}};
}

static void new_link_contacts_knock(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    add_contact(5, 0, 0.5 * FULL);
    const sound_cues *c = update_cues(0); // contacts before the first snapshot
    assert_true(c->knocks == 0);
    add_contact(5, 1, 0.25 * FULL); // the same identity on the anchor: its blows come from info.blows_n
    update_cues(0.03);
    assert_true(c->blows == 0 && c->knocks == 0);
    add_contact(1, 0, 0.125 * FULL);
    snap.contact[0].normal_force.y = FULL; // an old contact with more force
    update_cues(0.03);
    CHECK_NEAR(c->knocks, 0.125, 1e-12);
    // a link joins the chain, and every body moves one further down the list
    memmove(snap.body + 1, snap.body, 3 * sizeof snap.body[0]);
    snap.body[0] = (dyn_snapshot_body){.kind = DYN_SHOW_LINK, .number = 1};
    snap.n_bodies = 4;
    for (int k = 0; k < snap.n_contacts; k++) snap.contact[k].body++;
    update_cues(0.03);
    CHECK_NEAR(c->knocks, 0.125, 1e-12);
    snap.n_contacts = 0; // the contact ends and starts again
    update_cues(0.03);
    add_contact(9, 1, NAN);
    add_contact(10, 1, INFINITY);
    add_contact(11, 1, 0.5 * FULL);
    update_cues(0.03);
    CHECK_NEAR(c->knocks, 0.625, 1e-12);
    assert_true(c->blows == 0);
}

// A blow of the anchor that begins and ends between two pictures is in the total.
static void blows_come_from_their_total(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    snap.info.blows_n = 7 * FULL; // before the first snapshot
    const sound_cues *c = update_cues(0);
    assert_true(c->blows == 0);
    snap.info.blows_n += 0.25 * FULL;
    update_cues(0.03);
    CHECK_NEAR(c->blows, 0.25, 1e-12);
    update_cues(0.03);
    CHECK_NEAR(c->blows, 0.25, 1e-12);
    snap.info.blows_n = 0; // a rewind
    update_cues(-1);
    CHECK_NEAR(c->blows, 0.25, 1e-12);
    snap.info.blows_n = NAN;
    update_cues(0.03);
    CHECK_NEAR(c->blows, 0.25, 1e-12);
}

static void time_jump_changes_the_epoch(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    const sound_cues *c = update_cues(0);
    uint32_t epoch = c->epoch;
    update_cues(0.03);
    update_cues(0); // paused
    assert_int_equal(c->epoch, epoch);
    snap.info.blows_n = FULL;
    update_cues(-0.01); // rewound
    assert_int_equal(c->epoch, epoch + 1);
    assert_true(c->blows == 0);
    snap.info.blows_n = 2 * FULL;
    update_cues(30);
    assert_int_equal(c->epoch, epoch + 2);
    update_cues(NAN);
    assert_int_equal(c->epoch, epoch + 3);
    assert_true(c->blows == 0);
}

static void any_snapshot_gives_finite_cues(void **state) {
    (void)state;
    static const int count[] = {-5, 0, 3, DYN_SNAPSHOT_VECTORS, 100000};
    static const int body[] = {-1, 0, 2, 5000, 1 << 30};
    static const double number[] = {NAN, INFINITY, -1e300, 1e300, 5e-324};
    reset_snapshot();
    sound_ear_init(&ear, 0, 0);
    for (int k = 0; k < 625; k++) {
        int a = k % 5, b = k / 5 % 5, c = k / 25 % 5, e = k / 125;
        snap.n_contacts = count[a];
        snap.n_bodies = count[b];
        for (int j = 0; j < DYN_SNAPSHOT_VECTORS; j++)
            snap.contact[j] = (dyn_snapshot_contact){
                .identity = k + j / 2, .body = body[(c + j) % 5], .normal_force = {0, 0, number[(e + j) % 5]}};
        snap.info.blows_n = number[(a + b) % 5];
        snap.gauges = (dyn_gauges){.chain_out_m = number[a],
                                   .tension_n = number[b],
                                   .speed_m_s = number[c],
                                   .brake = number[e],
                                   .lever = number[a],
                                   .motor_torque_nm = number[b],
                                   .motor_rad_s = number[c],
                                   .safety = (uint8_t)(3 * k)};
        const sound_cues *heard = update_cues(0.01);
        const double each[] = {heard->links_out,   heard->chain_speed, heard->tension, heard->brake,
                               heard->motor_speed, heard->motor_load,  heard->blows,   heard->knocks};
        for (size_t j = 0; j < sizeof each / sizeof each[0]; j++) assert_true(isfinite(each[j]));
    }
}

static void gauges_become_shares_of_full_load(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    snap.gauges.speed_m_s = -0.2;
    snap.gauges.motor_rad_s = -0.2 / 0.318310;
    snap.gauges.motor_torque_nm = -0.5 * FULL * 0.318310; // half the load on a gypsy of 2 m of chain a turn
    const sound_cues *c = update_cues(0);
    CHECK_NEAR(c->links_out, 100, 1e-9);
    CHECK_NEAR(c->motor_speed, 0.2, 1e-6);
    assert_true(c->motor_load > 0.5 && c->motor_load < 0.7); // plus the motor's own losses
    CHECK_NEAR(c->tension, 1e5 / FULL, 1e-12);
}

// The hum follows the motor's speed, whatever lever and clutch are. Cases: out of gear, dogs stuck in mesh, after an
// overspeed trip, and at rest while the chain runs out.
static void hum_follows_the_motor_in_and_out_of_gear(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    static const double turns[] = {0.15, 0.075, 0.4, 0};
    for (int k = 0; k < 16; k++) {
        snap.gauges.clutch = k & 1;
        snap.gauges.engaged = k >> 1 & 1;
        snap.gauges.lever = k & 2 ? 1 : 0;
        snap.gauges.speed_m_s = k & 4 ? -5 : 0;
        snap.gauges.motor_torque_nm = 0;
        snap.gauges.motor_rad_s = turns[k / 4] / 0.318310;
        const sound_cues *c = update_cues(0.03);
        CHECK_NEAR(c->motor_speed, turns[k / 4], 1e-6);
        assert_true(turns[k / 4] > 0 ? c->motor_load > 0 && c->motor_load < 0.3 : c->motor_load == 0);
    }
    snap.gauges.motor_torque_nm = 0.5 * FULL * 0.318310; // stalled: the torque sets the hum's level
    CHECK_NEAR(update_cues(0.03)->motor_load, 0.5, 1e-5);
}

// The gravest alarm sounds until it is acknowledged; a caution is silent.
static void alarm_sounds_until_acknowledged(void **state) {
    (void)state;
    static alarm_log log;
    const alarm_limits limits = {0};
    dyn_gauges v = {.safety = RT_SAFETY_ACTIVE, .clutch = 1};
    alarm_log_update(&log, alarm_conditions(&v, &limits), &v, 0); // not in gear
    assert_int_equal(sound_alarm_of(&log), SOUND_ALARM_NONE);
    v.engaged = 1, v.jammed = 1;
    alarm_log_update(&log, alarm_conditions(&v, &limits), &v, 1);
    assert_int_equal(sound_alarm_of(&log), SOUND_ALARM_WARNING);
    v.estop = 1;
    alarm_log_update(&log, alarm_conditions(&v, &limits), &v, 2);
    assert_int_equal(sound_alarm_of(&log), SOUND_ALARM_ESTOP);
    v.motor = 2;
    alarm_log_update(&log, alarm_conditions(&v, &limits), &v, 3);
    assert_int_equal(sound_alarm_of(&log), SOUND_ALARM_ALARM);
    alarm_log_acknowledge_all(&log);
    alarm_log_update(&log, alarm_conditions(&v, &limits), &v, 4);
    assert_int_equal(sound_alarm_of(&log), SOUND_ALARM_NONE);
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    assert_int_equal(sound_ear_update(&ear, &snap, true, SOUND_ALARM_WARNING)->alarm, SOUND_ALARM_WARNING);
}

static void bell_strikes_with_each_change_of_its_control(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    static const uint8_t on[] = {0, 1, 1, 0, 0, 1};
    static const double strokes[] = {0, 1, 1, 2, 2, 3};
    for (int k = 0; k < 6; k++) {
        snap.gauges.controls = on[k] ? RT_CONTROL_BELL : 0;
        CHECK_NEAR(update_cues(0.03)->bells, strokes[k], 0);
    }
}

static void wash_is_heard_while_its_control_is_on(void **state) {
    (void)state;
    reset_snapshot();
    sound_ear_init(&ear, LINK, FULL);
    assert_false(update_cues(0.03)->wash);
    snap.gauges.controls = RT_CONTROL_WASH | RT_CONTROL_BELL;
    assert_true(update_cues(0.03)->wash);
    snap.gauges.controls = RT_CONTROL_BELL;
    assert_false(update_cues(0.03)->wash);
}

static void check_sound_is_off(void) { assert_int_equal(SDL_WasInit(SDL_INIT_AUDIO), 0); }

static void missing_driver_gives_one_error(void **state) {
    (void)state;
    rt_diag d = {0};
    setenv("SDL_AUDIODRIVER", "nonsense", 1);
    assert_null(sound_open(LINK, FULL, &d));
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.text, "audio"));
    assert_non_null(strstr(d.text, "nonsense"));
    check_sound_is_off();
    reset_snapshot(); // the program continues without sound
    sound_update(NULL, &snap, true, SOUND_ALARM_NONE);
    sound_mute(NULL, true);
    sound_close(NULL);
}

static void missing_device_gives_one_error(void **state) {
    (void)state;
    rt_diag d = {0};
    setenv("SDL_AUDIODRIVER", "alsa", 1);
    bool there = SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    int devices = there ? SDL_GetNumAudioDevices(0) : 0;
    if (there) SDL_QuitSubSystem(SDL_INIT_AUDIO);
    if (!there || devices != 0) {
        print_message("skipped: %s\n", there ? "there is an audio device" : "SDL has no ALSA");
        skip();
    }
    assert_null(sound_open(LINK, FULL, &d));
    assert_int_equal(d.errors, 1);
    assert_non_null(strstr(d.text, "no output device"));
    check_sound_is_off();
}

static sound *open_driver(const char *driver) {
    rt_diag d = {0};
    setenv("SDL_AUDIODRIVER", driver, 1);
    sound *s = sound_open(LINK, FULL, &d);
    if (!s) fail_msg("%s", d.text);
    assert_string_equal(SDL_GetCurrentAudioDriver(), driver);
    assert_int_equal(d.errors, 0);
    return s;
}

static void dummy_opens_and_closes(void **state) {
    (void)state;
    reset_snapshot();
    for (int k = 0; k < 3; k++) {
        sound *s = open_driver("dummy");
        if (k == 1) sound_mute(s, true); // before the first cues
        for (int j = 0; j < 200 && k < 2; j++) {
            snap.t += 0.001;
            snap.gauges.chain_out_m -= 0.001;
            sound_update(s, &snap, j % 50 != 0, SOUND_ALARM_NONE);
            sound_mute(s, j % 20 == 0);
            SDL_Delay(1);
        }
        sound_close(s);
        check_sound_is_off();
    }
}

static float *read_samples(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f) / sizeof(float);
    rewind(f);
    float *x = malloc(*n * sizeof *x);
    assert_int_equal(fread(x, sizeof *x, *n, f), *n);
    fclose(f);
    return x;
}

// A motor at 0.15 m/s hums at 48 + 400 * 0.15 Hz. So does SDL's file, which fades at the end.
static void disk_file_contains_the_hum(void **state) {
    (void)state;
    char path[] = "/tmp/hawse_sound_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    setenv("SDL_DISKAUDIOFILE", path, 1);
    sound *s = open_driver("disk");
    reset_snapshot();
    snap.gauges.speed_m_s = 0.15;
    snap.gauges.motor_rad_s = 0.15 / 0.318310;
    snap.gauges.brake = 0;
    snap.gauges.motor_torque_nm = 0.7 * FULL * 0.318310;
    for (int k = 0; k < 40; k++) {
        snap.t += 0.03;
        sound_update(s, &snap, true, SOUND_ALARM_NONE);
        SDL_Delay(30);
    }
    sound_close(s);
    size_t n;
    float *x = read_samples(path, &n);
    unlink(path);
    assert_true(n > SECOND(0.8));
    size_t end = n;
    while (end > 0 && x[end - 1] == 0) end--;
    assert_true(end < n); // faded, not cut off
    assert_true(end > SECOND(0.6));
    const float *middle = x + end / 2 - SECOND(0.2);
    assert_true(rms(middle, SECOND(0.4)) > 0.03);
    CHECK_NEAR(pitch(middle, SECOND(0.4), 40, 300, 0.5), 108, 0.02 * 108);
    assert_true(largest(x, n) <= 1);
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_link_contacts_knock),
        cmocka_unit_test(blows_come_from_their_total),
        cmocka_unit_test(time_jump_changes_the_epoch),
        cmocka_unit_test(any_snapshot_gives_finite_cues),
        cmocka_unit_test(gauges_become_shares_of_full_load),
        cmocka_unit_test(hum_follows_the_motor_in_and_out_of_gear),
        cmocka_unit_test(alarm_sounds_until_acknowledged),
        cmocka_unit_test(bell_strikes_with_each_change_of_its_control),
        cmocka_unit_test(wash_is_heard_while_its_control_is_on),
        cmocka_unit_test(missing_driver_gives_one_error),
        cmocka_unit_test(missing_device_gives_one_error),
        cmocka_unit_test(dummy_opens_and_closes),
        cmocka_unit_test(disk_file_contains_the_hum),
    };
    return cmocka_run_group_tests_name("render.sound.device", tests, NULL, NULL);
}
