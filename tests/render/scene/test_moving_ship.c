// SPDX-License-Identifier: MIT
// The sea moves past a ship that moves: of the hull, what comes under the world's still water is drawn under water, and
// what stays above looks as at rest.
#include "tests/render/drawing.h"
#include "tests/render/shipped.h"
#include <string.h>

enum { WIDTH = 640, HEIGHT = 360, BYTES = 3 * WIDTH * HEIGHT };
static const double margin = 0.5; // either side of the waterline, where foam is [m]

typedef struct fixture {
    shipped ship;
    render *r;
    uint8_t rest[BYTES], moved[BYTES];
} fixture;

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    shipped_make(&f->ship, WIDTH, HEIGHT);
    f->r = drawing_open(&f->ship.def);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    render_destroy(f->r);
    shipped_free(&f->ship);
    free(f);
    return 0;
}

// Hull vertices by what became of them, and those whose pixels say otherwise.
typedef struct waterline {
    int dry, wetted, wrong;
} waterline;

// Compares the two pictures at the vertices of the port bow, which the bolster camera, fixed to the ship, sees.
static waterline compare_hull(const fixture *f, const pose *ship) {
    waterline w = {0};
    const contact_mesh *hull = &f->ship.hull;
    for (int i = 0; i < hull->nv; i++) {
        vec3 p = hull->vertex[i];
        double x, y, height = pose_point(ship, p).z;
        if (p.y < 2 || p.z < margin || !render_project(f->r, p, &x, &y)) continue;
        if (x < 4 || y < 30 || x >= WIDTH - 4 || y >= HEIGHT * 3 / 4) continue;
        size_t at = 3 * ((size_t)y * WIDTH + (size_t)x);
        bool same = memcmp(f->rest + at, f->moved + at, 3) == 0;
        if (height > margin) w.dry++, w.wrong += !same;
        if (height < -margin) w.wetted++, w.wrong += same;
    }
    return w;
}

static waterline move_ship(fixture *f, vec3 place, vec3 turn) {
    dyn_snapshot *s = f->ship.snapshot;
    s->ship = (dyn_snapshot_ship){.place = place, .turn = turn};
    s->t += 60; // the foam of the last pose is gone
    drawing_of(f->r, s, f->moved);
    pose ship = dyn_snapshot_ship_pose(&s->ship);
    waterline w = compare_hull(f, &ship);
    print_message("place %g %g %g, turn %g %g %g: %d points stay dry, %d come under water, %d look otherwise\n",
                  place.x, place.y, place.z, turn.x, turn.y, turn.z, w.dry, w.wetted, w.wrong);
    return w;
}

static void water_rises_where_the_hull_sinks(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const vec3 none = {0, 0, 0};
    drawing_press(f->r, SDLK_2);
    drawing_of(f->r, f->ship.snapshot, f->rest);
    // from higher: the eye stays above the water
    assert_true(render_handle_event(
        f->r, &(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .yrel = HEIGHT / 9}}));
    drawing_of(f->r, f->ship.snapshot, f->rest);
    const struct {
        vec3 place, turn;
        bool wets;
    } pose_of[] = {{{0, 0, -2.5}, {0, 0, 0}, true},      {{0, 0, 1}, {0, 0, 0}, false},
                   {{0, 0, 0}, {-0.25, 0, 0}, true},     {{0, 0, 0}, {0.2, 0, 0}, false},
                   {{0, 0, 0}, {0, 0.2, 0}, true},       {{0, 0, 0}, {0, -0.1, 0}, false},
                   {{400, -300, 0}, {0, 0, 2.5}, false}, {{40, 90, -2.5}, {0, 0, 1}, true}};
    waterline w = move_ship(f, none, none);
    assert_true(w.dry > 200 && w.wetted == 0 && w.wrong == 0);
    for (size_t k = 0; k < sizeof pose_of / sizeof *pose_of; k++) {
        w = move_ship(f, pose_of[k].place, pose_of[k].turn);
        assert_true(w.dry > 100);
        assert_int_equal(w.wetted > 20, pose_of[k].wets);
        assert_true(w.wrong <= (w.dry + w.wetted) / 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(water_rises_where_the_hull_sinks, open_fixture, close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
