// SPDX-License-Identifier: MIT
// Draws legends from the top left down, and labels beside their objects, without overlap and not behind panels.
#include "render/overlay/place.h"
#include "render/overlay/private.h"
#include "render/text/colour_map.h"
#include "render/text/palette.h"
#include <stdio.h>
#include <string.h>

static const float line = 22, clear = 4; // of a legend; margin round a panel

typedef struct text_page {
    draw2d *g;
    const palette *c;
    uint32_t back; // the scene shows through
    const overlay_view *v;
    place_page places;
} text_page;

// Claims a place for a legend of this size and draws its background. Returns false if there is none.
static bool place_legend(text_page *p, float width, float height, area *r) {
    if (!place_in_column(&p->places, width, height, r)) return false;
    draw2d_rect(p->g, r->x, r->y, r->width, r->height, p->back);
    return true;
}

typedef struct key_entry {
    uint32_t colour;
    const char *text;
} key_entry;

static void draw_key_legend(text_page *p, const char *name, const key_entry *key, int n) {
    float width = draw2d_text_width(p->g, FONT_SMALL, name) + 10;
    area r;
    for (int k = 0; k < n; k++) width += draw2d_text_width(p->g, FONT_SMALL, key[k].text) + 34;
    if (!place_legend(p, width, line, &r)) return;
    float x = r.x + 6, y = r.y + 3;
    x += draw2d_text(p->g, x, y, FONT_SMALL, DRAW2D_LEFT, p->c->bright, name) + 12;
    for (int k = 0; k < n; k++) {
        draw2d_rect(p->g, x, y + 4, 12, 8, key[k].colour);
        x += 17 + draw2d_text(p->g, x + 17, y, FONT_SMALL, DRAW2D_LEFT, p->c->dim, key[k].text) + 12;
    }
}

// Colour scale with numbers at 0, half and the end.
static void draw_scale_legend(text_page *p, const char *name, double full, const char *unit) {
    const float width = 180, steps = 45, bar = 6 + draw2d_text_width(p->g, FONT_SMALL, name) + 10;
    area r;
    if (!place_legend(p, bar + width + 34, line + 18, &r)) return;
    float x = r.x + bar, y = r.y;
    draw2d_text(p->g, r.x + 6, y + 3, FONT_SMALL, DRAW2D_LEFT, p->c->bright, name);
    for (float k = 0; k < steps; k++)
        draw2d_rect(p->g, x + k * width / steps, y + 5, width / steps, 12, colour_map((double)(k / (steps - 1))));
    for (int k = 0; k < 3; k++) {
        float at = x + width * (float)k / 2;
        draw2d_rect(p->g, at - 0.5f, y + 5, 1, 15, p->c->bright);
        draw2d_printf(p->g, at, y + 20, FONT_SMALL, k ? DRAW2D_CENTRE : DRAW2D_LEFT, p->c->dim, k ? "%g" : "%g %s",
                      full * k / 2, unit);
    }
}

// Projects a point into the picture [points]. Returns false if it is behind the camera.
static bool project(const text_page *p, vec3 at, float *x, float *y) {
    double u, v;
    if (!camera_project(p->v->view_projection, at, &u, &v)) return false;
    *x = (float)u * p->g->width;
    *y = (float)v * p->g->height;
    return true;
}

// Draws a label beside a point, with a line to it. Omits it if it does not fit or the point is not visible.
static void draw_label(text_page *p, vec3 at, bool left_first, uint32_t colour, const char *text) {
    float x, y;
    area r;
    if (!project(p, at, &x, &y)) return;
    if (!place_beside(&p->places, x, y, draw2d_text_width(p->g, FONT_SMALL, text) + 10, line, left_first, &r)) return;
    draw2d_line(p->g, x, y, r.x < x ? r.x + r.width : r.x, r.y + line / 2, 1.5f, colour);
    draw2d_rect(p->g, r.x, r.y, r.width, r.height, p->back);
    draw2d_frame(p->g, r.x, r.y, r.width, r.height, 1, colour);
    draw2d_text(p->g, r.x + 5, r.y + 3, FONT_SMALL, DRAW2D_LEFT, p->c->bright, text);
}

static void label_reactions(text_page *p, const overlay *o) {
    static const char *const name[DYN_SHOW_JOINTS] = {"hinge", "shackle"};
    for (int k = 0; k < p->v->s->n_reactions; k++) {
        const dyn_snapshot_reaction *r = &p->v->s->reaction[k];
        char text[64];
        snprintf(text, sizeof text, "%s %.0f kN", name[k], vec3_norm(r->force) / 1e3);
        draw_label(p, overlay_tip(&o->def, r->position, r->force), false, overlay_reaction, text);
    }
}

static bool is_seen(const text_page *p, vec3 at) {
    const area *seen = &p->places.seen;
    float x, y;
    return project(p, at, &x, &y) && x > seen->x && x < seen->x + seen->width && y > seen->y &&
           y < seen->y + seen->height;
}

