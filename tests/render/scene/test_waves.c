// SPDX-License-Identifier: MIT
// Water in the picture agrees with the physics: along a wall the waterline's foam is at dyn_waves_surface at any time,
// and the anchor's foam lies on the surface.
#include "contact/prepare/load.h"
#include "render/scene/foam.h"
#include "tests/render/drawing.h"
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 720, BYTES = 3 * WIDTH * HEIGHT };

typedef struct fixture {
    contact_mesh wall;
    render_def def;
    render *r;
    dyn_snapshot *snapshot;
    uint8_t rgb[BYTES];
} fixture;

// A wall whose outer face is y = 0.
static contact_mesh make_wall(void) {
    vec3 v[8];
    const int t[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int k = 0; k < 8; k++) v[k] = vec3_make(k & 1 ? 20 : -20, k & 2 ? 0 : -0.5, k & 4 ? 8 : -8);
    contact_mesh m;
    rt_diag d = {0};
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    if (contact_mesh_make("wall", v, 8, t, 12, &o, &m, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    return m;
}

static dyn_waves waves_of(double height) {
    return dyn_waves_regular(
        &(dyn_waves_def){.height = height, .period = 3.6, .direction = 0.6, .phase = 0.5, .gravity = 9.81});
}

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->wall = make_wall();
    f->snapshot = calloc(1, sizeof *f->snapshot);
    f->def = render_def_default();
    f->def.offscreen = true;
    f->def.width = WIDTH, f->def.height = HEIGHT;
    f->def.hull = &f->wall;
    f->def.focus = vec3_make(0, 0, 0.5);
    f->def.outboard = vec3_make(0, 1, 0);
    f->def.water = waves_of(1);
    f->r = drawing_open(&f->def);
    if (f->r) drawing_press(f->r, SDLK_g);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    render_destroy(f->r);
    contact_mesh_free(&f->wall);
    free(f->snapshot);
    free(f);
    return 0;
}

// Turns the camera so high that no crest hides the wall behind it.
static void tilt_camera_down(fixture *f) {
    const SDL_Event drag = {
        .motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .yrel = (int)(0.5 / 3.14 * HEIGHT)}};
    drawing_of(f->r, f->snapshot, f->rgb); // places the camera
    assert_true(render_handle_event(f->r, &drag));
}

// Height on the wall of the brightest foam pixel at this x, from 1 m below to 1 m above the still water.
static double find_foam_height(fixture *f, double x) {
    int best = -1;
    double height = 0;
    for (double z = -1; z <= 1; z += 0.005) {
        double px, py;
        if (!render_project(f->r, vec3_make(x, 0, z), &px, &py)) continue;
        assert_true(px >= 0 && px < WIDTH && py >= 0 && py < HEIGHT);
        const uint8_t *p = f->rgb + 3 * ((int)py * WIDTH + (int)px);
        double blue = p[2];     // antifouling and boot-topping have little blue
        if (z > 0.43) continue; // topsides
        if (blue > best) best = blue, height = z;
    }
    return height;
}

static void drawn_waterline_matches_the_physics(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    int looked = 0;
    tilt_camera_down(f);
    double lowest = 1, highest = -1;
    for (int i = 0; i < 8; i++) {
        f->snapshot->frame = (uint64_t)i + 1;
        f->snapshot->t = 7 + 0.47 * i;
        drawing_of(f->r, f->snapshot, f->rgb);
        for (double x = -1.6; x <= 1.7; x += 0.8) {
            double surface = dyn_waves_surface(&f->def.water, x, 0, f->snapshot->t);
            if (surface > 0.3) continue;
            CHECK_NEAR(find_foam_height(f, x), surface, 0.12); // the line itself moves 8 cm up and down
            lowest = fmin(lowest, surface), highest = fmax(highest, surface);
            looked++;
        }
    }
    assert_true(looked > 15 && lowest < -0.4 && highest > 0.1);
    rt_diag d = {0};
    assert_int_equal(render_write_png(f->r, "render_waves.png", &d), RT_OK); // and no GL error
}

// Cameras under water and on deck; still water after waves, and waves after still water, in the same window: no GL
// error.
static void every_camera_draws_every_sea(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    rt_diag d = {0};
    for (int sea = 0; sea < 3; sea++) {
        render_def def = f->def;
        if (sea == 1) def.water = (dyn_waves){0};
        if (sea == 2)
            def.water = dyn_waves_jonswap(&(dyn_waves_def){.height = 2, .period = 6, .gravity = 9.81}, 3.3, 1);
        assert_int_equal(render_load(f->r, &def, &d), RT_OK);
        for (int view = 0; view < RENDER_VIEWS; view++) {
            drawing_press(f->r, SDLK_1 + view);
            drawing_of(f->r, f->snapshot, f->rgb);
        }
        assert_int_equal(render_write_png(f->r, "render_waves_cameras.png", &d), RT_OK);
    }
}

static void foam_lies_on_the_waves(void **state) {
    (void)state;
    static foam_mark m[FOAM_MOST];
    foam *f = calloc(1, sizeof *f);
    dyn_waves w = waves_of(0.8);
    int lying = 0;
    for (int k = 0; k <= 120; k++) {
        const foam_body b = {{mat3_identity(), {4, 5, 1 - k / 60.0}}, {-0.5, -0.5, -1}, {0.5, 0.5, 1}};
        foam_update(f, 100 + k / 60.0, &w, &b, 1);
        int n = foam_list_marks(f, &w, m);
        for (int i = 0; i < n; i++) {
            double surface = dyn_waves_surface(&w, m[i].place.x, m[i].place.y, 100 + k / 60.0);
            if (m[i].drop)
                assert_true(m[i].place.z >= surface);
            else
                CHECK_NEAR(m[i].place.z, surface, 0), lying++;
        }
    }
    assert_true(lying > 50);
    free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(drawn_waterline_matches_the_physics, open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(every_camera_draws_every_sea, open_fixture, close_fixture),
        cmocka_unit_test(foam_lies_on_the_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
