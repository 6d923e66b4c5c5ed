// SPDX-License-Identifier: MIT
// Building blocks of the sound: struck bodies (a bank of decaying modes, and a burst of noise), tones with harmonics,
// and noise. Each adds to a tick of SOUND_TICK samples. Levels change linearly within a tick; frequencies change
// without a step in phase. Values below -120 dB are set to zero, because denormal numbers are slow.
#ifndef HAWSE_RENDER_SOUND_VOICE_H
#define HAWSE_RENDER_SOUND_VOICE_H

#include <stdint.h>

enum { SOUND_RATE = 48000, SOUND_TICK = 48, SOUND_MODES = 6, SOUND_HARMONICS = 6 };

#define SOUND_TICK_S ((double)SOUND_TICK / SOUND_RATE) // [s]

// A mode of a struck body: frequency [Hz], decay time by 60 dB [s], amplitude for a blow of 1.
typedef struct sound_mode {
    double hz, t60, amplitude;
} sound_mode;

// A struck body. Each mode is a rotating vector whose imaginary part is the sound. A blow adds to the real part, so the
// sound starts without a step.
typedef struct sound_body {
    double turn[SOUND_MODES][2], z[SOUND_MODES][2]; // factor per sample, state
    double amplitude[SOUND_MODES];
    double noise, noise_decay, noise_low, noise_pass, noise_amplitude; // level; factors per tick; low pass
} sound_body;

// A tone: the fundamental as a rotating vector; its powers are the harmonics.
typedef struct sound_tone {
    double z[2], level;
} sound_tone;

// Next number in -1 .. 1 of a fixed pseudo-random sequence.
double sound_noise(uint32_t *seed);
// Moves *value toward target by one tick with the time constant tau [s]; within 1e-6 it becomes the target.
void sound_approach(double *value, double target, double tau);

// Initialises a body of n modes, with noise low-passed at noise_hz that decays by 60 dB in noise_t60 [s].
void sound_body_init(sound_body *b, const sound_mode *mode, int n, double noise_hz, double noise_t60,
                     double noise_amplitude);
// Strikes the body. Noise from `seed` varies the share of each mode, as a different place of the blow would.
void sound_body_strike(sound_body *b, double blow, uint32_t *seed);
// Adds one tick of the ringing body.
void sound_body_add(sound_body *b, uint32_t *seed, double *mix);

void sound_tone_init(sound_tone *t);
// Adds one tick of a tone with these amplitudes of its harmonics. The level changes linearly from the last one to
// `level`.
void sound_tone_add(sound_tone *t, double hz, double level, const double harmonic[SOUND_HARMONICS], double *mix);

#endif
