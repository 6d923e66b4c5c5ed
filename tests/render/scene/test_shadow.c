// SPDX-License-Identifier: MIT
// Shadow map of the moving casters: redrawn only when one has moved by more than the slack.
#include "render/scene/shadow.h"
#include "tests/render/drawing.h"
#include "tests/render/shipped.h"
#include <epoxy/gl.h>
#include <math.h>

enum { SIZE = 256 };
static const double radius = 8, slack = 2; // [m], [px]; a pixel is 8 m / 128

typedef struct fixture {
    shipped ship;
    render *r; // its GL context draws the shadows
    shadow map;
    batch post, none;
} fixture;

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    shipped_make(&f->ship, 64, 64);
    f->r = drawing_open(&f->ship.def);
    if (!f->r) return 0;
    rt_diag d = {0};
    shape arrow = {0}; // 1 m long
    assert_int_equal(
        shadow_create(&f->map, vec3_make(0, 0, 0), radius, SIZE, slack, vec3_unit(vec3_make(0.2, 0, 1)), &d), RT_OK);
    assert_true(shape_arrow(8, &arrow) && batch_create(&f->post, &arrow, 4) && batch_create(&f->none, &arrow, 4));
    shape_free(&arrow);
    shadow_draw_still(&f->map, NULL, 0);
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    if (f->r) {
        batch_free(&f->post);
        batch_free(&f->none);
        shadow_free(&f->map);
    }
    render_destroy(f->r);
    shipped_free(&f->ship);
    free(f);
    return 0;
}

// Adds a lying post of this length at x, turned about the vertical. Returns true if the map is redrawn, i.e. samples
// pass the depth test.
static bool redraws(fixture *f, batch *b, double x, double turn, double length) {
    const batch *list[] = {&f->post, &f->none};
    const double c = cos(turn), d = sin(turn); // the arrow's z along (c, d, 0)
    const pose at = {.p = vec3_make(x, 0, 0), .r = {{{0, -d, c}, {0, c, d}, {-1, 0, 0}}}};
    f->post.n = f->none.n = 0;
    if (b) batch_add(b, &at, vec3_make(length, length, length), vec3_make(1, 1, 1), BATCH_STEEL);
    batch_send(&f->post);
    batch_send(&f->none);
    GLuint query, n;
    glGenQueries(1, &query);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    shadow_draw_moving(&f->map, list, 2);
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &n);
    glDeleteQueries(1, &query);
    return n > 0;
}

static void shadows_are_redrawn_after_movement(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const double most = slack * 2 * radius / SIZE;
    assert_true(redraws(f, &f->post, 0, 0, 4));
    assert_false(redraws(f, &f->post, 0, 0, 4));
    assert_false(redraws(f, &f->post, 0.9 * most, 0, 4));
    assert_true(redraws(f, &f->post, 1.1 * most, 0, 4));
    // small steps add up
    for (int k = 1; k <= 4; k++) assert_false(redraws(f, &f->post, (1.1 + 0.24 * k) * most, 0, 4));
    assert_true(redraws(f, &f->post, (1.1 + 0.24 * 5) * most, 0, 4));
    // the far end of 4 m turns by more than the slack while the near end rests
    assert_true(redraws(f, &f->post, (1.1 + 0.24 * 5) * most, 1.1 * most / 4, 4));
    assert_false(redraws(f, &f->post, (1.1 + 0.24 * 5) * most, 1.2 * most / 4, 4));
}

static void new_lost_or_changed_casters_are_redrawn(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    redraws(f, NULL, 0, 0, 4);
    assert_true(redraws(f, &f->post, 0, 0, 4));
    assert_true(redraws(f, &f->none, 0, 0, 4)); // another shape in the same place
    redraws(f, &f->post, NAN, 0, 4);
    assert_true(redraws(f, &f->post, 0, 0, 4));
    redraws(f, NULL, 0, 0, 4);
    assert_true(redraws(f, &f->post, 0, 0, 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadows_are_redrawn_after_movement),
        cmocka_unit_test(new_lost_or_changed_casters_are_redrawn),
    };
    return cmocka_run_group_tests_name("render.scene.shadow", tests, open_fixture, close_fixture);
}
