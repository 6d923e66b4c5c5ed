// SPDX-License-Identifier: MIT
// Functions that files of this room share.
#ifndef HAWSE_DYNAMICS_SHIP_PRIVATE_H
#define HAWSE_DYNAMICS_SHIP_PRIVATE_H

#include "dynamics/ship/ship.h"

// Tests the signs of a table by its longest wave. line: of the first row of each heading. RT_ERR_FORMAT with a message.
rt_status ship_table_check(const ship_table *t, const int *line, const char *file, rt_diag *d);

#endif
