// SPDX-License-Identifier: MIT
// The instructor's station: a page that the program itself serves, on this machine's loopback or, by TLS, on a network.
// It shows copies of what the main thread reads, and acts through the main thread alone. README.md has the protocol.
#ifndef HAWSE_RT_STATION_STATION_H
#define HAWSE_RT_STATION_STATION_H

#include "rt/file/options.h"
#include "rt/session/rewind.h"
#include "rt/train/run.h"

#define STATION_AT_HELP                                                                                                \
    "[ADDRESS:]PORT of this machine, default 127.0.0.1; an address other than 127.0.0.0/8 and ::1 by TLS"

enum { STATION_REASON = 160 }; // bytes

typedef struct station station;

// What the station acts on in a run.
typedef struct station_desk {
    session *s;
    const run_rewind *rewind; // its recording; rewind->s NULL: none
    train_run *exercise;      // not active: none
    const char *title;        // of the scenario; may go after station_begin
    int run;                  // number of the run, from 1
    // All in the main thread; those with `why` (STATION_REASON) return false, with the reason in it.
    bool (*pace)(void *ctx, bool runs, char *why); // starts or pauses simulated time
    void (*note)(void *ctx, const char *text);     // notes a text at the present time
    // goes to the state after so many frames of this run's recording `file` and pauses there
    bool (*go_to)(void *ctx, const char *file, uint64_t frame, char *why);
    void (*log)(void *ctx, uint64_t frame, const char *text); // what the instructor did, for the logbook
    void (*tell)(void *ctx, const char *text);                // shows a text at the desk
    void *ctx;
} station_desk;

typedef struct station_counts {
    uint64_t requests, refused; // answered; of them without access or not understood
    uint64_t commands;          // carried out
    uint64_t dropped;           // values that a slow reader did not get
    uint64_t dead;              // connections that ended in the middle of a request
} station_counts;

// Starts the server and its threads (nice 10, never real-time) at STATION_AT_HELP, with new tokens. tls: PEM file of a
// certificate and its key, for any address; NULL: the kept certificate on a network, no TLS on the loopback. readers:
// pages of other stations that may read this one. NULL with a message: no such address, a port in use, no TLS, no
// memory. Main thread, with the processors of all threads but the frames'.
station *station_open(const char *at, const char *tls, const option_list *readers, rt_diag *d);
// Prints the page's address for the instructor and for viewers, with their tokens; with TLS also the certificate's
// fingerprint and a pairing code.
void station_print(FILE *f, station *st);
// A run begins: the page shows it, and commands that wait for an earlier one are refused. The desk's session and
// exercise must live until the next call. RT_ERR_MEMORY with a message. Main thread.
rt_status station_begin(station *st, const station_desk *desk, rt_diag *d);
// Publishes the newest snapshot 10 times a second, and carries out the commands that came. st may be NULL. Main thread,
// some 100 times a second.
void station_pump(station *st, const dyn_snapshot *now, int64_t now_ns);
// The run has ended after so many frames, and its recording is closed: the page gets the last values and the score, as
// hawse score gives it. Waits up to 10 s for it. st may be NULL. Main thread.
void station_end(station *st, const dyn_snapshot *now, uint64_t frames);
// Stops the threads, in at most 1 s, prints the counts and frees st (may be NULL).
void station_close(station *st, FILE *f);

#endif
