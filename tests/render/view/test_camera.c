// SPDX-License-Identifier: MIT
#include "tests/check.h"

#include "render/view/camera.h"

static const camera_scene port_bow = {.lo = {-10, -9, -8},
                                      .hi = {30, 9, 9},
                                      .focus = {21, 4, 5.5},
                                      .outboard = {0, 1, 0},
                                      .pipe = {-2.8, -2.2, 4.2},
                                      .bore = 0.6,
                                      .lifter = {14.6, -0.7, 9.9},
                                      .anchor = {21, 4.5, -6},
                                      .size = 2.8,
                                      .water_level = 0};

static void project(const camera *c, vec3 p, double *x, double *y) {
    mat4 m;
    vec4 v = {(float)p.x, (float)p.y, (float)p.z, 1}, clip;
    camera_view_projection(c, 16.0 / 9, m);
    glm_mat4_mulv(m, v, clip);
    assert_true(clip[3] > 0);
    *x = (double)(clip[0] / clip[3]);
    *y = (double)(clip[1] / clip[3]);
}

// Over a level and a sloping bottom, from below and from beside; a free camera stays below.
static void eye_stays_above_the_bottom(void **state) {
    (void)state;
    const vec3 at = {0, 0, -20}, normal[2] = {{0, 0, 1}, {0.26, 0, sqrt(1 - 0.26 * 0.26)}};
    for (int slope = 0; slope < 2; slope++)
        for (int way = 0; way < 8; way++) {
            camera c = {.target = {0, 0, -20}, .distance = 6, .azimuth = way, .elevation = -0.25, .fov_y = 0.7};
            camera_stay_above(&c, at, normal[slope], 0.4);
            double height = vec3_dot(normal[slope], vec3_sub(camera_eye(&c), at));
            assert_true(height >= 0.4 && height < 2.2);
            camera below = camera_set_free(&c);
            below.target.z -= 10;
            const camera was = below;
            camera_stay_above(&below, at, normal[slope], 0.4);
            assert_memory_equal(&below, &was, sizeof was);
        }
}

static void eye_follows_the_angles(void **state) {
    (void)state;
    camera c = {.target = {1, 2, 3}, .distance = 10, .azimuth = M_PI / 2, .elevation = M_PI / 6, .fov_y = 0.7};
    vec3 eye = camera_eye(&c);
    CHECK_NEAR(eye.x, 1, 1e-12);
    CHECK_NEAR(eye.y, 2 + 10 * sqrt(0.75), 1e-12);
    CHECK_NEAR(eye.z, 3 + 5, 1e-12);
}

// Seen from port the bow is on the left; up is up; the target is on the vertical centre line, above the instruments.
static void picture_is_not_mirrored(void **state) {
    (void)state;
    camera c = {.target = {0, 0, 0}, .distance = 20, .azimuth = M_PI / 2, .elevation = 0, .fov_y = 0.7};
    double x0, y0, x1, y1;
    project(&c, vec3_make(0, 0, 0), &x0, &y0);
    CHECK_NEAR(x0, 0, 1e-6);
    assert_true(y0 > 0.1 && y0 < 0.4);
    project(&c, vec3_make(1, 0, 0), &x1, &y1);
    assert_true(x1 < x0);
    // a metre at 20 m: 1 / (20 tan(fov / 2)) of the half height
    CHECK_NEAR(x1 - x0, -1 / (20 * tan(0.35)) * 9 / 16, 1e-5);
    project(&c, vec3_make(0, 0, 1), &x1, &y1);
    CHECK_NEAR(y1 - y0, 1 / (20 * tan(0.35)), 1e-5);
}

static void bolster_shows_mouth_and_near_anchor(void **state) {
    (void)state;
    for (double drop = 0; drop < 8; drop += 1) {
        camera_scene s = port_bow;
        s.anchor.z = s.focus.z - drop;
        camera c = camera_preset(RENDER_VIEW_BOLSTER, &s);
        double x, y;
        assert_true(camera_eye(&c).y > s.focus.y); // outboard
        assert_true(camera_eye(&c).x > s.focus.x); // from forward
        project(&c, s.focus, &x, &y);
        assert_true(fabs(x) < 0.9 && y < 0.93 && y > -0.45); // clear of the instruments
        project(&c, s.anchor, &x, &y);
        assert_true(fabs(x) < 0.9 && y < 0.93 && y > -0.45);
    }
}

