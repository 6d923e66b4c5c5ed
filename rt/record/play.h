// SPDX-License-Identifier: MIT
// Inside the rt library: the reader of a recording.
#ifndef HAWSE_RT_RECORD_PLAY_H
#define HAWSE_RT_RECORD_PLAY_H

#include "rt/record/format.h"

// Place of a whole chunk's payload.
typedef struct record_place {
    uint64_t at, first;
    uint32_t kind, rows, length;
} record_place;

// Reader of one kind of rows, in order.
typedef struct record_cursor {
    uint64_t place; // of the chunk in memory, or where the search for the next begins
    bool loaded;
    uint32_t next;       // its next row
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
    const char *fault;   // fault of the chunk at look.bytes
    record_place *place; // of every whole chunk (n_chunks)
    uint64_t n_chunks, room;
    uint64_t *state;      // chunks of the states, look.keyframes - 1 (capacity)
    unsigned char *chunk; // payload in hand
    record_cursor cursor[RECORD_KEYFRAME];
    uint64_t expected; // frame number expected next
    rt_play ended;     // result of every later call; RT_PLAY_FRAME while it goes on
    bool unreadable;   // a row could not be read, though it was there when the file was opened
    double *value;
    uint16_t *section;
};

// Reads bytes of the file; false when they cannot be read.
bool record_read(const rt_player *p, uint64_t at, void *to, size_t size);
// Bytes of a row of the kind; 0 if it has none.
size_t record_row_size(const rt_player *p, record_kind kind);

#endif
