// SPDX-License-Identifier: MIT
#include "render/image/png_write.h"
#include "render/scene/inset.h"
#include "render/view/blend.h"
#include "render/window/render_private.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool check_special(const render_def *def, rt_diag *d) {
    bool right = def->n_special >= 0 && def->n_special <= RENDER_SPECIAL_LINKS;
    for (int i = 0; right && i < def->n_special; i++) {
        const render_link *l = &def->special[i];
        right = l->number >= 0 && (l->mesh || (l->bar_diameter > 0 && l->bar_diameter < 2 * def->bar_diameter));
    }
    if (!right)
        rt_diag_error(
            d, NULL, 0, 0,
            "picture: expected at most %d special links, each with a mesh or a bar less than twice the chain's",
            RENDER_SPECIAL_LINKS);
    return right;
}

static bool check_def(const render_def *def, rt_diag *d) {
    if (def->width >= 64 && def->height >= 64 && def->width <= 16384 && def->height <= 16384 &&
        def->tension_max_n > 0 && def->bar_diameter >= 0 && def->bar_diameter <= 1 && def->view >= 0 &&
        def->view < RENDER_VIEWS && def->pipe_length >= 0 && def->pipe_bore >= 0)
        return check_special(def, d);
    rt_diag_error(
        d, NULL, 0, 0,
        "picture: expected 64..16384 pixels, a tension limit above 0 N and a bar diameter of 0..1 m; found %d x %d "
        "pixels, %g N, %g m",
        def->width, def->height, def->tension_max_n, def->bar_diameter);
    return false;
}

static bool check_mechanism(const render_mechanism *m, rt_diag *d) {
    double size = m ? vec3_norm(vec3_sub(m->hi, m->lo)) : 1;
    if (size > 0 && isfinite(size)) return true;
    rt_diag_error(d, NULL, 0, 0, "picture: expected a mechanism of finite size; found %g m", size);
    return false;
}

// Converts a mechanism's definition to the picture's frame, without ship and water. Returns a ship's as it is.
static render_def convert_def(const render_def *def) {
    static const double no_water = -1e6; // [picture m]
    if (!def->mechanism) return *def;
    mechanism_frame f = mechanism_frame_of(def->mechanism);
    render_def own = render_def_default();
    own.width = def->width, own.height = def->height;
    own.view = def->view;
    own.tension_max_n = def->tension_max_n;
    own.bar_diameter = MECHANISM_MARK * MECHANISM_RADIUS / sin(0.5 * MECHANISM_FOV);
    own.water.level = no_water;
    own.outboard = mat3_mul(&f.turn, def->mechanism->front);
    own.mechanism = def->mechanism;
    return own;
}

// Loads everything that depends on the ship or mechanism. On failure d holds an error and the present one stays.
static rt_status load_scene(render *r, const render_def *given, rt_diag *d) {
    const render_def own = convert_def(given), *def = &own;
    typedef struct made {
        scene scene;
        overlay overlay;
    } made;
    made *next = aligned_alloc(_Alignof(made), sizeof *next); // matrices need a stricter alignment than malloc's
    if (!next) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the picture");
        return RT_ERR_MEMORY;
    }
    memset(next, 0, sizeof *next);
    rt_status status = scene_create(&next->scene, def, r->window.direct, d);
    if (!status) status = overlay_create(&next->overlay, def, d);
    scene_free(status ? &next->scene : &r->scene);
    overlay_free(status ? &next->overlay : &r->overlay);
    if (!status) {
        r->scene = next->scene;
        r->overlay = next->overlay;
        r->def = *def;
        r->def.hull = r->def.shank = r->def.head = NULL;
        r->def.bottom = (render_bottom){.known = false};
        r->def.n_special = 0;
        memset(r->def.scenery, 0, sizeof r->def.scenery);
        r->def.mechanism = NULL;
        r->frame = def->mechanism ? mechanism_frame_of(def->mechanism) : (mechanism_frame){.scale = 0};
        r->place = render_camera_input(def);
        r->view_pending = true;
        const strip_choice kept = r->gauges.strip; // the viewer's choice outlives the ship
        memset(&r->gauges, 0, sizeof r->gauges);
        r->gauges.strip = kept;
        r->gauges.read_t = -GAUGES_READ_S; // read the first snapshot at once
        r->gauges.marks = (gauge_marks){.tension_max_n = def->tension_max_n,
                                        .tension_rated_n = def->tension_rated_n,
                                        .speed_rated_m_s = def->speed_rated_m_s,
                                        .torque_max_nm = def->torque_max_nm,
                                        .runaway_m_s = def->runaway_m_s,
                                        .lining_fades_c = def->lining_fades_c,
                                        .lining_faded_c = def->lining_faded_c,
                                        .n_joining = def->n_joining,
                                        .joining_m = r->def.joining_m};
        r->gauges.software = r->window.software;
        r->gauges.cameras = def->mechanism ? RENDER_MECHANISM_VIEWS : RENDER_VIEWS;
        r->gauges.mechanism = def->mechanism != NULL;
    }
    free(next);
    return status;
}

