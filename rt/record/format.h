// SPDX-License-Identifier: MIT
// The blocks of a recording in the file; internal to the room.
#ifndef HAWSE_RT_RECORD_FORMAT_H
#define HAWSE_RT_RECORD_FORMAT_H

#include "rt/record/record.h"
#include <zlib.h>

#define RECORD_MAGIC "HAWSEREC"
#define RECORD_VERSION 7u
#define RECORD_VERSION_TEXT "7"
#define RECORD_CHUNK_MAGIC 0x4B435748u // "HWCK"

enum {
    RECORD_CHUNK = 64 * 1024, // largest chunk of rows, with its head [bytes]
    RECORD_TEXTS = 6,         // path, scenario, info, sections, channels, state
};
#define RECORD_TEXT_MAX ((uint64_t)1 << 28) // size limit; anything larger is damage

typedef enum record_kind {
    RECORD_FRAMES = 1, // a row a frame: command, hash of the state, events, hashes of its sections
    RECORD_TIMES,      // a row a frame: start, duration and phases
    RECORD_CHANNELS,   // rows of u64 frame and the values of the channels
    RECORD_PULLS,      // a row for each frame with a pull by hand, before the chunk of that frame
    RECORD_KEYFRAME,   // the whole state before first_frame, as a zlib stream
    RECORD_END,        // the last chunk: record_end
    RECORD_KINDS
} record_kind;

typedef struct record_head {
    char magic[8];
    uint32_t version, crc;
    int64_t h_ns;
    uint64_t first_frame;
    uint64_t size[RECORD_TEXTS];
} record_head;

typedef struct record_chunk {
    uint32_t magic, kind, length, sequence; // length: bytes after the head
    uint64_t first_frame;
    uint32_t rows, crc; // rows: for a state, the bytes of its payload
} record_chunk;

typedef struct record_end {
    uint64_t frames, channels, keyframes; // numbers of dropped rows and states
} record_end;

// Bytes of rt_command without the pull, in a row of RECORD_FRAMES.
enum { RECORD_COMMAND = offsetof(rt_command, pull) };

enum {
    RECORD_ROWS = RECORD_CHUNK - (int)sizeof(record_chunk), // bytes of rows in a chunk
    RECORD_FRAME = RECORD_COMMAND + 16,                     // bytes of a row of RECORD_FRAMES without its sections
    RECORD_TIME = 16 + 4 * RT_PHASE_COUNT,
    RECORD_PULL = 8 + (int)sizeof(rt_pull), // u64 frame, the pull
};

static inline size_t record_frame_size(int sections) { return RECORD_FRAME + 2 * (size_t)sections; }
static inline size_t record_channel_size(int channels) { return 8 + 8 * (size_t)channels; }

// zlib's crc32 of the chunk with its crc field set to 0.
static inline uint32_t record_chunk_crc(record_chunk head, const unsigned char *payload) {
    head.crc = 0;
    uLong crc = crc32(0, (const Bytef *)&head, sizeof head);
    return (uint32_t)crc32(crc, payload, head.length);
}

// Number of lines of a table of names.
static inline int record_lines(const char *text) {
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

#endif