// Free part of the picture, between the panels' bar and the instruments: y from 0.82 down to -0.56.
static void overview_shows_the_anchor_ball(void **state) {
    (void)state;
    camera bare = camera_preset(RENDER_VIEW_OVERVIEW, &port_bow);
    for (double side = -1; side <= 1; side += 2)
        for (double height = 10; height <= 20; height += 2) {
            double x, y, x0, y0;
            camera_scene s = port_bow;
            s.focus.y *= side, s.anchor.y *= side, s.outboard.y *= side;
            camera without = camera_preset(RENDER_VIEW_OVERVIEW, &s);
            s.ball = vec3_make(13, 0, height);
            camera c = camera_preset(RENDER_VIEW_OVERVIEW, &s);
            project(&c, s.ball, &x, &y);
            assert_true(fabs(x) < 0.9 && y < 0.81);
            project(&without, s.ball, &x0, &y0);
            if (y0 > 0.801) CHECK_NEAR(y, 0.8, 1e-5); // no farther than need be
            project(&c, s.focus, &x, &y);
            assert_true(fabs(x) < 0.9 && y > -0.5 && y < 0.8);
            // what stands on the lower edge stays there
            pick_ray low = camera_ray_through(&without, 16.0 / 9, 0.5, 0.78);
            project(&c, vec3_madd(low.from, 30, low.along), &x, &y);
            CHECK_NEAR(x, 0, 1e-5);
            CHECK_NEAR(y, -0.56, 1e-5);
            CHECK_NEAR(c.azimuth, without.azimuth, 0);
            CHECK_NEAR(c.elevation, without.elevation, 0);
        }
    camera_scene low = port_bow;
    low.ball = vec3_make(13, 0, 5); // within the hull's height: none
    camera c = camera_preset(RENDER_VIEW_OVERVIEW, &low);
    CHECK_NEAR(c.distance, bare.distance, 0);
    CHECK_NEAR(vec3_norm(vec3_sub(c.target, bare.target)), 0, 0);
}

// The overview of a ship that heaves, rolls, pitches, yaws and travels is that of a level ship at its place and
// heading: its eye keeps its height, what is level looks level. A ship at rest has the very same camera.
static void overview_does_not_roll_with_the_ship(void **state) {
    (void)state;
    const mat3 roll = mat3_rotation(vec3_make(1, 0, 0), 0.2), pitch = mat3_rotation(vec3_make(0, 1, 0), -0.07),
               yaw = mat3_rotation(vec3_make(0, 0, 1), 0.9), tilted = mat3_matmul(&pitch, &roll);
    const pose ship = {mat3_matmul(&yaw, &tilted), {400, -70, 1.5}};
    camera_scene s = port_bow;
    const camera still = camera_preset(RENDER_VIEW_OVERVIEW, &s);
    const pose rest = {mat3_identity(), {0, 0, 0}};
    s.outside = true;
    s.level = camera_level_axes(&rest);
    camera c = camera_preset(RENDER_VIEW_OVERVIEW, &s);
    mat4 one, other;
    camera_view_projection(&still, 1.5, one);
    camera_view_projection(&c, 1.5, other);
    assert_memory_equal(one, other, sizeof one);
    s.level = camera_level_axes(&ship);
    c = camera_preset(RENDER_VIEW_OVERVIEW, &s);
    const vec3 bow = mat3_column(&ship.r, 0);
    double heading = atan2(bow.y, bow.x);
    const mat3 turn = mat3_rotation(vec3_make(0, 0, 1), heading);
    const vec3 eye = camera_eye(&still), place = {400, -70, 0};
    CHECK_NEAR(vec3_norm(vec3_sub(pose_point(&ship, camera_eye(&c)), vec3_add(place, mat3_mul(&turn, eye)))), 0, 1e-9);
    for (int k = 0; k < 8; k++) { // a point of the world looks where the level ship's camera has it
        const vec3 level = vec3_make(k & 1 ? 20 : 5, k & 2 ? 9 : -3, k & 4 ? 8 : -2);
        const vec3 world = vec3_add(place, mat3_mul(&turn, level));
        double x0, y0, x1, y1;
        project(&still, level, &x0, &y0);
        project(&c, pose_point_inverse(&ship, world), &x1, &y1);
        CHECK_NEAR(x0, x1, 1e-5);
        CHECK_NEAR(y0, y1, 1e-5);
        const pick_ray ray = camera_ray_through(&c, 16.0 / 9, 0.5 * (1 + x1), 0.5 * (1 - y1));
        const vec3 to = vec3_sub(pose_point_inverse(&ship, world), ray.from);
        CHECK_NEAR(vec3_norm(vec3_cross(ray.along, vec3_unit(to))), 0, 1e-5);
    }
    camera_orbit(&c, 100, 30, 720); // an orbit is level, too
    CHECK_NEAR(vec3_norm(vec3_sub(camera_eye(&c), camera_target(&c))), c.distance, 1e-9);
}

