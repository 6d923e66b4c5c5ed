// SPDX-License-Identifier: MIT
// Scenery: meshes that dress a ship's hull in pictures, one for each paint.
#ifndef HAWSE_RT_PICTURE_SCENERY_H
#define HAWSE_RT_PICTURE_SCENERY_H

#include "render/view/def.h"

// Loads folder/NAME.ply for each paint; a paint without a file stays NULL. An empty folder name loads nothing. A folder
// without any of the files, or a file that cannot be read, gives a message; then *scenery may be partly filled.
rt_status picture_scenery_load(const char *folder, const contact_mesh *scenery[RENDER_PAINTS], rt_diag *d);
void picture_scenery_free(const contact_mesh *scenery[RENDER_PAINTS]);

#endif
