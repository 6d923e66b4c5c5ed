// SPDX-License-Identifier: MIT
#include "render/scene/list.h"
#include "render/scene/deck.h"
#include "render/scene/scenery.h"
#include "render/text/colour_map.h"

static const vec3 steel = {0.030, 0.027, 0.024}, anchor_paint = {0.10, 0.085, 0.07}, lifter_paint = {0.16, 0.22, 0.20};
static const vec3 joining_link = {0.55, 0.05, 0.03}, marked_link = {0.80, 0.80, 0.76};
static const vec3 normal_arrow = {0.05, 0.85, 0.10}, tangent_arrow = {0.95, 0.06, 0.04};

// Adds a part of the anchor. Where a pixel covers more than 2 cm of the part, the coarse shape is good enough.
static void list_anchor(scene *s, const dyn_snapshot_body *b, double mud, vec3 eye, double px_at_1m) {
    bool coarse = px_at_1m < 50 * vec3_norm(vec3_sub(b->pose.p, eye));
    scene_batch which = b->kind == DYN_SHOW_SHANK ? coarse ? SCENE_SHANK_COARSE : SCENE_SHANK
                        : coarse                  ? SCENE_HEAD_COARSE
                                                  : SCENE_HEAD;
    batch_add(&s->batch[which], &b->pose, vec3_make(1, 1, 1), anchor_paint, batch_muddy(mud));
}

// Number of the joining link nearest to this link; -1: none. *nth: its count from the anchor, from 1.
static int find_nearest_joining(const scene *s, int number, int *nth) {
    int best = -1;
    for (int k = 0; k < s->def.n_joining; k++) {
        int at = s->def.joining[k];
        if (best >= 0 && abs(number - at) >= abs(number - best)) break;
        best = at;
        *nth = k + 1;
    }
    return best;
}

// Seamen's marks: the n-th joining link red, the n-th link on either side white.
static vec3 link_paint(const scene *s, int number) {
    int per = s->links_a_shackle, shackle = (number + per / 2) / per, at = shackle * per;
    if (s->def.n_joining > 0) at = find_nearest_joining(s, number, &shackle);
    if (shackle == 0) return steel;
    int off = abs(number - at);
    return off == 0 ? joining_link : off == shackle ? marked_link : steel;
}

// Colour of the scale, linear as batches need it.
static vec3 tension_colour(const scene *s, double tension_n) {
    uint32_t c = colour_map(tension_n / s->def.tension_max_n);
    double r = (c >> 24) / 255.0, g = (c >> 16 & 0xff) / 255.0, b = (c >> 8 & 0xff) / 255.0;
    return vec3_make(r * r, g * g, b * b); // the picture's gamma is 2
}

static void list_link(scene *s, const dyn_snapshot_body *b, const double *tension_n, double mud, vec3 eye,
                      double px_at_1m) {
    const double wet = 0.55; // darkness of wet steel
    vec3 colour = tension_n ? tension_colour(s, *tension_n) : link_paint(s, b->number);
    if (!tension_n && foam_link_is_wet(&s->water.foam, b->number)) colour = vec3_scale(wet, colour);
    scene_links_add(&s->links, &s->shadow, b, colour, tension_n ? BATCH_ARROW : batch_muddy(mud), eye, px_at_1m);
}

// A turn of the pitch circle carries 40 bar diameters of chain (five pairs of links).
static void list_lifter(scene *s, double chain_out) {
    double radius = 40 * s->def.bar_diameter / (2 * M_PI);
    vec3 z = s->def.lifter_axis, x = vec3_any_normal(z);
    pose p = {mat3_columns(x, vec3_cross(z, x), z), s->def.lifter_centre};
    mat3 turn = mat3_rotation(vec3_make(0, 0, 1), radius > 0 ? chain_out / radius : 0);
    p.r = mat3_matmul(&p.r, &turn);
    batch_add(&s->batch[SCENE_LIFTER], &p, vec3_make(radius, radius, 0.5 * radius), lifter_paint, BATCH_STEEL);
}

