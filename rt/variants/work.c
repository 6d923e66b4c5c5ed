// SPDX-License-Identifier: MIT
// Measures a design, or heaves it home by the rules of the house; in a thread of its own.
#include "rt/deck/design.h"
#include "rt/review/review.h"
#include "rt/study/study.h"
#include "rt/variants/variants.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define NICE 10       // the frames, the window and the devices go first
#define SHOWN_OUT 1.9 // of the drawing about the mouth: outboard, inboard, down, up [m]
#define SHOWN_IN 2.3
#define SHOWN_DOWN 1.6
#define SHOWN_UP 2.6

typedef struct drawing {
    variant *to;
    vec3 mouth, out;
    int part;
} drawing;

static void add_line(void *ctx, vec3 a, vec3 b) {
    drawing *g = ctx;
    panel_design *p = &g->to->shown;
    const vec3 da = vec3_sub(a, g->mouth), db = vec3_sub(b, g->mouth);
    panel_line l = {(float)vec3_dot(da, g->out), (float)da.z, (float)vec3_dot(db, g->out), (float)db.z, g->part};
    bool in = fmaxf(l.x0, l.x1) > p->lo[0] && fminf(l.x0, l.x1) < p->hi[0] && fmaxf(l.y0, l.y1) > p->lo[1] &&
              fminf(l.y0, l.y1) < p->hi[1];
    if (in && p->n_lines < VARIANT_LINES) g->to->line[p->n_lines++] = l;
}

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

static void draw(variant *to, const review_ship *s, const review_home *h) {
    const scenario_ship *ship = &s->sc->ship;
    vec3 axis = vec3_unit(vector(ship->pipe_axis)), up = vec3_make(0, 0, 1), out = {-axis.x, -axis.y, 0};
    drawing g = {.to = to, .mouth = vector(ship->mouth), .out = vec3_unit(out)};
    vec3 eye = vec3_cross(g.out, up);
    panel_design *p = &to->shown;
    p->lo[0] = -(float)SHOWN_IN, p->hi[0] = (float)SHOWN_OUT, p->lo[1] = -(float)SHOWN_DOWN, p->hi[1] = (float)SHOWN_UP;
    review_cut(&s->hull->mesh, g.mouth, eye, add_line, &g);
    g.part = PANEL_LINE_SHANK;
    review_outline(&s->shank->mesh, &h->shank_at, eye, add_line, &g);
    g.part = PANEL_LINE_HEAD;
    review_outline(&s->head->mesh, &h->head_at, eye, add_line, &g);
    g.part = PANEL_LINE_AXIS;
    add_line(&g, g.mouth, vec3_madd(g.mouth, ship->pipe_length, axis));
}

static void __attribute__((format(printf, 3, 4))) note(panel_design *p, bool bad, const char *format, ...) {
    if (p->n_notes == PANEL_NOTES) return;
    panel_note *n = &p->note[p->n_notes++];
    va_list args;
    va_start(args, format);
    vsnprintf(n->text, sizeof n->text, format, args);
    va_end(args);
    n->bad = bad;
}

static void note_clearances(panel_design *p, const review_ship *s, const review_home *h) {
    const scenario *sc = s->sc;
    note(p, h->play < 0, "Shank in bore: %.0f mm a side", 1e3 * h->play);
    if (isfinite(h->sides)) note(p, h->sides < 0.05, "Head to pocket sides: %.0f mm", 1e3 * h->sides);
    if (isfinite(h->above)) note(p, false, "Flukes to seats above: %.0f mm", 1e3 * h->above);
    bool off = h->pin > sc->end.pin_distance || h->pin < sc->end.pin_least;
    note(p, off, "Pin %.0f mm out (home: %.0f to %.0f)", 1e3 * h->pin, 1e3 * sc->end.pin_least,
         1e3 * sc->end.pin_distance);
    note(p, false, "Flukes turned by %.0f deg", fabs(h->hinge) * 57.29577951308232);
}

