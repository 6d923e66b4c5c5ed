// SPDX-License-Identifier: MIT
// Inside the rt library: the blocks of a recording as they stand in the file.
#ifndef HAWSE_RT_RECORD_FORMAT_H
#define HAWSE_RT_RECORD_FORMAT_H

#include "rt/record.h"
#include <zlib.h>

#define RECORD_MAGIC "HAWSEREC"
#define RECORD_VERSION 1u
#define RECORD_CHUNK_MAGIC 0x4B435748u // "HWCK"

enum {
    RECORD_FRAME = 25,        // bytes of a frame
    RECORD_CHUNK = 64 * 1024, // most bytes of a chunk, with its head
    RECORD_TEXTS = 4,         // path, scenario, info, state
};
#define RECORD_TEXT_MAX ((uint64_t)1 << 30) // largest of them; what is larger is damage

typedef struct record_head {
    char magic[8];
    uint32_t version, crc;
    int64_t h_ns;
    uint64_t size[RECORD_TEXTS];
} record_head;

typedef struct record_chunk {
    uint32_t magic, length, sequence, frames;
    uint64_t first_frame;
    uint32_t crc, zero;
} record_chunk;

enum { RECORD_CHUNK_FRAMES = (RECORD_CHUNK - (int)sizeof(record_chunk)) / RECORD_FRAME };

static inline uint32_t record_chunk_crc(record_chunk head, const unsigned char *payload) {
    head.crc = 0;
    uLong crc = crc32(0, (const Bytef *)&head, sizeof head);
    return (uint32_t)crc32(crc, payload, head.length);
}

#endif
