// SPDX-License-Identifier: MIT
// Draws the panels' windows on their backgrounds, directly into the picture or through a backing store.
#include "render/panel/private.h"
#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>

extern "C" {
#include "rt/base/hash.h"
}

// Clears instead of blending: cheaper in software.
static void clear_backgrounds(const panel *p) {
    const ImVec4 c = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(c.x, c.y, c.z, 1);
    for (const auto &r : p->rect) {
        glScissor((GLint)r[0], (GLint)(p->picture_h - r[3]), (GLsizei)(r[2] - r[0]), (GLsizei)(r[3] - r[1]));
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

// Index of the background that contains the whole list; -1: none, as for an open list or a tooltip.
static int find_background(const panel *p, const ImDrawList *list) {
    for (int k = 0; k < PANEL_COVERS; k++) {
        const float *r = p->rect[k];
        bool within = true;
        for (const ImDrawCmd &c : list->CmdBuffer)
            within = within && (c.ElemCount == 0 || (c.ClipRect.x >= r[0] && c.ClipRect.y >= r[1] &&
                                                     c.ClipRect.z <= r[2] && c.ClipRect.w <= r[3]));
        if (within) return k;
    }
    return -1;
}

static bool all_on_backgrounds(const panel *p, const ImDrawData *all) {
    for (int i = 0; i < all->CmdListsCount; i++)
        if (find_background(p, all->CmdLists[i]) < 0) return false;
    return true;
}

static uint64_t hash_list(uint64_t hash, const ImDrawList *list) {
    hash = rt_hash(hash, list->VtxBuffer.Data, (size_t)list->VtxBuffer.size_in_bytes());
    hash = rt_hash(hash, list->IdxBuffer.Data, (size_t)list->IdxBuffer.size_in_bytes());
    for (const ImDrawCmd &c : list->CmdBuffer) hash = rt_hash(hash, &c.ClipRect, sizeof c.ClipRect);
    return hash;
}

static void flip_vertically(ImDrawList *list, float height) {
    for (ImDrawVert &v : list->VtxBuffer) v.pos.y = height - v.pos.y;
    for (ImDrawCmd &c : list->CmdBuffer)
        c.ClipRect = ImVec4(c.ClipRect.x, height - c.ClipRect.w, c.ClipRect.z, height - c.ClipRect.y);
}

// Draws the lists of background k unless the backing store already holds them.
static void draw_background(const panel *p, const ImDrawData *all, int k, backing *b) {
    const float *r = p->rect[k], h = p->picture_h;
    const int box[4] = {(int)r[0], (int)(h - r[3]), (int)(r[2] - r[0]), (int)(r[3] - r[1])};
    const ImVec4 c = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
    const float colour[3] = {c.x, c.y, c.z};
    ImVector<ImDrawList *> own;
    uint64_t content = (uint64_t)k;
    for (int i = 0; i < all->CmdListsCount; i++) {
        if (find_background(p, all->CmdLists[i]) != k) continue;
        own.push_back(all->CmdLists[i]);
        content = hash_list(content, all->CmdLists[i]);
    }
    if (backing_is_current(b, k, box, content, colour)) return;
    ImDrawData part = *all;
    part.CmdLists = own.Data;
    part.CmdListsCount = own.Size;
    for (ImDrawList *list : own) flip_vertically(list, h);
    ImGui_ImplOpenGL3_RenderDrawData(&part);
}

void panel_ground_draw(const panel *p, backing *b, unsigned to) {
    ImDrawData *all = ImGui::GetDrawData();
    if (!b || !all_on_backgrounds(p, all)) {
        clear_backgrounds(p);
        ImGui_ImplOpenGL3_RenderDrawData(all);
        return;
    }
    for (int k = 0; k < PANEL_COVERS; k++) draw_background(p, all, k, b);
    backing_copy(b, PANEL_COVERS, to);
}