// Notes the first error, on one line.
static void note_error(panel_design *p, const rt_diag *d) {
    const char *why = strstr(d->text, "error: ");
    why = why ? why + 7 : d->text;
    snprintf(p->fault, sizeof p->fault, "%.*s", (int)strcspn(why, "\n"), why);
}

void variant_note_lack(variant *a, const char *of) {
    panel_design *p = &a->shown;
    p->measured = true;
    p->good = false;
    snprintf(p->fault, sizeof p->fault, "no %s to measure it", of);
    snprintf(p->verdict, sizeof p->verdict, "no %s for the lift", of);
}

static void ignore_mesh(const char *path, const contact_prepared *mesh) { (void)path, (void)mesh; }

static void measure(variants *v, const scenario *sc, rt_diag *d) {
    deck_design *design = NULL;
    const review_ship *ship;
    review_home home;
    rt_status status = deck_design_open(sc, ignore_mesh, &design, d);
    const review *found = deck_design_review(design, &ship);
    if (status != RT_OK) note_error(&v->made.shown, d);
    if (found) {
        review_measure_home(ship, &home);
        draw(&v->made, ship, &home);
        note_clearances(&v->made.shown, ship, &home);
    }
    deck_design_free(design);
}

static void report_progress(void *ctx, const study_result *r) {
    variants *v = ctx;
    atomic_store(&v->percent, r->duration > 0 ? (int)(100 * r->t / r->duration) : 0);
}

static void try_lift(variants *v, scenario *sc) {
    panel_design *p = &v->made.shown;
    study_result *r = calloc(1, sizeof *r);
    study_variant *one = calloc(1, sizeof *one);
    const study_options o = {.duration = -1, .quiet = true, .stop = &v->stop};
    if (r && one) {
        one->scenario = *sc;
        one->scenario.operator.type = SCENARIO_OPERATOR_HOUSE;
        one->scenario.end.stop_when_housed = true;
        study_run_one(one, &o, r, report_progress, v);
        p->good = r->verdict == STUDY_HOUSED;
        if (p->good)
            snprintf(p->verdict, sizeof p->verdict, "Housed after %.0f s; largest tension %.0f kN", r->housed_s,
                     1e-3 * r->peak_tension_n);
        else
            snprintf(p->verdict, sizeof p->verdict, "%s: %.120s", study_verdict_name(r->verdict), r->why);
    } else
        variant_note_lack(&v->made, "memory");
    free(r);
    free(one);
}

static void *work(void *arg) {
    variants *v = arg;
    rt_diag *d = calloc(1, sizeof *d);
    scenario *sc = calloc(1, sizeof *sc);
    setpriority(PRIO_PROCESS, 0, NICE); // of this thread alone, on Linux
    if (!d || !sc)
        variant_note_lack(&v->made, "memory");
    else if (scenario_load_text(v->made.text, v->made_of, v->anywhere, sc, d) != RT_OK) {
        note_error(&v->made.shown, d);
        snprintf(v->made.shown.verdict, sizeof v->made.shown.verdict, "%.150s", v->made.shown.fault);
    } else {
        if (v->work == VARIANT_MEASURE)
            measure(v, sc, d);
        else
            try_lift(v, sc);
        scenario_free(sc);
    }
    free(sc);
    free(d);
    atomic_store(&v->done, true);
    return NULL;
}

void variants_begin(variants *v, const char *text) {
    free(v->made.text);
    memset(&v->made, 0, sizeof v->made);
    v->made.text = strdup(text);
    snprintf(v->made_of, sizeof v->made_of, "%s", v->file);
    v->dropped = false;
    atomic_store(&v->stop, false);
    atomic_store(&v->done, false);
    atomic_store(&v->percent, 0);
    v->working = v->made.text && pthread_create(&v->thread, NULL, work, v) == 0;
    if (v->working) return;
    variant_note_lack(&v->of[v->which], v->made.text ? "thread" : "memory");
}
