// SPDX-License-Identifier: MIT
// Key table of ship.structure; checks the hull's plating.
#include "contact/law/law.h"
#include "rt/scenario/scenario.h"

#define AT(field) offsetof(scenario_structure, field)
// clang-format off
static const rt_key structure_key[] = {
    {"from", RT_KEY_VECTOR, "m", -1e4, 1e4, NULL, AT(from), NULL, "corner of the box that holds this part of the hull's surface, in the ship frame"},
    {"to", RT_KEY_VECTOR, "m", -1e4, 1e4, NULL, AT(to), NULL, "its opposite corner, with larger x, y and z"},
    {"thickness", RT_KEY_NUMBER, "m", 0, 1, "0 mm", AT(thickness), NULL, "thickness of its plating, with doublers; 0: rigid, as a casting or a bulkhead"},
    {"frame_spacing", RT_KEY_NUMBER, "m", 0, 10, "0 m", AT(frame_spacing), NULL, "distance of its frames or stiffeners; needed with thickness"},
    {"panel_length", RT_KEY_NUMBER, "m", 0, 100, "0 m", AT(panel_length), NULL, "length of a panel along the frames; 0: long"},
    {"edge", RT_KEY_NUMBER, "m", 1e-4, 10, "50 mm", AT(edge), NULL, "depth inside the box over which the stiffness passes into that around it, so that no force jumps"},
};
// clang-format on

const rt_list scenario_structure_list = {structure_key, sizeof structure_key / sizeof structure_key[0],
                                         sizeof(scenario_structure)};

static bool is_box(const scenario_structure *p) {
    return p->from[0] < p->to[0] && p->from[1] < p->to[1] && p->from[2] < p->to[2];
}

rt_status scenario_structure_check(const char *file, const scenario *s, int thickness_line, rt_diag *d) {
    int faults = 0;
    bool yields = s->structure.thickness > 0;
    if (yields && !(s->structure.frame_spacing > 0)) {
        rt_diag_error(d, file, thickness_line, 0,
                      "ship.plating_thickness: plating needs ship.frame_spacing: expected a distance above 0 m");
        faults++;
    }
    for (int i = 0; i < s->structure.parts.n; i++) {
        const scenario_structure *p = &s->structure.parts.item[i];
        if (!is_box(p))
            rt_diag_error(d, file, p->item.line, p->item.column,
                          "ship.structure[%d]: expected x, y and z of `to` above those of `from`", i);
        else if (p->thickness > 0 && !(p->frame_spacing > 0))
            rt_diag_error(d, file, p->item.line, p->item.column,
                          "ship.structure[%d].thickness: plating needs frame_spacing: expected a distance above 0 m",
                          i);
        else {
            yields |= p->thickness > 0;
            continue;
        }
        faults++;
    }
    if (yields && s->contact.law == CONTACT_LAW_USER) {
        rt_diag_error(d, file, thickness_line, 0,
                      "contact.law: 'user' has a force of its own: expected no plating, found a hull that yields");
        faults++;
    }
    return faults > 0 ? RT_ERR_FORMAT : RT_OK;
}
