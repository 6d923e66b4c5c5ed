// SPDX-License-Identifier: MIT
#include "render/help.h"
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 96, KEY_CELLS = 14 };

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

// A line each of "KEY  what it does".
static void add_lines(page *p, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n"), key = 0;
        while (key + 1 < length && !(text[key] == ' ' && text[key + 1] == ' ')) key++;
        size_t from = key;
        while (from < length && text[from] == ' ') from++;
        help_line *l = add(p, "", "");
        snprintf(l->key, sizeof l->key, "%.*s", (int)key, text);
        snprintf(l->text, sizeof l->text, "%.*s", (int)(length - from), text + from);
        text += length + (text[length] == '\n');
    }
}

static void fill(page *p, const operator_keys *keys, display shown, int cameras) {
    char text[112];
    if (keys->control) {
        snprintf(text, sizeof text, "AT THE WINDLASS: %s", keys->device ? keys->device : "keyboard");
        add_heading(p, text);
        add_lines(p, keys->control);
    } else if (keys->device) {
        snprintf(text, sizeof text, "AT THE WINDLASS: %s", keys->device);
        add_heading(p, text);
    }
    if (keys->desk) {
        add_heading(p, "THE PROGRAM");
        add_lines(p, keys->desk);
    }
    add_heading(p, "CAMERA");
    snprintf(text, sizeof text, "1 .. %d  cameras\ndrag  orbit\nright drag  move sideways (middle, too)\nwheel  nearer, farther\n",
             cameras);
    add_lines(p, text);
    add_heading(p, "THE PICTURE");
    for (int k = 0; k < DISPLAY_SWITCHES; k++) {
        const display_entry *e = &display_entry_of[k];
        snprintf(text, sizeof text, "%s: %s", e->name, e->help);
        add(p, SDL_GetKeyName(e->key), text)->on = display_on(shown, (display_switch)k);
    }
}

static void draw_line(draw2d *g, const palette *c, const help_line *l, float x, float y, float width) {
    float cell = draw2d_cell_width(g, FONT_SMALL), text = KEY_CELLS * cell;
    if (l->heading) {
        draw2d_text_within(g, x, y, width, FONT_SMALL, c->warn, l->text);
        return;
    }
    draw2d_text_within(g, x + cell, y, text - 2 * cell, FONT_SMALL, c->bright, l->key);
    if (l->on) draw2d_rect(g, x, y + 4, 4, draw2d_cell_height(g, FONT_SMALL) - 8, c->good);
    draw2d_text_within(g, x + text, y, width - text, FONT_SMALL, l->on ? c->good : c->dim, l->text);
}

void help_draw(draw2d *g, const palette *c, const operator_keys *keys, display shown, int cameras, area free) {
    page p = {.n = 0};
    fill(&p, keys, shown, cameras);
    const float pad = 14, line = draw2d_cell_height(g, FONT_SMALL) + 2, column = 66 * draw2d_cell_width(g, FONT_SMALL);
    int columns = free.width >= 2 * column + 3 * pad + 8 || (float)p.n * line > free.height - 2 * pad - 8 ? 2 : 1;
    int rows = (p.n + columns - 1) / columns, room = (int)((free.height - 2 * pad - 8) / line);
    if (rows > room) rows = room;
    if (rows < 1 || free.width < 200) return;
    float width = fminf((float)columns * (column + pad) + pad, free.width - 8), height = (float)rows * line + 2 * pad;
    area a = {free.x + (free.width - width) / 2, free.y + (free.height - height) / 2, width, height};
    draw2d_backdrop(g, a.x, a.y, a.width, a.height, c->panel);
    draw2d_frame(g, a.x, a.y, a.width, a.height, 1, c->edge);
    float each = (a.width - pad) / (float)columns;
    for (int i = 0; i < p.n && i < rows * columns; i++)
        draw_line(g, c, &p.line[i], a.x + pad + each * (float)(i / rows), a.y + pad + line * (float)(i % rows),
                  each - pad);
}
