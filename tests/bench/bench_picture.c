// SPDX-License-Identifier: MIT
// Cost of the live picture in software: by camera over a run of the scenario, and by part of the picture, measured by
// leaving that part out. The program recognises a draw call by its shader program and drops it between libepoxy and the
// driver. The product needs no switch for this.
#include "rt/picture/picture.h"
#include "tests/bench/gate_run.h"
#include "tests/bench/program.h"
#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PICTURES 256
#define MOST_HISTORY 4000

// Parts that can be left out; NOTHING: the whole picture.
typedef enum part { NOTHING, SKY, WATER, HULL, LINKS, ANCHOR, SHADOWS, INSTRUMENTS, COPIES, OVERLAYS, PARTS } part;
static const char *const part_name[PARTS] = {"all",    "sky",     "water",       "hull",   "links",
                                             "anchor", "shadows", "instruments", "copies", "overlays"};

static part left_out;
static bool hull_is_next; // the hull is the first shape after the clear, unless it is see-through

static part part_of_program(void) {
    GLint p;
    glGetIntegerv(GL_CURRENT_PROGRAM, &p);
    GLuint program = (GLuint)p;
    if (glGetUniformLocation(program, "size") >= 0) return INSTRUMENTS;
    if (glGetUniformLocation(program, "faint") >= 0) return OVERLAYS;
    if (glGetUniformLocation(program, "ghost") >= 0) return NOTHING; // solid: the caller distinguishes the shapes
    if (glGetUniformLocation(program, "clip_from_world") >= 0) return SHADOWS;
    if (glGetUniformLocation(program, "cut") >= 0) return HULL; // its section
    return glGetUniformLocation(program, "lowest") >= 0 ? SKY : WATER;
}

// The driver's functions, saved once libepoxy has resolved them.
static PFNGLDRAWARRAYSPROC draw_arrays;
static PFNGLDRAWELEMENTSPROC draw_elements;
static PFNGLDRAWELEMENTSINSTANCEDPROC draw_instanced;
static PFNGLBLITFRAMEBUFFERPROC blit;
static PFNGLCLEARPROC clear;

static void GLAPIENTRY draw_arrays_filtered(GLenum mode, GLint first, GLsizei n) {
    if (left_out == NOTHING || part_of_program() != left_out) draw_arrays(mode, first, n);
}

static void GLAPIENTRY draw_elements_filtered(GLenum mode, GLsizei n, GLenum type, const void *from) {
    if (left_out == NOTHING || part_of_program() != left_out) draw_elements(mode, n, type, from);
}

static void GLAPIENTRY draw_instanced_filtered(GLenum mode, GLsizei n, GLenum type, const void *from,
                                               GLsizei instances) {
    if (left_out != NOTHING) {
        part p = part_of_program();
        if (p == NOTHING) {
            p = hull_is_next ? HULL : instances > 1 ? LINKS : ANCHOR;
            hull_is_next = false;
        }
        if (p == left_out) return;
    }
    draw_instanced(mode, n, type, from, instances);
}

static void GLAPIENTRY blit_filtered(GLint a, GLint b, GLint c, GLint d, GLint e, GLint f, GLint g, GLint h,
                                     GLbitfield mask, GLenum filter) {
    if (left_out != (mask & GL_DEPTH_BUFFER_BIT ? SHADOWS : COPIES)) blit(a, b, c, d, e, f, g, h, mask, filter);
}

// A framebuffer without colour is a shadow map.
static void GLAPIENTRY clear_filtered(GLbitfield mask) {
    if (mask & GL_DEPTH_BUFFER_BIT && mask & GL_COLOR_BUFFER_BIT) hull_is_next = true;
    if (left_out != SHADOWS || mask & GL_COLOR_BUFFER_BIT) clear(mask);
}

// Call after the first picture: by then libepoxy has resolved the functions.
static void install_filters(void) {
    draw_arrays = epoxy_glDrawArrays;
    draw_elements = epoxy_glDrawElements;
    draw_instanced = epoxy_glDrawElementsInstanced;
    blit = epoxy_glBlitFramebuffer;
    clear = epoxy_glClear;
    epoxy_glDrawArrays = draw_arrays_filtered;
    epoxy_glDrawElements = draw_elements_filtered;
    epoxy_glDrawElementsInstanced = draw_instanced_filtered;
    epoxy_glBlitFramebuffer = blit_filtered;
    epoxy_glClear = clear_filtered;
}