static void starboard_bolster_is_viewed_from_starboard_forward(void **state) {
    (void)state;
    camera_scene s = port_bow;
    s.focus.y = s.anchor.y = -4;
    s.outboard.y = -1;
    camera c = camera_preset(RENDER_VIEW_BOLSTER, &s);
    assert_true(camera_eye(&c).y < s.focus.y);
    assert_true(camera_eye(&c).x > s.focus.x);
}

static void underwater_eye_is_under_water(void **state) {
    (void)state;
    for (double z = -30; z <= 6; z += 3) {
        camera_scene s = port_bow;
        s.anchor.z = z;
        camera c = camera_preset(RENDER_VIEW_UNDERWATER, &s);
        assert_true(camera_eye(&c).z < -0.4);
        assert_true(c.follow);
    }
}

// The eye is behind the gypsy as seen from the deck opening, at a man's height. Chain and opening are above the
// instruments.
static void deck_view_is_the_operators(void **state) {
    (void)state;
    camera c = camera_preset(RENDER_VIEW_DECK, &port_bow);
    vec3 opening = vec3_add(port_bow.focus, port_bow.pipe), eye = camera_eye(&c);
    vec3 lead = vec3_unit(vec3_sub(opening, port_bow.lifter));
    assert_true(vec3_dot(vec3_sub(eye, port_bow.lifter), lead) < -2);
    assert_true(eye.z > opening.z + 1.5 && eye.z < opening.z + 2.5);
    for (double part = 0; part <= 1; part += 0.25) {
        double x, y;
        project(&c, vec3_madd(port_bow.lifter, part, vec3_sub(opening, port_bow.lifter)), &x, &y);
        assert_true(fabs(x) < 0.5 && y > -0.45 && y < 0.9);
    }
    assert_false(c.follow);
}

// The eye is inside the bore and looks outboard along the axis: the mouth is ahead, the deck opening behind.
static void pipe_eye_is_in_the_pipe(void **state) {
    (void)state;
    camera c = camera_preset(RENDER_VIEW_PIPE, &port_bow);
    vec3 axis = vec3_unit(port_bow.pipe), from = vec3_sub(camera_eye(&c), port_bow.focus);
    double along = vec3_dot(from, axis), length = vec3_norm(port_bow.pipe);
    assert_true(along > 0 && along < length);
    double off = vec3_norm(vec3_madd(from, -along, axis));
    assert_true(off < 0.5 * port_bow.bore - 0.06); // no part of the wall is before the near plane
    assert_true(off > 0.1 * port_bow.bore);        // above the chain
    double x, y;
    project(&c, port_bow.focus, &x, &y);
    assert_true(fabs(x) < 0.1 && fabs(y) < 0.5);
    assert_true(vec3_dot(vec3_sub(c.target, camera_eye(&c)), axis) < 0);
}

// A vertical pipe has no upper side.
static void pipe_may_be_vertical(void **state) {
    (void)state;
    camera_scene s = port_bow;
    s.pipe = vec3_make(0, 0, 4);
    camera c = camera_preset(RENDER_VIEW_PIPE, &s);
    vec3 eye = camera_eye(&c);
    assert_true(isfinite(eye.x) && isfinite(eye.y) && eye.z > s.focus.z);
}

