// SPDX-License-Identifier: MIT
// Cameras, cut, inset, deck and foam on the shipped bow: each changes only its own part of the picture.
#include "tests/render/drawing.h"
#include "tests/render/shipped.h"
#include <epoxy/gl.h>

enum { WIDTH = 640, HEIGHT = 360, BYTES = 3 * WIDTH * HEIGHT };

typedef struct fixture {
    shipped ship;
    render *r;
    uint8_t a[BYTES], b[BYTES];
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

static void draw_picture(fixture *f, uint8_t *rgb) { drawing_of(f->r, f->ship.snapshot, rgb); }

static void press(fixture *f, SDL_Keycode key) { drawing_press(f->r, key); }

static int count_differences(const fixture *f, int x0, int y0, int x1, int y1) {
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) n += memcmp(f->a + 3 * (y * WIDTH + x), f->b + 3 * (y * WIDTH + x), 3) != 0;
    return n;
}

static const uint8_t *pixel_at(const uint8_t *rgb, double x, double y) { return rgb + 3 * ((int)y * WIDTH + (int)x); }

// True for the section's paint: red over green over blue.
static bool is_section(const uint8_t *p) { return p[0] > p[1] + 8 && p[1] > p[2] + 8; }

static void cut_opens_the_hull_along_the_pipe(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const render_def *def = &f->ship.def;
    shipped_fill(&f->ship, -1);
    press(f, SDLK_1);
    draw_picture(f, f->a);
    press(f, SDLK_v);
    draw_picture(f, f->b);
    double x, y;
    // in the plane, below the pipe: solid hull
    vec3 solid = vec3_madd(vec3_madd(def->focus, 2.5, def->pipe_axis), -1.5, vec3_make(0, 0, 1));
    assert_true(render_project(f->r, solid, &x, &y));
    assert_false(is_section(pixel_at(f->a, x, y)));
    assert_true(is_section(pixel_at(f->b, x, y)));
    // in the pipe: no section
    assert_true(render_project(f->r, vec3_madd(def->focus, 4, def->pipe_axis), &x, &y));
    assert_false(is_section(pixel_at(f->b, x, y)));
    // the far half does not change: shell outside the pocket, on the side away from the eye
    vec3 far_half = vec3_add(def->focus, vec3_make(-1.8 * 0.906308, 1.8 * 0.422618, 0));
    assert_true(render_project(f->r, far_half, &x, &y));
    assert_memory_equal(pixel_at(f->a, x, y), pixel_at(f->b, x, y), 3);
    assert_int_equal(count_differences(f, 0, HEIGHT * 3 / 4, WIDTH, HEIGHT), 0); // instruments
    press(f, SDLK_v);
    draw_picture(f, f->b);
    assert_memory_equal(f->a, f->b, BYTES);
}

// The hull hides chain and shank in the pipe; cut and see-through hull show them.
static void cut_and_ghost_show_shank_and_chain_in_the_pipe(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const SDL_Keycode key[] = {SDLK_v, SDLK_h};
    const double inward[] = {1.9, 3.6}; // shank, chain
    dyn_snapshot *s = f->ship.snapshot;
    shipped_fill(&f->ship, -1);
    int all = s->n_bodies;
    press(f, SDLK_1);
    for (int shown = 0; shown < 4; shown++) {
        int k = shown % 2;
        bool on = shown >= 2;
        double x, y;
        if (on) press(f, key[k]);
        draw_picture(f, f->a);
        s->n_bodies = 0;
        draw_picture(f, f->b);
        s->n_bodies = all;
        if (on) press(f, key[k]);
        for (int i = 0; i < 2; i++) {
            assert_true(render_project(f->r, vec3_madd(f->ship.def.focus, inward[i], f->ship.def.pipe_axis), &x, &y));
            int n = count_differences(f, (int)x - 3, (int)y - 3, (int)x + 4, (int)y + 4);
            if ((n > 5) != on)
                fail_msg("%.1f m up the pipe, switch %d %s: %d differ", inward[i], k, on ? "on" : "off", n);
        }
    }
}

