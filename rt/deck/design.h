// SPDX-License-Identifier: MIT
// Review of a ship's scenario without a run: meshes and layout of the start, but no model, law or device.
#ifndef HAWSE_RT_DECK_DESIGN_H
#define HAWSE_RT_DECK_DESIGN_H

#include "rt/review/review.h"

// What a review has loaded and measured.
typedef struct deck_design deck_design;

// Receives each mesh that was loaded.
typedef void deck_design_mesh(const char *path, const contact_prepared *mesh);

// Loads the meshes of the scenario, calls visit for each, lays the start out and reviews the design. *out is to be
// freed by deck_design_free, also on failure; the measured values are there if deck_design_review gives them. Set-up.
rt_status deck_design_open(const scenario *sc, deck_design_mesh *visit, deck_design **out, rt_diag *d);
void deck_design_free(deck_design *x);
// The measured values, and the design; NULL: the design could not be measured.
const review *deck_design_review(const deck_design *x, const review_ship **ship);

#endif