// The free camera starts with the present view. A drag keeps the eye; the wheel moves it along the view.
static void free_camera_flies(void **state) {
    (void)state;
    camera from = camera_preset(RENDER_VIEW_ANCHOR, &port_bow), c = camera_set_free(&from);
    vec3 eye = camera_eye(&from), at = camera_eye(&c);
    CHECK_NEAR(vec3_norm(vec3_sub(eye, at)), 0, 1e-12);
    CHECK_NEAR(c.azimuth, from.azimuth, 0);
    CHECK_NEAR(c.elevation, from.elevation, 0);
    assert_true(c.free && !c.follow);
    camera_orbit(&c, 100, -40, 720);
    at = camera_eye(&c);
    CHECK_NEAR(vec3_norm(vec3_sub(eye, at)), 0, 1e-12);
    CHECK_NEAR(c.azimuth, from.azimuth - 100 * M_PI / 720, 1e-12);
    vec3 ahead = vec3_unit(vec3_sub(c.target, at));
    camera_zoom(&c, 4);
    CHECK_NEAR(vec3_norm(vec3_sub(camera_eye(&c), vec3_madd(eye, 2, ahead))), 0, 1e-12);
    CHECK_NEAR(vec3_norm(vec3_sub(c.target, camera_eye(&c))), c.distance, 1e-12);
}

// The target is in the middle of the inset. Everything visible above the large picture's instruments is visible in the
// inset.
static void inset_is_centred(void **state) {
    (void)state;
    camera large = camera_preset(RENDER_VIEW_BOLSTER, &port_bow), c = camera_inset(&large);
    double x, y;
    project(&c, c.target, &x, &y);
    CHECK_NEAR(x, 0, 1e-6);
    CHECK_NEAR(y, 0, 1e-6);
    project(&c, port_bow.focus, &x, &y);
    assert_true(fabs(x) < 0.95 && fabs(y) < 0.95);
}

static void orbit_keeps_distance_and_stops_short_of_the_pole(void **state) {
    (void)state;
    camera c = camera_preset(RENDER_VIEW_BOLSTER, &port_bow);
    double distance = c.distance, azimuth = c.azimuth;
    camera_orbit(&c, 360, 100000, 720);
    CHECK_NEAR(azimuth - c.azimuth, M_PI / 2, 1e-12);
    assert_true(c.elevation < M_PI / 2);
    CHECK_NEAR(vec3_norm(vec3_sub(camera_eye(&c), c.target)), distance, 1e-9);
}

// The point under the pointer stays under it.
static void pan_follows_the_pointer(void **state) {
    (void)state;
    camera c = camera_preset(RENDER_VIEW_ANCHOR, &port_bow);
    vec3 p = c.target;
    double x0, y0, x1, y1;
    project(&c, p, &x0, &y0);
    camera_pan(&c, 72, 36, 720);
    project(&c, p, &x1, &y1);
    CHECK_NEAR(x1 - x0, 2 * 72.0 / 1280, 1e-5);
    CHECK_NEAR(y1 - y0, -2 * 36.0 / 720, 1e-5);
    assert_false(c.follow);
}

static void zoom_is_bounded(void **state) {
    (void)state;
    camera c = camera_preset(RENDER_VIEW_BOLSTER, &port_bow);
    camera_zoom(&c, 1000);
    CHECK_NEAR(c.distance, 0.3, 1e-12);
    camera_zoom(&c, -1000);
    CHECK_NEAR(c.distance, 500, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eye_follows_the_angles),
        cmocka_unit_test(picture_is_not_mirrored),
        cmocka_unit_test(bolster_shows_mouth_and_near_anchor),
        cmocka_unit_test(overview_shows_the_anchor_ball),
        cmocka_unit_test(overview_does_not_roll_with_the_ship),
        cmocka_unit_test(starboard_bolster_is_viewed_from_starboard_forward),
        cmocka_unit_test(underwater_eye_is_under_water),
        cmocka_unit_test(deck_view_is_the_operators),
        cmocka_unit_test(pipe_eye_is_in_the_pipe),
        cmocka_unit_test(pipe_may_be_vertical),
        cmocka_unit_test(free_camera_flies),
        cmocka_unit_test(inset_is_centred),
        cmocka_unit_test(orbit_keeps_distance_and_stops_short_of_the_pole),
        cmocka_unit_test(pan_follows_the_pointer),
        cmocka_unit_test(zoom_is_bounded),
        cmocka_unit_test(eye_stays_above_the_bottom),
    };
    return cmocka_run_group_tests_name("render.view.camera", tests, NULL, NULL);
}