render *render_create(const render_def *def, rt_diag *d) {
    if (!check_def(def, d) || !check_mechanism(def->mechanism, d)) return NULL;
    render *r = aligned_alloc(_Alignof(render), sizeof *r); // aligned as in load_scene
    if (!r) {
        rt_diag_error(d, NULL, 0, 0, "no memory for the picture");
        return NULL;
    }
    memset(r, 0, sizeof *r);
    r->view = def->view;
    r->shown = display_default();
    if (window_open(&r->window, def, d)) {
        free(r);
        return NULL;
    }
    snprintf(r->device, sizeof r->device, "%s", (const char *)glGetString(GL_RENDERER));
    if (load_scene(r, def, d) || draw2d_create(&r->flat, d)) {
        render_destroy(r);
        return NULL;
    }
    return r;
}

void render_destroy(render *r) {
    if (!r) return;
    if (window_is_lost(&r->window)) {
        static render *left; // stays reachable until the process ends
        (void)(left = r);
        return;
    }
    SDL_GL_MakeCurrent(r->window.sdl, r->window.context);
    panel_destroy(r->panel);
    draw2d_free(&r->flat);
    backing_free(&r->flat_backing);
    backing_free(&r->panel_backing);
    overlay_free(&r->overlay);
    scene_free(&r->scene);
    if (r->beside.loaded) scene_free(&r->beside.scene);
    window_close(&r->window);
    free(r);
}

rt_status render_load(render *r, const render_def *def, rt_diag *d) {
    if (!check_def(def, d) || !check_mechanism(def->mechanism, d)) return RT_ERR_USAGE;
    SDL_GL_MakeCurrent(r->window.sdl, r->window.context);
    if (def->title) SDL_SetWindowTitle(r->window.sdl, def->title);
    return load_scene(r, def, d);
}

static void clip_view_to_instruments(scene_view *v, const draw2d *g, const gauges_layout *l) {
    v->seen[1] = (int)lroundf((g->height - l->free.y - l->free.height) * g->px);
    v->seen[3] -= v->seen[1] + (int)lroundf(l->free.y * g->px);
    if (v->seen[3] < 0) v->seen[3] = 0;
}

// Removes from the view the areas of timing panel, state mark and anchor watch (none if the height is 0) and of the
// desk's panels.
static void clip_view_to_panels(render *r, scene_view *v, const gauges_layout *l) {
    static_assert(3 + PANEL_COVERS <= SCENE_COVERED, "room for all panels");
    const area own[] = {l->timing, l->state, l->watch};
    for (int k = 0; k < 3; k++)
        v->n_covered += draw2d_box(&r->flat, own[k].x, own[k].y, own[k].width, own[k].height, v->covered[v->n_covered]);
    if (r->panel && r->panel_state)
        v->n_covered += panel_covers(r->panel, r->window.width, r->window.height, &v->covered[v->n_covered]);
}

