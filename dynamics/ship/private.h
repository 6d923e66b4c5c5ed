// SPDX-License-Identifier: MIT
// Functions that the readers of responses share. A reader fills samples in the order of its file; the table is made
// from them.
#ifndef HAWSE_DYNAMICS_SHIP_PRIVATE_H
#define HAWSE_DYNAMICS_SHIP_PRIVATE_H

#include "dynamics/ship/rows.h"
#include "dynamics/ship/ship.h"

typedef struct ship_sample {
    double heading, frequency; // [rad], [rad/s]
    ship_response response;
    int line; // in the file
} ship_sample;

typedef struct ship_samples {
    ship_sample *item;
    int n, capacity;
} ship_samples;

// Adds a sample of the row's line; NULL, with a message: too many, or no memory.
ship_sample *ship_samples_add(ship_samples *s, double heading, double frequency, const ship_rows *r);
// Makes the table from samples of all headings at the same frequencies, in any order, and tests its signs. Sorts the
// samples. RT_ERR_FORMAT, RT_ERR_MEMORY with a message.
rt_status ship_table_make(ship_table *t, ship_samples *s, const char *file, rt_diag *d);
// Tests the signs of a table by its longest wave. line: of the first row of each heading. RT_ERR_FORMAT with a message.
rt_status ship_table_check(const ship_table *t, const int *line, const char *file, rt_diag *d);

// Readers: fill the samples, from the file's first row on; false with a message. *origin: the file's own, if it has
// one.
bool ship_read_csv(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin);
bool ship_read_wamit(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin);
bool ship_read_orcaflex(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin);

#endif
