// SPDX-License-Identifier: MIT
// Judges the measured design. A limit marked [K] is general knowledge of the trade, wide enough for every ship.
#include "rt/review/private.h"
#include "rt/scenario/parts.h"

#define DEG (3.14159265358979323846 / 180)
#define LONGEST_SHIP 600.0  // the longest ship ever built is 458 m
#define LONGEST_PART 12.0   // largest edge of a shank or head: an anchor of 50 t has a shank of 6 m [K]
#define MOUTH_FAR 1.5       // bores: the lip's radius is at most one bore
#define MOUTH_LEAST 0.5     // least distance that is too far [m]: the bore itself may be wrong
#define MOUTH_ODD 1.0       // bores
#define BORE_ODD 0.1        // share of the given bore
#define WALL_LEAST 0.5      // share of the pipe's length
#define DECK_ODD 0.5        // height of the pipe's upper end from the deck [m]
#define LEAD_ODD 30.0       // length of the lead [m]
#define TURN_ODD (60 * DEG) // of the lead against the pipe's inboard direction
#define SHACKLE_BEYOND 0.05 // share of the shank's length beyond its mesh: the eye's rim may be left out
#define SHACKLE_LOW 0.7     // share of the shank's end below which the shackle is odd
#define PIN_OUT 0.1         // share of the part's length by which the crown pin may lie outside its box
#define MASS_FAR 10.0       // ratio of given mass and mesh: scenarios load an anchor with the pull of ship and sea
#define MASS_ODD 1.6        // the shipped types reach 1.5, as a shank's mass includes pin and shackle
#define SETTLE_STEPS 2e6    // an hour or so
#define SETTLE_LONG 1e5     // half a minute or so
#define OVERLAP_MOST 0.05   // depth from which the settling, which is damped, may throw the anchor off [m]
#define OVERLAP_ODD 0.001   // [m]
#define SETTLED_MOST 0.005  // facets leave each true surface by up to 2 mm, and contact presses in by less than 1 mm
#define FALL_MOST 1.0       // a tenth of gravity [m/s²]

typedef struct judge {
    const review_ship *s;
    const review *r;
    rt_diag *d;
    bool bad;
} judge;

#define REFUSE(j, key, ...)                                                                                            \
    do {                                                                                                               \
        rt_diag_error((j)->d, (j)->s->sc->path, scenario_key_line((j)->s->sc, key), 0, key ": " __VA_ARGS__);          \
        (j)->bad = true;                                                                                               \
    } while (0)
#define WARN(j, key, ...)                                                                                              \
    rt_diag_warning((j)->d, (j)->s->sc->path, scenario_key_line((j)->s->sc, key), 0, key ": " __VA_ARGS__)

// False: the mouth is not on the hull, so that nothing else about the pipe can be said.
static bool judge_mouth(judge *j) {
    const review_pipe *p = &j->r->pipe;
    double bore = j->s->sc->ship.pipe_bore, far = fmax(MOUTH_FAR * bore, MOUTH_LEAST);
    if (p->gap > far) {
        char unit[96] = "";
        if (p->scale > 0)
            snprintf(unit, sizeof unit, "; with ship.hull_scale: %.6g the mouth would lie on the hull", p->scale);
        REFUSE(j, "ship.mouth",
               "%.4g m from the nearest point of the hull [%.4g %.4g %.4g] m, expected at most %.3g m%s", p->gap,
               p->nearest.x, p->nearest.y, p->nearest.z, far, unit);
        return false;
    }
    if (p->gap > MOUTH_ODD * bore)
        WARN(j, "ship.mouth", "%.3g m from the nearest point of the hull, more than a bore, %.3g m", p->gap,
             MOUTH_ODD * bore);
    return true;
}

static void judge_size(judge *j) {
    if (j->r->hull_size > LONGEST_SHIP)
        REFUSE(j, "ship.hull",
               "the mesh is %.4g m long, expected at most %g m: give its unit by ship.hull_scale, "
               "0.001 for millimetres",
               j->r->hull_size, LONGEST_SHIP);
}

static void judge_path(judge *j) {
    static const char *const leg[REVIEW_LEGS] = {"from the anchor up to the hawse", "up the hawse pipe",
                                                 "from the hawse pipe to the cable lifter"};
    const review_pipe *p = &j->r->pipe;
    if (p->blocked < 0) return;
    const char *hint = p->blocked == REVIEW_PIPE ? ": the hull has no free hawse pipe along ship.pipe_axis" : "";
    if (p->blocked == REVIEW_LEAD)
        REFUSE(j, "ship.lifter", "the hull blocks the chain's way %s, %.3g m along it at [%.4g %.4g %.4g] m", leg[2],
               p->enters_at, p->enters.x, p->enters.y, p->enters.z);
    else
        REFUSE(j, "ship.pipe_axis", "the hull blocks the chain's way %s, %.3g m along it at [%.4g %.4g %.4g] m%s",
               leg[p->blocked], p->enters_at, p->enters.x, p->enters.y, p->enters.z, hint);
}

