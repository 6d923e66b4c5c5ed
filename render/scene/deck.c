// SPDX-License-Identifier: MIT
#include "render/scene/deck.h"
#include "render/scene/scenery.h"

static const vec3 paint[WINDLASS_PARTS] = {[WINDLASS_PAINTED] = {0.13, 0.19, 0.17},
                                           [WINDLASS_STEEL] = {0.16, 0.16, 0.165},
                                           [WINDLASS_BAND] = {0.30, 0.055, 0.03},
                                           [WINDLASS_DARK] = {0.012, 0.012, 0.012}};
static const vec3 bar_paint = {0.45, 0.30, 0.02}; // of moving parts: visible from afar
static const double below = 0.4;                  // how far below the deck the chain is drawn [m]

bool scene_deck_is_known(const render_def *def) {
    return def->has_lifter && def->pipe_length > 0 && def->bar_diameter > 0;
}

static vec3 pipe_opening(const render_def *def) { return vec3_madd(def->focus, def->pipe_length, def->pipe_axis); }

static double pitch_radius(const render_def *def) { return 40 * def->bar_diameter / (2 * M_PI); }

pose scene_deck_frame(const render_def *def) {
    vec3 up = vec3_make(0, 0, 1), ahead = vec3_unit(vec3_cross(def->lifter_axis, up));
    if (vec3_dot(ahead, vec3_sub(pipe_opening(def), def->lifter_centre)) < 0) ahead = vec3_scale(-1, ahead);
    return (pose){mat3_columns(ahead, vec3_cross(up, ahead), up), def->lifter_centre};
}

// True if the hull has a face at (x, y) within half a metre of z.
static bool hull_has_deck(const contact_mesh *m, vec3 at) {
    for (int t = 0; m && t < m->nt; t++) {
        vec3 a = m->vertex[m->tri[t].v[0]], b = m->vertex[m->tri[t].v[1]], c = m->vertex[m->tri[t].v[2]];
        double u = (b.x - at.x) * (c.y - at.y) - (b.y - at.y) * (c.x - at.x);
        double v = (c.x - at.x) * (a.y - at.y) - (c.y - at.y) * (a.x - at.x);
        double w = (a.x - at.x) * (b.y - at.y) - (a.y - at.y) * (b.x - at.x), sum = u + v + w;
        bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
        if (inside && sum != 0 && fabs((u * a.z + v * b.z + w * c.z) / sum - at.z) < 0.5) return true;
    }
    return false;
}

static windlass_size get_windlass_size(const render_def *def, const pose *frame) {
    vec3 to = pose_point_inverse(frame, pipe_opening(def)), ahead = mat3_mul(&frame->r, vec3_make(1, 0, 0));
    double stopper = def->has_stopper ? pose_point_inverse(frame, def->stopper).x : 0;
    return (windlass_size){
        pitch_radius(def), def->bar_diameter, to.z, to.x, stopper, windlass_side(ahead, def->outboard)};
}

bool scene_deck_bar(const render_def *def, int state, pose *at) {
    // BROKEN: knocked over; DOWN: on a flat link
    static const double angle[] = {[TACKLE_STOPPER_OPEN] = 0,
                                   [TACKLE_STOPPER_DOWN] = 0.28 * M_PI,
                                   [TACKLE_STOPPER_HOLDING] = 0.5 * M_PI,
                                   [TACKLE_STOPPER_BROKEN] = -0.45 * M_PI};
    if (!scene_deck_is_known(def) || state < 0 || state > TACKLE_STOPPER_BROKEN) return false;
    pose frame = scene_deck_frame(def);
    windlass_size size = get_windlass_size(def, &frame);
    pose bar = windlass_bar_pose(&size, angle[state]);
    *at = (pose){mat3_matmul(&frame.r, &bar.r), pose_point(&frame, bar.p)};
    return true;
}

