// SPDX-License-Identifier: MIT
#include "rt/picture/picture.h"
#include "render/image/png_write.h"
#include "render/view/blend.h"
#include "rt/deck/deck.h"
#include "rt/picture/bottom.h"
#include "rt/picture/mechanism.h"
#include "rt/picture/scenery.h"
#include "rt/scenario/parts.h"
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct picture {
    render *render;
    render_view own; // default camera
    int width, height;
};

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

static void add_special_links(const deck *dk, render_def *def) {
    assert(dk->n_special <= RENDER_SPECIAL_LINKS); // the scenario has the same limit
    for (int k = 0; k < dk->n_special; k++) {
        const deck_special *l = &dk->special[k];
        def->special[def->n_special++] = (render_link){.number = l->own.link,
                                                       .mesh = l->meshed ? &l->mesh.mesh : NULL,
                                                       .bar_diameter = l->meshed ? 0 : l->size.d,
                                                       .length = l->size.length,
                                                       .width = l->size.width,
                                                       .open = !l->stud};
    }
}

// Adds the joining shackles of the list of parts, including those in the locker.
static void add_joining(const sim *s, render_def *def) {
    chain_list list;
    if (chain_list_expand(&s->sc, &list) != RT_OK) return;
    for (int k = 0; k < list.n && def->n_joining < RENDER_SPECIAL_LINKS; k++)
        if (list.part[k].joint > 0) {
            def->joining_m[def->n_joining] =
                0.5 * (list.part[k].from + list.part[k].to); // as in rt/deck/events_input.c
            def->joining[def->n_joining++] = list.part[k].body;
        }
    chain_list_free(&list);
}

static render_def ship_def(const sim *s) {
    const deck *dk = deck_of(s);
    render_def def = render_def_default();
    vec3 lead = vec3_unit(vec3_make(-s->sc.ship.face_normal[0], -s->sc.ship.face_normal[1], 0));
    def.hull = &dk->hull.mesh;
    def.shank = &dk->shank.mesh;
    def.head = &dk->head.mesh;
    def.bar_diameter = s->sc.chain.bar_diameter;
    def.studless = s->sc.chain.type == SCENARIO_CHAIN_STUDLESS;
    add_special_links(dk, &def);
    add_joining(s, &def);
    def.focus = vector(s->sc.ship.mouth);
    def.outboard = vector(s->sc.ship.face_normal);
    def.pipe_axis = vec3_unit(vector(s->sc.ship.pipe_axis));
    def.pipe_bore = s->sc.ship.pipe_bore;
    def.pipe_length = s->sc.ship.pipe_length;
    def.has_lifter = true;
    // The chain enters on top of the lifter, whose axis lies across the lead. The lifter turns positively as chain pays
    // out.
    def.lifter_centre = vec3_madd(vector(s->sc.ship.lifter), -dk->lifter.radius, vec3_make(0, 0, 1));
    def.lifter_axis = vec3_cross(lead, vec3_make(0, 0, 1));
    def.has_stopper = dk->stopper.lifter != NULL;
    def.stopper = dk->stopper.def.at;
    def.tension_max_n = s->sc.windlass.max_tension;
    def.tension_rated_n = s->sc.windlass.rated_tension;
    def.speed_rated_m_s = s->sc.windlass.rated_speed;
    def.water = dk->sea.waves;
    def.torque_max_nm = s->sc.windlass.max_tension * dk->lifter.radius;
    def.runaway_m_s = s->sc.windlass.runaway;
    def.lining_fades_c = s->sc.windlass.fade_start;
    def.lining_faded_c = s->sc.windlass.fade_end;
    def.view = RENDER_VIEW_BOLSTER;
    return def;
}

