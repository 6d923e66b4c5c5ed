// SPDX-License-Identifier: MIT
#include "rt/scenario/parts.h"
#include "rt/scenario/chain.h"
#include <stdlib.h>

#define LEAST_LINKS 4

#define AT(field) offsetof(scenario_part, field)
// clang-format off
static const rt_key part_key[] = {
    {"part", RT_KEY_ENUM, NULL, 0, 0, NULL, AT(part), "common|enlarged|end|kenter|d_shackle|anchor_shackle|swivel", "kind of part by ISO 1704; all sizes follow from chain.bar_diameter"},
    {"count", RT_KEY_INT, NULL, 1, 5000, "1", AT(count), NULL, "number of parts; with a length: number of lengths"},
    {"length", RT_KEY_NUMBER, "m", 0, 1000, "0 m", AT(length), NULL, "common links: length of chain, rounded to an odd number of links (every joining shackle then lies the same way in the lifter); 0: single links"},
    {"joined", RT_KEY_ENUM, NULL, 0, 0, "none", AT(joined), "none|kenter|d_shackle", "joining shackle between two lengths"},
    {"strength", RT_KEY_NUMBER, "1", 0.001, 2, "1", AT(strength), NULL, "breaking load relative to a sound common link: below 1 for a worn link or a loose pin"},
};
// clang-format on
#undef AT

const rt_list scenario_part_list = {part_key, sizeof part_key / sizeof part_key[0], sizeof(scenario_part)};

tackle_link chain_part_link(const scenario *s, tackle_kind kind) {
    if (kind == TACKLE_COMMON) return scenario_common_link(s);
    return kind == TACKLE_SWIVEL ? tackle_swivel_half(s->chain.bar_diameter) : tackle_part(kind, s->chain.bar_diameter);
}

// Number of links in a length: the nearest odd number.
static int count_links(const scenario *s, double length) {
    double pitch = scenario_common_link(s).pitch;
    int pairs = (int)floor(0.5 * length / pitch);
    return 2 * pairs + 1;
}

int scenario_part_links(const scenario *s, const scenario_part *p) {
    if (!(p->length > 0)) return p->count;
    int joints = p->joined == SCENARIO_JOINED_NONE ? 0 : p->count - 1;
    return p->count * count_links(s, p->length) + joints;
}

static void add_part(const scenario *s, chain_list *l, tackle_kind kind, int item, double strength) {
    chain_part *p = &l->part[l->n];
    const chain_part *last = l->n > 0 ? p - 1 : NULL;
    tackle_link link = chain_part_link(s, kind);
    int halves = kind == TACKLE_SWIVEL ? 2 : 1, joints = 0;
    for (int k = l->n - 1; k >= 0 && joints == 0; k--) joints = l->part[k].joint;
    *p = (chain_part){.kind = kind, .item = item, .body = l->bodies, .strength = strength, .mass = halves * link.mass};
    p->from = last ? last->to : 0;
    p->to = p->from + halves * link.pitch;
    p->joint = tackle_kind_joins(kind) ? joints + 1 : 0;
    l->n++;
    l->bodies += halves;
    l->mass += p->mass;
}

static void add_entry(const scenario *s, chain_list *l, int item) {
    const scenario_part *e = &s->chain.parts.item[item];
    if (!(e->length > 0)) {
        for (int k = 0; k < e->count; k++) add_part(s, l, (tackle_kind)e->part, item, e->strength);
        return;
    }
    for (int k = 0; k < e->count; k++) {
        tackle_kind joint = e->joined == SCENARIO_JOINED_KENTER ? TACKLE_KENTER : TACKLE_D_SHACKLE;
        if (k > 0 && e->joined != SCENARIO_JOINED_NONE) add_part(s, l, joint, item, 1);
        for (int i = 0; i < count_links(s, e->length); i++) add_part(s, l, TACKLE_COMMON, item, e->strength);
    }
}

rt_status chain_list_expand(const scenario *s, chain_list *l) {
    size_t n = 0;
    *l = (chain_list){0};
    if (s->chain.parts.n == 0) return RT_OK;
    for (int k = 0; k < s->chain.parts.n; k++) n += (size_t)scenario_part_links(s, &s->chain.parts.item[k]);
    l->part = calloc(n, sizeof *l->part);
    if (!l->part) return RT_ERR_MEMORY;
    for (int k = 0; k < s->chain.parts.n; k++) add_entry(s, l, k);
    return RT_OK;
}

void chain_list_free(chain_list *l) {
    free(l->part);
    *l = (chain_list){0};
}

int scenario_max_links(const scenario *s) {
    int bodies = 0;
    for (int k = 0; k < s->chain.parts.n && bodies < s->chain.capacity; k++) {
        const scenario_part *p = &s->chain.parts.item[k];
        bodies += scenario_part_links(s, p) * (p->part == TACKLE_SWIVEL ? 2 : 1);
    }
    return bodies > 0 && bodies < s->chain.capacity ? bodies : s->chain.capacity;
}

tackle_special chain_part_special(const scenario *s, const chain_part *p, bool half) {
    tackle_link link = chain_part_link(s, p->kind);
    return (tackle_special){.link = p->body + half,
                            .mass = link.mass,
                            .inertia = link.inertia,
                            .pitch = link.pitch,
                            .swivel = p->kind == TACKLE_SWIVEL && !half};
}

