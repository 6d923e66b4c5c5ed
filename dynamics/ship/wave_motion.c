// SPDX-License-Identifier: MIT
// Wave-frequency motion. A component's elevation at the place s along the waves' way is a cos(k s - w t + e); with
// theta = w t - k s - e the ship's motion is Re H a exp(i theta), s at the reference point as the slower sources have
// moved it. Its derivatives are exact: with theta' = w - k s' and theta'' = -k s'',
//   (Re H exp(i theta))' = Re i theta' H exp(i theta),  '' = Re (i theta'' - theta'²) H exp(i theta).
#include "dynamics/ship/ship.h"

enum { SAMPLES = 50 }; // of a component's frequencies

// Moves the point of a rigid body's small motions by `arm`: adds the turns × arm to the displacements.
static void move_point(double x[SHIP_MOTIONS], vec3 arm) {
    vec3 turn = vec3_make(x[SHIP_ROLL], x[SHIP_PITCH], x[SHIP_YAW]), by = vec3_cross(turn, arm);
    x[SHIP_SURGE] += by.x, x[SHIP_SWAY] += by.y, x[SHIP_HEAVE] += by.z;
}

// Response at the reference point to a wave of unit amplitude with its crest at the origin.
static ship_response unit_response(const ship_wave_motion *m, double frequency, const ship_responses *from) {
    ship_response h = from->at(from->self, frequency, atan2(m->way.y, m->way.x));
    vec3 arm = vec3_sub(m->reference, from->origin);
    move_point(h.re, arm);
    move_point(h.im, arm);
    return h;
}

// Gives each motion the mean square of the response over the frequencies that the component stands for, weighted by the
// spectrum; the phase stays. The motions' variance is then that of the spectrum, also where the response changes within
// a component: in its long tail, or at the natural period of roll.
static void average_over_bin(const ship_wave_motion *m, const dyn_waves *waves, const dyn_wave *w,
                             const ship_responses *from, ship_response *h) {
    double sum[SHIP_MOTIONS] = {0}, all = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double frequency = w->low + (w->high - w->low) * (i + 0.5) / SAMPLES,
               share = dyn_waves_jonswap_shape(frequency / waves->peak, waves->enhancement);
        ship_response r = unit_response(m, frequency, from);
        all += share;
        for (int j = 0; j < SHIP_MOTIONS; j++) sum[j] += share * (r.re[j] * r.re[j] + r.im[j] * r.im[j]);
    }
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        double size = sqrt(sum[j] / all), phase = atan2(h->im[j], h->re[j]);
        h->re[j] = size * cos(phase), h->im[j] = size * sin(phase);
    }
}

// Response by the component's amplitude: H a exp(i k·(reference - origin)), which cancels the phase between the two
// points in theta.
static ship_response component_response(const ship_wave_motion *m, const dyn_waves *waves, const dyn_wave *w,
                                        const ship_responses *from) {
    ship_response h = unit_response(m, w->frequency, from), out;
    vec3 arm = vec3_sub(m->reference, from->origin);
    if (waves->peak > 0) average_over_bin(m, waves, w, from, &h);
    double phase = w->number * vec3_dot(m->way, arm), c = w->amplitude * cos(phase), s = w->amplitude * sin(phase);
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        out.re[j] = c * h.re[j] - s * h.im[j];
        out.im[j] = c * h.im[j] + s * h.re[j];
    }
    return out;
}

ship_wave_motion ship_wave_motion_make(const dyn_waves *waves, vec3 reference, const ship_responses *from) {
    ship_wave_motion m = {.way = waves->way, .reference = reference, .n = waves->n};
    for (int i = 0; i < m.n; i++) {
        m.wave[i] = waves->wave[i];
        m.response[i] = component_response(&m, waves, &m.wave[i], from);
    }
    return m;
}

static void add_motions(const void *self, double t, ship_motions *sum) {
    const ship_wave_motion *m = self;
    const double *x = sum->x, *v = sum->v, *a = sum->a;
    double s = m->way.x * (m->reference.x + x[SHIP_SURGE]) + m->way.y * (m->reference.y + x[SHIP_SWAY]),
           speed = m->way.x * v[SHIP_SURGE] + m->way.y * v[SHIP_SWAY],
           change = m->way.x * a[SHIP_SURGE] + m->way.y * a[SHIP_SWAY];
    ship_motions own = {0};
    for (int i = 0; i < m->n; i++) {
        const dyn_wave *w = &m->wave[i];
        const ship_response *h = &m->response[i];
        double theta = w->frequency * t - w->number * s - w->phase, rate = w->frequency - w->number * speed,
               rises = -w->number * change, c = cos(theta), z = sin(theta);
        for (int j = 0; j < SHIP_MOTIONS; j++) {
            double real = h->re[j] * c - h->im[j] * z, imaginary = h->re[j] * z + h->im[j] * c;
            own.x[j] += real;
            own.v[j] -= rate * imaginary;
            own.a[j] -= rises * imaginary + rate * rate * real;
        }
    }
    for (int j = 0; j < SHIP_MOTIONS; j++) sum->x[j] += own.x[j], sum->v[j] += own.v[j], sum->a[j] += own.a[j];
}

ship_source ship_wave_motion_source(const ship_wave_motion *m) { return (ship_source){m, add_motions}; }