// Bodies are not cut: both flukes stay.
static void cut_leaves_the_anchor_whole(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->ship.snapshot;
    shipped_fill(&f->ship, 3);
    int all = s->n_bodies;
    press(f, SDLK_4);
    for (int cut = 0; cut < 2; cut++) {
        if (cut) press(f, SDLK_v);
        draw_picture(f, f->a);
        s->n_bodies = all - 2;
        s->body[s->n_bodies].kind = DYN_SHOW_LINK; // unused
        draw_picture(f, f->b);
        shipped_fill(&f->ship, 3);
        draw_picture(f, f->a);
        for (int side = -1; side <= 1; side += 2) {
            double x, y;
            vec3 fluke = pose_point(&s->body[all - 1].pose, vec3_make(0.6 * side, 0, 0));
            assert_true(render_project(f->r, fluke, &x, &y));
            assert_true(count_differences(f, (int)x - 2, (int)y - 2, (int)x + 3, (int)y + 3) > 15);
        }
    }
    press(f, SDLK_v);
}

static void inset_changes_its_corner_only(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    shipped_fill(&f->ship, 3);
    for (int view = 0; view < RENDER_VIEWS; view++) {
        if (view == RENDER_VIEW_FREE) continue;
        press(f, SDLK_1 + view);
        draw_picture(f, f->a);
        press(f, SDLK_p);
        draw_picture(f, f->b);
        press(f, SDLK_p);
        int corner = count_differences(f, WIDTH - 192, 12, WIDTH, 145);
        assert_true(corner > 10000); // 28 % of the width
        assert_int_equal(count_differences(f, 0, 0, WIDTH, HEIGHT), corner);
    }
    press(f, SDLK_3);
    draw_picture(f, f->a);
    press(f, SDLK_p);
    draw_picture(f, f->a);
    shipped_fill(&f->ship, 2);
    draw_picture(f, f->b);
    press(f, SDLK_p);
    assert_true(count_differences(f, WIDTH - 192, 12, WIDTH, 145) > 300); // the anchor moves in the inset
}

static void send_mouse(fixture *f, uint32_t button, int dx, int dy, int wheel) {
    SDL_Event drag = {.motion = {.type = SDL_MOUSEMOTION, .state = button, .xrel = dx, .yrel = dy}};
    SDL_Event turn = {.wheel = {.type = SDL_MOUSEWHEEL, .y = wheel}};
    if (button) assert_true(render_handle_event(f->r, &drag));
    if (wheel) assert_true(render_handle_event(f->r, &turn));
}

// From every camera the free camera first shows the same picture, then turns, moves and pans.
static void free_camera_starts_at_the_last_view(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    shipped_fill(&f->ship, 3);
    for (int view = 0; view < RENDER_VIEWS; view++) {
        if (view == RENDER_VIEW_FREE) continue;
        press(f, SDLK_1 + view);
        draw_picture(f, f->a);
        press(f, SDLK_7);
        draw_picture(f, f->b);
        int n = count_differences(f, 0, 0, WIDTH, HEIGHT);
        if (n > WIDTH * HEIGHT / 20) fail_msg("view %d: %d pixels differ", view, n); // rounding at edges
        const int way[3][3] = {{60, 0, 0}, {0, 0, 4}, {0, -50, 0}};
        for (int k = 0; k < 3; k++) {
            memcpy(f->a, f->b, BYTES);
            send_mouse(f, k == 0 ? SDL_BUTTON_LMASK : k == 2 ? SDL_BUTTON_RMASK : 0, way[k][0], way[k][1], way[k][2]);
            draw_picture(f, f->b);
            assert_true(count_differences(f, 0, 0, WIDTH, HEIGHT) > 5000);
        }
    }
}

