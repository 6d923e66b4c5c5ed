// SPDX-License-Identifier: MIT
// Serial ports in `hawse devices`.
#ifndef HAWSE_HW_SERIAL_LIST_H
#define HAWSE_HW_SERIAL_LIST_H

#include "hw/wire/message.h"
#include "rt/base/base.h"
#include <stdio.h>

typedef enum hw_heard {
    HW_HEARD_NOTHING = 0, // or nothing of ours
    HW_HEARD_CONSOLE,     // a HELLO
    HW_HEARD_CLOSED,      // the port cannot be opened
} hw_heard;

typedef struct hw_probe {
    hw_heard heard;
    wire_hello hello;
    wire_channel table[WIRE_CHANNELS];
    char why[512]; // it cannot be opened
} hw_probe;

// Listens at a port (hw_port_open's name) for a console, at most for_ns. Sends nothing, but to a console that is heard
// to report already: it is asked who it is. Set-up thread.
void hw_serial_probe(const char *port, int64_t for_ns, hw_probe *out);
// Prints the serial ports with what the system says of them and, for USB adapters, the console that is heard there
// within some seconds; returns how many ports there are. Set-up thread.
int hw_serial_list(FILE *f);
// Prints what a console said of itself, a line a channel.
void hw_serial_print_hello(FILE *f, const wire_hello *h, const wire_channel *table);

#endif