void scene_deck_list_bar(scene *s, int state) {
    pose at;
    batch *b = &s->batch[SCENE_BAR];
    if (b->max && scene_deck_bar(&s->def, state, &at)) batch_add(b, &at, vec3_make(1, 1, 1), bar_paint, BATCH_STEEL);
    if (!b->max || !s->second.known) return;
    // the second windlass has the shape of the first; its chain is held
    const pose first = scene_deck_frame(&s->def);
    const pose second = scene_deck_frame(&s->second.def);
    const windlass_size size = get_windlass_size(&s->def, &first);
    const pose bar = windlass_bar_pose(&size, 0.5 * M_PI);
    at = (pose){mat3_matmul(&second.r, &bar.r), pose_point(&second, bar.p)};
    batch_add(b, &at, vec3_make(1, 1, 1), bar_paint, BATCH_STEEL);
}

static bool create_bar(scene *s, const windlass_size *size) {
    shape made = {0};
    bool ok = shape_windlass(size, WINDLASS_BAR, &made) && batch_create(&s->batch[SCENE_BAR], &made, 2);
    shape_free(&made);
    s->batch[SCENE_BAR].closed = true;
    return ok;
}

bool scene_deck_make(scene *s) {
    const render_def *def = &s->def;
    if (!scene_deck_is_known(def)) return true;
    pose frame = scene_deck_frame(def);
    windlass_size size = get_windlass_size(def, &frame);
    vec3 under = vec3_make(def->lifter_centre.x, def->lifter_centre.y, pipe_opening(def).z);
    pose second = frame;
    if (s->second.known) second = scene_deck_frame(&s->second.def);
    int parts = hull_has_deck(def->hull, under) ? WINDLASS_PLATE : WINDLASS_PARTS;
    for (int k = 0; k < parts; k++) {
        batch *b = &s->batch[SCENE_DECK + k];
        shape made = {0};
        bool ok = shape_windlass(&size, (windlass_part)k, &made) && (!made.ni || batch_create(b, &made, 2));
        shape_free(&made);
        if (!ok) return false;
        b->closed = true;
        if (b->max) batch_add(b, &frame, vec3_make(1, 1, 1), paint[k], k == WINDLASS_PLATE ? BATCH_HULL : BATCH_STEEL);
        if (b->max && s->second.known) batch_add(b, &second, vec3_make(1, 1, 1), paint[k], BATCH_STEEL);
    }
    return create_bar(s, &size);
}

// Point of the chain's centre line in the gypsy's frame, s m inboard of the gypsy's top. *along: direction inboard.
static vec3 chain_line(double radius, double s, vec3 *along) {
    double turn = fmin(fmax(s / radius, 0), M_PI / 2), straight = s - turn * radius;
    *along = vec3_make(-cos(turn), 0, -sin(turn));
    return vec3_madd(vec3_make(-radius * sin(turn), 0, radius * cos(turn)), straight, *along);
}

int scene_deck_links(const render_def *def, const dyn_snapshot_body *last, dyn_snapshot_body out[SCENE_DECK_LINKS]) {
    if (!scene_deck_is_known(def)) return 0;
    pose frame = scene_deck_frame(def);
    double radius = pitch_radius(def), pitch = 4 * def->bar_diameter;
    double fall = fmax(def->lifter_centre.z - pipe_opening(def).z, 0) + below, end = M_PI / 2 * radius + fall;
    vec3 at = pose_point_inverse(&frame, last->pose.p), along;
    // turn of the last link about the chain: its width against the gypsy's axis
    vec3 width = mat3_tmul(&frame.r, mat3_mul(&last->pose.r, vec3_make(1, 0, 0)));
    chain_line(radius, -at.x, &along);
    double turned = atan2(vec3_dot(width, vec3_cross(vec3_make(0, 1, 0), along)), width.y);
    if (!isfinite(turned) || fabs(at.x) > 2 * pitch) return 0;
    int n = 0;
    for (double s = -at.x + pitch; s < end && n < SCENE_DECK_LINKS; s += pitch, n++) {
        vec3 p = chain_line(radius, s, &along), y = vec3_make(0, 1, 0), across = vec3_cross(y, along);
        double a = turned + (n + 1) * M_PI / 2;
        vec3 x = vec3_add(vec3_scale(cos(a), y), vec3_scale(sin(a), across));
        mat3 local = mat3_columns(x, vec3_cross(along, x), along);
        out[n] = (dyn_snapshot_body){
            DYN_SHOW_LINK, last->number + n + 1, {mat3_matmul(&frame.r, &local), pose_point(&frame, p)}};
    }
    return n;
}
