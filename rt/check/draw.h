// SPDX-License-Identifier: MIT
// Draws a ship's design: pipe, mouth, face normal, lifter, deck and anchor at the start.
#ifndef HAWSE_RT_CHECK_DRAW_H
#define HAWSE_RT_CHECK_DRAW_H

#include "rt/review/review.h"

// Draws the section along the pipe's axis and the view from above, as PNG or SVG by the file's suffix, whole or not at
// all. RT_ERR_USAGE, RT_ERR_FILE or RT_ERR_MEMORY with a message.
rt_status check_draw(const review_ship *s, const review *r, const char *path, rt_diag *d);

#endif
