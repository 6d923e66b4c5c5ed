// SPDX-License-Identifier: MIT
#include "render/overlay/private.h"
#include <string.h>

#define PLANE_PX 14 // least half width of a region's plane [px]

// Finds the vertex of the head that reaches farthest along z, on either side of the middle plane.
static void find_fluke_tips(const contact_mesh *head, vec3 tip[2]) {
    tip[0] = tip[1] = vec3_make(0, 0, 0);
    for (int i = 0; head && i < head->nv; i++) {
        vec3 v = head->vertex[i];
        if (v.z > tip[v.x < 0].z) tip[v.x < 0] = v;
    }
}

// Distance from the first link's middle to the bearing point of the anchor's shackle: half the link's inside length
// [m].
static double find_shackle_point(const render_def *def) {
    for (int i = 0; i < def->n_special; i++) {
        const render_link *l = &def->special[i];
        if (l->number == 0 && l->length > 0) return 0.5 * l->length - l->bar_diameter;
    }
    return 2 * def->bar_diameter;
}

rt_status overlay_create(overlay *o, const render_def *def, rt_diag *d) {
    memset(o, 0, sizeof *o);
    o->def = *def;
    find_fluke_tips(def->head, o->tip);
    o->def.hull = o->def.shank = o->def.head = NULL;
    o->def.n_special = 0;
    o->def.mechanism = NULL;
    o->shackle_at = find_shackle_point(def);
    dent_reset(&o->dent, def->bar_diameter > 0 ? 0.4 * def->bar_diameter : 0.025);
    return paint_create(&o->paint, d);
}

void overlay_free(overlay *o) { paint_free(&o->paint); }

static const dyn_snapshot_body *find_body(const dyn_snapshot *s, const dyn_snapshot_body *body, int kind) {
    for (int k = s->n_bodies - 1; k >= 0; k--)
        if (body[k].kind == kind) return &body[k];
    return NULL;
}

void overlay_record(overlay *o, const dyn_snapshot *s, const dyn_snapshot_body *body, double t) {
    dent_add(&o->dent, s);
    const dyn_snapshot_body *head = find_body(s, body, DYN_SHOW_HEAD), *shank = find_body(s, body, DYN_SHOW_SHANK);
    if (!head || !shank) return;
    vec3 pin = shank->pose.p, shackle = pin;
    if (body[0].kind == DYN_SHOW_LINK && body[0].number == 0) // at its lower end
        shackle = pose_point(&body[0].pose, vec3_make(0, 0, -o->shackle_at));
    trail_add(
        &o->trail,
        &(trail_sample){t, {pin, shackle, pose_point(&head->pose, o->tip[0]), pose_point(&head->pose, o->tip[1])}});
}

static uint32_t contact_colour(const dyn_snapshot_contact *c) { return c->sticking ? overlay_sticks : overlay_slides; }

// Half edge of a region's plane, with a least size in the picture: steel yields by tenths of millimetres, so a region
// is often smaller than a pixel.
static vec3 visible_half(const paint *p, vec3 centre, vec3 half) {
    double least = PLANE_PX * p->m_per_px * vec3_norm(vec3_sub(centre, p->eye));
    return vec3_norm(half) < least ? vec3_scale(least, vec3_unit(half)) : half;
}

static void draw_region(paint *p, const dyn_snapshot *s, const dyn_snapshot_region *r) {
    uint32_t colour = contact_colour(&s->contact[r->contact]);
    vec3 c = r->centre, a = visible_half(p, c, r->half[0]), b = visible_half(p, c, r->half[1]);
    const vec3 q[4] = {vec3_sub(vec3_sub(c, a), b), vec3_sub(vec3_add(c, a), b), vec3_add(vec3_add(c, a), b),
                       vec3_add(vec3_sub(c, a), b)};
    paint_quad(p, q, (colour & ~0xffu) | 0x58);
    for (int k = 0; k < 4; k++) paint_line(p, q[k], q[(k + 1) % 4], 1.5, colour, colour);
    paint_line(p, c, vec3_madd(c, 1.5 * vec3_norm(a), r->normal), 1.5, colour, colour);
}

