// SPDX-License-Identifier: MIT
// Heads of datagrams. The checksum covers the datagram, its own four bytes taken as zero.
#include "rt/stream/wire.h"
#include <string.h>
#include <zlib.h>

static const unsigned char magic[4] = {'h', 'w', 's', 't'};

// Offsets of the head's fields.
enum { AT_VERSION = 4, AT_PART = 6, AT_PARTS = 8, AT_LENGTH = 10, AT_RUN = 12, AT_SCENE = 20, AT_SEQUENCE = 28 };
enum { AT_TOTAL = 36, AT_FIRST = 40, AT_CRC = 44 };

static void put(unsigned char *at, uint64_t v, int bytes) {
    for (int k = 0; k < bytes; k++) at[k] = (unsigned char)(v >> 8 * k);
}

static uint64_t get(const unsigned char *at, int bytes) {
    uint64_t v = 0;
    for (int k = 0; k < bytes; k++) v |= (uint64_t)at[k] << 8 * k;
    return v;
}

static uint32_t checksum(const unsigned char *bytes, size_t n) {
    static const unsigned char zero[STREAM_HEAD - AT_CRC];
    uLong crc = crc32_z(0, bytes, AT_CRC);
    crc = crc32_z(crc, zero, sizeof zero);
    return (uint32_t)crc32_z(crc, bytes + STREAM_HEAD, n - STREAM_HEAD);
}

int stream_parts(uint32_t total) { return (int)((total + STREAM_PART - 1) / STREAM_PART); }

// Range of part k in a frame of that size.
static void find_range(uint32_t total, int part, uint32_t *first, uint32_t *length) {
    *first = (uint32_t)part * STREAM_PART;
    *length = total - *first < STREAM_PART ? total - *first : STREAM_PART;
}

size_t stream_datagram_write(const stream_head *h, int part, const unsigned char *frame, unsigned char *out) {
    uint32_t first, length;
    find_range(h->total, part, &first, &length);
    memcpy(out, magic, sizeof magic);
    put(out + AT_VERSION, STREAM_VERSION, 2);
    put(out + AT_PART, (uint64_t)part, 2);
    put(out + AT_PARTS, (uint64_t)stream_parts(h->total), 2);
    put(out + AT_LENGTH, length, 2);
    put(out + AT_RUN, h->run, 8);
    put(out + AT_SCENE, h->scene, 8);
    put(out + AT_SEQUENCE, h->sequence, 8);
    put(out + AT_TOTAL, h->total, 4);
    put(out + AT_FIRST, first, 4);
    memcpy(out + STREAM_HEAD, frame + first, length);
    put(out + AT_CRC, checksum(out, STREAM_HEAD + length), 4);
    return STREAM_HEAD + length;
}

stream_fault stream_datagram_read(const unsigned char *bytes, size_t n, stream_head *h) {
    uint32_t first, length;
    if (n < AT_PART || memcmp(bytes, magic, sizeof magic) != 0) return STREAM_DAMAGED;
    h->part = (int)get(bytes + AT_VERSION, 2);
    if (h->part != STREAM_VERSION) return STREAM_NEWER; // magic and version stay where they are in every version
    if (n < STREAM_HEAD || n > STREAM_DATAGRAM || get(bytes + AT_CRC, 4) != checksum(bytes, n)) return STREAM_DAMAGED;
    *h = (stream_head){.run = get(bytes + AT_RUN, 8),
                       .scene = get(bytes + AT_SCENE, 8),
                       .sequence = get(bytes + AT_SEQUENCE, 8),
                       .total = (uint32_t)get(bytes + AT_TOTAL, 4),
                       .first = (uint32_t)get(bytes + AT_FIRST, 4),
                       .length = (uint32_t)get(bytes + AT_LENGTH, 2),
                       .part = (int)get(bytes + AT_PART, 2),
                       .parts = (int)get(bytes + AT_PARTS, 2)};
    if (h->total == 0 || h->total > STREAM_FRAME || h->sequence == 0 || h->run == 0) return STREAM_DAMAGED;
    if (h->parts != stream_parts(h->total) || h->part >= h->parts) return STREAM_DAMAGED;
    find_range(h->total, h->part, &first, &length);
    if (h->first != first || h->length != length || n != STREAM_HEAD + length) return STREAM_DAMAGED;
    return STREAM_GOOD;
}
