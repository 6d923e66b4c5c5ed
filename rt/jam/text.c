// SPDX-License-Identifier: MIT
// Writes the explanation of a jam as text.
#include "rt/base/line.h"
#include "rt/jam/jam.h"
#include <stdio.h>

#define COUNTS 0.05 // a contact that bears less than this share of the pull is left out

const char *jam_verdict_name(jam_verdict v) {
    static const char *const name[] = {"unknown", "slips", "turns", "self_locking", "blocked"};
    return name[v];
}

// Side of the ship to which the contact's end of the hinge points; it names the head's left and right.
static const char *side_of(const jam_case *c, double x) {
    vec3 axis = vec3_scale(x < 0 ? -1 : 1, mat3_column(&c->head.r, 0));
    if (fabs(axis.x) >= fabs(axis.y)) return axis.x > 0 ? "forward " : "after ";
    return axis.y > 0 ? "port " : "starboard ";
}

static const char *part_of(const jam_def *d, const jam_contact *c) {
    return dyn_anchor_part_name(jam_part(d, c->head, c->in_body));
}

const char *jam_anchor_name(const jam_def *d, const jam_case *c, int contact, char *text, size_t size) {
    const jam_contact *k = &c->contact[contact];
    snprintf(text, size, "%s%s", k->head ? side_of(c, k->in_body.x) : "", part_of(d, k));
    return text;
}

static const char *face_of(const jam_def *d, const jam_contact *c) {
    return dyn_hull_face_name(jam_face(d, c->position, c->normal));
}

// Whether the text already names an earlier contact between the same faces.
static bool is_named_before(const jam_case *c, const jam_def *d, int contact) {
    const jam_contact *p = &c->contact[contact];
    for (int k = 0; k < contact; k++)
        if (c->contact[k].held_n >= COUNTS * c->pull_n && part_of(d, &c->contact[k]) == part_of(d, p) &&
            face_of(d, &c->contact[k]) == face_of(d, p))
            return true;
    return false;
}

// Leaves `reserved` bytes of the line free behind the first contact; contacts that do not fit are left out.
static void add_contacts(text_line *l, const jam_case *c, const jam_def *d, bool full, size_t reserved) {
    char part[64], at[80] = "";
    const size_t size = l->size;
    int n = 0;
    for (int k = 0; k < c->n; k++) {
        const jam_contact *p = &c->contact[k];
        if (p->held_n < COUNTS * c->pull_n || (!full && is_named_before(c, d, k))) continue;
        const char *name = full ? jam_anchor_name(d, c, k, part, sizeof part) : part_of(d, p);
        if (full)
            snprintf(at, sizeof at, " at (%.2f, %.2f, %.2f) m with %.0f kN", p->position.x, p->position.y,
                     p->position.z, vec3_norm(p->force) / 1e3);
        if (n++ == 0)
            text_line_add(l, " %s on the %s%s", name, face_of(d, p), at);
        else
            text_line_add_whole(l, ", %s on the %s%s", name, face_of(d, p), at);
        l->size = size > l->n + reserved ? size - reserved : l->n;
    }
    l->size = size;
    if (n == 0) text_line_add(l, " no contact bears the pull");
}

static void add_verdict(text_line *l, const jam *j, const jam_def *d) {
    switch ((jam_verdict)j->verdict) {
    case JAM_UNKNOWN:
        break;
    case JAM_BLOCKED:
        text_line_add(l, "; blocked, at any friction");
        break;
    case JAM_LOCKED:
        text_line_add(l, "; friction %.2f, locks above %.2f", d->mu, j->mu_free);
        break;
    case JAM_TURNS:
        text_line_add(l, "; turns");
        if (isfinite(j->pull_free_n)) text_line_add(l, " at %.0f kN", j->pull_free_n / 1e3);
        if (j->mu_free > 0)
            text_line_add(l, "; friction %.2f, then locks above %.2f", d->mu, j->mu_free);
        else
            text_line_add(l, ", then blocked, at any friction");
        break;
    case JAM_SLIPS:
        text_line_add(l, "; friction %.2f", d->mu);
        if (j->mu_free <= JAM_MU_MOST)
            text_line_add(l, ", locks above %.2f", j->mu_free);
        else
            text_line_add(l, ", never locks");
        if (isfinite(j->pull_free_n)) text_line_add(l, "; slips at %.0f kN", j->pull_free_n / 1e3);
        break;
    }
}

void jam_text(const jam *j, const jam_def *d, bool full, char *text, size_t size) {
    char verdict[96];
    text_line l = text_line_begin(text, size), end = text_line_begin(verdict, sizeof verdict);
    add_verdict(&end, j, d);
    text_line_add(&l, j->stalled ? "jammed:" : "held:");
    add_contacts(&l, &j->at, d, full, end.n);
    text_line_add_whole(&l, "%s", verdict);
}