static void draw_contour(paint *p, const dyn_snapshot *s, const dyn_snapshot_contour *line) {
    uint32_t colour = contact_colour(&s->contact[s->region[line->region].contact]);
    const vec3 *x = &s->corner[line->first];
    for (int i = line->closed ? 0 : 1; i < line->count; i++)
        paint_line(p, x[(i + line->count - 1) % line->count], x[i], 3, colour, colour);
}

// A point contact: a cross in its plane.
static void draw_point(paint *p, const dyn_snapshot_contact *c, double d) {
    uint32_t colour = contact_colour(c);
    vec3 u = vec3_scale(0.7 * d, vec3_any_normal(c->normal)), v = vec3_cross(c->normal, u);
    paint_line(p, vec3_sub(c->position, u), vec3_add(c->position, u), 2.5, colour, colour);
    paint_line(p, vec3_sub(c->position, v), vec3_add(c->position, v), 2.5, colour, colour);
}

static void draw_regions(overlay *o, const dyn_snapshot *s) {
    for (int k = 0; k < s->n_regions; k++) draw_region(&o->paint, s, &s->region[k]);
    for (int k = 0; k < s->n_contours; k++) draw_contour(&o->paint, s, &s->contour[k]);
    for (int k = 0; k < s->n_contacts; k++)
        if (s->contact[k].area == 0) draw_point(&o->paint, &s->contact[k], o->def.bar_diameter);
}

// Reactions of hinge and shackle, and the axial force along each link: a thin arrow at most as long as the link's
// pitch.
static void draw_reactions(overlay *o, const overlay_view *v) {
    const dyn_snapshot *s = v->s;
    for (int k = 0; k < s->n_bodies; k++) {
        if (s->body[k].kind != DYN_SHOW_LINK) continue;
        double share = fmin(fmax(s->tension_n[k] / o->def.tension_max_n, 0), 1);
        vec3 z = mat3_column(&v->body[k].pose.r, 2);
        paint_arrow(&o->paint, v->body[k].pose.p, vec3_madd(v->body[k].pose.p, 4 * o->def.bar_diameter * share, z), 1.5,
                    overlay_reaction);
    }
    for (int k = 0; k < s->n_reactions; k++) {
        const dyn_snapshot_reaction *r = &s->reaction[k];
        paint_arrow(&o->paint, r->position, overlay_tip(&o->def, r->position, r->force), 5, overlay_reaction);
    }
}

// A line, and a spot where the hand is.
static void draw_pull(overlay *o, const overlay_view *v) {
    vec3 end[2];
    if (!overlay_pull_ends(v, end)) return;
    double spot = 5 * o->paint.m_per_px * vec3_norm(vec3_sub(end[1], o->paint.eye));
    vec3 side = vec3_scale(spot, vec3_unit(vec3_cross(vec3_sub(end[1], o->paint.eye), vec3_make(0, 0, 1))));
    paint_line(&o->paint, end[0], end[1], 3, overlay_pull, overlay_pull);
    paint_line(&o->paint, vec3_sub(end[1], side), vec3_add(end[1], side), 10, overlay_pull, overlay_pull);
}

void overlay_draw(overlay *o, const overlay_view *v) {
    paint_begin(&o->paint, v->camera, v->height, 0.5 * o->def.bar_diameter + 0.01);
    if (display_on(v->shown, DISPLAY_INDENTATION)) dent_draw(&o->dent, &o->paint);
    if (display_on(v->shown, DISPLAY_REGIONS)) draw_regions(o, v->s);
    if (display_on(v->shown, DISPLAY_TRAILS)) trail_draw(&o->trail, &o->paint);
    if (display_on(v->shown, DISPLAY_REACTIONS)) draw_reactions(o, v);
    draw_pull(o, v);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, v->bottom, 1 << 14, v->rows);
    paint_draw(&o->paint);
    glDisable(GL_SCISSOR_TEST);
}