typedef struct cost {
    double wall[MOST_PICTURES], cpu[MOST_PICTURES]; // [ms]
} cost;

// Draws two pictures and records the second, whose lists, buffers and caches are in the state of a run.
static void time_picture(render *r, const dyn_snapshot *s, part without, cost *c, int k) {
    for (int warm = 1; warm >= 0; warm--) {
        left_out = without;
        double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
        render_frame(r, s, s, 1);
        render_present(r);
        glFinish();
        c->wall[k] = 1e3 * (now(CLOCK_MONOTONIC) - wall);
        c->cpu[k] = 1e3 * (now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    }
    left_out = NOTHING;
}

static int compare_values(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The q quantile of n values.
static double quantile(const double *value, int n, double q) {
    static double sorted[MOST_PICTURES];
    memcpy(sorted, value, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, compare_values);
    return sorted[(int)(q * (n - 1) + 0.5)];
}

static void print_view(int view, const cost *c, int n) {
    printf("%-10s %6.1f %6.1f %6.1f %6.1f  |", render_view_name[view], quantile(c[NOTHING].cpu, n, 0.5),
           quantile(c[NOTHING].cpu, n, 0.95), quantile(c[NOTHING].wall, n, 0.5), quantile(c[NOTHING].wall, n, 0.95));
    for (int p = 1; p < PARTS; p++) {
        double saved[MOST_PICTURES];
        for (int k = 0; k < n; k++) saved[k] = c[NOTHING].cpu[k] - c[p].cpu[k];
        printf(" %*.1f", (int)strlen(part_name[p]) > 6 ? (int)strlen(part_name[p]) : 6, quantile(saved, n, 0.5));
    }
    printf("\n");
    fflush(stdout);
}

// Gauges for charts and hints, 20 samples a second.
static struct {
    double t;
    dyn_gauges gauges;
} history[MOST_HISTORY];
static int n_history;

static void record_history(const sim *s) {
    if (n_history == MOST_HISTORY) return;
    history[n_history].t = sim_time(s);
    history[n_history++].gauges = sim_gauges(s);
}

// Feeds the window the gauges of the minute before the picture.
static void replay_history(render *r, const dyn_snapshot *shown) {
    static dyn_snapshot s;
    for (int k = 0; k < n_history && history[k].t < shown->t; k++) {
        if (history[k].t < shown->t - 60) continue;
        s.t = history[k].t;
        s.gauges = history[k].gauges;
        render_record_snapshot(r, &s);
    }
}

static void time_views(render *r, const dyn_snapshot *s, int n) {
    static cost c[PARTS];
    printf("ms a picture, %d pictures a camera, %s\n%-10s %13s %13s  | CPU saved without\n%-10s %6s %6s %6s %6s  |", n,
           (const char *)glGetString(GL_RENDERER), "", "CPU", "wall", "camera", "median", "95 %", "median", "95 %");
    for (int p = 1; p < PARTS; p++) printf(" %6s", part_name[p]);
    printf("\n");
    for (int view = 0; view < RENDER_VIEWS; view++) {
        SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_1 + view}}};
        for (int k = 0; k < n; k++) {
            render_handle_event(r, &key);
            replay_history(r, &s[k]);
            for (int p = 0; p < PARTS; p++) time_picture(r, &s[k], (part)p, &c[p], k);
        }
        print_view(view, c, n);
    }
}

// Toggles switch k; k = DISPLAY_SWITCHES: all that are off at the start.
static void toggle_switch(render *r, int k) {
    for (int i = 0; i < DISPLAY_SWITCHES; i++)
        if (i == k || (k == DISPLAY_SWITCHES && !display_entry_of[i].on)) render_toggle(r, (display_switch)i);
}

