// SPDX-License-Identifier: MIT
// Contact regions into the snapshot: planes of both methods, contours where they are found by cutting meshes.
#ifndef HAWSE_CONTACT_SET_SHOW_H
#define HAWSE_CONTACT_SET_SHOW_H

#include "contact/set/hull_body.h"

// Appends the set's touching contacts to the snapshot, as contact_set_snapshot, and those with an area to its regions.
// detail: whose regions they are, for the contours, which are appended too; NULL: they have none. What does not fit is
// counted. Frame thread.
void contact_write_snapshot(const contact_set *s, const contact_hull_body *detail, dyn_snapshot *out);

#endif