static void judge_bore(judge *j) {
    const review_pipe *p = &j->r->pipe;
    double given = j->s->sc->ship.pipe_bore, chain = j->s->chain_width;
    if (fmin(given, p->bore) < chain)
        REFUSE(j, "ship.pipe_bore",
               "the chain, %.0f mm wide, does not pass: the bore is %.0f mm, and %.0f mm are free %.2f m up the pipe",
               1e3 * chain, 1e3 * given, 1e3 * p->bore, p->bore_at);
    else if (fabs(p->bore - given) > BORE_ODD * given)
        WARN(j, "ship.pipe_bore", "%.0f mm, but the hull's mesh leaves %.0f mm free about the axis, %.2f m up the pipe",
             1e3 * given, 1e3 * p->bore, p->bore_at);
    if (p->walled < WALL_LEAST)
        WARN(j, "ship.pipe_length", "only %.0f %% of the %.3g m of the pipe have a wall all round in the hull's mesh",
             100 * p->walled, j->s->sc->ship.pipe_length);
}

static void judge_lead(judge *j) {
    const review_lead *l = &j->r->lead;
    if (l->lifter_high < 0)
        REFUSE(j, "ship.lifter", "%.3g m below the deck (ship.deck %.4g m), expected above it", -l->lifter_high,
               j->s->sc->ship.deck);
    if (fabs(l->above_deck) > DECK_ODD)
        WARN(j, "ship.pipe_length", "the pipe's upper end is %.2f m %s the deck (ship.deck %.4g m)",
             fabs(l->above_deck), l->above_deck > 0 ? "above" : "below", j->s->sc->ship.deck);
    if (l->length > LEAD_ODD)
        WARN(j, "ship.lifter", "the chain leads %.3g m from the hawse pipe to the cable lifter, expected at most %g m",
             l->length, LEAD_ODD);
    if (l->turn > TURN_ODD)
        WARN(j, "ship.lifter",
             "the lead turns by %.0f deg from the hawse pipe's inboard direction, expected at most %.0f", l->turn / DEG,
             TURN_ODD / DEG);
}

static void judge_shackle(judge *j) {
    const review_part *shank = &j->r->part[REVIEW_SHANK], *head = &j->r->part[REVIEW_HEAD];
    double shackle = j->s->sc->anchor.shackle;
    if (shackle > shank->high + SHACKLE_BEYOND * (shank->high - shank->low)) {
        bool swapped = head->high > shank->high;
        REFUSE(j, "anchor.shackle", "%.4g m from the crown pin, but the shank's mesh ends at %.4g m%s", shackle,
               shank->high,
               swapped ? ", and the head's reaches farther: anchor.shank and anchor.head are exchanged" : "");
    } else if (shackle < SHACKLE_LOW * shank->high) {
        WARN(j, "anchor.shackle", "%.4g m from the crown pin, but the shank's mesh ends at %.4g m", shackle,
             shank->high);
    }
}

static void judge_part(judge *j, int part) {
    const review_part *p = &j->r->part[part];
    const char *name = review_part_name(part);
    double slack = PIN_OUT * (p->high - p->low), ratio = p->given / p->by_mesh;
    rt_diag *d = j->d;
    const char *file = j->s->sc->path;
    int line = scenario_key_line(j->s->sc, part == REVIEW_SHANK ? "anchor.shank" : "anchor.head");
    int mass_line = scenario_key_line(j->s->sc, part == REVIEW_SHANK ? "anchor.shank_mass" : "anchor.head_mass");
    if (p->size > LONGEST_PART) {
        rt_diag_error(
            d, file, line, 0,
            "anchor.%s: the mesh is %.4g m large, expected at most %g m: give its unit by anchor.scale, 0.001 "
            "for millimetres",
            name, p->size, LONGEST_PART);
        j->bad = true;
    }
    if (p->low > slack || p->high < -slack) {
        rt_diag_error(d, file, line, 0,
                      "anchor.%s: the mesh reaches from %.4g to %.4g m along z, expected the crown pin at 0 within it",
                      name, p->low, p->high);
        j->bad = true;
    }
    if (!(ratio < MASS_FAR && ratio > 1 / MASS_FAR)) {
        rt_diag_error(
            d, file, mass_line, 0,
            "anchor.%s_mass: %.4g kg, but the mesh at anchor.density %.4g kg/m3 has %.4g kg: expected within a "
            "factor of %g",
            name, p->given, j->s->sc->anchor.density, p->by_mesh, MASS_FAR);
        j->bad = true;
    } else if (ratio > MASS_ODD || ratio < 1 / MASS_ODD) {
        rt_diag_warning(d, file, mass_line, 0,
                        "anchor.%s_mass: %.4g kg, but the mesh at anchor.density %.4g kg/m3 has %.4g kg", name,
                        p->given, j->s->sc->anchor.density, p->by_mesh);
    }
}

