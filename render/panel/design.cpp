// SPDX-License-Identifier: MIT
// The design page: anchor gallery, pocket and pipe by sliders, two designs side by side.
#include "render/panel/private.h"
#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

enum { VIEW_ANCHOR, VIEW_POCKET, VIEW_COMPARE, VIEWS };

static int find_field(const panel_state *s, const char *path) {
    for (int i = 0; i < s->n_fields; i++)
        if (!strcmp(s->field[i].path, path)) return i;
    return -1;
}

static void set(panel *p, const panel_state *s, const char *path, const char *text) {
    int f = find_field(s, path);
    if (f >= 0) panel_post_action(p, PANEL_SET, f, 0, text);
}

static ImTextureID picture_of(panel *p, const panel_anchor *a, int k) {
    GLuint *texture = &p->anchor_picture[k];
    if (*texture == 0) {
        GLint bound;
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
        glGenTextures(1, texture);
        glBindTexture(GL_TEXTURE_2D, *texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, a->size, a->size, 0, GL_RGBA, GL_UNSIGNED_BYTE, a->rgba);
        glBindTexture(GL_TEXTURE_2D, (GLuint)bound);
    }
    return (ImTextureID)(intptr_t)*texture;
}

void panel_design_free(panel *p) {
    for (auto &t : p->anchor_picture)
        if (t) glDeleteTextures(1, &t);
}

// Draws one anchor: picture, name, and a frame around the chosen one. A click chooses it.
static void draw_anchor(panel *p, const panel_state *s, int k) {
    const panel_anchor *a = &s->anchor[k];
    float u = p->unit, side = 112 * u, width = 122 * u;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImGui::PushID(k);
    bool chosen = ImGui::InvisibleButton("anchor", ImVec2(width, side + ImGui::GetTextLineHeightWithSpacing()));
    panel_store_place(p, "anchor %s", a->word);
    panel_tip("%s: %s", a->name, a->help);
    bool over = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    ImVec2 end(at.x + width, at.y + side + ImGui::GetTextLineHeightWithSpacing());
    list->AddRectFilled(at, end, over ? IM_COL32(0x33, 0x42, 0x4e, 0xff) : PANEL_TRACK, 3 * u);
    if (a->size > 0)
        list->AddImage(picture_of(p, a, k), ImVec2(at.x + 5 * u, at.y + 2 * u),
                       ImVec2(at.x + 5 * u + side, at.y + 2 * u + side));
    list->AddText(ImVec2(at.x + 0.5f * (width - ImGui::CalcTextSize(a->name).x), at.y + side), PANEL_BRIGHT, a->name);
    if (a->chosen) list->AddRect(at, end, PANEL_GREEN, 3 * u, 0, 2 * u);
    ImGui::PopID();
    if (chosen && !a->chosen) set(p, s, "anchor.type", a->word);
}

static void draw_gallery(panel *p, const panel_state *s) {
    bool own = true;
    for (int k = 0; k < s->n_anchors && k < PANEL_ANCHORS; k++) {
        if (k % 3) ImGui::SameLine();
        draw_anchor(p, s, k);
        own = own && !s->anchor[k].chosen;
    }
    if (s->n_anchors % 3) ImGui::SameLine();
    if (panel_button(p, "Own meshes", "anchor meshes", !own, 0, own ? PANEL_GREEN : 0))
        set(p, s, "anchor.type", "meshes");
    panel_tip("the meshes and masses of the file");
    static const char *const key[] = {"anchor.mass", "anchor.head_share", "chain.bar_diameter"};
    for (const char *path : key)
        if (int f = find_field(s, path); f >= 0) panel_field_draw(p, s, f, true);
}

static void draw_notes(panel *p, const panel_design *d) {
    if (d->fault[0]) panel_paragraph(PANEL_RED, d->fault);
    for (int k = 0; k < d->n_notes; k++)
        panel_paragraph(d->stale ? PANEL_DIM : d->note[k].bad ? PANEL_AMBER : PANEL_BRIGHT, d->note[k].text);
    if (d->busy) panel_paragraph(PANEL_DIM, "Measuring ...");
    (void)p;
}

