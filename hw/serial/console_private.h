// SPDX-License-Identifier: MIT
// Stateless parts of the console: check of a HELLO, map from its table, OUTPUT.
#ifndef HAWSE_HW_SERIAL_CONSOLE_PRIVATE_H
#define HAWSE_HW_SERIAL_CONSOLE_PRIVATE_H

#include "hw/serial/console.h"

// Whether the console of this HELLO is usable with this map (NULL: its own table); if not, why says the reason.
bool console_check_hello(const wire_hello *h, const wire_channel *table, const hw_map *map, char *why, size_t size);
// Makes a map from the console's channel table.
void console_map_from_table(const wire_hello *h, const wire_channel *table, hw_map *m);
// Converts feedback to an OUTPUT, limited to the ranges of its fields. Old feedback becomes unknown values.
wire_output console_output(const hw_feedback *f, uint16_t input_seq, int64_t now_ns);

#endif
