// SPDX-License-Identifier: MIT
// Serial ports in `hawse devices`.
#ifndef HAWSE_HW_SERIAL_LIST_H
#define HAWSE_HW_SERIAL_LIST_H

#include "hw/wire/message.h"
#include "rt/base/base.h"
#include <stdio.h>

typedef enum hw_heard {
    HW_HEARD_NOTHING = 0, // no HELLO
    HW_HEARD_CONSOLE,     // a HELLO
    HW_HEARD_CLOSED,      // the port cannot be opened
} hw_heard;

typedef struct hw_probe {
    hw_heard heard;
    wire_hello hello;
    wire_channel table[WIRE_CHANNELS];
    char why[512]; // reason for HW_HEARD_CLOSED
} hw_probe;

// Listens at a port (hw_port_open's name) for a console, at most for_ns. It sends only to a console that already
// reports: a request for a HELLO. Set-up thread.
void hw_serial_probe(const char *port, int64_t for_ns, hw_probe *out);
// Prints the serial ports with the system's description and, for USB adapters, the console found within 2.5 s; returns
// the number of ports, -1 if they cannot be listed. Set-up thread.
int hw_serial_list(FILE *f);
// Prints a console's HELLO, one line per channel.
void hw_serial_print_hello(FILE *f, const wire_hello *h, const wire_channel *table);

#endif
