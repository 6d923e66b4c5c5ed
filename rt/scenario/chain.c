// SPDX-License-Identifier: MIT
#include "rt/scenario/chain.h"
#include "rt/scenario/parts.h"

#define AT(field) offsetof(scenario_special, field)
// clang-format off
static const rt_key special_key[] = {
    {"link", RT_KEY_INT, NULL, 1, 1500, NULL, AT(link), NULL, "number of the link, counted from 1 at the anchor"},
    {"mesh", RT_KEY_PATH, NULL, 0, 0, "", AT(mesh), NULL, "closed mesh in the link frame (origin at the middle, x along the width, z along the link, joints at z = ±2 bar diameters); contact by regions, as for the anchor"},
    {"scale", RT_KEY_NUMBER, "1", 1e-6, 1e6, "1", AT(scale), NULL, "factor on the mesh's coordinates; for a mesh in bar diameters: the bar diameter in metres"},
    {"mass", RT_KEY_NUMBER, "kg", 0, 1e5, "0 kg", AT(mass), NULL, "mass; 0: from the mesh at 7850 kg/m3, or the common link's scaled by the cube of the bar diameter"},
    {"bar_diameter", RT_KEY_NUMBER, "m", 0, 0.4, "0 m", AT(bar_diameter), NULL, "without a mesh: an end link or enlarged link of this bar and the common link's pitch"},
};
// clang-format on
#undef AT

const rt_list scenario_special_list = {special_key, sizeof special_key / sizeof special_key[0],
                                       sizeof(scenario_special)};

static rt_status fault(const char *file, const scenario_special *l, rt_diag *d, const char *what) {
    rt_diag_error(d, file, l->item.line, l->item.column, "chain.special: link %d: %s", l->link, what);
    return RT_ERR_FORMAT;
}

static rt_status check_one(const char *file, const scenario *s, int i, rt_diag *d) {
    const scenario_special *l = &s->chain.special.item[i];
    double d0 = s->chain.bar_diameter;
    for (int k = 0; k < i; k++)
        if (s->chain.special.item[k].link == l->link) return fault(file, l, d, "is given twice");
    if (l->link > s->chain.capacity) return fault(file, l, d, "the chain has fewer links: raise chain.capacity");
    if (l->link > scenario_max_links(s)) return fault(file, l, d, "the list chain.parts has fewer links");
    if ((l->mesh[0] != 0) == (l->bar_diameter > 0))
        return fault(file, l, d, "expected a mesh or a bar_diameter, and not both");
    if (!l->mesh[0] && !(l->bar_diameter >= 0.7 * d0 && l->bar_diameter <= 1.5 * d0))
        return fault(file, l, d, "bar_diameter must be 0.7 to 1.5 times that of the chain");
    return RT_OK;
}

rt_status scenario_chain_check(const char *file, const scenario *s, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < s->chain.special.n; i++)
        if (check_one(file, s, i, d) != RT_OK) worst = RT_ERR_FORMAT;
    return worst == RT_OK ? scenario_parts_check(file, s, d) : worst;
}
