// SPDX-License-Identifier: MIT
// Two designs side by side: a kept one and the present one. A thread of its own measures them and heaves them home by
// the rules of the house, at low priority, beside the frames.
#ifndef HAWSE_RT_VARIANTS_VARIANTS_H
#define HAWSE_RT_VARIANTS_VARIANTS_H

#include "rt/editor/editor.h"
#include "rt/picture/gallery.h"
#include <pthread.h>
#include <stdatomic.h>

enum { VARIANT_KEPT = 0, VARIANT_PRESENT, VARIANTS };
enum { VARIANT_LINES = 8000 };
typedef enum variant_work { VARIANT_MEASURE = 0, VARIANT_TRY, VARIANT_WORKS } variant_work;

// What is known of a design.
typedef struct variant {
    char *text; // resolved scenario; NULL: none
    panel_design shown;
    panel_line line[VARIANT_LINES];
} variant;

typedef struct variants {
    char file[RT_CONFIG_TEXT]; // of the scenario
    bool anywhere;
    variant of[VARIANTS];
    char (*kept)[PANEL_TEXT]; // values of the editor's fields when it was kept
    bool due[VARIANT_WORKS][VARIANTS];
    bool drawn; // the gallery has its pictures
    panel_anchor anchor[SCENARIO_ANCHORS];
    uint8_t picture[SCENARIO_ANCHORS][GALLERY_SIZE][GALLERY_SIZE][4];
    // the work in hand; the thread owns `made` until `done`
    pthread_t thread;
    bool working, dropped; // dropped: its result is of former settings
    variant_work work;
    int which;
    variant made;
    char made_of[RT_CONFIG_TEXT]; // the file of its scenario
    _Atomic bool done, stop;
    _Atomic int percent; // of a lift
} variants;

// Keeps the editor's present design as the first of the two, and forgets what was known of it.
void variants_keep(variants *v, const editor *k);
// Notes that the editor's scenario has changed: the second design is stale.
void variants_change(variants *v);
// Asks for the drawing and the clearances of the designs, or for their verdicts.
void variants_ask(variants *v, const editor *k, variant_work work);
// Collects finished work and starts the next; to be called for each picture.
void variants_poll(variants *v);
// Fills the page; shown: the panels are in sight.
void variants_write(variants *v, const editor *k, bool shown, panel_state *p);
// Ends the work in hand and frees everything.
void variants_close(variants *v);

// Shared by variants.c and work.c.
// Starts v->work on the design with this resolved scenario. If no thread starts, the result says so at once.
void variants_begin(variants *v, const char *text);
// Makes the result say that there is no memory, or no thread, for the work.
void variant_note_lack(variant *a, const char *of);

#endif
