// SPDX-License-Identifier: MIT
// Live picture in software: instruments and panels are redrawn only where their content changes. The picture must equal
// a full redraw.
#include "tests/check.h"
#include "tests/render/own_display.h"

#include "render/window/render_private.h"
#include "rt/base/hash.h"
#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include <epoxy/gl.h>

#define RED 0xff0000ffu
#define GREEN 0x00ff00ffu
#define BLUE 0x0000ffffu
#define NONE 0x000000ffu

static bow ship;

static render *open_window(void) {
    rt_diag d = {0};
    ship.def.offscreen = false;
    ship.def.width = 960;
    ship.def.height = 600;
    ship.def.title = "render.gl.backing";
    render *r = render_create(&ship.def, &d);
    if (!r) fail_msg("%s", d.text);
    return r;
}

static uint64_t draw_and_hash(render *r) {
    int width, height;
    render_frame(r, NULL, ship.snapshot, 1);
    render_size(r, &width, &height);
    size_t bytes = (size_t)(3 * width * height);
    uint8_t *rgb = malloc(bytes);
    assert_non_null(rgb);
    render_read_rgb(r, rgb);
    uint64_t sum = rt_hash(0, rgb, bytes);
    free(rgb);
    return sum;
}

static void send_event(render *r, SDL_Event e) {
    SDL_PushEvent(&e);
    while (SDL_PollEvent(&e)) render_handle_event(r, &e);
}

static PFNGLDRAWARRAYSPROC draw_arrays;
static PFNGLDRAWELEMENTSPROC draw_elements;
static long flat_vertices; // of instruments and panels: drawn without depth test

static void count_flat(GLsizei n) { flat_vertices += glIsEnabled(GL_DEPTH_TEST) ? 0 : n; }

static void GLAPIENTRY draw_arrays_counted(GLenum mode, GLint first, GLsizei n) {
    count_flat(n);
    draw_arrays(mode, first, n);
}

static void GLAPIENTRY draw_elements_counted(GLenum mode, GLsizei n, GLenum type, const void *from) {
    count_flat(n);
    draw_elements(mode, n, type, from);
}

// Draws the snapshot's picture. Returns its number of flat vertices; *sum: its hash.
static long draw_and_count(render *r, uint64_t *sum) {
    flat_vertices = 0;
    *sum = draw_and_hash(r);
    render_present(r);
    return flat_vertices;
}

static void press(render *r, SDL_Keycode key) {
    send_event(r, (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = key}}});
    send_event(r, (SDL_Event){.key = {.type = SDL_KEYUP, .keysym = {.sym = key}}});
}

static void click(render *r, const char *what) {
    float x, y;
    if (!panel_find_item(r->panel, what, &x, &y)) fail_msg("%s is not shown", what);
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = (int)x, .y = (int)y}};
    send_event(r, e);
    e.type = SDL_MOUSEBUTTONUP;
    send_event(r, e);
    for (int i = 0; i < 4; i++) draw_and_hash(r); // the library handles one event a picture
}

// Makes change k of a picture with charts and timing panel.
static void make_change(render *r, panel_state *s, int k) {
    dyn_snapshot *shown = ship.snapshot;
    switch (k) {
    case 0:
        press(r, SDLK_F2);
        break;
    case 1:
        shown->gauges.tension_n += 5e3;
        break;
    case 2:
        shown->t += 0.1;
        break;
    case 3:
        shown->info.misses += 3;
        break;
    case 4:
        press(r, SDLK_n);
        break;
    case 5:
        shown->gauges.estop = !shown->gauges.estop;
        break; // a notice appears and moves everything below it
    case 6:
        click(r, "tab Display");
        break;
    case 7:
        press(r, SDLK_m);
        break;
    case 8:
        s->t = 4;
        break;
    case 9:
        s->message = "another message";
        break;
    case 10:
        shown->gauges.estop = !shown->gauges.estop;
        break;
    case 11:
        press(r, SDLK_F1);
        break; // covers everything
    case 12:
        press(r, SDLK_F1);
        break;
    case 13:
        SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), 1100, 640);
        break;
    case 14:
        press(r, SDLK_F2);
        break;
    case 15:
        press(r, SDLK_m);
        break;
    default:
        press(r, SDLK_g);
    }
    SDL_PumpEvents();
}