// Beside the hand, or beside the part if the hand is out of the picture.
static void label_pull(text_page *p) {
    double force = p->v->s->pull.force_n;
    bool large = force >= 1e3;
    char text[48];
    vec3 end[2];
    if (!overlay_pull_ends(p->v, end)) return;
    snprintf(text, sizeof text,
             large        ? "pull %.1f kN"
             : force < 10 ? "pull %.2g N"
                          : "pull %.0f N",
             large ? force / 1e3 : force);
    draw_label(p, end[is_seen(p, end[1])], false, overlay_pull, text);
}

// Draws a ring round the point; no label may cover it. Returns the point's x, 0 if it is not visible.
static float draw_ring(text_page *p, vec3 at) {
    const float radius = 12;
    float x, y;
    if (!is_seen(p, at) || !project(p, at, &x, &y)) return 0;
    draw2d_arc(p->g, x, y, radius - 3, radius, 0, 6.2832f, overlay_held);
    place_reserve(&p->places, &(area){x - radius, y - radius, 2 * radius, 2 * radius});
    return x;
}

static void label_hold(text_page *p, const overlay_hold *h, bool left_first) {
    const dyn_snapshot *s = p->v->s;
    const dyn_snapshot_contact *c = &s->contact[h->contact];
    const dyn_snapshot_body *b = &s->body[c->body];
    char part[64] = "shank", text[128];
    if (b->kind == DYN_SHOW_HEAD) snprintf(part, sizeof part, "head");
    if (b->kind == DYN_SHOW_LINK) snprintf(part, sizeof part, "link %d", b->number);
    if (c->part && c->face)
        snprintf(part, sizeof part, "%s on %s,", dyn_anchor_part_name(c->part), dyn_hull_face_name(c->face));
    snprintf(text, sizeof text, "holds: %s %.0f kN, friction %.0f %%", part, h->normal_n / 1e3, 100 * h->friction_used);
    draw_label(p, c->position, left_first, overlay_held, text);
}

// Labels lie outward from the mean position of the holding contacts.
static void label_holds(text_page *p) {
    const dyn_snapshot *s = p->v->s;
    overlay_hold hold[OVERLAY_HOLDS];
    float x[OVERLAY_HOLDS], middle = 0;
    int n = overlay_hold_applies(s) ? overlay_find_holds(s, hold) : 0;
    for (int k = 0; k < n; k++) {
        x[k] = draw_ring(p, s->contact[hold[k].contact].position);
        middle += x[k] / (float)n;
    }
    for (int k = 0; k < n; k++) label_hold(p, &hold[k], x[k] < middle - 1);
}

// Keeps labels off the panels, where they could not be read.
static void reserve_panels(text_page *p) {
    for (int k = 0; k < p->v->n_covered; k++) {
        const int *box = p->v->covered[k];
        float px = p->g->px, bottom = p->g->height - (float)box[1] / px, height = (float)box[3] / px;
        place_reserve(&p->places, &(area){(float)box[0] / px - clear, bottom - height - clear,
                                          (float)box[2] / px + 2 * clear, height + 2 * clear});
    }
}

void overlay_text(const overlay *o, const overlay_view *v, draw2d *g) {
    static const key_entry contact[2] = {{overlay_sticks, "sticks"}, {overlay_slides, "slides"}};
    const key_entry trail[3] = {{trail_colour[TRAIL_PIN], "crown pin"},
                                {trail_colour[TRAIL_SHACKLE], "shackle"},
                                {trail_colour[TRAIL_TIP], "fluke tips"}};
    static const key_entry reaction[1] = {{overlay_reaction, "hinge, shackle; thin: along the links"}};
    char seconds[32];
    snprintf(seconds, sizeof seconds, "last %.0f s", TRAIL_SECONDS);
    float top = (float)(v->height - v->bottom - v->rows) / g->px, rows = (float)v->rows / g->px;
    const palette *c = palette_of(display_on(v->shown, DISPLAY_NIGHT));
    text_page p = {
        .g = g, .c = c, .back = (c->panel & 0xffffff00) | 0xc8, .v = v, .places.seen = {0, top, g->width, rows}};
    reserve_panels(&p);
    label_pull(&p);
    if (display_on(v->shown, DISPLAY_TENSION)) draw_scale_legend(&p, "tension", o->def.tension_max_n / 1e3, "kN");
    if (display_on(v->shown, DISPLAY_INDENTATION))
        draw_scale_legend(&p, "indentation", 1e3 * dent_scale(&o->dent), "mm");
    if (display_on(v->shown, DISPLAY_REGIONS)) draw_key_legend(&p, "contacts", contact, 2);
    if (display_on(v->shown, DISPLAY_TRAILS)) draw_key_legend(&p, seconds, trail, 3);
    if (display_on(v->shown, DISPLAY_REACTIONS)) draw_key_legend(&p, "reactions", reaction, 1);
    if (display_on(v->shown, DISPLAY_REACTIONS)) label_reactions(&p, o);
    if (display_on(v->shown, DISPLAY_FORCES)) label_holds(&p);
}