// Moves the gauges beside the desk's panels.
static void move_gauges_off_desk(const render *r, gauges_layout *l) {
    int box[PANEL_COVERS][4];
    float px = r->flat.px;
    int n = r->panel && r->panel_state ? panel_covers(r->panel, r->window.width, r->window.height, box) : 0;
    for (int k = 0; k < n; k++)
        gauges_move_beside(&r->gauges, l,
                           &(area){(float)box[k][0] / px, r->flat.height - (float)(box[k][1] + box[k][3]) / px,
                                   (float)box[k][2] / px, (float)box[k][3] / px});
}

static bool panels_are_visible(const render *r) { return r->panel && r->panel_state && panel_is_shown(r->panel); }

// Draws the scene again, small, over the large picture. Links use the coarser shapes of that size.
static void draw_inset(render *r, const scene_view *large, const gauges_layout *l) {
    scene_view view = *large;
    render_view which = inset_view(r->view);
    view.inset = true;
    view.n_covered = 0;
    bool watch = l->watch.height > 0, panels = panels_are_visible(r) || watch,
         left = display_on(large->shown, DISPLAY_TIMING) || (watch && l->watch.x < 0.5f * r->flat.width),
         no_room = panels && left; // both places of the inset are occupied
    if (no_room || !inset_place(large->frame, large->seen, panels, view.frame)) return;
    memcpy(view.seen, view.frame, sizeof view.seen);
    camera fitted = camera_preset(which, &r->place), c = camera_inset(&fitted);
    mat4 view_projection;
    camera_view_projection(&c, (double)view.frame[2] / view.frame[3], view_projection);
    scene_prepare(&r->scene, &view, &c);
    scene_draw(&r->scene, &view, &c, view_projection);
    glViewport(0, 0, r->window.width, r->window.height);
    inset_frame(&r->flat, view.frame, r->window.height, which);
}

static void draw_overlay(render *r, const dyn_snapshot *s, const scene_view *v) {
    const overlay_view view = {.s = s,
                               .body = r->body,
                               .camera = &r->camera,
                               .view_projection = r->view_projection,
                               .shown = v->shown,
                               .width = r->window.width,
                               .height = r->window.height,
                               .bottom = v->seen[1],
                               .rows = v->seen[3],
                               .covered = v->covered,
                               .n_covered = v->n_covered};
    overlay_draw(&r->overlay, &view);
    overlay_text(&r->overlay, &view, &r->flat);
}

// Returns b resized to the picture if the window is drawn directly, else NULL. Binds the window's framebuffer.
static backing *resize_backing(const render *r, backing *b) {
    bool had = r->window.direct && backing_resize(b, r->window.width, r->window.height);
    window_bind(&r->window);
    return had ? b : NULL;
}

static void flush_instruments(render *r) {
    backing *b = resize_backing(r, &r->flat_backing);
    if (b)
        draw2d_flush_backed(&r->flat, b, r->window.draw);
    else
        draw2d_flush(&r->flat);
}

static void draw_panel(render *r) {
    if (!r->panel_state) return;
    backing *b = resize_backing(r, &r->panel_backing);
    r->panel_action = panel_draw(r->panel, r->panel_state, r->window.width, r->window.height, b, r->window.draw);
}

typedef struct picture {
    render *r;
    const dyn_snapshot *previous, *next;
    double alpha;
} picture;

// Converts a mechanism's n bodies and snapshot to the picture's frame. Returns a ship's snapshot as it is.
static const dyn_snapshot *convert_snapshot(render *r, const dyn_snapshot *s, int n) {
    if (r->frame.scale == 0) return s;
    for (int i = 0; i < n; i++) r->body[i].pose = mechanism_frame_pose(&r->frame, &r->body[i].pose);
    mechanism_frame_snapshot(&r->frame, s, &r->turned);
    return &r->turned;
}

// Scales arrows and marks of a mechanism with the viewing distance, which may be very small. A ship's scale with the
// bar diameter.
static void scale_marks(render *r) {
    const camera *c = &r->camera;
    if (r->frame.scale == 0) return;
    double away = c->free ? vec3_norm(camera_eye(c)) : c->distance;
    r->scene.def.bar_diameter = r->overlay.def.bar_diameter = MECHANISM_MARK * away;
}

