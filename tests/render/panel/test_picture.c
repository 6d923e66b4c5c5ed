// SPDX-License-Identifier: MIT
// Pictures of the panels, at every size. They stay in the working folder for inspection.
#include "tests/check.h"

#include "tests/render/panel_drive.h"
#include <epoxy/gl.h>
#include <png.h>

static void write_png(fixture *f, const char *path) {
    rt_diag d = {0};
    draw_picture(f, f->rgb);
    if (render_write_png(f->r, path, &d)) fail_msg("%s", d.text);
}

static size_t picture_bytes(const fixture *f) { return (size_t)(3 * f->width * f->height); }

// Panels do not change the scene, neither while shown nor afterwards.
static void panels_do_not_change_the_scene(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    uint8_t *without = malloc(picture_bytes(f));
    float x, y;
    assert_true(press_key(f, SDLK_F2));
    assert_false(panel_is_shown(f->panel));
    draw_picture(f, without);
    assert_false(panel_find_item(f->panel, "start", &x, &y));
    assert_int_equal(captured_keys(f), 0);
    SDL_Event e = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 40, .y = 44}};
    assert_false(panel_event(f->panel, &e));
    assert_true(press_key(f, SDLK_F2));
    for (int i = 0; i < 3; i++) draw_picture(f, f->rgb);
    long outside = 0, inside = 0;
    for (int v = 0; v < f->height; v++)
        for (int u = 0; u < f->width; u++) {
            bool covered = (v >= 24 && v < 64) || (u >= f->width - 404 && v >= 64 && v < 524);
            const size_t i = (size_t)(3 * (v * f->width + u));
            *(covered ? &inside : &outside) += memcmp(f->rgb + i, without + i, 3) != 0;
        }
    assert_int_equal(outside, 0);
    assert_true(inside > 100000);
    press_key(f, SDLK_F2);
    draw_picture(f, f->rgb);
    assert_memory_equal(f->rgb, without, picture_bytes(f));
    assert_int_equal(glGetError(), GL_NO_ERROR);
    press_key(f, SDLK_F2);
    free(without);
}

static GLuint count_samples(fixture *f) {
    GLuint query, n;
    glGenQueries(1, &query);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    draw_picture(f, f->rgb);
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &n);
    glDeleteQueries(1, &query);
    return n;
}

// The scene is not drawn where the desk's panels or the timing panel cover it. With panels fewer samples are drawn in
// all, although their own texts come on top.
static void covered_scene_is_not_drawn(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    GLuint with = count_samples(f);
    press_key(f, SDLK_F2);
    GLuint without = count_samples(f);
    render_toggle(f->r, DISPLAY_TIMING);
    GLuint timed = count_samples(f);
    render_toggle(f->r, DISPLAY_TIMING);
    press_key(f, SDLK_F2);
    if (with >= without || timed >= without) fail_msg("samples: %u bare, %u desk, %u timing", without, with, timed);
}

static void smallest_pictures_draw_no_panels(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const int size[][2] = {{1, 1}, {0, 0}, {1, 720}, {1280, 1}, {160, 160}, {161, 2000}, {1280, 720}};
    for (int k = 0; k < 7; k++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(panel_draw(f->panel, &f->desk.state, size[k][0], size[k][1], NULL, 0).ask, PANEL_NOTHING);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    assert_int_equal(click(f, "start").ask, PANEL_START);
}

// Copies the right end of the bar at this time (3 × 130 × 40).
static void draw_time(fixture *f, double t, uint8_t *text) {
    f->desk.state.t = t;
    for (int i = 0; i < 3; i++) draw_picture(f, f->rgb);
    for (int v = 0; v < 40; v++)
        memcpy(text + (size_t)(3 * 130 * v), f->rgb + 3 * ((24 + v) * f->width + f->width - 130), 3 * 130);
}

// The time is rounded before it is split into minutes: 59.96 s show as one minute.
static void time_rounds_before_minutes(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    enum { BYTES = 3 * 130 * 40 };
    static uint8_t before[BYTES], rounded[BYTES], minute[BYTES];
    double t = f->desk.state.t;
    move_mouse(f, 300, 300);
    draw_time(f, 59.94, before);
    draw_time(f, 59.96, rounded);
    draw_time(f, 60, minute);
    assert_memory_equal(rounded, minute, BYTES);
    assert_memory_not_equal(rounded, before, BYTES);
    f->desk.state.t = t;
}

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u, *seed >> 8; }

