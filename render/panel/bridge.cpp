// SPDX-License-Identifier: MIT
// Orders of the bridge, on the page of the windlass: engine telegraph, rudder, bow thruster.
#include "render/panel/private.h"
#include <math.h>
#include <stdio.h>

static const float label = 110; // [points]

static void draw_telegraph(panel *p, const panel_state *s) {
    panel_text(PANEL_DIM, "engine");
    ImGui::SameLine(label * p->unit);
    ImGui::SetNextItemWidth(-1);
    bool open = ImGui::BeginCombo("##telegraph", s->telegraph[s->telegraph_now].name, ImGuiComboFlags_HeightLargest);
    panel_store_place(p, "telegraph");
    if (!open) return;
    for (int k = s->n_telegraph - 1; k >= 0; k--) {
        if (ImGui::Selectable(s->telegraph[k].name, k == s->telegraph_now))
            panel_post_action(p, PANEL_ORDER, 0, s->telegraph[k].share, NULL);
        panel_store_place(p, "telegraph %s", s->telegraph[k].name);
    }
    ImGui::EndCombo();
}

// A slider over -most .. most, port negative, in whole steps; the order is the share of most.
static void draw_order(panel *p, const char *name, int which, double share, double most, const char *unit) {
    char format[24], id[24];
    int value = (int)lround(share * most);
    snprintf(format, sizeof format, "%s%%d %s", value < 0 ? "P " : value > 0 ? "S " : "", unit);
    snprintf(id, sizeof id, "##%s", name);
    panel_text(PANEL_DIM, "%s", name);
    ImGui::SameLine(label * p->unit);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderInt(id, &value, (int)-most, (int)most, format))
        panel_post_action(p, PANEL_ORDER, which, value / most, NULL);
    panel_store_place(p, "order %s", name);
    panel_tip("to port negative, to starboard positive");
}

void panel_bridge_draw(panel *p, const panel_state *s) {
    if (s->n_telegraph == 0) return;
    ImGui::Separator();
    draw_telegraph(p, s);
    draw_order(p, "rudder", 1, s->rudder_order, s->rudder_most_deg, "deg");
    draw_order(p, "bow thruster", 2, s->thruster_order, 100, "%%");
}
