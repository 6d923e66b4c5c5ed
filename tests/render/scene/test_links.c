// SPDX-License-Identifier: MIT
// Special links: each is drawn in its place with its own shape; the other links do not change. The picture shows a
// chain's lower end against sea and sky, where no shadow falls.
#include "tests/check.h"

#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"

enum { WIDTH = 640, HEIGHT = 360, BYTES = 3 * WIDTH * HEIGHT, LINKS = 6, LOWEST = 7 };
static const double D = 0.05;

typedef struct fixture {
    render *r;
    dyn_snapshot *s;
    contact_mesh box;
    render_def def;
    uint8_t common[BYTES], own[BYTES], none[BYTES];
} fixture;

// Pose of link i, width across the view for every other link.
static pose link_pose(int i) {
    vec3 z = vec3_make(0, 0, 1), x = i % 2 ? vec3_make(0, 1, 0) : vec3_make(1, 0, 0);
    return (pose){mat3_columns(x, vec3_cross(z, x), z), vec3_make(0, 0, 6 + 4 * D * i)};
}

static int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    rt_diag d = {0};
    f->s = calloc(1, sizeof *f->s);
    f->s->t = 20;
    f->s->n_bodies = LINKS;
    for (int i = 0; i < LINKS; i++) f->s->body[i] = (dyn_snapshot_body){DYN_SHOW_LINK, LOWEST + i, link_pose(i)};
    f->box = bow_make_box(vec3_make(2 * D, -0.5 * D, -1.5 * D), vec3_make(4 * D, 0.5 * D, 0.5 * D));
    f->def = render_def_default();
    f->def.offscreen = true;
    f->def.width = WIDTH;
    f->def.height = HEIGHT;
    f->def.bar_diameter = D;
    f->def.focus = vec3_make(0, 0, 6);
    f->r = render_create(&f->def, &d);
    if (!f->r) print_message("%s", d.text);
    if (f->r) render_toggle(f->r, DISPLAY_GAUGES);
    *state = f;
    return 0;
}

static int close_fixture(void **state) {
    fixture *f = *state;
    render_destroy(f->r);
    contact_mesh_free(&f->box);
    free(f->s);
    free(f);
    return 0;
}

#define SKIP_WITHOUT_GL(f)                                                                                             \
    if (!(f)->r) {                                                                                                     \
        print_message("skipped: no OpenGL 3.3 here\n");                                                                \
        skip();                                                                                                        \
    }

// Draws with the lowest link in the middle, `closer` steps of the wheel nearer than the preset.
static void draw_picture(fixture *f, const render_def *def, int closer, uint8_t *rgb) {
    rt_diag d = {0};
    SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_4}}};
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = closer}};
    assert_int_equal(render_load(f->r, def, &d), RT_OK);
    assert_true(render_handle_event(f->r, &key));
    render_frame(f->r, NULL, f->s, 1);
    assert_true(render_handle_event(f->r, &wheel));
    render_frame(f->r, NULL, f->s, 1);
    render_read_rgb(f->r, rgb);
}

// Draws three pictures: lowest link as in `own`; as a common link; moved out of sight, with the same camera.
static void draw_pictures(fixture *f, const render_def *own, int closer) {
    draw_picture(f, own, closer, f->own);
    draw_picture(f, &f->def, closer, f->common);
    vec3 at = f->s->body[0].pose.p;
    SDL_Event stay = {.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_RMASK}};
    assert_true(render_handle_event(f->r, &stay)); // a drag ends following
    f->s->body[0].pose.p = vec3_make(0, 0, -500);
    render_frame(f->r, NULL, f->s, 1);
    render_read_rgb(f->r, f->none);
    f->s->body[0].pose.p = at;
}

static render_def def_with_special(const fixture *f, const contact_mesh *mesh, double bar) {
    render_def def = f->def;
    def.n_special = 1;
    def.special[0] = (render_link){.number = LOWEST, .mesh = mesh, .bar_diameter = bar};
    return def;
}

// True if the two pictures differ at a point of the lowest link's frame [bar diameters].
static bool differ_at(const fixture *f, const uint8_t *a, const uint8_t *b, double x, double z) {
    double px, py;
    vec3 p = pose_point(&f->s->body[0].pose, vec3_make(x * D, 0, z * D));
    assert_true(render_project(f->r, p, &px, &py));
    assert_true(px >= 0 && py >= 0 && px < WIDTH && py < HEIGHT);
    int i = 3 * ((int)py * WIDTH + (int)px);
    return memcmp(a + i, b + i, 3) != 0;
}

