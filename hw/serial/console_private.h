// SPDX-License-Identifier: MIT
// The parts of hw/serial/console.c that need no state.
#ifndef HAWSE_HW_SERIAL_CONSOLE_PRIVATE_H
#define HAWSE_HW_SERIAL_CONSOLE_PRIVATE_H

#include "hw/serial/console.h"

// Whether a console that says this can be used, with this map (NULL: its own table); if not, why.
bool console_check_hello(const wire_hello *h, const wire_channel *table, const hw_map *map, char *why, size_t size);
// The map that the table itself amounts to.
void console_map_of(const wire_hello *h, const wire_channel *table, hw_map *m);
// Feedback as sent: limited to the range of its fields; unknown once it is old.
wire_output console_output(const hw_feedback *f, uint16_t input_seq, int64_t now_ns);

#endif