static rt_status fault(const char *file, const scenario_part *p, rt_diag *d, const char *what) {
    rt_diag_error(d, file, p->item.line, p->item.column, "chain.parts: %s", what);
    return RT_ERR_FORMAT;
}

static rt_status check_entry(const char *file, const scenario_part *p, rt_diag *d) {
    if (p->length > 0 && p->part != TACKLE_COMMON)
        return fault(file, p, d, "length: expected common links, which alone come in lengths; give a count");
    if (p->joined != SCENARIO_JOINED_NONE && !(p->length > 0))
        return fault(file, p, d, "joined: expected a length: single links have no joining shackle between them");
    if (p->joined != SCENARIO_JOINED_NONE && p->count < 2)
        return fault(file, p, d, "joined: expected a count of 2 lengths or more");
    return RT_OK;
}

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }

// Chain between the lifter and the anchor's shackle with the crown pin at the mouth: the shortest possible.
static double shortest_chain(const scenario *s) {
    vec3 mouth = vector(s->ship.mouth), axis = vec3_unit(vector(s->ship.pipe_axis)), lifter = vector(s->ship.lifter);
    vec3 top =
        vec3_madd(mouth, (lifter.z - mouth.z) / axis.z, axis); // upper end of the pipe's line, at the lifter's height
    return vec3_norm(vec3_sub(top, mouth)) + vec3_norm(vec3_sub(lifter, top)) - s->anchor.shackle;
}

static rt_status check_lifter(const char *file, const scenario *s, const chain_list *l, rt_diag *d) {
    double room = shortest_chain(s) - scenario_common_link(s).pitch;
    int told = -1, links = scenario_max_links(s); // further parts stay in the locker
    for (int k = 0; k < l->n && l->part[k].body < links; k++) {
        const chain_part *p = &l->part[k];
        if (tackle_kind_fits_lifter(p->kind) || p->to <= room || p->item == told) continue;
        const scenario_part *e = &s->chain.parts.item[p->item];
        rt_diag_error(d, file, e->item.line, e->item.column,
                      "chain.parts: a part of this kind (%s) reaches %.2f m from the anchor, and with the anchor home "
                      "only %.2f m are outboard of the cable lifter: expected common or kenter there, which fit its "

                      "pockets",
                      tackle_kind_name(p->kind), p->to, fmax(0, room));
        told = p->item;
    }
    return told < 0 ? RT_OK : RT_ERR_FORMAT;
}

// Special links beside a list: their meshes replace parts, except a swivel's two links.
static rt_status check_special(const char *file, const scenario *s, const chain_list *list, rt_diag *d) {
    rt_status worst = RT_OK;
    for (int i = 0; i < s->chain.special.n; i++) {
        const scenario_special *l = &s->chain.special.item[i];
        const char *wrong = l->mesh[0] ? NULL : "expected a mesh: in a list a bar is a part of its own (enlarged, end)";
        for (int k = 0; k < list->n && !wrong; k++)
            if (list->part[k].kind == TACKLE_SWIVEL && l->link > list->part[k].body &&
                l->link <= list->part[k].body + 2)
                wrong = "it is one half of the list's swivel, which cannot be a mesh";
        if (!wrong) continue;
        rt_diag_error(d, file, l->item.line, l->item.column, "chain.special: link %d: with chain.parts: %s", l->link,
                      wrong);
        worst = RT_ERR_FORMAT;
    }
    return worst;
}

static rt_status check_numbers(const char *file, const scenario *s, const chain_list *l, rt_diag *d) {
    const scenario_part *first = &s->chain.parts.item[0];
    int links = scenario_max_links(s), own = s->chain.special.n;
    if (l->bodies < LEAST_LINKS) return fault(file, first, d, "expected a chain of 4 links or more");
    for (int k = 0; k < l->n && l->part[k].body < links; k++)
        if (l->part[k].kind != TACKLE_COMMON) own += l->part[k].kind == TACKLE_SWIVEL ? 2 : 1;
    if (own > SCENARIO_SPECIAL_LINKS)
        return fault(file, first, d, "expected at most 100 parts other than common links within chain.capacity");
    for (int k = 0; k < l->n; k++)
        if (l->part[k].kind == TACKLE_SWIVEL && l->part[k].body + 1 == links)
            return fault(file, first, d, "chain.capacity ends within a swivel: raise it by one");
    return RT_OK;
}

rt_status scenario_parts_check(const char *file, const scenario *s, rt_diag *d) {
    rt_status worst = RT_OK;
    int parts = 0;
    if (s->chain.parts.n == 0) return RT_OK;
    for (int k = 0; k < s->chain.parts.n; k++) {
        const scenario_part *p = &s->chain.parts.item[k];
        if (check_entry(file, p, d) != RT_OK) worst = RT_ERR_FORMAT;
        double links = (double)p->count * (p->length > 0 ? p->length / scenario_common_link(s).pitch + 2 : 1);
        if (parts + links > CHAIN_LIST_PARTS) return fault(file, p, d, "expected at most 20000 parts in all");
        parts += scenario_part_links(s, p);
    }
    if (worst != RT_OK) return worst;
    chain_list l;
    if (chain_list_expand(s, &l) != RT_OK) return fault(file, &s->chain.parts.item[0], d, "no memory for its parts");
    worst = check_numbers(file, s, &l, d);
    if (check_special(file, s, &l, d) != RT_OK) worst = RT_ERR_FORMAT;
    if (check_lifter(file, s, &l, d) != RT_OK) worst = RT_ERR_FORMAT;
    chain_list_free(&l);
    return worst;
}
