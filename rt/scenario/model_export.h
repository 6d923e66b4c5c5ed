// SPDX-License-Identifier: MIT
// The parametric bow's mesh. The models' export script makes it from the CAD source; the user's cache stores it under a
// hash of parameters and sources.
#ifndef HAWSE_RT_SCENARIO_MODEL_EXPORT_H
#define HAWSE_RT_SCENARIO_MODEL_EXPORT_H

#include "rt/scenario/scenario.h"

// Path of the bow's mesh: the shipped mesh for the shipped figures; else $XDG_CACHE_HOME/hawse/bow-HASH.ply (default
// ~/.cache), which may not exist yet. RT_ERR_FILE with a message: CAD sources unreadable, or no folder for a cache.
rt_status model_bow_path(const char *models, const scenario_ship *ship, char *path, size_t size, rt_diag *d);
// Makes the mesh unless the path exists; never leaves a partial file. RT_ERR_FILE with a message. Set-up only.
rt_status model_bow_make(const char *models, const scenario_ship *ship, const char *path, rt_diag *d);

#endif
