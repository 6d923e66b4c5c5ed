// SPDX-License-Identifier: MIT
// Checks the section `sea` of a ship's scenario; makes its waves.
#include "rt/scenario/scenario.h"

static const double gravity = 9.81; // [m/s²]
// Height over length beyond which a wave on deep water breaks (Michell 1893; DNV-RP-C205 (2010) 3.4.6).
static const double breaks = 0.142;

// Keys that only act on an immersed anchor and chain; NULL: none is used.
static const char *needs_immersion(const scenario *s) {
    if (s->sea.added_mass) return "sea.added_mass";
    if (s->sea.fluke_lift) return "sea.fluke_lift";
    if (s->sea.held_water > 0) return "sea.held_water";
    return s->sea.shelter ? "sea.shelter" : NULL;
}

// Checks what the water's further forces need. Returns RT_ERR_FORMAT with a message.
static rt_status check_water(const char *file, const scenario *s, int line, rt_diag *d) {
    const char *key = needs_immersion(s);
    bool has_hull = s->motion.length > 0 && s->motion.beam > 0 && s->motion.draught > 0;
    if (key && s->sea.immersion == SCENARIO_IMMERSION_NONE) {
        rt_diag_error(d, file, line, 0, "%s needs sea.immersion: buoyancy_drag; found none", key);
        return RT_ERR_FORMAT;
    }
    if (s->sea.shelter && !has_hull) {
        rt_diag_error(
            d, file, 0, 0,
            "sea.shelter needs the hull's ship.motion.length, beam and draught above 0; found %g, %g and %g m",
            s->motion.length, s->motion.beam, s->motion.draught);
        return RT_ERR_FORMAT;
    }
    if (s->sea.current_depth > 0 && s->sea.current_depth < s->motion.draught) {
        rt_diag_error(d, file, 0, 0, "sea.current_depth: expected more than the draught of %g m; found %g m",
                      s->motion.draught, s->sea.current_depth);
        return RT_ERR_FORMAT;
    }
    return RT_OK;
}

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
    if (check_water(file, s, immersion_line, d) != RT_OK) return RT_ERR_FORMAT;
    if (height <= breaks * length) return RT_OK;
    rt_diag_error(
        d, file, height_line, 0,
        "sea.wave_height: a wave of %g s on deep water is %.1f m long and breaks at %.2f m of height: expected "
        "less, found %g m",
        s->sea.wave_period, length, breaks * length, height);
    return RT_ERR_FORMAT;
}

dyn_current scenario_current(const scenario *s) {
    double set = s->sea.current_direction, drift = s->wind.drift * s->wind.speed;
    return (dyn_current){.tide = {s->sea.current * cos(set), s->sea.current * sin(set), 0},
                         .drift = {-drift * cos(s->wind.from), -drift * sin(s->wind.from), 0},
                         .depth = s->sea.current_depth};
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
