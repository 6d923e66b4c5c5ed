// SPDX-License-Identifier: MIT
#include "render/window/window.h"
#include "render/window/threads.h"
#include <SDL_syswm.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// True once the window, or SDL's connection to the X server, is gone.
static bool display_gone;
static jmp_buf escape; // jump target in window_guard
static bool trying;

#if defined(SDL_VIDEO_DRIVER_X11)
// Jumps out of drawing for good. After a lost connection, Mesa 22.3's software renderer continues with replies that
// never arrived. In 13 of 40 runs that lost their display, it had corrupted the heap by the end
// (tests/rt/app/test_robust.py, display_dies_under_panels).
static void abandon_drawing(void) {
    display_gone = true;
    if (trying) longjmp(escape, 1);
}

// Ends the process without the exit handlers of the libraries: libGLX would use the display that drawing was abandoned
// with, and that crashed in 7 of 20 runs on a busy machine (tests/rt/app/test_robust.py, window_destroyed).
static void end_at_once(int status, void *ctx) {
    (void)ctx;
    if (!display_gone) return;
    fflush(NULL);
    _exit(status);
}

static int on_connection_lost(Display *x) {
    (void)x;
    display_gone = true;
    return 0;
}

static int on_request_refused(Display *x, XErrorEvent *e) {
    (void)x, (void)e;
    abandon_drawing();
    return 0;
}

static void on_exit_requested(Display *x, void *ctx) {
    (void)x, (void)ctx;
    abandon_drawing();
}

// Installs handlers. Without them Xlib ends the program when its server is gone or refuses a request, as when another
// program has destroyed the window.
static void survive_display_loss(const window *w) {
    typedef XErrorHandler set_error_handler(XErrorHandler);
    typedef XIOErrorHandler set_handler(XIOErrorHandler);
    typedef void set_exit_handler(Display *, XIOErrorExitHandler, void *);
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(w->sdl, &info) || info.subsystem != SDL_SYSWM_X11) return;
    void *xlib = SDL_LoadObject("libX11.so.6"); // already loaded by SDL
    if (!xlib) return;
    set_error_handler *set_error = (set_error_handler *)(uintptr_t)SDL_LoadFunction(xlib, "XSetErrorHandler");
    set_handler *set = (set_handler *)(uintptr_t)SDL_LoadFunction(xlib, "XSetIOErrorHandler");
    set_exit_handler *set_exit =
        (set_exit_handler *)(uintptr_t)SDL_LoadFunction(xlib, "XSetIOErrorExitHandler"); // since libX11 1.7
    if (set_error && set && set_exit) {
        set_error(on_request_refused);
        set(on_connection_lost);
        set_exit(info.info.x11.display, on_exit_requested, NULL);
        static bool ends;
        if (!ends) ends = on_exit(end_at_once, NULL) == 0;
    }
    SDL_UnloadObject(xlib);
}
#else
static void survive_display_loss(const window *w) { (void)w; }
#endif

// True if SDL, without a display, has fallen back to a driver that draws into memory, unasked.
static bool fell_back_to_memory(void) {
    const char *driver = SDL_GetCurrentVideoDriver(), *asked = SDL_GetHint(SDL_HINT_VIDEODRIVER);
    if (asked && asked[0]) return false;
    return strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0 || strcmp(driver, "evdev") == 0;
}

// Starts SDL's video: the offscreen driver for pictures without a window. A running driver stays.
static bool start_video(const render_def *def, rt_diag *d) {
    if (display_gone) {
        rt_diag_error(d, NULL, 0, 0, "no more pictures: %s", RENDER_LOST);
        return false;
    }
    bool choose = def->offscreen && !SDL_WasInit(SDL_INIT_VIDEO);
    if (choose) SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
    int failed = SDL_InitSubSystem(SDL_INIT_VIDEO);
    if (choose) SDL_ResetHint(SDL_HINT_VIDEODRIVER);
    if (failed)
        rt_diag_error(d, NULL, 0, 0, "cannot start video%s: %s", def->offscreen ? " for off-screen pictures" : "",
                      SDL_GetError());
    else if (!def->offscreen && fell_back_to_memory()) {
        const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
        rt_diag_error(d, NULL, 0, 0, "cannot open a display: expected one at DISPLAY='%s' or WAYLAND_DISPLAY='%s'",
                      x ? x : "", wayland ? wayland : "");
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        failed = true;
    }
    return !failed;
}

// Reports the context that the display offers instead, if any.
static void report_old_gl(window *w, rt_diag *d) {
    char why[128], found[256] = "no OpenGL";
    snprintf(why, sizeof why, "%s", SDL_GetError());
    SDL_GL_ResetAttributes();
    if (w->sdl) SDL_DestroyWindow(w->sdl);
    w->sdl = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (w->sdl) w->context = SDL_GL_CreateContext(w->sdl);
    if (w->context)
        snprintf(found, sizeof found, "%s on %s", (const char *)glGetString(GL_VERSION),
                 (const char *)glGetString(GL_RENDERER));
    rt_diag_error(d, NULL, 0, 0,
                  "expected OpenGL 3.3 core on video driver \"%s\", found %s (%s): install a driver with OpenGL "
                  "3.3, or render in software with Mesa (package libgl1-mesa-dri, LIBGL_ALWAYS_SOFTWARE=1)",
                  SDL_GetCurrentVideoDriver(), found, why);
}

