// SPDX-License-Identifier: MIT
// A real window on a (virtual) X display: opening, drawing, resizing, and the operator's mouse and keys.
#include "tests/check.h"
#include "tests/render/own_display.h"

#include "tests/render/bow.h"
#include "tests/render/keep_loaded.h"
#include <epoxy/gl.h>

static bow scene;

static int scale = 1; // pixels per window unit

void __real_SDL_GL_GetDrawableSize(SDL_Window *window, int *width, int *height);
void __wrap_SDL_GL_GetDrawableSize(SDL_Window *window, int *width, int *height);

void __wrap_SDL_GL_GetDrawableSize(SDL_Window *window, int *width, int *height) {
    __real_SDL_GL_GetDrawableSize(window, width, height);
    *width *= scale;
    *height *= scale;
}

static render *open_window(void) {
    rt_diag d = {0};
    scene.def.offscreen = false;
    scene.def.width = 960;
    scene.def.height = 600;
    scene.def.title = "render.window.window";
    render *r = render_create(&scene.def, &d);
    if (!r) fail_msg("%s", d.text);
    return r;
}

static uint64_t draw_and_hash(render *r) {
    int width, height;
    render_frame(r, NULL, scene.snapshot, 1);
    render_size(r, &width, &height);
    uint8_t *rgb = malloc((size_t)(3 * width * height));
    uint64_t sum = 14695981039346656037u; // FNV-1a
    render_read_rgb(r, rgb);
    for (int i = 0; i < 3 * width * height; i++) sum = (sum ^ rgb[i]) * 1099511628211u;
    free(rgb);
    return sum;
}

// Passes an event through SDL's own queue, as in the main program.
static bool send_event(render *r, SDL_Event e) {
    bool used = false;
    SDL_PushEvent(&e);
    while (SDL_PollEvent(&e)) used = render_handle_event(r, &e) || used;
    return used;
}

static void window_follows_the_operator(void **state) {
    (void)state;
    render *r = open_window();
    assert_string_equal(SDL_GetCurrentVideoDriver(), "x11");
    uint64_t first = draw_and_hash(r);
    render_present(r);
    assert_true(draw_and_hash(r) == first);
    assert_true(send_event(
        r, (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .state = SDL_BUTTON_LMASK, .xrel = 40, .yrel = 10}}));
    uint64_t turned = draw_and_hash(r);
    assert_true(turned != first);
    assert_true(send_event(r, (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = 2}}));
    uint64_t nearer = draw_and_hash(r);
    assert_true(nearer != turned);
    assert_true(send_event(r, (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_2}}}));
    assert_true(draw_and_hash(r) == first); // back at the preset
    assert_false(send_event(r, (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_SPACE}}}));
    assert_false(send_event(r, (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .xrel = 40}}));
    render_destroy(r);
}

// Position of the hawse mouth after a drag, as fractions of the picture's width and height.
static void drag_in_window(Uint32 buttons, double *x, double *y) {
    render *r = open_window();
    int width, height;
    render_frame(r, NULL, scene.snapshot, 1);
    render_frame(r, NULL, scene.snapshot, 1); // once more, after the window has its final size
    assert_true(
        send_event(r, (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .state = buttons, .xrel = 60, .yrel = 45}}));
    render_frame(r, NULL, scene.snapshot, 1);
    render_size(r, &width, &height);
    assert_int_equal(width, 960 * scale);
    assert_true(render_project(r, vec3_madd(scene.def.focus, 3, scene.def.outboard), x, y));
    *x /= width;
    *y /= height;
    render_destroy(r);
}

static void drag_is_the_same_on_a_scaled_display(void **state) {
    (void)state;
    static const Uint32 buttons[] = {SDL_BUTTON_LMASK, SDL_BUTTON_RMASK};
    for (int k = 0; k < 2; k++) {
        double plain[2], scaled[2];
        drag_in_window(buttons[k], &plain[0], &plain[1]);
        scale = 2;
        drag_in_window(buttons[k], &scaled[0], &scaled[1]);
        scale = 1;
        for (int i = 0; i < 2; i++) CHECK_NEAR(scaled[i], plain[i], 1e-6);
    }
}