// Links are ordered from the anchor up, so the last simulated link has the highest number.
static void list_stowed_links(scene *s, const scene_view *v, vec3 eye, double px_at_1m) {
    const dyn_snapshot_body *last = NULL;
    dyn_snapshot_body more[SCENE_DECK_LINKS];
    for (int i = 0; i < v->n_bodies && v->body[i].kind == DYN_SHOW_LINK; i++) last = &v->body[i];
    int n = last ? scene_deck_links(&s->def, last, more) : 0;
    for (int i = 0; i < n; i++) list_link(s, &more[i], NULL, 0, eye, px_at_1m);
}

double scene_arrow_length(const render_def *def, double force_n) {
    return 40 * def->bar_diameter * fmin(sqrt(force_n / def->tension_max_n), 1.5);
}

static void list_arrow(scene *s, vec3 at, vec3 force, vec3 colour) {
    double f = vec3_norm(force), length = scene_arrow_length(&s->def, f),
           thick = 0.6 * length + 10 * s->def.bar_diameter;
    if (length < 0.5 * s->def.bar_diameter) return;
    vec3 z = vec3_scale(1 / f, force), x = vec3_any_normal(z);
    pose p = {mat3_columns(x, vec3_cross(z, x), z), at};
    for (int i = SCENE_ARROW; i <= SCENE_ARROW_HIDDEN; i++)
        batch_add(&s->batch[i], &p, vec3_make(thick, thick, length), colour, BATCH_ARROW);
}

static const double tile = 5;         // edge of a tile [m]
static const double darker = 0.8;     // of every other tile
static const double clear_water = 12; // depth of a bottom that is seen from above the surface [m]

vec3 scene_bottom_middle(const scene *s, const scene_view *v) {
    vec3 at = s->def.focus;
    for (int i = 0; i < v->n_bodies; i++)
        if (v->body[i].kind == DYN_SHOW_SHANK) at = v->body[i].pose.p;
    return pose_point(&v->ship, at);
}

// Axes of the bottom: x to the world's east as far as it lies in the plane, z its normal.
static mat3 axes_of(vec3 normal) {
    vec3 x = vec3_unit(vec3_make(normal.z, 0, -normal.x));
    return mat3_columns(x, vec3_cross(normal, x), normal);
}

// False where the eye looks through the surface and so much water that it would see no bottom.
static bool bottom_seen(const scene *s, const scene_view *v, vec3 eye, vec3 middle) {
    const double depth = s->def.water.level - render_bottom_height(&s->def.bottom, middle.x, middle.y);
    return depth < clear_water || pose_point(&v->ship, eye).z < s->def.water.level;
}

// Tiles of a plane about the anchor, in the ship's axes; they stay where they are in the world.
static void list_plane(scene *s, const scene_view *v, vec3 middle) {
    const pose plane = {axes_of(s->def.bottom.normal), s->def.bottom.at};
    const vec3 at = pose_point_inverse(&plane, middle);
    const int from[2] = {(int)floor(at.x / tile) - SCENE_BOTTOM_TILES / 2,
                         (int)floor(at.y / tile) - SCENE_BOTTOM_TILES / 2};
    const mat3 turn = mat3_transpose(&v->ship.r), r = mat3_matmul(&turn, &plane.r);
    for (int i = from[0]; i < from[0] + SCENE_BOTTOM_TILES; i++)
        for (int k = from[1]; k < from[1] + SCENE_BOTTOM_TILES; k++) {
            const vec3 corner = pose_point(&plane, vec3_make(i * tile, k * tile, 0));
            const pose p = {r, pose_point_inverse(&v->ship, corner)};
            batch_add(&s->batch[SCENE_BOTTOM], &p, vec3_make(tile, tile, 1),
                      vec3_scale((i + k) & 1 ? darker : 1, s->def.bottom.colour[0]), BATCH_STEEL);
        }
}

// Adds a triangle of the bottom or the furrow by its corners in the world, counter-clockwise from above.
static void list_half(scene *s, scene_batch which, const scene_view *v, vec3 a, vec3 b, vec3 c, vec3 colour) {
    const vec3 x = vec3_sub(b, a), y = vec3_sub(c, a), up = vec3_unit(vec3_cross(x, y));
    const mat3 *r = &v->ship.r;
    const pose p = {mat3_columns(mat3_tmul(r, x), mat3_tmul(r, y), mat3_tmul(r, up)), pose_point_inverse(&v->ship, a)};
    batch_add(&s->batch[which], &p, vec3_make(1, 1, 1), colour, BATCH_STEEL);
}

