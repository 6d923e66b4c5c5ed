// SPDX-License-Identifier: MIT
#include "render/instrument/gauges.h"
#include "render/instrument/help.h"
#include "render/instrument/timing_draw.h"

// A failed sensor raises no alarm.
static void note_alarms(gauges *p, const dyn_snapshot *s) {
    const dyn_gauges known = safety_infer(&p->chart.safety, &s->gauges), shown = dyn_gauges_shown(&known);
    const alarm_limits limits = gauge_alarm_limits(&p->marks);
    alarm_log_update(&p->alarms, alarm_conditions(&shown, &limits), &shown, s->t);
}

void gauges_note(gauges *p, const dyn_snapshot *s) {
    strip_chart_add(&p->chart, s);
    timing_log_add(&p->timing, s);
    if (!p->mechanism && !p->alarms_given) note_alarms(p, s);
    hints_note(&p->hints, s, &p->alarms);
    // a snapshot of the same or of an earlier time, after a rewind, changes the numbers at once
    double passed = s->t - p->read_t;
    if (passed > 0 && passed < GAUGES_READ_S) return;
    p->read = dyn_gauges_shown(&s->gauges);
    p->conning = s->ship.conning;
    p->read_t = s->t;
    p->timing_read = p->timing;
}

void gauges_write_hint(const gauges *p, const dyn_snapshot *s, display shown, char *text, size_t size) {
    hints_step step = hints_next(&p->hints, s, &p->alarms, display_on(shown, DISPLAY_HELP));
    text[0] = 0;
    if (!p->mechanism) hints_text(&p->hints, step, &s->gauges, &p->alarms, text, size); // they are a windlass's
}

// Writes hint and message for this snapshot; "": none.
static void write_texts(const gauges *p, const dyn_snapshot *s, display shown, notice *hint, notice *message) {
    hint->alarm[0] = message->alarm[0] = 0;
    gauges_write_hint(p, s, shown, hint->text, sizeof hint->text);
    notice_of(s, &p->alarms, &p->marks, p->now_ns, message);
    if (!display_on(shown, DISPLAY_GAUGES)) *message = (notice){0};
}

// Cuts a strip of this height off the lower edge of the free area, if a quarter of the picture remains free.
static area reserve_below(area *free, float height, float picture) {
    if (height <= 0 || free->height - height < picture / 4) return (area){0};
    free->height -= height;
    return (area){free->x, free->y + free->height, free->width, height};
}

gauges_layout gauges_lay_out(const gauges *p, const draw2d *g, const dyn_snapshot *s, display shown) {
    notice hint, message;
    gauges_layout l = {.free = {0, 0, g->width, g->height}};
    write_texts(p, s, shown, &hint, &message);
    if (display_on(shown, DISPLAY_GAUGES)) {
        if (!p->mechanism) l.gauge = console_lay_out(g->width, g->height);
        l.console = reserve_below(&l.free, l.gauge.height, g->height);
        l.conning = reserve_below(&l.free, conning_height(g, &p->conning), g->height); // clear of the desk's bar
        float height = status_line_height(g);
        if (l.free.height - height > g->height / 4) {
            l.status = (area){0, 0, g->width, height};
            l.free.y += height;
            l.free.height -= height;
        }
    }
    l.notice = reserve_below(&l.free, notice_height(g, &message), g->height);
    l.hint = reserve_below(&l.free, notice_height(g, &hint), g->height);
    if (display_on(shown, DISPLAY_CHARTS) && !p->mechanism) {
        // the charts are next to the console, hint and notice above them
        area chart = reserve_below(&l.free, strip_height(&p->strip, g->width, g->height), g->height);
        if (chart.height > 0) {
            chart.y += l.hint.height + l.notice.height;
            if (l.hint.height > 0) l.hint.y -= chart.height;
            if (l.notice.height > 0) l.notice.y -= chart.height;
            l.chart = l.plots = chart;
        }
    }
    if (display_on(shown, DISPLAY_WATCH) && !p->mechanism) l.watch = watch_panel_place(g, &s->watch, l.free);
    area rest = l.free;
    if (l.watch.height > 0) rest.width = l.watch.x - rest.x;
    if (display_on(shown, DISPLAY_TIMING)) l.timing = timing_place(g, &p->timing_read, rest);
    l.state = state_mark_place(g, rest, &p->state);
    return l;
}