static SDL_Event random_event(const fixture *f, uint32_t *seed) {
    static const SDL_Keycode keys[] = {SDLK_TAB,  SDLK_RETURN,   SDLK_ESCAPE, SDLK_UP,       SDLK_DOWN,
                                       SDLK_LEFT, SDLK_RIGHT,    SDLK_z,      SDLK_PAGEDOWN, SDLK_BACKSPACE,
                                       SDLK_F2,   SDLK_KP_ENTER, SDLK_END,    SDLK_v,        SDLK_x};
    static const Uint16 mods[] = {0, 0, 0, KMOD_CTRL, KMOD_SHIFT};
    static int x, y; // the mouse rests two times of three
    if (next_random(seed) % 3 == 0) {
        x = (int)(next_random(seed) % (uint32_t)(f->width + 40)) - 20;
        bool bar = next_random(seed) % 2;
        y = (int)(next_random(seed) % (uint32_t)(bar ? f->height / 8 : f->height * 3 / 4));
    }
    Uint8 number = next_random(seed) % 4 ? SDL_BUTTON_LEFT : (Uint8)(1 + next_random(seed) % 5);
    SDL_Event e = {0};
    switch (next_random(seed) % 8) {
    case 0:
        e.motion = (SDL_MouseMotionEvent){.type = SDL_MOUSEMOTION, .x = x, .y = y};
        break;
    case 1:
    case 2:
        e.button = (SDL_MouseButtonEvent){.type = SDL_MOUSEBUTTONDOWN, .button = number, .x = x, .y = y};
        break;
    case 3:
        e.button = (SDL_MouseButtonEvent){.type = SDL_MOUSEBUTTONUP, .button = number, .x = x, .y = y};
        break;
    case 4:
        e.wheel = (SDL_MouseWheelEvent){.type = SDL_MOUSEWHEEL, .y = (int)(next_random(seed) % 7) - 3};
        break;
    case 5:
        e.text = (SDL_TextInputEvent){.type = SDL_TEXTINPUT,
                                      .text = "\xc3\xbc"
                                              "9\xff%n"};
        break;
    default:
        e.key =
            (SDL_KeyboardEvent){.type = next_random(seed) % 3 ? SDL_KEYDOWN : SDL_KEYUP,
                                .keysym = {.sym = keys[next_random(seed) % 15], .mod = mods[next_random(seed) % 5]}};
    }
    return e;
}

static void random_events_do_no_harm(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    uint32_t seed = 20261121;
    close_picture(f);
    open_picture(f, 640, 360);
    int asked = 0;
    for (int i = 0; i < 1000; i++) {
        SDL_Event e = random_event(f, &seed);
        if (i % 20 == 0) panel_show(f->panel, true); // F2 may have hidden them
        render_handle_event(f->r, &e);
        if (e.type == SDL_MOUSEBUTTONDOWN && next_random(&seed) % 32) { // mostly a click
            e.type = SDL_MOUSEBUTTONUP;
            render_handle_event(f->r, &e);
        }
        panel_action a = draw_panels(f, 3);
        asked += a.ask != PANEL_NOTHING;
        assert_true(a.ask <= PANEL_PICTURE && memchr(a.text, 0, sizeof a.text));
        if (a.ask == PANEL_SET) assert_true(a.index >= 0 && a.index < f->desk.state.n_fields);
        if (a.ask == PANEL_SEEK) assert_true(a.value >= 0 && a.value <= f->desk.state.t_last);
        if (a.ask == PANEL_START || a.ask == PANEL_PAUSE) f->desk.state.running = !f->desk.state.running;
    }
    assert_int_equal(glGetError(), GL_NO_ERROR);
    if (asked < 10) fail_msg("%d actions", asked);
    f->desk.state.running = false;
    close_picture(f);
    open_picture(f, WIDTH, HEIGHT);
}

// Means over blocks of 4 × 4 pixels; black where no panel is.
static uint8_t *average_blocks(const fixture *f) {
    const int w = f->width / 4, h = f->height / 4;
    uint8_t *b = calloc((size_t)(w * h), 3);
    for (int v = 6; v < 131; v++)
        for (int u = v < 16 ? 0 : 219; u < w; u++)
            for (int k = 0; k < 3; k++) {
                int sum = 0;
                for (int i = 0; i < 16; i++) sum += f->rgb[3 * ((4 * v + i / 4) * f->width + 4 * u + i % 4) + k];
                b[3 * (v * w + u) + k] = (uint8_t)(sum / 16);
            }
    return b;
}