// Cost of each switch: CPU of a picture with the switch toggled over CPU of the same picture without, median of all
// snapshots. The two pictures follow each other, so camera and machine are the same.
static void time_switches(render *r, const dyn_snapshot *s, int n) {
    static const render_view at[] = {RENDER_VIEW_OVERVIEW, RENDER_VIEW_BOLSTER, RENDER_VIEW_DECK, RENDER_VIEW_PIPE};
    enum { VIEWS = sizeof at / sizeof *at };
    static cost usual, turned;
    printf("\nCPU of a picture with the switch toggled over CPU without, median\n%-18s", "switch");
    for (int v = 0; v < VIEWS; v++) printf(" %10s", render_view_name[at[v]]);
    printf("\n");
    for (int k = 0; k <= DISPLAY_SWITCHES; k++) {
        printf("%-18s", k < DISPLAY_SWITCHES ? display_entry_of[k].name : "all that are off");
        for (int v = 0; v < VIEWS; v++) {
            SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_1 + (int)at[v]}}};
            double ratio[MOST_PICTURES];
            for (int i = 0; i < n; i++) {
                render_handle_event(r, &key);
                time_picture(r, &s[i], NOTHING, &usual, i);
                toggle_switch(r, k);
                time_picture(r, &s[i], NOTHING, &turned, i);
                toggle_switch(r, k);
                ratio[i] = turned.cpu[i] / usual.cpu[i];
            }
            printf(" %10.2f", quantile(ratio, n, 0.5));
        }
        printf("\n");
        fflush(stdout);
    }
}

// Writes pictures of every camera at the start, in the middle and at the end of the run.
static void write_pictures(render *r, const dyn_snapshot *s, int n, const char *folder) {
    static rt_diag d;
    for (int k = 0; k < 3 * RENDER_VIEWS; k++) {
        SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_1 + k / 3}}};
        char path[1024];
        snprintf(path, sizeof path, "%s/%s_%d.png", folder, render_view_name[k / 3], k % 3);
        const dyn_snapshot *shown = &s[k % 3 * (n - 1) / 2];
        render_handle_event(r, &key);
        render_frame(r, shown, shown, 1);
        if (render_write_png(r, path, &d) != RT_OK) fputs(d.text, stderr);
    }
}

// Runs the scenario and stores a snapshot every `every` seconds. Returns the number of snapshots, or -1 if the run
// fails.
static int collect_snapshots(gate_run *g, double every, double until, dyn_snapshot *snapshots) {
    long stride = lround(every / g->s.sim.model.h), steps = lround(until / g->s.sim.model.h);
    int n = 0;
    for (long k = 0; k < steps && n < MOST_PICTURES; k++) {
        rt_profile p = {0};
        if (!gate_run_step(g, &p)) return -1;
        if (k % lround(0.05 / g->s.sim.model.h) == 0) record_history(&g->s.sim);
        if (k % stride == 0) sim_snapshot(&g->s.sim, &snapshots[n++]);
    }
    return n;
}

// Toggles the displays of these keys; "all": switches on every display but the help.
static void toggle_displays(render *r, const char *keys) {
    bool all = strcmp(keys, "all") == 0;
    for (int k = 0; all && k < DISPLAY_SWITCHES; k++)
        if (!display_on(render_get_display(r), (display_switch)k) && k != DISPLAY_HELP)
            render_toggle(r, (display_switch)k);
    for (const char *c = all ? "" : keys; *c; c++)
        render_handle_event(r, &(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = *c}}});
}

int main(int argc, char **argv) {
    static gate_run g;
    static rt_diag d;
    gate_run_def def = {.file = HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml", .depth = -1, .settle = -1};
    double every = argc > 1 ? positive("every [s]", argv[1]) : 4, until = argc > 2 ? positive("until [s]", argv[2]) : 0;
    dyn_snapshot *snapshots = calloc(MOST_PICTURES, sizeof *snapshots);
    if (!snapshots || gate_run_create(&g, &def, &d) != RT_OK) {
        fprintf(stderr, "%susage: bench_picture [EVERY_S [UNTIL_S [FOLDER [KEYS|all]]]]\n", d.text);
        return 2;
    }
    setenv("LP_NUM_THREADS", "0", 0); // as in hawse run on two processors
    rt_diag warning = {0};
    render_def live;
    if (picture_def(&g.s.sim, &live, &warning) != RT_OK) return 1;
    render *r = render_create(&live, &d);
    picture_def_free(&live);
    int n = r ? collect_snapshots(&g, every, until > 0 ? until : g.sc.end.duration, snapshots) : -1;
    if (n > 0) {
        render_frame(r, NULL, snapshots, 1);
        render_present(r);
        install_filters();
        if (argc > 4) toggle_displays(r, argv[4]);
        if (argc > 3 && argv[3][0]) write_pictures(r, snapshots, n, argv[3]);
        time_views(r, snapshots, n);
        time_switches(r, snapshots, n);
        render_destroy(r);
    }
    fputs(d.text, stderr);
    gate_run_destroy(&g);
    free(snapshots);
    return n > 0 ? 0 : 2;
}