// The deck has a gearbox, and chain on the gypsy's after side.
static void gearbox_and_stowed_chain_are_on_deck(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    shipped_fill(&f->ship, 3);
    press(f, SDLK_1);
    press(f, SDLK_3);
    draw_picture(f, f->a);
    const vec3 lead = {0.422618, 0.906308, 0}, side = {0.906308, -0.422618, 0};
    double x, y, radius = 40 * SHIPPED_BAR / (2 * M_PI);
    vec3 gearbox =
        vec3_madd(vec3_madd(f->ship.def.lifter_centre, 2.35 * radius, side), 1.0 * radius, vec3_make(0, 0, 1));
    assert_true(render_project(f->r, gearbox, &x, &y));
    const uint8_t *paint = pixel_at(f->a, x, y);
    vec3 plain = vec3_madd(f->ship.def.lifter_centre, -1.6, side);
    plain.z = 9.6;
    assert_true(render_project(f->r, plain, &x, &y));
    assert_true(abs(paint[0] - pixel_at(f->a, x, y)[0]) > 15 || abs(paint[2] - pixel_at(f->a, x, y)[2]) > 15);
    // chain is on the gypsy, though the simulation ends at its top
    vec3 after =
        vec3_madd(vec3_madd(f->ship.def.lifter_centre, -0.72 * radius, lead), 0.72 * radius, vec3_make(0, 0, 1));
    f->ship.snapshot->n_bodies = 0;
    draw_picture(f, f->b);
    shipped_fill(&f->ship, 3);
    draw_picture(f, f->a);
    assert_true(render_project(f->r, after, &x, &y));
    assert_true(count_differences(f, (int)x - 3, (int)y - 3, (int)x + 4, (int)y + 4) > 10);
}

// Foam where the shank leaves the water, none when the anchor is deep.
// Greatest difference of a channel between the two pictures at a point of the world.
static int difference_at(fixture *f, vec3 p) {
    double x, y;
    int most = 0;
    assert_true(render_project(f->r, p, &x, &y) && x > 0 && x < WIDTH && y > 0 && y < HEIGHT);
    for (int k = 0; k < 3; k++) most = (int)fmax(most, abs(pixel_at(f->a, x, y)[k] - pixel_at(f->b, x, y)[k]));
    return most;
}

// Share of the shaft of an arrow from `at` along `along` that changes the picture, and its greatest change.
static double shaft_seen(fixture *f, vec3 at, vec3 along, int *most) {
    const double length = 1.5 * 40 * f->ship.def.bar_diameter; // the longest: 1.5 times that of the largest tension
    dyn_snapshot *s = f->ship.snapshot;
    int seen = 0, n = 0;
    *most = 0;
    s->n_contacts = 0;
    draw_picture(f, f->a);
    s->contact[s->n_contacts++] = (dyn_snapshot_contact){
        .position = at, .normal = along, .normal_force = vec3_scale(100 * f->ship.def.tension_max_n, along), .area = 1};
    draw_picture(f, f->b);
    for (double part = 0.05; part < 0.7; part += 0.01, n++) {
        int change = difference_at(f, vec3_madd(at, part * length, along));
        seen += change > 12;
        *most = change > *most ? change : *most;
    }
    s->n_contacts = 0;
    return (double)seen / n;
}

// An arrow over the deck is drawn whole. The same arrow under the deck is dashed and faint, not gone.
static void arrows_under_the_deck_look_hidden(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const render_def *def = &f->ship.def;
    shipped_fill(&f->ship, 3);
    f->ship.snapshot->n_regions = f->ship.snapshot->n_contours = 0;
    press(f, SDLK_3); // the deck
    draw_picture(f, f->a);
    vec3 opening = vec3_madd(def->focus, def->pipe_length, def->pipe_axis);
    vec3 lead = vec3_sub(opening, def->lifter_centre), up = vec3_make(0, 0, 1);
    vec3 along = vec3_unit(vec3_make(lead.x, lead.y, 0)), aside = vec3_cross(along, up);
    vec3 over = vec3_madd(vec3_madd(opening, -2, along), -1.5, aside), under = over; // across the view
    over.z = opening.z + 0.6, under.z = opening.z - 1.2;
    int bright, faint;
    double whole = shaft_seen(f, over, aside, &bright), part = shaft_seen(f, under, aside, &faint);
    if (whole < 0.98 || part < 0.35 || part > 0.85 || faint > 0.7 * bright || faint < 0.15 * bright)
        fail_msg("over the deck %.2f of the shaft, change %d; under it %.2f, change %d", whole, bright, part, faint);
    press(f, SDLK_1);
}