static void backed_picture_equals_a_full_redraw(void **state) {
    (void)state;
    static panel_state s = {.speed = 1, .t_last = 10, .message = ""};
    rt_diag d = {0};
    render *r = open_window();
    if (!render_is_software(r)) skip();
    if (!render_panel(r, &d)) fail_msg("%s", d.text);
    render_set_panel_state(r, &s);
    render_toggle(r, DISPLAY_CHARTS);
    render_toggle(r, DISPLAY_TIMING);
    draw_and_hash(r);
    draw_arrays = epoxy_glDrawArrays;
    draw_elements = epoxy_glDrawElements;
    epoxy_glDrawArrays = draw_arrays_counted;
    epoxy_glDrawElements = draw_elements_counted;
    for (int k = 0; k < 17; k++) {
        uint64_t first, kept, anew;
        make_change(r, &s, k);
        for (int i = 0; i < 2; i++) draw_and_hash(r);
        draw_and_count(r, &first);
        long few = draw_and_count(r, &kept);
        r->flat_backing.n = r->panel_backing.n = 0;
        long all = draw_and_count(r, &anew);
        if (kept != anew || first != kept) fail_msg("after change %d a picture is not what would be drawn", k);
        if (few >= 2 * all / 3) fail_msg("after change %d: %ld vertices of %ld where nothing changed", k, few, all);
    }
    epoxy_glDrawArrays = draw_arrays;
    epoxy_glDrawElements = draw_elements;
    render_destroy(r);
}

// Draws strips of full height side by side, each from the end of the last to `to` (fraction of the width). Reads the
// colours at 1/8, 3/8, 5/8 and 7/8 of the width.
static void draw_strips(render *r, backing *b, int n, const float *to, const uint32_t *colour, uint32_t seen[4]) {
    draw2d *g = &r->flat;
    int width, height;
    render_size(r, &width, &height);
    assert_true(backing_resize(b, width, height));
    window_bind(&r->window);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    draw2d_begin(g, width, height);
    for (int k = 0; k < n; k++) {
        float from = k ? to[k - 1] : 0;
        draw2d_backdrop(g, from * g->width, 0, (to[k] - from) * g->width, g->height, colour[k]);
    }
    draw2d_flush_backed(g, b, r->window.draw);
    for (int i = 0; i < 4; i++) {
        uint8_t p[4];
        glReadPixels((2 * i + 1) * width / 8, height / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
        seen[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | 0xff;
    }
}

static void areas_appear_change_and_vanish(void **state) {
    (void)state;
    static const struct {
        int n;
        float to[2];
        uint32_t colour[2], seen[4];
    } step[] = {
        {2, {0.5f, 1}, {RED, GREEN}, {RED, RED, GREEN, GREEN}},
        {2, {0.5f, 1}, {RED, BLUE}, {RED, RED, BLUE, BLUE}},
        {1, {1}, {GREEN}, {GREEN, GREEN, GREEN, GREEN}},
        {2, {0.5f, 1}, {RED, BLUE}, {RED, RED, BLUE, BLUE}},
        {1, {0.5f}, {RED}, {RED, RED, NONE, NONE}},
        {1, {0.75f}, {RED}, {RED, RED, RED, NONE}},
        {0, {0}, {0}, {NONE, NONE, NONE, NONE}},
        {1, {0.75f}, {RED}, {RED, RED, RED, NONE}},
    };
    backing b = {0};
    render *r = open_window();
    if (!render_is_software(r)) skip();
    for (size_t k = 0; k < sizeof step / sizeof step[0]; k++) {
        uint32_t seen[4];
        draw_strips(r, &b, step[k].n, step[k].to, step[k].colour, seen);
        for (int i = 0; i < 4; i++)
            if (seen[i] != step[k].seen[i])
                fail_msg("step %d, place %d: %08x, expected %08x", (int)k, i, seen[i], step[k].seen[i]);
    }
    backing_free(&b);
    render_destroy(r);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "render.gl.backing")) return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(backed_picture_equals_a_full_redraw),
                                       cmocka_unit_test(areas_appear_change_and_vanish)};
    bow_make(&ship);
    int failed = cmocka_run_group_tests_name("render.gl.backing", tests, NULL, NULL);
    bow_free(&ship);
    return failed;
}
