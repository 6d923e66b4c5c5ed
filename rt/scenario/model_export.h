// SPDX-License-Identifier: MIT
// The parametric bow's mesh: made by the models' export script from its CAD source, and kept in the user's cache under
// a name that its parameters and sources make.
#ifndef HAWSE_RT_SCENARIO_MODEL_EXPORT_H
#define HAWSE_RT_SCENARIO_MODEL_EXPORT_H

#include "rt/scenario/scenario.h"

// The shipped mesh where the pocket has the shipped figures; else $XDG_CACHE_HOME/hawse/bow-HASH.ply (~/.cache without
// it), there or not. RT_ERR_FILE with a message when the CAD sources cannot be read or there is no place for a cache.
rt_status model_bow_path(const char *models, const scenario_ship *ship, char *path, size_t size, rt_diag *d);
// Makes the mesh if there is none under that name; whole or not at all. RT_ERR_FILE with a message. Set-up only.
rt_status model_bow_make(const char *models, const scenario_ship *ship, const char *path, rt_diag *d);

#endif
