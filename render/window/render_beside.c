// SPDX-License-Identifier: MIT
// A second run beside the first: two pictures by one camera.
#include "render/window/render_private.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

rt_status render_load_beside(render *r, const render_def *def, rt_diag *d) {
    SDL_GL_MakeCurrent(r->window.sdl, r->window.context);
    if (def->mechanism || r->frame.scale > 0) {
        rt_diag_error(d, NULL, 0, 0, "--beside: expected two runs of a ship, found a mechanism");
        return RT_ERR_USAGE;
    }
    rt_status status = scene_create(&r->beside.scene, def, r->window.direct, d);
    r->beside.loaded = status == RT_OK;
    r->gauges.strip.beside = r->beside.loaded ? &r->beside.chart : NULL;
    return status;
}

void render_set_beside(render *r, const char *name, const char *other, const dyn_snapshot *s) {
    snprintf(r->beside.name[0], sizeof r->beside.name[0], "A  %s", name);
    snprintf(r->beside.name[1], sizeof r->beside.name[1], "B  %s", other);
    r->beside.shown = s;
}

// The seen area without the desk's panels: bar at its top, pages at its right.
static void find_room(const render *r, const scene_view *v, int room[4]) {
    int box[PANEL_COVERS][4];
    int n = r->panel && r->panel_state ? panel_covers(r->panel, r->window.width, r->window.height, box) : 0;
    memcpy(room, v->seen, sizeof v->seen);
    for (int k = 0; k < n; k++) {
        bool bar = box[k][2] == r->window.width;
        if (bar && box[k][1] < room[1] + room[3]) room[3] = box[k][1] - room[1];
        if (!bar && box[k][0] < room[0] + room[2]) room[2] = box[k][0] - room[0];
    }
}

// Draws the scene in the left or the right half of the room.
static void draw_half(render *r, scene *s, scene_view view, const int room[4], int side) {
    mat4 view_projection;
    const int half = room[2] / 2;
    if (half < 16 || room[3] < 16) return;
    const int frame[4] = {room[0] + side * (half + 1), room[1], half - 1, room[3]};
    memcpy(view.frame, frame, sizeof frame);
    memcpy(view.seen, frame, sizeof frame);
    camera_view_projection(&r->camera, (double)frame[2] / frame[3], view_projection);
    scene_prepare(s, &view, &r->camera);
    window_bind(&r->window);
    glEnable(GL_SCISSOR_TEST); // the scene clears its own half alone
    scene_draw(s, &view, &r->camera, view_projection);
    glViewport(0, 0, r->window.width, r->window.height);
    float px = r->flat.px, x = (float)frame[0] / px + 16, y = (float)(r->window.height - frame[1]) / px - 28;
    draw2d_rect(&r->flat, x - 8, y - 3, draw2d_text_width(&r->flat, FONT_SMALL, r->beside.name[side]) + 16,
                draw2d_cell_height(&r->flat, FONT_SMALL) + 6, 0x0b1016b0);
    draw2d_text(&r->flat, x, y, FONT_SMALL, DRAW2D_LEFT, 0xf2f6f8ff, r->beside.name[side]);
}

void render_draw_beside(render *r, const scene_view *whole) {
    const dyn_snapshot *s = r->beside.shown;
    scene_view other = *whole;
    const dyn_gauges *g = &s->gauges;
    other.body = s->body;
    other.n_bodies = s->n_bodies;
    other.contact = s->contact;
    other.n_contacts = s->n_contacts;
    other.tension_n = display_on(whole->shown, DISPLAY_TENSION) ? s->tension_n : NULL;
    other.mud = s->has_mud ? s->mud : NULL;
    other.ship = dyn_snapshot_ship_pose(&s->ship);
    other.t = s->t;
    other.swell = s->ship.swell;
    other.chain_out_m = g->chain_out_m;
    other.stopper = g->stopper;
    other.controls = g->controls;
    int room[4];
    find_room(r, whole, room);
    draw_half(r, &r->scene, *whole, room, 0);
    draw_half(r, &r->beside.scene, other, room, 1);
}
