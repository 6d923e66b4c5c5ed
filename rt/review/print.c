// SPDX-License-Identifier: MIT
// Prints the review's measured values.
#include "rt/review/private.h"

#define DEG (3.14159265358979323846 / 180)

static void print_pipe(FILE *f, const review_ship *s, const review *r) {
    const review_pipe *p = &r->pipe;
    fprintf(f,
            "  pipe: mouth %.3f m from the hull; %.0f mm free about its axis (bore %.0f mm), walled over %.0f %% of "
            "%.2f m\n",
            p->gap, 1e3 * p->bore, 1e3 * s->sc->ship.pipe_bore, 100 * p->walled, s->sc->ship.pipe_length);
    fprintf(f, "  chain's way from anchor to lifter: %s; %.0f mm wide\n", p->blocked < 0 ? "free" : "blocked",
            1e3 * s->chain_width);
    fprintf(f, "  deck: pipe's end %+.2f m from it, lifter %.2f m above it; lead %.2f m, turned by %.0f deg\n",
            r->lead.above_deck, r->lead.lifter_high, r->lead.length, r->lead.turn / DEG);
}

static void print_overlap(FILE *f, const review *r) {
    for (int k = 0; k < REVIEW_PARTS; k++)
        if (r->part[k].overlap > 0)
            fprintf(f, "  start: %s %.1f mm inside the hull at [%.4g %.4g %.4g] m\n", review_part_name(k),
                    1e3 * r->part[k].overlap, r->part[k].overlap_at.x, r->part[k].overlap_at.y,
                    r->part[k].overlap_at.z);
    if (!(r->part[REVIEW_SHANK].overlap > 0) && !(r->part[REVIEW_HEAD].overlap > 0))
        fprintf(f, "  start: the anchor is clear of the hull\n");
}

void review_print(FILE *f, const review_ship *s, const review *r) {
    fprintf(f, "review of the design\n");
    print_pipe(f, s, r);
    fprintf(
        f, "  shank in the pipe: needs a bore of %.0f mm beyond %.2f m from the crown pin; shackle at %.3f of %.3f m\n",
        1e3 * r->envelope, r->enters, s->sc->anchor.shackle, r->part[REVIEW_SHANK].high);
    fprintf(f, "  masses, given and by mesh: shank %.0f and %.0f kg, head %.0f and %.0f kg\n", r->part[0].given,
            r->part[0].by_mesh, r->part[1].given, r->part[1].by_mesh);
    print_overlap(f, r);
    review_print_bottom(f, s);
}
