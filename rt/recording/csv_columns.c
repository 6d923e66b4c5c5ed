// SPDX-License-Identifier: MIT
// What the time series of a run tells: gauges and anchor of a ship, or the columns that a mechanism's file asks for.
#include "rt/recording/csv.h"
#include <string.h>

static const csv_column_name ship[] = {{"t", "s"},
                                       {"lever", "1"},
                                       {"brake", "1"},
                                       {"clutch", "1"},
                                       {"failsafe", "1"},
                                       {"tension", "N"},
                                       {"anchor_tension", "N"},
                                       {"chain_out", "m"},
                                       {"chain_speed", "m/s"},
                                       {"motor_torque", "N m"},
                                       {"links", "1"},
                                       {"pin_x", "m"},
                                       {"pin_y", "m"},
                                       {"pin_z", "m"},
                                       {"shackle_x", "m"},
                                       {"shackle_y", "m"},
                                       {"shackle_z", "m"},
                                       {"hinge", "rad"},
                                       {"anchor_speed", "m/s"},
                                       {"pin_distance", "m"},
                                       {"regions", "1"},
                                       {"link_contacts", "1"},
                                       {"contact_force", "N"},
                                       {"newton", "1"},
                                       {"phi_max", "m"},
                                       {"stopper", "1"},
                                       {"stopper_load", "N"}};
enum { SHIP = sizeof ship / sizeof ship[0] };

int csv_columns(const sim *s) { return sim_is_mechanism(s) ? 1 + s->sc.model.records.n : SHIP; }

csv_column_name csv_column(const sim *s, int k) {
    if (!sim_is_mechanism(s) || k == 0) return ship[k];
    const scenario_record *r = &s->sc.model.records.item[k - 1];
    return (csv_column_name){r->name.text, scenario_record_unit(&s->sc.model, r)};
}

static void ship_values(const sim *s, double *value) {
    const outcome_input *o = &s->outcome.last;
    const dyn_gauges g = sim_gauges(s);
    const double v[] = {sim_time(s),
                        g.lever,
                        g.brake,
                        g.clutch,
                        g.failsafe,
                        g.tension_n,
                        g.anchor_tension_n,
                        g.chain_out_m,
                        g.speed_m_s,
                        g.motor_torque_nm,
                        (double)tackle_lifter_state_of(&s->lifter, &s->model, &s->state)->links,
                        o->pin.x,
                        o->pin.y,
                        o->pin.z,
                        o->shackle.x,
                        o->shackle.y,
                        o->shackle.z,
                        g.hinge_rad,
                        o->anchor_speed,
                        s->outcome.pin_distance,
                        o->regions,
                        sim_link_contacts(s),
                        o->impact_force,
                        s->step.newton,
                        s->step.phi_max,
                        g.stopper,
                        sim_stopper(s).load};
    _Static_assert(sizeof v / sizeof v[0] == SHIP, "a value for each column");
    memcpy(value, v, sizeof v);
}

void csv_values(sim *s, double *value) {
    if (!sim_is_mechanism(s)) {
        ship_values(s, value);
        return;
    }
    const scenario_model *m = &s->sc.model;
    mechanism_observe(&s->mechanism, &s->state, s->work, &s->command);
    value[0] = sim_time(s);
    for (int k = 0; k < m->records.n; k++)
        value[1 + k] = mechanism_record(&s->mechanism, &m->records.item[k], &s->state, &s->step);
}
