// SPDX-License-Identifier: MIT
// Serial port through libserialport. No function waits. Thread: the one that opened the port.
#ifndef HAWSE_HW_SERIAL_SERIAL_H
#define HAWSE_HW_SERIAL_SERIAL_H

#include "rt/base/base.h"

#define HW_SERIAL_BAUD 115200 // 8 data bits, no parity, 1 stop bit, no flow control

typedef struct hw_port {
    void *port; // NULL: closed
    int fd;     // for poll(); -1: closed
    char path[256];
    // USB numbers of the adapter; 0 and "" if not USB
    int vendor, product;
    char serial[64];
    char home[256]; // path of the port where the console last answered; "": none
    unsigned turn;  // similar adapters tried since then
} hw_port;

// Opens `name` exclusively: a path or link, or VID:PID or VID:PID:SERIAL in hexadecimal for the first such port that
// can be opened. RT_ERR_DEVICE with the reason in why, one sentence without full stop.
rt_status hw_port_open(hw_port *p, const char *name, char *why, size_t size);
// Reopens port p: `name` or, for a USB adapter, any port with the same numbers and serial. Tries the port of the last
// answer first, then the port of the name, then the others; each call continues until hw_port_record_answer.
rt_status hw_port_reopen(hw_port *p, const char *name, char *why, size_t size);
// Records that the wanted console has answered at this port.
void hw_port_record_answer(hw_port *p);
void hw_port_close(hw_port *p);
// Bytes read; 0: none yet; -1: the port is gone.
int hw_port_read(hw_port *p, uint8_t *bytes, size_t room);
// Bytes accepted; 0: the line is full; -1: the port is gone.
int hw_port_write(hw_port *p, const uint8_t *bytes, size_t n);

typedef struct hw_port_info {
    char path[256], what[128]; // description by the system
    int vendor, product;       // USB; 0: not USB
    char serial[64];
} hw_port_info;

// Lists the serial ports of this machine, at most n; returns their number, which may exceed n; -1 on error. Allocates.
int hw_port_list(hw_port_info *info, int n);

#endif
