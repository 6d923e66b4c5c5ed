// SPDX-License-Identifier: MIT
#include "render/window/render_private.h"
#include <math.h>

static const double above_bottom = 0.4; // least height of the eye [m]

// Box of a mechanism in the picture's frame: holds the corners of its box in the world.
static camera_scene mechanism_camera_input(const render_mechanism *m) {
    mechanism_frame f = mechanism_frame_of(m);
    camera_scene p = {.mechanism = true, .front = mat3_mul(&f.turn, m->front), .aspect = 1, .near = f.scale * m->near};
    for (int k = 0; k < 8; k++) {
        vec3 world = vec3_make(k & 1 ? m->hi.x : m->lo.x, k & 2 ? m->hi.y : m->lo.y, k & 4 ? m->hi.z : m->lo.z);
        vec3 corner = mechanism_frame_point(&f, world);
        p.lo = k ? vec3_min(p.lo, corner) : corner;
        p.hi = k ? vec3_max(p.hi, corner) : corner;
    }
    return p;
}

// The hull's outermost point above the mouth, within 2 m along the shell; without a hull, above the mouth itself.
static vec3 find_rim(const render_def *def, vec3 outboard, double deck) {
    double most = 0;
    for (int i = 0; def->hull && i < def->hull->nv; i++) {
        vec3 off = vec3_sub(def->hull->vertex[i], def->focus);
        double along = off.x * outboard.y - off.y * outboard.x;
        if (fabs(along) < 2 && off.z > 0) most = fmax(most, vec3_dot(off, outboard));
    }
    vec3 rim = vec3_madd(def->focus, most, outboard);
    rim.z = deck;
    return rim;
}

camera_scene render_camera_input(const render_def *def) {
    if (def->mechanism) return mechanism_camera_input(def->mechanism);
    camera_scene p = {.lo = def->focus,
                      .hi = def->focus,
                      .focus = def->focus,
                      .anchor = def->focus,
                      .size = 3,
                      .outboard = vec3_unit(vec3_make(def->outboard.x, def->outboard.y, 0)),
                      .water_level = def->water.level - dyn_waves_crest(&def->water)};
    if (def->hull) {
        p.lo = def->hull->lo;
        p.hi = def->hull->hi;
    }
    const contact_mesh *ball = def->scenery[RENDER_PAINT_BALL];
    if (ball) p.ball = vec3_make(0.5 * (ball->lo.x + ball->hi.x), 0.5 * (ball->lo.y + ball->hi.y), ball->hi.z);
    if (def->shank) p.size = vec3_norm(vec3_sub(def->shank->hi, def->shank->lo));
    if (vec3_norm2(p.outboard) == 0) p.outboard = vec3_make(0, 1, 0);
    p.bore = def->pipe_bore;
    p.pipe = vec3_scale(def->pipe_length, def->pipe_axis);
    // without a known pipe: one that rises at 45 degrees to the hull's highest point
    if (def->pipe_length <= 0) p.pipe = vec3_scale(p.hi.z - p.focus.z, vec3_sub(vec3_make(0, 0, 1), p.outboard));
    p.rim = find_rim(def, p.outboard, p.focus.z + p.pipe.z);
    p.lifter = def->has_lifter ? def->lifter_centre : vec3_madd(vec3_add(p.focus, p.pipe), -1.2 * p.size, p.outboard);
    return p;
}

// Middle of the anchor: of shank and head, else the chain's lower end. For a mechanism: middle of its bodies, or of its
// points.
static vec3 find_anchor_middle(const dyn_snapshot_body *body, int n, vec3 otherwise) {
    vec3 sum = {0};
    int parts = 0;
    for (int i = 0; i < n; i++)
        if (body[i].kind != DYN_SHOW_LINK && (body[i].kind != DYN_SHOW_POINT || body[0].kind == DYN_SHOW_POINT)) {
            sum = vec3_add(sum, body[i].pose.p);
            parts++;
        }
    return parts ? vec3_scale(1.0 / parts, sum) : n ? body[0].pose.p : otherwise;
}

static double excess_beyond(double x, double lo, double hi) { return x > hi ? x - hi : x < lo ? x - lo : 0; }

// Distance from its box of a mechanism that moves freely; zero for a ship.
static vec3 drift_from_box(const camera_scene *p) {
    if (!p->mechanism) return vec3_make(0, 0, 0);
    return vec3_make(excess_beyond(p->anchor.x, p->lo.x, p->hi.x), excess_beyond(p->anchor.y, p->lo.y, p->hi.y),
                     excess_beyond(p->anchor.z, p->lo.z, p->hi.z));
}

// While the hand is down the camera stands, else a part that follows the hand would draw its own place along.
// Afterwards the camera catches up. Returns its move.
static vec3 wait_for_hand(render *r, vec3 moved) {
    const double each_picture = 0.15;
    r->owed = r->hand.down ? vec3_add(r->owed, moved) : r->owed;
    if (r->hand.down) return vec3_make(0, 0, 0);
    vec3 caught = vec3_scale(each_picture, r->owed);
    r->owed = vec3_sub(r->owed, caught);
    return vec3_add(moved, caught);
}

// Height that the eye needs, so that no rise of the bottom hides its target [m].
static double clear_sight(const render_bottom *b, vec3 eye, vec3 target) {
    enum { PLACES = 6 };
    const double from = fmax(target.z, render_bottom_height(b, target.x, target.y));
    double most = -INFINITY;
    for (int k = 1; k <= PLACES; k++) {
        const double s = (double)k / PLACES, x = target.x + s * (eye.x - target.x),
                     y = target.y + s * (eye.y - target.y);
        most = fmax(most, from + (render_bottom_height(b, x, y) - from) / s);
    }
    return most;
}

static void stay_above_bottom(render *r, const pose *ship) {
    const render_bottom *b = &r->scene.def.bottom;
    if (!b->known) return;
    vec3 at = b->at, normal = b->normal;
    if (b->nx > 0) {
        at = pose_point(ship, camera_eye(&r->camera));
        at.z = clear_sight(b, at, pose_point(ship, camera_target(&r->camera)));
        normal = vec3_make(0, 0, 1);
    }
    camera_stay_above(&r->camera, pose_point_inverse(ship, at), mat3_tmul(&ship->r, normal), above_bottom);
}

void render_move_camera(render *r, const pose *ship, int n_bodies) {
    vec3 before = r->place.anchor, strayed_before = drift_from_box(&r->place);
    r->place.outside = !r->place.mechanism;
    r->place.level = camera_level_axes(ship);
    r->camera.level = r->place.level;
    r->place.aspect = (double)r->window.width / r->window.height;
    r->place.anchor = find_anchor_middle(r->body, n_bodies, r->place.anchor);
    vec3 moved =
        r->camera.follow ? vec3_sub(r->place.anchor, before) : vec3_sub(drift_from_box(&r->place), strayed_before);
    if (r->view_pending) r->owed = vec3_make(0, 0, 0);
    moved = wait_for_hand(r, moved);
    if (r->view_pending && r->view == RENDER_VIEW_FREE && r->camera.distance > 0)
        r->camera = camera_set_free(&r->camera);
    else if (r->view_pending)
        r->camera = camera_preset(r->view, &r->place), moved = drift_from_box(&r->place);
    if (!r->camera.free && !(r->view_pending && r->camera.follow)) r->camera.target = vec3_add(r->camera.target, moved);
    r->view_pending = false;
    stay_above_bottom(r, ship);
}
