// SPDX-License-Identifier: MIT
// The recording: scenario and initial state; for every frame the command, a hash of the state and its times; now and
// then a whole state. Replay is the debugger and the regression test. After a killed process every whole chunk is
// readable; a chunk holds at most a quarter of a second of frames.
//
// File, little-endian: "HAWSEREC", u32 version, u32 crc, i64 h_ns, u64 first frame, u64 size of path, scenario, info,
// sections, channels, state; these six. Then chunks: u32 magic, u32 kind, u32 payload bytes, u32 sequence, u64 first
// frame, u32 rows, u32 crc; the payload. Kinds: 1 frames, for each f64 lever, f64 brake, u8 clutch, u8 fail-safe, 30
// bytes for the rest of rt_command, u64 hash, u64 events, u16 hash of each section; 2 times, for each frame i64
// release, i32 start after it, u32 duration, u32 of each phase [ns]; 3 channels, each row u64 frame and f64 of each
// channel; 4 pulls by hand, a row only for each frame in which one acts, before the chunk of that frame: u64 frame, i32
// kind, i32 number, f64 at[3], f64 to[3] of rt_pull; 5 the whole state before first_frame as a zlib stream, `rows`
// being its bytes; 6 the end, written at the close: three u64, numbers of dropped frames, rows of channels and states.
// Each crc is zlib's crc32 of its whole block with the crc field set to 0.
#ifndef HAWSE_RT_RECORD_RECORD_H
#define HAWSE_RT_RECORD_RECORD_H

#include "rt/command/command.h"
#include "rt/frame/profile.h"

#define RT_RECORD_SECTIONS 4096 // largest number of sections of a state
#define RT_RECORD_CHANNELS 4096 // largest number of channels

// Header of a recording.
typedef struct rt_record_header {
    int64_t h_ns;              // step [ns]
    uint64_t first_frame;      // number of the first frame: 0, except for a slice, or a run from a recorded state
    const char *scenario_path; // as the user gave it
    const char *scenario_text; // the resolved scenario: every key with its value
    const char *info;          // "key=value" lines: version, compiler, floating point, host, meshes
    const char *sections;      // names of the sections of the state, one a line
    const char *channels;      // "name<tab>unit" of each channel, one a line
    const void *state;         // the state before first_frame
    size_t state_size;         // [bytes]
} rt_record_header;

// Times of a frame.
typedef struct rt_record_times {
    int64_t release_ns;             // intended release on the loop's clock
    int32_t start_ns;               // start after the release; 0 with a manual clock
    uint32_t work_ns;               // start to end
    uint32_t phase[RT_PHASE_COUNT]; // share of each phase in work_ns
} rt_record_times;

// One frame. Times beyond the range saturate.
typedef struct rt_record_row {
    uint64_t frame;
    rt_command command;
    uint64_t hash; // of the state after the frame
    rt_events events;
    rt_record_times times;   // for rt_record_push_frame; rt_play_next does not set it
    const uint16_t *section; // hash of each section of the state
} rt_record_row;

typedef struct rt_recorder rt_recorder;

// Creates the file and writes the header. An older recording is replaced only then, and never while another process
// records to it. The queue holds queue_frames frames for a writer that falls behind. NULL with a message on failure.
rt_recorder *rt_recorder_open(const char *file, const rt_record_header *h, size_t queue_frames, rt_diag *d);
// Size of a queued frame [bytes] for a state with that many sections.
size_t rt_record_queued_size(int sections);
// Marks the file as temporary: the writer then does not sync it to the disk. On a virtual machine a sync can stop all
// processors.
void rt_recorder_set_temporary(rt_recorder *r);
// Starts the writer thread. Without it the caller drains between frames. RT_ERR_MEMORY with a message.
rt_status rt_recorder_start(rt_recorder *r, rt_diag *d);
// Whether the writer thread started; then no other thread may drain.
bool rt_recorder_started(const rt_recorder *r);
// Pushes one frame. If the queue is full: false, and counted. Frame thread.
bool rt_record_push_frame(rt_recorder *r, const rt_record_row *row);
// Push the values of the channels after that frame, or the state before it; as rt_record_push_frame. Frame thread.
bool rt_record_push_channels(rt_recorder *r, uint64_t frame, const double *value);
bool rt_record_push_keyframe(rt_recorder *r, uint64_t frame, const void *state);
// Writes the complete chunks, and syncs them to the disk once a second; false after a failed write. Writer thread only.
bool rt_record_drain(rt_recorder *r);
// Number of frames dropped because the queue was full. Any thread.
uint64_t rt_record_dropped(const rt_recorder *r);
// Whether a write failed: the file then keeps its content and gets no more. Any thread.
bool rt_record_failed(const rt_recorder *r);
// Stops the writer, writes the rest and the end mark, closes and frees. RT_ERR_FILE with a message if the file is
// incomplete: the disk was full, or has not answered for RT_RECORD_PATIENCE_S. NULL is allowed.
rt_status rt_recorder_close(rt_recorder *r, rt_diag *d);
#define RT_RECORD_PATIENCE_S 10

