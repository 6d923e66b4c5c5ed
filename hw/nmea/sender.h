// SPDX-License-Identifier: MIT
// Sends NMEA 0183 to a bridge's displays by UDP or a serial port, from a thread of its own. The frame only leaves the
// newest values.
#ifndef HAWSE_HW_NMEA_SENDER_H
#define HAWSE_HW_NMEA_SENDER_H

#include "hw/nmea/sentences.h"
#include "rt/base/base.h"

#define NMEA_PORT 10110 // UDP port that the registry gives to NMEA 0183
#define NMEA_TO_HELP "udp:HOST[:PORT], port 10110 if not given, or serial:PORT, 38400 baud"

typedef struct nmea_sender nmea_sender;

typedef struct nmea_counts {
    uint64_t sent;   // sentences
    uint64_t failed; // sentences that port or network refused
} nmea_counts;

// Starts sending to `to` (NMEA_TO_HELP). simulated: positions have the mode S, else A. A serial port that is absent is
// opened when it appears. NULL with a message: no such form or host, or no memory. Set-up.
nmea_sender *nmea_sender_open(const char *to, bool simulated, rt_diag *d);
// Leaves the newest values. Never waits. Frame thread.
void nmea_sender_publish(nmea_sender *n, const nmea_ship *s);
// Stops the thread, in at most 0.2 s, and frees n (may be NULL). *counts may be NULL.
void nmea_sender_close(nmea_sender *n, nmea_counts *counts);

#endif
