// SPDX-License-Identifier: MIT
#include "rt/report/peaks.h"
#include "dynamics/snapshot/snapshot.h"
#include "rt/deck/deck.h"
#include <stdio.h>

static void write_peak(rt_json *j, const char *peak, double t, double force, const vec3 *place, const char *text) {
    rt_json_object(j, NULL);
    rt_json_text(j, "peak", peak);
    rt_json_number(j, "t_s", t);
    rt_json_number(j, "force_n", force);
    if (place) {
        rt_json_array(j, "place_m");
        rt_json_number(j, NULL, place->x), rt_json_number(j, NULL, place->y), rt_json_number(j, NULL, place->z);
        rt_json_end(j);
    }
    rt_json_text(j, "text", text);
    rt_json_end(j);
}

void report_peaks_write(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    const outcome *o = &s->outcome;
    char text[160];
    if (!ship) return;
    const double *lifter = s->sc.ship.lifter;
    const vec3 at_lifter = vec3_make(lifter[0], lifter[1], lifter[2]);
    rt_json_array(j, "peaks");
    if (o->peak_tension_n > 0)
        write_peak(j, "tension", o->peak_tension_s, o->peak_tension_n, &at_lifter, "highest tension, at the lifter");
    if (o->peak_breaking_share > 0) {
        snprintf(text, sizeof text, "most loaded link: link %d from the anchor, %.1f %% of its breaking load",
                 o->peak_link, 100 * o->peak_breaking_share);
        write_peak(j, "chain_load", o->peak_breaking_s, o->peak_breaking_share * ship->strength.def.breaking, NULL,
                   text);
    }
    if (o->max_impact_n > 0) {
        snprintf(text, sizeof text, "largest force on the hull: %s on %s",
                 dyn_anchor_part_name((dyn_anchor_part)o->max_impact_part),
                 dyn_hull_face_name((dyn_hull_face)o->max_impact_face));
        write_peak(j, "hull_force", o->max_impact_s, o->max_impact_n, &o->max_impact_at, text);
    }
    rt_json_end(j);
}

void report_brake_write(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    const outcome *o = &s->outcome;
    if (!ship) return;
    const tackle_windlass *w = &ship->windlass;
    rt_json_object(j, "brake");
    rt_json_number(j, "heat_j", tackle_windlass_state_of(w, &s->model, &s->state)->band.heat);
    rt_json_number(j, "lining_c", o->last.lining);
    rt_json_number(j, "peak_lining_c", o->peak_lining_c);
    rt_json_number(j, "peak_lining_s", o->peak_lining_s);
    rt_json_number(j, "fades_c", w->band.def.fade_start);
    rt_json_number(j, "capacity_share", o->last.brake_share); // left by heat and wear
    rt_json_number(j, "least_capacity_share", o->least_brake_share);
    rt_json_end(j);
}

void report_soil_write(rt_json *j, const sim *s) {
    const deck *ship = deck_of(s);
    const outcome *o = &s->outcome;
    if (!ship || ship->ground_carried.n == 0) return;
    rt_json_object(j, "soil");
    rt_json_number(j, "carried_kg", o->last.soil);
    rt_json_number(j, "peak_carried_kg", o->peak_soil_kg);
    rt_json_number(j, "peak_carried_s", o->peak_soil_s);
    rt_json_end(j);
}
