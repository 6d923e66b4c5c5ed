// SPDX-License-Identifier: MIT
#include "render/render_private.h"
#include <math.h>

camera_scene render_place(const render_def *def) {
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
    if (def->shank) p.size = vec3_norm(vec3_sub(def->shank->hi, def->shank->lo));
    if (vec3_norm2(p.outboard) == 0) p.outboard = vec3_make(0, 1, 0);
    p.bore = def->pipe_bore;
    p.pipe = vec3_scale(def->pipe_length, def->pipe_axis);
    // where no pipe is known, one that rises at 45 degrees to the hull's highest place
    if (def->pipe_length <= 0) p.pipe = vec3_scale(p.hi.z - p.focus.z, vec3_sub(vec3_make(0, 0, 1), p.outboard));
    p.lifter = def->has_lifter ? def->lifter_centre : vec3_madd(vec3_add(p.focus, p.pipe), -1.2 * p.size, p.outboard);
    return p;
}

// Middle of the anchor: shank and head where there are any, else the chain's lower end.
static vec3 anchor_place(const dyn_snapshot_body *body, int n, vec3 otherwise) {
    vec3 sum = {0};
    int parts = 0;
    for (int i = 0; i < n; i++)
        if (body[i].kind != DYN_SHOW_LINK) {
            sum = vec3_add(sum, body[i].pose.p);
            parts++;
        }
    return parts ? vec3_scale(1.0 / parts, sum) : n ? body[0].pose.p : otherwise;
}

void render_move_camera(render *r, int n_bodies) {
    vec3 before = r->place.anchor;
    r->place.anchor = anchor_place(r->body, n_bodies, r->place.anchor);
    if (r->view_pending && r->view == RENDER_VIEW_FREE && r->camera.distance > 0)
        r->camera = camera_set_free(&r->camera);
    else if (r->view_pending)
        r->camera = camera_preset(r->view, &r->place);
    else if (r->camera.follow)
        r->camera.target = vec3_add(r->camera.target, vec3_sub(r->place.anchor, before));
    r->view_pending = false;
}