static bool overlap(const area *a, const area *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

// Moves the anchor watch from under the panel to the left edge, if nothing else is there.
static void move_watch(gauges_layout *l, const area *panel) {
    if (l->watch.height == 0 || !overlap(&l->watch, panel)) return;
    l->watch.x = l->free.x + 6;
    bool taken = overlap(&l->watch, panel) || (l->timing.height > 0 && overlap(&l->watch, &l->timing)) ||
                 (l->state.height > 0 && overlap(&l->watch, &l->state));
    if (taken) l->watch = (area){0};
}

void gauges_move_beside(const gauges *p, gauges_layout *l, const area *panel) {
    float width = panel->x - l->plots.x;
    move_watch(l, panel);
    bool hides = panel->y < l->plots.y + l->plots.height && panel->y + panel->height > l->plots.y;
    if (hides && width < l->plots.width && width >= strip_least_width(&p->strip, l->chart.width))
        l->plots.width = width;
}

// The gauges with the state of the controls' safety: a recording has it in its alarms only.
static dyn_gauges infer_safety(const gauges *p, const dyn_gauges *v) {
    dyn_gauges known = safety_infer(&p->chart.safety, v);
    if (!p->alarms_given) return known;
    known.estop = alarm_log_holds(&p->alarms, ALARM_ESTOP);
    if (alarm_log_holds(&p->alarms, ALARM_SIGNAL)) known.safety = RT_SAFETY_STALE;
    return known;
}

static void draw_console(const gauges *p, draw2d *g, const palette *c, const gauges_layout *l, const dyn_gauges *v) {
    const dyn_gauges known = infer_safety(p, v);
    const gauge one = {g, c, &known, &p->read, &p->marks, l->gauge.full, p->now_ns < p->lamps_until_ns};
    draw2d_backdrop(g, l->console.x, l->console.y, l->console.width, l->console.height, c->panel);
    draw2d_rect(g, 0, l->console.y, g->width, 1, c->edge);
    console_draw(&one, &l->gauge);
}

// A recording does not have the number of positions: its replay shows the remote one only.
static void draw_status(const gauges *p, draw2d *g, const palette *c, area strip, const dyn_snapshot *s,
                        display shown) {
    const status_choice choice = {.software = p->software,
                                  .mechanism = p->mechanism,
                                  .numbers = display_on(shown, DISPLAY_NUMBERS),
                                  .command = p->hints.keys.two_positions || s->gauges.controls & RT_CONTROL_REMOTE};
    status_line_draw(g, c, strip, s, &choice);
}

void gauges_draw(const gauges *p, draw2d *g, const gauges_layout *l, const dyn_snapshot *s, const dyn_gauges *v,
                 display shown) {
    const palette *c = palette_of(display_on(shown, DISPLAY_NIGHT));
    notice hint, message;
    write_texts(p, s, shown, &hint, &message);
    if (l->status.height > 0) draw_status(p, g, c, l->status, s, shown);
    if (l->conning.height > 0) conning_draw(g, c, l->conning, &p->conning);
    if (l->notice.height > 0) notice_draw(g, c, l->notice, &message, c->notice, v->housed ? c->good : c->warn);
    if (l->hint.height > 0) notice_draw(g, c, l->hint, &hint, c->hint, c->bright);
    if (l->chart.height > 0) strip_draw(g, c, &p->chart, &p->strip, &p->marks, l->chart, l->plots);
    if (l->console.height > 0) draw_console(p, g, c, l, v);
    if (l->watch.height > 0) watch_panel_draw(g, c, s, shown & DISPLAY_BRIDGE, p->swept, l->watch);
    if (l->timing.height > 0) timing_draw(g, c, &p->timing_read, l->timing);
    if (l->state.height > 0) state_mark_draw(g, c, l->state, &p->state);
}

void gauges_draw_help(const gauges *p, draw2d *g, const gauges_layout *l, display shown) {
    const palette *c = palette_of(display_on(shown, DISPLAY_NIGHT));
    if (display_on(shown, DISPLAY_HELP)) help_draw(g, c, &p->hints.keys, shown, p->cameras, p->mechanism, l->free);
}
