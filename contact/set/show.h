// SPDX-License-Identifier: MIT
// Writes contacts and contact regions into the snapshot: planes of both methods, contours where detection cuts meshes.
#ifndef HAWSE_CONTACT_SET_SHOW_H
#define HAWSE_CONTACT_SET_SHOW_H

#include "contact/set/hull_body.h"

// Appends the set's touching contacts to the snapshot, like contact_set_snapshot, and those with an area to its
// regions. detail: the element that detected the regions, to append their contours too; NULL: no contours. `undrawn`
// counts those that do not fit. Frame thread.
void contact_write_snapshot(const contact_set *s, const contact_hull_body *detail, dyn_snapshot *out);

#endif
