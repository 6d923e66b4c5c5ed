// SPDX-License-Identifier: MIT
// The reader of a recording; internal to the room.
#ifndef HAWSE_RT_RECORD_PLAY_H
#define HAWSE_RT_RECORD_PLAY_H

#include "rt/record/format.h"

// Position of a whole chunk's payload.
typedef struct record_place {
    uint64_t at, first;
    uint32_t kind, rows, length;
} record_place;

// Reader of one kind of rows, in order.
typedef struct record_cursor {
    uint64_t place; // index of the chunk in memory, or start of the search for the next
    bool loaded;
    uint32_t next;       // next row of the chunk
    unsigned char *rows; // (RECORD_ROWS)
} record_cursor;

struct rt_player {
    int fd;
    char *path;
    uint64_t size;
    rt_record_header header;
    void *text[RECORD_TEXTS];
    int sections, channels;
    rt_play_contents look;
    const char *fault;   // fault of the first damaged chunk, at byte look.bytes
    record_place *place; // every whole chunk (n_chunks)
    uint64_t n_chunks, room;
    uint64_t *state;      // indices of the chunks of states (look.keyframes - 1)
    unsigned char *chunk; // payload of the chunk last read
    record_cursor cursor[RECORD_KEYFRAME];
    uint64_t pull_end; // lowest frame number for the next row of RECORD_PULLS
    uint64_t expected; // frame number expected next
    rt_play ended;     // result of every later call; RT_PLAY_FRAME before the end
    bool unreadable;   // a row of the scan could no longer be read
    double *value;
    uint16_t *section;
};

// Reads `size` bytes at offset `at`; false on failure.
bool record_read(const rt_player *p, uint64_t at, void *to, size_t size);
// Size of a row of the kind [bytes]; 0 for a kind without rows.
size_t record_row_size(const rt_player *p, record_kind kind);

#endif