// Weight of all masses [N], which scales the force arrows; by 9.81 m/s² if the model has no gravity.
static double weight_of(const scenario_model *m) {
    const double *g = m->gravity, earth = 9.81, own = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    double mass = 0;
    for (int k = 0; k < m->bodies.n; k++) mass += m->bodies.item[k].mass;
    for (int k = 0; k < m->points.n; k++) mass += m->points.item[k].mass;
    return mass > 0 ? mass * (own > 0 ? own : earth) : 1;
}

rt_status picture_def(const sim *s, render_def *def, rt_diag *d) {
    if (deck_of(s)) {
        *def = ship_def(s);
        if (!picture_bottom_make(s, &def->bottom)) {
            rt_diag_error(d, s->sc.path, 0, 0, "no memory for the picture of the bottom");
            return RT_ERR_MEMORY;
        }
        rt_status loaded = picture_scenery_load(s->sc.ship.scenery, def->scenery, d);
        if (loaded != RT_OK) picture_def_free(def);
        return loaded;
    }
    const double small = 0.13; // bodies below this share of the scene need the near camera
    picture_mechanism *made;
    *def = render_def_default();
    def->view = RENDER_VIEW_OVERVIEW;
    def->tension_max_n = weight_of(&s->sc.model);
    rt_status status = picture_mechanism_make(s, &made, d);
    def->mechanism = made ? &made->shown : NULL;
    if (made && made->shown.near < small * 0.5 * vec3_norm(vec3_sub(made->shown.hi, made->shown.lo)))
        def->view = RENDER_VIEW_NEAR;
    return status;
}

void picture_def_free(render_def *def) {
    picture_scenery_free(def->scenery);
    render_bottom_free(&def->bottom);
    picture_mechanism_free((picture_mechanism *)def->mechanism); // `shown` is the first member
    def->mechanism = NULL;
}

static const char *const *views_of(bool of_mechanism) {
    return of_mechanism ? render_mechanism_view_name : render_view_name;
}

static int count_views(bool of_mechanism) { return of_mechanism ? RENDER_MECHANISM_VIEWS : RENDER_VIEWS; }

const char *picture_views(bool of_mechanism, char *text, size_t size) {
    size_t n = 0;
    for (int k = 0; k < count_views(of_mechanism) && n < size; k++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", k ? ", " : "", views_of(of_mechanism)[k]);
    return text;
}

bool picture_view(const char *name, bool of_mechanism, render_view *view, rt_diag *d) {
    for (int k = 0; k < count_views(of_mechanism); k++)
        if (strcmp(name, views_of(of_mechanism)[k]) == 0) {
            *view = (render_view)k;
            return true;
        }
    char names[128];
    rt_diag_error(d, NULL, 0, 0, "--view: expected one of %s; found '%s'",
                  picture_views(of_mechanism, names, sizeof names), name);
    return false;
}

void picture_between(picture_pair *p, render *r, const dyn_snapshot *newest, int64_t now_ns) {
    if (!p->begun) p->snapshot[0] = p->snapshot[1] = *newest;
    bool same = p->snapshot[p->newest].frame == newest->frame;
    int64_t shown_ns = p->snapshot[p->newest].wall_ns;
    if (!same) p->newest ^= 1;
    p->snapshot[p->newest] = *newest;
    if (same) p->snapshot[p->newest].wall_ns = shown_ns; // a frame published again, as after a pause, keeps its time
    p->begun = true;
    const dyn_snapshot *next = &p->snapshot[p->newest], *previous = &p->snapshot[p->newest ^ 1];
    render_set_time(r, now_ns);
    render_frame(r, previous, next, blend_alpha(previous, next, now_ns));
}

picture *picture_create(const sim *s, render_view view, int width, int height, rt_diag *d) {
    picture *p = calloc(1, sizeof *p);
    render_def def;
    if (!p) {
        rt_diag_error(d, NULL, 0, 0, "no memory for pictures");
        return NULL;
    }
    if (picture_def(s, &def, d) != RT_OK) {
        free(p);
        return NULL;
    }
    *p = (picture){.own = def.view, .width = width, .height = height};
    def.offscreen = true;
    if (view != PICTURE_OWN_VIEW) def.view = view;
    def.width = width;
    def.height = height;
    p->render = render_create(&def, d);
    picture_def_free(&def);
    if (p->render) return p;
    free(p);
    return NULL;
}

void picture_destroy(picture *p) {
    if (p) render_destroy(p->render);
    free(p);
}

rt_status picture_write(picture *p, const char *dir, const dyn_snapshot *snap, rt_diag *d) {
    char path[1024];
    int n = snprintf(path, sizeof path, "%s/frame_%06ld.png", dir, (long)(snap->t * 1000 + 0.5));
    if ((size_t)n >= sizeof path) {
        rt_diag_error(d, NULL, 0, 0, "cannot write the picture: its path has %d bytes, expected at most %zu", n,
                      sizeof path - 1);
        return RT_ERR_FILE;
    }
    render_frame(p->render, snap, snap, 1);
    return render_write_png(p->render, path, d);
}

void picture_rgb(picture *p, const dyn_snapshot *snap, uint8_t *rgb) {
    render_frame(p->render, snap, snap, 1);
    render_read_rgb(p->render, rgb);
}

// Selects a camera by its key and moves it in by the wheel. The renderer places a camera as it draws.
static void select_camera(render *r, render_view view, int closer, const dyn_snapshot *snap) {
    const SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym.sym = SDLK_1 + (SDL_Keycode)view}};
    const SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = closer}};
    render_handle_event(r, &key);
    render_frame(r, snap, snap, 1);
    render_handle_event(r, &wheel);
}

