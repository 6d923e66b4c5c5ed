// SPDX-License-Identifier: MIT
// A serial port through libserialport. Nothing here ever waits. The thread that opened it.
#ifndef HAWSE_HW_SERIAL_SERIAL_H
#define HAWSE_HW_SERIAL_SERIAL_H

#include "rt/base/base.h"

#define HW_SERIAL_BAUD 115200 // 8 data bits, no parity, 1 stop bit, no flow control

typedef struct hw_port {
    void *port; // NULL: closed
    int fd;     // to poll
    char path[256];
    // of the adapter, from USB; 0 and "" without
    int vendor, product;
    char serial[64];
    char home[256]; // path of the port with the last answer; "": none
    unsigned turn;  // similar adapters tried since
} hw_port;

// Opens `name` (a path, also a link; or VID:PID or VID:PID:SERIAL in hexadecimal, the first such port that can be had)
// for us alone.
// RT_ERR_DEVICE with what, as one sentence without full stop, in why.
rt_status hw_port_open(hw_port *p, const char *name, char *why, size_t size);
// Reopens port p: `name`, or for a USB adapter any port with the same numbers. Among several similar ones the first is
// that of the last answer, the second that of the name; each further call tries the next, until hw_port_answers.
rt_status hw_port_reopen(hw_port *p, const char *name, char *why, size_t size);
// Records that the wanted console has answered at this port.
void hw_port_answers(hw_port *p);
void hw_port_close(hw_port *p);
// Bytes read; 0: none yet; -1: the port is gone.
int hw_port_read(hw_port *p, uint8_t *bytes, size_t room);
// Bytes taken, 0: the line is full, -1: the port is gone.
int hw_port_write(hw_port *p, const uint8_t *bytes, size_t n);

typedef struct hw_port_info {
    char path[256], what[128]; // description by the system
    int vendor, product;       // USB; 0: not USB
    char serial[64];
} hw_port_info;

// The serial ports of this machine, at most n; returns how many there are, -1 when they cannot be listed. Allocates.
int hw_port_list(hw_port_info *info, int n);

#endif