static const GLubyte *(*own_string)(GLenum name);

static const GLubyte *report_a_gpu(GLenum name) {
    return name == GL_RENDERER ? (const GLubyte *)"a GPU" : own_string(name);
}

static GLenum report_incomplete(GLenum target) {
    (void)target;
    return GL_FRAMEBUFFER_UNSUPPORTED;
}

// On a GPU the framebuffer is created again for each size: a failure gives one message.
static void failed_resize_is_reported_once(void **state) {
    (void)state;
    char said[512];
    own_string = epoxy_glGetString;
    epoxy_glGetString = report_a_gpu;
    render *r = open_window();
    GLenum (*own_check)(GLenum) = epoxy_glCheckFramebufferStatus;
    epoxy_glCheckFramebufferStatus = report_incomplete;
    FILE *f = tmpfile();
    int before = dup(2);
    dup2(fileno(f), 2);
    SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), 700, 500);
    SDL_PumpEvents();
    for (int i = 0; i < 3; i++) render_frame(r, NULL, scene.snapshot, 1);
    dup2(before, 2);
    close(before);
    epoxy_glCheckFramebufferStatus = own_check;
    rewind(f);
    said[fread(said, 1, sizeof said - 1, f)] = 0;
    fclose(f);
    assert_string_equal(
        said, "cannot create a picture of 700 x 500 pixels on a GPU: the window stays empty until you resize it\n");
    render_destroy(r);
    epoxy_glGetString = own_string;
}

static void picture_follows_the_windows_size(void **state) {
    (void)state;
    render *r = open_window();
    int width, height;
    render_frame(r, NULL, scene.snapshot, 1);
    SDL_Window *window = SDL_GL_GetCurrentWindow();
    assert_non_null(window);
    SDL_SetWindowSize(window, 700, 500);
    SDL_PumpEvents();
    render_frame(r, NULL, scene.snapshot, 1);
    render_present(r);
    render_size(r, &width, &height);
    assert_int_equal(width, 700);
    assert_int_equal(height, 500);
    rt_diag d = {0};
    assert_int_equal(render_write_png(r, "render_window_small.png", &d), RT_OK);
    render_destroy(r);
}

// The X server shows the picture: compares it with ImageMagick's screenshot.
static void server_shows_the_picture(void **state) {
    (void)state;
    if (system("command -v import >/dev/null")) {
        print_message("skipped: no ImageMagick to take a screenshot with\n");
        skip();
    }
    render *r = open_window();
    size_t bytes = 3 * 960 * 600;
    uint8_t *ours = malloc(bytes), *theirs = calloc(bytes, 1);
    for (int i = 0; i < 3; i++) { // the window may be mapped only after the first frame
        SDL_PumpEvents();
        render_frame(r, NULL, scene.snapshot, 1);
        render_present(r);
        SDL_Delay(50);
    }
    render_read_rgb(r, ours);
    FILE *shot = popen("import -silent -window render.window -depth 8 rgb:-", "r");
    assert_non_null(shot);
    assert_int_equal(fread(theirs, 1, bytes, shot), bytes);
    pclose(shot);
    assert_memory_equal(ours, theirs, bytes);
    free(ours);
    free(theirs);
    render_destroy(r);
}