// Number of differing pixels; *outside: those farther than `reach` bar diameters from the lowest link's middle.
static int count_differences(const fixture *f, const uint8_t *a, const uint8_t *b, double reach, int *outside) {
    double cx, cy, ex, ey;
    int n = 0;
    vec3 p = f->s->body[0].pose.p;
    assert_true(render_project(f->r, p, &cx, &cy));
    assert_true(render_project(f->r, vec3_madd(p, reach * D, vec3_make(0, 0, -1)), &ex, &ey));
    *outside = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            if (memcmp(a + 3 * (y * WIDTH + x), b + 3 * (y * WIDTH + x), 3) == 0) continue;
            n++;
            *outside += hypot(x + 0.5 - cx, y + 0.5 - cy) > hypot(ex - cx, ey - cy) + 1;
        }
    return n;
}

// A box beside the common link's place. At every distance the box is visible, the common link is not, and the pixels of
// other links do not change.
static void mesh_replaces_the_common_link(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const render_def own = def_with_special(f, &f->box, 0);
    for (int closer = 0; closer <= 24; closer += 8) {
        draw_pictures(f, &own, closer);
        assert_true(differ_at(f, f->own, f->none, 3, -0.5));
        assert_false(differ_at(f, f->common, f->none, 3, -0.5));
        assert_false(differ_at(f, f->own, f->none, -3, -0.5)); // not turned round
        assert_false(differ_at(f, f->own, f->none, 3, 1.5));
        if (closer < 16) continue; // the bar is narrower than a pixel
        assert_true(differ_at(f, f->common, f->none, -1.3, 0));
        assert_false(differ_at(f, f->own, f->none, -1.3, 0));
        int outside;
        assert_true(count_differences(f, f->own, f->common, 4.5, &outside) > 500);
        assert_int_equal(outside, 0);
    }
}

// Bar 1.4 times as thick, same inner length: 1.8 × 1.4 = 2.52 to the side; along it 2 inside and 2 + 1.4 outside.
static void thicker_bar_keeps_the_inner_length(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const render_def own = def_with_special(f, NULL, 1.4 * D);
    draw_pictures(f, &own, 24);
    for (int side = -1; side <= 1; side += 2) {
        assert_true(differ_at(f, f->own, f->none, 2.35 * side, 0));
        assert_false(differ_at(f, f->common, f->none, 2.35 * side, 0));
        assert_false(differ_at(f, f->own, f->none, 2.75 * side, 0));
    }
    assert_true(differ_at(f, f->own, f->none, 0, -3.2));
    assert_false(differ_at(f, f->common, f->none, 0, -3.2));
    assert_false(differ_at(f, f->own, f->none, 0, -3.65));
    assert_true(differ_at(f, f->own, f->none, 0, -2.2));
    assert_false(differ_at(f, f->own, f->none, 0, -1.7)); // the hole below the stud
}

static void special_link_of_the_common_bar_is_a_common_link(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const render_def own = def_with_special(f, NULL, D);
    draw_pictures(f, &own, 24);
    assert_memory_equal(f->own, f->common, BYTES);
}

// A shackle of the kit: own length and width, open in the middle.
static void part_with_given_size_has_that_size(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    render_def own = def_with_special(f, NULL, D);
    own.special[0].length = 8 * D;
    own.special[0].width = 5 * D;
    own.special[0].open = true;
    draw_pictures(f, &own, 24);
    assert_true(differ_at(f, f->own, f->none, 0, -3.5));
    assert_false(differ_at(f, f->common, f->none, 0, -3.5));
    assert_true(differ_at(f, f->own, f->none, 2, 0));
    assert_false(differ_at(f, f->common, f->none, 2, 0));
    assert_false(differ_at(f, f->own, f->none, 0.4, 0));
    own.special[0] = (render_link){.number = LOWEST, .bar_diameter = D, .length = 6 * D, .width = 3.6 * D};
    draw_pictures(f, &own, 24);
    assert_memory_equal(f->own, f->common, BYTES);
}

static void studless_chain_has_no_studs(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    render_def own = f->def;
    own.studless = true;
    draw_pictures(f, &own, 24);
    assert_true(differ_at(f, f->common, f->none, 0.4, 0));
    assert_false(differ_at(f, f->own, f->none, 0.4, 0));
    assert_true(differ_at(f, f->own, f->none, 1.175, 0));
    assert_false(differ_at(f, f->own, f->none, 1.73, 0)); // 3.35 wide, not 3.6
    assert_true(differ_at(f, f->common, f->none, 1.73, 0));
}

