// SPDX-License-Identifier: MIT
// Wave-frequency motion. A component's elevation at the place s along the waves' way is a cos(k s - w t + e); with
// theta = w t - k s - e the ship's motion is Re H a exp(i theta), s at the responses' origin as the slower sources have
// moved and turned it. Its derivatives are exact: with theta' = w - k s', theta'' = -k s'' and the slow heading psi,
//   (Re H exp(i theta))' = Re (H_psi psi' + i theta' H) exp(i theta),
//   ''                   = Re (H_psipsi psi'² + H_psi psi'' + 2 i theta' psi' H_psi + (i theta'' - theta'²) H) exp(i
//   theta).
#include "dynamics/ship/turning.h"
#include <stdlib.h>

enum { SAMPLES = 50 }; // of a component's frequencies

static const double pi = 3.14159265358979323846;

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

// Response by the component's amplitude.
static ship_response component_response(const ship_wave_motion *m, const dyn_waves *waves, const dyn_wave *w,
                                        const ship_responses *from) {
    ship_response h = unit_response(m, w->frequency, from);
    if (waves->peak > 0) average_over_bin(m, waves, w, from, &h);
    for (int j = 0; j < SHIP_MOTIONS; j++) h.re[j] *= w->amplitude, h.im[j] *= w->amplitude;
    return h;
}

ship_wave_motion ship_wave_motion_make(const dyn_waves *waves, vec3 reference, const ship_responses *from) {
    ship_wave_motion m = {
        .way = waves->way, .reference = reference, .origin = from->origin, .growth = {.share = 1}, .n = waves->n};
    for (int i = 0; i < m.n; i++) {
        m.wave[i] = waves->wave[i];
        m.response[i] = component_response(&m, waves, &m.wave[i], from);
    }
    return m;
}

rt_status ship_wave_motion_turn(ship_wave_motion *m, const dyn_waves *waves, const ship_responses *from) {
    m->turning = calloc(1, sizeof *m->turning);
    if (!m->turning) return RT_ERR_MEMORY;
    for (int k = 0; k < SHIP_HEADINGS; k++) {
        double psi = 2 * pi * k / SHIP_HEADINGS, c = cos(psi), s = sin(psi);
        ship_wave_motion turned = *m;
        turned.way = vec3_make(c * m->way.x + s * m->way.y, c * m->way.y - s * m->way.x, 0);
        for (int i = 0; i < m->n; i++) m->turning->at[i][k] = component_response(&turned, waves, &m->wave[i], from);
    }
    for (int i = 0; i < m->n; i++) ship_turning_curve(m->turning, i);
    return RT_OK;
}

void ship_wave_motion_free(ship_wave_motion *m) {
    free(m->turning);
    m->turning = NULL;
}

// A vector of the horizontal plane that turns with the ship, in the world: v, v', v''.
typedef struct turned {
    double x[2], v[2], a[2];
} turned;

// Turns x with its derivatives v and a in the ship by the slow heading of *sum.
static turned turn(const ship_motions *sum, const double x[2], const double v[2], const double a[2]) {
    double c = cos(sum->x[SHIP_YAW]), s = sin(sum->x[SHIP_YAW]), r = sum->v[SHIP_YAW], rises = sum->a[SHIP_YAW];
    double vx = v[0] - r * x[1], vy = v[1] + r * x[0];
    double ax = a[0] - 2 * r * v[1] - rises * x[1] - r * r * x[0],
           ay = a[1] + 2 * r * v[0] + rises * x[0] - r * r * x[1];
    return (turned){{c * x[0] - s * x[1], s * x[0] + c * x[1]},
                    {c * vx - s * vy, s * vx + c * vy},
                    {c * ax - s * ay, s * ax + c * ay}};
}

// Place of the responses' origin along the waves' way, with its derivatives, as the slow sources have moved it.
static void find_place(const ship_wave_motion *m, const ship_motions *sum, double s[3]) {
    static const double none[2] = {0, 0};
    const double arm[2] = {m->origin.x - m->reference.x, m->origin.y - m->reference.y};
    const turned o = turn(sum, arm, none, none);
    s[0] = m->way.x * (m->reference.x + sum->x[SHIP_SURGE] + o.x[0]) +
           m->way.y * (m->reference.y + sum->x[SHIP_SWAY] + o.x[1]);
    s[1] = m->way.x * (sum->v[SHIP_SURGE] + o.v[0]) + m->way.y * (sum->v[SHIP_SWAY] + o.v[1]);
    s[2] = m->way.x * (sum->a[SHIP_SURGE] + o.a[0]) + m->way.y * (sum->a[SHIP_SWAY] + o.a[1]);
}

// Adds a component's motion. h: the response at the slow heading, and its first and second derivative by time.
static void add_component(const ship_response h[3], double theta, double rate, double rises, ship_motions *own) {
    double c = cos(theta), z = sin(theta);
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        double re = h[0].re[j], im = h[0].im[j];
        double vr = h[1].re[j] - rate * im, vi = h[1].im[j] + rate * re;
        double ar = h[2].re[j] - 2 * rate * h[1].im[j] - rises * im - rate * rate * re,
               ai = h[2].im[j] + 2 * rate * h[1].re[j] + rises * re - rate * rate * im;
        own->x[j] += re * c - im * z, own->v[j] += vr * c - vi * z, own->a[j] += ar * c - ai * z;
    }
}

// Lets the motion grow with the waves: F x, and by its even change (F x)' = F v + F' x, (F x)'' = F a + 2 F' v.
static void grow(const ship_growth *g, double t, ship_motions *own) {
    const double share = g->share + g->rate * (t - g->since);
    if (g->share == 1 && g->rate == 0) return;
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        own->a[j] = share * own->a[j] + 2 * g->rate * own->v[j];
        own->v[j] = share * own->v[j] + g->rate * own->x[j];
        own->x[j] *= share;
    }
}

static void add_motions(const void *self, double t, ship_motions *sum) {
    const ship_wave_motion *m = self;
    ship_motions own = {0};
    ship_response h[3] = {{{0}, {0}}};
    double s[3];
    find_place(m, sum, s);
    const ship_turning_weights w = ship_turning_at(sum);
    for (int i = 0; i < m->n; i++) {
        const dyn_wave *wave = &m->wave[i];
        if (m->turning)
            ship_turning_response(m->turning, i, &w, h);
        else
            h[0] = m->response[i];
        add_component(h, wave->frequency * t - wave->number * s[0] - wave->phase, wave->frequency - wave->number * s[1],
                      -wave->number * s[2], &own);
    }
    grow(&m->growth, t, &own);
    const turned plane = turn(sum, own.x, own.v, own.a); // surge and sway
    for (int j = SHIP_HEAVE; j < SHIP_MOTIONS; j++) sum->x[j] += own.x[j], sum->v[j] += own.v[j], sum->a[j] += own.a[j];
    for (int j = 0; j < 2; j++) sum->x[j] += plane.x[j], sum->v[j] += plane.v[j], sum->a[j] += plane.a[j];
}

ship_source ship_wave_motion_source(const ship_wave_motion *m) { return (ship_source){m, add_motions}; }
