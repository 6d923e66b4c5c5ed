// SPDX-License-Identifier: MIT
#include "render/sound/voice.h"
#include <math.h>
#include <string.h>

#define INAUDIBLE 1e-6 // of full scale, -120 dB

// Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003: the triple 13, 17, 5.
double sound_noise(uint32_t *seed) {
    uint32_t x = *seed;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *seed = x;
    return (double)x / 2147483648.0 - 1;
}

void sound_approach(double *value, double target, double tau) {
    *value += (target - *value) * (1 - exp(-SOUND_TICK_S / tau));
    if (fabs(target - *value) < INAUDIBLE) *value = target;
}

// Decay factor per step dt for 60 dB in t60.
static double decay_factor(double t60, double dt) { return exp(-log(1000) * dt / t60); }

void sound_body_init(sound_body *b, const sound_mode *mode, int n, double noise_hz, double noise_t60,
                     double noise_amplitude) {
    memset(b, 0, sizeof *b);
    for (int k = 0; k < n && k < SOUND_MODES; k++) {
        double r = decay_factor(mode[k].t60, 1.0 / SOUND_RATE), a = 2 * M_PI * mode[k].hz / SOUND_RATE;
        b->turn[k][0] = r * cos(a);
        b->turn[k][1] = r * sin(a);
        b->amplitude[k] = mode[k].hz < 0.4 * SOUND_RATE ? mode[k].amplitude : 0;
    }
    b->noise_pass = 1 - exp(-2 * M_PI * noise_hz / SOUND_RATE);
    b->noise_decay = decay_factor(noise_t60, SOUND_TICK_S);
    b->noise_amplitude = noise_amplitude;
}

void sound_body_strike(sound_body *b, double blow, uint32_t *seed) {
    for (int k = 0; k < SOUND_MODES; k++) b->z[k][0] += blow * b->amplitude[k] * (1 + 0.4 * sound_noise(seed));
    b->noise += blow * b->noise_amplitude;
}

static void add_mode(const double turn[2], double z[2], double *mix) {
    double x = z[0], y = z[1];
    if (x * x + y * y < INAUDIBLE * INAUDIBLE) {
        z[0] = z[1] = 0;
        return;
    }
    for (int i = 0; i < SOUND_TICK; i++) {
        double next = turn[0] * x - turn[1] * y;
        y = turn[1] * x + turn[0] * y;
        x = next;
        mix[i] += y;
    }
    z[0] = x;
    z[1] = y;
}

static void add_noise(sound_body *b, uint32_t *seed, double *mix) {
    double from = b->noise, to = b->noise * b->noise_decay;
    if (from < INAUDIBLE) {
        b->noise = b->noise_low = 0;
        return;
    }
    for (int i = 0; i < SOUND_TICK; i++) {
        b->noise_low += b->noise_pass * (sound_noise(seed) - b->noise_low);
        mix[i] += b->noise_low * (from + (to - from) * i / SOUND_TICK);
    }
    b->noise = to;
}

void sound_body_add(sound_body *b, uint32_t *seed, double *mix) {
    for (int k = 0; k < SOUND_MODES; k++) add_mode(b->turn[k], b->z[k], mix);
    add_noise(b, seed, mix);
}

void sound_tone_init(sound_tone *t) { *t = (sound_tone){.z = {1, 0}}; }

// Sum of the sines of all harmonics, by Horner's scheme in the rotating vector.
static double sum_harmonics(double x, double y, const double a[SOUND_HARMONICS]) {
    double re = 0, im = 0;
    for (int k = SOUND_HARMONICS - 1; k >= 0; k--) {
        double sum = re + a[k];
        re = sum * x - im * y;
        im = sum * y + im * x;
    }
    return im;
}

void sound_tone_add(sound_tone *t, double hz, double level, const double harmonic[SOUND_HARMONICS], double *mix) {
    if (level == 0 && t->level == 0) return;
    double angle = 2 * M_PI * hz / SOUND_RATE, c = cos(angle), s = sin(angle), x = t->z[0], y = t->z[1];
    for (int i = 0; i < SOUND_TICK; i++) {
        mix[i] += (t->level + (level - t->level) * i / SOUND_TICK) * sum_harmonics(x, y, harmonic);
        double next = c * x - s * y;
        y = s * x + c * y;
        x = next;
    }
    double norm = sqrt(x * x + y * y); // keeps rounding from changing the amplitude
    t->z[0] = x / norm;
    t->z[1] = y / norm;
    t->level = level;
}
