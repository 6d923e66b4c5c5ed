// SPDX-License-Identifier: MIT
// The ray under the pointer, and the part that it meets.
#include "render/view/camera.h"
#include "render/view/mechanism_frame.h"
#include "tests/check.h"
#include "tests/random.h"

// The ray through the projection of a point passes through the point.
static void ray_is_the_inverse_of_the_projection(void **state) {
    (void)state;
    uint64_t seed = 3;
    const double aspect = 16.0 / 9;
    for (int k = 0; k < 200; k++) {
        camera c = {.target = random_vec3(&seed, 5),
                    .distance = 12,
                    .azimuth = random_vec3(&seed, 3).x,
                    .elevation = random_vec3(&seed, 1.5).x,
                    .fov_y = 0.7,
                    .centred = k % 2};
        vec3 point = vec3_add(c.target, random_vec3(&seed, 3));
        mat4 m;
        double x, y;
        camera_view_projection(&c, aspect, m);
        assert_true(camera_project(m, point, &x, &y));
        pick_ray r = camera_ray_through(&c, aspect, x, y);
        vec3 off = vec3_sub(point, r.from);
        CHECK_NEAR(vec3_norm(r.along), 1, 1e-12);
        CHECK_NEAR(vec3_norm(vec3_cross(off, r.along)), 0,
                   2e-5 * vec3_norm(off)); // the projection is in single precision
        CHECK_NEAR(vec3_norm(vec3_sub(vec3_madd(c.target, -c.distance, r.forward), r.from)), 0, 1e-9);
    }
}