static void draw_scene(render *r, const dyn_snapshot *seen, const scene_view *view) {
    scene_prepare(&r->scene, view, &r->camera);
    window_bind(&r->window);
    scene_draw(&r->scene, view, &r->camera, r->view_projection);
    draw_overlay(r, seen, view);
}

static void draw_picture(void *ctx) {
    const picture *p = ctx;
    render *r = p->r;
    const dyn_snapshot *previous = p->previous, *next = p->next;
    double alpha = p->alpha;
    dyn_gauges blended = blend_gauges(previous, next, alpha);
    const display shown = r->gauges.mechanism ? display_of_mechanism(r->shown) : r->shown;
    int n = blend_bodies(previous, next, alpha, r->body);
    const dyn_snapshot *seen = convert_snapshot(r, next, n);
    double t = previous ? (1 - alpha) * previous->t + alpha * next->t : next->t;
    const pose ship = blend_ship(previous, next, alpha);
    render_move_camera(r, &ship, n);
    scale_marks(r);
    overlay_record(&r->overlay, seen, r->body, t);
    window_begin(&r->window);
    draw2d_begin(&r->flat, r->window.width, r->window.height);
    scene_view view = {.body = r->body,
                       .n_bodies = n,
                       .contact = seen->contact,
                       .n_contacts = seen->n_contacts,
                       .tension_n = display_on(shown, DISPLAY_TENSION) ? next->tension_n : NULL,
                       .mud = next->has_mud ? next->mud : NULL,
                       .ship = ship,
                       .t = t,
                       .chain_out_m = blended.chain_out_m,
                       .stopper = blended.stopper,
                       .controls = blended.controls,
                       .swell = next->ship.swell,
                       .shown = shown,
                       .frame = {0, 0, r->window.width, r->window.height},
                       .seen = {0, 0, r->window.width, r->window.height},
                       .live_software = r->window.direct};
    gauges_note(&r->gauges, next);
    gauges_write_hint(&r->gauges, next, shown, r->hint, sizeof r->hint);
    gauges_layout layout = gauges_lay_out(&r->gauges, &r->flat, next, shown);
    move_gauges_off_desk(r, &layout);
    clip_view_to_instruments(&view, &r->flat, &layout);
    clip_view_to_panels(r, &view, &layout);
    camera_view_projection(&r->camera, (double)r->window.width / r->window.height, r->view_projection);
    r->n_bodies = n;
    memcpy(r->seen, view.seen, sizeof r->seen);
    if (r->beside.shown)
        render_draw_beside(r, &view);
    else
        draw_scene(r, seen, &view);
    if (r->flat.n > 0) draw2d_flush(&r->flat); // labels in the scene stay below the instruments
    if (display_on(shown, DISPLAY_INSET) && !r->beside.shown) draw_inset(r, &view, &layout);
    const dyn_gauges instruments = dyn_gauges_shown(&blended);
    r->gauges.swept = r->scene.marks.known ? &r->scene.marks.trace : NULL;
    gauges_draw(&r->gauges, &r->flat, &layout, next, &instruments, shown);
    flush_instruments(r);
    draw_panel(r);
    gauges_draw_help(&r->gauges, &r->flat, &layout, shown);
    if (r->flat.n > 0) draw2d_flush(&r->flat);
    window_end(&r->window);
}

void render_frame(render *r, const dyn_snapshot *previous, const dyn_snapshot *next, double alpha) {
    window_guard(&r->window, draw_picture, &(picture){r, previous, next, alpha});
}

void render_set_time(render *r, int64_t now_ns) { r->gauges.now_ns = now_ns; }

void render_record_snapshot(render *r, const dyn_snapshot *s) { gauges_note(&r->gauges, s); }

void render_record_charts(render *r, const dyn_snapshot *s, bool beside, bool clear) {
    strip_chart *chart = beside ? &r->beside.chart : &r->gauges.chart;
    if (clear) strip_chart_clear(chart);
    strip_chart_add(chart, s);
}