// The same of a bottom with a table: two triangles a tile, each coloured by the soil there. Four tiles have the size of
// one of a plane.
static void list_relief(scene *s, const scene_view *v, vec3 middle) {
    const render_bottom *b = &s->def.bottom;
    const double edge = 0.5 * tile;
    const int from[2] = {2 * (int)floor(middle.x / tile) - SCENE_RELIEF_TILES / 2,
                         2 * (int)floor(middle.y / tile) - SCENE_RELIEF_TILES / 2};
    vec3 row[2][SCENE_RELIEF_TILES + 1];
    for (int k = 0; k <= SCENE_RELIEF_TILES; k++) {
        vec3 *low = row[(k + 1) & 1], *high = row[k & 1]; // high becomes low of the next row
        for (int i = 0; i <= SCENE_RELIEF_TILES; i++) {
            const double x = (from[0] + i) * edge, y = (from[1] + k) * edge;
            high[i] = vec3_make(x, y, render_bottom_height(b, x, y));
        }
        for (int i = 0; i < SCENE_RELIEF_TILES && k > 0; i++) {
            const double x = low[i].x + 0.5 * edge, y = low[i].y + 0.5 * edge;
            const int u = from[0] + i, w = from[1] + k - 1;
            const bool dark = ((int)floor(0.5 * u) + (int)floor(0.5 * w)) & 1;
            const vec3 colour = vec3_scale(dark ? darker : 1, b->colour[render_bottom_soil(b, x, y)]);
            list_half(s, SCENE_BOTTOM, v, low[i], low[i + 1], high[i], colour);
            list_half(s, SCENE_BOTTOM, v, high[i + 1], high[i], low[i + 1], colour);
        }
    }
}

static void list_furrow(scene *s, const scene_view *v) {
    furrow_triangle t[FURROW_TRIANGLES];
    const render_bottom *b = &s->def.bottom;
    for (int i = 1; i < s->furrow.n; i++) {
        if (!furrow_piece(&s->furrow, b, i, t)) continue;
        for (int k = 0; k < FURROW_TRIANGLES; k++)
            list_half(s, SCENE_FURROW, v, t[k].corner[0], t[k].corner[1], t[k].corner[2],
                      vec3_scale(t[k].shade, b->colour[t[k].soil]));
    }
}

static void list_bottom(scene *s, const scene_view *v, vec3 eye) {
    if (!s->def.bottom.known) return;
    const vec3 middle = scene_bottom_middle(s, v);
    if (!bottom_seen(s, v, eye, middle)) return;
    if (s->def.bottom.nx > 0)
        list_relief(s, v, middle);
    else
        list_plane(s, v, middle);
    list_furrow(s, v);
}

void scene_list(scene *s, const scene_view *v, const camera *c) {
    double px_at_1m = v->frame[3] / (2 * tan(c->fov_y / 2));
    vec3 eye = camera_eye(c);
    for (int i = SCENE_SHANK; i < SCENE_BATCHES; i++) s->batch[i].n = 0;
    scene_links_clear(&s->links);
    for (int i = 0; i < v->n_bodies; i++) {
        const dyn_snapshot_body *b = &v->body[i];
        const double mud = v->mud ? (double)v->mud[i] : 0;
        if (b->kind == DYN_SHOW_LINK)
            list_link(s, b, v->tension_n ? &v->tension_n[i] : NULL, mud, eye, px_at_1m);
        else if (b->kind == DYN_SHOW_SHANK || b->kind == DYN_SHOW_HEAD)
            list_anchor(s, b, mud, eye, px_at_1m);
    }
    list_stowed_links(s, v, eye, px_at_1m);
    if (s->def.has_lifter) list_lifter(s, v->chain_out_m);
    // an opened hull shows this side alone
    if (!display_on(v->shown, DISPLAY_CUT) && !display_on(v->shown, DISPLAY_GHOST)) scene_second_list(s, c, px_at_1m);
    scene_deck_list_bar(s, v->stopper);
    list_bottom(s, v, eye);
    for (int i = 0; i < v->n_contacts; i++) {
        list_arrow(s, v->contact[i].position, v->contact[i].normal_force, normal_arrow);
        list_arrow(s, v->contact[i].position, v->contact[i].tangent_force, tangent_arrow);
    }
}
