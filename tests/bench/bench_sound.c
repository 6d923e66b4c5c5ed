// SPDX-License-Identifier: MIT
// Cost of the sound: processor time of a second of samples as a share of that second, by scene.
#include "render/sound/synth.h"
#include "tests/bench/program.h"

#define LINK 0.2      // [m]
#define PICTURES 30   // cues a second
#define SECONDS 60    // of sound, each case
#define REPETITIONS 5 // the fastest counts

typedef struct scene {
    const char *name;
    double speed, brake, load; // of the chain [m/s]; setting; share of the full torque
    sound_alarm alarm;
    double blows; // a picture, shares of the full load
} scene;

static const scene scene_of[] = {{"at rest", 0, 1, 0, SOUND_ALARM_NONE, 0},
                                 {"heaving", 0.15, 0, 0.7, SOUND_ALARM_NONE, 0},
                                 {"chain running out, brake", -3, 0.5, 0, SOUND_ALARM_NONE, 0},
                                 {"everything at once", 1, 0.5, 1, SOUND_ALARM_ESTOP, 0.1}};

static double time_scene(const scene *s) {
    static float out[SOUND_RATE / PICTURES];
    static sound_synth synth;
    sound_cues c = {.tension = 0.6,
                    .epoch = 1,
                    .running = true,
                    .brake = s->brake,
                    .chain_speed = s->speed,
                    .motor_speed = fabs(s->speed),
                    .motor_load = s->load,
                    .alarm = s->alarm};
    sound_synth_init(&synth, LINK);
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int k = 0; k < SECONDS * PICTURES; k++) {
        c.links_out -= s->speed / LINK / PICTURES;
        c.blows += s->blows;
        c.knocks += s->blows;
        sound_synth_set_cues(&synth, &c);
        sound_synth_fill(&synth, out, SOUND_RATE / PICTURES);
    }
    return now(CLOCK_PROCESS_CPUTIME_ID) - start;
}

int main(void) {
    printf("%-26s %s\n", "scene", "processor time, % of real time");
    for (size_t k = 0; k < sizeof scene_of / sizeof scene_of[0]; k++) {
        double best = INFINITY;
        for (int r = 0; r < REPETITIONS; r++) best = fmin(best, time_scene(&scene_of[k]));
        printf("%-26s %.3f\n", scene_of[k].name, 100 * best / SECONDS);
    }
    return 0;
}
