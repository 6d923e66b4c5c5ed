// SPDX-License-Identifier: MIT
// Fills the panels with the state of the replay.
#include "rt/debrief/private.h"

void debrief_update_panels(debrief *b, int64_t now_ns) {
    panel_state *p = &b->shown;
    const sim *s = b->view.replay->sim;
    double t = debrief_time(b), h = s->model.h;
    *p = (panel_state){.scenario = b->def->file,
                       .recorded = true,
                       .started = true,
                       .running = b->view.playing,
                       .speed = b->view.speed,
                       .reached = speed_meter_update(&b->speed, now_ns, t, b->view.playing, b->view.speed),
                       .t = t,
                       .t_first = h * (double)b->view.from,
                       .t_last = h * (double)b->view.to,
                       .mark = b->marks.mark,
                       .n_marks = b->marks.n,
                       .has_part = b->has_part,
                       .part_in = b->part_in,
                       .part_out = b->part_out,
                       .message = b->message,
                       .message_is_error = b->message_is_error};
    views_write(b->window, s->kind->has_windlass, b->shown_switch, p);
    if (!s->kind->has_windlass) p->n_charts = 0;
    alarms_write(render_alarms(b->window), s, p);
    render_set_panel_state(b->window, p);
}