const alarm_log *render_alarms(const render *r) { return &r->gauges.alarms; }
void render_set_alarms(render *r, const alarm_log *alarms, bool given) {
    r->gauges.alarms = *alarms;
    r->gauges.alarms_given = given;
}
void render_acknowledge(render *r, int record) { alarm_log_acknowledge(&r->gauges.alarms, record); }
void render_acknowledge_all(render *r) { alarm_log_acknowledge_all(&r->gauges.alarms); }
void render_test_lamps(render *r) { r->gauges.lamps_until_ns = r->gauges.now_ns + GAUGES_LAMP_TEST_NS; }

void render_set_preset(render *r, double length_m) { r->gauges.marks.preset_m = length_m; }

static void present(void *ctx) { window_present(ctx); }

void render_present(render *r) { window_guard(&r->window, present, &r->window); }

void render_set_operator(render *r, const operator_keys *keys) { r->gauges.hints = (hints){.keys = *keys}; }

void render_hint(const render *r, char *text, size_t size) { snprintf(text, size, "%s", r->hint); }

display render_get_display(const render *r) { return r->shown; }

void render_set_display(render *r, display shown) { r->shown = shown; }

void render_toggle(render *r, display_switch s) { r->shown = display_toggle(r->shown, s); }

render_view render_get_view(const render *r) { return r->view; }

void render_set_view(render *r, render_view view) {
    r->view = view;
    r->view_pending = true;
}

const char *const *render_views(const render *r) {
    return r->gauges.mechanism ? render_mechanism_view_name : render_view_name;
}

uint32_t render_get_charts(const render *r) { return r->gauges.strip.changed ^ STRIP_DEFAULT; }

int render_most_charts(const render *r) { return strip_most(&r->gauges.strip); }

void render_set_charts(render *r, uint32_t charts) { r->gauges.strip.changed = charts ^ STRIP_DEFAULT; }

const char *render_chart(int k, const char **help) {
    if (k < 0 || k >= STRIP_CHARTS) return NULL;
    *help = strip_kind_of[k].help;
    return strip_kind_of[k].name;
}

void render_set_state(render *r, const char *state, const char *help, bool urgent) {
    snprintf(r->gauges.state.text, sizeof r->gauges.state.text, "%s", state);
    snprintf(r->gauges.state.help, sizeof r->gauges.state.help, "%s", help);
    r->gauges.state.urgent = urgent;
}

panel *render_panel(render *r, rt_diag *d) {
    if (!r->panel) r->panel = panel_create(r->window.sdl, r->window.context, d);
    return r->panel;
}

void render_set_panel_state(render *r, const panel_state *s) { r->panel_state = r->panel ? s : NULL; }

panel_action render_panel_action(render *r) {
    panel_action a = r->panel_action;
    r->panel_action = (panel_action){0};
    return a;
}

bool render_is_lost(const render *r) { return window_is_lost(&r->window); }

bool render_is_software(const render *r) { return r->window.software; }

void render_size(const render *r, int *width, int *height) {
    *width = r->window.width;
    *height = r->window.height;
}

bool render_project(const render *r, vec3 point, double *x, double *y) {
    mat4 m;
    if (r->frame.scale > 0) point = mechanism_frame_point(&r->frame, point);
    memcpy(m, r->view_projection, sizeof m);
    if (!camera_project(m, point, x, y)) return false;
    *x *= r->window.width;
    *y *= r->window.height;
    return true;
}

void render_read_rgb(render *r, uint8_t *rgb) { window_read(&r->window, rgb); }

rt_status render_write_png(render *r, const char *path, rt_diag *d) {
    uint8_t *rgb = malloc((size_t)3 * (size_t)r->window.width * (size_t)r->window.height);
    if (!rgb) {
        rt_diag_error(d, path, 0, 0, "no memory for the picture");
        return RT_ERR_MEMORY;
    }
    render_read_rgb(r, rgb);
    GLenum gl = glGetError();
    rt_status status = gl ? RT_ERR_DEVICE : png_write_rgb(path, rgb, r->window.width, r->window.height, d);
    if (gl) rt_diag_error(d, path, 0, 0, "OpenGL reports error 0x%04x on %s", gl, r->device);
    free(rgb);
    return status;
}
