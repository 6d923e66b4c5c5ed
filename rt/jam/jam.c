// SPDX-License-Identifier: MIT
// Explains a jam in stages, one small piece of work at a time.
#include "rt/jam/jam.h"

#define BORNE 1e-6    // distance / load up to which the contacts bear the load
#define BALANCED 0.05 // balance up to which pull_free_n is computed; dampers, pin and swivel bear part of the load
#define ROUNDS 14     // bisections
#define PULL_MOST 20  // largest multiple of the present pull tried

enum { STAGE_BALANCE = 0, STAGE_LOCKED, STAGE_FORCES, STAGE_MU_ENDS, STAGE_MU, STAGE_PULL, STAGE_DONE = -1 };

void jam_begin(jam *j, const jam_case *c, bool stalled) {
    *j = (jam){.begun = true, .stalled = stalled, .at = *c, .stage = STAGE_BALANCE, .pull_free_n = (double)NAN};
}

static void add_point(contact_cone *cone, vec3 at, const jam_contact *c) {
    cone->point[cone->n++] = (contact_cone_point){at, c->normal, 1, c->head};
}

static contact_cone cone_of(const jam *j, const jam_def *d, bool forces_only) {
    const jam_case *c = &j->at;
    contact_cone cone = {.about = c->shackle,
                         .length = d->shackle,
                         .hinge = c->shank.p,
                         .axis = mat3_column(&c->shank.r, 0),
                         .forces_only = forces_only};
    if (c->hinge >= d->stop - d->stop_give) cone.stop = -1;
    if (c->hinge <= -d->stop + d->stop_give) cone.stop = 1;
    for (int k = 0; k < c->n; k++) {
        const jam_contact *p = &c->contact[k];
        add_point(&cone, p->position, p);
        for (int i = 0; i < 4 && vec3_norm2(p->half[0]) > 0; i++)
            add_point(&cone, vec3_madd(p->position, i & 1 ? 1 : -1, p->half[i >> 1]), p);
    }
    return cone;
}

// Load on the contacts by this pull and by `weight` times the anchor's weight.
static contact_load load_of(const jam *j, const jam_def *d, const contact_cone *cone, double pull, double weight) {
    const jam_case *c = &j->at;
    vec3 down = vec3_make(0, 0, -1);
    contact_load l = contact_cone_reaction(cone, vec3_scale(pull, c->pull), c->shackle, false);
    contact_load shank =
        contact_cone_reaction(cone, vec3_scale(d->shank_weight, down), pose_point(&c->shank, d->shank_centre), false);
    contact_load head =
        contact_cone_reaction(cone, vec3_scale(d->head_weight, down), pose_point(&c->head, d->head_centre), true);
    return contact_load_madd(contact_load_madd(l, weight, shank), weight, head);
}

static double distance(const jam *j, const jam_def *d, bool forces_only, double pull, double weight, double mu) {
    contact_cone cone = cone_of(j, d, forces_only);
    contact_load load = load_of(j, d, &cone, pull, weight);
    return contact_cone_distance(&cone, &load, mu);
}

// Without weight: it is negligible against an unbounded pull.
bool jam_is_locked(const jam *j, const jam_def *d, bool forces_only, double mu) {
    return distance(j, d, forces_only, 1, 0, mu) < BORNE;
}

// Halves the interval to its lower half, or to its upper half if `upper` is false; true after the last bisection.
static bool bisect(jam *j, bool upper) {
    double middle = 0.5 * (j->low + j->high);
    if (upper)
        j->high = middle;
    else
        j->low = middle;
    return ++j->round >= ROUNDS;
}

static void begin_pull(jam *j) {
    bool asked = j->verdict == JAM_SLIPS || j->verdict == JAM_TURNS;
    j->stage = asked && j->balance < BALANCED ? STAGE_PULL : STAGE_DONE;
    j->low = j->at.pull_n, j->high = PULL_MOST * j->at.pull_n, j->round = 0;
    if (!asked) j->pull_free_n = (double)INFINITY;
}

static void find_mu_ends(jam *j, const jam_def *d) {
    bool forces_only = j->verdict != JAM_LOCKED;
    j->low = 0, j->high = JAM_MU_MOST, j->round = 0;
    j->stage = STAGE_MU;
    if (jam_is_locked(j, d, forces_only, 0)) {
        if (j->verdict == JAM_LOCKED) j->verdict = JAM_BLOCKED;
        j->mu_free = 0;
        begin_pull(j);
    } else if (j->verdict == JAM_SLIPS && !jam_is_locked(j, d, forces_only, JAM_MU_MOST)) {
        j->mu_free = 2 * JAM_MU_MOST;
        begin_pull(j);
    }
}

bool jam_work(jam *j, const jam_def *d) {
    const double now = j->at.pull_n;
    bool forces_only = j->verdict != JAM_LOCKED;
    switch (j->stage) {
    case STAGE_BALANCE:
        j->balance = distance(j, d, false, now, 1, d->mu);
        j->stage = STAGE_LOCKED;
        break;
    case STAGE_LOCKED:
        if (jam_is_locked(j, d, false, d->mu)) j->verdict = JAM_LOCKED;
        j->stage = j->verdict == JAM_LOCKED ? STAGE_MU_ENDS : STAGE_FORCES;
        break;
    case STAGE_FORCES:
        j->verdict = jam_is_locked(j, d, true, d->mu) ? JAM_TURNS : JAM_SLIPS;
        j->stage = STAGE_MU_ENDS;
        break;
    case STAGE_MU_ENDS:
        find_mu_ends(j, d);
        break;
    case STAGE_MU:
        if (!bisect(j, jam_is_locked(j, d, forces_only, 0.5 * (j->low + j->high)))) break;
        j->mu_free = j->high;
        begin_pull(j);
        break;
    case STAGE_PULL:
        if (!bisect(j, distance(j, d, false, 0.5 * (j->low + j->high), 1, d->mu) > fmax(BORNE, 2 * j->balance))) break;
        j->pull_free_n = j->high >= PULL_MOST * now ? (double)INFINITY : j->high;
        j->stage = STAGE_DONE;
        break;
    default:
        return false;
    }
    return j->stage != STAGE_DONE;
}