static void judge_overlap(judge *j, int part) {
    const review_part *p = &j->r->part[part];
    const char *name = review_part_name(part), *file = j->s->sc->path;
    int line = scenario_key_line(j->s->sc, "start.depth");
    if (p->overlap > OVERLAP_MOST) {
        rt_diag_error(j->d, file, line, 0,
                      "start: the anchor's %s is %.0f mm inside the hull at [%.4g %.4g %.4g] m, expected clear of it: "
                      "start lower (start.depth) or turned (start.yaw)",
                      name, 1e3 * p->overlap, p->overlap_at.x, p->overlap_at.y, p->overlap_at.z);
        j->bad = true;
    } else if (p->overlap > OVERLAP_ODD) {
        rt_diag_warning(j->d, file, line, 0, "start: the anchor's %s is %.1f mm inside the hull at [%.4g %.4g %.4g] m",
                        name, 1e3 * p->overlap, p->overlap_at.x, p->overlap_at.y, p->overlap_at.z);
    }
}

static void judge_bottom(judge *j, int part) {
    const scenario *sc = j->s->sc;
    double buried = j->r->part[part].buried;
    if (buried > 0)
        REFUSE(j, "start.depth",
               "the anchor's %s starts %.2f m below the bottom: expected a start.depth that leaves it above "
               "it (ground.%s); found start.depth: %g m",
               review_part_name(part), buried, sc->ground.bathymetry[0] ? "bathymetry" : "depth", sc->start.depth);
}

static void judge_envelope(judge *j) {
    double bore = fmin(j->s->sc->ship.pipe_bore, j->r->pipe.bore);
    if (j->r->envelope > bore)
        REFUSE(j, "ship.pipe_bore",
               "the shank does not pass: beyond %.2f m from the crown pin (end.pin_distance) it needs a bore of %.0f "
               "mm, and %.0f mm are free",
               j->r->enters, 1e3 * j->r->envelope, 1e3 * bore);
}

// Chain beyond the model's links cannot run out.
static void judge_capacity(judge *j) {
    const scenario *sc = j->s->sc;
    double out = sc->chain.length - sc->windlass.spurling_drop, most = scenario_max_links(sc) * j->s->pitch;
    if (sc->chain.length > 0 && out > most + j->s->pitch)
        WARN(j, "chain.capacity",
             "%d links are %.1f m, but %.1f m of the chain may run out: a run that pays out more is not to be trusted",
             scenario_max_links(sc), most, out);
}

// A short step makes the start long: it settles before the first frame.
static void judge_settling(judge *j) {
    const scenario *sc = j->s->sc;
    double steps = sc->start.settle / sc->solver.step;
    if (steps > SETTLE_STEPS)
        REFUSE(j, "start.settle",
               "%g s at a solver.step of %g s are %.3g steps before the first frame, expected at most %.0g",
               sc->start.settle, sc->solver.step, steps, SETTLE_STEPS);
    else if (steps > SETTLE_LONG)
        WARN(j, "start.settle", "%g s at a solver.step of %g s are %.3g steps before the first frame", sc->start.settle,
             sc->solver.step, steps);
}

// A chain that is still slack catches the anchor with a jerk.
static void judge_fall(const review_ship *s, rt_diag *d) {
    const judge j = {s, NULL, d, false};
    if (s->fall > FALL_MOST)
        WARN(
            &j, "start.settle",
            "after %g s the anchor still falls, with %.1f m/s²: the run begins with a jerk of the chain; let it settle "
            "longer",
            s->sc->start.settle, s->fall);
}

rt_status review_judge_settled(const review_ship *s, rt_diag *d) {
    review r = {0};
    judge_fall(s, d);
    review_measure_overlap(s, &r);
    for (int part = 0; part < REVIEW_PARTS; part++) {
        const review_part *p = &r.part[part];
        if (p->overlap <= SETTLED_MOST) continue;
        rt_diag_error(
            d, s->sc->path, scenario_key_line(s->sc, "start.settle"), 0,
            "start: after settling the anchor's %s is %.0f mm inside the hull at [%.4g %.4g %.4g] m, expected "
            "at most %.0f mm: start lower (start.depth) or turned (start.yaw)",
            review_part_name(part), 1e3 * p->overlap, p->overlap_at.x, p->overlap_at.y, p->overlap_at.z,
            1e3 * SETTLED_MOST);
        return RT_ERR_FORMAT;
    }
    return RT_OK;
}

rt_status review_judge(const review_ship *s, const review *r, rt_diag *d) {
    judge j = {s, r, d, false};
    judge_settling(&j);
    judge_capacity(&j);
    judge_size(&j);
    judge_shackle(&j);
    for (int part = 0; part < REVIEW_PARTS; part++) judge_part(&j, part), judge_bottom(&j, part);
    if (s->laid_out) judge_lead(&j);
    if (judge_mouth(&j)) {
        for (int part = 0; part < REVIEW_PARTS; part++) judge_overlap(&j, part);
        judge_path(&j);
        if (s->laid_out && r->pipe.blocked < 0) {
            judge_bore(&j);
            judge_envelope(&j);
        }
    }
    return j.bad ? RT_ERR_FORMAT : RT_OK;
}
