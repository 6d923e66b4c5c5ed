// SPDX-License-Identifier: MIT
// Format of the stream, without sockets: snapshot to bytes, bytes to datagrams, and back.
#ifndef HAWSE_RT_STREAM_WIRE_H
#define HAWSE_RT_STREAM_WIRE_H

#include "rt/stream/stream.h"
#include <sys/socket.h>

enum {
    STREAM_DATAGRAM = 1400, // bytes at most: fits one Ethernet frame, also through a tunnel
    STREAM_HEAD = 48,
    STREAM_PART = STREAM_DATAGRAM - STREAM_HEAD,
    STREAM_PARTS = 128, // datagrams of a frame at most
    STREAM_FRAME = STREAM_PART * STREAM_PARTS
};

#define STREAM_MOST_PLACE 1e6  // limit of a coordinate [m]
#define STREAM_MOST_NUMBER 1e9 // limit of another number, in its SI unit

// Encodes the title and the snapshot into out (STREAM_FRAME). Returns the bytes; 0: a number has no encoding. Places
// and readings become float32: a relative error of 2^-24, at 1 km 0.06 mm.
size_t stream_encode(const char *title, const dyn_snapshot *s, unsigned char *out);
// Decodes a frame; the timing is empty. False: too short, too long, or a value out of its range; *out is then
// undefined.
bool stream_decode(const unsigned char *bytes, size_t n, char title[STREAM_TITLE], dyn_snapshot *out);
// The title alone, from the first part of a frame.
bool stream_decode_title(const unsigned char *bytes, size_t n, char title[STREAM_TITLE]);

// Head of a datagram.
typedef struct stream_head {
    uint64_t run, scene;    // random number of the run; stream_scene_hash
    uint64_t sequence;      // of the frame in the stream, from 1
    uint32_t total;         // bytes of the frame
    uint32_t first, length; // byte range in this datagram
    int part, parts;        // k of n, from 0
} stream_head;

typedef enum stream_fault { STREAM_GOOD = 0, STREAM_DAMAGED, STREAM_NEWER } stream_fault;

// Writes part k of the frame into out (STREAM_DATAGRAM); returns its bytes. h: run, scene, sequence and total.
size_t stream_datagram_write(const stream_head *h, int part, const unsigned char *frame, unsigned char *out);
int stream_parts(uint32_t total);
// Reads the head; the data follow at STREAM_HEAD. STREAM_NEWER: of another version, which is in h->part.
stream_fault stream_datagram_read(const unsigned char *bytes, size_t n, stream_head *h);

// Puts datagrams together: one frame at a time, the newest.
typedef struct stream_gather {
    uint64_t scene; // that is accepted
    stream_status status;
    int64_t run_ns;                  // when a datagram of the run came last; 0: none yet
    uint64_t sequence;               // of the frame in progress
    uint32_t total;                  // bytes of the frame in progress; 0: none
    int missing;                     // parts of it
    unsigned char got[STREAM_PARTS]; // 1: that part has come
    unsigned char frame[STREAM_FRAME];
    bool has_delay;
    int64_t delay_ns; // shortest, from the sender's clock to this one
} stream_gather;

// Another run is accepted when the present one has been silent for this long [ns]: two senders do not alternate.
#define STREAM_SILENT_NS 500000000

// Adds a datagram that came at now_ns. True: it completed a frame, now in *out.
bool stream_gather_add(stream_gather *g, const unsigned char *bytes, size_t n, int64_t now_ns, dyn_snapshot *out);

// An address of the command line.
typedef struct stream_address {
    char text[80]; // in numbers, with its port
    bool group;    // a multicast group
    struct sockaddr_storage at;
    socklen_t size;
} stream_address;

// Parses [ADDRESS:]PORT; looks no name up. name: of the option, for the message. RT_ERR_USAGE with a message. Set-up.
rt_status stream_address_parse(const char *name, const char *text, stream_address *out, rt_diag *d);

#endif
