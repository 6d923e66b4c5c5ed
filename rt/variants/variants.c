// SPDX-License-Identifier: MIT
// Two designs side by side: what is asked, known and shown of them. The work is in work.c.
#include "rt/variants/variants.h"
#include <stdlib.h>
#include <string.h>

static void forget(variant *a) {
    free(a->text);
    memset(a, 0, sizeof *a);
}

// Stops the work in hand and drops its result. A mesh in the making is not stopped: the window does not wait for it.
static void drop_work(variants *v) {
    v->dropped = v->working;
    atomic_store(&v->stop, v->working);
}

static void forget_all(variants *v) {
    for (int k = 0; k < VARIANTS; k++) forget(&v->of[k]);
    free(v->kept);
    v->kept = NULL;
    memset(v->due, 0, sizeof v->due);
}

static void make_text(variant *a, const editor *k) {
    rt_diag ignored = {0}; // can only be a lack of memory
    a->text = editor_make_text(k, &ignored);
    if (!a->text) variant_note_lack(a, "memory");
}

void variants_close(variants *v) {
    drop_work(v);
    if (v->working) pthread_join(v->thread, NULL);
    v->working = false;
    forget(&v->made);
    forget_all(v);
}

void variants_keep(variants *v, const editor *k) {
    drop_work(v);
    forget_all(v);
    snprintf(v->file, sizeof v->file, "%s", k->file);
    v->anywhere = k->anywhere;
    make_text(&v->of[VARIANT_KEPT], k);
    v->kept = malloc((size_t)(k->n + 1) * sizeof *v->kept);
    for (int f = 0; f < k->n && v->kept; f++) memcpy(v->kept[f], k->field[f].value, PANEL_TEXT);
}

void variants_change(variants *v) {
    if (v->working && v->which == VARIANT_PRESENT) drop_work(v);
    for (int w = 0; w < VARIANT_WORKS; w++) v->due[w][VARIANT_PRESENT] = false;
    v->of[VARIANT_PRESENT].shown.stale = true; // the drawing stays until there is a new one
    v->of[VARIANT_PRESENT].shown.verdict[0] = 0;
    free(v->of[VARIANT_PRESENT].text);
    v->of[VARIANT_PRESENT].text = NULL;
}

void variants_ask(variants *v, const editor *k, variant_work work) {
    if (!v->of[VARIANT_PRESENT].text) make_text(&v->of[VARIANT_PRESENT], k);
    for (int i = 0; i < VARIANTS; i++) {
        const panel_design *shown = &v->of[i].shown;
        bool known = work == VARIANT_MEASURE ? shown->measured && !shown->stale : shown->verdict[0] != 0;
        bool in_hand = v->working && !v->dropped && v->work == work && v->which == i;
        v->due[work][i] = v->of[i].text && !known && !in_hand;
    }
}

static void collect(variants *v) {
    variant *to = &v->of[v->which];
    panel_design *shown = &to->shown, *made = &v->made.shown;
    pthread_join(v->thread, NULL);
    v->working = false;
    if (v->dropped) return;
    if (v->work == VARIANT_TRY) {
        memcpy(shown->verdict, made->verdict, sizeof shown->verdict);
        shown->good = made->good;
        return;
    }
    char verdict[sizeof shown->verdict];
    bool good = shown->good;
    memcpy(verdict, shown->verdict, sizeof verdict);
    memcpy(to->line, v->made.line, sizeof to->line);
    *shown = *made;
    memcpy(shown->verdict, verdict, sizeof verdict);
    shown->good = good;
    shown->measured = true;
}

void variants_poll(variants *v) {
    if (v->working && atomic_load(&v->done)) collect(v);
    for (int w = 0; w < VARIANT_WORKS && !v->working; w++)
        for (int i = 0; i < VARIANTS && !v->working; i++) {
            if (!v->due[w][i]) continue;
            v->due[w][i] = false;
            v->work = (variant_work)w;
            v->which = i;
            variants_begin(v, v->of[i].text);
        }
}

static void add_difference(const variants *v, const editor *k, int f, panel_state *p) {
    if (p->n_differences == PANEL_DIFFERENCES) {
        p->more_differences++;
        return;
    }
    panel_difference *d = &p->difference[p->n_differences++];
    d->path = k->field[f].path;
    snprintf(d->value[VARIANT_KEPT], sizeof d->value[0], "%.*s", (int)sizeof d->value[0] - 1, v->kept[f]);
    snprintf(d->value[VARIANT_PRESENT], sizeof d->value[0], "%.*s", (int)sizeof d->value[0] - 1, k->field[f].value);
}

// Keys that a choice has cleared come last.
static void write_differences(const variants *v, const editor *k, panel_state *p) {
    for (int cleared = 0; cleared < 2; cleared++)
        for (int f = 0; f < k->n && v->kept; f++) {
            const char *usual = k->key[k->of_key[f]].def, *now = k->field[f].value;
            bool is_cleared = !*now || (usual && strcmp(usual, now) == 0);
            if (is_cleared == (cleared > 0) && strcmp(v->kept[f], now) != 0) add_difference(v, k, f, p);
        }
}

static void write_gallery(variants *v, const editor *k, bool shown, panel_state *p) {
    static const char *const name[SCENARIO_ANCHORS] = {"",        "Hall",     "Spek",       "AC-14",
                                                       "US Navy", "Danforth", "Hall, palms"};
    static const char *const word[SCENARIO_ANCHORS] = {"", "hall", "spek", "ac14", "navy", "danforth", "hall_palms"};
    for (int type = SCENARIO_ANCHOR_HALL; type < SCENARIO_ANCHORS; type++) {
        const scenario_anchor_type *t = scenario_anchor_type_of(type);
        panel_anchor *a = &v->anchor[type - 1];
        rt_diag d = {0};
        if (!v->drawn && shown) a->size = gallery_draw(type, v->picture[type], &d) == RT_OK ? GALLERY_SIZE : 0;
        a->name = name[type];
        a->word = word[type];
        a->rgba = &v->picture[type][0][0][0];
        a->chosen = k->now.given.anchor.type == type;
        snprintf(a->help, sizeof a->help, "%.0f %% of the mass in the head, stops at %.0f deg", 100 * t->head_share,
                 t->hinge_stop * 57.29577951308232);
    }
    v->drawn = v->drawn || shown;
    p->anchor = v->anchor;
    p->n_anchors = SCENARIO_ANCHORS - 1;
}

void variants_write(variants *v, const editor *k, bool shown, panel_state *p) {
    if (k->now.model_line) return;
    write_gallery(v, k, shown, p);
    write_differences(v, k, p);
    for (int i = 0; i < VARIANTS; i++) {
        panel_design *to = &p->design[i];
        *to = v->of[i].shown;
        to->name = i == VARIANT_KEPT ? "A, kept" : "B, present";
        to->line = v->of[i].line;
        bool in_hand = v->working && !v->dropped && v->which == i;
        to->busy = (in_hand && v->work == VARIANT_MEASURE) || v->due[VARIANT_MEASURE][i];
        to->trying = (in_hand && v->work == VARIANT_TRY) || v->due[VARIANT_TRY][i];
        to->percent = in_hand ? atomic_load(&v->percent) : 0;
    }
}
