// SPDX-License-Identifier: MIT
// Figures and names of a report as HTML, for the page and the parts that other rooms add to it.
#ifndef HAWSE_RT_PAGE_FIGURE_H
#define HAWSE_RT_PAGE_FIGURE_H

#include "rt/compare/compare.h"

extern const char page_style[]; // of a page (CSS)
// Writes the figure under `key`, times `scale`, with `digits` decimals (negative: significant digits) and its unit. The
// tooltip names the key. A dash: the report lacks the key.
void page_figure(FILE *f, const json_t *report, const char *key, double scale, int digits, const char *unit);
double page_number(const json_t *report, const char *key); // NAN: no such number
bool page_flag(const json_t *report, const char *key);
// Writes a name with blanks for underscores: hull_impact as "hull impact".
void page_name(FILE *f, const char *name);

#endif