static bool open_context(window *w, const render_def *def, rt_diag *d) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 8);
    uint32_t flags =
        SDL_WINDOW_OPENGL | (def->offscreen ? SDL_WINDOW_HIDDEN : SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    w->sdl = SDL_CreateWindow(def->title ? def->title : "hawse", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                              def->width, def->height, flags);
    if (w->sdl) w->context = SDL_GL_CreateContext(w->sdl);
    if (!w->context || epoxy_gl_version() < 33) {
        report_old_gl(w, d);
        return false;
    }
    if (!def->offscreen && SDL_GL_SetSwapInterval(-1)) SDL_GL_SetSwapInterval(1);
    survive_display_loss(w);
    return true;
}

static GLuint add_storage(GLenum format, GLenum attachment, int samples, int width, int height) {
    GLuint buffer;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    return buffer;
}

static void free_framebuffers(window *w) {
    if (!w->still) return; // an older OpenGL lacks these functions
    glDeleteFramebuffers(2, (GLuint[]){w->draw, w->still});
    glDeleteRenderbuffers(3, (GLuint[]){w->draw_colour, w->draw_depth, w->still_colour});
    w->draw = w->still = w->draw_colour = w->draw_depth = w->still_colour = 0;
}

static bool create_framebuffers(window *w, int width, int height) {
    free_framebuffers(w);
    w->width = width;
    w->height = height;
    if (w->direct) return true;
    glGenFramebuffers(1, &w->still);
    glBindFramebuffer(GL_FRAMEBUFFER, w->still);
    w->still_colour = add_storage(GL_RGBA8, GL_COLOR_ATTACHMENT0, 0, width, height);
    glGenFramebuffers(1, &w->draw);
    glBindFramebuffer(GL_FRAMEBUFFER, w->draw);
    w->draw_colour = add_storage(GL_RGBA8, GL_COLOR_ATTACHMENT0, w->samples, width, height);
    w->draw_depth = add_storage(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT, w->samples, width, height);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

rt_status window_open(window *w, const render_def *def, rt_diag *d) {
    *w = (window){.offscreen = def->offscreen};
    threads_spare_renderer(d);
    if (!start_video(def, d)) return RT_ERR_DEVICE;
    if (!open_context(w, def, d)) {
        window_close(w);
        return RT_ERR_DEVICE;
    }
    const char *device = (const char *)glGetString(GL_RENDERER);
    w->software = strstr(device, "llvmpipe") || strstr(device, "softpipe") || strstr(device, "SwiftShader");
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    // in software a live picture shares the processor with the physics; four samples would double its cost
    w->direct = w->software && !def->offscreen;
    w->samples = most >= 4 && !w->direct ? 4 : 0;
    if (!create_framebuffers(w, def->width, def->height)) {
        rt_diag_error(d, NULL, 0, 0, "cannot create a picture of %d x %d pixels on %s", def->width, def->height,
                      device);
        window_close(w);
        return RT_ERR_DEVICE;
    }
    return RT_OK;
}

bool window_is_lost(const window *w) { return display_gone && !w->offscreen; }

bool window_guard(const window *w, void (*work)(void *ctx), void *ctx) {
    if (window_is_lost(w)) return false;
    if (setjmp(escape) == 0) {
        trying = !w->offscreen;
        work(ctx);
    }
    trying = false;
    return !window_is_lost(w);
}

static void close_all(void *ctx) {
    window *w = ctx;
    if (w->context) {
        SDL_GL_MakeCurrent(w->sdl, w->context);
        free_framebuffers(w);
        SDL_GL_DeleteContext(w->context);
    }
    if (w->sdl) SDL_DestroyWindow(w->sdl);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

// Once the window is lost, the end of the process frees the rest. It may be lost only here, after a long start without
// a picture: SDL would wait for the display's answer for ever.
void window_close(window *w) {
    window_guard(w, close_all, w);
    *w = (window){0};
}

void window_begin(window *w) {
    SDL_GL_MakeCurrent(w->sdl, w->context);
    int width = w->width, height = w->height;
    if (!w->offscreen) SDL_GL_GetDrawableSize(w->sdl, &width, &height);
    if (width <= 0 || height <= 0 || (width == w->width && height == w->height)) return;
    if (!create_framebuffers(w, width, height))
        fprintf(stderr, "cannot create a picture of %d x %d pixels on %s: the window stays empty until you resize it\n",
                width, height, (const char *)glGetString(GL_RENDERER));
}

void window_bind(const window *w) {
    glBindFramebuffer(GL_FRAMEBUFFER, w->draw);
    glViewport(0, 0, w->width, w->height);
}

static void blit(const window *w, GLuint from, GLuint to) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, w->width, w->height, 0, 0, w->width, w->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void window_end(window *w) {
    if (!w->direct) blit(w, w->draw, w->still);
}

void window_present(window *w) {
    if (w->offscreen) return;
    SDL_GL_MakeCurrent(w->sdl, w->context);
    if (!w->direct) blit(w, w->still, 0);
    SDL_GL_SwapWindow(w->sdl);
}

void window_read(window *w, uint8_t *rgb) {
    SDL_GL_MakeCurrent(w->sdl, w->context);
    size_t row = (size_t)3 * (size_t)w->width;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, w->still);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    // GL's rows run upward
    for (int y = 0; y < w->height; y++)
        glReadPixels(0, w->height - 1 - y, w->width, 1, GL_RGB, GL_UNSIGNED_BYTE, rgb + row * (size_t)y);
}
