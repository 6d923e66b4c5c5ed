// SPDX-License-Identifier: MIT
// The state stream of a run: the snapshots that its pictures need, 60 a second as UDP datagrams, and the other end that
// makes snapshots of them again. README.md has the format. A lost datagram costs its frame and nothing else.
#ifndef HAWSE_RT_STREAM_STREAM_H
#define HAWSE_RT_STREAM_STREAM_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/file/options.h"
#include "rt/frame/exchange.h"
#include "rt/scenario/scenario.h"

#define STREAM_PERIOD_NS 16666667 // between two frames of the stream [ns]
#define STREAM_VERSION 2          // of the format
#define STREAM_TO_HELP                                                                                                 \
    "[ADDRESS:]PORT: this machine by default, another machine's address, or a multicast group in 239.0.0.0/8"

enum { STREAM_TITLE = 64 }; // bytes of a title with its end

// Hash of what the pictures of a scenario depend on: its resolved text without operator, solver, contact laws, end,
// recording and title, and the contents of the files that the text names, wherever they lie. Equal on all machines of
// the same byte order. Set-up.
uint64_t stream_scene_hash(const scenario *sc);

// The sender: a thread of its own that reads a run's snapshots and never holds up a frame.
typedef struct stream_sender stream_sender;

typedef struct stream_sender_counts {
    uint64_t frames, bytes;      // sent, to each receiver
    uint64_t sent, refused;      // datagrams: sent; refused by the network, as where no receiver is
    uint64_t unsendable;         // frames with a number that no picture can show
    int64_t work_ns, longest_ns; // processor time of the thread: in all, and of the longest frame [ns]
} stream_sender_counts;

// Checks the receivers (STREAM_TO_HELP) before a run. RT_ERR_USAGE with a message. Set-up.
rt_status stream_check(const option_list *to, rt_diag *d);
// Starts sending the snapshots of `newest`, as its second reader. It must outlive the sender. title: of the scenario.
// NULL with a message. Main thread, before the frames start.
stream_sender *stream_sender_open(const option_list *to, rt_latest *newest, uint64_t scene, const char *title,
                                  rt_diag *d);
// Stops the thread, in at most 0.1 s, and frees s (may be NULL). *counts may be NULL.
void stream_sender_close(stream_sender *s, stream_sender_counts *counts);
// Prints them in a line.
void stream_sender_print(FILE *f, const stream_sender_counts *n);

// The receiver: a thread of its own reads the datagrams. Its functions: main thread.
typedef struct stream_receiver stream_receiver;

// What the datagrams have been so far.
typedef struct stream_counts {
    uint64_t frames;    // whole and decoded
    uint64_t lost;      // frames of which a datagram is missing
    uint64_t old;       // datagrams of frames that are past: reordered
    uint64_t twice;     // datagrams that had come before
    uint64_t damaged;   // no datagrams of this stream, or a wrong checksum
    uint64_t senseless; // frames with a length, count or number out of its range
    uint64_t other;     // datagrams of another scenario, version or of a second sender
} stream_counts;

typedef enum stream_state {
    STREAM_NONE = 0,      // nothing yet
    STREAM_SHOWS,         // the newest frame is of this scenario
    STREAM_OTHER_SCENE,   // the sender runs another scenario
    STREAM_OTHER_VERSION, // the sender is of another version of the program
} stream_state;

typedef struct stream_status {
    stream_state state;
    uint64_t run;             // of the newest frame: changes when the sender restarts
    int64_t heard_ns;         // when the newest whole frame came; 0: none yet
    int version;              // the sender's, in STREAM_OTHER_VERSION
    char title[STREAM_TITLE]; // of the sender's scenario; "": unknown
    stream_counts counts;
} stream_status;

// Opens the port at that address of this machine (STREAM_TO_HELP), or joins the group. NULL with a message. Set-up.
stream_receiver *stream_receiver_open(const char *from, uint64_t scene, rt_diag *d);
// Stops the thread, in at most 0.1 s. NULL is allowed.
void stream_receiver_close(stream_receiver *r);
// The newest snapshot (zero bytes before the first), valid until the next call; *fresh: whether it is new. Its wall_ns
// is on this machine's monotonic clock, as if every frame had had the shortest delay so far. Its timing is empty.
const dyn_snapshot *stream_receiver_read(stream_receiver *r, bool *fresh);
// At least as new as the snapshot that was read before.
stream_status stream_receiver_status(stream_receiver *r);

#endif
