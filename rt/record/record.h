// SPDX-License-Identifier: MIT
// The recording: scenario, initial state, and for every frame the command, a hash of the state and when it ran; a whole
// state from time to time. Replaying it is the debugger and the regression test. A process that is killed leaves every
// whole chunk readable; a chunk is at most a quarter of a second of frames.
//
// File, little-endian: "HAWSEREC", u32 version, u32 crc, i64 h_ns, u64 first frame, u64 size of path, scenario, info,
// sections, channels, state; these six. Then chunks: u32 magic, u32 kind, u32 payload bytes, u32 sequence, u64 first
// frame, u32 rows, u32 crc; the payload. Kinds: 1 frames, of each f64 lever, f64 brake, u8 clutch, u8 fail-safe, 6
// bytes of rt_command's rest, u64 hash, u64 events, u16 hash of each section; 2 times, of each frame i64 release, i32
// start after it, u32 duration, u32 of each phase [ns]; 3 channels, each row u64 frame and f64 of each channel; 4 the
// whole state before first_frame, as a zlib stream, whose bytes are its rows; 5 the end, written at the close: three
// u64, how many frames, rows of channels and states had to be dropped. Each crc is zlib's crc32 of all of its block
// with the crc taken as 0.
#ifndef HAWSE_RT_RECORD_RECORD_H
#define HAWSE_RT_RECORD_RECORD_H

#include "rt/command/command.h"
#include "rt/frame/profile.h"

#define RT_RECORD_SECTIONS 4096 // most sections of a state
#define RT_RECORD_CHANNELS 4096 // most channels

// Header of a recording.
typedef struct rt_record_header {
    int64_t h_ns;              // step [ns]
    uint64_t first_frame;      // number of the first frame: 0, but for a slice of another recording
    const char *scenario_path; // as it was given
    const char *scenario_text; // the resolved scenario: every key with its value
    const char *info;          // "key=value" lines: version, compiler, floating point, host, meshes
    const char *sections;      // names of the sections that the state consists of, one a line
    const char *channels;      // "name<tab>unit" of each channel, one a line
    const void *state;         // the state before first_frame
    size_t state_size;         // [bytes]
} rt_record_header;

// When a frame ran.
typedef struct rt_record_times {
    int64_t release_ns;             // intended release on the loop's clock
    int32_t start_ns;               // start after it; 0 with a manual clock
    uint32_t work_ns;               // start to end
    uint32_t phase[RT_PHASE_COUNT]; // of that, by phase
} rt_record_times;

// One frame. Times beyond the range saturate.
typedef struct rt_record_row {
    uint64_t frame;
    rt_command command;
    uint64_t hash; // of the state after the frame
    rt_events events;
    rt_record_times times;   // written; not set by rt_play_next
    const uint16_t *section; // hash of each section of the state
} rt_record_row;

typedef struct rt_recorder rt_recorder;

// Creates the file and writes the header; queue_frames are kept for a writer that falls behind. NULL with a message
// when it cannot be written.
rt_recorder *rt_recorder_open(const char *file, const rt_record_header *h, size_t queue_frames, rt_diag *d);
// Bytes that a queued frame takes, of a state of so many sections.
size_t rt_record_queued_size(int sections);
// The file goes with the program: the disk is not made to keep it each second, which on a virtual machine can hold up
// all of its processors.
void rt_recorder_scratch(rt_recorder *r);
// Starts a thread that writes what the frame thread pushes; without it the caller drains between frames.
rt_status rt_recorder_start(rt_recorder *r, rt_diag *d);
// Whether that thread started: then no other thread drains.
bool rt_recorder_started(const rt_recorder *r);
// Pushes one frame; false, and counted, when the queue is full. Frame thread.
bool rt_record_frame(rt_recorder *r, const rt_record_row *row);
// Pushes the values of the channels after that frame, or the state before it; as rt_record_frame. Frame thread.
bool rt_record_channels(rt_recorder *r, uint64_t frame, const double *value);
bool rt_record_keyframe(rt_recorder *r, uint64_t frame, const void *state);
// Writes the chunks that are complete, and has the disk keep them each second; false when the file can no longer be
// written. The one writer's thread, not the frame thread.
bool rt_record_drain(rt_recorder *r);
// Frames that were not recorded since the queue was full. Any thread.
uint64_t rt_record_dropped(const rt_recorder *r);
// Whether writing has failed: what was written stays, nothing more is. Any thread.
bool rt_record_failed(const rt_recorder *r);
// Stops the writer, writes the rest and the end mark, closes and frees. RT_ERR_FILE with a message when the file is not
// whole, as on a full disk, or on one that does not answer for RT_RECORD_PATIENCE_S. NULL is allowed.
rt_status rt_recorder_close(rt_recorder *r, rt_diag *d);
#define RT_RECORD_PATIENCE_S 10

typedef struct rt_player rt_player;

typedef enum rt_play {
    RT_PLAY_FRAME = 0, // a frame was read
    RT_PLAY_END,       // no further whole frame; a warning when the recording was not closed
    RT_PLAY_DAMAGED,   // the bytes are not what was written: an error was added
} rt_play;

// Contents of a recording, up to its end or its first damage.
typedef struct rt_play_contents {
    uint64_t frames, end_frame; // number of frames, and the number after the last
    uint64_t missing;           // between them, that the recorder had to drop
    uint64_t times, channels;   // rows held
    int keyframes;              // whole states, with the one in the header
    rt_play how;                // RT_PLAY_END: complete up to where it was written
    bool closed;                // by the program that wrote it
    uint64_t bytes;             // of whole chunks, from the beginning
    uint64_t dropped;           // frames that the writer says were dropped; 0 unless closed, as the next two
    uint64_t dropped_channels, dropped_states; // dropped rows of channels and states
    uint64_t after;                            // whole chunks behind the damage, which are not read
} rt_play_contents;

// Opens a recording, reads its header and scans all of it; NULL with a message if it is no recording or its header is
// damaged.
rt_player *rt_play_open(const char *file, rt_diag *d);
// The head; valid until the close.
const rt_record_header *rt_play_header(const rt_player *p);
int rt_play_n_sections(const rt_player *p);
int rt_play_n_channels(const rt_player *p);
rt_play_contents rt_play_contents_of(const rt_player *p);
// Reads the next frame; row->section is valid until the next call. Frames that the recorder had to drop show as a jump
// of row->frame, with one warning each.
rt_play rt_play_next(rt_player *p, rt_record_row *row, rt_diag *d);
// The next frame to be read is this one, or the first after it.
void rt_play_seek(rt_player *p, uint64_t frame);
// How the rows before frame `end` ended, unless rt_play_next has reported it; RT_PLAY_END if the recording goes on
// after them.
rt_play rt_play_frame_at(rt_player *p, uint64_t end, rt_diag *d);
// The next row of times or of channels; false when there is none, or none can be read (rt_play_frame_at). value is
// valid until the next call.
bool rt_play_times(rt_player *p, uint64_t *frame, rt_record_times *t);
bool rt_play_channels(rt_player *p, uint64_t *frame, const double **value);
// Number of the frame before which state k (0 .. keyframes - 1, the head's first) stands.
uint64_t rt_play_keyframe_at(const rt_player *p, int k);
// The last state at or before the frame; -1: before the first.
int rt_play_keyframe_before(const rt_player *p, uint64_t frame);
// Reads state k into `state` (header's state_size); false when it cannot be read.
bool rt_play_keyframe(rt_player *p, int k, void *state);
// Closes and frees. NULL is allowed.
void rt_play_close(rt_player *p);

#endif
