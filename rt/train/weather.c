// SPDX-License-Identifier: MIT
#include "rt/train/weather.h"
#include <math.h>

#define NEVER UINT64_MAX
#define MOST_GROWTH 3.0 // of the waves, which the picture can draw

static void refuse(const train_exercise *e, const train_act *a, const char *why, rt_diag *d) {
    rt_diag_error(d, e->path, a->item.line, a->item.column, "%s", why);
}

static void check_act(const train_exercise *e, const train_act *a, const scenario *sc, rt_diag *d) {
    const bool wind = !isnan(a->weather[RT_WEATHER_WIND]), from = !isnan(a->weather[RT_WEATHER_WIND_FROM]);
    const double waves = a->weather[RT_WEATHER_WAVES];
    char why[160];
    if ((wind || from) && sc->motion.manoeuvring != SCENARIO_MANOEUVRING_MMG)
        refuse(e, a, "wind: expected a scenario with ship.motion.manoeuvring: mmg, on whose ship a wind acts", d);
    if (wind && sc->wind.rises_to > 0)
        refuse(e, a, "wind: expected a scenario without wind.rises_to, which changes it too", d);
    if (!isnan(a->weather[RT_WEATHER_CURRENT]) && !(sc->sea.current > 0))
        refuse(e, a, "current: expected a scenario with a current, sea.current, whose direction it keeps; found none",
               d);
    if (isnan(waves)) return;
    if (!(sc->sea.wave_height > 0))
        refuse(e, a, "wave_height: expected a scenario with waves, sea.wave_height, whose period they keep; found none",
               d);
    else if (waves > MOST_GROWTH * sc->sea.wave_height) {
        snprintf(why, sizeof why, "wave_height: expected at most %g times sea.wave_height, %g m; found %g m",
                 MOST_GROWTH, MOST_GROWTH * sc->sea.wave_height, waves);
        refuse(e, a, why, d);
    }
}

rt_status train_weather_check(const train_exercise *e, const scenario *sc, rt_diag *d) {
    const int errors = d->errors;
    for (int k = 0; k < e->acts.n; k++) check_act(e, &e->acts.item[k], sc, d);
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}

train_weather train_weather_begin(const scenario *sc, const rt_weather *standing) {
    train_weather w = {.base = {sc->wind.speed, sc->wind.from, sc->sea.current, sc->sea.wave_height}};
    for (rt_weather_kind k = 0; k < RT_WEATHERS; k++)
        if (rt_weather_is_set(standing, k)) w.base[k] = rt_weather_value(standing, k);
    return w;
}

// Value at time t of the change that goes on; a direction goes the shorter way round.
static double value_at(const train_weather *w, rt_weather_kind k, double t) {
    const double over = w->ramp[k].over, part = over > 0 ? fmin(fmax((t - w->ramp[k].begin) / over, 0), 1) : 1,
                 way = k == RT_WEATHER_WIND_FROM ? remainder(w->ramp[k].to - w->ramp[k].from, 2 * M_PI)
                                                 : w->ramp[k].to - w->ramp[k].from;
    return w->ramp[k].from + way * part * part * (3 - 2 * part);
}

// The first act that changes the kind after act `last` by frame and place; -1: none.
static int find_next(const train_exercise *e, const uint64_t *act_at, rt_weather_kind k, int last) {
    int next = -1;
    for (int i = 0; i < e->acts.n; i++) {
        if (act_at[i] == NEVER || isnan(e->acts.item[i].weather[k])) continue;
        const bool after = last < 0 || act_at[i] > act_at[last] || (act_at[i] == act_at[last] && i > last);
        if (after && (next < 0 || act_at[i] < act_at[next])) next = i;
    }
    return next;
}

void train_weather_follow(train_weather *w, const train_exercise *e, const uint64_t *act_at, double h) {
    for (rt_weather_kind k = 0; k < RT_WEATHERS; k++) {
        w->acts[k] = false;
        w->ramp[k].from = w->ramp[k].to = w->base[k];
        w->ramp[k].begin = w->ramp[k].over = 0;
        for (int i = find_next(e, act_at, k, -1); i >= 0; i = find_next(e, act_at, k, i)) {
            const train_act *a = &e->acts.item[i];
            const double begin = h * (double)act_at[i];
            w->acts[k] = true;
            w->ramp[k].from = value_at(w, k, begin);
            w->ramp[k].to = a->weather[k], w->ramp[k].begin = begin, w->ramp[k].over = a->over;
        }
    }
}

void train_weather_write(const train_weather *w, double t, rt_weather *out) {
    for (rt_weather_kind k = 0; k < RT_WEATHERS; k++) {
        if (!w->acts[k]) continue;
        double v = value_at(w, k, t);
        if (k == RT_WEATHER_WIND_FROM) v -= 2 * M_PI * floor(v / (2 * M_PI));
        rt_weather_set(out, k, v);
    }
}
