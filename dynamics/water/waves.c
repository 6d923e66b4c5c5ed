// SPDX-License-Identifier: MIT
#include "dynamics/water/waves.h"
#include "dynamics/math/random.h"

static const double pi = 3.14159265358979323846;

static dyn_wave make_wave(double amplitude, double frequency, double phase, double gravity) {
    return (dyn_wave){amplitude, frequency, frequency * frequency / gravity, phase, frequency, frequency, 1};
}

dyn_waves dyn_waves_regular(const dyn_waves_def *d) {
    dyn_waves w = {.way = vec3_make(cos(d->direction), sin(d->direction), 0), .n = d->height > 0};
    if (w.n) w.wave[0] = make_wave(0.5 * d->height, 2 * pi / d->period, d->phase, d->gravity);
    return w;
}

double dyn_waves_jonswap_shape(double w, double enhancement) {
    double width = w <= 1 ? 0.07 : 0.09, off = (w - 1) / width;
    return pow(w, -5) * exp(-1.25 * pow(w, -4)) * pow(enhancement, exp(-0.5 * off * off));
}

// Mean frequencies, and n + 1 edges, over the peak frequency, of n bins of equal energy. The bins cover 0.3 to 3; 1.4 %
// of the energy lies beyond.
static void equal_energy_frequencies(double enhancement, int n, double *frequency, double *edge) {
    enum { STEPS = 20000 };
    const double first = 0.3, last = 3, step = (last - first) / STEPS;
    double all = 0, so_far = 0, sum = 0, moment = 0;
    for (int i = 0; i < STEPS; i++) all += dyn_waves_jonswap_shape(first + (i + 0.5) * step, enhancement);
    int bin = 0;
    edge[0] = first;
    for (int i = 0; i < STEPS && bin < n; i++) {
        double w = first + (i + 0.5) * step, s = dyn_waves_jonswap_shape(w, enhancement);
        so_far += s;
        sum += s;
        moment += s * w;
        if (so_far < all * (bin + 1) / n && i + 1 < STEPS) continue;
        frequency[bin++] = moment / sum;
        edge[bin] = w + 0.5 * step;
        sum = moment = 0;
    }
}

dyn_waves dyn_waves_jonswap(const dyn_waves_def *d, double enhancement, uint64_t seed) {
    double frequency[DYN_WAVES] = {0}, edge[DYN_WAVES + 1] = {0}, peak = 2 * pi / d->period;
    dyn_waves w = dyn_waves_regular(d);
    if (w.n == 0) return w;
    // Hs = 4 sqrt(m0) with m0 = Σ a²/2
    double amplitude = 0.25 * d->height * sqrt(2.0 / DYN_WAVES);
    equal_energy_frequencies(enhancement, DYN_WAVES, frequency, edge);
    w.peak = peak;
    w.enhancement = enhancement;
    for (w.n = 0; w.n < DYN_WAVES; w.n++) {
        w.wave[w.n] = make_wave(amplitude, peak * frequency[w.n], 2 * pi * dyn_random_fraction(seed, w.n), d->gravity);
        w.wave[w.n].low = peak * edge[w.n], w.wave[w.n].high = peak * edge[w.n + 1];
    }
    return w;
}

// Along the waves and upward the velocity is (u, w) = Σ v (cos p, sin p), v = a w exp(k z); with f = Σ k v sin p and
// g = Σ k v cos p its gradients are u_s = -f, u_z = w_s = g, w_z = f.
dyn_water dyn_waves_in_lee(const dyn_waves *w, vec3 x, double t, double lee) {
    double u = 0, rise = 0, push = 0, lift = 0, f = 0, g = 0;
    double along = w->way.x * x.x + w->way.y * x.y, z = fmin(x.z - w->level, 0);
    dyn_water water = {.surface = w->level};
    for (int i = 0; i < w->n; i++) {
        const dyn_wave *v = &w->wave[i];
        double p = v->number * along - v->frequency * t + v->phase, c = cos(p), s = sin(p);
        double amplitude = v->amplitude * (1 - lee * (1 - v->passed)),
               speed = amplitude * v->frequency * exp(v->number * z), change = speed * v->frequency;
        water.surface += amplitude * c;
        u += speed * c, rise += speed * s;
        push += change * s, lift -= change * c;
        f += v->number * speed * s, g += v->number * speed * c;
    }
    push += rise * g - u * f;
    lift += u * g + rise * f;
    water.velocity = vec3_add(dyn_current_at(&w->current, z), vec3_make(u * w->way.x, u * w->way.y, rise));
    water.acceleration = vec3_make(push * w->way.x, push * w->way.y, lift);
    return water;
}

dyn_water dyn_waves_at(const dyn_waves *w, vec3 x, double t) { return dyn_waves_in_lee(w, x, t, 0); }
