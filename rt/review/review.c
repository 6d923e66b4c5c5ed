// SPDX-License-Identifier: MIT
#include "rt/review/private.h"

const char *review_part_name(int part) { return part == REVIEW_SHANK ? "shank" : "head"; }

void review_measure(const review_ship *s, review *r) {
    *r = (review){0};
    review_measure_anchor(s, r);
    review_measure_pipe(s, r);
    if (s->laid_out) review_measure_overlap(s, r);
    if (s->laid_out) review_measure_bottom(s, r);
}
