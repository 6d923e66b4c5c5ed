// SPDX-License-Identifier: MIT
#include "render/instrument/status_line.h"
#include <math.h>
#include <stdio.h>

enum { ITEMS = 11 };

typedef struct item {
    char text[48];
    uint32_t colour;
    int rank; // the line omits the highest ranks first; 0: empty
} item;

static void set_item(item *i, int rank, uint32_t colour, const char *text) {
    i->rank = rank;
    i->colour = colour;
    snprintf(i->text, sizeof i->text, "%s", text);
}

static void write_time(double t, bool mechanism, char *text, size_t size) {
    int minutes = (int)gauge_clamp(t / 60, 0, 99999);
    if (mechanism)
        snprintf(text, size, "%.4f s", t);
    else
        snprintf(text, size, "%02d:%05.2f", minutes, fmin(fmax(t - 60.0 * minutes, 0), 59.99));
}

// Sets the position that has command.
static void set_command(item *i, const palette *c, const dyn_gauges *v) {
    char text[48];
    bool waits = v->controls & RT_CONTROL_WAITS;
    snprintf(text, sizeof text, "command %s%s", v->controls & RT_CONTROL_REMOTE ? "REMOTE" : "LOCAL",
             waits ? ": lever to neutral" : "");
    set_item(i, 2, waits ? c->warn : c->bright, text);
}

static int list_items(const palette *c, const dyn_snapshot *s, const status_choice *choice, item *list) {
    char text[48];
    const dyn_snapshot_info *info = &s->info;
    const bool mechanism = choice->mechanism;
    int n = 0;
    write_time(s->t, mechanism, text, sizeof text);
    set_item(&list[n++], 1, c->bright, text);
    if (choice->command) set_command(&list[n++], c, &s->gauges);
    snprintf(text, sizeof text, "%.2f s behind", 1e-9 * (double)info->slip_ns);
    if (info->slip_ns > 0) set_item(&list[n++], 3, c->warn, text);
    if (!choice->numbers) {
        set_item(&list[n++], 4, c->dim, "F1 help");
        return n;
    }
    snprintf(text, sizeof text, "misses %llu", (unsigned long long)info->misses);
    set_item(&list[n++], 2, info->misses ? c->warn : c->dim, text);
    snprintf(text, sizeof text, "work %4.0f \xc2\xb5s", 1e-3 * (double)info->work_ns);
    set_item(&list[n++], 5, c->dim, text);
    snprintf(text, sizeof text, "contacts %d", mechanism ? s->n_contacts : info->points);
    set_item(&list[n++], 6, c->dim, text);
    snprintf(text, sizeof text, "links %d", info->links);
    if (!mechanism) set_item(&list[n++], 7, c->dim, text);
    snprintf(text, sizeof text, "Newton %d", info->newton);
    set_item(&list[n++], 8, c->dim, text);
    snprintf(text, sizeof text, "%s %llu", mechanism ? "step" : "frame", (unsigned long long)s->frame);
    if (info->steps > 1)
        snprintf(text, sizeof text, "step %llu, %d a frame", (unsigned long long)s->frame, info->steps);
    set_item(&list[n++], 9, c->dim, text);
    if (choice->software) set_item(&list[n++], 10, c->dim, "software renderer");
    set_item(&list[n++], 4, c->dim, "F1 help");
    return n;
}

float status_line_height(const draw2d *g) { return draw2d_cell_height(g, FONT_SMALL) + 7; }

void status_line_draw(draw2d *g, const palette *c, area strip, const dyn_snapshot *s, const status_choice *choice) {
    item list[ITEMS];
    int n = list_items(c, s, choice, list);
    const float gap = 3 * draw2d_cell_width(g, FONT_SMALL), edge = 10;
    float room = strip.width - 2 * edge;
    bool kept[ITEMS] = {false};
    for (int rank = 1; rank <= ITEMS; rank++)
        for (int i = 0; i < n; i++) {
            float width = draw2d_text_width(g, FONT_SMALL, list[i].text) + gap;
            if (list[i].rank != rank || width - gap > room) continue;
            kept[i] = true;
            room -= width;
        }
    draw2d_backdrop(g, strip.x, strip.y, strip.width, strip.height, c->panel);
    float x = strip.x + edge;
    for (int i = 0; i < n - 1; i++)
        if (kept[i]) x += draw2d_text(g, x, strip.y + 4, FONT_SMALL, DRAW2D_LEFT, list[i].colour, list[i].text) + gap;
    if (kept[n - 1]) // the key of the help is at the right edge
        draw2d_text(g, strip.x + strip.width - edge, strip.y + 4, FONT_SMALL, DRAW2D_RIGHT, list[n - 1].colour,
                    list[n - 1].text);
}

static const float pad = 10, below_bar = 52; // the desk's bar covers the top of the free area [points]

area state_mark_place(const draw2d *g, area free, const state_mark *m) {
    float large = m->text[0] ? draw2d_cell_height(g, FONT_LARGE) : 0,
          small = m->help[0] ? draw2d_cell_height(g, FONT_SMALL) + 2 : 0;
    float width = fmaxf(draw2d_text_width(g, FONT_LARGE, m->text), draw2d_text_width(g, FONT_SMALL, m->help)) + 2 * pad;
    float height = large + small + pad;
    bool fits = width + 16 <= free.width && height + below_bar <= free.height;
    if (large + small == 0 || !fits) return (area){0};
    return (area){free.x + 16, free.y + below_bar, width, height}; // left: the desk's pages cover the right
}

void state_mark_draw(draw2d *g, const palette *c, area place, const state_mark *m) {
    float large = m->text[0] ? draw2d_cell_height(g, FONT_LARGE) : 0, x = place.x + pad, y = place.y + pad / 2;
    draw2d_backdrop(g, place.x, place.y, place.width, place.height, c->panel);
    draw2d_frame(g, place.x, place.y, place.width, place.height, 2, c->warn);
    if (m->text[0]) draw2d_text(g, x, y, FONT_LARGE, DRAW2D_LEFT, c->warn, m->text);
    if (m->help[0]) draw2d_text(g, x, y + large, FONT_SMALL, DRAW2D_LEFT, m->urgent ? c->warn : c->bright, m->help);
}
