// SPDX-License-Identifier: MIT
#include "render/instrument/help.h"
#include "render/view/def.h"
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 96 };

typedef struct help_line {
    char key[24], text[112];
    bool heading, on;
} help_line;

typedef struct page {
    help_line line[LINES];
    int n;
} page;

static help_line *add(page *p, const char *key, const char *text) {
    static help_line beyond;
    help_line *l = p->n < LINES ? &p->line[p->n++] : &beyond;
    *l = (help_line){0};
    snprintf(l->key, sizeof l->key, "%s", key);
    snprintf(l->text, sizeof l->text, "%s", text);
    return l;
}

static void add_heading(page *p, const char *text) { add(p, "", text)->heading = true; }

// text: lines of "KEY  action".
static void add_lines(page *p, const char *text) {
    hints_line one;
    while (hints_next_line(&text, &one)) {
        help_line *l = add(p, "", "");
        snprintf(l->key, sizeof l->key, "%.*s", one.key_length, one.key);
        snprintf(l->text, sizeof l->text, "%.*s", one.what_length, one.what);
    }
}

// Two cameras a line.
static void add_cameras(page *p, const char *const *name, int cameras) {
    char key[24], text[112];
    for (int k = 0; k < cameras; k += 2) {
        bool two = k + 1 < cameras;
        snprintf(key, sizeof key, two ? "%d, %d" : "%d", k + 1, k + 2);
        snprintf(text, sizeof text, two ? "%s, %s" : "%s", name[k], two ? name[k + 1] : "");
        add(p, key, text);
    }
}

static void write_page(page *p, const operator_keys *keys, display shown, int cameras, bool of_mechanism) {
    char text[112];
    const char *who = of_mechanism ? "AT THE LEVER" : "AT THE WINDLASS";
    if (keys->control) {
        snprintf(text, sizeof text, "%s: %s", who, keys->device ? keys->device : "keyboard");
        add_heading(p, text);
        add_lines(p, keys->control);
    } else if (keys->device) {
        snprintf(text, sizeof text, "%s: %s", who, keys->device);
        add_heading(p, text);
    }
    if (keys->desk) {
        add_heading(p, "THE PROGRAM");
        add_lines(p, keys->desk);
    }
    add_heading(p, "CAMERA");
    add_cameras(p, of_mechanism ? render_mechanism_view_name : render_view_name, cameras);
    add_lines(p, "drag  orbit\nright drag  move sideways (middle, too)\nwheel  nearer, farther\n");
    add_heading(p, "THE PICTURE");
    for (int k = 0; k < DISPLAY_SWITCHES; k++) {
        const display_entry *e = &display_entry_of[k];
        if (of_mechanism && e->ship) continue;
        snprintf(text, sizeof text, "%s: %s", e->name, e->help);
        add(p, SDL_GetKeyName(e->key), text)->on = display_on(shown, (display_switch)k);
    }
}

// text: width of the column of keys.
static void draw_line(draw2d *g, const palette *c, const help_line *l, float x, float y, float text, float width) {
    float cell = draw2d_cell_width(g, FONT_SMALL);
    if (l->heading) {
        draw2d_text_within(g, x, y, width, FONT_SMALL, c->warn, l->text);
        return;
    }
    draw2d_text_within(g, x + cell, y, text - cell, FONT_SMALL, c->bright, l->key);
    if (l->on) draw2d_rect(g, x, y + 4, 4, draw2d_cell_height(g, FONT_SMALL) - 8, c->good);
    draw2d_text_within(g, x + text, y, width - text, FONT_SMALL, l->on ? c->good : c->dim, l->text);
}

// Width of the widest key under this heading, with its margins.
static float key_width(const draw2d *g, const page *p, int line) {
    float widest = 0;
    while (line > 0 && !p->line[line].heading) line--;
    for (int i = line + 1; i < p->n && !p->line[i].heading; i++)
        widest = fmaxf(widest, draw2d_text_width(g, FONT_SMALL, p->line[i].key));
    return widest + 3 * draw2d_cell_width(g, FONT_SMALL);
}

// Layout of a page: its box and its columns.
typedef struct sheet {
    area box;
    int columns, split, rows; // split: lines of the first column
    float line;               // height of a line
} sheet;

static const float pad = 12;

// Centres the page in `in`; two columns if they fit or if one is too short. leading: between two lines. False: not
// every line fits.
static bool lay_out(const page *p, const draw2d *g, area in, float leading, sheet *s) {
    float column = 78 * draw2d_cell_width(g, FONT_SMALL);
    s->line = draw2d_cell_height(g, FONT_SMALL) + leading;
    int room = (int)((in.height - 2 * pad - 8) / s->line);
    s->columns = in.width >= 1.6f * column || p->n > room ? 2 : 1;
    s->split = (p->n + s->columns - 1) / s->columns;
    if (s->columns == 2 && p->line[s->split - 1].heading) s->split--;
    int needed = s->split > p->n - s->split ? s->split : p->n - s->split;
    s->rows = needed < room ? needed : room;
    float width = fminf((float)s->columns * (column + pad) + pad, in.width - 8),
          height = (float)s->rows * s->line + 2 * pad;
    s->box = (area){in.x + (in.width - width) / 2, in.y + (in.height - height) / 2, width, height};
    return needed <= room;
}

void help_draw(draw2d *g, const palette *c, const operator_keys *keys, display shown, int cameras, bool of_mechanism,
               area free) {
    page p = {.n = 0};
    sheet s;
    write_page(&p, keys, shown, cameras, of_mechanism);
    const area whole = {0, 0, g->width, g->height};
    if (!lay_out(&p, g, free, 2, &s) && !lay_out(&p, g, whole, 2, &s)) lay_out(&p, g, whole, 0, &s);
    if (s.rows < 1 || s.box.width < 200) return;
    draw2d_backdrop(g, s.box.x, s.box.y, s.box.width, s.box.height, c->panel);
    draw2d_frame(g, s.box.x, s.box.y, s.box.width, s.box.height, 1, c->edge);
    float each = (s.box.width - pad) / (float)s.columns;
    for (int i = 0; i < p.n; i++) {
        int place = i < s.split ? i : i - s.split;
        float x = s.box.x + pad + (i < s.split ? 0 : each), y = s.box.y + pad + s.line * (float)place;
        if (place < s.rows) draw_line(g, c, &p.line[i], x, y, key_width(g, &p, i), each - pad);
    }
}
