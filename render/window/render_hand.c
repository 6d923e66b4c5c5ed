// SPDX-License-Identifier: MIT
// The hand in the picture: the part under it, and the place to which it draws.
#include "render/window/render_private.h"
#include <math.h>

#define SLACK_PX 6.0 // a thin part counts within so many pixels

render_hand render_get_hand(const render *r) { return r->hand; }

static pick_ray ray_through(const render *r, render_hand hand) {
    double width = r->window.width, height = r->window.height;
    return camera_ray_through(&r->camera, width / height, hand.x / width, hand.y / height);
}

static bool is_over_scene(const render *r, render_hand hand) {
    double x = hand.x - r->seen[0], y = r->window.height - hand.y - r->seen[1];
    return x >= 0 && x <= r->seen[2] && y >= 0 && y <= r->seen[3];
}

bool render_pick(const render *r, const render_def *def, render_hand hand, pick *out) {
    const pick_scene s = {.def = def,
                          .body = r->body,
                          .n_bodies = r->n_bodies,
                          .scale = r->frame.scale > 0 ? r->frame.scale : 1,
                          .see_hull = !display_on(r->shown, DISPLAY_GHOST) && !display_on(r->shown, DISPLAY_CUT)};
    double slack = SLACK_PX * 2 * tan(r->camera.fov_y / 2) / r->window.height;
    pick_ray ray = ray_through(r, hand);
    return is_over_scene(r, hand) && pick_part(&s, &ray, slack, out);
}

vec3 render_hand_place(const render *r, render_hand hand, vec3 place) {
    bool turned = r->frame.scale > 0;
    if (turned) place = mechanism_frame_point(&r->frame, place);
    pick_ray ray = ray_through(r, hand);
    double away = vec3_dot(vec3_sub(place, ray.from), ray.forward) / vec3_dot(ray.along, ray.forward);
    vec3 at = vec3_madd(ray.from, away, ray.along);
    return turned ? mechanism_frame_world(&r->frame, at) : at;
}
