// SPDX-License-Identifier: MIT
// The page of the exercise: the newest order of the bridge, reports, what is asked and what came of it, briefing.
#include "render/panel/private.h"
#include <stdio.h>

static void draw_number(panel *p, const panel_exercise *e) {
    ImGui::AlignTextToFramePadding();
    panel_text(PANEL_DIM, "number");
    for (int k = 1; k <= PANEL_HOURS; k++) {
        char label[8], name[16];
        snprintf(label, sizeof label, "%d", k);
        snprintf(name, sizeof name, "number %d", k);
        ImGui::SameLine(0, k == 1 ? -1 : 2 * p->unit);
        if (panel_button(p, label, name, true, 24 * p->unit, k == e->number ? PANEL_AMBER : 0))
            panel_post_action(p, PANEL_NUMBER, 0, k, NULL);
    }
    panel_tip("of shackles, or the hour of the clock at which the cable leads");
}

// Two columns of buttons.
static void draw_reports(panel *p, const panel_exercise *e) {
    const float width = (ImGui::GetContentRegionAvail().x - 4 * p->unit) / 2;
    bool numbered = false;
    for (int k = 0; k < e->n_reports; k++) numbered = numbered || e->report[k].numbered;
    panel_text(PANEL_DIM, "Report to the bridge: ; ' [ ] choose, / reports");
    if (numbered) draw_number(p, e);
    for (int k = 0; k < e->n_reports; k++) {
        char label[64], name[64];
        const char *word = e->report[k].name;
        if (e->report[k].numbered)
            snprintf(label, sizeof label, "%s %d", word, e->number);
        else
            snprintf(label, sizeof label, "%s", word);
        for (char *c = label; *c; c++)
            if (*c == '_') *c = ' ';
        snprintf(name, sizeof name, "report %s", word);
        if (k % 2) ImGui::SameLine(0, 4 * p->unit);
        if (panel_button(p, label, name, true, width, e->next == word ? PANEL_AMBER : 0))
            panel_post_action(p, PANEL_REPORT, k, 0, NULL);
    }
}

// What is asked with its points; after the end what came of it, with the way to its moment.
static void draw_task(panel *p, const panel_task *t, int index) {
    char name[24], label[32];
    if (t->scored && !t->judged)
        panel_text(PANEL_DIM, "not judged, %.0f points", t->of);
    else if (t->scored)
        panel_text(t->points < t->of ? PANEL_AMBER : PANEL_GREEN, "%.1f of %.0f", t->points, t->of);
    else
        panel_text(PANEL_DIM, "%.0f points", t->of);
    if (t->scored && t->judged) {
        snprintf(label, sizeof label, "%d:%04.1f", (int)(t->t / 60), t->t - 60 * (int)(t->t / 60));
        snprintf(name, sizeof name, "evidence %d", index);
        ImGui::SameLine(ImGui::GetContentRegionMax().x - 76 * p->unit);
        if (panel_button(p, label, name, true, 76 * p->unit, 0)) panel_post_action(p, PANEL_SEEK, 0, t->t, NULL);
        panel_tip("show this moment");
    }
    panel_paragraph(PANEL_BRIGHT, t->text);
}

void panel_exercise_draw(panel *p, const panel_state *s) {
    const panel_exercise *e = s->exercise;
    panel_paragraph(PANEL_BRIGHT, e->title);
    if (e->score[0]) panel_paragraph(e->passed ? PANEL_GREEN : PANEL_RED, e->score);
    if (e->order) {
        panel_text(PANEL_DIM, "The bridge orders");
        panel_paragraph(PANEL_AMBER, e->order);
        panel_store_place(p, "order of the bridge");
    }
    ImGui::Separator();
    if (!s->started)
        for (int k = 0; k < e->n_paragraphs; k++) panel_paragraph(PANEL_BRIGHT, e->paragraph[k]);
    if (!s->started) {
        if (panel_button(p, "Begin  (F5)", "begin", true, -1, PANEL_GREEN))
            panel_post_action(p, PANEL_START, 0, 0, NULL);
        panel_tip("time starts; reports and orders count from here");
    } else if (!e->score[0])
        draw_reports(p, e);
    ImGui::Separator();
    for (int k = 0; k < e->n_tasks; k++) draw_task(p, &e->task[k], k);
    if (!s->started) return;
    ImGui::Separator();
    for (int k = 0; k < e->n_paragraphs; k++) panel_paragraph(PANEL_DIM, e->paragraph[k]);
}
