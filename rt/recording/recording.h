// SPDX-License-Identifier: MIT
// Recording of a running sim: header with resolved scenario and initial state, every frame, the channels at the rows of
// the CSV file, and the whole state each second and at the end.
#ifndef HAWSE_RT_RECORDING_RECORDING_H
#define HAWSE_RT_RECORDING_RECORDING_H

#include "rt/record/record.h"
#include "rt/recording/csv_pace.h"

typedef struct recording {
    rt_recorder *recorder;
    int64_t period_ns; // period of the clock that paces the frames; 0: no clock, so start minus release is not recorded
    uint64_t keyframe_each; // [frames] from keyframe to keyframe
    unsigned char *saved;   // (sim_saved_size)
    double *value;          // (sim_columns)
    csv_pace pace;          // schedule of the channels' rows
    bool failure_told;
} recording;

// Begins a recording of the sim at its start, or at the state to which it was set: that one's hash is then the line
// first_state of the info. period_ns > 0: a clock paces the frames at this period, and a writer
// thread drains the queue. 0: the caller drains between frames. NULL with a message.
recording *recording_open(const char *path, sim *s, int64_t period_ns, rt_diag *d);
// Begins the recording of a branch: copies recording `name`, open as p, up to the sim's present state. NULL with a
// message.
recording *recording_branch(const char *path, sim *s, rt_player *p, const char *name, int64_t period_ns, rt_diag *d);
// Records the frame just run. row has its number, command, events and hash, which sim_hash has just computed. The times
// come from the intended release and the profile. Returns the events of the recording itself, as bits. Frame thread.
uint32_t recording_frame(recording *r, sim *s, rt_record_row row, int64_t release_ns, const rt_profile *p);
// Writes complete chunks if the recording has no writer thread. Call between frames.
void recording_drain(recording *r);
// Records the present state, writes all that is queued, closes and frees. NULL is allowed. RT_ERR_FILE with a message.
rt_status recording_close(recording *r, sim *s, rt_diag *d);

// The resolved scenario with the effective duration. NULL: out of memory. The caller frees it.
char *recording_scenario(const sim *s);

// Copies frames with their times, channels and states: from the last recorded state at or before `from` up to frame end
// - 1. With a message: RT_ERR_MEMORY, or RT_ERR_FORMAT for a damaged recording.
rt_status recording_copy(rt_player *p, rt_recorder *to, uint64_t from, uint64_t end, rt_diag *d);

// "key=value" lines about the program, its floating point, the machine, and each file that the scenario names. NULL:
// out of memory. The caller frees it.
char *recording_info(const sim *s, int64_t period_ns, uint64_t keyframe_each);
// Copies the value of the key's n-th line (from 0) in such text into value; false when there is no such line.
bool recording_info_find(const char *info, const char *key, int n, char *value, size_t size);
// Hash of a file as 16 hexadecimal digits, of a permitted law_library that of its loaded bytes; false if it cannot be
// read.
bool recording_file_hash(const char *path, char hash[20]);
// Describes this thread's floating point: rounding, and flushing of subnormal numbers (FTZ, DAZ).
void recording_floating_point(char *text, size_t size);

#endif
