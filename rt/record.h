// SPDX-License-Identifier: MIT
// The recording: initial state, scenario, and for every frame the command and a hash of the state. Replaying it is the
// debugger and the regression test. A process that is killed leaves every whole chunk readable; a chunk is at most one
// second of frames.
//
// File, little-endian: "HAWSEREC", u32 version, u32 crc, i64 h_ns, u64 size of path, scenario, info, state; these four.
// Then chunks of at most 64 KiB: u32 magic, u32 payload bytes, u32 sequence, u32 frames, u64 first frame, u32 crc, u32
// 0; per frame f64 lever, f64 brake, u8 clutch | failsafe << 1 | release << 2, u64 hash. The last chunk, written at the
// close, has no frames. Each crc is zlib's crc32 of all of its block with the crc taken as 0.
#ifndef HAWSE_RT_RECORD_H
#define HAWSE_RT_RECORD_H

#include "rt/command.h"

// What stands at the head of a recording.
typedef struct rt_record_header {
    int64_t h_ns;              // step [ns]
    const char *scenario_path; // as it was given
    const char *scenario_text; // the whole file
    const char *info;          // "key=value" lines: version, host, options
    const void *state;         // initial state
    size_t state_size;         // [bytes]
} rt_record_header;

typedef struct rt_recorder rt_recorder;

// Creates the file and writes the header; queue_frames are kept for a writer that falls behind. NULL with a message
// when it cannot be written.
rt_recorder *rt_recorder_open(const char *file, const rt_record_header *h, size_t queue_frames, rt_diag *d);
// Starts a thread that writes what the frame thread pushes; without it the caller drains between frames.
rt_status rt_recorder_start(rt_recorder *r, rt_diag *d);
// Pushes one frame; false, and counted, when the queue is full. Frame thread.
bool rt_record_frame(rt_recorder *r, uint64_t frame, const rt_command *c, uint64_t state_hash);
// Writes the chunks that are complete; false when the file can no longer be written. The one writer's thread, not the
// frame thread.
bool rt_record_drain(rt_recorder *r);
// Frames that were not recorded since the queue was full. Any thread.
uint64_t rt_record_dropped(const rt_recorder *r);
// Stops the writer, writes the rest and the end mark, closes and frees. RT_ERR_FILE with a message when the file is not
// whole, as on a full disk. NULL is allowed.
rt_status rt_recorder_close(rt_recorder *r, rt_diag *d);

typedef struct rt_player rt_player;

typedef enum rt_play {
    RT_PLAY_FRAME = 0, // a frame was read
    RT_PLAY_END,       // no further whole frame; a warning when the recording was not closed
    RT_PLAY_DAMAGED,   // the bytes are not what was written: an error was added
} rt_play;

// Opens a recording and reads its head; NULL with a message when it is none or damaged.
rt_player *rt_play_open(const char *file, rt_diag *d);
// The head; valid until the close.
const rt_record_header *rt_play_header(const rt_player *p);
// Reads the next frame. Frames that the recorder had to drop show as a jump of *frame, with one warning each.
rt_play rt_play_next(rt_player *p, uint64_t *frame, rt_command *c, uint64_t *state_hash, rt_diag *d);
// Closes and frees. NULL is allowed.
void rt_play_close(rt_player *p);

#endif
