// SPDX-License-Identifier: MIT
// What the deck's sound is put together from: struck bodies (a bank of decaying modes and a grating of noise), tones
// with harmonics, and noise. Each adds to a stretch of SOUND_TICK samples; levels are drawn in straight lines across a
// stretch, frequencies change without a step in phase. Nothing here keeps numbers so small that arithmetic slows down.
#ifndef HAWSE_RENDER_SOUND_VOICE_H
#define HAWSE_RENDER_SOUND_VOICE_H

#include <stdint.h>

enum { SOUND_RATE = 48000, SOUND_TICK = 48, SOUND_MODES = 6, SOUND_HARMONICS = 6 };

#define SOUND_TICK_S ((double)SOUND_TICK / SOUND_RATE) // [s]

// A mode of a struck body: frequency [Hz], time in which it falls by 60 dB [s], amplitude from a blow of 1.
typedef struct sound_mode {
    double hz, t60, amplitude;
} sound_mode;

// A struck body: its modes as rotating vectors of which the imaginary part is heard, so that a blow, which adds to the
// real part, begins without a step.
typedef struct sound_body {
    double turn[SOUND_MODES][2], z[SOUND_MODES][2]; // factor of a sample, and state
    double amplitude[SOUND_MODES];
    double noise, noise_decay, noise_low, noise_pass, noise_amplitude; // level; factors of a tick; low pass
} sound_body;

// A tone: its fundamental as a rotating vector, of which the powers are the harmonics.
typedef struct sound_tone {
    double z[2], level;
} sound_tone;

// The next number, -1 .. 1, of a fixed sequence.
double sound_noise(uint32_t *seed);
// Moves *value toward target with the time constant tau [s] in one tick, and ends there.
void sound_approach(double *value, double target, double tau);

// A body of n modes, with noise that falls by 60 dB in noise_t60 [s] and is passed below noise_hz.
void sound_body_init(sound_body *b, const sound_mode *mode, int n, double noise_hz, double noise_t60,
                     double noise_amplitude);
// Strikes the body; the place of the blow determines each mode's share.
void sound_body_strike(sound_body *b, double blow, uint32_t *seed);
// Adds one sample of the ringing body.
void sound_body_add(sound_body *b, uint32_t *seed, double *mix);

void sound_tone_init(sound_tone *t);
// Adds a tick of a tone with these amplitudes of its harmonics, in a straight line from the last level to this one.
void sound_tone_add(sound_tone *t, double hz, double level, const double harmonic[SOUND_HARMONICS], double *mix);

#endif
