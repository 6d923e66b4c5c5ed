// SPDX-License-Identifier: MIT
// Fills the charts from the recorded channels: after a jump the replay has not run the minute before.
#include "rt/debrief/private.h"
#include <math.h>
#include <string.h>

#define MINUTE_S 60.0 // that the charts show

// Gauge of each recorded channel.
typedef enum reading {
    LEVER,
    BRAKE,
    CLUTCH,
    FAILSAFE,
    TENSION,
    ANCHOR,
    CHAIN,
    SPEED,
    TORQUE,
    HINGE,
    STOPPER,
    ROLL,
    PITCH,
    HAWSE,
    READINGS
} reading;
static const char *const name_of[READINGS] = {"lever",          "brake",     "clutch",      "failsafe",     "tension",
                                              "anchor_tension", "chain_out", "chain_speed", "motor_torque", "hinge",
                                              "stopper",        "roll",      "pitch",       "hawse_speed"};

// Finds the columns of the readings; -1: not recorded.
static void find_columns(const rt_player *p, int column[READINGS]) {
    const char *text = rt_play_header(p)->channels;
    for (int r = 0; r < READINGS; r++) column[r] = -1;
    for (int k = 0; k < rt_play_n_channels(p); k++, text += strcspn(text, "\n") + 1)
        for (int r = 0; r < READINGS; r++)
            if (strlen(name_of[r]) == strcspn(text, "\t") && strncmp(text, name_of[r], strlen(name_of[r])) == 0)
                column[r] = k;
}

// Gauges and ship of a row; NaN where nothing is recorded, which the charts leave out.
static void read_row(const int column[READINGS], const double *value, dyn_snapshot *s) {
    dyn_gauges g = {0};
#define NONE(member, sensors) g.member = (double)NAN;
    DYN_READINGS(NONE)
#undef NONE
    double v[READINGS];
    for (int r = 0; r < READINGS; r++) v[r] = column[r] < 0 ? (double)NAN : value[column[r]];
    g.lever = v[LEVER], g.brake = v[BRAKE];
    g.clutch = v[CLUTCH] > 0, g.failsafe = v[FAILSAFE] > 0, g.stopper = (uint8_t)(v[STOPPER] > 0 ? v[STOPPER] : 0);
    g.tension_n = v[TENSION], g.anchor_tension_n = v[ANCHOR], g.chain_out_m = v[CHAIN], g.speed_m_s = v[SPEED];
    g.motor_torque_nm = v[TORQUE], g.hinge_rad = v[HINGE];
    s->gauges = g;
    s->ship = (dyn_snapshot_ship){.roll_rad = v[ROLL], .pitch_rad = v[PITCH], .hawse_m_s = v[HAWSE]};
}

static void fill(render *window, replay *r, bool beside) {
    static dyn_snapshot s;
    const double h = r->sim->model.h, end = sim_time(r->sim), begin = fmax(end - MINUTE_S, 0);
    int column[READINGS];
    uint64_t frame;
    const double *value;
    bool first = true;
    find_columns(r->player, column);
    rt_play_seek(r->player, (uint64_t)(begin / h));
    while (rt_play_next_channels(r->player, &frame, &value) && frame < r->next) {
        s.t = h * (double)(frame + 1);
        read_row(column, value, &s);
        if (s.t < begin) continue;
        render_record_charts(window, &s, beside, first);
        first = false;
    }
    rt_play_seek(r->player, r->next); // the replay reads on from here
}

void debrief_fill_charts(debrief *b) {
    if (!b->view.replay->sim->kind->has_windlass) return;
    fill(b->window, b->view.replay, false);
    if (!b->other.open) return;
    debrief_follow(b);
    fill(b->window, &b->other.replay, true);
}