static void foam_appears_where_the_anchor_breaks_the_surface(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    dyn_snapshot *s = f->ship.snapshot;
    double x, y, white[2];
    press(f, SDLK_2);
    for (int k = 0; k < 2; k++) {
        shipped_fill(&f->ship, k ? 3.4 : 12);
        s->t = 500 + 100 * k;
        draw_picture(f, f->a);
        draw_picture(f, f->b);
        assert_memory_equal(f->a, f->b, BYTES); // the same time
        vec3 shank = s->body[s->n_bodies - 2].pose.p;
        assert_true(render_project(f->r, vec3_make(shank.x, shank.y, 0), &x, &y));
        int n = 0;
        for (int j = -6; j <= 6; j++)
            for (int i = -12; i <= 12; i++)
                n += pixel_at(f->a, x + i, y + j)[1] > 150 && pixel_at(f->a, x + i, y + j)[2] > 150;
        white[k] = n;
    }
    if (!(white[0] < 15 && white[1] > 40 + white[0])) // the hull has a foam line of its own
        fail_msg("white: %g without, %g with", white[0], white[1]);
}

// All switches at once, in a picture too low for an inset and lower than its instruments.
static void small_picture_draws_every_switch(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    render_def def = f->ship.def;
    rt_diag d = {0};
    def.width = def.height = 64;
    render *r = render_create(&def, &d);
    assert_non_null(r);
    render_toggle(r, DISPLAY_CUT);
    render_toggle(r, DISPLAY_INSET);
    for (int ghost = 0; ghost < 2; ghost++) {
        render_toggle(r, DISPLAY_GHOST);
        render_frame(r, NULL, f->ship.snapshot, 1);
        assert_int_equal(render_write_png(r, "render_small.png", &d), RT_OK); // and no GL error
    }
    render_destroy(r);
}

static int complaints;

static void GLAPIENTRY count_complaints(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                        const GLchar *text, const void *ctx) {
    (void)source, (void)id, (void)severity, (void)length, (void)ctx;
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR &&
        type != GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR && type != GL_DEBUG_TYPE_PORTABILITY)
        return;
    complaints++;
    print_message("GL: %s\n", text);
}

// Draws every camera with every switch alone and with all switches, after loading the scene. The driver must not
// complain.
static void driver_reports_no_errors(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    draw_picture(f, f->a); // makes the renderer's context current
    if (!epoxy_has_gl_extension("GL_KHR_debug")) {
        print_message("skipped: the driver has no GL_KHR_debug\n");
        skip();
    }
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(count_complaints, NULL);
    complaints = 0;
    glEnable(0x1234); // the callback works
    assert_int_equal(complaints, 1);
    assert_int_equal(glGetError(), GL_INVALID_ENUM);
    rt_diag d = {0};
    assert_int_equal(render_load(f->r, &f->ship.def, &d), RT_OK);
    for (int k = -1; k <= DISPLAY_SWITCHES; k++) {
        for (int i = 0; i < DISPLAY_SWITCHES; i++)
            if (i == k || k == DISPLAY_SWITCHES) render_toggle(f->r, (display_switch)i);
        for (int view = 0; view < RENDER_VIEWS; view++) {
            f->ship.snapshot->t += 0.1;
            press(f, SDLK_1 + view);
            draw_picture(f, f->a);
        }
        for (int i = 0; i < DISPLAY_SWITCHES; i++)
            if (i == k || k == DISPLAY_SWITCHES) render_toggle(f->r, (display_switch)i);
    }
    assert_int_equal(complaints, 1);
    glDebugMessageCallback(NULL, NULL);
    glDisable(GL_DEBUG_OUTPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_opens_the_hull_along_the_pipe),
        cmocka_unit_test(cut_and_ghost_show_shank_and_chain_in_the_pipe),
        cmocka_unit_test(cut_leaves_the_anchor_whole),
        cmocka_unit_test(inset_changes_its_corner_only),
        cmocka_unit_test(free_camera_starts_at_the_last_view),
        cmocka_unit_test(gearbox_and_stowed_chain_are_on_deck),
        cmocka_unit_test(arrows_under_the_deck_look_hidden),
        cmocka_unit_test(foam_appears_where_the_anchor_breaks_the_surface),
        cmocka_unit_test(small_picture_draws_every_switch),
        cmocka_unit_test(driver_reports_no_errors),
    };
    return cmocka_run_group_tests_name("render.scene.scene", tests, open_fixture, close_fixture);
}