typedef struct rt_player rt_player;

typedef enum rt_play {
    RT_PLAY_FRAME = 0, // a frame was read
    RT_PLAY_END,       // no further whole frame; with a warning if the recording was not closed
    RT_PLAY_DAMAGED,   // damaged bytes; with an error message
} rt_play;

// Contents of a recording, up to its end or its first damage.
typedef struct rt_play_contents {
    uint64_t frames, end_frame;                // number of frames, and the number after the last
    uint64_t missing;                          // frames in between that the recorder dropped
    uint64_t times, channels, pulls;           // rows in the file
    uint64_t channels_end;                     // number after the frame of the last row of channels
    int keyframes;                             // whole states, including the header's
    rt_play how;                               // RT_PLAY_END: no damage up to the last whole chunk
    bool closed;                               // has the end mark
    uint64_t bytes;                            // bytes from the beginning to the end of the last good chunk
    uint64_t dropped;                          // dropped frames by the end mark; 0 unless closed, as the next two
    uint64_t dropped_channels, dropped_states; // dropped rows of channels and states
    uint64_t after;                            // whole chunks after the damage, which the player does not read
} rt_play_contents;

// Opens a recording, reads its header and scans all chunks. NULL with a message: not a recording, header damaged, or
// out of memory.
rt_player *rt_play_open(const char *file, rt_diag *d);
// Finds the chunks that a recorder has added since the last look; the reading goes on with them. False: none. Once the
// recording is closed or damaged there are none.
bool rt_play_more(rt_player *p);
// The header; valid until the close.
const rt_record_header *rt_play_header(const rt_player *p);
int rt_play_n_sections(const rt_player *p);
int rt_play_n_channels(const rt_player *p);
rt_play_contents rt_play_get_contents(const rt_player *p);
// Reads the next frame; row->section is valid until the next call. After dropped frames row->frame jumps, with one
// warning for each gap.
rt_play rt_play_next(rt_player *p, rt_record_row *row, rt_diag *d);
// Moves to this frame, or to the first one after it.
void rt_play_seek(rt_player *p, uint64_t frame);
// How the reading of the rows before frame `end` ended; reports the end unless rt_play_next did. RT_PLAY_END if the
// recording continues after them.
rt_play rt_play_end_before(rt_player *p, uint64_t end, rt_diag *d);
// Read the next row of times or of channels; false at the end or on failure (rt_play_end_before). value is valid until
// the next call.
bool rt_play_next_times(rt_player *p, uint64_t *frame, rt_record_times *t);
bool rt_play_next_channels(rt_player *p, uint64_t *frame, const double **value);
// Number of the frame after state k (0 .. keyframes - 1; 0 is the header's state).
uint64_t rt_play_keyframe_at(const rt_player *p, int k);
// Index of the last state at or before the frame; -1: the frame is before the first state.
int rt_play_keyframe_before(const rt_player *p, uint64_t frame);
// Reads state k into `state` (header's state_size bytes); false on failure.
bool rt_play_read_keyframe(rt_player *p, int k, void *state);
// Closes and frees. NULL is allowed.
void rt_play_close(rt_player *p);

#endif