// A square of side 2 at z = 0.
static vec3 corner[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
static contact_tri triangle[2] = {{.v = {0, 1, 2}}, {.v = {0, 2, 3}}};
static const contact_mesh square = {.nv = 4, .nt = 2, .vertex = corner, .tri = triangle};

static const dyn_snapshot_body ship[] = {
    {DYN_SHOW_LINK, 0, {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {5, 0, 0}}},
    {DYN_SHOW_LINK, 1, {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {5, 0, 0.4}}},
    {DYN_SHOW_SHANK, 0, {{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}, {0, 0, 0}}}, // its square faces x
    {DYN_SHOW_HEAD, 0, {{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}, {3, 0, 0}}},
};

static bool pick_along(const pick_scene *s, vec3 from, vec3 along, pick *p) {
    const pick_ray ray = {from, vec3_unit(along), vec3_unit(along)};
    return pick_part(s, &ray, 0.005, p);
}

static void nearest_part_of_a_ship_is_picked(void **state) {
    (void)state;
    const render_def def = {.shank = &square, .head = &square, .bar_diameter = 0.1};
    const pick_scene s = {.def = &def, .body = ship, .n_bodies = 4, .scale = 1, .see_hull = true};
    pick p;
    assert_true(pick_along(&s, vec3_make(-10, 0.3, 0.2), vec3_make(1, 0, 0), &p));
    assert_int_equal(p.kind, DYN_SHOW_SHANK);
    CHECK_NEAR(p.away, 10, 1e-12);
    CHECK_NEAR(vec3_norm(vec3_sub(pose_point(&ship[2].pose, p.at), vec3_make(0, 0.3, 0.2))), 0, 1e-12);
    assert_true(pick_along(&s, vec3_make(4, 0.3, 0.2), vec3_make(-1, 0, 0), &p));
    assert_int_equal(p.kind, DYN_SHOW_HEAD);
    // a link is 0.6 m long and 0.36 m wide
    assert_true(pick_along(&s, vec3_make(5, -10, 0.5), vec3_make(0, 1, 0), &p));
    assert_true(p.kind == DYN_SHOW_LINK && p.number == 1 && p.miss == 0);
    CHECK_NEAR(p.at.z, 0.1, 1e-12);
    assert_true(pick_along(&s, vec3_make(5.2, -10, 0), vec3_make(0, 1, 0), &p)); // 2 cm beside it, of 10 m
    assert_true(p.number == 0 && p.miss > 0);
    CHECK_NEAR(hypot(p.at.x, p.at.y), 0.18, 1e-12); // gripped at its surface
    assert_false(pick_along(&s, vec3_make(5.3, -10, 0), vec3_make(0, 1, 0), &p));
    assert_false(pick_along(&s, vec3_make(-10, 0, 0), vec3_make(-1, 0, 0), &p)); // behind the eye
}

static void hull_hides_what_is_behind_it(void **state) {
    (void)state;
    vec3 wall[4];
    contact_mesh hull = square;
    for (int k = 0; k < 4; k++) wall[k] = vec3_make(-5, corner[k].x, corner[k].y);
    hull.vertex = wall;
    const render_def def = {.shank = &square, .head = &square, .hull = &hull, .bar_diameter = 0.1};
    pick_scene s = {.def = &def, .body = ship, .n_bodies = 4, .scale = 1, .see_hull = true};
    pick p;
    assert_false(pick_along(&s, vec3_make(-10, 0, 0), vec3_make(1, 0, 0), &p));
    assert_true(pick_along(&s, vec3_make(-4, 0, 0), vec3_make(1, 0, 0), &p)); // the eye is within
    s.see_hull = false;                                                       // a ghost
    assert_true(pick_along(&s, vec3_make(-10, 0, 0), vec3_make(1, 0, 0), &p));
}

// A mechanism of 2 mm in its picture: the bodies' places are scaled.
static void parts_of_a_mechanism_are_picked(void **state) {
    (void)state;
    const pose own = {mat3_identity(), {0, 0, 0}}, lifted = {mat3_identity(), {0, 0, 0.001}};
    render_part part[] = {
        {.solid = RENDER_BALL, .kind = DYN_SHOW_BODY, .number = 0, .place = lifted, .size = {2e-4, 2e-4, 2e-4}},
        {.solid = RENDER_ROD, .kind = DYN_SHOW_BODY, .number = 1, .place = own, .size = {1e-4, 1e-4, 1e-3}},
        {.solid = RENDER_BALL, .kind = DYN_SHOW_BODY, .number = RENDER_GROUND, .place = own, .size = {1, 1, 1}},
        {.solid = RENDER_FLOOR, .kind = DYN_SHOW_BODY, .number = 1, .place = own, .size = {1, 1, 0}},
    };
    render_between between[] = {{.solid = RENDER_ROD, .point = {0, 1}, .radius = 1e-4}};
    render_mechanism m = {.n_parts = 4,
                          .n_between = 1,
                          .part = part,
                          .between = between,
                          .lo = {-1e-3, -1e-3, -1e-3},
                          .hi = {1e-3, 1e-3, 1e-3},
                          .up = {0, 0, 1}};
    const render_def def = {.mechanism = &m};
    const mechanism_frame f = mechanism_frame_of(&m);
    dyn_snapshot_body body[] = {{DYN_SHOW_BODY, 0, own},
                                {DYN_SHOW_BODY, 1, {mat3_identity(), {0.5e-3, 0, 0}}},
                                {DYN_SHOW_POINT, 0, {mat3_identity(), {0, 0, -1e-3}}},
                                {DYN_SHOW_POINT, 1, {mat3_identity(), {1e-3, 0, -1e-3}}}};
    for (int k = 0; k < 4; k++) body[k].pose = mechanism_frame_pose(&f, &body[k].pose);
    const pick_scene s = {.def = &def, .body = body, .n_bodies = 4, .scale = f.scale};
    const struct {
        vec3 at; // world, seen along y
        int kind, number;
        vec3 grip;
    } row[] = {{{0, 0, 1e-3}, DYN_SHOW_BODY, 0, {0, -2e-4, 1e-3}},
               {{0.5e-3, 0, 0.5e-3}, DYN_SHOW_BODY, 1, {0, 0, 0.5e-3}},
               {{0.2e-3, 0, -1e-3}, DYN_SHOW_POINT, 0, {0, 0, 0}},
               {{0.8e-3, 0, -1e-3}, DYN_SHOW_POINT, 1, {0, 0, 0}}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        pick p;
        vec3 at = mechanism_frame_point(&f, row[k].at), from = vec3_madd(at, -30, vec3_make(0, 1, 0));
        assert_true(pick_along(&s, from, vec3_make(0, 1, 0), &p));
        assert_true(p.kind == row[k].kind && p.number == row[k].number);
        if (p.kind == DYN_SHOW_BODY) assert_true(vec3_norm(vec3_sub(p.at, row[k].grip)) <= 2.1e-4);
    }
    vec3 back = mechanism_frame_world(&f, mechanism_frame_point(&f, row[0].at));
    CHECK_NEAR(vec3_norm(vec3_sub(back, row[0].at)), 0, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ray_is_the_inverse_of_the_projection),
        cmocka_unit_test(nearest_part_of_a_ship_is_picked),
        cmocka_unit_test(hull_hides_what_is_behind_it),
        cmocka_unit_test(parts_of_a_mechanism_are_picked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