static double difference(const uint8_t *a, const uint8_t *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += abs(a[i] - b[i]);
    return sum / n;
}

static const char *const page_name[] = {"Scenario", "Display", "Windlass", "Alarms", "Devices", "Instructor"};
enum { PAGES = 6 };

static void read_reference(int page, uint8_t *reference, size_t n) {
    char path[1024];
    png_image image = {.version = PNG_IMAGE_VERSION};
    snprintf(path, sizeof path, "%s/tests/render/reference/panel_%s.png", HAWSE_SOURCE_DIR, page_name[page]);
    if (!png_image_begin_read_from_file(&image, path)) fail_msg("%s: %s", path, image.message);
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(PNG_IMAGE_SIZE(image), n);
    assert_true(png_image_finish_read(&image, NULL, reference, 0, NULL));
}

// Opens a page and returns its picture in blocks, which is also written as panel_NAME.png in the working folder.
static uint8_t *draw_page(fixture *f, int page) {
    char what[64];
    snprintf(what, sizeof what, "tab %s", page_name[page]);
    if (page) click(f, what);
    move_mouse(f, 300, 300);
    draw_panels(f, 3);
    draw_picture(f, f->rgb);
    uint8_t *b = average_blocks(f);
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = WIDTH / 4, .height = HEIGHT / 4, .format = PNG_FORMAT_RGB};
    snprintf(what, sizeof what, "panel_%s.png", page_name[page]);
    assert_true(png_image_write_to_file(&image, what, 0, b, 0, NULL));
    return b;
}

// Compares each page with its reference. The two most similar pages, which are nearly empty, differ by more than 1.
static void pages_match_their_references(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    const int n = WIDTH / 4 * (HEIGHT / 4) * 3;
    uint8_t *reference = malloc((size_t)n), *drawn[PAGES];
    close_picture(f); // a fresh picture, as when opened
    open_picture(f, WIDTH, HEIGHT);
    for (int page = 0; page < PAGES; page++) drawn[page] = draw_page(f, page);
    for (int page = 0; page < PAGES; page++)
        for (int other = 0; other < PAGES; other++) {
            read_reference(other, reference, (size_t)n);
            double d = difference(drawn[page], reference, n);
            if (other == page ? d > 0.7 : d < 1)
                fail_msg("page %s differs by %.2f from the reference of %s", page_name[page], d, page_name[other]);
        }
    for (int page = 0; page < PAGES; page++) free(drawn[page]);
    click(f, "tab Scenario");
    free(reference);
}

// Writes every page at three sizes for inspection, if HAWSE_PANEL_PAGES is set.
static void write_pages_for_inspection(void **state) {
    fixture *f = *state;
    SKIP_WITHOUT_GL(f)
    static const int size[3][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}};
    if (!getenv("HAWSE_PANEL_PAGES")) skip();
    close_picture(f);
    for (int k = 0; k < 3; k++) {
        open_picture(f, size[k][0], size[k][1]);
        for (int t = 0; t < PAGES; t++) {
            char name[64], path[64];
            snprintf(name, sizeof name, "tab %s", page_name[t]);
            snprintf(path, sizeof path, "panel_%s_%d.png", page_name[t], size[k][1]);
            click(f, name);
            write_png(f, path);
        }
        close_picture(f);
    }
    open_picture(f, WIDTH, HEIGHT);
    desk *d = &f->desk;
    d->state.rewound = d->state.message_is_error = true;
    d->state.message = "config/scenarios/mine.yaml:12: error: chain.bar_diameter: expected 0.005 .. 0.3 m, found 6 m";
    snprintf(d->field[DESK_DIAMETER].error, PANEL_TEXT, "expected 0.005 .. 0.3 m, found 6 m");
    snprintf(d->field[DESK_STEP].error, PANEL_TEXT, "expected at most 0.02 s, found 1 s");
    click(f, "field contact.method");
    write_png(f, "panel_errors.png");
    desk_make(d);
    press_key(f, SDLK_ESCAPE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panels_do_not_change_the_scene),   cmocka_unit_test(covered_scene_is_not_drawn),
        cmocka_unit_test(smallest_pictures_draw_no_panels), cmocka_unit_test(pages_match_their_references),
        cmocka_unit_test(time_rounds_before_minutes),       cmocka_unit_test(random_events_do_no_harm),
        cmocka_unit_test(write_pages_for_inspection),
    };
    return cmocka_run_group_tests_name("render.panel.picture", tests, open_fixture, close_fixture);
}