static const uint8_t *pixel_at(const fixture *f, const uint8_t *rgb, double x, double z) {
    double px, py;
    vec3 p = pose_point(&f->s->body[0].pose, vec3_make(x * D, 0, z * D));
    assert_true(render_project(f->r, p, &px, &py));
    return rgb + 3 * ((int)py * WIDTH + (int)px);
}

static void mesh_is_coloured_as_a_link(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    render_def own = def_with_special(f, &f->box, 0);
    render_toggle(f->r, DISPLAY_TENSION);
    f->s->tension_n[0] = 0;
    draw_picture(f, &own, 24, f->own);
    f->s->tension_n[0] = own.tension_max_n;
    draw_picture(f, &own, 24, f->common);
    render_toggle(f->r, DISPLAY_TENSION);
    assert_true(pixel_at(f, f->common, 3, -0.5)[1] > pixel_at(f, f->own, 3, -0.5)[1] + 100); // from dark to yellow
    f->s->body[0].number = own.special[0].number = (int)(27.5 / (4 * D) + 0.5);              // the first joining link
    draw_picture(f, &own, 24, f->own);
    f->s->body[0].number = LOWEST;
    const uint8_t *p = pixel_at(f, f->own, 3, -0.5);
    assert_true(p[0] > 2 * p[1] && p[0] > 2 * p[2]);
}

// On a wall 1 m behind the chain, the point on the sun's ray through the box's middle is dark.
static void mesh_casts_a_shadow(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    contact_mesh wall = bow_make_box(vec3_make(-3, -2, 2), vec3_make(3, -1, 10));
    render_def common = f->def, own = def_with_special(f, &f->box, 0);
    common.hull = own.hull = &wall;
    draw_picture(f, &common, 16, f->common);
    draw_picture(f, &own, 16, f->own);
    contact_mesh_free(&wall);
    const vec3 sun = {0.35, 0.8, 0.55}; // of a ship with outboard to port
    vec3 box = pose_point(&f->s->body[0].pose, vec3_make(3 * D, 0, -0.5 * D)), on_wall = vec3_madd(box, -1 / 0.8, sun);
    CHECK_NEAR(on_wall.y, -1, 1e-12);
    double x, y;
    assert_true(render_project(f->r, on_wall, &x, &y));
    int i = 3 * ((int)y * WIDTH + (int)x);
    assert_true(f->own[i] < f->common[i] - 30);
}

// The inset in its corner, where the large picture shows sky.
static void inset_shows_the_mesh(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    contact_mesh large = bow_make_box(vec3_make(-0.5, -0.5, -0.5), vec3_make(0.5, 0.5, 0.5));
    const render_def own = def_with_special(f, &large, 0);
    int n[2] = {0};
    for (int shown = 0; shown < 2; shown++) {
        if (shown) render_toggle(f->r, DISPLAY_INSET);
        draw_picture(f, &f->def, 0, f->common);
        draw_picture(f, &own, 0, f->own);
        for (int y = 14; y < 110; y++)
            for (int x = WIDTH - 188; x < WIDTH - 14; x++)
                n[shown] += memcmp(f->own + 3 * (y * WIDTH + x), f->common + 3 * (y * WIDTH + x), 3) != 0;
    }
    render_toggle(f->r, DISPLAY_INSET);
    contact_mesh_free(&large);
    assert_int_equal(n[0], 0);
    assert_true(n[1] > 50);
}

static void wrong_links_are_refused(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    for (int k = 0; k < 4; k++) {
        render_def own = def_with_special(f, NULL, k == 0 ? 0 : k == 1 ? 2 * D : D);
        if (k == 2) own.special[0].number = -1;
        if (k == 3) own.n_special = RENDER_SPECIAL_LINKS + 1;
        rt_diag d = {0};
        assert_int_equal(render_load(f->r, &own, &d), RT_ERR_USAGE);
        assert_non_null(strstr(d.text, "special links"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_replaces_the_common_link),
        cmocka_unit_test(thicker_bar_keeps_the_inner_length),
        cmocka_unit_test(special_link_of_the_common_bar_is_a_common_link),
        cmocka_unit_test(part_with_given_size_has_that_size),
        cmocka_unit_test(studless_chain_has_no_studs),
        cmocka_unit_test(mesh_is_coloured_as_a_link),
        cmocka_unit_test(mesh_casts_a_shadow),
        cmocka_unit_test(inset_shows_the_mesh),
        cmocka_unit_test(wrong_links_are_refused),
    };
    return cmocka_run_group_tests_name("render.scene.links", tests, open_fixture, close_fixture);
}
