// SPDX-License-Identifier: MIT
// Wind, current and waves by the command. They depend on it alone, so the state has no part of them. The height of the
// waves changes evenly within a step, for the ship's velocity in them; that of the water follows without its rate,
// which in a minute's ramp is a hundredth of the orbital velocity.
#include "rt/deck/private.h"
#include <string.h>

rt_status deck_add_weather(deck *dk, const start_layout *l, rt_diag *d) {
    (void)l, (void)d;
    dk->weather = (deck_weather){.waves = dk->sea.waves,
                                 .current = {dk->manoeuvring.def.current[0], dk->manoeuvring.def.current[1]}};
    return RT_OK;
}

static double share_of(const rt_weather *w, rt_weather_kind k, double own) {
    return rt_weather_is_set(w, k) && own > 0 ? rt_weather_value(w, k) / own : 1;
}

double deck_wave_share(const deck *dk, const rt_weather *w) {
    return share_of(w, RT_WEATHER_WAVES, dk->sim->sc.sea.wave_height);
}

static double value_or_none(const rt_weather *w, rt_weather_kind k) {
    return rt_weather_is_set(w, k) ? rt_weather_value(w, k) : (double)NAN;
}

static void set_current(deck *dk, const rt_weather *w) {
    const scenario *sc = &dk->sim->sc;
    dyn_current c = dk->weather.waves.current;
    c.tide = vec3_scale(share_of(w, RT_WEATHER_CURRENT, sc->sea.current), c.tide);
    dk->sea.waves.current = dk->sea.still.current = c;
    if (!dk->manoeuvring.scratch) return;
    const vec3 mean = dyn_current_mean(&c, sc->motion.draught);
    dk->manoeuvring.def.current[0] = mean.x, dk->manoeuvring.def.current[1] = mean.y;
}

// Sets the weather at the end of a step of h [s], which began with `before`; h 0: there is no step.
static void set_weather(deck *dk, const rt_weather *before, const rt_weather *now, double h) {
    const double share = deck_wave_share(dk, now), last = deck_wave_share(dk, before);
    for (int k = 0; k < dk->sea.waves.n; k++)
        dk->sea.waves.wave[k].amplitude = share * dk->weather.waves.wave[k].amplitude;
    const ship_growth growth = {h > 0 ? last : share, h > 0 ? (share - last) / h : 0, sim_time(dk->sim)};
    dk->wave_motion.growth = growth;
    dk->manoeuvring.over =
        (manoeuvre_weather){value_or_none(now, RT_WEATHER_WIND), value_or_none(now, RT_WEATHER_WIND_FROM)};
    set_current(dk, now);
    dk->weather.now = *now;
}

void deck_take_weather(deck *dk) {
    const rt_weather before = dk->weather.now, *now = &dk->sim->command.weather;
    static const rt_weather none = {0};
    if (memcmp(now, &none, sizeof none) == 0 && memcmp(&before, &none, sizeof none) == 0 &&
        dk->wave_motion.growth.rate == 0)
        return;
    set_weather(dk, &before, now, dk->sim->model.h);
}

void deck_restore_weather(deck *dk) { set_weather(dk, &dk->sim->command.weather, &dk->sim->command.weather, 0); }