uint8_t *picture_png(picture *p, render_view view, int closer, const dyn_snapshot *snap, size_t *size, rt_diag *d) {
    uint8_t *rgb = malloc((size_t)3 * (size_t)p->width * (size_t)p->height);
    if (!rgb) {
        rt_diag_error(d, NULL, 0, 0, "no memory for a picture");
        return NULL;
    }
    if (display_on(render_get_display(p->render), DISPLAY_GAUGES)) render_toggle(p->render, DISPLAY_GAUGES);
    select_camera(p->render, view == PICTURE_OWN_VIEW ? p->own : view, closer, snap);
    picture_rgb(p, snap, rgb);
    uint8_t *png = png_encode_rgb(rgb, p->width, p->height, size, d);
    free(rgb);
    return png;
}

// The scenario's name without folder and suffix, in characters that every file system accepts.
static void short_name(const char *scenario_path, char name[64]) {
    const char *slash = strrchr(scenario_path, '/');
    snprintf(name, 64, "%s", slash ? slash + 1 : scenario_path);
    char *dot = strrchr(name, '.');
    if (dot && dot != name) *dot = 0;
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-') *c = '_';
}

rt_status picture_screenshot(render *r, const char *scenario_path, double t, char path[PICTURE_PATH], rt_diag *d) {
    char own[PICTURE_PATH], name[64], date[32] = "undated", number[16] = "";
    time_t now = time(NULL);
    struct tm tm;
    if (localtime_r(&now, &tm)) strftime(date, sizeof date, "%Y%m%d-%H%M%S", &tm);
    short_name(scenario_path, name);
    int fd = -1;
    for (int k = 1; k < 1000 && fd < 0; k++) { // an exclusively created file reserves the name
        if (k > 1) snprintf(number, sizeof number, "-%d", k);
        snprintf(own, sizeof own, "hawse-%s-%s-t%.3f%s.png", date, name, t, number);
        fd = open(own, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    memcpy(path, own, sizeof own);
    if (fd < 0) {
        rt_diag_error(d, path, 0, 0, "cannot write the picture: %s", strerror(errno));
        return RT_ERR_FILE;
    }
    close(fd);
    rt_status status = render_write_png(r, path, d);
    if (status != RT_OK) unlink(path);
    return status;
}