static void draw_pocket(panel *p, const panel_state *s) {
    static const char *const key[] = {"bolster_radius", "bore",  "pipe_angle", "depth",         "width",
                                      "height",         "flare", "rim_radius", "corner_radius", "seat_height"};
    const panel_design *d = &s->design[1];
    float side = 190 * p->unit;
    panel_section_draw(p, d, side, side, "section");
    ImGui::SameLine();
    ImGui::BeginGroup();
    draw_notes(p, d);
    ImGui::EndGroup();
    int type = find_field(s, "ship.type");
    if (type >= 0 && strcmp(s->field[type].value, "bow")) {
        panel_paragraph(PANEL_DIM, "This hull is a mesh. Sliders shape the parametric bow.");
        if (panel_button(p, "Use the parametric bow", "use bow", true, 0, 0)) set(p, s, "ship.type", "bow");
        panel_tip("hull, pipe and lifter then follow from the pocket");
        return;
    }
    ImGui::BeginChild("sliders", ImVec2(0, 0), false, ImGuiWindowFlags_NavFlattened);
    for (const char *name : key) {
        char path[64];
        snprintf(path, sizeof path, "ship.pocket.%s", name);
        if (int f = find_field(s, path); f >= 0) panel_field_slider_draw(p, s, f);
    }
    ImGui::EndChild();
}

static void draw_design(panel *p, const panel_design *d, float width, const char *name) {
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    panel_text(PANEL_DIM, "%s", d->name ? d->name : "");
    panel_section_draw(p, d, width, 0.86f * width, name);
    if (d->fault[0]) panel_text(PANEL_RED, "%.150s", d->fault);
    if (d->trying)
        panel_text(PANEL_DIM, "Lifting, %d %% of its time", d->percent);
    else if (d->verdict[0])
        panel_text(d->good ? PANEL_GREEN : PANEL_RED, "%s", d->verdict);
    else
        panel_text(PANEL_DIM, "No verdict yet");
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
}

static void draw_compare(panel *p, const panel_state *s) {
    float width = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
    bool trying = s->design[0].trying || s->design[1].trying;
    if (panel_button(p, "Lift both", "try designs", !trying, 110 * p->unit, 0))
        panel_post_action(p, PANEL_TRY_DESIGNS, 0, 0, NULL);
    panel_tip("heave both home by the rules of the house, in the background");
    ImGui::SameLine();
    if (panel_button(p, "Keep B as A", "keep design", true, 110 * p->unit, 0))
        panel_post_action(p, PANEL_KEEP_DESIGN, 0, 0, NULL);
    panel_tip("compare later changes with the present design");
    draw_design(p, &s->design[0], width, "section A");
    ImGui::SameLine();
    draw_design(p, &s->design[1], width, "section B");
    ImGui::Separator();
    if (s->n_differences == 0) panel_text(PANEL_DIM, "A and B have the same settings.");
    for (int k = 0; k < s->n_differences; k++) {
        const panel_difference *d = &s->difference[k];
        panel_text(PANEL_BRIGHT, "%s", d->path);
        ImGui::SameLine(0.58f * ImGui::GetContentRegionMax().x);
        panel_text(PANEL_AMBER, "%.18s > %.18s", d->value[0][0] ? d->value[0] : "none",
                   d->value[1][0] ? d->value[1] : "none");
        panel_tip("%s\nA: %s\nB: %s", d->path, d->value[0], d->value[1]);
    }
    if (s->more_differences > 0) panel_text(PANEL_DIM, "%d more", s->more_differences);
}

void panel_design_draw(panel *p, const panel_state *s) {
    static const char *const label[VIEWS] = {"Anchor", "Pocket", "Compare"};
    static void (*const draw[VIEWS])(panel *, const panel_state *) = {draw_gallery, draw_pocket, draw_compare};
    if (s->n_anchors == 0) {
        panel_paragraph(PANEL_DIM, "This scenario is a mechanism: no anchor, no pocket.");
        return;
    }
    for (int k = 0; k < VIEWS; k++) {
        char name[32];
        snprintf(name, sizeof name, "view %s", label[k]);
        if (k) ImGui::SameLine();
        bool now = p->design_view == k;
        if (now) ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0x2f, 0x5f, 0x86, 0xff));
        if (panel_button(p, label[k], name, true, 100 * p->unit, 0)) p->design_view = k;
        if (now) ImGui::PopStyleColor();
    }
    bool wanted = p->design_view != VIEW_ANCHOR && !p->slider[0];
    for (const auto &d : s->design)
        if (wanted && !d.busy && (!d.measured || d.stale)) {
            panel_post_action(p, PANEL_MEASURE_DESIGNS, 0, 0, NULL);
            wanted = false;
        }
    ImGui::BeginChild("design", ImVec2(0, 0), false, ImGuiWindowFlags_NavFlattened);
    draw[p->design_view](p, s);
    ImGui::EndChild();
}
