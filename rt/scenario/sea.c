// SPDX-License-Identifier: MIT
// Checks the section `sea` of a ship's scenario; makes its waves.
#include "rt/scenario/scenario.h"

static const double gravity = 9.81; // [m/s²]
// Height over length beyond which a wave on deep water breaks (Michell 1893; DNV-RP-C205 (2010) 3.4.6).
static const double breaks = 0.142;

rt_status scenario_sea_check(const char *file, const scenario *s, int immersion_line, int height_line, rt_diag *d) {
    double height = s->sea.wave_height, length = gravity * s->sea.wave_period * s->sea.wave_period / (2 * M_PI);
    bool acts = s->sea.immersion != SCENARIO_IMMERSION_NONE || s->motion.waves != SCENARIO_MOTION_NONE;
    if (height > 0 && !acts) {
        rt_diag_error(d, file, immersion_line > 0 ? immersion_line : height_line, 0,
                      "sea.wave_height: waves of %g m need sea.immersion: buoyancy_drag to act on anchor and chain, or "
                      "ship.motion.waves to move the ship; found sea.immersion: none",
                      height);
        return RT_ERR_FORMAT;
    }
    if (s->sea.current > 0 && s->sea.immersion == SCENARIO_IMMERSION_NONE &&
        s->motion.manoeuvring == SCENARIO_MANOEUVRING_NONE) {
        rt_diag_error(
            d, file, immersion_line, 0,
            "sea.current: a current of %g m/s needs sea.immersion: buoyancy_drag to act on anchor and chain, or "
            "ship.motion.manoeuvring: mmg to act on the ship; found neither",
            s->sea.current);
        return RT_ERR_FORMAT;
    }
    if (height <= breaks * length) return RT_OK;
    rt_diag_error(
        d, file, height_line, 0,
        "sea.wave_height: a wave of %g s on deep water is %.1f m long and breaks at %.2f m of height: expected "
        "less, found %g m",
        s->sea.wave_period, length, breaks * length, height);
    return RT_ERR_FORMAT;
}

vec3 scenario_current(const scenario *s) {
    double set = s->sea.current_direction;
    return vec3_make(s->sea.current * cos(set), s->sea.current * sin(set), 0);
}

dyn_waves scenario_waves(const scenario *s) {
    const dyn_waves_def def = {.height = s->sea.wave_height,
                               .period = s->sea.wave_period,
                               .direction = s->sea.wave_direction,
                               .phase = s->sea.wave_phase,
                               .gravity = gravity};
    dyn_waves w = s->sea.waves == SCENARIO_WAVES_JONSWAP
                      ? dyn_waves_jonswap(&def, s->sea.peak_enhancement, (uint64_t)s->sea.seed)
                      : dyn_waves_regular(&def);
    w.current = scenario_current(s);
    return w;
}
