// SPDX-License-Identifier: MIT
// A jam in words.
#include "rt/jam.h"
#include <stdio.h>

#define COUNTS 0.05 // of the pull: a contact that bears less of it does not hold

const char *jam_verdict_name(jam_verdict v) {
    static const char *const name[] = {"unknown", "slips", "turns", "self_locking", "blocked"};
    return name[v];
}

// Which side of the ship the contact's end of the hinge points to: the head's left and right have no other name.
static const char *side_of(const jam_case *c, double x) {
    vec3 axis = vec3_scale(x < 0 ? -1 : 1, mat3_column(&c->head.r, 0));
    if (fabs(axis.x) >= fabs(axis.y)) return axis.x > 0 ? "forward " : "after ";
    return axis.y > 0 ? "port " : "starboard ";
}

// By where it lies in the head's box: the upper third of what stands above the pin is the fluke's tip; what stands
// below the flukes' root is the crown, and there what stands proud of its thickness a tripping palm.
static const char *head_part(const jam_def *d, vec3 at) {
    double y = fabs(at.y) / fmax(-d->head_lo.y, d->head_hi.y);
    if (at.z > d->head_hi.z * 2 / 3) return "fluke tip";
    if (at.z > d->head_hi.z / 6) return "fluke";
    return y > 0.6 && at.z > 0.75 * d->head_lo.z ? "tripping palm" : "crown";
}

static const char *part_of(const jam_def *d, const jam_contact *c) {
    if (c->head) return head_part(d, c->in_body);
    return c->in_body.z > 0.9 * d->shackle ? "shank's shackle end" : "shank";
}

const char *jam_anchor_part(const jam_def *d, const jam_case *c, int contact, char *text, size_t size) {
    const jam_contact *k = &c->contact[contact];
    snprintf(text, size, "%s%s", k->head ? side_of(c, k->in_body.x) : "", part_of(d, k));
    return text;
}

typedef enum hull_part { PIPE_WALL = 0, DECK_LIP, BOLSTER_LIP, POCKET_FACE, POCKET_WALL, POCKET_RIM, SHELL } hull_part;

#define FACES 0.985 // cosine between the normals of a face and of a contact on it: 10 deg
#define NEAR 6      // bores: beyond them is neither pocket nor bolster

// The pipe's wall has normals across its axis; between it and the pocket's back face, near the mouth, is the bolster's
// lip. The pocket's walls stand on its back face; where they turn into the shell is its rim.
static hull_part hull_part_of(const jam_def *d, const jam_contact *c) {
    vec3 r = vec3_sub(c->position, d->mouth);
    double along = vec3_dot(r, d->axis), off = vec3_norm(vec3_madd(r, -along, d->axis)), out = vec3_dot(r, d->face);
    double facing = vec3_dot(c->normal, d->face), across = fabs(vec3_dot(c->normal, d->axis));
    bool in_bore = off < 0.65 * d->bore, at_face = fabs(out) < 0.25 * d->bore;
    if (in_bore && along > d->pipe_length - d->bore) return across < 0.1 ? PIPE_WALL : DECK_LIP;
    if (in_bore && along > 0 && across < 0.1) return PIPE_WALL;
    if (at_face && facing > FACES) return POCKET_FACE;
    if (off < 1.6 * d->bore && out < 0.25 * d->bore) return BOLSTER_LIP;
    if (vec3_norm(r) > NEAR * d->bore || vec3_dot(c->normal, d->shell) > FACES) return SHELL;
    return fabs(facing) < 0.3 ? POCKET_WALL : POCKET_RIM;
}

const char *jam_hull_part(const jam_def *d, const jam_contact *c) {
    static const char *const name[] = {"pipe wall",   "deck lip",   "bolster lip", "pocket's back face",
                                       "pocket wall", "pocket rim", "shell"};
    return name[hull_part_of(d, c)];
}

bool jam_on_lip(const jam_def *d, const jam_contact *c) {
    hull_part p = hull_part_of(d, c);
    return p == DECK_LIP || p == BOLSTER_LIP || p == POCKET_RIM;
}

typedef struct line {
    char *text;
    size_t n, size;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int w = l->n < l->size ? vsnprintf(l->text + l->n, l->size - l->n, format, args) : 0;
    va_end(args);
    l->n = w < 0 || l->n + (size_t)w >= l->size ? l->size - (l->size > 0) : l->n + (size_t)w;
}

// Whether an earlier contact that counts joins the same faces.
static bool told(const jam_case *c, const jam_def *d, int contact) {
    const jam_contact *p = &c->contact[contact];
    for (int k = 0; k < contact; k++)
        if (c->contact[k].held_n >= COUNTS * c->pull_n && part_of(d, &c->contact[k]) == part_of(d, p) &&
            hull_part_of(d, &c->contact[k]) == hull_part_of(d, p))
            return true;
    return false;
}

static void add_contacts(line *l, const jam_case *c, const jam_def *d, bool full) {
    char part[64];
    int n = 0;
    for (int k = 0; k < c->n; k++) {
        const jam_contact *p = &c->contact[k];
        if (p->held_n < COUNTS * c->pull_n || (!full && told(c, d, k))) continue;
        const char *name = full ? jam_anchor_part(d, c, k, part, sizeof part) : part_of(d, p);
        add(l, "%s %s on the %s", n++ ? "," : "", name, jam_hull_part(d, p));
        if (full)
            add(l, " at (%.2f, %.2f, %.2f) with %.0f kN", p->position.x, p->position.y, p->position.z,
                vec3_norm(p->force) / 1e3);
    }
    if (n == 0) add(l, " no contact bears the pull");
}

void jam_text(const jam *j, const jam_def *d, bool full, char *text, size_t size) {
    line l = {text, 0, size};
    if (size > 0) text[0] = 0;
    add(&l, "jammed:");
    add_contacts(&l, &j->at, d, full);
    switch ((jam_verdict)j->verdict) {
    case JAM_UNKNOWN:
        break;
    case JAM_BLOCKED:
        add(&l, "; blocked, at any friction");
        break;
    case JAM_LOCKED:
        add(&l, "; self-locking above mu %.2f (it has %.2f)", j->mu_free, d->mu);
        break;
    case JAM_TURNS:
        if (j->mu_free > 0)
            add(&l, "; a harder pull turns it, then self-locking above mu %.2f (it has %.2f)", j->mu_free, d->mu);
        else
            add(&l, "; a harder pull turns it, then blocked at any friction");
        break;
    case JAM_SLIPS:
        add(&l, "; not self-locking");
        if (j->mu_free <= JAM_MU_MOST) add(&l, " below mu %.2f (it has %.2f)", j->mu_free, d->mu);
        break;
    }
    bool asked = j->verdict == JAM_SLIPS || j->verdict == JAM_TURNS;
    if (asked && isfinite(j->pull_free_n))
        add(&l, "; %s at %.0f kN", j->verdict == JAM_SLIPS ? "slips" : "turns", j->pull_free_n / 1e3);
}
