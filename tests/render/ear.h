// SPDX-License-Identifier: MIT
// Measurements of samples for the sound tests, independent of the synthesis.
#ifndef HAWSE_TESTS_RENDER_EAR_H
#define HAWSE_TESTS_RENDER_EAR_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define RATE 48000
#define SECOND(s) ((size_t)((s)*RATE + 0.5))

static inline double rms(const float *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)x[i] * (double)x[i];
    return sqrt(sum / (double)n);
}

static inline double largest(const float *x, size_t n) {
    double m = 0;
    for (size_t i = 0; i < n; i++) m = fmax(m, fabs((double)x[i]));
    return m;
}

static inline double largest_step(const float *x, size_t n) {
    double m = 0;
    for (size_t i = 1; i < n; i++) m = fmax(m, fabs((double)x[i] - (double)x[i - 1]));
    return m;
}

// Largest step hidden in a low sound, from fourth differences: a step h gives 6 h; sound below 1 kHz is attenuated by
// 70 dB or more.
static inline double hidden_step(const float *x, size_t n) {
    double m = 0;
    for (size_t i = 4; i < n; i++)
        m = fmax(m, fabs((double)x[i] - 4 * (double)x[i - 1] + 6 * (double)x[i - 2] - 4 * (double)x[i - 3] +
                         (double)x[i - 4]));
    return m / 6;
}

// Amplitude of a sine of this frequency in x, under a Hann window (Goertzel, Am. Math. Monthly 65, 1958).
static inline double amplitude(const float *x, size_t n, double hz) {
    double k = 2 * cos(2 * M_PI * hz / RATE), a = 0, b = 0;
    for (size_t i = 0; i < n; i++) {
        double c = (double)x[i] * (1 - cos(2 * M_PI * (double)i / (double)n)) + k * a - b;
        b = a;
        a = c;
    }
    return 2 * sqrt(fmax(a * a + b * b - k * a * b, 0)) / (double)n;
}

// Frequency of the largest amplitude between lo and hi, in steps of step [Hz].
static inline double pitch(const float *x, size_t n, double lo, double hi, double step) {
    double best = 0, at = 0;
    for (double f = lo; f <= hi; f += step) {
        double a = amplitude(x, n, f);
        if (a > best) {
            best = a;
            at = f;
        }
    }
    return at;
}

// Number of onsets. A stretch of 4 ms is an onset if its power exceeds the floor and 2.5 times the power of each of the
// 20 ms before. Counts at most one onset in 40 ms.
static inline int onsets(const float *x, size_t n, double floor) {
    enum { W = RATE / 250, BACK = 5, APART = 10 };
    int count = 0;
    size_t last = 0;
    for (size_t k = BACK; (k + 1) * W <= n; k++) {
        double here = rms(x + k * W, W), before = 0;
        for (size_t j = k - BACK; j < k; j++) before = fmax(before, rms(x + j * W, W));
        if (here < floor || here < sqrt(2.5) * before || (last && k - last < APART)) continue;
        last = k;
        count++;
    }
    return count;
}

#endif