// The panels capture the mouse over them, follow the window's size and leave the scene unchanged.
static void panels_work_in_the_window(void **state) {
    (void)state;
    static panel_state s = {.speed = 1, .t_last = 10, .message = ""};
    rt_diag d = {0};
    render *r = open_window();
    panel *p = render_panel(r, &d);
    if (!p) fail_msg("%s", d.text);
    render_set_panel_state(r, &s);
    uint64_t bare = draw_and_hash(r);
    assert_true(send_event(r, (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_F2}}}));
    assert_true(draw_and_hash(r) != bare);
    for (int k = 0; k < 3; k++) {
        float x, y;
        static const int size[3][2] = {{960, 600}, {640, 400}, {960, 600}};
        SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), size[k][0], size[k][1]);
        SDL_PumpEvents();
        SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
        for (int i = 0; i < 3; i++) draw_and_hash(r);
        assert_true(panel_find_item(p, "start", &x, &y));
        assert_true(x > 10 && x < 100 && y > 20 && y < 60);
        const SDL_Event down = {
            .button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = (int)x, .y = (int)y}};
        SDL_Event up = down;
        up.type = SDL_MOUSEBUTTONUP;
        assert_true(send_event(r, down) && send_event(r, up));
        panel_action a = {0};
        for (int i = 0; i < 5 && !a.ask; i++) {
            draw_and_hash(r);
            render_present(r);
            a = render_panel_action(r);
        }
        assert_int_equal(a.ask, PANEL_START);
    }
    assert_true(send_event(r, (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_F2}}}));
    assert_true(draw_and_hash(r) == bare);
    render_destroy(r);
}

static int complaints;

static void GLAPIENTRY count_complaints(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                        const GLchar *text, const void *ctx) {
    (void)source, (void)id, (void)length, (void)ctx;
    if (type == GL_DEBUG_TYPE_PERFORMANCE || severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
    complaints++;
    print_message("GL: %s\n", text);
}

// Opens a window with a debug context. SDL keeps attributes that the program does not set once video has started.
static render *open_debug_window(void) {
    assert_int_equal(SDL_InitSubSystem(SDL_INIT_VIDEO), 0);
    assert_int_equal(SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_DEBUG_FLAG), 0);
    render *r = open_window();
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    if (flags & GL_CONTEXT_FLAG_DEBUG_BIT && epoxy_has_gl_extension("GL_KHR_debug")) return r;
    render_destroy(r);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return NULL;
}

// Instruments, panels, overlays and insets at sizes down to one pixel, and another ship. The driver must not complain.
static void driver_reports_no_errors(void **state) {
    (void)state;
    static panel_state s = {.speed = 1, .t_last = 10, .message = ""};
    static const int size[][2] = {{960, 600}, {1, 1}, {640, 360}, {1, 600}, {1000, 1}, {1280, 720}};
    rt_diag d = {0};
    render *r = open_debug_window();
    if (!r) {
        print_message("skipped: the driver has no debug context\n");
        skip();
    }
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(count_complaints, NULL);
    complaints = 0;
    glEnable(0x1234); // the callback works
    assert_int_equal(complaints, 1);
    glGetError();
    panel *p = render_panel(r, &d);
    if (!p) fail_msg("%s", d.text);
    render_set_panel_state(r, &s);
    for (int all = 0; all < 2; all++) {
        for (int i = 0; i < DISPLAY_SWITCHES; i++)
            if (display_on(render_get_display(r), (display_switch)i) != all) render_toggle(r, (display_switch)i);
        panel_show(p, all);
        for (size_t k = 0; k < sizeof size / sizeof size[0]; k++) {
            SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), size[k][0], size[k][1]);
            SDL_PumpEvents();
            for (int view = 0; view < RENDER_VIEWS; view++) {
                send_event(r, (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_1 + view}}});
                scene.snapshot->t += 0.1;
                draw_and_hash(r);
                render_present(r);
            }
        }
        assert_int_equal(render_load(r, &scene.def, &d), RT_OK);
    }
    int width, height;
    render_size(r, &width, &height);
    assert_int_equal(width, 1280);
    assert_int_equal(height, 720);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    render_destroy(r);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    assert_int_equal(complaints, 1);
}

int main(int argc, char **argv) {
    (void)argc;
    if (!own_display(argv, "render.window.window")) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_follows_the_operator),    cmocka_unit_test(drag_is_the_same_on_a_scaled_display),
        cmocka_unit_test(failed_resize_is_reported_once), cmocka_unit_test(picture_follows_the_windows_size),
        cmocka_unit_test(server_shows_the_picture),       cmocka_unit_test(panels_work_in_the_window),
        cmocka_unit_test(driver_reports_no_errors),
    };
    bow_make(&scene);
    int failed = cmocka_run_group_tests_name("render.window.window", tests, NULL, NULL);
    bow_free(&scene);
    return failed;
}
