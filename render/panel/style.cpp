// SPDX-License-Identifier: MIT
// Style of the panels: the instruments' colours and baked font, so no font file is needed.
#include "render/panel/private.h"
#include <math.h>

static void set_colours(ImGuiStyle *style) {
    struct {
        ImGuiCol what;
        ImU32 colour;
    } const table[] = {{ImGuiCol_Text, PANEL_BRIGHT},
                       {ImGuiCol_TextDisabled, PANEL_DIM},
                       {ImGuiCol_WindowBg, PANEL_BACK},
                       {ImGuiCol_PopupBg, IM_COL32(0x12, 0x1a, 0x22, 0xfc)},
                       {ImGuiCol_Border, PANEL_EDGE},
                       {ImGuiCol_FrameBg, PANEL_TRACK},
                       {ImGuiCol_FrameBgHovered, IM_COL32(0x33, 0x42, 0x4e, 0xff)},
                       {ImGuiCol_FrameBgActive, IM_COL32(0x3a, 0x4c, 0x5a, 0xff)},
                       {ImGuiCol_ScrollbarBg, IM_COL32(0, 0, 0, 0)},
                       {ImGuiCol_ScrollbarGrab, PANEL_EDGE},
                       {ImGuiCol_CheckMark, PANEL_GREEN},
                       {ImGuiCol_SliderGrab, PANEL_BLUE},
                       {ImGuiCol_SliderGrabActive, PANEL_BRIGHT},
                       {ImGuiCol_Button, IM_COL32(0x26, 0x35, 0x42, 0xff)},
                       {ImGuiCol_ButtonHovered, IM_COL32(0x35, 0x4a, 0x5b, 0xff)},
                       {ImGuiCol_ButtonActive, IM_COL32(0x44, 0x60, 0x76, 0xff)},
                       {ImGuiCol_Header, IM_COL32(0x1c, 0x27, 0x31, 0xff)},
                       {ImGuiCol_HeaderHovered, IM_COL32(0x2c, 0x3d, 0x4b, 0xff)},
                       {ImGuiCol_HeaderActive, IM_COL32(0x38, 0x4e, 0x60, 0xff)},
                       {ImGuiCol_Separator, PANEL_EDGE},
                       {ImGuiCol_Tab, IM_COL32(0x16, 0x20, 0x29, 0xff)},
                       {ImGuiCol_TabHovered, IM_COL32(0x35, 0x4a, 0x5b, 0xff)},
                       {ImGuiCol_TabActive, IM_COL32(0x2b, 0x44, 0x58, 0xff)},
                       {ImGuiCol_TabUnfocused, IM_COL32(0x16, 0x20, 0x29, 0xff)},
                       {ImGuiCol_TabUnfocusedActive, IM_COL32(0x2b, 0x44, 0x58, 0xff)},
                       {ImGuiCol_TextSelectedBg, IM_COL32(0x2f, 0x62, 0x8c, 0xff)},
                       {ImGuiCol_NavHighlight, PANEL_BLUE}};
    for (const auto &c : table) style->Colors[c.what] = ImGui::ColorConvertU32ToFloat4(c.colour);
}

// Sets sizes: at 720 lines, times the unit.
static void set_sizes(ImGuiStyle *style, float unit) {
    *style = ImGuiStyle();
    set_colours(style);
    style->WindowPadding = ImVec2(8, 6);
    style->FramePadding = ImVec2(6, 3);
    style->ItemSpacing = ImVec2(6, 4);
    style->ItemInnerSpacing = ImVec2(6, 4);
    style->ScrollbarSize = 11;
    style->GrabMinSize = 12;
    style->FrameRounding = style->TabRounding = style->GrabRounding = style->PopupRounding = 3;
    style->WindowRounding = style->ChildRounding = 0;
    style->ScaleAllSizes(unit);
    style->WindowBorderSize = style->PopupBorderSize = 1;
    style->DisabledAlpha = 0.4f;
}

// Adds a font to the library with baked cells as glyphs. rect: indices of the cells in the atlas.
static ImFont *add_font(ImFontAtlas *atlas, const font_cells *cells, int *rect) {
    static const ImWchar none[] = {0x20, 0x20, 0};
    ImFontConfig config;
    config.SizePixels = (float)cells->height;
    config.GlyphRanges = none;
    config.OversampleH = 1;
    ImFont *font = atlas->AddFontDefault(&config);
    for (int i = 0; i < FONT_GLYPHS; i++)
        rect[i] = atlas->AddCustomRectFontGlyph(font, (ImWchar)font_code[i], cells->width, cells->height,
                                                (float)cells->width);
    return font;
}

bool panel_style_init(panel *p) {
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    static int rect[FONT_BAKED][FONT_GLYPHS];
    for (int k = 0; k < FONT_BAKED; k++) p->font[k] = add_font(atlas, &font_baked[k], rect[k]);
    unsigned char *pixel;
    int width, height;
    atlas->GetTexDataAsAlpha8(&pixel, &width, &height);
    if (!pixel) return false;
    for (int k = 0; k < FONT_BAKED; k++)
        for (int i = 0; i < FONT_GLYPHS; i++) {
            const ImFontAtlasCustomRect *r = atlas->GetCustomRectByIndex(rect[k][i]);
            font_unpack(font_baked[k].runs[i], font_baked[k].width, pixel + r->Y * width + r->X, width);
        }
    for (int k = 0; k < FONT_BAKED; k++) {
        p->font[k]->FallbackChar = '?';
        p->font[k]->BuildLookupTable();
    }
    return true;
}

void panel_style_scale(panel *p, int height) {
    float unit = fmaxf((float)height / 720, 0.7f);
    ImGuiIO &io = ImGui::GetIO();
    if (unit == p->unit) return;
    p->unit = unit;
    set_sizes(&ImGui::GetStyle(), unit);
    // Chooses the baked size with the least scaling; uses it unscaled if it nearly fits.
    float best = INFINITY;
    for (int k = 0; k < FONT_BAKED; k++) {
        float scale = unit * (float)font_choose(FONT_SMALL, 1)->height / (float)font_baked[k].height;
        if (fabsf(logf(scale)) >= best) continue;
        best = fabsf(logf(scale));
        io.FontDefault = p->font[k];
        io.FontGlobalScale = best < 0.07f ? 1 : scale;
    }
}
